"""Every certified bracket at toy size, asked of z3: a unit at the upper end, none below the lower one.

The brackets are those of the ledger of theorems and of the corpora of accepted certificates, put together by what they
bound. z3 gets the formula alone (``headcount.bounds.formulas_of``), and so many of its own steps for each side; a
disagreement ends the script with an error: one of the two is wrong.

    python benchmarks/cross_examination.py                   # some ten minutes
    python benchmarks/cross_examination.py --work 1000000    # fewer steps, more is left open

Ratios: z3's seconds for the sides that it decided over the seconds in which ``probe`` closes the bracket, certificates
included; brackets where z3 decided all sides and ``probe`` closed within its budget.
"""

import argparse
import json
import multiprocessing
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import exp, log
from multiprocessing.connection import Connection
from pathlib import Path

from headcount.bounds.solver_decision import decide_by_z3, formulas_of
from headcount.bounds.unit_classes.grid_thresholds import problems_of
from headcount.certificates import LeastSize, least_size, pattern_question, qsa_question
from headcount.certificates.evidence.outputs.fixed_units import units_of
from headcount.certificates.evidence.restriction import signs_of
from headcount.certificates.reading.claims import read_bound, read_subject
from headcount.certificates.reading.node import Node
from headcount.certificates.statement.least_size import MeasureOf
from headcount.solvers.outcome import Feasibility
from headcount.solvers.units.fixed_tables import FixedTables
from headcount.workbench.search.classes.class_probe import class_probe
from headcount.workbench.search.classes.unit_asked import UnitAsked
from headcount.workbench.search.probe import probe
from headcount.workbench.theorems.stored import stored_certificates

CORPORA = Path(__file__).parents[1] / "tests" / "certificates"

MOST_CELLS, MOST_BITS, MOST_CASES = 400, 4, 60
"""Toy sizes: entries of a pattern, bits of a grid, cases of a finite task."""


@dataclass
class Ends:
    """The certified ends of one quantity, as far as there are any."""

    lower: int | None = None
    upper: int | None = None

    def add(self, side: str, value: int) -> None:
        if side == "lower":
            self.lower = value if self.lower is None else max(self.lower, value)
        else:
            self.upper = value if self.upper is None else min(self.upper, value)


@dataclass
class Tally:
    """What z3 said of the brackets of one class."""

    brackets: int = 0
    words: Counter = field(default_factory=Counter)
    ratios: list[float] = field(default_factory=list)


def certified_brackets() -> dict[LeastSize, Ends]:
    """Every bracket of least sizes, and of sign-ranks of matrices, in the ledger and the corpora."""
    found: dict[LeastSize, Ends] = {}
    for text in texts():
        bundle = json.loads(text)
        for claim in bundle["claims"]:
            if "claim" in claim:
                continue
            subject = read_subject(Node(claim.get("question", bundle.get("question")), "question"))
            bound = read_bound(Node(claim, "claim"), subject)
            quantity = bound.quantity
            if isinstance(quantity, MeasureOf):
                if quantity.measure.name != "sign_rank":
                    continue
                quantity = least_size(pattern_question(signs_of(quantity.matrix)))
            found.setdefault(quantity, Ends()).add(bound.side, int(bound.value))
    return found


def texts() -> Iterator[str]:
    yield from stored_certificates().values()
    for folder in (CORPORA / "accept", CORPORA / "communication" / "accept"):
        for path in sorted(folder.glob("*.json")):
            yield path.read_text("utf-8")


def why_not(quantity: LeastSize, ends: Ends) -> str:
    """Why z3 is not asked, or the empty text."""
    value = ends.upper if ends.upper is not None else ends.lower
    question, bits = quantity.question, quantity.unit_class_at(value).bits
    if question.task in ("averaging", "computation") and quantity.unit_class.name != "FIXED":
        return "no formula"
    if question.task == "averaging" or not (question.is_pattern or question.finite or question.task == "shared"):
        return "no formula"
    if question.finite is not None and (quantity.scope is None or question.finite.steps > 10**5):
        return "no formula" if quantity.scope is None else "too large"
    if bits > MOST_BITS or not (question.finite or question.task == "shared" or question.can_be_written_out):
        return "too large"
    try:
        if question.finite is not None:
            return "too large" if len(FixedTables(units_of(quantity, value)).cases) > MOST_CASES else ""
        rows = [row for problem in problems_of(question) for row in problem]
        return "too large" if sum(map(len, rows)) * question.columns > MOST_CELLS else ""
    except ValueError:
        return "too large"


@dataclass(frozen=True)
class Said:
    """What z3 said of one side, after how many seconds."""

    status: Feasibility
    how: str
    seconds: float


def ask(quantity: LeastSize, value: int, work: int, most: float) -> Said:
    """z3's answer, in a process of its own: nonlinear arithmetic may go on whatever limits it has."""
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_ask, args=(quantity, value, work, theirs), daemon=True)
    process.start()
    theirs.close()
    said = Said(Feasibility.OPEN, "stopped", most)
    if ours.poll(most):
        said = ours.recv()
    process.kill()
    process.join()
    ours.close()
    return said


def _ask(quantity: LeastSize, value: int, work: int, connection: Connection) -> None:
    found = decide_by_z3(quantity, value, work=work)
    connection.send(Said(found.status, found.how, found.seconds))


def sides(quantity: LeastSize, ends: Ends) -> list[tuple[int, Feasibility]]:
    """The values asked about, and what the certificates say of each."""
    found = [] if ends.upper is None else [(ends.upper, Feasibility.FEASIBLE)]
    if ends.lower is not None and quantity.monotone and ends.lower > quantity.least:
        found.append((ends.lower - 1, Feasibility.INFEASIBLE))
    return found


def probed(quantity: LeastSize, seconds: float) -> float | None:
    """Seconds in which ``probe`` closes the bracket; None if it does not, or is not asked for such a one."""
    start = time.perf_counter()
    question = quantity.question
    if quantity.unit_class.name == "SIGN":
        bracket = probe(question, budget=seconds)
    elif question.task == "shared":
        asked = least_size(
            qsa_question(question.N, question.q), quantity.resource, quantity.unit_class, m=quantity.m,
            heads=question.heads,
        )  # fmt: skip
        bracket = class_probe(UnitAsked(asked, question.combine), budget=seconds)
    else:
        bracket = class_probe(UnitAsked(quantity), budget=seconds)
    return time.perf_counter() - start if bracket.closed else None


def examine(work: int, seconds: float, most: float) -> bool:
    """Print the table; whether nothing disagrees."""
    tallies: dict[str, Tally] = {}
    left_out: Counter = Counter()
    disagreements = []
    brackets = certified_brackets()
    for number, (quantity, ends) in enumerate(brackets.items(), start=1):
        name = quantity.unit_class.name
        reason = why_not(quantity, ends)
        if not reason:
            value = ends.upper if ends.upper is not None else ends.lower
            try:
                formulas_of(quantity, value)
            except ValueError:
                reason = "no formula"
        asked = sides(quantity, ends)
        if reason or not asked:
            left_out[name, reason or "nothing to ask"] += 1
            continue
        print(f"{number} of {len(brackets)}: {quantity.words[:100]}", file=sys.stderr, flush=True)
        tally = tallies.setdefault(name, Tally())
        tally.brackets += 1
        spent, decided = 0.0, True
        for value, wanted in asked:
            answer = ask(quantity, value, work, most)
            spent += answer.seconds
            side = "sat" if wanted is Feasibility.FEASIBLE else "unsat"
            if answer.status is Feasibility.OPEN:
                decided = False
                tally.words[side, "open"] += 1
            elif answer.status is wanted:
                tally.words[side, "agreed"] += 1
            else:
                disagreements.append(f"{quantity.words}, {quantity.resource} = {value}: {answer.how}")
        if decided:
            ours = probed(quantity, seconds)
            if ours is not None:
                tally.ratios.append(spent / ours)
    report(tallies, left_out, work)
    for text in disagreements:
        print(f"DISAGREEMENT: {text}")
    return not disagreements


def report(tallies: dict[str, Tally], left_out: Counter, work: int) -> None:
    print(f"z3, at most {work:,} of its steps a side")
    print(
        f"{'class':<8} {'brackets':>8}  {'sat: agreed, open':>18}  {'unsat: agreed, open':>20}  ratio (least .. most)"
    )
    for name, tally in sorted(tallies.items()):
        mean = exp(sum(map(log, tally.ratios)) / len(tally.ratios)) if tally.ratios else float("nan")
        ends = f"{min(tally.ratios):.2g} .. {max(tally.ratios):.2g}" if tally.ratios else ""
        words = tally.words
        print(
            f"{name:<8} {tally.brackets:>8}  {words['sat', 'agreed']:>10}, {words['sat', 'open']:>6}  "
            f"{words['unsat', 'agreed']:>12}, {words['unsat', 'open']:>6}  {mean:.2g} ({ends}), of {len(tally.ratios)}"
        )
    for (name, reason), count in sorted(left_out.items()):
        print(f"not asked, {name:<10} {reason:<15} {count:>4}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--work", type=int, default=5_000_000, help="steps of z3 for each side")
    parser.add_argument("--seconds", type=float, default=10.0, help="budget of each probe")
    parser.add_argument("--most", type=float, default=20.0, help="seconds after which z3 is stopped whatever its steps")
    options = parser.parse_args()
    if not examine(options.work, options.seconds, options.most):
        sys.exit("z3 contradicts a certificate that the checker accepted: one of them is wrong; please report it")


if __name__ == "__main__":
    main()
