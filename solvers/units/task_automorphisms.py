"""Permutations of positions, and of the tokens at each, that a finite task does not notice."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import permutations
from math import factorial

from ...questions.finite_task import FiniteTask
from .fixed_tables import Automorphism

MAX_TOKENS = 5
"""Most tokens at a position whose bijections are gone through."""


def task_automorphisms(
    task: FiniteTask,
    deadline: float,
    *,
    most: int = 64,
    alike: bool = False,
    in_order: bool = False,
    seen: Callable[[int], Sequence[int]] | None = None,
) -> list[Automorphism]:
    """Up to ``most`` automorphisms, the identity left out, by backtracking position by position.

    Parameters
    ----------
    task : FiniteTask
    deadline : value of ``time.monotonic()`` at which to give up
    most : int
    alike : whether the tokens have to be renamed alike at all positions
    in_order : whether positions stay
    seen : the positions that a position sees; what is seen where an answer is asked for is kept

    Examples
    --------
    The parity of two bits at positions 1 and 2, asked for at position 0: swap the two, flip both.

    >>> words = [(0, a, b) for a in (0, 1) for b in (0, 1)]
    >>> listed = tuple((word, (sum(word) % 2, None, None)) for word in words)
    >>> task = FiniteTask("table", (("alphabet", 2), ("length", 3)), listed)
    >>> len(task_automorphisms(task, time.monotonic() + 10))
    3
    """
    listed = list(task.pairs())
    length = task.length
    used = [sorted({word[j] for word, _ in listed}) for j in range(length)]
    rows = None
    if seen is not None:
        asked = {i for _, answers in listed for i, answer in enumerate(answers) if answer is not None}
        rows = {i: frozenset(seen(i)) for i in asked}
    if any(factorial(len(tokens)) > factorial(MAX_TOKENS) for tokens in used):
        return []
    found: list[Automorphism] = []

    def extend(positions: tuple[int, ...], tokens: tuple[tuple[int, ...], ...]) -> Iterator[Automorphism]:
        j = len(positions)
        if j == length:
            yield Automorphism(positions, tokens)
            return
        for place in range(length):
            if (
                (in_order and place != j)
                or place in positions
                or len(used[place]) != len(used[j])
                or time.monotonic() > deadline
            ):
                continue
            if rows is not None and not _keeps(rows, (*positions, place)):
                continue
            for images in permutations(used[place]):
                renaming = _completed(used[j], images, task.alphabet)
                if alike and tokens and renaming != tokens[0]:
                    continue
                longer = ((*positions, place), (*tokens, renaming))
                here = Counter(
                    (tuple(renamed[token] for renamed, token in zip(longer[1], word, strict=False)), answers[: j + 1])
                    for word, answers in listed
                )
                there = Counter(
                    (tuple(word[i] for i in longer[0]), tuple(answers[i] for i in longer[0]))
                    for word, answers in listed
                )
                if here == there:
                    yield from extend(*longer)

    for automorphism in extend((), ()):
        if automorphism.positions != tuple(range(length)) or any(
            renaming != tuple(range(task.alphabet)) for renaming in automorphism.tokens
        ):
            found.append(automorphism)
        if len(found) >= most:
            break
    return found


def _keeps(rows: Mapping[int, frozenset[int]], places: tuple[int, ...]) -> bool:
    """Whether the last of these positions goes to a place that sees, and is seen, as it does and is."""
    j, place = len(places) - 1, places[-1]

    def kept(i: int, k: int) -> bool:
        there = rows.get(places[i])
        return i not in rows or (there is not None and (k in rows[i]) == (places[k] in there))

    return (j in rows) == (place in rows) and all(kept(i, j) and kept(j, i) for i in range(j + 1))


def _completed(tokens: list[int], images: tuple[int, ...], alphabet: int) -> tuple[int, ...]:
    """The renaming as a permutation of the alphabet: what never occurs goes, in order, to what is never an image."""
    known = dict(zip(tokens, images, strict=True))
    spare = iter([token for token in range(alphabet) if token not in images])
    return tuple(known[token] if token in known else next(spare) for token in range(alphabet))
