"""Calls a tool: finds it, checks what was sent, runs it, and lets nothing out but answers and errors of ours."""

from __future__ import annotations

from collections.abc import Mapping

from pagewarden.errors import InternalError, PagewardenError
from pagewarden.tools import table
from pagewarden.tools.answers import Answer
from pagewarden.tools.parameters import check
from pagewarden.tools.tool_session import ToolSession


class UnknownTool(PagewardenError):  # noqa: N818 (named like the other errors)
    """There is no tool of that name, or it is not open to this session."""

    default_reason = "unknown_or_gated_tool"


async def call(session: ToolSession, name: str, arguments: Mapping[str, object]) -> Answer:
    """Calls a tool by its name or an alias.

    Args:
        session: The session.
        name: The tool.
        arguments: What the client sent, unchecked.

    Raises:
        UnknownTool: There is no such tool.
        BadArgument: An argument is not right.
        PagewardenError: The tool failed; also for a defect, whose details are withheld because they may hold page text.
    """
    tool = table.find(name)
    if tool is None:
        raise UnknownTool("there is no tool of this name", hint="tools/list lists the tools")
    checked = check(tool.parameters, arguments)
    try:
        return await tool.run(session, checked)
    except PagewardenError:
        raise
    except Exception:  # noqa: BLE001 (whatever it is, its text may hold page text)
        error = InternalError(
            "the tool failed for a reason inside of pagewarden; details are withheld",
            hint="try once more, and report it if it happens again",
        )
    raise error
