"""Addresses as people and models write them."""

from __future__ import annotations

import pytest

from pagewarden.tools.navigate import with_scheme


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("https://example.org/", "https://example.org/"),
        ("HTTP://example.org", "HTTP://example.org"),
        ("example.org", "https://example.org"),
        ("example.org/a?b=c:d#e", "https://example.org/a?b=c:d#e"),
        ("localhost:8000", "https://localhost:8000"),
        ("localhost:8000/path", "https://localhost:8000/path"),
        ("127.0.0.1:8000?x", "https://127.0.0.1:8000?x"),
        ("[::1]:8000", "https://[::1]:8000"),
        # A scheme stays one, so that the policy can refuse it by name.
        ("file:///etc/hosts", "file:///etc/hosts"),
        ("javascript:alert(1)", "javascript:alert(1)"),
        ("data:text/html,<p>", "data:text/html,<p>"),
        ("about:blank", "about:blank"),
        ("view-source:https://example.org", "view-source:https://example.org"),
    ],
)
def test_a_scheme_is_added_where_there_is_none(written: str, meant: str) -> None:
    assert with_scheme(written) == meant
