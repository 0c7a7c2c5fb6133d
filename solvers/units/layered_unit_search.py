"""Fixed-point units of several layers for a finite task, by local search layer upon layer.

Between two layers the symbol of a position becomes the pair of its symbol and its output row: any other network there
is a function of this one. So once the layers below the last are chosen, the last one is a layer for a task again, whose
inputs are the words of these symbols, with the answers of the inputs that they come from; tables for it are looked for
as for one layer (``fixed_point_unit_search``), but that the read-out sees the token of the input beside the last row.
The pairs that it leaves mixed up are what the tables below are judged by: an entry of these is chosen anew, and kept if
fewer pairs are left, or not many more. Rows are exact.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ...questions.finite_task import FiniteTask, Word
from ..arrays import Ints
from .fixed_point_unit_search import NotFound, TableWalk
from .fixed_tables import FixedTables, Found, Type
from .fixed_units import Entry, FixedUnits, Vector

FIRST_MOVES, MOVES = 20, 4
"""Moves of the search for the last layer, per type of its tables: for the first choice of those below, for others."""

FEWEST = 10**9
"""More pairs than there are."""

PATIENCE = 60
"""Choices of the tables below without a gain before the search begins again."""

Callback = Callable[[], None]
"""What takes a change back."""

Place = tuple[bool, int, int]
"""Of an entry of a layer's tables: whether it is a query, the position, the symbol there."""

ReadOut = Mapping[tuple[int, Vector], int]
"""Symbol and output row -> the symbol of the next layer."""


@dataclass(frozen=True)
class FoundLayers:
    """For each layer its units, on the symbols that it sees, and its tables; and what comes between two layers."""

    layers: tuple[tuple[FixedUnits, Found], ...]
    read_outs: tuple[ReadOut, ...]


def search_layered_unit(
    units: FixedUnits, layers: int, deadline: float = float("inf"), seed: int = 0, *, choices: float = float("inf")
) -> FoundLayers | NotFound:
    """Tables of a unit with so many layers, if the local search meets some.

    Parameters
    ----------
    units : FixedUnits
        The sizes of each layer, the task, and what follows the last layer; tables by position and symbol, no null
        token. Heads of the layers below stand side by side.
    layers : int >= 2
    deadline : value of ``time.monotonic()`` at which to give up
    seed : int
    choices : number of choices of the tables below the last layer; what comes out is then a function of the arguments

    Examples
    --------
    >>> from ...questions import computation_question
    >>> task = computation_question("induction-heads", A=2, N=3).finite
    >>> found = search_layered_unit(FixedUnits(task, bits=1, m=1), 2, choices=100)
    >>> len(found.layers), [units.task.alphabet for units, _ in found.layers]
    (2, [2, 10])
    """
    below, numbers, made = _Below(units, layers - 1, random.Random(seed)), np.random.default_rng(seed), 0
    left, worse, held = FEWEST, 0, dict[tuple[bool, Type], Ints]()
    while made < choices and time.monotonic() < deadline:
        made += 1
        if worse > PATIENCE or left == FEWEST:
            undo, left, worse, held = below.restart(), FEWEST, 0, {}
        else:
            undo = below.change()
        task, tokens, old = below.task()
        last = replace(units, task=task)
        walk = TableWalk(FixedTables(last, tokens), numbers)
        walk.take({place: held[was] for place in walk.places if (was := _was(place, old)) in held})
        if walk.descend(deadline, MOVES if held else FIRST_MOVES) and (found := walk.found()):
            return below.found(last, found)
        worse = 0 if walk.left < left else worse + 1
        if walk.left <= left + below.random.choice((0, 0, 1)):
            left = walk.left
            held |= {_was(place, old): walk.held[:, t] for t, place in enumerate(walk.places)}
        else:
            undo()
    return NotFound(made)


def _was(place: tuple[bool, Type], old: Sequence[int]) -> tuple[bool, Type]:
    """The place with the number that the symbol has in all choices."""
    is_query, (position, symbol) = place
    return is_query, (position, old[symbol])


class _Below:
    """The layers below the last: their tables, and the symbols that they make."""

    def __init__(self, units: FixedUnits, layers: int, rng: random.Random) -> None:
        self.units, self.layers, self.random = replace(units, combine="concat"), layers, rng
        self.pairs = list(units.task.pairs())
        self.rows: dict[tuple[Entry, tuple[Entry, ...]], Vector] = {}
        self.restart()

    def restart(self) -> Callback:
        """Empty tables, which are filled at random where they are looked up."""
        self.tables: list[dict[Place, Entry]] = [{} for _ in range(self.layers)]
        self.numbers: list[dict[tuple[int, Vector], int]] = [{} for _ in range(self.layers)]
        return lambda: None

    def change(self) -> Callback:
        """Another entry somewhere; what is returned takes it back."""
        tables = self.tables[self.random.randrange(self.layers)]
        place = self.random.choice(list(tables))
        old, tables[place] = tables[place], self.drawn(place[0])

        def undo() -> None:
            tables[place] = old

        return undo

    def drawn(self, is_query: bool) -> Entry:
        """A random entry of a type."""
        of = (is_query, 0)
        return self.units.entry(of, self.random.randrange(self.units.choices(of)))

    def entry(self, t: int, place: Place) -> Entry:
        """The entry at a place, drawn where there is none yet."""
        if place not in self.tables[t]:
            self.tables[t][place] = self.drawn(place[0])
        return self.tables[t][place]

    def words(self) -> list[list[Word]]:
        """The words of symbols that each layer sees, the last one too."""
        found = [[word for word, _ in self.pairs]]
        for t in range(self.layers):
            found.append([self.next(t, word) for word in found[-1]])
        return found

    def next(self, t: int, word: Word) -> Word:
        """What a word has become after layer t."""
        every = [self.entry(t, (False, j, symbol)) for j, symbol in enumerate(word)]
        made = []
        for i, symbol in enumerate(word):
            query = self.entry(t, (True, i, symbol))
            keys = tuple(every[j] for j in self.units.seen(i))
            if (query, keys) not in self.rows:
                self.rows[query, keys] = self.units.row(query, keys)
            numbers = self.numbers[t]
            made.append(numbers.setdefault((symbol, self.rows[query, keys]), len(numbers)))
        return tuple(made)

    def task(self) -> tuple[FiniteTask, tuple[int, ...], list[int]]:
        """What is left to the last layer; the tokens of the input that its symbols come from; their numbers here."""
        words = self.words()
        task, new = self.renamed(words[-1])
        tokens = [0] * len(new)
        for first, last in zip(words[0], words[-1], strict=True):
            for token, symbol in zip(first, last, strict=True):
                tokens[new[symbol]] = token
        return task, tuple(tokens), sorted(new)

    def renamed(self, words: list[Word]) -> tuple[FiniteTask, dict[int, int]]:
        """The task on these words, their symbols numbered anew; and the new numbers."""
        new = {symbol: k for k, symbol in enumerate(sorted({symbol for word in words for symbol in word}))}
        listed = tuple(
            (tuple(new[symbol] for symbol in word), answers)
            for word, (_, answers) in zip(words, self.pairs, strict=True)
        )
        return FiniteTask("table", (("alphabet", len(new)), ("length", len(words[0]))), listed), new

    def found(self, last: FixedUnits, tables: Found) -> FoundLayers:
        """All layers; symbols that occur are numbered through."""
        words = self.words()
        tasks = [(self.units.task, {symbol: symbol for symbol in range(self.units.task.alphabet)})]
        tasks += [self.renamed(each) for each in words[1:]]
        layers, read_outs = [], []
        for t in range(self.layers):
            (task, old), (_, new) = tasks[t], tasks[t + 1]
            used = {(j, symbol) for word in words[t] for j, symbol in enumerate(word)}
            keys, queries = (
                tuple(((j, old[symbol]), self.tables[t][is_query, j, symbol]) for j, symbol in sorted(used))
                for is_query in (False, True)
            )
            layers.append((replace(self.units, task=task), Found(keys, queries, tables.at)))
            read_outs.append(
                {
                    (old[symbol], row): new[k]
                    for (symbol, row), k in self.numbers[t].items()
                    if k in new and symbol in old
                }
            )
        return FoundLayers((*layers, (last, tables)), tuple(read_outs))
