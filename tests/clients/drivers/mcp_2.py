"""PyPI `mcp` 2."""

from contextlib import asynccontextmanager

import steps
from mcp import Client, StdioServerParameters
from mcp_types import ElicitResult


@asynccontextmanager
async def connect(step, person):
    async def answer(_context, params):
        return ElicitResult(**person.ask(params.message, params.requested_schema))

    client = Client(
        server(step["connect"]),
        mode="legacy" if step["revision"] == "2025-11-25" else "auto",
        elicitation_callback=answer if step["elicitation"] else None,
    )
    async with client:
        yield client.protocol_version, client.call_tool


def server(at):
    if "url" in at:
        return at["url"]
    program, *arguments = at["command"]
    return StdioServerParameters(command=program, args=arguments, env=at["environment"])


steps.run(connect)
