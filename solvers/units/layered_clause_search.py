"""Units of several layers for a finite task, by clauses: a unit that is right on all inputs, or a refutation.

The clauses (``layered_clauses.py``) are about some words only, and grow: a model is a unit that is right on these; the
inputs on which it is wrong are added, and with them the other words of their box (each token from one of them), since
what few tokens are to tell in all combinations is refuted soonest. If the clauses contradict one another, no unit does
the task.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb, prod
from typing import Any

from pysat.solvers import Cadical195

from ...certificates.systems.layers import Layers
from ...questions.finite_task import FiniteTask, Wanted, Word
from ..limited_solve import solve_until
from ..outcome import NotDecided
from ..refutation import refutation
from ..refutation_steps import ProofError
from .fixed_tables import Found
from .fixed_units import Entry, FixedUnits, Vector
from .layered_clauses import LayeredClauses
from .layered_unit_search import FoundLayers

MOST_CLAUSES = 300_000
"""Most clauses: more take long to make, and their refutations are too long to be checked."""

AT_ONCE = 24
"""Words that are added at a time at the least, if there are so many on which the unit is wrong."""

Chosen = Callable[[int, int, tuple[Any, ...]], Entry]
"""The entry that layer t gives a symbol: a key and a value (kind 0) or a query (1)."""


def search_layered_clauses(
    units: FixedUnits, system: Callable[[], Layers], deadline: float = float("inf")
) -> FoundLayers | dict[str, Any] | NotDecided:
    """Tables of layers, or a part of a proof that there are none.

    Parameters
    ----------
    units : FixedUnits
        The sizes of each layer and the task; tables by position and symbol, no null token, any read-out, exact sums or
        rounded ones; heads side by side.
    system : callable
        Makes a fresh system of the units that are meant, of this task.
    deadline : value of ``time.monotonic()`` at which to give up
    """
    if _together(units) > MOST_CLAUSES // 2:
        return NotDecided("a position may see too many different keys together for clauses", 0)
    clauses, solver, fed = LayeredClauses(system()), Cadical195(), 0
    inputs = dict(units.task.pairs())
    words, box = dict[Word, None](), [dict[int, None]() for _ in range(units.task.length)]
    new = list(inputs)[:1]
    with solver:
        while new:
            for word in _grown(box, words, new, inputs):
                clauses.add(word, inputs[word])
                words[word] = None
                if len(clauses.clauses) > MOST_CLAUSES or time.monotonic() > deadline:
                    return NotDecided("the clauses are too many, or the time ran out", len(words))
            solver.append_formula(clauses.clauses[fed:])
            fed = len(clauses.clauses)
            answer = solve_until(solver, deadline)
            if answer is None:
                return NotDecided("the time ran out", len(words))
            if not answer:
                try:
                    return clauses.proof(refutation(clauses.clauses, deadline=deadline), system())
                except ProofError:
                    return NotDecided("the solver's refutation could not be replayed in the time left", len(words))
            found = tables_of(units, clauses.system.layers, _chosen(clauses.system, solver.get_model()))
            if isinstance(found, FoundLayers):
                return found
            new = [word for word in found if word not in words]
    raise AssertionError("a unit that is right on these words is wrong on them")


def _together(units: FixedUnits) -> int:
    """About how many clauses a word takes: what keys a position may see together, times the entries."""
    entries, seen = units.choices((False, 0)), max(len(units.seen(i)) for i in range(units.task.length))
    if entries > MOST_CLAUSES or seen > 100:
        return MOST_CLAUSES
    together = entries**seen if units.ordered else comb(entries + seen - 1, seen)
    return together * max(entries, units.choices((True, 0)))


def _grown(
    box: Sequence[dict[int, None]], words: dict[Word, None], wrong: Sequence[Word], inputs: dict[Word, Wanted]
) -> list[Word]:
    """The wrong words, some at a time, and the others of the box if it does not grow too fast."""
    taken = list(wrong[:2])
    wider = [{**tokens, **dict.fromkeys(word[j] for word in taken)} for j, tokens in enumerate(box)]
    if prod(map(len, wider)) <= 2 * len(words) + AT_ONCE:
        for tokens, more in zip(box, wider, strict=True):
            tokens.update(more)
        taken += [word for word in product(*wider) if word in inputs]
    return [word for word in dict.fromkeys([*taken, *wrong[:AT_ONCE]]) if word not in words]


def _chosen(system: Layers, model: Sequence[int]) -> Chosen:
    """The entries of a model; what no word needs is filled with the first one."""
    held = dict[tuple[Any, ...], int]()
    for literal in model:
        if 0 < literal <= len(system.variables) and system.variables[literal - 1][0] == "Entry":
            _, t, kind, symbol, entry = system.variables[literal - 1]
            held.setdefault((t, kind, symbol), entry)
    return lambda t, kind, symbol: system.units.entries[2 * kind][held.get((t, kind, symbol), 0)]


def tables_of(units: FixedUnits, layers: int, chosen: Chosen) -> FoundLayers | list[Word]:
    """The unit with these entries, its symbols numbered through, or inputs on which no read-out is right."""
    pairs = list(units.task.pairs())
    words: list[Word] = [word for word, _ in pairs]
    told: dict[int, tuple[Any, ...]] = {token: (token,) for token in range(units.task.alphabet)}
    found, read_outs, rows = [], [], list[list[Vector]]()
    for t in range(1, layers + 1):
        used = sorted({(j, x) for word in words for j, x in enumerate(word)})
        keys, queries = ({(j, x): chosen(t, kind, (j, *told[x])) for j, x in used} for kind in (0, 1))
        listed = tuple((word, answers) for word, (_, answers) in zip(words, pairs, strict=True))
        task = FiniteTask("table", (("alphabet", len(told)), ("length", units.task.length)), listed)
        of = units if t == 1 else replace(units, task=task)
        found.append((of, Found(tuple(keys.items()), tuple(queries.items()), Fraction(0))))
        rows = [
            [units.row(queries[i, x], [keys[j, word[j]] for j in units.seen(i)]) for i, x in enumerate(word)]
            for word in words
        ]
        if t < layers:
            number: dict[tuple[int, Vector], int] = {}
            words = [
                tuple(number.setdefault(pair, len(number)) for pair in zip(word, listed_rows, strict=True))
                for word, listed_rows in zip(words, rows, strict=True)
            ]
            told = {k: (*told[x], units.fractions(row)) for (x, row), k in number.items()}
            read_outs.append(number)
    wrong, first = dict[Word, None](), dict[Any, tuple[int, Word]]()
    for (word, answers), after in zip(pairs, rows, strict=True):
        for i, answer in enumerate(answers):
            if answer is not None:
                other = first.setdefault((i, word[i], after[i]), (answer, word))
                if other[0] != answer:
                    wrong |= dict.fromkeys((word, other[1]))
    return list(wrong) or FoundLayers(tuple(found), tuple(read_outs))
