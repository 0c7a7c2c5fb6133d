"""Expressions such as ``min(2q, N - 1)`` or ``ceil(log2 C(N, q))`` in prose: how far they reach, and their value."""

import math
import re
from fractions import Fraction

NAMES = {*"mpHDNMnkqsdKA"}
FUNCTIONS = {
    "min": min,
    "max": max,
    "ceil": lambda x: math.ceil(x - 1e-9),
    "floor": lambda x: math.floor(x + 1e-9),
    "log2": lambda x: math.log2(x),
    "sqrt": lambda x: math.sqrt(x),
    "C": math.comb,
}
TOKEN = re.compile(r"\s*(\d+|log2|[A-Za-z]+|[-+*/^(),])")


class Unreadable(ValueError):
    """No expression, or one with a name that has no value."""


class Expression:
    """A recursive-descent parser that takes as much of a text as is an expression; a product needs no sign."""

    def __init__(self, text, values):
        self.text, self.values, self.place, self.names = text, values, 0, set()
        self.value = self.sum()

    def peek(self):
        match = TOKEN.match(self.text, self.place)
        return match.group(1) if match else ""

    def take(self):
        match = TOKEN.match(self.text, self.place)
        self.place = match.end()
        return match.group(1)

    def sum(self):
        value = self.product()
        while self.peek() in ("+", "-"):
            here = self.place
            sign = self.take()
            try:
                term = self.product()
            except Unreadable:  # a dash of the prose
                self.place = here
                break
            value = value + term if sign == "+" else value - term
        return value

    def product(self):
        value = self.power()
        while True:
            token = self.peek()
            if token in ("*", "/"):
                here = self.place
                self.take()
                try:
                    factor = self.power()
                except Unreadable:  # the end of *emphasis*
                    self.place = here
                    return value
                value = (
                    value * factor if token == "*" else value / Fraction(factor) if exact(factor) else value / factor
                )
            elif token in NAMES or token in FUNCTIONS or token == "(":
                if token == "(" and self.text[self.place : self.place + 1] != "(":
                    return value  # a remark in parentheses
                here = self.place
                try:
                    value = value * self.power()
                except Unreadable:
                    if token in NAMES:
                        raise
                    self.place = here
                    return value
            else:
                return value

    def power(self):
        base = self.atom()
        if self.peek() == "^":
            self.take()
            exponent = self.atom()
            return Fraction(base) ** exponent if exact(base) and exact(exponent) else base**exponent
        return base

    def atom(self):
        token = self.peek()
        if token.isdigit():
            return Fraction(self.take())
        if token in FUNCTIONS:
            self.take()
            if self.peek() != "(":
                return FUNCTIONS[token](self.atom())
            self.take()
            arguments = [self.sum()]
            while self.peek() == ",":
                self.take()
                arguments.append(self.sum())
            self.close()
            return FUNCTIONS[token](*(int(x) if token == "C" else x for x in arguments))
        if token == "(":
            self.take()
            value = self.sum()
            self.close()
            return value
        if token in NAMES:
            self.take()
            self.names.add(token)
            if self.values is None:
                return Fraction(7)  # only the extent of the expression is asked for
            if token not in self.values:
                raise Unreadable(f"{token} has no value")
            return Fraction(self.values[token])
        raise Unreadable(f"no expression at {self.text[self.place : self.place + 20]!r}")

    def close(self):
        if self.peek() != ")":
            raise Unreadable(f"a parenthesis is missing in {self.text[:40]!r}")
        self.take()


def exact(x):
    return isinstance(x, int | Fraction)
