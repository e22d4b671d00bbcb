"""Lets `python -m pagewarden` do what the `pagewarden` command does, where scripts are not on the path."""

import sys

from pagewarden.cli.main import main

sys.exit(main())
