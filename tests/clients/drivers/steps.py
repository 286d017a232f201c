"""What all drivers in Python have in common: they read steps as lines of JSON, do them with their
client, and print what came of each as a line of JSON. They expect nothing: the test does.

    {"connect": TARGET, "revision": …, "elicitation": true}
        where the target is {"command": …, "environment": …} or {"url": …}
        prints {"revision": …}, the one that client and server agreed on
    {"call": TOOL, "arguments": …, "answer": {"action": …, "content": …}}
        prints {"result": …, "asked": [{"message": …, "schema": …}]}

A client that fails ends the driver, with its own words on stderr.
"""

import json
import sys

import anyio


class Person:
    """Gives the answer of the step to every question, and writes the questions down."""

    def begin(self, answer):
        self.answer = answer
        self.asked = []

    def ask(self, message, schema):
        self.asked.append({"message": message, "schema": schema})
        return self.answer


def run(connect):
    """`connect(step, person)` is a connection, which gives its revision and a function that calls
    a tool."""
    anyio.run(_connections, connect)


async def _connections(connect):
    step = await _next_step()
    while step:
        person = Person()
        async with connect(step, person) as (revision, call):
            _say({"revision": revision})
            step = await _next_step()
            while step and "call" in step:
                person.begin(step.get("answer"))
                result = await call(step["call"], step["arguments"])
                _say({"result": _as_sent(result), "asked": person.asked})
                step = await _next_step()


async def _next_step():
    line = await anyio.to_thread.run_sync(sys.stdin.readline)
    return json.loads(line) if line else None


def _say(answer):
    print(json.dumps(answer), flush=True)


def _as_sent(result):
    return result.model_dump(mode="json", by_alias=True, exclude_none=True)
