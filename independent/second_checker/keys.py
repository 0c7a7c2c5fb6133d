"""Rule tree (section 11): keys in a grid."""

from collections import Counter
from itertools import product
from math import ceil, floor

from .claims import refuted, rule, sizes_at
from .notation import TYPES, form, need, small
from .patterns import pattern_of
from .trees import Problem, check_tree
from .vectors import dot, sign


class Keys(Problem):
    """The keys of the columns, points of the grid."""

    def __init__(self, k, m, p, rows, heads, moves):
        """Rows are lists of alternatives, which are a word for each head."""
        values = range(1 - 2**p, 2**p, 2) if k.grid == "midrise" else range(-(2 ** (p - 1)), 2 ** (p - 1))
        self.points, self.rows, self.heads, self.size = list(product(values, repeat=m)), rows, heads, len(rows[0][0][0])
        self.low, self.high = floor(k.gap), ceil(k.gap)
        limit = m * max(map(abs, values)) ** 2
        self.scores = range(-limit, limit + 1, 2 if k.grid == "midrise" else 1)
        number, size = {x: i for i, x in enumerate(self.points)}, self.size
        functions, alike = [], {x: x for x in range(size)}
        for move in moves:
            need(move["head"] < heads, "a move in no head")
            if "swap" in move:
                a, b = move["swap"]
                form(a < size and b < size, "no such column")
                other = {a: b, b: a}
                order = [other.get(x, x) for x in range(size)]
                turned = [frozenset(tuple("".join(w[x] for x in order) for w in alt) for alt in row) for row in rows]
                need(Counter(turned) == Counter(map(frozenset, rows)), "a swap does not keep the rows")
                functions.append(lambda w, x, o=order: (w // size * size + o[w % size], x))
                old, new = alike[a], alike[b]
                alike = {x: new if y == old else y for x, y in alike.items()}
            else:
                turn, head = move["turn"], move["head"]
                need(sorted(map(abs, turn)) == list(range(1, m + 1)), "no turn")
                images = [tuple(sign(t) * x[abs(t) - 1] for t in turn) for x in self.points]
                need(all(x in number for x in images), "a turn does not keep the grid")
                to = [number[x] for x in images]
                functions.append(lambda w, x, to=to, head=head: (w, to[x] if w // size == head else x))
        self.alike = alike
        self.differs = [
            any(
                alike[x] == alike[v % size] and x != v % size
                and any(all("*" not in (a[v // size][x], a[v // size][v % size])
                            and a[v // size][x] != a[v // size][v % size] for a in row) for row in rows)
                for x in range(size)
            )
            for v in range(heads * size)
        ]  # fmt: skip
        super().__init__([(1 << len(self.points)) - 1] * (heads * size), functions)
        self.sides = []  # for each query: the points with each score
        small(16 * len(self.points) ** 2)
        for w in self.points:
            found = {}
            for i, x in enumerate(self.points):
                s = dot(w, x)
                found[s] = found.get(s, 0) | 1 << i
            self.sides.append(found)
        self.known = {}

    def cell(self, case, v):
        """The columns alike that of v, with equal values left in all heads."""
        size, c = self.size, v % self.size
        same = [x for x in range(size) if self.alike[x] == self.alike[c]]
        return [x for x in same if all(case[h * size + x] == case[h * size + c] for h in range(self.heads))]

    def hopeless(self, case, changed):
        return any(self.differs[v] and case[v].bit_count() < len(self.cell(case, v)) for v in changed)

    def choices(self, word):
        """For each query and number t: the points on the side of each symbol."""
        zero = "0" in word
        key = (zero, "-" in word)
        if key not in self.known:
            found = []
            shift = 0 if zero else self.low if "-" in word else -self.high
            for sides in self.sides:
                for s in self.scores:
                    t = s + shift
                    minus = t - (self.high if zero else self.low)
                    below = above = 0
                    for x, mask in sides.items():
                        below |= mask if x <= minus else 0
                        above |= mask if x >= t + self.high else 0
                    found.append({"-": below, "+": above, "0": sides.get(t, 0), "*": self.full[0]})
            self.known[key] = list({tuple(x.items()): x for x in found}.values())
        return self.known[key]

    def step(self, number, case):
        size = self.size
        row, v = divmod(number, self.heads * size)
        need(row < len(self.rows), "no such row")
        head, column = divmod(v, size)
        cell, left = self.cell(case, v), 0
        for words in self.rows[row]:
            single = [
                [(words[h][x], case[h * size + x]) for x in range(size) if case[h * size + x].bit_count() == 1]
                for h in range(self.heads)
            ]
            if not all(any(all(side[z] & k for z, k in single[h]) for side in self.choices(words[h]))
                       for h in range(self.heads) if h != head):  # fmt: skip
                continue
            word = words[head]
            counts = Counter(word[x] for x in cell) if self.differs[v] else {word[column]: 1}
            for side in self.choices(word):
                new = side[word[column]] & case[v]
                fits = new & ~left and all(side[z] & k for z, k in single[head])
                if fits and all((side[z] & case[v]).bit_count() >= n for z, n in counts.items()):
                    left |= new
        return {head * size + x: left for x in cell}


def partitions(total, count, most):
    """Falling lists of so many positive numbers with this sum, the largest first."""
    if count == 0:
        return [[]] if total == 0 else []
    return [[x, *rest] for x in range(min(total, most), 0, -1) for rest in partitions(total - x, count - 1, x)]


@rule("tree", "keys", of="GRID lower", spec="columns? pos, parts [{moves=[] [KEYMOVE]*, tree TREE}]")
def keys_tree(c, p):
    m, bits, _, _ = sizes_at(c, refuted(c)[0])
    need(bits * max(m, 1) <= 12, "too many points")
    s, columns = c.s, getattr(p, "columns", None)
    if columns is not None and c.task in ("qsa", "shared"):
        form(s["q"] <= columns <= s["N"], "columns from q to N")
        s = {**s, "N": columns}
    t = pattern_of(s)
    form(columns is None or columns <= t.columns, "no such columns")
    rows = [row[: columns or t.columns] for row in t.rows]
    rows = list(dict.fromkeys(row + "0" if t.null else row for row in rows))
    if not t.heads:
        need(t.plain, "for plain patterns")
        problems = [[[(row,)] for row in rows]]
    else:
        sizes = partitions(s["q"], t.heads, s["q"]) if t.combine == "sum" else [None]
        problems = []
        for wanted in sizes:
            found = []
            for row in rows:
                zeros = [j for j, x in enumerate(row) if x == "0"]
                small(t.heads ** len(zeros))
                alternatives = []
                for to in product(range(t.heads), repeat=len(zeros)):
                    count = [to.count(h) for h in range(t.heads)]
                    if min(count) > 0 and wanted in (None, count):
                        own = [{j for j, g in zip(zeros, to) if g == h} for h in range(t.heads)]
                        words = ["".join("0" if j in x else "-" for j in range(len(row))) for x in own]
                        alternatives.append(tuple(words))
                found.append(alternatives)
            problems.append(found)
    form(len(p.parts) == len(problems), "a part for each problem")
    for problem, tree_part in zip(problems, p.parts):
        check_tree(Keys(c.cls, m, bits, problem, t.heads or 1, tree_part["moves"]), tree_part["tree"])
    return c.value


TYPES["KEYMOVE"] = "{swap [nat]2 dist, head=0 nat}|{turn [int]*, head=0 nat}"
