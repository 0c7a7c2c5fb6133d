"""Bi-quadratic final polynomials: why a uniform chirotope that violates no identity may still have no vectors.

In an identity ``sum of terms = 0`` in which all terms but one have the same sign, the odd one is the largest in absolute value:
|odd| > |other| for each other term. Both sides are products of determinants |det S| and scores |w_r . u_c|. In logarithms
these are linear; if the linear system has no solution, Farkas multipliers name inequalities whose product says x < x
(Bokowski, Richter-Gebert, *On the finding of final polynomials*, 1990; the scores of the rows are added here, which argues about
rows and columns at once). The signs used form a clause that every realisation satisfies.
"""

from dataclasses import dataclass
from math import gcd

import numpy as np
from flint import fmpq_mat, fmpz_mat
from scipy.optimize import linprog
from scipy.sparse import csr_matrix

from .subsets import three_term

STAR = 2


@dataclass(frozen=True)
class Inequality:
    """|term ``larger``| > |term ``smaller``| in an identity, ``times`` times.

    ``identity`` is ("cramer", row, t) with t the number of the (d+1)-set, or ("plucker", Abc, Aef, Abe) by determinant numbers.
    A term is (determinant numbers, score or -1).
    """

    identity: tuple
    larger: tuple[tuple[int, ...], int]
    smaller: tuple[tuple[int, ...], int]
    times: int = 1


@dataclass(frozen=True)
class FinalPolynomial:
    """Inequalities that multiply to a contradiction, and the determinants whose signs they use."""

    inequalities: tuple[Inequality, ...]
    determinants: tuple[int, ...]


def final_polynomial(
    pattern: np.ndarray, chi: np.ndarray, faces: np.ndarray, large: np.ndarray, *, rng: np.random.Generator, tries: int = 3
) -> FinalPolynomial | None:
    """A final polynomial of a uniform chirotope that fits the pattern, or None if the linear system has a solution.

    Parameters
    ----------
    pattern : int8 array (R, C) without zeros
    chi : int8 array of +-1, one per d-subset
    faces, large : the (d+1)-subsets and their faces (see ``subsets``)
    tries : how many random objectives to try for a short clause
    """
    inequalities, uses, matrix = _system(pattern, chi, faces, large)
    if not inequalities:
        return None
    best: FinalPolynomial | None = None
    equality = csr_matrix(np.ones((1, len(inequalities))))
    from scipy.sparse import vstack

    conditions = vstack([matrix.T, equality]).tocsr()
    right = np.zeros(matrix.shape[1] + 1)
    right[-1] = 1.0
    for _ in range(tries):
        objective = rng.random(len(inequalities)) + 0.1
        solution = linprog(objective, A_eq=conditions, b_eq=right, bounds=(0, None), method="highs-ds")
        if solution.status != 0:
            return None
        found = _exact(inequalities, uses, matrix, np.nonzero(solution.x > 1e-9)[0])
        if found is not None and (best is None or len(found.determinants) < len(best.determinants)):
            best = found
    return best


def _system(
    pattern: np.ndarray, chi: np.ndarray, faces: np.ndarray, large: np.ndarray
) -> tuple[list[Inequality], list[tuple[int, ...]], csr_matrix]:
    """The inequalities, the determinants whose signs each needs, and the matrix of exponents (larger - smaller)."""
    rows, columns = pattern.shape
    d = large.shape[1] - 1
    inequalities: list[Inequality] = []
    uses: list[tuple[int, ...]] = []
    if columns >= d + 2 and d >= 2:
        pairs, signs = three_term(columns, d)
        products = chi[pairs[:, :, 0]] * chi[pairs[:, :, 1]] * signs
        odd = np.argmax(products == -products.sum(axis=1, keepdims=True), axis=1)
        for k, numbers in enumerate(pairs.tolist()):
            identity = ("plucker", numbers[0][0], numbers[0][1], numbers[1][0])
            used = tuple(sorted({number for pair in numbers for number in pair}))
            for other in range(3):
                if other != odd[k]:
                    inequalities.append(Inequality(identity, (tuple(numbers[odd[k]]), -1), (tuple(numbers[other]), -1)))
                    uses.append(used)
    alternating = np.where(np.arange(d + 1) % 2 == 0, 1, -1)
    for row in range(rows if d >= 2 else 0):
        entries = pattern[row][large]
        products = chi[faces] * alternating * entries
        total = products.sum(axis=1)
        lonely = (np.abs(total) == d - 1) & (entries != STAR).all(axis=1)
        for t in np.nonzero(lonely)[0].tolist():
            odd_term = int(np.nonzero(products[t] == -np.sign(total[t]))[0][0])
            numbers, members = faces[t].tolist(), large[t].tolist()
            used = tuple(sorted(numbers))
            for other in range(d + 1):
                if other != odd_term:
                    larger = ((numbers[odd_term],), row * columns + members[odd_term])
                    smaller = ((numbers[other],), row * columns + members[other])
                    inequalities.append(Inequality(("cramer", row, t), larger, smaller))
                    uses.append(used)
    entries_of: list[tuple[int, int, int]] = []
    for k, inequality in enumerate(inequalities):
        for (determinants, score), sign in ((inequality.larger, 1), (inequality.smaller, -1)):
            entries_of += [(k, number, sign) for number in determinants]
            if score >= 0:
                entries_of.append((k, len(chi) + score, sign))
    shape = (len(inequalities), len(chi) + rows * columns)
    if not entries_of:
        return inequalities, uses, csr_matrix(shape)
    where_row, where_column, value = (np.array(x) for x in zip(*entries_of, strict=True))
    return inequalities, uses, csr_matrix((value, (where_row, where_column)), shape=shape)


def _exact(
    inequalities: list[Inequality], uses: list[tuple[int, ...]], matrix: csr_matrix, support: np.ndarray
) -> FinalPolynomial | None:
    """Integer multipliers on the support of a vertex: the null space there is a line."""
    part = matrix[support].toarray().astype(int)
    part = part[:, (part != 0).any(axis=0)]
    reduced, pivots = fmpq_mat(fmpz_mat(part.T.tolist())).rref()
    size = len(support)
    if size - pivots != 1:
        return None
    pivot_columns = [next(j for j in range(size) if reduced[i, j] != 0) for i in range(pivots)]
    (free,) = set(range(size)) - set(pivot_columns)
    weights = [None] * size
    weights[free] = 1
    for i, j in enumerate(pivot_columns):
        weights[j] = -reduced[i, free]
    denominator = 1
    for weight in weights:
        q = int(weight.q) if hasattr(weight, "q") else 1
        denominator = denominator * q // gcd(denominator, q)
    integers = [int((weight * denominator).p) if hasattr(weight, "q") else int(weight) * denominator for weight in weights]
    if any(times <= 0 for times in integers):
        return None
    chosen = tuple(
        Inequality(inequalities[k].identity, inequalities[k].larger, inequalities[k].smaller, times)
        for k, times in zip(support.tolist(), integers, strict=True)
    )
    determinants = tuple(sorted({number for k in support.tolist() for number in uses[k]}))
    return FinalPolynomial(chosen, determinants)
