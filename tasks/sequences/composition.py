"""Function composition: f(g(x)), the tables of f and g and the argument x being the tokens.

Symbols: n the size of the domain; N = 2n + 1 positions. Source: Peng, Narayanan, Papadimitriou 2024 (arXiv 2402.08164),
who show that one layer of attention must be large to do this.
"""

import random
from dataclasses import dataclass, field
from functools import cached_property

from ..sequence_task import WHOLE_UNITS, SequenceTask, Tokens
from ..task import integer


@dataclass(frozen=True)
class Composition(SequenceTask):
    """Position j = 1 .. n holds f(j), position n + j holds g(j), the last one x; output i is f(g(x_i)).

    Every token may be taken for an argument; what the papers ask is the output at the last position. Symbols are 0 ..
    n-1, so j is the symbol j - 1.

    Parameters
    ----------
    n : int >= 1
        The size of the domain of f and g.

    Raises
    ------
    TaskError
        If n is out of range.

    Examples
    --------
    f = (2, 0, 1), g = (1, 1, 0), x = 2: f(g(2)) = f(0) = 2.

    >>> Composition(3).evaluate((2, 0, 1, 1, 1, 0, 2))
    (2, 0, 0, 0, 0, 0, 2)
    """

    n: int = field(metadata=integer("the size of the domain", least=1, example=3))
    name = "composition"
    kinds = 2

    @property
    def instead(self) -> str:
        """The reduction that bounds it."""
        more = "what bounds it is shown by: headcount reduce index composition n=4"
        return f"{WHOLE_UNITS}; {more}"

    @cached_property
    def N(self) -> int:  # type: ignore[override]  # of other tasks it is a field
        """2n + 1."""
        return 2 * self.n + 1

    @cached_property
    def alphabet(self) -> int:
        """n."""
        return self.n

    def evaluate(self, tokens: Tokens) -> tuple[int, ...]:
        """f(g(x)) for every token x."""
        f, g = tokens[: self.n], tokens[self.n : 2 * self.n]
        return tuple(f[g[x]] for x in tokens)

    def near_miss(self, kind: int, rng: random.Random) -> Tokens:
        """Kind 0: f is constant but at g(x). Kind 1: g is a permutation, so that all of f can be asked for."""
        n = self.n
        g = [rng.randrange(n) for _ in range(n)]
        x = rng.randrange(n)
        if kind == 1:
            rng.shuffle(g := list(range(n)))
            return (*(rng.randrange(n) for _ in range(n)), *g, x)
        f = [rng.randrange(n)] * n
        f[g[x]] = rng.randrange(n)
        return (*f, *g, x)
