"""The network decision as Python asks for it; the rules themselves are tested beside the rules."""

from __future__ import annotations

import pytest

import pagewarden
from pagewarden.network import decide


def test_a_public_name_is_allowed_and_a_private_one_is_not() -> None:
    assert decide("https://example.org/").to_dict() == {"verdict": "allow", "reason": "public"}
    assert decide("http://127.0.0.1:8000/").to_dict() == {"verdict": "block", "reason": "loopback"}
    assert decide("file:///etc/passwd").reason == "scheme"


def test_answers_come_in_three_forms() -> None:
    address = "https://example.org/"
    assert decide(address, dns=["93.184.215.14"]).verdict == "allow"
    assert decide(address, dns=["93.184.215.14", "10.0.0.1"]).verdict == "block"
    assert decide(address, dns=[["93.184.215.14"], ["10.0.0.1"]]).verdict == "allow"
    assert decide(address, dns=[["93.184.215.14"], ["10.0.0.1"]], redirects=["/again"]).verdict == "block"
    assert decide(address, dns={"EXAMPLE.org": ["93.184.215.14"]}).verdict == "allow"
    assert decide(address, dns={"other.org": [["93.184.215.14"]]}).verdict == "block"
    assert decide(address, dns=[]).verdict == "block"


def test_every_redirect_is_judged() -> None:
    assert decide("https://example.org/", redirects=["/a", "https://www.example.org/b"]).verdict == "allow"
    assert decide("https://example.org/", redirects=["http://169.254.169.254/"]).verdict == "block"


def test_a_policy_opens_one_host_and_can_close_the_rest() -> None:
    policy = pagewarden.Policy(allow_hosts=["127.0.0.1:8000"], allow_domains=["example.org"])
    assert decide("http://127.0.0.1:8000/", policy=policy).verdict == "allow"
    assert decide("http://127.0.0.1:8001/", policy=policy).verdict == "block"
    assert decide("https://www.example.org/", policy=policy).verdict == "allow"
    assert decide("https://example.com/", policy=policy).verdict == "block"


def test_wrong_arguments_are_refused_by_name() -> None:
    with pytest.raises(pagewarden.InvalidParameter, match="url"):
        decide(b"https://example.org/")  # type: ignore[arg-type]
    with pytest.raises(pagewarden.InvalidParameter, match="dns"):
        decide("https://example.org/", dns="10.0.0.1")
    with pytest.raises(pagewarden.InvalidParameter, match="redirects"):
        decide("https://example.org/", redirects="/a")
