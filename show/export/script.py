"""Scripts of SMT-LIB 2: either every value in them is fixed, and a solver has to evaluate, or they are contradictory.

Where all values are fixed a script defines constants (``define-fun``) and asserts conditions on them, so that the
answer to ``check-sat`` is ``sat`` exactly if all conditions hold. Everything that is written is counted: a script that
would become too long is refused before it is made.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from textwrap import wrap
from typing import Any

from ...certificates.grids import grid_of
from .stated_claim import Exported, ExportedFile, StatedClaim

MOST_PRODUCTS = 100_000
"""Products (and other operations) of a script; z3 evaluates so many in a second, cvc5 in five."""

MOST_BYTES = 4_000_000
"""Length of a script."""

PART = 4000
MOST_BITS = 13_000
"""A longer integer is written as a sum of parts of so many digits."""

Number = int | Fraction


class Named(int):
    """An integer, and the term that it is in a script; sums and products keep both.

    >>> x = Named(3, "x")
    >>> (2 * x + 0 * x + x).term, 2 * x + x == 9
    ('(+ (* 2 x) (* 0 x) x)', True)
    """

    def __new__(cls, value: int, term: str) -> Named:
        """An integer, and its term."""
        made = super().__new__(cls, value)
        made.term = term
        return made

    term: str

    def __add__(self, other: int) -> Named:
        left = self.term[:-1] if self.term.startswith("(+ ") else f"(+ {self.term}"
        return Named(int(self) + int(other), f"{left} {term_of(other)})")

    def __radd__(self, other: int) -> Named:
        return Named(int(self) + other, f"(+ {integer(other)} {self.term})") if other else self

    def __mul__(self, other: int) -> Named:
        return Named(int(self) * int(other), f"(* {self.term} {term_of(other)})")

    def __rmul__(self, other: int) -> Named:
        return Named(int(self) * other, f"(* {integer(other)} {self.term})") if other != 1 else self


def term_of(number: int) -> str:
    """An integer as a term."""
    return number.term if isinstance(number, Named) else integer(number)


class TooLargeError(ValueError):
    """The script would be longer than is written; the message says by how much."""


class Script:
    """A script of constants and conditions in one logic of SMT-LIB.

    What is claimed stands on top, with what the answer ``expected`` (``sat`` or ``unsat``) ``proves``, and what one has
    to ``believe`` then.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> claim = SimpleNamespace(name="claim-0", words="three is odd")
    >>> script = Script(claim, "QF_NIA", "the remainder of x is 1", "that x is three")
    >>> three = script.define("x", 3)
    >>> script.require(f"(= (mod {three} 2) 1)")
    >>> print(script.text, end="")
    ; claim: three is odd
    ; sat: the remainder of x is 1
    ; to be believed: that x is three
    (set-logic QF_NIA)
    (define-fun x () Int 3)
    (assert (= (mod x 2) 1))
    (check-sat)
    """

    def __init__(self, claim: StatedClaim, logic: str, proves: str, believe: str, expected: str = "sat") -> None:
        self.claim, self.logic, self.proves, self.believe, self.expected = claim, logic, proves, believe, expected
        self.real = logic[-3:] in ("NRA", "LRA")
        self.length, self.has_grid = 0, False
        self.lines: list[str] = []
        for name, text in (("claim", claim.words), (expected, proves), ("to be believed", believe)):
            said = f"t{text[1:]}" if text.startswith("That ") else text
            for line in wrap(f"{name}: {said}", 116, subsequent_indent="  ", break_on_hyphens=False):
                self.remark(line)
        self._add(f"(set-logic {logic})")

    def exported(self, how: str = "values") -> Exported:
        """The script as a file, which ``by`` names with the word ``how``."""
        name, proves = f"{self.claim.name}.smt2", f"{self.claim.words}, because {self.proves}"
        file = ExportedFile(name, self.text, proves, self.believe, self.expected, (f"z3 {name}", f"cvc5 {name}"))
        by: dict[str, Any] = {how: file.name, "expected": self.expected, "logic": self.logic}
        return Exported(by, (file,))

    @property
    def text(self) -> str:
        """The script."""
        return "\n".join([*self.lines, "(check-sat)", ""])

    def remark(self, text: str) -> None:
        """A comment: a line that solvers pass over."""
        for line in text.splitlines() or [""]:
            self._add(f"; {line}".rstrip())

    def number(self, value: Number) -> str:
        """A number as it is written in this logic."""
        return real_number(value) if self.real else integer(int(value))

    def define(self, name: str, value: Number | str, sort: str = "") -> str:
        """A constant: a number, or a term over constants that were defined before. Returns its name."""
        term = value if isinstance(value, str) else self.number(value)
        self._add(f"(define-fun {name} () {sort or ('Real' if self.real else 'Int')} {term})")
        return name

    def declare(self, name: str) -> str:
        """A number of which nothing is known. Returns its name."""
        self._add(f"(declare-fun {name} () {'Real' if self.real else 'Int'})")
        return name

    def vector(self, name: str, entries: Iterable[Number]) -> list[str]:
        """A constant for each entry, ``name_0``, ``name_1``, ..; returns their names."""
        return [self.define(f"{name}_{k}", entry) for k, entry in enumerate(entries)]

    def matrix(self, name: str, rows: Iterable[Iterable[Number]]) -> list[list[str]]:
        """A constant for each entry, ``name_0_0``, ``name_0_1``, ..; returns their names."""
        return [self.vector(f"{name}_{k}", row) for k, row in enumerate(rows)]

    def named(self, name: str, value: int) -> Named:
        """A constant with its value: a number, or what was made of other constants."""
        return Named(int(value), self.define(name, term_of(value)))

    def entries(self, name: str, vector: Iterable[int]) -> tuple[Named, ...]:
        """A constant for each entry of a vector; all of them are in the grid, if the script has one."""
        found = tuple(self.named(f"{name}_{k}", int(x)) for k, x in enumerate(vector))
        self.require(*[all_of(f"(in_grid {x.term})" for x in found)] * (self.has_grid and bool(found)))
        return found

    def function(self, name: str, arguments: Sequence[tuple[str, str]], sort: str, term: str) -> None:
        """A function, by a term over its arguments (names and sorts)."""
        listed = " ".join(f"({argument} {of})" for argument, of in arguments)
        self._add(f"(define-fun {name} ({listed}) {sort} {term})")

    def require(self, *conditions: str) -> None:
        """Conditions, an assertion for each."""
        for condition in conditions:
            self._add(f"(assert {condition})")

    def dot(self, one: Sequence[str], other: Sequence[str]) -> str:
        """The inner product of two vectors of names."""
        return self.sum(f"(* {a} {b})" for a, b in zip(one, other, strict=True))

    def sum(self, terms: Iterable[str]) -> str:
        """A sum of terms; 0 of none."""
        return all_of(terms, "+", self.number(0))

    def write_grid(self, bits: int | None = None) -> None:
        """The function ``in_grid``, if the class has a grid; of these bits, or of those that the claim says."""
        grid, bits = (
            self.claim.read.quantity.unit_class.grid,
            bits or self.claim.read.sizes(int(self.claim.read.value or 0)).bits,
        )
        if bits > MOST_BITS:
            raise TooLargeError(f"the grid has {bits} bits; at most {MOST_BITS} are written")
        if grid:
            low, high = grid_of(grid, bits)[0], grid_of(grid, bits)[-1]
            odd = " (= (mod x 2) 1)" if grid == "midrise" else ""
            body = f"(and (<= {integer(low)} x) (<= x {integer(high)}){odd})"
            self.function("in_grid", [("x", "Int")], "Bool", body)
            self.has_grid = True

    def require_sizes(self, **needed: int) -> None:
        """That a unit of these sizes (``m``, ``heads``, ``order``, ``layers``, ``dv``) is one that the claim allows.

        It stands in every script of an upper bound, so that a stronger claim is not confirmed.
        """
        quantity, value = self.claim.read.quantity, int(self.claim.read.value or 0)
        asked = {"m": "m", "H": "heads"}.get(quantity.resource)
        for name, number in needed.items():
            most = value if name == asked else quantity.fields[name]
            if name == "dv" and most is None:
                most = value
            if most is not None:
                self.remark(f"the claim allows {name} <= {most}")
                self.require(f"(<= {number} {most})")

    def _add(self, line: str) -> None:
        self.length += len(line) + 1
        if self.length > MOST_BYTES:
            raise TooLargeError(f"the script would have more than {MOST_BYTES} characters")
        self.lines.append(line)


def need_room(products: int, what: str = "products") -> None:
    """Refuse a script of more operations than are written.

    >>> need_room(10**6)
    Traceback (most recent call last):
    ...
    headcount.show.export.script.TooLargeError: the script would have 1000000 products; at most 100000 are written
    """
    if products > MOST_PRODUCTS:
        raise TooLargeError(f"the script would have {products} {what}; at most {MOST_PRODUCTS} are written")


def integer(value: int) -> str:
    """An integer.

    >>> integer(-3)
    '(- 3)'
    """
    if value < 0:
        return f"(- {integer(-value)})"
    if value.bit_length() > MOST_BITS:  # Python writes out, and many programs read, shorter numbers only
        high, low = divmod(value, 10**PART)
        return f"(+ (* {integer(high)} 1{'0' * PART}) {low})"
    return str(value)


def real_number(value: Number) -> str:
    """A rational number as a constant of the theory of reals.

    >>> real_number(Fraction(-3, 4)), real_number(2)
    ('(- (/ 3.0 4.0))', '2.0')
    """
    size = abs(Fraction(value))
    text = f"{size.numerator}.0" if size.denominator == 1 else f"(/ {size.numerator}.0 {size.denominator}.0)"
    return f"(- {text})" if value < 0 else text


def all_of(conditions: Iterable[str], word: str = "and", none: str = "true") -> str:
    """A conjunction; true of none."""
    listed = list(conditions)
    return f"({word} {' '.join(listed)})" if len(listed) > 1 else listed[0] if listed else none


def some_of(conditions: Iterable[str]) -> str:
    """A disjunction; false of none."""
    return all_of(conditions, "or", "false")
