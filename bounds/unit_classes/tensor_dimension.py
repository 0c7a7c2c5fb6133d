"""Least width m of an order-s head that selects the tuples with sum 0 mod M, with a null token; class SIGN.

**m <= s + 1 for every M** (the published construction has 2^(s-1) + 1). Let theta_i = 2 pi x_i / M. For s >= 2

    sum_{j=0}^{s-1} (-1)^j prod_{i=1}^{s} cos(theta_i + pi j/s)  =  s 2^(1-s) cos(theta_1 + .. + theta_s).

Proof. The product of cosines is 2^-s times the sum, over signs e in {-1, 1}^s, of exp(i sum e_i (theta_i + pi j/s)).
With k = sum e_i, which is s mod 2, the sum over j of (-1)^j exp(i pi j k/s) is that of exp(2 pi i j (k + s)/(2s)): it
is s if s divides (k + s)/2, that is k = s or k = -s, and 0 otherwise. These two terms add up to the right-hand side.

So s coordinates give the cosine, which is highest where the sum is 0. One coordinate more is for the null token: query
-g, token keys c, null keys d with c > d > 0, null keys being 0 elsewhere. The all-null tuple scores -g d^(s-1), tuples
that are partly null score -g c^r d^(s-1-r), r >= 1, which is less; tuples of tokens beat the null tuple iff the cosine
term exceeds g (c^(s-1) - d^(s-1)), which is placed between its two highest values.

Lower bounds: one part of the tuple against the others is a pattern (``certificates/maps.py``), whose
sign-rank is bounded.
"""

import math
import time
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import numpy as np

from ...questions import GRIDS, SignPattern, least_size, match_question, pattern_question
from ...questions.question import MAX_CELLS
from ...questions.selection import NULL_PART, Matching
from ...solvers.sign_rank.tensor_search import IntTable, NoTablesFound, TensorTables, gridded_tables, tensor_tables
from ..bound import Bound, as_for_real_units, certified_bound, premise
from ..lower.cycle import sign_rank_bounds

MAX_SCALE = 400
"""Largest entry that is tried for the tables of width s + 1."""

STARTS = 1024
"""Default number of starts of a search for tables."""


class ScaleError(ValueError):
    """No tables with small enough entries; the message says what was tried."""


def shifted_cosines_upper(order: int, M: int) -> Bound:
    """m <= s + 1 for tuples of order s with sum 0 mod M: integer tables, the least scale that works.

    Raises
    ------
    ScaleError
        If no tables with entries up to ``MAX_SCALE`` have the right signs, or there are too many tuples to compare.

    Examples
    --------
    >>> shifted_cosines_upper(3, 7).value, shifted_cosines_upper(4, 3).value
    (4, 5)
    """
    question = match_question(order, M)
    cells = M * (M + 1) ** (order - 1)
    if cells > MAX_CELLS:
        raise ScaleError(f"M={M} at order {order} has {cells} tuples; at most {MAX_CELLS} are compared")
    for scale in range(1, MAX_SCALE + 1):
        tables = _shifted_cosines(order, M, scale)
        if tables:
            queries, keys, null_key = tables
            evidence = tensor_evidence(queries, (keys,) * (order - 1), (null_key,) * (order - 1))
            words = f"cosines at {order} shifts and a coordinate for the null token, entries up to {scale}"
            return certified_bound(question, "upper", order + 1, words, evidence)
    raise ScaleError(f"no integer tables with entries up to {MAX_SCALE} for M={M} at order {order}; try a smaller M")


def searched_upper(
    M: int, m: int, *, seed: int = 0, starts: float = STARTS, seconds: float = float("inf")
) -> Bound | NoTablesFound:
    """m <= the given m for order 3, if the search finds integer tables; else how far it got, which proves nothing.

    It ends after so many ``starts``, or at a time limit if one is given.

    Examples
    --------
    >>> searched_upper(2, 2).value
    2
    """
    deadline = time.monotonic() + seconds
    found = tensor_tables(match_tensor(M), (M, M), m, seed=seed, starts=starts, deadline=deadline)
    if isinstance(found, NoTablesFound):
        return found
    return certified_bound(match_question(3, M), "upper", m, "a search over tables", tables_evidence(found))


def grid_upper(
    M: int,
    m: int,
    bits: int,
    grid: str = "midrise",
    *,
    gap: int | Fraction = 1,
    seed: int = 0,
    starts: float = STARTS,
    seconds: float = float("inf"),
) -> Bound | NoTablesFound:
    """m <= the given m for order 3 in class GRID(bits, grid, gap), if the search finds tables.

    It ends after so many ``starts``, or at a time limit if one is given.

    Examples
    --------
    >>> grid_upper(2, 4, 2).unit_class
    'GRID(2, midrise, gap 1)'
    """
    deadline = time.monotonic() + seconds
    points, whole = GRIDS[grid](bits), math.ceil(gap)  # scores are integers: to differ is to be 1 apart
    found = gridded_tables(match_tensor(M), (M, M), m, points, gap=whole, seed=seed, starts=starts, deadline=deadline)
    if isinstance(found, NoTablesFound):
        return found
    asked = least_size(match_question(3, M), "m", f"GRID({bits}, {grid}, gap {gap})")
    return certified_bound(asked, "upper", m, "a search in the grid", tables_evidence(found))


def flattening_lower(order: int, M: int, part: int = 0, unit_class: str = "SIGN") -> Bound:
    """m >= sign-rank of the flattening to the query (part 0) or to a key (minus 1): independent vectors, cycles.

    It holds in class SIGN, hence in class GRID, whichever is named.

    Examples
    --------
    >>> [flattening_lower(3, M).value for M in (1, 2, 3, 4, 8)]
    [1, 2, 3, 3, 3]
    """
    *_, best = flattening_bounds(order, M, part, unit_class)
    return best


def flattening_bounds(order: int, M: int, part: int = 0, unit_class: str = "SIGN") -> Iterator[Bound]:
    """What ``flattening_lower`` finds, one after the other, each better than the one before.

    >>> [bound.value for bound in flattening_bounds(3, 4)]
    [3]
    """
    question = match_question(order, M)
    rows, columns = one_part(order, M, part)
    smaller = question if order == 2 else pattern_question(part_pattern(order, M, part))
    asked = least_size(question, "m", unit_class)
    for bound in sign_rank_bounds(smaller):
        words = bound.evidence.method
        if order > 2:
            of = premise(bound, question)
            evidence = {"kind": "restriction", "part": part, "rows": rows, "columns": columns, "of": of}
            words = f"part {part} of the tuple against the others: {words}"
            yield certified_bound(asked, "lower", max(0, bound.value - (part > 0)), words, evidence)
        elif unit_class == "SIGN":  # a pattern itself: there is nothing to flatten
            yield bound
        else:
            yield certified_bound(asked, "lower", bound.value, words, as_for_real_units(bound))


def one_part(order: int, M: int, part: int) -> tuple[list[int], list[list[int]]]:
    """The values of one part of a tuple, and values of the others: a column for each residue and one more.

    The other parts count by their sum only, so one of them runs through the residues while the others are 0; the last
    column has null keys beside: all other keys for a key, all but one for the query (none at order 2).
    """
    sums: list[list[int]] = [[*[0] * (order - 2), -t % M] for t in range(M)]
    if part:
        return [*range(M), NULL_PART], [*sums, [0, *[NULL_PART] * (order - 2)]]
    return [*range(M)], [*sums, *([[0, *[NULL_PART] * (order - 2)]] if order > 2 else [])]


def part_pattern(order: int, M: int, part: int) -> SignPattern:
    """The signs of the scores of one part with the others, relative to the tuple that is null throughout.

    >>> part_pattern(3, 2, 0).rows, part_pattern(3, 2, 1).rows, part_pattern(2, 2, 0).rows
    (('+--', '-+-'), ('+--', '-+-', '--0'), ('+-', '-+'))
    """
    tuples, (rows, columns) = Matching(order, M), one_part(order, M, part)
    cells = ("".join(tuples.cell((*c[:part], x, *c[part:])) for c in columns) for x in rows)
    return SignPattern(tuple(cells), null=True)


def match_tensor(M: int) -> np.ndarray:
    """The 3-tensor over Z_M and null (index M in the last two places): 1, -1, and 0 at the null pairs.

    >>> match_tensor(1).tolist()
    [[[1, -1], [-1, 0]]]
    """
    pattern = np.full((M, M + 1, M + 1), -1, dtype=np.int8)
    for x, y in product(range(M), repeat=2):
        pattern[x, y, -(x + y) % M] = 1
    pattern[:, M, M] = 0
    return pattern


def tables_evidence(found: TensorTables) -> dict[str, object]:
    """Evidence ``tables`` from tables whose last keys are the null keys."""
    *first, first_null = found.first_keys
    *second, second_null = found.second_keys
    return tensor_evidence(found.queries, (tuple(first), tuple(second)), (first_null, second_null))


def tensor_evidence(
    queries: IntTable, keys: tuple[IntTable, ...], null_keys: tuple[tuple[int, ...], ...]
) -> dict[str, object]:
    """Evidence of kind ``tables``; of pairs the keys and the null key stand for themselves."""
    pairs = {"keys": keys[0], "null_key": null_keys[0]} if len(keys) == 1 else {"keys": keys, "null_keys": null_keys}
    return {"kind": "tables", "dimension": len(queries[0]), "queries": queries, **pairs}


def _shifted_cosines(order: int, M: int, scale: int) -> tuple[IntTable, IntTable, tuple[int, ...]] | tuple[()]:
    """Queries, keys (for every part) and the null key, entries up to ``scale``; () if no threshold fits."""
    turns = [[2 * math.pi * x / M + math.pi * j / order for j in range(order)] for x in range(M)]
    rounded = [tuple(round(scale * math.cos(turn)) for turn in row) for row in turns]
    signed = [tuple((-1) ** j * entry for j, entry in enumerate(row)) for row in rounded]
    tuples = np.array(signed, dtype=object)
    for _ in range(order - 1):  # the scores of all tuples, one part after the other
        tuples = tuples[..., None, :] * np.array(rounded, dtype=object)
    scores = tuples.sum(axis=-1)
    residues = sum(np.ix_(*[np.arange(M)] * order)) % M
    low = max(scores[residues != 0].tolist(), default=0)
    high = min(scores[residues == 0].tolist())
    for c in range(2, scale + 1):
        for d in range(1, c):
            step = c ** (order - 1) - d ** (order - 1)
            g = max(1, low // step + 1)
            if g * step < high and g <= scale:
                queries = tuple((*row, -g) for row in signed)
                return queries, tuple((*row, c) for row in rounded), (0,) * order + (d,)
    return ()
