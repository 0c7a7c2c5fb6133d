"""Cycles over GF(2) against the search for chirotopes and z3: lower bounds of sign-ranks, side by side in one run.

Each question is a matrix of random signs. Three programs look for a lower bound, each in a process of its own:

* cycles: one elimination for each size, columns first, then rows, without any solver (``cycle_lower``);
* chirotopes: what probe did before, the search for oriented matroids that do not exist (``raise_lower``);
* z3: told the bound that the cycles found, it is asked whether tables of one dimension less exist (unsat: no).

*s* is when a bound was found, *in all* when nothing was left to try for a larger one, or time was over. The bounds
of the first two are accepted by the checker, else the run fails. Memory is the peak of the process less that of one
which asks the same of a small matrix: libraries are not counted.

    python benchmarks/cycles.py                        # n = 8 .. 64, 60 s each, half an hour
    python benchmarks/cycles.py --sizes 8 12 16 --seconds 10
    python benchmarks/cycles.py --open                 # the open cases of benchmarks/open_cases
    python benchmarks/cycles.py --data graphs atlas random --seconds 10    # relevance data
    python benchmarks/cycles.py --growth               # random n x n: how the bound grows
"""

import argparse
import multiprocessing
import random
import resource
import sys
import time
from collections.abc import Callable, Sequence
from math import log
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from headcount import Accepted, SignPattern, check, dimension
from headcount.bounds.bound import certificate
from headcount.bounds.lower.cycle import cycle_lower
from headcount.bounds.patterns import STAR, pattern_array
from headcount.questions import Question, pattern_question
from headcount.solvers.sign_rank.cycles import best_cycle
from headcount.tasks.relevance import merge, relevance_from
from open_cases import cases, stored_lines
from random_patterns import random_pattern
from relevance_brackets import FAMILIES
from sign_rank_against_z3 import z3_answers

THRESHOLDS = ("free", "zero")
SIZES = (8, 12, 16, 20, 24, 32, 40, 48, 64)
OPEN = (
    *("signs-18-1", "signs-18-2", *(f"signs-20-{k}" for k in range(4)), *(f"signs-22-{k}" for k in range(4))),
    *(f"signs-24-{k}" for k in range(4)),
    *("ip-4", "pg-2-3", "pg-2-4", "hadamard-12", "paley-13-0", "third-zeros-16-0", "few-zeros-16-0"),
)


class Found(NamedTuple):
    """A lower bound of the sign-rank, how it is shown, after how many seconds, and when the engine gave up for more."""

    value: int
    words: str
    found: float
    seconds: float
    bytes: int
    megabytes: float


def by_cycles(question: Question, seconds: float) -> tuple[Any, float]:
    """The bound of the columns' cycles, or of the rows', if that is larger; and after how many seconds it was there."""
    began, best, found_after = time.monotonic(), None, 0.0
    until = began + seconds
    for vectors in ("columns", "rows"):
        above, sizes = 0 if best is None else best.value + question.offset, []
        found = cycle_lower(
            question,
            vectors=vectors,
            stop=lambda: time.monotonic() >= until,
            above=above,
            report=lambda text, sizes=sizes: sizes.append(time.monotonic() - began),
        )
        if found is not None:
            best, found_after = found, sizes[-1]  # when the next size was begun
    return best, found_after


def by_chirotopes(question: Question, seconds: float) -> tuple[Any, float]:
    """The bound that ``probe`` finds with its other engines of lower bounds, and after how many seconds."""
    from headcount.bounds import trivial_lower
    from headcount.search import lower_bounds
    from headcount.search.board import LocalBoard

    lower_bounds.cycles_lower = lambda board: None  # what is measured is the rest
    began, changes = time.monotonic(), {}
    first = trivial_lower(question)
    watch = lambda board: changes.setdefault(board.lower_bound.value, time.monotonic() - began)  # noqa: E731
    board = LocalBoard(question, 0, began + seconds, (first, None), watch)
    lower_bounds.raise_lower(board, cheap_first=True)
    return board.lower_bound, changes.get(board.lower_bound.value, 0.0)


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _answer(
    engine: Callable[[Question, float], tuple[Any, float]], question: Question, seconds: float, send: Any
) -> None:
    small = pattern_question(SignPattern(("+-", "++"), null=True))
    engine(small, 1.0)
    engine(pattern_question(random_pattern("signs", 14, 9)), 5.0)  # loads, and compiles where nothing is compiled yet
    before, began = _peak(), time.monotonic()
    bound, found = engine(question, seconds)
    spent = time.monotonic() - began
    if bound is None:
        send.send(None)
        return
    bundle = certificate(question, bound)
    if not isinstance(check(bundle), Accepted):
        raise SystemExit(f"the checker refused {bound}")
    words, more = bound.evidence.method, (found, spent, len(str(bundle)), _peak() - before)
    send.send(Found(bound.value + question.offset, words, *more))


def asked(engine: Callable[[Question, float], tuple[Any, float]], question: Question, seconds: float) -> Found | None:
    """The answer of an engine in a process of its own."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_answer, args=(engine, question, seconds, theirs))
    process.start()
    theirs.close()
    try:
        found: Found | None = ours.recv()
    except EOFError:
        raise SystemExit(f"{engine.__name__} stopped without an answer") from None
    finally:
        process.join()
    return found


def side_by_side(sizes: Sequence[int], seconds: float, console: Console) -> None:
    """Random signs, all three."""
    heads = ("n", "cycles", "s", "in all", "members", "kB", "MB", "chirotopes", "s", "in all", "kB", "MB", "z3", "s")
    table = Table(*heads, box=SIMPLE, pad_edge=False)
    for n in sizes:
        pattern = random_pattern("signs", n, 0)
        question = pattern_question(pattern)
        ours, theirs = asked(by_cycles, question, seconds), asked(by_chirotopes, question, seconds)
        assert ours is not None and theirs is not None
        (z3,) = z3_answers(pattern.homogeneous_rows, (ours.value - 1,), seconds, 0)
        members = ours.words.split()[3]
        cells = [f"{n}", f"{ours.value}", f"{ours.found:.2f}", f"{ours.seconds:.1f}", members]
        cells += [f"{ours.bytes / 1e3:.0f}", f"{ours.megabytes:.0f}", f"{theirs.value}", f"{theirs.found:.2f}"]
        cells += [f"{theirs.seconds:.1f}", f"{theirs.bytes / 1e3:.0f}"]
        table.add_row(*cells, f"{theirs.megabytes:.0f}", z3.word, f"{z3.seconds:.1f}")
        console.print(
            f"n = {n}: cycles {ours.value}, chirotopes {theirs.value}, z3, told {ours.value - 1}: {z3.word}",
            style="dim",
        )
    console.print(table)


def open_ones(seconds: float, console: Console) -> None:
    """The matrices of the page of open cases, asked without what is stored of them."""
    table = Table("case", "stored", "cycles", "s", "in all", "members", "of", "kB", "MB", box=SIMPLE, pad_edge=False)
    stored = stored_lines()
    for case in cases():
        if case.name not in OPEN:
            continue
        question = pattern_question(case.ask())
        found = asked(by_cycles, question, seconds)
        line = stored[case.name]
        known = f"{line['lower']['value']}..{line['upper']['value']}"
        assert found is not None and found.value <= line["upper"]["value"], case.name
        row = (
            f"{found.value}",
            f"{found.found:.2f}",
            f"{found.seconds:.1f}",
            found.words.split()[3],
            found.words.split()[8].rstrip(","),
        )
        table.add_row(case.name, known, *row, f"{found.bytes / 1e3:.0f}", f"{found.megabytes:.0f}")
        console.print(f"{case.name}: {found.value}", style="dim")
    console.print(table)


def growth(seconds: float, console: Console) -> None:
    """Random n x n: the mean bound of three matrices, beside n / 32 (the order is n; Alon, Frankl, Roedl 1985)."""
    table = Table("n", "bounds", "seconds", "slope of the bound", box=SIMPLE, pad_edge=False)
    last: tuple[int, float] | None = None
    for n in (4, 6, 8, 11, 16, 23, 32, 45, 64):
        began = time.monotonic()
        found = [asked(by_cycles, pattern_question(random_pattern("signs", n, seed)), seconds) for seed in range(3)]
        values = [one.value for one in found if one is not None]
        mean = sum(values) / len(values)
        slope = f"{log(mean / last[1]) / log(n / last[0]):.2f}" if last else ""
        table.add_row(f"{n}", " ".join(map(str, values)), f"{(time.monotonic() - began) / 3:.1f}", slope)
        last = n, mean
    console.print(table)


def dense(data: Any, null: bool) -> np.ndarray:
    """The signs of the merged rows of relevance data, as ``dimension`` asks about them."""
    question = merge(relevance_from(data)).question(null=null)
    if question.can_be_written_out:
        pattern = pattern_array(question)
        return np.where(pattern == STAR, 0, pattern).astype(np.int8)
    table = -np.ones((len(question.selected) + (not null), question.columns), np.int8)
    for row, chosen, free in zip(table, question.selected, question.free, strict=False):
        row[list(chosen)], row[list(free)] = 1, 0
    table[len(question.selected) :] = 1
    return table


def on_data(folder: Path | None, families: Sequence[str], seconds: float, console: Console) -> None:
    """Relevance data: the bound by cycles alone, beside the lower bound of ``dimension`` with all its engines."""
    heads = ("data", "threshold", "matrices", "equal", "cycles less", "cycles more", "s: cycles", "s: dimension")
    table = Table(*heads, box=SIMPLE, pad_edge=False)
    for family in families:
        groups: dict[tuple[str, str], list[tuple[int, float, int, float]]] = {}
        for group, _, data in FAMILIES[family](folder):
            for threshold in THRESHOLDS:
                began = time.monotonic()
                signs, null = dense(data, threshold == "zero"), threshold == "zero"
                best, until = 1, time.monotonic() + seconds
                for lines in (signs, signs.T):
                    stop = lambda until=until: time.monotonic() >= until  # noqa: E731
                    cycle = best_cycle(np.ascontiguousarray(lines), random.Random(0), stop=stop, above=best)
                    best = best if cycle is None else cycle.size
                spent, began = time.monotonic() - began, time.monotonic()
                answer = dimension(data, threshold=threshold, budget=seconds)
                upper = answer.upper
                if upper is not None and best - (not null) > upper.value:
                    sys.exit(f"lower > upper: {group}, {threshold}")
                figures = (best - (not null), spent, answer.lower.value, time.monotonic() - began)
                groups.setdefault((group, threshold), []).append(figures)
        for (group, threshold), found in groups.items():
            compared = [(ours > theirs) - (ours < theirs) for ours, _, theirs, _ in found]
            counts = (f"{compared.count(x)}" for x in (0, -1, 1))
            if len(found) == 1:
                counts = (f"{x} of {y}" if x != y else f"{x}" for x, y in [(found[0][0], found[0][2])])
                counts = (next(counts), "", "")
            times = (f"{sum(one[k] for one in found):.1f}" for k in (1, 3))
            table.add_row(group, threshold, f"{len(found)}", *counts, *times)
            console.print(f"{group}, {threshold}: done", style="dim")
    console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--seconds", type=float, default=60.0, help="limit a question and program (default 60)")
    parser.add_argument("--open", action="store_true", help="the matrices of the page of open cases")
    parser.add_argument("--data", nargs="+", metavar="FAMILY", help="families of relevance_brackets.py")
    parser.add_argument("--folder", type=Path, help="where the triples of the families knowledge and relations are")
    parser.add_argument("--growth", action="store_true", help="how the bound of random matrices grows")
    arguments = parser.parse_args()
    console = Console() if sys.stdout.isatty() else Console(width=120)
    if arguments.open:
        open_ones(arguments.seconds, console)
    elif arguments.data:
        on_data(arguments.folder, arguments.data, arguments.seconds, console)
    elif arguments.growth:
        growth(arguments.seconds, console)
    else:
        side_by_side(arguments.sizes, arguments.seconds, console)


if __name__ == "__main__":
    main()
