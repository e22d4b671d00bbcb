"""The finder on machines that do not exist: folders and small scripts stand for systems and browsers."""

from __future__ import annotations

import itertools
import sys
import time
from pathlib import Path

import pytest

from pagewarden.browser.finder import Search, find
from pagewarden.browser.install import install_command
from pagewarden.browser.places import System, places

needs_posix = pytest.mark.skipif(sys.platform == "win32", reason="fake browsers are shell scripts")


def system(tmp_path: Path, platform: str = "linux", **environ: str) -> System:
    """A machine in a folder, with an empty PATH unless one is given."""
    return System(platform, {"PATH": str(tmp_path / "bin"), **environ}, tmp_path / "home", tmp_path / "root")


def browser(path: Path, prints: str = "Chromium 156.0.1.2 built on a fake", code: int = 0) -> Path:
    """A program that answers --version."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'#!/bin/sh\n[ "$1" = --version ] && echo "{prints}"\nexit {code}\n', encoding="utf-8")
    path.chmod(0o755)
    return path


def refusal_of(search: Search, path: Path) -> str:
    """Why the candidate at a path is not used."""
    (candidate,) = [candidate for candidate in search.candidates if candidate.path == str(path)]
    return candidate.refusal


@needs_posix
def test_an_explicit_path_wins_over_everything(tmp_path: Path) -> None:
    mine = browser(tmp_path / "mine")
    other = browser(tmp_path / "bin" / "chromium")
    search = find("chromium", explicit=str(mine), system=system(tmp_path, PAGEWARDEN_CHROMIUM=str(other)))
    assert search.found is not None
    assert (search.found.path, search.found.version, search.found.origin) == (str(mine), "156.0.1.2", "argument")
    assert "not needed" in next(c.refusal for c in search.candidates if c.origin == "variable")


@needs_posix
def test_the_order_is_variables_caches_path_known_places(tmp_path: Path) -> None:
    cache = tmp_path / "home" / ".cache"
    in_order = [
        browser(tmp_path / "by-variable"),
        browser(cache / "ms-playwright" / "chromium-1000" / "chrome-linux" / "chrome"),
        browser(cache / "ms-playwright" / "chromium-999" / "chrome-linux" / "chrome"),
        browser(tmp_path / "bin" / "google-chrome"),
        browser(tmp_path / "bin" / "chromium"),
        browser(tmp_path / "root" / "opt" / "google" / "chrome" / "chrome"),
        browser(cache / "puppeteer" / "chrome" / "linux-1" / "chrome-linux64" / "chrome"),
    ]
    machine = system(tmp_path, CHROME_PATH=str(in_order[0]))
    found = [place.path for place in places("chromium", machine) if place.path in in_order]
    assert found == in_order
    for expected, following in itertools.pairwise(in_order):
        search = find("chromium", system=machine)
        assert search.found is not None
        assert search.found.path == str(expected)
        expected.unlink()
        assert following.exists()


@needs_posix
def test_each_refusal_says_why(tmp_path: Path) -> None:
    folder = tmp_path / "root" / "snap" / "bin" / "chromium"
    folder.mkdir(parents=True)
    unready = browser(tmp_path / "root" / "opt" / "google" / "chrome" / "chrome")
    unready.chmod(0o644)
    failing = browser(tmp_path / "bin" / "google-chrome", code=1)
    mute = browser(tmp_path / "bin" / "google-chrome-stable", prints="hello")
    old = browser(tmp_path / "bin" / "chromium", prints="Chromium 90.0.1.2")
    damaged = tmp_path / "bin" / "chromium-browser"
    damaged.write_bytes(b"\x7fELF")
    damaged.chmod(0o755)
    twin = tmp_path / "bin" / "brave-browser"
    twin.symlink_to(old)
    search = find("chromium", system=system(tmp_path))
    assert search.found is None
    assert refusal_of(search, folder) == "not a file"
    assert refusal_of(search, unready) == "not executable"
    assert refusal_of(search, failing) == "--version ended with code 1"
    assert refusal_of(search, mute) == "--version printed no version"
    assert refusal_of(search, old) == "too old: 90.0.1.2, at least 119 is needed"
    assert refusal_of(search, damaged).startswith("cannot be started")
    assert refusal_of(search, twin) == "the same file as one above"
    reasons = {candidate.place: candidate.refusal for candidate in search.candidates}
    assert reasons["$PAGEWARDEN_CHROMIUM"] == "not set"
    assert reasons["microsoft-edge"] == "not on PATH"
    assert all(candidate.refusal for candidate in search.candidates)


@needs_posix
def test_a_browser_that_hangs_is_given_up(tmp_path: Path) -> None:
    hanging = tmp_path / "bin" / "firefox"
    hanging.parent.mkdir(parents=True)
    hanging.write_text("#!/bin/sh\nexec sleep 60\n", encoding="utf-8")
    hanging.chmod(0o755)
    started = time.monotonic()
    search = find("firefox", system=system(tmp_path, PATH=f"{hanging.parent}:/usr/bin:/bin"), version_timeout=0.3)
    assert refusal_of(search, hanging) == "did not tell its version within 0.3 s"
    assert time.monotonic() - started < 30


@needs_posix
def test_firefox_has_its_own_names_and_oldest_version(tmp_path: Path) -> None:
    esr = browser(tmp_path / "bin" / "firefox-esr", prints="Mozilla Firefox 153.8.0esr")
    search = find("firefox", system=system(tmp_path))
    assert search.found is not None
    assert (search.found.path, search.found.version) == (str(esr), "153.8.0")
    old = browser(tmp_path / "bin" / "firefox", prints="Mozilla Firefox 115.0")
    assert refusal_of(find("firefox", system=system(tmp_path)), old).startswith("too old")


def test_windows_reads_the_version_beside_the_program(tmp_path: Path) -> None:
    application = tmp_path / "Google" / "Chrome" / "Application"
    (application / "99.0.1.2").mkdir(parents=True)
    (application / "156.0.1.2").mkdir()
    (application / "chrome.exe").write_bytes(b"MZ")
    firefox = tmp_path / "Mozilla Firefox"
    firefox.mkdir()
    (firefox / "firefox.exe").write_bytes(b"MZ")
    (firefox / "application.ini").write_text("[App]\nVersion=153.8.0\n", encoding="utf-8")
    machine = system(tmp_path, "win32", PROGRAMFILES=str(tmp_path))
    chromium = find("chromium", system=machine).found
    assert chromium is not None
    assert chromium.version == "156.0.1.2"
    found = find("firefox", system=machine).found
    assert found is not None
    assert found.version == "153.8.0"


@needs_posix
def test_mac_applications_are_looked_through(tmp_path: Path) -> None:
    inner = Path("Applications", "Google Chrome.app", "Contents", "MacOS", "Google Chrome")
    own = browser(tmp_path / "home" / inner)
    search = find("chromium", system=system(tmp_path, "darwin"))
    assert search.found is not None
    assert search.found.path == str(own)
    assert refusal_of(search, tmp_path / "root" / inner) == "nothing there"


@pytest.mark.parametrize(
    ("release", "command"),
    [
        ("ID=debian\n", "apt-get install -y chromium"),
        ('ID=ubuntu\nID_LIKE="debian"\n', "snap install chromium"),
        ("ID=linuxmint\nID_LIKE='ubuntu debian'\n", "snap install chromium"),
        ("ID=fedora\n", "dnf install -y chromium"),
        ("ID=unheard-of\n", "apt-get install -y chromium"),
    ],
)
def test_the_fix_is_one_command_of_this_system(tmp_path: Path, release: str, command: str) -> None:
    machine = system(tmp_path)
    (tmp_path / "root" / "etc").mkdir(parents=True)
    (tmp_path / "root" / "etc" / "os-release").write_text(release, encoding="utf-8")
    assert install_command("chromium", machine, administrator=True) == command
    assert install_command("chromium", machine, administrator=False) == f"sudo {command}"


def test_other_systems_have_their_own_command(tmp_path: Path) -> None:
    assert install_command("chromium", system(tmp_path, "darwin")).startswith("brew install")
    assert install_command("firefox", system(tmp_path, "win32")).startswith("winget install")
    assert install_command("firefox", system(tmp_path), administrator=True) == "apt-get install -y firefox-esr"
