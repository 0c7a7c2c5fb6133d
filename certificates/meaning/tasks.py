"""Tasks on words of one length over a finite alphabet: every input, and the answers that are asked for.

Symbols: N positions, M modulus, K reach; tokens 0 .. A-1. ``task_of`` makes the ``Task`` of a statement. Rules that
speak of a finite task evaluate it there. A table lists its inputs; its other words are not promised.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from ..meter import Meter, walk
from ..schema import Record

Word = tuple[int, ...]
Wanted = tuple[int | None, ...]
"""An answer for each position; None where none is asked for."""


def match(x: Word, order: int, M: int) -> Word:
    """1 at i iff x_i + x_{j_2} + .. + x_{j_s} = 0 mod M for some j_2 .. j_s, repeats and i itself allowed.

    >>> match((1, 1, 2), 2, 4), match((1, 1, 2), 3, 4)
    ((0, 0, 1), (1, 1, 1))
    """
    sums = {0}
    for _ in range(order - 1):
        sums = {(a + token) % M for a in sums for token in x}
    return tuple(int(-token % M in sums) for token in x)


def match3_local(x: Word, M: int, K: int) -> Word:
    """1 at i iff x_i + x_j + x_l = 0 mod M for some j, l both at most K away from i.

    >>> match3_local((0, 0, 1, 1), 3, 1), match3_local((1, 2, 0), 3, 0)
    ((1, 1, 1, 1), (1, 1, 1))
    """
    near = [x[max(0, i - K) : i + K + 1] for i in range(len(x))]
    return tuple(int(any((t + a + b) % M == 0 for a in near[i] for b in near[i])) for i, t in enumerate(x))


def match3_bigram(x: Word, M: int) -> Word:
    """1 at i iff x_i + x_j + x_{j+1} = 0 mod M for some j with 1 <= j < N.

    >>> match3_bigram((1, 2, 3), 6)
    (1, 0, 1)
    """
    sums = {(x[j] + x[j + 1]) % M for j in range(len(x) - 1)}
    return tuple(int(-token % M in sums) for token in x)


def cycle3(x: Word) -> Word:
    """1 at i iff edges i -> j -> k -> i exist; bit j of token i is the edge i -> j.

    >>> cycle3((0b010, 0b100, 0b001)), cycle3((0b010, 0b001, 0b100))
    ((1, 1, 1), (0, 0, 1))
    """
    V = range(len(x))
    edge = [[token >> j & 1 for j in V] for token in x]
    return tuple(int(any(edge[i][j] and edge[j][k] and edge[k][i] for j in V for k in V)) for i in V)


def k_hop(x: Word, A: int, k: int) -> Word:
    """x_j at i, j being k hops from i, or A if there is none; a hop leads to j + 1 for the last j < i with x_j = x_i.

    >>> k_hop((2, 1, 0, 2, 2), 3, 1), k_hop((1, 0, 2, 1, 0, 2), 3, 2)
    ((3, 3, 3, 1, 2), (3, 3, 3, 3, 3, 0))
    """
    last: dict[int, int] = {}
    hop: dict[int, int] = {}
    for i, token in enumerate(x):
        if token in last:
            hop[i] = last[token] + 1
        last[token] = i
    places = list(range(len(x)))
    for _ in range(k):
        places = [hop.get(place, -1) for place in places]
    return tuple(x[place] if place >= 0 else A for place in places)


def composition(x: Word, n: int) -> Word:
    """f(g(x)) at a position that holds x: the first n positions hold the values of f, the next n those of g.

    >>> composition((2, 0, 1, 1, 1, 0, 2), 3)
    (2, 0, 0, 0, 0, 0, 2)
    """
    return tuple(x[x[n + token]] for token in x)


NAMED: Mapping[str, Callable[[Record], tuple[int, int, Callable[[Word], Word], int]]] = {
    "match": lambda s: (s.M, s.N, lambda x: match(x, s.order, s.M),
                        s.N * (1 + sum(min(s.M, s.N**k) for k in range(1, s.order - 1)))),
    "match3-local": lambda s: (s.M, s.N, lambda x: match3_local(x, s.M, s.K), s.N * min(s.N, 2 * s.K + 1) ** 2),
    "match3-bigram": lambda s: (s.M, s.N, lambda x: match3_bigram(x, s.M), 2 * s.N),
    "cycle3": lambda s: (2**s.N, s.N, cycle3, s.N**3 + s.N**2),
    "induction-heads": lambda s: (s.A, s.N, lambda x: k_hop(x, s.A, 1), 5 * s.N),
    "k-hop": lambda s: (s.A, s.N, lambda x: k_hop(x, s.A, s.k), s.N * (4 + s.k)),
    "composition": lambda s: (s.n, 2 * s.n + 1, lambda x: composition(x, s.n), 4 * s.n + 2),
}  # fmt: skip
"""Name -> alphabet, length, answers, and about how many steps the answers to one input take."""


@dataclass(frozen=True)
class Task:
    """A finite task: ``listed`` are the inputs of a table; without it every word is an input."""

    alphabet: int
    length: int
    position: int | None
    definition: Callable[[Word], Wanted | None]
    steps: int
    meter: Meter
    listed: tuple[Word, ...] = ()

    @property
    def size(self) -> int:
        """The number of inputs; some number above the limit of the meter if it is above that."""
        most = self.meter.limit + 1
        if self.alphabet > 1 and self.length * (self.alphabet.bit_length() - 1) > most.bit_length():
            return len(self.listed) or most
        return len(self.listed) or min(most, self.alphabet**self.length)

    def wanted(self, x: Word) -> Wanted | None:
        """The answers to a word, None where none is asked for; None if the word is no input. Pays for itself."""
        self.meter.charge(20 + len(x) + self.length + self.steps)
        fits = len(x) == self.length and all(0 <= token < self.alphabet for token in x)
        return self._asked(x) if fits else None

    def inputs(self, each: int = 0) -> Iterator[tuple[Word, Wanted]]:
        """Every input with its answers, once they are paid for, and ``each`` steps more for every one of them."""
        self.meter.charge(1 + self.size * (10 + 2 * self.length + self.steps + each))
        words = self.listed or product(range(self.alphabet), repeat=self.length)
        return ((x, self._asked(x) or ()) for x in words)

    def _asked(self, x: Word) -> Wanted | None:
        answers = self.definition(x)
        if answers is None or self.position is None:
            return answers
        return tuple(answer if i == self.position else None for i, answer in enumerate(answers))


def length_of(statement: Record) -> int:
    """N of a statement ``computation``."""
    return int(statement.length) if statement.of == "table" else NAMED[statement.of](statement)[1]


def task_of(statement: Record, meter: Meter) -> Task:
    """The task of a statement ``computation``.

    >>> task = task_of(Record("computation", {"of": "match", "order": 2, "M": 3, "N": 2, "position": 1}), Meter())
    >>> task.size, task.wanted((1, 2)), task.wanted((1, 3)), len(list(task.inputs()))
    (9, (None, 1), None, 9)
    """
    s = statement
    if s.of == "table":
        answers: dict[Word, Wanted] = dict(walk(meter, s.answers, 100 + s.length))
        return Task(s.alphabet, s.length, s.position, answers.get, 1, meter, tuple(answers))
    alphabet, length, definition, steps = NAMED[s.of](s)
    return Task(alphabet, length, s.position, definition, steps, meter)
