"""Numbers of classes as integer sequences, in the form that the encyclopedia of integer sequences takes. None is sent.

Source: the internal format of the encyclopedia, https://oeis.org/eishelp1.html; it gives the number for ``A000000``.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Any

from ..display.whole_files import write_text
from .atlas import Atlas, atlas, available
from .catalogue import Catalogue, counted
from .folder import make_folder
from .parts import cited
from .registry import CATALOGUES, catalogue_named, packaged
from .tally import in_order, shown

FEWEST = 3
"""Fewest different terms of a sequence that is written: 0, 1, 1, 1 is none."""

LINE = 80
"""Most characters of the terms in a line; the lines are %S, %T and %U."""

SHOWN = 3
"""Most classes in an example."""


@dataclass(frozen=True)
class IntegerSequence:
    """A sequence: ``terms`` begin at the index ``offset``."""

    name: str
    says: str
    offset: int
    terms: tuple[int, ...]
    comments: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The object that ``headcount atlas sequences --json`` lists."""
        return {"name": self.name, "says": self.says, "offset": self.offset, "terms": list(self.terms)}

    def __str__(self) -> str:
        """The file's content.

        >>> print(IntegerSequence("x", "Number of x.", 1, (1, 3, 8)))
        %I A000000
        %S A000000 1,3,8
        %N A000000 Number of x.
        %O A000000 1,2
        %K A000000 nonn,hard,more
        %A A000000 the headcount authors
        """
        rows = textwrap.wrap(",".join(map(str, self.terms)).replace(",", ", "), LINE)[:3]
        rows[-1] = rows[-1].rstrip(",")  # where further terms are left out
        lines = ["%I A000000"]
        lines += [f"%{letter} A000000 {row.replace(' ', '')}" for letter, row in zip("STU", rows, strict=False)]
        first = next((k for k, term in enumerate(self.terms, start=1) if abs(term) > 1), 1)
        lines += [f"%N A000000 {self.says}", *(f"%C A000000 {words}" for words in self.comments)]
        lines += [f"%e A000000 {words}" for words in self.examples]
        lines += [f"%O A000000 {self.offset},{first}", "%K A000000 nonn,hard,more", "%A A000000 the headcount authors"]
        return "\n".join(lines)


def sequences(names: Sequence[str] = (), folder: Path | None = None) -> list[IntegerSequence]:
    """The sequences of the catalogues that are in the package or in a folder.

    Parameters
    ----------
    names : names of catalogues; all that are there if none is named
    folder : Path, optional
        Where catalogues are that were built; of one that is in the package too, these are taken.

    Returns
    -------
    list of IntegerSequence
        For each catalogue the numbers of classes; of each quantity the greatest values, the least n of each value, and
        the numbers of classes of each value. A sequence ends before the first n that is not there, or where it is open.

    Raises
    ------
    CatalogueError
        If there is no catalogue of a name.
    """
    built = [] if folder is None else available(folder)
    found: list[IntegerSequence] = []
    for name in names or CATALOGUES:
        catalogue = catalogue_named(name)
        there = [n for n in catalogue.sizes if f"{name}-{n}" in {*packaged(), *built}]
        run = [n for k, n in enumerate(there) if n == catalogue.sizes[0] + k]
        atlases = [atlas(name, n, folder=folder if f"{name}-{n}" in built else None) for n in run]
        found += _of_catalogue(catalogue, [one for one in atlases if one.complete])
    return [one for one in found if len(set(one.terms)) >= FEWEST]


def _of_catalogue(catalogue: Catalogue, atlases: Sequence[Atlas]) -> Iterator[IntegerSequence]:
    name, first = catalogue.name, catalogue.sizes[0]
    by_orbits = [catalogue.count(n) for n in catalogue.sizes]
    counts = tuple(count for count in by_orbits if count is not None) or tuple(atlas.count for atlas in atlases)
    comments = (cited(catalogue),)
    how = f"There are {counted(catalogue)}."
    yield IntegerSequence(f"{name}-classes", f"Number of {catalogue.objects}.", first, counts, (how, *comments))
    sized = re.sub(r"\bn\b", "k", catalogue.objects)
    for quantity in catalogue.quantities:
        tallies = list(_closed(atlas.tally[quantity] for atlas in atlases))
        values = sorted({value for tally in tallies for value in tally}, key=in_order)
        about, words = f"{name}-{quantity}", quantity.replace("_", " ")
        if all(value.isdigit() for value in values):
            numbers = [int(value) for value in values]
            greatest = tuple(max(map(int, tally)) for tally in tallies)
            says = f"Greatest {words} of {catalogue.objects}."
            yield IntegerSequence(f"{about}-greatest", says, first, greatest, comments)
            if numbers and numbers == list(range(numbers[0], numbers[0] + len(numbers))):
                least = tuple(next(first + k for k, tally in enumerate(tallies) if value in tally) for value in values)
                says = f"Least k such that some of the {sized} have {words} n."
                yield IntegerSequence(f"{about}-least", says, numbers[0], least, comments)
        for value in values:
            terms = tuple(tally.get(value, 0) for tally in tallies)
            says = f"Number of {catalogue.objects} with {words} {value}."
            example = tuple(_examples(atlases, quantity, value, first))
            yield IntegerSequence(f"{about}-{value}", says, first, terms, comments, example)


def _closed(tallies: Iterable[dict[str, int]]) -> Iterator[dict[str, int]]:
    """Tallies up to the first in which something is open."""
    return takewhile(lambda tally: not any(".." in value for value in tally), tallies)


def _examples(atlases: Sequence[Atlas], quantity: str, value: str, first: int) -> Iterator[str]:
    for n, one in enumerate(atlases, start=first):
        kept = [entry for entry in one if shown(entry.fields.get(quantity)) == value]
        if kept:
            some = "; ".join(shown(entry.fields.get("rows", entry.key)) for entry in kept[:SHOWN])
            yield f"a({n}) = {len(kept)}: {some}{'; ..' if len(kept) > SHOWN else ''}."
            return


def write_sequences(found: Iterable[IntegerSequence], folder: Path) -> None:
    """Write a file for each.

    Raises
    ------
    CatalogueError
        If the folder cannot be made.
    """
    make_folder(folder)
    for one in found:
        write_text(folder / f"{one.name}.txt", f"{one}\n")
