"""Synthetic heavy pages, so that the bench runs anywhere and measures the same bytes everywhere.

Each kind of page is one that readers of real pages meet and that costs in its own way: many small elements, long
texts, deep nesting, much script, other scripts than Latin. A fixed seed makes them; nothing is taken from any site.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from html import escape

LATIN = (
    "the of reader page window budget text frame slice selector answer report column table figure river stone".split()
)
CYRILLIC = "страница читатель окно текст отчёт река камень дорога письмо город вечер работа слово".split()
CJK = list("日本語文書読者頁窓報告川石道手紙町夕仕事言葉世界人山水火木金土")


class Writer:
    """Words and markup from one seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)  # noqa: S311 - pages need to be repeatable, not secret

    def words(self, count: int, vocabulary: list[str] = LATIN, joiner: str = " ") -> str:
        """Some words as running text."""
        return joiner.join(self.random.choices(vocabulary, k=count)).capitalize() + "."

    def paragraphs(self, count: int, vocabulary: list[str] = LATIN, joiner: str = " ") -> str:
        """Paragraphs with the inline elements of edited text."""
        out = []
        for number in range(count):
            first, second = (self.words(self.random.randint(15, 60), vocabulary, joiner) for _ in range(2))
            out.append(
                f"<p>{first} <a href='/note/{number}?from=text'>{self.words(2, vocabulary, joiner)}</a> "
                f"<em>{second}</em></p>"
            )
        return "\n".join(out)


def article(writer: Writer, size: int) -> str:
    """Edited text with headings and figures."""
    return "".join(
        f"<section><h2>{writer.words(4)}</h2>{writer.paragraphs(5)}<figure><img src='/i{number}.png' alt=''>"
        f"<figcaption>{writer.words(8)}</figcaption></figure></section>"
        for number in range(size)
    )


def dashboard(writer: Writer, size: int) -> str:
    """Cards in cards, with classes as utility sheets make them."""
    card = "flex rounded-lg border p-4 text-sm leading-5 hover:shadow"
    return "".join(
        f"<div class='{card}'><div class='flex items-center gap-2'><svg viewBox='0 0 16 16'><path d='M0 0L9 9z'/></svg>"
        f"<span class='font-bold'>{writer.words(2)}</span></div>"
        f"<div class='grid'><div><span>{number}</span><span>%</span>"
        f"</div><button aria-label='open' class='sr-only'>{writer.words(1)}</button></div></div>"
        for number in range(size * 6)
    )


def forum(writer: Writer, size: int) -> str:
    """Comments that answer each other."""
    out: list[str] = []
    for _ in range(size):
        levels = writer.random.randint(1, 12)
        out.extend(
            f"<div class='comment' id='c{writer.random.randint(0, 10**6)}'>"
            f"<a href='/user?id={level}'>{writer.words(1)}</a>"
            f"<div class='body'>{writer.paragraphs(1)}</div><blockquote>{writer.words(9)}</blockquote>"
            for level in range(levels)
        )
        out.append("</div>" * levels)
    return "".join(out)


def tables(writer: Writer, size: int) -> str:
    """Figures in rows and columns, some spanning."""
    rows = "".join(
        "<tr>" + "".join(f"<td align=right>{writer.random.randint(0, 10**6):,}</td>" for _ in range(12)) + "</tr>"
        for _ in range(size * 5)
    )
    head = "".join(f"<th scope=col>{writer.words(1)}</th>" for _ in range(12))
    return f"<table><caption>{writer.words(5)}</caption><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def deep(writer: Writer, size: int) -> str:
    """Wrappers around wrappers, as page builders make them."""
    block = "<div class='row'><div class='column'><div class='inner'>" * 12
    return "".join(f"{block}{writer.paragraphs(1)}{'</div>' * 36}" for _ in range(size))


def scripts(writer: Writer, size: int) -> str:
    """Little text between much program and data."""
    data = ",".join(f'{{"id":{number},"t":"<b>{writer.words(3)}</b>"}}' for number in range(size * 8))
    return f"<script>window.state=[{data}]; if (1 < 2) {{ document.title }}</script>{writer.paragraphs(size)}" * 2


def japanese(writer: Writer, size: int) -> str:
    """Text without spaces, with readings above the words."""
    ruby = "<ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby>"
    return "".join(
        f"<h2>{writer.words(6, CJK, '')}</h2>{writer.paragraphs(4, CJK, '')}<p>{ruby}</p>" for _ in range(size)
    )


def russian(writer: Writer, size: int) -> str:
    """Text of two bytes a letter."""
    return "".join(f"<h2>{writer.words(4, CYRILLIC)}</h2>{writer.paragraphs(5, CYRILLIC)}" for _ in range(size))


def shop(writer: Writer, size: int) -> str:
    """Products with prices, hidden variants and a form each."""
    return "".join(
        f"<li class=product><a href='/p/{number}?ref=list&amp;pos={number}'><h3>{writer.words(4)}</h3></a>"
        f"<p>&euro;&nbsp;{number}.90"
        f"</p><div style='display:none'>{writer.words(6)}</div><form><select name=size>"
        f"<option>S<option selected>M<option>L"
        f"</select><input type=hidden name=id value={number}><button>{writer.words(2)}</button></form>"
        for number in range(size * 3)
    )


def documentation(writer: Writer, size: int) -> str:
    """Program text in `pre`, coloured word by word."""
    line = "".join(f"<span class=k{number}>{word}</span> " for number, word in enumerate(LATIN[:8]))
    code = "\n".join(f"    {line}" for _ in range(12))
    return "".join(
        f"<h3 id=s{n}>{writer.words(3)}</h3>{writer.paragraphs(1)}<pre><code>{code}</code></pre>" for n in range(size)
    )


KINDS: dict[str, Callable[[Writer, int], str]] = {
    kind.__name__: kind
    for kind in (article, dashboard, forum, tables, deep, scripts, japanese, russian, shop, documentation)
}

SHEET = "body{margin:0}.sr-only{position:absolute;clip:rect(0,0,0,0)}.row{display:flex}" + "".join(
    f".u{number}{{padding:{number}px}}.u{number}>.v{number}:hover{{color:red}}" for number in range(200)
)


def page(kind: str, size: int) -> str:
    """One page of a kind; the size is a number of sections."""
    writer = Writer(size * 31 + len(kind))
    links = "".join(f"<li><a href='/{escape(word)}'>{word}</a></li>" for word in LATIN)
    return (
        f"<!doctype html><html lang=en><head><meta charset=utf-8><title>{kind} {size}</title>"
        f"<style>{SHEET}</style></head>"
        f"<body><nav><ul>{links}</ul></nav><main>{KINDS[kind](writer, size)}</main>"
        f"<footer>{writer.words(20)}</footer></body></html>"
    )


def mixed(count: int) -> list[bytes]:
    """Pages of all kinds and several sizes, always the same for a count."""
    kinds = list(KINDS)
    sizes = (4, 10, 25, 60, 120, 40)
    return [
        page(kinds[number % len(kinds)], sizes[number // len(kinds) % len(sizes)]).encode() for number in range(count)
    ]
