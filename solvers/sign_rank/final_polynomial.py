"""Bi-quadratic final polynomials: why a uniform chirotope that violates no identity may still have no vectors.

In an identity ``sum of terms = 0`` in which all terms but one have the same sign, the odd one is the largest in
absolute value: |odd| > |other| for each other term. Both sides are products of determinants |det S| and scores |w_r
. u_c|. In logarithms these are linear; if the linear system has no solution, Farkas multipliers name inequalities
whose product says x < x (Bokowski, Richter-Gebert, *On the finding of final polynomials*, 1990; the scores of the
rows are added here, which argues about rows and columns at once). The signs used form a clause that every
realisation satisfies.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import lcm
from typing import Any

import highspy
import numpy as np
from flint import fmpq_mat, fmpz_mat
from scipy.sparse import csr_matrix

from .subsets import faces, rank, subsets, three_term

STAR = 2


@dataclass(frozen=True)
class Inequality:
    """|term ``larger``| > |term ``smaller``| in an identity, ``times`` times.

    ``identity`` is ("cramer", row, T) with T the d+1 columns, or ("plucker", Abc, Aef, Abe) with columns as well.
    ``larger`` and
    ``smaller`` are the terms' determinants (tuples of columns); a Cramer term has one, and its score is at the
    column left out.
    """

    identity: tuple[Any, ...]
    larger: tuple[tuple[int, ...], ...]
    smaller: tuple[tuple[int, ...], ...]
    times: int = 1


@dataclass(frozen=True)
class FinalPolynomial:
    """Inequalities that multiply to a contradiction, and the determinants (by number) whose signs they use."""

    inequalities: tuple[Inequality, ...]
    determinants: tuple[int, ...]


def final_polynomial(
    pattern: np.ndarray,
    chi: np.ndarray,
    d: int,
    *,
    rows: Sequence[int],
    within: np.ndarray,
    rng: np.random.Generator,
    deadline: float = float("inf"),
) -> FinalPolynomial | None:
    """A final polynomial of a uniform chirotope that fits the pattern, with few determinants; None if there is none.

    Parameters
    ----------
    pattern : int8 array (R, C) without zeros
    rows : those of the pattern that are argued about
    chi : int8 array of +-1, one per d-subset of the columns, in lexicographic order
    within : increasing columns to argue about (the system has about |within|^(d+2) inequalities)
    deadline : after it, the polynomial is returned with more determinants than needed, or None
    """
    system = _System(pattern, chi, d, rows, within)
    if not system.inequalities:
        return None
    determinants: frozenset[int] | None = None
    for _ in range(2):
        support = system.contradiction(np.arange(len(system.inequalities)), rng.random(len(system.inequalities)) + 0.1)
        if support is None:
            return None
        used = system.uses_of(support)
        if determinants is None or len(used) < len(determinants):
            determinants = used
    assert determinants is not None

    def supported(allowed: frozenset[int]) -> np.ndarray | None:
        inside = system.inside(allowed)
        return system.contradiction(inside, np.ones(len(inside))) if len(inside) else None

    for candidate in rng.permutation(sorted(determinants)).tolist():
        if candidate in determinants and time.monotonic() < deadline:
            support = supported(determinants - {candidate})
            determinants = determinants if support is None else system.uses_of(support)
    support = supported(determinants)
    if support is None:
        return None
    inequalities = system.exact(support)
    return None if inequalities is None else FinalPolynomial(inequalities, tuple(sorted(system.uses_of(support))))


class _System:
    """The inequalities a chirotope forces, each with its exponents (larger minus smaller) and the signs it needs."""

    def __init__(self, pattern: np.ndarray, chi: np.ndarray, d: int, rows: Sequence[int], within: np.ndarray) -> None:
        n = pattern.shape[1]
        self.inequalities: list[Inequality] = []
        self.uses: list[frozenset[int]] = []
        exponents: list[tuple[int, int, int]] = []
        sets = within[subsets(len(within), d)].reshape(-1, d)
        numbers = rank(sets, n)
        names = [tuple(subset) for subset in sets.tolist()]
        local = chi[numbers]

        Term = tuple[int, ...]

        def add(identity: tuple[Any, ...], used: list[int], larger: Term, smaller: Term, scores: Term) -> None:
            place = len(self.inequalities)
            first, second = (tuple(names[k] for k in term) for term in (larger, smaller))
            self.inequalities.append(Inequality(identity, first, second))
            self.uses.append(frozenset(int(numbers[k]) for k in used))
            for term, score, sign in ((larger, scores[0], 1), (smaller, scores[1], -1)):
                exponents.extend((place, k, sign) for k in term)
                if score >= 0:
                    exponents.append((place, len(names) + score, sign))

        if len(within) >= d + 2:
            pairs, signs = three_term(len(within), d)
            products = local[pairs[:, :, 0]] * local[pairs[:, :, 1]] * signs
            odd = np.argmax(products == -np.sign(products.sum(axis=1, keepdims=True)), axis=1)
            for three, lonely in zip(pairs.tolist(), odd.tolist(), strict=True):
                identity = ("plucker", names[three[0][0]], names[three[0][1]], names[three[1][0]])
                used = [k for pair in three for k in pair]
                for other in range(3):
                    if other != lonely:
                        add(identity, used, tuple(three[lonely]), tuple(three[other]), (-1, -1))
        large = within[subsets(len(within), d + 1)].reshape(-1, d + 1)
        sides = faces(subsets(len(within), d + 1), len(within))
        alternating = 1 - 2 * (np.arange(d + 1) % 2)
        for k, row in enumerate(rows):
            entries = pattern[row][large]
            products = local[sides] * alternating * entries
            total = products.sum(axis=1)
            lonely_term = (np.abs(total) == d - 1) & (entries != STAR).all(axis=1)
            for t in np.nonzero(lonely_term)[0].tolist():
                odd_term = int(np.nonzero(products[t] == -np.sign(total[t]))[0][0])
                members, ids = large[t].tolist(), sides[t].tolist()
                for other in range(d + 1):
                    if other != odd_term:
                        scores = (k * n + members[odd_term], k * n + members[other])
                        add(("cramer", row, tuple(members)), ids, (ids[odd_term],), (ids[other],), scores)
        shape = (len(self.inequalities), len(names) + len(rows) * n)
        table = np.array(exponents, dtype=np.int64).reshape(-1, 3)
        self.matrix = csr_matrix((table[:, 2], (table[:, 0], table[:, 1])), shape=shape)
        self.contradiction = FarkasProgram(self.matrix).support  # one model for all questions

    def uses_of(self, support: np.ndarray) -> frozenset[int]:
        return frozenset().union(*(self.uses[k] for k in support.tolist()))

    def inside(self, determinants: frozenset[int]) -> np.ndarray:
        return np.array([k for k, used in enumerate(self.uses) if used <= determinants], dtype=np.int64)

    def exact(self, support: np.ndarray) -> tuple[Inequality, ...] | None:
        """Integer multipliers on the support of a vertex, where the null space is a line; None if rounding misled."""
        part = self.matrix[support].toarray().astype(int)
        part = part[:, (part != 0).any(axis=0)]
        reduced, pivots = fmpq_mat(fmpz_mat(part.T.tolist())).rref()
        size = len(support)
        if size - pivots != 1:
            return None
        columns = [next(j for j in range(size) if reduced[i, j] != 0) for i in range(pivots)]
        (free,) = set(range(size)) - set(columns)
        weights = {columns[i]: -reduced[i, free] for i in range(pivots)}
        scale = lcm(*(int(weight.q) for weight in weights.values()))
        integers = {j: int((weight * scale).p) for j, weight in weights.items()} | {free: scale}
        if any(times <= 0 for times in integers.values()):
            return None
        return tuple(replace(self.inequalities[k], times=integers[j]) for j, k in enumerate(support.tolist()))


class FarkasProgram:
    """Farkas multipliers of a system of strict inequalities, asked for again and again through one HiGHS model.

    The inequalities are rows a_k of a sparse matrix: <a_k, x> > 0 for all chosen k. They have no common solution if and
    only if y >= 0 exists with sum_k y_k a_k = 0 and sum_k y_k = 1, supported on those chosen. Each question passes
    these columns alone. (To keep one model with all multipliers, fix the others at 0 and go on from the basis of the
    question before takes twice as long: a question keeps a tenth of the inequalities, and presolve leaves little.)

    Parameters
    ----------
    matrix : sparse (inequalities, unknowns)

    Examples
    --------
    x > 0, -x > 0 and y > 0: the first two contradict each other.

    >>> program = FarkasProgram(csr_matrix([[1, 0], [-1, 0], [0, 1]]))
    >>> program.support(np.arange(3), np.ones(3)).tolist()
    [0, 1]
    >>> program.support(np.array([0, 2]), np.ones(2)) is None
    True
    """

    def __init__(self, matrix: csr_matrix) -> None:
        self.matrix, self.unknowns = matrix, matrix.shape[1]
        self.right = np.append(np.zeros(self.unknowns), 1.0)
        self.model = highspy.Highs()
        for option, value in (("output_flag", False), ("threads", 1), ("solver", "simplex")):
            self.model.setOptionValue(option, value)

    def support(self, chosen: np.ndarray, objective: np.ndarray) -> np.ndarray | None:
        """The inequalities with positive multipliers, of least cost at a vertex; None if those chosen are consistent.

        Parameters
        ----------
        chosen : increasing numbers of inequalities
        objective : cost of the multiplier of each chosen one, > 0
        """
        part, count = self.matrix[chosen], len(chosen)
        program = highspy.HighsLp()
        program.num_col_, program.num_row_ = count, self.unknowns + 1
        program.col_cost_ = objective.astype(float)
        program.col_lower_, program.col_upper_ = np.zeros(count), np.full(count, highspy.kHighsInf)
        program.row_lower_ = program.row_upper_ = self.right
        program.a_matrix_.format_ = highspy.MatrixFormat.kColwise
        program.a_matrix_.start_ = (part.indptr + np.arange(count + 1)).astype(np.int32)
        program.a_matrix_.index_ = np.insert(part.indices, part.indptr[1:], self.unknowns).astype(np.int32)
        program.a_matrix_.value_ = np.insert(part.data.astype(float), part.indptr[1:], 1.0)
        self.model.passModel(program)
        self.model.run()
        if self.model.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            return None
        weights = np.array(self.model.getSolution().col_value)
        return np.asarray(chosen[weights > 1e-9], dtype=np.int64)
