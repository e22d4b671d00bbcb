"""What must hold for any page: random bytes, random markup, random limits."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

import pagewarden

MARKUP = st.lists(
    st.sampled_from(
        [
            "<p>",
            "</p>",
            "<div style='display:none'>",
            "</div>",
            "<table><tr><td>",
            "</table>",
            "<pre>",
            "<br>",
            "<select><option>",
            "<template>",
            "<svg>",
            "<!--",
            "-->",
            "<input type=password value=fake-value-of-a-property-test>",
            "&amp;&#x1F600;",
            "\U0001f600",
            "e\u0301",
            "word ",
            " \n\t",
            "\ud800",
        ]
    ),
    max_size=40,
).map("".join)


def units(text: str) -> int:
    """The length in UTF-16 code units; a lone surrogate would raise here."""
    return len(text.encode("utf-16-le")) // 2


@given(st.binary(max_size=400))
def test_any_bytes_can_be_read(content: bytes) -> None:
    reading = pagewarden.parse(content).text(visible_only=False)
    assert units(reading.text) == reading.report.returned.chars


@given(st.text(st.characters(codec=None, categories=None), max_size=200))
def test_any_string_can_be_read(content: str) -> None:
    reading = pagewarden.parse(content).text()
    assert units(reading.text) == reading.report.returned.chars


@given(MARKUP, st.integers(1, 60))
def test_a_cut_text_is_a_prefix_and_splits_no_character(markup: str, limit: int) -> None:
    page = pagewarden.parse(markup)
    whole = page.text()
    cut = page.text(max_chars=limit)
    assert whole.text.startswith(cut.text)
    assert units(cut.text) <= limit
    assert cut.truncated == (units(whole.text) > limit)
    # A character of two units is left out whole when only one unit is left.
    assert not cut.truncated or units(cut.text) >= limit - 1


@given(MARKUP, st.integers(1, 60))
def test_a_cut_with_hidden_text_is_a_prefix_too(markup: str, limit: int) -> None:
    page = pagewarden.parse(markup)
    whole = page.text(visible_only=False)
    cut = page.text(visible_only=False, max_chars=limit)
    assert whole.text.startswith(cut.text)
    assert units(cut.text) <= limit
    # The marks around hidden text may leave no room, but a text that fits is never called whole when it is not.
    assert cut.truncated or cut.text == whole.text


@given(MARKUP, st.integers(1, 30))
def test_few_nodes_give_a_prefix(markup: str, limit: int) -> None:
    page = pagewarden.parse(markup)
    assert page.text().text.startswith(page.text(max_nodes=limit).text)


@given(MARKUP)
def test_reading_twice_gives_the_same(markup: str) -> None:
    page = pagewarden.parse(markup)
    assert page.text().text == page.text().text
    assert pagewarden.parse(markup).text().text == page.text().text


@given(st.text(max_size=30))
def test_any_selector_matches_or_is_an_error_of_ours(selector: str) -> None:
    page = pagewarden.parse("<p class=a>a</p>")
    try:
        matched = page.text(selector).report.scope_matched
    except pagewarden.InvalidSelector:
        return
    assert matched in {0, 1, 2, 3, 4}
