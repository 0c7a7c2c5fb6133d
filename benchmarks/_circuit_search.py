"""The search for refutations by words of circuits (``circuit_words.py`` says what they are).

Let z(T, w) be 1 if w is the word of the circuit of T, j + 1 columns. Over GF(2) it is a(T, w), 1 where w alternates,
plus the sum of y(F) over the faces F of (T, w), for some y: cycles are just what is orthogonal to all such sums. So all
z that agree with the words shown so far are the solutions of linear equations in y. 64 random solutions give, with a
chance of error of less than one in a billion, all linear relations between the z of one set T; of the words on T only
those are left that agree with all of them. The words that went are equations for the next round. The steps that a
contradiction needs are then made explicit, and nothing in them rests on chance.
"""

from typing import Any, NamedTuple

import numpy as np

from _circuit_kernel import add_equations, possible_words, reduced, some_solutions, traced
from headcount.solvers.sign_rank.subsets import faces, subsets

Word = tuple[int, ...]
"""Columns with signs, c for + and ~c for -; the first one is +."""

ROOM = 2**27
"""Most numbers that stored equations, and their traces, hold: memory that is taken when it is used."""


class Step(NamedTuple):
    """Words on one set of columns and members, which together are a cycle."""

    words: tuple[Word, ...]
    members: tuple[Word, ...]


class Outcome(NamedTuple):
    """Steps (None: not refuted); rounds; circuits possible on a set, at first and at last, on average."""

    steps: tuple[Step, ...] | None
    rounds: int
    before: float
    after: float


def search(signs: np.ndarray, j: int, seed: int = 0) -> Outcome:
    """Whether words of circuits exclude vectors of j coordinates.

    >>> search(np.array([[-1, 1, 1, 1], [1, -1, 1, 1], [1, 1, -1, 1], [1, 1, 1, -1]]), 2).steps
    (Step(words=(), members=((0, -2, 2), (0, 1, -3), (0, -2, -3), (0, 1, 2))),)
    """
    return _Search(signs, j, seed).outcome()


class _Search:
    def __init__(self, signs: np.ndarray, j: int, seed: int) -> None:
        n, self.j, self.size = signs.shape[1], j, 2**j
        large, small = subsets(n, j + 1), subsets(n, j)
        self.sets = large[np.lexsort(large.T)].astype(np.int64)  # colexicographic: those of the first columns first
        place = np.empty(len(small), np.int64)
        place[np.lexsort(small.T)] = np.arange(len(small))
        minus = np.hstack([np.zeros((self.size, 1), np.int64), np.arange(self.size)[:, None] >> np.arange(j) & 1])
        parts = [np.delete(minus, k, 1) for k in range(j + 1)]
        codes = np.stack([((p ^ p[:, :1])[:, 1:] << np.arange(j - 1)).sum(1) for p in parts], axis=1)
        numbers = place[faces(self.sets.astype(np.int16), n)]
        self.minus, self.alternates = minus.astype(bool), (np.diff(minus) != 0).all(1)
        self.unknowns = (numbers[:, None, :] * 2 ** (j - 1) + codes).astype(np.int32)
        self.left = np.ones((len(self.sets), self.size), bool)
        for row in signs < 0:
            word = row[self.sets] ^ row[self.sets[:, :1]]
            self.left[np.arange(len(word)), (word[:, 1:] << np.arange(j)).sum(1)] = False
        count = len(small) * 2 ** (j - 1)
        self.owner, self.rows = np.full(count, -1, np.int32), np.zeros((count + 1, 6), np.int64)
        self.pool, self.traces, self.used = (np.empty(ROOM, np.int32) for _ in range(3))
        self.one, self.other = np.empty(count, np.int32), np.empty(count, np.int32)
        self.state, self.rng = np.zeros(3, np.int64), np.random.default_rng(seed)
        self.round = np.where(self.left, -2, -1)  # when a word was excluded: -1, it is shown; -2, not yet
        self.history: list[tuple[np.ndarray, np.ndarray, int]] = []

    def outcome(self) -> Outcome:
        new, before = ~self.left, float(self.left.sum(1).mean())
        while True:
            t, w = np.nonzero(new)
            values, names = self.alternates[w].astype(np.int64), t * self.size + w
            buffers = (self.one, self.other, self.used)
            lists = self.unknowns[t, w]
            place, count = add_equations(
                lists, values, names, self.owner, self.rows, self.pool, self.traces, self.state, *buffers
            )
            after = float(self.left.sum(1).mean())
            if place == -2:
                raise MemoryError("the equations are too many, or have too many terms")
            if place >= 0:
                last = [*self._members(self.used[:count]), int(names[place])]
                return Outcome(self._steps(last), len(self.history), before, after)
            z = self._solutions()
            found = np.zeros_like(self.left)
            possible_words(z, self.left, found)
            self.history.append((z, self.left, int(self.state[0])))
            new = self.left & ~found
            if not new.any():
                return Outcome(None, len(self.history), before, after)
            self.round[new] = len(self.history) - 1
            self.left = found

    def _solutions(self) -> np.ndarray:
        values = self.rng.integers(0, 2**64, len(self.owner), dtype=np.uint64)
        some_solutions(self.owner, self.rows, self.pool, values)
        z: np.ndarray = np.bitwise_xor.reduce(values[self.unknowns], axis=2)
        return z ^ np.where(self.alternates, ~np.uint64(0), np.uint64(0))

    def _members(self, used: np.ndarray) -> list[int]:
        flags = np.zeros(int(self.state[0]), np.bool_)
        traced(used, self.rows, self.traces, flags)
        names: list[int] = self.rows[: len(flags), 3][flags].tolist()
        return names

    def _steps(self, last: list[int]) -> tuple[Step, ...]:
        """What the last cycle needs: a step for each of its members that no row shows, and so on."""
        made = [(len(self.history), (), last)]
        done: set[int] = set()
        todo = list(last)
        while todo:
            name = todo.pop()
            t, w = divmod(name, self.size)
            if name in done or self.round[t, w] < 0:
                continue
            words, members, odd = self._reason(t, w)
            done |= {t * self.size + k for k in range(self.size) if (k in words) != odd}
            made.append((int(self.round[t, w]), tuple(t * self.size + k for k in words), members))
            todo += members
        made.sort(key=lambda step: step[0])
        return tuple(Step(tuple(map(self._word, a)), tuple(map(self._word, b))) for _, a, b in made)

    def _reason(self, t: int, w: int) -> tuple[list[int], list[int], bool]:
        """The shortest cycle that excludes word w of set t when it went, and whether oddly many of it alternate."""
        z, left, most = self.history[self.round[t, w]]
        best: tuple[list[int], list[int], bool] | None = None
        for relation in _relations(z[t].tolist(), np.flatnonzero(left[t]).tolist()):
            words, odd = [k for k in range(self.size) if relation >> k & 1], bool(relation >> self.size)
            if (w in words) == odd:
                continue
            total: set[int] = set()
            for k in words:
                total ^= set(self.unknowns[t, k].tolist())
            self.one[: len(total)] = sorted(total, reverse=True)
            rest, count, *_ = reduced(
                len(total), most, self.owner, self.rows, self.pool, self.one, self.other, self.used
            )
            members = self._members(self.used[:count])
            if rest == 0 and (best is None or len(members) < len(best[1])):
                best = words, members, odd
        if best is None:
            raise ArithmeticError("a relation of 64 random solutions holds by chance: take another seed")
        return best

    def _word(self, name: int) -> Word:
        t, w = divmod(name, self.size)
        return tuple(np.where(self.minus[w], ~self.sets[t], self.sets[t]).tolist())


def _relations(z: list[int], words: list[int]) -> list[int]:
    """Sums that are 0 in all solutions, as bit sets; bit len(z) stands for the constant 1."""
    basis: list[tuple[int, int]] = []
    found = []
    for k in [*words, len(z)]:
        value, part = z[k] if k < len(z) else 2**64 - 1, 1 << k
        for other, others in basis:
            if value ^ other < value:
                value, part = value ^ other, part ^ others
        if value:
            basis = sorted([*basis, (value, part)], reverse=True)
        else:
            found.append(part)
    return found


def signs_of_question(pattern: Any) -> np.ndarray:
    """The signs of a pattern without zeros."""
    return np.array([[1 if x == "+" else -1 for x in row] for row in pattern.rows])
