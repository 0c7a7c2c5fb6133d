"""The task of a reduction: which tokens it has, and what it answers at one position.

A finite task (``computation``) has the tokens 0 .. A-1. The outputs of q-SA (``averaging``) have tokens ``[z, y]``: a
number z in [-1, 1], written as a fraction, and the q positions y, increasing and counted from 0, whose mean is asked.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import lcm

from .question import Question
from .question_file import read_question
from .reading import Node
from .verdict import short_number

MAX_DENOMINATOR = 100
"""Largest denominator of a number z, so that their sums stay short."""

COMMON = lcm(*range(1, MAX_DENOMINATOR + 1))
"""Every z is an integer over it."""

PAIR_STEPS = 100
"""What is the same for every pair (its entry, the bit that is read) takes about as long as so many steps."""

TOKEN_STEPS = 5
"""To place a token takes about as long as so many steps."""

MEAN_STEPS = 10
"""To add a number z of 140 bits to a mean takes about as long as so many steps."""

Token = int | tuple[Fraction, tuple[int, ...]]
Answer = int | Fraction


@dataclass(frozen=True)
class Target:
    """A task on sequences of ``length`` tokens; ``steps`` is about how long one pair may take."""

    question: Question
    length: int
    steps: int

    @property
    def words(self) -> str:
        """The task in words."""
        return self.question.words.removeprefix("the computation of ")

    def read_token(self, node: Node) -> Token:
        """A token, which need not be one of the task's."""
        if self.question.finite is not None:
            return node.integer()
        value, y = node.items(2)
        z = value.fraction()
        if z.denominator > MAX_DENOMINATOR:
            value.fail(f"must have a denominator of at most {MAX_DENOMINATOR}")
        return z, y.integers()

    def is_token(self, token: Token) -> bool:
        """Whether it is one of the task's."""
        if isinstance(token, int):
            return self.question.finite is not None and 0 <= token < self.question.finite.alphabet
        z, y = token
        increasing = all(j < k for j, k in pairwise((-1, *y, self.length)))
        return abs(z) <= 1 and increasing and len(y) == dict(self.question.parameters)["q"]

    def read_answer(self, node: Node) -> Answer:
        """An answer, as a read-out lists it."""
        return node.integer() if self.question.finite is not None else node.fraction()

    def answer(self, tokens: tuple[Token, ...], position: int) -> Answer | None:
        """What the definition says at the position; None if the input is not listed, or no answer asked for there."""
        if self.question.finite is not None:
            answers = self.question.finite.answers_to(tuple(token for token in tokens if isinstance(token, int)))
            return None if answers is None else answers[position]
        pairs = [token for token in tokens if not isinstance(token, int)]
        _, y = pairs[position]
        total = sum(pairs[j][0].numerator * (COMMON // pairs[j][0].denominator) for j in y)
        return Fraction(total, COMMON * len(y))


def read_target(node: Node) -> Target:
    """The task of a reduction, stated as a question ``computation`` without position, or ``averaging``."""
    question = read_question(node)
    if question.finite is not None:
        if question.finite.position is not None:
            node.field("position").fail("must be left out; the reduction has a position of its own")
        return Target(question, question.finite.length, _steps(question.finite.length, question.finite.steps))
    if question.task != "averaging":
        node.field("task").fail("must be computation or averaging")
    sizes = dict(question.parameters)
    return Target(question, sizes["N"], _steps(sizes["N"], MEAN_STEPS * sizes["q"]))


def _steps(length: int, answer: int) -> int:
    return PAIR_STEPS + TOKEN_STEPS * length + answer


def token_words(token: Token) -> str:
    """A token for a message, which a hostile file must not make long.

    >>> token_words((Fraction(-1, 2), (0, 3)))
    '(-1/2, [0, 3])'
    """
    if isinstance(token, int):
        return short_number(token)
    z, y = token
    return f"({short_number(z)}, [{', '.join(map(short_number, y[:20]))}{', ..' if len(y) > 20 else ''}])"
