"""PyPI `mcp` 1."""

from contextlib import asynccontextmanager

import steps
from mcp import ClientSession, StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.types import ElicitResult


@asynccontextmanager
async def connect(step, person):
    async def answer(_context, params):
        return ElicitResult(**person.ask(params.message, params.requestedSchema))

    async with transport(step["connect"]) as (incoming, outgoing, *_):
        answering = answer if step["elicitation"] else None
        async with ClientSession(incoming, outgoing, elicitation_callback=answering) as session:
            agreed = await session.initialize()
            yield agreed.protocolVersion, session.call_tool


def transport(at):
    if "url" in at:
        return streamable_http_client(at["url"])
    program, *arguments = at["command"]
    return stdio_client(
        StdioServerParameters(command=program, args=arguments, env=at["environment"])
    )


steps.run(connect)
