"""Evidence that no fixed-point unit of a size does a finite task: ``fixed-refutation``, a search that is run again.

The evidence names the sizes that are refuted and, for each, an order of branching and automorphisms of the task; the
search of ``table_search.py`` is then run from the start, within ``MAX_SCORES``. Nothing else in the evidence is
believed: with a bad order the search is too long, and automorphisms are checked.

**Which sizes follow from one.** A unit can be given one more coordinate, head or value coordinate without spoiling it:

* m: a coordinate that is 1 in all queries and keys (and in the null key) adds 1 to all scores, and weights depend on
  differences only;
* H: one more head with constant values adds a constant to the row (``sum``), or a constant coordinate (``concat``); a
  threshold is moved by as much, or compared with the first head as before;
* dv: a constant coordinate.

The number 1 is in every midrise grid; in the others 0 is, which serves as well. So "m >= v" (or "H >= v") follows from
the refutation of m = v - 1 (H = v - 1) alone. **More bits are not more**: with p + 1 bits weights are cut off
elsewhere, and a unit for p need not be one for p + 1; so "p >= v" takes a refutation of every p < v.

**Scope** (``scope.py``). Scores are pairwise (inner products). The claim says whether a null token is allowed, and
whether tables may depend on the position. For read-out ``any``,
``concat`` covers ``sum``: what can be read off a sum of rows can be read off the rows. For ``threshold`` it is the
other way round, as only the first head of ``concat`` is compared.
"""

from .claim import Setting
from .fixed_tables import NULL_TYPE, Automorphism, FixedTables
from .question import Question
from .reading import Node
from .table_search import Branching, Found, LimitReached, first_tables
from .verdict import RejectionError

MAX_SCORES = 20_000_000
"""Most scores computed for one claim (about half a minute)."""

MAX_CASES = 20_000
"""Most pairs of an input and a position at which an answer is asked for."""

MAX_AUTOMORPHISMS = 64


def proved_by_refutation(node: Node, question: Question, setting: Setting) -> tuple[int, str]:
    """``fixed-refutation``: 1 more than the greatest size refuted."""
    fields = node.fields(("kind", "read_out", "searches"))
    fields["read_out"].fields(("kind",))
    if question.finite is None or setting.unit_class.name != "FIXED" or setting.scope is None:
        node.fail("is about computations in class FIXED and needs the field 'scope' in the claim")
    if question.finite.count * question.finite.length > MAX_CASES:
        node.fail(f"is about more than {MAX_CASES} answers")
    searches = fields["searches"].items()
    sizes = [search.field("size").integer(0 if setting.resource == "m" else 1) for search in searches]
    wanted = list(range(1, len(sizes) + 1)) if setting.resource == "p" else sizes[:1]
    if not sizes or sizes != wanted:
        fields["searches"].fail("must be one search; where p is asked for, one for every p from 1 on")
    scores = 0
    for search, size in zip(searches, sizes, strict=True):
        scores += _refuted(search, question, setting, size, MAX_SCORES - scores)
    words = ", ".join(f"{setting.resource} = {size}" for size in sizes)
    return sizes[-1] + 1, f"no unit with {words}, by an exhaustive search of {scores} scores"


def _refuted(node: Node, question: Question, setting: Setting, size: int, limit: int) -> int:
    """Run one search; the scores that it took."""
    fields = node.fields(("size", "order", "automorphisms"))
    m = size if setting.resource == "m" else setting.m
    bits = size if setting.resource == "p" else setting.unit_class.bits
    heads = size if setting.resource == "H" else setting.heads
    scope, read_out = setting.scope, setting.read_out
    assert question.finite is not None and m is not None and heads is not None and scope is not None
    known = {answer for _, answers in question.finite.pairs() for answer in answers}
    if read_out == "threshold" and not known <= {0, 1, None}:
        node.fail("is about the read-out any only, because some answer is neither 0 nor 1")
    combine = "sum" if read_out == "threshold" else scope.combine  # only the first head of concat is compared
    try:
        tables = FixedTables(
            question.finite, bits, setting.unit_class.grid, m, heads, setting.dv, read_out,
            combine, scope.null, scope.tables,
        )  # fmt: skip
    except ValueError as error:
        fields["size"].fail(str(error))
    order = _read_order(fields["order"], tables)
    automorphisms = _read_automorphisms(fields["automorphisms"], tables)
    outcome = first_tables(tables, order, automorphisms, limit)
    if isinstance(outcome, Found):
        reason = f"the search with {setting.resource} = {size} ends with tables that are not refuted"
        raise RejectionError("value-not-proved", node.path, reason)
    if isinstance(outcome, LimitReached):
        node.fail(f"needs more than {limit} scores; no more are computed")
    return outcome.scores


def _read_order(node: Node, tables: FixedTables) -> tuple[Branching, ...]:
    """``["key", position, token]``, ``["query", position, token]``, ``["null"]``; position -1 in tables by token."""
    order = []
    known = {True: set(tables.query_types), False: set(tables.key_types)}
    for entry in node.items():
        word = entry.items()[0].value if entry.items() else None
        if word == "null":
            entry.items(1)
            branching = Branching(False, NULL_TYPE)
        else:
            what, *numbers = entry.items(3)
            if what.value not in ("key", "query"):
                what.fail("must be key, query or null")
            position, token = (number.integer(-1) for number in numbers)
            branching = Branching(what.value == "query", (position, token))
        if branching.type not in known[branching.is_query] or branching in order:
            entry.fail("must name a type that occurs in the task, and none twice")
        order.append(branching)
    return tuple(order)


def _read_automorphisms(node: Node, tables: FixedTables) -> tuple[Automorphism, ...]:
    """``[[positions], [[tokens at position 0], ..]]`` each."""
    items = node.items()
    if len(items) > MAX_AUTOMORPHISMS:
        node.fail(f"must hold at most {MAX_AUTOMORPHISMS} automorphisms, got {len(items)}")
    length, alphabet = tables.task.length, tables.task.alphabet
    found = []
    for item in items:
        positions, tokens = item.items(2)
        automorphism = Automorphism(positions.integers(), tuple(row.integers() for row in tokens.items(length)))
        if sorted(automorphism.positions) != list(range(length)) or any(
            sorted(row) != list(range(alphabet)) for row in automorphism.tokens
        ):
            item.fail("must be a permutation of positions and a permutation of tokens for each")
        if not tables.respects(automorphism):
            raise RejectionError("not-an-automorphism", item.path, "an input is taken to none, or to other answers")
        found.append(automorphism)
    return tuple(found)
