"""Tasks that follow what tokens name: induction heads, k hops, function composition, directed triangles.

Sources: *induction heads*: Sanford, Hsu, Telgarsky 2024 (arXiv 2408.14332), who show that one layer of attention must
be large to do this; the name is from Elhage et al. 2021 and Olsson et al. 2022. *k hops*: Sanford, Hsu, Telgarsky 2024
(arXiv 2402.09268), who show that about log2 k layers do this, and that fewer do not unless a conjecture about parallel
computation fails. *Composition*: Peng, Narayanan, Papadimitriou 2024 (arXiv 2402.08164), who show that one layer of
attention must be large to do this. *Triangles*: posed for third-order attention by Sanford, Hsu, Telgarsky 2023 (arXiv
2306.02896), and for Strassen attention by Kozachinskiy et al. (arXiv 2501.19215).
"""

import random
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from ..sequence_task import NamedTask, Tokens
from ..task import integer


@dataclass(frozen=True)
class InductionHeads(NamedTask):
    """Output i is x_(j+1) for the largest j < i with x_j = x_i, or A (no symbol) if there is no such j.

    j + 1 = i is possible: then the output is x_i itself.

    Parameters
    ----------
    A : int >= 1
        The number of symbols; tokens are 0 .. A-1.
    N : int >= 1
        The length of every sequence.

    Raises
    ------
    TaskError
        If a parameter is out of range.

    Examples
    --------
    >>> InductionHeads(3, 5).evaluate((2, 1, 0, 2, 2))  # before the fourth, 2 was followed by 1; before the fifth, by 2
    (3, 3, 3, 1, 2)
    """

    A: int = field(metadata=integer("the number of symbols", least=1, example=3))
    N: int = field(default=5, metadata=integer("the length of the sequences", least=1, example=5))
    name = "induction-heads"
    advice = "what bounds it is shown by: headcount reduce index induction-heads n=4"

    def near_miss(self, kind: int, rng: random.Random) -> Tokens:
        """Kind 0: the last symbol occurs nowhere else (if A > 1). Kind 1: exactly twice before, if there is room."""
        last = rng.randrange(self.A)
        others = [x for x in range(self.A) if x != last] or [last]
        tokens = [rng.choice(others) for _ in range(self.N - 1)]
        if kind == 1:
            for j in rng.sample(range(self.N - 1), min(2, self.N - 1)):
                tokens[j] = last
        return (*tokens, last)


@dataclass(frozen=True)
class KHop(NamedTask):
    """Output i is x_j where j comes from i by k hops, or A (no symbol) if a hop leads nowhere.

    A hop leads from i to the largest j <= i with x_(j-1) = x_i: the place after the last earlier occurrence of x_i.
    With k = 1 this is ``InductionHeads``.

    Parameters
    ----------
    A : int >= 1
        The number of symbols; tokens are 0 .. A-1.
    N : int >= 1
        The length of every sequence.
    k : int >= 1
        The number of hops.

    Raises
    ------
    TaskError
        If a parameter is out of range.

    Examples
    --------
    From the last 2 to the 1 after the 2 before it, from there to the 0 after the first 1.

    >>> KHop(3, 6, 1).evaluate((1, 0, 2, 1, 0, 2))
    (3, 3, 3, 0, 2, 1)
    >>> KHop(3, 6, 2).evaluate((1, 0, 2, 1, 0, 2))
    (3, 3, 3, 3, 3, 0)
    """

    A: int = field(metadata=integer("the number of symbols", least=1, example=3))
    N: int = field(default=6, metadata=integer("the length of the sequences", least=1, example=6))
    k: int = field(default=2, metadata=integer("the number of hops", least=1, example=2))
    name = "k-hop"
    advice = "what bounds it is shown by: headcount reduce index k-hop n=4"

    def near_miss(self, kind: int, rng: random.Random) -> Tokens:
        """Kind 0: a chain of k hops if there is room, else a part of it. Kind 1: the same, one token changed."""
        tokens = [rng.randrange(self.A) for _ in range(self.N)]
        chain = [rng.randrange(self.A) for _ in range(self.k + 1)]
        tokens[-1], place = chain[0], self.N - 1
        for mine, following in pairwise(chain):
            place -= 2
            if place < 0:
                break
            tokens[place : place + 2] = (mine, following)
        if kind == 1:
            tokens[rng.randrange(self.N)] = rng.randrange(self.A)
        return tuple(tokens)


@dataclass(frozen=True)
class Composition(NamedTask):
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
    advice = "what bounds it is shown by: headcount reduce index composition n=4"

    @cached_property
    def N(self) -> int:  # type: ignore[override]  # of other tasks it is a field
        """2n + 1."""
        return 2 * self.n + 1

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


@dataclass(frozen=True)
class Cycle3(NamedTask):
    """Output i is 1 if there are vertices j, k with edges i -> j, j -> k, k -> i, else 0.

    The token of vertex i is an integer whose bit j (value 2^j) says whether there is an edge i -> j. Vertices may be
    equal as far as the edges allow it: a loop i -> i counts.

    Parameters
    ----------
    N : int >= 1
        The number of vertices.

    Raises
    ------
    TaskError
        If N is out of range.

    Examples
    --------
    >>> Cycle3(4).evaluate((0b0010, 0b0100, 0b1001, 0b0000))  # 0 -> 1 -> 2 -> 0, 2 -> 3
    (1, 1, 1, 0)
    """

    N: int = field(metadata=integer("the number of vertices", least=1, example=3))
    name = "cycle3"
    advice = "a Strassen unit is built by: headcount construct cycle3-strassen N={N}"
    kinds = 3

    def near_miss(self, kind: int, rng: random.Random) -> Tokens:
        """Kind 0: a random order's edges, so paths but no cycle. Kind 1: the same and one edge back. Kind 2: sparse."""
        order = list(range(self.N))
        rng.shuffle(order)
        edges = set()
        for place, i in enumerate(order):
            for j in order[place + 1 :]:
                if rng.random() < (0.8 if kind < 2 else 0.3):
                    edges.add((i, j))
        if kind == 1 and self.N >= 3:
            first, *_, last = sorted(rng.sample(range(self.N), 3))
            edges.add((order[last], order[first]))
        elif kind == 2:
            edges |= {(rng.randrange(self.N), rng.randrange(self.N)) for _ in range(2)}
        return tuple(sum(2**j for j in range(self.N) if (i, j) in edges) for i in range(self.N))
