"""The values that readings return: frozen, comparable, and with `to_dict` for whoever wants JSON.

The fields are those of the core's report, name for name; a test compares the two lists. Nothing here knows how a
value was made, so that every face and every later source can return the same ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from types import MappingProxyType
from typing import Any

_WAYS_ON = {
    "renderer_busy": "read again with a larger timeout_ms, or reload the page",
    "blocked_by_dialog": "answer the dialog, or reload the page, and read again",
    "paused_by_debugger": "let the other debugger go on, and read again",
    "crashed": "reload the page",
    "discarded": "reload the page",
    "disconnected": "start the browser again",
}


def _plain(value: object) -> object:
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {key: _plain(entry) for key, entry in value.items()}
    if isinstance(value, tuple):
        return [_plain(entry) for entry in value]
    return value


class _Model:
    """What all models share: a way to plain dictionaries and lists."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Returns the model as dictionaries, lists, strings, numbers, booleans and None, ready for `json.dumps`."""
        plain = _plain(self)
        assert isinstance(plain, dict)  # noqa: S101 (every child of this class is a dataclass)
        return plain


@dataclass(frozen=True, slots=True)
class Amount(_Model):
    """Two amounts: ``chars`` in UTF-16 code units, ``nodes`` visited."""

    chars: int
    nodes: int


@dataclass(frozen=True, slots=True)
class LimitFired(_Model):
    """A limit that cut a reading, such as ``max_chars``, with its value in the unit of its name."""

    limit: str
    value: int


@dataclass(frozen=True, slots=True)
class FrameStatus(_Model):
    """A frame of the page (the main document is 0) and what became of it, such as ``not_fetched``."""

    index: int
    status: str


@dataclass(frozen=True, slots=True)
class HiddenRun(_Model):
    """A stretch of the returned text that a person would not see; only with ``visible_only=False``.

    ``offset`` and ``length`` count UTF-16 code units of the returned text, from 0.
    """

    offset: int
    length: int
    reason: str


@dataclass(frozen=True, slots=True)
class Report(_Model):
    """What a reading says about itself.

    Attributes:
        complete: True when no limit fired and every readable part was read.
        status: ``ok``, ``partial``, or what kept a live page from answering.
        source: The mechanism that read the page; ``static`` is HTML parsed by pagewarden.
        freshness: ``live``, or ``last-good`` for a copy of ``age_ms`` milliseconds.
        age_ms: Age of a ``last-good`` copy; 0 when live.
        limits: The limits that fired, in the order in which they did.
        clamped: Parameters that were above a hard maximum and were reduced to it.
        returned: What the answer holds.
        total: What there is in all, as far as it is known.
        total_is_lower_bound: True when the walk stopped before it had counted everything.
        hidden: UTF-16 code units of text that a person would not see, by reason.
        frames: The frames of the page.
        closed_shadow: Closed shadow roots whose content was not read.
        canvas: Canvas elements, whose pixels are not text.
        geometry: How clipped and off-screen text was decided: ``checked``, ``unchecked`` or ``estimated``.
        only_mounted_rows: True when a list looks virtualised, so that only its mounted rows could be read.
        withheld: Which classes of secrets were withheld in the whole document; None on a scoped reading.
        policy_revision: The revision of the policy that released the page.
        scope_matched: Elements that the selector matched, of which the first is read; None without a selector.
        encoding: The character encoding of the input and where it was declared; empty for text input.
        notes: What else the reader should know, one sentence each.
        next: How to get the rest; empty when the reading is complete.
        elapsed_ms: Time from the start of the reading to its end, in milliseconds.
    """

    complete: bool
    status: str
    source: str
    freshness: str
    age_ms: int
    limits: tuple[LimitFired, ...]
    clamped: tuple[str, ...]
    returned: Amount
    total: Amount
    total_is_lower_bound: bool
    hidden: Mapping[str, int]
    frames: tuple[FrameStatus, ...]
    closed_shadow: int
    canvas: int
    geometry: str
    only_mounted_rows: bool
    withheld: Mapping[str, bool] | None
    policy_revision: str
    scope_matched: int | None
    encoding: str
    notes: tuple[str, ...]
    next: str
    elapsed_ms: int

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Report:
        """Makes a report from the core's JSON object, or from what `to_dict` returned.

        Raises:
            TypeError: A field is missing, or there is one that this version does not know.
        """
        values = dict(data)
        values["limits"] = tuple(LimitFired(**entry) for entry in data["limits"])
        values["clamped"] = tuple(data["clamped"])
        values["returned"] = Amount(**data["returned"])
        values["total"] = Amount(**data["total"])
        values["hidden"] = MappingProxyType(dict(data["hidden"]))
        values["frames"] = tuple(FrameStatus(**entry) for entry in data["frames"])
        withheld = data["withheld"]
        values["withheld"] = None if withheld is None else MappingProxyType(dict(withheld))
        values["notes"] = tuple(data["notes"])
        return cls(**values)

    @staticmethod
    def way_on(status: str) -> str:
        """Returns what to do about a live page that gave no answer."""
        return _WAYS_ON.get(status, "read again")

    @classmethod
    def of_nothing(
        cls, *, status: str, policy_revision: str, limits: tuple[LimitFired, ...], elapsed_ms: int
    ) -> Report:
        """Makes the report of a reading for which a live page gave no answer; ``status`` says why."""
        return cls(
            complete=False,
            status=status,
            source="tree-walker",
            freshness="live",
            age_ms=0,
            limits=limits,
            clamped=(),
            returned=Amount(0, 0),
            total=Amount(0, 0),
            total_is_lower_bound=True,
            hidden=MappingProxyType({}),
            frames=(),
            closed_shadow=0,
            canvas=0,
            geometry="unchecked",
            only_mounted_rows=False,
            withheld=None,
            policy_revision=policy_revision,
            scope_matched=None,
            encoding="",
            notes=(),
            next=cls.way_on(status),
            elapsed_ms=elapsed_ms,
        )

    def __reduce__(self) -> tuple[object, ...]:
        # A read-only mapping cannot be pickled, and a reading must be able to cross to another process.
        return Report.from_dict, (self.to_dict(),)


@dataclass(frozen=True, slots=True)
class PageText(_Model):
    """The text of a page or of a part of it, with the report of how it was read. ``str()`` gives the text.

    Attributes:
        text: The released text; secrets in it read ``[REDACTED]``.
        truncated: True when a limit cut the text; ``report.limits`` says which, ``report.next`` how to go on.
        elapsed_ms: Time of the reading, in milliseconds.
        source: The mechanism, as in the report.
        freshness: ``live`` or ``last-good``, as in the report.
        status: ``ok`` or what happened, as in the report.
        hidden_runs: The stretches of ``text`` that a person would not see; empty with ``visible_only=True``.
        report: Everything that the reading says about itself.
    """

    text: str
    truncated: bool
    elapsed_ms: int
    source: str
    freshness: str
    status: str
    hidden_runs: tuple[HiddenRun, ...]
    report: Report

    @classmethod
    def of(cls, text: str, hidden_runs: Iterable[tuple[int, int, str]], report: Report) -> PageText:
        """Makes a text from what the core returned; what stands in the report and here is taken from there."""
        return cls(
            text=text,
            truncated=bool(report.limits),
            elapsed_ms=report.elapsed_ms,
            source=report.source,
            freshness=report.freshness,
            status=report.status,
            hidden_runs=tuple(HiddenRun(*run) for run in hidden_runs),
            report=report,
        )

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Match(_Model):
    """A match of a pattern.

    Attributes:
        text: What matched.
        offset: Where it begins, in UTF-16 code units from the start of the text that was searched.
        length: How long it is, in UTF-16 code units.
        line: The line in which it begins, from 1; lines end with a line feed.
    """

    text: str
    offset: int
    length: int
    line: int


@dataclass(frozen=True, slots=True)
class Matches(_Model):
    """What was found in a text.

    Attributes:
        matches: The first matches, in order, which do not overlap.
        total_matches: How many there are in all.
        total_is_lower_bound: True when not everything was searched, so that there may be more.
        truncated: True when there are, or may be, matches that are not listed.
    """

    matches: tuple[Match, ...]
    total_matches: int
    total_is_lower_bound: bool
    truncated: bool

    @classmethod
    def of(cls, listed: Iterable[tuple[str, int, int, int]], total: int, at_least: bool) -> Matches:
        """Makes it from what the core returned."""
        matches = tuple(Match(*one) for one in listed)
        return cls(matches, total, at_least, truncated=at_least or total > len(matches))


@dataclass(frozen=True, slots=True)
class SearchResult(_Model):
    """What was found in the text of a page; offsets count in the text that `text()` gives of the whole page.

    Attributes:
        matches: As in `Matches`, like the three that follow.
        total_matches: See there.
        total_is_lower_bound: See there.
        truncated: See there.
        status: ``ok`` or what happened, as in the report.
        report: How the page was read.
    """

    matches: tuple[Match, ...]
    total_matches: int
    total_is_lower_bound: bool
    truncated: bool
    status: str
    report: Report

    @classmethod
    def of(cls, found: Matches, report: Report) -> SearchResult:
        """Makes it from what was found and how the page was read."""
        return cls(
            matches=found.matches,
            total_matches=found.total_matches,
            total_is_lower_bound=found.total_is_lower_bound,
            truncated=found.truncated,
            status=report.status,
            report=report,
        )


@dataclass(frozen=True, slots=True)
class Decision(_Model):
    """What the network policy says about a URL: ``verdict`` is ``allow`` or ``block``, ``reason`` the class."""

    verdict: str
    reason: str


@dataclass(frozen=True, slots=True)
class ElementFacts(_Model):
    """How an element appears.

    Attributes:
        rendered: It has a box.
        painted: Something of it may be drawn: it is rendered, visible, not transparent, and not skipped.
        in_text: The page's ``innerText`` holds its text; of an element without text, would hold it.
    """

    rendered: bool
    painted: bool
    in_text: bool


@dataclass(frozen=True, slots=True)
class WithheldPart(_Model):
    """Something that was withheld of a page, for people.

    Attributes:
        element: The element that holds it, with up to two of those around it, or ``url``.
        attribute: The attribute, or None for a text.
        rule: The class of rules that asked for it, as ``report.withheld`` names it.
        shown: What is shown instead, with the released text around it, at most 80 characters.
    """

    element: str
    attribute: str | None
    rule: str
    shown: str


@dataclass(frozen=True, slots=True)
class Element(_Model):
    """An element that a selector found.

    Attributes:
        tag: Its name, lower case in HTML.
        facts: How it appears.
        attributes: Its attributes as (name, value), in the order of the source; secrets are ``[REDACTED]``.
    """

    tag: str
    facts: ElementFacts
    attributes: tuple[tuple[str, str], ...] = ()

    def attribute(self, name: str) -> str | None:
        """Returns the value of an attribute as it was released, or None when the element has none of that name."""
        return next((value for key, value in self.attributes if key == name), None)

    @classmethod
    def of(cls, found: Iterable[tuple[str, bool, bool, bool, list[tuple[str, str]]]]) -> list[Element]:
        """Makes the elements of what the core returned."""
        return [
            cls(tag, ElementFacts(rendered, painted, in_text), tuple(attributes))
            for tag, rendered, painted, in_text, attributes in found
        ]
