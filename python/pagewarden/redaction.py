"""Redaction of what is no page: log lines, addresses, headers, JSON and HAR objects.

The rules are those of the pages. Whoever logs, stores or forwards what a browser or a client saw can pass it through
here first.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, TypeVar, overload

from pagewarden import _core, checks
from pagewarden.errors import InvalidParameter
from pagewarden.policy import Policy

_Json = TypeVar("_Json", dict[str, Any], list[Any])


@dataclass(frozen=True, slots=True)
class Withheld:
    """A part of a text that `redact` would withhold.

    Attributes:
        offset: Where it begins, in Unicode code points of the text, from 0.
        length: How long it is, in code points.
        rule: The class of rules that asks for it, as ``report.withheld`` names it.
        shape: Of ``token_shapes``: which shape, such as ``github``; else empty.
    """

    offset: int
    length: int
    rule: str
    shape: str = ""


@overload
def redact(text_or_object: str, policy: Policy | None = None) -> str: ...
@overload
def redact(text_or_object: _Json, policy: Policy | None = None) -> _Json: ...


def redact(text_or_object: str | dict[str, Any] | list[Any], policy: Policy | None = None) -> Any:
    """Returns a copy in which every secret is ``[REDACTED]``.

    Args:
        text_or_object: A string (an address, a block of headers, JSON, a log, any text: what it is, is seen from
            itself), or an object of dictionaries, lists, strings, numbers, booleans and None, as `json` makes them: a
            HAR, a dictionary of headers, a list of (name, value) pairs. Tuples come back as lists.
        policy: Further rules; the built-in ones always apply. Default: none.

    Raises:
        InvalidParameter: The argument is neither a string nor such an object.
        FirewallUnfinished: The text is made so that no bounded search gets through it; nothing of it is given out.
    """
    native = Policy.native(policy)
    if isinstance(text_or_object, str):
        return _core.redact(checks.text("text_or_object", text_or_object), native)
    if not isinstance(text_or_object, (dict, list, tuple)):
        raise InvalidParameter(
            "text_or_object must be a string, a dictionary or a list",
            hint="decode bytes first; turn other objects into dictionaries and lists",
        )
    try:
        written = json.dumps(text_or_object, ensure_ascii=False, allow_nan=True)
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidParameter(
            "text_or_object holds something that JSON has no form for",
            hint="use dictionaries, lists, strings, numbers, booleans and None",
        ) from error
    return json.loads(_core.redact(checks.text("text_or_object", written), native))


def explain(text: str, policy: Policy | None = None) -> list[Withheld]:
    """Returns what `redact` would withhold in a text, in order, and the class of rules that asks for each.

    Raises:
        InvalidParameter: The text is no string.
        FirewallUnfinished: As for `redact`.
    """
    found = _core.explain(checks.text("text", text), Policy.native(policy))
    return [Withheld(*one) for one in found]
