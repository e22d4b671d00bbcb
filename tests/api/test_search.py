"""Search: the engine against RE2 itself, and searches of pages that stand in the text of their readings."""

from __future__ import annotations

import pickle
from importlib import import_module
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.conformance.test_vectors import cases

import pagewarden

re2: Any = import_module("re2")

# What patterns are made of, so that most of what is drawn means something.
PIECES = st.sampled_from(
    [
        *["a", "b", "k", "S", "\u00e9", "\u0414", "\u4e2d", "\U0001f600", "\u017f", "7", "_", " ", "\\n", "."],
        *["\\d", "\\D", "\\s", "\\S", "\\w", "\\W", "\\b", "\\B", "\\A", "\\z", "^", "$", "\\pL", "\\PN", "\\p{Greek}"],
        *["[a-k]", "[^a-k]", "[[:alpha:]]", "[[:^space:]_]", "[\\d\\-x]", "[\u0430-\u044f]", "[^\\pL]", "[]a]", "[a-"],
        *["*", "+", "?", "*?", "+?", "{2}", "{1,3}", "{,2}", "{0}", "{2,}?", "|", "(", ")", "(?:", "(?i)", "(?-i)"],
        *[
            "(?i:",
            "(?s)",
            "(?m)",
            "(?U)",
            "(?P<n>",
            "(?=",
            "\\Q*",
            "\\E",
            "\\x41",
            "\\x{4e2d}",
            "\\101",
            "\\1",
            "\\h",
            "\\",
        ],
        *["{", "}", "]", "-", "[", "\\pX", "\\p{", "(?", "(?P<", "{1001}", "{99}"],
    ]
)
PATTERNS = st.lists(PIECES, min_size=1, max_size=9).map("".join)
TEXTS = st.text(alphabet="aAbkK\u212asS\u017f\u00e9\u00c9\u0414\u0434\u4e2d\U0001f6007_ \n.-", max_size=24)


def units(text: str) -> int:
    """The length of a text in UTF-16 code units."""
    return len(text.encode("utf-16-le")) // 2


@given(PATTERNS, TEXTS, st.booleans())
def test_what_re2_finds_is_found_and_what_it_refuses_is_refused(pattern: str, text: str, case_sensitive: bool) -> None:
    # What RE2 finds between the bytes of a character is no match here.
    assume("\\B" not in pattern or text.isascii())
    options = re2.Options()
    options.log_errors = False
    options.case_sensitive = case_sensitive
    try:
        theirs = re2.compile(pattern, options)
    except re2.error as error:
        message = error.args[0]
        with pytest.raises(pagewarden.InvalidPattern) as refused:
            pagewarden.search_text(text, pattern, case_sensitive)
        expected = message.decode() if isinstance(message, bytes) else str(message)
        assert str(refused.value) == f"invalid pattern: {expected}"
        return
    expected_spans = [
        (units(text[: found.start()]), units(found.group())) for found in theirs.finditer(text) if found.group()
    ]
    ours = pagewarden.search_text(text, pattern, case_sensitive, 1000)
    assert [(match.offset, match.length) for match in ours.matches] == expected_spans
    for match in ours.matches:
        assert match.line == text.encode("utf-16-le")[: 2 * match.offset].decode("utf-16-le").count("\n") + 1


@given(st.text(max_size=40), st.text(max_size=40))
def test_any_pattern_is_answered_or_refused(pattern: str, text: str) -> None:
    assume(not any("\ud800" <= letter <= "\udfff" for letter in pattern + text))
    refused: list[pagewarden.InvalidPattern] = []
    try:
        matches = pagewarden.search_text(text, pattern).matches
    except pagewarden.InvalidPattern as error:
        refused.append(error)
        matches = ()
    for each in refused:
        assert each.kind.startswith("Error")
        assert each.argument in pattern
    encoded = text.encode("utf-16-le")
    for match in matches:
        piece = encoded[2 * match.offset : 2 * (match.offset + match.length)].decode("utf-16-le")
        assert piece == match.text != ""


def test_search_vectors() -> None:
    for case in cases("search.json"):
        arguments = [case[name] for name in ("text", "pattern", "case_sensitive", "max_matches", "keep_empty")]
        if "error" in case:
            with pytest.raises(pagewarden.InvalidPattern) as refused:
                pagewarden.search_text(*arguments)
            assert [refused.value.kind, refused.value.argument] == case["error"], case["name"]
            continue
        found = pagewarden.search_text(*arguments)
        assert [[one.text, one.offset, one.length, one.line] for one in found.matches] == case["matches"], case["name"]
        assert found.total_matches == case["total"], case["name"]
        assert found.truncated == (case["total"] > len(case["matches"])), case["name"]


def test_a_refused_pattern_survives_being_sent_elsewhere() -> None:
    with pytest.raises(pagewarden.InvalidPattern) as refused:
        pagewarden.search_text("", "a(?=b)")
    copy = pickle.loads(pickle.dumps(refused.value))  # noqa: S301 (made here)
    assert (copy.kind, copy.argument, str(copy), copy.hint) == (
        "ErrorBadPerlOp",
        "(?=",
        str(refused.value),
        refused.value.hint,
    )


def test_patterns_that_ruin_other_engines_take_no_time() -> None:
    found = pagewarden.search_text("a" * 50_000 + "b", "(a+)+$|(a|aa)+$|a.*b.*c", timeout_ms=60_000)
    assert found.total_matches == 0
    assert not found.truncated


PAGE = """<title>t</title><h1>Paste events</h1><p>A pa<b>ste ev</b>ent, a paste
 event.<table><tr><td>left<td>right</table><p style="display:none">hidden paste event
<form><input type=password value="{secret}"><p>the key is {secret}</form>"""


def test_matches_stand_in_the_text_of_the_page_across_elements_and_cells() -> None:
    page = pagewarden.parse(PAGE.format(secret="NotReal-" + "4711-x"))
    text = page.text().text
    found = page.search("paste events?")
    assert found.total_matches == 3
    assert not found.truncated
    for match in found.matches:
        assert text[match.offset : match.offset + match.length] == match.text
        assert match.line == text.count("\n", 0, match.offset) + 1
    assert page.search("left\tright").total_matches == 1
    assert found.report.complete
    assert found.to_dict()["matches"][0] == {"text": "Paste events", "offset": 0, "length": 12, "line": 1}


def test_a_search_is_no_oracle() -> None:
    page = pagewarden.parse(PAGE.format(secret="NotReal-" + "4711-x"))
    assert page.search(r"key is \[REDACTED\]").total_matches == 1
    answers = {page.search(f"key is {guess}").total_matches for guess in ("N", "No", "NotReal-4711", "x", "[a-zA-Z]+-")}
    assert answers == {0}


def test_a_limit_says_so() -> None:
    page = pagewarden.parse("<p>" + "word " * 3000)
    found = page.search("word", max_matches=5000)
    assert (len(found.matches), found.total_matches, found.truncated) == (1000, 3000, True)
    assert found.report.clamped == ("max_matches",)
    with pytest.raises(pagewarden.InvalidParameter):
        page.search("word", max_matches=0)
    with pytest.raises(pagewarden.InvalidParameter):
        page.search(b"word")  # type: ignore[arg-type]
