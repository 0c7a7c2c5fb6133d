"""A task from a plain function of the tokens."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .sequence_task import SequenceTask, Tokens
from .task import TaskError

Answers = tuple[int | None, ...]
Function = Callable[[Tokens], Sequence[int | None]]


class FunctionTask(SequenceTask):
    """A task whose answers at all positions a function gives; ``task`` makes one.

    Parameters
    ----------
    function : callable
        Gets the tokens, a tuple of N integers 0 .. alphabet - 1, and returns the N answers: integers, or None where
        nothing is asked.
    alphabet : int >= 1
    length : int >= 1
        N.
    name : str, optional
        The name of the function by default.

    Raises
    ------
    TaskError
        If it is no function, or alphabet or length is no integer >= 1; while it is evaluated, if the tokens are not N
        of the alphabet, or the function raises, or returns anything but N integers or None.

    Examples
    --------
    >>> FunctionTask(lambda x: x[::-1], alphabet=2, length=3, name="reversal").evaluate((0, 0, 1))
    (1, 0, 0)
    """

    def __init__(self, function: Function, alphabet: int, length: int, name: str | None = None) -> None:
        if not callable(function):
            raise TaskError(f"a function of the tokens is needed, got {function!r:.60}; write @task over a function")
        self.function = function
        self.alphabet = _positive("alphabet, the number of symbols", alphabet, "alphabet=2")
        self.N = _positive("length, the number of tokens", length, "length=4")
        self.name = name or str(getattr(function, "__name__", "function"))

    @property
    def parameters(self) -> Mapping[str, int]:
        """The number of symbols A and the length N."""
        return {"A": self.alphabet, "N": self.N}

    def evaluate(self, tokens: Tokens) -> Answers:
        """What the function says, an integer for each position, or None where nothing is asked."""
        word = self._word(tokens)
        try:
            answers = self.function(word)
        except Exception as error:  # the user's code, not ours
            raise TaskError(f"{self.name} raised {type(error).__name__} for {word}: {error}") from error
        try:
            found = tuple(None if answer is None else operator.index(answer) for answer in answers)
        except TypeError:
            found = ()
        if len(found) != self.N:
            raise TaskError(
                f"{self.name} must return {self.N} integers, an answer for each position, or None where nothing is "
                f"asked, got {answers!r:.80} for {word}; return a list"
            )
        return found

    def _word(self, tokens: Sequence[int]) -> Tokens:
        """The tokens as integers of the alphabet, N of them."""
        given = tuple(tokens)
        try:
            word = tuple(map(operator.index, given))
        except TypeError:
            word = ()
        if len(given) != self.N or len(word) != self.N or not all(0 <= token < self.alphabet for token in word):
            raise TaskError(
                f"the tokens of {self.name} must be {self.N} integers 0 .. {self.alphabet - 1}, got {given!r:.80}; "
                f"try {(0,) * min(self.N, 4)}{' and so on' if self.N > 4 else ''}"
            )
        return word

    def __repr__(self) -> str:
        return f"{self.name}(A={self.alphabet}, N={self.N})"

    def __call__(self, tokens: Sequence[int]) -> Answers:
        """The answers, as the function says."""
        return self.evaluate(tuple(tokens))


def task(
    function: Function | None = None, /, *, alphabet: int | None = None, length: int | None = None,
    name: str | None = None,
) -> Callable[[Function], Any]:  # fmt: skip
    """Make a task of a function of the tokens.

    Parameters
    ----------
    alphabet : int >= 1
        Tokens are the integers 0 .. alphabet - 1.
    length : int >= 1, optional
        The number of tokens N. Without it the result is a function of N: one task for each length.
    name : str, optional
        The name of the function by default.

    Returns
    -------
    callable
        A decorator: of a function of the tokens that returns an answer for each position, or None where nothing is
        asked, it makes a ``FunctionTask``.

    Raises
    ------
    TaskError
        If the alphabet is missing, as in ``@task`` without parentheses.

    Examples
    --------
    >>> @task(alphabet=2, length=3)
    ... def previous(x):
    ...     return [0, *x[:-1]]
    >>> previous
    previous(A=2, N=3)
    >>> previous.evaluate((1, 0, 1))
    (0, 1, 0)

    In a file ``mytask.py``, without a length: ``headcount probe mytask.py:previous N=2 --class fixed --bits 1``.
    """
    if function is not None or alphabet is None:
        got = "none" if function is None else f"the function {getattr(function, '__name__', function)!s:.60} itself"
        raise TaskError(
            f"task needs the number of symbols in parentheses, got {got}; write @task(alphabet=2, length=3)"
        )
    symbols: int = alphabet

    def make(function: Function) -> Any:
        if length is not None:
            return FunctionTask(function, symbols, length, name)

        def of_length(N: int) -> FunctionTask:
            return FunctionTask(function, symbols, N, name)

        return of_length

    return make


def _positive(what: str, value: object, remedy: str) -> int:
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        number = 0
    if number < 1 or isinstance(value, bool):
        raise TaskError(f"{what}, must be an integer >= 1, got {value!r:.40}; try {remedy}")
    return number
