"""The same corpora on live pages: text held against the browser's own, element facts against what it says of elements.

Every case is served and shown in a real browser; the expected values were recorded from one. The corpora lie beside the
repository; where they are absent the tests say so and are skipped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from tests.conformance.test_suites import suite
from tests.loopback import Site

import pagewarden
from pagewarden.sync import Browser, Tab

MANY = 10_000_000


@pytest.fixture
def tab(site: Site) -> Iterator[Tab]:
    """A tab that may visit the cases."""
    with Browser.launch(policy=pagewarden.Policy(allow_hosts=[site.host])) as browser:
        yield browser.new_tab()


def show(tab: Tab, site: Site, case: dict[str, Any]) -> None:
    """Shows a case."""
    site.serve("/case", case["html"])
    tab.navigate(f"http://{site.host}/case", wait="load")


@pytest.mark.timeout(600)
def test_a_live_element_reads_as_its_inner_text(tab: Tab, site: Site) -> None:
    cases = [case for case in suite("innertext.dev.json") if case["tier"] != "contested"]
    wrong = []
    for case in cases:
        show(tab, site, case)
        reading = tab.text(case["target"], rendering="innertext", max_chars=MANY, max_nodes=MANY, timeout_ms=10_000)
        if reading.text not in case["expect"]:
            wrong.append(case["id"])
    print(f"innertext, live: {len(cases) - len(wrong)} of {len(cases)}")  # noqa: T201 (the score is for people)
    assert len(wrong) <= 0.02 * len(cases), wrong


@pytest.mark.timeout(300)
def test_the_facts_of_an_element_are_the_browsers(tab: Tab, site: Site) -> None:
    cases = suite("visibility.dev.json")
    right: Counter[str] = Counter()
    wrong = []
    for case in cases:
        show(tab, site, case)
        found = tab.query(case["target"])
        facts = found[0].facts.to_dict() if found else {}
        for key in ("rendered", "painted", "in_text"):
            if facts.get(key) == case["expect"][key]:
                right[key] += 1
            else:
                wrong.append((case["id"], key))
    print(f"facts, live: {dict(right)} of {len(cases)}")  # noqa: T201
    for key in ("rendered", "painted", "in_text"):
        assert right[key] >= 0.97 * len(cases), wrong
