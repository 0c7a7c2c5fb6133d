"""The least size of units for sixteen tasks: without a mask and with a causal one, one layer and two, each class.

    python benchmarks/masks_and_layers.py                        # every cell that is not in the store yet
    python benchmarks/masks_and_layers.py --again --budget 60    # once more what a shorter budget left open
    python benchmarks/masks_and_layers.py --only cycle3          # tasks whose words begin so
    python benchmarks/masks_and_layers.py --certificates there   # a certificate of each answer as well
    python benchmarks/masks_and_layers.py --print                # asks nothing, writes the page again

Each cell is one question of ``probe`` within a budget, one after the other, at the lowest priority. An answer is kept
if the checker accepts its certificate; what ``probe`` refuses is kept with its reason. The store is
masks_and_layers.jsonl, a line for each cell, written after each, so that a run may be stopped at any time;
masks_and_layers.rst is written from it. Of an open cell that is asked again the better bounds are kept.
"""

from __future__ import annotations

import argparse
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from itertools import product
from pathlib import Path
from typing import Any

from headcount import Accepted, Answer, check, probe
from headcount.display.input_error import on_the_command_line
from headcount.tasks import TaskError

HERE = Path(__file__).resolve()
STORE, PAGE, OWN = HERE.with_suffix(".jsonl"), HERE.with_suffix(".rst"), HERE.with_name("_own_tasks.py")

TASKS = (
    "qsa N=5 q=2",
    "topk N=6 k=2",
    "match2 M=3 N=3",
    "match3 M=3 N=3",
    "match order=4 M=2 N=3",
    "match3-local M=3 K=1 N=4",
    "match3-bigram M=3 N=3",
    "cycle3 N=3",
    "induction-heads A=2 N=4",
    "k-hop A=2 N=4 k=2",
    "composition n=2",
    "parity k=3",
    "gt n=2",
    *(f"{OWN.name}:{name}" for name in ("mirror", "previous", "ones")),
)
"""Those of the registry, two functions of bits that are asked at the last position, and three of one's own."""

MASKS, LAYERS = ("none", "causal"), (1, 2)

CLASSES: Mapping[str, Mapping[str, Any]] = {
    "FIXED(1)": {"unit_class": "fixed", "bits": 1},
    "FIXED(2)": {"unit_class": "fixed", "bits": 2},
    "ROUNDED(1)": {"unit_class": "rounded", "bits": 1},
    "ROUNDED(2)": {"unit_class": "rounded", "bits": 2},
    "HARDMAX(1)": {"unit_class": "hardmax", "bits": 1},
    "LEFTMOST(1)": {"unit_class": "hardmax", "bits": 1, "ties": "leftmost"},
    "RIGHTMOST(1)": {"unit_class": "hardmax", "bits": 1, "ties": "rightmost"},
    "SIGN": {"unit_class": "sign"},
    "THRESH": {"unit_class": "thresh"},
}
LAST = {"match2 M=3 N=3": 2, "match3 M=3 N=3": 2, "match order=4 M=2 N=3": 2, "match3-local M=3 K=1 N=4": 3}
LAST |= {"match3-bigram M=3 N=3": 2, "cycle3 N=3": 2, "k-hop A=2 N=4 k=2": 3, "induction-heads A=2 N=4": 3}
LAST |= {"composition n=2": 4, f"{OWN.name}:mirror": 2, f"{OWN.name}:previous": 2}
"""Where class THRESH is asked: at the last position. The other tasks ask for one answer themselves."""

ERROR = "1/4"
"""The error of averages, which are what q-SA asks of units that compute."""


@dataclass(frozen=True)
class Cell:
    """What is asked."""

    task: str
    mask: str
    layers: int
    of: str

    @property
    def options(self) -> dict[str, Any]:
        """As arguments of ``probe``; what is usual is left out."""
        found: dict[str, Any] = {"layers": self.layers} if self.layers > 1 else {}
        found |= {"mask": self.mask} if self.mask != "none" else {}
        if self.task.startswith("qsa") and self.of not in ("SIGN", "THRESH"):
            found["error"] = ERROR
        if self.of == "THRESH" and (last := LAST.get(self.task)):
            found["position"] = last
        return {**CLASSES[self.of], **found}

    @property
    def words(self) -> str:
        """The task as ``probe`` is asked about it; a selection does not depend on how many tokens there are."""
        words = self.task.replace(OWN.name, str(OWN))
        selects = self.of == "SIGN" and words.startswith(("match2 ", "match3 ", "match "))
        return " ".join(word for word in words.split() if not (selects and word.startswith("N=")))

    def ask(self, budget: float, seed: int = 0) -> Answer:
        """The answer of ``probe``.

        Raises
        ------
        TaskError
            If such a question is refused.
        """
        return probe(self.words, budget=budget, seed=seed, **self.options)


@dataclass(frozen=True)
class Entry:
    """What is known of a cell: bounds (None where no size will do), or why there are none."""

    task: str
    mask: str
    layers: int
    of: str
    letter: str = "m"
    lower: int | None = None
    upper: int | None = None
    no_size: bool = False
    refused: str = ""
    seconds: float = 0.0
    budget: float = 0.0
    why: tuple[str, str] = ("", "")

    @property
    def cell(self) -> Cell:
        """What it is about."""
        return Cell(self.task, self.mask, self.layers, self.of)

    @property
    def closed(self) -> bool:
        """Whether a longer budget can add nothing."""
        return bool(self.refused) or self.no_size or self.lower == self.upper

    @property
    def bounds(self) -> tuple[float, float]:
        """The bounds, infinite where no size will do, or nothing is known."""
        infinite = float("inf")
        above = infinite if self.upper is None else self.upper
        return infinite if self.no_size else self.lower or 0, above

    @property
    def words(self) -> str:
        """The bracket as it is printed: ``2``, ``1..3``, ``>= 2``, ``no m``."""
        if self.no_size:
            return f"no {self.letter}"
        if self.lower == self.upper:
            return str(self.lower)
        return f">= {self.lower}" if self.upper is None else f"{self.lower}..{self.upper}"


def cells() -> Iterator[Cell]:
    """All that are asked, row by row."""
    return (Cell(*each) for each in product(TASKS, MASKS, LAYERS, CLASSES))


def entry(cell: Cell, budget: float, seed: int = 0, folder: Path | None = None) -> Entry:
    """What ``probe`` says of a cell within the budget; the checker has accepted its certificate."""
    try:
        answer = cell.ask(budget, seed)
    except TaskError as error:
        said = error.spelled(on_the_command_line).replace(str(OWN), OWN.name)
        return Entry(*asdict(cell).values(), refused=said, budget=budget)
    certificate = answer.certificate()
    verdict = check(certificate)
    if not isinstance(verdict, Accepted):
        raise AssertionError(f"{cell}: the certificate is not accepted: {verdict}")
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        name = "-".join(map(str, asdict(cell).values())).replace(" ", "_").replace(":", "-")
        (folder / f"{name}.json").write_text(json.dumps(certificate))
    none, upper = answer.no_size, answer.upper
    return Entry(
        *asdict(cell).values(),
        letter=answer.asked.symbol,
        lower=None if none else int(answer.lower.value),
        upper=None if none or upper is None else int(upper.value),
        no_size=none,
        seconds=round(answer.seconds, 2),
        budget=budget,
        why=(answer.lower.how, "" if upper is None else upper.how),
    )


def better(old: Entry | None, new: Entry) -> Entry:
    """The best bounds of both, with the time of the run that closed the cell, or of the longer one."""
    if old is None or new.refused or new.closed or old.refused:
        return new
    first = old if old.bounds[0] >= new.bounds[0] else new
    last = old if old.bounds[1] <= new.bounds[1] else new
    known = {**asdict(new), "lower": first.lower, "upper": last.upper, "why": (first.why[0], last.why[1])}
    return Entry(**known)


def listed(file: Path) -> list[Entry]:
    """The entries of a store; none if there is no such file."""
    lines = file.read_text().splitlines() if file.exists() else []
    return [Entry(**{**one, "why": tuple(one["why"])}) for one in map(json.loads, lines)]


def write(file: Path, entries: Iterable[Entry]) -> None:
    """Write a store at once."""
    new = file.with_suffix(".new")
    new.write_text("".join(f"{json.dumps(asdict(one))}\n" for one in entries))
    new.replace(file)


def stored() -> dict[Cell, Entry]:
    """The entries of the store."""
    return {each.cell: each for each in listed(STORE)}


def keep(entries: Mapping[Cell, Entry]) -> None:
    """Write the store, in the order of the cells."""
    write(STORE, (entries[cell] for cell in cells() if cell in entries))


# --- the page ----------------------------------------------------------------

TITLE = "masks_and_layers.py"
TEXT = f"""
The least size of units for each task of the registry, for two functions of bits and for three tasks of one's own
(``benchmarks/{OWN.name}``): without a mask and with a causal one, of one layer and of at most two (D), in each class.
A cell holds the bracket of the least m (class THRESH: of the least H), and seconds.

* ``2``: a unit with 2 was found and run on every input, and smaller ones are refuted. ``1..3``: smaller ones than 1 are
  refuted (1 is the least that there is), a unit with 3 was found. ``>= 2``: no unit is known. ``no m``: no size will
  do, because two inputs look alike from a position where their answers differ, or because all weight is on one key and
  the answers are no decision list.
* Units have one head, values as wide as queries (dv = m), tables by position and token in the grid midrise, no null
  token, and any read-out. FIXED(p) are fixed-point units with exact sums, ROUNDED(p) those with sums rounded to p bits;
  HARDMAX, LEFTMOST and RIGHTMOST attend to all, the first or the last of the keys of highest score. SIGN is one real
  head that selects; match2, match3 and match are asked there without N, on which the selection does not depend. THRESH
  is real softmax with a threshold, asked at the last position. Of q-SA FIXED is asked for averages within {ERROR}.
* Every answer of the page, open ones too, has a certificate that the checker has accepted, in all classes. A letter:
  the question does not apply, for the reason below.
* Two layers: lower bounds are what a token has to tell, the number of rows, equal views, and clauses (added since: see
  ``composition_layers.rst``). A unit of one layer is one of at most two: the upper bound of one layer is one of two.

One process at the lowest priority, two cores that others used as well, Python 3.11: an idle machine closes more within
the budget. ``python benchmarks/masks_and_layers.py`` asks what is missing, ``--again --budget 60`` once more what is
open; each cell by itself is a command such as::

   headcount probe induction-heads A=2 N=4 --class hardmax --ties leftmost --bits 1 --layers 2 --mask causal

"""


def page(entries: Mapping[Cell, Entry]) -> str:
    """The page, from the store."""
    reasons: dict[str, str] = {}
    rows, columns = [], ["task", "mask", "D", *CLASSES]
    for task, mask, layers in product(TASKS, MASKS, LAYERS):
        shown = []
        for of in CLASSES:
            found = entries.get(Cell(task, mask, layers, of))
            if found is None:
                shown.append("not asked")
            elif found.refused:
                shown.append(reasons.setdefault(reason(found), letter(len(reasons))))
            else:
                shown.append(f"{found.words} ({found.seconds:.1f})")
        rows.append([task if (mask, layers) == (MASKS[0], LAYERS[0]) else "", mask, str(layers), *shown])
    widths = [max(len(row[k]) for row in [columns, *rows]) for k in range(len(columns))]
    lines = ["  ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)) for row in [columns, *rows]]
    rule = "-" * (sum(widths) + 2 * len(widths) - 2)
    table = [lines[0].rstrip(), rule, *(line.rstrip() for line in lines[1:])]
    below = [f"{mark}  {why}" for why, mark in reasons.items()]
    known = [one for one in entries.values() if not one.refused]
    closed = sum(one.closed for one in known)
    none, spent = sum(one.no_size for one in known), sum(one.seconds for one in known)
    count = (
        f"{len(known)} questions: {closed} closed ({none} of them without a size), {len(known) - closed} open; "
        f"{spent:.0f} s together. {len(entries) - len(known)} cells do not apply."
    )
    body = "\n".join(f"   {line}" for line in table)
    listed = "\n".join(f"   {line}" for line in below)
    return f"{TITLE}\n{'-' * len(TITLE)}\n{TEXT}{count}\n\n::\n\n{body}\n\nDoes not apply::\n\n{listed}\n"


def reason(found: Entry) -> str:
    """The reason that ``probe`` gives, in the same words for all tasks, without what it got and names to try."""
    text = found.refused.partition("; ")[0].partition(", got")[0]
    text = re.sub("^.*?(has no sign pattern|is computed, not selected)", r"the task \1", text)
    return text.partition(", not for ")[0] if text.startswith("--mask") else text


def letter(number: int) -> str:
    """a, b, .., z, aa, .."""
    return ("" if number < 26 else chr(96 + number // 26)) + chr(97 + number % 26)


def main() -> None:
    """Ask what is missing, and write the page."""
    options = argparse.ArgumentParser()
    options.add_argument("--budget", type=float, default=10.0, help="seconds for each cell")
    options.add_argument("--again", action="store_true", help="ask again what a shorter budget left open")
    options.add_argument("--only", default="", help="tasks whose words begin so")
    options.add_argument("--of", nargs="*", default=[*CLASSES], help="classes")
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--certificates", type=Path, help="a folder for a certificate of each answer")
    options.add_argument("--print", action="store_true", help="ask nothing, write the page")
    chosen = options.parse_args()
    entries = stored()
    if not chosen.print:
        os.nice(10)
        for cell in cells():
            known = entries.get(cell)
            if not cell.task.startswith(chosen.only) or cell.of not in chosen.of:
                continue
            if known and (known.closed or not chosen.again or known.budget >= chosen.budget):
                continue
            entries[cell] = better(known, entry(cell, chosen.budget, chosen.seed, chosen.certificates))
            keep(entries)
            done = entries[cell]
            print(f"{cell}: {done.refused or f'{done.letter} {done.words}, {done.seconds} s'}", flush=True)
    PAGE.write_text(page(entries))


if __name__ == "__main__":
    main()
