"""Certificates of decided statements in a folder, to be replayed instead of searched for.

``certificates/<hash>.json`` are files that ``headcount check`` accepts; ``records/<hash>.json`` say which of them
belong to which statement, and what an open statement was given. No verdict in the folder is believed: a certificate
counts for what the checker accepts of it, and only if it is about the very quantities of the statement. So the folder
may be edited, merged, committed or deleted. That an open statement was searched for so long is believed.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..search.output_files import write_json
from .effort import Certificate, compact
from .errors import ClaimError
from .statement import Statement

FORMAT, VERSION = "headcount-claim-record", 1

LONGEST = 10**7
"""Most seconds that are believed to have been spent on an open statement (four months)."""

DIGITS = 20
"""Hexadecimal digits of SHA-256 in file names."""


@dataclass(frozen=True)
class Record:
    """What the store knows of a statement: certificates, and the budget that was spent in vain if it is open."""

    certificates: tuple[Certificate, ...] = ()
    budget: float = 0.0
    notes: tuple[str, ...] = ()
    fresh: bool = False


IGNORED = "# Made by headcount; to commit the certificates, remove this file.\n*\n"
"""What ``.gitignore`` says in a new store."""


class ClaimStore:
    """A folder of certificates and records.

    Raises
    ------
    ClaimError
        If the folder cannot be made.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._records, self._certificates = folder / "records", folder / "certificates"
        try:
            for part in (self._records, self._certificates):
                part.mkdir(parents=True, exist_ok=True)
            if not (ignored := folder / ".gitignore").exists():
                ignored.write_text(IGNORED, "utf-8")
        except OSError as error:
            raise ClaimError(
                f"the store {str(folder)!r} cannot be made ({error.strerror or error}); name another folder"
            ) from None

    def find(self, statement: Statement, seed: int = 0) -> Record:
        """What is kept of a statement; damaged or missing files count as nothing, and so does another seed's search."""
        record = _object(self._records / f"{statement_hash(statement)}.json")
        if record.get("format") != FORMAT or record.get("version") != VERSION:
            return Record()
        names, budget, notes = record.get("certificates"), record.get("budget"), record.get("notes")
        if not isinstance(names, list) or not isinstance(notes, list):
            return Record()
        if isinstance(budget, bool) or not isinstance(budget, int | float):
            return Record()
        # Decided once: if its certificates do not decide it now, it is searched again.
        if record.get("verdict") != "OPEN" or record.get("seed") != seed or not 0 <= budget <= LONGEST:
            budget = 0.0
        found = [_object(self.certificate_path(str(name))) for name in names]
        texts = tuple(compact(certificate) for certificate in found if certificate)
        # With a certificate gone there is something to search for again, whatever was spent.
        return Record(texts, float(budget) if len(texts) == len(names) else 0.0, tuple(map(str, notes)))

    def keep(self, statement: Statement, record: Record, verdict: str, seed: int = 0) -> None:
        """Write certificates and record, each atomically; two processes may do so at a time."""
        names = [certificate_hash(text) for text in record.certificates]
        for name, text in zip(names, record.certificates, strict=True):
            path, certificate = self.certificate_path(name), json.loads(text)
            if _object(path) != certificate:  # missing, or damaged
                write_json(path, certificate)
        content = {
            "format": FORMAT,
            "version": VERSION,
            "statement": statement.words,
            "verdict": verdict,
            "budget": record.budget,
            "seed": seed,
            "notes": list(record.notes),
            "certificates": names,
        }
        write_json(self._records / f"{statement_hash(statement)}.json", content)

    def certificate_path(self, name: str) -> Path:
        """The file of the certificate with this hash; other characters than letters and digits are dropped."""
        return self._certificates / f"{''.join(c for c in name if c.isalnum())}.json"

    def certificate_paths(self) -> tuple[Path, ...]:
        """All certificate files."""
        return tuple(sorted(self._certificates.glob("*.json")))


def statement_hash(statement: Statement) -> str:
    """A name for a statement: equal for equal quantities, relation and numbers only."""
    return _hash(json.dumps([statement.words, [quantity.key for quantity in statement.quantities()]]))


def certificate_hash(text: Certificate) -> str:
    """A name for a certificate."""
    return _hash(json.dumps(json.loads(text), sort_keys=True, separators=(",", ":")))


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


def _object(path: Path) -> dict[str, Any]:
    """The JSON object in a file; empty if there is none."""
    try:
        found = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
