"""Processes: none is left behind, however a program ends, and one that dies is said to be dead."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.live.conftest import Open
from tests.live.processes import command_line, descendants, is_alive, renderers
from tests.live.stopwatch import SLACK_MS, timed
from tests.sites.server import Sites

import pagewarden
from pagewarden.sync import Browser

HOLDER = """
import sys, time
import pagewarden
from pagewarden.sync import Browser
with Browser.launch(policy=pagewarden.Policy(allow_hosts=[sys.argv[1]])) as browser:
    tab = browser.open(f"http://{sys.argv[1]}/plainpage")
    print("ready" if "first paragraph" in tab.text().text else "wrong", flush=True)
    time.sleep(600)
"""


def gone_after(processes: set[int], seconds: float) -> set[int]:
    """Those of the processes that are still alive after at most so many seconds."""
    end = time.monotonic() + seconds
    while (alive := {process for process in processes if is_alive(process)}) and time.monotonic() < end:
        time.sleep(0.05)
    return alive


def test_closing_ends_every_process(sites: Sites) -> None:
    before = descendants(os.getpid())
    for _ in range(3):
        with Browser.launch(policy=pagewarden.Policy(allow_hosts=sites.hosts)) as browser:
            browser.open(sites.url("/plainpage")).text()
            assert descendants(os.getpid()) - before
        assert gone_after(descendants(os.getpid()) - before, 5) == set()


def test_closing_ends_a_stuck_page_too(sites: Sites) -> None:
    before = descendants(os.getpid())
    with Browser.launch(policy=pagewarden.Policy(allow_hosts=sites.hosts)) as browser:
        browser.open(sites.url("/sortloop?after=0"), wait="commit")
        browser.open(sites.url("/alert?after=0"), wait="commit")
        time.sleep(0.5)
    assert gone_after(descendants(os.getpid()) - before, 5) == set()


@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_program_that_is_ended_leaves_no_browser(sites: Sites, repository: Path, ending: signal.Signals) -> None:
    host = f"127.0.0.1:{sites.port}"
    program = subprocess.Popen(
        [sys.executable, "-c", HOLDER, host],
        cwd=repository,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert program.stdout is not None
        assert program.stdout.readline().strip() == "ready"
        browsers = descendants(program.pid)
        assert any("--type=" in command_line(process) for process in browsers)
        program.send_signal(ending)
        program.wait(10)
        assert gone_after(browsers, 5) == set()
    finally:
        program.kill()
        program.wait()
        if program.stdout is not None:
            program.stdout.close()


def test_a_crashed_page_is_said_to_be_and_can_be_left(sites: Sites) -> None:
    with Browser.launch(policy=pagewarden.Policy(allow_hosts=sites.hosts)) as browser:
        tab = browser.open(sites.url("/plainpage"))
        tab.text()
        for process in renderers(os.getpid()):
            os.kill(process, signal.SIGKILL)
        time.sleep(0.5)
        reading, milliseconds = timed(lambda: tab.text(timeout_ms=1_000))
        assert milliseconds <= 1_000 + SLACK_MS
        assert reading.status == "crashed"
        assert not reading.report.complete
        tab.navigate(sites.url("/arrived"), wait="load")
        assert "The last stop" in tab.text().text


def test_a_stopped_renderer_is_answered_in_time(visit: Open) -> None:
    tab = visit("/plainpage", settle=1.0)
    stopped = renderers(os.getpid())
    for process in stopped:
        os.kill(process, signal.SIGSTOP)
    try:
        reading, milliseconds = timed(lambda: tab.text(timeout_ms=700))
    finally:
        for process in stopped:
            os.kill(process, signal.SIGCONT)
    assert milliseconds <= 700 + SLACK_MS
    assert reading.status == "renderer_busy"
    assert "The first paragraph." in tab.text().text


def test_no_profile_is_left_behind(sites: Sites, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    with Browser.launch(policy=pagewarden.Policy(allow_hosts=sites.hosts)) as browser:
        browser.open(sites.url("/plainpage")).text()
        assert list(tmp_path.iterdir())
    assert list(tmp_path.iterdir()) == []
