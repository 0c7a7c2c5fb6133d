"""The claims of a certificate as printers look at them, and what printers make of them: files, and how they decide."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ...certificates.book import Book
from ...certificates.check import said
from ...certificates.claims import Claim
from ...certificates.meter import UNLIMITED, Meter
from ...certificates.rules import RULES
from ...elaborate.certify import kind_of

PREMISES = {"theorem": "from", "map": "of"}
"""Rule -> the field of its proof that holds a premise, or a list of them."""


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


@dataclass(frozen=True)
class StatedClaim:
    """A claim that the checker has accepted.

    Claims of the file come first, in their order; those that are proved in place follow, in the order in which they are
    met. ``value``: the claim as it stands in the file; ``question``: what it is about, its own or the file's; ``read``:
    the claim as the checker reads it. ``premises`` are the numbers of the claims on which it rests, ``rests_on`` the
    claims themselves; ``premise_of``: if it is proved in place, the number of the claim that rests on it.
    """

    number: int
    value: Mapping[str, Any]
    question: Mapping[str, Any]
    read: Claim
    premises: tuple[int, ...]
    premise_of: int | None = None
    rests_on: tuple[Claim, ...] = ()
    meter: Meter = field(default_factory=lambda: Meter(UNLIMITED), repr=False, compare=False)

    @property
    def name(self) -> str:
        """How the names of its files begin."""
        return f"claim-{self.number}"

    @property
    def proof(self) -> Mapping[str, Any]:
        """Its proof, as it stands in the file."""
        found: Mapping[str, Any] = self.value["proof"]
        return found

    @property
    def fields(self) -> dict[str, Any]:
        """The proof without the words that say what it is."""
        return {key: item for key, item in self.proof.items() if key not in ("rule", "system", "exhibit", "name")}

    @property
    def kind(self) -> str:
        """The rule of its proof, with what it names."""
        return kind_of(self.proof)

    @property
    def claim(self) -> dict[str, Any]:
        """What it says, without question and proof."""
        return {name: value for name, value in self.value.items() if name not in ("question", "proof")}

    @property
    def words(self) -> str:
        """What it says, in words."""
        return said([self.read])[0]


def stated_claims(certificate: Mapping[str, Any]) -> list[StatedClaim]:
    """All claims of an accepted certificate, in their order, then those that are proved in place.

    >>> lower = {"resource": "m", "unit_class": "SIGN", "side": "lower", "value": 3}
    >>> question = {"task": "qsa", "N": 5, "q": 2}
    >>> premise = {**lower, "proof": {"rule": "theorem", "name": "columns independent", "k": 4}}
    >>> grid = {**lower, "unit_class": "GRID(1, twos, gap 1)", "proof": {"rule": "map", "name": "part", "of": premise}}
    >>> [(c.number, c.kind, c.premises, c.premise_of) for c in stated_claims({"question": question, "claims": [grid]})]
    [(0, 'map: part', (1,), None), (1, 'theorem: columns independent', (), 0)]
    """
    book = Book(Meter(UNLIMITED), RULES)
    book.question = certificate.get("question")
    found: list[StatedClaim] = []
    waiting: list[tuple[Mapping[str, Any], int | None]] = [(claim, None) for claim in certificate["claims"]]
    while len(found) < len(waiting):
        value, premise_of = waiting[len(found)]
        numbers: list[int] = []
        held = value["proof"].get(PREMISES.get(value["proof"]["rule"], ""), [])
        for premise in held if isinstance(held, list) else [held]:
            if isinstance(premise, Mapping):
                numbers.append(len(waiting))
                waiting.append((premise, len(found)))
            else:
                numbers.append(premise)
        question = value.get("question", certificate.get("question"))
        read = book.stated(value, f"claims[{len(found)}]")
        found.append(StatedClaim(len(found), value, question, read, tuple(numbers), premise_of))
    return [replace(one, rests_on=tuple(found[number].read for number in one.premises)) for one in found]
