"""Timed cases for a change that is being worked on; the figures that are published come from `make bench`.

Run with pytest-benchmark installed: `pytest tests/bench`. Each case also checks its answer, so that nothing gets fast
by getting wrong.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

import pagewarden

pytest.importorskip("pytest_benchmark", reason="timed cases need pytest-benchmark")

HTML = "<!doctype html><title>t</title>" + "<section><h2>Head</h2><p>One <b>two</b> three.</p></section>" * 2_000

Benchmark = Callable[[Callable[[], str]], str]


def test_text_from_html(benchmark: Benchmark) -> None:
    text = benchmark(lambda: pagewarden.parse(HTML).text(max_nodes=100_000).text)
    assert text.startswith("Head\n\nOne two three.")


def test_text_from_a_parsed_page(benchmark: Benchmark) -> None:
    page = pagewarden.parse(HTML)
    text = benchmark(lambda: page.text(max_chars=5_000).text)
    assert len(text) == 5_000
