"""The protocol library's own client, which checks every answer against its schema, through each way it connects."""

from __future__ import annotations

import asyncio
import signal
import sys
from pathlib import Path
from typing import Literal

import pytest
from mcp import Client, MCPError, StdioServerParameters
from tests.mcp.fake_server import HOME
from tests.mcp.wire import FAKE, REPOSITORY, Wire
from tests.tools.fakes import FakeBrowser

from pagewarden.mcp.server import build
from pagewarden.tools.table import TOOLS
from pagewarden.tools.tool_session import ToolSession

WAYS: tuple[Literal["legacy", "auto"], ...] = ("legacy", "auto")


async def use(client: Client) -> None:
    """Uses every tool once."""
    assert [tool.name for tool in (await client.list_tools()).tools] == [tool.name for tool in TOOLS]
    went = await client.call_tool("navigate", {"url": HOME})
    assert went.structured_content["new_tab"] is True
    read = await client.call_tool("browser_page_text", {"tab_id": "t1"})
    assert read.structured_content["text"] == "Tea"
    assert not read.is_error
    assert (await client.call_tool("tabs_create_mcp", {})).structured_content["tabId"] == "t2"
    listed = await client.call_tool("tabs_context_mcp", {})
    assert [tab["tabId"] for tab in listed.structured_content["availableTabs"]] == ["t1", "t2"]
    assert (await client.call_tool("browser_status", {})).structured_content["running"] is True
    assert (await client.call_tool("tabs_close_mcp", {"tab_id": "t2"})).structured_content["remaining"] == 1
    closed = await client.call_tool("browser_page_text", {"tab_id": "t2"})
    assert closed.is_error
    with pytest.raises(MCPError) as caught:
        await client.call_tool("browser_evaluate", {})
    assert caught.value.error.code == -32601


@pytest.mark.parametrize("mode", WAYS)
def test_in_memory(mode: Literal["legacy", "auto"]) -> None:
    async def work() -> None:
        session = ToolSession(FakeBrowser({HOME: "<p>Tea"}).launch)
        async with Client(build(session), mode=mode) as client:
            await use(client)
        await session.close()

    asyncio.run(work())


@pytest.mark.parametrize("mode", WAYS)
def test_over_stdio(mode: Literal["legacy", "auto"]) -> None:
    async def work() -> None:
        command, *words = FAKE
        server = StdioServerParameters(command=command, args=words, cwd=REPOSITORY)
        async with Client(server, mode=mode) as client:
            await use(client)

    asyncio.run(work())


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals there")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_server_and_its_browser_at_once(number: signal.Signals, tmp_path: Path) -> None:
    mark = tmp_path / "ended"
    with Wire(FAKE, environ={"PAGEWARDEN_FAKE_ENDED": str(mark)}) as wire:
        wire.call("navigate", url=HOME)
        wire.process.send_signal(number)
        assert wire.process.wait(timeout=10) == 128 + number
        assert mark.exists()
