"""Evidence that no unit of class GRID has a certain size, by cases of its keys: ``grid-cases``.

One size is refuted: width m, p bits, exactly H heads (H = 1 unless heads share out subsets). What refutes v - 1 proves
>= v, for m and for p, as in ``counting.py``. ``key_cases.py`` is the rule of the trees; here are the rows that keys and
queries have to meet, in the order by which the trees name them.

* A pattern: its rows without repetitions, with a last column ``0`` for the null key if there is a null token.
* q-SA: the q-subsets in lexicographic order, ``0`` on the subset, ``-`` off it.
* ``shared``: a row for each q-subset y, an alternative for each way to divide it among the heads (``divided``). For
  ``concat`` this is one list of rows; for ``sum`` there is one for each choice of part sizes, the largest first and in
  decreasing order (heads may be renamed), and none of the lists may be possible: a tree for each.

``positions`` n says that only n columns are argued about: the first n of a pattern; for q-subsets the question with n
positions. A unit for all columns restricts to one for these.
"""

from itertools import combinations

from ...kernel.case_tree import replay_preorder
from ...messages import short_number
from ...meter import Meter, product_steps
from ...reading import Node
from ...statement.least_size import LeastSize
from ...statement.question import Question
from ...statement.selection import SparseAveraging
from ...statement.shared_averaging import SharedAveraging, divided
from ...statement.subsets import SubsetQuestion, subsets_up_to
from ..proof import Premises, Proved
from .counting import refuted_size
from .key_cases import KeyCases, Row
from .point_sets import MAX_POINTS


def by_grid_cases(node: Node, quantity: LeastSize, value: int, premises: Premises) -> Proved:
    """``{"kind": "grid-cases", "trees": [[[split, narrow, ..], ..], ..], ["positions": n]}``."""
    fields = node.fields(("kind", "trees"), ("positions",))
    question, unit_class = quantity.question, quantity.unit_class
    width, bits, _ = refuted_size(node, quantity, value)
    if bits * max(width, 1) >= MAX_POINTS.bit_length():  # a grid of so many numbers is gone through at width 0, too
        node.fail(f"is about 2^{short_number(bits * width)} possible keys; sets of at most {MAX_POINTS} are kept")
    kept = question.columns
    if "positions" in fields:
        least = question.q if isinstance(question, SubsetQuestion) else 1
        kept = fields["positions"].integer(least, kept)
    problems = lists_of_rows(question, kept, node.meter)
    trees = fields["trees"].items(len(problems))
    for tree, rows in zip(trees, problems, strict=True):
        rule = KeyCases(rows, unit_class.grid, bits, width, unit_class.gap, node.meter)
        replay_preorder(tree, rule.start, rule.split)
    where = "" if kept == question.columns else f" at {kept} positions"
    return Proved(value, f"no keys{where} are possible, by {sum(len(tree.value) for tree in trees)} splits")


def lists_of_rows(question: Question, kept: int, meter: Meter) -> tuple[tuple[Row, ...], ...]:
    """The lists of rows, one of which has to be met, when so many columns are argued about.

    >>> from ...statement.selection import shared_question
    >>> concat, by_size = (lists_of_rows(shared_question(3, 2, 2, name), 3, Meter()) for name in ("concat", "sum"))
    >>> len(by_size), by_size[0] == concat[0]
    (1, True)
    >>> concat[0][0]
    (('0--', '-0-'), ('-0-', '0--'))
    """
    if isinstance(question, SharedAveraging):
        return _shared(SharedAveraging(kept, question.q, question.heads, question.combine), meter)
    if isinstance(question, SparseAveraging):
        question = SparseAveraging(kept, question.q)
    meter.charge(2 * question.cells)
    rows = question.pattern.rows
    meter.charge(2 * len(rows) * (4 + kept))
    words = (row[:kept] + ("0" if question.null else "") for row in rows)
    return (tuple(((word,),) for word in dict.fromkeys(words)),)


def _shared(question: SharedAveraging, meter: Meter) -> tuple[tuple[Row, ...], ...]:
    positions, q, heads = question.N, question.q, question.heads
    meter.room(100 * positions)
    meter.charge(positions + heads * product_steps(24 * q, 24 * q))  # q <= 2^24 heads or the number is not computed
    meter.charge(subsets_up_to(positions, q, meter.limit) * question.ways * heads * (10 + 2 * positions))
    ways = [list(divided(y, heads)) for y in combinations(range(positions), q)]
    sizes = sorted({tuple(sorted(map(len, parts), reverse=True)) for parts in ways[0]}, reverse=True)
    lists = [ways]
    if question.combine == "sum":
        lists = [[[parts for parts in row if tuple(map(len, parts)) == size] for row in ways] for size in sizes]
    return tuple(
        tuple(tuple(tuple(_word(part, positions) for part in parts) for parts in row) for row in rows) for rows in lists
    )


def _word(part: tuple[int, ...], positions: int) -> str:
    return "".join("0" if j in part else "-" for j in range(positions))
