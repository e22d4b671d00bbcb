"""One capture of a page: every frame that may be read and can be, asked at once, and nothing of any other.

The gate is asked before a question goes out and again when the answer is here, because a page may go elsewhere in
between; an answer of a document that is gone is thrown away unread.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Any

from pagewarden.browser.closed_roots import candidates_in, read_closed_roots
from pagewarden.browser.connection import CommandFailed
from pagewarden.browser.frames import Frame
from pagewarden.browser.ladder import LastCopy, Rung, climb
from pagewarden.browser.origins import OriginGate
from pagewarden.browser.question import Question, came_to_nothing
from pagewarden.browser.target_session import TargetSession
from pagewarden.errors import Blocked, Disconnected, PageCrashed

# A page can make frames without end; those above this are listed as not read.
MOST_FRAMES = 100

# How long a page is waited for that had to be paused the last time.
HANGING_GRACE_MS = 30

DENIED = "denied"
OUT_OF_PROCESS = "out_of_process"
NOT_READ = "max_frames"
GONE = "navigated"


@dataclass(frozen=True, slots=True)
class FrameCapture:
    """What came of a frame within a page.

    ``status`` is that of a `Rung`, or ``denied`` (its origin may not be read), ``out_of_process``, ``navigated`` (it
    went elsewhere while it was read) or ``max_frames`` (there are too many).
    """

    frame_id: str
    parent_id: str | None
    payload: str | None
    status: str
    freshness: str = "live"
    age_ms: int = 0


@dataclass(frozen=True, slots=True)
class Captured:
    """What came of a page: the rung of its main frame, that frame's address as it is, and the frames within it.

    ``closed_roots`` are the answers of closed shadow roots, and ``closed_unread`` counts those without an answer.
    """

    rung: Rung
    frames: list[FrameCapture] = field(default_factory=list)
    closed_roots: list[str] = field(default_factory=list)
    closed_unread: int = 0
    frame_id: str = ""
    url: str = ""


async def capture(
    session: TargetSession, gate: OriginGate, expression_for: Callable[[int], str], *, deadline: float, grace_ms: int
) -> Captured:
    """Captures a page. See `Tab.capture`."""
    if session.hangs:
        grace_ms = min(grace_ms, HANGING_GRACE_MS)
    time = asyncio.get_running_loop().time
    await _known(session, deadline)
    while session.tree_known and session.connected and not session.crashed:
        captured = await _once(session, gate, expression_for, deadline=deadline, grace_ms=grace_ms)
        if captured is not None:
            # A page that hung a moment ago mostly still does; one that answers again gets its full grace back.
            session.hangs = captured.rung.how == "paused"
            return captured
        if time() >= deadline:
            break
    return _without_asking(session, gate)


async def _known(session: TargetSession, deadline: float) -> None:
    """Waits until the page has told what it shows: one that was there before us tells it when it is attached to."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout_at(deadline):
            while not session.tree_known and session.connected and not session.crashed:
                await session.changed()


async def _once(
    session: TargetSession, gate: OriginGate, expression_for: Callable[[int], str], *, deadline: float, grace_ms: int
) -> Captured | None:
    """Asks every frame once. None when the page went elsewhere meanwhile: what came is then thrown away."""
    main = session.frames.main
    if main is None:
        return None
    _check(session, gate, main)
    document, url = main.loader_id, main.url
    inner = list(session.frames.below(main.id))
    rungs = await _together(
        [
            _read(session, gate, frame, expression_for, deadline=deadline, grace_ms=grace_ms)
            for frame in (main, *inner[:MOST_FRAMES])
        ]
    )
    closed, closed_unread = await _closed_roots(session, [main, *inner], rungs, expression_for, deadline)
    rung, now = rungs[0], session.frames.main
    if now is not None:
        _check(session, gate, now)
    if now is None or now.loader_id != document or isinstance(rung, str):
        return None
    captured = [_result(frame, rung) for frame, rung in zip(inner[:MOST_FRAMES], rungs[1:], strict=True)]
    captured += [FrameCapture(frame.id, frame.parent_id, None, NOT_READ) for frame in inner[MOST_FRAMES:]]
    listed = {frame.frame_id for frame in captured}
    for frame_id, parent_id in session.elsewhere():
        if frame_id not in listed:
            listed.add(frame_id)
            captured.append(FrameCapture(frame_id, parent_id, None, OUT_OF_PROCESS))
    return Captured(rung, captured, closed, closed_unread, frame_id=main.id, url=url)


async def _closed_roots(
    session: TargetSession,
    frames: Sequence[Frame],
    rungs: Sequence[Rung | str],
    question: Callable[[int], str],
    deadline: float,
) -> tuple[list[str], int]:
    """Reads the closed shadow roots of the documents that have answered by themselves."""
    answers: list[str] = []
    unread = 0
    time = asyncio.get_running_loop().time
    for frame, rung in zip(frames, rungs, strict=False):
        if not isinstance(question, Question) or isinstance(rung, str) or rung.how != "direct":
            continue
        candidates = candidates_in(rung.payload)
        world = session.frames.number_of_world(frame)
        if candidates == 0 or world is None:
            continue
        try:
            async with asyncio.timeout_at(deadline):
                read, left = await read_closed_roots(
                    session.send, world, question, lambda: max(1, int((deadline - time()) * 1000))
                )
        except (TimeoutError, CommandFailed, PageCrashed, Disconnected):
            # Nobody knows whether there are any.
            continue
        answers += read
        unread += left
    return answers, unread


def _without_asking(session: TargetSession, gate: OriginGate) -> Captured:
    """What there is of a page that cannot be asked: its last copy, if it may be read."""
    status = "renderer_busy" if session.status == "ok" else session.status
    main = session.frames.main
    if main is not None and session.tree_known:
        _check(session, gate, main)
        copy = _last_copy(session, main)()
        if copy is not None:
            return Captured(Rung(copy[0], status, "last-good", copy[1], "last-good"), frame_id=main.id, url=main.url)
    return Captured(Rung(None, status, "live", 0, "none"))


async def _together(readings: Sequence[Coroutine[Any, Any, Rung | str]]) -> list[Rung | str]:
    """Runs readings at once. The page answers them one after another, and one pause serves them all."""
    if len(readings) == 1:
        return [await readings[0]]
    tasks = [asyncio.ensure_future(reading) for reading in readings]
    try:
        return await asyncio.gather(*tasks)
    except BaseException:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        raise


async def _read(
    session: TargetSession,
    gate: OriginGate,
    frame: Frame,
    expression_for: Callable[[int], str],
    *,
    deadline: float,
    grace_ms: int,
) -> Rung | str:
    """Reads one frame; a word instead of a rung says why it was not."""
    if frame.elsewhere:
        return OUT_OF_PROCESS
    if not may_read(session, gate, frame):
        return DENIED
    document, origin = frame.loader_id, frame.origin
    view = session.frame_session(frame.id)
    rung = await climb(view, expression_for, deadline=deadline, grace_ms=grace_ms, last_copy=_last_copy(session, frame))
    if rung.payload is not None and came_to_nothing(rung.payload) and not _scoped(expression_for):
        copy = _last_copy(session, frame)()
        if copy is not None:
            rung = Rung(copy[0], "renderer_busy", "last-good", copy[1], "last-good")
    now = session.frames.get(frame.id)
    if now is None or (now.loader_id, now.origin) != (document, origin):
        return GONE
    if not may_read(session, gate, now):
        return DENIED
    return rung


def _scoped(question: Callable[[int], str]) -> bool:
    return isinstance(question, Question) and question.scope is not None


def _last_copy(session: TargetSession, frame: Frame) -> LastCopy:
    def copy() -> tuple[str, int] | None:
        held = session.last_good.get(frame.id, frame.loader_id, frame.origin)
        return None if held is None else (held.payload, held.age_ms(asyncio.get_running_loop().time()))

    return copy


def may_read(session: TargetSession, gate: OriginGate, frame: Frame) -> bool:
    """Whether the gate lets a frame be read as it is now."""
    parent = session.frames.get(frame.parent_id) if frame.parent_id is not None else None
    while parent is not None and parent.parent_id is not None and parent.url.startswith("about:"):
        parent = session.frames.get(parent.parent_id)
    if not gate.allows(frame.url, origin=frame.origin, parent=None if parent is None else parent.url):
        return False
    # A frame within one that may not be read stays unread: its parent has put there what it shows.
    return parent is None or may_read(session, gate, parent)


def _check(session: TargetSession, gate: OriginGate, main: Frame) -> None:
    if not may_read(session, gate, main):
        raise origin_denied()


def _result(frame: Frame, rung: Rung | str) -> FrameCapture:
    if isinstance(rung, str):
        return FrameCapture(frame.id, frame.parent_id, None, rung)
    return FrameCapture(frame.id, frame.parent_id, rung.payload, rung.status, rung.freshness, rung.age_ms)


def origin_denied() -> Blocked:
    """The error for a page whose origin may not be read."""
    return Blocked(
        "this page may not be read: its origin is not allowed",
        reason="origin",
        hint="name its origin in allow_origins, or its HOST:PORT in the policy, if it is meant to be read",
    )
