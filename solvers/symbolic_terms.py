"""Claims about all inputs of two parties at once, decided by z3 over bit-vectors.

A party's input is a list of bits or one number from 1 to n. The claim is built by the caller from terms, with Python's
``+ - * < <= == !=`` and the operations of ``SymbolicArithmetic``. "Holds" is the word of a solver; a counterexample is
returned as plain integers, so that the caller can check it.
"""

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import z3

from .outcome import Verdict
from .smt.formula import Formula, ask_z3


@dataclass(frozen=True)
class SymbolicInput:
    """``count`` bits, or (``bits`` false) one number from 1 to ``count``."""

    count: int
    bits: bool


@dataclass(frozen=True)
class SymbolicAnswer:
    """``holds`` is True or False, or None when the time ran out; ``values`` the inputs of a counterexample."""

    holds: bool | None
    values: tuple[Any, ...]
    seconds: float


class SymbolicArithmetic:
    """Truth values and case distinctions over bit-vectors of one width, read as signed numbers."""

    def __init__(self, width: int) -> None:
        self.width = width

    def all(self, parts: Iterable[Any]) -> Any:
        """The conjunction."""
        return z3.And([_truth(part) for part in parts])

    def any(self, parts: Iterable[Any]) -> Any:
        """The disjunction."""
        return z3.Or([_truth(part) for part in parts])

    def negation(self, part: Any) -> Any:
        """The opposite truth value."""
        return z3.Not(_truth(part))

    def number(self, truth: Any) -> Any:
        """1 if true, 0 if false."""
        return z3.If(_truth(truth), z3.BitVecVal(1, self.width), z3.BitVecVal(0, self.width))

    def bit(self, number: Any, place: int) -> Any:
        """Whether the binary digit of weight 2^place is 1."""
        return bool(number >> place & 1) if isinstance(number, int) else z3.Extract(place, place, number) == 1


def decide(
    inputs: Iterable[SymbolicInput],
    claim: Callable[[list[Any], SymbolicArithmetic], Any],
    *,
    largest: int,
    seconds: float = float("inf"),
) -> SymbolicAnswer:
    """Whether a claim holds for all inputs.

    Parameters
    ----------
    inputs : iterable of SymbolicInput
    claim : callable (terms, arithmetic) -> truth value
        ``terms`` holds a list of bit terms or one number term per input.
    largest : int
        No intermediate number exceeds this in absolute value; bit-vectors are made wide enough for it.
    seconds : float
        Time limit of the solver.

    Returns
    -------
    SymbolicAnswer

    Examples
    --------
    >>> two = [SymbolicInput(3, bits=True), SymbolicInput(3, bits=False)]
    >>> decide(two, lambda t, on: sum(t[0]) <= 3, largest=4).holds
    True
    >>> decide(two, lambda t, on: sum(t[0]) + t[1] < 6, largest=8).values
    ((1, 1, 1), 3)
    """
    started = time.monotonic()
    arithmetic = SymbolicArithmetic(max(largest.bit_length() + 2, 4))
    unknowns: dict[str, Any] = {}
    terms: list[Any] = []
    names: list[Any] = []
    bounds: list[Any] = []
    for number, kind in enumerate(inputs):
        if kind.bits:
            names.append([f"x{number}_{i}" for i in range(kind.count)])
            unknowns |= {name: z3.Bool(name) for name in names[-1]}
            terms.append([arithmetic.number(unknowns[name]) for name in names[-1]])
        else:
            names.append(f"x{number}")
            term = unknowns[names[-1]] = z3.BitVec(names[-1], arithmetic.width)
            bounds += [term >= 1, term <= kind.count]
            terms.append(term)
    formula = Formula("QF_BV", (*bounds, z3.Not(_truth(claim(terms, arithmetic)))), unknowns)
    found = ask_z3(formula, seconds - (time.monotonic() - started))
    values = tuple(_value(found.values, name) for name in names) if found.values else ()
    holds = {Verdict.INFEASIBLE: True, Verdict.FEASIBLE: False}.get(found.status)
    return SymbolicAnswer(holds, values, found.seconds)


def _truth(part: Any) -> Any:
    return z3.BoolVal(part) if isinstance(part, bool) else part


def _value(values: Mapping[str, Any], name: str | list[str]) -> Any:
    if isinstance(name, list):
        return tuple(int(z3.is_true(values[one])) for one in name)
    return values[name].as_long()
