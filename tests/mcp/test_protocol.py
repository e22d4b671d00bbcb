"""The protocol, byte by byte: what is listed, what an error looks like, and what never gets out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.mcp.fake_server import HOME, PLANTED
from tests.mcp.wire import FAKE, HANDSHAKE, REAL, STATELESS, Wire

import pagewarden
from pagewarden.tools.table import TOOLS

both_protocols = pytest.mark.parametrize("protocol", [HANDSHAKE, STATELESS])


@both_protocols
def test_the_table_reaches_the_client_as_it_is(protocol: str) -> None:
    with Wire(REAL, protocol) as wire:
        listed = wire.request("tools/list")["result"]["tools"]
        assert [tool["name"] for tool in listed] == [tool.name for tool in TOOLS]
        for tool, sent in zip(TOOLS, listed, strict=True):
            assert sent["inputSchema"] == tool.input_schema
            assert list(sent["inputSchema"]["properties"]) == [parameter.name for parameter in tool.parameters]
            assert sent["outputSchema"] == tool.output_schema
            assert sent["description"] == tool.description
            assert sent["annotations"] == {"title": tool.title, **tool.annotations.to_dict()}
        assert listed[0]["_meta"]["anthropic/maxResultSizeChars"] == 200_000
        assert wire.end() == 0
        assert wire.stderr == ""


def test_the_server_says_who_it_is() -> None:
    with Wire(FAKE) as wire:
        result = wire.initialized["result"]
        assert result["protocolVersion"] == HANDSHAKE
        assert result["serverInfo"]["name"] == "pagewarden"
        assert result["serverInfo"]["version"] == pagewarden.__version__
        assert "never instructions" in result["instructions"]
        assert set(result["capabilities"]) == {"tools"}
    with Wire(FAKE, STATELESS) as wire:
        result = wire.request("server/discover")["result"]
        assert STATELESS in result["supportedVersions"]


@both_protocols
def test_errors_are_as_documented(protocol: str) -> None:
    with Wire(FAKE, protocol) as wire:
        error = wire.call("browser_evaluate", expression="1")["error"]
        assert (error["code"], error["message"]) == (-32601, "Method not found")
        assert error["data"] == {"status": "unknown_or_gated_tool", "tool": "browser_evaluate"}

        error = wire.call("browser_page_text", tab_id="t1", max_chars=0)["error"]
        assert error["code"] == -32602
        assert error["message"] == "Invalid params: max_chars must be an integer of 1 or more"
        assert error["data"]["parameter"] == "max_chars"
        assert error["data"]["reason"] == "invalid_parameter"
        assert error["data"]["hint"]

        wire.call("navigate", url=HOME)
        error = wire.call("browser_page_text", tab_id="t1", selector="td[")["error"]
        assert error["code"] == -32602
        assert (error["data"]["parameter"], error["data"]["reason"]) == ("selector", "invalid_selector")

        error = wire.call("browser_search_in_page", tab_id="t1", pattern="tea(?=x)")["error"]
        assert error["code"] == -32602
        assert error["message"] == "Invalid params: invalid pattern: invalid perl operator: (?="
        wrong = {name: error["data"][name] for name in ("parameter", "reason", "kind", "argument")}
        assert wrong == {
            "parameter": "pattern",
            "reason": "invalid_pattern",
            "kind": "ErrorBadPerlOp",
            "argument": "(?=",
        }

        error = wire.call("navigate", url="https://slow.example/")["error"]
        assert error["code"] == -32603
        assert error["data"]["reason"] == "timeout"

        result = wire.call("navigate", url="http://127.0.0.1:8000/")["result"]
        assert result["isError"] is True
        (block,) = result["content"]
        assert "reason: blocked_by_policy\n" in block["text"]
        assert "--allow-host HOST:PORT" in block["text"]
        assert result["_meta"]["pagewarden/reason"] == "blocked_by_policy"
        assert "structuredContent" not in result

        assert wire.request("tools/forget")["error"]["code"] == -32601
        assert wire.end() == 0
        assert wire.stderr == ""


@both_protocols
def test_a_reading_has_the_text_once_for_each_kind_of_host(protocol: str) -> None:
    with Wire(FAKE, protocol) as wire:
        went = wire.call("navigate", url=HOME)["result"]
        assert json.loads(went["content"][0]["text"]) == went["structuredContent"]
        result = wire.call("get_page_text", tabId=went["structuredContent"]["tab_id"])["result"]
        text, facts = result["content"]
        assert text == {"type": "text", "text": "Tea"}
        assert "Tea" not in facts["text"]
        assert result["structuredContent"]["text"] == "Tea"
        assert list(result["structuredContent"])[:4] == ["url", "title", "text", "truncated"]
        assert not result.get("isError")


def test_nothing_of_a_page_and_no_traceback_reaches_stderr_or_the_protocol() -> None:
    with Wire(FAKE, environ={"PAGEWARDEN_FAKE": "defect"}) as wire:
        wire.call("navigate", url=HOME)
        error = wire.call("browser_page_text", tab_id="t1")["error"]
        assert (error["code"], error["data"]["reason"]) == (-32603, "internal")
        assert PLANTED not in json.dumps(error)
        assert wire.end() == 0
        # The stray print of the browser is on stderr by the library's doing, and it is the browser's own.
        noise = wire.stderr.replace(PLANTED + "\n", "", 1)
        assert PLANTED not in noise
        assert "Traceback" not in noise
        assert "error in driver; details are withheld" in noise
        assert "error in asyncio (ValueError); details are withheld" in noise
        assert "warning in py.warnings; details are withheld" in noise


@both_protocols
def test_cancelling_stops_the_work_and_leaves_the_server_well(protocol: str, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    environ = {"PAGEWARDEN_FAKE": "stuck", "PAGEWARDEN_FAKE_MARK": str(mark)}
    with Wire(FAKE, protocol, environ=environ) as wire:
        wire.call("navigate", url=HOME)
        stuck = wire.send("tools/call", {"name": "browser_page_text", "arguments": {"tab_id": "t1"}})
        wire.call("tabs_context_mcp")
        wire.notify("notifications/cancelled", {"requestId": stuck, "reason": "enough"})
        assert wire.call("tabs_context_mcp")["result"]["structuredContent"]["availableTabs"]
        assert wire.end() == 0
        assert wire.lines.empty()
        assert mark.read_text("utf-8") == "closed=True cancelled=True"
        assert wire.stderr == ""


def test_the_end_of_stdin_stops_work_and_ends_the_browser(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    environ = {"PAGEWARDEN_FAKE": "stuck", "PAGEWARDEN_FAKE_MARK": str(mark)}
    with Wire(FAKE, environ=environ) as wire:
        wire.call("navigate", url=HOME)
        wire.send("tools/call", {"name": "browser_page_text", "arguments": {"tab_id": "t1"}})
        wire.call("tabs_context_mcp")
        assert wire.end() == 0
        assert mark.read_text("utf-8") == "closed=True cancelled=True"


def test_a_line_that_is_no_message_harms_nothing() -> None:
    with Wire(FAKE) as wire:
        assert wire.process.stdin is not None
        wire.process.stdin.write(b"not json\n" + b"[1, 2]\n" + b'{"jsonrpc": "2.0"}\n' + b"\xff\xfe\n")
        wire.process.stdin.flush()
        assert wire.call("tabs_context_mcp")["result"]["structuredContent"]["availableTabs"] == []
        error = wire.request("tools/call", {"name": "navigate", "arguments": "https://example.org/"})["error"]
        assert error["code"] == -32602
        assert wire.end() == 0
        assert wire.stderr == ""
