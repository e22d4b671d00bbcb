"""Policies: checked when made, frozen after, equal by their rules."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import pagewarden
from pagewarden import Policy


def test_a_policy_keeps_its_rules_in_normal_form() -> None:
    policy = Policy(["LOCALHOST:80", "[::1]:8080"], ["*.Example.org"], ["tenant"])
    assert policy.allow_hosts == ("localhost:80", "[::1]:8080")
    assert policy.allow_domains == ("example.org",)
    assert policy.extra_keys == ("tenant",)


def test_the_revision_follows_the_rules() -> None:
    assert Policy().revision == Policy().revision
    assert len({Policy().revision, Policy(extra_keys=["a"]).revision, Policy(extra_keys=["b"]).revision}) == 3
    assert pagewarden.parse("<p>a", policy=Policy(extra_keys=["a"])).text().report.policy_revision == (
        Policy(extra_keys=["a"]).revision
    )


def test_a_policy_is_a_frozen_value() -> None:
    policy = Policy(extra_keys=["a"])
    assert policy == Policy(extra_keys=["a"])
    assert policy != Policy()
    assert policy != "policy"
    assert len({policy, Policy(extra_keys=["a"])}) == 1
    assert pickle.loads(pickle.dumps(policy)) == policy  # noqa: S301 (our own bytes)
    assert "extra_keys=['a']" in repr(policy)
    with pytest.raises(AttributeError, match="frozen"):
        policy.extra_keys = ()  # type: ignore[misc]
    with pytest.raises(AttributeError, match="frozen"):
        del policy.extra_keys


@pytest.mark.parametrize("host", ["localhost", "localhost:0", "localhost:99999", ":80", "http://a:80", "::1:80"])
def test_a_host_without_a_port_is_refused(host: str) -> None:
    with pytest.raises(pagewarden.PolicyError, match="HOST:PORT") as caught:
        Policy(allow_hosts=[host])
    assert caught.value.reason == "invalid_policy"


def test_lists_are_lists() -> None:
    with pytest.raises(pagewarden.InvalidParameter, match="allow_hosts must be a list of strings"):
        Policy(allow_hosts="localhost:80")
    with pytest.raises(pagewarden.InvalidParameter, match="extra_keys must be a string"):
        Policy(extra_keys=[1])  # type: ignore[list-item]


def test_a_policy_comes_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "policy.toml"
    file.write_text('allow_hosts = ["127.0.0.1:8000"]\nextra_keys = ["tenant"]\n', encoding="utf-8")
    assert Policy.from_file(file) == Policy(["127.0.0.1:8000"], extra_keys=["tenant"])
    file.write_text('allow_hosts = []\n\nextra_kees = ["tenant"]\n', encoding="utf-8")
    with pytest.raises(pagewarden.PolicyError, match="line 3"):
        Policy.from_file(str(file))
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(pagewarden.PolicyError, match="UTF-8"):
        Policy.from_file(file)
    with pytest.raises(pagewarden.PolicyError, match="cannot be read"):
        Policy.from_file(tmp_path / "absent.toml")


def test_an_extra_key_makes_fields_and_url_keys_secret() -> None:
    value = "-".join(("fake", "tenant", "value", "31"))
    markup = f"<input name=tenant value={value}><p>https://example.org/?tenant={value}</p>"
    strict = Policy(extra_keys=["tenant"])
    asks = f"input[value='{value}']"
    assert value in pagewarden.parse(markup).text().text
    assert value not in pagewarden.parse(markup, policy=strict).text().text
    assert pagewarden.parse(markup).text(asks).report.scope_matched == 1
    assert pagewarden.parse(markup, policy=strict).text(asks).report.scope_matched == 0
