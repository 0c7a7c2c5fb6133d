"""Every set of exactly k of n items as a query: what a retriever that may be asked anything has to rank.

One vector takes min(2k, n - 2) dimensions for these, 2 <= k <= n/2, and min(2k, n - 1) for all sets of at most k
(``probe topk``): two questions.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, combinations
from math import comb

import numpy as np
import scipy.sparse as sparse

from ..task import TaskError
from ..words import integer_word, named_words
from .reading import Reading
from .relevance import Relevance

WORD = "subsets"
"""What stands for these data in place of a file, followed by ``n=`` and ``k=``."""

MOST_PAIRS = 1_000_000
"""Most relevant pairs that are listed."""


def all_subsets(n: int, k: int) -> Relevance:
    """Queries are the k-subsets of n items, in lexicographic order.

    Parameters
    ----------
    n : int >= 2
    k : int, 1 <= k < n

    Raises
    ------
    TaskError
        If they are out of range, or there are more than a million relevant pairs.

    Examples
    --------
    >>> data = all_subsets(4, 2)
    >>> data.words, data.queries[1], data.grades.toarray()[1].astype(int).tolist()
    ('all 2-subsets of 4: 6 queries, 4 items, 12 relevant pairs, at most 2 for a query', '0 2', [1, 0, 1, 0])
    """
    if not 1 <= k < n:
        raise TaskError(f"{WORD}: k must be 1 .. n - 1, got k={k}, n={n}; try n=46 k=2")
    count = comb(n, k)
    if k * count > MOST_PAIRS:
        shown = f"{count:,}" if count < 10**15 else f"some 10^{len(str(count)) - 1}"
        raise TaskError(
            f"{WORD}: there are {shown} sets of {k} of {n} items, and at most {MOST_PAIRS:,} relevant pairs are "
            f"listed; take a smaller n or k, or ask headcount probe topk N={n} k={k} least={k} (without least: all "
            "sets of at most k, another question)"
        )
    sets = list(combinations(range(n), k))
    columns = np.fromiter(chain.from_iterable(sets), dtype=np.int64, count=k * count)
    grades = sparse.csr_array((np.ones(k * count), columns, np.arange(count + 1) * k), shape=(count, n))
    queries = tuple(" ".join(map(str, one)) for one in sets)
    free = sparse.csr_array((count, n), dtype=bool)
    read = Reading("subsets", "listed")
    return Relevance(queries, tuple(map(str, range(n))), grades, free, f"all {k}-subsets of {n}", read)


def subsets_from_words(words: Sequence[str]) -> Relevance:
    """The data that words such as ``n=46 k=2`` name.

    Raises
    ------
    TaskError
        If they are not n and k.

    Examples
    --------
    >>> subsets_from_words(["n=4", "k=1"]).name
    'all 1-subsets of 4'
    """
    values = named_words(words)
    if set(values) != {"n", "k"}:
        raise TaskError(f"{WORD} takes n, the number of items, and k, how many a query asks for; try {WORD} n=46 k=2")
    return all_subsets(integer_word("n", values["n"]), integer_word("k", values["k"]))
