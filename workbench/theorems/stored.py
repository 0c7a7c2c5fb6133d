"""The ledger as it is stored: what came out when the claims were run last, and the certificates.

``ledger.json`` holds everything but the certificates, which are in ``certificates.jsonl``, one a line, in the order of
their hashes. Both are written by ``run_ledger`` and hold no time and nothing about a machine, so that a change of
either is a change of what is proved. Reading them imports no search.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

FORMAT, VERSION = "headcount-ledger", 1

FOLDER = Path(__file__).parent
LEDGER_FILE, CERTIFICATES_FILE = "ledger.json", "certificates.jsonl"

DIGITS = 12
"""Hexadecimal digits of the hash of an entry."""

TEXTS = ("name", "topic", "statement", "remarks", "source", "scope", "range", "verdict", "expected")
LISTS = ("unit_classes", "evidence")
"""The fields of an entry that are texts, and those that are lists of texts."""


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
        from ...display.html import table

        head = ("theorem", "verdict", "statement", "class", "range", "evidence")
        return table(
            [
                (e.name, e.verdict, e.statement, ", ".join(e.unit_classes), e.range, ", ".join(e.evidence))
                for e in self.entries
            ],
            head,
        )


def stored_ledger(folder: Path = FOLDER) -> Ledger:
    """The ledger as it was written last.

    Raises
    ------
    LedgerError
        If it is missing or not in the format.
    """
    try:
        found = json.loads((folder / LEDGER_FILE).read_text("utf-8"))
        if (found["format"], found["version"]) != (FORMAT, VERSION):
            raise LedgerError(f"{folder / LEDGER_FILE} is no ledger of version {VERSION}; run make ledger")
        return Ledger(tuple(_entry(theorem, number) for number, theorem in enumerate(found["theorems"], start=1)))
    except (OSError, ValueError, LookupError, TypeError, RecursionError) as error:
        if isinstance(error, LedgerError):
            raise
        raise LedgerError(f"{folder / LEDGER_FILE} cannot be read ({error}); run make ledger") from None


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


def _entry(found: Any, number: int) -> LedgerEntry:
    place = f"theorem {number}"
    if not isinstance(found, dict):
        raise LedgerError(f"{place} of the ledger must be an object, got {found!r:.40}; run make ledger")
    if isinstance(found.get("name"), str):
        place = f"theorem {found['name'][:60]}"
    _require_fields(found, (*TEXTS, *LISTS, "instances", "hash"), place)
    instances = tuple(_instance(instance, place) for instance in _list(found, "instances", place, dict))
    texts: dict[str, Any] = {name: _text(found, name, place) for name in TEXTS}
    lists: dict[str, Any] = {name: tuple(_list(found, name, place, str)) for name in LISTS}
    entry = LedgerEntry(**texts, **lists, instances=instances)
    if entry.hash != found["hash"]:
        raise LedgerError(f"the hash of {entry.name} does not fit its certificates; run make ledger")
    return entry


def _instance(found: Mapping[str, Any], place: str) -> LedgerInstance:
    where = f"an instance of {place}"
    _require_fields(found, ("parameters", "statement", "verdict", "proved", "certificates"), where)
    parameters = found["parameters"]
    if not isinstance(parameters, dict) or not all(isinstance(value, str) for value in parameters.values()):
        raise LedgerError(f"parameters of {where} must be texts by name, got {parameters!r:.40}; run make ledger")
    statement, verdict = (_text(found, name, where) for name in ("statement", "verdict"))
    proved, certificates = (tuple(_list(found, name, where, str)) for name in ("proved", "certificates"))
    return LedgerInstance(parameters, statement, verdict, proved, certificates)


def _require_fields(found: Mapping[str, Any], names: Sequence[str], place: str) -> None:
    for name in (*(name for name in names if name not in found), *(name for name in found if name not in names)):
        fault = "is missing" if name in names else "is unknown"
        raise LedgerError(f"the field {name[:40]!r} of {place} {fault}; run make ledger")


def _text(found: Mapping[str, Any], name: str, place: str) -> str:
    text = found[name]
    if not isinstance(text, str):
        raise LedgerError(f"{name} of {place} must be a text, got {text!r:.40}; run make ledger")
    return text


def _list(found: Mapping[str, Any], name: str, place: str, kind: type) -> list[Any]:
    items = found[name]
    if not isinstance(items, list) or not all(isinstance(item, kind) for item in items):
        of = "objects" if kind is dict else "texts"
        raise LedgerError(f"{name} of {place} must be a list of {of}, got {items!r:.40}; run make ledger")
    return items
