"""Any table on a grid, computed by attention under a sparse pattern: the construction with its certificate."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from ....questions import Question, least_size, unit_to_json
from ....questions.attention import Output
from ....questions.finite_task import FiniteTask, Wanted, Word
from ....questions.outputs import Computation
from ....questions.sparse_pattern import SparsePattern
from ....tasks import SequenceTask
from ...bound import TooLongToCheckError, certificate, certified_bound
from ...sparse_patterns.depth import LeastDepth, least_depth
from ..construction import ConstructionError, Theorem
from ..explicit_construction import ExplicitConstruction
from .contextual_mapping import contextual_mapping
from .universal_unit import Seen, UniversalUnit, universal_unit

MAX_CERTIFIED = 300_000
"""Most numbers stored by a unit in a certificate: the checker takes about a thousand steps for each."""


class FiniteTable(SequenceTask):
    """A finite task as a ``SequenceTask``; where no answer is asked for, it is None."""

    kinds = 1

    def __init__(self, finite: FiniteTask, name: str) -> None:
        self.finite, self.name, self.N = finite, name, finite.length
        self._answers = dict(finite.pairs())

    @property
    def parameters(self) -> Mapping[str, int]:
        """The alphabet and the length, or what its name needs."""
        return dict(self.finite.parameters)

    @cached_property
    def alphabet(self) -> int:
        """A."""
        return self.finite.alphabet

    def evaluate(self, tokens: Word) -> Wanted:
        """The answers listed; None at all positions of an input that is not."""
        return self._answers.get(tuple(tokens), (None,) * self.N)

    def near_miss(self, kind: int, rng: random.Random) -> Word:
        """A listed input with one token changed."""
        tokens = list(rng.choice(list(self._answers)))
        tokens[rng.randrange(self.N)] = rng.randrange(self.alphabet)
        return tuple(tokens)


@dataclass(frozen=True)
class UniversalConstruction(ExplicitConstruction):
    """The unit for a table.

    ``universal`` has the mapping and the rows, ``look_up`` the answers, ``depth`` the least number of layers with which
    attention under the pattern computes the table if nothing else is held fixed.
    """

    universal: UniversalUnit | None = field(default=None, repr=False)
    question: Question | None = field(default=None, repr=False)
    look_up: Mapping[Seen, int] = field(default_factory=dict, repr=False, hash=False)
    depth: LeastDepth | None = field(default=None, repr=False)

    def certificate(self) -> dict[str, Any] | None:
        """That the unit, with this look-up, computes the table, and the least depth; None if too long to check.

        Both are about the pattern that they name: units whose layers see what the pattern says, and no others.
        """
        assert self.universal is not None and self.question is not None and self.depth is not None
        unit, pattern = self.unit, self.universal.mapping.pattern
        if unit.parameters > MAX_CERTIFIED:
            return None
        sizes: dict[str, Any] = {"heads": unit.H, "layers": len(unit.layers), "dv": unit.dv}
        asked = least_size(self.question, "m", "SATURATED", read_out="any", pattern=pattern, **sizes)
        listed = [[k, token, [str(row)], answer] for (k, token, row), answer in sorted(self.look_up.items())]
        evidence = {"kind": "unit", "unit": unit_to_json(unit), "look_up": listed}
        try:
            bound = certified_bound(asked, "upper", unit.m, "contextual mapping and a look-up", evidence)
        except TooLongToCheckError:
            return None
        stated = certificate(self.question, bound)
        return {**stated, "claims": [*stated["claims"], *self.depth.certificate["claims"]]}


def universal(
    question: Question, pattern: SparsePattern, order: Sequence[int], levels: int, coordinates: int = 1
) -> UniversalConstruction:
    """A unit under a sparse pattern that computes a finite task.

    Parameters
    ----------
    question : the computation of a finite task on n = ``pattern.n`` tokens below L^d
    pattern : each position attends to itself in every layer, and reaches all others
    order : a path: each position is attended to by the next one in some layer of the cycle
    levels, coordinates : L >= 2 and d >= 1

    Guarantee
    ---------
    p (n-1) L^d + s attention layers of at most two hardmax heads of size 1 (m = dv = 1), read-outs between them that
    add the row to the id, and a look-up: after Yun et al. 2020; the proof is in ``contextual_mapping``.

    Raises
    ------
    ConstructionError
        If the sizes do not fit, the pattern does not satisfy the conditions, or there are too many inputs.

    Examples
    --------
    >>> from ....questions import computation_question
    >>> from ....questions.sparse_pattern import Window
    >>> match = computation_question("match", order=2, M=2, N=3)
    >>> built = universal(match, SparsePattern((Window(3, 1),)), range(3), levels=2)
    >>> built.size.layers, built.verify().passed
    (6, True)
    """
    if not isinstance(question, Computation):
        raise ConstructionError(f"question must be the computation of a finite task, got {question.words}")
    finite = question.of
    if finite.length != pattern.n:
        raise ConstructionError(f"the table has {finite.length} positions and the pattern {pattern.n}; they must agree")
    mapping = contextual_mapping(pattern, order, levels, coordinates)
    if finite.alphabet != mapping.tokens:
        raise ConstructionError(
            f"the table has {finite.alphabet} symbols, but {levels} levels of {coordinates} coordinates are "
            f"{levels}^{coordinates} = {mapping.tokens}; give levels and coordinates whose power is {finite.alphabet}"
        )
    built = universal_unit(mapping)
    mapping = built.mapping
    look_up = built.look_up(dict(finite.pairs()))

    def answer(position: int, token: int, row: Output) -> int:
        return look_up.get((position, token, Fraction(row[0])))  # type: ignore[return-value]

    bits = f"{built.first_ids.bit_length()} before spreading, {built.final_ids.bit_length()} after"
    words = "hardmax heads of size 1, two in a layer, and a look-up compute every function on a grid of tokens"
    theorem = Theorem(
        f"{words}, under {pattern.words}",
        "after arXiv 2006.04862",
        {
            "layers": ("p (n-1) L^d + s", mapping.layers),
            "layers that move an id": ("(n-1) L^d + s", mapping.moving_layers),
            "hops": ("s", mapping.hops),
            "different ids": ("n L^(dn)", mapping.n * mapping.tokens**mapping.n),
            "bits of an id": (bits, None),
        },
    )
    sizes = {"n": mapping.n, "levels": levels, "d": coordinates}
    task = FiniteTable(finite, question.spoken[0])
    return UniversalConstruction(
        "universal",
        sizes,
        task,
        theorem,
        built.unit,
        None,
        answer,
        universal=built,
        question=question,
        look_up=look_up,
        depth=least_depth(question, pattern),
    )
