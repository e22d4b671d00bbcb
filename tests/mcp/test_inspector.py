"""The official Inspector as a client: its strict check of the schemas, and calls. `make test-inspector` gets it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.mcp.fake_server import HOME
from tests.mcp.wire import FAKE, REAL, REPOSITORY

from pagewarden.tools.table import TOOLS

LAUNCHER = REPOSITORY / "build/inspector/node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js"


def node() -> str | None:
    """The node of Playwright, which is new enough, or that of the system."""
    within = sorted(Path(sys.prefix).glob("lib/python*/site-packages/playwright/driver/node"))
    return os.environ.get("NODE") or (str(within[0]) if within else shutil.which("node"))


pytestmark = pytest.mark.skipif(
    not LAUNCHER.is_file() or node() is None, reason="make test-inspector installs the Inspector"
)


def inspect(server: list[str], *words: str) -> tuple[int, dict[str, Any]]:
    """Runs the Inspector's command line against a server and returns its exit code and what it printed."""
    command = [node() or "", str(LAUNCHER), "--cli", *server, *words]
    finished = subprocess.run(command, capture_output=True, cwd=REPOSITORY, check=False, timeout=90)
    value: dict[str, Any] = json.loads(finished.stdout)
    return finished.returncode, value


def test_the_schemas_are_portable() -> None:
    code, value = inspect(REAL, "--method", "tools/list", "--strict", "--format", "json")
    assert code == 0
    assert [tool["name"] for tool in value["result"]["tools"]] == [tool.name for tool in TOOLS]


def test_a_call_answers() -> None:
    arguments = json.dumps({"url": HOME})
    code, value = inspect(FAKE, "--method", "tools/call", "--tool-name", "navigate", "--tool-args-json", arguments)
    assert code == 0
    assert value["structuredContent"]["url"] == HOME


def test_an_error_is_seen_as_one() -> None:
    arguments = json.dumps({"tab_id": "t7"})
    code, value = inspect(
        FAKE, "--method", "tools/call", "--tool-name", "browser_page_text", "--tool-args-json", arguments
    )
    assert code == 5
    assert value["isError"] is True
