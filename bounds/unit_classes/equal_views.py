"""No size at all: two inputs that look alike from a position at which their answers differ.

The row at a position is a function of the symbol there and of the multiset of the symbols that it attends to (of the
order of their first or last places, where ties go to the first or last key), each with its position unless tables are
by token alone, and so is what the next layer is given there (the proof stands in
``certificates/evaluate/views.py``). Where two inputs agree in these, whatever the widths, bits and heads, the answer is
the same. So tables by token alone see how often a token occurs and no order, and under a mask nothing is seen of what
it hides, layer by layer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import islice

from ...certificates.evaluate.views import told
from ...certificates.unit_class import TABULATED
from ...questions import LeastSize
from ...questions.finite_task import MAX_CASES
from ...solvers.units.fixed_units import FixedUnits, units_of
from ..bound import NO_SIZE, Bound, certified_bound

CLASSES = (*TABULATED, "SATURATED")
"""Classes of units that see no more than this."""


def no_size(asked: LeastSize) -> Bound | None:
    """That no size will do, by two inputs among the first ``MAX_CASES`` cases; None if there are none among these.

    Parameters
    ----------
    asked : LeastSize
        About a computation, in a class of tables or SATURATED. Of other classes nothing is said.

    Examples
    --------
    Is the first of two bits the lesser, asked at the end? Tables by token see which bits there are, and no order.

    >>> from ...questions import Scope, computation_question, least_size
    >>> answers = tuple(((x, y, 0), (None, None, int(x < y))) for x in (0, 1) for y in (0, 1))
    >>> less = computation_question("table", answers=answers, alphabet=2, length=3)
    >>> for tables in ("token", "both"):
    ...     found = no_size(least_size(less, "m", "FIXED(1, midrise)", read_out="any", scope=Scope(False, tables)))
    ...     print(found and found.how)
    0 1 0 and 1 0 0 look alike from position 2 in tables by token, and have different answers there
    None

    Ties that go to the first key show which bit comes first, those that go to the last one which comes last.

    >>> for ties in ("LEFTMOST(1, midrise)", "RIGHTMOST(1, midrise)"):
    ...     found = no_size(least_size(less, "m", ties, read_out="any", scope=Scope(False, "token")))
    ...     print(found and found.how)
    None
    0 1 0 and 1 0 0 look alike from position 2 in tables by token, and have different answers there
    """
    if asked.unit_class.name not in CLASSES:
        return None
    units = units_of(asked, asked.least)
    if units.rounds and units.tables == "token":  # rounded sums depend on the order of the keys
        return None
    null = asked.scope is None or asked.scope.null
    units = replace(units, bits=1, grid="midrise", m=0, heads=1, dv=1, combine="sum", null=null)  # of any size
    inputs = _alike(units, asked.layers)
    if inputs is None:
        return None
    (one, i), (two, j) = inputs
    where = f"position {i}" if i == j else f"positions {i} and {j}"
    words = " and ".join(" ".join(map(str, word)) for word in (one, two))
    method = f"{words} look alike from {where}{_why(units)}, and have different answers there"
    return certified_bound(asked, "lower", NO_SIZE, method, {"kind": "equal-views", "inputs": inputs})


def _why(units: FixedUnits) -> str:
    reasons = ["in tables by token"] * (units.tables == "token") + ["under the mask"] * (units.mask is not None)
    return "".join(f" {reason}" for reason in reasons)


Seen = tuple[tuple[int, ...], int]
"""An input and a position."""


@lru_cache(16)
def _alike(units: FixedUnits, layers: int) -> tuple[Seen, Seen] | None:
    """The first two such inputs, all layers under one mask; sizes of the units play no part."""
    first: dict[object, tuple[int, Seen]] = {}
    names: list[dict[object, int]] = [{} for _ in range(layers)]
    for tokens, answers in islice(units.task.pairs(), MAX_CASES // units.task.length + 1):
        views = [units.type_of(j, token) for j, token in enumerate(tokens)]
        for known in names:
            views = [known.setdefault(view, len(known)) for view in _seen(units, views)]
        for i, answer in enumerate(answers):
            if answer is None:
                continue
            site = (i, tokens[i]) if units.read_out == "any" else ()
            before, where = first.setdefault((site, views[i]), (answer, (tokens, i)))
            if before != answer:
                return where, (tokens, i)
    return None


def _seen(units: FixedUnits, symbols: list[int]) -> Iterator[object]:
    """The view of each position: its symbol, and what it is told of those that it sees."""
    every = told(symbols, units.ties, scaled=not units.null) if units.mask is None else None
    for i, own in enumerate(symbols):
        yield own, every or told([symbols[j] for j in units.seen(i)], units.ties, scaled=not units.null)
