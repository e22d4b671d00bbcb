# The compiled part of pagewarden. Written by hand and compared with the real module by mypy.stubtest in `make lint`.
from typing import Final, final

__all__ = [
    "ABSENT",
    "CANDIDATES",
    "LATE",
    "Policy",
    "Snapshot",
    "__version__",
    "collector",
    "collector_call",
    "decide",
    "explain",
    "is_structural",
    "parse",
    "read_url",
    "redact",
    "redact_url",
    "release_capture",
    "search_text",
]

ABSENT: Final[str]
CANDIDATES: Final[str]
LATE: Final[str]
__version__: Final[str]

@final
class Policy:
    def __new__(
        cls,
        allow_hosts: list[str],
        allow_domains: list[str],
        extra_keys: list[str],
        extra_headers: list[str],
        extra_patterns: list[str],
    ) -> Policy: ...
    @staticmethod
    def from_toml(text: str) -> Policy: ...
    @property
    def allow_hosts(self) -> list[str]: ...
    @property
    def allow_domains(self) -> list[str]: ...
    @property
    def extra_keys(self) -> list[str]: ...
    @property
    def extra_headers(self) -> list[str]: ...
    @property
    def extra_patterns(self) -> list[str]: ...
    @property
    def revision(self) -> str: ...

@final
class Snapshot:
    @property
    def url(self) -> str | None: ...
    @property
    def title(self) -> str | None: ...
    @property
    def node_count(self) -> int: ...
    def text(
        self,
        selector: str | None,
        visible_only: bool,
        rendering: str,
        max_chars: int,
        max_nodes: int,
        timeout_ms: int,
    ) -> tuple[str, list[tuple[int, int, str]], str]: ...
    def search(
        self,
        pattern: str,
        case_sensitive: bool,
        max_matches: int,
        max_chars: int,
        max_nodes: int,
        timeout_ms: int,
    ) -> tuple[tuple[list[tuple[str, int, int, int]], int, bool], str]: ...
    def withheld(self) -> list[tuple[str, str | None, str, str]]: ...
    def query(
        self,
        selector: str,
        all: bool,  # noqa: A002 (the public name)
        max_nodes: int,
        timeout_ms: int,
    ) -> tuple[list[tuple[str, bool, bool, bool, list[tuple[str, str]]]], str]: ...

def parse(
    html: str | bytes,
    policy: Policy,
    url: str | None,
    content_type: str | None,
    truncated: bool,
    timeout_ms: int | None,
) -> Snapshot: ...
def read_url(url: str, policy: Policy, timeout_ms: int, max_bytes: int) -> Snapshot: ...
def decide(
    url: str,
    dns: list[list[str]] | dict[str, list[list[str]]] | None,
    redirects: list[str],
    policy: Policy,
) -> tuple[str, str]: ...
def collector() -> str: ...
def collector_call(
    mode: str,
    hidden: bool,
    max_chars: int,
    max_nodes: int,
    time_ms: int | None,
    expires: int,
    geometry: bool,
    boxes: bool,
    scope: str | None,
    child: bool,
    closed_root: int | None,
) -> str: ...
def search_text(
    text: str,
    pattern: str,
    case_sensitive: bool,
    max_matches: int,
    keep_empty: bool,
    timeout_ms: int,
) -> tuple[list[tuple[str, int, int, int]], int, bool]: ...
def is_structural(selector: str) -> bool: ...
def redact(text: str, policy: Policy) -> str: ...
def explain(text: str, policy: Policy) -> list[tuple[int, int, str, str]]: ...
def redact_url(url: str, policy: Policy) -> str: ...
def release_capture(
    policy: Policy,
    main: bytes,
    inner: list[bytes],
    unread: str,
    closed_shadow: int,
    max_chars: int,
    max_nodes: int,
    timeout_ms: int,
) -> Snapshot: ...
