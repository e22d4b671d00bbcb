"""Reads an address in a browser that lives for this one page."""

from __future__ import annotations

from pagewarden.cli.opened import Clock, Opened, Wanted
from pagewarden.policy import Policy


def render(address: str, policy: Policy, executable: str | None, wanted: Wanted, clock: Clock) -> Opened:
    """Renders the address and reads it."""
    raise NotImplementedError
