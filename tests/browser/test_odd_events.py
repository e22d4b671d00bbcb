"""Events as no honest browser sends them: a session takes them all and stays usable, and so do its frames."""

from __future__ import annotations

import asyncio
import json

from hypothesis import given
from hypothesis import strategies as st
from tests.browser.test_framing import Wire

from pagewarden.browser.connection import Connection
from pagewarden.browser.frames import WORLD_NAME, Frames
from pagewarden.browser.target_session import TargetSession

IDS = st.sampled_from(["main", "a", "b", "c", "d"])
ADDRESSES = st.sampled_from(["", "about:blank", "http://a.example/x", "data:text/html,x", "chrome-error://x"])
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 9) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
)

EVENTS: dict[str, st.SearchStrategy[object]] = {
    "Page.frameAttached": st.fixed_dictionaries({"frameId": IDS, "parentFrameId": IDS}),
    "Page.frameDetached": st.fixed_dictionaries({"frameId": IDS, "reason": st.sampled_from(["swap", "remove", ""])}),
    "Page.frameNavigated": st.fixed_dictionaries(
        {
            "frame": st.fixed_dictionaries(
                {"id": IDS, "url": ADDRESSES, "loaderId": st.text(max_size=2)},
                optional={"parentId": IDS, "securityOrigin": ADDRESSES},
            )
        }
    ),
    "Page.navigatedWithinDocument": st.fixed_dictionaries({"frameId": IDS, "url": ADDRESSES}),
    "Page.javascriptDialogOpening": st.fixed_dictionaries({"type": st.just("alert"), "frameId": IDS}),
    "Page.javascriptDialogClosed": st.just({}),
    "Page.loadEventFired": st.just({}),
    "Page.domContentEventFired": st.just({}),
    "Runtime.executionContextCreated": st.fixed_dictionaries(
        {
            "context": st.fixed_dictionaries(
                {
                    "id": st.integers(1, 5),
                    "uniqueId": st.sampled_from(["u1", "u2", "u3"]),
                    "origin": ADDRESSES,
                    "name": st.sampled_from(["", WORLD_NAME]),
                    "auxData": st.fixed_dictionaries({"frameId": IDS, "isDefault": st.booleans()}),
                }
            )
        }
    ),
    "Runtime.executionContextDestroyed": st.fixed_dictionaries({"executionContextId": st.integers(1, 5)}),
    "Runtime.executionContextsCleared": st.just({}),
    "Runtime.bindingCalled": st.fixed_dictionaries(
        {
            "name": st.just("__pagewarden_copy"),
            "executionContextId": st.integers(1, 5),
            "payload": st.sampled_from(['{"document":"d","payload":"text"}', "{}", "x"]),
        }
    ),
    "Debugger.paused": st.fixed_dictionaries({"reason": st.sampled_from(["other", "exception"])}),
    "Debugger.resumed": st.just({}),
    "Inspector.targetCrashed": st.just({}),
    "Inspector.targetReloadedAfterCrash": st.just({}),
    "Target.attachedToTarget": st.fixed_dictionaries(
        {"sessionId": IDS, "targetInfo": st.fixed_dictionaries({"targetId": IDS}), "waitingForDebugger": st.booleans()}
    ),
    "Target.detachedFromTarget": st.fixed_dictionaries({"sessionId": IDS}),
}

HONEST = st.one_of(*(st.tuples(st.just(method), params) for method, params in EVENTS.items()))
ODD = st.tuples(st.sampled_from(sorted(EVENTS)), st.dictionaries(st.text(max_size=9), ANYTHING, max_size=3))


@given(st.lists(HONEST | ODD, max_size=40))
def test_no_order_and_no_form_of_events_breaks_a_session(events: list[tuple[str, object]]) -> None:
    async def converse() -> None:
        wire = Wire()
        connection = Connection(wire)
        session = TargetSession(connection, "s", "main", keeps=lambda _session, _frame: True)
        for method, params in events:
            connection.take(json.dumps({"method": method, "params": params, "sessionId": "s"}))
        known = {frame.id for frame in session.frames}
        below = [frame.id for frame in session.frames.below("main")]
        assert len(below) == len(set(below))
        assert set(below) <= known | {"main"}
        listed = list(session.elsewhere())
        assert all(isinstance(frame_id, str) for frame_id, _parent in listed)
        assert session.status in ("ok", "blocked_by_dialog", "crashed", "paused_by_debugger")
        assert session.last_good.chars >= 0
        wire.answer = lambda message: json.dumps({"id": message["id"], "result": {}})
        async with asyncio.timeout(5):
            assert await session.send("Page.enable") == {}
        session.detach()
        assert session.status == "disconnected"
        await connection.close()

    asyncio.run(converse())


def test_frames_that_hold_each_other_come_to_an_end() -> None:
    frames = Frames()
    frames.attached("a", "b")
    frames.attached("b", "a")
    frames.attached("a", "a")
    assert {frame.id for frame in frames.below("a")} <= {"a", "b"}
    frames.remove("a")
    frames.remove("b")
    assert list(frames) == []
