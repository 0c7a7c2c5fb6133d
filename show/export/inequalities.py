"""Bounds that follow by an inequality that is cited (rule theorem): the step, in SMT-LIB.

A script says that the measures are not negative, what the claims say on which the bound rests, the inequality, and that
the bound is wrong; a solver finds at once that this is contradictory. 2^D is a number that is at most 2^k if D <= k,
roots are numbers with that square. What is left to believe is the inequality, whose proof or source stands on top.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from ...certificates.claims import Claim
from ...certificates.meaning.matrices import shape
from ...certificates.theorems.functions import LARGEST_EXPONENT
from ...certificates.theorems.inequalities import INEQUALITIES
from .script import Script, TooLargeError, real_number
from .stated_claim import Exported, StatedClaim


class _Step:
    """A script, with the numbers that it has declared."""

    def __init__(self, script: Script, cells: int, parameter: Fraction) -> None:
        self.script, self.cells, self.parameter = script, real_number(cells), parameter
        self.known: dict[str, None] = {}

    def number(self, name: str) -> str:
        """A number that is not negative, declared once."""
        if name not in self.known:
            self.known[self.script.declare(name)] = None
            self.script.require(f"(>= {name} 0.0)")
        return name

    def sum(self, names: str) -> str:
        """The sum of measures, whose names are divided by ``+``."""
        return self.script.sum([self.number(name) for name in names.split(" + ")])

    def root(self, square: str) -> str:
        """The root of a term."""
        self.script.require(f"(= (* {self.number('root')} root) {square})")
        return "root"

    def power(self, exponent: str, most: Fraction) -> str:
        """2 to the exponent, of which is known that it is at most 2^most if the exponent is at most that."""
        if most > LARGEST_EXPONENT:
            raise TooLargeError(f"the script would have a power of 2 above 2^{LARGEST_EXPONENT}")
        bound = real_number(Fraction(2) ** int(most))
        self.script.require(f"(=> (<= {exponent} {real_number(most)}) (<= {self.number('power')} {bound}))")
        return "power"

    def constant(self, name: str) -> str:
        """The constant of a product."""
        if name == "sqrt(R C)":
            return self.root(self.cells)
        if name == "1 - 2 epsilon":
            return real_number(1 - 2 * self.parameter)
        return self.cells if name == "R C" else real_number(Fraction(name))


FUNCTIONS: Mapping[str, Callable[[_Step, str, Fraction], str]] = {
    "{}": lambda step, y, most: y,
    "{} + 1": lambda step, y, most: f"(+ {y} 1.0)",
    "2 {} + 1": lambda step, y, most: f"(+ (* 2.0 {y}) 1.0)",
    "({} + 1) / 2": lambda step, y, most: f"(/ (+ {y} 1.0) 2.0)",
    "{}^2": lambda step, y, most: f"(* {y} {y})",
    "sqrt({})": lambda step, y, most: step.root(y),
    "{} + .. + 1": lambda step, y, most: f"(/ (* {y} (+ {y} 1.0)) 2.0)",
    "2^{}": lambda step, y, most: step.power(y, most),
    "2^{} - 1": lambda step, y, most: f"(- {step.power(y, most)} 1.0)",
    "2^({} + 1) - 1": lambda step, y, most: f"(- {step.power(f'(+ {y} 1.0)', most + 1)} 1.0)",
    "sqrt(R C) {}": lambda step, y, most: f"(* {step.root(step.cells)} {y})",
    "sqrt(R C {})": lambda step, y, most: step.root(f"(* {step.cells} {y})"),
}
"""A function in words -> its value at a term y, ``most`` being the number that y is compared with."""


def inference(claim: StatedClaim) -> Exported | None:
    """The script of a bound that is proved by an inequality; None of other theorems."""
    name, bound = claim.proof["name"], claim.read
    if name not in INEQUALITIES:
        return None
    from_claims = f"claim{'s' * (len(claim.premises) > 1)} {' and '.join(map(str, claim.premises))}"
    believe = f"The inequality {name} ({INEQUALITIES[name]}); and {from_claims}"
    script = Script(claim, "QF_NRA", f"it follows from {from_claims}", believe, "unsat")
    rows, columns = shape(bound.statement)
    parameter = next(
        (one.quantity.parameter for one in (bound, *claim.rests_on) if one.quantity.parameter), Fraction(0)
    )
    step, relation, number = _Step(script, rows * columns, parameter), *_wrong(bound)
    if " * " in name:
        one, _, other, sense, constant = name.split(" ", 4)
        product = f"(* {step.number(one)} {step.number(other)})"
        script.require(f"({sense} {product} {step.constant(constant)})")
    else:
        left, _, right = name.partition(" <= ")
        inside = bound.quantity.name
        if bound.side == "upper":
            inside = " + ".join(one.quantity.name for one in claim.rests_on)
        function = next(words for words in FUNCTIONS if words.format(inside) == right)
        smaller, larger = step.sum(left), step.sum(inside)
        most = (
            number if bound.side == "lower" else sum((Fraction(one.value or 0) for one in claim.rests_on), Fraction(0))
        )
        script.require(f"(<= {smaller} {FUNCTIONS[function](step, larger, most)})")
    for one in claim.rests_on:
        script.require(f"({'>=' if one.side == 'lower' else '<='} {one.quantity.name} {real_number(one.value or 0)})")
    script.require(f"({relation} {bound.quantity.name} {real_number(number)})")
    return script.exported("inference")


def _wrong(bound: Claim) -> tuple[str, Fraction]:
    """What is said if the bound is wrong: a relation and a number; integers are at least 1 away."""
    lower, value = bound.side == "lower", Fraction(bound.value or 0)
    if bound.integral:
        return ("<=", value - 1) if lower else (">=", value + 1)
    return ("<" if lower else ">"), value
