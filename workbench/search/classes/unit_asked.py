"""What ``probe`` is asked about a class of units: a least size, in the words of the command line."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ....questions import LeastSize, Question, UnitClass, least_size
from ....questions.selection import shared_question
from ....questions.unit_class import SIGN

RESOURCES = {"m": "width", "p": "bits", "H": "heads"}
"""The resources, and the name of the option that holds each fixed."""


@dataclass(frozen=True)
class UnitAsked:
    """A least size, and how heads that share out the q-subsets are put together.

    Parameters
    ----------
    least : LeastSize
        The question: a pattern of order 2 (SIGN, GRID), a ``match`` tensor (SIGN, GRID), a computation (FIXED with a
        scope, THRESH). Heads that share out the q-subsets (GRID with ``heads`` other than 1) are asked about q-SA
        itself; ``stated`` is what claims are about.
    sharing : "sum" or "concat"
        Of heads that share out the q-subsets. In class FIXED the scope says it.
    values : int >= 1
        Of averages: d', the dimension of the values z_j. No width of queries and keys depends on it.

    Examples
    --------
    >>> from headcount.questions import least_size, qsa_question
    >>> asked = UnitAsked(least_size(qsa_question(5, 2), "m", "GRID(1, midrise, gap 1)", heads=2), "concat")
    >>> asked.words
    'class GRID(1, midrise, gap 1), H = 2, combine = concat'
    >>> asked.stated.words
    'q-SA(N=5, q=2) shared out by 2 heads (concat: any parts), class GRID(1, midrise, gap 1)'
    """

    least: LeastSize
    sharing: str = "sum"
    values: int = 1

    @property
    def question(self) -> Question:
        """What the units have to do."""
        return self.least.question

    @property
    def resource(self) -> str:
        """m, p or H."""
        return self.least.resource

    @property
    def unit_class(self) -> UnitClass:
        """The class, with the letter p where p is asked for."""
        return self.least.unit_class

    @property
    def stated(self) -> LeastSize:
        """The quantity as claims state it.

        Of heads that share out subsets the question says so; where their number is asked for (``counts_heads``), no
        claim does. A threshold is compared with the first of heads side by side only, so a lower bound covers these
        too.
        """
        least, scope = self.least, self.least.scope
        if self.shared:
            return replace(least, question=self.question_with(least.heads or 1))
        if scope is not None and least.read_out == "threshold":
            return replace(least, scope=replace(scope, combine="concat"))
        return least

    def question_with(self, heads: int) -> Question:
        """The question to so many heads, as claims state it: one selects, more than one share out the subsets."""
        if not self.shared or heads == 1:
            return self.question
        sizes = dict(self.question.parameters)
        return shared_question(sizes["N"], sizes["q"], heads, self.sharing)

    def width_with(self, heads: int) -> LeastSize:
        """The least m with so many heads, as claims state it: what a number of heads is decided by."""
        return least_size(self.question_with(heads), "m", self.unit_class)

    @property
    def shared(self) -> bool:
        """Whether several heads share out the q-subsets, or may (the number of heads is what is asked for)."""
        return self.unit_class.name == "GRID" and self.least.heads != 1

    @property
    def counts_heads(self) -> bool:
        """Whether every number of heads is a question of its own, about the least m with so many."""
        return self.shared and self.resource == "H"

    @property
    def combine(self) -> str:
        """How several heads are put together: "sum" or "concat"."""
        return self.sharing if self.least.scope is None else self.least.scope.combine

    @property
    def position(self) -> int:
        """Where a THRESH unit is asked."""
        assert self.question.finite is not None and self.question.finite.position is not None
        return self.question.finite.position

    @property
    def is_tensor(self) -> bool:
        """Whether the question is about tuples, for a unit of order s >= 3; at order 2 it is a sign pattern."""
        return self.question.task == "match" and not self.question.is_pattern

    @property
    def is_sign_rank(self) -> bool:
        """Whether it is the least m of a real head for a pattern, which has a probe of its own."""
        return self.unit_class == SIGN and not self.is_tensor

    @property
    def held_fixed(self) -> dict[str, object]:
        """Everything but the class that is held fixed, by name."""
        least, scope, found = self.least, self.least.scope, dict[str, object]()
        if least.unit_class.grid and least.resource != "m":
            found["m"] = least.m
        if scope is not None or self.shared:
            if least.resource != "H":
                found["H"] = least.heads
            if least.heads != 1:
                found["combine"] = self.combine
        if scope is not None:
            found |= {"dv": least.dv or "m", "read_out": least.read_out}
            found |= {"null_token": scope.null, "tables": scope.tables}
        if self.question.finite is not None and self.question.finite.position is not None:
            found["position"] = self.question.finite.position
        if self.is_tensor:
            found["order"] = least.order
        if self.is_averages:
            found |= {"H": 1, "error": str(least.error), "values": self.values}
        return found

    @property
    def is_averages(self) -> bool:
        """Whether the outputs of q-SA are asked for, up to an error."""
        return self.question.task == "averaging"

    @property
    def about(self) -> str:
        """The question in words; a width of values that is held fixed is said at once, since bounds of m rest on it."""
        least = self.least
        if least.scope is None or least.dv is None:
            return self.question.words
        return f"{self.question.words}, values held to dv = {least.dv}"

    @property
    def words(self) -> str:
        """The class and what is held fixed, in one line."""
        spoken = {
            "null_token": {True: "null token allowed", False: "no null token"},
            "values": {self.values: f"values in R^{self.values}"},
        }
        parts = [
            spoken[name][value] if name in spoken else f"{name} = {value}"  # type: ignore[index]
            for name, value in self.held_fixed.items()
            if name not in ("position", "order")  # they stand in the question's words
        ]
        return ", ".join([f"class {self.unit_class}", *parts])
