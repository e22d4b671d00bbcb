"""What stands in fields stays there: in no text, no report, no error, whatever the page does with it afterwards."""

from __future__ import annotations

import json
from typing import Literal

import pytest
from tests.live.conftest import Open

from pagewarden.sync import Tab

VALUES = (
    "fake-login-password-1",
    "fake-autofill-value-2",
    "fake-new-password-3",
    "739514",
    "fake-csrf-token-4",
    "typed-name-value",
    "typed note value",
)
RENDERINGS: tuple[Literal["person", "innertext"], ...] = ("person", "innertext")


def everything(tab: Tab) -> str:
    """All that can be read of a page, as one string."""
    readings = [tab.text(rendering=rendering) for rendering in RENDERINGS]
    readings += [tab.text(visible_only=False), tab.text("form"), tab.text("label", visible_only=False)]
    return "\n".join([*(json.dumps(reading.to_dict()) for reading in readings), repr(readings), repr(tab)])


def test_no_value_of_a_field_is_read(visit: Open) -> None:
    found = everything(visit("/loginform"))
    assert "Password" in found
    assert [value for value in VALUES if value in found] == []


def test_a_password_that_is_shown_as_text_stays_secret(visit: Open) -> None:
    found = everything(visit("/loginform?show", settle=0.8))
    assert [value for value in VALUES if value in found] == []


def test_a_password_that_the_page_repeats_is_redacted(visit: Open) -> None:
    tab = visit("/loginform?repeat", settle=0.8)
    assert "fake-login-password-1" not in everything(tab)
    assert "You typed [REDACTED]" in tab.text().text


def test_a_password_that_is_shown_and_repeated_is_redacted(visit: Open) -> None:
    tab = visit("/loginform?show&repeat", settle=0.8)
    assert "fake-login-password-1" not in everything(tab)


def test_no_selector_tells_what_a_field_holds(visit: Open) -> None:
    tab = visit("/loginform")
    for selector in ('[value="fake-login-password-1"]', '[value^="fake-login"]', '#password[value*="login"]'):
        reading = tab.text(selector)
        assert reading.report.scope_matched == 0


@pytest.mark.parametrize(
    ("path", "secret"),
    [
        ("/reports/s01", "SENT-PW-1"),
        ("/reports/s04", "AUTOFILL-1"),
        ("/reports/s06", "SENT-PW-2"),
        ("/reports/s06", "739514"),
        ("/reports/s12", "SENT-PW-3"),
        ("/reports/s13", "SENT-PW-4"),
        ("/reports/s13?click", "SENT-PW-4"),
        ("/reports/s13?echo", "SENT-PW-4"),
    ],
)
def test_secrets_of_the_field_reports_stay_in(visit: Open, path: str, secret: str) -> None:
    tab = visit(path, settle=0.8)
    assert secret not in everything(tab)


def test_a_hostile_page_is_read_as_it_is(visit: Open) -> None:
    reading = visit("/hostilescript").text()
    assert reading.text == "True text\n\n0 calls seen"


def test_names_that_stand_before_properties_lead_nobody_astray(visit: Open) -> None:
    text = visit("/clobber").text().text
    for part in ("Before the form", "Inside the form", "After the form"):
        assert part in text


def test_r10_a_value_is_covered_in_every_form_in_which_the_page_repeats_it(visit: Open) -> None:
    tab = visit("/mirrors")
    text = tab.text(visible_only=False).text
    assert "whole: [REDACTED] end" in text
    assert "case: [REDACTED] end" in text
    assert "spread: [REDACTED] end" in text
    assert "encoded: [REDACTED] [REDACTED] end" in text
    assert "typed: [REDACTED] end" in text
    for part in ("Real/pass", "REAL/PASS", "eal/pa", "Tm90IVJl", "b3QhUmVh", "314159"):
        assert part not in text
    for element in tab.query("*", all=True):
        assert not any("Real" in value for _, value in element.attributes), element.tag


def test_r6_no_selector_tells_what_an_attribute_held(visit: Open) -> None:
    tab = visit("/mirrors")
    for selector in ('[aria-label="Not!Real/pass 7"]', '[aria-label^="Not"]', '[href*="Real"]', '[value^="N"]'):
        assert tab.query(selector, all=True) == []
    assert len(tab.query('[aria-label="[REDACTED]"]', all=True)) == 1
