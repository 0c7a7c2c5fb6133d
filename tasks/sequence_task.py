"""The noun SequenceTask: a task on sequences of exactly N integer symbols."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cached_property
from itertools import product
from numbers import Rational

from ..questions import FINITE_TASKS, FiniteTask
from .task import Task, TaskError

Tokens = tuple[int, ...]

WHOLE_UNITS = "add ‹unit_class=fixed› and ‹bits=1›, for whole units that compute it"
"""What to ask in place of a selection, where all inputs can be listed."""


class SequenceTask(Task):
    """A task on all sequences of N symbols 0 .. A-1.

    ``instances()`` are all A^N of them; ``samples`` takes turns between uniform sequences and near misses.

    Attributes
    ----------
    N : int >= 1
        The length of every sequence.
    kinds : int >= 1
        How many kinds of near misses there are.
    """

    N: int
    kinds: int = 1

    @property
    def instead(self) -> str:
        """What to ask in place of a selection."""
        return WHOLE_UNITS

    def near_miss(self, kind: int, rng: random.Random) -> Tokens:
        """A sequence that almost changes the answer, of one of the kinds 0 .. kinds-1.

        Unless a subclass knows better: uniform, then one token is copied to another place.
        """
        tokens = [rng.randrange(self.alphabet) for _ in range(self.N)]
        tokens[rng.randrange(self.N)] = rng.choice(tokens)
        return tuple(tokens)

    def answers(self, tokens: Tokens) -> tuple[int | None, ...]:
        """The outputs as integers, as a list of inputs and answers holds them; None where nothing is asked.

        Raises
        ------
        TaskError
            If an output is no integer: nothing is rounded.
        """
        outputs = tuple(self.evaluate(tokens))
        for i, output in enumerate(outputs):
            if output is not None and (not isinstance(output, Rational) or output.denominator != 1):
                raise TaskError(
                    f"the answers of {self.name} must be integers to be listed, got {output!r:.40} at position {i} of "
                    f"{tokens!r:.80}; number the answers"
                )
        return tuple(None if output is None else int(output) for output in outputs)

    def instances(self) -> Iterator[Tokens]:
        """All sequences of length N."""
        return product(range(self.alphabet), repeat=self.N)

    def samples(self, count: int, seed: int = 0) -> Iterator[Tokens]:
        """One uniform sequence, then one near miss of each kind, and so on."""
        rng = random.Random(seed)
        for number in range(count):
            turn = number % (1 + self.kinds)
            if turn == 0:
                yield tuple(rng.randrange(self.alphabet) for _ in range(self.N))
            else:
                yield self.near_miss(turn - 1, rng)

    def length(self, tokens: Tokens) -> int:
        """N."""
        return len(tokens)


class NamedTask(SequenceTask):
    """A task that the checker knows by name: what its outputs are is defined there, and nowhere else.

    Attributes
    ----------
    of : str
        The checker's name of it, if that is another one than ``name``.
    advice : str
        What to ask besides in place of a selection, with the parameters in braces.
    """

    of: str = ""
    kinds = 2
    advice: str

    @property
    def instead(self) -> str:
        """What to ask in place of a selection, and where to look."""
        return f"{WHOLE_UNITS}; {self.advice.format(**self.parameters)}"

    @cached_property
    def finite(self) -> FiniteTask:
        """The task as certificates state it."""
        of = self.of or self.name
        return FiniteTask(of, tuple((parameter, getattr(self, parameter)) for parameter in FINITE_TASKS[of]))

    @cached_property
    def alphabet(self) -> int:
        """The number of symbols."""
        return self.finite.alphabet

    def evaluate(self, tokens: Tokens) -> tuple[int, ...]:
        """The outputs at every position, from the definition (``certificates/meaning/tasks.py``)."""
        return self.finite.defined(tokens)
