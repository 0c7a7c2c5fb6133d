"""Evidence that heads with position-dependent keys average over any q-subset: ``averaging``.

The output at a position with subset y is (1/D) sum_h c_h sum_j w^h_j z_j, where w^h are the normalised weights of head
h: its value of token j is c_h z_j, and D is a constant of the network after attention. No weight depends on z, so

    output - (1/q) sum_{j in y} z_j  =  sum_j e_j z_j,    e_j = (1/D) sum_h c_h w^h_j - [j in y]/q,

which over z in {-1, 1}^N is largest for z_j = sign(e_j): the greatest error is sum_j |e_j|, exactly. (For z_j in the
unit ball of any R^d the triangle inequality gives the same bound.)
"""

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from math import lcm

from .claim import Size
from .question import Question
from .question_file import MAX_HEADS
from .reading import Node
from .unit import fixed_point, saturated
from .unit_class import UnitClass
from .upper_evidence import read_table
from .verdict import RejectionError, short_number

MAX_STEPS = 250_000_000
"""Most steps of one check of averaging heads (some ten seconds)."""

WORD = 30
"""Bits of a word."""

PRODUCTS = 128
"""So many products of words, within long integers, take about as long as a step."""

Table = list[tuple[int, ...]]
Head = tuple[Table, Table, int]


def proved_by_averaging(node: Node, question: Question, unit_class: UnitClass) -> Size:
    """The size of the heads, once their error has been found to be at most ``error`` for every subset."""
    positions, q = (dict(question.parameters)[name] for name in ("N", "q"))
    if not question.can_be_written_out:
        node.fail("is about more subsets than are gone through")
    subsets = list(combinations(range(positions), q))
    fields = node.fields(("kind", "heads", "divisor", "error"))
    divisor = fields["divisor"].integer(1)
    allowed = fields["error"].fraction()
    heads = read_heads(fields["heads"], len(subsets), positions, unit_class)
    bound_steps(node, heads, divisor * q, unit_class)
    worst = Fraction(0)
    for row, y in enumerate(subsets):
        differences, common = differences_for(heads, row, y, divisor, unit_class)
        error = Fraction(sum(map(abs, differences.values())), common)
        if error > allowed:
            reason = f"{short_number(error)} for the subset {list(y)[:20]}, {short_number(allowed)} claimed"
            raise RejectionError("error-too-large", f"{node.path} with row {row}", reason)
        worst = max(worst, error)
    width = max(len(keys[0]) for _, keys, _ in heads)
    how = f"{len(heads)} heads run on all {len(subsets)} subsets, greatest error {short_number(worst)}"
    return Size(width, how.replace("1 heads", "one head") if len(heads) == 1 else how, heads=len(heads))


def read_heads(node: Node, subsets: int, positions: int, unit_class: UnitClass) -> list[Head]:
    """Of each head the queries (a row for each subset), the keys (a row for each position) and the share."""
    nodes = node.items()
    if not 1 <= len(nodes) <= MAX_HEADS:
        node.fail(f"must hold 1 to {MAX_HEADS} heads, got {len(nodes)}")
    return [_read_head(head, subsets, positions, unit_class) for head in nodes]


def _read_head(node: Node, subsets: int, positions: int, unit_class: UnitClass) -> Head:
    fields = node.fields(("queries", "keys", "share"))
    first = fields["keys"].items()
    if not first:
        fields["keys"].fail("must not be empty")
    width = len(first[0].items())
    queries = read_table(fields["queries"], subsets, width)
    keys = read_table(fields["keys"], positions, width)
    share = fields["share"].integer()
    unit_class.require_grid(queries, fields["queries"].path)
    unit_class.require_grid(keys, fields["keys"].path)
    unit_class.require_grid([(share, -share)], fields["share"].path)  # the values, share times z = 1 or -1
    return queries, keys, share


def bound_steps(node: Node, heads: list[Head], divisor: int, unit_class: UnitClass) -> None:
    """Refuse heads whose errors would take too long, or too many bits, to compute.

    With p-bit weights the denominator common to all e_j has about p bits for each head.
    """
    weight = 1 + unit_class.bits // WORD
    denominator = _words([divisor]) + (weight + 1) * len(heads)
    steps = 0
    for queries, keys, share in heads:
        entry = _words(x for row in queries for x in row) * _words(x for row in keys for x in row)
        score = len(keys[0]) * (2 + entry // PRODUCTS)
        numerator = weight * (denominator + _words([share])) // PRODUCTS
        steps += len(queries) * len(keys) * (15 + score + numerator)
    steps += len(heads[0][0]) * 4 * denominator**2 // PRODUCTS  # fractions are brought to lowest terms
    if steps > MAX_STEPS:
        node.fail(f"may take {steps} steps to be checked; at most {MAX_STEPS} are done")


def _words(numbers: Iterable[int]) -> int:
    """How many words the largest of the numbers takes."""
    return 1 + max((abs(x).bit_length() for x in numbers), default=0) // WORD


def differences_for(
    heads: list[Head], row: int, subset: tuple[int, ...], divisor: int, unit_class: UnitClass
) -> tuple[dict[int, int], int]:
    """e_j of one subset by position (left out: 0) as integers over a common denominator, and that."""
    weigh = fixed_point(unit_class.bits) if unit_class.name == "FIXED" else saturated
    weighed = [
        (share, weigh([sum(a * b for a, b in zip(queries[row], key, strict=True)) for key in keys]))
        for queries, keys, share in heads
    ]
    totals = [divisor * sum(weights) for _, weights in weighed]
    common = lcm(len(subset), *totals)
    differences = dict.fromkeys(subset, -common // len(subset))
    for (share, weights), total in zip(weighed, totals, strict=True):
        factor = share * (common // total)
        for j, weight in enumerate(weights):
            if weight:
                differences[j] = differences.get(j, 0) + factor * weight
    return differences, common
