"""Which pages are only the shell that scripts would fill, and which merely have scripts."""

from __future__ import annotations

import pytest

import pagewarden
from pagewarden import samples
from pagewarden.cli.empty_shell import is_empty_shell

SCRIPT = "<script src='/main.js'></script>"
PROSE = "<p>" + "A sentence of some length stands here. " * 20

SHELLS = {
    "react": "<div id=root></div>",
    "asked to enable scripts": "<noscript>You need to enable JavaScript to run this app.</noscript><div id=root></div>",
    "spinner": "<div id=app><div class=loader>Loading…</div></div>",
    "header and footer": "<header><a href=/>Acme</a> <a href=/in>Sign in</a> <a href=/docs>Documentation</a></header>"
    "<div id=__next></div><footer>© Acme, all rights reserved, imprint, privacy</footer>",
    "custom element": "<app-root></app-root>",
    "unknown framework": "<x-thing></x-thing>",
    "data in a script": f"<div id=root></div><script>window.state = '{'text ' * 1_000}'</script>",
}

PAGES = {
    "prose": PROSE,
    "rendered on the server": f"<div id=root>{PROSE}</div>",
    "short with a counter": "<h1>My page</h1><p>I am a gardener in a small town, and this is all I have to say.</p>",
    "a filled application": "<div id=app><p>Four results were found for your query, and here they are.</p></div>",
}


@pytest.mark.parametrize("html", SHELLS.values(), ids=SHELLS.keys())
def test_shells_are_told(html: str) -> None:
    assert is_empty_shell(pagewarden.parse(html + SCRIPT))
    # Without a script nothing would ever fill it.
    without = html.split("<script>", maxsplit=1)[0]
    assert not is_empty_shell(pagewarden.parse(without))


@pytest.mark.parametrize("html", PAGES.values(), ids=PAGES.keys())
def test_pages_are_left_alone(html: str) -> None:
    assert not is_empty_shell(pagewarden.parse(html + SCRIPT))


def test_a_heavy_page_is_judged_in_bounds() -> None:
    assert not is_empty_shell(pagewarden.parse(samples.dashboard()))
    # Nothing to read in the nodes that are looked at is no proof of an empty page.
    assert not is_empty_shell(pagewarden.parse(SCRIPT + "<i></i>" * 30_000 + PROSE))
