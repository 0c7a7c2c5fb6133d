"""Tasks on all sequences of one length over a finite alphabet, by name: a few lines each, because they are trusted.

Symbols: N positions, M modulus, K reach; symbols 0 .. A-1. The answer at every position is an integer (0 or 1 for the
named tasks, except ``induction-heads``, ``k-hop``, ``composition``), or not asked for. ``tasks`` has its own,
separately written definitions; the tests compare them.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product

Word = tuple[int, ...]
Wanted = tuple[int | None, ...]
"""An answer for each position; None where none is asked for."""

Answers = tuple[tuple[Word, Wanted], ...]

MAX_INPUTS = 5_000_000
"""Most inputs of a finite task that are gone through."""


def match(tokens: Word, order: int, M: int) -> Word:
    """1 at i iff x_i + x_{j_2} + .. + x_{j_s} = 0 mod M for some j_2 .. j_s, repeats and i itself allowed.

    >>> match((1, 1, 2), order=2, M=4)
    (0, 0, 1)
    >>> match((1, 1, 2), order=3, M=4)
    (1, 1, 1)
    """
    sums = {0}
    for _ in range(order - 1):
        sums = {(a + x) % M for a in sums for x in tokens}
    return tuple(int(-x % M in sums) for x in tokens)


def match3_local(tokens: Word, M: int, K: int) -> Word:
    """1 at i iff x_i + x_j + x_l = 0 mod M for some j, l both at most K away from i.

    >>> match3_local((0, 0, 1, 1), M=3, K=1)
    (1, 1, 1, 1)
    >>> match3_local((1, 2, 0), M=3, K=0)
    (1, 1, 1)
    """
    near = [tokens[max(0, i - K) : i + K + 1] for i in range(len(tokens))]
    return tuple(
        int(any((x + y + z) % M == 0 for y in around for z in around)) for x, around in zip(tokens, near, strict=True)
    )


def match3_bigram(tokens: Word, M: int) -> Word:
    """1 at i iff x_i + x_j + x_{j+1} = 0 mod M for some j with 1 <= j < N.

    >>> match3_bigram((1, 2, 3), M=6)
    (1, 0, 1)
    """
    sums = {(tokens[j] + tokens[j + 1]) % M for j in range(len(tokens) - 1)}
    return tuple(int(-x % M in sums) for x in tokens)


def cycle3(tokens: Word) -> Word:
    """1 at i iff edges i -> j -> k -> i exist; bit j of token i is the edge i -> j.

    >>> cycle3((0b010, 0b100, 0b001))
    (1, 1, 1)
    >>> cycle3((0b010, 0b001, 0b100))
    (0, 0, 1)
    """
    vertices = range(len(tokens))
    edge = [[tokens[i] >> j & 1 for j in vertices] for i in vertices]
    return tuple(
        int(any(edge[i][j] and edge[j][k] and edge[k][i] for j in vertices for k in vertices)) for i in vertices
    )


def k_hop(tokens: Word, A: int, k: int) -> Word:
    """x_j at i, where j is k hops from i, and A if there is no such j.

    A hop leads from i to j + 1 for the last j < i with x_j = x_i; with k = 1 these are ``induction-heads``.

    >>> k_hop((2, 1, 0, 2, 2), A=3, k=1)
    (3, 3, 3, 1, 2)
    >>> k_hop((1, 0, 2, 1, 0, 2), A=3, k=2)
    (3, 3, 3, 3, 3, 0)
    """
    last: dict[int, int] = {}
    hops: dict[int, int] = {}
    for i, x in enumerate(tokens):
        if x in last:
            hops[i] = last[x] + 1
        last[x] = i
    answers = []
    for place in range(len(tokens)):
        for _ in range(k):
            place = hops.get(place, -1)
        answers.append(tokens[place] if place >= 0 else A)
    return tuple(answers)


def composition(tokens: Word, n: int) -> Word:
    """f(g(x)) at a position that holds x: the first n positions hold the values of f, the next n those of g.

    >>> composition((2, 0, 1, 1, 1, 0, 2), n=3)
    (2, 0, 0, 0, 0, 0, 2)
    """
    return tuple(tokens[tokens[n + x]] for x in tokens)


@dataclass(frozen=True)
class _Definition:
    """Parameters with their least and largest values, the alphabet, the answers, and the steps that these may take."""

    parameters: Mapping[str, tuple[int, int]]
    alphabet: Callable[[Mapping[str, int]], int]
    answers: Callable[[Word, Mapping[str, int]], Word]
    steps: Callable[[Mapping[str, int]], int]


SIZE = (1, 10**6)
FINITE_TASKS: Mapping[str, _Definition] = {
    "match": _Definition(
        {"order": (2, 8), "M": SIZE, "N": SIZE},
        lambda p: p["M"],
        lambda x, p: match(x, p["order"], p["M"]),
        lambda p: p["N"] * (1 + sum(min(p["M"], p["N"] ** k) for k in range(1, p["order"] - 1))),
    ),
    "match3-local": _Definition(
        {"M": SIZE, "N": SIZE, "K": (0, 10**6)},
        lambda p: p["M"],
        lambda x, p: match3_local(x, p["M"], p["K"]),
        lambda p: p["N"] * min(p["N"], 2 * p["K"] + 1) ** 2,
    ),
    "match3-bigram": _Definition(
        {"M": SIZE, "N": SIZE}, lambda p: p["M"], lambda x, p: match3_bigram(x, p["M"]), lambda p: p["N"]
    ),
    "cycle3": _Definition({"N": (1, 20)}, lambda p: 2 ** p["N"], lambda x, p: cycle3(x), lambda p: p["N"] ** 3),
    "induction-heads": _Definition(
        {"A": SIZE, "N": SIZE}, lambda p: p["A"], lambda x, p: k_hop(x, p["A"], 1), lambda p: 2 * p["N"]
    ),
    "k-hop": _Definition(
        {"A": SIZE, "N": SIZE, "k": SIZE},
        lambda p: p["A"],
        lambda x, p: k_hop(x, p["A"], p["k"]),
        lambda p: p["N"] * (1 + p["k"]),
    ),
    "composition": _Definition(
        {"n": SIZE}, lambda p: p["n"], lambda x, p: composition(x, p["n"]), lambda p: 2 * p["n"] + 1
    ),
    "table": _Definition(
        {"alphabet": SIZE, "length": SIZE}, lambda p: p["alphabet"], lambda x, p: x, lambda p: p["length"]
    ),
}
"""Name -> parameters (least, largest), alphabet, answers, steps. ``table`` is given by a list of inputs and answers."""


@dataclass(frozen=True)
class FiniteTask:
    """A task of this module with its parameters; ``listed`` are the inputs and answers of a ``table``.

    If there is a ``position``, only the answers there are asked for.

    Examples
    --------
    >>> task = FiniteTask("match", (("order", 2), ("M", 3), ("N", 2)))
    >>> task.count, dict(task.pairs())[1, 2]
    (9, (1, 1))
    >>> dict(FiniteTask("match", (("order", 2), ("M", 3), ("N", 2)), position=1).pairs())[1, 2]
    (None, 1)
    """

    name: str
    parameters: tuple[tuple[str, int], ...]
    listed: Answers = ()
    position: int | None = None

    @cached_property
    def alphabet(self) -> int:
        """A."""
        return FINITE_TASKS[self.name].alphabet(dict(self.parameters))

    @property
    def length(self) -> int:
        """N."""
        parameters = dict(self.parameters)
        if self.name == "composition":
            return 2 * parameters["n"] + 1
        return parameters["length"] if self.name == "table" else parameters["N"]

    @property
    def count(self) -> int:
        """The number of inputs, or ``MAX_INPUTS + 1`` if there are more than ``MAX_INPUTS``."""
        if self.name == "table":
            return len(self.listed)
        count = 1
        for _ in range(self.length if self.alphabet > 1 else 0):
            count *= self.alphabet
            if count > MAX_INPUTS:
                return MAX_INPUTS + 1
        return count

    @cached_property
    def steps(self) -> int:
        """About how many steps the answers to one input may take, each well below a microsecond."""
        return FINITE_TASKS[self.name].steps(dict(self.parameters))

    def answers_to(self, tokens: Word) -> Wanted | None:
        """The answers to one input over the alphabet, at all positions; None if it is not in the list of a ``table``.

        >>> FiniteTask("match", (("order", 2), ("M", 3), ("N", 2))).answers_to((1, 2))
        (1, 1)
        """
        if self.name == "table":
            return self._by_input.get(tokens)
        return FINITE_TASKS[self.name].answers(tokens, dict(self.parameters))

    @cached_property
    def _by_input(self) -> dict[Word, Wanted]:
        return dict(self.listed)

    def pairs(self) -> Iterator[tuple[Word, Wanted]]:
        """Every input with the answers asked for, inputs in lexicographic order (those of a table as listed)."""
        for tokens, answers in self._all_pairs():
            if self.position is None:
                yield tokens, answers
            else:
                yield tokens, tuple(answer if i == self.position else None for i, answer in enumerate(answers))

    def _all_pairs(self) -> Iterator[tuple[Word, Wanted]]:
        if self.name == "table":
            yield from self.listed
            return
        answers, parameters = FINITE_TASKS[self.name].answers, dict(self.parameters)
        for tokens in product(range(self.alphabet), repeat=self.length):
            yield tokens, answers(tokens, parameters)
