"""Embeddings of upper bounds for patterns that are never written out: integer tables, or items on a circle.

Vectors for large sparse patterns: the items on a circle, a query by the blocks of its relevant items.

Item number t of C in the order stands at the angle a = 2 pi t / C, at (cos a, sin a, .., cos ka, sin ka), with 1 in
front where the threshold is 0. Let a query's relevant items form the blocks B_1 .. B_b on the circle, b <= k, B_j
between the angles mu_j - delta_j and mu_j + delta_j, half a step beyond its first and last item. Then

    f(a) = - prod_j (cos delta_j - cos(a - mu_j))

is positive on the blocks and negative off them, since a factor is negative inside its block and positive outside. It is
a trigonometric polynomial of degree b, so a linear form of the item, and its constant is the threshold. Next to a block
f is about C^-2, next to two of them that are close less: floats propose, ``verified_margin`` compares what is stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ...solvers.sparse_signs.sparse_signs import SparseSigns
from ..bound import Bound
from ..patterns import sparse_pattern
from .embeddings import EmbeddingError, Embeddings, as_type, top_of, verified
from .unit_tables import Floats


def large_embeddings(
    bound: Bound, type: str = "float64", ids: Sequence[str] = (), *, query_type: str = ""
) -> Embeddings:
    """The vectors of an upper bound by integer tables, or by an order of the keys, in a number type.

    Parameters
    ----------
    bound : Bound
        An upper bound for a pattern over ``+ - *``, class SIGN. Without a null token the added row has to be the first
        coordinate, as ``rounded_tables_upper`` has it.
    type, ids, query_type
        As for ``rounded_embeddings``.

    Returns
    -------
    Embeddings
        Verified exactly as stored.

    Raises
    ------
    EmbeddingError
        If the evidence is another one, or the vectors do not survive being rounded.

    Examples
    --------
    >>> from ...questions.relevance import Relevance
    >>> from ..bound import certified_bound
    >>> line = {"kind": "tables", "dimension": 2, "queries": [[-1, -2], [-1, 2], [1, 0]], "keys": [[1, -1], [1, 1]]}
    >>> bound = certified_bound(Relevance(2, ((0,), (1,)), ((), ()), False), "upper", 1, "by hand", line)
    >>> large_embeddings(bound, "int8").items.tolist()
    [[-127], [127]]
    """
    evidence = bound.found
    free = bound.question.offset
    # Keys that hold 1 first make that coordinate the threshold's, and the others the vector.
    shifted = [1] + [0] * (evidence.get("dimension", 1) - 1)
    tables: tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]] | None = None
    if evidence["kind"] == "tables" and (not free or evidence["queries"][-1] == shifted):
        rows = bound.question.shape[0]
        tables = np.array(evidence["queries"][:rows], dtype=np.float64), np.array(evidence["keys"], dtype=np.float64)
    elif evidence["kind"] == "polynomial" and "vectors" not in evidence and not evidence["negated"]:
        degree, odd = divmod(evidence["dimension"], 2)
        tables = circle_vectors(sparse_pattern(bound.question), evidence["order"], degree) if odd else None
    if tables is None:
        raise EmbeddingError(
            f"at this size this upper bound ({bound.evidence.method}) comes without vectors; a longer ‹budget› may "
            "find some numerically, or take a part of the data"
        )
    queries = _stored(tables[0][:, free:], query_type or type, alone=True)
    items = _stored(tables[1][:, free:], type, alone=False)
    return verified(queries, items, bound.question.each_row, zero=not free, ids=ids)


def _stored(table: npt.NDArray[np.float64], type: str, *, alone: bool) -> npt.NDArray[Any]:
    largest = np.maximum(np.abs(table).max(axis=1 if alone else None, keepdims=True, initial=0), 1e-300)
    power = 2.0 ** np.ceil(np.log2(largest))  # a power of 2: what fits is stored exactly
    return as_type(table / largest * top_of(type) if top_of(type) else table / power, type)


def circle_vectors(signs: SparseSigns, order: Sequence[int], degree: int) -> tuple[Floats, Floats] | None:
    """Queries and items, the constant in front; None if a query has more blocks than the degree.

    Parameters
    ----------
    signs : SparseSigns, R x C
    order : the columns along the circle
    degree : int >= 1

    Returns
    -------
    (R, 2 degree + 1) and (C, 2 degree + 1) arrays of floats, the largest entry of a query 1

    Examples
    --------
    >>> from ...solvers.sparse_signs.sparse_signs import signs_of_lists
    >>> queries, items = circle_vectors(signs_of_lists(6, ((0, 1, 3), (5, 0)), ((), ())), range(6), 2)
    >>> (queries @ items.T > 0).astype(int).tolist()
    [[1, 1, 0, 1, 0, 0], [1, 0, 0, 0, 0, 1]]
    """
    rows, columns = signs.shape
    place = np.empty(columns, dtype=np.int64)
    place[np.asarray(order)] = np.arange(columns)
    found = [
        _blocks(place[_of(signs.plus, row)].tolist(), place[_of(signs.free, row)].tolist(), columns)
        for row in range(rows)
    ]
    if max(map(len, found), default=0) > degree:
        return None
    product = np.zeros((rows, 2 * degree + 1), dtype=complex)  # of e^(i j a), j = - degree .. degree
    product[:, degree] = -1
    for number in range(degree):
        here = np.array([row for row, blocks in enumerate(found) if len(blocks) > number], dtype=np.int64)
        ends = np.array([found[row][number] for row in here], dtype=np.float64).reshape(-1, 2)
        middle, half = np.pi * ends.sum(axis=1) / columns, np.pi * (ends[:, 1] - ends[:, 0] + 1) / columns
        before = product[here]
        after = before * np.cos(half)[:, None]
        after[:, 1:] -= before[:, :-1] * (np.exp(-1j * middle) / 2)[:, None]
        after[:, :-1] -= before[:, 1:] * (np.exp(1j * middle) / 2)[:, None]
        product[here] = after
    queries = np.empty((rows, 2 * degree + 1))
    queries[:, 0] = product[:, degree].real
    queries[:, 1::2] = 2 * product[:, degree + 1 :].real
    queries[:, 2::2] = -2 * product[:, degree + 1 :].imag
    queries /= np.maximum(np.abs(queries).max(axis=1, keepdims=True), 1e-300)
    angles = 2 * np.pi * place[:, None] * np.arange(1, degree + 1) / columns
    items = np.ones((columns, 2 * degree + 1))
    items[:, 1::2], items[:, 2::2] = np.cos(angles), np.sin(angles)
    return queries, items


def _of(array: object, row: int) -> npt.NDArray[np.int64]:
    start, end = array.indptr[row : row + 2]  # type: ignore[attr-defined]
    return array.indices[start:end]  # type: ignore[attr-defined, no-any-return]


def _blocks(plus: Iterable[int], free: Iterable[int], columns: int) -> list[tuple[int, int]]:
    """First and last place of each block on the circle; free places between relevant ones belong to the block.

    >>> _blocks([0, 2, 5], [1], 6)
    [(-1, 2)]
    """
    blocks: list[tuple[int, int]] = []
    reach = -2
    for at, relevant in sorted([*((at, True) for at in plus), *((at, False) for at in free)]):
        joined = at == reach + 1
        if relevant:
            blocks = [*blocks[:-1], (blocks[-1][0], at)] if joined and blocks else [*blocks, (at, at)]
        if relevant or joined:
            reach = at
    if len(blocks) > 1 and blocks[0][0] == 0 and blocks[-1][1] == columns - 1:
        blocks = [(blocks[-1][0] - columns, blocks[0][1]), *blocks[1:-1]]
    return blocks
