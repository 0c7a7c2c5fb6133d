"""Evidence that no unit of class GRID has a certain size: ``grid-counting`` and ``grid-exhaustion``.

Both refute one size: width m, p bits, exactly H heads (H = 1 unless heads share out subsets). A claim follows by
monotonicity, to be used by whoever reads the claim: a unit of width m - 1 gives one of width m (one more coordinate,
the same grid number in all keys, null key included, adds a constant to each row's scores), and a smaller grid of one
kind lies in the larger one. In H there is no such rule, so ``H >= k`` needs a refutation for each smaller H.

``grid-counting``    H queries decide what is selected. So different subsets need different H-tuples of queries, of
                     which there are 2^(p m H). For a pattern with a null token two rows that differ need different
                     queries. With a free threshold a query orders its N columns by score into at most N levels, and a
                     star-free row is known once the threshold's place is: on one of the levels, or between two
                     neighbours, or outside: at most 2N + 1 places, so (2N + 1) 2^(p m) >= number of different rows.
``grid-exhaustion``  all placements of the keys are gone through (``key_placement.py``), as many tests as the evidence
                     states at most. ``positions`` n <= N may say that the first n columns are argued about: rows
                     whose subset lies outside of them are left out, and a unit for N positions restricts to one.
"""

from math import comb

from .key_placement import MAX_POINTS, KeySearch, Lattice, OutOfTestsError, Row
from .question import Question, qsa_question
from .reading import Node
from .shared_heads import shared_problems
from .unit_class import UnitClass
from .verdict import RejectionError, short_number

MAX_TESTS = 5_000_000
"""Most tests of a placement in one check (some minutes)."""

MAX_DEMANDS = 5_000
"""Most demands (rows times alternatives times heads) of a problem that is gone through."""

MAX_LISTED = 250_000
"""Most demands that are listed before those with other sizes of parts are left out."""

MAX_COLUMNS = 64
"""Most columns of a problem that is gone through."""

MAX_WORK = 500_000_000
"""Most tests times demands."""


def proved_no_pattern_unit(node: Node, question: Question, unit_class: UnitClass, width: int) -> str:
    """Return how it is shown that no head of this width in the class has the question's signs."""
    kind = node.field("kind")
    if kind.value == "grid-counting":
        node.fields(("kind",))
        if question.task == "qsa":
            positions, q = (dict(question.parameters)[name] for name in ("N", "q"))
            return _counted(node, _subsets(positions, q), unit_class.bits * width)
        shown = {row for row in question.pattern.rows if "*" not in row}
        places = 1 if question.null else 2 * question.columns + 1
        return _counted(node, -(-len(shown) // places), unit_class.bits * width)
    if kind.value != "grid-exhaustion":
        kind.fail("must be grid-counting or grid-exhaustion to refute a size of class GRID")
    fields = node.fields(("kind", "tests"), ("positions",))
    columns = question.columns
    kept = fields["positions"].integer(1, columns) if "positions" in fields else columns
    if not question.can_be_written_out:
        node.fail("is about a pattern that cannot be written out")
    null = "0" if question.null else ""
    words = [row[:kept] + null for row in question.pattern.rows if question.task != "qsa" or "0" not in row[kept:]]
    if not words:
        fields["positions"].fail("must leave at least one row")
    return _exhausted(node, (tuple(((word,),) for word in dict.fromkeys(words)),), unit_class, width)


def proved_no_shared_unit(
    node: Node, positions: int, q: int, combine: str, unit_class: UnitClass, width: int, heads: int
) -> str:
    """Return how it is shown that no ``heads`` heads of this width share out the q-subsets."""
    kind = node.field("kind")
    if heads > q:
        node.fields(("kind",))
        return f"{heads} parts of {q} positions cannot all be non-empty"
    if kind.value == "grid-counting":
        node.fields(("kind",))
        return _counted(node, _subsets(positions, q), unit_class.bits * width * heads)
    if kind.value != "grid-exhaustion":
        kind.fail("must be grid-counting or grid-exhaustion to refute a size of class GRID")
    fields = node.fields(("kind", "tests"), ("positions",))
    kept = fields["positions"].integer(q, positions) if "positions" in fields else positions
    countable = q <= MAX_COLUMNS and qsa_question(kept, q).can_be_written_out
    ways = sum((-1) ** k * comb(heads, k) * (heads - k) ** q for k in range(heads)) if countable else 0
    if not countable or comb(kept, q) * ways * heads > MAX_LISTED:
        node.fail(
            f"has more than {MAX_LISTED} demands before parts of other sizes are left out; argue about fewer positions"
        )
    return _exhausted(node, shared_problems(kept, q, heads, combine), unit_class, width)


def _subsets(positions: int, q: int) -> int:
    """C(N, q), or something smaller if it is very large: C(N, k) grows with k up to N/2.

    >>> _subsets(7, 3), _subsets(7, 5), _subsets(10**9, 10**8).bit_length() > 20_000
    (35, 21, True)
    """
    return comb(positions, min(q, positions - q, 1000))


def _counted(node: Node, rows: int, bits: int) -> str:
    if bits >= rows.bit_length() or 2**bits >= rows:
        raise RejectionError(
            "count-too-small", node.path, f"{bits} bits of queries suffice for {short_number(rows)} rows"
        )
    return f"{short_number(rows)} rows need different queries, and there are 2^{bits}"


def _exhausted(node: Node, problems: tuple[tuple[Row, ...], ...], unit_class: UnitClass, width: int) -> str:
    allowed = node.field("tests").integer(1, MAX_TESTS)
    if unit_class.bits * width > MAX_POINTS.bit_length() - 1:
        node.fail(f"needs a lattice of 2^{unit_class.bits * width} points; at most {MAX_POINTS} are gone through")
    demands = sum(len(row) * len(row[0]) for rows in problems for row in rows)
    if demands > MAX_DEMANDS or any(len(rows[0][0][0]) > MAX_COLUMNS for rows in problems):
        node.fail(f"has more than {MAX_DEMANDS} demands or {MAX_COLUMNS} columns; argue about fewer positions")
    if allowed * demands > MAX_WORK:
        node.fail(f"may need {allowed * demands} steps (tests times demands); at most {MAX_WORK} are made")
    lattice = Lattice(unit_class.grid, unit_class.bits, width)
    made = 0
    for rows in problems:
        search = KeySearch(rows, lattice, unit_class.gap, allowed - made)
        try:
            if search.run() is not None:
                raise RejectionError("placement-exists", node.path, f"width {width}, class {unit_class}")
        except OutOfTestsError:
            raise RejectionError("search-not-finished", node.path, f"{allowed} tests") from None
        made += search.tests
    return f"every placement of the keys in the grid fails ({made} tests, up to symmetry)"
