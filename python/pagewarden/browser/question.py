"""What is asked of a page: the collector's call for one reading, with the time that is left when it goes out.

Only the core knows the collector. Here it is told what the reading wants, and how much of the time it may use.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from pagewarden import _core

# What is kept back of the time for the way of the answer and for the core, in milliseconds.
_LEAST_RESERVE_MS = 15
_MOST_RESERVE_MS = 150

TAIL_CHARS = 400
"""Within how many of an answer's last characters it says how the reading went."""

# An answer that was cut and is shorter than this holds nothing worth having.
_SHORT_CHARS = 2000


@dataclass(frozen=True, slots=True)
class Question:
    """One reading's question; calling it gives the expression for a number of milliseconds that are left.

    Attributes:
        mode: ``person``, ``innertext`` or ``full``.
        hidden: Also read what a person cannot see.
        max_chars: Most characters.
        max_nodes: Most nodes.
        scope: A structural selector, or None for the whole page.
        boxes: Whether the box of every element is returned.
    """

    mode: str
    hidden: bool
    max_chars: int
    max_nodes: int
    scope: str | None = None
    boxes: bool = False

    def __call__(self, left_ms: int) -> str:
        """Returns the expression to evaluate in a document."""
        return self._call(left_ms, None)

    def of_closed_root(self, left_ms: int, number: int) -> str:
        """Returns the function to call on the closed shadow root of a candidate, by the candidate's number."""
        return self._call(left_ms, number)

    def _call(self, left_ms: int, closed_root: int | None) -> str:
        reserve = min(_MOST_RESERVE_MS, max(_LEAST_RESERVE_MS, left_ms // 10))
        time_ms = max(1, left_ms - reserve)
        return _core.collector_call(
            self.mode,
            self.hidden,
            self.max_chars,
            self.max_nodes,
            time_ms,
            int(time.time() * 1000) + time_ms,
            self.mode == "person",
            self.boxes,
            self.scope,
            True,  # noqa: FBT003 (a document above that can be reached reads this one in place)
            closed_root,
        )


def came_to_nothing(answer: str) -> bool:
    """Whether an answer says no more than that its time was over: a page may be paused when none is left to read it."""
    short = len(answer) < _SHORT_CHARS and '"cut":"timeout_ms"' in answer[-TAIL_CHARS:]
    return short or answer == _core.LATE


def observer_call() -> str:
    """Returns the expression with which an observer in the page makes its copies, each in ``budget`` milliseconds."""
    copy = _core.collector_call("person", False, 50_000, 20_000, None, 1 << 52, True, False, None, True, None)  # noqa: FBT003
    return f"({_core.collector()}, {copy})"
