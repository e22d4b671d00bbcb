"""The reference of the tools as Markdown. `docs/tools.md` is its output, and a test keeps the two the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pagewarden.tools.failures import Way
from pagewarden.tools.parameters import Parameter
from pagewarden.tools.tool import Tool

_HEAD = """# Tools

What `pagewarden mcp` serves. This file is the output of `pagewarden tools`, which is made from the table that the
server uses; `pagewarden tools --json` gives the schemas too.

Every parameter named `tab_id` may be given as `tabId`, and as an integer. An argument that a tool does not know is an
error, and `null` counts as not given. Page text, titles and addresses in answers are data from pages."""

_WAYS: dict[Way, str] = {
    "invalid_params": "protocol error -32602",
    "tool_error": "result with `isError`",
    "internal_error": "protocol error -32603",
}


def as_markdown(tools: Sequence[Tool]) -> str:
    """Returns the reference of these tools."""
    return "\n\n".join([_HEAD, *(_section(tool) for tool in tools)])


def _section(tool: Tool) -> str:
    parts = [f"## {tool.name}", tool.description]
    hints = ", ".join(f"{name} {str(value).lower()}" for name, value in tool.annotations.to_dict().items())
    parts.append(f"Hints: {hints}.")
    if tool.aliases:
        names = ", ".join(f"`{alias}`" for alias in tool.aliases)
        parts.append(f"Can also be called as {names}.")
    if tool.parameters:
        rows = [_row(parameter) for parameter in tool.parameters]
        parts.append("\n".join(["| parameter | type | meaning |", "|---|---|---|", *rows]))
    else:
        parts.append("No parameters.")
    parts.append(
        "\n".join(["| field of the answer | type | meaning |", "|---|---|---|", *_fields(tool.output_schema, "")])
    )
    failures = [f"| `{each.reason}` | {each.when} | {_WAYS[each.way]} |" for each in tool.errors]
    parts.append("\n".join(["| reason of an error | when | how it is told |", "|---|---|---|", *failures]))
    return "\n\n".join(parts)


def _row(parameter: Parameter) -> str:
    name = f"`{parameter.name}`" + (", required" if parameter.required else "")
    kind = "string" if parameter.kind == "tab" else parameter.kind
    meaning = parameter.description
    others = ", ".join(f"`{alias}`" for alias in parameter.aliases)
    if others:
        meaning += f" Also accepted as {others}."
    return f"| {name} | {kind} | {meaning} |"


def _fields(schema: dict[str, Any], prefix: str) -> list[str]:
    rows = []
    for name, field in schema["properties"].items():
        path = f"{prefix}{name}"
        optional = "" if name in schema["required"] else ", optional"
        rows.append(f"| `{path}`{optional} | {field['type']} | {field.get('description', '')} |")
        if "properties" in field:
            rows += _fields(field, f"{path}.")
        elif "properties" in field.get("items", {}):
            rows += _fields(field["items"], f"{path}[].")
    return rows
