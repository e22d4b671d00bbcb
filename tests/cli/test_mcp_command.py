"""`pagewarden mcp` before it serves: its options, and the configurations that it prints."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from tests.command import pagewarden

from pagewarden.cli.mcp import HOSTS, configuration


@pytest.mark.parametrize("host", HOSTS)
def test_a_configuration_starts_this_installation_with_these_options(host: str, tmp_path: Path) -> None:
    policy = tmp_path / "my policy.toml"
    policy.write_text("", "utf-8")
    options = ["--allow-host", "127.0.0.1:8000", "--policy", str(policy), "--headed"]
    finished = pagewarden("mcp", "--print-config", host, *options)
    assert (finished.code, finished.err) == (0, "")
    if host == "claude":
        words = shlex.split(finished.out)
        assert words[:5] == ["claude", "mcp", "add", "pagewarden", "--"]
        command = words[5:]
    elif host == "codex":
        entry = tomllib.loads(finished.out)["mcp_servers"]["pagewarden"]
        command = [entry["command"], *entry["args"]]
    else:
        servers = json.loads(finished.out)["servers" if host == "vscode" else "mcpServers"]
        command = [servers["pagewarden"]["command"], *servers["pagewarden"]["args"]]
    assert Path(command[0]).is_file()
    assert command[command.index("mcp") + 1 :] == options


def test_paths_with_odd_characters_survive() -> None:
    command = ['/odd "path"/pagewarden', "mcp", "--policy", "C:\\it's\\here"]
    assert tomllib.loads(configuration("codex", command))["mcp_servers"]["pagewarden"]["args"] == command[1:]
    assert shlex.split(configuration("claude", command))[5:] == command


def test_wrong_options_are_usage_errors(tmp_path: Path) -> None:
    for words in (
        ["--allow-origin", "https://example.org"],
        ["--attach", "9222", "--headed"],
        ["--attach", "9222", "--browser", "/usr/bin/chromium"],
        ["--attach", "9222", "--allow-origin", "example.org"],
        ["--print-config", "unknown"],
        ["--allow-host", "localhost"],
        ["--policy", str(tmp_path / "absent.toml")],
    ):
        finished = pagewarden("mcp", *words)
        assert (finished.code, finished.out) == (2, ""), words
        assert len(finished.err.splitlines()) == 2


@pytest.mark.parametrize("words", [["tools"], ["mcp", "--print-config", "json"], ["read", "--sample", "--quiet"]])
def test_the_protocol_and_the_driver_are_loaded_only_when_they_are_needed(words: list[str]) -> None:
    program = f"""
import sys
from pagewarden.cli.main import main
assert main({words!r}) == 0
loaded = {{"mcp", "websockets", "pydantic", "pagewarden.browser.chromium"}} & set(sys.modules)
assert not loaded, loaded
"""
    finished = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60)
    assert finished.returncode == 0, finished.stderr
