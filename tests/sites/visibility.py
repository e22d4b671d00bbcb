"""The fixtures of visibility: one technique of hiding, or of only seeming to hide, in each.

They are data, `tests/vectors/visibility.json`, so that every source of snapshots can be held against them. What a
person sees was decided by looking at the pages; ``innertext`` and ``painted`` were recorded from a browser by
`tests.sites.record`, which knows nothing of pagewarden.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

VECTORS = Path(__file__).resolve().parent.parent / "vectors" / "visibility.json"
"""Where the fixtures are."""

UNCOUNTED = "uncounted"
"""Stands in the place of a reason where hidden text may be left out without being counted."""


@dataclass(frozen=True)
class Fixture:
    """A page and what must be read from it.

    Attributes:
        name: Its name, unique.
        group: The kind of technique.
        html: The whole document.
        seen: Texts that a person sees.
        hidden: Texts that a person does not see, each with the reasons under which it may be counted.
        either: Texts that may be read or left out.
        why: What makes the case special; may be empty.
        innertext: What ``document.body.innerText`` gave in the browser.
        painted: Those of the texts that the browser painted somewhere on the page when all of it was shown.
    """

    name: str
    group: str
    html: str
    seen: tuple[str, ...]
    hidden: Mapping[str, tuple[str, ...]]
    either: tuple[str, ...]
    why: str
    innertext: str
    painted: tuple[str, ...]

    @property
    def texts(self) -> tuple[str, ...]:
        """Every text that the fixture says something about."""
        return (*self.seen, *self.hidden, *self.either)


@lru_cache(maxsize=1)
def fixtures() -> tuple[Fixture, ...]:
    """All fixtures, in the order of the file."""
    cases = json.loads(VECTORS.read_text("utf-8"))["cases"]
    return tuple(
        Fixture(
            name=case["name"],
            group=case["group"],
            html=case["html"],
            seen=tuple(case["seen"]),
            hidden={text: tuple(reasons) for text, reasons in case["hidden"].items()},
            either=tuple(case.get("either", ())),
            why=case.get("why", ""),
            innertext=case.get("innertext", ""),
            painted=tuple(case.get("painted", ())),
        )
        for case in cases
    )


def path(name: str) -> str:
    """Where the site serves a fixture."""
    return f"/visibility/{name}"
