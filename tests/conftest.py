"""What every part of the tests may ask for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from tests.loopback import Site

# A shared machine can be slow for a moment, and that is no defect of the code under test.
settings.register_profile("bounded", deadline=None, max_examples=150)
settings.load_profile("bounded")


@pytest.fixture
def site() -> Iterator[Site]:
    """A web site on 127.0.0.1."""
    with Site() as running:
        yield running


@pytest.fixture(scope="session")
def repository() -> Path:
    """The root folder of the repository."""
    return Path(__file__).resolve().parent.parent
