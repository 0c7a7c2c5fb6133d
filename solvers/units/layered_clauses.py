"""The clauses of units of several layers, word by word, as ``certificates/systems/layers.py`` makes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ...certificates.systems.layers import Layers
from ...questions.finite_task import Wanted, Word
from ..refutation_steps import Clause, Refutation

Named = tuple[str, tuple[int, ...]]
"""A schema, and the numbers that it takes."""


class LayeredClauses:
    """The clauses about the words that have been added: ``named`` says how each is made, ``clauses`` what it is.

    Parameters
    ----------
    system : Layers
        A fresh one. Variables are numbered as it numbers them.
    """

    def __init__(self, system: Layers) -> None:
        self.system = system
        self.named: list[Named] = []
        self.clauses: list[Clause] = []
        self.first: dict[int, int] = {}  # variable -> the clause that is the first to mention it
        self.opened: dict[tuple[int, Any], list[int]] = {}
        self.last: dict[Any, list[tuple[int, int]]] = {}

    def make(self, name: str, *numbers: int) -> Clause:
        """One more clause."""
        clause: Clause = getattr(self.system, name)(*numbers)
        for literal in clause:
            self.first.setdefault(abs(literal), len(self.clauses))
        self.named.append((name, numbers))
        self.clauses.append(clause)
        return clause

    def add(self, word: Word, answers: Wanted) -> None:
        """All clauses about a word."""
        symbols = [[self.make("token", i, *word)[-1]] for i in range(len(word))]
        for t in range(self.system.layers):
            asked = [i for i, a in enumerate(answers) if t + 1 < self.system.layers or a is not None]
            held = [self.keys_of(listed) for listed in symbols]
            seen = {i: (*self.system.sees[i],) for i in asked}
            together = {sees: self.collected([held[j] for j in sees]) for sees in dict.fromkeys(seen.values())}
            symbols = [self.rows(symbols[i], together[seen[i]]) if i in seen else [] for i in range(len(word))]
        for i, listed in enumerate(symbols):
            for v in listed:
                self.told_apart(v, i, answers[i])

    def keys_of(self, symbols: Sequence[int]) -> list[int]:
        """What a position may have as key and value, by its symbols."""
        found = dict.fromkeys(self.make("key", v, w)[-1] for v in symbols for w in self.entries(v, 0))
        return list(found)

    def entries(self, symbol: int, kind: int) -> list[int]:
        """The entries that a layer may give a symbol: the clause that there is one is made once."""
        t, _, _, s = self.system.named(symbol, "Symbol")
        if (t, (kind, s)) not in self.opened:
            self.opened[t, (kind, s)] = [*self.make("entry", symbol, kind)]
        return self.opened[t, (kind, s)]

    def collected(self, keys: Iterable[Sequence[int]]) -> list[int]:
        """What positions may have together, position by position."""
        found = [0]
        for listed in keys:
            found = [*dict.fromkeys(self.make("keys", u, w)[-1] for u in found for w in listed)]
        return found

    def rows(self, symbols: Sequence[int], collected: Sequence[int]) -> list[int]:
        """The symbols after the layer."""
        made = (self.make("row", v, w, u)[-1] for v in symbols for w in self.entries(v, 1) for u in collected)
        return [*dict.fromkeys(made)]

    def told_apart(self, v: int, i: int, answer: int | None) -> None:
        """No other answer where the read-out sees the same."""
        s = self.system.named(v, "Symbol")[3]
        others = self.last.setdefault(s, [])
        for w, other in others:
            if other != answer:
                self.make("differ", w, v)
        others.append((v, -1 if answer is None else answer))

    # --- proofs ---------------------------------------------------------------

    def proof(self, found: Refutation, system: Layers) -> dict[str, Any]:
        """The part of a proof of system ``layers``, its variables numbered as it mentions them.

        ``system`` is a fresh one.
        """
        order = [*self.needed(found.axioms)]
        place = {k: n for n, k in enumerate(order)}
        given: list[list[Any]] = []
        renamed = {0: 0}
        for k in order:
            name, numbers = self.named[k]
            of = {"token": 0, "entry": 1}.get(name, len(numbers))  # how many of them are variables
            new = [*(renamed[v] for v in numbers[:of]), *numbers[of:]]
            renamed |= dict(zip(map(abs, self.clauses[k]), map(abs, getattr(system, name)(*new)), strict=True))
            if not given or given[-1][0] != name:
                given.append([name])
            given[-1].append(new)
        used = [place[k] for k in found.axioms] + [len(order) + k for k in range(len(found.lemmas))]
        lemmas = [
            [[renamed[abs(x)] * (1 if x > 0 else -1) for x in literals], [used[hint] for hint in hints]]
            for literals, hints in found.lemmas
        ]
        return {"given": given, "lemmas": lemmas}

    def needed(self, axioms: Iterable[int]) -> Iterator[int]:
        """These clauses, and those that first mention what they are about, in order."""
        wanted, waiting = set(axioms), [*axioms]
        while waiting:
            name, numbers = self.named[waiting.pop()]
            of = {"token": 0, "entry": 1}.get(name, len(numbers))
            new = {self.first[v] for v in numbers[:of] if v} - wanted
            wanted |= new
            waiting += new
        return iter(sorted(wanted))
