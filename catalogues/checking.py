"""``check_folder``: whether a catalogue in a folder is what it says, with nothing searched for."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

from ..certificates.check import check
from ..certificates.verdict import Accepted
from ..display.answer import Answer
from ..sweep import Job, sweep
from .build import enumerated
from .catalogue import Bracket, Catalogue, CatalogueError, Certificate, Entry, counted
from .folder import PAGE, Folder, StoredCertificates, line, names_of_part, opened
from .registry import catalogue_named, require_size
from .tally import page, tally_of

MOST_FAULTS = 100
"""Most faults of a part that are told."""


@dataclass(frozen=True, repr=False)
class Checked(Answer):
    """What the check of a folder found; ``faults`` are sentences, none if all holds."""

    folder: str
    name: str
    n: int
    classes: int
    count: int
    counted: str
    certificates: int
    faults: tuple[str, ...]

    def __bool__(self) -> bool:
        return not self.faults

    def to_json(self) -> dict[str, Any]:
        """The object that ``headcount atlas check --json`` prints."""
        return {
            "folder": self.folder, "name": self.name, "n": self.n, "classes": self.classes, "count": self.count,
            "certificates": self.certificates, "faults": list(self.faults),
        }  # fmt: skip

    def __str__(self) -> str:
        some = "all" if self.classes == self.count else f"{self.classes} of"
        held = "all holds" if self else f"{len(self.faults)} {'fault' if len(self.faults) == 1 else 'faults'}"
        classes = f"{self.name} n={self.n}: {some} {self.count} classes, {self.counted}"
        if self.faults and not self.certificates:
            return f"{self.name} n={self.n}: no certificate was replayed: {held}"
        return f"{classes}; {self.certificates} certificates replayed, every number compared: {held}"


Found = tuple[int, tuple[str, ...]]
"""How many certificates a part has, and its faults."""


def check_folder(
    path: Path | str, *, jobs: int | None = None, watch: Callable[[int, int], None] | None = None
) -> Checked:
    """Check a catalogue: every file, the count, every certificate, every number.

    Parameters
    ----------
    path : Path or str
        A folder ``NAME-N``, or an archive (zip) of it.
    jobs : int >= 1, optional
        Parts at work at a time, in processes of their own; one a core unless given.
    watch : callable, optional
        Told how many parts are checked, and how many there are.

    Guarantee
    ---------
    Without faults: every file has the SHA-256 that is listed; the classes are those of the enumeration, in its order
    and as many as the orbit-counting lemma says (as far as the folder says that they are settled); the trusted checker
    accepts every certificate; the fields of each class follow from its key and the bounds that its own accepted
    certificates claim of its own matrix; tally and page are those of the entries.

    Raises
    ------
    CatalogueError
        If there is no catalogue, or none of this name and size is known.
    """
    folder = Folder(opened(path))
    catalogue = catalogue_named(folder.index["name"])
    n = require_size(catalogue, folder.index["n"])
    if folder.values_only:
        fault = f"this copy {folder.only_values}"
        return Checked(str(path), catalogue.name, n, 0, folder.index["count"], counted(catalogue), 0, (fault,))
    keys = enumerated(catalogue, n)
    found, faults = _faults_of_files(catalogue, folder, keys)
    certificates = 0
    if not faults:
        job: Job[int, Found] = Job(partial(_checked, catalogue, n, str(path)), _lost, math.inf)
        parts: dict[int, Found] = {}
        for number, result in sweep(job, folder.parts, jobs=jobs):
            parts[number] = result
            if watch is not None:
                watch(len(parts), len(folder.parts))
        faults = [fault for number in sorted(parts) for fault in parts[number][1]]
        certificates = sum(count for count, _ in parts.values())
    return Checked(str(path), catalogue.name, n, len(found), len(keys), counted(catalogue), certificates, tuple(faults))


def _faults_of_files(catalogue: Catalogue, folder: Folder, keys: list[str]) -> tuple[list[str], list[str]]:
    """The classes of a folder, and what is wrong with its files, its list of classes, its counts and its page."""
    index, faults, entries = folder.index, list[str](), list[Entry]()
    for name in index["files"]:
        try:
            folder.read(name)
        except CatalogueError as error:
            faults.append(str(error))
    listed = {name for number in folder.parts for name in names_of_part(number)} | {PAGE}
    faults += [f"{name} is missing in the list of files" for name in sorted(listed - set(index["files"]))]
    if faults:
        return [], faults
    try:
        entries = list(folder.all_entries())
    except CatalogueError as error:
        return [], [str(error)]
    found, left = [entry.key for entry in entries], iter(keys)
    if not all(key in left for key in found):  # each after the one before
        faults.append("the classes are not those of the enumeration, each once and in its order")
    said = (index["count"], index["settled"], index["complete"])
    if said != (len(keys), len(found), len(keys) == len(found)):
        faults.append(f"catalogue.json says {said[1]} of {said[0]} classes, and there are {len(found)} of {len(keys)}")
    if index["tally"] != tally_of(catalogue.quantities, entries):
        faults.append("the tally in catalogue.json is not the one of the entries")
    elif folder.read(PAGE).decode(errors="replace") != page(catalogue, index):
        faults.append(f"{PAGE} is not the page of catalogue.json")
    return found, faults


def _lost(reason: str, seconds: float, complete: bool) -> Found:
    return 0, (f"a part could not be checked: {reason}",)


def _checked(catalogue: Catalogue, n: int, path: str, part: int, budget: float) -> Found:
    folder, certificates = Folder(opened(path)), names_of_part(part)[1]
    entries = list(folder.entries(part))
    named = [entry.claims.lines for entry in entries if isinstance(entry.claims, StoredCertificates)]
    used = [number for numbers in named for number in numbers]
    lines = folder.read(certificates).count(b"\n")
    if used != list(range(1, lines + 1)):
        return 0, (f"{certificates} has {lines} lines, and the classes of its part do not name each of them once",)
    faults = [fault for entry in entries for fault in faults_of(catalogue, n, entry)]
    return len(used), tuple(faults[:MOST_FAULTS])


def faults_of(catalogue: Catalogue, n: int, entry: Entry) -> list[str]:
    """What is wrong with an entry, in sentences: none if its certificates are accepted and say all its numbers."""
    faults, accepted = [], []
    for number, text in enumerate(_texts(entry.claims), start=1):
        verdict = check(text)
        if isinstance(verdict, Accepted):
            accepted.append(json.loads(text))
        else:
            faults.append(f"class {entry.key}, certificate {number}: {verdict}")
    brackets = {name: stated.bracket(accepted) for name, stated in catalogue.stated(n, entry.key).items()}
    faults += [
        f"class {entry.key}: the lower bound of {name} exceeds the upper bound: {bracket}"
        for name, bracket in brackets.items()
        if _crossed(bracket)
    ]
    try:
        wanted = catalogue.fields(n, entry.key, brackets)
    except (TypeError, KeyError, ValueError):  # of a bound that is claimed nowhere
        wanted = dict(brackets)
    unsaid = [name for name in catalogue.quantities if name not in wanted or _is_unsaid(wanted[name])]
    if unsaid:
        faults.append(f"class {entry.key}: no accepted certificate has both bounds of {', '.join(unsaid)}")
    elif wanted != entry.fields:
        differ = [name for name in {**wanted, **entry.fields} if wanted.get(name) != entry.fields.get(name)]
        told = ", ".join(f"{name} is {entry.fields.get(name)} and follows as {wanted.get(name)}" for name in differ)
        faults.append(f"class {entry.key}: {told}")
    return faults


def _texts(certificates: Sequence[Certificate]) -> Iterator[bytes]:
    """Certificates as they stand in their file, where a key might stand twice."""
    for place in range(len(certificates)):
        if isinstance(certificates, StoredCertificates):
            yield certificates.text(place)
        else:
            yield line(certificates[place]).encode()


def _is_unsaid(field: Any) -> bool:
    return field is None or (isinstance(field, list) and None in field)


def _crossed(bracket: Bracket) -> bool:
    return None not in bracket and "none" not in bracket and Fraction(bracket[0]) > Fraction(bracket[1])
