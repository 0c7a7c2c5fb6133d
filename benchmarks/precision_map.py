"""The least p of units for functions of two tokens, by m, dv and H, in classes FIXED and ROUNDED: how precision pays.

Run: ``python benchmarks/precision_map.py`` (some twenty minutes) asks what is missing and writes the page and the
picture; ``--only eq``, ``--budget 30 --again`` asks once more what is open, ``--print`` asks nothing.
"""

import argparse
import json
import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from itertools import product
from pathlib import Path

from headcount import probe
from headcount.bounds.bound import Bound, TooLongToCheckError, certified_bound
from headcount.bounds.constructions.sequences.equality_unit import equality_unit
from headcount.bounds.unit_classes.layered_unit_bounds import clause_evidence, decide_by_clauses
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted
from headcount.questions import LeastSize, Table, Unit, unit_to_json
from headcount.search.probe_options import ProbeOptions
from headcount.search.settle import question_of as settle
from headcount.solvers.outcome import Verdict
from headcount.tasks.function_task import FunctionTask

PAGE = Path(__file__).with_suffix(".rst")
STORE = PAGE.with_suffix(".jsonl")
PICTURE = PAGE.with_suffix(".png")

MOST = 4
"""Largest p of the map."""


def equal(x: int, y: int, V: int) -> int:
    """Whether the tokens are equal."""
    return int(x == y)


def greater(x: int, y: int, V: int) -> int:
    """Whether the first token is the greater one."""
    return int(x > y)


def inner(x: int, y: int, V: int) -> int:
    """The inner product modulo 2 of two words of log2 V bits."""
    return (x & y).bit_count() % 2


def index(x: int, y: int, V: int) -> int | None:
    """Bit y of a word of log2 V bits; not asked where there is no such bit."""
    return x >> y & 1 if y < V.bit_length() - 1 else None


FUNCTIONS: Mapping[str, tuple[Callable[[int, int, int], int | None], tuple[int, ...]]] = {
    "EQ": (equal, (2, 3, 4, 5, 8, 16, 17, 32, 64, 65)),
    "GT": (greater, (2, 3, 4, 5, 6, 8, 16)),
    "IP": (inner, (2, 4, 8, 16, 32)),
    "INDEX": (index, (2, 4, 8, 16, 32)),
}
"""Name -> the answer at the second of two tokens, and the numbers V of symbols."""

SIZES = ((0, 1, 1), (1, 1, 1), (2, 1, 1), (0, 2, 1), (1, 2, 1), (1, 1, 2))
"""m, dv and H that are held fixed."""

CLASSES = ("FIXED", "ROUNDED")


@dataclass(frozen=True)
class Cell:
    """What is asked: the least p of units with these sizes, tables by position and token, midrise, no null token."""

    function: str
    V: int
    of: str
    m: int
    dv: int
    H: int

    @property
    def task(self) -> FunctionTask:
        """Two tokens, the answer at the second."""
        answer, V = FUNCTIONS[self.function][0], self.V
        return FunctionTask(lambda word: (None, answer(*word, V)), alphabet=V, length=2, name=f"{self.function} V={V}")

    @property
    def told(self) -> int:
        """ceil(log2 V / ((m + dv) H)): with fewer bits two first tokens have one key and value in each head."""
        return -(-((self.V - 1).bit_length()) // ((self.m + self.dv) * self.H))


@dataclass(frozen=True)
class Entry:
    """The bounds of p that the checker has accepted, and what they rest on; ``upper`` None: none was found."""

    function: str
    V: int
    of: str
    m: int
    dv: int
    H: int
    lower: int = 1
    upper: int | None = None
    why: tuple[str, str] = ("", "")
    tried: str = ""
    seconds: float = 0.0
    budget: float = 0.0

    @property
    def cell(self) -> Cell:
        """What it is about."""
        return Cell(self.function, self.V, self.of, self.m, self.dv, self.H)

    @property
    def closed(self) -> bool:
        """Whether both bounds are equal, or no p of the map is left."""
        return self.lower == self.upper or self.lower > MOST

    @property
    def words(self) -> str:
        """``2``, ``1..3``, ``>= 2``, and ``> 4`` where no p of the map is enough."""
        if self.lower > MOST and self.upper != self.lower:
            return f"> {MOST}"
        if self.lower == self.upper:
            return str(self.lower)
        return f">= {self.lower}" if self.upper is None else f"{self.lower}..{self.upper}"


def cells() -> Iterator[Cell]:
    """All that are asked, in the order of the page."""
    for name, (_, symbols) in FUNCTIONS.items():
        yield from (Cell(name, V, of, *sizes) for V, of, sizes in product(symbols, CLASSES, SIZES))


def entry(cell: Cell, budget: float) -> Entry:
    """What ``probe`` says within the budget, and of equality the unit of the theorem; the checker has accepted it."""
    start = time.monotonic()
    answer = probe(
        cell.task, unit_class=cell.of.lower(), minimise="p", width=cell.m, dv=cell.dv, heads=cell.H, position=1,
        budget=budget, enough=lambda lower, upper: lower > MOST,
    )  # fmt: skip
    verdict = check(answer.certificate())
    if not isinstance(verdict, Accepted):
        raise AssertionError(f"{cell}: the certificate is not accepted: {verdict}")
    lower, upper = answer.lower, answer.upper
    if cell.function == "EQ" and (upper is None or upper.value > lower.value):
        upper = by_construction(cell, answer.asked.stated) or upper
    return Entry(
        **asdict(cell),
        lower=int(lower.value),
        upper=None if upper is None else int(upper.value),
        why=(lower.how, "" if upper is None else upper.how),
        tried="" if answer.closed else "; ".join(answer.notes),
        seconds=round(time.monotonic() - start, 1),
        budget=budget,
    )


def by_construction(cell: Cell, asked: LeastSize) -> Bound | None:
    """The unit of the theorem of equality, with V of its 4^p symbols, run on every input; None where it is too wide."""
    if cell.of != "FIXED" or cell.m < 1:
        return None
    p = -(-(cell.V - 1).bit_length() // 2)
    unit = equality_unit(p).unit
    (head,) = unit.layers[0].heads

    def kept(table: Table) -> Table:
        symbols = unit.alphabet
        return table if table.by == "position" else Table(
            table.by, tuple(row for at, row in enumerate(table.rows) if at % symbols < cell.V)
        )  # fmt: skip

    fewer = replace(head, keys=(kept(head.keys[0]),), values=(kept(head.values[0]),))
    small = Unit(cell.V, (replace(unit.layers[0], heads=(fewer,)),), ())
    evidence = {"kind": "unit", "unit": unit_to_json(small), "bits": p}
    return certified_bound(asked, "upper", p, "the unit of the theorem of equality, run on every input", evidence)


def by_clauses(cell: Cell, known: Entry, budget: float) -> Entry:
    """A bracket by clauses (system ``layers``), for p = 1, 2, .. as long as they decide; the best of both."""
    asked = settle(
        cell.task, ProbeOptions(cell.of.lower(), minimise="p", width=cell.m, dv=cell.dv, heads=cell.H, position=1)
    ).stated
    start, parts, found = time.monotonic(), [], known
    for p in range(1, min(MOST, known.upper or MOST) + 1):
        decided = decide_by_clauses(asked, p, max(0.0, budget - time.monotonic() + start))
        if decided.status is Verdict.FEASIBLE:
            found = better(found, replace(known, upper=p, why=("", decided.how)))
        if decided.status is not Verdict.INFEASIBLE:
            break
        parts.append(decided.evidence["proof"]["parts"][0])
    if len(parts) >= found.lower:
        how = "clauses, " + " and ".join(str(len(part["lemmas"])) for part in parts) + " lemmas"
        with suppress(TooLongToCheckError):
            bound = certified_bound(asked, "lower", len(parts) + 1, how, clause_evidence(parts))
            found = better(found, replace(known, lower=bound.value, upper=None, why=(bound.how, "")))
    spent = time.monotonic() - start
    return replace(found, seconds=round(known.seconds + spent, 1), budget=max(known.budget, budget))


def better(old: Entry | None, new: Entry) -> Entry:
    """The best bounds of both."""
    if old is None:
        return new
    first = old if old.lower >= new.lower else new
    last = new if old.upper is None or (new.upper is not None and new.upper < old.upper) else old
    found = replace(new, lower=first.lower, upper=last.upper, why=(first.why[0], last.why[1]))
    return replace(found, tried="") if found.closed else found


def stored() -> dict[Cell, Entry]:
    """The entries of the store."""
    if not STORE.exists():
        return {}
    listed = (json.loads(line) for line in STORE.read_text().splitlines())
    return {each.cell: each for each in (Entry(**{**one, "why": tuple(one["why"])}) for one in listed)}


def keep(entries: Mapping[Cell, Entry]) -> None:
    """Write the store, in the order of the cells."""
    new = STORE.with_suffix(".new")
    new.write_text("".join(f"{json.dumps(asdict(entries[cell]))}\n" for cell in cells() if cell in entries))
    new.replace(STORE)


# --- the page ----------------------------------------------------------------

TITLE = "precision_map.py"
TEXT = """
The least p of units for functions f(x, y) of two tokens of V symbols, at m, dv and H: what precision pays for. The
answer stands at the second token. EQ: x = y. GT: x > y. IP: the inner product modulo 2 of words of log2 V bits. INDEX:
bit y of the word x (not asked where there is no such bit).

* Units have one layer, heads side by side, tables by position and token in the grid midrise, no null token, and any
  read-out; FIXED(p) has exact sums, in ROUNDED(p) sums are rounded to p bits.
* ``2``: a unit with p = 2 was found and run on every input, and p = 1 is refuted. ``2..4``: p = 1 is refuted, a unit
  with 4 was found, and what is between is open. ``>= 2``: no unit is known. ``> 4``: no p up to 4 will do. ``=``: as
  few as the first token has to tell, p (m + dv) H >= log2 V (theorem ``told values``); ``+``: more are needed.
* Each bound of each cell has a certificate that the checker has accepted, those of open cells too.
* Of equality at m = dv = H = 1 in FIXED both bounds are a theorem, for every p: V <= 4^p (ledger: ``equality``).
* A class is about exactly so many bits: in FIXED weights are cut p bits below the highest score, so a lower bound of p
  refutes each smaller p by itself.

One process at the lowest priority, two cores that others used as well, Python 3.11. ``python
benchmarks/precision_map.py`` asks what is missing, ``--again --budget 60`` once more what is open. A cell by itself::

   headcount probe eq A=17 --position 1 --class fixed --minimise p --width 1 --dv 1

"""


def page(entries: Mapping[Cell, Entry]) -> str:
    """The page, from the store."""
    head = ["f", "V", *(f"{of} {m},{dv},{H}" for of, (m, dv, H) in product(CLASSES, SIZES))]
    rows = []
    for name, (_, symbols) in FUNCTIONS.items():
        for V in symbols:
            listed = [entries.get(Cell(name, V, of, *sizes)) for of, sizes in product(CLASSES, SIZES)]
            rows.append([name if symbols[0] == V else "", str(V), *map(shown, listed)])
    widths = [max(len(row[k]) for row in [head, *rows]) for k in range(len(head))]
    lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in (head, *rows)]
    body = "\n".join(f"   {line}" for line in [lines[0], "-" * max(map(len, lines)), *lines[1:]])
    closed = [one for one in entries.values() if one.closed]
    equal_to = sum(one.lower == one.cell.told for one in closed)
    counts = (
        f"{len(entries)} cells (m,dv,H): {len(closed)} closed, of which {equal_to} need what the first token has to "
        f"tell and {len(closed) - equal_to} more; {len(entries) - len(closed)} open; "
        f"{sum(one.seconds for one in entries.values()):.0f} s together."
    )
    opened = [f"   {said(one)}" for one in entries.values() if not one.closed]
    left = "\n".join(opened) or "   none"
    return f"{TITLE}\n{'-' * len(TITLE)}\n{TEXT}{counts}\n\n::\n\n{body}\n\nOpen, and what was tried::\n\n{left}\n"


def shown(one: Entry | None) -> str:
    """The bracket, and how it compares with what has to be told."""
    if one is None:
        return "not asked"
    return one.words + (" =" if one.lower == one.cell.told else " +") * one.closed


def said(one: Entry) -> str:
    """An open cell in a line."""
    cell = one.cell
    where = f"{cell.function} V={cell.V} {cell.of} m={cell.m} dv={cell.dv} H={cell.H}: p {one.words}"
    return f"{where}, local search, cases and clauses for {one.budget:g} s each"


def picture(entries: Mapping[Cell, Entry]) -> None:
    """Least p against V for each function at m = dv = H = 1, both classes, and the line of what has to be told."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(1, len(FUNCTIONS), figsize=(12, 3.2), sharey=True, layout="constrained")
    for axis, (name, (_, symbols)) in zip(axes, FUNCTIONS.items(), strict=True):
        told = [Cell(name, V, "FIXED", 1, 1, 1).told for V in symbols]
        axis.step(symbols, told, where="post", color="0.7", label="told: log4 V")
        for of, mark in zip(CLASSES, "os", strict=True):
            known = [entries[Cell(name, V, of, 1, 1, 1)] for V in symbols if Cell(name, V, of, 1, 1, 1) in entries]
            for one in known:
                top = min(one.upper or MOST + 1, MOST + 1)
                axis.plot([one.V] * 2, [one.lower, top], color="C0" if of == "FIXED" else "C1", linewidth=1)
            offset = 1.0 if of == "FIXED" else 1.06
            axis.plot(
                [one.V * offset for one in known], [one.lower for one in known], mark, markersize=5, label=of,
                color="C0" if of == "FIXED" else "C1", fillstyle="none",
            )  # fmt: skip
        axis.set(title=f"{name}, m = dv = H = 1", xscale="log", xlabel="V symbols")
    axes[0].set(ylabel="least p (lower bound; line up to the upper)")
    axes[0].legend(fontsize=7)
    figure.savefig(PICTURE, dpi=110, metadata={"Software": None})


def main() -> None:
    """Ask what is missing, and write the page."""
    options = argparse.ArgumentParser()
    options.add_argument("--budget", type=float, default=8.0, help="seconds for each cell")
    options.add_argument("--again", action="store_true", help="ask again what a shorter budget left open")
    options.add_argument("--only", default="", help="functions whose names begin so")
    options.add_argument("--clauses", action="store_true", help="ask clauses alone about what is open")
    options.add_argument("--most", type=int, default=1000, help="the largest V")
    options.add_argument("--print", action="store_true", help="ask nothing, write the page and the picture")
    chosen = options.parse_args()
    entries = stored()
    if not chosen.print:
        os.nice(10)
        for cell in cells():
            known = entries.get(cell)
            if not cell.function.startswith(chosen.only.upper()) or chosen.most < cell.V or (known and known.closed):
                continue
            if known and chosen.clauses:
                entries[cell] = by_clauses(cell, known, chosen.budget)
            elif known is None or (chosen.again and known.budget < chosen.budget):
                entries[cell] = better(known, entry(cell, chosen.budget))
            else:
                continue
            keep(entries)
            print(f"{said(entries[cell])}: {entries[cell].seconds} s", flush=True)
    PAGE.write_text(page(entries))
    picture(entries)


if __name__ == "__main__":
    main()
