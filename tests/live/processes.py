"""The processes under another one, and their memory, read from /proc: live tests of processes run on Linux."""

from __future__ import annotations

from pathlib import Path

PROC = Path("/proc")


def _parents() -> dict[int, int]:
    parents = {}
    for folder in PROC.iterdir():
        if folder.name.isdecimal():
            try:
                fields = (folder / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
            except OSError:
                continue
            # The state is first, then the parent; a zombie is no process any more.
            if fields[0] != "Z":
                parents[int(folder.name)] = int(fields[1])
    return parents


def descendants(root: int) -> set[int]:
    """Every process under this one."""
    parents = _parents()
    found = {root}
    while more := {child for child, parent in parents.items() if parent in found and child not in found}:
        found |= more
    return found - {root}


def command_line(process: int) -> str:
    """The command line of a process; empty when it is gone."""
    try:
        return (PROC / str(process) / "cmdline").read_text("utf-8", "replace").replace("\0", " ")
    except OSError:
        return ""


def renderers(root: int) -> set[int]:
    """The processes of pages under this one."""
    return {process for process in descendants(root) if "--type=renderer" in command_line(process)}


def memory_mb(process: int) -> float:
    """The resident memory of a process in MB; 0 when it is gone."""
    try:
        status = (PROC / str(process) / "status").read_text("utf-8", "replace")
    except OSError:
        return 0.0
    for line in status.splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0


def is_alive(process: int) -> bool:
    """Whether a process runs; a zombie does not."""
    return process in _parents()
