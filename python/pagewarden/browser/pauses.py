"""Pausing a page's script to read it, so that no page stays paused by us and none is resumed that another holds.

A pause asked for while nothing runs stays armed and stops the next script that comes, long after the reading. So each
one is accounted for: a pause of ours that nobody waits for any more is resumed at once, and one that did not come is
disarmed. A pause that another debugger holds is left alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

Post = Callable[[str, Mapping[str, Any]], "asyncio.Future[dict[str, Any]]"]
"""Puts a command of the session on its way."""


class Pauses:
    """The pauses of one session. `pause` and `resume` are counted: several frames of a page may be read at once."""

    def __init__(self, post: Post) -> None:
        self._post = post
        self._wanted = 0
        self._armed = False
        self._ours = False
        self._others = False
        self._asking: asyncio.Future[dict[str, Any]] | None = None
        self._disarming: asyncio.Future[dict[str, Any]] | None = None

    @property
    def paused(self) -> bool:
        """Whether the page is paused, by whomever."""
        return self._ours or self._others

    @property
    def by_other(self) -> bool:
        """Whether another debugger holds the page."""
        return self._others

    def pause(self) -> None:
        """Asks for a pause; it comes when the page's script reaches a point where it can be stopped."""
        self._wanted += 1
        if not self.paused:
            self._ask()

    def resume(self) -> None:
        """Takes back one `pause`; with the last one, the page runs on."""
        self._wanted = max(0, self._wanted - 1)
        if self._wanted:
            return
        if self._ours:
            self._tell("Debugger.resume")
        elif self._armed and self._disarming is None:
            # It did not come, because nothing ran. A statement of ours trips it, instead of the page's next one.
            self._disarming = self._post("Runtime.evaluate", {"expression": "0", "silent": True})
            self._disarming.add_done_callback(self._disarmed)

    def on_paused(self, params: Mapping[str, Any]) -> None:
        """Takes the event ``Debugger.paused``."""
        ours = self._armed and params.get("reason") == "other" and not params.get("hitBreakpoints")
        if not ours:
            self._others = True
            return
        self._armed = False
        self._ours = True
        if not self._wanted:
            self._tell("Debugger.resume")

    def on_resumed(self) -> None:
        """Takes the event ``Debugger.resumed``."""
        self._ours = self._others = False
        if self._wanted:
            # Asked for while the page was still held by a pause that had been taken back.
            self._ask()

    def forget(self) -> None:
        """The process of the page is gone, and with it every pause."""
        self._armed = self._ours = self._others = False

    def _ask(self) -> None:
        self._armed = True
        if self._asking is None:
            # An earlier one that the page has not taken yet serves as well; a second would only wait behind it.
            self._asking = self._post("Debugger.pause", {})
            self._asking.add_done_callback(self._asked)

    def _asked(self, future: asyncio.Future[dict[str, Any]]) -> None:
        del future
        self._asking = None

    def _tell(self, method: str) -> None:
        self._post(method, {})

    def _disarmed(self, future: asyncio.Future[dict[str, Any]]) -> None:
        del future
        self._disarming = None
