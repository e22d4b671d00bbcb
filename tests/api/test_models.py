"""Models: frozen, comparable, and plain on request."""

from __future__ import annotations

import dataclasses
import json
import pickle

import pytest

import pagewarden


def reading() -> pagewarden.PageText:
    """A reading in which much happened."""
    markup = "<p>seen</p><p style='display:none'>unseen</p><canvas></canvas><iframe src='/a'></iframe>"
    return pagewarden.parse(markup).text(visible_only=False, max_chars=5)


def test_to_dict_is_json_and_leads_back() -> None:
    value = reading()
    plain = json.loads(json.dumps(value.to_dict()))
    assert plain == value.to_dict()
    assert plain["text"] == value.text
    assert pagewarden.Report.from_dict(plain["report"]) == value.report


def test_models_are_frozen_and_have_no_room_for_more() -> None:
    value = reading()
    with pytest.raises(dataclasses.FrozenInstanceError):
        value.text = ""  # type: ignore[misc]
    with pytest.raises(dataclasses.FrozenInstanceError):
        value.report.complete = True  # type: ignore[misc]
    assert not hasattr(value, "__dict__")
    assert not hasattr(value.report, "__dict__")
    with pytest.raises(TypeError):
        value.report.hidden["a"] = 1  # type: ignore[index]


def test_an_unknown_field_is_an_error() -> None:
    plain = reading().report.to_dict()
    with pytest.raises(TypeError):
        pagewarden.Report.from_dict({**plain, "unknown": 1})


def test_a_reading_crosses_a_process_border() -> None:
    value = reading()
    assert pickle.loads(pickle.dumps(value)) == value  # noqa: S301 (our own bytes)
