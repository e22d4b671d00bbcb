"""The recorded values against the browser of this machine, so that a new version that reads otherwise is noticed."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from tests.sites.record import CASES, EQUIVALENCE, INNER_TEXT
from tests.sites.server import Sites
from tests.sites.visibility import fixtures, path
from tests.sites.witness import Witness

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


@pytest.fixture(scope="module")
def witness() -> Iterator[Witness]:
    """A browser that is driven without pagewarden."""
    with Witness() as running:
        yield running


def test_the_fixtures_still_have_the_inner_text_that_was_recorded(witness: Witness, sites: Sites) -> None:
    changed = {}
    for fixture in fixtures():
        witness.open(sites.url(path(fixture.name)))
        now = witness.evaluate(INNER_TEXT)
        if now != fixture.innertext:
            changed[fixture.name] = now
    assert changed == {}


def test_the_cases_of_inner_text_still_give_what_was_recorded(witness: Witness, sites: Sites) -> None:
    witness.open(sites.url("/eq"))
    assert witness.evaluate(CASES) == json.loads(EQUIVALENCE.read_text("utf-8"))
