"""From an address, a path or a string to a page, in one call.

A fetched page goes from the socket to the released snapshot inside the extension, so its bytes never become a Python
object. A file is the caller's own and is opened here, because only Python knows the caller's notion of a path.
"""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path
from typing import BinaryIO

from pagewarden import _core, checks
from pagewarden.errors import FetchFailed, InvalidParameter
from pagewarden.page import Page
from pagewarden.policy import Policy

DEFAULT_READ_TIMEOUT_MS = 15_000
DEFAULT_MAX_BYTES = 10 * 1024 * 1024

# Two characters at least, so that the drive letter of a Windows path is no scheme.
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")
_LOOKS_LIKE_HOST = re.compile(r"(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,}(?::\d+)?(?:/|$)")


def parse(
    html: str | bytes | bytearray | memoryview,
    url: str | None = None,
    policy: Policy | None = None,
    *,
    content_type: str | None = None,
) -> Page:
    """Parses HTML that the caller has, without network and without a browser.

    Args:
        html: The document. Bytes are decoded as a browser would: byte order mark, ``content_type``, then ``<meta>``.
        url: Where the document came from. Default None.
        policy: The rules under which it is released. Default: `Policy()`.
        content_type: The Content-Type header that came with bytes. Default None.

    Raises:
        SnapshotError: The document exceeds a hard size limit.
        InvalidParameter: An argument is of the wrong kind.
    """
    if isinstance(html, bytearray | memoryview):
        # A copy on purpose: another thread could change the buffer while the interpreter is let go.
        html = bytes(html)
    elif not isinstance(html, bytes):
        html = checks.text("html", html)
    snapshot = _core.parse(
        html,
        Policy.native(policy),
        checks.optional_text("url", url),
        checks.optional_text("content_type", content_type),
        truncated=False,
        timeout_ms=None,
    )
    return Page(snapshot)


def read(
    url_or_path: str | os.PathLike[str],
    policy: Policy | None = None,
    *,
    timeout_ms: int = DEFAULT_READ_TIMEOUT_MS,
    max_bytes: int = DEFAULT_MAX_BYTES,
) -> Page:
    """Reads a page from an ``http`` or ``https`` address, or from a file.

    A string that starts with a scheme is an address; every other string, and every path object, is a file.

    Args:
        url_or_path: The address or the path.
        policy: The rules under which the page is fetched and released. Default: `Policy()`, the public web.
        timeout_ms: Most milliseconds for fetching and parsing, 1 or more. Default 15,000.
        max_bytes: Most bytes read, 1 or more; the rest is cut and every report says so. Default 10 MiB.

    Raises:
        Blocked: The network policy refuses the address, or one that it redirects to.
        FetchFailed: The page could not be fetched, or the file could not be read.
        ReadTimeout: There was nothing to read before the deadline.
        SnapshotError: The document exceeds a hard size limit.
        InvalidParameter: An argument is of the wrong kind or too small.
    """
    timeout_ms = checks.whole_number("timeout_ms", timeout_ms)
    max_bytes = checks.whole_number("max_bytes", max_bytes)
    if isinstance(url_or_path, str) and is_address(url_or_path):
        address = checks.text("url_or_path", url_or_path)
        return Page(_core.read_url(address, Policy.native(policy), timeout_ms, max_bytes))
    try:
        path = Path(url_or_path)
    except TypeError as error:
        raise InvalidParameter(
            "url_or_path must be a string or a path", hint="pass an http(s) URL or the path of a file"
        ) from error
    # A pipe or a device could block for ever or never end, and no timeout reaches into open().
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise FetchFailed(f"not a regular file: {path}", hint="pipe it in: ... | pagewarden read -")
        with path.open("rb") as file:
            return read_stream(file, policy, url=_file_address(path), timeout_ms=timeout_ms, max_bytes=max_bytes)
    except (OSError, ValueError) as error:
        problem = (error.strerror if isinstance(error, OSError) else None) or "not a valid path"
        hint = "check that the path exists and can be read"
        if _LOOKS_LIKE_HOST.match(str(path)):
            hint = f"for an address, write https://{path}"
        raise FetchFailed(f"the file cannot be read: {problem}", hint=hint) from error


def read_stream(stream: BinaryIO, policy: Policy | None, *, url: str | None, timeout_ms: int, max_bytes: int) -> Page:
    """Reads a page from an open binary stream: at most ``max_bytes``, and the page knows when there was more.

    Args:
        stream: Where the bytes come from; waiting for them is not part of the timeout.
        policy: The rules under which the page is released. None: `Policy()`.
        url: Where the document came from, or None.
        timeout_ms: Most milliseconds for parsing.
        max_bytes: Most bytes taken from the stream.
    """
    content = stream.read(max_bytes + 1)
    truncated = len(content) > max_bytes
    snapshot = _core.parse(
        content[:max_bytes], Policy.native(policy), url, None, truncated=truncated, timeout_ms=timeout_ms
    )
    return Page(snapshot)


def is_address(target: str) -> bool:
    """Tells whether `read` takes a string for an address and not for a path."""
    return _SCHEME.match(target) is not None


def _file_address(path: Path) -> str | None:
    try:
        return path.absolute().as_uri()
    except ValueError:
        return None
