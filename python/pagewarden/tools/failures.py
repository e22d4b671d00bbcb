"""Which of three ways an error takes to the client, and the errors that only tools have.

The question behind the choice: could the model that called have done better? If it can mend the arguments, the
parameters are invalid; if it can choose another way, it gets a result that is marked as an error, because hosts show
those to the model with their hint; and if it can do nothing, it is an error of the protocol.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from pagewarden.errors import (
    InternalError,
    InvalidParameter,
    InvalidPattern,
    InvalidSelector,
    PagewardenError,
    ReadTimeout,
)

Way = Literal["invalid_params", "tool_error", "internal_error"]


class UnknownTab(PagewardenError):  # noqa: N818 (named like the other errors)
    """A tab is not one of this session; ``reason`` says whether it was closed or never was."""

    default_reason: ClassVar[str] = "unknown_tab"


class TooManyTabs(PagewardenError):  # noqa: N818
    """The session has as many tabs as it may have."""

    default_reason: ClassVar[str] = "too_many_tabs"


@dataclass(frozen=True, slots=True)
class Failure:
    """An error that a tool may end with: its ``reason``, and ``when`` it happens. For the table and the reference."""

    reason: str
    when: str
    way: Way


def way_of(error: PagewardenError) -> Way:
    """Returns how an error reaches the client."""
    if isinstance(error, InvalidParameter | InvalidPattern | InvalidSelector):
        return "invalid_params"
    if isinstance(error, ReadTimeout | InternalError):
        return "internal_error"
    return "tool_error"
