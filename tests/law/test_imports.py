"""The import law: which part may know which. The arrows in ARCHITECTURE.md are true because this test is."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

# From the bottom up: a module may import from its own room and from rooms before it.
ROOMS = ("values", "extension", "readings", "browser", "tools", "faces")
ROOM_OF = {
    "models": "values",
    "errors": "values",
    "_core": "extension",
    "checks": "extension",
    "policy": "readings",
    "page": "readings",
    "network": "readings",
    "reading": "readings",
    "redaction": "readings",
    "samples": "readings",
    "search": "readings",
    "browser": "browser",
    "sync": "tools",
    "tools": "tools",
    "mcp": "faces",
    "cli": "faces",
    "__main__": "faces",
}

# Packages that cost much or open doors, and the one room that may import each.
KEPT_IN = {
    "playwright": "browser",
    "websockets": "browser",
    "subprocess": "browser",
    "mcp": "mcp",
    "socket": "nowhere",
    "http": "nowhere",
    "urllib.request": "nowhere",
    "requests": "nowhere",
    "httpx": "nowhere",
}

RUST_MAY_USE = {
    "core": set[str](),
    "fetch": {"pagewarden-core"},
    "py": {"pagewarden-core", "pagewarden-fetch"},
    "capi": {"pagewarden-core", "pagewarden-fetch"},
}


def modules(repository: Path) -> Iterator[tuple[str, ast.Module]]:
    """Every module of the package with the first part of its name below `pagewarden`."""
    package = repository / "python" / "pagewarden"
    for file in sorted(package.rglob("*.py")):
        parts = file.relative_to(package).with_suffix("").parts
        if parts != ("__init__",):
            yield parts[0], ast.parse(file.read_text("utf-8"))


def imported(tree: ast.Module) -> Iterator[str]:
    """Every name that a module imports, at its top or within a function."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            assert node.module is not None
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_python_rooms_know_only_the_rooms_below(repository: Path) -> None:
    seen = 0
    for part, tree in modules(repository):
        level = ROOMS.index(ROOM_OF[part])
        for name in imported(tree):
            if not name.startswith("pagewarden."):
                continue
            other = name.split(".")[1]
            if other not in ROOM_OF:
                # A name of the package itself (`from pagewarden import parse`): for the faces only.
                assert ROOM_OF[part] == "faces", f"{part} imports {name}"
                continue
            seen += 1
            assert ROOMS.index(ROOM_OF[other]) <= level, f"{part} imports {name}"
    assert seen > 10


def test_python_doors_stay_in_their_rooms(repository: Path) -> None:
    for part, tree in modules(repository):
        for name in imported(tree):
            for kept, room in KEPT_IN.items():
                if name == kept or name.startswith(f"{kept}."):
                    assert part == room, f"{part} imports {name}"


def rust_files(repository: Path, crate: str) -> Iterator[tuple[Path, str]]:
    """The sources of a crate as shipped: without comments, inline tests and modules that exist for tests alone."""
    files = {file: file.read_text("utf-8") for file in sorted((repository / "rust" / crate / "src").rglob("*.rs"))}
    tests = r"#\[cfg\(test\)\]\s*(?:pub(?:\(crate\))? )?mod (\w+);"
    only_for_tests = {name for text in files.values() for name in re.findall(tests, text)}
    for file, text in files.items():
        if file.stem not in only_for_tests:
            shipped = re.split(r"#\[cfg\(test\)\]\s*mod \w+ \{", text)[0]
            yield file, re.sub(r"//[^\n]*", "", shipped)


@pytest.mark.parametrize("crate", sorted(RUST_MAY_USE))
def test_crates_depend_only_downwards(repository: Path, crate: str) -> None:
    manifest = tomllib.loads((repository / "rust" / crate / "Cargo.toml").read_text("utf-8"))
    ours = {name for name in manifest["dependencies"] if name.startswith("pagewarden")}
    assert ours <= RUST_MAY_USE[crate]
    assert ("pyo3" in manifest["dependencies"]) == (crate == "py")


def test_only_fetch_opens_sockets_and_the_core_touches_nothing(repository: Path) -> None:
    for crate in RUST_MAY_USE:
        for file, code in rust_files(repository, crate):
            if crate != "fetch":
                sockets = re.search(r"\b(TcpStream|TcpListener|UdpSocket|UnixStream|ToSocketAddrs)\b", code)
                assert not sockets, f"{file}: {sockets}"
            if crate == "core":
                world = re.search(r"\bstd::(fs|process|env|net::Tcp|net::Udp)\b|\bprintln!|\beprintln!", code)
                assert not world, f"{file}: {world}"


def test_unsafe_is_at_the_borders_alone(repository: Path) -> None:
    for crate in ("core", "fetch"):
        for file, code in rust_files(repository, crate):
            if file.name == "lib.rs":
                assert "#![forbid(unsafe_code)]" in code, f"{file} must forbid unsafe code"
            assert not re.search(r"\bunsafe\b(?!_)", code), f"{file} has unsafe code"
