"""Serves the test pages for a look by hand: ``python -m tests.sites`` lists them with their addresses."""

from __future__ import annotations

import argparse
import sys
import time

from tests.sites.server import Sites


def main() -> None:
    """Lists the pages and serves them until it is interrupted."""
    parser = argparse.ArgumentParser(prog="python -m tests.sites", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="the first of two ports; a free one unless told")
    parser.add_argument("--list", action="store_true", help="list the pages and end")
    options = parser.parse_args()
    with Sites(options.port) as site:
        for page in site.pages.values():
            sys.stdout.write(f"{site.url(page.path)}\n    {page.purpose}\n")
        sys.stdout.write(f"{len(site.pages)} pages, also as {site.cross_site} and {site.other_port}\n")
        sys.stdout.flush()
        while not options.list:
            try:
                time.sleep(3600)
            except KeyboardInterrupt:
                return


if __name__ == "__main__":
    main()
