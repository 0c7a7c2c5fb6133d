"""The best margin of a sign pattern with unit-norm queries and keys, enclosed by rationals; and what m it needs.

For a pattern without zeros and with a null token the margin is the inverse of gamma_2^inf of its sign matrix (Linial,
Shraibman 2009): the same number that the communication measures call margin complexity, upside down. A pattern without
a null token has a free threshold for each query; zeros are ties with it.

**Random projection**, null token, no zeros. Let R be m x D with independent standard normal entries and <w, u> = r for
unit vectors. <Rw, Ru> is a sum of m independent products g h of normal variables of correlation r, and

    E exp(-l g h) = ((1 + l r)^2 - l^2)^(-1/2)    where  l (1 - r) < 1.

At l = r/(1 - r^2) the bracket is 1/(1 - r^2), so for r > 0 (Markov) P(<Rw, Ru> <= 0) <= **(1 - r^2)^(m/2)**. With K
signed entries of margin at least t, some R keeps all signs if K (1 - t^2)^(m/2) < 1; m > 2 ln K / t^2 is enough.

**Affine**, no zeros: each score must move by less than t towards its threshold. With S = <Rw, Ru>/m - r,

    ln E exp(l S m) / m = -(ln(1 - l(1+r)) + l(1+r))/2 - (ln(1 + l(1-r)) - l(1-r))/2
                       <= l^2 (1+r)^2 / (4 (1 - l(1+r))) + l^2 (1-r)^2 / 4  <=  l^2 / (1 - 2l)        (0 <= l < 1/2),

as -ln(1-x) - x <= x^2/(2(1-x)), y - ln(1+y) <= y^2/2 and (1+r)^2 + (1-r)^2 <= 4. With l = t/(2(1 + t)), 1 - 2l =
1/(1 + t), so P(S >= t) <= exp(-m (l t - l^2 (1 + t))) = exp(-m t^2/(4(1 + t))); the other side is the same with -u for
u. So all signs are kept by some R if **K exp(-m t^2/(4(1+t))) < 1**.
"""

import math
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from ..questions import Question
from ..solvers.positive_semidefinite import shown_positive_semidefinite
from ..solvers.sign_rank.margin_program import MarginSolution, margin_solution
from .patterns import pattern_array, sign_array
from .unit_classes.grid_thresholds import problems_of

SCALE = 2**30
"""The unit of the integers that stand for the float solution."""

MAX_VECTORS = 120
"""Most queries and keys together: the programs have as many rows as that."""


class MarginError(ValueError):
    """The pattern is too large, has no signed entry or no bound of a margin, or has zeros where none are allowed."""


@dataclass(frozen=True, eq=False)
class Margin:
    """``lower <= margin <= upper``, both proved in integers (lower -1, upper 1 or 2 where a repair failed: trivial)."""

    question: Question = field(repr=False)
    lower: Fraction
    upper: Fraction
    solution: MarginSolution = field(repr=False)

    @property
    def signed_entries(self) -> int:
        """K."""
        return sum(symbol in "+-" for row in self.question.pattern.rows for symbol in row)


def margin(question: Question) -> Margin:
    """The best margin at unbounded m, enclosed.

    Parameters
    ----------
    question : a sign pattern, with a null token (thresholds 0) or without (free thresholds)

    Guarantee
    ---------
    ``lower`` is the exact margin of a rational Gram matrix that is positive semidefinite with diagonal 1, ``upper``
    follows from rational dual weights; see ``solvers.sign_rank.margin_program``.

    Raises
    ------
    MarginError
        If rows and columns are more than ``MAX_VECTORS`` together, no entry is ``+`` or ``-``, or thresholds are free
        and no row has two of ``+ - 0``.

    Examples
    --------
    >>> from ..questions import match2_question
    >>> found = margin(match2_question(2))
    >>> 1 - found.lower < Fraction(1, 10**4), found.upper - 1 < Fraction(1, 10**4)
    (True, True)
    """
    pattern = pattern_array(question)[: len(question.pattern.rows)]
    affine = not question.null
    solution = _solved(pattern, affine)
    return Margin(question, _gram_margin(pattern, solution, affine), _dual_margin(pattern, solution, affine), solution)


def margin_of_rows(question: Question) -> MarginSolution:
    """The program's solution for the rows that a grid has to meet: the null key, if there is one, is a column of ties.

    Thresholds are free, as the null key may be any vector.

    Raises
    ------
    MarginError
        As for ``margin``.
    """
    if not question.can_be_written_out:
        raise MarginError(f"{question.words} is too large to be written out")
    return _solved(pattern_of_rows(question), True)


def pattern_of_rows(question: Question) -> np.ndarray:
    """The rows that a grid has to meet, as an int8 array: without repetitions, the null key a last column of ties."""
    return sign_array([word for ((word,),) in problems_of(question)[0]])


def _solved(pattern: np.ndarray, affine: bool) -> MarginSolution:
    if sum(pattern.shape) > MAX_VECTORS:
        raise MarginError(f"rows and columns must be at most {MAX_VECTORS} together, got {sum(pattern.shape)}")
    if not (np.abs(pattern) == 1).any():
        raise MarginError("the pattern must have an entry + or -, or there is no margin")
    if affine and all(len(set(row.tolist()) - {2}) < 2 for row in pattern):
        raise MarginError("some row must have two of + - 0, or the margin has no bound, as thresholds are free")
    return margin_solution(pattern, affine=affine)


def projected_dimension(found: Margin) -> int:
    """An m that is enough, by random projection from the margin ``found.lower``; see the module's text.

    Raises
    ------
    MarginError
        If the pattern has zeros, which a projection does not keep, or no positive margin is proved.

    Examples
    --------
    >>> from ..questions import match2_question
    >>> projected_dimension(margin(match2_question(5)))
    28
    """
    if any("0" in row for row in found.question.pattern.rows):
        raise MarginError("a projection does not keep ties; ask for + in place of 0")
    # Rounded down to 12 bits, which costs little and keeps powers short.
    t = Fraction(math.floor(found.lower * 4096), 4096)
    if t <= 0:
        raise MarginError(f"the margin must be positive, got at least {float(found.lower):.2g}")
    entries = found.signed_entries
    if not found.question.null:
        exponent = t * t / (4 * (1 + t))
        return math.floor(math.log(entries) * (1 + 1e-9) / float(exponent)) + 1
    m, power = 0, Fraction(1)
    while entries**2 * power >= 1:
        m, power = m + 1, power * (1 - t * t)
    return m


def gram_vectors(solution: MarginSolution) -> np.ndarray:
    """Vectors with the inner products of the solution's Gram matrix, queries first; floats."""
    values, basis = np.linalg.eigh(solution.gram)
    vectors: np.ndarray = basis * np.sqrt(np.maximum(values, 0))
    return vectors


def homogeneous(question: Question, rows: np.ndarray, columns: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Float tables for the question's homogeneous rows: without a null token each row gets its best threshold.

    That is the mean score of its ties, else the middle between what has to lie above and below.
    """
    if question.null:
        return rows, columns
    signs = pattern_array(question)[: len(rows)]
    scores = rows @ columns.T
    size = np.abs(scores).max() + 1
    high = np.minimum(np.where(signs == 1, scores, np.inf).min(axis=1), size)
    low = np.maximum(np.where(signs == -1, scores, -np.inf).max(axis=1), -size)
    ties = (signs == 0).sum(axis=1)
    mean = np.where(signs == 0, scores, 0).sum(axis=1) / np.maximum(ties, 1)
    levels = np.where(ties > 0, mean, (high + low) / 2)
    plus = np.zeros((1, rows.shape[1] + 1))
    plus[0, -1] = 1
    queries = np.vstack([np.hstack([rows, -levels[:, None]]), plus])
    return queries, np.hstack([columns, np.ones((len(columns), 1))])


def _gram_margin(pattern: np.ndarray, solution: MarginSolution, affine: bool) -> Fraction:
    """The margin of a nearby integer Gram matrix; -1, which holds for all unit vectors, if none was found."""
    rows = len(pattern)
    for shift in range(40, 3, -4):
        shrunk = solution.gram * (1 - 2.0**-shift) * SCALE
        gram = [[round(x) for x in row[: i + 1]] for i, row in enumerate(shrunk.tolist())]
        thresholds = [round(b * (1 - 2.0**-shift) * SCALE) if affine else 0 for b in solution.thresholds.tolist()]
        for i in range(len(gram)):
            gram[i][i] = SCALE
        for i, j in np.argwhere(pattern == 0).tolist():
            gram[rows + j][i] = thresholds[i]
        if shown_positive_semidefinite(gram):
            signed = np.argwhere(np.abs(pattern) == 1).tolist()
            return Fraction(min(int(pattern[i, j]) * (gram[rows + j][i] - thresholds[i]) for i, j in signed), SCALE)
    return Fraction(-1)


def dual_weights(
    pattern: np.ndarray, solution: MarginSolution, affine: bool
) -> tuple[list[list[int]], list[int]] | None:
    """Integers near the dual's weights and diagonal that satisfy the dual program exactly; None if none were found.

    The weights are at least 0 at ``+``, at most 0 at ``-``, and 0 at ``*``; if affine their rows have sum 0; and the
    diagonal less the symmetric matrix of the weights is positive semidefinite, as the checker finds.
    """
    weights = [[round(z * SCALE) for z in row] for row in solution.dual.tolist()]
    for i, row in enumerate(pattern.tolist()):
        for j, sign in enumerate(row):
            if sign == 2 or (abs(sign) == 1 and sign * weights[i][j] < 0):
                weights[i][j] = 0
        if affine:
            _balance(weights[i], row)
    if not any(map(any, weights)):
        return None
    for shift in range(40, 3, -4):
        diagonal = [math.ceil(d * SCALE + 2.0**-shift * SCALE) for d in solution.diagonal.tolist()]
        triangle = [[0] * i + [d] for i, d in enumerate(diagonal[: len(weights)])]
        for j, d in enumerate(diagonal[len(weights) :]):
            triangle.append([*(-row[j] for row in weights), *([0] * j), d])
        if min(diagonal) >= 0 and shown_positive_semidefinite(triangle):
            return weights, diagonal
    return None


def _dual_margin(pattern: np.ndarray, solution: MarginSolution, affine: bool) -> Fraction:
    """The bound of nearby integer dual weights; if none was found 1 (2 if affine), which holds for unit vectors."""
    trivial = Fraction(2 if affine else 1)
    found = dual_weights(pattern, solution, affine)
    if found is None:
        return trivial
    weights, diagonal = found
    total = sum(int(pattern[i, j]) * weights[i][j] for i, j in np.argwhere(np.abs(pattern) == 1).tolist())
    return trivial if total <= 0 else min(trivial, Fraction(sum(diagonal), 2 * total))


def _balance(weights: list[int], signs: list[int]) -> None:
    """Make a row sum to 0 by moving an entry at a zero, else an entry that keeps its sign."""
    excess = sum(weights)
    if not excess:
        return
    first = [j for j, sign in enumerate(signs) if sign == 0 or (abs(sign) == 1 and sign * excess < 0)]
    others = [j for j, sign in enumerate(signs) if abs(sign) == 1 and sign * (weights[j] - excess) >= 0]
    if first or others:
        weights[(first or others)[0]] -= excess
    else:
        weights[:] = [0] * len(weights)
