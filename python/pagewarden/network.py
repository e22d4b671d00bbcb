"""What the network policy says about an address, asked without a network.

The same decision guards every fetch. It can be asked for on its own, so that another program can use it, and so that
a test can hold it against known attacks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pagewarden import _core, checks
from pagewarden.errors import InvalidParameter
from pagewarden.models import Decision
from pagewarden.policy import Policy

LookUps = Sequence[str] | Sequence[Sequence[str]]
"""Answers of a name server: the addresses of one look-up, or a list of such lists, one for each look-up in turn."""


def decide(
    url: str,
    dns: LookUps | Mapping[str, LookUps] | None = None,
    redirects: Iterable[str] | None = None,
    policy: Policy | None = None,
) -> Decision:
    """Judges an address and the redirects that follow it. Nothing is looked up and nothing is contacted.

    Args:
        url: The address.
        dns: The answers that look-ups would give, for every name or by name. A name without an answer does not
            resolve. With None, a name is judged by its name alone.
        redirects: The Location of each answer in turn. Default none.
        policy: The rules. Default: `Policy()`.

    Returns:
        ``allow`` or ``block`` with the class of the reason, such as ``public``, ``loopback`` or ``scheme``.

    Raises:
        InvalidParameter: An argument is of the wrong kind.
    """
    verdict, reason = _core.decide(
        checks.text("url", url),
        _look_ups(dns),
        [] if redirects is None else checks.texts("redirects", redirects),
        Policy.native(policy),
    )
    return Decision(verdict, reason)


def _look_ups(dns: LookUps | Mapping[str, LookUps] | None) -> list[list[str]] | dict[str, list[list[str]]] | None:
    if dns is None:
        return None
    if isinstance(dns, Mapping):
        return {checks.text("dns", name).lower(): _in_turn(answers) for name, answers in dns.items()}
    return _in_turn(dns)


def _in_turn(answers: LookUps) -> list[list[str]]:
    if isinstance(answers, str) or not isinstance(answers, Sequence):
        raise InvalidParameter(
            "dns must be a list of addresses, a list of such lists, or these by name",
            hint="pass a value in the form that the message names",
        )
    if all(isinstance(answer, str) for answer in answers):
        return [checks.texts("dns", answers)]
    return [checks.texts("dns", answer) for answer in answers]
