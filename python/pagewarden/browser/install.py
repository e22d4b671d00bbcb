"""The one command that installs a missing browser, for the system at hand.

Whoever lacks a browser wants a line to paste and not a page to read, so that exactly one command is given.
"""

from __future__ import annotations

import os
from pathlib import Path

from pagewarden.browser.places import Engine, System

_DEBIAN: dict[Engine, str] = {"chromium": "apt-get install -y chromium", "firefox": "apt-get install -y firefox-esr"}
# Ubuntu's packages of these names only hand over to snap.
_UBUNTU: dict[Engine, str] = {"chromium": "snap install chromium", "firefox": "snap install firefox"}
_FEDORA: dict[Engine, str] = {"chromium": "dnf install -y chromium", "firefox": "dnf install -y firefox"}
_ARCH: dict[Engine, str] = {
    "chromium": "pacman -S --noconfirm chromium",
    "firefox": "pacman -S --noconfirm firefox",
}
_ALPINE: dict[Engine, str] = {"chromium": "apk add chromium", "firefox": "apk add firefox-esr"}
_SUSE: dict[Engine, str] = {
    "chromium": "zypper install -y chromium",
    "firefox": "zypper install -y MozillaFirefox",
}
_MAC: dict[Engine, str] = {
    "chromium": "brew install --cask google-chrome",
    "firefox": "brew install --cask firefox",
}
_WINDOWS: dict[Engine, str] = {
    "chromium": "winget install --exact --id Google.Chrome",
    "firefox": "winget install --exact --id Mozilla.Firefox",
}

_BY_DISTRIBUTION: dict[str, dict[Engine, str]] = {
    "ubuntu": _UBUNTU,
    "debian": _DEBIAN,
    "fedora": _FEDORA,
    "rhel": _FEDORA,
    "arch": _ARCH,
    "alpine": _ALPINE,
    "suse": _SUSE,
    "opensuse": _SUSE,
}


def install_command(engine: Engine, system: System, *, administrator: bool | None = None) -> str:
    """Returns one command that installs the engine.

    Args:
        engine: What is missing.
        system: The machine.
        administrator: Whether the command will run with all rights; else it begins with ``sudo``. Default: as now.
    """
    if system.platform == "darwin":
        return _MAC[engine]
    if system.platform == "win32":
        return _WINDOWS[engine]
    if administrator is None:
        administrator = not hasattr(os, "geteuid") or os.geteuid() == 0
    prefix = "" if administrator else "sudo "
    for name in _distribution(system):
        if name in _BY_DISTRIBUTION:
            return prefix + _BY_DISTRIBUTION[name][engine]
    return prefix + _DEBIAN[engine]


def _distribution(system: System) -> list[str]:
    """The names by which the system calls itself, its own first and then those it derives from."""
    try:
        lines = Path(system.root, "etc", "os-release").read_text("utf-8", "replace").splitlines()
    except OSError:
        return []
    values = dict(line.split("=", 1) for line in lines if "=" in line)
    names = f"{values.get('ID', '')} {values.get('ID_LIKE', '')}"
    return names.replace('"', "").replace("'", "").lower().split()
