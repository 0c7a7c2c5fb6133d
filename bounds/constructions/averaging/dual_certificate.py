"""The query of a subset for random sign keys: a least-squares dual certificate, rounded, tied exactly, then refined.

w is the least real vector with <w, u_j> = 1 for j in y and <w, u_l> = h_l for the foreign keys l in a list L. L starts
empty, which is the certificate of Sanford, Hsu, Telgarsky 2023 (arXiv 2306.02896), Theorem 2. After rounding to
midrise(p) with exactly equal scores on y (below), all N scores are computed; while the gap is not the one
asked for, the strongest foreign keys join L, and those that are there are asked for less. Only keys in the far tail of
the N scores ever do, so L stays short and costs little of the score on y, where a larger m would have to push the
whole tail down.

Round a real query to odd integers so that its scores with q given sign keys are exactly equal.

Every entry becomes one of its two neighbours in the grid midrise(p) = {+-1, +-3, .., +-(2^p - 1)}, so that the
question is which of the two: 2^m choices for q - 1 equations. Exchanging neighbours at coordinate a changes the score
of key u by +-2 u[a].

**Parity.** For odd w and sign vectors u, v: <w, u> - <w, v> = sum of +-2 w[a] over the coordinates where they differ,
which is 2 (number of these) mod 4. So scores can only tie if u and v differ at an even number of coordinates, which
holds for all keys at once if every key has an even number of entries -1; then all scores with one query are congruent
mod 4, also off the part, and a gap that is positive is at least 4.

**Search.** With r = (scores - target)/2 and v_a = +-u[a] for a coordinate's exchange, exchanging a pair adds v_a +
v_b, entries 0 and +-2; where the patterns of a and b agree up to sign except for one key, exactly that score moves, by
4. Take the pair that lowers |r|^2 most, |r + v_a + v_b|^2 - |r|^2 = 2 r v_a + 2 r v_b + 2 q + 2 v_a v_b, among the
coordinates whose exchange costs least; at a local minimum exchange one at random and set the target anew. Floats only
propose: the ties are integer equalities, which the caller checks again on the scores.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

import numpy as np

from ..construction import ConstructionError

GRID_STEP = {1: 2.0, 2: 0.996, 3: 0.586, 4: 0.335}
"""Distance of neighbouring grid points over the standard deviation, for the least square error of a normal variable."""

STEP, STRONGEST, SLACK = 0.5, 16, 0.05
"""How much less a foreign key is asked for each time it comes too close; how many at a time; what counts as close."""

DIGITS = 9
"""Decimal digits that are kept of the real certificate: what comes after them depends on the processor, and would order
entries that are equal."""

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
        return np.round(2 / GRID_STEP[self.bits] * dual / spread, DIGITS)

    def _strongest(self, scores: np.ndarray, on: int) -> list[int]:
        """The foreign keys that come too close or nearly so, the strongest ``STRONGEST`` of them."""
        limit = min(on - 4, on - float(self.relative_gap) * on) - SLACK * on
        count = min(STRONGEST, len(scores))
        least = np.partition(scores, -count)[-count]  # of those that are equal the first, on every processor
        order = [*np.flatnonzero(scores > least), *np.flatnonzero(scores == least)][:count]
        return [int(j) for j in order if scores[j] > limit and np.isfinite(scores[j])]

    @cached_property
    def _single(self) -> np.ndarray:
        return self.keys.astype(np.float32)


STEPS = 400
"""Exchanges before a wider choice of coordinates is tried."""

WIDTHS = ((128, 0), (112, 16), (352, 32), (896, 128))
"""How many coordinates take part: those whose exchange costs least, and some of the others, more if that fails.

The cheapest may all be places where two keys differ (or four cancel), and then half of all sums are out of reach.
"""

HALFWAY = 1e-9
"""Entries this close to the middle between two grid points are rounded at random."""


class NoExactTieError(ConstructionError):
    """No rounding with exactly tied scores was found within the steps; there may be one all the same."""


def tied_query(keys: np.ndarray, wanted: np.ndarray, bits: int, seed: int) -> np.ndarray:
    """An odd integer vector near ``wanted`` with the same score for every key.

    Parameters
    ----------
    keys : (q, m) array of +-1, each row with an even number of -1
    wanted : (m,) floats, in units of the grid (neighbouring integers of the grid are 2 apart)
    bits : p, the grid is midrise(p)
    seed : of the random exchanges

    Raises
    ------
    NoExactTieError
        If the search ends without.

    Examples
    --------
    >>> keys = np.array([[1, 1, 1, 1, 1, 1], [1, 1, 1, 1, -1, -1]])
    >>> query = tied_query(keys, np.array([1.0, 1, 1, 1, 0.1, 0]), 1, 0)
    >>> (keys @ query).tolist(), set(query.tolist()) <= {-1, 1}
    ([4, 4], True)
    """
    top = 2**bits - 1
    below = np.clip(2 * np.floor((wanted - 1) / 2).astype(np.int64) + 1, -top, top - 2)
    above = wanted - below - 1
    # Half-way entries (zeros, where the keys of an even part cancel) would all fall to the side that noise favours.
    halfway = np.abs(above) < HALFWAY
    up = np.where(halfway, np.random.default_rng(seed).random(len(wanted)) < 0.5, above > 0)
    query = np.where(up, below + 2, below)
    scores = keys.astype(np.int64) @ query
    if (scores == scores[0]).all():
        return query
    other = 2 * below + 2 - query
    damage = np.abs(wanted - other) - np.abs(wanted - query)
    cheapest = np.argsort(damage, kind="stable")
    for attempt, (cheap, others) in enumerate(WIDTHS):
        rng = np.random.default_rng((seed, attempt))
        rest = cheapest[cheap:]
        places = np.concatenate([cheapest[:cheap], rng.choice(rest, size=min(others, len(rest)), replace=False)])
        found = _search(keys, query, other, places, rng)
        if found is not None:
            return found
        if len(places) == len(query):
            break
    raise NoExactTieError(
        f"q must be small enough for an exact tie to be found, got {len(keys)} keys of {keys.shape[1]} signs and none "
        f"within {STEPS} steps; try a larger m, another seed, or more heads (up to 16 keys a head are usually fine)"
    )


def _search(
    keys: np.ndarray, query: np.ndarray, other: np.ndarray, places: np.ndarray, rng: np.random.Generator
) -> np.ndarray | None:
    query, other = query.copy(), other.copy()
    q = len(keys)
    signs = ((other[places] - query[places]) // 2).astype(np.float32)
    moves = keys[:, places].T.astype(np.float32) * signs[:, None]
    products = moves @ moves.T  # small integers: exact in single precision
    np.fill_diagonal(products, np.float32(4 * q + 4 * keys.shape[1] ** 2))  # no coordinate with itself
    scores = keys.astype(np.int64) @ query
    target = _target(scores)

    def exchange(a: int) -> None:
        place = places[a]
        scores[:] += (other[place] - query[place]) * keys[:, place].astype(np.int64)
        query[place], other[place] = other[place], query[place]
        diagonal = products[a, a]
        moves[a] *= -1
        products[a, :] *= -1
        products[:, a] *= -1
        products[a, a] = diagonal

    for _ in range(STEPS):
        rest = (scores - target) // 2
        if not rest.any():
            return query
        along = moves @ rest.astype(np.float32)
        change = products + along[:, None]
        change += along[None, :]
        best = int(np.argmin(change))
        a, b = divmod(best, len(places))
        if change[a, b] + q < 0:
            exchange(a)
            exchange(b)
            continue
        half = len(places) // 2 + 1  # the cheaper half, so that a detour costs little
        for _ in range(int(rng.integers(1, 4))):
            exchange(int(rng.integers(half)))
        target = _target(scores)
    return None


def _target(scores: np.ndarray) -> int:
    """The integer nearest to the mean that is congruent to the scores mod 4."""
    first = int(scores[0])
    return first + 4 * round((float(scores.mean()) - first) / 4)
