"""Constructions under a mask: the same tables, where a position attends to the keys in its row alone.

A head that selects by scores does so among fewer keys as well: what the mask hides is no condition. So the tables of
q-SA average any q of the keys that a position sees, and those of Match-s find the tuples among what it sees; a null
token is always seen. What a head that counts tokens puts out are shares of what it sees, from which the same is read
off. The unit is run under the mask against the definition of the task of what is seen, and the certificate is about
units under the mask.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import comb
from random import Random
from typing import Any

from ...questions import SignPattern, Unit, bits_needed, least_size, pattern_question
from ...questions.layer_patterns import LayerPattern
from ...questions.question import MAX_CELLS
from ...questions.sparse_pattern import SparsePattern
from ...tasks import MatchS
from ...tasks.sequences.visible import VisibleMatch
from ..bound import certificate
from ..patterns import by_tables
from .averaging.averaging_construction import MAX_WORK, STEPS_PER_SUBSET, AveragingConstruction
from .averaging.averaging_head import Subset
from .averaging.dual_certificate import NoExactTieError
from .construction import Construction, ConstructionError, Size, Theorem, Verification
from .explicit_construction import ExplicitConstruction

Seen = tuple[int, Subset]
"""A position, and a subset of what it sees."""


def under_mask(built: Construction, mask_on: Callable[[int, bool], LayerPattern]) -> Construction:
    """The construction with its layer under a mask, for the task of what positions see.

    Parameters
    ----------
    built : Construction
        Of q-SA or of Match-s, one layer.
    mask_on : callable
        The mask on so many positions, for units that have a null token or not.

    Raises
    ------
    ConstructionError
        If its task does not make sense of a part of the keys, or no position sees q of them.

    Examples
    --------
    >>> from ...questions.layer_patterns import Dense
    >>> from ...questions.sparse_pattern import Causal
    >>> from .registry import construct
    >>> causal = under_mask(construct("match2", M=5, N=3), lambda positions, null: Causal(Dense(positions)))
    >>> causal.verify().passed, [int(row[0]) for row in causal.unit.outputs((1, 4, 1))]
    (True, [0, 1, 1])
    """
    if isinstance(built, AveragingConstruction):
        return MaskedAveraging(built, mask_on(built.task.N, False))
    if isinstance(built, ExplicitConstruction) and isinstance(built.task, MatchS):
        (layer,) = built.tables.layers
        mask = mask_on(built.task.N, all(head.null_keys for head in layer.heads))
        tables = replace(built.tables, layers=(replace(layer, mask=mask.written),))
        task, parameters = VisibleMatch(built.task, mask), {**built.parameters, "mask": mask.words}
        changed: dict[str, Any] = {"parameters": parameters, "task": task, "tables": tables}
        return replace(built, **changed, margin_of=None, claim=None, mask=SparsePattern((mask,)))
    raise ConstructionError(
        f"‹mask› is for constructions of qsa and match, whose tasks can be asked of the keys that a position sees, not "
        f"for {built.name}; leave it out"
    )


@dataclass(frozen=True, eq=False)
class MaskedAveraging(Construction):
    """q-SA where position i names q of the keys in row i of the mask."""

    of: AveragingConstruction
    mask: LayerPattern

    def __post_init__(self) -> None:
        if not self._count:
            raise ConstructionError(
                f"‹mask› must let some position see q = {self.of.task.q} keys, and {self.mask.words} does not; take a "
                "smaller q or another mask"
            )

    @property
    def name(self) -> str:  # type: ignore[override]
        """That of the construction."""
        return self.of.name

    @property
    def parameters(self) -> Mapping[str, Any]:  # type: ignore[override]
        """N, q, what else was chosen, and the mask."""
        return {**self.of.parameters, "mask": self.mask.words}

    @property
    def task(self) -> Any:  # type: ignore[override]
        """q-SA."""
        return self.of.task

    @property
    def theorem(self) -> Theorem:  # type: ignore[override]
        """That of the construction."""
        return self.of.theorem

    @property
    def size(self) -> Size:
        """That of the construction: the tables are the same."""
        return self.of.size

    @property
    def unit(self) -> Unit:
        """The explicit tables, under the mask."""
        unit = self.of.unit
        return replace(unit, layers=tuple(replace(layer, mask=self.mask.written) for layer in unit.layers))

    def verify(
        self, *, samples: int = 200, seed: int = 0, work: int | None = None, seconds: float = float("inf")
    ) -> Verification:
        """Exact margins and ties, among what is seen, of all positions and subsets, or of seeded random ones."""
        start, steps = time.monotonic(), self._count * (self.of.task.N * self.of.size.m + STEPS_PER_SUBSET)
        exhaustive = steps <= (MAX_WORK if work is None else work)
        margins: dict[Seen, int] = {}
        wrong, undecided = None, ""
        for i, subset in self._all() if exhaustive else self._some(samples, seed):
            if margins and time.monotonic() - start > seconds:
                exhaustive = False
                break
            try:
                margin, spread = self._measured(i, subset)
            except NoExactTieError:
                wrong, undecided = (i, subset), "no query with exact ties was found for one more"
                break
            margins[i, subset] = margin
            if margin <= 0 or spread or not self.of.adds_up(subset):
                wrong = (i, subset)
                break
        scope = f"{'all ' if exhaustive and wrong is None else ''}{len(margins)} pairs of a position and q keys it sees"
        spent, least = time.monotonic() - start, min(margins.values(), default=None)
        error = None if undecided else Fraction(0) if wrong is None else None
        complete = exhaustive and wrong is None
        return Verification(
            scope, len(margins), len(margins), complete, wrong, least, error, seconds=spent, undecided=undecided
        )

    def certificate(self) -> dict[str, Any] | None:
        """That one head selects what is named among what is seen, class GRID; None for several, or or if too much."""
        task, heads = self.of.task, self.of.heads
        if len(heads) > 1 or self._count * task.N > MAX_CELLS:
            return None
        try:
            measured = [self._measured(i, subset) for i, subset in self._all()]
            rows = {self._symbols(i, subset): heads[0].query(heads[0].part(subset)) for i, subset in self._all()}
        except NoExactTieError:
            return None
        gap, keys = min(margin for margin, _ in measured), heads[0].keys.tolist()
        if gap < 1 or any(spread for _, spread in measured):
            return None
        bits = bits_needed((int(entry) for row in (*rows.values(), *keys) for entry in row), self.of.grid)
        label = f"{task.name} N={task.N} q={task.q} under {self.mask.words}"
        question = pattern_question(SignPattern(tuple(rows), null=False), label, masked=True)
        asked = least_size(question, "m", f"GRID({bits}, {self.of.grid}, gap {min(gap, 10**9 - 1)})")
        return certificate(question, by_tables(asked, self.size.m, self.name, rows.values(), keys, self.size.m))

    @cached_property
    def _rows(self) -> tuple[tuple[int, ...], ...]:
        return self.mask.written

    @property
    def _count(self) -> int:
        return sum(comb(len(row), self.of.task.q) for row in self._rows)

    def _all(self) -> Iterator[Seen]:
        return ((i, subset) for i, row in enumerate(self._rows) for subset in combinations(row, self.of.task.q))

    def _some(self, samples: int, seed: int) -> Iterator[Seen]:
        """Runs of neighbours, the first and the last of what is seen, and random subsets."""
        rng, q = Random(seed), self.of.task.q
        able = [i for i, row in enumerate(self._rows) if len(row) >= q]
        for number in range(samples):
            i = rng.choice(able)
            row, start = self._rows[i], rng.randrange(len(self._rows[i]) - q + 1)
            yield i, (tuple(row[start : start + q]) if number % 2 else tuple(sorted(rng.sample(row, q))))

    def _measured(self, i: int, subset: Subset) -> tuple[int, int]:
        """Margin and spread among the keys that position i sees, over the heads."""
        margins, spreads = [], [0]
        for head in self.of.heads:
            scores, part = head.scores(subset), set(head.part(subset))
            on = [int(scores[j]) for j in self._rows[i] if j in part]
            off = [int(scores[j]) for j in self._rows[i] if j not in part]
            spreads.append(max(on) - min(on))
            margins.append(min(on) - max(off) if off else 1)
        return min(margins), max(spreads)

    def _symbols(self, i: int, subset: Subset) -> str:
        seen = set(self._rows[i])
        return "".join("*" if j not in seen else "0" if j in subset else "-" for j in range(self.of.task.N))
