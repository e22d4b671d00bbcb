"""The last copies of a tab's frames from a time when they could be read, for the time when they cannot.

A copy is raw, so that it is kept here and nowhere else, given out only when something is read, and forgotten as soon
as the document that it shows is gone. A document of another origin never gets to see or to show it.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from dataclasses import dataclass

# Of one frame, and of all frames of a tab, in characters.
MOST_CHARS_OF_A_FRAME = 4 * 1024 * 1024
MOST_CHARS_OF_A_TAB = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Copy:
    """What a frame showed at a time (of the loop's clock, in seconds)."""

    loader_id: str
    origin: str
    document: str
    payload: str
    time: float

    def age_ms(self, now: float) -> int:
        """How old the copy is, in milliseconds."""
        return max(0, round((now - self.time) * 1000))


class LastGood:
    """The copies of one tab, by frame."""

    def __init__(self, *, frame_limit: int = MOST_CHARS_OF_A_FRAME, tab_limit: int = MOST_CHARS_OF_A_TAB) -> None:
        self._copies: OrderedDict[str, Copy] = OrderedDict()
        self._frame_limit = frame_limit
        self._tab_limit = tab_limit
        self._chars = 0

    def __len__(self) -> int:
        return len(self._copies)

    @property
    def chars(self) -> int:
        """How much is held, in characters."""
        return self._chars

    def take(self, frame_id: str, loader_id: str, origin: str, message: str, now: float) -> None:
        """Takes a message of the observer in the page: ``{"document": ID, "payload": TEXT}``.

        With ``"unchanged": true`` instead of a payload, the copy at hand is as fresh as a new one. A payload of null
        wipes the copy. What has another form, or is too large, wipes it too: an old copy must not pass for a new one.
        """
        if len(message) > 2 * self._frame_limit:
            self.wipe(frame_id)
            return
        try:
            pushed = json.loads(message)
        except (ValueError, RecursionError):
            pushed = None
        if not isinstance(pushed, dict) or not isinstance(document := pushed.get("document"), str):
            self.wipe(frame_id)
            return
        payload = pushed.get("payload")
        if pushed.get("unchanged") is True:
            held = self._copies.get(frame_id)
            payload = held.payload if held is not None and held.document == document else None
        self.wipe(frame_id)
        if isinstance(payload, str) and len(payload) <= self._frame_limit:
            self._copies[frame_id] = Copy(loader_id, origin, document, payload, now)
            self._chars += len(payload)
            while self._chars > self._tab_limit:
                self.wipe(next(iter(self._copies)))

    def get(self, frame_id: str, loader_id: str, origin: str) -> Copy | None:
        """Returns the copy of a frame, if it shows the document that the frame has now."""
        copy = self._copies.get(frame_id)
        return copy if copy is not None and (copy.loader_id, copy.origin) == (loader_id, origin) else None

    def wipe(self, frame_id: str | None = None) -> None:
        """Forgets the copy of a frame, or of all."""
        if frame_id is None:
            self._copies.clear()
            self._chars = 0
        elif (copy := self._copies.pop(frame_id, None)) is not None:
            self._chars -= len(copy.payload)
