"""What the tools answer: as their output schemas promise, bounded, and honest about what they left out."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine
from typing import Any, TypeVar

import pytest
from jsonschema import Draft202012Validator
from tests.tools.fakes import FakeBrowser

from pagewarden.errors import Blocked, InternalError, InvalidPattern, InvalidSelector, PagewardenError, ReadTimeout
from pagewarden.tools.answers import Answer, cut, report_of, rounded
from pagewarden.tools.call import UnknownTool, call
from pagewarden.tools.failures import TooManyTabs, UnknownTab, way_of
from pagewarden.tools.parameters import BadArgument
from pagewarden.tools.table import HARD_MAX_CHARS, find
from pagewarden.tools.tool_session import MOST_TABS, Ownership, ToolSession

Value = TypeVar("Value")

HOME = "https://example.org/"
PAGES = {
    HOME: "<title>Home</title><h1>Tea</h1><p>4.50 <s hidden>3.90</s></p><table><tr><td>one</td></tr></table>",
    "https://example.org/long": "<title>" + "t" * 5_000 + "</title>" + "<p>word</p>" * 50_000,
}


def run(work: Coroutine[Any, Any, Value]) -> Value:
    """Runs what is asynchronous; no test needs a plugin for it."""
    return asyncio.run(work)


async def checked(session: ToolSession, name: str, **arguments: object) -> dict[str, Any]:
    """Calls a tool and holds its answer against its output schema."""
    answer = await call(session, name, arguments)
    tool = find(name)
    assert tool is not None
    structured = json.loads(json.dumps(dict(answer.structured)))
    validator = Draft202012Validator(tool.output_schema)
    assert not list(validator.iter_errors(structured))
    # What is answered must be described, and not only the other way round.
    assert set(structured) <= set(tool.output_schema["properties"])
    result: dict[str, Any] = structured
    return result


def test_a_page_is_opened_read_and_closed() -> None:
    async def work() -> None:
        browser = FakeBrowser(PAGES)
        session = ToolSession(browser.launch)
        went = await checked(session, "navigate", url="example.org/")
        assert went == {
            "tab_id": "t1",
            "url": HOME,
            "title": "Home",
            "http_status": 200,
            "load_state": "domcontentloaded",
            "new_tab": True,
            "clamped": [],
        }
        read = await checked(session, "browser_page_text", tab_id="t1")
        assert (read["url"], read["title"], read["truncated"]) == (HOME, "Home", False)
        assert read["text"] == "Tea\n\n4.50\n\none"
        assert read["elapsed_ms"] % 50 == 0
        assert read["report"]["hidden"]
        assert read["report"]["complete"] is True
        assert "scope_matched" not in read["report"]
        closed = await checked(session, "tabs_close_mcp", tab_id="t1")
        assert closed == {"tabId": "t1", "remaining": 0}
        with pytest.raises(UnknownTab) as caught:
            await call(session, "browser_page_text", {"tab_id": "t1"})
        assert caught.value.reason == "tab_closed"
        await session.close()
        assert browser.closed

    run(work())


def test_the_text_stands_once_in_the_blocks_and_by_itself() -> None:
    async def work() -> Answer:
        session = ToolSession(FakeBrowser(PAGES).launch)
        await call(session, "navigate", {"url": HOME})
        return await call(session, "browser_page_text", {"tab_id": "t1"})

    answer = run(work())
    text, facts = answer.blocks()
    assert text == answer.structured["text"]
    values = json.loads(facts)
    assert "text" not in values
    assert values["url"] == HOME
    assert values["report"]["complete"] is True
    assert "limits" not in values["report"]
    assert len(facts) < 700
    assert Answer({"text": "", "url": "u"}, text_field="text").blocks() == ['{"url":"u"}']
    assert Answer({"tabId": "t1"}).blocks() == ['{"tabId":"t1"}']


def test_limits_cut_and_say_so() -> None:
    async def work() -> None:
        session = ToolSession(FakeBrowser(PAGES).launch)
        await call(session, "navigate", {"url": "https://example.org/long"})
        read = await checked(session, "get_page_text", tabId=1, maxChars=100)
        assert len(read["text"]) <= 100
        assert read["truncated"] is True
        assert read["report"]["limits"] == [{"limit": "max_chars", "value": 100}]
        assert read["report"]["next"]
        read = await checked(session, "browser_page_text", tab_id="1", max_chars=10**9, max_nodes=10**9)
        assert read["report"]["clamped"] == ["max_chars", "max_nodes"]
        assert len(read["text"]) <= HARD_MAX_CHARS
        assert read["report"]["limits"] == [{"limit": "max_chars", "value": HARD_MAX_CHARS}]
        assert len(read["title"]) == 300

    run(work())


def test_the_largest_answer_is_below_a_megabyte() -> None:
    async def work() -> Answer:
        session = ToolSession(FakeBrowser({HOME: "<p>" + "\u6f22\u5b57" * 200_000}).launch)
        await call(session, "navigate", {"url": HOME})
        return await call(session, "browser_page_text", {"tab_id": "t1", "max_chars": 10**6})

    answer = run(work())
    sent = json.dumps([answer.blocks(), dict(answer.structured)], ensure_ascii=False).encode()
    assert 900_000 < len(sent) < 1_000_000


def test_a_selector_and_hidden_text() -> None:
    async def work() -> None:
        session = ToolSession(FakeBrowser(PAGES).launch)
        await call(session, "navigate", {"url": HOME})
        read = await checked(session, "browser_page_text", tab_id="t1", selector="td")
        assert (read["text"], read["report"]["scope_matched"]) == ("one", 1)
        assert "withheld" not in read["report"]
        read = await checked(session, "browser_page_text", tab_id="t1", selector="video")
        assert (read["text"], read["report"]["scope_matched"]) == ("", 0)
        read = await checked(session, "browser_page_text", tab_id="t1", visible_only=False)
        (hidden,) = read["hidden_runs"]
        assert read["text"][hidden["offset"] : hidden["offset"] + hidden["length"]].count("3.90") == 1
        with pytest.raises(InvalidSelector):
            await call(session, "browser_page_text", {"tab_id": "t1", "selector": "td["})

    run(work())


def test_a_page_is_searched() -> None:
    async def work() -> None:
        session = ToolSession(FakeBrowser(PAGES).launch)
        await call(session, "navigate", {"url": HOME})
        text = (await checked(session, "browser_page_text", tab_id="t1"))["text"]
        found = await checked(session, "browser_search_in_page", tab_id="t1", pattern="[a-z]+", max_matches=2000)
        assert found["total_matches"] == len(found["matches"]) > 1
        assert found["report"]["clamped"] == ["max_matches"]
        assert not found["truncated"]
        for match in found["matches"]:
            assert text[match["offset"] : match["offset"] + match["length"]] == match["text"]
        found = await checked(session, "browser_search_in_page", tab_id="t1", pattern=".", max_matches=1)
        assert (len(found["matches"]), found["truncated"]) == (1, True)
        with pytest.raises(InvalidPattern) as refused:
            await call(session, "browser_search_in_page", {"tab_id": "t1", "pattern": "a(?=b)"})
        assert way_of(refused.value) == "invalid_params"

        await call(session, "navigate", {"url": "https://example.org/long", "tab_id": "t1"})
        found = await checked(session, "browser_search_in_page", tab_id="t1", pattern="(?s)w.{900}", max_matches=1000)
        assert len(str(found)) < 200_000
        assert {match["length"] for match in found["matches"]} == {901}

    run(work())


def test_tabs_are_listed_created_and_bounded() -> None:
    async def work() -> None:
        browser = FakeBrowser(PAGES)
        session = ToolSession(browser.launch)
        empty = await checked(session, "tabs_context_mcp")
        assert empty["availableTabs"] == []
        assert browser.launches == 0
        one = await checked(session, "tabs_context_mcp", createIfEmpty=True)
        assert [tab["tabId"] for tab in one["availableTabs"]] == ["t1"]
        again = await checked(session, "tabs_context_mcp", createIfEmpty=True)
        assert again == one
        made = await checked(session, "tabs_create_mcp")
        assert made == {"tabId": "t2", "tabGroupId": one["tabGroupId"]}
        for _ in range(MOST_TABS - 2):
            await call(session, "tabs_create_mcp", {})
        for name, arguments in (("tabs_create_mcp", {}), ("navigate", {"url": HOME})):
            with pytest.raises(TooManyTabs):
                await call(session, name, arguments)
        assert browser.launches == 1

    run(work())


def test_navigation_that_fails_leaves_no_tab_behind() -> None:
    async def work() -> None:
        browser = FakeBrowser(PAGES, failures={"https://down.example/": PagewardenError("down", reason="x")})
        session = ToolSession(browser.launch)
        for url in ("http://127.0.0.1/", "https://down.example/"):
            with pytest.raises(PagewardenError):
                await call(session, "navigate", {"url": url})
        assert browser.open_tabs == {}
        await call(session, "navigate", {"url": HOME})
        with pytest.raises(Blocked):
            await call(session, "navigate", {"url": "http://127.0.0.1/", "tab_id": "t1"})
        assert list(browser.open_tabs) == ["t1"]
        with pytest.raises(BadArgument) as caught:
            await call(session, "navigate", {"url": "back"})
        assert caught.value.parameter == "tab_id"
        back = await checked(session, "navigate", url="back", tab_id="t1", timeout_ms=10**6)
        assert back["clamped"] == ["timeout_ms"]
        assert (back["url"], back["new_tab"]) == ("about:blank", False)
        assert "http_status" not in back

    run(work())


def test_status_starts_nothing_and_names_what_blocks() -> None:
    async def work() -> None:
        browser = FakeBrowser(PAGES)
        session = ToolSession(browser.launch)
        before = await checked(session, "browser_status")
        assert (before["running"], before["tabs"], browser.launches) == (False, [], 0)
        assert before["available"] == ("fix" not in before)
        await call(session, "navigate", {"url": HOME})
        browser.open_tabs["t1"].status = "blocked_by_dialog"
        browser.slow_titles = True
        after = await checked(session, "firefox_status")
        assert (after["running"], after["browser"], after["attached"]) == (True, "Fake/1.0", False)
        assert after["tabs"] == [{"tabId": "t1", "title": "", "url": HOME, "status": "blocked_by_dialog"}]

    run(work())


def test_a_browser_that_died_is_started_anew() -> None:
    async def work() -> None:
        browser = FakeBrowser(PAGES)
        session = ToolSession(browser.launch)
        await call(session, "navigate", {"url": HOME})
        browser.closed = True
        browser.open_tabs.clear()
        assert (await checked(session, "tabs_context_mcp"))["availableTabs"] == []
        assert (await checked(session, "browser_status"))["running"] is False
        again = await checked(session, "navigate", url=HOME)
        assert browser.launches == 2
        # The id of the page that is gone must not lead to another one.
        assert again["tab_id"] == "t1-2"
        for stale in ("t1", 1):
            with pytest.raises(UnknownTab) as caught:
                await call(session, "browser_page_text", {"tab_id": stale})
            assert caught.value.reason == "tab_closed"
        assert (await checked(session, "browser_page_text", tab_id="t1-2"))["title"] == "Home"
        assert (await checked(session, "tabs_close_mcp", tab_id="t1-2"))["tabId"] == "t1-2"

    run(work())


def test_calls_at_the_same_time_do_not_open_too_many_tabs() -> None:
    async def work() -> None:
        browser = FakeBrowser(PAGES)
        session = ToolSession(browser.launch)
        calls = [call(session, "tabs_create_mcp", {}) for _ in range(MOST_TABS + 5)]
        results = await asyncio.gather(*calls, return_exceptions=True)
        assert sum(isinstance(result, TooManyTabs) for result in results) == 5
        assert len(browser.open_tabs) == MOST_TABS

    run(work())


def test_one_browser_starts_for_many_calls_and_a_cancelled_one_does_not_end_it() -> None:
    async def work() -> None:
        browser = FakeBrowser(PAGES)
        session = ToolSession(browser.launch)
        first = asyncio.create_task(call(session, "navigate", {"url": HOME}))
        others = [asyncio.create_task(call(session, "tabs_create_mcp", {})) for _ in range(3)]
        await asyncio.sleep(0)
        first.cancel()
        await asyncio.gather(*others)
        assert browser.launches == 1

    run(work())


def test_a_launch_that_fails_is_told_and_tried_again() -> None:
    async def work() -> None:
        attempts = 0

        async def launch() -> FakeBrowser:
            nonlocal attempts
            attempts += 1
            raise PagewardenError("no browser", reason="browser_not_found", hint="install one")

        session = ToolSession(launch)
        for _ in range(2):
            with pytest.raises(PagewardenError) as caught:
                await call(session, "tabs_create_mcp", {})
            assert caught.value.reason == "browser_not_found"
        assert attempts == 2
        await session.close()
        with pytest.raises(PagewardenError) as caught:
            await call(session, "tabs_create_mcp", {})
        assert caught.value.reason == "session_ended"

    run(work())


def test_an_attached_browser_shows_only_what_was_allowed() -> None:
    async def work() -> None:
        browser = FakeBrowser(PAGES)
        browser.add(HOME)
        browser.add("https://bank.example/")
        session = ToolSession(browser.launch, Ownership(attached=True, allows=lambda url: url.startswith(HOME)))
        listed = await checked(session, "tabs_context_mcp")
        assert [tab["tabId"] for tab in listed["availableTabs"]] == ["t1"]
        assert (await checked(session, "browser_page_text", tab_id="t1"))["title"] == "Home"
        for tool in ("browser_page_text", "tabs_close_mcp"):
            with pytest.raises(UnknownTab):
                await call(session, tool, {"tab_id": "t2"})
        with pytest.raises(UnknownTab) as caught:
            await call(session, "tabs_close_mcp", {"tab_id": "t1"})
        assert caught.value.reason == "foreign_tab"
        assert len(browser.open_tabs) == 2

    run(work())


def test_status_of_an_attached_browser_is_whether_it_answers() -> None:
    async def work() -> None:
        browser = FakeBrowser(PAGES)
        browser.add(HOME)
        session = ToolSession(browser.launch, Ownership(attached=True, allows=lambda _: True))
        status = await checked(session, "browser_status")
        assert (status["running"], status["available"], status["attached"]) == (True, True, True)
        assert [tab["tabId"] for tab in status["tabs"]] == ["t1"]

        async def refuse() -> FakeBrowser:
            raise PagewardenError("nobody answers", reason="disconnected")

        status = await checked(ToolSession(refuse, Ownership(attached=True)), "browser_status")
        assert (status["running"], status["available"], status["browser"]) == (False, False, "")
        assert "fix" not in status

    run(work())


def test_what_no_tool_foresaw_comes_out_without_its_text() -> None:
    async def work() -> None:
        secret = "-".join(("fake", "page", "text"))
        session = ToolSession(FakeBrowser(PAGES, defect=ValueError(secret)).launch)
        await call(session, "navigate", {"url": HOME})
        with pytest.raises(InternalError) as caught:
            await call(session, "browser_page_text", {"tab_id": "t1"})
        assert secret not in str(caught.value) + caught.value.hint
        assert caught.value.__context__ is None
        assert caught.value.__cause__ is None

    run(work())


def test_a_tab_that_does_not_answer_at_all_is_given_up() -> None:
    async def work() -> None:
        browser = FakeBrowser(PAGES, stuck=True)
        session = ToolSession(browser.launch)
        await call(session, "navigate", {"url": HOME})
        with pytest.raises(ReadTimeout) as caught:
            await call(session, "browser_page_text", {"tab_id": "t1", "timeout_ms": 10})
        assert caught.value.reason == "timeout"
        assert browser.cancelled

    run(work())


def test_unknown_tools_and_arguments() -> None:
    async def work() -> None:
        session = ToolSession(FakeBrowser().launch)
        with pytest.raises(UnknownTool) as unknown:
            await call(session, "browser_evaluate", {})
        assert unknown.value.reason == "unknown_or_gated_tool"
        with pytest.raises(BadArgument):
            await call(session, "browser_page_text", {})
        with pytest.raises(UnknownTab) as caught:
            await call(session, "browser_page_text", {"tab_id": "t9"})
        assert caught.value.reason == "unknown_tab"

    run(work())


def test_times_are_rounded_up_and_long_things_are_cut() -> None:
    assert [rounded(value) for value in (0, 1, 50, 51, 3_000)] == [0, 50, 50, 100, 3_000]
    assert cut("abc", 3) == "abc"
    assert cut("abcd", 3) == "ab\u2026"


def test_a_page_of_many_frames_does_not_fill_the_answer() -> None:
    frames = [{"index": index, "status": "read" if index < 900 else "denied"} for index in range(1_000)]
    report = {"elapsed_ms": 1, "age_ms": 0, "clamped": ["max_nodes"], "frames": frames, "notes": [], "withheld": None}
    answer = report_of(report, ("max_chars",))
    assert [frame["index"] for frame in answer["frames"]] == list(range(900, 950))
    assert answer["notes"] == ["950 more frames are not listed."]
    assert answer["clamped"] == ["max_chars", "max_nodes"]
    assert "withheld" not in answer
    assert len(frames) == 1_000
