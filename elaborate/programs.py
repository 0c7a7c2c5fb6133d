"""Evidence about linear programs over rectangles: weighted rectangles, and duals with trees of light rectangles."""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from ..certificates.meaning.matrices import complement, entries
from ..certificates.meter import UNLIMITED, Meter
from ..certificates.schema import many
from ..certificates.statements import COMMUNICATION
from ..certificates.systems.programs import SYMMETRY, orbits_of
from ..solvers.rectangles.weighted_table import FIRST, decided_lines, orbit_of, without_zeros
from .driver import Book, CannotElaborate, Elaborator

Json = Any
COMPLEMENTED = ("fractional_cover0", "fractional_partition0", "smooth_rectangle0")
"""Measures that look at the matrix with 0 and 1 exchanged."""
Table = Sequence[Sequence[int]]


def weighted_rectangles(evidence: Json, labels: tuple[int, ...] = ()) -> dict[str, Json]:
    """Rectangles ``[[rows], [columns], (label,) weight]``, each apart from its label and its weight."""
    listed = evidence["rectangles"]
    found = {
        "rule": "farkas",
        "system": "rectangle-weights",
        "denominator": evidence.get("denominator", 1),
        "rectangles": [item[:2] for item in listed],
        "weights": [item[-1] for item in listed],
    }
    if labels:
        found["answers"] = [labels.index(item[2]) for item in listed]
    if "symmetries" in evidence:
        found["symmetries"] = evidence["symmetries"]
    return found


def signed_rectangles(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """A mixture whose least margin is t / sum w becomes weights w / t."""
    found = weighted_rectangles(evidence, (-1, 1))
    least = min(_loads(found, matrix(claim["measure"], question)))
    if least <= 0:
        raise CannotElaborate("the mixture has no positive margin")
    # weights w / least, as integers over one denominator
    found["weights"] = [w * least.denominator for w in found["weights"]]
    found["denominator"] = least.numerator
    return found


def _loads(found: Json, rows: tuple[str, ...]) -> list[Fraction]:
    """A (load[1] - load[0]) of all entries that are not ``*``, in units of the weights."""
    meter = Meter(UNLIMITED)
    symmetries = many(SYMMETRY, 0).read(found.get("symmetries", []), "symmetries", meter)
    orbits = orbits_of(symmetries, rows, meter)
    sizes = Counter(orbit for row in orbits for orbit in row)
    load: Counter[int] = Counter()
    for (inside, across), label, weight in zip(found["rectangles"], found["answers"], found["weights"], strict=True):
        for i, j in product(inside, across):
            load[orbits[i][j]] += (2 * label - 1) * weight
    return [
        Fraction((1 if x == "1" else -1) * load[orbit], sizes[orbit])
        for row, line in zip(rows, orbits, strict=True)
        for x, orbit in zip(row, line, strict=True)
        if x != "*"
    ]


def matrix(measure: str, question: Json) -> tuple[str, ...]:
    """The matrix as the measure sees it."""
    statement = COMMUNICATION.read({k: v for k, v in question.items() if k != "task"}, "question", Meter(UNLIMITED))
    rows = entries(statement, Meter(10**8))
    return complement(rows, Meter(UNLIMITED)) if measure in COMPLEMENTED else rows


def _multipliers(denominator: Json, tables: list[Table], cases: list[Json], light: list[Table]) -> Json:
    """The tables, without those of zeros at the end, and a tree for each label."""
    while len(tables) > 1 and not any(map(any, tables[-1])):
        tables.pop()
    return {
        "rule": "farkas",
        "system": "rectangle-multipliers",
        "denominator": denominator,
        "tables": tables,
        "light": [light_tree(case, table, denominator) for case, table in zip(cases, light, strict=True)],
    }


def entry_weights(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """Dual of the fractional cover."""
    table = evidence["weights"]
    light = without_zeros(table, matrix(claim["measure"], question))
    return _multipliers(evidence["denominator"], [table], [evidence["cases"]], [light])


def dual(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """Dual of the partition bound (phi, then mu) and of smooth covers (V+ and V- apart)."""
    rows, cases = matrix(claim["measure"], question), evidence["cases"]
    if claim["measure"] == "partition_bound":
        mu, phi = evidence["mu"], evidence["phi"]
        light: list[Table] = [
            [
                [p + (m if e == answer else 0) for e, m, p in zip(*lines, strict=True)]
                for lines in zip(rows, mu, phi, strict=True)
            ]
            for answer in "01"
        ]
        return _multipliers(evidence["denominator"], [phi, mu], cases, light)
    table = evidence["weights"]
    first = _each(table, rows, lambda x, e: -x if e == "0" else max(0, x))
    second = _each(table, rows, lambda x, e: max(0, -x) if e == "1" else 0)
    return _multipliers(evidence["denominator"], [first, second], [cases], [table])


def distribution(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """mu in units of the weight that no rectangle exceeds; label 1 is the sign of A."""
    table, (positive_cases, negative_cases) = evidence["weights"], evidence["cases"]
    signed = _each(table, matrix(claim["measure"], question), lambda x, e: {"0": -x, "1": x}.get(e, 0))
    negative = [[-x for x in row] for row in signed]
    return _multipliers(evidence["most"], [table], [negative_cases, positive_cases], [negative, signed])


def _each(table: Table, rows: Sequence[str], of: Callable[[int, str], int]) -> list[list[int]]:
    """A function of each number and the entry at its place."""
    return [[of(x, e) for x, e in zip(*both, strict=True)] for both in zip(table, rows, strict=True)]


def light_tree(cases: Json, weighted: Table, most: int) -> Json:
    """``{"steps": ".."}``, perhaps with symmetries, as a tree: each split names the moves that fix its case."""
    symmetries = cases.get("symmetries", [])
    table = decided_lines(weighted)
    steps = [ord(character) - FIRST for character in cases["steps"]]
    gains = [[max(0, x) for x in row] for row in table]
    losses = [[max(0, -x) for x in row] for row in table]
    start = [sum(column) for column in zip(*gains, strict=True)]
    tree: list[int] = []
    none: frozenset[int] = frozenset()
    waiting = [(start, none, none, list(range(len(symmetries))))]
    used = 0
    while waiting:
        sums, inside, outside, given = waiting.pop()
        if sum(c for c in sums if c > 0) <= most:
            continue
        row = steps[used]
        used += 1
        kept = [
            s for s in given
            if all(symmetries[s][i] in inside for i in inside) and all(symmetries[s][i] in outside for i in outside)
        ]  # fmt: skip
        orbit = orbit_of(row, [tuple(symmetries[s]) for s in kept])
        tree += [0, row, len(kept), *kept, 0]
        without = [c - sum(gains[i][j] for i in orbit) for j, c in enumerate(sums)]
        waiting.append((without, inside, outside | orbit, kept))
        waiting.append(([c - x for c, x in zip(sums, losses[row], strict=True)], inside | {row}, outside, kept))
    return {"moves": symmetries, "tree": tree} if symmetries else {"tree": tree}


ELABORATORS: dict[str, Elaborator] = {
    "signed-rectangles": signed_rectangles,
    "entry-weights": entry_weights,
    "dual": dual,
    "distribution": distribution,
}
