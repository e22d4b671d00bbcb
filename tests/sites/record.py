"""Records from a browser what the fixtures give: ``python -m tests.sites.record`` rewrites the recorded values.

``innertext`` is the browser's own ``innerText``. ``painted`` is found by marking each text with a highlight, which
changes no layout, and looking whether any pixel of the whole page changes.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from tests.sites.server import Sites
from tests.sites.visibility import VECTORS, path
from tests.sites.witness import Witness

EQUIVALENCE = Path(__file__).resolve().parent / "recorded" / "eq.json"

INNER_TEXT = "document.body ? document.body.innerText : document.documentElement.innerText"
CASES = "Object.fromEntries([...document.querySelectorAll('[data-case]')].map(e => [e.dataset.case, e.innerText]))"

# Highlights every place of a text in this document, its shadow trees (the open ones) and its frames.
HIGHLIGHT = """
(wanted => {
  const visit = root => {
    const view = (root.ownerDocument ?? root).defaultView;
    if (!view) return;
    const walker = (root.ownerDocument ?? root).createTreeWalker(root, 5);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.nodeType === 1) {
        if (node.shadowRoot) visit(node.shadowRoot);
        if (node.contentDocument) visit(node.contentDocument);
        continue;
      }
      for (let at = node.data.indexOf(wanted); at >= 0; at = node.data.indexOf(wanted, at + 1)) {
        const range = new view.StaticRange({
          startContainer: node, startOffset: at, endContainer: node, endOffset: at + wanted.length,
        });
        const highlight = view.CSS.highlights.get("witness") ?? new view.Highlight();
        highlight.add(range);
        view.CSS.highlights.set("witness", highlight);
      }
    }
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync("::highlight(witness) { background-color: fuchsia; color: lime; -webkit-text-fill-color: lime }");
    if (!root.adoptedStyleSheets.some(other => other.cssRules[0]?.selectorText === "::highlight(witness)"))
      root.adoptedStyleSheets.push(sheet);
  };
  visit(document);
  return "";
})(%s)
"""


def is_painted(witness: Witness, url: str, text: str) -> bool:
    """Whether marking a text changes any pixel of the page."""
    witness.open(url)
    before = witness.picture(whole_page=True)
    witness.evaluate(HIGHLIGHT % json.dumps(text))
    return witness.picture(whole_page=True) != before


def record_fixture(witness: Witness, site: Sites, case: dict[str, Any]) -> None:
    """Puts the recorded values into a case."""
    url = site.url(path(case["name"]))
    witness.open(url)
    case["innertext"] = witness.evaluate(INNER_TEXT)
    texts = [*case["seen"], *case["hidden"], *case.get("either", [])]
    case["painted"] = [text for text in dict.fromkeys(texts) if is_painted(witness, url, text)]


def write_cases(file: Path, note: str, cases: list[dict[str, Any]]) -> None:
    """Writes a file of vectors, one case a line, as the others are."""
    lines = ",\n".join(json.dumps(case, ensure_ascii=False) for case in cases)
    file.write_text(f'{{\n"note": {json.dumps(note)},\n"cases": [\n{lines}\n]\n}}\n', "utf-8")


def main() -> None:
    """Records everything, or the fixtures whose name contains an argument."""
    parser = argparse.ArgumentParser(prog="python -m tests.sites.record", description=__doc__)
    parser.add_argument("only", nargs="?", default="", help="a part of the names of the fixtures to record")
    only = parser.parse_args().only
    data = json.loads(VECTORS.read_text("utf-8"))
    with Sites() as site, Witness() as witness:
        for case in data["cases"]:
            if only in case["name"]:
                record_fixture(witness, site, case)
                sys.stdout.write(f"{case['name']}: painted {case['painted']}\n")
        if not only:
            witness.open(site.url("/eq"))
            EQUIVALENCE.parent.mkdir(exist_ok=True)
            recorded = json.dumps(witness.evaluate(CASES), ensure_ascii=False, indent=1)
            EQUIVALENCE.write_text(recorded + "\n", "utf-8")
    write_cases(VECTORS, data["note"], data["cases"])


if __name__ == "__main__":
    main()
