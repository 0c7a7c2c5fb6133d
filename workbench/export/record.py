"""What an export consists of: files with what each proves, and what stands about a claim in ``export.json``."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .stated_claim import StatedClaim


@dataclass(frozen=True)
class ExportedFile:
    """A text for other people's programs.

    Attributes
    ----------
    name : str
        The name of the file in its folder.
    content : str
    proves : str
        What the expected answer proves, in a sentence.
    believe : str
        What has to be believed then, in a sentence or two.
    expected : str
        The answer of a program: ``unsat``, ``sat`` or, of a proof, ``verified``.
    commands : tuple of str
        How other programs are asked, one line each, run in the folder.
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
        return {
            "name": self.name,
            "bytes": len(content),
            "sha256": hashlib.sha256(content).hexdigest(),
            "proves": self.proves,
            "expected": self.expected,
        }


@dataclass(frozen=True)
class Exported:
    """How a claim can be decided by other programs: ``by`` as in ``export.json``, and the files that it names."""

    by: Mapping[str, Any]
    files: tuple[ExportedFile, ...] = ()


Writer = Callable[["StatedClaim"], "Exported | None"]
"""Takes a claim that the checker has accepted; None if it is of a form for which there is nothing to write."""
