"""The least depth at which a finite task can be computed under a sparse pattern, whatever the attention, at both ends.

What position k can know after t layers is the tokens at R^t_k (``certificates/evaluate/paths.py``), and one
uniform head a layer is enough to know it. So the least depth is the least t at which, for every k, inputs that agree
at R^t_k have one answer at k. For the task whose answers tell the whole input everywhere it is the number of hops, if
every position attends to itself.

The copying task: the least depth at which each predicting position sees its source.

A sequence of even length n = 2 h is 0 s 0 s with a string s of h - 1 tokens: positions 0 and h hold the separator,
positions 1 .. h-1 the string, and h+1 .. n-1 its copy. *Autoregressive*: positions attend to none after them, and
position i, for i = h .. n-2, predicts the token at i + 1, whose source is at i + 1 - h. *Masked*: the copy is masked,
and position i, for i = h+1 .. n-1, predicts its own token, whose source is at i - h; positions attend both ways.

An output depends on no token outside S^D_k, so with fewer layers some prediction is independent of its source, whatever
the network; with so many, and free element-wise networks, each position can hold all tokens that it has seen (heads
that average B^j x_j over their row), so the depth is enough, too. Training is another matter, and none is done here.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ...certificates.meter import LIMIT
from ...certificates.verdict import Accepted
from ...elaborate.certify import certify
from ...questions.finite_task import Wanted, Word
from ...questions.layer_patterns import LayerPattern
from ...questions.outputs import Computation
from ...questions.sparse_pattern import Causal, SparsePattern
from ...solvers.sparse_patterns.pairs_seen import Seen, layers_until_seen, pairs_wanted
from ...solvers.sparse_patterns.rows import WrittenRows, rows_of
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
    >>> from ...questions.layer_patterns import Window
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
    return {"quantity": "depth", "pattern": pattern.to_json(), "side": side, "value": value, "evidence": evidence}


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


MOST = 20_000
"""Positions up to which depths are computed."""


@dataclass(frozen=True)
class CopyingDepth:
    """The least depth, None if there is none: some predicting position never sees its source.

    ``position`` does not see ``token``, its source, with one layer less.
    """

    n: int
    autoregressive: Seen | None
    masked: Seen | None

    def to_json(self) -> dict[str, int | str | None]:
        """The two depths: an integer, "infinite", or null if the time was over."""
        return {"autoregressive": _spelt(self.autoregressive), "masked": _spelt(self.masked)}


def _spelt(seen: Seen | None) -> int | str | None:
    if seen is None:
        return None
    return "infinite" if seen.layers is None else seen.layers


def copying_depth(layers: Sequence[LayerPattern], deadline: float = float("inf")) -> CopyingDepth:
    """The least depth for copying on n positions, n even and at least 4, whose positions attend to themselves.

    For the autoregressive task the layers are restricted to positions not after the own one.

    Raises
    ------
    ValueError
        If n is odd or below 4, or above ``MOST``.

    Examples
    --------
    >>> from ...questions.layer_patterns import Star, Window
    >>> copying_depth((Star(256),)).to_json()
    {'autoregressive': 127, 'masked': 2}
    >>> copying_depth((Window(256, 16),)).to_json()
    {'autoregressive': 8, 'masked': 8}
    """
    n = layers[0].n
    if n % 2 or not 4 <= n <= MOST:
        raise ValueError(f"copying 0s0s needs an even number of positions, 4 .. {MOST}, got n = {n}; try n=256")
    half = n // 2

    def depth(cycle: Sequence[LayerPattern], positions: range, tokens: range) -> Seen | None:
        rows = [rows_of(layer) for layer in cycle]
        written = [one for one in rows if isinstance(one, WrittenRows)]
        if len(written) < len(rows):
            return None
        return layers_until_seen(written, pairs_wanted(n, positions, tokens), lambda: time.monotonic() > deadline)

    causal = [layer if isinstance(layer, Causal) else Causal(layer) for layer in layers]
    return CopyingDepth(
        n, depth(causal, range(half, n - 1), range(1, half)), depth(layers, range(half + 1, n), range(1, half))
    )
