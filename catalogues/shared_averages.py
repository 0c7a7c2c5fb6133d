"""Heads that share out subsets: the least width of H heads of p bits for sparse averaging of q of n positions.

The q positions of a subset are tied at the maximum by one head, or parted among several, each with its own queries and
keys (``sum``: parts of the same sizes for all subsets; ``concat``: any parts). From the widths of all numbers of heads
follows the least number of heads of a given width.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..questions import LeastSize, least_size, qsa_question
from ..questions.selection import shared_question
from .catalogue import Bracket, Entry, Stated
from .entries import entry_of, over

if TYPE_CHECKING:
    from ..bounds.bound import Bound

BITS = (1, 2)

CASES = 10_000_000
"""Most cases of one width; some thousands are enough."""


@dataclass(frozen=True, slots=True)
class SharedAverages:
    """The catalogue; a key is q, H, p and how heads are put together: ``q2 H2 p1 sum``."""

    name = "heads"
    title = "Heads that share out subsets: least widths"
    says = (
        "The least width of H heads in a fixed-point grid of p bits with gap 1 that tie every q of n positions, or "
        "share them out, for all q < n and H <= q and for p = 1, 2; no two classes are alike."
    )
    counted = "as many as a closed form says: 2 (n - 1)^2"
    objects = "ways to ask p-bit heads for sparse averaging of n positions"
    sizes = (2, 3, 4, 5)
    quantities = ("m",)

    def keys(self, n: int) -> list[str]:
        """All q, H, p, and both ways to put several heads together."""
        ways = [(q, heads, way) for q in range(1, n) for heads in range(1, q + 1) for way in _ways(heads)]
        return [f"q{q} H{heads} p{bits} {way}" for q, heads, way in ways for bits in BITS]

    def count(self, n: int) -> int:
        """One number of heads for each q is 1; of each other one there are two ways."""
        return len(BITS) * (n - 1) ** 2

    def settle(self, n: int, keys: Sequence[str], until: float | None) -> list[Entry]:
        """The entries of some classes."""
        return [entry_of(self, n, key, _least_width(_asked(n, key))) for key in keys if not over(until)]

    def stated(self, n: int, key: str) -> Mapping[str, Stated]:
        """The least width."""
        asked = _asked(n, key)
        return {"m": Stated(asked.question.to_json(), asked.to_json())}

    def fields(self, n: int, key: str, brackets: Mapping[str, Bracket]) -> dict[str, Any]:
        """q, H, p, how heads are put together, and the width."""
        q, heads, bits, way = _parts(key)
        return {"q": q, "H": heads, "p": bits, "combine": way, **brackets}


HEADS = SharedAverages()


def _ways(heads: int) -> tuple[str, ...]:
    return ("sum",) if heads == 1 else ("sum", "concat")


def _parts(key: str) -> tuple[int, int, int, str]:
    q, heads, bits, way = key.split()
    return int(q[1:]), int(heads[1:]), int(bits[1:]), way


def _asked(n: int, key: str) -> LeastSize:
    q, heads, bits, way = _parts(key)
    question = qsa_question(n, q) if heads == 1 else shared_question(n, q, heads, way)
    return least_size(question, "m", f"GRID({bits}, midrise, gap 1)")


def _least_width(asked: LeastSize) -> list[Bound]:
    """The best bounds: one width after the other."""
    from ..bounds.unit_classes.grid_thresholds import decide_by_cases  # here, since they take long to load
    from ..search.asked import Asked
    from ..search.class_bounds import least_bound

    found = {"lower": least_bound(Asked(asked))}
    for width in range(2 * asked.question.columns):
        bound = decide_by_cases(asked, width, CASES)
        if bound is not None:
            found[bound.side] = bound
        if bound is None or bound.side == "upper":
            break
    return list(found.values())
