"""What an export consists of: files with what each proves, and what stands about a claim in ``export.json``."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class ExportedFile:
    """A text for other people's programs.

    ``proves`` says in a sentence what the answer ``expected`` proves (``unsat``, ``sat`` or, of a proof, ``verified``),
    ``believe`` what has to be believed then. ``commands``: how other programs are asked, run in the folder.
    """

    name: str
    content: str
    proves: str
    believe: str
    expected: str
    commands: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The file as ``export.json`` lists it."""
        content = self.content.encode()
        found = {"name": self.name, "bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
        return {**found, "proves": self.proves, "expected": self.expected}


@dataclass(frozen=True)
class Exported:
    """How a claim can be decided by other programs: ``by`` as in ``export.json``, and the files that it names."""

    by: Mapping[str, Any]
    files: tuple[ExportedFile, ...] = ()
