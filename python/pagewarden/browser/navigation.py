"""Going to an address: asked before, asked again where it ends, and over in time also when the old page hangs.

A page that hangs can keep its tab from leaving. Whoever sends the tab elsewhere wants it to leave, so that the old
page's script is ended when it does not let go.
"""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass
from typing import Any, Literal

from pagewarden.browser.connection import CommandFailed
from pagewarden.browser.origins import BLANK
from pagewarden.browser.released import public_url
from pagewarden.browser.target_session import TargetSession, page_crashed, tab_closed
from pagewarden.errors import Blocked, NavigationFailed, PagewardenError, ReadTimeout
from pagewarden.network import decide
from pagewarden.policy import Policy

Wait = Literal["commit", "domcontentloaded", "load"]

_ORDER = ("commit", "domcontentloaded", "load")

# How long a page may take to say that it lives before its script is ended, and how long that may take.
_LIFE_SECONDS = 0.3
_END_SECONDS = 1.5

# A document that has begun and answers nothing for this long runs a script without end.
_HANG_SECONDS = 2.0

_PREPARED_SECONDS = 2.0

# For the HTTP status, which the document itself tells.
_STATUS_SECONDS = 0.15
_STATUS = "String((performance.getEntriesByType('navigation')[0] || {}).responseStatus || '')"

# The browser's own words for a failure, by how they begin, and ours.
_FAILURES = (
    ("net::ERR_NAME_", "the name of the host does not resolve"),
    ("net::ERR_CONNECTION_", "the connection to the host failed"),
    ("net::ERR_ADDRESS_", "the host cannot be reached"),
    ("net::ERR_INTERNET_", "there is no connection to the network"),
    ("net::ERR_TIMED_OUT", "the host did not answer in time"),
    ("net::ERR_CERT_", "the certificate of the host is not valid"),
    ("net::ERR_SSL_", "no secure connection to the host can be made"),
    ("net::ERR_TOO_MANY_REDIRECTS", "the address redirects without end"),
    ("net::ERR_ABORTED", "the address gives a download or nothing at all"),
    ("net::ERR_BLOCKED_", "the browser blocks the address"),
    ("net::ERR_UNSAFE_PORT", "the browser refuses the port"),
    ("net::ERR_HTTP_", "the host answers with an error and no page"),
    ("net::ERR_EMPTY_RESPONSE", "the host answers with nothing"),
)


@dataclass(frozen=True, slots=True)
class NavigationResult:
    """Where a navigation ended.

    Attributes:
        url: The address, without what can be secret in it.
        status: The HTTP status, or None when there is none or the page does not tell.
        load_state: How far the document came: ``commit``, ``domcontentloaded`` or ``load``.
    """

    url: str
    status: int | None
    load_state: str


async def go(
    session: TargetSession,
    url: str,
    method: str,
    params: dict[str, Any],
    *,
    policy: Policy | None,
    timeout_ms: int,
    wait: Wait,
) -> NavigationResult:
    """Carries out one navigation. See `Tab.navigate`."""
    check_address(url, policy)
    loop = asyncio.get_running_loop()
    deadline = loop.time() + timeout_ms / 1000
    try:
        async with asyncio.timeout_at(deadline):
            await _prepared(session)
            await _make_it_let_go(session)
            await _commit(session, url, method, params)
    except TimeoutError:
        raise ReadTimeout("the page did not begin in time", hint="raise timeout_ms, or check the address") from None
    await _check_end(session, policy)
    status = asyncio.ensure_future(_ask_status(session)) if url != BLANK else None
    if status is not None:
        status.add_done_callback(_forget)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout_at(deadline):
            await _loaded(session, wait, status)
    await _check_end(session, policy)
    if status is not None and not status.done():
        await asyncio.wait((status,), timeout=max(0.0, min(_STATUS_SECONDS, deadline - loop.time())))
    return NavigationResult(_public(session, policy), _number(status), session.load_state)


async def _prepared(session: TargetSession) -> None:
    """Waits until the page is prepared, unless it hangs and never will be; it can then still be sent elsewhere."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(_PREPARED_SECONDS):
            await session.prepared()


def check_address(url: str, policy: Policy | None) -> None:
    """Asks the network policy about an address.

    Raises:
        Blocked: It refuses.
    """
    if url == BLANK:
        return
    decision = decide(url, policy=policy)
    if decision.verdict != "allow":
        raise Blocked(
            f"the network policy refuses this address ({decision.reason})",
            hint="allow its HOST:PORT in the policy, if it is meant to be reached",
        )


async def _ask_status(session: TargetSession) -> str:
    """Asks the document for its HTTP status, once it has our world: its first event tells that it began, not more."""
    while (main := session.frames.main) is not None and main.world is None and session.load_state == "commit":
        await session.changed()
    return await session.evaluate(_STATUS, timeout_ms=1000)


async def _commit(session: TargetSession, url: str, method: str, params: dict[str, Any]) -> None:
    """Sends the command and waits until another document has begun."""
    main = session.frames.main
    before, moves = main.loader_id if main is not None else "", session.moves
    command = session.post(method, params)
    expected = ""
    while True:
        _close_dialogs(session)
        if not session.connected:
            raise tab_closed()
        if command.done() and not expected:
            answer = _answer(command)
            if answer.get("errorText"):
                raise _failed(str(answer["errorText"]))
            expected = str(answer.get("loaderId") or "")
            if method == "Page.navigate" and not expected:
                # Another place of the same document.
                return
        main = session.frames.main
        now = main.loader_id if main is not None else ""
        if session.moves != moves and main is not None and main.url == url:
            return
        if now and now != before and (not expected or now == expected or command.done()):
            if main is not None and main.url.startswith("chrome-error:"):
                raise _failed("")
            return
        changed = asyncio.ensure_future(session.changed())
        try:
            waiting: set[asyncio.Future[Any]] = {changed}
            if not command.done():
                waiting.add(command)
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        finally:
            changed.cancel()


def _answer(command: asyncio.Future[dict[str, Any]]) -> dict[str, Any]:
    try:
        return command.result()
    except CommandFailed:
        raise NavigationFailed("the browser refuses this address", hint="check the address") from None


def _failed(error_text: str) -> NavigationFailed:
    message = next((ours for start, ours in _FAILURES if error_text.startswith(start)), "the page could not be loaded")
    return NavigationFailed(message, hint="check the address and whether the host is up")


async def _make_it_let_go(session: TargetSession) -> None:
    """Ends the script of a page that hangs, because such a page keeps its tab.

    This comes before the navigation: once that has begun, the browser hands nothing more to the old page.
    """
    main = session.frames.main
    if session.crashed or main is None or main.url == BLANK:
        return
    _close_dialogs(session)
    life = session.post("Runtime.evaluate", {"expression": "0", "silent": True, "disableBreaks": True})
    if not await _answered(session, life, _LIFE_SECONDS):
        await _answered(session, session.post("Runtime.terminateExecution"), _END_SECONDS)


async def _answered(session: TargetSession, call: asyncio.Future[dict[str, Any]], seconds: float) -> bool:
    """Waits a while for an answer, and closes the dialogs that stand before it."""
    loop = asyncio.get_running_loop()
    until = loop.time() + seconds
    while not call.done() and loop.time() < until:
        _close_dialogs(session)
        changed = asyncio.ensure_future(session.changed())
        await asyncio.wait((call, changed), timeout=until - loop.time(), return_when=asyncio.FIRST_COMPLETED)
        changed.cancel()
    return call.done()


def _close_dialogs(session: TargetSession) -> None:
    """The tab is sent away by command; what the old page asks does not matter any more."""
    if session.dialog is not None:
        leaving = session.dialog.get("type") == "beforeunload"
        session.dialog = None
        session.post("Page.handleJavaScriptDialog", {"accept": leaving})


async def _check_end(session: TargetSession, policy: Policy | None) -> None:
    """Asks the policy about the address that the tab shows, and empties the tab when it refuses."""
    if session.crashed:
        raise page_crashed()
    if not session.connected:
        raise tab_closed()
    main = session.frames.main
    url = main.url if main is not None else BLANK
    if url.startswith("about:"):
        return
    try:
        check_address(url, policy)
    except Blocked as refusal:
        session.post("Page.stopLoading")
        with contextlib.suppress(TimeoutError, PagewardenError):
            async with asyncio.timeout(2.0):
                await _commit(session, BLANK, "Page.navigate", {"url": BLANK})
        raise Blocked(
            "the address leads to one that the network policy refuses",
            hint="allow its HOST:PORT in the policy, if it is meant to be reached",
        ) from refusal


async def _loaded(session: TargetSession, wait: Wait, life: asyncio.Task[str] | None) -> None:
    """Waits until the document has come as far as was asked for, or hangs and will not come any further."""
    loop = asyncio.get_running_loop()
    hangs_at = loop.time() + _HANG_SECONDS
    while not _reached(session, wait):
        changed = asyncio.ensure_future(session.changed())
        try:
            await asyncio.wait((changed,), timeout=max(0.0, hangs_at - loop.time()) if life is not None else None)
        finally:
            changed.cancel()
        if life is not None and loop.time() >= hangs_at:
            if not life.done():
                return
            # It answers, and is only slow: its network is waited for until the end.
            life = None


def _reached(session: TargetSession, wait: Wait) -> bool:
    if session.crashed:
        raise page_crashed()
    if not session.connected:
        raise tab_closed()
    if session.dialog is not None:
        # Nothing more will happen before somebody closes it.
        return True
    state = session.load_state
    return state in _ORDER and _ORDER.index(state) >= _ORDER.index(wait)


def _public(session: TargetSession, policy: Policy | None) -> str:
    main = session.frames.main
    return public_url(main.url if main is not None else BLANK, policy)


def _number(status: asyncio.Task[str] | None) -> int | None:
    if status is None or not status.done() or status.cancelled() or status.exception() is not None:
        return None
    told = status.result()
    return int(told) if told.isdigit() else None


def _forget(future: asyncio.Future[Any]) -> None:
    if not future.cancelled():
        future.exception()
