"""Evidence that heads with position-dependent keys average over any q-subset: ``averaging``.

The output at a position with subset y is (1/D) sum_h c_h sum_j w^h_j z_j, where w^h are the normalised weights of head
h: its value of token j is c_h z_j, and D is a constant of the network after attention. No weight depends on z, so

    output - (1/q) sum_{j in y} z_j  =  sum_j e_j z_j,    e_j = (1/D) sum_h c_h w^h_j - [j in y]/q,

which over z in {-1, 1}^N is largest for z_j = sign(e_j): the greatest error is sum_j |e_j|, exactly. (For z_j in the
unit ball of any R^d the triangle inequality gives the same bound, and all z_j along one line reach it.)

In class SOFTMAX the scores are integers times ln(base), for a rational base above 1, so that weights are rational.
"""

from collections.abc import Callable
from fractions import Fraction
from math import lcm

from ...messages import short_number
from ...meter import product_steps
from ...reading import Node
from ...reading.questions import MAX_HEADS
from ...statement.attention import WEIGHTS, Scores, Vector, powers
from ...statement.least_size import LeastSize
from ...statement.outputs import Averages
from ...statement.size import Size
from ...statement.unit_class import UnitClass
from ..proof import Premises, Proved
from ..selection.tables import all_subsets, charge_scores, dot, longest_entry, read_queries_and_keys, require_grid
from ..size import size_proved

Table = list[Vector]
Head = tuple[Table, Table, int]
Weigh = Callable[[Scores], list[int]]


def by_averaging(node: Node, quantity: LeastSize, value: int, premises: Premises) -> Proved:
    """``{"kind": "averaging", "heads": [{"queries", "keys", "share"}, ..], "divisor": D}``: a query for each subset.

    In class SOFTMAX with ``"base": "3/2"``.
    """
    assert isinstance(quantity.question, Averages)  # the table of kinds
    question, unit_class = quantity.question, quantity.unit_class_at(value)
    subsets = all_subsets(node, question.N, question.q)
    real = unit_class.name == "SOFTMAX"
    fields = node.fields(("kind", "heads", "divisor", *(("base",) if real else ())))
    divisor = fields["divisor"].integer(1)
    heads = read_heads(fields["heads"], len(subsets), question.N, unit_class)
    weigh, bits = _powers(fields["base"], heads) if real else weights_of(unit_class)
    charge_errors(node, heads, divisor * question.q, bits)
    worst = Fraction(0)
    for row, y in enumerate(subsets):
        differences, common = differences_for(heads, row, y, divisor, weigh)
        error = Fraction(sum(map(abs, differences.values())), common)
        if error > quantity.error:
            reason = f"{short_number(error)} for the subset {list(y)[:20]}, {short_number(quantity.error)} claimed"
            node.reject("error-too-large", reason, at=f" with row {row}")
        worst = max(worst, error)
    width = max(len(keys[0]) for _, keys, _ in heads)
    counted = "one head" if len(heads) == 1 else f"{len(heads)} heads"
    how = f"{counted} run on all {len(subsets)} subsets, greatest error {short_number(worst)}"
    return size_proved(node, quantity, value, Size(width, len(heads)), how)


def read_heads(node: Node, subsets: int, positions: int, unit_class: UnitClass) -> list[Head]:
    """Of each head the queries (a row for each subset), the keys (a row for each position) and the share."""
    return [_read_head(head, subsets, positions, unit_class) for head in node.some(MAX_HEADS)]


def _read_head(node: Node, subsets: int, positions: int, unit_class: UnitClass) -> Head:
    fields = node.fields(("queries", "keys", "share"))
    queries, keys = read_queries_and_keys(fields, subsets, positions, unit_class)
    share = fields["share"].integer()
    require_grid(fields["share"], unit_class, [(share, -share)])  # the values, share times z = 1 or -1
    return queries, keys, share


def weights_of(unit_class: UnitClass) -> tuple[Weigh, int]:
    """How a class with its own weights weighs scores, and about how many bits a weight has."""
    return WEIGHTS[unit_class.family.weights](unit_class.bits), unit_class.bits


def _powers(node: Node, heads: list[Head]) -> tuple[Weigh, int]:
    """The same for powers of a base, by the most that two scores of a query can differ by."""
    base = node.fraction()
    if base <= 1:
        node.fail("must be above 1")
    spread = 0
    for queries, keys, _ in heads:
        charge_scores(node, queries, keys)
        ends = [(max(scores), min(scores)) for scores in ([dot(query, key) for key in keys] for query in queries)]
        spread = max(spread, *(high - low for high, low in ends))
    bits = spread * base.numerator.bit_length()
    node.meter.room(bits)
    node.meter.charge(sum(len(queries) * len(keys) for queries, keys, _ in heads) * 2 * product_steps(bits, bits))
    return powers(base), bits


def charge_errors(node: Node, heads: list[Head], divisor: int, bits: int) -> None:
    """Pay for the errors at all subsets; weights of so many bits, and a common denominator of as many for each head."""
    weight = bits + 30
    denominator = divisor.bit_length() + (weight + 30) * len(heads)
    for queries, keys, share in heads:
        charge_scores(node, queries, keys)
        numerator = product_steps(weight, denominator + longest_entry([[share]]))
        node.meter.charge(len(queries) * len(keys) * (15 + numerator))
        node.meter.room(len(keys) * (200 + denominator // 8))
    node.meter.charge(len(heads[0][0]) * (20 + 20 * product_steps(denominator, denominator)))  # in lowest terms


def differences_for(
    heads: list[Head], row: int, subset: tuple[int, ...], divisor: int, weigh: Weigh
) -> tuple[dict[int, int], int]:
    """e_j of one subset by position (left out: 0) as integers over a common denominator, and that."""
    weighed = [(share, weigh([dot(queries[row], key) for key in keys])) for queries, keys, share in heads]
    totals = [divisor * sum(weights) for _, weights in weighed]
    common = lcm(len(subset), *totals)
    differences = dict.fromkeys(subset, -common // len(subset))
    for (share, weights), total in zip(weighed, totals, strict=True):
        factor = share * (common // total)
        for j, weight in enumerate(weights):
            if weight:
                differences[j] = differences.get(j, 0) + factor * weight
    return differences, common
