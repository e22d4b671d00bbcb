"""Lists that stand in two languages are one list: what Rust adds, Python must name."""

from __future__ import annotations

import dataclasses
import re
import tomllib
from pathlib import Path

import pagewarden
from pagewarden import errors, page, reading


def test_the_report_has_the_same_fields_in_both_languages(repository: Path) -> None:
    code = (repository / "rust" / "core" / "src" / "report.rs").read_text("utf-8")
    (body,) = re.findall(r"pub struct Report \{(.*?)\n\}", code, re.DOTALL)
    in_rust = re.findall(r"^    pub (\w+):", body, re.MULTILINE)
    assert in_rust == [field.name for field in dataclasses.fields(pagewarden.Report)]


def test_every_reason_of_the_core_has_a_class(repository: Path) -> None:
    code = (repository / "rust" / "core" / "src" / "error.rs").read_text("utf-8")
    (body,) = re.findall(r"pub fn reason\(&self\).*?\{(.*?)\n    \}", code, re.DOTALL)
    assert set(re.findall(r'=> "(\w+)"', body)) == set(errors.BY_REASON)


def test_defaults_are_those_of_the_core(repository: Path) -> None:
    code = (repository / "rust" / "core" / "src" / "budget.rs").read_text("utf-8")

    def default(name: str) -> int:
        (value,) = re.findall(rf"const {name}: \w+ = ([\d_]+);", code)
        return int(value)

    assert default("DEFAULT_CHARS") == page.DEFAULT_MAX_CHARS
    assert default("DEFAULT_NODES") == page.DEFAULT_MAX_NODES
    assert default("DEFAULT_TIMEOUT_MS") == page.DEFAULT_TIMEOUT_MS


def test_defaults_of_a_fetch_are_those_of_the_fetcher(repository: Path) -> None:
    code = (repository / "rust" / "fetch" / "src" / "limits.rs").read_text("utf-8")
    (mebibytes,) = re.findall(r"max_bytes: (\d+) \* 1024 \* 1024", code)
    (seconds,) = re.findall(r"Duration::from_secs\((\d+)\)", code)
    assert int(mebibytes) * 1024 * 1024 == reading.DEFAULT_MAX_BYTES
    assert int(seconds) * 1000 == reading.DEFAULT_READ_TIMEOUT_MS


def test_there_is_one_version(repository: Path) -> None:
    workspace = tomllib.loads((repository / "Cargo.toml").read_text("utf-8"))
    version = workspace["workspace"]["package"]["version"]
    assert pagewarden.__version__ == version
    assert f"## {version}" in (repository / "CHANGELOG.md").read_text("utf-8")


def test_public_names_are_listed_and_present() -> None:
    for name in pagewarden.__all__:
        assert hasattr(pagewarden, name)
    assert sorted(pagewarden.__all__) == sorted(set(pagewarden.__all__))
