"""Pages from files and from the network, the latter on 127.0.0.1 alone."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from tests.loopback import Answer, Site

import pagewarden


def test_a_file_is_read_by_path_and_by_string(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text("<title>T</title><p>from a file", encoding="utf-8")
    for page in (pagewarden.read(file), pagewarden.read(str(file))):
        assert page.text().text == "from a file"
        assert page.url == file.as_uri()


def test_a_long_file_is_cut_and_says_so(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text("<p>" + "a" * 1000, encoding="utf-8")
    reading = pagewarden.read(file, max_bytes=103).text()
    assert reading.text == "a" * 100
    assert reading.truncated
    assert [fired.limit for fired in reading.report.limits] == ["max_bytes"]
    assert not pagewarden.read(file, max_bytes=1003).text().truncated


def test_a_missing_file_is_an_error_with_a_hint(tmp_path: Path) -> None:
    with pytest.raises(pagewarden.FetchFailed, match="cannot be read") as caught:
        pagewarden.read(tmp_path / "absent.html")
    assert caught.value.reason == "fetch_failed"
    assert "path" in caught.value.hint
    with pytest.raises(pagewarden.FetchFailed) as caught:
        pagewarden.read("example.org/page")
    assert "https://example.org/page" in caught.value.hint
    with pytest.raises(pagewarden.FetchFailed, match="not a regular file"):
        pagewarden.read(tmp_path)
    with pytest.raises(pagewarden.FetchFailed):
        pagewarden.read("a\0b")


@pytest.mark.skipif(sys.platform == "win32", reason="named pipes are of another kind there")
def test_a_pipe_does_not_block(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(pagewarden.FetchFailed, match="not a regular file"):
        pagewarden.read(pipe)


def test_loopback_is_refused_until_it_is_allowed(site: Site) -> None:
    address = site.serve("/", "<title>T</title><p>served")
    with pytest.raises(pagewarden.Blocked, match="loopback") as caught:
        pagewarden.read(address)
    assert caught.value.reason == "blocked_by_policy"
    assert "--allow-host" in caught.value.hint
    assert site.seen == []
    page = pagewarden.read(address, pagewarden.Policy(allow_hosts=[site.host]))
    assert page.text().text == "served"
    assert page.url == address


def test_a_redirect_is_judged_like_an_address(site: Site) -> None:
    with Site() as other:
        other.serve("/", "<p>other")
        site.paths["/"] = Answer(b"", status=302, headers={"Location": other.url()})
        with pytest.raises(pagewarden.Blocked):
            pagewarden.read(site.url(), pagewarden.Policy(allow_hosts=[site.host]))
        assert other.seen == []
        page = pagewarden.read(site.url(), pagewarden.Policy(allow_hosts=[site.host, other.host]))
        assert (page.text().text, page.url) == ("other", other.url())


def test_a_slow_server_meets_the_deadline(site: Site) -> None:
    site.paths["/"] = Answer(b"late", delay=2.0)
    with pytest.raises(pagewarden.ReadTimeout) as caught:
        pagewarden.read(site.url(), pagewarden.Policy(allow_hosts=[site.host]), timeout_ms=200)
    assert caught.value.reason == "timeout"


def test_an_error_status_is_an_error(site: Site) -> None:
    with pytest.raises(pagewarden.FetchFailed, match="404"):
        pagewarden.read(site.url("/absent"), pagewarden.Policy(allow_hosts=[site.host]))


def test_a_long_answer_is_cut_and_says_so(site: Site) -> None:
    address = site.serve("/", "<p>" + "a" * 5000)
    reading = pagewarden.read(address, pagewarden.Policy(allow_hosts=[site.host]), max_bytes=1003).text()
    assert reading.text == "a" * 1000
    assert reading.truncated
    assert "max_bytes" in [fired.limit for fired in reading.report.limits]


@pytest.mark.parametrize("address", ["file:///etc/hosts", "ftp://example.org/", "javascript:1", "data:text/html,a"])
def test_only_web_addresses_are_fetched(address: str) -> None:
    with pytest.raises(pagewarden.Blocked, match="scheme"):
        pagewarden.read(address)


def test_wrong_arguments_are_refused_by_name() -> None:
    with pytest.raises(pagewarden.InvalidParameter, match="url_or_path"):
        pagewarden.read(1)  # type: ignore[arg-type]
    with pytest.raises(pagewarden.InvalidParameter, match="timeout_ms"):
        pagewarden.read("https://example.org/", timeout_ms=0)
    with pytest.raises(pagewarden.InvalidParameter, match="max_bytes"):
        pagewarden.read("https://example.org/", max_bytes=-1)
