"""Every certified bracket at toy size, asked of z3: a unit at the upper bound, none below the lower one.

The brackets are those of the ledger of theorems and of the corpora of accepted certificates, put together by what they
bound. z3 gets the formula alone (``headcount.bounds.formulas_of``), and so many of its own steps for each side; a
disagreement ends the script with an error: one of the two is wrong.

    python benchmarks/cross_examination.py                   # some ten minutes
    python benchmarks/cross_examination.py --work 1000000    # fewer steps, more is left open

Ratios: z3's seconds for the sides that it decided over the seconds in which ``probe`` closes the bracket, certificates
included; brackets where z3 decided all sides and ``probe`` closed within its budget.
"""

import argparse
import multiprocessing
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from math import exp, log
from multiprocessing.connection import Connection

from _certified_brackets import certified_brackets, is_asked, sides
from headcount import ask, probe
from headcount.bounds.solver_decision import decide_by_z3
from headcount.questions import LeastSize, least_size, qsa_question
from headcount.search.asked import Asked
from headcount.solvers.outcome import Verdict


@dataclass
class Tally:
    """What z3 said of the brackets of one class."""

    brackets: int = 0
    words: Counter = field(default_factory=Counter)
    ratios: list[float] = field(default_factory=list)


@dataclass(frozen=True)
class Said:
    """What z3 said of one side, after how many seconds."""

    status: Verdict
    how: str
    seconds: float


def asked_of_z3(quantity: LeastSize, value: int, work: int, most: float) -> Said:
    """z3's answer, in a process of its own: nonlinear arithmetic may go on whatever limits it has."""
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_ask, args=(quantity, value, work, theirs), daemon=True)
    process.start()
    theirs.close()
    said = Said(Verdict.OPEN, "stopped", most)
    if ours.poll(most):
        said = ours.recv()
    process.kill()
    process.join()
    ours.close()
    return said


def _ask(quantity: LeastSize, value: int, work: int, connection: Connection) -> None:
    found = decide_by_z3(quantity, value, work=work)
    connection.send(Said(found.status, found.how, found.seconds))


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
        bracket = ask(Asked(asked, question.combine), budget=seconds)
    else:
        bracket = ask(Asked(quantity), budget=seconds)
    return time.perf_counter() - start if bracket.closed else None


def examine(work: int, seconds: float, most: float, until: float) -> bool:
    """Print the table; whether nothing disagrees."""
    tallies: dict[str, Tally] = {}
    left_out: Counter = Counter()
    disagreements = []
    brackets = certified_brackets()
    began = time.monotonic()
    for number, (quantity, ends) in enumerate(brackets.items(), start=1):
        if time.monotonic() - began > until:
            left_out["all", "not reached"] += 1
            continue
        name = quantity.unit_class.name
        if reason := is_asked(quantity, ends):
            left_out[name, reason] += 1
            continue
        print(f"{number} of {len(brackets)}: {quantity.words[:100]}", file=sys.stderr, flush=True)
        tally = tallies.setdefault(name, Tally())
        tally.brackets += 1
        spent, decided = 0.0, True
        for value, wanted in sides(quantity, ends):
            answer = asked_of_z3(quantity, value, work, most)
            spent += answer.seconds
            side = "sat" if wanted is Verdict.FEASIBLE else "unsat"
            if answer.status is Verdict.OPEN:
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
    parser.add_argument("--until", type=float, default=float("inf"), help="seconds after which nothing more is asked")
    options = parser.parse_args()
    if not examine(options.work, options.seconds, options.most, options.until):
        sys.exit("z3 contradicts a certificate that the checker accepted: one of them is wrong; please report it")


if __name__ == "__main__":
    main()
