"""What was found of a sparse pattern: the claim as a certificate states it, and how well it is known."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ...certificates.check import check
from ...certificates.meter import LIMIT
from ...certificates.verdict import Accepted, Undecided
from ...elaborate.driver import elaborated
from ...questions.sparse_pattern import SparsePattern
from ..bound import CheckerRefusedError, Evidence, Status


@dataclass(frozen=True)
class Found:
    """An answer with its evidence.

    ``content`` is the claim as JSON text, empty if nothing can be claimed. The status is PROVED-BY-SOLVER, an engine's
    word, until the checker has replayed the claim.
    """

    kind: str
    method: str
    content: str = ""
    status: Status = Status.PROVED_BY_SOLVER

    @property
    def certified(self) -> bool:
        """Whether the checker replayed it."""
        return self.status is Status.CERTIFIED

    @property
    def evidence(self) -> Evidence:
        """The same as the evidence of a bound."""
        return Evidence(self.kind, self.status, self.method, self.claim() if self.content else {})

    def claim(self) -> dict[str, Any]:
        """The claim as it stands in a certificate."""
        found: dict[str, Any] = json.loads(self.content)
        return found

    def to_json(self) -> dict[str, str]:
        """kind, status and method."""
        return {"kind": self.kind, "status": str(self.status), "method": self.method}


def found(claim: Mapping[str, Any], method: str) -> Found:
    """What an engine has found, stated as a claim that waits for the checker."""
    return Found(str(claim["evidence"]["kind"]), method, json.dumps(claim, separators=(",", ":")))


def bundle(pattern: SparsePattern, some: Sequence[Found]) -> dict[str, Any]:
    """The certificate that claims all of it."""
    return elaborated({"question": pattern.to_json(), "claims": [one.claim() for one in some]})


def certified(pattern: SparsePattern, some: Sequence[Found], limit: int = LIMIT) -> tuple[Found, ...]:
    """The same answers, CERTIFIED where the checker has just replayed them within its limit of steps.

    All claims have to fit into one file; a claim at which the checker runs out of steps is left as an engine's word.

    Raises
    ------
    CheckerRefusedError
        If the checker rejects one of them: a bug in an engine.
    """
    stated = [one for one in some if one.content]
    while stated:
        verdict = check(bundle(pattern, stated), limit)
        if isinstance(verdict, Accepted):
            break
        if not isinstance(verdict, Undecided):
            raise CheckerRefusedError(f"{pattern.words[:200]}: {verdict}")
        number = re.search(r"claims\[(\d+)\]", verdict.where)
        stated = [one for k, one in enumerate(stated) if number and k != int(number[1])]
    kept = {id(one) for one in stated}
    return tuple(replace(one, status=Status.CERTIFIED) if id(one) in kept else one for one in some)
