"""How long to search, and what a search leaves: certificates as text, which count for what the checker accepts of them.

So a certificate from a file and one that was found a moment ago are treated alike.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ..certificates.check import check
from ..certificates.verdict import Accepted

Certificate = str
"""A certificate as compact JSON text, so that nouns that hold some stay hashable."""


@dataclass(frozen=True)
class Effort:
    """How long to search: ``seconds`` of wall-clock time for one instance; the seed of all random choices."""

    seconds: float
    seed: int = 0


@dataclass(frozen=True)
class Search:
    """What a search left: certificates, and what the user should know about what is still open."""

    certificates: tuple[Certificate, ...]
    notes: tuple[str, ...] = ()


@lru_cache(maxsize=128)
def accepted(certificate: Certificate) -> Accepted | None:
    """What the checker accepts of a certificate; None if it does not. The last ones are remembered."""
    try:
        verdict = check(json.loads(certificate))
    except ValueError:  # no JSON
        return None
    return verdict if isinstance(verdict, Accepted) else None


def compact(certificate: Mapping[str, Any]) -> Certificate:
    """A certificate as compact JSON text."""
    return json.dumps(certificate, separators=(",", ":"))
