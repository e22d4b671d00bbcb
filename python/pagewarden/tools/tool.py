"""What a tool is: everything that a client, a command line or a reference wants to know of it, in one value."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from pagewarden.tools.answers import Answer
from pagewarden.tools.failures import Failure
from pagewarden.tools.parameters import Arguments, Parameter, input_schema
from pagewarden.tools.tool_session import ToolSession

Run = Callable[[ToolSession, Arguments], Awaitable[Answer]]


@dataclass(frozen=True, slots=True)
class Annotations:
    """What a client may assume before it asks a person; all four are always told.

    Attributes:
        read_only: Changes nothing.
        destructive: May end something that cannot be had back, such as what was typed into a page.
        idempotent: A second call with the same arguments changes nothing more.
        open_world: Deals with what the web answers.
    """

    read_only: bool
    destructive: bool
    idempotent: bool
    open_world: bool

    def to_dict(self) -> dict[str, bool]:
        """Returns the four hints under the names of the protocol."""
        return {
            "readOnlyHint": self.read_only,
            "destructiveHint": self.destructive,
            "idempotentHint": self.idempotent,
            "openWorldHint": self.open_world,
        }


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool.

    Attributes:
        name: The name that is listed.
        title: A few words for people.
        description: What it does and when to use it or one of its siblings, for the model.
        parameters: What it takes.
        output_schema: What it answers.
        annotations: What it does to the world.
        errors: How it can fail.
        run: The function.
        aliases: Names under which it can be called too; they are not listed.
        longest_answer: Most characters of an answer, for hosts that put longer ones aside; None for their own limit.
    """

    name: str
    title: str
    description: str
    parameters: tuple[Parameter, ...]
    output_schema: dict[str, Any]
    annotations: Annotations
    errors: tuple[Failure, ...]
    run: Run
    aliases: tuple[str, ...] = ()
    longest_answer: int | None = None

    @property
    def input_schema(self) -> dict[str, Any]:
        """The JSON Schema of the arguments."""
        return input_schema(self.parameters)

    def to_dict(self) -> dict[str, Any]:
        """Returns the tool as plain data, for the reference."""
        return {
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "inputSchema": self.input_schema,
            "outputSchema": self.output_schema,
            "annotations": self.annotations.to_dict(),
            "errors": [{"reason": each.reason, "when": each.when, "answer": each.way} for each in self.errors],
            "aliases": list(self.aliases),
        }
