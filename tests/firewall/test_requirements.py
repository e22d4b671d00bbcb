"""The firewall's requirements, one by one: each test carries the number of the requirement that it proves.

Requirements about live pages have their tests in ``tests/live/test_secrets.py``; those about the network, about refs
and about actions come with the parts that they are about.
"""

from __future__ import annotations

import json
import logging
from typing import Literal

import pytest

import pagewarden
from pagewarden import FirewallUnfinished, Page, Policy, redact

RENDERINGS: tuple[Literal["person", "innertext"], ...] = ("person", "innertext")

# None of these letters stands in the pages below outside of a secret, so that a single one of them is a leak.
MARKS = "QZXJ"
TOKEN = "".join(["gh", "p_", "QZ4XJ7Q2ZX9J0QZ8XJ3QZ6XJ5QZ1XJ7QZ4XQ"])
PASSWORD = "".join(["QZ!", "XJ4", "QZx9"])

PAGE = f"""<!DOCTYPE html><title>A title with {TOKEN} in it</title>
<meta name="csrf-token" content="{PASSWORD}">
<h1 id="{TOKEN}">Heading</h1>
<p>before <b>{TOKEN[:9]}</b><i>{TOKEN[9:20]}</i>{TOKEN[20:]} after</p>
<p hidden>unseen {TOKEN}</p>
<form><input type="password" value="{PASSWORD}" placeholder="{PASSWORD}">
<textarea autocomplete="one-time-code">{PASSWORD}</textarea></form>
<p>you typed {PASSWORD} here</p>
<a href="/a?access_token={TOKEN}&amp;page=two" title="{PASSWORD}">a link</a>
<img src="https://dana:{PASSWORD}@example.test/p.png" alt="token={TOKEN}">
<script type="application/ld+json">{{"password": "{PASSWORD}"}}</script>
<iframe srcdoc="<input type=password value='{PASSWORD}'>"></iframe>
<!-- {TOKEN} --><pre>end</pre>"""


def parse() -> Page:
    return pagewarden.parse(PAGE, url=f"https://example.test/?sid={TOKEN}#id_token={TOKEN}")


def leaked(text: str) -> bool:
    return any(mark in text for mark in MARKS)


def everything(page: Page) -> str:
    parts = [str(page.url), str(page.title), repr(page), repr(page.withheld())]
    parts += [repr(element) for element in page.query("*", all=True)]
    for rendering in RENDERINGS:
        reading = page.text(visible_only=False, rendering=rendering)
        parts += [reading.text, json.dumps(reading.to_dict()), repr(reading)]
    return "\n".join(parts)


def test_r1_no_byte_of_a_secret_leaves_by_any_way_out(
    caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    with caplog.at_level(logging.DEBUG):
        shown = everything(parse())
    assert "before [REDACTED] after" in shown
    assert not leaked(shown)
    assert not leaked(caplog.text)
    captured = capfd.readouterr()
    assert not leaked(captured.out + captured.err)


def test_r2_every_limit_cuts_the_redacted_text() -> None:
    page = parse()
    whole = page.text(visible_only=False, max_chars=100_000).text
    for limit in range(1, 65):
        reading = page.text(visible_only=False, max_chars=limit)
        assert not leaked(reading.text)
        assert whole.startswith(reading.text)


def test_r2_amounts_are_those_of_the_redacted_text() -> None:
    short = pagewarden.parse(f"<p>{TOKEN}</p>").text()
    long = pagewarden.parse(f"<p>{TOKEN}{TOKEN[4:]}</p>").text()
    assert short.report.to_dict() | {"elapsed_ms": 0} == long.report.to_dict() | {"elapsed_ms": 0}


def test_r4_each_part_of_a_split_token_is_withheld() -> None:
    page = parse()
    parts = [page.text(selector).text for selector in ("b", "i", "p")]
    assert not leaked("".join(parts))


@pytest.mark.parametrize(
    "selector",
    [
        "[value^={0}]",
        "[value={0}]",
        "[title*={0}]",
        "[href*={0}]",
        "[href*='access_token={0}']",
        "[id^='ghp_{0}']",
        "[content^={0}]",
    ],
)
def test_r6_a_selector_answers_the_same_for_every_guess(selector: str) -> None:
    page = parse()
    answers = {len(page.query(selector.format(guess), all=True)) for guess in "QZXJKVW"}
    assert answers == {0}


def test_r6_states_of_a_secret_field_tell_nothing() -> None:
    def states(value: str) -> list[int]:
        page = pagewarden.parse(
            f'<input type=password required minlength=4 pattern="Q.*" placeholder=p value="{value}">'
        )
        names = (":valid", ":invalid", ":placeholder-shown", ":not(:placeholder-shown)", ":in-range", ":user-invalid")
        return [len(page.query(name, all=True)) for name in names]

    assert states(PASSWORD) == states("Q") == states("Something-else-9")


def test_r8_the_placeholder_is_constant_and_stays() -> None:
    for secret in (TOKEN, TOKEN + "QZXJ", "".join(["gl", "pat-QZ4XJ7Q2ZX9J0QZ8XJ3Q"])):
        once = redact(f"a {secret} b")
        assert once == "a [REDACTED] b"
        assert redact(once) == once


def test_r10_a_word_that_stands_everywhere_is_withheld_in_its_field_only() -> None:
    page = pagewarden.parse("<input type=password value=another>" + "<p>another word</p>" * 40)
    assert page.text().text.count("another") == 40
    assert page.query("[value=another]", all=True) == []
    short = pagewarden.parse("<input type=password value=not><p>do not do this</p>")
    assert short.text().text == "do not do this"


def test_r11_errors_hold_nothing_of_the_page() -> None:
    page = parse()
    for selector in ("[", f"{TOKEN}[", f"p::{TOKEN}", f"#{PASSWORD}"):
        with pytest.raises(pagewarden.InvalidSelector) as caught:
            page.query(selector)
        assert not leaked(f"{caught.value} {caught.value.hint} {caught.value.reason}")


def test_r12_what_cannot_be_searched_is_not_given_out() -> None:
    text = "curl -u " * 200_000
    with pytest.raises(FirewallUnfinished) as caught:
        redact(text)
    assert caught.value.reason == "firewall_unfinished"
    with pytest.raises(FirewallUnfinished):
        pagewarden.parse(f"<p>{text}</p>")


@pytest.mark.parametrize(
    "filler",
    ["a", "ey", "%25", "AKIA", "token=", '"password":"', "eyJaaaaaaaaaaa.", "&#65;", "<b>a</b>", "Cookie: a=b; "],
)
def test_r12_a_megabyte_of_anything_has_an_answer(filler: str) -> None:
    text = filler * (1_000_000 // len(filler))
    assert isinstance(redact(text), str)
    assert pagewarden.parse(text).text(max_chars=10).report.status in {"ok", "partial"}


@pytest.mark.parametrize(
    ("html", "attribute"),
    [
        ("<a href='/x?token={0}'>", "href"),
        ("<img srcset='/a?sig={0} 1x, /b 2x'>", "srcset"),
        ("<form action='//u:{0}@h.test/'>", "action"),
        ("<meta http-equiv=refresh content='3; url=/x?sid={0}'>", "content"),
        ("<div style='background:url(/x?jwt={0})'>", "style"),
        ("<a href='/go?to=https%3A%2F%2Fh.test%2F%3Faccess_token%3D{0}'>", "href"),
        ("<a href='/x;jsessionid={0}/y'>", "href"),
        ("<button onclick=\"location='/x?api_key={0}'\">", "onclick"),
        ("<div data-link='https://h.test/#access_token={0}'>", "data-link"),
    ],
)
def test_r13_every_address_is_rewritten(html: str, attribute: str) -> None:
    for secret in (TOKEN, "QZ4XJ7Q2ZX9J0QZ8XJ3Q"):
        page = pagewarden.parse(html.format(secret))
        (value,) = [element.attribute(attribute) for element in page.query(f"[{attribute}]", all=True)]
        assert value is not None
        assert "[REDACTED]" in value
        assert not leaked(value)


def test_r14_headers_and_hars_are_withheld_by_their_structure() -> None:
    headers = {
        "Authorization": f"Bearer {PASSWORD}",
        "Cookie": f"a={PASSWORD}; b=QZ",
        "Accept": "text/html",
        "X-Own": "QZ4xJ7Q2ZX9J0QZ8XJ3Q",
    }
    shown = redact(headers)
    assert shown["Accept"] == "text/html"
    assert not leaked(json.dumps(shown["Authorization"]) + shown["Cookie"] + shown["X-Own"])
    har = {
        "log": {
            "entries": [
                {
                    "request": {
                        "url": f"https://h.test/?token={PASSWORD}",
                        "headers": [{"name": "x-api-key", "value": PASSWORD}],
                        "cookies": [{"name": "theme", "value": PASSWORD}],
                        "postData": {
                            "mimeType": "application/x-www-form-urlencoded",
                            "text": f"user=dana&password={PASSWORD}",
                        },
                    },
                    "response": {"status": 200, "redirectURL": "/cb#code=QZ4xJ7Q2ZX9J0QZ8XJ3Q"},
                }
            ]
        }
    }
    shown_har = redact(har)
    assert not leaked(json.dumps(shown_har))
    assert shown_har["log"]["entries"][0]["request"]["postData"]["text"] == "user=dana&password=[REDACTED]"
    assert redact([["Set-Cookie", f"sid={PASSWORD}; Path=/"]]) == [["Set-Cookie", "sid=[REDACTED]; Path=/"]]


def test_r17_a_policy_adds_and_takes_nothing_away() -> None:
    policy = Policy(extra_keys=["door word"], extra_headers=["X-Door"], extra_patterns=[r"DOOR-\d{4}"])
    assert (
        redact(f"door_word=QZ4 and DOOR-1234 and {TOKEN}", policy)
        == "door_word=[REDACTED] and [REDACTED] and [REDACTED]"
    )
    assert redact({"X-Door": "open"}, policy) == {"X-Door": "[REDACTED]"}
    assert policy.revision != Policy().revision
    assert Policy(extra_patterns=["a"]).revision != Policy(extra_headers=["a"]).revision
    for pattern in ("(", "a*", "(a{1000}){1000}"):
        with pytest.raises(pagewarden.PolicyError):
            Policy(extra_patterns=[pattern])


def test_r20_bait_changes_nothing() -> None:
    page = pagewarden.parse(f"<p>[REDACTED] token=[REDACTED] &lt;firewall off&gt;</p><p>{TOKEN}</p>")
    reading = page.text()
    assert reading.text == "[REDACTED] token=[REDACTED] <firewall off>\n\n[REDACTED]"
    bait = pagewarden.parse("<p>[REDACTED] token=[REDACTED]</p>").text()
    assert bait.report.withheld is not None
    assert not any(bait.report.withheld.values())
