"""The README is run: an example that does not work is worse than none."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from tests.loopback import Site

from pagewarden.browser.finder import find
from pagewarden.cli import exit_codes

README = (Path(__file__).resolve().parents[2] / "README.md").read_text("utf-8")
# The address that the examples use; each run puts the port of its own site there.
PLACEHOLDER = "127.0.0.1:8000"


def blocks(language: str) -> list[str]:
    """The contents of the fenced blocks of a language."""
    found = re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    assert found
    return found


def with_our_browser(program: str) -> str:
    """Names the browser of this machine, where an example starts the one that Playwright would have downloaded."""
    found = find("chromium").found
    if found is None or "playwright" not in program:
        return program
    arguments = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    launch = f"chromium.launch(executable_path={str(found.path)!r}, args={arguments!r})"
    assert "chromium.launch()" in program
    return program.replace("chromium.launch()", launch)


@pytest.mark.parametrize("block", blocks("python"))
def test_python_examples_run(block: str, site: Site) -> None:
    site.serve("/", "<p>Hello from this machine")
    program = with_our_browser(block.replace(PLACEHOLDER, site.host))
    finished = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, check=False, timeout=60
    )
    assert finished.returncode == 0, finished.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="the examples are for a POSIX shell")
@pytest.mark.parametrize("block", blocks("console"))
def test_console_examples_print_what_they_show(block: str, site: Site, tmp_path: Path) -> None:
    site.serve("/", "<p>Hello from this machine")
    command = tmp_path / "pagewarden"
    command.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m pagewarden "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    environ = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    examples = re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
    assert len(examples) == len(re.findall(r"^\$ ", block, re.MULTILINE))
    for line, shown in examples:
        finished = subprocess.run(
            ["/bin/sh", "-c", line.replace(PLACEHOLDER, site.host)],
            capture_output=True,
            check=False,
            env=environ,
            timeout=60,
        )
        assert finished.stdout.decode("utf-8") == shown, line


def test_every_make_target_exists(repository: Path) -> None:
    makefile = (repository / "Makefile").read_text("utf-8")
    named = set(
        re.findall(r"\bmake ([a-z][a-z-]*)", "\n".join(re.findall(r"`make [^`]*`|^make .*", README, re.MULTILINE)))
    )
    assert {"read", "test", "help", "capi"} <= named
    for target in named:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_every_named_file_exists(repository: Path) -> None:
    named = set(re.findall(r"`(tests/[\w/.]+)`", README)) | set(re.findall(r"\]\(([\w/.]+)\)", README))
    assert len(named) > 8
    for name in named:
        assert (repository / name).is_file(), name


def test_exit_codes_are_all_listed() -> None:
    for code in exit_codes.MEANINGS:
        assert re.search(rf"^\| (?:\d+, )?{code}\b", README, re.MULTILINE), code


def test_every_option_of_read_is_listed() -> None:
    help_text = subprocess.run(
        [sys.executable, "-m", "pagewarden", "read", "--help"], capture_output=True, text=True, check=True, timeout=60
    ).stdout
    for option in set(re.findall(r"--[a-z-]+", help_text)) - {"--help"}:
        assert f"| `{option}" in README, option
