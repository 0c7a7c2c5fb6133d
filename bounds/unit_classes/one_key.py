"""One head with all weight on one key: what it can look up is a decision list, and what is none no size computes.

Class LEFTMOST or RIGHTMOST, one layer, one head. From a position with its token the head ranks the pairs (position,
token) that a key may be, whatever m and p are, and the row is the value of the key of highest score that is there, the
first or the last one of several. So among any inputs that are alike at the position asked, take the highest pair that
occurs in one of them, of equal ones the first (the last): every input that has it attends to it. They have one row, and
one answer. If instead **every pair that occurs in a set of inputs occurs in two with different answers**, no unit of
any size does the task (a null token is one more key, which all inputs have; ``certificates/evaluate/views.py``).

Otherwise the pairs can be ranked: those on whose inputs the answer is constant come first; their inputs are settled and
left out, and so on until none is left (Rivest 1987, Learning decision lists). The ranks are made scores in blocks of
coordinates, a block for each token asked from a position: there its own query has the number u and the others have u
and -u in turn, in coordinates two of which hold one number of a key, so that a key scores 2 u times the sum of its
numbers in the block, which grows with its rank, and nothing elsewhere (in the grid twos -1, and 0). Values tell the
pairs apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from ...certificates.unit_class import FAMILIES, TABULATED
from ...questions import LeastSize, unit_to_json
from ...questions.finite_task import MAX_CASES, Word
from ...questions.grid import GRIDS
from ...solvers.units.fixed_tables import Found
from ...solvers.units.fixed_units import FixedUnits, units_of
from ..bound import NO_SIZE, Bound, certified_bound
from .fixed_unit_bounds import unit_of

CLASSES = tuple(name for name in TABULATED if FAMILIES[name].ties in ("leftmost", "rightmost"))
"""Classes of units that have all weight on one key."""

MOST_NUMBERS = 50_000
"""Most numbers in the tables of such a unit."""

Place = tuple[int, int]
"""A position and a token there."""


@dataclass(frozen=True)
class NoList:
    """Inputs, alike at the position, in which each pair that is seen occurs with two different answers."""

    inputs: tuple[Word, ...]
    position: int


Ranks = Mapping[Place, Mapping[Place, int]]
"""For each position and token asked from, the ranks of pairs, higher ones first; a pair that is not named has 0."""


def one_key_bound(asked: LeastSize) -> Bound | None:
    """That no size will do, or the least m at which ranks have been made scores; None if neither is known.

    Parameters
    ----------
    asked : LeastSize
        About a computation, in class LEFTMOST or RIGHTMOST, by one layer; of other classes nothing is said, and of
        several heads that one is too few.

    Examples
    --------
    The parity of two bits is no decision list, and the first bit that is 1 is one.

    >>> from ...questions import computation_question, least_size
    >>> for function in (lambda x, y: x ^ y, lambda x, y: 1 if x else 2 * y):
    ...     answers = tuple(((x, y, 0), (None, None, function(x, y))) for x in (0, 1) for y in (0, 1))
    ...     task = computation_question("table", answers=answers, alphabet=2, length=3)
    ...     print(one_key_bound(least_size(task, "m", "LEFTMOST(1, midrise)", dv=None, read_out="any")))
    no m will do [CERTIFIED] all weight is on one key, and the answers at position 2 are no decision list: 4 inputs
    m <= 4 [CERTIFIED] keys ranked in a decision list, run on every input
    """
    finite, one = asked.question.finite, asked.resource == "H" or asked.heads == 1
    if finite is None or asked.unit_class.name not in CLASSES or asked.layers > 1 or not one:
        return None
    if finite.count * finite.length > MAX_CASES:
        return None
    found = decision_lists(units_of(asked, asked.least))
    if isinstance(found, NoList):
        value = 2 if asked.resource == "H" else NO_SIZE
        words = f"the answers at position {found.position} are no decision list: {len(found.inputs)} inputs"
        evidence = {"kind": "one-key", "inputs": found.inputs, "position": found.position}
        return certified_bound(asked, "lower", value, f"all weight is on one key, and {words}", evidence)
    scope = asked.scope
    if asked.resource != "m" or asked.read_out != "any" or (scope is not None and scope.tables != "both"):
        return None
    return _ranked_upper(asked, found)


def decision_lists(units: FixedUnits) -> Ranks | NoList:
    """Ranks of the pairs seen, for each position and token; or inputs of which there are none."""
    groups: dict[tuple[int, int], list[tuple[Word, int]]] = {}
    for tokens, answers in units.task.pairs():
        for i, answer in enumerate(answers):
            if answer is not None:
                groups.setdefault((i, tokens[i]), []).append((tokens, answer))
    ranks = {}
    for (i, token), left in groups.items():
        seen, levels = units.seen(i), list[set[Place]]()
        while len({answer for _, answer in left}) > 1:
            told: dict[Place, set[int]] = {}
            for tokens, answer in left:
                for j in seen:
                    told.setdefault((j, tokens[j]), set()).add(answer)
            settled = {place for place, answers in told.items() if len(answers) == 1}
            if not settled:
                return NoList(tuple(tokens for tokens, _ in left), i)
            levels.append(settled)
            left = [pair for pair in left if not settled & {(j, pair[0][j]) for j in seen}]
        # Those left have one answer: rank 0 for their pairs, and for pairs that only occur beside higher ones.
        ranks[i, token] = {place: len(levels) - k for k, level in enumerate(levels) for place in level}
    return ranks


def _ranked_upper(asked: LeastSize, ranks: Ranks) -> Bound | None:
    """The least m at which blocks of coordinates hold the ranks."""
    units = units_of(asked, asked.least)
    numbers, finite = GRIDS[units.grid](units.bits), units.task
    places = [(j, token) for j in range(finite.length) for token in range(finite.alphabet)]
    digits = -(-(len(places) - 1).bit_length() // units.bits)
    if asked.dv is not None and asked.dv < digits:
        return None
    blocks = {place: -(-max(rank.values(), default=0) // (len(numbers) - 1)) for place, rank in ranks.items()}
    pair = 2 if units.grid == "midrise" else 1
    width = max(pair * sum(blocks.values()), digits if asked.dv is None else 0, asked.least)
    if len(places) * 3 * width > MOST_NUMBERS:
        return None
    units = units_of(asked, width)
    keys = {place: _key(units, blocks, ranks, place) + _digits(units, number) for number, place in enumerate(places)}
    queries = {place: _query(units, blocks, place) for place in places}
    tables = Found(_tables(keys), _tables(queries), Fraction(0))
    evidence = {"kind": "unit", "unit": unit_to_json(unit_of(units, tables))}
    return certified_bound(asked, "upper", width, "keys ranked in a decision list, run on every input", evidence)


def _tables(entries: Mapping[Place, tuple[int, ...]]) -> tuple[tuple[Place, tuple[tuple[int, ...]]], ...]:
    return tuple((place, (entry,)) for place, entry in entries.items())


def _key(units: FixedUnits, blocks: Mapping[Place, int], ranks: Ranks, place: Place) -> tuple[int, ...]:
    """The key of a pair: in each block numbers whose sum grows with the rank that it has there."""
    numbers, found = GRIDS[units.grid](units.bits), list[int]()
    for asked_from, size in blocks.items():
        rank = ranks[asked_from].get(place, 0)
        for _ in range(size):
            here = min(rank, len(numbers) - 1)
            rank -= here
            found += [numbers[here]] * 2 if units.grid == "midrise" else [numbers[-1 - here]]
    return _padded(units, found)


def _query(units: FixedUnits, blocks: Mapping[Place, int], place: Place) -> tuple[int, ...]:
    """The query: ones in its own block, elsewhere what adds up to nothing."""
    found = list[int]()
    for asked_from, size in blocks.items():
        own = asked_from == place
        midrise = units.grid == "midrise"
        found += ([1, 1] if own else [1, -1]) * size if midrise else [-1 if own else 0] * size
    return _padded(units, found)


def _padded(units: FixedUnits, entries: Iterable[int]) -> tuple[int, ...]:
    """To the width of queries and keys; all have the same in what is added."""
    entries = tuple(entries)
    return entries + (GRIDS[units.grid](units.bits)[0],) * (units.m - len(entries))


def _digits(units: FixedUnits, number: int) -> tuple[int, ...]:
    """The value of a pair: its number in digits of p bits."""
    numbers = GRIDS[units.grid](units.bits)
    return tuple(numbers[number >> units.bits * c & len(numbers) - 1] for c in range(units.dv))
