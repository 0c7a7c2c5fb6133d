"""Match-s of the tokens that a position sees, where positions attend under a mask."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from ...questions.layer_patterns import LayerPattern
from ..sequence_task import SequenceTask, Tokens
from .matching import MatchS


@dataclass(frozen=True)
class VisibleMatch(SequenceTask):
    """Output i is 1 if there are j_2 .. j_s in row i of the mask with x_i + x_(j_2) + .. + x_(j_s) = 0 mod M, else 0.

    Parameters
    ----------
    of : MatchS
        The task where positions see all.
    mask : LayerPattern
        On its N positions.

    Examples
    --------
    >>> from ...questions.layer_patterns import Dense
    >>> from ...questions.sparse_pattern import Causal
    >>> VisibleMatch(MatchS(2, M=3, N=3), Causal(Dense(3))).evaluate((1, 2, 1))
    (0, 1, 1)
    """

    of: MatchS
    mask: LayerPattern
    kinds = 2

    @property
    def name(self) -> str:  # type: ignore[override]
        """The task, and the mask."""
        return f"{self.of.name} under {self.mask.words}"

    @property
    def N(self) -> int:  # type: ignore[override]
        """The length of every sequence."""
        return self.of.N

    @cached_property
    def alphabet(self) -> int:
        """The number of symbols."""
        return self.of.alphabet

    @property
    def parameters(self) -> Mapping[str, int]:
        """Those of the task."""
        return self.of.parameters

    @cached_property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """What each position sees."""
        return self.mask.written

    def evaluate(self, tokens: Tokens) -> tuple[int, ...]:
        """The outputs at every position."""
        answers = []
        for token, row in zip(tokens, self.rows, strict=True):
            sums = {token}
            for _ in range(self.of.order - 1):
                sums = {(a + tokens[j]) % self.of.M for a in sums for j in row}
            answers.append(int(0 in {a % self.of.M for a in sums}))
        return tuple(answers)

    def near_miss(self, kind: int, rng: random.Random) -> Tokens:
        """As of the task where positions see all."""
        return self.of.near_miss(kind, rng)
