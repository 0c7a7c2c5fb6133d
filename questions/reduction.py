"""Reductions: a two-party function f encoded into the input of a task, party by party.

Each party's tokens are a table over its own input, so locality is in the form, and whoever computes the task's answer
at ``positions`` (at several: the greatest answer there) across the cut of ``owners`` computes f. A finite task has the
tokens 0 .. A-1. The outputs of q-SA have tokens ``(z, y)``: a number z in [-1, 1] and the q positions y, increasing and
counted from 0, whose mean is asked for.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import lcm

from .matrix import CommunicationMatrix
from .messages import short_number
from .outputs import Averages, Computation
from .two_party import NAMED, named_shape

MAX_DENOMINATOR = 100
"""Largest denominator of a number z, so that their sums stay short."""

COMMON = lcm(*range(1, MAX_DENOMINATOR + 1))
"""Every z is an integer over it."""

PARTIES = {"A": "Alice", "B": "Bob", "P": "the public"}

Token = int | tuple[Fraction, tuple[int, ...]]
Tokens = tuple[Token, ...]
Answer = int | Fraction


@dataclass(frozen=True)
class Source:
    """f: Alice holds the number of a row, Bob that of a column; ``entry`` is ``0``, ``1`` or ``*`` (not promised)."""

    words: str
    shape: tuple[int, int]
    entry: Callable[[int, int], str]
    spell: Callable[[int, int], str]
    assumption: str = ""


def listed_function(of: str, n: int) -> Source:
    """A listed function, computed pair by pair and never written out: counterexamples may have hundreds of bits.

    >>> source = listed_function("disj", 3)
    >>> source.words, source.entry(0b011, 0b110), source.spell(0b011, 0b110)
    ('DISJ_3', '0', 'a=011, b=110')
    """

    def spell(row: int, column: int) -> str:
        return f"a={row:0{n}b}, b={column + 1 if of == 'index' else format(column, f'0{n}b')}"

    return Source(f"{of.upper()}_{n}", named_shape(of, n), lambda row, column: "01"[NAMED[of](row, column, n)], spell)


def matrix_function(matrix: CommunicationMatrix) -> Source:
    """The function of a matrix that is written out."""
    return Source(
        matrix.words,
        matrix.shape,
        lambda row, column: matrix.rows[row][column],
        lambda row, column: f"row {row}, column {column}",
        matrix.assumption,
    )


@dataclass(frozen=True)
class Target:
    """A task on sequences of tokens."""

    question: Computation | Averages

    @property
    def length(self) -> int:
        """N."""
        return self.question.of.length if isinstance(self.question, Computation) else self.question.N

    @property
    def steps(self) -> int:
        """About how many steps the encoding of one pair and its answer may take."""
        answer = self.question.of.steps if isinstance(self.question, Computation) else 10 * self.question.q
        return 100 + 5 * self.length + answer

    @property
    def words(self) -> str:
        """The task in words."""
        return self.question.words.removeprefix("the computation of ")

    def is_token(self, token: Token) -> bool:
        """Whether it is one of the task's."""
        if isinstance(token, int):
            return isinstance(self.question, Computation) and 0 <= token < self.question.of.alphabet
        z, y = token
        increasing = all(j < k for j, k in pairwise((-1, *y, self.length)))
        return abs(z) <= 1 and increasing and len(y) == dict(self.question.parameters)["q"]

    def answer(self, tokens: tuple[Token, ...], positions: tuple[int, ...]) -> Answer | None:
        """What the definition says at the position, or the greatest answer at several (of a finite task).

        None if the input is not listed, or no answer asked for there.
        """
        if isinstance(self.question, Computation):
            answers = self.question.of.answers_to(tuple(token for token in tokens if isinstance(token, int)))
            read = [None if answers is None else answers[i] for i in positions]
            given = [answer for answer in read if answer is not None]
            return max(given) if len(given) == len(read) else None
        pairs = [token for token in tokens if not isinstance(token, int)]
        _, y = pairs[positions[0]]
        total = sum(pairs[j][0].numerator * (COMMON // pairs[j][0].denominator) for j in y)
        return Fraction(total, COMMON * len(y))


def token_words(token: Token) -> str:
    """A token for a message, which a hostile file must not make long.

    >>> token_words((Fraction(-1, 2), (0, 3)))
    '(-1/2, [0, 3])'
    """
    if isinstance(token, int):
        return short_number(token)
    z, y = token
    return f"({short_number(z)}, [{', '.join(map(short_number, y[:20]))}{', ..' if len(y) > 20 else ''}])"


@dataclass(frozen=True)
class Cut:
    """A function, a task, and who owns which position: a letter A, B or P (public) each."""

    source: Source
    target: Target
    owners: str

    def of(self, party: str) -> tuple[int, ...]:
        """The positions of one party."""
        return tuple(i for i, owner in enumerate(self.owners) if owner == party)

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What labels say and nothing proves."""
        return tuple(filter(None, (self.source.assumption, self.target.question.assumption)))


@dataclass(frozen=True)
class Encoding:
    """The tables: tokens by row for Alice, by column for Bob; ``read_out`` maps answers to bits."""

    cut: Cut
    positions: tuple[int, ...]
    public: Tokens
    alice: Mapping[int, Tokens]
    bob: Mapping[int, Tokens]
    read_out: Mapping[Answer, int]

    def tokens(self, row: int, column: int) -> Tokens:
        """The input of the task that a pair is encoded into."""
        parts = {"A": iter(self.alice[row]), "B": iter(self.bob[column]), "P": iter(self.public)}
        return tuple(next(parts[owner]) for owner in self.cut.owners)

    def fault(self, row: int, column: int, entry: str) -> tuple[str, str] | None:
        """The rejection code of a pair that is encoded wrongly, and why; the tokens are known to be the task's."""
        answer = self.cut.target.answer(self.tokens(row, column), self.positions)
        if answer is None:
            return "not-an-input", "the task's list has no answer there for the input that is encoded"
        if answer not in self.read_out:
            return "output-not-read", f"output {short_number(answer)}, for which the read-out has no bit"
        bit = self.read_out[answer]
        if str(bit) == entry:
            return None
        return "pair-wrong", f"output {short_number(answer)}, answer {bit} read, {self.cut.source.words} = {entry}"
