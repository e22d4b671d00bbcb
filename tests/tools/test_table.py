"""The table of tools keeps the law that clients rely on, and the reference is what the table says."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from tests.command import pagewarden

from pagewarden import BrowserNotFound, Disconnected, NavigationFailed, PageCrashed, errors
from pagewarden.tools.failures import TooManyTabs, UnknownTab
from pagewarden.tools.table import TOOLS, find
from pagewarden.tools.tool import Tool

# Keywords that some hosts refuse, one of them with every tool of the server.
COMBINATIONS = {"oneOf", "anyOf", "allOf", "not", "$ref", "$schema", "if", "then", "else", "patternProperties"}

each_tool = pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)


def schemas_within(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The schema and every schema in it."""
    yield schema
    for inner in schema.get("properties", {}).values():
        yield from schemas_within(inner)
    for keyword in ("items", "additionalProperties"):
        if isinstance(schema.get(keyword), dict):
            yield from schemas_within(schema[keyword])


def test_the_tools_are_listed_in_their_order() -> None:
    assert [tool.name for tool in TOOLS] == [
        "browser_page_text",
        "browser_search_in_page",
        "tabs_context_mcp",
        "tabs_create_mcp",
        "tabs_close_mcp",
        "navigate",
        "browser_status",
    ]


def test_aliases_reach_their_tools_and_are_not_listed() -> None:
    listed = {tool.name for tool in TOOLS}
    expected = {
        "get_page_text": "browser_page_text",
        "tab_get_page_text": "browser_page_text",
        "browser_get_page_text": "browser_page_text",
        "firefox_status": "browser_status",
    }
    for alias, name in expected.items():
        tool = find(alias)
        assert tool is not None
        assert tool.name == name
        assert alias not in listed
    assert find("browser_evaluate") is None
    names = [name for tool in TOOLS for name in (tool.name, *tool.aliases)]
    assert len(names) == len(set(names))


@each_tool
def test_schemas_are_valid_and_flat(tool: Tool) -> None:
    for schema in (tool.input_schema, tool.output_schema):
        Draft202012Validator.check_schema(schema)
        assert schema["type"] == "object"
        for inner in schemas_within(schema):
            assert not COMBINATIONS.intersection(inner)
            assert isinstance(inner["type"], str)
    for inner in tool.input_schema["properties"].values():
        assert inner["type"] in {"string", "integer", "boolean"}


@each_tool
def test_every_field_is_described(tool: Tool) -> None:
    for schema in (tool.input_schema, tool.output_schema):
        for name, field in schema["properties"].items():
            assert re.fullmatch(r"[A-Za-z].*\.", field["description"]), name
    # Longer ones are cut by hosts.
    assert 100 < len(tool.description) < 1024
    assert len(tool.title) < 40
    assert re.fullmatch(r"[a-z_]{1,64}", tool.name)


@each_tool
def test_a_description_names_a_sibling(tool: Tool) -> None:
    siblings = {other.name for other in TOOLS} - {tool.name}
    named = {name for name in siblings if name in tool.description}
    assert named or tool.name == "tabs_close_mcp"
    # A tool that is named must be there.
    for name in re.findall(r"\b(?:browser|tabs)_\w+", tool.description):
        assert find(name) is not None


@each_tool
def test_bounds_and_defaults_are_told(tool: Tool) -> None:
    for parameter in tool.parameters:
        assert parameter.name in tool.input_schema["properties"]
        if parameter.kind == "integer":
            assert parameter.minimum == 1
            assert parameter.hard_maximum is not None
            assert f"{parameter.default:,}" in parameter.description
            assert f"{parameter.hard_maximum:,}" in parameter.description
            # A client that checks schemas would refuse what the tool reduces.
            assert "maximum" not in parameter.schema()
        if parameter.required:
            assert parameter.default is None


@each_tool
def test_all_four_annotations_are_told(tool: Tool) -> None:
    hints = tool.annotations.to_dict()
    assert set(hints) == {"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"}
    assert all(isinstance(value, bool) for value in hints.values())
    assert not (tool.annotations.read_only and tool.annotations.destructive)


@each_tool
def test_errors_take_the_way_that_the_table_tells(tool: Tool) -> None:
    known = set(errors.BY_REASON) | {UnknownTab.default_reason, TooManyTabs.default_reason}
    known |= {kind.default_reason for kind in (NavigationFailed, BrowserNotFound, Disconnected, PageCrashed)}
    known |= {"tab_closed", "foreign_tab", "origin", "browser_cannot_start"}
    reasons = [failure.reason for failure in tool.errors]
    assert len(reasons) == len(set(reasons))
    assert set(reasons) <= known
    assert {"invalid_parameter", "internal"} <= set(reasons)


def test_unknown_arguments_are_refused_by_the_schema_only_where_nothing_has_an_alias() -> None:
    for tool in TOOLS:
        aliased = any(parameter.aliases for parameter in tool.parameters)
        assert (tool.input_schema.get("additionalProperties") is False) != aliased


def test_the_list_is_short_enough_for_a_context() -> None:
    described = [{"name": t.name, "description": t.description, "input_schema": t.input_schema} for t in TOOLS]
    assert len(json.dumps(described)) < 8_000


def test_the_reference_is_the_output_of_the_command(repository: Path) -> None:
    finished = pagewarden("tools")
    assert (finished.code, finished.err) == (0, "")
    assert finished.out == (repository / "docs" / "tools.md").read_text("utf-8")
    for tool in TOOLS:
        assert f"\n## {tool.name}\n" in finished.out


def test_the_command_gives_the_schemas_as_json() -> None:
    finished = pagewarden("tools", "--json")
    tools = json.loads(finished.out)["tools"]
    assert [tool["name"] for tool in tools] == [tool.name for tool in TOOLS]
    assert tools[0]["inputSchema"] == TOOLS[0].input_schema
