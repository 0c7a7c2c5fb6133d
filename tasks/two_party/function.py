"""The noun TwoPartyFunction: Alice holds a, Bob holds b, both want f(a, b) in {0, 1}, perhaps under a promise.

A *promise* is a set of pairs: f is defined on them, and what a protocol says of other pairs does not matter. Its matrix
has ``*`` there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from ...display.input_error import InputError
from .arithmetic import PLAIN, Arithmetic
from .inputs import Inputs

Rule = Callable[[Any, Any, Arithmetic], Any]

MAX_ENTRIES = 1 << 24
"""Most entries of a matrix that is written out."""


class TwoPartyError(InputError):
    """A function or an input is not what was required; the message says which, what was given and what to try."""


@dataclass(frozen=True)
class TwoPartyFunction:
    """A function of a pair of inputs with values 0 and 1, on all pairs or on those of a promise.

    Parameters
    ----------
    name : str
        As on the command line.
    n : int >= 1
        The size.
    alice, bob : BitStrings, Numbers, Words or Prefixes
        The inputs of each party; both can be iterated and have a count.
    rule : callable (a, b, arithmetic) -> truth value
        The definition, over integers or over terms. None says that the pair is outside the promise.
    rows : tuple of str
        The matrix, if the function is given by one.
    promise : callable (a, b, arithmetic) -> truth value, optional
        Whether the pair is promised, over integers or over terms; all pairs are by default.
    parameters : tuple of (str, int)
        The sizes besides n.

    Examples
    --------
    >>> from headcount.tasks.two_party.functions import disj, udisj
    >>> f = disj(3)
    >>> f.evaluate((0, 1, 1), (1, 0, 0)), f.evaluate((0, 1, 1), (1, 0, 1))
    (1, 0)
    >>> f.parse("a=011", "b=100")
    ((0, 1, 1), (1, 0, 0))
    >>> udisj(2).promised((1, 1), (1, 1)), udisj(2).promised((1, 1), (1, 0))
    (False, True)
    """

    name: str
    n: int
    alice: Inputs
    bob: Inputs
    rule: Rule = field(repr=False, compare=False)
    rows: tuple[str, ...] = field(default=(), repr=False)
    promise: Rule | None = field(default=None, repr=False, compare=False)
    parameters: tuple[tuple[str, int], ...] = ()

    def __str__(self) -> str:
        others = ", ".join(f"{name}={value}" for name, value in self.parameters)
        return f"{self.name.upper()}_{self.n}" + (f"({others})" if others else "")

    def alice_inputs(self) -> Iterator[Any]:
        """All inputs of Alice: the rows of the matrix."""
        return iter(self.alice)

    def bob_inputs(self) -> Iterator[Any]:
        """All inputs of Bob: the columns of the matrix."""
        return iter(self.bob)

    def promised(self, a: Any, b: Any) -> bool:
        """Whether f(a, b) is defined.

        Raises
        ------
        TwoPartyError
            If an input is not one of the function's.
        """
        self.require(a, b)
        return self._symbol(a, b) != "*"

    def evaluate(self, a: Any, b: Any) -> int:
        """f(a, b).

        Raises
        ------
        TwoPartyError
            If an input is not one of the function's, or the pair is outside the promise.
        """
        self.require(a, b)
        symbol = self._symbol(a, b)
        if symbol == "*":
            pair = f"a={self.alice.spell(a)}, b={self.bob.spell(b)}"
            raise TwoPartyError(f"{self} is undefined for {pair}, a pair outside its promise; try another pair")
        return int(symbol)

    def require(self, a: Any, b: Any) -> None:
        """Refuse inputs that are not the function's.

        Raises
        ------
        TwoPartyError
            Which input, what was required, what was given.
        """
        if self.alice == self.bob:
            given = [len(x) if isinstance(x, tuple | str) else None for x in (a, b)]
            if None not in given and given[0] != given[1]:
                raise TwoPartyError(
                    f"a and b must have the same length, got {given[0]} and {given[1]} bits; {self} takes {self.alice}"
                )
        for name, value, inputs in (("a", a, self.alice), ("b", b, self.bob)):
            if value not in inputs:
                first: Any = next(x for x in inputs)
                word = inputs.spell(first)
                raise TwoPartyError(f"{name} must be {inputs} for {self}, got {value!r}; try {name}={word[:40]}")

    def parse(self, alice_word: str, bob_word: str) -> tuple[Any, Any]:
        """The inputs that two words spell: ``a=0110`` or ``0110`` for bits, ``b=3`` for a number from 1.

        Raises
        ------
        TwoPartyError
            If they spell no inputs of this function.
        """
        a = self.alice.parse(alice_word.strip().removeprefix("a="))
        b = self.bob.parse(bob_word.strip().removeprefix("b="))
        self.require(a, b)
        return a, b

    def matrix(self) -> tuple[str, ...]:
        """The communication matrix: a word over 0, 1 and ``*`` (outside the promise) for each input of Alice.

        Rows and columns are in the order of the inputs.

        Raises
        ------
        TwoPartyError
            If it has more than ``MAX_ENTRIES`` entries.

        Examples
        --------
        >>> from headcount.tasks.two_party.functions import disj, udisj
        >>> disj(1).matrix(), udisj(2).matrix()
        (('11', '10'), ('1111', '1010', '1100', '100*'))
        """
        size = self.alice.count * self.bob.count
        if size > MAX_ENTRIES:
            raise TwoPartyError(f"the matrix of {self} has {size} entries, the limit is {MAX_ENTRIES}; try a smaller n")
        if self.rows:
            return self.rows
        bobs = list(self.bob)
        return tuple("".join([self._symbol(a, b) for b in bobs]) for a in self.alice)

    def _symbol(self, a: Any, b: Any) -> str:
        """The entry of the matrix."""
        if self.rows:
            return self.rows[self.alice.number(a)][self.bob.number(b)]
        if self.promise is not None and not self.promise(a, b, PLAIN):
            return "*"
        value = self.rule(a, b, PLAIN)
        return "*" if value is None else "01"[int(value)]
