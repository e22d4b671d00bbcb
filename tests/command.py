"""Runs the command line as a shell would: another process, real pipes, real exit codes."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass


@dataclass(frozen=True)
class Finished:
    """What a command left behind."""

    code: int
    out: str
    err: str


def pagewarden(*words: str, stdin: bytes = b"", environ: dict[str, str] | None = None) -> Finished:
    """Runs ``pagewarden`` with these words."""
    finished = subprocess.run(
        [sys.executable, "-m", "pagewarden", *words],
        input=stdin,
        capture_output=True,
        env={**os.environ, **(environ or {})},
        timeout=60,
        check=False,
    )
    # Windows writes its own line ends; the text is the same.
    out = finished.stdout.decode("utf-8").replace("\r\n", "\n")
    return Finished(finished.returncode, out, finished.stderr.decode("utf-8").replace("\r\n", "\n"))
