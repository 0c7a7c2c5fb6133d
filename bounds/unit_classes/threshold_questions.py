"""Finite tasks with a public output token: tables whose last position always holds token 0 and gives the answer."""

from collections.abc import Callable
from itertools import product

from ...questions import Question, computation_question


def public_output_question(bits: int, answer: Callable[[tuple[int, ...]], bool], label: str) -> Question:
    """A Boolean function of some bits, asked at position ``bits``, where token 0 always stands.

    The answers at the other positions are 0; they are not asked for.

    >>> public_output_question(1, lambda x: x[0] == 1, "copy").finite.listed
    (((0, 0), (0, 0)), ((1, 0), (0, 1)))
    """
    answers = tuple(((*word, 0), (*((0,) * bits), int(answer(word)))) for word in product((0, 1), repeat=bits))
    return computation_question("table", answers=answers, label=label, alphabet=2, length=bits + 1)


def parity_question(k: int) -> Question:
    """1 iff an odd number of the k bits are 1.

    >>> parity_question(3).words
    "the computation of a table 'parity of 3 bits' with 8 inputs (alphabet=2, length=4)"
    """
    return public_output_question(k, lambda word: sum(word) % 2 == 1, f"parity of {k} bits")


def intersection_question(n: int) -> Question:
    """1 iff two sets of n bits intersect (the negation of DISJ_n): bit i of Alice at position i, of Bob at n + i.

    Negating the answer negates the polynomial and the outputs, so every size is that of DISJ_n.
    """
    return public_output_question(2 * n, lambda word: any(word[i] & word[n + i] for i in range(n)), f"not DISJ_{n}")
