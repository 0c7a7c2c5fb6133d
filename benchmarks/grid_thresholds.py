"""Least widths m of units over p-bit grids: q-SA with one head and with heads that share it out, Match2, and the gap.

    python benchmarks/grid_thresholds.py qsa --seconds 20      # N <= 7, q <= 3, p <= 3, H <= q
    python benchmarks/grid_thresholds.py match2 --seconds 20   # m = 2, 3 and p <= 4: the largest M
    python benchmarks/grid_thresholds.py single --seconds 20   # m = 2, q = 1: the largest N
    python benchmarks/grid_thresholds.py gap --seconds 20      # q-SA(6, 2), g = 1 .. 4, and the error that is left
    python benchmarks/grid_thresholds.py z3 --seconds 30       # against integers in z3, as a user would write them

Every answer was accepted by the checker. ``a..b`` is an open bracket: the widths from a to b - 1 were not decided.
"""

import argparse
import time
from fractions import Fraction
from itertools import combinations
from math import ceil, comb, log2
from multiprocessing import Process, Queue

from headcount.bounds.unit_classes.grid_thresholds import decide_grid, problems_of
from headcount.questions import least_size, match2_question, qsa_question, shared_question
from headcount.questions.grid import GRIDS
from headcount.questions.unit_class import UnitClass
from headcount.solvers.outcome import Verdict

KINDS = [(1, 1, "sum"), (2, 1, "sum"), (3, 1, "sum"), (2, 2, "sum"), (3, 3, "sum"), (3, 2, "sum"), (3, 2, "concat")]


def asked(positions: int, q: int, heads: int, combine: str):
    """One head is a pattern of its own (sum and concat agree, as they do for H = q)."""
    return qsa_question(positions, q) if heads == 1 else shared_question(positions, q, heads, combine)


def unit_class(bits: int, grid: str, gap: int = 1) -> UnitClass:
    return UnitClass.parse(f"GRID({bits}, {grid}, gap {gap})")


def least_width(question, of: UnitClass, seconds: float, most: int = 12) -> tuple[int, int | None, float]:
    """A lower and an upper bound for m, from the widths decided one after the other, and the time."""
    lower, spent = 0, 0.0
    for width in range(most + 1):
        answer = decide_grid(least_size(question, "m", of), width, seconds)
        spent += answer.seconds
        if answer.status is Verdict.FEASIBLE:
            return lower, width, spent
        if answer.status is Verdict.INFEASIBLE:
            lower = width + 1  # widths are monotone, so this settles the open ones below
    return lower, None, spent


def ends(lower: int, upper: int | None) -> str:
    return f"{lower}" if lower == upper else f"{lower}..{'?' if upper is None else upper}"


def qsa(seconds: float) -> None:
    """A line per (q, H, combine, N): real threshold, then counting and found for p = 1, 2, 3 and both grids."""
    print(
        f"{'q H combine':<12} {'N':>2} {'real':>5}  {'counting':<9} {'midrise 1 2 3':<22} {'twos 1 2 3':<22} seconds",
        flush=True,
    )
    for q, heads, combine in KINDS:
        for positions in range(q + 1, 8):
            counting = [ceil(log2(comb(positions, q)) / (p * heads) - 1e-12) for p in (1, 2, 3)]
            real = min(2 * q, positions - 1) if heads == 1 else 2 * ceil(q / heads)
            cells, spent = {}, 0.0
            for grid in GRIDS:
                found = []
                for p in (1, 2, 3):
                    # A grid lies in the next, so a width that did with fewer bits need not be searched for again.
                    most = int(found[-1].split("..")[-1]) if found and not found[-1].endswith("?") else 12
                    lower, upper, used = least_width(
                        asked(positions, q, heads, combine), unit_class(p, grid), seconds, most - bool(found)
                    )
                    found.append(ends(lower, upper if upper is not None else (most if found else None)))
                    spent += used
                cells[grid] = "  ".join(found)
            counted = " ".join(map(str, counting))
            name = f"{q} {heads} {combine if heads not in (1, q) else 'both'}"
            print(
                f"{name:<12} {positions:>2} {real:>5}  {counted:<9} "
                f"{cells['midrise']:<22} {cells['twos']:<22} {spent:.1f}",
                flush=True,
            )


def match2(seconds: float) -> None:
    """The largest M for m = 2, 3: M counts up until a refutation (fewer residues restrict to a part of the pattern)."""
    for grid in GRIDS:
        for width in (2, 3):
            best = 1
            for p in (1, 2, 3, 4):
                note = ""
                for modulus in range(best + 1, 40):  # a smaller grid lies in this one
                    if width == 2 and modulus >= 4:
                        note = "M = 4 infeasible (its sign-rank is 3)"
                        break
                    answer = decide_grid(least_size(match2_question(modulus), "m", unit_class(p, grid)), width, seconds)
                    if answer.status is Verdict.FEASIBLE:
                        best = modulus
                    else:
                        note = f"M = {modulus} {answer.status.existence} ({answer.seconds:.1f} s)"
                        break
                print(f"{grid:<8} m={width} p={p}: M = {best}, {note}", flush=True)


def gap(seconds: float) -> None:
    """Least m of q-SA(6, 2) for each gap, and the exact error of the base-2 unit found, next to the bound."""
    import json

    positions, q = 6, 2
    for grid in GRIDS:
        for g in (1, 2, 3, 4):
            upper, evidence = 13, None
            for p in (1, 2, 3):
                of, lower = unit_class(p, grid, g), 0
                for width in range(upper):  # a smaller grid lies in this one
                    answer = decide_grid(least_size(qsa_question(positions, q), "m", of), width, seconds)
                    if answer.status is Verdict.FEASIBLE:
                        evidence, upper = json.loads(answer.evidence), width
                        break
                    if answer.status is Verdict.INFEASIBLE:
                        lower = width + 1
                if evidence is None:
                    print(f"{grid:<8} g={g} p={p}: m >= {lower}", flush=True)
                    continue
                worst = max(
                    base_two_error(w, evidence["keys"], y)
                    for w, y in zip(evidence["queries"], combinations(range(positions), q), strict=True)
                )
                small = Fraction(1, 2**g)
                bound = 2 * (positions - q) * small / (q + (positions - q) * small)
                assert worst <= bound
                print(
                    f"{grid:<8} g={g} p={p}: m = {ends(lower, upper)}, "
                    f"error {worst} = {float(worst):.4f} <= {bound} = {float(bound):.4f}",
                    flush=True,
                )


def single(seconds: float) -> None:
    """The largest N with q-SA(N, 1) at m = 2: a convex lattice polygon, as far as the grid holds its queries."""
    for grid in GRIDS:
        best = 2
        for p in (1, 2, 3, 4):
            for positions in range(best + 1, 40):
                answer = decide_grid(least_size(qsa_question(positions, 1), "m", unit_class(p, grid)), 2, seconds)
                if answer.status is not Verdict.FEASIBLE:
                    break
                best = positions
            print(
                f"{grid:<8} p={p}: N = {best}, N = {positions} {answer.status.existence} ({answer.seconds:.1f} s)",
                flush=True,
            )


def base_two_error(query, keys, y) -> Fraction:
    """sum_j |weight_j - [j in y]/q| for weights proportional to 2^score: the greatest error over z in {-1, 1}^N."""
    scores = [sum(a * b for a, b in zip(query, key, strict=True)) for key in keys]
    least = min(scores)
    weights = [2 ** (score - least) for score in scores]
    return sum(
        (abs(Fraction(w, sum(weights)) - (Fraction(1, len(y)) if j in y else 0)) for j, w in enumerate(weights)),
        Fraction(0),
    )


def plain_z3(question, of: UnitClass, width: int) -> str:
    """Integers for all entries, products of unknowns, no symmetry breaking."""
    import z3

    solver = z3.Solver()
    grid = GRIDS[of.grid](of.bits)

    def table(name: str, height: int):
        entries = [[z3.Int(f"{name}_{r}_{a}") for a in range(width)] for r in range(height)]
        for row in entries:
            for entry in row:
                solver.add(z3.Or([entry == value for value in grid]))
        return entries

    (rows,) = problems_of(question)[:1]
    heads, columns = len(rows[0][0]), len(rows[0][0][0])
    keys = [table(f"k{h}", columns) for h in range(heads)]
    queries = [table(f"q{h}", len(rows)) for h in range(heads)]
    for r, row in enumerate(rows):
        scores = [
            [sum((a * b for a, b in zip(queries[h][r], key, strict=True)), z3.IntVal(0)) for key in keys[h]]
            for h in range(heads)
        ]
        ways = []
        for way in row:
            facts = []
            for h, word in enumerate(way):
                level = z3.Int(f"t_{r}_{h}_{len(ways)}")
                for symbol, score in zip(word, scores[h], strict=True):
                    facts.append(
                        {"0": score == level, "-": score <= level - of.gap, "+": score >= level + of.gap}[symbol]
                    )
            ways.append(z3.And(facts))
        solver.add(z3.Or(ways))
    return str(solver.check())


def _run(queue: Queue, cell) -> None:
    queue.put(plain_z3(*cell))


def against_z3(seconds: float) -> None:
    """The same cells decided by both, each with the same limit."""
    cells = [
        (asked(n, q, h, c), unit_class(p, grid), m)
        for n, q, h, c, p, grid, m in [
            (4, 1, 1, "sum", 2, "midrise", 1), (6, 1, 1, "sum", 1, "midrise", 2), (6, 1, 1, "sum", 2, "midrise", 2),
            (7, 1, 1, "sum", 2, "twos", 2), (4, 2, 1, "sum", 1, "midrise", 4), (5, 2, 1, "sum", 1, "midrise", 4),
            (5, 2, 1, "sum", 2, "midrise", 4), (6, 2, 1, "sum", 1, "twos", 5), (6, 2, 1, "sum", 2, "midrise", 4),
            (7, 2, 1, "sum", 1, "midrise", 6), (5, 2, 2, "sum", 1, "midrise", 2), (6, 2, 2, "sum", 2, "midrise", 2),
            (6, 3, 3, "sum", 1, "midrise", 2), (6, 3, 2, "sum", 1, "midrise", 3), (6, 3, 2, "concat", 2, "twos", 2),
        ]
    ]  # fmt: skip
    ours_done = z3_done = 0
    for cell in cells:
        question, of, width = cell
        answer = decide_grid(least_size(question, "m", of), width, seconds)
        queue: Queue = Queue()
        process = Process(target=_run, args=(queue, cell))
        start = time.monotonic()
        process.start()
        process.join(seconds)
        spent = time.monotonic() - start
        theirs = queue.get() if process.exitcode == 0 else "open"
        if process.is_alive():
            process.kill()
        assert (theirs, answer.status) not in [("sat", Verdict.INFEASIBLE), ("unsat", Verdict.FEASIBLE)]
        ours_done += answer.status is not Verdict.OPEN
        z3_done += theirs != "open"
        ratio = f"{'>' if theirs == 'open' else ''}{spent / max(answer.seconds, 1e-3):.0f}"
        name = cell[0].words if hasattr(cell[0], "words") else str(cell[0])
        print(
            f"{name} {cell[1]} m={cell[2]}: {answer.status.existence} {answer.seconds:.2f} s; "
            f"z3 {theirs} {spent:.2f} s; ratio {ratio}",
            flush=True,
        )
    print(f"decided: headcount {ours_done}, z3 {z3_done} of {len(cells)}")


def main() -> None:
    """Run one part."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("part", choices=["qsa", "match2", "single", "gap", "z3"])
    parser.add_argument("--seconds", type=float, default=20.0, help="for each size")
    options = parser.parse_args()
    {"qsa": qsa, "match2": match2, "single": single, "gap": gap, "z3": against_z3}[options.part](options.seconds)


if __name__ == "__main__":
    main()
