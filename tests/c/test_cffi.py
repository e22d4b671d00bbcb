"""Loads libharmonia the way scripting languages do: at run time, from the header alone, without a compiler.

Needs cffi and a built library (HARMONIA_LIB_DIR, or the release folder of cargo); skipped when either is absent.
"""

import json
import os
import re
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

cffi = pytest.importorskip("cffi")

ROOT = Path(__file__).resolve().parents[2]
HEADER = ROOT / "rust" / "capi" / "include" / "harmonia.h"
LIBRARY = Path(os.environ.get("HARMONIA_LIB_DIR", ROOT / "target" / "release")) / (
    "libharmonia.dylib" if sys.platform == "darwin" else "libharmonia.so"
)
if not LIBRARY.exists():
    pytest.skip(f"no library at {LIBRARY}", allow_module_level=True)


def declarations() -> str:
    """The header without what only a preprocessor understands."""
    text = re.sub(r"/\*.*?\*/", "", HEADER.read_text(encoding="utf-8"), flags=re.DOTALL)
    text = re.sub(r"#ifdef __cplusplus.*?#endif", "", text, flags=re.DOTALL)
    return "\n".join(line for line in text.splitlines() if not line.startswith("#"))


ffi = cffi.FFI()
ffi.cdef(declarations())
library = ffi.dlopen(str(LIBRARY))


def owned(pointer: Any) -> str:  # noqa: ANN401 (cffi has no types)
    """Copies a string that the library gave away, and frees it."""
    assert pointer != ffi.NULL
    try:
        return str(ffi.string(pointer).decode("utf-8"))
    finally:
        library.harmonia_free_string(pointer)


def released(html: bytes, policy: Any = ffi.NULL) -> Any:  # noqa: ANN401 (cffi has no types)
    """A page that has passed the gate, or NULL."""
    return library.harmonia_release(library.harmonia_parse(html, len(html), ffi.NULL), policy)


def test_versions() -> None:
    declared = re.search(r"#define HARMONIA_ABI_VERSION (\d+)", HEADER.read_text(encoding="utf-8"))
    assert declared is not None
    assert library.harmonia_abi_version() == int(declared.group(1))
    assert re.fullmatch(r"\d+\.\d+\.\d+.*", ffi.string(library.harmonia_version()).decode())


def test_text_report_and_slices() -> None:
    page = released(b"<p>one two</p><p hidden>three</p>")
    text = library.harmonia_page_text(page, ffi.NULL)
    library.harmonia_page_free(page)
    assert owned(library.harmonia_text_value(text)) == "one two"
    report = json.loads(owned(library.harmonia_text_report(text)))
    assert report["complete"] is True
    assert report["hidden"] == {"display_none": 5}
    returned, following = ffi.new("size_t *"), ffi.new("size_t *")
    assert owned(library.harmonia_text_slice(text, 0, 3, returned, following)) == "one"
    assert (returned[0], following[0]) == (3, 3)
    assert owned(library.harmonia_text_slice(text, 3, 99, returned, following)) == " two"
    assert (returned[0], following[0]) == (4, 2 ** (8 * ffi.sizeof("size_t")) - 1)
    library.harmonia_text_free(text)


def test_slice_vectors() -> None:
    cases = json.loads((ROOT / "tests" / "vectors" / "slices.json").read_text("utf-8"))["cases"]
    returned, following = ffi.new("size_t *"), ffi.new("size_t *")
    for case in cases:
        if case["max_units"] == 0:
            continue  # the C border refuses it: a loop that asks for nothing would never end
        text = case["text"] * case.get("repeat", 1)
        page = released(f"\ufeff<pre>\n{text}</pre>".encode())
        held = library.harmonia_page_text(page, b'{"max_chars": 100000000}')
        piece = owned(library.harmonia_text_slice(held, case["offset"], case["max_units"], returned, following))
        end = following[0] == 2 ** (8 * ffi.sizeof("size_t")) - 1
        assert piece == case["piece"], case["name"]
        assert returned[0] == case["returned"], case["name"]
        assert (None if end else following[0]) == case["next_offset"], case["name"]
        assert library.harmonia_text_length(held) == case["total"], case["name"]
        library.harmonia_text_free(held)
        library.harmonia_page_free(page)


def test_errors_have_three_parts_and_belong_to_a_thread() -> None:
    page = released(b"<p>x</p>")
    assert library.harmonia_page_text(page, b'{"selector": "p["}') == ffi.NULL
    assert ffi.string(library.harmonia_last_reason()) == b"invalid_selector"
    assert ffi.string(library.harmonia_last_error()).startswith(b"invalid selector at character ")
    assert ffi.string(library.harmonia_last_hint())
    seen: list[Any] = []
    thread = threading.Thread(target=lambda: seen.append(library.harmonia_last_error()))
    thread.start()
    thread.join()
    assert seen == [ffi.NULL]
    library.harmonia_page_free(page)


def test_a_policy_that_is_not_valid_frees_the_page() -> None:
    assert released(b"<p>x</p>", b"allow_everything = true") == ffi.NULL
    assert ffi.string(library.harmonia_last_reason()) == b"invalid_policy"
