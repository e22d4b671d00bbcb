"""Pages too large to store: dashboards, long text, deep nesting, large style sheets.

All are the same for the same parameters. They are made once and kept, because several tests ask for the same one.
"""

from __future__ import annotations

from functools import lru_cache

from tests.sites.page import Page, Reply, Request

TEAMS = ("Harbour", "Orchard", "Lantern", "Granite", "Meadow")
STATES = ("open", "waiting", "done", "blocked")

# What the rows of the dashboard that nobody sees have in common; no visible row has the word.
HIDDEN_WORD = "unseen"

DASHBOARD_STYLE = """
body { font: 14px/1.4 sans-serif; margin: 0 }
.row { display: flex; gap: 8px; border-bottom: 1px solid #ddd }
.tile { display: grid; grid-template-columns: 2fr 1fr 1fr }
.state { text-transform: uppercase }
table { border-collapse: collapse }
.gone { display: none }
.veiled { visibility: hidden }
.faded { opacity: 0 }
.cut { position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0 0 0 0) }
.away { position: absolute; left: -9999px }
"""

# One row in ten is hidden, in turn by each of these ways; aria-hidden is not hidden to a person.
HIDING = ('class="row gone"', 'class="row veiled"', 'class="row faded"', 'class="row cut"', 'class="row away"')
HIDING_REASONS = ("display_none", "visibility", "opacity", "clipped", "off_screen")


@lru_cache(maxsize=4)
def dashboard(elements: int, frames: int) -> str:
    """A dashboard of about so many elements."""
    parts = [
        "<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>Dashboard</title>",
        f"<style>{DASHBOARD_STYLE}</style></head><body><header><h1>Dashboard</h1></header>",
        '<form><label>Search <input name="q" value="typed words"></label>',
        '<label>Password <input type="password" name="password" value="fake-dash-password-1"></label>',
        '<label>Note <textarea name="note">typed note</textarea></label></form><main id="tasks">',
    ]
    count = 20
    number = 0
    while count < elements:
        number += 1
        row, size = _row(number)
        parts.append(row)
        count += size
    parts.append("</main>")
    parts.extend(f'<iframe src="/frame?n={index}" width="300" height="60"></iframe>' for index in range(1, frames + 1))
    parts.append("<footer>End of the dashboard</footer></body></html>")
    return "".join(parts)


def _row(number: int) -> tuple[str, int]:
    team = TEAMS[number % len(TEAMS)]
    state = STATES[number % len(STATES)]
    if number % 10 == 0:
        return _hidden_row(number, team), 3
    if number % 50 == 7:
        template = f"<template shadowrootmode=open><p>Card {number} of {team}</p><slot></slot></template>"
        return f"<article>{template}<span>note {number}</span></article>", 5
    if number % 3 == 1:
        cells = f"<td>Task {number}</td><td>{team}</td><td>{number * 7 % 100}%</td>"
        return f"<table><tbody><tr>{cells}</tr></tbody></table>", 6
    if number % 3 == 2:
        inner = f"<b>Task {number}</b><span>{team}</span><span class=state>{state}</span>"
        return f"<div class=tile>{inner}</div>", 4
    return f"<div class=row><span>Task {number}</span><i>{team}</i><em>{state}</em><button>Open</button></div>", 5


def _hidden_row(number: int, team: str) -> str:
    kind = number // 10 % (len(HIDING) + 1)
    attributes = HIDING[kind] if kind < len(HIDING) else 'class="row gone" hidden'
    return f"<div {attributes}><span>{HIDDEN_WORD} {number}</span><i>{team}</i></div>"


def dash(request: Request) -> Reply:
    """The dashboard, ``n`` elements and ``frames`` frames of the same origin."""
    return Reply.html(dashboard(request.number("n", 2_000), request.number("frames", 0, 50)))


def frame(request: Request) -> Reply:
    """A small document for frames."""
    number = request.number("n", 1)
    return Reply.html(f"<!DOCTYPE html><title>Frame {number}</title><p>Inside frame {number}</p>")


@lru_cache(maxsize=2)
def long_text(characters: int) -> str:
    """One text node of so many characters; every thousandth character begins a numbered word."""
    words = "".join(f"<{index:06d}> " + "lorem ipsum dolor " * 55 for index in range(characters // 1_000 + 1))
    return words.replace("<", "[").replace(">", "]")[:characters]


def big_text(request: Request) -> Reply:
    """One node of ``kb`` kibibytes of text."""
    text = long_text(request.number("kb", 5_120, 20_480) * 1024)
    return Reply.html(f"<!DOCTYPE html><title>Big text</title><h1>Big text</h1><p id=big>{text}</p><p>After it</p>")


def deep(request: Request) -> Reply:
    """Blocks in blocks, ``d`` deep. Chromium itself crashes at 3,000, so 2,000 is the most."""
    depth = request.number("d", 500, 2_000)
    return Reply.html(
        f"<!DOCTYPE html><title>Deep</title><p>Surface</p>{'<div>' * depth}leaf{'</div>' * depth}<p>Surface again</p>"
    )


@lru_cache(maxsize=2)
def sheet(rules: int) -> str:
    """A style sheet of utility rules, each a selector and two declarations."""
    return "\n".join(f".u{number} {{ margin: {number % 64}px; padding: {number % 32}px }}" for number in range(rules))


def stylesheet(request: Request) -> Reply:
    """A short text under ``rules`` rules."""
    rules = sheet(request.number("rules", 40_000, 200_000))
    return Reply.html(
        f"<!DOCTYPE html><title>Large sheet</title><style>{rules}</style><h1>Doc</h1><p>one</p><p>two</p>"
    )


def buttons(_request: Request) -> Reply:
    """2,400 buttons in a list."""
    items = "".join(f"<li><button>Action {number}</button></li>" for number in range(1, 2_401))
    return Reply.html(f"<!DOCTYPE html><title>Buttons</title><ul>{items}</ul>")


def manual(request: Request) -> Reply:
    """The documentation of an interface: ``sections`` sections with a table of six rows each."""
    rows = "".join(f"<tr><td>field {row}</td><td>string</td><td>What field {row} holds</td></tr>" for row in range(6))
    sections = "".join(
        f"<section id=op{number}><h2>Operation {number}</h2><table>{rows}</table></section>"
        for number in range(1, request.number("sections", 400, 5_000) + 1)
    )
    return Reply.html(f"<!DOCTYPE html><title>Manual</title><h1>Manual</h1>{sections}")


def data_links(_request: Request) -> Reply:
    """A link and a picture whose addresses are 200,000 characters long."""
    data = "A" * 200_000
    return Reply.html(
        '<!DOCTYPE html><title>Data addresses</title><p>before</p><a href="data:application/pdf;base64,'
        f'{data}">get</a><img alt="chart" src="data:image/png;base64,{data}"><p>after</p>'
    )


def shop(_request: Request) -> Reply:
    """3,000 product cards with six links each."""
    links = "".join(f'<a href="#{word}">{word}</a> ' for word in ("buy", "save", "share", "compare", "ask", "report"))
    cards = "".join(f"<article><h3>Product {number}</h3>{links}</article>" for number in range(1, 3_001))
    return Reply.html(f"<!DOCTYPE html><title>Shop</title><h1>Shop</h1>{cards}")


def settings(_request: Request) -> Reply:
    """Many links and options around one field that matters."""
    links = "".join(f"<a href=#{number}>Place {number}</a> " for number in range(1, 81))
    options = "".join(f"<option>Language {number}</option>" for number in range(1, 301))
    return Reply.html(
        f"<!DOCTYPE html><title>Settings</title><nav>{links}</nav><label>Lang<select>{options}</select></label>"
        "<main><h1>Settings</h1><label>Name<input name=name></label></main>"
    )


def many_nodes(request: Request) -> Reply:
    """``n`` text nodes, each in an element of its own."""
    count = request.number("n", 50_000)
    spans = " ".join(f"<i>w{number}</i>" for number in range(1, count + 1))
    return Reply.html(f"<!DOCTYPE html><title>Many nodes</title><p>{spans}</p>")


PAGES = (
    Page("/dash", "a dashboard of ?n= elements, one row in ten hidden, ?frames= frames of its origin", dash),
    Page("/frame", "a small document for frames", frame),
    Page("/bigtext", "one text node of ?kb= KiB, 5 MB unless told", big_text),
    Page("/deep", "blocks in blocks, ?d= deep", deep),
    Page("/stylesheet", "three lines of text under ?rules= rules of style", stylesheet),
    Page("/reports/h09", "H09: a page that is nearly all style sheet", stylesheet),
    Page("/reports/h16", "H16: 2,400 buttons", buttons),
    Page("/reports/t01", "T01, T02, T10: documentation of ?sections= operations", manual),
    Page("/reports/t07", "T07: addresses that hold megabytes of data", data_links),
    Page("/reports/t08", "T08: a shop with 3,000 cards and 18,000 links", shop),
    Page("/reports/t09", "T09: 80 links and 300 options around one field", settings),
    Page("/reports/o05", "O05: ?n= text nodes", many_nodes),
)
