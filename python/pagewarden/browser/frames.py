"""The frames of a page as the browser's events tell them: which document each shows, and where it can be read.

A frame outlives its documents, and a document its readings. What is known of a document is dropped the moment that it
is gone, so that no reading of one is taken for a reading of the next.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

WORLD_NAME = "pagewarden"
"""The isolated world in which everything of ours runs; one name for all reads, because each name is a new world."""


@dataclass(slots=True)
class Frame:
    """A frame and its document.

    Attributes:
        id: The browser's id of the frame.
        parent_id: The frame around it, None for the outermost.
        url: The address of the document.
        loader_id: The browser's id of the document.
        origin: The document's origin as the browser tells it; empty when it is opaque or not yet known.
        world: The unique id of our isolated world in this document, when there is one.
        elsewhere: The document lives in another process, and another session sees it.
    """

    id: str
    parent_id: str | None = None
    url: str = ""
    loader_id: str = ""
    origin: str = ""
    world: str | None = None
    elsewhere: bool = False


class Frames:
    """The frames that one session sees."""

    def __init__(self) -> None:
        self._frames: dict[str, Frame] = {}
        # In the order in which they came. A page can have frames without number, so that nothing looks through all.
        self._within: dict[str, dict[str, None]] = {}
        # By the number that the browser gives to a world: the frame, and the unique id.
        self._worlds: dict[int, tuple[str, str]] = {}
        self.main_id = ""

    def __iter__(self) -> Iterator[Frame]:
        return iter(list(self._frames.values()))

    def get(self, frame_id: str) -> Frame | None:
        """Returns a frame by its id."""
        return self._frames.get(frame_id)

    @property
    def main(self) -> Frame | None:
        """The outermost frame of the session, once it is known."""
        return self._frames.get(self.main_id)

    def below(self, frame_id: str) -> Iterator[Frame]:
        """The frames within a frame, each before those within it, in the order in which they came."""
        waiting = list(reversed(self._within.get(frame_id, {})))
        while waiting:
            inner = waiting.pop()
            if (frame := self._frames.get(inner)) is not None:
                yield frame
            waiting.extend(reversed(self._within.get(inner, {})))

    def frame_of_world(self, number: int) -> Frame | None:
        """Returns the frame in whose document a world of ours is, by the world's number."""
        known = self._worlds.get(number)
        if known is None:
            return None
        frame = self._frames.get(known[0])
        return frame if frame is not None and frame.world == known[1] else None

    def number_of_world(self, frame: Frame) -> int | None:
        """Returns the browser's number of our world in a frame's document, for the commands that know no other name."""
        for number, known in self._worlds.items():
            if known == (frame.id, frame.world):
                return number
        return None

    def take_tree(self, tree: Mapping[str, Any]) -> None:
        """Takes the answer of ``Page.getFrameTree``: what was there before the events began."""
        waiting = [tree]
        self.main_id = tree["frame"]["id"]
        while waiting:
            node = waiting.pop()
            told = node["frame"]
            frame = self._ensure(told["id"], told.get("parentId"))
            if not frame.loader_id:
                self._show(frame, told)
            waiting.extend(node.get("childFrames", ()))

    def navigated(self, told: Mapping[str, Any]) -> Frame:
        """Takes ``Page.frameNavigated``: the frame shows another document."""
        frame = self._ensure(told["id"], told.get("parentId"))
        if not told.get("parentId"):
            self.main_id = frame.id
        self._empty(frame.id)
        self._show(frame, told)
        return frame

    def moved(self, frame_id: str, url: str) -> None:
        """Takes ``Page.navigatedWithinDocument``: another address, the same document."""
        if (frame := self._frames.get(frame_id)) is not None:
            frame.url = url

    def attached(self, frame_id: str, parent_id: str) -> None:
        """Takes ``Page.frameAttached``."""
        self._ensure(frame_id, parent_id).elsewhere = False

    def swapped(self, frame_id: str) -> None:
        """The document of a frame is in another process now."""
        if (frame := self._frames.get(frame_id)) is not None:
            self._empty(frame_id)
            frame.elsewhere, frame.world, frame.origin, frame.loader_id = True, None, "", ""

    def remove(self, frame_id: str) -> None:
        """A frame is gone, with those within it."""
        self._empty(frame_id)
        self._within.pop(frame_id, None)
        frame = self._frames.pop(frame_id, None)
        if frame is not None and frame.parent_id is not None:
            self._within.get(frame.parent_id, {}).pop(frame_id, None)

    def world_made(self, context: Mapping[str, Any]) -> None:
        """Takes ``Runtime.executionContextCreated``."""
        about = context.get("auxData") or {}
        frame_id = about.get("frameId")
        if not isinstance(frame_id, str):
            return
        frame = self._ensure(frame_id, None)
        if about.get("isDefault"):
            origin = context.get("origin", "")
            frame.origin = origin if origin.startswith(("http://", "https://")) else ""
        elif context.get("name") == WORLD_NAME:
            frame.world = context["uniqueId"]
            self._worlds[context["id"]] = (frame_id, context["uniqueId"])

    def world_gone(self, number: int) -> Frame | None:
        """Takes ``Runtime.executionContextDestroyed``; returns the frame if it was our world in its document."""
        frame = self.frame_of_world(number)
        self._worlds.pop(number, None)
        if frame is not None:
            frame.world = None
        return frame

    def worlds_gone(self) -> None:
        """Takes ``Runtime.executionContextsCleared``."""
        self._worlds.clear()
        for frame in self._frames.values():
            frame.world = None

    def _ensure(self, frame_id: str, parent_id: str | None) -> Frame:
        frame = self._frames.get(frame_id)
        if frame is None:
            frame = self._frames[frame_id] = Frame(frame_id)
        if parent_id is not None and frame.parent_id != parent_id and not self._is_within(parent_id, frame_id):
            if frame.parent_id is not None:
                self._within.get(frame.parent_id, {}).pop(frame_id, None)
            frame.parent_id = parent_id
            self._within.setdefault(parent_id, {})[frame_id] = None
        return frame

    def _is_within(self, frame_id: str, outer_id: str) -> bool:
        """Whether a frame is another one or stands within it: what holds itself would never come to an end."""
        at: str | None = frame_id
        while at is not None:
            if at == outer_id:
                return True
            frame = self._frames.get(at)
            at = None if frame is None else frame.parent_id
        return False

    def _empty(self, frame_id: str) -> None:
        """The frames within a frame are gone."""
        for frame in list(self.below(frame_id)):
            self._frames.pop(frame.id, None)
            self._within.pop(frame.id, None)
        self._within.pop(frame_id, None)

    @staticmethod
    def _show(frame: Frame, told: Mapping[str, Any]) -> None:
        frame.url = told.get("url", "") + told.get("urlFragment", "")
        frame.loader_id = told.get("loaderId", "")
        frame.elsewhere = False
        origin = told.get("securityOrigin", "")
        frame.origin = origin if origin.startswith(("http://", "https://")) else ""
