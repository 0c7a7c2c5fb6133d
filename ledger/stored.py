"""The ledger as it is stored: what came out when the claims were run last, and the certificates.

``ledger.json`` holds everything but the certificates, which are in ``certificates.jsonl``, one a line, in the order of
their hashes. Both are written by ``run_ledger`` and hold no time and nothing about a machine, so that a change of
either is a change of what is proved. Reading them imports no search.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from ..certificates.meter import UNLIMITED, Meter
from ..certificates.refuse import Malformed
from ..certificates.schema import OBJECT, Type, integer, many, record, text, word

FORMAT, VERSION = "headcount-ledger", 1

FOLDER = Path(__file__).parent
LEDGER_FILE, CERTIFICATES_FILE = "ledger.json", "certificates.jsonl"

GENERAL = {
    "Coq": "the general statement is proved in Coq",
    "words": "the general statement is proved in words",
    "instances": "only the instances are decided",
}
"""How far a theorem is proved beyond its instances, in a word, and what the word means."""

DIGITS = 12
"""Hexadecimal digits of the hash of an entry."""


class LedgerError(ValueError):
    """The stored ledger is missing or damaged; the message says how to make it again."""


@dataclass(frozen=True)
class LedgerInstance:
    """One choice of parameters: statement, verdict, what is proved of its quantities, hashes of certificates."""

    parameters: Mapping[str, str]
    statement: str
    verdict: str
    proved: tuple[str, ...]
    certificates: tuple[str, ...]

    @property
    def spelled(self) -> str:
        """The parameters in one line."""
        return ", ".join(f"{name}={value}" for name, value in self.parameters.items())


@dataclass(frozen=True)
class LedgerEntry:
    """One theorem.

    Attributes
    ----------
    name, topic, statement, remarks, source, scope : str
        ``scope`` says what is proved beyond the instances.
    general, coq : str
        A word of ``GENERAL``, and the theorem of ``proofs/`` if it is Coq.
    range : str
        The parameters that were run.
    verdict, expected : str
        PROVED, REFUTED or OPEN: of all instances together; and what the registry expects.
    unit_classes, evidence : tuple of str
        The classes that the certificates speak of, and the kinds of their evidence.
    instances : tuple of LedgerInstance
    """

    name: str
    topic: str
    statement: str
    remarks: str
    source: str
    scope: str
    general: str
    coq: str
    range: str
    verdict: str
    expected: str
    unit_classes: tuple[str, ...]
    evidence: tuple[str, ...]
    instances: tuple[LedgerInstance, ...] = field(repr=False)

    @property
    def certificates(self) -> tuple[str, ...]:
        """The hashes of all certificates, in increasing order."""
        return tuple(sorted({name for instance in self.instances for name in instance.certificates}))

    @property
    def hash(self) -> str:
        """One hash for all certificates."""
        return hashlib.sha256(" ".join(self.certificates).encode()).hexdigest()[:DIGITS]

    @property
    def counts(self) -> dict[str, int]:
        """How many instances ended with each verdict."""
        verdicts = [instance.verdict for instance in self.instances]
        return {verdict: verdicts.count(verdict) for verdict in ("PROVED", "REFUTED", "OPEN") if verdict in verdicts}


@dataclass(frozen=True)
class Ledger:
    """All theorems, in the order of the registry.

    Examples
    --------
    >>> stored_ledger().entry("qsa-width").verdict
    'PROVED'
    """

    entries: tuple[LedgerEntry, ...] = field(repr=False)

    def entry(self, name: str) -> LedgerEntry:
        """The entry of a name.

        Raises
        ------
        KeyError
            If there is none.
        """
        for entry in self.entries:
            if entry.name == name:
                return entry
        raise KeyError(name)

    def to_json(self) -> dict[str, Any]:
        """The ledger as it is written."""
        theorems = [{**asdict(entry), "hash": entry.hash} for entry in self.entries]
        return {"format": FORMAT, "version": VERSION, "theorems": theorems}

    def _repr_html_(self) -> str:
        from ..display.html import table

        head = ("theorem", "verdict", "in general", "statement", "class", "range", "evidence")
        return table(
            [
                (e.name, e.verdict, e.general, e.statement, ", ".join(e.unit_classes), e.range, ", ".join(e.evidence))
                for e in self.entries
            ],
            head,
        )


TEXT = text(most=10_000)
TEXTS = many(TEXT, least=0)
BY_NAME = Type(
    lambda value, path, meter: {name: TEXT.read(value[name], path, meter) for name in OBJECT.read(value, path, meter)}
)
INSTANCE = record({"parameters": BY_NAME, "statement": TEXT, "verdict": TEXT, "proved": TEXTS, "certificates": TEXTS})
THEOREM = record(
    {
        **{field.name: TEXT for field in fields(LedgerEntry)},
        **dict.fromkeys(("unit_classes", "evidence"), TEXTS),
        "general": word(*GENERAL),
        "instances": many(INSTANCE, least=0),
        "hash": TEXT,
    }
)
LEDGER = record({"format": word(FORMAT), "version": integer(VERSION, VERSION), "theorems": many(THEOREM, least=0)})
"""The form of ``ledger.json``."""


def stored_ledger(folder: Path = FOLDER) -> Ledger:
    """The ledger as it was written last.

    Raises
    ------
    LedgerError
        If it is missing or not in the format.
    """
    place = folder / LEDGER_FILE
    try:
        found = LEDGER.read(json.loads(place.read_text("utf-8")), "ledger", Meter(UNLIMITED))
    except (OSError, ValueError, RecursionError, Malformed) as error:
        raise LedgerError(f"{place} cannot be read ({error}); run make ledger") from None
    entries = []
    for theorem in found.theorems:
        parts = {**theorem.fields, "instances": tuple(LedgerInstance(**one.fields) for one in theorem.instances)}
        stored_hash = parts.pop("hash")
        entry = LedgerEntry(**parts)
        if entry.hash != stored_hash:
            raise LedgerError(f"the hash of {entry.name} does not fit its certificates; run make ledger")
        entries.append(entry)
    return Ledger(tuple(entries))


def stored_certificates(folder: Path = FOLDER) -> dict[str, str]:
    """The certificates' texts by their hashes.

    Raises
    ------
    LedgerError
        If the file is missing, or a line is not the certificate that its hash names.
    """
    return dict(_certificate_lines(folder))


def repeated_certificates(folder: Path = FOLDER) -> tuple[str, ...]:
    """The hashes that stand in more than one line.

    Raises
    ------
    LedgerError
        See ``stored_certificates``.
    """
    counts = Counter(name for name, _ in _certificate_lines(folder))
    return tuple(name for name, count in counts.items() if count > 1)


def write_ledger(ledger: Ledger, certificates: Mapping[str, str], folder: Path) -> None:
    """Write both files."""
    text = json.dumps(ledger.to_json(), indent=1, ensure_ascii=False)
    (folder / LEDGER_FILE).write_text(text + "\n", "utf-8", newline="\n")
    lines = "".join(f"{name} {certificates[name]}\n" for name in sorted(certificates))
    (folder / CERTIFICATES_FILE).write_text(lines, "utf-8", newline="\n")


def _certificate_lines(folder: Path) -> list[tuple[str, str]]:
    """Hash and text of every line."""
    try:
        lines = (folder / CERTIFICATES_FILE).read_text("utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise LedgerError(f"{folder / CERTIFICATES_FILE} cannot be read ({error}); run make ledger") from None
    found = []
    for number, line in enumerate(lines, start=1):
        name, _, text = line.partition(" ")
        if hashlib.sha256(text.encode()).hexdigest()[: len(name)] != name or not name:
            raise LedgerError(f"line {number} of {folder / CERTIFICATES_FILE} does not have its hash; run make ledger")
        found.append((name, text))
    return found


def not_in_the_ledger() -> dict[str, str]:
    """What theory has and the ledger has not -> why."""
    found: dict[str, str] = json.loads((FOLDER / "omitted.json").read_text("utf-8"))
    return found


def conjectures() -> list[dict[str, Any]]:
    """What nobody has proved or refuted: no claim is run, none is certified.

    Each has a ``name``, a ``statement``, a ``source``, what is ``known`` about it here, piece by piece with its place,
    and ``instances``, where hard ones come from.
    """
    found: list[dict[str, Any]] = json.loads((FOLDER / "conjectures.json").read_text("utf-8"))
    return found
