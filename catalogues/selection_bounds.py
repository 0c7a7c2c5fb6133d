"""The least width of a small set of selections, and the least bits of a grid at each width, one after the other."""

from __future__ import annotations

from functools import cache

from ..bounds.bound import NO_SIZE, Bound, as_for_real_units, certified_bound, proved_premise
from ..bounds.patterns import by_tables
from ..bounds.unit_classes.grid_thresholds import decide_by_cases
from ..questions import LeastSize, Question, SignPattern, pattern_question
from ..search.asked import Asked
from ..search.class_bounds import least_bound
from .selection_questions import bits_at, row_of
from .tied_keys import smallest_untied, tables_that_tie
from .widths import least_width

MOST_BITS = 6
"""Bits up to which tables are looked for."""

MOST_QUERY_BITS = 8
"""Most bits of a query of which tables are known."""

CASES = 1_000_000
"""Most cases of one number of bits; some hundreds are enough."""


def bounds_of_selection(question: Question) -> list[Bound]:
    """Both bounds of the least width, that no bits will do below it, and both of the least bits from there on."""
    lower, upper = least_width(question)
    found = [lower, upper]
    method, narrower = f"class SIGN needs m >= {lower.value}", as_for_real_units(lower)
    for width in range(1, lower.value):
        found.append(certified_bound(bits_at(question, width), "lower", NO_SIZE, method, narrower))
    for width in range(upper.value, question.columns):
        found += _least_bits(bits_at(question, width))
    return found


def _least_bits(asked: LeastSize) -> list[Bound]:
    """The best bounds: one number of bits after the other."""
    found: dict[str, Bound] = {}
    for bits in range(1, MOST_BITS + 1):
        bound = (_by_known_tables(asked, bits) if asked.question.pattern.has_zeros else None) or decide_by_cases(
            asked, bits, CASES
        )
        if bound is not None:
            found[bound.side] = bound
        if bound is None or bound.side == "upper":
            break
    found.setdefault("lower", least_bound(Asked(asked)))
    return [found[side] for side in ("lower", "upper") if side in found]


def _by_known_tables(asked: LeastSize, bits: int) -> Bound | None:
    """For ties: tables that are known, or a refutation of a part that no table ties; None if neither is known."""
    question, width = asked.question, asked.m or 0
    parts = [sum(1 << j for j, symbol in enumerate(row) if symbol == "0") for row in question.pattern.rows]
    if bits * width > MOST_QUERY_BITS:
        return None
    tables = tables_that_tie(question.columns, width, bits, parts)
    if tables is not None:
        return by_tables(asked, bits, "tables known to tie more", tables.queries[0], tables.keys[0], width)
    part = smallest_untied(question.columns, width, bits, parts)
    if not part:
        return None
    refuted = _refuted(question.columns, width, bits, part)
    rows = [parts.index(one) for one in part]
    lines = {"rows": rows, "columns": list(range(question.columns))}
    evidence = {"kind": "restriction", **lines, "of": proved_premise(refuted)}
    return certified_bound(asked, "lower", bits + 1, f"{len(rows)} rows: {refuted.how}", evidence)


@cache
def _refuted(keys: int, width: int, bits: int, parts: tuple[int, ...]) -> Bound:
    """That so few bits do not tie these sets, by cases."""
    question = pattern_question(SignPattern(tuple(row_of(keys, part, "0") for part in parts), null=False))
    bound = decide_by_cases(bits_at(question, width), bits, CASES)
    assert bound is not None and bound.side == "lower"  # no table ties them
    return bound
