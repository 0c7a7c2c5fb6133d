"""The system ``layers``: the tables of a unit of several layers for a finite task. Trusted.

Classes of tables, order 2, pairwise scores, tables by position and symbol, no null token, any read-out, heads side by
side; all layers see alike. The *symbol* of a position after t layers is its position, its token, and its output rows in
these layers; after the last one position, token and last row, which is what the read-out there sees. Any read-out
between layers is a function of symbol and row; so the tables of the next layer, looked up through it, are functions of
the symbol, and every unit gives one whose tables are by symbols: an *entry* for each, which is a key and a value, or a
query, for every head. A unit of fewer layers gives one of so many: its layers come last, after others whose rows they
do not look at. (Its layers see what they saw, as all do alike.) Smaller sizes are filled with constants. So the clauses
below hold of every unit of the claim's sizes, if there is one, when variables say what is the case in it:

``Symbol(t, word, i, s)``   after t layers position i of the word has symbol s
``Entry(t, kind, s, e)``    layer t gives the symbol s the entry e (kind 0: key and value, 1: query)
``Key(t, word, j, e)``      in layer t position j of the word has the key and value e
``Keys(t, word, js, es)``   in layer t the positions js, increasing, have the keys and values es; these are sorted
                            where the row does not depend on the order

Variables are numbered 1, 2, .. as the clauses that are given mention them first. Schemas take numbers of variables:

``token i, word``       Symbol(0, word, i, (i, its token))
``entry v, kind``       of v = Symbol(t, .., s), t less than the layers: Entry(t + 1, kind, s, e) for some e
``key v, w``            Symbol(t, word, j, s) and Entry(t + 1, 0, s, e) give Key(t + 1, word, j, e)
``keys u, w``           Keys(t, word, js, es) and Key(t, word, j, e), j above js, give Keys of js and j; u = 0: of j
``row v, w, u``         Symbol(t, word, i, s), Entry(t + 1, 1, s, e) and Keys(t + 1, word, js, es), js all that i sees
                        there, give Symbol(t + 1, word, i, s and the row)
``differ v, w``         not two symbols after the last layer with one position, token and last row, but other answers
"""

from collections.abc import Mapping
from typing import Any

from ..book import Book, Proved
from ..claims import Claim
from ..meaning.masks import seen_by
from ..meaning.tasks import task_of
from ..meter import Meter
from ..problems.units import PART, Units
from ..refuse import need
from ..schema import Record, many, record
from . import REFUTATION, Clause, System, clause_of, refute

FORM = record({"parts": many(record(REFUTATION))})
TABLES = PART.read({"tree": []}, "proof", Meter())
Variable = tuple[Any, ...]


def refuted(p: Record, claim: Claim, book: Book) -> Proved:
    """``{"parts": [{"given": .., "lemmas": ..}, ..]}``: a part for each of the sizes that have to be refuted."""
    sizes = claim.refuted()
    need(len(sizes) == len(p.parts), "there has to be a part for each size")
    for at, part in zip(sizes, p.parts, strict=True):
        refute(Layers(claim, at, book.meter), part)
    return Proved(sizes[-1] + 1, "tables of layers, written as clauses, are refuted")


class Layers(System):
    """The clauses of units of the claim's sizes where its resource is ``at``."""

    schemas: Mapping[str, int] = {"token": ~2, "entry": 2, "key": 2, "keys": 2, "row": 3, "differ": 2}

    def __init__(self, claim: Claim, at: int, meter: Meter):
        q, self.meter = claim.quantity, meter
        need(q.kind == "size" and claim.statement.kind == "computation", "the system is for units with finite tasks")
        need(q.scope is not None and q.order == 2, "the claim has to name the scope of the units")
        usual = (q.scope.tables, q.scope.null, q.read_out) == ("both", False, "any")
        need(usual, "tables are by position and token, without a null token, with any read-out")
        need(q.pattern is None or len(q.pattern.layers) == 1, "all layers see alike")
        need(q.scope.combine == "concat" or q.heads == 1, "heads stand side by side")
        self.task, self.layers = task_of(claim.statement, meter), q.layers
        self.units = Units(self.task, (), claim, at, TABLES, meter)
        meter.charge(10 * self.task.length)
        every = [*range(self.task.length)]
        self.sees = [every] * self.task.length if q.pattern is None else seen_by(q.pattern, 0, meter)
        self.numbers: dict[Variable, int] = {}
        self.variables: list[Variable] = []

    def number(self, *variable: Any) -> int:
        """The number of a variable, a new one if it has none."""
        self.meter.charge(200 + 20 * self.task.length)
        if variable not in self.numbers:
            self.meter.charge(500)
            self.variables.append(variable)
            self.numbers[variable] = len(self.variables)
        return self.numbers[variable]

    def named(self, number: int, kind: str) -> Variable:
        """What a variable of this kind is about."""
        need(0 < number <= len(self.variables), "there is no such variable yet")
        found, *about = self.variables[number - 1]
        need(found == kind, "a variable is of another kind")
        return tuple(about)

    def token(self, i: int, *word: int) -> Clause:
        n = self.task.length
        need(len(word) == n > i >= 0, "a word is of another length, or there is no such position")
        need(all(0 <= x < self.task.alphabet for x in word), "a word holds no tokens")
        return (self.number("Symbol", 0, word, i, (i, word[i])),)

    def entry(self, v: int, kind: int) -> Clause:
        t, _, _, s = self.named(v, "Symbol")
        need(t < self.layers and kind in (0, 1), "there is no such layer, or no such kind")
        count = len(self.units.entries[2 * kind])
        return clause_of(self.meter, count, (self.number("Entry", t + 1, kind, s, e) for e in range(count)))

    def key(self, v: int, w: int) -> Clause:
        (t, word, j, s), (above, kind, of, e) = self.named(v, "Symbol"), self.named(w, "Entry")
        need((above, kind, of) == (t + 1, 0, s), "the entry is of another symbol")
        return -v, -w, self.number("Key", above, word, j, e)

    def keys(self, u: int, w: int) -> Clause:
        t, word, j, e = self.named(w, "Key")
        if u == 0:
            return -w, self.number("Keys", t, word, (j,), (e,))
        below, same, js, es = self.named(u, "Keys")
        need((below, same) == (t, word) and j > js[-1], "the positions are of another word, or not increasing")
        self.meter.charge(20 * len(es))
        found = (*es, e) if self.units.ordered else tuple(sorted((*es, e)))
        return -u, -w, self.number("Keys", t, word, (*js, j), found)

    def row(self, v: int, w: int, u: int) -> Clause:
        (t, word, i, s), (above, kind, of, e) = self.named(v, "Symbol"), self.named(w, "Entry")
        need((above, kind, of) == (t + 1, 1, s), "the query is of another symbol")
        layer, same, js, es = self.named(u, "Keys")
        need((layer, same, [*js]) == (above, word, self.sees[i]), "the position sees other keys")
        units = self.units
        self.meter.charge(50 + len(es) * units.heads * (60 + 60 * (units.m + units.dv) * (1 + units.rounds)))
        keys = [units.entries[0][k] for k in es]
        rows = [units.output(query, [key[h] for key in keys]) for h, query in enumerate(units.entries[2][e])]
        known = s if above < self.layers else s[:2]
        return -v, -w, -u, self.number("Symbol", above, word, i, (*known, tuple(x for row in rows for x in row)))

    def differ(self, v: int, w: int) -> Clause:
        (t, one, i, s), (same, two, j, r) = self.named(v, "Symbol"), self.named(w, "Symbol")
        need(t == same == self.layers and s == r, "the read-out may tell the two apart")
        a, b = (self.task.wanted(word) for word in (one, two))
        need(a and b and None not in (a[i], b[j]) and a[i] != b[j], "the answers are alike, or not asked for")
        return -v, -w
