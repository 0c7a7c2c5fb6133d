"""Round a real query to odd integers so that its scores with q given sign keys are exactly equal.

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

import numpy as np

from ..construction import ConstructionError

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
