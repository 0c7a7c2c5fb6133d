"""Claims about sparse attention patterns: the quantity ``hops``, and the parts of Assumption 1 as statements."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ..bounds.sparse_patterns.found import Found, bundle, certified, self_attention
from ..bounds.sparse_patterns.hops import Hops, hops_of
from ..bounds.sparse_patterns.path import path_of
from ..questions.sparse_pattern import SparsePattern
from ..solvers.sparse_patterns.rows import LazyRows
from ..tasks import TaskError
from ..tasks.sparse_patterns import attention_pattern
from .bounded import BoundedQuantity, Claim
from .effort import Effort, Search, compact
from .errors import ClaimError
from .interval import Interval
from .statement import Statement
from .truth import Holds, Truth

Pattern = Any
"""What ``attention_pattern`` takes: words, an array, a graph, .."""


def hops(pattern: Pattern) -> HopsQuantity:
    """The least number of layers after which every position depends on all tokens.

    Parameters
    ----------
    pattern : str, AttentionPattern, array, SciPy sparse array, networkx graph
        A str is what ``headcount pattern`` takes: ``"strided n=64 w=8"``.

    Raises
    ------
    ClaimError
        If it is no pattern.

    Examples
    --------
    >>> from headcount.claims import Effort, decide
    >>> found = decide(hops("strided n=64 w=8") == 2, Effort(10))
    >>> str(found.verdict), found.statement
    ('PROVED', 'hops of n = 64, layers in a cycle of 2: window(8), stride(8) == 2')
    """
    return HopsQuantity(_pattern(pattern))


def hops_finite(pattern: Pattern) -> Statement:
    """Some number of layers is enough for every position to depend on all tokens (see ``hops``).

    Examples
    --------
    >>> from headcount.claims import Effort, decide
    >>> str(decide(hops_finite("causal strided n=64 w=8"), Effort(10)).verdict)
    'REFUTED'
    """
    return Holds(_Part(_pattern(pattern), "finite"))


def path_exists(pattern: Pattern) -> Statement:
    """In some order of the positions each is attended to by the next one, in some layer.

    Examples
    --------
    >>> from headcount.claims import Effort, decide
    >>> str(decide(path_exists("longformer n=5 w=0 g=1"), Effort(10)).verdict)
    'REFUTED'
    """
    return Holds(_Part(_pattern(pattern), "path"))


def self_attending(pattern: Pattern) -> Statement:
    """Every position attends to itself in every layer."""
    return Holds(_Part(_pattern(pattern), "self"))


def assumption_1(pattern: Pattern) -> Statement:
    """Assumption 1 of Yun et al. 2020: the three statements above together.

    Examples
    --------
    >>> from headcount.claims import Effort, decide
    >>> str(decide(assumption_1("star n=64"), Effort(10)).verdict)
    'PROVED'
    """
    return self_attending(pattern) & path_exists(pattern) & hops_finite(pattern)


def _pattern(pattern: Pattern) -> SparsePattern:
    try:
        return attention_pattern(pattern).pattern
    except TaskError as error:
        raise ClaimError(str(error)) from None


class HopsQuantity(BoundedQuantity):
    """The number of hops of a pattern; see ``hops``."""

    name = "hops"
    least = Fraction(1)

    def __init__(self, pattern: SparsePattern) -> None:
        self.pattern = pattern

    @property
    def words(self) -> str:
        return f"hops of {self.pattern.words}"

    @property
    def identity(self) -> Mapping[str, Any]:
        return {"hops": self.pattern.to_json()}

    def search(self, effort: Effort, enough: Callable[[Interval], bool]) -> Search:
        return _searched(self.pattern, _hops(self.pattern, effort).evidence)

    def claims(self, bundle: Mapping[str, Any]) -> Sequence[Claim]:
        if bundle.get("question") != self.pattern.to_json():
            return ()
        return [claim for claim in bundle.get("claims", ()) if claim.get("quantity") == "hops"]


SAYS = {
    "self": {"self-attending": True, "not-self-attending": False},
    "path": {"path": True, "no-path": False},
    "finite": {"hops": True, "hops-infinite": False},
}
"""Part -> the word of a claim -> whether it says that the part holds."""

PART_WORDS = {
    "self": "every position attends to itself",
    "path": "there is a path through all positions",
    "finite": "hops are finite",
}


class _Part(Truth):
    """Whether a part of Assumption 1 holds."""

    def __init__(self, pattern: SparsePattern, part: str) -> None:
        self.pattern = pattern
        self.part = part

    @property
    def words(self) -> str:
        return f"{PART_WORDS[self.part]} ({self.pattern.words})"

    @property
    def identity(self) -> Mapping[str, Any]:
        return {"part": self.part, "of": self.pattern.to_json()}

    def find(self, effort: Effort) -> Search:
        return _searched(self.pattern, self._found(effort))

    def _found(self, effort: Effort) -> tuple[Found, ...]:
        if self.part == "self":
            return (self_attention(self.pattern).evidence,)
        if self.part == "path":
            deadline = time.monotonic() + effort.seconds
            return (path_of(self.pattern, LazyRows(self.pattern.layers), deadline, _silent).evidence,)
        return _hops(self.pattern, effort).evidence[-1:]  # the upper bound, or that there is none

    def says(self, bundle: Mapping[str, Any]) -> bool | None:
        if bundle.get("question") != self.pattern.to_json():
            return None
        said = {
            SAYS[self.part].get(claim.get("claim", "hops" if claim.get("side") == "upper" else ""))
            for claim in bundle.get("claims", ())
        }
        return next((answer for answer in (True, False) if answer in said), None)


def _hops(pattern: SparsePattern, effort: Effort) -> Hops:
    loops = self_attention(pattern).holds
    return hops_of(pattern, LazyRows(pattern.layers), loops, time.monotonic() + effort.seconds, _silent)


def _searched(pattern: SparsePattern, some: tuple[Found, ...]) -> Search:
    kept = [one for one in certified(pattern, some) if one.certified]
    notes = tuple(one.method for one in some if one.kind not in {good.kind for good in kept})
    return Search((compact(bundle(pattern, kept)),) if kept else (), notes)


def _silent(words: str) -> None:
    """Nobody watches."""
