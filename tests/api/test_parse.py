"""HTML in, text out, without network and without a browser."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

import pagewarden

# Assembled, so that no scanner takes this file for a leak.
FAKE_SECRET = "-".join(("xfake", "parse", "passphrase", "42"))


def test_text_reads_as_a_person_sees_it() -> None:
    page = pagewarden.parse("<title>T</title><h1>Hello</h1><p>one <b>two</b><p style='display:none'>three")
    reading = page.text()
    assert reading.text == "Hello\n\none two"
    assert str(reading) == reading.text
    assert not reading.truncated
    assert reading.report.complete
    assert (reading.source, reading.status, reading.freshness) == ("static", "ok", "live")
    assert page.title == "T"
    assert sum(reading.report.hidden.values()) == len("three")


def test_a_selector_narrows_and_counts() -> None:
    page = pagewarden.parse("<ul><li>one</li><li>two</li></ul><p>three</p>")
    reading = page.text("li")
    assert reading.text == "one"
    assert reading.report.scope_matched == 2
    assert page.text("ul").text.split() == ["one", "two"]
    assert page.text().report.scope_matched is None
    nothing = page.text("table")
    assert (nothing.text, nothing.report.scope_matched) == ("", 0)


def test_hidden_text_is_added_and_marked_on_request() -> None:
    page = pagewarden.parse("<p>seen</p><p style='display:none'>unseen</p>")
    assert page.text().hidden_runs == ()
    reading = page.text(visible_only=False)
    assert "unseen" in reading.text
    (run,) = reading.hidden_runs
    assert "unseen" in reading.text[run.offset : run.offset + run.length]
    assert run.reason


def test_secrets_leave_neither_by_the_text_nor_by_what_is_said_about_it() -> None:
    link = f"https://example.org/?access_token={FAKE_SECRET}&page=2"
    page = pagewarden.parse(
        f"<title>{link}</title><p>{link}</p><p style='display:none'>{link}</p>"
        f"<div contenteditable autocomplete=one-time-code>{FAKE_SECRET}</div>",
        url=link,
    )
    reading = page.text(visible_only=False)
    assert reading.text.count("[REDACTED]") == 3
    assert reading.text.count("page=2") == 2
    for shown in (reading.text, str(page.title), str(page.url), repr(page), repr(reading), str(reading.to_dict())):
        assert FAKE_SECRET not in shown
    assert reading.report.withheld is not None
    assert reading.report.withheld["url_keys"]
    # A receipt for a part of a page would tell where the secret is.
    assert page.text("p").report.withheld is None


def test_selectors_cannot_ask_for_secrets() -> None:
    page = pagewarden.parse(f"<input type=password value={FAKE_SECRET}><a href='/?token={FAKE_SECRET}'>a</a>")
    for prefix in range(1, len(FAKE_SECRET) + 1):
        assert page.text(f"[value^='{FAKE_SECRET[:prefix]}']").report.scope_matched == 0
        assert page.text(f"[href*='={FAKE_SECRET[:prefix]}']").report.scope_matched == 0
    assert page.text("input[value]").report.scope_matched == 1


def test_innertext_rendering_follows_the_platform() -> None:
    page = pagewarden.parse("<div id=a>one<span style='opacity:0'>two</span></div>")
    assert page.text("#a", rendering="innertext").text == "onetwo"
    assert page.text("#a").text == "one"


def test_bytes_are_decoded_as_declared() -> None:
    text = "<p>caf\u00e9 \u20ac"
    assert (
        pagewarden.parse(text.encode("utf-8"), content_type="text/html; charset=utf-8").text().text
        == "caf\u00e9 \u20ac"
    )
    assert pagewarden.parse(b"<meta charset=windows-1252><p>caf\xe9 \x80").text().text == "caf\u00e9 \u20ac"
    assert pagewarden.parse(bytearray(b"<p>a")).text().text == "a"
    assert pagewarden.parse(memoryview(b"<p>a")).text().text == "a"


def test_lone_surrogates_become_replacement_characters() -> None:
    assert pagewarden.parse("<p>a\ud800b").text().text == "a\ufffdb"
    assert pagewarden.parse("<p>\ud83d\ude00").text().text == "\U0001f600"
    assert pagewarden.parse("<p class='\ud800'>a").text("p").text == "a"
    assert pagewarden.parse("<p>a", url="https://example.org/\udfff").text().text == "a"


def test_the_address_is_kept_without_its_secrets() -> None:
    token = "-".join(("fake", "address", "token", "77"))
    page = pagewarden.parse("<p>a", url=f"https://example.org/a?access_token={token}&page=2")
    assert page.url is not None
    assert page.url.startswith("https://example.org/a?")
    assert token not in page.url
    assert "page=2" in page.url
    assert pagewarden.parse("<p>a").url is None


def test_limits_cut_and_say_so() -> None:
    page = pagewarden.parse("<p>word </p>" * 1000)
    cut = page.text(max_chars=50)
    assert cut.truncated
    assert len(cut.text) <= 50
    assert [fired.limit for fired in cut.report.limits] == ["max_chars"]
    assert cut.report.next
    assert not cut.report.complete
    assert cut.status == "partial"
    few = page.text(max_nodes=10)
    assert few.truncated
    assert page.text().text.startswith(few.text)
    assert "max_nodes" in [fired.limit for fired in few.report.limits]


def test_too_large_a_limit_is_reduced_and_reported() -> None:
    reading = pagewarden.parse("<p>a").text(max_chars=10**30, max_nodes=10**9)
    assert reading.report.clamped == ("max_chars", "max_nodes")
    assert reading.text == "a"


@pytest.mark.parametrize("name", ["max_chars", "max_nodes", "timeout_ms"])
@pytest.mark.parametrize("value", [0, -1, 1.5, "10", None, True])
def test_limits_that_are_no_limits_are_refused(name: str, value: object) -> None:
    page = pagewarden.parse("<p>a")
    with pytest.raises(pagewarden.InvalidParameter, match=f"{name} must be an integer of 1 or more") as caught:
        page.text(**{name: value})  # type: ignore[arg-type]
    assert caught.value.reason == "invalid_parameter"
    assert caught.value.hint


def test_other_wrong_arguments_are_refused_by_name() -> None:
    page = pagewarden.parse("<p>a")
    with pytest.raises(pagewarden.InvalidParameter, match="rendering"):
        page.text(rendering="html")  # type: ignore[arg-type]
    with pytest.raises(pagewarden.InvalidParameter, match="visible_only"):
        page.text(visible_only=1)  # type: ignore[arg-type]
    with pytest.raises(pagewarden.InvalidParameter, match="selector"):
        page.text(1)  # type: ignore[arg-type]
    with pytest.raises(pagewarden.InvalidParameter, match="html"):
        pagewarden.parse(None)  # type: ignore[arg-type]
    with pytest.raises(pagewarden.InvalidParameter, match="policy"):
        pagewarden.parse("", policy={})  # type: ignore[arg-type]


def test_a_bad_selector_names_the_place() -> None:
    with pytest.raises(pagewarden.InvalidSelector, match="at character") as caught:
        pagewarden.parse("<p>a").text("p[")
    assert caught.value.reason == "invalid_selector"


def test_a_page_is_read_by_many_threads_at_once() -> None:
    page = pagewarden.parse("<p>one two three</p>" * 500)
    whole = page.text().text
    with ThreadPoolExecutor(8) as pool:
        assert {reading.text for reading in pool.map(lambda _: page.text(), range(64))} == {whole}


def test_a_page_has_no_way_back_to_its_bytes() -> None:
    page = pagewarden.parse("<p>a")
    with pytest.raises(AttributeError):
        page.html = "x"  # type: ignore[attr-defined]
    public = {name for name in dir(page._snapshot) if not name.startswith("__")}  # noqa: SLF001 (the point of the test)
    assert public == {"url", "title", "node_count", "query", "search", "text", "withheld"}


def test_depth_is_no_danger() -> None:
    depth = 50_000
    reading = pagewarden.parse("<div>" * depth + "deep").text(max_nodes=200_000)
    assert reading.text == "deep"


def test_elements_tell_how_they_appear() -> None:
    page = pagewarden.parse("<ul><li>seen<li hidden>unseen<li style=opacity:0>clear</ul>")
    facts = [element.facts for element in page.query("li", all=True)]
    assert [(fact.rendered, fact.painted, fact.in_text) for fact in facts] == [
        (True, True, True),
        (False, False, False),
        (True, False, True),
    ]
    assert [element.tag for element in page.query("ul, li")] == ["ul"]
    assert page.query("table") == []
    with pytest.raises(pagewarden.InvalidSelector):
        page.query("li[")
