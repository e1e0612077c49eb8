"""Where a language model is reached, and how patiently. Nothing is contacted that is not named here."""

import math
from collections.abc import Mapping
from typing import Literal
from urllib.parse import urlsplit

import msgspec

from claimgauge.errors import ModelError
from claimgauge.language import Prices
from claimgauge.models.budget import Budget

Structured = Literal["json_schema", "llguidance", "none"]
"""How the JSON Schema of a reply is sent along."""


class Endpoint(msgspec.Struct, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True):
    """The settings of one endpoint of OpenAI's form. Times are seconds.

    `key_variable` names the environment variable that holds the key; empty sends none. `structured`
    sends the JSON Schema of the reply along: `none` for an endpoint that does not know it, `llguidance`
    for a server of llama.cpp with that grammar, which then writes no white space. `timeout` is for one
    try, from the first byte out to the last byte in; `longest_wait` for one wait between tries.
    `prices` are what the tokens cost, `budget` what may be spent.
    """

    kind: Literal["endpoint"] = "endpoint"
    base_url: str
    model: str
    key_variable: str = ""
    structured: Structured = "json_schema"
    tokens_key: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    timeout: float = 60.0
    retries: int = 3
    first_wait: float = 1.0
    longest_wait: float = 60.0
    most_bytes: int = 4_000_000
    proxy: str = ""
    prices: Prices | None = None
    budget: Budget | None = None

    def __post_init__(self) -> None:
        for name in ("base_url", "proxy"):
            self._check_address(name)
        if not self.model:
            raise ValueError("model is empty; name the model that the endpoint is to run")
        for name, least in (
            ("timeout", 0.001),
            ("retries", 0),
            ("first_wait", 0),
            ("longest_wait", 0),
            ("most_bytes", 1),
        ):
            value = getattr(self, name)
            if not (math.isfinite(value) and value >= least):
                raise ValueError(f"{name} is {value!r}; give a number of at least {least}")

    def _check_address(self, name: str) -> None:
        address = getattr(self, name)
        if not address and name == "proxy":
            return
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"{name} is {address!r}; give an address that begins with http:// or https://")
        if parts.username or parts.password:
            raise ValueError(f"{name} holds a user or a password; put the key into an environment variable instead")


def key_of(endpoint: Endpoint, environ: Mapping[str, str]) -> str:
    """The key, or nothing where the endpoint needs none. Raises ModelError where its variable holds none."""
    if not endpoint.key_variable:
        return ""
    key = environ.get(endpoint.key_variable, "").strip()
    if not key or not key.isascii() or not key.isprintable():
        message = "is not set" if not key else "holds what can be no key"
        raise ModelError(
            f"the environment variable {endpoint.key_variable!r} {message}; put the key of the endpoint there"
        )
    return key
