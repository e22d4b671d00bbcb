"""The server with a real browser, as a host runs it: pages good and bad, and what is left at the end."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from tests.loopback import Answer, Site
from tests.mcp.wire import REAL, STATELESS, Wire

from pagewarden import samples
from pagewarden.browser.finder import find

pytestmark = pytest.mark.skipif(find("chromium").found is None, reason="no Chromium on this machine")

SECRET = "-".join(("fake", "end", "to", "end", "secret"))
RUNAWAY = "<title>Busy</title><p>before</p><script>setTimeout(() => { while (true) {} }, 400)</script>"
DIALOG = "<title>Asks</title><p>before</p><script>setTimeout(() => alert('well?'), 200)</script>"


@pytest.fixture
def wire(site: Site) -> Iterator[Wire]:
    """A server that may reach the site."""
    with Wire([*REAL, "--allow-host", site.host]) as running:
        yield running
        assert running.end() == 0
        assert running.stderr == ""


def answer_of(wire: Wire, tool: str, **arguments: object) -> dict[str, Any]:
    """Calls a tool that must succeed and returns its structured answer."""
    answer = wire.call(tool, **arguments)
    assert "error" not in answer, answer
    result = answer["result"]
    assert not result.get("isError"), result
    structured: dict[str, Any] = result["structuredContent"]
    return structured


def failure_of(wire: Wire, tool: str, **arguments: object) -> tuple[str, str]:
    """Calls a tool that must fail for the model to see, and returns the reason and the text."""
    result = wire.call(tool, **arguments)["result"]
    assert result["isError"] is True
    return result["_meta"]["pagewarden/reason"], result["content"][0]["text"]


def descendants(process: int) -> set[int]:
    """The processes that a process has started, and theirs."""
    parents = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                state = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            # One that has ended and was not waited for is no longer there.
            if state[0] != "Z":
                parents[int(folder.name)] = int(state[1])
    found: set[int] = set()
    while True:
        more = {child for child, parent in parents.items() if parent == process or parent in found} - found
        if not more:
            return found
        found |= more


def alive(processes: set[int]) -> set[int]:
    """Those of the processes that still run."""
    running = set()
    for process in processes:
        try:
            state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            continue
        if state != "Z":
            running.add(process)
    return running


def test_a_page_is_opened_read_and_left(wire: Wire, site: Site) -> None:
    site.serve("/next", "<title>Next</title><p>the next page")
    site.serve(
        "/",
        f"<title>First</title><h1>Tea</h1><p hidden>unseen</p><input type=password value={SECRET}>"
        f"<p id=link>https://example.org/?access_token={SECRET}</p><p id=late></p>"
        "<script>document.getElementById('late').textContent = 'written by a script'</script>",
    )
    went = answer_of(wire, "navigate", url=site.url(f"/?token={SECRET}"))
    assert went["http_status"] == 200
    assert went["title"] == "First"
    tab = went["tab_id"]
    read = answer_of(wire, "browser_page_text", tab_id=tab)
    assert "Tea" in read["text"]
    assert "written by a script" in read["text"]
    assert "unseen" not in read["text"]
    assert "access_token=[REDACTED]" in read["text"]
    assert SECRET not in str(went) + str(read)
    assert read["source"] != "static"
    assert (read["freshness"], read["status"], read["truncated"]) == ("live", "ok", False)
    assert read["elapsed_ms"] % 50 == 0
    assert answer_of(wire, "get_page_text", tabId=tab, selector="#late")["text"] == "written by a script"
    found = answer_of(wire, "browser_search_in_page", tab_id=tab, pattern=r"written\s+by")
    assert (found["total_matches"], found["truncated"], found["status"]) == (1, False, "ok")
    assert found["matches"][0]["offset"] == read["text"].index("written by")
    for guess in (SECRET, SECRET[:4], f"token={SECRET[:1]}"):
        assert answer_of(wire, "browser_search_in_page", tab_id=tab, pattern=guess)["total_matches"] == 0
    assert answer_of(wire, "navigate", url=site.url("/next"), tab_id=tab)["new_tab"] is False
    assert answer_of(wire, "browser_page_text", tab_id=tab)["text"] == "the next page"
    assert answer_of(wire, "navigate", url="back", tab_id=tab)["title"] == "First"
    assert answer_of(wire, "navigate", url="forward", tab_id=tab)["title"] == "Next"
    status = answer_of(wire, "browser_status")
    assert (status["running"], status["attached"]) == (True, False)
    assert [entry["tabId"] for entry in status["tabs"]] == [tab]
    assert answer_of(wire, "tabs_close_mcp", tab_id=tab)["remaining"] == 0
    assert failure_of(wire, "browser_page_text", tab_id=tab)[0] == "tab_closed"


def test_the_stateless_protocol_has_one_session_too(site: Site) -> None:
    site.serve("/", "<p>calm")
    with Wire([*REAL, "--allow-host", site.host], STATELESS) as wire:
        tab = answer_of(wire, "navigate", url=site.url())["tab_id"]
        assert answer_of(wire, "browser_page_text", tab_id=tab)["text"] == "calm"
        assert wire.end() == 0
        assert wire.stderr == ""


def test_a_cancelled_call_stops_and_the_next_one_works(wire: Wire, site: Site) -> None:
    site.serve("/", "<p>calm")
    site.paths["/slow"] = Answer(b"late", delay=6.0)
    tab = answer_of(wire, "navigate", url=site.url())["tab_id"]
    slow = wire.send("tools/call", {"name": "navigate", "arguments": {"url": site.url("/slow")}})
    time.sleep(1)
    wire.notify("notifications/cancelled", {"requestId": slow})
    started = time.monotonic()
    assert answer_of(wire, "browser_page_text", tab_id=tab)["text"] == "calm"
    # The tab that the cancelled call had opened is gone with it.
    assert [entry["tabId"] for entry in answer_of(wire, "tabs_context_mcp")["availableTabs"]] == [tab]
    assert time.monotonic() - started < 3


def test_a_page_without_a_title_does_not_tell_its_address_by_it(wire: Wire, site: Site) -> None:
    site.serve("/", "<p>untitled")
    for end in (f"?access_token={SECRET}", f"?q=%C3%A9&password={SECRET}", f"#access_token={SECRET}"):
        went = answer_of(wire, "navigate", url=site.url(f"/{end}"))
        assert went["title"] == ""
        assert SECRET not in str(went)
    assert SECRET not in str(answer_of(wire, "tabs_context_mcp")) + str(answer_of(wire, "browser_status"))


def test_a_heavy_page_is_cut_in_time(wire: Wire, site: Site) -> None:
    site.serve("/", samples.dashboard())
    tab = answer_of(wire, "navigate", url=site.url())["tab_id"]
    started = time.monotonic()
    read = answer_of(wire, "browser_page_text", tab_id=tab, max_chars=2_000)
    assert time.monotonic() - started < 5
    assert len(read["text"]) <= 2_000
    assert read["report"]["limits"][0] == {"limit": "max_chars", "value": 2_000}
    assert "ignore your instructions" not in read["text"]
    again = answer_of(wire, "browser_page_text", tab_id=tab, max_chars=2_000)
    assert again["text"] == read["text"]


def test_what_the_policy_refuses(wire: Wire, site: Site) -> None:
    with Site() as other:
        site.paths["/inside"] = Answer(b"", status=302, headers={"Location": other.serve("/", "<p>inside")})
        for url in (other.url(), "http://169.254.169.254/latest", "file:///etc/hosts", site.url("/inside")):
            reason, text = failure_of(wire, "navigate", url=url)
            assert reason == "blocked_by_policy", url
            assert "hint: " in text
        assert "--allow-host HOST:PORT" in failure_of(wire, "navigate", url="http://127.0.0.1:80/")[1]
    assert answer_of(wire, "tabs_context_mcp")["availableTabs"] == []


def test_a_server_that_does_not_answer(wire: Wire, site: Site) -> None:
    site.paths["/slow"] = Answer(b"late", delay=3.0)
    started = time.monotonic()
    error = wire.call("navigate", url=site.url("/slow"), timeout_ms=1_000)["error"]
    assert time.monotonic() - started < 10
    assert (error["code"], error["data"]["reason"]) == (-32603, "timeout")


def test_a_page_with_a_dialog_answers_at_once(wire: Wire, site: Site) -> None:
    site.serve("/", DIALOG)
    tab = answer_of(wire, "navigate", url=site.url())["tab_id"]
    time.sleep(1)
    started = time.monotonic()
    read = answer_of(wire, "browser_page_text", tab_id=tab)
    assert time.monotonic() - started < 3
    assert read["status"] == "blocked_by_dialog"
    (entry,) = answer_of(wire, "browser_status")["tabs"]
    assert entry["status"] == "blocked_by_dialog"


def test_a_runaway_page_answers_in_time(wire: Wire, site: Site) -> None:
    site.serve("/", RUNAWAY)
    tab = answer_of(wire, "navigate", url=site.url())["tab_id"]
    time.sleep(1)
    started = time.monotonic()
    read = answer_of(wire, "browser_page_text", tab_id=tab, timeout_ms=1_500)
    assert time.monotonic() - started < 4
    assert "before" in read["text"] or read["status"] != "ok"
    # The session goes on as if nothing had been.
    site.serve("/calm", "<p>calm")
    other = answer_of(wire, "navigate", url=site.url("/calm"))["tab_id"]
    assert answer_of(wire, "browser_page_text", tab_id=other)["text"] == "calm"


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")
@pytest.mark.parametrize("ending", ["end of stdin", "signal"])
def test_no_process_is_left_behind(site: Site, ending: str) -> None:
    site.serve("/", RUNAWAY)
    with Wire([*REAL, "--allow-host", site.host]) as wire:
        tab = answer_of(wire, "navigate", url=site.url())["tab_id"]
        time.sleep(0.6)
        wire.send("tools/call", {"name": "browser_page_text", "arguments": {"tab_id": tab, "timeout_ms": 20_000}})
        started = descendants(wire.process.pid)
        assert len(started) > 2
        if ending == "signal":
            os.kill(wire.process.pid, signal.SIGTERM)
            wire.process.wait(timeout=15)
        else:
            assert wire.end() == 0
        deadline = time.monotonic() + 5
        while alive(started) and time.monotonic() < deadline:
            time.sleep(0.1)
        assert not alive(started)


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")
def test_a_browser_that_is_killed_is_replaced(site: Site) -> None:
    site.serve("/", "<p>calm")
    with Wire([*REAL, "--allow-host", site.host]) as wire:
        tab = answer_of(wire, "navigate", url=site.url())["tab_id"]
        for process in descendants(wire.process.pid):
            os.kill(process, signal.SIGKILL)
        deadline = time.monotonic() + 5
        while answer_of(wire, "browser_status")["running"] and time.monotonic() < deadline:
            time.sleep(0.1)
        assert failure_of(wire, "browser_page_text", tab_id=tab)[0] in {"unknown_tab", "tab_closed", "disconnected"}
        other = answer_of(wire, "navigate", url=site.url())["tab_id"]
        assert other != tab
        assert answer_of(wire, "browser_page_text", tab_id=other)["text"] == "calm"
        assert failure_of(wire, "browser_page_text", tab_id=tab)[0] == "tab_closed"
        assert wire.end() == 0
        # Such an end may be told, but not with its details.
        assert all(line.endswith("details are withheld") for line in wire.stderr.splitlines())


@pytest.fixture
def somebodys_browser(tmp_path: Path) -> Iterator[str]:
    """A browser that a person runs, with its debugging port open; the address of the port."""
    found = find("chromium").found
    assert found is not None
    assert found.path is not None
    command = [found.path, "--headless=new", "--remote-debugging-port=0", f"--user-data-dir={tmp_path / 'profile'}"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--no-sandbox")
    with subprocess.Popen(command, stderr=subprocess.PIPE, start_new_session=True) as process:
        try:
            assert process.stderr is not None
            for line in process.stderr:
                match = re.search(rb"ws://(127\.0\.0\.1:\d+)/", line)
                if match:
                    yield f"http://{match[1].decode()}"
                    break
        finally:
            os.killpg(process.pid, signal.SIGKILL)


def ask(endpoint: str, method: str, path: str) -> Any:  # noqa: ANN401 (JSON)
    """Asks the debugging port of a browser."""
    connection = HTTPConnection(endpoint.removeprefix("http://"), timeout=10)
    try:
        connection.request(method, path)
        return json.load(connection.getresponse())
    finally:
        connection.close()


@pytest.mark.skipif(sys.platform == "win32", reason="process groups are ended")
def test_in_an_attached_browser_only_what_was_named_is_there(somebodys_browser: str, site: Site) -> None:
    site.serve("/", "<title>Mine</title><p>mine")
    with Site() as other:
        other.serve("/", f"<title>Bank</title><p>{SECRET}")
        for url in (site.url(), other.url()):
            # What the person has open.
            ask(somebodys_browser, "PUT", f"/json/new?{url}")
        words = ["--attach", somebodys_browser, "--allow-host", site.host]
        with Wire([*REAL, *words]) as wire:
            assert answer_of(wire, "tabs_context_mcp")["availableTabs"] == []
            assert answer_of(wire, "browser_status")["attached"] is True
            for number in range(1, 5):
                assert failure_of(wire, "browser_page_text", tab_id=number)[0] == "unknown_tab"
            assert wire.end() == 0
        with Wire([*REAL, *words, "--allow-origin", f"http://{site.host}"]) as wire:
            deadline = time.monotonic() + 5
            tabs: list[dict[str, str]] = []
            # A tab is attached to when it is first looked at, and its title comes with the next look.
            while not (tabs and tabs[0]["title"]) and time.monotonic() < deadline:
                tabs = answer_of(wire, "tabs_context_mcp")["availableTabs"]
            (tab,) = tabs
            assert (tab["title"], tab["url"]) == ("Mine", site.url())
            assert answer_of(wire, "browser_page_text", tab_id=tab["tabId"])["text"] == "mine"
            assert failure_of(wire, "tabs_close_mcp", tab_id=tab["tabId"])[0] == "foreign_tab"
            # A tab of the session's own may go elsewhere, and may be read only where that was allowed.
            assert failure_of(wire, "navigate", url=other.url())[0] == "blocked_by_policy"
            own = answer_of(wire, "navigate", url=site.url())
            assert answer_of(wire, "browser_page_text", tab_id=own["tab_id"])["text"] == "mine"
            assert SECRET not in str(answer_of(wire, "browser_status"))
            assert wire.end() == 0
        # It was let go and not ended, and what was opened in it is closed.
        pages = ask(somebodys_browser, "GET", "/json/list")
        urls = sorted(page["url"] for page in pages if page["type"] == "page" and page["url"].startswith("http"))
        assert urls == sorted([site.url(), other.url()])


def test_a_browser_that_is_not_there_is_told() -> None:
    with Wire([*REAL, "--browser", "/nonexistent/browser"]) as wire:
        assert answer_of(wire, "tabs_context_mcp")["availableTabs"] == []
        reason, text = failure_of(wire, "navigate", url="https://example.org/")
        assert reason == "browser_cannot_start"
        assert "hint: " in text
        wire.end()
