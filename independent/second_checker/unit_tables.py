"""Rule tree (section 11): tables of units of class FIXED or ROUNDED, and of the hard classes."""

from fractions import Fraction
from itertools import product

from .claims import refuted, rule, sizes_at
from .computations import cases, sizes_of
from .notation import TYPES, form, need
from .sparse import graph
from .trees import Problem, bits_in, check_tree
from .units import rounded_row, weigh
from .vectors import dot, sign


class Units(Problem):
    """The entries of a pairwise layer of such a class."""

    def __init__(self, c, sizes, moves, thresholds):
        self.m, self.p, self.heads, self.dv = sizes
        alphabet, n = sizes_of(c.s)
        self.c, self.alphabet, self.kind = c, alphabet, c.scope["tables"]
        self.by_token, self.n = self.kind == "token", n
        self.threshold, self.rounds = c.read_out == "threshold", c.cls.kind == "ROUNDED"
        self.first = c.cls.kind in ("LEFTMOST", "RIGHTMOST")
        self.stays = self.kind == "relative" or self.first
        self.summed = c.scope["combine"] == "sum" or self.threshold
        graphs = graph(c.pattern) if c.pattern else [[range(n)] * n]
        self.sees = [sorted(x) for x in graphs[0]]
        width = (self.m + self.dv) * self.heads
        need(self.p * width <= 12, "too many values are listed")
        grid = range(1 - 2**self.p, 2**self.p, 2) if c.cls.grid == "midrise" else range(
            -(2 ** (self.p - 1)), 2 ** (self.p - 1))  # fmt: skip
        self.places = {"token": 1, "relative": 2 * n - 1}.get(self.kind, n)
        self.grid, self.tables = grid, alphabet * self.places
        self.cuts, null = [-Fraction(10**13), *thresholds, Fraction(10**13)], c.scope["null"]

        def listed(one, extra=()):
            """Values: for each head a tuple of so many grid points."""
            return list(product([*extra, *product(grid, repeat=one)], repeat=self.heads))

        self.values = [listed(self.m + self.dv)] * self.tables
        if null:
            self.values.append(listed(self.m + self.dv, [None] if all(self.sees) else []))
        self.null = null
        self.query = len(self.values)
        self.values += [listed(self.m)] * self.tables + [range(len(thresholds) + 1)]
        need(max(map(len, self.values)) <= 4096, "too many values are listed")
        self.number = {}
        for x in {id(v): v for v in self.values}.values():
            self.number[id(x)] = {y: i for i, y in enumerate(x)}
        self.cases = [(w, i, a[i]) for w, a in cases(c.s) for i in range(n) if a[i] is not None]
        super().__init__([(1 << len(x)) - 1 for x in self.values], [self.read_move(x) for x in moves])

    def at(self, position, token):
        return token if self.by_token else position * self.alphabet + token

    def seen(self, i, j, token):
        """The number of the key at j, where position i looks."""
        return self.at(j - i + self.n - 1 if self.kind == "relative" else j, token)

    def read_move(self, move):
        n, alphabet, heads = sizes_of(self.c.s)[1], self.alphabet, self.heads
        if "lower" in move:
            position, head, k = move["lower"]
            need(self.m == 0 and not self.rounds, "lower is for m = 0")
            need(position < n and head < heads and k < self.dv, "what is lowered")
            need(self.kind in ("both", "token"), "lower is for tables both and token")
            need(not self.by_token or position == 0, "the position")
            need(not (self.c.pattern and self.threshold), "a threshold does not go along under a pattern")
            used = {w[j] for w, i, _ in self.cases for j in self.sees[i] if self.by_token or j == position}
            lowered = {self.at(position, u) for u in used}
            step = 2 if self.c.cls.grid == "midrise" else 1

            def lower(w, x):
                if w == len(self.values) - 1:
                    return w, None
                if w not in lowered:
                    return w, x
                value = [list(y) for y in self.values[w][x]]
                value[head][k] -= step
                image = self.number[id(self.values[w])].get(tuple(map(tuple, value)))
                return None if image is None else (w, image)

            return lower
        positions = move.get("positions", list(range(n)))
        tokens = move.get("tokens", [list(range(alphabet))] * n)
        order = move.get("heads", list(range(heads)))
        keys = move.get("keys", [list(range(1, self.m + 1))] * heads)
        values = move.get("values", [list(range(1, self.dv + 1))] * heads)
        need(not self.rounds or positions == list(range(n)), "a position is moved")
        need(sorted(positions) == list(range(n)) and sorted(order) == list(range(heads)), "no permutation")
        need(len(tokens) == n and all(sorted(x) == list(range(alphabet)) for x in tokens), "no permutation of tokens")
        need(self.kind == "both" or all(x == tokens[0] for x in tokens), "tokens by position")
        need(not self.stays or list(positions) == list(range(n)), "positions have to stay")
        for turns, size in ((keys, self.m), (values, self.dv)):
            need(len(turns) == heads, "turns for each head")
            need(all(sorted(map(abs, x)) == list(range(1, size + 1)) for x in turns), "no turn")
            need(self.c.cls.grid == "midrise" or all(min(x, default=1) > 0 for x in turns), "the grid is not kept")
        need(not self.summed or all(x == values[0] for x in values), "summed values turn alike")
        need(not self.threshold or values[0] == list(range(1, self.dv + 1)), "a threshold does not turn")
        asked = {(w, i): a for w, i, a in self.cases}
        for i in {i for _, i, _ in self.cases}:
            need(sorted(positions[j] for j in self.sees[i]) == self.sees[positions[i]], "the pattern is not kept")
        back = {at: j for j, at in enumerate(positions)}
        for (w, i), a in asked.items():
            image = [0] * n
            for j, u in enumerate(w):
                image[positions[j]] = tokens[j][u]
            need(asked.get((tuple(image), positions[i])) == a, "the task is not kept")

        def turn(vector, by):
            return tuple(sign(t) * vector[abs(t) - 1] for t in by)

        def apply(w, x):
            value = self.values[w][x]
            if w == len(self.values) - 1:
                return w, x
            is_query = w >= self.query
            to, place = w, w - self.query if is_query else w
            if place < self.tables:
                position, token = divmod(place, alphabet)
                j = position if self.by_token or self.stays else back[position]
                to = self.at(j, tokens[j if self.kind == "both" else 0].index(token)) + (self.query if is_query else 0)
            new = []
            for h in range(heads):
                part_ = value[order[h]]
                if part_ is not None:
                    part_ = turn(part_[: self.m], keys[h]) + (() if is_query else turn(part_[self.m :], values[h]))
                new.append(part_)
            return to, self.number[id(self.values[to])][tuple(new)]

        return apply

    def row(self, case, word, position):
        """The output row at a position, if all its entries are known."""
        null, here = [self.tables] * bool(self.null), [self.seen(position, j, word[j]) for j in self.sees[position]]
        needed = [self.query + self.seen(position, position, word[position])]
        needed += [*null, *here] if self.first else [*here, *null]
        need(all(case[w].bit_count() == 1 for w in needed), "an entry is not known")
        query, *keys = [self.values[w][case[w].bit_length() - 1] for w in needed]
        rows = []
        for h in range(self.heads):
            here = [k[h] for k in keys if k[h] is not None]
            need(here, "a position sees no key")
            score = [dot(query[h], k[: self.m]) for k in here]
            weights_ = weigh(self.c, self.p)(score)
            if self.rounds:
                rows.append(rounded_row(weights_, [k[self.m :] for k in here], self.p))
                continue
            total = sum(weights_)
            rows.append([Fraction(dot(weights_, column), total) for column in zip(*(k[self.m :] for k in here))])
        return list(map(sum, zip(*rows))) if self.summed else rows

    def step(self, number, case):
        x, y = divmod(number, len(self.cases))
        if self.kind == "additive" and x >= len(self.cases):
            return self.no_sum(number - len(self.cases) ** 2, case)
        need(x < len(self.cases), "no such case")
        (w, i, a), (v, j, b) = self.cases[x], self.cases[y]
        one, two = self.row(case, w, i), self.row(case, v, j)
        if not self.threshold:
            need(i == j and w[i] == v[j] and one == two and a != b, "the step does not refute")
        elif x != y:
            need(a == 0 and b == 1 and one[0] >= two[0], "the step does not refute")
        else:
            left = list(bits_in(case[-1]))
            ends = (self.cuts[left[0]], self.cuts[left[-1] + 1])
            need(a in (0, 1) and (one[0] >= ends[1] if a == 0 else one[0] <= ends[0]), "the step does not refute")

    def no_sum(self, number, case):
        """The step that four known entries are no sums."""
        one, two = divmod(number, 2 * self.tables)
        need(one < 2 * self.tables and one // self.tables == two // self.tables, "types of two kinds")
        base = self.query if one >= self.tables else 0
        (j, x), (k, y) = (divmod(at % self.tables, self.alphabet) for at in (one, two))
        known = []
        for place, token in ((j, x), (k, y), (j, y), (k, x)):
            w = base + self.at(place, token)
            need(case[w].bit_count() == 1, "an entry is not known")
            known.append([e for part in self.values[w][case[w].bit_length() - 1] for e in part])
        need(any(a + b != c + d for a, b, c, d in zip(*known)), "the entries are sums")


@rule("tree", "units", spec="parts [{moves=[] [UNITMOVE]*, thresholds=[] [frac -10^12..10^12/10^12]* inc, tree TREE}]")
def units_tree(c, p):
    need(c.task == "computation" and c.kind == "resource" and c.scope, "for a scope")
    values = list(refuted(c))
    form(len(p.parts) == len(values), "a part for each refuted value")
    for value, tree_part in zip(values, p.parts):
        problem = Units(c, sizes_at(c, value), tree_part["moves"], tree_part["thresholds"])
        check_tree(problem, tree_part["tree"])
    return c.value


TYPES["UNITMOVE"] = (
    "{lower [nat,nat,nat]}|{positions? [nat], tokens? [[nat]], heads? [nat], keys? [[int]*], values? [[int]*]}"
)
