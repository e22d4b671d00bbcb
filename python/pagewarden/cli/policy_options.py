"""The options by which a person sets the policy: the same for every command that reaches the network."""

from __future__ import annotations

import argparse

from pagewarden.policy import Policy


def add_policy_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares ``--allow-host`` and ``--policy``."""
    parser.add_argument(
        "--allow-host",
        metavar="HOST:PORT",
        action="append",
        default=[],
        help="allow this loopback or private host (repeatable)",
    )
    parser.add_argument("--policy", metavar="FILE", help="read the policy from this TOML file")


def policy_from(arguments: argparse.Namespace) -> Policy:
    """Returns the policy of the file with the hosts of the options added.

    Raises:
        PolicyError: The file or a host is not valid.
    """
    base = Policy.from_file(arguments.policy) if arguments.policy else Policy()
    return base.allowing(arguments.allow_host)
