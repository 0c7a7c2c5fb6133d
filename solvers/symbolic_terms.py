"""Claims about all inputs of two parties at once, decided by z3 over bit-vectors.

A party's input is a list of bits or one number from 1 to n. The claim is built by the caller from terms, with Python's
``+ - * < <= == !=`` and the operations of ``SymbolicArithmetic``. "Holds" is the word of a solver; a counterexample is
returned as plain integers, so that the caller can check it.
"""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import z3

MOST_SECONDS = 4_000_000
"""Longest time limit that z3 takes: milliseconds in 32 bits. A longer one is none."""


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
    kinds = list(inputs)
    solver = z3.SolverFor("QF_BV")
    variables: list[Any] = []
    terms: list[Any] = []
    for number, kind in enumerate(kinds):
        if kind.bits:
            names = [z3.Bool(f"x{number}_{i}") for i in range(kind.count)]
            variables.append(names)
            terms.append([arithmetic.number(name) for name in names])
        else:
            name = z3.BitVec(f"x{number}", arithmetic.width)
            solver.add(name >= 1, name <= kind.count)
            variables.append(name)
            terms.append(name)
    solver.add(z3.Not(_truth(claim(terms, arithmetic))))
    left = seconds - (time.monotonic() - started)
    if left <= 0:
        return SymbolicAnswer(None, (), time.monotonic() - started)
    if left < MOST_SECONDS:
        solver.set("timeout", max(1, int(1000 * left)))
    word = solver.check()
    if word == z3.sat:
        model = solver.model()
        values = tuple(_value(model, variable) for variable in variables)
        return SymbolicAnswer(False, values, time.monotonic() - started)
    return SymbolicAnswer(True if word == z3.unsat else None, (), time.monotonic() - started)


def _truth(part: Any) -> Any:
    return z3.BoolVal(part) if isinstance(part, bool) else part


def _value(model: Any, variable: Any) -> Any:
    if isinstance(variable, list):
        return tuple(int(z3.is_true(model.eval(name, model_completion=True))) for name in variable)
    return model.eval(variable, model_completion=True).as_long()
