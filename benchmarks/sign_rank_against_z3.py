"""The same sign-rank questions asked to ``headcount.probe`` and to z3's nonlinear reals, in one run.

Both get a pattern and nothing else: no task name, so that no theorem about a named task is used. headcount
has to find the least dimension d. z3 is told d and asked two things, in two processes at the same time: are
there tables of width d (sat), and none of width d - 1 (unsat)? A question is closed by z3 if both answers
come within the limit; its time is that of the slower one.

z3 is asked as a careful user would ask: real unknowns W (R x d) and U (C x d), one polynomial condition per
entry of the pattern, and the freedom of choice removed as far as that is sound: the argument is in the docstring of
``gauge`` in ``headcount.solvers.smt.sign_formula``.

    python benchmarks/sign_rank_against_z3.py                 # 60 s a question, up to half an hour
    python benchmarks/sign_rank_against_z3.py --quick         # 5 s a question, the smaller questions
"""

import argparse
import multiprocessing
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log
from multiprocessing.connection import Connection

import numpy as np
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

import headcount
from headcount import Match2, SignPattern, SparseAveraging, probe

STARTING = 60.0
"""Seconds that a process may take to load its libraries."""

MEMORY = 4000
"""Megabytes a z3 process may use; beyond it the answer is unknown."""


@dataclass(frozen=True)
class Case:
    """A question, and whether ``--quick`` asks it."""

    name: str
    pattern: SignPattern
    quick: bool = False


@dataclass(frozen=True)
class Answer:
    """What z3 said of one dimension: sat, unsat, unknown, or a time-out; and after how many seconds."""

    word: str
    seconds: float


def cases() -> list[Case]:
    """All questions, in the order of the table."""
    averaging = [
        Case(f"q-SA({n},{q})", SparseAveraging(n, q).pattern(), n <= 6)
        for n, q in ((4, 1), (5, 2), (6, 2), (7, 3), (9, 3))
    ]
    matching = [Case(f"Match2 M={modulus}", Match2(modulus).pattern(), modulus <= 7) for modulus in (4, 7, 12)]
    two_party = [
        Case("identity 8x8", matrix([[a == b for b in range(8)] for a in range(8)])),
        Case("GT_8", matrix([[a > b for b in range(8)] for a in range(8)]), True),
        Case("DISJ_3", matrix([[a & b == 0 for b in range(8)] for a in range(8)]), True),
        Case("IP_3", matrix([[(a & b).bit_count() % 2 == 1 for b in range(8)] for a in range(8)])),
    ]
    random = [
        Case(f"random {n}x{n}, seed {seed}", random_pattern("+-", n, seed), n == 6)
        for n in (6, 8, 10, 12)
        for seed in (0, 1)
    ]
    ternary = [
        Case(f"ternary {n}x{n}, seed {seed}", random_pattern("+-0", n, seed), n == 6) for n in (6, 8) for seed in (0, 1)
    ]
    return [*averaging, *matching, *two_party, *random, *ternary]


def matrix(entries: Sequence[Sequence[bool]]) -> SignPattern:
    """The sign matrix of a truth table; nothing is added to it."""
    return SignPattern(tuple("".join("+" if entry else "-" for entry in row) for row in entries), null=True)


def random_pattern(symbols: str, n: int, seed: int) -> SignPattern:
    """An n x n pattern of independent, equally likely symbols."""
    drawn = np.random.default_rng(seed).integers(0, len(symbols), (n, n))
    return SignPattern(tuple("".join(symbols[k] for k in row) for row in drawn), null=True)


def ask_z3(rows: tuple[str, ...], dimension: int, seed: int, connection: Connection) -> None:
    """Build the polynomial conditions, solve them, send (answer, seconds). Runs in a process of its own."""
    import z3

    from headcount.solvers.smt.sign_formula import sign_formula

    z3.set_param("memory_max_size", MEMORY)
    connection.send("ready")  # the clock does not run while libraries are loaded
    start = time.perf_counter()
    formula = sign_formula(rows, dimension)
    solver = z3.SolverFor(formula.logic)
    solver.set("random_seed", seed)
    solver.add(*formula.assertions)
    word = str(solver.check())
    if word == "unknown" and "memory" in solver.reason_unknown():
        word = "memory"
    connection.send(Answer(word, time.perf_counter() - start))


def z3_answers(rows: tuple[str, ...], dimensions: Sequence[int], seconds: float, seed: int) -> list[Answer]:
    """z3's answers for several dimensions, side by side, each stopped after so many seconds."""
    context = multiprocessing.get_context("spawn")  # z3 starts in a process that has loaded no other solver
    running = []
    for dimension in dimensions:
        ours, theirs = context.Pipe(duplex=False)
        process = context.Process(target=ask_z3, args=(rows, dimension, seed, theirs), daemon=True)
        process.start()
        theirs.close()
        running.append((process, ours))
    for _, connection in running:
        if connection.poll(STARTING):
            connection.recv()
    deadline = time.monotonic() + seconds + 1  # a second for the formula; an answer's own clock begins earlier
    answers = []
    for _, connection in running:
        answer = Answer("time-out", seconds)
        try:
            if connection.poll(max(0.0, deadline - time.monotonic())):
                answer = connection.recv()
        except EOFError:
            answer = Answer("stopped", seconds)
        answers.append(answer)
    for process, connection in running:
        process.kill()
        process.join()
        connection.close()
    return answers


@dataclass(frozen=True)
class Outcome:
    """One line of the table. ``dimensions`` are those that z3 was asked about, ``answers`` what it said."""

    case: Case
    bracket: headcount.Answer
    seconds: float
    dimensions: tuple[int, int]
    answers: tuple[Answer, Answer]

    @property
    def z3_closed(self) -> bool:
        return self.answers[0].word == "sat" and self.answers[1].word == "unsat"

    @property
    def z3_seconds(self) -> float:
        return max(answer.seconds for answer in self.answers)

    @property
    def ratio(self) -> float:
        """z3's time over headcount's."""
        return self.z3_seconds / self.seconds

    @property
    def sign_ranks(self) -> tuple[int, int]:
        """headcount's bracket, as sign-ranks."""
        offset = self.case.pattern.offset
        return self.bracket.lower.value + offset, self.bracket.upper.value + offset

    @property
    def contradiction(self) -> bool:
        """Whether z3 says the opposite of what headcount's certificate proves."""
        lower, upper = self.sign_ranks
        said = list(zip(self.dimensions, self.answers, strict=True))
        too_small = any(answer.word == "sat" and dimension < lower for dimension, answer in said)
        return too_small or any(answer.word == "unsat" and dimension >= upper for dimension, answer in said)


def compare(case: Case, seconds: float, seed: int) -> Outcome:
    """Ask headcount, then z3 about the sign-rank found and the one below (if open: about the upper bound)."""
    start = time.perf_counter()
    bracket = probe(case.pattern, budget=seconds, seed=seed)
    elapsed = time.perf_counter() - start
    d = bracket.upper.value + case.pattern.offset
    answers = z3_answers(case.pattern.homogeneous_rows, (d, d - 1), seconds, seed)
    return Outcome(case, bracket, elapsed, (d, d - 1), (answers[0], answers[1]))


def table(outcomes: Sequence[Outcome], seconds: float) -> Table:
    """The comparison, a line per question."""
    headings = ("question", "size", "sign-rank", "headcount", "z3 at d", "z3 at d - 1", "ratio")
    made = Table(*headings, box=SIMPLE, pad_edge=False)
    for column in made.columns[3:]:
        column.justify = "right"
    for outcome in outcomes:
        rows = outcome.case.pattern.homogeneous_rows
        lower, upper = outcome.sign_ranks
        rank = f"{upper}" if lower == upper else f"{lower}..{upper}"
        spent = clock(outcome.seconds) if outcome.bracket.closed else f"open, {clock(outcome.seconds)}"
        times = f"{outcome.ratio:.0f}" if outcome.ratio >= 100 else f"{outcome.ratio:.2g}"
        factor = f"{'' if outcome.z3_closed else '> '}{times}" if outcome.bracket.closed else "-"
        words = [
            f"> {seconds:g} s" if answer.word == "time-out" else f"{answer.word}, {clock(answer.seconds)}"
            for answer in outcome.answers
        ]
        mark = "  CONTRADICTION" if outcome.contradiction else ""
        made.add_row(outcome.case.name, f"{len(rows)}x{len(rows[0])}", rank, spent, *words, factor + mark)
    return made


def clock(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds >= 10 else f"{seconds:.2g} s"


def summary(outcomes: Sequence[Outcome], seconds: float) -> str:
    """How many questions each closed, and the mean ratio over those that both closed."""
    ours = sum(outcome.bracket.closed for outcome in outcomes)
    theirs = sum(outcome.z3_closed for outcome in outcomes)
    ratios = [outcome.ratio for outcome in outcomes if outcome.bracket.closed and outcome.z3_closed]
    mean = f"{exp(sum(map(log, ratios)) / len(ratios)):.2g}" if ratios else "none"
    return (
        f"closed within {seconds:g} s: headcount {ours} of {len(outcomes)}, z3 {theirs} of {len(outcomes)}. "
        f"z3's time over headcount's where both closed ({len(ratios)}), geometric mean: {mean}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--seconds", type=float, help="limit a question and side (default 60; with --quick 5)")
    parser.add_argument("--quick", action="store_true", help="fewer questions, 5 s each")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    seconds = arguments.seconds or (5.0 if arguments.quick else 60.0)
    chosen = [case for case in cases() if case.quick or not arguments.quick]
    probe(SignPattern(("+-+", "-++", "++-"), null=True), budget=5)  # loads libraries before the clock starts
    outcomes: list[Outcome] = []
    progress = Console(stderr=True)
    try:
        with progress.status("") as status:
            for k, case in enumerate(chosen, start=1):
                status.update(f"{k} of {len(chosen)}: {case.name}")
                outcomes.append(compare(case, seconds, arguments.seed))
    except KeyboardInterrupt:
        progress.print("interrupted; the table holds what was measured")
    console = Console() if sys.stdout.isatty() else Console(width=110)
    console.print(table(outcomes, seconds))
    console.print(summary(outcomes, seconds), soft_wrap=True)
    if any(outcome.contradiction for outcome in outcomes):
        sys.exit("z3 contradicts a certificate that the checker accepted: one of them is wrong; please report it")


if __name__ == "__main__":
    main()
