"""Finds a browser on this machine, and can say of every other candidate why it was not taken.

A failure to find one must explain itself: `pagewarden doctor` prints the whole list. Nothing is imported that drives
a browser, so that looking costs little and works where no driver is installed.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from pagewarden.browser.places import Engine, Place, System, places

# Bars set by age and not by a missing feature: both releases are from before 2025, so that a refusal is rare and means
# a machine that lacks years of security updates.
OLDEST: dict[Engine, int] = {"chromium": 119, "firefox": 128}

VERSION_TIMEOUT_SECONDS = 10.0

_VERSION = re.compile(r"\b(\d+)(?:\.\d+)+")


@dataclass(frozen=True, slots=True)
class Candidate:
    """One place that was looked at. ``refusal`` says why it is not used, and is empty for the one that is."""

    origin: str
    place: str
    path: str | None
    version: str | None
    refusal: str

    @property
    def accepted(self) -> bool:
        """Whether this is the browser to use."""
        return not self.refusal

    def to_dict(self) -> dict[str, str | None]:
        """Returns the candidate as a dictionary of strings and None."""
        return {
            "origin": self.origin,
            "place": self.place,
            "path": self.path,
            "version": self.version,
            "refusal": self.refusal,
        }


@dataclass(frozen=True, slots=True)
class Search:
    """What a search found, and everything that it looked at on the way, in order."""

    engine: Engine
    candidates: tuple[Candidate, ...]

    @property
    def found(self) -> Candidate | None:
        """The browser to use, or None."""
        return next((candidate for candidate in self.candidates if candidate.accepted), None)


def this_system() -> System:
    """Describes the machine that this process runs on."""
    return System(sys.platform, os.environ, Path.home(), Path(Path.home().anchor or "/"))


def find(
    engine: Engine,
    *,
    explicit: str | None = None,
    system: System | None = None,
    version_timeout: float = VERSION_TIMEOUT_SECONDS,
) -> Search:
    """Looks for a browser. The first candidate that tells an acceptable version is taken; later ones are not started.

    Args:
        engine: ``"chromium"`` (with Chrome, Edge and Brave) or ``"firefox"``.
        explicit: A path to try first. Default None.
        system: The machine to look at. Default: this one.
        version_timeout: Most seconds for a candidate to tell its version. Default 10.
    """
    system = system or this_system()
    candidates: list[Candidate] = []
    seen: set[Path] = set()
    found = False
    for place in places(engine, system, explicit):
        candidate = _judge(engine, system, place, seen, found=found, version_timeout=version_timeout)
        found = found or candidate.accepted
        candidates.append(candidate)
    return Search(engine, tuple(candidates))


def first_usable(engine: Engine, *, system: System | None = None) -> str | None:
    """Returns the first candidate that can be started, without asking it for its version; None when there is none."""
    system = system or this_system()
    for place in places(engine, system, None):
        if place.path is not None and not _unusable(place.path, system):
            return str(place.path)
    return None


def _judge(
    engine: Engine, system: System, place: Place, seen: set[Path], *, found: bool, version_timeout: float
) -> Candidate:
    version: str | None = None
    path = place.path
    if path is None:
        refusal = {"variable": "not set", "PATH": "not on PATH"}.get(place.origin, "nothing there")
    elif refusal := _unusable(path, system):
        pass
    elif path.resolve() in seen:
        refusal = "the same file as one above"
    elif found:
        seen.add(path.resolve())
        refusal = "not needed: one above is used"
    else:
        seen.add(path.resolve())
        version, refusal = _version(path, system, version_timeout)
        if version is not None and int(version.split(".")[0]) < OLDEST[engine]:
            refusal = f"too old: {version}, at least {OLDEST[engine]} is needed"
    return Candidate(place.origin, place.label, None if path is None else str(path), version, refusal)


def _unusable(path: Path, system: System) -> str:
    try:
        if not path.exists():
            return "nothing there"
        if not path.is_file():
            return "not a file"
    except OSError as error:
        return f"cannot be looked at: {error.strerror}"
    if system.platform != "win32" and not os.access(path, os.X_OK):
        return "not executable"
    return ""


def _version(path: Path, system: System, timeout: float) -> tuple[str | None, str]:
    """Returns the version, or None and the reason why there is none."""
    if system.platform == "win32":
        version = _version_beside(path)
        return version, "" if version else "no version beside the executable"
    try:
        finished = subprocess.run(  # noqa: S603 (the path is a candidate that the owner of the machine installed)
            [str(path), "--version"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=timeout,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None, f"did not tell its version within {timeout:g} s"
    except OSError as error:
        return None, f"cannot be started: {error.strerror}"
    if finished.returncode != 0:
        return None, f"--version ended with code {finished.returncode}"
    match = _VERSION.search(finished.stdout.decode("utf-8", "replace"))
    return (match.group(), "") if match else (None, "--version printed no version")


def _version_beside(path: Path) -> str | None:
    """On Windows a browser asked for its version opens a window, but its folder holds the version all the same."""
    ini = path.with_name("application.ini")
    if ini.is_file():
        match = re.search(r"^Version=(\d[\d.]*)", ini.read_text("utf-8", "replace"), re.MULTILINE)
        return match.group(1) if match else None
    versions = [entry.name for entry in path.parent.iterdir() if re.fullmatch(r"\d+(?:\.\d+){3}", entry.name)]
    return max(versions, key=lambda name: [int(part) for part in name.split(".")], default=None)
