"""A browser calls a page without a title by its address; such a title must not carry what the address may not."""

from __future__ import annotations

import pytest

from pagewarden.browser.released import released_title, repeats_address

SECRET = "-".join(("fake", "title", "secret"))


@pytest.mark.parametrize(
    ("title", "url"),
    [
        (f"example.org/?access_token={SECRET}", f"http://example.org/?access_token={SECRET}"),
        (f"https://example.org/a#token={SECRET}", f"https://example.org/a#token={SECRET}"),
        (f"127.0.0.1:8000/?q=\u00e9&password={SECRET}", f"http://127.0.0.1:8000/?q=%C3%A9&password={SECRET}"),
        (f"b\u00fccher.example/?access_token={SECRET}", f"http://xn--bcher-kva.example/?access_token={SECRET}"),
        (f"example.org/?access_token={SECRET}", f"http://user:{SECRET}@example.org/?access_token={SECRET}"),
        (f"You came by ?access_token={SECRET}", f"https://example.org/?access_token={SECRET}"),
        (f"data:text/html,{SECRET}", f"data:text/html,{SECRET}"),
        ("example.org", "http://example.org/"),
        ("about:blank", "about:blank"),
    ],
)
def test_an_address_is_no_title(title: str, url: str) -> None:
    assert repeats_address(title, url)
    assert released_title(title, None, url) == ""


@pytest.mark.parametrize(
    ("title", "url"),
    [
        ("Tea", "https://example.org/?access_token=abcdef"),
        ("Example.org \u2013 home", "https://example.org/"),
        ("weather - search", "https://example.org/?q=weather"),
        ("1984", "https://example.org/?1"),
        ("", "https://example.org/"),
        ("Tea", ""),
    ],
)
def test_a_title_is_left_alone(title: str, url: str) -> None:
    assert not repeats_address(title, url)
    assert released_title(title, None, url) == title
