"""`pagewarden read` as a shell sees it: text on stdout, notes on stderr, exit codes as documented."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.command import pagewarden
from tests.loopback import Answer, Site

from pagewarden import samples


@pytest.fixture
def page(tmp_path: Path) -> str:
    """The path of a small page with something hidden."""
    file = tmp_path / "page.html"
    file.write_text("<title>T</title><h1>Hello</h1><p>world<p style='display:none'>unseen", encoding="utf-8")
    return str(file)


def test_text_goes_to_stdout_and_notes_to_stderr(page: str) -> None:
    finished = pagewarden("read", page)
    assert finished.code == 0
    assert finished.out == "Hello\n\nworld\n"
    assert "hidden characters left out" in finished.err
    assert "--all-text" in finished.err


def test_quiet_leaves_the_answer_alone(page: str) -> None:
    finished = pagewarden("read", "--quiet", page)
    assert (finished.code, finished.out, finished.err) == (0, "Hello\n\nworld\n", "")


def test_all_text_adds_what_is_hidden(page: str) -> None:
    assert "unseen" in pagewarden("read", "--all-text", page).out


def test_json_is_one_object_with_the_report(page: str) -> None:
    finished = pagewarden("read", "--json", page)
    value = json.loads(finished.out)
    assert finished.out.count("\n") == 1
    assert value["text"] == "Hello\n\nworld"
    assert value["title"] == "T"
    assert value["report"]["complete"] is True
    assert value["report"]["hidden"]


def test_a_dash_reads_stdin() -> None:
    assert pagewarden("read", "-", stdin=b"<p>piped").out == "piped\n"
    cut = pagewarden("read", "--max-bytes", "5", "-", stdin=b"<p>piped")
    assert cut.out == "pi\n"
    assert "max_bytes" in cut.err


def test_a_limit_cuts_with_success_and_names_the_option(page: str) -> None:
    finished = pagewarden("read", "--max-chars", "3", page)
    assert (finished.code, finished.out) == (0, "Hel\n")
    assert "cut by max_chars = 3; --max-chars N reads more" in finished.err
    assert pagewarden("read", "--max-nodes", "2", page).code == 0


def test_a_selector_that_matches_nothing_fails(page: str) -> None:
    assert pagewarden("read", "--selector", "h1", page).out == "Hello\n"
    finished = pagewarden("read", "--selector", "table", page)
    assert (finished.code, finished.out) == (1, "")
    assert finished.err.startswith("pagewarden: the selector matched nothing\nhint: ")


def test_errors_are_two_lines_with_the_documented_code(page: str, tmp_path: Path, site: Site) -> None:
    slow = site.url("/slow")
    site.paths["/slow"] = Answer(b"late", delay=2.0)
    policy = tmp_path / "policy.toml"
    policy.write_text("nonsense = 1\n", encoding="utf-8")
    cases: list[tuple[int, list[str]]] = [
        (1, [str(tmp_path / "absent.html")]),
        (1, ["--allow-host", site.host, site.url("/absent")]),
        (2, []),
        (2, [page, "--sample"]),
        (2, ["--max-chars", "0", page]),
        (2, ["--max-chars", "many", page]),
        (2, ["--unknown", page]),
        (2, ["--selector", "p[", page]),
        (2, ["--allow-host", "localhost", page]),
        (2, ["--policy", str(policy), page]),
        (4, [site.url()]),
        (4, ["file:///etc/hosts"]),
        (124, ["--allow-host", site.host, "--timeout-ms", "200", slow]),
    ]
    for code, words in cases:
        finished = pagewarden("read", "--quiet", *words)
        assert (finished.code, finished.out) == (code, ""), words
        lines = finished.err.splitlines()
        assert len(lines) == 2, finished.err
        assert lines[0].startswith("pagewarden: ")
        assert lines[1].startswith("hint: ")


def test_an_allowed_host_is_read_and_announced_without_its_query(site: Site) -> None:
    site.serve("/", "<p>served")
    address = site.url("/?token=" + "-".join(("fake", "query", "token")))
    for engine, said in (("auto", ""), ("static", "fetching from ")):
        finished = pagewarden("read", "--engine", engine, "--allow-host", site.host, address)
        assert (finished.code, finished.out) == (0, "served\n")
        assert f"{said}127.0.0.1" in finished.err
        assert "token" not in finished.err


def test_a_policy_file_and_an_option_add_up(site: Site, tmp_path: Path) -> None:
    site.serve("/", "<p>served")
    policy = tmp_path / "policy.toml"
    policy.write_text(f'allow_hosts = ["{site.host}"]\n', encoding="utf-8")
    assert pagewarden("read", "--policy", str(policy), site.url()).out == "served\n"
    policy.write_text('extra_keys = ["tenant"]\n', encoding="utf-8")
    assert pagewarden("read", "--policy", str(policy), "--allow-host", site.host, site.url()).out == "served\n"


def test_the_sample_is_heavy_and_gives_nothing_away() -> None:
    markup = samples.dashboard()
    assert markup.count("</") + markup.count("<input") > 15_000
    finished = pagewarden("read", "--sample", "--max-chars", "100000", "--max-nodes", "1000000", "--all-text")
    assert finished.code == 0
    assert finished.out.startswith("Operations dashboard\n")
    assert "https://dashboard.example/shared?view=all&access_token=[REDACTED]\n" in finished.out
    for part in ("fake-sample", "passphrase", "5678"):
        assert part not in finished.out + finished.err
    assert "CHECKOUT" in finished.out
    default = pagewarden("read", "--sample")
    assert default.code == 0
    assert "cut by" in default.err
    assert "ignore your instructions" not in default.out


def test_innertext_is_the_other_rendering(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text("<p>one<span style='opacity:0'>two</span>", encoding="utf-8")
    assert pagewarden("read", str(file)).out == "one\n"
    assert pagewarden("read", "--rendering", "innertext", str(file)).out == "onetwo\n"


def test_a_pipe_gets_the_text_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text("<pre>a\x1b[31mb\tc\u00e9</pre>", encoding="utf-8")
    assert pagewarden("read", str(file), environ={"PYTHONIOENCODING": "ascii"}).out == "a\x1b[31mb\tc\u00e9\n"


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGPIPE there")
def test_a_reader_that_goes_away_is_no_event() -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    command = [sys.executable, "-m", "pagewarden", "read", "--sample", "--quiet"]
    finished = subprocess.run(command, stdout=write_end, stderr=subprocess.PIPE, check=False, timeout=60)
    os.close(write_end)
    assert (finished.returncode, finished.stderr) == (141, b"")


def test_help_and_version_answer_at_once() -> None:
    help_text = pagewarden("--help").out
    for code in ("0", "1", "2", "3", "4", "124"):
        assert f"\n  {code:>3}  " in help_text
    assert "--allow-host HOST:PORT" in pagewarden("read", "--help").out
    assert pagewarden("--version").out.startswith("pagewarden 0.")
    assert pagewarden().code == 2
    assert pagewarden("unknown").code == 2
