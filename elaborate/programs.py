"""Evidence about linear programs over rectangles: weighted rectangles, and duals with trees of light rectangles."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ..certificates.meaning.matrices import complement, entries
from ..certificates.meter import UNLIMITED, Meter, OverLimitError
from ..certificates.refuse import Malformed
from ..certificates.schema import many
from ..certificates.statements import COMMUNICATION
from ..certificates.systems.programs import SYMMETRY, orbits_of
from ..solvers.rectangles.weighted_table import FIRST, decided_lines, orbit_of, without_zeros
from .driver import Book, CannotElaborate, fields, measure_of

Json = Any
Table = Sequence[Sequence[int]]


def _weights(evidence: Mapping[str, Json], labels: tuple[int, ...] = ()) -> Json:
    """Rectangles ``[[rows], [columns], (label,) weight]``, each apart from its label and its weight."""
    fields(evidence, "rectangles", optional=("denominator", "symmetries"))
    listed = evidence["rectangles"]
    length = 4 if labels else 3
    if not isinstance(listed, list) or not all(isinstance(item, list) and len(item) == length for item in listed):
        raise CannotElaborate("a weighted rectangle has other entries")
    found = {
        "rule": "farkas",
        "system": "rectangle-weights",
        "denominator": evidence.get("denominator", 1),
        "rectangles": [item[:2] for item in listed],
        "weights": [item[-1] for item in listed],
    }
    if labels:
        if not all(type(item[2]) is int and item[2] in labels for item in listed):
            raise CannotElaborate("a rectangle has another label")
        found["answers"] = [labels.index(item[2]) for item in listed]
    if "symmetries" in evidence:
        found["symmetries"] = evidence["symmetries"]
    return found


def weights(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """Covers, partitions (labels are answers) and smooth covers."""
    measure = measure_of(claim, question)
    if not measure.startswith(("fractional_cover", "partition_bound", "smooth_rectangle")):
        raise CannotElaborate("weighted rectangles are evidence of linear programs")
    return _weights(evidence, (0, 1) if measure == "partition_bound" else ())


def signed_rectangles(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """A mixture whose least margin is t / sum w becomes weights w / t."""
    measure = measure_of(claim, question)
    found = _weights(evidence, (-1, 1))
    rows = matrix(measure, question)
    margins = _loads(found, rows)
    if not margins or min(margins) <= 0:
        raise CannotElaborate("the mixture has no positive margin")
    least = min(margins)
    # weights w / least, as integers over one denominator
    found["weights"] = [w * least.denominator for w in found["weights"]]
    found["denominator"] = least.numerator
    return found


def _loads(found: Json, rows: tuple[str, ...]) -> list[Fraction]:
    """A (load[1] - load[0]) of all entries that are not ``*``, in units of the weights."""
    meter = Meter(UNLIMITED)
    try:
        symmetries = many(SYMMETRY, 0).read(found.get("symmetries", []), "symmetries", meter)
        orbits = orbits_of(symmetries, rows, meter)
        sizes: dict[int, int] = {}
        load: dict[int, int] = {}
        for row in orbits:
            for orbit in row:
                sizes[orbit] = sizes.get(orbit, 0) + 1
        for (inside, across), label, weight in zip(
            found["rectangles"], found["answers"], found["weights"], strict=True
        ):
            for i in inside:
                for j in across:
                    load[orbits[i][j]] = load.get(orbits[i][j], 0) + (2 * label - 1) * weight
        return [
            Fraction((1 if x == "1" else -1) * load.get(orbit, 0), sizes[orbit])
            for row, line in zip(rows, orbits, strict=True)
            for x, orbit in zip(row, line, strict=True)
            if x != "*"
        ]
    except Exception as error:  # evidence of any form
        raise CannotElaborate(f"no mixture of rectangles: {error!r:.60}") from None


def matrix(measure: str, question: Json) -> tuple[str, ...]:
    """The matrix as the measure sees it."""
    try:
        statement = COMMUNICATION.read({k: v for k, v in question.items() if k != "task"}, "question", Meter(UNLIMITED))
        rows = entries(statement, Meter(10**8))
    except (Malformed, OverLimitError):
        raise CannotElaborate("the matrix cannot be written out") from None
    return complement(rows, Meter(UNLIMITED)) if measure in ("fractional_cover0", "smooth_rectangle0") else rows


def _multipliers(denominator: Json, tables: list[Table], cases: list[Json], light: list[Table]) -> Json:
    """The tables, without those of zeros at the end, and a tree for each label."""
    while len(tables) > 1 and not any(map(any, tables[-1])):
        tables.pop()
    if type(denominator) is not int or len(cases) != len(light):
        raise CannotElaborate("there has to be a tree for each label, and a denominator")
    return {
        "rule": "farkas",
        "system": "rectangle-multipliers",
        "denominator": denominator,
        "tables": tables,
        "light": [light_tree(case, table, denominator) for case, table in zip(cases, light, strict=True)],
    }


def entry_weights(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """Dual of the fractional cover."""
    rows = matrix(measure_of(claim, question), question)
    denominator, table, cases = fields(evidence, "denominator", "weights", "cases")
    _table(table, rows)
    return _multipliers(denominator, [table], [cases], [without_zeros(table, rows)])


def dual(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """Dual of the partition bound (phi, then mu) and of smooth covers (V+ and V- apart)."""
    measure = measure_of(claim, question)
    rows = matrix(measure, question)
    if measure == "partition_bound":
        denominator, mu, phi, cases = fields(evidence, "denominator", "mu", "phi", "cases")
        _table(mu, rows)
        _table(phi, rows)
        light: list[Table] = [
            [
                [p + (m if e == answer else 0) for e, m, p in zip(*lines, strict=True)]
                for lines in zip(rows, mu, phi, strict=True)
            ]
            for answer in "01"
        ]
        return _multipliers(denominator, [phi, mu], cases if isinstance(cases, list) else [], light)
    denominator, table, cases = fields(evidence, "denominator", "weights", "cases")
    _table(table, rows)
    if any(x > 0 for x, e in _both(table, rows) if e == "0") or any(x for x, e in _both(table, rows) if e == "*"):
        raise CannotElaborate("a weight has the wrong sign")
    first = _each(table, rows, lambda x, e: -x if e == "0" else max(0, x))
    second = _each(table, rows, lambda x, e: max(0, -x) if e == "1" else 0)
    return _multipliers(denominator, [first, second], [cases], [table])


def distribution(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """mu in units of the weight that no rectangle exceeds; label 1 is the sign of A."""
    rows = matrix(measure_of(claim, question), question)
    table, most, cases = fields(evidence, "weights", "most", "cases")
    _table(table, rows)
    if not isinstance(cases, list) or len(cases) != 2:
        raise CannotElaborate("there has to be a tree for each sign")
    signed = _each(table, rows, lambda x, e: {"0": -x, "1": x}.get(e, 0))
    negative = [[-x for x in row] for row in signed]
    return _multipliers(most, [table], [cases[1], cases[0]], [negative, signed])


def _table(table: Json, rows: Sequence[str]) -> None:
    """Refuse what is no table of integers of the shape of the matrix."""
    fits = isinstance(table, list) and len(table) == len(rows)
    if not fits or not all(isinstance(row, list) and len(row) == len(rows[0]) for row in table):
        raise CannotElaborate("a table has another shape")
    if not all(type(x) is int for row in table for x in row):
        raise CannotElaborate("a table holds something else")


def _both(table: Table, rows: Sequence[str]) -> Iterator[tuple[int, str]]:
    return ((x, e) for line, row in zip(table, rows, strict=True) for x, e in zip(line, row, strict=True))


def _each(table: Table, rows: Sequence[str], of: Callable[[int, str], int]) -> list[list[int]]:
    """A function of each number and the entry at its place."""
    return [[of(x, e) for x, e in zip(*both, strict=True)] for both in zip(table, rows, strict=True)]


def light_tree(cases: Json, weighted: Table, most: int) -> Json:
    """``{"steps": ".."}``, perhaps with symmetries, as a tree: each split names the moves that fix its case."""
    if (
        not isinstance(cases, dict)
        or not isinstance(cases.get("steps"), str)
        or not set(cases) <= {"steps", "symmetries"}
    ):
        raise CannotElaborate("the cases are no tree")
    symmetries = cases.get("symmetries", [])
    table = decided_lines(weighted)
    size, steps = len(table), [ord(character) - FIRST for character in cases["steps"]]
    good = isinstance(symmetries, list) and all(
        isinstance(p, list) and all(type(x) is int for x in p) and sorted(p) == list(range(size)) for p in symmetries
    )
    if not good or not all(0 <= row < size for row in steps):
        raise CannotElaborate("a step or a symmetry is about other rows")
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
        if used == len(steps) or steps[used] in inside | outside:
            raise CannotElaborate("a case is left open")
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
    if used < len(steps):
        raise CannotElaborate("steps are left over")
    return {"moves": symmetries, "tree": tree} if symmetries else {"tree": tree}


ELABORATORS = {
    "weights": weights,
    "signed-rectangles": signed_rectangles,
    "entry-weights": entry_weights,
    "dual": dual,
    "distribution": distribution,
}
