"""The pages that are measured: real ones when a folder of them is at hand, else the synthetic ones.

Real pages are chosen by rule and not by hand, so that nobody can pick the flattering ones.
"""

from __future__ import annotations

import gzip
import json
import os
from dataclasses import dataclass
from pathlib import Path

import pages

COUNT = 60
LARGEST = 15


@dataclass(frozen=True)
class Corpus:
    """Pages as text, and what they are."""

    kind: str
    pages: list[str]

    @property
    def size(self) -> int:
        """Bytes of all pages in UTF-8."""
        return sum(len(page.encode()) for page in self.pages)


def _real(folder: Path) -> list[str]:
    found = sorted((folder / "extraction" / "html").glob("*.html.gz"))
    wanted = COUNT - LARGEST
    chosen = [found[number * len(found) // wanted] for number in range(wanted)] if len(found) >= wanted else found
    texts = [gzip.decompress(path.read_bytes()).decode("utf-8", "replace") for path in chosen]
    cases = folder / "pages.dev.json.gz"
    if cases.is_file():
        documents = [
            case["html"] for case in json.loads(gzip.decompress(cases.read_bytes()))["cases"] if "html" in case
        ]
        texts += sorted(set(documents), key=lambda html: (-len(html), html))[:LARGEST]
    return texts


def load() -> Corpus:
    """Sixty pages: from PAGEWARDEN_SHARED_DATA or the folder beside the repository, else synthetic."""
    beside = Path(__file__).resolve().parents[2] / "shared" / "data"
    folder = Path(os.environ.get("PAGEWARDEN_SHARED_DATA", beside))
    real = _real(folder) if folder.is_dir() else []
    if len(real) >= COUNT // 2:
        return Corpus("real pages", real)
    return Corpus("synthetic pages", [page.decode() for page in pages.mixed(COUNT)])
