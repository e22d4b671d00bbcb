"""The blocking face: the same browser, tabs and readings without ``await``.

One thread with one event loop serves every browser of the process, so that it works where a loop is running already,
as in a notebook. Calls of several threads are served at once; none of them waits for another's page.
"""

from __future__ import annotations

import asyncio
import atexit
import threading
from collections.abc import Coroutine, Iterable, Sequence
from concurrent.futures import Future
from types import TracebackType
from typing import Any, Self, TypeVar

from pagewarden.browser import chromium
from pagewarden.browser import tab as tabs
from pagewarden.browser.navigation import NavigationResult, Wait
from pagewarden.browser.tab import NAVIGATION_TIMEOUT_MS
from pagewarden.models import Element, PageText, SearchResult
from pagewarden.page import DEFAULT_MAX_CHARS, DEFAULT_MAX_NODES, DEFAULT_TIMEOUT_MS, Rendering
from pagewarden.policy import Policy
from pagewarden.search import DEFAULT_MAX_MATCHES

__all__ = ["Browser", "Tab"]

Answer = TypeVar("Answer")


class _Background:
    """The thread that runs the loop, started when it is first needed."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None

    def run(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        """Runs a coroutine to its end. An interrupt of the caller cancels it."""
        running: Future[Answer] = asyncio.run_coroutine_threadsafe(work, self._started())
        try:
            return running.result()
        except BaseException:
            running.cancel()
            raise

    def call(self, work: Any, *arguments: Any) -> Any:  # noqa: ANN401 (a plain function of the loop's thread)
        """Runs a function in the loop's thread, where the state of browsers and tabs lives."""

        async def calling() -> Any:  # noqa: ANN401
            return work(*arguments)

        return self.run(calling())

    def _started(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None or self._thread is None or not self._thread.is_alive():
                loop = asyncio.new_event_loop()
                self._thread = threading.Thread(target=loop.run_forever, name="pagewarden", daemon=True)
                self._thread.start()
                self._loop = loop
            return self._loop


_background = _Background()
_open: set[Browser] = set()


@atexit.register
def _close_all() -> None:
    # A browser that nobody closed must not outlive the program.
    for browser in list(_open):
        browser.close()


class Tab:
    """A tab of a blocking `Browser`; every method is that of `pagewarden.browser.tab.Tab`, without ``await``."""

    __slots__ = ("_tab",)

    def __init__(self, tab: tabs.Tab) -> None:
        self._tab = tab

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tab) and self._tab is other._tab

    def __hash__(self) -> int:
        return hash(self._tab)

    def __repr__(self) -> str:
        return repr(self._tab)

    @property
    def id(self) -> str:
        """The name of the tab, such as ``t1``."""
        return self._tab.id

    @property
    def url(self) -> str:
        """The address without what can be secret in it."""
        return self._tab.url

    @property
    def status(self) -> str:
        """What is known without asking the page; ``ok`` when nothing is in the way."""
        return self._tab.status

    @property
    def load_state(self) -> str:
        """How far the document has come: ``commit``, ``domcontentloaded``, ``load`` or ``unknown``."""
        return self._tab.load_state

    @property
    def dialog(self) -> str | None:
        """The kind of dialog that is open, or None."""
        return self._tab.dialog

    def title(self) -> str:
        """Returns the title, with secrets replaced."""
        return _background.run(self._tab.title())

    def navigate(
        self, url: str, timeout_ms: int = NAVIGATION_TIMEOUT_MS, wait: Wait = "domcontentloaded"
    ) -> NavigationResult:
        """Goes to an address that the policy allows."""
        return _background.run(self._tab.navigate(url, timeout_ms, wait))

    def back(self, timeout_ms: int = NAVIGATION_TIMEOUT_MS) -> NavigationResult:
        """Goes back in the history."""
        return _background.run(self._tab.back(timeout_ms))

    def forward(self, timeout_ms: int = NAVIGATION_TIMEOUT_MS) -> NavigationResult:
        """Goes forward in the history."""
        return _background.run(self._tab.forward(timeout_ms))

    def reload(self, timeout_ms: int = NAVIGATION_TIMEOUT_MS, wait: Wait = "domcontentloaded") -> NavigationResult:
        """Loads the document again."""
        return _background.run(self._tab.reload(timeout_ms, wait))

    def dismiss_dialog(self) -> bool:
        """Closes an open dialog with its negative answer. Returns whether there was one."""
        return _background.run(self._tab.dismiss_dialog())

    def text(
        self,
        selector: str | None = None,
        *,
        visible_only: bool = True,
        rendering: Rendering = "person",
        max_chars: int = DEFAULT_MAX_CHARS,
        max_nodes: int = DEFAULT_MAX_NODES,
        timeout_ms: int = DEFAULT_TIMEOUT_MS,
    ) -> PageText:
        """Returns the rendered text of the page, or of the first element that a selector matches."""
        return _background.run(
            self._tab.text(
                selector,
                visible_only=visible_only,
                rendering=rendering,
                max_chars=max_chars,
                max_nodes=max_nodes,
                timeout_ms=timeout_ms,
            )
        )

    def search(
        self,
        pattern: str,
        case_sensitive: bool = False,
        max_matches: int = DEFAULT_MAX_MATCHES,
        *,
        timeout_ms: int = DEFAULT_TIMEOUT_MS,
    ) -> SearchResult:
        """Finds a pattern in the text that a person sees."""
        return _background.run(self._tab.search(pattern, case_sensitive, max_matches, timeout_ms=timeout_ms))

    def query(
        self,
        selector: str,
        all: bool = False,  # noqa: A002 (the public name)
        *,
        timeout_ms: int = DEFAULT_TIMEOUT_MS,
    ) -> list[Element]:
        """Returns the elements that a selector names."""
        return _background.run(self._tab.query(selector, all, timeout_ms=timeout_ms))

    def close(self) -> None:
        """Closes the tab."""
        _background.run(self._tab.close())


class Browser:
    """A running browser, blocking. Made by `launch` or `attach`; use it with ``with``, or `close` it."""

    def __init__(self, browser: chromium.Browser) -> None:
        self._browser = browser
        _open.add(self)

    @classmethod
    def launch(
        cls,
        engine: str = "chromium",
        policy: Policy | None = None,
        executable: str | None = None,
        headless: bool = True,
        args: Sequence[str] = (),
        *,
        last_good: bool = True,
    ) -> Self:
        """Starts a browser with an empty profile of its own, which is removed at the end."""

        async def start() -> chromium.Browser:
            return await chromium.Browser.launch(engine, policy, executable, headless, args, last_good=last_good)

        return cls(_background.run(start()))

    @classmethod
    def attach(
        cls,
        endpoint: str | int,
        policy: Policy | None = None,
        allow_origins: Iterable[str] = (),
        *,
        last_good: bool = True,
    ) -> Self:
        """Visits a browser that is running; no origin is read before it is named."""

        async def start() -> chromium.Browser:
            return await chromium.Browser.attach(endpoint, policy, allow_origins, last_good=last_good)

        return cls(_background.run(start()))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return repr(self._browser)

    @property
    def version(self) -> str:
        """Its product and version."""
        return self._browser.version

    @property
    def pid(self) -> int | None:
        """The process of a browser that we started."""
        return self._browser.pid

    @property
    def closed(self) -> bool:
        """Whether it is gone or let go."""
        return self._browser.closed

    def tabs(self) -> list[Tab]:
        """The tabs that are open, in the order in which they came."""
        return [Tab(tab) for tab in _background.call(self._browser.tabs)]

    def tab(self, tab_id: str) -> Tab:
        """Returns the tab of a name."""
        return Tab(_background.call(self._browser.tab, tab_id))

    def new_tab(self) -> Tab:
        """Opens an empty tab."""
        return Tab(_background.run(self._browser.new_tab()))

    def open(self, url: str, timeout_ms: int = NAVIGATION_TIMEOUT_MS, wait: Wait = "domcontentloaded") -> Tab:
        """Opens an address in a new tab."""
        return Tab(_background.run(self._browser.open(url, timeout_ms, wait)))

    def close(self) -> None:
        """Ends a browser of ours, or lets go of somebody else's. Closing twice does nothing."""
        _open.discard(self)
        _background.run(self._browser.close())
