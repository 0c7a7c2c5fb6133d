"""Least number of heads in class THRESH: real softmax, any m and p, the answer of one position read off by a threshold.

Lower bounds are the one-hot threshold degree and the sign-rank of a cut, upper bounds units that are run on every
input; the arguments are in ``certificates/maps.py``. The two lower bounds are incomparable: parity of
k bits has degree k and cuts of sign-rank 2; DISJ_n has degree 2 and a cut of sign-rank n + 1, so that
H >= log2(n + 3) - 1.

The sign pattern of a cut: rows and columns are what Alice and Bob may hold, one token being fixed.

Finite tasks with a public output token: tables whose last position always holds token 0 and gives the answer.

The least number of heads at which a sign-rank can be reached.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import lcm, prod

from ...questions import FiniteTask, Question, SignPattern, computation_question, least_size, pattern_question
from ...questions.finite_task import Word
from ...questions.outputs import at_position
from ...questions.question import MAX_CELLS
from ...solvers.outcome import NotDecided
from ...solvers.units.softmax_search import NoHeadsFound, softmax_heads
from ...solvers.units.threshold_degree import OrthogonalWeights, SignPolynomial, reciprocal_sum, sign_polynomial
from ..bound import Bound, certified_bound, premise
from ..lower.cycle import sign_rank_lower

Words = tuple[Word, ...]

STARTS = 1000
"""Default number of starts of a search for weights and values."""


class ThresholdQuestionError(ValueError):
    """The question, the position or the token is not one that class THRESH is asked about."""


@dataclass(frozen=True)
class OneHotDegree:
    """The one-hot threshold degree with one token fixed at the output position, proved from both sides.

    ``polynomial`` has the signs and degree ``degree``; ``heads`` is H >= degree with its evidence (None for degree 0:
    the answer is constant).
    """

    token: int
    degree: int
    polynomial: SignPolynomial
    heads: Bound | None


def degree_blocks(question: Question, position: int) -> list[tuple[list[tuple[int, ...]], list[bool]]]:
    """For each token at the position, the inputs that have it there and the signs that a polynomial is to have."""
    inputs, answers = _asked(question, position)
    tokens = sorted({word[position] for word in inputs})
    numbers = [[k for k, word in enumerate(inputs) if word[position] == token] for token in tokens]
    return [([inputs[k] for k in chosen], [answers[k] for k in chosen]) for chosen in numbers]


def one_hot_degree(question: Question, position: int, token: int) -> OneHotDegree | NotDecided:
    """Least degree of a polynomial in the indicators [x_j = s] with the signs of the answers at a position.

    Parameters
    ----------
    question : a ``computation`` with answers 0 and 1 at the position
    position : 0 .. N-1
    token : the inputs with this token at the position

    Guarantee
    ---------
    The polynomial is verified on every input, the lower bound by the checker.

    Raises
    ------
    ThresholdQuestionError
        If there is no such input, or an answer is neither 0 nor 1.

    Examples
    --------
    >>> from .threshold_heads import intersection_question, parity_question
    >>> one_hot_degree(parity_question(3), 3, 0).degree, one_hot_degree(intersection_question(2), 4, 0).degree
    (3, 2)
    """
    inputs, answers = _asked(question, position)
    chosen = [k for k, word in enumerate(inputs) if word[position] == token]
    if not chosen:
        raise ThresholdQuestionError(f"token must occur at position {position}, got {token}; try {inputs[0][position]}")
    words, signs = [inputs[k] for k in chosen], [answers[k] for k in chosen]
    weights: OrthogonalWeights | None = None
    for degree in range(len(words[0]) + 1):
        found = sign_polynomial(words, signs, degree)
        if isinstance(found, NotDecided):
            return found
        if isinstance(found, SignPolynomial):
            if not degree or weights is None:
                return OneHotDegree(token, 0, found, None)
            listed = [[list(words[k]), weight] for k, weight in weights.weights]
            evidence = {"kind": "threshold-degree", "degree": degree, "weights": listed}
            method = f"one-hot threshold degree with token {token} at the position"
            return OneHotDegree(token, degree, found, _heads(question, position, "lower", degree, method, evidence))
        weights = found
    raise AssertionError("products of all indicators separate all inputs")


def cut_rank_heads(question: Question, position: int, alice: tuple[int, ...], token: int = 0) -> Bound:
    """H >= h from the sign-rank of the matrix of a cut, with a token fixed at the output position.

    Raises
    ------
    ThresholdQuestionError
        If the token does not occur at the position, or the matrix is too large to be written out.

    Examples
    --------
    >>> from .threshold_heads import intersection_question
    >>> cut_rank_heads(intersection_question(2), 4, (0, 1)).value
    2
    """
    _asked(question, position)
    assert question.finite is not None  # _asked has looked
    cut = cut_pattern(question.finite, position, token, alice)
    if cut is None:
        raise ThresholdQuestionError(f"token {token} does not occur at position {position}, or the cut is too large")
    rows, columns, pattern = cut
    bound = sign_rank_lower(pattern_question(pattern))
    words = {"rows": [list(word) for word in rows], "columns": [list(word) for word in columns]}
    evidence = {"kind": "cut-rank", "token": token, "alice": list(alice), **words, "of": premise(bound)}
    method = f"sign-rank >= {bound.value} of the cut with Alice at positions {list(alice)}"
    return _heads(question, position, "lower", least_heads(bound.value), method, evidence)


def symmetric_heads(question: Question) -> Bound:
    """H <= the number of changes of a symmetric Boolean function of bits at positions 0 .. N-2, output at N-1.

    Head h gives a bit 1 the weight 2^h, a bit 0 and the output token 1, and the output token has the only value: with
    s ones among k bits it puts out r_h / D_h(s), D_h(s) = k + 1 + (2^h - 1) s. With d heads, c + sum_h r_h / D_h(s) can
    be made any polynomial of degree at most d over D_1(s) .. D_d(s) (partial fractions): take a product of d factors
    that change sign between s and s + 1 wherever the function does.

    Raises
    ------
    ThresholdQuestionError
        If the function is not symmetric, is constant, or not on bits with token 0 at the output.

    Examples
    --------
    >>> from .threshold_heads import parity_question
    >>> symmetric_heads(parity_question(5)).value
    5
    """
    bits = 0 if question.finite is None else question.finite.length - 1
    inputs, answers = _asked(question, bits)
    by_count: dict[int, bool] = {}
    for word, answer in zip(inputs, answers, strict=True):
        if word[-1] or max(word) > 1 or by_count.setdefault(sum(word), answer) != answer:
            raise ThresholdQuestionError(f"{question.words} is not symmetric in bits with token 0 at the output")
    if len(inputs) < 2**bits:
        raise ThresholdQuestionError(f"{question.words} lists {len(inputs)} of the {2**bits} words of {bits} bits")
    last = [s for s in range(bits) if by_count[s] != by_count[s + 1]]
    if not last:
        raise ThresholdQuestionError(f"{question.words} is constant: no head is needed")
    denominators = [(bits + 1, 2 ** (h + 1) - 1) for h in range(len(last))]
    sign = 1 if by_count[bits] else -1
    values = [
        Fraction(sign * prod(2 * s - 2 * place - 1 for place in last), prod(a + b * s for a, b in denominators))
        for s in range(len(last) + 1)
    ]
    constant, *residues = reciprocal_sum(values, range(len(values)), denominators)
    scale = lcm(*(r.denominator for r in residues))
    heads = [_reciprocal_head(bits, h + 1, int(r * scale)) for h, r in enumerate(residues)]
    evidence = {"kind": "softmax-weights", "at": str(-constant * scale), "heads": heads}
    return _heads(question, bits, "upper", len(heads), "a head for each change of a symmetric function", evidence)


def searched_heads(
    question: Question,
    position: int,
    heads: int,
    *,
    seed: int = 0,
    starts: float = STARTS,
    seconds: float = float("inf"),
) -> Bound | NoHeadsFound:
    """H <= the given number, if a search finds weights and values; else how far it got, which proves nothing.

    It ends after so many ``starts``, or at a time limit if one is given.

    Examples
    --------
    >>> from .threshold_heads import intersection_question
    >>> searched_heads(intersection_question(2), 4, 2).value
    2
    """
    inputs, answers = _asked(question, position)
    assert question.finite is not None  # _asked has looked
    alphabet = question.finite.alphabet
    deadline = time.monotonic() + seconds
    found = softmax_heads(inputs, answers, alphabet, position, heads, seed=seed, starts=starts, deadline=deadline)
    if isinstance(found, NoHeadsFound):
        return found
    tables = [{"weights": w, "values": v} for w, v in zip(found.weights, found.values, strict=True)]
    evidence = {"kind": "softmax-weights", "at": "0", "heads": tables}
    return _heads(question, position, "upper", heads, "weights and values found by a search", evidence)


def _heads(
    question: Question, position: int, side: str, value: int, method: str, evidence: Mapping[str, object]
) -> Bound:
    """A bound on H in class THRESH, for the question asked at the position."""
    asked = at_position(question, position)
    return certified_bound(least_size(asked, "H", "THRESH"), side, value, method, evidence)


def _asked(question: Question, position: int) -> tuple[list[tuple[int, ...]], list[bool]]:
    if question.finite is None:
        raise ThresholdQuestionError(f"question must be a computation, got {question.words}")
    if not 0 <= position < question.finite.length:
        raise ThresholdQuestionError(f"position must be 0 .. {question.finite.length - 1}, got {position}")
    if question.finite.position not in (None, position):
        raise ThresholdQuestionError(f"position is {question.finite.position} in the question, got {position}")
    inputs, answers = [], []
    for tokens, wanted in question.finite.pairs():
        if wanted[position] is None:  # not asked for
            continue
        if wanted[position] not in (0, 1):
            raise ThresholdQuestionError(f"answers at position {position} must be 0 or 1, got {wanted[position]}")
        inputs.append(tokens)
        answers.append(wanted[position] == 1)
    return inputs, answers


def _reciprocal_head(bits: int, score: int, value: int) -> dict[str, object]:
    """Weights 1 and 2^score for the tokens 0 and 1 at every position, the value for those at the last one."""
    weights = [1, 2**score] * (bits + 1)
    return {"weights": [weights, weights], "values": [*[0] * (2 * bits), value, value]}


def cut_pattern(
    task: FiniteTask, position: int, token: int, alice: tuple[int, ...]
) -> tuple[Words, Words, SignPattern] | None:
    """The pattern of the inputs with a token at a position, Bob holding what Alice does not; None if it is none.

    Rows and columns are the words of both in lexicographic order: ``+`` for answer 1, ``-`` for 0, ``*`` for no input.

    >>> xor = FiniteTask("table", (("alphabet", 2), ("length", 3)), tuple(
    ...     ((a, b, 0), (0, 0, a ^ b)) for a in (0, 1) for b in (0, 1)))
    >>> cut_pattern(xor, 2, 0, (0,))[2].rows
    ('-+', '+-')
    """
    bob = tuple(j for j in range(task.length) if j != position and j not in alice)
    cells: dict[tuple[Word, Word], str] = {}
    for tokens, answers in task.pairs():
        if tokens[position] == token and answers[position] is not None:
            cell = tuple(tokens[j] for j in alice), tuple(tokens[j] for j in bob)
            cells[cell] = "+" if answers[position] else "-"
    rows, columns = tuple(sorted({a for a, _ in cells})), tuple(sorted({b for _, b in cells}))
    if not cells or len(rows) * len(columns) > MAX_CELLS:
        return None
    signs = tuple("".join(cells.get((a, b), "*") for b in columns) for a in rows)
    return rows, columns, SignPattern(signs, null=True)


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


def least_heads(rank: int) -> int:
    """The least H with 2^(H+1) - 2 >= rank.

    >>> [least_heads(rank) for rank in (0, 2, 3, 6, 7, 14, 15)]
    [0, 1, 2, 2, 3, 3, 4]
    """
    return max(0, (max(rank, 0) + 1).bit_length() - 1)
