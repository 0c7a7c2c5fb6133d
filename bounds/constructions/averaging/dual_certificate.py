"""The query of a subset for random sign keys: a least-squares dual certificate, rounded, tied exactly, then refined.

w is the least real vector with <w, u_j> = 1 for j in y and <w, u_l> = h_l for the foreign keys l in a list L. L starts
empty, which is the certificate of Sanford, Hsu, Telgarsky 2023 (arXiv 2306.02896), Theorem 2. After rounding to
midrise(p) with exactly equal scores on y (``exact_ties.py``), all N scores are computed; while the gap is not the one
asked for, the strongest foreign keys join L, and those that are there are asked for less. Only keys in the far tail of
the N scores ever do, so L stays short and costs little of the score on y, where a larger m would have to push the
whole tail down.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

import numpy as np

from .exact_ties import NoExactTieError, tied_query

GRID_STEP = {1: 2.0, 2: 0.996, 3: 0.586, 4: 0.335}
"""Distance of neighbouring grid points over the standard deviation, for the least square error of a normal variable."""

STEP, STRONGEST, SLACK = 0.5, 16, 0.05
"""How much less a foreign key is asked for each time it comes too close; how many at a time; what counts as close."""

ROUNDS = 20
"""How often the list of foreign keys grows before the best query so far is returned."""


@dataclass(frozen=True, eq=False)
class DualCertificate:
    """A rule from subsets to queries, deterministic.

    Parameters
    ----------
    keys : (N, m) int8 array of +-1, an even number of -1 in each row
    bits : p of the queries, grid midrise
    relative_gap : the gap is sought to be positive and at least this fraction of the score on the subset
    seed : of the search for ties

    Examples
    --------
    >>> keys = np.array([[1] * 8, [1, 1, 1, 1, -1, -1, -1, -1], [-1, -1, -1, -1, 1, 1, 1, 1]], dtype=np.int8)
    >>> (keys @ DualCertificate(keys)((0, 1))).tolist()
    [4, 4, -4]
    """

    keys: np.ndarray
    bits: int = 1
    relative_gap: Fraction = field(default=Fraction(0))
    seed: int = 0

    def __call__(self, part: tuple[int, ...]) -> np.ndarray:
        """The query: the first with the gap asked for, else the one with the largest relative gap that was found.

        Raises
        ------
        NoExactTieError
            If no rounding ties the part exactly.
        """
        return self.best(part)[0]

    def best(self, part: tuple[int, ...]) -> tuple[np.ndarray, int, int]:
        """The query, its score on the part, and the greatest score off it (the score on it less 1 if there is none)."""
        chosen = np.array(part)
        foreign: dict[int, float] = {}  # key to the score that is asked for, relative to the score on the part
        found: tuple[np.ndarray, int, int] | None = None
        failure: NoExactTieError | None = None
        for turn in range(ROUNDS):
            try:
                query = tied_query(self.keys[chosen], self._wanted(chosen, foreign), self.bits, self.seed + turn)
            except NoExactTieError as error:
                failure = error
                if found is None and turn < 2:
                    continue  # the same certificate with another seed
                break
            scores = self.scores(query)
            on = int(scores[part[0]])
            scores[chosen] = -np.inf
            if len(part) == len(scores):
                return query, on, on - 1
            off = int(scores.max())
            if found is None or (on - off) * abs(found[1]) > (found[1] - found[2]) * abs(on):
                found = (query, on, off)
            if on > off and on - off >= self.relative_gap * on:
                return query, on, off
            for j in self._strongest(scores, on):
                foreign[j] = foreign.get(j, float(1 - self.relative_gap)) - STEP
            if len(foreign) + len(part) > len(query) // 2:
                break
        if found is None:
            raise failure or NoExactTieError("no query was found")
        return found

    def scores(self, query: np.ndarray) -> np.ndarray:
        """The N scores, in single precision, which is exact: sums stay below 2^24."""
        return self._single @ query.astype(np.float32)

    def _wanted(self, chosen: np.ndarray, foreign: dict[int, float]) -> np.ndarray:
        """The real certificate in units of the grid."""
        rows = self.keys[[*chosen, *foreign]].astype(np.float64)
        targets = np.array([1.0] * len(chosen) + list(foreign.values()))
        multipliers, *_ = np.linalg.lstsq(rows @ rows.T, targets, rcond=None)
        dual: np.ndarray = multipliers @ rows
        spread = float(np.sqrt(np.mean(dual * dual))) or 1.0
        return 2 / GRID_STEP[self.bits] * dual / spread

    def _strongest(self, scores: np.ndarray, on: int) -> list[int]:
        """The foreign keys that come too close or nearly so, the strongest ``STRONGEST`` of them."""
        limit = min(on - 4, on - float(self.relative_gap) * on) - SLACK * on
        order = np.argpartition(scores, -min(STRONGEST, len(scores)))[-min(STRONGEST, len(scores)) :]
        return [int(j) for j in order if scores[j] > limit and np.isfinite(scores[j])]

    @cached_property
    def _single(self) -> np.ndarray:
        return self.keys.astype(np.float32)
