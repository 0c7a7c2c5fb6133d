"""Evidence that heads with position-dependent keys average over any q-subset: ``averaging``.

The output at a position with subset y is (1/D) sum_h c_h sum_j w^h_j z_j, where w^h are the normalised weights of head
h: its value of token j is c_h z_j, and D is a constant of the network after attention. No weight depends on z, so

    output - (1/q) sum_{j in y} z_j  =  sum_j e_j z_j,    e_j = (1/D) sum_h c_h w^h_j - [j in y]/q,

which over z in {-1, 1}^N is largest for z_j = sign(e_j): the greatest error is sum_j |e_j|, exactly. (For z_j in the
unit ball of any R^d the triangle inequality gives the same bound.)
"""

from fractions import Fraction
from itertools import combinations

from .claim import Size
from .question import Question
from .question_file import MAX_HEADS
from .reading import Node
from .unit import fixed_point, saturated
from .unit_class import UnitClass
from .upper_evidence import MAX_PRODUCTS, read_table
from .verdict import RejectionError, short_number

Table = list[tuple[int, ...]]


def proved_by_averaging(node: Node, question: Question, unit_class: UnitClass) -> Size:
    """The size of the heads, once their error has been found to be at most ``error`` for every subset."""
    positions, q = (dict(question.parameters)[name] for name in ("N", "q"))
    if not question.can_be_written_out:
        node.fail("is about more subsets than are gone through")
    subsets = list(combinations(range(positions), q))
    fields = node.fields(("kind", "heads", "divisor", "error"))
    divisor = fields["divisor"].integer(1)
    allowed = fields["error"].fraction()
    heads = fields["heads"].items()
    if not 1 <= len(heads) <= MAX_HEADS:
        fields["heads"].fail(f"must hold 1 to {MAX_HEADS} heads, got {len(heads)}")
    read = [read_head(head, len(subsets), positions, unit_class) for head in heads]
    work = sum(len(subsets) * positions * len(keys[0]) for _, keys, _ in read)
    if work > MAX_PRODUCTS:
        node.fail(f"needs {work} products to be checked; at most {MAX_PRODUCTS} are done")
    weigh = fixed_point(unit_class.bits) if unit_class.name == "FIXED" else saturated
    worst = Fraction(0)
    for row, y in enumerate(subsets):
        errors = dict.fromkeys(y, Fraction(-1, q))
        for queries, keys, share in read:
            weights = weigh([sum(a * b for a, b in zip(queries[row], key, strict=True)) for key in keys])
            for j, weight in enumerate(weights):
                if weight:
                    errors[j] = errors.get(j, Fraction(0)) + Fraction(share * weight, divisor * sum(weights))
        error = sum(map(abs, errors.values()), Fraction(0))
        if error > allowed:
            reason = f"{short_number(error)} for the subset {list(y)[:20]}, {short_number(allowed)} claimed"
            raise RejectionError("error-too-large", f"{node.path} with row {row}", reason)
        worst = max(worst, error)
    width = max(len(keys[0]) for _, keys, _ in read)
    how = f"{len(read)} heads run on all {len(subsets)} subsets, greatest error {short_number(worst)}"
    return Size(width, how.replace("1 heads", "one head") if len(read) == 1 else how, heads=len(read))


def read_head(node: Node, subsets: int, positions: int, unit_class: UnitClass) -> tuple[Table, Table, int]:
    """Queries (a row for each subset), keys (a row for each position) and the share of a head of the class."""
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
