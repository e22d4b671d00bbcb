"""Exceptions: one parent, a reason for programs, a hint for people, and a way across processes."""

from __future__ import annotations

import pickle

import pytest

from pagewarden import PagewardenError, errors


@pytest.mark.parametrize("reason", sorted(errors.BY_REASON))
def test_each_reason_has_a_class_that_survives_pickling(reason: str) -> None:
    error = errors.from_reason(reason, "what happened", "what to do")
    assert type(error) is errors.BY_REASON[reason]
    assert isinstance(error, PagewardenError)
    copy = pickle.loads(pickle.dumps(error))  # noqa: S301 (our own bytes)
    for each in (error, copy):
        assert (str(each), each.reason, each.hint) == ("what happened", reason, "what to do")
    assert type(copy) is type(error)


def test_a_reason_of_a_newer_core_is_still_an_error_of_ours() -> None:
    error = errors.from_reason("something_new", "what happened", "what to do")
    assert type(error) is PagewardenError
    assert error.reason == "something_new"


def test_classes_know_their_reason() -> None:
    for reason, kind in errors.BY_REASON.items():
        if reason != "too_large":
            assert kind("message").reason == reason
