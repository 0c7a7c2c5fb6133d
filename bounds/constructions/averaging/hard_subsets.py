"""Subsets on which a selection of q among N positions is likely to fail: the adversaries of the q-SA constructions.

In turn: runs of neighbouring positions (at both ends and inside), every second position, evenly spread ones, the first
and the last together, two clusters with one position missing between them; subsets into which the strongest
off-subset key has been exchanged (a climb towards near misses); and random ones. All seeded.
"""

import random
from collections.abc import Callable, Iterator
from itertools import chain, islice

import numpy as np

Subset = tuple[int, ...]


def hard_subsets(
    positions: int, q: int, count: int, seed: int, scores: Callable[[Subset], np.ndarray]
) -> Iterator[Subset]:
    """At least ``count`` different subsets (or all there are, if the draws repeat), the structured ones first.

    Parameters
    ----------
    scores : the scores of all positions for a subset's query; used to exchange a member for the strongest outsider

    Examples
    --------
    >>> found = list(hard_subsets(9, 2, 20, 0, lambda y: np.arange(9)))
    >>> found[:3], len(found) >= 20
    ([(0, 1), (7, 8), (3, 4)], True)
    """
    seen: set[Subset] = set()
    draws = _draws(positions, q, random.Random(seed), scores)
    structured = [y for y in _structured(positions, q) if len(y) == q]
    for subset in chain(structured, islice(draws, 4 * count)):
        if subset not in seen:
            seen.add(subset)
            yield subset
        if len(seen) >= max(count, len(set(structured))):
            return


def _structured(positions: int, q: int) -> Iterator[Subset]:
    middle = (positions - q) // 2
    for start in (0, positions - q, middle):
        yield tuple(range(start, start + q))
    step = positions // q
    yield tuple(range(0, positions, step))[:q]
    yield tuple(range(step // 2, positions, step))[:q]
    if 2 * q <= positions:
        yield tuple(range(0, 2 * q, 2))
        yield tuple(range(positions - 2 * q, positions, 2))
    yield tuple(sorted({*range((q + 1) // 2), *range(positions - q // 2, positions)}))
    if q < positions:
        left = (q + 1) // 2
        yield tuple(j for j in range(middle, middle + q + 1) if j != middle + left)


def _draws(positions: int, q: int, rng: random.Random, scores: Callable[[Subset], np.ndarray]) -> Iterator[Subset]:
    while True:
        subset = tuple(sorted(rng.sample(range(positions), q)))
        yield subset
        if q < positions:
            start = rng.randrange(positions - q + 1)
            yield tuple(range(start, start + q))
            found = scores(subset)
            outsiders = np.delete(np.arange(positions), list(subset))
            strongest = int(outsiders[int(np.argmax(found[outsiders]))])
            yield tuple(sorted({*subset, strongest} - {rng.choice(subset)}))
