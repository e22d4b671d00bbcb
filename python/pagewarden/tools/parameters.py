"""Parameters of tools: how they are described to a client, and how what a client sends is checked.

Both come from one description, because a schema that says less or more than the check is a trap for the model that
reads it. The check is ours and small: its errors name the parameter and never repeat a value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pagewarden import checks
from pagewarden.errors import InvalidParameter

Kind = Literal["string", "integer", "boolean", "tab"]
"""``tab`` is the id of a tab: a string to a client that follows the schema, and an integer is understood too."""

MOST_TEXT = 20_000
"""Most characters of a string argument; no selector and no address that means something is longer."""

_LONGEST_NAME_SHOWN = 40


class BadArgument(InvalidParameter):
    """An argument of a tool call is missing, unknown, of the wrong type or too small; ``parameter`` names it."""

    parameter: str

    def __init__(self, parameter: str, message: str, hint: str) -> None:
        super().__init__(message, hint=hint)
        self.parameter = parameter

    def __reduce__(self) -> tuple[object, ...]:
        return BadArgument, (self.parameter, str(self), self.hint)


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a tool.

    Attributes:
        name: The name in the schema.
        kind: What it holds.
        description: What it means, with unit, default and bounds, for the model that reads the schema.
        required: Whether a call must have it.
        default: What stands for an absent one; None when nothing does.
        minimum: The least integer; a smaller one is an error.
        hard_maximum: The largest integer used; a larger one is reduced to it, and the answer says so. It is not in the
            schema as ``maximum``, because a client that checks schemas would refuse what the tool accepts.
        choices: The only strings allowed; empty for any.
        aliases: Further names under which a call may give it; they are not in the schema.
    """

    name: str
    kind: Kind
    description: str
    required: bool = False
    default: str | int | bool | None = None
    minimum: int | None = None
    hard_maximum: int | None = None
    choices: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()

    def schema(self) -> dict[str, Any]:
        """Returns the JSON Schema of the parameter: one type, no combinations."""
        schema: dict[str, Any] = {"type": "string" if self.kind == "tab" else self.kind}
        schema["description"] = self.description
        if self.choices:
            schema["enum"] = list(self.choices)
        if self.minimum is not None:
            schema["minimum"] = self.minimum
        if self.default is not None:
            schema["default"] = self.default
        return schema


@dataclass(frozen=True, slots=True)
class Arguments:
    """Checked arguments by the names of the schema, defaults filled in.

    Attributes:
        values: The values; a parameter that was not given and has no default is absent.
        clamped: The parameters that were above their hard maximum and were reduced to it.
    """

    values: Mapping[str, str | int | bool]
    clamped: tuple[str, ...] = ()

    def text(self, name: str) -> str | None:
        """Returns a string argument, or None when it was not given."""
        value = self.values.get(name)
        return value if isinstance(value, str) else None

    def number(self, name: str) -> int:
        """Returns an integer argument that is required or has a default."""
        return int(self.values[name])

    def truth(self, name: str) -> bool:
        """Returns a boolean argument that is required or has a default."""
        return bool(self.values[name])


def input_schema(parameters: Sequence[Parameter]) -> dict[str, Any]:
    """Returns the JSON Schema of a tool's arguments: one flat object.

    Unknown arguments are always refused by the check. The schema says so only where no parameter has an alias: a client
    that checks schemas itself would otherwise refuse the aliases that the tool accepts.
    """
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {parameter.name: parameter.schema() for parameter in parameters},
    }
    required = [parameter.name for parameter in parameters if parameter.required]
    if required:
        schema["required"] = required
    if not any(parameter.aliases for parameter in parameters):
        schema["additionalProperties"] = False
    return schema


def check(parameters: Sequence[Parameter], given: Mapping[str, object]) -> Arguments:
    """Checks the arguments of a call.

    Args:
        parameters: The parameters of the tool.
        given: What the client sent. ``null`` counts as not given, since many clients send it for what they leave out.

    Raises:
        BadArgument: One of them is missing, unknown, given twice, of the wrong type, too small or too long.
    """
    names = {name: parameter for parameter in parameters for name in (parameter.name, *parameter.aliases)}
    found: dict[str, object] = {}
    for name, value in given.items():
        parameter = names.get(name)
        if parameter is None:
            raise _unknown(name, parameters)
        if value is None:
            continue
        if parameter.name in found:
            raise BadArgument(
                parameter.name,
                f"{parameter.name} is given twice, under two names",
                f"give {parameter.name} once",
            )
        found[parameter.name] = value
    values: dict[str, str | int | bool] = {}
    clamped: list[str] = []
    for parameter in parameters:
        if parameter.name not in found:
            if parameter.required:
                raise BadArgument(parameter.name, f"{parameter.name} is required", _first_sentence(parameter))
            if parameter.default is not None:
                values[parameter.name] = parameter.default
            continue
        value = _checked(parameter, found[parameter.name])
        if parameter.hard_maximum is not None and isinstance(value, int) and value > parameter.hard_maximum:
            value = parameter.hard_maximum
            clamped.append(parameter.name)
        values[parameter.name] = value
    return Arguments(values, tuple(clamped))


def _checked(parameter: Parameter, value: object) -> str | int | bool:
    if parameter.kind == "boolean":
        if not isinstance(value, bool):
            raise _wrong(parameter, "must be true or false")
        return value
    if parameter.kind == "integer":
        return _whole_number(parameter, value)
    if parameter.kind == "tab" and isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return _string(parameter, value)


def _whole_number(parameter: Parameter, value: object) -> int:
    least = parameter.minimum
    problem = "must be an integer" if least is None else f"must be an integer of {least:,} or more"
    # To JSON, 500.0 is an integer, and some clients write every number so.
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or (least is not None and value < least):
        raise _wrong(parameter, problem)
    return value


def _string(parameter: Parameter, value: object) -> str:
    if not isinstance(value, str):
        raise _wrong(parameter, "must be a string")
    if len(value) > MOST_TEXT:
        raise _wrong(parameter, f"must be at most {MOST_TEXT:,} characters long")
    if parameter.required and not value.strip():
        raise _wrong(parameter, "must not be empty")
    if parameter.choices and value not in parameter.choices:
        raise _wrong(parameter, f"must be one of: {', '.join(parameter.choices)}")
    return checks.text(parameter.name, value)


def _wrong(parameter: Parameter, problem: str) -> BadArgument:
    return BadArgument(parameter.name, f"{parameter.name} {problem}", _first_sentence(parameter))


def _unknown(name: str, parameters: Sequence[Parameter]) -> BadArgument:
    # A name may be anything, also a megabyte of it; only what can be a name is repeated.
    shown = name if name.isidentifier() and len(name) <= _LONGEST_NAME_SHOWN else "an argument"
    known = ", ".join(parameter.name for parameter in parameters)
    hint = f"this tool takes: {known}" if known else "this tool takes no arguments"
    return BadArgument(shown, f"{shown} is not a parameter of this tool", hint)


def _first_sentence(parameter: Parameter) -> str:
    return parameter.description.split(". ")[0].rstrip(".")
