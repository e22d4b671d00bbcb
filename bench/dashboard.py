"""The live page that is measured: a dashboard of any size, and a server on loopback that gives it.

The page is the same in every run, and is what agents meet: rows of small elements, in flex boxes, grids and tables,
some of them hidden in the ways in which pages hide things. All of its text is ours.
"""

from __future__ import annotations

from functools import lru_cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from types import TracebackType
from typing import Self
from urllib.parse import parse_qs, urlsplit

WORDS = (
    "harbour copper meadow signal lantern orchard ledger compass timber gravel saddle marble canyon ribbon anchor "
    "velvet pepper turbine glacier beacon"
).split()

STYLE = """
body{font:14px/1.4 sans-serif;margin:0}header{padding:8px;background:#234;color:#fff}section{padding:4px}
.row{display:flex;gap:8px;border-bottom:1px solid #ddd;padding:4px}
.cards{display:grid;grid-template-columns:1fr 1fr 1fr}
.name{font-weight:600}.state{text-transform:uppercase}.num{text-align:right;min-width:60px}.gone{display:none}
.unseen{visibility:hidden}.clear{opacity:0}.away{position:absolute;left:-9999px}
.clip{position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)}td{padding:2px 6px}
"""

# How each of twenty groups is hidden; most are not.
HIDDEN = {
    3: ' class="row gone"',
    7: ' class="row unseen"',
    11: ' class="row clear"',
    15: " hidden",
    18: ' class="away"',
}

ELEMENTS_IN_TWO_GROUPS = 55
"""Elements of two groups: a row and a table, a row and a card."""


def _row(number: int) -> str:
    word = WORDS[number % 20]
    hidden = HIDDEN.get(number % 20, ' class="row"')
    return (
        f'<div{hidden} id="row-{number}" data-key="{number * 7919 % 10007}"><span class="name">{word} {number}</span>'
        f'<span class="state">{"open" if number % 3 else "waiting"}</span><a href="/item/{number}">details</a>'
        f'<span class="num">{number * 31 % 997}</span><span class="num">{number * 17 % 89}.{number % 10} %</span>'
        f'<div class="bar"><i></i><b>{number % 100}</b></div><span class="clip">for row {number}</span>'
        f'<button type="button" aria-label="Open {word}">open</button><em>{WORDS[number * 3 % 20]}</em></div>'
    )


def _cells(number: int) -> str:
    cells = "".join(
        f"<td><span>{WORDS[(number + place) % 20]}</span></td><td>{number * place % 1000}</td>" for place in range(3)
    )
    return f"<tr>{cells}<td><p>{WORDS[number % 20]} <b>{WORDS[number * 7 % 20]}</b></p></td></tr>"


def _card(number: int) -> str:
    fields = "".join(
        f'<div class="field"><label>{WORDS[(number + place) % 20]}</label><span>{number * place % 1000}</span></div>'
        for place in range(3)
    )
    return (
        f'<article class="card"><h3>{WORDS[number * 7 % 20]} {number}</h3>{fields}'
        f"<p>{WORDS[number % 20]} and {WORDS[number * 11 % 20]}</p><small>now</small></article>"
    )


@lru_cache(maxsize=2)
def dashboard(elements: int) -> bytes:
    """A page of about so many elements."""
    parts = [
        f"<!doctype html><html lang=en><meta charset=utf-8><title>Dashboard {elements}</title><style>{STYLE}</style>",
        "<body><header><h1>Dashboard</h1><nav><a href=/>Home</a> <a href=/all>All</a></nav></header><main>",
    ]
    for group in range(elements * 2 // ELEMENTS_IN_TWO_GROUPS):
        rest = (
            f"<table><tbody>{_cells(group)}</tbody></table>"
            if group % 2
            else f'<div class="cards">{_card(group)}</div>'
        )
        parts.append(f"<section>{_row(group)}{rest}</section>")
    parts.append("</main><footer><p>End of the dashboard</p></footer></body></html>")
    return "\n".join(parts).encode()


# The loop begins when the page has been loaded, as with a page that hangs while somebody uses it.
LOOP = (
    b"<!doctype html><title>Loop</title><body><p>Still to be read</p>"
    b"<script>addEventListener('load',()=>setTimeout(()=>{for(;;);},50))</script></body>"
)


class _Pages(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        asked = urlsplit(self.path)
        elements = int(parse_qs(asked.query).get("n", ["1000"])[0])
        body = LOOP if asked.path == "/loop" else dashboard(elements)
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Nothing is logged."""


class Server:
    """The pages on a port of 127.0.0.1."""

    def __init__(self) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _Pages)
        self._thread = Thread(target=self._server.serve_forever, daemon=True)

    @property
    def host(self) -> str:
        """Its host and port."""
        return f"127.0.0.1:{self._server.server_port}"

    def url(self, elements: int) -> str:
        """The address of a dashboard."""
        return f"http://{self.host}/dashboard?n={elements}"

    @property
    def loop(self) -> str:
        """The address of a page whose script never ends."""
        return f"http://{self.host}/loop"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
