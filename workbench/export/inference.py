"""Bounds that follow by an inequality that is cited, ``theorem``: the step, in SMT-LIB.

A script says that the measures are not negative, what the claims say on which the bound rests, the inequality, and that
the bound is wrong; a solver finds at once that this is contradictory. 2^D is a number that is at most 2^k if D <= k,
roots are numbers with that square. What is left to believe is the inequality, whose proof or source stands on top.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from textwrap import wrap

from ...core.theorems.functions import LARGEST_EXPONENT
from ...core.theorems.inequalities import Product
from ...measures.readings import find_reading
from ...questions.least_size import MeasureOf, StatedBound
from .record import Exported, ExportedFile
from .script import TooLargeError, real_number
from .stated_claim import StatedClaim

LOGIC = "QF_NRA"


class _Step:
    """The lines of a script."""

    def __init__(self, cells: int, parameter: Fraction | None) -> None:
        self.cells, self.parameter, self.lines = cells, parameter, [f"(set-logic {LOGIC})"]

    def declare(self, name: str) -> str:
        """A number that is not negative, once."""
        line = f"(declare-fun {name} () Real)"
        if line not in self.lines:
            self.lines += [line, f"(assert (>= {name} 0.0))"]
        return name

    def root(self, name: str, square: str) -> str:
        """The root of a term."""
        self.lines.append(f"(assert (= (* {self.declare(name)} {name}) {square}))")
        return name

    def power(self, exponent: str, most: Fraction) -> str:
        """2 to the exponent, of which is known that it is at most 2^most if the exponent is at most that."""
        if most > LARGEST_EXPONENT:
            raise TooLargeError(f"the script would have a power of 2 above 2^{LARGEST_EXPONENT}")
        name, bound = self.declare("power"), real_number(Fraction(2) ** int(most))
        self.lines.append(f"(assert (=> (<= {exponent} {real_number(most)}) (<= {name} {bound})))")
        return name

    def constant(self, name: str) -> str:
        """The constant of a product."""
        if name == "sqrt(R C)":
            return self.root("root", real_number(self.cells))
        if name == "1 - 2 epsilon":
            return real_number(1 - 2 * (self.parameter or Fraction(0)))
        return real_number(self.cells if name == "R C" else Fraction(name))


FUNCTIONS: dict[str, Callable[[_Step, str, Fraction], str]] = {
    "same": lambda step, y, most: y,
    "plus one": lambda step, y, most: f"(+ {y} 1.0)",
    "double plus one": lambda step, y, most: f"(+ (* 2.0 {y}) 1.0)",
    "mean with one": lambda step, y, most: f"(/ (+ {y} 1.0) 2.0)",
    "square": lambda step, y, most: f"(* {y} {y})",
    "root": lambda step, y, most: step.root("root", y),
    "power of two": lambda step, y, most: step.power(y, most),
    "power of two less one": lambda step, y, most: f"(- {step.power(y, most)} 1.0)",
    "next power of two less one": lambda step, y, most: f"(- {step.power(f'(+ {y} 1.0)', most + 1)} 1.0)",
    "times root of cells": lambda step, y, most: f"(* {step.root('root', real_number(step.cells))} {y})",
    "root of cells times": lambda step, y, most: step.root("root", f"(* {real_number(step.cells)} {y})"),
}
"""Name of a function -> its value at a term y, ``most`` being the number that y is compared with."""


def inference(claim: StatedClaim) -> Exported:
    """The script of a bound that is proved by a theorem."""
    bound, name = claim.bound, f"{claim.name}.smt2"
    assert bound is not None  # a measure has one
    try:
        script, source = written(bound, claim.premise_bounds, claim.evidence["name"])
    except TooLargeError as error:
        return Exported({"not exported": str(error)})
    numbers = " and ".join(map(str, claim.premises))
    claims = "claims" if len(claim.premises) > 1 else "claim"
    proves = f"{claim.words}, from {claims} {numbers}"
    believe = f"The inequality {source}; and {claims} {numbers}"
    head = [f"claim: {claim.words}", f"unsat: it follows from {claims} {numbers}", f"to be believed: {believe}"]
    lines = [f"; {line}" for text in head for line in wrap(text, 116, subsequent_indent="  ")]
    content = "\n".join([*lines, script, ""])
    file = ExportedFile(name, content, proves, believe, "unsat", (f"z3 {name}", f"cvc5 {name}"))
    return Exported({"inference": name, "expected": "unsat", "logic": LOGIC}, (file,))


def written(bound: StatedBound, premises: tuple[StatedBound, ...], theorem: str) -> tuple[str, str]:
    """The script, and the inequality with its source.

    >>> from ...questions import CommunicationMatrix
    >>> from ...questions.least_size import measure_of
    >>> matrix = CommunicationMatrix(("10", "01"))
    >>> leaves = StatedBound(measure_of(matrix, "partition"), "lower", Fraction(4))
    >>> depth = StatedBound(measure_of(matrix, "D"), "lower", Fraction(2))
    >>> print(written(depth, (leaves,), "partition <= 2^D")[0])
    (set-logic QF_NRA)
    (declare-fun partition () Real)
    (assert (>= partition 0.0))
    (declare-fun D () Real)
    (assert (>= D 0.0))
    (declare-fun power () Real)
    (assert (>= power 0.0))
    (assert (=> (<= D 1.0) (<= power 2.0)))
    (assert (<= partition power))
    (assert (>= partition 4.0))
    (assert (<= D 1.0))
    (check-sat)
    """
    of = [_measure_of(one) for one in (bound, *premises)]
    shape = tuple((quantity.measure.name, one.side) for quantity, one in zip(of[1:], premises, strict=True))
    reading = find_reading(theorem, (of[0].measure.name, bound.side), shape)
    if reading is None:
        raise ValueError(f"{theorem!r} does not conclude {bound.words}; the checker has not accepted it")
    parameter = next((quantity.parameter for quantity in of if quantity.parameter is not None), None)
    step = _Step(of[0].matrix.shape[0] * of[0].matrix.shape[1], parameter)
    inequality, wrong = reading.inequality, _wrong(bound)
    if isinstance(inequality, Product):
        one, other = step.declare(inequality.one), step.declare(inequality.other)
        step.lines.append(f"(assert ({inequality.relation} (* {one} {other}) {step.constant(inequality.constant)}))")
    else:
        smaller, larger = (_sum(step, names) for names in (inequality.smaller, inequality.larger))
        most = wrong[1] if bound.side == "lower" else sum((one.value for one in premises), Fraction(0))
        step.lines.append(f"(assert (<= {smaller} {FUNCTIONS[inequality.function](step, larger, most)}))")
    for stated in premises:
        relation = ">=" if stated.side == "lower" else "<="
        step.lines.append(f"(assert ({relation} {_measure_of(stated).measure.name} {real_number(stated.value)}))")
    step.lines.append(f"(assert ({wrong[0]} {of[0].measure.name} {real_number(wrong[1])}))")
    return "\n".join([*step.lines, "(check-sat)"]), reading.words


def _wrong(bound: StatedBound) -> tuple[str, Fraction]:
    """What is said if the bound is wrong: a relation and a number; integers are at least 1 away."""
    lower, integral = bound.side == "lower", _measure_of(bound).measure.integral
    if integral:
        return ("<=", bound.value - 1) if lower else (">=", bound.value + 1)
    return ("<" if lower else ">"), bound.value


def _sum(step: _Step, names: str) -> str:
    measures = [step.declare(name) for name in names.split(" + ")]
    return measures[0] if len(measures) == 1 else f"(+ {' '.join(measures)})"


def _measure_of(bound: StatedBound) -> MeasureOf:
    assert isinstance(bound.quantity, MeasureOf)  # inequalities are about these
    return bound.quantity
