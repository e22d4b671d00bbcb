"""`pagewarden.redact` and `pagewarden.explain`: what is given in comes back as it was, but for its secrets."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pagewarden
from pagewarden import InvalidParameter, explain, redact

SECRET = "".join(["gl", "pat-NotReal0NotReal0No"])

PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-99, 99)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text('abc é\n"\\', max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("abcxyz", max_size=4), inner, max_size=4),
    max_leaves=20,
)


@pytest.mark.parametrize(
    "text",
    [
        "git commit f9f4c8f09cb28827bb1ed53a99109ccc97cda219",
        "457934d8-d67a-4ebd-af7a-6f03880ecdaa",
        "ISBN 978-3-16-148410-0",
        "https://example.test/?author=dana&keyword=blue+shoes",
        "Cookie: 2 cups of flour",
        "Session 1: Opening remarks",
        "id_token versus access_token: which one do I need?",
        "Password: must be at least 12 characters",
        'api_key = os.environ["API_KEY"]',
        '{"tokens": 42, "passwordPolicy": {"minLength": 12}}',
        "Your password was changed on 4 May.",
        "",
        "\ud800",
    ],
)
def test_what_is_no_secret_comes_back_as_it_was(text: str) -> None:
    assert redact(text) == text.replace("\ud800", "\ufffd")


@given(PLAIN.filter(lambda value: isinstance(value, list | dict)))
def test_objects_without_secrets_come_back_equal(value: object) -> None:
    assert redact(value) == value  # type: ignore[call-overload]


@given(st.text(max_size=60), st.text(max_size=60))
def test_a_token_is_withheld_in_any_surroundings(before: str, after: str) -> None:
    shown = redact(f"{before} {SECRET} {after}")
    assert SECRET not in shown
    assert redact(shown) == shown


def test_an_explanation_names_the_rule_and_the_place() -> None:
    text = f"é 😀 {SECRET} and password: Not-Real-99"
    first, second = explain(text)
    assert text[first.offset : first.offset + first.length] == SECRET
    assert (first.rule, first.shape) == ("token_shapes", "gitlab")
    assert text[second.offset : second.offset + second.length] == "Not-Real-99"
    assert second.rule == "named_values"


def test_a_page_tells_a_person_what_was_withheld() -> None:
    page = pagewarden.parse(
        f"<main><p>key {SECRET}</p><a href='/?token=NotReal'>x</a><input type=password value=NotReal1></main>"
    )
    parts = {(part.element, part.attribute, part.rule) for part in page.withheld()}
    assert ("body > main > p", None, "token_shapes") in parts
    assert ("body > main > a", "href", "url_keys") in parts
    assert ("body > main > input", "value", "fields") in parts
    assert "NotReal" not in json.dumps([part.to_dict() for part in page.withheld()])


@pytest.mark.parametrize("value", [b"bytes", 7, None, {"a": object()}, {"a": {1, 2}}])
def test_other_things_are_refused(value: object) -> None:
    with pytest.raises(InvalidParameter):
        redact(value)  # type: ignore[call-overload]


def test_an_object_that_contains_itself_is_refused() -> None:
    loop: list[Any] = []
    loop.append(loop)
    with pytest.raises(InvalidParameter):
        redact(loop)
