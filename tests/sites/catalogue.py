"""The list of all pages: files with their purpose in their first comment, and pages that are made on the spot.

A page that is the same every time is a file in ``pages``, or in ``reports`` when it comes from a report of the field.
Only what is too large to store, or needs the server's help, is made by a function.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tests.sites import answers, generated, visibility
from tests.sites.page import Answer, Page, Reply, Request

HERE = Path(__file__).resolve().parent
FOLDERS = {"pages": "/", "reports": "/reports/"}
PURPOSE = re.compile(r"<!--\s*(.*?)\s*-->", re.DOTALL)


def pages() -> dict[str, Page]:
    """Every page by its path."""
    every = [*_files(), *generated.PAGES, *answers.PAGES, *_fixtures()]
    by_path = {page.path: page for page in every}
    if len(by_path) != len(every):
        message = "two pages have one path"
        raise ValueError(message)
    return by_path


def _files() -> Iterator[Page]:
    for folder, prefix in FOLDERS.items():
        for file in sorted((HERE / folder).glob("*.html")):
            text = file.read_text("utf-8")
            purpose = PURPOSE.search(text)
            if purpose is None:
                message = f"{file.name} does not say what it is for"
                raise ValueError(message)
            yield Page(prefix + file.stem, " ".join(purpose[1].split()), _from_text(text))


def _from_text(text: str) -> Answer:
    def answer(request: Request) -> Reply:
        filled = text.replace("{{here}}", request.here)
        filled = filled.replace("{{cross_site}}", request.cross_site).replace("{{other_port}}", request.other_port)
        return Reply.html(filled)

    return answer


def _fixtures() -> Iterator[Page]:
    for fixture in visibility.fixtures():
        yield Page(visibility.path(fixture.name), f"visibility: {fixture.name}", _constant(fixture.html))


def _constant(html: str) -> Answer:
    return lambda _request: Reply.html(html)
