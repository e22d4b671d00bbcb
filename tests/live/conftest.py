"""One site for all live tests, and one browser for each file of them.

A page that hangs keeps its process busy until its tab is gone. A browser for each file keeps such pages away from the
tests of other files, and is still far cheaper than one for each test.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Literal

import pytest
from tests.sites.server import Sites

import pagewarden
from pagewarden.sync import Browser, Tab

Wait = Literal["commit", "domcontentloaded", "load"]
Open = Callable[..., Tab]


@pytest.fixture(scope="session")
def sites() -> Iterator[Sites]:
    """The test pages."""
    with Sites() as running:
        yield running


@pytest.fixture(scope="module")
def browser(sites: Sites) -> Iterator[Browser]:
    """A browser that may visit the test pages and nothing else."""
    with Browser.launch(policy=pagewarden.Policy(allow_hosts=sites.hosts)) as running:
        yield running


@pytest.fixture
def visit(browser: Browser, sites: Sites) -> Iterator[Open]:
    """Opens a page of the site in a tab that is closed after the test; ``settle`` seconds pass before it is given."""
    tabs: list[Tab] = []

    def opened(path: str, *, wait: Wait = "load", settle: float = 0.0) -> Tab:
        tab = browser.open(sites.url(path), wait=wait)
        tabs.append(tab)
        time.sleep(settle)
        return tab

    yield opened
    for tab in tabs:
        tab.close()


@pytest.fixture(scope="module")
def shared_tab(browser: Browser) -> Iterator[Tab]:
    """One tab for many small pages; a test navigates it and leaves nothing behind."""
    tab = browser.new_tab()
    yield tab
    tab.close()
