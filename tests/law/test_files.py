"""One idea per file: no file so long that nobody reads it, and no name that says nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

MOST_LINES = 800
EMPTY_NAMES = {"utils", "util", "helpers", "helper", "common", "misc", "stuff"}
FOLDERS = ("python", "rust", "tests", "bench")
BUILT = {"target", "__pycache__", "report"}


def sources(repository: Path) -> Iterator[Path]:
    """Every source file that a person wrote."""
    for folder in FOLDERS:
        for file in sorted((repository / folder).rglob("*")):
            if file.suffix in {".py", ".pyi", ".rs", ".c", ".h"} and not BUILT.intersection(file.parts):
                yield file


def test_no_file_is_too_long(repository: Path) -> None:
    lengths = {file: len(file.read_text("utf-8").splitlines()) for file in sources(repository)}
    assert len(lengths) > 20
    assert not {str(file): length for file, length in lengths.items() if length > MOST_LINES}


def test_names_say_something(repository: Path) -> None:
    for file in sources(repository):
        for part in file.relative_to(repository).parts:
            assert Path(part).stem not in EMPTY_NAMES, file


def test_every_module_says_why_it_exists(repository: Path) -> None:
    for file in sources(repository):
        first = file.read_text("utf-8").lstrip()
        if file.suffix == ".py":
            assert first.startswith('"""'), file
        elif file.suffix == ".rs" and "src" in file.parts:
            assert first.startswith("//!"), file
