"""The rule ``farkas``: inequalities that hold of an assumed object add up to a contradiction.

A system makes *rows* ``sum of coefficient * unknown  (>=, >, =)  number`` out of the statement; each holds of every
object of the kind that is assumed. A proof names rows with multipliers, positive ones but for ``=``. Their sum holds as
well; where no coefficient is left in it and it says 0 > 0, or 0 >= a positive number, there is no such object.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from math import comb
from typing import Any

from .book import Book, Proved, Rule
from .claims import Claim
from .meaning.tasks import Task, task_of
from .meter import ENTRY, Meter, product_steps, walk, words
from .refuse import need
from .schema import Record, Type, integer, many, pair, record, refuse, shown, word

Row = tuple[Mapping[Any, int], str, int]
"""Coefficients by unknown; ``>=``, ``>`` or ``=``; and the number."""
Inequality = tuple[int, Row]
"""A multiplier, and a row."""


def combined(rows: Iterable[Inequality], meter: Meter) -> tuple[dict[Any, int], int, bool]:
    """The sum of rows times multipliers: the coefficients that are not 0, the number, and whether it is strict.

    >>> combined([(2, ({"x": 1, "y": 1}, ">=", 1)), (1, ({"x": -2}, ">", 0))], Meter())
    ({'y': 2}, 2, True)
    """
    total: dict[Any, int] = {}
    number, strict, long = 0, False, 0
    for times, (coefficients, sense, bound) in rows:
        need(times > 0 or (times < 0 and sense == "="), "a multiplier has the wrong sign")
        meter.charge(30 + 5 * len(coefficients))
        widest = max(map(int.bit_length, (bound, *coefficients.values())))
        long = 1 + max(long, times.bit_length() + widest)  # of every sum so far
        cost = 10 + product_steps(times.bit_length(), widest) + words(long)
        for unknown, coefficient in walk(meter, coefficients, cost).items():
            if unknown not in total:
                meter.charge(ENTRY)
            total[unknown] = total.get(unknown, 0) + times * coefficient
        number += times * bound
        strict = strict or sense == ">"
    return {unknown: x for unknown, x in walk(meter, total, 2).items() if x}, number, strict


def contradiction(rows: Iterable[Inequality], meter: Meter) -> None:
    """Refuse unless the rows cannot all hold by their sum. No rows are no contradiction."""
    left, number, strict = combined(rows, meter)
    need(not left, "something is left of the coefficients")
    need(number > 0 or (number == 0 and strict), "the sum is no contradiction")


def farkas(proof: dict[str, Any], claim: Claim, book: Book) -> Proved:
    """``{"rule": "farkas", "system": .., ..}``."""
    from .systems.programs import SYSTEMS as PROGRAMS  # where trees are replayed, whose rule sums rows itself

    systems: dict[str, Rule] = {"states": by_states, "degree": by_degree, **PROGRAMS}
    return systems[word(*systems).read(proof.get("system"), "proof.system", book.meter)](proof, claim, book)


def _read(form: Type, proof: dict[str, Any], meter: Meter) -> Record:
    found: Record = form.read({name: x for name, x in proof.items() if name not in ("rule", "system")}, "proof", meter)
    return found


HEXADECIMAL = re.compile(r"-?[1-9a-f][0-9a-f]*")


def _read_hexadecimal(value: Any, path: str, meter: Meter) -> int:
    """An integer but 0; read in linear time, however long it is."""
    if isinstance(value, str):
        meter.charge(1 + len(value) // 4)
        if HEXADECIMAL.fullmatch(value):
            return int(value, 16)
    refuse(path, f"must be an integer but 0 in hexadecimal, such as '1f', got {shown(value)}")


STATES = record({"rows": many(many(pair(integer(0), Type(_read_hexadecimal))))})


def by_states(proof: dict[str, Any], claim: Claim, book: Book) -> Proved:
    """``{"rows": [[[row, multiplier], ..], ..]}``, a list for each set of classes: no hidden state gives just these.

    Let the state x score the classes of a set, and no others, above the threshold t, none at it. With any s > 0 the
    unknowns are the coordinates of x s, then s if there is a bias, and t s if the threshold is free, else t = 0. Row
    j: class j scores above, so <W_j, x s> + b_j s - t s > 0; or below. Row n, where n is the number of classes: s > 0
    with a bias, and if states are centred, the coordinates add up to 0.
    """
    q, layer, meter = claim.quantity, claim.statement, book.meter
    p = _read(STATES, proof, meter)
    need(claim.side == "fact" and q.kind == "unreachable", "the system is for sets of classes that are unreachable")
    need(len(p.rows) == len(q.sets), "there must be a proof for each set")
    for rows, one in zip(p.rows, walk(meter, q.sets, 100), strict=True):
        inside = set(walk(meter, one, 5))
        contradiction(((times, _state_row(layer, j, inside, meter)) for j, times in walk(meter, rows, 10)), meter)
    return Proved(None, f"for each set a sum of at most {max(map(len, p.rows))} inequalities that no state satisfies")


def _state_row(layer: Record, j: int, inside: set[int], meter: Meter) -> Row:
    n, width = len(layer.weights), len(layer.weights[0])
    meter.charge(50 + 10 * width)
    if j < n:
        last = layer.bias[j] if layer.bias else 0, -1 if layer.threshold == "free" else 0
        return {k: x if j in inside else -x for k, x in enumerate((*layer.weights[j], *last)) if x}, ">", 0
    need(j == n and (layer.bias is not None or layer.centred), "there is no such row")
    return ({width: 1}, ">", 0) if layer.bias is not None else (dict.fromkeys(range(width), 1), "=", 0)


DEGREE = record({"degree": integer(1), "rows": many(pair(many(integer(0)), integer(1)))})


def by_degree(proof: dict[str, Any], claim: Claim, book: Book) -> Proved:
    """``{"degree": d, "rows": [[word, multiplier], ..]}``: H >= d in class THRESH.

    The answer wanted at the position i is 1 iff an affine function of the output row is positive. It may be moved into
    the values, so f = sum_h N_h / D_h is compared with 0; for a fixed token at i, D_h = sum_j w_h(j, x_j) > 0 and N_h =
    sum_j w_h(j, x_j) v_h(j, x_j). So F = f D_1 .. D_H has the sign of f, and is a polynomial of degree at most H in the
    indicators [x_j = s], j != i. One of degree d - 1 or less is a sum of the monomials that have an indicator for each
    of d - 1 positions (multiply by sums of all indicators of a position, which are 1): there are so many positions. The
    coefficients are the unknowns. F > 0 where the answer is 1, F <= 0 where it is 0; all words have one token at i.
    """
    q, meter = claim.quantity, book.meter
    p = _read(DEGREE, proof, meter)
    asked = q.kind == "size" and q.resource == "H" and q.unit_class.name == "THRESH" and claim.side == "lower"
    need(asked, "the system is for lower bounds of H in class THRESH")
    task = task_of(claim.statement, meter)
    need(task.position is not None and p.degree <= task.length, "the degree is above that of any polynomial")
    contradiction(_degree_rows(task, task.position or 0, p.degree, p.rows), meter)
    return Proved(p.degree, f"no polynomial of degree {p.degree - 1} has the signs, by {len(p.rows)} words")


def _degree_rows(task: Task, position: int, degree: int, rows: Sequence[tuple[Any, int]]) -> Iterator[Inequality]:
    others = [j for j in range(task.length) if j != position]
    task.meter.charge(task.length**2)
    monomials = comb(len(others), degree - 1)
    for tokens, times in walk(task.meter, rows, 50):
        answer = (task.wanted(tokens) or {position: None})[position]
        need(answer in (0, 1), "a word has no answer 0 or 1")
        need(tokens[position] == rows[0][0][position], "the tokens at the position differ")
        task.meter.charge(monomials * (ENTRY + 10 * degree))
        row = {(s, *(tokens[j] for j in s)): 1 if answer else -1 for s in combinations(others, degree - 1)}
        yield times, (row, ">" if answer else ">=", 0)
