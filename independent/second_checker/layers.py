"""Rule clauses (section 7), system layers: the tables of units of several layers."""

from fractions import Fraction
from itertools import product

from .claims import refuted, rule, sizes_at
from .clauses import refute, takes
from .computations import cases, sizes_of
from .notation import form, need
from .sparse import graph
from .units import rounded_row, weigh
from .vectors import dot


class Tables:
    """The clauses of one size; ``known[v - 1]`` is what variable v says."""

    def __init__(self, c, sizes):
        self.m, self.p, self.heads, dv = sizes
        self.c, (self.alphabet, self.n) = c, sizes_of(c.s)
        need(self.p * (self.m + dv) * self.heads <= 12, "too many values are listed")
        odd, half = range(1 - 2**self.p, 2**self.p, 2), 2 ** (self.p - 1)
        grid = odd if c.cls.grid == "midrise" else range(-half, half)
        self.entries = [list(product(product(grid, repeat=k), repeat=self.heads)) for k in (self.m + dv, self.m)]
        graphs = graph(c.pattern) if c.pattern else [[range(self.n)] * self.n]
        need(len(graphs) == 1, "layers see differently")
        self.sees = [sorted(x) for x in graphs[0]]
        self.answers = {tuple(w): a for w, a in cases(c.s)}
        self.in_order = c.cls.kind in ("ROUNDED", "LEFTMOST", "RIGHTMOST")
        self.known, self.variable = [], {}

    def literal(self, *said):
        if said not in self.variable:
            self.known.append(said)
            self.variable[said] = len(self.known)
        return self.variable[said]

    def of(self, v, name):
        need(1 <= v <= len(self.known) and self.known[v - 1][0] == name, f"variable {v} is no {name}")
        return self.known[v - 1][1:]

    def token(self, numbers):
        need(len(numbers) == self.n + 1, "a position and a word")
        i, *word = numbers
        need(0 <= i < self.n and all(0 <= x < self.alphabet for x in word), "no such position or token")
        return [self.literal("Symbol", 0, tuple(word), i, (i, word[i]))]

    def entry(self, v, kind):
        t, _, _, s = self.of(v, "Symbol")
        need(t < self.c.layers and kind < 2, "no such layer or kind")
        return [self.literal("Entry", t + 1, kind, s, e) for e in range(len(self.entries[kind]))]

    def key(self, v, w):
        t, word, j, s = self.of(v, "Symbol")
        *of, e = self.of(w, "Entry")
        need(of == [t + 1, 0, s], "an entry of something else")
        return [-v, -w, self.literal("Key", t + 1, word, j, e)]

    def keys(self, u, w):
        t, word, j, e = self.of(w, "Key")
        if not u:
            return [-w, self.literal("Keys", t, word, (j,), (e,))]
        layer, other, places, held = self.of(u, "Keys")
        need((layer, other) == (t, word) and max(places) < j, "keys that do not go together")
        both = (*held, e) if self.in_order else tuple(sorted((*held, e)))
        return [-u, -w, self.literal("Keys", t, word, (*places, j), both)]

    def row(self, v, w, u):
        t, word, i, s = self.of(v, "Symbol")
        *of, e = self.of(w, "Entry")
        need(of == [t + 1, 1, s], "a query of something else")
        layer, other, places, held = self.of(u, "Keys")
        need((layer, other, list(places)) == (t + 1, word, self.sees[i]), "not the keys that are seen")
        row = tuple(x for h in range(self.heads) for x in self.head(h, self.entries[1][e][h], held))
        new = (*s, row) if t + 1 < self.c.layers else (*s[:2], row)
        return [-v, -w, -u, self.literal("Symbol", t + 1, word, i, new)]

    def head(self, h, query, held):
        keys = [self.entries[0][k][h] for k in held]
        weights = weigh(self.c, self.p)([dot(query, k[: self.m]) for k in keys])
        values = [k[self.m :] for k in keys]
        if self.c.cls.kind == "ROUNDED":
            return rounded_row(weights, values, self.p)
        return [Fraction(dot(weights, column), sum(weights)) for column in zip(*values)]

    def differ(self, v, w):
        (t, one, i, s), (k, two, _, r) = self.of(v, "Symbol"), self.of(w, "Symbol")
        need(t == k == self.c.layers and s == r, "the read-out may tell them apart")
        need(one in self.answers and two in self.answers, "no input")
        found = {self.answers[one][i], self.answers[two][i]}
        need(len(found) == 2 and None not in found, "the answers do not differ")
        return [-v, -w]


@rule("clauses", "layers", spec="parts [REFUTATION]1..")
def layers(c, p):
    need(c.task == "computation" and c.kind == "resource" and c.scope and c.order == 2, "for a scope")
    wanted = (c.scope["tables"], c.scope["null"], c.read_out)
    need(wanted == ("both", False, "any"), "tables both, no null token, any read-out")
    need(c.scope["combine"] == "concat" or (c.resource != "H" and c.heads == 1), "heads abreast")
    values = list(refuted(c))
    form(len(p.parts) == len(values), "a part for each refuted value")
    for value, part in zip(values, p.parts):
        x = Tables(c, sizes_at(c, value))
        schemas = {"token": x.token, "entry": takes(2)(x.entry), "key": takes(2)(x.key), "keys": takes(2)(x.keys)}
        refute(part["given"], part["lemmas"], {**schemas, "row": takes(3)(x.row), "differ": takes(2)(x.differ)})
    return c.value
