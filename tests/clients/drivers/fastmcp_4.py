"""PyPI `fastmcp` 4."""

from contextlib import asynccontextmanager

import steps
from fastmcp import Client
from fastmcp.client.elicitation import ElicitResult
from fastmcp.client.transports import StdioTransport, StreamableHttpTransport


@asynccontextmanager
async def connect(step, person):
    async def answer(message, _response_type, params, _context):
        return ElicitResult(**person.ask(message, params.requested_schema))

    client = Client(
        transport(step["connect"]),
        mode="legacy" if step["revision"] == "2025-11-25" else "auto",
        elicitation_handler=answer if step["elicitation"] else None,
    )
    async with client:
        yield client.protocol_version, client.call_tool_mcp


def transport(at):
    if "url" in at:
        return StreamableHttpTransport(at["url"])
    program, *arguments = at["command"]
    # Otherwise the server outlives the connection.
    return StdioTransport(program, arguments, env=at["environment"], keep_alive=False)


steps.run(connect)
