"""Importing the package must stay cheap: an agent may start it once per page."""

from __future__ import annotations

import subprocess
import sys

HEAVY = ("asyncio", "http", "mcp", "playwright", "pydantic", "ssl", "subprocess", "urllib.request", "websockets")


def loaded(module: str) -> set[str]:
    """The modules that a fresh interpreter has after one import."""
    program = f"import sys, {module}; print('\\n'.join(sys.modules))"
    finished = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    return set(finished.stdout.split())


def test_importing_the_package_loads_nothing_heavy() -> None:
    modules = loaded("pagewarden")
    assert "pagewarden._core" in modules
    assert not modules.intersection(HEAVY)
    assert not [name for name in modules if name.startswith(("pagewarden.cli", "pagewarden.browser"))]
