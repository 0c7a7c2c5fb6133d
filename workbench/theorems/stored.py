"""The ledger as it is stored: what came out when the claims were run last, and the certificates.

``ledger.json`` holds everything but the certificates, which are in ``certificates.jsonl``, one a line, in the order of
their hashes. Both are written by ``run_ledger`` and hold no time and nothing about a machine, so that a change of
either is a change of what is proved. Reading them imports no search.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

FORMAT, VERSION = "headcount-ledger", 1

FOLDER = Path(__file__).parent
LEDGER_FILE, CERTIFICATES_FILE = "ledger.json", "certificates.jsonl"

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
        from ...bounds.notebook_html import table

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
        return Ledger(tuple(_entry(theorem) for theorem in found["theorems"]))
    except (OSError, ValueError, LookupError, TypeError) as error:
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
    try:
        lines = (folder / CERTIFICATES_FILE).read_text("utf-8").splitlines()
    except OSError as error:
        raise LedgerError(f"{folder / CERTIFICATES_FILE} cannot be read ({error.strerror}); run make ledger") from None
    found = {}
    for number, line in enumerate(lines, start=1):
        name, _, text = line.partition(" ")
        if hashlib.sha256(text.encode()).hexdigest()[: len(name)] != name or not name:
            raise LedgerError(f"line {number} of {folder / CERTIFICATES_FILE} does not have its hash; run make ledger")
        found[name] = text
    return found


def write_ledger(ledger: Ledger, certificates: Mapping[str, str], folder: Path) -> None:
    """Write both files."""
    text = json.dumps(ledger.to_json(), indent=1, ensure_ascii=False)
    (folder / LEDGER_FILE).write_text(text + "\n", "utf-8", newline="\n")
    lines = "".join(f"{name} {certificates[name]}\n" for name in sorted(certificates))
    (folder / CERTIFICATES_FILE).write_text(lines, "utf-8", newline="\n")


def _entry(found: Mapping[str, Any]) -> LedgerEntry:
    fields = {name: value for name, value in found.items() if name not in ("hash", "instances")}
    fields |= {name: tuple(fields[name]) for name in ("unit_classes", "evidence")}
    instances = tuple(
        LedgerInstance(i["parameters"], i["statement"], i["verdict"], tuple(i["proved"]), tuple(i["certificates"]))
        for i in found["instances"]
    )
    entry = LedgerEntry(**fields, instances=instances)
    if entry.hash != found["hash"]:
        raise LedgerError(f"the hash of {entry.name} does not fit its certificates; run make ledger")
    return entry
