"""The rules of the ladder, of pauses, of copies and of origins, without a browser."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.browser.live import live

from pagewarden import InternalError, Policy
from pagewarden.browser.ladder import DocumentGone, Terminated, climb
from pagewarden.browser.last_good import LastGood
from pagewarden.browser.observer import BINDING_NAME, observer_script
from pagewarden.browser.origins import OriginGate, origin_of
from pagewarden.browser.pauses import Pauses


class Page:
    """A page made of a few times: when it answers by itself, and whether it can be paused."""

    def __init__(self, answers_after: float | None, *, pausable: bool = True) -> None:
        self.unanswered: asyncio.Task[str] | None = None
        self.connected = True
        self.crashed = False
        self.dialog_open = False
        self.paused = False
        self.paused_by_other = False
        self.answers_after = answers_after
        self.pausable = pausable
        self.questions: list[str] = []
        self.failures: list[Exception] = []
        self.pauses = 0
        self._free = asyncio.Event()

    async def evaluate(self, expression: str, *, timeout_ms: int) -> str:
        """Answers when its time comes, or when it is paused."""
        assert timeout_ms > 0
        self.questions.append(expression)
        if self.failures:
            raise self.failures.pop(0)
        try:
            async with asyncio.timeout(self.answers_after):
                await self._free.wait()
        except TimeoutError:
            pass
        return f"answer to {expression}"

    async def pause(self) -> None:
        """Counts."""
        self.pauses += 1
        if self.pausable:
            self.paused = True
            self._free.set()

    async def resume(self) -> None:
        """Counts down."""
        self.pauses -= 1
        self.paused = False
        self._free.clear()


def soon(seconds: float) -> float:
    return asyncio.get_running_loop().time() + seconds


@live
async def test_direct_late_paused_and_none() -> None:
    for page, how in (
        (Page(0.0), "direct"),
        (Page(0.1, pausable=False), "late"),
        (Page(None), "paused"),
        (Page(None, pausable=False), "none"),
    ):
        rung = await climb(page, lambda _: "q", deadline=soon(0.2), grace_ms=30)
        assert rung.how == how
        assert (rung.status, rung.payload) == (("renderer_busy", None) if how == "none" else ("ok", "answer to q"))
        assert page.questions == ["q"]
        assert page.pauses == 0
        assert not page.paused


@live
async def test_a_new_reading_waits_for_the_former_question_and_then_asks_its_own() -> None:
    page = Page(0.3, pausable=False)
    first = await climb(page, lambda _: "first", deadline=soon(0.1), grace_ms=30)
    assert first.payload is None
    second = await climb(page, lambda _: "second", deadline=soon(0.1), grace_ms=30)
    assert second.payload is None
    # The second one was never asked: it would only have queued behind the first.
    assert page.questions == ["first"]
    third = await climb(page, lambda _: "third", deadline=soon(1.0), grace_ms=30)
    assert third.payload == "answer to third"
    assert page.questions == ["first", "third"]


@live
async def test_obstacles_are_told_at_once_with_the_last_copy() -> None:
    for name, status in (("dialog_open", "blocked_by_dialog"), ("crashed", "crashed"), ("connected", "disconnected")):
        page = Page(None)
        setattr(page, name, name != "connected")
        loop = asyncio.get_running_loop()
        start = loop.time()
        rung = await climb(page, lambda _: "q", deadline=soon(5), last_copy=lambda: ("old", 1234))
        assert loop.time() - start < 0.05
        assert (rung.payload, rung.status, rung.freshness, rung.age_ms) == ("old", status, "last-good", 1234)
        assert page.questions == []
        page = Page(None, pausable=False)
        climbing = asyncio.create_task(climb(page, lambda _: "q", deadline=soon(5)))
        await asyncio.sleep(0.05)
        setattr(page, name, name != "connected")
        rung = await asyncio.wait_for(climbing, 0.1)
        assert (rung.payload, rung.status) == (None, status)


@live
async def test_a_page_that_another_debugger_holds_is_not_paused() -> None:
    page = Page(None)
    page.paused_by_other = page.paused = True
    rung = await climb(page, lambda _: "q", deadline=soon(0.1), grace_ms=10)
    assert rung.status == "paused_by_debugger"
    assert page.pauses == 0
    assert page.paused


@live
async def test_a_document_that_goes_is_asked_again_and_a_defect_is_told() -> None:
    page = Page(0.0)
    page.failures = [DocumentGone("gone"), DocumentGone("gone")]
    rung = await climb(page, lambda left: f"q{left > 0}", deadline=soon(1))
    assert rung.payload == "answer to qTrue"
    page.failures = [Terminated("cut")]
    assert (await climb(page, lambda _: "q", deadline=soon(1))).status == "renderer_busy"
    page.failures = [InternalError("defect")]
    with pytest.raises(InternalError):
        await climb(page, lambda _: "q", deadline=soon(1))
    page.failures = [DocumentGone("gone")] * 1000
    assert (await climb(page, lambda _: "q", deadline=soon(0.1))).payload is None


@live
async def test_whatever_is_cancelled_the_page_is_resumed() -> None:
    for delay in (0.0, 0.01, 0.04, 0.06, 0.1):
        page = Page(None, pausable=False)
        climbing = asyncio.create_task(climb(page, lambda _: "q", deadline=soon(5), grace_ms=30))
        await asyncio.sleep(delay)
        climbing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await climbing
        await asyncio.sleep(0.01)
        assert page.pauses == 0


class Engine:
    """What the browser's engine does with pauses, as far as it was seen to."""

    def __init__(self) -> None:
        self.armed = False
        self.paused = False
        self.unsettled: list[asyncio.Future[dict[str, Any]]] = []
        self.pauses = Pauses(self.post)

    def post(self, method: str, params: Mapping[str, Any]) -> asyncio.Future[dict[str, Any]]:
        """Takes a command."""
        future: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        if method == "Debugger.pause":
            self.armed = self.armed or not self.paused
            future.set_result({})
        elif method == "Debugger.resume":
            assert self.paused
            future.set_result({})
            asyncio.get_running_loop().call_soon(self.go_on)
        else:
            assert method == "Runtime.evaluate"
            assert "disableBreaks" not in params
            self.unsettled.append(future)
            asyncio.get_running_loop().call_soon(self.script)
        return future

    def go_on(self) -> None:
        """Ends a pause."""
        if self.paused:
            self.paused = False
            self.pauses.on_resumed()

    def script(self) -> None:
        """The page runs some script; an armed pause stops it."""
        if self.armed and not self.paused:
            self.armed, self.paused = False, True
            self.pauses.on_paused({"reason": "other", "hitBreakpoints": []})
        for future in self.unsettled:
            if not future.done():
                future.set_result({})
        self.unsettled.clear()


@given(st.lists(st.sampled_from(["pause", "resume", "script", "turn"]), max_size=30))
def test_no_order_of_things_leaves_a_page_paused(steps: list[str]) -> None:
    async def play() -> None:
        engine = Engine()
        wanted = 0
        for step in steps:
            if step == "pause":
                engine.pauses.pause()
                wanted += 1
            elif step == "resume" and wanted:
                engine.pauses.resume()
                wanted -= 1
            elif step == "script":
                engine.script()
            else:
                await asyncio.sleep(0)
        if wanted:
            engine.script()
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            engine.script()
            assert engine.paused
        for _ in range(wanted):
            engine.pauses.resume()
        for _ in range(4):
            await asyncio.sleep(0)
        # Nothing is armed either: the page's next script runs.
        engine.script()
        for _ in range(4):
            await asyncio.sleep(0)
        assert not engine.paused
        assert not engine.pauses.paused

    asyncio.run(play())


@live
async def test_the_pause_of_another_debugger_is_left_alone() -> None:
    engine = Engine()
    engine.paused = True
    engine.pauses.on_paused({"reason": "other", "hitBreakpoints": ["1:2:3"]})
    assert engine.pauses.by_other
    engine.pauses.pause()
    engine.pauses.resume()
    await asyncio.sleep(0)
    assert engine.paused
    engine.go_on()
    assert not engine.pauses.by_other


def pushed(payload: object, document: str = "d") -> str:
    return json.dumps({"document": document, "payload": payload})


def test_copies_are_bound_to_their_document() -> None:
    store = LastGood()
    store.take("f", "loader1", "https://a.example", pushed("text"), 10.0)
    copy = store.get("f", "loader1", "https://a.example")
    assert copy is not None
    assert (copy.payload, copy.age_ms(10.5)) == ("text", 500)
    assert store.get("f", "loader2", "https://a.example") is None
    assert store.get("f", "loader1", "https://b.example") is None
    assert store.get("g", "loader1", "https://a.example") is None
    store.take("f", "loader1", "https://a.example", '{"document": "d", "unchanged": true}', 20.0)
    copy = store.get("f", "loader1", "https://a.example")
    assert copy is not None
    assert (copy.payload, copy.time) == ("text", 20.0)
    store.take("f", "loader1", "https://a.example", '{"document": "other", "unchanged": true}', 30.0)
    assert len(store) == store.chars == 0
    for wiping in ("", "null", "[]", '{"payload": "x"}', pushed(None), pushed(7), "[" * 100_000):
        store.take("f", "loader1", "", pushed("text"), 1.0)
        store.take("f", "loader1", "", wiping, 2.0)
        assert len(store) == store.chars == 0
    store.take("f", "l", "", pushed("x"), 1.0)
    store.take("g", "l", "", pushed("y"), 1.0)
    store.wipe("f")
    assert len(store) == 1
    store.wipe()
    assert store.chars == 0


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.integers(0, 30)), max_size=40))
def test_copies_stay_within_their_bounds(pushes: list[tuple[str, int]]) -> None:
    store = LastGood(frame_limit=20, tab_limit=50)
    for frame, size in pushes:
        store.take(frame, "l", "", pushed("x" * size), 1.0)
        assert store.chars <= 50
    held = [store.get(frame, "l", "") for frame in "abcd"]
    assert store.chars == sum(len(copy.payload) for copy in held if copy is not None)


def test_the_observer_is_whole() -> None:
    script = observer_script("collect('COLLECTOR BUDGET', budget)", budget_ms=35, interval_ms=450)
    assert script.count(BINDING_NAME) == 1
    assert "collect('COLLECTOR BUDGET', budget)" in script
    assert "budget = 35" in script
    assert "Math.max(450, 20 * cost)" in script
    for word in ("BINDING", "OBSERVER", "INTERVAL", "TRIES"):
        assert word not in script


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("https://Example.com/path?x", "https://example.com"),
        ("https://example.com:443/", "https://example.com"),
        ("http://example.com:8080", "http://example.com:8080"),
        ("http://[::1]:80/", "http://[::1]"),
        ("blob:https://example.com/1234", "https://example.com"),
        ("about:blank", None),
        ("data:text/html,x", None),
        ("file:///etc/passwd", None),
        ("https://", None),
        ("https://example.com:99999/", None),
        ("chrome://settings", None),
    ],
)
def test_origins_of_addresses(url: str, origin: str | None) -> None:
    assert origin_of(url) == origin


def test_a_browser_of_ours_is_read_where_the_policy_lets_it_go() -> None:
    gate = OriginGate.for_launch(Policy(allow_hosts=["127.0.0.1:8000"]))
    for url in ("https://example.com/x", "http://127.0.0.1:8000/", "about:blank", "blob:https://example.com/1"):
        assert gate.allows(url), url
    for url in (
        "http://127.0.0.1:8001/",
        "http://10.0.0.1/",
        "file:///etc/passwd",
        "chrome://settings",
        "data:text/html,x",
    ):
        assert not gate.allows(url), url
    assert gate.allows("about:srcdoc", parent="https://example.com/")
    assert gate.allows("data:text/html,x", parent="https://example.com/")
    assert gate.allows("about:blank", origin="https://example.com", parent="http://10.0.0.1/")
    assert not gate.allows("about:blank", origin="http://10.0.0.1")
    assert not gate.allows("about:srcdoc", parent="http://10.0.0.1/")
    assert not gate.allows("blob:http://10.0.0.1/1234")


def test_a_visited_browser_is_read_where_its_person_lets_us() -> None:
    gate = OriginGate.for_attach(None, ["https://example.com", "http://localhost:3000"])
    for url in ("https://example.com/x?y", "http://localhost:3000/app"):
        assert gate.allows(url), url
    for url in (
        "https://www.example.com/",
        "http://example.com/",
        "https://example.com:8443/",
        "https://example.com@evil.example/",
        "http://localhost:3001/",
        "about:blank",
        "file:///home",
        "chrome://settings/passwords",
        "",
    ):
        assert not gate.allows(url), url
    assert gate.allows("about:blank", origin="https://example.com")
    assert not gate.allows("about:blank", origin="https://evil.example")
    anything = OriginGate.for_attach(None, ["*"])
    assert anything.allows("https://anything.example/")
    assert not anything.allows("chrome://settings/passwords")
    assert not anything.allows("file:///home")
    assert not OriginGate.for_attach(None, []).allows("https://example.com/")
