"""`pagewarden explain`: a person sees which rule withholds what and where, and no value."""

from __future__ import annotations

import json
from pathlib import Path

from tests.command import pagewarden as run

SECRET = "".join(["gl", "pat-NotReal0NotReal0No"])


def test_places_and_rules_are_shown_and_values_are_not(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text(f"<p>the key is {SECRET}</p><a href='/?sid=NotReal'>x</a>", "utf-8")
    done = run("explain", str(file))
    assert done.code == 0, done.err
    assert "token_shapes" in done.out
    assert "html > body > p" in done.out
    assert "the key is [REDACTED]" in done.out
    assert "url_keys" in done.out
    assert "NotReal" not in done.out + done.err
    parts = json.loads(run("explain", "--json", str(file)).out)["withheld"]
    assert {part["rule"] for part in parts} == {"token_shapes", "url_keys"}


def test_a_policy_file_is_obeyed_with_all_its_rules(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text("<p>the word DOOR-1234 opens</p>", "utf-8")
    assert run("explain", str(file)).out == "nothing is withheld\n"
    policy = tmp_path / "policy.toml"
    policy.write_text("extra_patterns = ['DOOR-[0-9]{4}']\n", "utf-8")
    assert "the word [REDACTED]" in run("explain", "--policy", str(policy), str(file)).out
    assert "DOOR" not in run("read", "--policy", str(policy), str(file)).out
