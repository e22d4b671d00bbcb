"""The rules of the owner of the process: which hosts may be reached, and which further names are secret.

A policy can be made stricter towards secrets, never looser: its keys are added to the built-in ones. It is a value
that cannot be changed once made, so that a page and its report refer to one set of rules.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from pagewarden import _core, checks
from pagewarden.errors import InvalidParameter, PolicyError


class Policy:
    """What may be fetched and what is secret. Frozen; two policies with the same rules are equal.

    Args:
        allow_hosts: ``"HOST:PORT"`` entries that may be reached although they are loopback or private. Default none.
        allow_domains: When not empty, only these domains and their subdomains are fetched. Default: every public one.
        extra_keys: Further names of URL keys, JSON keys, labels and form fields whose values are secret. Default none.
        extra_headers: Further names of HTTP headers whose values are secret. Default none.
        extra_patterns: Regular expressions (RE2 syntax) of which every match is secret. Default none.

    Raises:
        PolicyError: An entry has not the form that is asked for.
        InvalidParameter: An argument is not a list of strings.
    """

    __slots__ = ("_native",)

    _native: _core.Policy

    def __init__(
        self,
        allow_hosts: Iterable[str] = (),
        allow_domains: Iterable[str] = (),
        extra_keys: Iterable[str] = (),
        extra_headers: Iterable[str] = (),
        extra_patterns: Iterable[str] = (),
    ) -> None:
        native = _core.Policy(
            checks.texts("allow_hosts", allow_hosts),
            checks.texts("allow_domains", allow_domains),
            checks.texts("extra_keys", extra_keys),
            checks.texts("extra_headers", extra_headers),
            checks.texts("extra_patterns", extra_patterns),
        )
        object.__setattr__(self, "_native", native)

    @classmethod
    def from_file(cls, path: str | os.PathLike[str]) -> Policy:
        """Reads a policy from a TOML file, whose keys are the names of the arguments of `Policy`.

        Raises:
            PolicyError: The file cannot be read, is not UTF-8, or is not a valid policy; the message names the line.
        """
        try:
            toml = Path(path).read_bytes().decode("utf-8-sig")
        except OSError as error:
            message = f"the policy file cannot be read: {error.strerror or type(error).__name__}"
            raise PolicyError(message, hint="check that the path exists and can be read") from error
        except UnicodeDecodeError as error:
            raise PolicyError("the policy file is not UTF-8", hint="save the file as UTF-8") from error
        policy = cls.__new__(cls)
        object.__setattr__(policy, "_native", _core.Policy.from_toml(toml))
        return policy

    def allowing(self, hosts: Iterable[str]) -> Policy:
        """Returns this policy with further ``"HOST:PORT"`` entries that may be reached.

        Raises:
            PolicyError: An entry has not the form that is asked for.
        """
        _, *others = self._rules()
        return Policy([*self.allow_hosts, *hosts], *others)

    @staticmethod
    def native(policy: Policy | None) -> _core.Policy:
        """Returns the extension's form of a policy, of the default one for None; for the modules of this package."""
        if policy is None:
            policy = Policy()
        elif not isinstance(policy, Policy):
            raise InvalidParameter("policy must be a Policy", hint="pass Policy(...) or Policy.from_file(path)")
        return policy._native

    @property
    def allow_hosts(self) -> tuple[str, ...]:
        """``"HOST:PORT"`` entries that may be reached although they are loopback or private."""
        return tuple(self._native.allow_hosts)

    @property
    def allow_domains(self) -> tuple[str, ...]:
        """The only domains that are fetched; empty means every public one."""
        return tuple(self._native.allow_domains)

    @property
    def extra_keys(self) -> tuple[str, ...]:
        """Names that are secret in addition to the built-in ones."""
        return tuple(self._native.extra_keys)

    @property
    def extra_headers(self) -> tuple[str, ...]:
        """Names of headers that are secret in addition to the built-in ones, in lower case."""
        return tuple(self._native.extra_headers)

    @property
    def extra_patterns(self) -> tuple[str, ...]:
        """Patterns of which every match is secret."""
        return tuple(self._native.extra_patterns)

    @property
    def revision(self) -> str:
        """Sixteen hexadecimal digits that change when a rule changes. It identifies, it does not authenticate."""
        return self._native.revision

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Policy is frozen; make a new one instead of setting {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Policy is frozen; {name} cannot be deleted")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Policy) and self._rules() == other._rules()

    def __hash__(self) -> int:
        return hash(self._rules())

    def __repr__(self) -> str:
        names = ("allow_hosts", "allow_domains", "extra_keys", "extra_headers", "extra_patterns")
        rules = ", ".join(f"{name}={list(entries)}" for name, entries in zip(names, self._rules(), strict=True))
        return f"Policy({rules})"

    def __reduce__(self) -> tuple[object, ...]:
        return Policy, self._rules()

    def _rules(self) -> tuple[tuple[str, ...], ...]:
        return self.allow_hosts, self.allow_domains, self.extra_keys, self.extra_headers, self.extra_patterns
