"""What was found of a sparse pattern: the claim as a certificate states it, and how well it is known.

Sets of positions as certificates state them: single numbers, and ranges ``[start, stop, step]``.

Assumption 1, part 1: whether every position attends to itself in every layer.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from ...certificates.check import check
from ...certificates.meter import LIMIT
from ...certificates.verdict import Accepted, Undecided
from ...elaborate.driver import elaborated
from ...questions.layer_patterns import (
    Blocks,
    Dense,
    Dilated,
    LayerPattern,
    Longformer,
    Star,
    Stride,
    Summaries,
    Window,
)
from ...questions.sparse_pattern import Causal, SparsePattern, Union
from ..bound import CheckerRefusedError, Evidence, Status


@dataclass(frozen=True)
class Found:
    """An answer with its evidence.

    ``content`` is the claim as JSON text, empty if nothing can be claimed. The status is PROVED-BY-SOLVER, an engine's
    word, until the checker has replayed the claim.
    """

    kind: str
    method: str
    content: str = ""
    status: Status = Status.PROVED_BY_SOLVER

    @property
    def certified(self) -> bool:
        """Whether the checker replayed it."""
        return self.status is Status.CERTIFIED

    @property
    def evidence(self) -> Evidence:
        """The same as the evidence of a bound."""
        return Evidence(self.kind, self.status, self.method, self.claim() if self.content else {})

    def claim(self) -> dict[str, Any]:
        """The claim as it stands in a certificate."""
        found: dict[str, Any] = json.loads(self.content)
        return found

    def to_json(self) -> dict[str, str]:
        """kind, status and method."""
        return {"kind": self.kind, "status": str(self.status), "method": self.method}


def found(claim: Mapping[str, Any], method: str) -> Found:
    """What an engine has found, stated as a claim that waits for the checker."""
    return Found(str(claim["evidence"]["kind"]), method, json.dumps(claim, separators=(",", ":")))


def bundle(pattern: SparsePattern, some: Sequence[Found]) -> dict[str, Any]:
    """The certificate that claims all of it."""
    return elaborated({"question": pattern.to_json(), "claims": [one.claim() for one in some]})


def certified(pattern: SparsePattern, some: Sequence[Found], limit: int = LIMIT) -> tuple[Found, ...]:
    """The same answers, CERTIFIED where the checker has just replayed them within its limit of steps.

    All claims have to fit into one file; a claim at which the checker runs out of steps is left as an engine's word.

    Raises
    ------
    CheckerRefusedError
        If the checker rejects one of them: a bug in an engine.
    """
    stated = [one for one in some if one.content]
    while stated:
        verdict = check(bundle(pattern, stated), limit)
        if isinstance(verdict, Accepted):
            break
        if not isinstance(verdict, Undecided):
            raise CheckerRefusedError(f"{pattern.words[:200]}: {verdict}")
        number = re.search(r"claims\[(\d+)\]", verdict.where)
        stated = [one for k, one in enumerate(stated) if number and k != int(number[1])]
    kept = {id(one) for one in stated}
    return tuple(replace(one, status=Status.CERTIFIED) if id(one) in kept else one for one in some)


def stated_set(some: npt.NDArray[np.bool_]) -> list[int | list[int]]:
    """A set, given as booleans: runs of three and more as ranges.

    >>> stated_set(np.array([1, 1, 1, 1, 0, 0, 1, 0, 1, 1], dtype=bool))
    [[0, 4, 1], 6, 8, 9]
    """
    members = np.flatnonzero(some)
    if not len(members):
        return []
    cuts = np.flatnonzero(np.diff(members) > 1) + 1
    firsts = members[np.concatenate([[0], cuts])].tolist()
    lasts = members[np.concatenate([cuts - 1, [len(members) - 1]])].tolist()
    stated: list[int | list[int]] = []
    for first, last in zip(firsts, lasts, strict=True):
        if last - first < 2:
            stated += range(first, last + 1)
        else:
            stated.append([first, last + 1, 1])
    return stated


ALWAYS = (Blocks, Dense, Dilated, Longformer, Star, Stride, Summaries, Window)
"""Patterns whose rows hold the position itself, by definition."""


@dataclass(frozen=True)
class SelfAttention:
    """Whether every position attends to itself; if not, one that does not, and how many there are in that layer."""

    holds: bool
    evidence: Found
    layer: int = 0
    position: int = 0
    count: int = 0

    @property
    def words(self) -> str:
        """The answer in words."""
        if self.holds:
            return "every position attends to itself in every layer"
        others = "" if self.count == 1 else f", nor do {self.count - 1} others"
        return f"position {self.position} does not attend to itself in layer {self.layer}{others}"


def self_attention(pattern: SparsePattern) -> SelfAttention:
    """Whether i is in A_i for every position of every layer.

    Examples
    --------
    >>> self_attention(SparsePattern((Window(9, 1), Stride(9, 3)))).holds
    True
    """
    for number, layer in enumerate(pattern.layers, start=1):
        if not _always(layer):
            without = [i for i in range(pattern.n) if not layer.has(i, i)]
            if without:
                claim = {"claim": "not-self-attending", "layer": number, "position": without[0]}
                evidence = found({**claim, "evidence": {"kind": "trivial"}}, "its row does not hold it")
                return SelfAttention(False, evidence, number, without[0], len(without))
    claim = {"claim": "self-attending", "evidence": {"kind": "trivial"}}
    return SelfAttention(True, found(claim, "every row holds its position"))


def _always(layer: LayerPattern) -> bool:
    if isinstance(layer, Causal):
        return _always(layer.of)
    if isinstance(layer, Union):
        return any(map(_always, layer.parts))
    return isinstance(layer, ALWAYS)
