"""The least depth at which a finite task can be computed under a sparse pattern, whatever the attention, at both ends.

What position k can know after t layers is the tokens at R^t_k (``certificates/evaluate/paths.py``), and one
uniform head a layer is enough to know it. So the least depth is the least t at which, for every k, inputs that agree
at R^t_k have one answer at k. For the task whose answers tell the whole input everywhere it is the number of hops, if
every position attends to itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ...certificates.meter import LIMIT
from ...certificates.verdict import Accepted
from ...elaborate.certify import certify
from ...questions.finite_task import Wanted, Word
from ...questions.outputs import Computation
from ...questions.sparse_pattern import SparsePattern
from ..bound import CheckerRefusedError

Pair = tuple[int, Word, Word]
"""A position and two inputs that agree at all it reaches, with different answers there."""


@dataclass(frozen=True)
class LeastDepth:
    """The least depth, with the certificate of both ends.

    ``layers`` is None if no number of layers is enough; then the certificate says that ``tried`` are not, after which
    nothing more is reached.
    """

    layers: int | None
    tried: int
    pair: Pair | None
    certificate: dict[str, Any] = field(repr=False)
    statement: str

    @property
    def words(self) -> str:
        """The result in words."""
        if self.layers is None:
            return f"no number of layers is enough (nothing more is reached after {self.tried})"
        return f"{self.layers} <= D <= {self.layers}"


def least_depth(question: Computation, pattern: SparsePattern, limit: int = LIMIT) -> LeastDepth:
    """The least number of layers of attention under a pattern that computes a finite task, certified at both ends.

    Parameters
    ----------
    question : the computation of a finite task
    pattern : on its positions
    limit : steps that the checker may take

    Raises
    ------
    ValueError
        If the numbers of positions differ.
    CheckerRefusedError
        If the checker does not accept the certificate within its limit.

    Examples
    --------
    >>> from ...questions import computation_question
    >>> from ...questions.sparse_pattern import Window
    >>> match = computation_question("match", order=2, M=3, N=4)
    >>> least_depth(match, SparsePattern((Window(4, 1),))).words
    '3 <= D <= 3'
    """
    if question.of.length != pattern.n:
        raise ValueError(f"pattern must be on the {question.of.length} positions of the task, got {pattern.n}")
    entries = list(question.of.pairs())
    rows = [[sorted({j for part in layer.row(k) for j in part}) for k in range(pattern.n)] for layer in pattern.layers]
    reached = [frozenset({k}) for k in range(pattern.n)]
    last: Pair | None = None
    t, unchanged = 0, 0
    while (found := _told_apart(entries, reached)) is not None and unchanged < len(rows):
        last = found
        after = [own.union(*(reached[j] for j in row)) for own, row in zip(reached, rows[t % len(rows)], strict=True)]
        unchanged = unchanged + 1 if after == reached else 0
        reached, t = after, t + 1
    layers = None if found is not None else t
    claims = []
    if last is None:
        claims.append(_claim(pattern, "lower", 0, {"kind": "trivial"}))
    else:
        position, one, other = found or last
        evidence = {"kind": "two-inputs", "position": position, "inputs": [list(one), list(other)]}
        claims.append(_claim(pattern, "lower", t + 1 if layers is None else t, evidence))
    if layers is not None:
        claims.append(_claim(pattern, "upper", layers, {"kind": "uniform-heads"}))
    bundle, verdict = certify({"question": question.to_json(), "claims": claims}, limit)
    if not isinstance(verdict, Accepted):
        raise CheckerRefusedError(f"the least depth of {question.words} under {pattern.words}: {verdict}")
    return LeastDepth(layers, t, found or last, bundle, verdict.statement)


def _claim(pattern: SparsePattern, side: str, value: int, evidence: dict[str, Any]) -> dict[str, Any]:
    return {
        "quantity": "depth",
        "pattern": pattern.to_json(),
        "side": side,
        "value": value,
        "evidence": evidence,
    }


def _told_apart(entries: Sequence[tuple[Word, Wanted]], reached: Sequence[frozenset[int]]) -> Pair | None:
    """Two inputs that agree at all that some position reaches, with different answers there; None if there are none."""
    for k, places in enumerate(map(sorted, reached)):
        known: dict[Word, tuple[int, Word]] = {}
        for tokens, wanted in entries:
            answer = wanted[k]
            if answer is None:
                continue
            seen = tuple(tokens[j] for j in places)
            before = known.setdefault(seen, (answer, tokens))
            if before[0] != answer:
                return k, before[1], tokens
    return None
