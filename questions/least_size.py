"""The quantity of which bounds are claimed: the least m, p or H of units that do what a question asks.

The other sizes are held fixed. ``m <= 5`` means: some unit of the class, with at most the sizes that are held fixed,
does it with m <= 5; ``m >= 5``: none does with less. Likewise for p (the unit uses exactly the p that is claimed) and
for H. Two bounds make one bracket only if their quantities are equal.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from .outputs import Averages, Computation
from .question import Question
from .scope import Scope
from .unit_class import SIGN, UnitClass

if TYPE_CHECKING:
    from .sparse_pattern import SparsePattern


@dataclass(frozen=True)
class LeastSize:
    """The least value of ``resource`` (m, p or H) for a question in a class of units.

    ``m``, ``heads``, ``order``, ``layers``, ``dv`` are the most that a unit may have (m and heads are None where they
    are what is asked for, or unbounded in class THRESH; dv is None where values may be as wide as queries and keys, so
    that m bounds all three widths, and is at least 1); ``error`` the most that its averages may be wrong by;
    ``read_out`` what may follow the unit of a computation; ``scope`` which units of the class are meant, if not all. If
    the question itself names a number of heads, the units have exactly so many. With a ``pattern`` the units meant are
    those whose layer t lets each position see exactly what layer t of the pattern does, for all t; without one, every
    position sees all keys. Neither kind of unit is one of the other, so their bounds are about different quantities.

    Examples
    --------
    >>> from .selection import qsa_question
    >>> LeastSize(qsa_question(6, 2)).words
    'q-SA(N=6, q=2) without a null token, class SIGN'
    """

    question: Question
    resource: str = "m"
    unit_class: UnitClass = SIGN
    m: int | None = None
    heads: int | None = 1
    order: int = 2
    layers: int = 1
    dv: int | None = 1
    error: Fraction = Fraction(0)
    read_out: str = ""
    scope: Scope | None = None
    pattern: SparsePattern | None = None

    @property
    def words(self) -> str:
        """The question, the class and the sizes held fixed; of a pattern, one head and one layer go without saying."""
        question = self.question
        parts = [question.words, f"class {self.unit_class}"]
        if self.unit_class.name == "THRESH":
            return ", ".join(parts)
        if self.resource != "m":
            parts.append(f"m <= {self.m}")
        selection = question.is_pattern or question.task in ("shared", "retrieval", "scored", "tolerant")
        if not (selection or question.asks_for == "weights"):
            if self.resource != "H":
                parts.append(f"H <= {self.heads}")
            parts += [f"order <= {self.order}", f"layers <= {self.layers}"]
        if isinstance(question, Computation):
            after = {"any": "any read-out", "threshold": "read-out a threshold"}
            parts += [f"dv <= {'m' if self.dv is None else self.dv}", after[self.read_out]]
            parts += [self.scope.words] if self.scope else []
            parts += [f"under the sparse pattern {self.pattern.words}"] if self.pattern else []
        if isinstance(question, Averages):
            parts.append(f"error <= {self.error}")
        return ", ".join(parts)

    @property
    def monotone(self) -> bool:
        """Whether a unit with one value gives one with every larger value, so that to refute v - 1 proves >= v."""
        return self.resource in self.unit_class.family.monotone

    @property
    def least(self) -> int:
        """The least value that there is: a unit has a head, an entry a bit, a row a coordinate."""
        return 0 if self.resource == "m" and self.dv is not None else 1

    def unit_class_at(self, value: int) -> UnitClass:
        """The class with its p, which is the value claimed if p is asked for."""
        return self.unit_class.at(value) if self.resource == "p" else self.unit_class

    def sizes_at(self, value: int) -> tuple[int, int, int]:
        """m, p and H where the resource has this value (p is 0 in classes without a grid)."""
        m = value if self.resource == "m" else self.m
        heads = value if self.resource == "H" else self.heads
        bits = value if self.resource == "p" else self.unit_class.bits
        return m or 0, bits, heads or 0

    def dv_at(self, value: int) -> int:
        """The most that values may be wide where the resource has this value."""
        return value if self.dv is None else self.dv

    def to_json(self) -> dict[str, object]:
        """The quantity as it stands in a claim, without the question: sizes that are the usual ones are left out."""
        named = {"heads": self.question.heads, "order": self.question.order}
        usual = {"m": None, "heads": None, "order": 2, "layers": 1, "dv": 1}
        stated: dict[str, object] = {"resource": self.resource, "unit_class": str(self.unit_class)}
        for name, most in usual.items():
            given = getattr(self, name)
            if given not in (most, named.get(name, most)) and name[0] != self.resource.lower():
                stated[name] = "m" if given is None else given
        if isinstance(self.question, Averages):
            stated["error"] = str(self.error)
        if self.read_out:
            stated["read_out"] = self.read_out
        if self.scope is not None:
            stated["scope"] = self.scope.to_json()
        if self.pattern is not None:
            stated["pattern"] = self.pattern.to_json()
        return stated


def least_size(
    question: Question,
    resource: str = "m",
    unit_class: UnitClass | str = SIGN,
    *,
    m: int | None = None,
    heads: int | None = None,
    order: int | None = None,
    layers: int = 1,
    dv: int | None = 1,
    error: Fraction | int = 0,
    read_out: str = "",
    scope: Scope | None = None,
    pattern: SparsePattern | None = None,
) -> LeastSize:
    """The quantity, with the sizes held fixed that are usual: the heads and the order that the question names.

    ``dv`` None stands for m, the width of queries and keys: the m held fixed, or the one that is asked for.

    Raises
    ------
    ValueError
        If the class is written in another way than ``UnitClass`` writes it.

    Examples
    --------
    >>> from .selection import qsa_question
    >>> least_size(qsa_question(6, 2), "p", "GRID(p, midrise, gap 1)", m=4).words
    'q-SA(N=6, q=2) without a null token, class GRID(p, midrise, gap 1), m <= 4'
    """
    asked = UnitClass.parse(unit_class) if isinstance(unit_class, str) else unit_class
    if asked.name == "THRESH":
        return LeastSize(question, resource, asked, heads=None)
    fixed_heads = None if resource == "H" else question.heads if heads is None else heads
    fixed_m = None if resource == "m" else m
    fixed_order = question.order if order is None else order
    fixed_dv = m if dv is None and resource != "m" else dv
    fixed = (fixed_m, fixed_heads, fixed_order, layers, fixed_dv, Fraction(error), read_out, scope, pattern)
    return LeastSize(question, resource, asked, *fixed)
