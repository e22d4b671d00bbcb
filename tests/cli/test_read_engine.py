"""Which engine `pagewarden read` takes, what it says about it, and what it does without a browser."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from tests.command import pagewarden
from tests.loopback import Answer, Site

from pagewarden.browser import search
from pagewarden.browser.finder import Candidate, Search, find
from pagewarden.cli import engines
from pagewarden.cli.main import main

BUILT_BY_SCRIPT = (
    "<title>Built</title><div id=root></div>"
    "<script>document.getElementById('root').innerHTML = '<h1>Built</h1><p>by a script</p>'</script>"
)

needs_browser = pytest.mark.skipif(find("chromium").found is None, reason="no Chromium on this machine")


@pytest.fixture
def no_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the finder find nothing."""
    candidate = Candidate("PATH", "chromium", None, None, "not on PATH")
    for module in (engines, search):
        monkeypatch.setattr(module, "find", lambda _: Search("chromium", (candidate,)))
    monkeypatch.setattr(search, "first_usable", lambda _: None)


@pytest.fixture
def inside() -> Iterator[Site]:
    """A site that is not allowed."""
    with Site() as running:
        yield running


@needs_browser
def test_an_address_is_rendered_when_there_is_a_browser(site: Site) -> None:
    address = site.serve("/", BUILT_BY_SCRIPT)
    finished = pagewarden("read", "--allow-host", site.host, address)
    assert (finished.code, finished.out) == (0, "Built\n\nby a script\n")
    assert "pagewarden: rendering 127.0.0.1\n" in finished.err
    assert "(static)" not in finished.err
    finished = pagewarden("read", "--engine", "chromium", "--json", "--quiet", "--allow-host", site.host, address)
    value = json.loads(finished.out)
    assert (value["url"], value["title"], value["text"]) == (address, "Built", "Built\n\nby a script")
    assert value["report"]["source"] == value["source"] != "static"
    assert finished.err == ""


def test_a_shell_that_was_fetched_is_told(site: Site) -> None:
    address = site.serve("/", BUILT_BY_SCRIPT)
    finished = pagewarden("read", "--engine", "static", "--allow-host", site.host, address)
    assert (finished.code, finished.out) == (0, "\n")
    assert "fetching from 127.0.0.1, running no scripts" in finished.err
    assert "built by its scripts; without --engine static a browser renders it" in finished.err
    quiet = pagewarden("read", "--engine", "static", "--quiet", "--allow-host", site.host, address)
    assert quiet.err == ""


@pytest.mark.usefixtures("no_browser")
def test_without_a_browser_an_address_is_fetched_and_it_is_said(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    address = site.serve("/", BUILT_BY_SCRIPT + "<p>" + "Some text is there in any case. " * 30)
    assert main(["read", "--allow-host", site.host, address]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("Some text is there")
    assert "was found, so that the page's scripts do not run; install one: " in err
    assert "(static)" in err
    assert "built by its scripts" not in err
    site.serve("/", BUILT_BY_SCRIPT)
    assert main(["read", "--allow-host", site.host, address]) == 0
    assert "built by its scripts; a browser renders it: " in capsys.readouterr().err


@pytest.mark.usefixtures("no_browser")
def test_a_browser_that_was_asked_for_and_is_not_there(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "--engine", "chromium", "--allow-host", site.host, site.url()]) == 3
    out, err = capsys.readouterr()
    assert out == ""
    assert "chromium: where it was looked for\n  PATH  chromium: not on PATH\n" in err
    assert err.splitlines()[-2] == "pagewarden: no Chromium, Chrome, Edge or Brave was found"
    assert err.splitlines()[-1].startswith("hint: install one: ")
    assert site.seen == []


def test_files_and_pipes_are_never_rendered() -> None:
    assert pagewarden("read", "-", stdin=b"<p>piped").out == "piped\n"
    for target in ("-", "--sample", "page.html"):
        finished = pagewarden("read", "--engine", "chromium", target)
        assert finished.code == 2, target
        assert "--engine chromium renders addresses" in finished.err


def test_an_address_that_is_refused_starts_no_browser(site: Site) -> None:
    for engine in ("auto", "static", "chromium"):
        finished = pagewarden("read", "--engine", engine, site.url())
        assert finished.code == 4
        assert "rendering" not in finished.err
        assert "--allow-host HOST:PORT" in finished.err
    assert site.seen == []


@needs_browser
def test_both_engines_fail_alike(site: Site, inside: Site) -> None:
    site.paths["/slow"] = Answer(b"late", delay=4.0)
    site.paths["/inside"] = Answer(b"", status=302, headers={"Location": inside.serve("/", "<p>inside")})
    for engine in ("static", "chromium"):
        for code, path, words in ((1, "/absent", []), (4, "/inside", []), (124, "/slow", ["--timeout-ms", "1500"])):
            finished = pagewarden(
                "read", "--quiet", "--engine", engine, "--allow-host", site.host, *words, site.url(path)
            )
            assert (finished.code, finished.out) == (code, ""), (engine, path, finished.err)
            assert len(finished.err.splitlines()) == 2


@needs_browser
def test_limits_and_selectors_work_on_a_rendered_page(site: Site) -> None:
    address = site.serve("/", BUILT_BY_SCRIPT)
    common = ["read", "--engine", "chromium", "--allow-host", site.host]
    finished = pagewarden(*common, "--max-chars", "3", address)
    assert (finished.code, finished.out) == (0, "Bui\n")
    assert "cut by max_chars = 3; --max-chars N reads more" in finished.err
    assert pagewarden(*common, "--selector", "#root p", address).out == "by a script\n"
    assert pagewarden(*common, "--selector", "table", address).code == 1
    finished = pagewarden(*common, "--selector", "p[", address)
    assert finished.code == 2


@needs_browser
def test_what_comes_after_loading_is_waited_for(site: Site) -> None:
    address = site.serve(
        "/", "<div id=root>Loading</div><script>setTimeout(() => { root.textContent = 'arrived' }, 150)</script>"
    )
    assert pagewarden("read", "--allow-host", site.host, address).out == "arrived\n"
    ticking = site.serve("/ticking", "<p id=p>0</p><script>setInterval(() => { p.textContent++ }, 20)</script>")
    finished = pagewarden("read", "--allow-host", site.host, ticking)
    assert finished.code == 0
    assert finished.out.strip().isdigit()


@needs_browser
def test_a_page_that_hangs_or_never_loads_is_read_and_it_is_said(site: Site) -> None:
    site.paths["/never.png"] = Answer(b"", delay=8.0)
    address = site.serve("/", "<p>first</p><img src=/never.png>")
    finished = pagewarden("read", "--allow-host", site.host, "--timeout-ms", "3000", address)
    assert (finished.code, finished.out) == (0, "first\n")
    assert "the page had not finished loading" in finished.err
    address = site.serve("/busy", "<p>before</p><script>onload = () => { while (true) {} }</script>")
    finished = pagewarden("read", "--allow-host", site.host, "--timeout-ms", "4000", address)
    assert (finished.code, finished.out) in {(0, "before\n"), (124, "")}
    if finished.code == 124:
        assert "the page could not be read (renderer_busy)" in finished.err


@needs_browser
def test_a_dialog_is_named(site: Site) -> None:
    address = site.serve("/", "<p>before</p><script>setTimeout(() => alert('well?'), 1)</script>")
    finished = pagewarden("read", "--allow-host", site.host, address)
    assert "blocked_by_dialog" in finished.err
    assert (finished.code, finished.out) in {(0, "before\n"), (1, "")}
