"""Where browsers are put by systems, by package managers and by other tools, in the order in which they are tried.

Kept apart from the finder because this is knowledge that ages, while the way of judging a candidate does not. Every
place is yielded whether or not something lies there, so that `pagewarden doctor` can show where it looked.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Engine = Literal["chromium", "firefox"]


@dataclass(frozen=True, slots=True)
class System:
    """The machine as the finder sees it; a value, so that tests can describe other machines.

    Attributes:
        platform: As `sys.platform` has it: ``linux``, ``darwin`` or ``win32``.
        environ: The environment variables.
        home: The home directory.
        root: What well-known absolute paths are relative to; the root directory outside of tests.
    """

    platform: str
    environ: Mapping[str, str]
    home: Path
    root: Path


@dataclass(frozen=True, slots=True)
class Place:
    """One place to look: ``path`` is None when a name was not found on PATH or a folder holds nothing that fits."""

    origin: str
    label: str
    path: Path | None


# A variable of our own first; the others are what other tools taught people to set.
_VARIABLES: dict[Engine, tuple[str, ...]] = {
    "chromium": ("PAGEWARDEN_CHROMIUM", "CHROME_PATH", "PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH"),
    "firefox": ("PAGEWARDEN_FIREFOX",),
}

_NAMES: dict[Engine, tuple[str, ...]] = {
    "chromium": (
        "google-chrome",
        "google-chrome-stable",
        "chromium",
        "chromium-browser",
        "microsoft-edge",
        "microsoft-edge-stable",
        "brave-browser",
    ),
    "firefox": ("firefox", "firefox-esr"),
}

_LINUX: dict[Engine, tuple[str, ...]] = {
    "chromium": (
        "opt/google/chrome/chrome",
        "usr/lib/chromium/chromium",
        "snap/bin/chromium",
        "var/lib/flatpak/exports/bin/org.chromium.Chromium",
        "var/lib/flatpak/exports/bin/com.google.Chrome",
    ),
    "firefox": (
        "usr/lib/firefox-esr/firefox-esr",
        "snap/bin/firefox",
        "var/lib/flatpak/exports/bin/org.mozilla.firefox",
    ),
}

_MAC: dict[Engine, tuple[str, ...]] = {
    "chromium": ("Google Chrome", "Google Chrome Canary", "Chromium", "Microsoft Edge", "Brave Browser"),
    "firefox": ("Firefox", "Firefox Nightly"),
}

_WINDOWS: dict[Engine, tuple[str, ...]] = {
    "chromium": ("Google/Chrome/Application/chrome.exe", "Microsoft/Edge/Application/msedge.exe"),
    "firefox": ("Mozilla Firefox/firefox.exe",),
}

_PLAYWRIGHT_PATTERNS: dict[str, tuple[str, ...]] = {
    "linux": (
        "chromium-*/chrome-linux*/chrome",
        "chromium_headless_shell-*/chrome-*/headless_shell",
        "chromium_headless_shell-*/chrome-*/chrome-headless-shell",
    ),
    "darwin": (
        "chromium-*/chrome-mac*/*.app/Contents/MacOS/*",
        "chromium_headless_shell-*/chrome-*/chrome-headless-shell",
    ),
    "win32": (
        "chromium-*/chrome-win*/chrome.exe",
        "chromium_headless_shell-*/chrome-*/chrome-headless-shell.exe",
    ),
}

_PUPPETEER_PATTERNS: dict[str, str] = {
    "linux": "chrome/*/chrome-linux64/chrome",
    "darwin": "chrome/*/chrome-mac*/*.app/Contents/MacOS/*",
    "win32": "chrome/*/chrome-win*/chrome.exe",
}


def places(engine: Engine, system: System, explicit: str | None = None) -> Iterator[Place]:
    """Yields every place in the order of trial: what the caller named, variables, caches, PATH, well-known paths."""
    if explicit is not None:
        yield Place("argument", explicit, Path(explicit))
    for variable in _VARIABLES[engine]:
        value = system.environ.get(variable)
        yield Place("variable", f"${variable}", Path(value) if value else None)
    if engine == "chromium":
        # Playwright's Firefox is a patched build that only Playwright can drive, so its cache is of use for one engine.
        yield from _cache("playwright", _playwright_folder(system), _PLAYWRIGHT_PATTERNS.get(system.platform, ()))
    for name in _NAMES[engine]:
        found = shutil.which(name, path=system.environ.get("PATH", ""))
        yield Place("PATH", name, Path(found) if found else None)
    for path in _well_known(engine, system):
        yield Place("well-known", str(path), path)
    if engine == "chromium":
        pattern = _PUPPETEER_PATTERNS.get(system.platform)
        yield from _cache("puppeteer", system.home / ".cache" / "puppeteer", (pattern,) if pattern else ())


def _cache(origin: str, folder: Path, patterns: tuple[str, ...]) -> Iterator[Place]:
    nothing = True
    for pattern in patterns:
        for path in sorted(folder.glob(pattern), key=_build_number, reverse=True):
            nothing = False
            yield Place(origin, str(path), path)
    if nothing:
        yield Place(origin, str(folder), None)


def _build_number(path: Path) -> tuple[list[int], str]:
    """Sorts caches by the numbers in their folder names, since text order would put build 999 above build 1000."""
    return [int(number) for number in re.findall(r"\d+", str(path))], str(path)


def _playwright_folder(system: System) -> Path:
    chosen = system.environ.get("PLAYWRIGHT_BROWSERS_PATH")
    # "0" is that tool's word for "inside the package", where nothing can be found without importing it.
    if chosen and chosen != "0":
        return Path(chosen)
    if system.platform == "darwin":
        return system.home / "Library" / "Caches" / "ms-playwright"
    if system.platform == "win32":
        return Path(system.environ.get("LOCALAPPDATA", str(system.home / "AppData" / "Local"))) / "ms-playwright"
    return system.home / ".cache" / "ms-playwright"


def _well_known(engine: Engine, system: System) -> Iterator[Path]:
    if system.platform == "darwin":
        for applications in (system.root / "Applications", system.home / "Applications"):
            for name in _MAC[engine]:
                inner = "firefox" if name.startswith("Firefox") else name
                yield applications / f"{name}.app" / "Contents" / "MacOS" / inner
    elif system.platform == "win32":
        for variable in ("LOCALAPPDATA", "PROGRAMFILES", "PROGRAMFILES(X86)"):
            folder = system.environ.get(variable)
            if folder:
                for relative in _WINDOWS[engine]:
                    yield Path(folder) / relative
    else:
        for relative in _LINUX[engine]:
            yield system.root / relative
