"""From a capture of a live page to what was asked for: the collector's call, the core's reading, one report.

What is read is decided here once, for a tab of ours and for a page that Playwright drives. The answers of a page pass
through as text that nobody looks into; the core decodes and releases them.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol, TypeVar

from pagewarden import _core, checks
from pagewarden.browser.capture import Captured
from pagewarden.browser.question import Question
from pagewarden.errors import InvalidParameter, ReadTimeout
from pagewarden.models import Element, LimitFired, Matches, PageText, Report, SearchResult
from pagewarden.page import DEFAULT_MAX_CHARS, DEFAULT_MAX_NODES, DEFAULT_TIMEOUT_MS, SEARCHED_CHARS, Rendering
from pagewarden.policy import Policy
from pagewarden.search import DEFAULT_MAX_MATCHES

Answer = TypeVar("Answer")

HARD_TIMEOUT_MS = 600_000
"""The longest time a reading may be given, in milliseconds."""

# What a selector that is matched outside of the page may make us carry, in nodes and characters.
_WHOLE_NODES = 250_000
_WHOLE_CHARS = 20_000_000

_SEARCHED = Question("person", hidden=False, max_chars=SEARCHED_CHARS, max_nodes=_WHOLE_NODES)

_WHOLE = Question("full", hidden=True, max_chars=_WHOLE_CHARS, max_nodes=_WHOLE_NODES)

# An answer of this size is worth a thread: smaller ones are decoded faster than a thread is found.
_LARGE_ANSWER = 1_000_000


class Capturer(Protocol):
    """A live page that can be asked with the collector's call."""

    @property
    def policy(self) -> Policy:
        """The rules under which its answers are released."""
        ...

    async def capture(self, expression_for: Callable[[int], str], *, timeout_ms: int) -> Captured:
        """Asks every frame that may be read; always answers in time."""
        ...


class _Clock:
    """The time of one reading."""

    def __init__(self, timeout_ms: int) -> None:
        self.started = time.monotonic()
        self.timeout_ms = min(timeout_ms, HARD_TIMEOUT_MS)
        self.clamped = ("timeout_ms",) if timeout_ms > HARD_TIMEOUT_MS else ()

    @property
    def elapsed_ms(self) -> int:
        return int((time.monotonic() - self.started) * 1000)

    @property
    def left_ms(self) -> int:
        # The core gets a moment even when the page has taken all: what was captured is worth reading.
        return max(50, self.timeout_ms - self.elapsed_ms)


async def text_of(
    capturer: Capturer,
    selector: str | None = None,
    *,
    visible_only: bool = True,
    rendering: Rendering = "person",
    max_chars: int = DEFAULT_MAX_CHARS,
    max_nodes: int = DEFAULT_MAX_NODES,
    timeout_ms: int = DEFAULT_TIMEOUT_MS,
) -> PageText:
    """Returns the rendered text of a live page; `Tab.text` documents the arguments."""
    selector = checks.optional_text("selector", selector)
    checks.truth("visible_only", visible_only)
    rendering_name = checks.text("rendering", rendering)
    max_chars = checks.whole_number("max_chars", max_chars)
    max_nodes = checks.whole_number("max_nodes", max_nodes)
    clock = _Clock(checks.whole_number("timeout_ms", timeout_ms))
    if rendering_name not in ("person", "innertext"):
        raise InvalidParameter('rendering must be "person" or "innertext"', hint="pass one of the two")
    if selector is None or _core.is_structural(selector):
        hidden = rendering == "person" and not visible_only
        question = Question(rendering_name, hidden, max_chars, max_nodes, selector)
    else:
        # Any other selector could ask for a secret letter by letter: the core matches it on the released page.
        question = _WHOLE
    captured = await capturer.capture(question, timeout_ms=clock.timeout_ms)
    policy = capturer.policy
    rung = captured.rung
    # A last copy is of the whole page: no element of it can be named.
    if rung.payload is None or (selector is not None and rung.freshness == "last-good"):
        return _nothing(captured, policy, clock)
    try:
        snapshot = await _release(captured, policy, max_chars, max_nodes, clock)
    except ReadTimeout:
        # The page came to our question when it had expired.
        return _nothing(replace(captured, rung=replace(rung, payload=None, status="renderer_busy")), policy, clock)

    def read() -> tuple[str, list[tuple[int, int, str]], str]:
        return snapshot.text(selector, visible_only, rendering_name, max_chars, max_nodes, clock.left_ms)

    text, hidden_runs, report_json = await _off_the_loop(read, snapshot.node_count > _WHOLE_NODES // 10)
    report = _complete(Report.from_dict(json.loads(report_json)), captured, clock)
    return PageText.of(text, hidden_runs, report)


async def matches_in(
    capturer: Capturer,
    pattern: str,
    *,
    case_sensitive: bool = False,
    max_matches: int = DEFAULT_MAX_MATCHES,
    timeout_ms: int = DEFAULT_TIMEOUT_MS,
) -> SearchResult:
    """Finds a pattern in the text of a live page; `Tab.search` documents the arguments."""
    pattern = checks.text("pattern", pattern)
    checks.truth("case_sensitive", case_sensitive)
    max_matches = checks.whole_number("max_matches", max_matches)
    clock = _Clock(checks.whole_number("timeout_ms", timeout_ms))
    # A pattern that is refused must not cost a reading.
    _core.search_text("", pattern, case_sensitive, max_matches, False, 1)  # noqa: FBT003 (by position)
    captured = await capturer.capture(_SEARCHED, timeout_ms=clock.timeout_ms)
    rung = captured.rung
    if rung.payload is not None:
        try:
            snapshot = await _release(captured, capturer.policy, SEARCHED_CHARS, _WHOLE_NODES, clock)
        except ReadTimeout:
            # The page came to our question when it had expired.
            captured = replace(captured, rung=replace(rung, payload=None, status="renderer_busy"))
        else:

            def search() -> tuple[tuple[list[tuple[str, int, int, int]], int, bool], str]:
                return snapshot.search(
                    pattern, case_sensitive, max_matches, SEARCHED_CHARS, _WHOLE_NODES, clock.left_ms
                )

            found, report_json = await _off_the_loop(search, snapshot.node_count > _WHOLE_NODES // 10)
            report = _complete(Report.from_dict(json.loads(report_json)), captured, clock)
            return SearchResult.of(Matches.of(*found), report)
    return SearchResult.of(Matches.of((), 0, True), _nothing(captured, capturer.policy, clock).report)  # noqa: FBT003


async def elements_of(
    capturer: Capturer,
    selector: str,
    *,
    all: bool = False,  # noqa: A002 (the public name)
    timeout_ms: int = DEFAULT_TIMEOUT_MS,
) -> list[Element]:
    """Returns the elements that a selector names; `Tab.query` documents the arguments."""
    selector = checks.text("selector", selector)
    checks.truth("all", all)
    clock = _Clock(checks.whole_number("timeout_ms", timeout_ms))
    _core.is_structural(selector)
    captured = await capturer.capture(_WHOLE, timeout_ms=clock.timeout_ms)
    if captured.rung.payload is None or captured.rung.freshness == "last-good":
        # An empty list would say that there is no such element, which nobody knows.
        raise ReadTimeout("the page did not answer", hint=Report.way_on(captured.rung.status))
    snapshot = await _release(captured, capturer.policy, _WHOLE_CHARS, _WHOLE_NODES, clock)
    found, _ = await _off_the_loop(
        lambda: snapshot.query(selector, all, DEFAULT_MAX_NODES, clock.left_ms),
        snapshot.node_count > _WHOLE_NODES // 10,
    )
    return Element.of(found)


async def _off_the_loop(work: Callable[[], Answer], large: bool) -> Answer:
    return await asyncio.to_thread(work) if large else work()


async def _release(captured: Captured, policy: Policy, max_chars: int, max_nodes: int, clock: _Clock) -> _core.Snapshot:
    # The collector's strings are UTF-16 in the page, where halves of a pair can stand alone.
    main = (captured.rung.payload or "").encode("utf-8", "surrogatepass")
    inner = [frame.payload.encode("utf-8", "surrogatepass") for frame in captured.frames if frame.payload]
    inner += [answer.encode("utf-8", "surrogatepass") for answer in captured.closed_roots]
    statuses = {frame.status for frame in captured.frames if not frame.payload} - {"ok"}
    unread = statuses.pop() if len(statuses) == 1 else "not_read" if statuses else "out_of_process"

    def release() -> _core.Snapshot:
        return _core.release_capture(
            Policy.native(policy),
            main,
            inner,
            unread,
            captured.closed_unread,
            max_chars,
            max_nodes,
            clock.timeout_ms,
        )

    return await _off_the_loop(release, len(main) > _LARGE_ANSWER)


def _complete(report: Report, captured: Captured, clock: _Clock) -> Report:
    """The core's report with what only the driver knows."""
    rung = captured.rung
    live = rung.freshness == "live"
    return replace(
        report,
        complete=report.complete and live,
        status=report.status if live else rung.status,
        freshness=rung.freshness,
        age_ms=rung.age_ms,
        elapsed_ms=clock.elapsed_ms,
        clamped=(*report.clamped, *clock.clamped),
    )


def _nothing(captured: Captured, policy: Policy, clock: _Clock) -> PageText:
    """The answer when the page gave none."""
    rung = captured.rung
    timed_out = rung.status == "renderer_busy"
    limits = (LimitFired("timeout_ms", clock.timeout_ms),) if timed_out else ()
    report = Report.of_nothing(
        status=rung.status, policy_revision=policy.revision, limits=limits, elapsed_ms=clock.elapsed_ms
    )
    return PageText(
        text="",
        truncated=True,
        elapsed_ms=report.elapsed_ms,
        source=report.source,
        freshness="live",
        status=report.status,
        hidden_runs=(),
        report=report,
    )
