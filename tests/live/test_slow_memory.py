"""A thousand reads and more: memory stays flat in our process and in the page's, and nothing is left behind.

The reads happen in a program of their own, so that the memory of the test run does not hide that of pagewarden.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.live.processes import descendants
from tests.live.test_processes import gone_after
from tests.sites.server import Sites

import pagewarden
from pagewarden.sync import Browser

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

MOST_OF_OURS_MB = 300

READER = """
import json, os, sys
from tests.live.processes import memory_mb, renderers
import pagewarden
from pagewarden.sync import Browser

def measure():
    # The largest is the page's: a browser also keeps an empty process ready for the next one.
    return {"ours": memory_mb(os.getpid()), "pages": max(map(memory_mb, renderers(os.getpid())))}

host, path, warm, reads = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
with Browser.launch(policy=pagewarden.Policy(allow_hosts=[host])) as browser:
    tab = browser.open(f"http://{host}{path}", wait="load")
    found = []
    for count in (warm, reads):
        for _ in range(count):
            reading = tab.text(max_chars=20_000)
        found.append(measure())
    print(json.dumps({"measures": found, "characters": len(reading.text)}))
"""


def read_many(
    sites: Sites, repository: Path, path: str, reads: int, warm: int = 200
) -> tuple[dict[str, float], dict[str, float]]:
    """The memory after some first reads and after many more."""
    host = f"127.0.0.1:{sites.port}"
    done = subprocess.run(
        [sys.executable, "-c", READER, host, path, str(warm), str(reads)],
        cwd=repository,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(filter(None, (str(repository), os.environ.get("PYTHONPATH")))),
        },
        capture_output=True,
        text=True,
        timeout=800,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2_000:]
    result = json.loads(done.stdout)
    assert result["characters"] > 100
    first, last = result["measures"]
    return first, last


# A page that makes rows anew all the time makes garbage too, and its engine lets that grow to a level of its own first.
@pytest.mark.parametrize(("path", "warm"), [("/reports/m02", 200), ("/virt", 2_500), ("/dash?n=5000&frames=3", 200)])
def test_a_thousand_reads_leave_memory_flat(sites: Sites, repository: Path, path: str, warm: int) -> None:
    first, last = read_many(sites, repository, path, 1_000, warm)
    assert last["ours"] < MOST_OF_OURS_MB
    assert last["ours"] <= first["ours"] * 1.05 + 5
    assert last["pages"] <= first["pages"] * 1.10 + 15


def test_a_heavy_page_keeps_our_process_small(sites: Sites, repository: Path) -> None:
    _, last = read_many(sites, repository, "/dash?n=100000", 100)
    assert last["ours"] < MOST_OF_OURS_MB


def test_fifty_browsers_one_after_another_leave_nothing(sites: Sites) -> None:
    before = descendants(os.getpid())
    for _ in range(50):
        with Browser.launch(policy=pagewarden.Policy(allow_hosts=sites.hosts)) as browser:
            assert "paragraph" in browser.open(sites.url("/plainpage")).text().text
    assert gone_after(descendants(os.getpid()) - before, 5) == set()
