"""`pagewarden doctor`: what works, where it looked, and one command for what is missing."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from tests.command import Finished, pagewarden

needs_posix = pytest.mark.skipif(sys.platform == "win32", reason="fake browsers are shell scripts")


def doctor(tmp_path: Path, *words: str, chromium: str = "") -> Finished:
    """Runs doctor where nothing but the named browser is on PATH or in the home directory."""
    environ = {"PATH": str(tmp_path), "HOME": str(tmp_path), "PAGEWARDEN_CHROMIUM": chromium}
    return pagewarden("doctor", *words, environ=environ)


@needs_posix
def test_a_named_browser_is_found_and_the_rest_is_listed(tmp_path: Path) -> None:
    browser = tmp_path / "mine"
    browser.write_text("#!/bin/sh\necho Chromium 156.0.1.2\n", encoding="utf-8")
    browser.chmod(0o755)
    finished = doctor(tmp_path, chromium=str(browser))
    assert finished.code == 0
    assert f"156.0.1.2 at {browser}" in finished.out
    assert f"$PAGEWARDEN_CHROMIUM -> {browser}: used: 156.0.1.2" in finished.out
    assert "google-chrome: not on PATH" in finished.out
    assert "firefox-esr: not on PATH" in finished.out
    assert "ms-playwright: nothing there" in finished.out
    assert "the extension reads a page and withholds its secret" in finished.out


@needs_posix
def test_json_has_checks_and_candidates(tmp_path: Path) -> None:
    finished = doctor(tmp_path, "--json", chromium=str(tmp_path / "absent"))
    value = json.loads(finished.out)
    checks = {check["name"]: check for check in value["checks"]}
    assert {"package", "core", "python", "platform", "chromium", "firefox"} == set(checks)
    for name in ("package", "core", "python", "platform"):
        assert checks[name]["status"] == "ok"
        assert checks[name]["fix"] == ""
    for engine in ("chromium", "firefox"):
        candidates = value["browsers"][engine]
        assert len(candidates) >= 4
        used = [candidate for candidate in candidates if not candidate["refusal"]]
        # A browser at a well-known path of this machine may be found; without one, a command says how to get it.
        assert bool(used) == (checks[engine]["status"] == "ok")
        assert bool(used) != bool(checks[engine]["fix"])
    first = value["browsers"]["chromium"][0]
    assert (first["origin"], first["refusal"]) == ("variable", "nothing there")
