"""The tools that are compared: ours and those that people use today to get text out of HTML.

A tool that is not installed is named with the reason instead of being left out in silence.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version

OURS = "pagewarden"
REFERENCE = "resiliparse"

# Large enough for every page, and explicit, because a default budget would make us faster than we are.
UNBOUNDED = {"max_chars": 100_000_000, "max_nodes": 100_000_000, "timeout_ms": 600_000}


@dataclass(frozen=True)
class Tool:
    """A way from HTML to text."""

    name: str
    package: str
    text: Callable[[str], str]

    @property
    def title(self) -> str:
        """The name with the version that was measured."""
        try:
            return f"{self.name} {version(self.package)}"
        except PackageNotFoundError:
            return self.name


def _pagewarden() -> Callable[[str], str]:
    parse = import_module("pagewarden").parse
    return lambda html: str(parse(html).text(**UNBOUNDED).text)


def _resiliparse() -> Callable[[str], str]:
    extract = import_module("resiliparse.extract.html2text").extract_plain_text
    return lambda html: str(extract(html))


def _lexbor() -> Callable[[str], str]:
    parser = import_module("selectolax.lexbor").LexborHTMLParser
    return lambda html: str(parser(html).text())


def _lxml() -> Callable[[str], str]:
    module = import_module("lxml.html")
    parser = module.HTMLParser(encoding="utf-8", huge_tree=True)
    # lxml refuses a `str` with an encoding declaration, which pages often have.
    return lambda html: str(module.document_fromstring(html.encode(), parser=parser).text_content())


def _html_text() -> Callable[[str], str]:
    extract = import_module("html_text").extract_text
    return lambda html: str(extract(html))


MAKERS: dict[str, tuple[str, Callable[[], Callable[[str], str]]]] = {
    OURS: ("pagewarden", _pagewarden),
    REFERENCE: ("resiliparse", _resiliparse),
    "selectolax (lexbor)": ("selectolax", _lexbor),
    "lxml text_content": ("lxml", _lxml),
    "html-text": ("html-text", _html_text),
}


def installed() -> tuple[list[Tool], dict[str, str]]:
    """The tools that can be measured, and why the others cannot."""
    tools, missing = [], {}
    for name, (package, make) in MAKERS.items():
        try:
            tools.append(Tool(name, package, make()))
        except ImportError as error:
            missing[name] = f"not installed ({error.name or package})"
    return tools, missing
