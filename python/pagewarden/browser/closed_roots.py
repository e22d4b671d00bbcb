"""Closed shadow roots: a script cannot see them, the browser can, so that it is asked about the few places in question.

The collector names the elements that may have one. The browser says which of them do, and gives their roots to the
collector, which reads them like any other part of the page.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any

from pagewarden import _core
from pagewarden.browser.question import TAIL_CHARS, Question

Send = Callable[[str, dict[str, Any]], Awaitable[dict[str, Any]]]
"""Sends a command to the page's session and returns the answer."""

OBJECT_GROUP = "pagewarden-closed"

MOST_ROUNDS = 4
"""How deep closed roots within closed roots are looked for."""

# The end of an answer tells how many candidates there are; looked for there alone.
_CANDIDATES = re.compile(r'"candidates":([0-9]+)')


def candidates_in(payload: str | None) -> int:
    """How many elements of an answer may have a closed shadow root."""
    found = _CANDIDATES.findall(payload[-TAIL_CHARS:]) if payload else []
    return int(found[-1]) if found else 0


async def read_closed_roots(
    send: Send, context_id: int, question: Question, time_left: Callable[[], int]
) -> tuple[list[str], int]:
    """Reads the closed shadow roots of the document that was read last in a world.

    Args:
        send: The session.
        context_id: The browser's number of that world.
        question: The question of this reading.
        time_left: The milliseconds that are left.

    Returns:
        The answers, and how many roots there are that gave none.
    """
    answers: list[str] = []
    unread = 0
    done = 0
    try:
        # A closed root may hold hosts of closed roots: they come with the next round.
        for _ in range(MOST_ROUNDS):
            roots, seen = await _roots_from(send, context_id, done)
            read = await asyncio.gather(
                *(
                    _read(send, context_id, backend, number=number, question=question, time_left=time_left)
                    for number, backend in roots.items()
                ),
                return_exceptions=True,
            )
            came = [answer for answer in read if isinstance(answer, str)]
            answers += came
            unread += len(roots) - len(came)
            if not came or seen == done:
                break
            done = seen
    finally:
        # Not waited for: a page that hangs by now would answer after every deadline.
        releasing = asyncio.ensure_future(send("Runtime.releaseObjectGroup", {"objectGroup": OBJECT_GROUP}))
        releasing.add_done_callback(_forget)
    return answers, unread


def _forget(releasing: asyncio.Future[dict[str, Any]]) -> None:
    if not releasing.cancelled():
        releasing.exception()


async def _roots_from(send: Send, context_id: int, first: int) -> tuple[dict[int, int], int]:
    """Asks the browser about the candidates from a number on: the closed roots by candidate, and how many there are."""
    answer = await send(
        "Runtime.evaluate",
        {
            "expression": _core.CANDIDATES,
            "contextId": context_id,
            "silent": True,
            "disableBreaks": True,
            "objectGroup": OBJECT_GROUP,
        },
    )
    array = answer.get("result", {}).get("objectId")
    if array is None:
        return {}, first
    properties = await send("Runtime.getProperties", {"objectId": array, "ownProperties": True})
    elements = {
        int(entry["name"]): entry["value"]["objectId"]
        for entry in properties.get("result", [])
        if entry["name"].isdigit() and int(entry["name"]) >= first and "objectId" in entry.get("value", {})
    }
    described = await asyncio.gather(
        *(send("DOM.describeNode", {"objectId": element, "depth": 0}) for element in elements.values()),
        return_exceptions=True,
    )
    roots = {
        number: int(root["backendNodeId"])
        for number, node in zip(elements, described, strict=True)
        if not isinstance(node, BaseException)
        for root in node["node"].get("shadowRoots", [])
        if root.get("shadowRootType") == "closed"
    }
    return roots, first + len(elements)


async def _read(
    send: Send, context_id: int, backend: int, *, number: int, question: Question, time_left: Callable[[], int]
) -> str | None:
    root = await send(
        "DOM.resolveNode",
        {"backendNodeId": backend, "executionContextId": context_id, "objectGroup": OBJECT_GROUP},
    )
    answer = await send(
        "Runtime.callFunctionOn",
        {
            "objectId": root["object"]["objectId"],
            "functionDeclaration": question.of_closed_root(time_left(), number),
            "returnByValue": True,
            "silent": True,
        },
    )
    value = answer.get("result", {}).get("value")
    return value if isinstance(value, str) else None
