"""Ranks under a promise: the least rank of the matrices that have 0 or 1 in place of each ``*``.

Few ``*``: every completion is gone through, and both ends are exact. Else a completion of small rank is looked for, and
the lower bound is that of a part with few ``*``: a part of the matrix has a part of each completion.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

import numpy as np

from ..certificates.evaluate.matrices import MOST_STARS
from ..questions import CommunicationMatrix
from ..solvers.modular_ranks import rank_modulo
from .engines import Declined, Effort
from .known import Known
from .measured import MeasureBound, certified, on_part
from .reduced_matrix import ReducedMatrix

Array = np.ndarray
PRIMES = {"rank_gf2": 2, "rank_gf3": 3}
LARGE = 2**61 - 1
"""The rank over Q of a small matrix is that modulo this prime, or a certificate is refused."""
MOST_WORK = 2**22
"""Most multiplications of all eliminations of a part."""
ROUNDS = 40
"""Attempts to change each ``*``, of the search for a completion of small rank."""
MOST_CELLS = 2**14
"""Largest matrix whose completions are searched."""


def completion_bounds(
    measure: str, matrix: CommunicationMatrix, known: Known, effort: Effort
) -> Iterator[MeasureBound]:
    """Bounds of the least rank of a completion.

    Examples
    --------
    >>> matrix = CommunicationMatrix(("1111", "1010", "1100", "100*"), "UDISJ_2")
    >>> [str(bound) for bound in completion_bounds("rank_q_complement", matrix, Known(matrix), Effort())]
    ['rank_q_complement <= 3 [CERTIFIED] a completion', 'rank_q_complement >= 3 [CERTIFIED] all 2 completions']
    """
    name = measure.removesuffix("_complement")
    reduced = ReducedMatrix.of(matrix.complement if name != measure else matrix)
    table = np.array([["01*".index(x) for x in row] for row in reduced.matrix.rows], dtype=np.int64)
    if table.size > MOST_CELLS:
        raise Declined(
            f"{measure}: completions are searched for up to {MOST_CELLS} entries in different rows and columns, here "
            f"are {table.size}; give a part of the matrix"
        )
    rank = _rank(name)
    stars = int((table == 2).sum())
    most = most_stars(table.shape)
    if stars <= most:
        filled = min(_completions(table), key=rank)
    else:
        yield _completed(reduced, measure, np.where(table == 2, 0, table), rank, matrix)
        filled = small_rank(table, rank, np.random.default_rng(effort.seed), effort)
    yield _completed(reduced, measure, filled, rank, matrix)
    if stars <= most:
        method = f"all {2**stars} completions"
        yield certified(matrix, measure, "lower", rank(filled), method, {"kind": "completions"})
        return
    chosen = few_stars(table, most)
    part = table[np.ix_(*chosen)]
    value = min(map(rank, _completions(part)))
    lines = {"rows": [reduced.rows[a][0] for a in chosen[0]], "columns": [reduced.columns[b][0] for b in chosen[1]]}
    method = f"all {2 ** int((part == 2).sum())} completions of {part.shape[0]}x{part.shape[1]} of the matrix"
    evidence = on_part(matrix, lines, measure, value, {"kind": "completions"})
    yield certified(matrix, measure, "lower", value, method, evidence)


def _completed(
    reduced: ReducedMatrix, measure: str, filled: Array, rank: Callable[[Array], int], matrix: CommunicationMatrix
) -> MeasureBound:
    """The bound of a completion of different lines, whose copies are completed alike."""
    rows = [[0] * matrix.shape[1] for _ in range(matrix.shape[0])]
    for a, places in enumerate(reduced.rows):
        for b, others in enumerate(reduced.columns):
            for i in places:
                for j in others:
                    rows[i][j] = int(filled[a, b])
    evidence = {"kind": "completion", "rows": ["".join(map(str, row)) for row in rows]}
    return certified(matrix, measure, "upper", rank(filled), "a completion", evidence)


def most_stars(shape: tuple[int, ...]) -> int:
    """How many ``*`` a matrix of this shape may have, so that its completions can be gone through."""
    once = max(1, shape[0] * shape[1] * min(shape))
    return min(MOST_STARS, max(0, (MOST_WORK // once).bit_length() - 1))


def few_stars(table: Array, most: int) -> tuple[list[int], list[int]]:
    """Rows and columns of a large part with at most so many ``*`` (2): lines with the largest share go first.

    >>> few_stars(np.array([[0, 1, 2], [1, 0, 2], [1, 1, 1]]), 0)
    ([0, 1, 2], [0, 1])
    """
    lines = [list(range(count)) for count in table.shape]
    while ((part := table[np.ix_(*lines)]) == 2).sum() > most:
        rows, columns = (part == 2).mean(1), (part == 2).mean(0)
        if rows.max() >= columns.max():
            lines[0].pop(int(np.argmax(rows)))
        else:
            lines[1].pop(int(np.argmax(columns)))
    return lines[0], lines[1]


def small_rank(table: Array, rank: Callable[[Array], int], rng: np.random.Generator, effort: Effort) -> Array:
    """A completion of small rank: changes of single entries that do not increase it, from three starts."""
    free = np.argwhere(table == 2)
    starts = [np.where(table == 2, value, table) for value in (0, 1)]
    starts.append(np.where(table == 2, rng.integers(0, 2, table.shape), table))
    best, least = starts[0], rank(starts[0])
    for filled in starts:
        value = rank(filled)
        for place in rng.integers(0, len(free), ROUNDS * len(free)).tolist():
            if effort.over:
                break
            i, j = free[place]
            filled[i, j] = 1 - filled[i, j]
            changed = rank(filled)
            if changed > value:
                filled[i, j] = 1 - filled[i, j]
            value = min(changed, value)
        if value < least:
            best, least = filled, value
    return best


def _completions(table: Array) -> Iterator[Array]:
    places = tuple(np.argwhere(table == 2).T)
    for word in product((0, 1), repeat=len(places[0]) if places else 0):
        filled = table.copy()
        filled[places] = word
        yield filled


def _rank(name: str) -> Callable[[Array], int]:
    prime = PRIMES.get(name, LARGE)
    if name == "rank_sign":
        return lambda filled: rank_modulo((2 * filled - 1).tolist(), prime)
    return lambda filled: rank_modulo(filled.tolist(), prime)
