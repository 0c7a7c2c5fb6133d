"""The claims of one file, as they are proved one after the other; later ones may rest on earlier ones."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from .claims import Claim
from .meter import Meter
from .refuse import Refused
from .schema import Record, refuse, shown
from .stated import read_claim
from .statements import STATEMENT
from .text import plain, short

MAX_NESTED = 20
"""How deep premises that are proved in place may lie in one another; deeper ones can be earlier claims."""


class Proved(NamedTuple):
    """What a rule has proved: the bound's value (None: the fact, or that no value will do), and how, in words."""

    value: Fraction | int | None
    how: str


Rule = Callable[[dict[str, Any], Claim, "Book"], Proved]
"""Takes a proof, the claim that it is for, and the book; gives what is proved, or refuses."""


class Book:
    """What has been proved so far by these rules, and the meter of the file."""

    def __init__(self, meter: Meter, rules: Mapping[str, Rule]) -> None:
        self.meter, self.rules = meter, rules
        self.at = "certificate"
        self.question: Any = None
        self.proved: list[Claim] = []
        self.assumptions: dict[str, None] = {}
        self.theorems: dict[str, None] = {}
        self._nested = 0
        self._statements: dict[int, tuple[Record, int]] = {}

    def cite(self, theorem: str) -> None:
        """Note a theorem that the verdict rests on."""
        self.theorems[plain(theorem)] = None

    def assume(self, words: str) -> None:
        """Note what a label says and nothing proves."""
        self.assumptions[plain(words)] = None

    def stated(self, value: Any, path: str) -> Claim:
        """The claim of an object of the file, about its own statement or the file's."""
        if not isinstance(value, dict):
            refuse(path, f"must be an object, got {shown(value)}")
        about, at = value.get("question", self.question), f"{path}.question" if "question" in value else "question"
        if id(about) not in self._statements:  # ``about`` lives as long as the file
            before = self.meter.spent
            self._statements[id(about)] = STATEMENT.read(about, at, self.meter), self.meter.spent - before
        statement, cost = self._statements[id(about)]
        self.meter.charge(500 + cost)  # the claim is told from others, and said, with all of its statement
        for name in statement.labelled():
            self.assume(f"that what the certificate calls '{plain(name, 80)}' is what is meant by that name")
        return read_claim(value, statement, path, self.meter)

    def premise(self, value: Any, path: str = "proof") -> Claim:
        """A claim that is proved: an earlier one of the file, by its number, or one proved in place."""
        if not isinstance(value, dict):
            if type(value) is not int or not 0 <= value < len(self.proved):
                refuse(path, f"must be the number of an earlier claim, got {shown(value)}")
            return self.proved[value]
        if self._nested == MAX_NESTED:
            refuse(path, f"lies in {MAX_NESTED} other premises; state some of them as claims and name their numbers")
        claim = self.stated(value, path)
        self._nested += 1
        self.prove(value, claim, path)
        self._nested -= 1
        return claim

    def prove(self, value: dict[str, Any], claim: Claim, path: str) -> str:
        """How the claim is proved, in words; refuses if it is not."""
        proof = value.get("proof")
        name = proof.get("rule") if isinstance(proof, dict) else None
        if not isinstance(proof, dict) or not isinstance(name, str) or name not in self.rules:
            refuse(f"{path}.proof", f"must be an object whose 'rule' is {' or '.join(self.rules)}, got {shown(name)}")
        try:
            found = self.rules[name](proof, claim, self)
        except Refused as error:
            raise Refused(error.why, error.code or name) from None
        if (found.value is None) != (claim.value is None):
            raise Refused("the proof is of another kind of claim", "value-not-proved")
        if found.value is not None and not claim.reached_by(found.value):
            raise Refused(f"{claim.bound} claimed, {short(found.value)} proved", "value-not-proved")
        return found.how
