"""How wide keys of p bits have to be, by the entropy of their sums: class KEYS(p, grid), q-SA and sets above others.

Keys of p bits are real numbers, so what class SIGN needs they need: 2q. And for y drawn uniformly the sum of
its keys determines y (``certificates/theorems/sums.py`` has the proof), so log2 C(N, q) is at most the sum of the
entropies of its m coordinates. With one bit a coordinate counts the keys of y among K of N:

    m >= log2 C(N, q) / max_K H(hypergeometric(N, K, q)), about 2 q log2(N / q) / log2(4.3 q);

with p bits each coordinate is one of q (2^p - 1) + 1 numbers, m >= log C(N, q) / log(q (2^p - 1) + 1). It is the first
bound here that grows with N for queries of any precision; counting queries (GRID) needs queries of p bits.
"""

from math import ceil, comb, log2

import numpy as np

from ..questions import LeastSize, Question
from .bound import Bound, certified_bound

MOST_POSITIONS = 2**16
"""Largest N of which the entropies for all K are worked out: seconds."""
ROUNDED = 2 / 256
"""What the checker may lose of a logarithm, which it rounds."""


def set_sizes(question: Question) -> tuple[int, int]:
    """The least and the largest size of the sets.

    >>> from ..questions import qsa_question, separation_question
    >>> set_sizes(qsa_question(9, 2)), set_sizes(separation_question(9, 1, 3))
    ((2, 2), (1, 3))
    """
    sizes = dict(question.parameters)
    return (sizes["q"], sizes["q"]) if question.task == "qsa" else (sizes["least"], sizes["most"])


def sums_lower(asked: LeastSize) -> Bound:
    """The bound by the entropy of sums of keys, of the size of sets of which there are the most.

    Examples
    --------
    >>> from ..questions import least_size, qsa_question
    >>> for N, q, p in ((2048, 4, 1), (2048, 4, 3), (5, 5, 1)):
    ...     print(sums_lower(least_size(qsa_question(N, q), "m", f"KEYS({p}, midrise)")))
    m >= 20 [CERTIFIED] the sum of its keys determines a subset: entropy of a coordinate of one bit
    m >= 9 [CERTIFIED] the sum of its keys determines a subset: values of a coordinate
    m >= 0 [CERTIFIED] the sum of its keys determines a subset: values of a coordinate
    """
    question = asked.question
    (least, most), N = set_sizes(question), question.columns
    size = min(max(N // 2, least), most)
    few, told = min(size, N - size), log2(comb(N, size))
    one_bit = asked.unit_class.bits == 1 and N <= MOST_POSITIONS
    kind, words = "sums", "values of a coordinate"
    each = log2(few * (2**asked.unit_class.bits - 1) + 1) + ROUNDED
    if one_bit and few and (entropy := largest_entropy(N, few) + ROUNDED) < each:
        kind, words, each = "sums-of-bits", "entropy of a coordinate of one bit", entropy
    value = ceil(max(0, told - ROUNDED) / each)
    method = f"the sum of its keys determines a subset: {words}"
    return certified_bound(asked, "lower", value, method, {"kind": kind, "k": size})


def largest_entropy(N: int, q: int) -> float:
    """The largest entropy, in bits, of how many of q keys are among K of N, over all K.

    >>> round(largest_entropy(2048, 4), 4), round(largest_entropy(4, 1), 4)
    (2.0297, 1.0)
    """
    K, x = np.arange(1, N // 2 + 1)[:, None], np.arange(q + 1)
    inside = (x <= K) & (q - x <= N - K)
    factorials = np.concatenate([[0.0], np.log(np.arange(1, N + 1)).cumsum()])  # their logarithms

    def ways(n: np.ndarray, k: np.ndarray) -> np.ndarray:
        found: np.ndarray = factorials[n] - factorials[k] - factorials[n - k]
        return found

    both = ways(K, np.where(inside, x, 0)) + ways(N - K, np.where(inside, q - x, 0)) - ways(np.array(N), np.array(q))
    entropies = np.where(inside, -both * np.exp(both), 0).sum(axis=1)
    return float(entropies.max() / np.log(2))
