"""The way down from a live reading to none, within a time that is kept whatever the page does.

First the page is asked. One that does not answer within a moment is paused where its script stands, and the same
question is then answered from the pause. What cannot be paused has a last copy, perhaps. The question is asked once:
while an earlier one is unanswered, a new reading waits for that one first, because a second would only queue behind it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from pagewarden.errors import Disconnected, PageCrashed, PagewardenError

GRACE_MS = 150
"""How long a page may take before it is paused."""

# How often the states are looked at that nobody announces: a dialog that opens while the page is asked.
_LOOK_SECONDS = 0.015

_RETRY_SECONDS = 0.01


class DocumentGone(PagewardenError):  # noqa: N818 (a state that the ladder handles)
    """The document that was asked is gone; the next one can be asked."""

    default_reason = "document_gone"


class Terminated(PagewardenError):  # noqa: N818
    """The question was cut off because it took too long."""

    default_reason = "terminated"


class LadderSession(Protocol):
    """What the ladder needs to know and to do; one for each frame.

    `evaluate` returns the answer of a page, whenever it comes; it raises DocumentGone when the document went away,
    Terminated when the page's engine cut the question off, PageCrashed or Disconnected when nobody is left to answer.
    `pause` and `resume` come in pairs and must not wait for the page. ``unanswered`` is for the ladder: the question
    that is on its way.
    """

    unanswered: asyncio.Task[str] | None

    @property
    def connected(self) -> bool:
        """Whether there is a page to ask."""
        ...

    @property
    def crashed(self) -> bool:
        """Whether its process has crashed."""
        ...

    @property
    def dialog_open(self) -> bool:
        """Whether a dialog keeps the page from answering."""
        ...

    @property
    def paused(self) -> bool:
        """Whether the page is paused now, by whomever."""
        ...

    @property
    def paused_by_other(self) -> bool:
        """Whether another debugger holds the page."""
        ...

    async def evaluate(self, expression: str, *, timeout_ms: int) -> str:
        """Asks the page."""
        ...

    async def pause(self) -> None:
        """Asks for a pause."""
        ...

    async def resume(self) -> None:
        """Takes the pause back."""
        ...


@dataclass(frozen=True, slots=True)
class Rung:
    """Where on the ladder a reading ended.

    Attributes:
        payload: What the collector returned, or the last copy, or None.
        status: ``ok``, or what kept the page from answering: ``renderer_busy``, ``blocked_by_dialog``,
            ``paused_by_debugger``, ``crashed``, ``discarded`` or ``disconnected``.
        freshness: ``live`` or ``last-good``.
        age_ms: The age of a last copy; 0 when live.
        how: ``direct``; ``paused`` when the answer came from a pause; ``late`` when it came after the moment of grace
            without one; ``last-good``; ``none``.
    """

    payload: str | None
    status: str
    freshness: str
    age_ms: int
    how: str


LastCopy = Callable[[], tuple[str, int] | None]
"""Returns the last copy with its age in milliseconds, or None."""


async def climb(
    session: LadderSession,
    expression_for: Callable[[int], str],
    *,
    deadline: float,
    grace_ms: int = GRACE_MS,
    last_copy: LastCopy | None = None,
) -> Rung:
    """Reads a page. Always answers by the deadline; an answer may hold nothing.

    Args:
        session: The page.
        expression_for: Gives the question for the milliseconds that are left; it should end by itself by then.
        deadline: When to answer at the latest, on the loop's clock.
        grace_ms: How long to wait before the page is paused. Default 150.
        last_copy: Asked when the page does not answer. Default: there is none.

    Raises:
        InternalError: The collector failed.
    """
    if (status := _obstacle(session)) == "ok":
        ascent = _Ascent(session, expression_for, deadline, grace_ms / 1000)
        answer, how = await ascent.answer()
        if answer is not None:
            return Rung(answer, "ok", "live", 0, how)
        status = _obstacle(session)
        if status == "ok":
            status = "paused_by_debugger" if session.paused_by_other else "renderer_busy"
    copy = last_copy() if last_copy is not None else None
    if copy is None:
        return Rung(None, status, "live", 0, "none")
    return Rung(copy[0], status, "last-good", copy[1], "last-good")


def _obstacle(session: LadderSession) -> str:
    if not session.connected:
        return "disconnected"
    if session.crashed:
        return "crashed"
    if session.dialog_open:
        return "blocked_by_dialog"
    return "ok"


class _Ascent:
    """One reading of one page, from the question to the answer or the deadline."""

    def __init__(
        self, session: LadderSession, expression_for: Callable[[int], str], deadline: float, grace: float
    ) -> None:
        self._session = session
        self._expression_for = expression_for
        self._deadline = deadline
        self._time = asyncio.get_running_loop().time
        self._pause_at = self._time() + grace
        self._pausing: asyncio.Future[None] | None = None

    async def answer(self) -> tuple[str | None, str]:
        """Returns the answer and how it came, or None."""
        try:
            while self._time() < self._deadline and _obstacle(self._session) == "ok":
                former = self._session.unanswered
                if former is not None and former.done():
                    former = None
                question = former or self._ask()
                if not await self._wait_for(question):
                    break
                if question is former:
                    continue
                try:
                    return question.result(), self._how()
                except (DocumentGone, asyncio.CancelledError):
                    await asyncio.sleep(_RETRY_SECONDS)
                except (Terminated, PageCrashed, Disconnected):
                    break
            return None, "none"
        finally:
            if self._pausing is not None:
                # Shielded: a reading that is cancelled here must not leave the page paused.
                await asyncio.shield(asyncio.ensure_future(self._session.resume()))

    def _ask(self) -> asyncio.Task[str]:
        session = self._session
        left = max(1, int((self._deadline - self._time()) * 1000))
        question = asyncio.ensure_future(session.evaluate(self._expression_for(left), timeout_ms=left))
        session.unanswered = question

        def answered(task: asyncio.Task[str]) -> None:
            if session.unanswered is task:
                session.unanswered = None
            if not task.cancelled():
                task.exception()

        question.add_done_callback(answered)
        return question

    async def _wait_for(self, question: asyncio.Task[str]) -> bool:
        """Waits until the question is answered. False when the time is over or something is in the way."""
        while not question.done():
            now = self._time()
            if now >= self._deadline or _obstacle(self._session) != "ok":
                return False
            if self._pausing is None and now >= self._pause_at and not self._session.paused_by_other:
                self._pausing = asyncio.ensure_future(self._session.pause())
                self._pausing.add_done_callback(_forget)
            until = min(self._deadline, now + _LOOK_SECONDS)
            if self._pausing is None and self._pause_at > now:
                until = min(until, self._pause_at)
            await asyncio.wait((question,), timeout=until - now)
        return True

    def _how(self) -> str:
        if self._pausing is None:
            return "direct"
        return "paused" if self._session.paused else "late"


def _forget(future: asyncio.Future[None]) -> None:
    if not future.cancelled():
        future.exception()
