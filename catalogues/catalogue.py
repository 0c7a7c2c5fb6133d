"""What a catalogue is: all classes of matrices of one size up to symmetries, each with certified numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

from ..tasks import TaskError

Certificate = Mapping[str, Any]
"""A certificate that ``check`` accepts by itself, as an object."""

Bracket = list[Any]
"""``[lower, upper]``: integers, or fractions as text; None where nothing is claimed; "none" where no value will do."""


class CatalogueError(TaskError):
    """A catalogue that is not there, a folder that holds none, a file that is damaged, or counts that differ."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One class of a catalogue.

    Attributes
    ----------
    key : str
        Its canonical form as text: equal for two matrices if, and only if, they are in one class.
    fields : dict
        What the table shows, as JSON: the matrix in words, a bracket ``[lower, upper]`` for every quantity.
    claims : sequence of certificates
        Each is accepted by ``check`` by itself; together they claim both bounds of every quantity.
    """

    key: str
    fields: dict[str, Any]
    claims: Sequence[Certificate]


@dataclass(frozen=True, slots=True)
class Stated:
    """What certificates have to claim of a quantity: the statement, and the claim but for side, value and proof.

    ``Stated({"task": "communication", "of": "matrix", "rows": ["10", "01"]}, {"measure": "D"})`` is D of a matrix. The
    label ``name`` of a question is no part of it.
    """

    question: Mapping[str, Any]
    claim: Mapping[str, Any]

    def bracket(self, accepted: Sequence[Certificate]) -> Bracket:
        """The best bounds that accepted certificates claim of it.

        >>> lower = {"measure": "D", "side": "lower", "value": "2", "proof": {}}
        >>> certificate = {"question": {"task": "communication", "of": "disj", "n": 1}, "claims": [lower]}
        >>> Stated(certificate["question"], {"measure": "D"}).bracket([certificate])
        [2, None]
        """
        values: dict[str, list[Fraction]] = {"lower": [], "upper": [], "none": []}
        for claim in self.about(accepted):
            if _same(_quantity(claim), self.claim):
                values[claim["side"]].append(Fraction(claim.get("value", 0)))
        if values["none"]:
            return ["none", "none"]
        return [_written(max(values["lower"], default=None)), _written(min(values["upper"], default=None))]

    def about(self, accepted: Sequence[Certificate]) -> Iterator[Mapping[str, Any]]:
        """The claims about the statement, whatever they claim."""
        for certificate in accepted:
            for claim in certificate["claims"]:
                if _same(claim.get("question", certificate.get("question")), self.question):
                    yield claim


def _quantity(claim: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in claim.items() if name not in ("question", "side", "value", "proof")}


def _same(one: Any, other: Mapping[str, Any]) -> bool:
    """Whether two objects are equal but for a label."""
    plain = [{name: item for name, item in some.items() if name != "name"} for some in (one or {}, other)]
    return plain[0] == plain[1]


def _written(value: Fraction | None) -> Any:
    if value is None:
        return None
    return int(value) if value.denominator == 1 else str(value)


BY_ORBITS = "as many as the orbit-counting lemma (Burnside) says"
"""How a catalogue is counted that does not say otherwise by an attribute ``counted``."""


def counted(catalogue: Catalogue) -> str:
    """How the number of classes is known, in words that follow it."""
    return str(getattr(catalogue, "counted", BY_ORBITS))


class Catalogue(Protocol):
    """What a module of a catalogue gives: a frozen dataclass without fields that ``CATALOGUES`` names, for instance.

    Attributes
    ----------
    name, title, says : str
        What the user types; a heading; one sentence: what is tabulated, up to which symmetries.
    objects : str
        What is counted, with n in it, as in ``Number of ...``: "n X n 0/1 matrices up to permutations of rows".
    sizes : tuple of int
        The n that can be built.
    quantities : tuple of str
        The fields whose classes are counted by value. Those of ``stated`` are brackets; others may follow from them.
    """

    @property
    def name(self) -> str:
        """What the user types."""

    @property
    def title(self) -> str:
        """A heading."""

    @property
    def says(self) -> str:
        """One sentence: what is tabulated, up to which symmetries."""

    @property
    def objects(self) -> str:
        """What is counted: ``n X n 0/1 matrices up to ..``."""

    @property
    def sizes(self) -> tuple[int, ...]:
        """The n that can be built."""

    @property
    def quantities(self) -> tuple[str, ...]:
        """The fields whose classes are counted by value."""

    def keys(self, n: int) -> list[str]:
        """All classes in a fixed order: the enumeration."""

    def count(self, n: int) -> int | None:
        """How many there are by the orbit-counting lemma, which knows nothing of ``keys``; see ``counted``, too.

        None where it counts other classes only: of these, those with a property may be tabulated.
        """

    def settle(self, n: int, keys: Sequence[str], until: float | None) -> list[Entry]:
        """The entries of some classes, in their order, worked out in this process.

        An entry is a function of n and its key alone, byte for byte: a build that was interrupted, or cut into other
        batches, ends with the same files. When ``time.monotonic()`` has passed ``until``, the first entries will do.
        """

    def stated(self, n: int, key: str) -> Mapping[str, Stated]:
        """What the certificates of a class have to claim: quantity -> statement and claim."""

    def fields(self, n: int, key: str, brackets: Mapping[str, Bracket]) -> dict[str, Any]:
        """The fields of an entry from its key and the brackets of the quantities of ``stated``; no search.

        ``settle`` makes its entries by it, and ``headcount atlas check`` compares them with what the accepted
        certificates give.
        """
