"""Arguments are checked by our own rules, and an error names the parameter and repeats no value."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagewarden.tools.parameters import MOST_TEXT, BadArgument, Parameter, check, input_schema

PARAMETERS = (
    Parameter("tab_id", "tab", "Id of the tab. More.", required=True, aliases=("tabId",)),
    Parameter("selector", "string", "A selector."),
    Parameter("visible_only", "boolean", "Whether.", default=True, aliases=("visibleOnly",)),
    Parameter("max_chars", "integer", "Most.", default=50, minimum=1, hard_maximum=100, aliases=("maxChars",)),
    Parameter("rendering", "string", "How.", default="person", choices=("person", "innertext")),
)


def test_defaults_are_filled_in_and_names_are_those_of_the_schema() -> None:
    checked = check(PARAMETERS, {"tabId": "t1", "maxChars": 7, "visibleOnly": False})
    assert checked.values == {"tab_id": "t1", "max_chars": 7, "visible_only": False, "rendering": "person"}
    assert checked.text("selector") is None
    assert checked.number("max_chars") == 7
    assert checked.truth("visible_only") is False
    assert checked.clamped == ()


def test_a_tab_may_be_a_number() -> None:
    assert check(PARAMETERS, {"tab_id": 3}).text("tab_id") == "3"
    with pytest.raises(BadArgument):
        check(PARAMETERS, {"tab_id": True})


def test_null_counts_as_not_given() -> None:
    assert check(PARAMETERS, {"tab_id": "t1", "max_chars": None, "selector": None}).number("max_chars") == 50
    with pytest.raises(BadArgument, match="tab_id is required"):
        check(PARAMETERS, {"tab_id": None})


def test_above_the_maximum_is_reduced_and_told() -> None:
    checked = check(PARAMETERS, {"tab_id": "t1", "max_chars": 10**30})
    assert checked.number("max_chars") == 100
    assert checked.clamped == ("max_chars",)
    assert check(PARAMETERS, {"tab_id": "t1", "max_chars": 100.0}).clamped == ()


@pytest.mark.parametrize(
    ("given", "parameter"),
    [
        ({}, "tab_id"),
        ({"tab_id": ""}, "tab_id"),
        ({"tab_id": " "}, "tab_id"),
        ({"tab_id": ["t1"]}, "tab_id"),
        ({"tab_id": "t1", "tabId": "t1"}, "tab_id"),
        ({"tab_id": "t1", "max_chars": 0}, "max_chars"),
        ({"tab_id": "t1", "max_chars": -5}, "max_chars"),
        ({"tab_id": "t1", "maxChars": "many"}, "max_chars"),
        ({"tab_id": "t1", "max_chars": "500"}, "max_chars"),
        ({"tab_id": "t1", "max_chars": 1.5}, "max_chars"),
        ({"tab_id": "t1", "max_chars": float("nan")}, "max_chars"),
        ({"tab_id": "t1", "max_chars": float("inf")}, "max_chars"),
        ({"tab_id": "t1", "max_chars": True}, "max_chars"),
        ({"tab_id": "t1", "visible_only": "true"}, "visible_only"),
        ({"tab_id": "t1", "visible_only": 1}, "visible_only"),
        ({"tab_id": "t1", "selector": 5}, "selector"),
        ({"tab_id": "t1", "selector": "a" * (MOST_TEXT + 1)}, "selector"),
        ({"tab_id": "t1", "rendering": "Person"}, "rendering"),
        ({"tab_id": "t1", "colour": "red"}, "colour"),
        ({"tab_id": "t1", "x" * 1000: 1}, "an argument"),
        ({"tab_id": "t1", "a b\n": 1}, "an argument"),
    ],
)
def test_what_is_wrong_is_named(given: dict[str, object], parameter: str) -> None:
    with pytest.raises(BadArgument) as caught:
        check(PARAMETERS, given)
    assert caught.value.parameter == parameter
    assert caught.value.reason == "invalid_parameter"
    assert caught.value.hint
    assert str(caught.value).startswith(parameter)
    assert len(str(caught.value)) < 200
    revived = pickle.loads(pickle.dumps(caught.value))  # noqa: S301 (our own)
    assert (revived.parameter, str(revived), revived.hint) == (parameter, str(caught.value), caught.value.hint)


def test_no_value_is_repeated() -> None:
    secret = "-".join(("fake", "argument", "value"))
    for name in ("rendering", "max_chars", "tabId"):
        with pytest.raises(BadArgument) as caught:
            check(PARAMETERS, {"tab_id": "t1", name: secret})
        assert secret not in str(caught.value) + caught.value.hint


def test_lone_surrogates_are_replaced() -> None:
    assert check(PARAMETERS, {"tab_id": "t1", "selector": "a\ud800"}).text("selector") == "a\ufffd"


def test_the_schema_has_the_bounds_and_not_the_aliases() -> None:
    schema = input_schema(PARAMETERS)
    assert list(schema["properties"]) == ["tab_id", "selector", "visible_only", "max_chars", "rendering"]
    assert schema["required"] == ["tab_id"]
    assert schema["properties"]["max_chars"] == {
        "type": "integer",
        "description": "Most.",
        "minimum": 1,
        "default": 50,
    }
    assert schema["properties"]["rendering"]["enum"] == ["person", "innertext"]
    assert "additionalProperties" not in schema
    assert input_schema(()) == {"type": "object", "properties": {}, "additionalProperties": False}


@given(
    st.dictionaries(
        st.sampled_from(["tab_id", "tabId", "selector", "max_chars", "visible_only", "rendering", "other"]),
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.lists(st.integers()),
    )
)
def test_anything_is_either_checked_or_refused(given: dict[str, object]) -> None:
    try:
        checked = check(PARAMETERS, given)
    except BadArgument:
        return
    assert 1 <= checked.number("max_chars") <= 100
    assert isinstance(checked.text("tab_id"), str)
