"""All clauses that a chirotope of rank d on the columns of a sign pattern satisfies, for any SAT solver.

The search (``chirotope_search.py``) adds identities as candidates violate them; here all are written down at once:
Cramer's with every row, Grassmann's and Pluecker's of three terms, and what normalises the signs. Unsatisfiable: the
sign-rank exceeds d. Satisfiable says only that signs fit: they need not be those of vectors.
"""

from dataclasses import dataclass
from math import comb

import numpy as np

from .chirotope_clauses import Clause, SignCode
from .chirotope_search import ChirotopeSearch
from .subsets import three_term

MAX_CLAUSES = 5_000_000
"""Most clauses that are written down, about."""


class TooManyClausesError(ValueError):
    """The pattern or the rank is too large for all clauses to be written down."""


@dataclass(frozen=True)
class ChirotopeClauses:
    """Clauses over variables 1 .. ``variables``; the first ones are signs of determinants of ``sets``.

    ``uniform``: variable k says that determinant k is positive. Otherwise 2k - 1 says that determinant k is positive,
    2k that it is negative, and both are false where it is 0.
    """

    clauses: tuple[Clause, ...]
    variables: int
    sets: tuple[tuple[int, ...], ...]
    uniform: bool


def chirotope_clauses(pattern: np.ndarray, dimension: int) -> ChirotopeClauses:
    """The clauses for vectors of the columns in this dimension, 1 <= dimension <= C.

    Parameters
    ----------
    pattern : (R, C) int8 array over {-1, 0, 1, 2 (no condition)}

    Raises
    ------
    TooManyClausesError
        If they are more than about ``MAX_CLAUSES``.

    Examples
    --------
    >>> from pysat.solvers import Solver
    >>> for d in (2, 3):
    ...     found = chirotope_clauses(2 * np.eye(4, dtype=np.int8) - 1, d)
    ...     with Solver(name="cadical195", bootstrap_with=found.clauses) as solver:
    ...         print(solver.solve())
    False
    True
    """
    n, d = pattern.shape[1], dimension
    relations = comb(n, d - 2) * comb(n - d + 2, 4) if d >= 2 else 0
    uniform = not (pattern == 0).any()
    per_cell, per_relation = (2, 16) if uniform else (2 * (d + 1), 36)
    count = comb(n, d) + comb(n, d + 1) * len(pattern) * per_cell + relations * per_relation
    if count > MAX_CLAUSES:
        raise TooManyClausesError(f"about {count} clauses are needed, and at most {MAX_CLAUSES} are written")
    search = ChirotopeSearch(pattern, d)
    search.close()
    code, clauses, variables = search.code, list(map(tuple, search.clauses)), len(search.sets) * (1 if uniform else 2)
    for row in search.rows.tolist():
        clauses += map(tuple, code.cramer_clauses(search.faces, pattern[row][search.large])[1])
    if relations:
        pairs, signs = three_term(n, d)
        if uniform:
            clauses += map(tuple, code.every_plucker_clause(pairs, signs))
        else:
            for numbers, products in zip(pairs.tolist(), signs.tolist(), strict=True):
                clauses += _with_zeros(code, numbers, products, variables)
                variables += 6
    return ChirotopeClauses(tuple(clauses), variables, tuple(map(tuple, search.sets.tolist())), uniform)


def _with_zeros(code: SignCode, numbers: list[list[int]], signs: list[int], variables: int) -> list[Clause]:
    """One relation: a product of one sign needs another of the other sign; six new variables imply a product's sign."""
    has = {(k, sign): variables + 2 * k + (1 if sign > 0 else 2) for k in range(3) for sign in (1, -1)}
    found: list[Clause] = []
    for (k, sign), variable in has.items():
        a, b = numbers[k]
        found += [
            (-variable, code.literal(a, 1), code.literal(a, -1)),
            (-variable, code.literal(b, 1), code.literal(b, -1)),
            (-variable, -code.literal(a, 1), code.literal(b, sign * signs[k])),
            (-variable, -code.literal(a, -1), code.literal(b, -sign * signs[k])),
        ]
        others = tuple(has[j, -sign] for j in range(3) if j != k)
        for first in (1, -1):
            found.append((-code.literal(a, first), -code.literal(b, first * sign * signs[k]), *others))
    return found
