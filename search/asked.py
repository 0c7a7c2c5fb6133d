"""A question as one value: the least m, p or H of a unit of a class for a task, the other sizes held fixed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ..questions import AttentionRatios, LeastSize, Question, UnitClass, least_size
from ..questions.selection import Pattern, shared_question
from ..questions.unit_class import SIGN

if TYPE_CHECKING:
    from ..tasks.attention_matrix import AttentionMatrix

RESOURCES = {"m": "width", "p": "bits", "H": "heads"}
"""The resources, and the name of the option that holds each fixed."""


@dataclass(frozen=True)
class Asked:
    """A least size, and how heads that share out the q-subsets are put together.

    Parameters
    ----------
    least : LeastSize
        The question: a pattern of order 2 (SIGN, GRID), a ``match`` tensor (SIGN, GRID), a computation (FIXED with a
        scope, THRESH), averages, an attention matrix. Heads that share out the q-subsets (GRID with ``heads`` other
        than 1) are asked about q-SA itself; ``stated`` is what claims are about.
    sharing : "sum" or "concat"
        Of heads that share out the q-subsets. In class FIXED the scope says it.
    values : int >= 1
        Of averages: d', the dimension of the values z_j. No width of queries and keys depends on it.

    Examples
    --------
    >>> from headcount.questions import least_size, qsa_question
    >>> asked = Asked(least_size(qsa_question(5, 2), "m", "GRID(1, midrise, gap 1)", heads=2), "concat")
    >>> asked.words
    'class GRID(1, midrise, gap 1), H = 2, combine = concat'
    >>> asked.stated.words
    'q-SA(N=5, q=2) shared out by 2 heads (concat: any parts), class GRID(1, midrise, gap 1)'
    """

    least: LeastSize
    sharing: str = "sum"
    values: int = 1

    letter = ""
    """What the answer calls the resource, if not by its own letter."""

    @property
    def question(self) -> Question:
        """What the units have to do."""
        return self.least.question

    @property
    def resource(self) -> str:
        """m, p or H."""
        return self.least.resource

    @property
    def symbol(self) -> str:
        """The letter of what is asked for, in the words of the answer."""
        return self.letter or self.resource

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

    @property
    def quantities(self) -> tuple[LeastSize, LeastSize]:
        """What the lower bound and the upper bound are about: almost always the same."""
        return self.stated, self.stated

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
        """Whether it is the least m of one real head that selects: the sign-rank of a pattern, or less by one."""
        return self.unit_class == SIGN and not self.is_tensor

    @property
    def is_averages(self) -> bool:
        """Whether the outputs of q-SA are asked for, up to an error."""
        return self.question.task == "averaging"

    @property
    def held_fixed(self) -> dict[str, object]:
        """Everything but the class that is held fixed, by name."""
        least, scope, found = self.least, self.least.scope, dict[str, object]()
        if least.unit_class.grid and least.resource != "m":
            found["m"] = least.m
        if least.layers > 1:
            found["layers"] = least.layers
        if least.read_out or self.shared:
            if least.resource != "H":
                found["H"] = least.heads
            if least.heads != 1 and least.layers == 1:
                found["combine"] = self.combine
        if least.read_out:
            found |= {"dv": least.dv or "m", "read_out": least.read_out}
        if scope is not None:
            found |= {"null_token": scope.null, "tables": scope.tables}
        if least.read_out and least.pattern is not None:
            found["mask"] = least.pattern.layers[0].words
        if self.question.finite is not None and self.question.finite.position is not None:
            found["position"] = self.question.finite.position
        if self.is_tensor:
            found["order"] = least.order
        if self.is_averages:
            found |= {"H": 1, "error": str(least.error), "values": self.values}
        return found

    @property
    def about(self) -> str:
        """The question in words; a width of values that is held fixed is said at once, since bounds of m rest on it."""
        least = self.least
        if not least.read_out or least.dv is None:
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

    def remarks(self, answer: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """What an answer says besides its bounds: further lines, and notes."""
        notes: tuple[str, ...] = ()
        if self.is_sign_rank and (pattern := self.question.explicit) is not None and not pattern.null:
            notes = _read_as(pattern.rows, masked=isinstance(self.question, Pattern) and self.question.masked)
        if self.least.layers > 1 and not answer.closed:
            notes = ("units of several layers are refuted by clauses, where entries are few, and by what tokens tell",)
        return (), notes

    def to_json(self, answer: Any) -> dict[str, Any]:
        """What stands before the bounds where an answer is printed as JSON."""
        question, scope = self.question, self.least.scope
        return {
            "task": question.spoken[0],
            "parameters": question.spoken[1],
            "null_token": question.null if scope is None else scope.null,
        }


def _read_as(rows: tuple[str, ...], *, masked: bool = False) -> tuple[str, ...]:
    """A word on patterns without a null token that were probably meant otherwise; of a mask ``*`` is what it hides."""
    if not any("0" in row for row in rows):
        return (
            "each query's + keys score above its - keys, at a threshold of its own; if they are to tie, so that a head "
            "averages them, write 0 for +; for the sign-rank itself add ‹null=True›",
        )
    odd = sum("0" not in row or "+" in row or ("*" in row and not masked) for row in rows)
    if not odd:
        return ()
    beside = "a +" if masked else "a + or *"
    return (
        f"{odd} of {len(rows)} rows have no 0, or {beside} beside it: they are read as signs against a free "
        "threshold, which is not a selection that one head makes",
    )


@dataclass(frozen=True)
class MatrixAsked(Asked):
    """The least width of a softmax head that has the weights of an attention matrix, within tolerances.

    A certificate is about tolerances that are powers of two. ``least`` is at a little less than what is asked for, so
    that its upper bound is one for what is asked for as well; ``loose`` at a little more, for the lower bound. They are
    one question where the tolerances are powers of two, and for permutation matrices at every tolerance.

    Parameters
    ----------
    loose : LeastSize, optional
    matrix : AttentionMatrix, optional
        The matrix, if it is a given one.
    tolerances : pair of texts
        delta and eps2 as they were given.
    """

    loose: LeastSize | None = None
    matrix: AttentionMatrix | None = None
    tolerances: tuple[str, str] = ("", "")

    @property
    def quantities(self) -> tuple[LeastSize, LeastSize]:
        return self.loose or self.least, self.least

    @property
    def exact(self) -> bool:
        """Whether both are what is asked for."""
        return self.loose is None or self.loose == self.least

    @property
    def about(self) -> str:
        if self.exact:
            return self.question.words
        delta, eps2 = self.tolerances
        factor = delta if "^" in delta else f"e^{delta}"
        return f"{self.question.words.split(', ratios within')[0]}, ratios within {factor}, zero/nonzero <= {eps2}"

    @property
    def spread(self) -> str | None:
        """r = ratio / -zero, on which alone the least m of uniform rows depends; None if rows are not uniform."""
        found = [_spread(of.question) for of in self.quantities]
        if self.exact or None in found:
            return found[1]
        return f"{float(Fraction(str(found[1]))):.5g} .. {float(Fraction(str(found[0]))):.5g}"

    def at_every_tolerance(self, answer: Any) -> tuple[int, int]:
        """Bounds at every tolerance: the lower bound of thresholds, and, of uniform rows, the upper bound of ties."""
        below = answer.beside.get("threshold")
        known = [end.value for name in ("any", "tie") if name in answer.beside and (end := answer.beside[name].upper)]
        assert answer.upper is not None
        low = answer.lower.value if below is None else below.lower.value
        return low, min(known, default=answer.upper.value)

    def remarks(self, answer: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
        lines, notes = [], [] if self.matrix is None else [self.matrix.words, *self.matrix.notes]
        if self.spread is not None:
            low, high = self.at_every_tolerance(answer)
            lines.append(f"rows are uniform: m depends on r = {self.spread} alone, {low} <= m <= {high} for every r")
        if not self.exact:
            (loose, strict), upper = (of.question for of in self.quantities), answer.upper
            assert isinstance(loose, AttentionRatios) and isinstance(strict, AttentionRatios) and upper is not None
            notes.append(
                f"certificates hold powers of two: m >= {answer.lower.value} is proved for ratios within "
                f"2^({loose.ratio}) and zero/nonzero <= 2^({loose.zero}), a little more than asked, "
                f"m <= {upper.value} for 2^({strict.ratio}) and 2^({strict.zero}), a little less"
            )
        return tuple(lines), (*notes, *self._on_a_line(answer))

    def _on_a_line(self, answer: Any) -> tuple[str, ...]:
        """The order of the columns, where one dimension has the threshold pattern."""
        question, below = self.question, answer.beside.get("threshold")
        if below is None or below.lower.value > 1 or not isinstance(question, AttentionRatios):
            return ()
        if len(question.entries) > MOST_ROWS:
            return ()
        from ..solvers.half_lines import half_line_order

        order = half_line_order([[column for column, _ in row] for row in question.entries], question.L)
        shown = ", ".join(map(str, order[:40])) + ", .." * (len(order) > 40)
        return (f"the nonzeros of every row are at one end of the order {shown}",) if order else ()

    def to_json(self, answer: Any) -> dict[str, Any]:
        """As of all; ``threshold`` and ``tie`` are bounds at every tolerance, ``tolerances`` exponents of 2."""
        low, high = self.at_every_tolerance(answer)
        found = {**super().to_json(answer), "threshold": low, "tie": high, "r": _spread(self.question)}
        for name in ("threshold", "tie"):
            of = answer.beside.get(name)
            if of is not None and of.upper is not None:
                found[f"{name}_pattern"] = {"lower": of.lower.value, "upper": of.upper.value}
        if not self.exact:
            sides = zip(("lower", "upper"), (of.question for of in self.quantities), strict=True)
            found["tolerances"] = {
                side: {"ratio": str(of.ratio), "zero": str(of.zero)}  # type: ignore[attr-defined]
                for side, of in sides
            }
        return found


MOST_ROWS = 500
"""Most rows of which an order is looked for: all pairs are compared."""


def _spread(question: Question) -> str | None:
    if not isinstance(question, AttentionRatios) or not question.uniform:
        return None
    return str(question.ratio / -question.zero)
