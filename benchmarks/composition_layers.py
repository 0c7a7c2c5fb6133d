"""The least width m of units of one layer and of two that compose two functions, p, H and dv held to 1.

Run: ``python benchmarks/composition_layers.py`` (a quarter of an hour); ``--again`` asks once more what is open.
"""

import argparse
import os
import time
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import masks_and_layers as store
from headcount import probe
from headcount.bounds.unit_classes.layered_unit_bounds import decide_by_clauses
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted
from headcount.questions import Question, at_position, computation_question
from headcount.solvers.outcome import Verdict
from masks_and_layers import Entry

PAGE = Path(__file__).with_suffix(".rst")
STORE = PAGE.with_suffix(".jsonl")


def packed(n: int) -> Question:
    """f(g(z)) at the last of three tokens, which hold f, g and z: the digits of f and g to base n are their values."""
    functions = range(n**n)
    rows = tuple(
        ((f, g, z), (None, None, f // n ** (g // n**z % n) % n)) for f, g, z in product(functions, functions, range(n))
    )
    listed = computation_question("table", answers=rows, label=f"composition of {n} points", alphabet=n**n, length=3)
    return at_position(listed, 2)


TASKS = {
    "two points, a token each": packed(2),
    "two points, a token a value": "composition n=2",
    "three points, a token each": packed(3),
    "three points, a token a value": "composition n=3",
}
"""Words on the page -> the task."""

CLASSES: dict[str, dict[str, Any]] = {
    "FIXED(1)": {"unit_class": "fixed", "bits": 1},
    "FIXED(2)": {"unit_class": "fixed", "bits": 2},
    "ROUNDED(1)": {"unit_class": "rounded", "bits": 1},
    "LEFTMOST(1)": {"unit_class": "hardmax", "ties": "leftmost", "bits": 1},
}


def entry(name: str, layers: int, of: str, budget: float) -> Entry:
    """What ``probe`` says within the budget; the checker has accepted its certificate."""
    start = time.monotonic()
    answer = probe(TASKS[name], dv=1, layers=layers, budget=budget, **CLASSES[of])
    verdict = check(answer.certificate())
    if not isinstance(verdict, Accepted):
        raise AssertionError(f"{name}, {of}, {layers}: the certificate is not accepted: {verdict}")
    none, lower, upper = answer.no_size, answer.lower, answer.upper
    value = 0 if none else int(lower.value)
    while not none and (upper is None or value < upper.value):  # clauses alone, with all of the budget
        cell = decide_by_clauses(answer.asked.stated, value, budget)
        if cell.bound is None:
            break
        lower, upper = (cell.bound, upper) if cell.status is Verdict.INFEASIBLE else (lower, cell.bound)
        value += 1
    return Entry(
        name,
        "none",
        layers,
        of,
        lower=None if none else int(lower.value),
        upper=None if none or upper is None else int(upper.value),
        no_size=none,
        seconds=round(time.monotonic() - start, 1),
        budget=budget,
        why=(lower.how, "" if upper is None else upper.how),
    )


TITLE = "composition_layers.py"
TEXT = """
Composition of two functions f and g on two and on three points, f(g(z)), by units of one layer and of at most two: the
least width m of queries and keys, with one head, values of width dv = 1 and p bits, grid midrise, tables by position
and token (in the second layer by position and symbol), no null token, any read-out between the layers and after them.

* *a token each*: three tokens hold f, g and z, and the answer stands at the last. *a
  token a value*: 2 n + 1 tokens hold f(0), .., g(0), .., z, and every position asks about its own token
  (``composition n=2``).
* ``2``: a unit with m = 2 was found and run on every input, m = 1 is refuted. ``0..1``: m = 0 is open. ``>= 4``: no
  unit is known. ``no m``: no width will do. Each bound has a certificate that the checker has accepted.
* Two layers are refuted by the system ``layers`` of the rule clauses: tables as variables, lemmas with hints (LRAT).

"""


def page(entries: list[Entry]) -> str:
    """The page: a table, then where one layer fails and two succeed, then what each bound rests on."""
    found = {(one.task, one.of, one.layers): one for one in entries}
    head = ["", "layers", *CLASSES]
    rows = []
    for name, layers in product(TASKS, (1, 2)):
        listed = [found.get((name, of, layers)) for of in CLASSES]
        cells = ["not asked" if one is None else f"{one.words} ({one.seconds:.0f})" for one in listed]
        rows.append([name if layers == 1 else "", str(layers), *cells])
    widths = [max(len(row[k]) for row in [head, *rows]) for k in range(len(head))]
    lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in (head, *rows)]
    table = "\n".join(f"   {line}" for line in [lines[0], "-" * max(map(len, lines)), *lines[1:]])
    apart = "\n".join(f"* {line}" for name, of in product(TASKS, CLASSES) if (line := separated(name, of, found)))
    why = "\n".join(f"   {said(one)}" for one in entries)
    return (
        f"{TITLE}\n{'-' * len(TITLE)}\n{TEXT}Seconds in parentheses::\n\n{table}\n\nWhere one layer fails and two "
        f"succeed at equal m, p, H and dv:\n\n{apart or '* nowhere'}\n\nWhat the bounds rest on::\n\n{why}\n"
    )


def separated(name: str, of: str, found: dict[Any, Entry]) -> str:
    """The widths with which two layers do what one does not, in words; empty if there are none."""
    one, two = (found.get((name, of, layers)) for layers in (1, 2))
    if one is None or two is None or two.upper is None or one.bounds[0] <= two.upper:
        return ""
    last = "and all above" if one.no_size else f"to {int(one.bounds[0]) - 1}"
    return f"{name}, {of}: from m = {two.upper} {last}"


def said(one: Entry) -> str:
    """An entry in a line."""
    lower, upper = one.why
    above = f"; upper: {upper}" if upper else f"; no unit in {one.budget:g} s"
    return f"{one.task}, {one.of}, layers {one.layers}: m {one.words}. lower: {lower}{'' if one.no_size else above}"


def main() -> None:
    """Ask what is missing, and write the page."""
    options = argparse.ArgumentParser()
    options.add_argument("--budget", type=float, default=40.0, help="seconds for each cell")
    options.add_argument("--again", action="store_true", help="ask again what a shorter budget left open")
    options.add_argument("--only", default="", help="tasks whose words begin so")
    options.add_argument("--print", action="store_true", help="ask nothing, write the page")
    chosen = options.parse_args()
    known = {(one.task, one.of, one.layers): one for one in store.listed(STORE)}
    cells = list(product(TASKS, CLASSES, (1, 2)))
    for cell in () if chosen.print else cells:
        old = known.get(cell)
        if not cell[0].startswith(chosen.only) or (old and (old.closed or not chosen.again)):
            continue
        os.nice(10 - os.nice(0))
        name, of, layers = cell
        known[cell] = store.better(old, entry(name, layers, of, chosen.budget))
        one = known.get((name, of, 1))
        if layers == 2 and one is not None and one.bounds[1] < known[cell].bounds[1]:
            known[cell] = replace(known[cell], upper=one.upper, why=(known[cell].why[0], f"{one.why[1]}, of one layer"))
        store.write(STORE, [known[cell] for cell in cells if cell in known])
        print(said(known[cell]), flush=True)
    PAGE.write_text(page([known[cell] for cell in cells if cell in known]))


if __name__ == "__main__":
    main()
