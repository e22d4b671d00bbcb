"""Answers in which the server itself is the difficulty: silence, delay, endless streams and redirects."""

from __future__ import annotations

from urllib.parse import urlencode

from tests.sites.page import Page, Reply, Request

# A picture of one pixel, so that a page can wait for something that is really shown.
PIXEL = b'<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'


def silence(_request: Request) -> Reply:
    """Takes the request and never answers."""
    return Reply(silent=True)


def stream(_request: Request) -> Reply:
    """Sends one event and then stays open."""
    return Reply(b"data: first\n\n", headers={"Content-Type": "text/event-stream"}, open_ended=True)


def endless_document(_request: Request) -> Reply:
    """A document whose end is never sent."""
    head = "<!DOCTYPE html><title>Endless document</title><h1>Beginning</h1><p>The server sends no end.</p>"
    # Browsers show nothing before a first portion is full.
    return Reply((head + "<!--" + "-" * 4096 + "-->").encode(), open_ended=True)


def slow(request: Request) -> Reply:
    """Waits ``ms`` milliseconds, then sends a small page, or a script or picture with ``kind``."""
    kind = request.query.get("kind", "html")
    types = {"js": "text/javascript", "svg": "image/svg+xml", "txt": "text/plain", "css": "text/css"}
    content = {
        "js": b"document.documentElement.dataset.late = 'yes';",
        "svg": PIXEL,
        "txt": b"late text",
        "css": b"h1 { color: teal }",
    }.get(kind, b"<!DOCTYPE html><title>Slow</title><h1>Arrived</h1><p>This page took its time.</p>")
    header = types.get(kind, "text/html; charset=utf-8")
    return Reply(content, headers={"Content-Type": header}, delay=request.number("ms", 500, 600_000) / 1000)


def redirect(request: Request) -> Reply:
    """Leads on ``hops`` times and then to ``to``: ``here``, ``other_port``, ``cross_site``, ``file`` or ``self``."""
    hops = request.number("hops", 1, 50)
    to = request.query.get("to", "here")
    status = request.number("status", 302)
    if to == "self":
        location = request.path + "?to=self"
    elif hops > 1:
        location = request.path + "?" + urlencode({"to": to, "hops": hops - 1, "status": status})
    else:
        location = {
            "here": request.here + "/arrived",
            "other_port": request.other_port + "/arrived",
            "cross_site": request.cross_site + "/arrived",
            "file": "file:///etc/hostname",
        }.get(to, request.here + "/arrived")
    return Reply(status=status if status in {301, 302, 303, 307, 308} else 302, headers={"Location": location})


def plain_text(_request: Request) -> Reply:
    """A document that is no HTML."""
    return Reply(b"plain line one\nplain line two\n", headers={"Content-Type": "text/plain; charset=utf-8"})


def not_found(_request: Request) -> Reply:
    """A page that comes with the status 404."""
    return Reply(b"<!DOCTYPE html><title>Not here</title><h1>No such page</h1>", status=404)


def download(_request: Request) -> Reply:
    """An answer that a browser saves and does not show."""
    headers = {"Content-Type": "application/octet-stream", "Content-Disposition": 'attachment; filename="data.bin"'}
    return Reply(b"\x00\x01\x02", headers=headers)


PAGES = (
    Page("/hold", "never answers", silence),
    Page("/hold.js", "a script that never comes", silence),
    Page("/hold.css", "a style sheet that never comes", silence),
    Page("/hold.png", "a picture that never comes", silence),
    Page("/stream", "an event stream that never ends", stream),
    Page("/endless", "a document whose end never comes", endless_document),
    Page("/slow", "an answer after ?ms= milliseconds, ?kind=html js svg txt css", slow),
    Page("/redirect", "leads to ?to=here other_port cross_site file self after ?hops=", redirect),
    Page("/plain", "a document of plain text", plain_text),
    Page("/missing", "a page with the status 404", not_found),
    Page("/download", "something to save", download),
)
