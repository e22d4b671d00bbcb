"""Messages over the wire: whole whatever the pieces, and nothing odd of a browser breaks the conversation."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.browser.live import live

from pagewarden import Disconnected
from pagewarden.browser.connection import CLOSED, CommandFailed, Connection
from pagewarden.browser.transport import ConnectionClosed, Frames, PipeTransport


class Wire:
    """A browser made of a queue: what is put in arrives, what is sent is kept."""

    def __init__(self) -> None:
        self.arriving: asyncio.Queue[str | None] = asyncio.Queue()
        self.sent: list[dict[str, object]] = []
        self.answer: Callable[[dict[str, object]], str | None] = lambda _: None

    async def send(self, text: str) -> None:
        """Keeps a message, and lets it be answered."""
        message = json.loads(text)
        self.sent.append(message)
        answer = self.answer(message)
        if answer is not None:
            self.arriving.put_nowait(answer)

    async def receive(self) -> str:
        """Gives the next one that was put in."""
        text = await self.arriving.get()
        if text is None:
            raise ConnectionClosed
        return text

    async def close(self) -> None:
        """Ends the wire."""
        self.arriving.put_nowait(None)


@given(
    messages=st.lists(
        st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=40), max_size=12
    ),
    cuts=st.lists(st.integers(1, 17), min_size=1, max_size=40),
)
def test_messages_are_whole_however_the_bytes_are_cut(messages: list[str], cuts: list[int]) -> None:
    data = b"".join(message.encode() + b"\0" for message in messages)
    frames = Frames()
    received: list[str] = []
    position = 0
    while position < len(data):
        size = cuts[position % len(cuts)]
        received += frames.feed(data[position : position + size])
        position += size
    assert received == messages


@given(st.lists(st.binary(max_size=60), max_size=20))
def test_no_bytes_break_the_framing(pieces: list[bytes]) -> None:
    frames = Frames()
    received = [message for piece in pieces for message in frames.feed(piece)]
    assert len(received) == b"".join(pieces).count(0)


def test_a_message_beyond_all_bounds_ends_the_connection() -> None:
    frames = Frames(limit=1000)
    for _ in range(100):
        assert frames.feed(b"x" * 10) == []
    with pytest.raises(ConnectionClosed):
        frames.feed(b"x")


@live
async def test_a_pipe_carries_large_messages_both_ways_and_tells_its_end() -> None:
    ours_in, theirs_out = os.pipe()
    theirs_in, ours_out = os.pipe()
    transport = await PipeTransport.open(ours_in, ours_out)
    other = await PipeTransport.open(theirs_in, theirs_out)
    large = "ü" * 3_000_000
    await asyncio.gather(transport.send(large), other.send(large), transport.send("last"))
    assert await other.receive() == large
    assert await other.receive() == "last"
    assert await transport.receive() == large
    await other.close()
    with pytest.raises(ConnectionClosed):
        await transport.receive()
    with pytest.raises(ConnectionClosed):
        await transport.send("x")
    await transport.close()
    await transport.close()


def odd() -> st.SearchStrategy[str]:
    """Messages as no honest browser sends them, and some that one does."""
    scalars = st.none() | st.booleans() | st.integers(-3, 8) | st.text(max_size=8)
    values = st.recursive(
        scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
    )
    keys = st.sampled_from(["id", "method", "params", "result", "error", "sessionId", "message"])
    method = st.sampled_from(
        ["Page.frameNavigated", "Target.attachedToTarget", "Debugger.paused", "Runtime.consoleAPICalled", "x"]
    )
    return st.one_of(
        st.text(max_size=30),
        st.dictionaries(keys, values, max_size=5).map(json.dumps),
        st.builds(lambda name, params: json.dumps({"method": name, "params": params}), method, values),
        st.just('{"method":"Runtime.consoleAPICalled",'),
        st.just('{"method":"Debugger.scriptParsed","params":{},"sessionId":"s"}'),
        st.just("[" * 100_000),
    )


@given(st.lists(odd(), max_size=12))
def test_nothing_odd_breaks_the_conversation(messages: list[str]) -> None:
    async def converse() -> None:
        wire = Wire()
        wire.answer = lambda message: json.dumps({"id": message["id"], "result": {"number": message["id"]}})
        connection = Connection(wire)
        events: list[str] = []

        def handler(method: str, params: dict[str, object]) -> None:
            events.append(method)
            # As a handler that looks for what an honest event has.
            assert isinstance(params, dict)
            if method != CLOSED:
                params["frame"]["id"]  # type: ignore[index]

        connection.subscribe("", handler)
        connection.subscribe("s", handler)
        for message in messages:
            wire.arriving.put_nowait(message)
        async with asyncio.timeout(5):
            for _ in range(3):
                future = connection.post("Browser.getVersion")
                # Odd messages may carry the number of a call; then that call is answered or refused, and no other.
                await asyncio.wait([future])
        await connection.close()
        assert connection.closed
        assert events[-1] == CLOSED

    asyncio.run(converse())


@live
async def test_calls_are_answered_by_number_and_abandoned_ones_are_forgotten() -> None:
    wire = Wire()
    connection = Connection(wire)
    first, second = connection.post("A", {"a": 1}), connection.post("B", session_id="s")
    third = asyncio.ensure_future(connection.send("C"))
    await asyncio.sleep(0.01)
    assert [message["method"] for message in wire.sent] == ["A", "B", "C"]
    assert wire.sent[1]["sessionId"] == "s"
    third.cancel()
    wire.arriving.put_nowait('{"id":3,"result":{}}')
    wire.arriving.put_nowait('{"id":2,"result":{"b":2}}')
    wire.arriving.put_nowait('{"id":1,"error":{"code":-32000,"message":"a secret of the page"}}')
    assert await second == {"b": 2}
    with pytest.raises(CommandFailed) as caught:
        await first
    assert "secret" not in str(caught.value)
    assert "secret" not in repr(caught.value)
    assert caught.value.says("secret of")
    await asyncio.sleep(0)
    assert connection.pending == 0
    lost = [connection.post("D"), connection.post("E", session_id="s")]
    connection.end_session("s")
    with pytest.raises(Disconnected) as gone:
        await lost[1]
    assert gone.value.reason == "tab_closed"
    wire.arriving.put_nowait(None)
    with pytest.raises(Disconnected):
        await lost[0]
    with pytest.raises(Disconnected):
        await connection.send("F")
    await connection.close()


@live
async def test_a_flood_of_events_leaves_others_their_turn() -> None:
    wire = Wire()
    connection = Connection(wire)
    connection.subscribe("s", lambda method, params: None)  # noqa: ARG005
    for _ in range(200_000):
        wire.arriving.put_nowait('{"method":"Target.targetInfoChanged","params":{"a":"b"},"sessionId":"s"}')
    loop = asyncio.get_running_loop()
    longest, last = 0.0, loop.time()
    while not wire.arriving.empty():
        await asyncio.sleep(0.001)
        now = loop.time()
        longest, last = max(longest, now - last), now
    assert longest < 0.1
    await connection.close()
