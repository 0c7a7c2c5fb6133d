"""Rule tree (section 11): cases, orbits and images, and three small problems."""

from collections import Counter
from fractions import Fraction
from math import gcd

from .claims import refuted, rule
from .matrices import seen, signed
from .notation import TYPES, Rejected, form, need
from .theorems import exceeds
from .vectors import transposed


def bits_in(mask):
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Problem:
    """Variables with values, and no solution.  A step gives the values left to some variables, or refutes (None)."""

    def __init__(self, full, moves=()):
        self.full, self.moves = full, moves

    def hopeless(self, case, changed):
        return False

    def step(self, number, case):
        raise Rejected("no such step")

    def move(self, number):
        """(variable, value) to its image, or None; the value of the image is None if it is not known."""
        need(number < len(self.moves), "no such move")
        return self.moves[number]


def changed_case(problem, case, left):
    """The case with other values left to some variables; None if it is closed."""
    if left is None or not all(left.values()):
        return None
    child = [left.get(w, mask) for w, mask in enumerate(case)]
    return None if problem.hopeless(child, left) else child


def check_tree(problem, tree):
    """Checks that the tree closes the problem."""
    numbers_left = iter(tree)

    def take():
        number = next(numbers_left, None)
        need(number is not None, "the tree ends early")
        return number

    def variable():
        v = take()
        need(v < len(problem.full), "no such variable")
        return v

    def visit(case, path):
        if case is None:
            return
        kind = take()
        if kind == 0:
            v = variable()
            moves = [problem.move(take()) for _ in range(take())]
            steps = [take() for _ in range(take())]
            for move in moves:
                fixes(problem, move, case)
            now = case
            while now is not None:
                x = next(bits_in(now[v]))
                child = changed_case(problem, now, {v: 1 << x})
                for c in steps:
                    child = child and changed_case(problem, child, problem.step(c, child))
                visit(child, [*path, (case, v, case[v] & ~now[v])])
                orbit, todo = {(v, x)}, [(v, x)]
                while todo:
                    pair = todo.pop()
                    new = {move(*pair) for move in moves} - orbit
                    orbit |= new
                    todo += new
                left = {}
                for w, y in orbit:
                    left[w] = left.get(w, now[w]) & ~(1 << y)
                now = changed_case(problem, now, left)
        elif kind == 1:
            v, x = variable(), take()
            need(problem.full[v] >> x & 1, "no such value")
            low = case[v] & ((2 << x) - 1)
            for values, gone in ((low, 0), (case[v] & ~low, low)):
                visit(changed_case(problem, case, {v: values}), [*path, (case, v, gone)])
        elif kind == 2:
            visit(changed_case(problem, case, problem.step(take(), case)), path)
        else:
            need(kind == 3, "no such node")
            d, move = take(), problem.move(take())
            need(d < len(path), "no such node on the path")
            target, v, gone = path[d]
            for w, mask in enumerate(case):
                for x in bits_in(mask):
                    image = move(w, x)
                    need(image is not None, "a move is not defined")
                    u, y = image
                    inside = gone if u == v else target[u]
                    fits = inside == problem.full[u] if y is None else inside >> y & 1
                    need(fits, "the image was not closed before")

    visit(changed_case(problem, problem.full, dict(enumerate(problem.full))), [])
    need(next(numbers_left, None) is None, "numbers of the tree are left over")


def fixes(problem, move, case):
    """A move is bijective and keeps the pairs that are left of the restricted variables."""
    restricted = [w for w, mask in enumerate(case) if mask != problem.full[w]]
    seen_pairs = set()
    for w, mask in enumerate(problem.full):
        for x in bits_in(mask):
            image = move(w, x)
            need(image is not None and image[1] is not None and image not in seen_pairs, "a move is not bijective")
            seen_pairs.add(image)
    for w in restricted:
        for x in bits_in(case[w]):
            u, y = move(w, x)
            need(case[u] != problem.full[u] and case[u] >> y & 1, "a move does not keep the case")


TYPES["RECTANGLES"] = "{moves=[] [[nat]*]*, tree TREE}"


def add_proportional(rows):
    """Rows that are positive multiples of each other added up, in the order of the first ones, without zero rows."""
    found = {}
    for row in rows:
        if any(row):
            g = gcd(*row)
            key = tuple(x // g for x in row)
            found[key] = found.get(key, 0) + g
    return [[x * g for x in key] for key, g in found.items()]


class HeavyRectangle(Problem):
    """A rectangle of weight more than most: each row is in (0) or out (1)."""

    def __init__(self, table, most, moves):
        rows = add_proportional(table)
        rows = [list(x) for x in zip(*add_proportional(zip(*rows)))] or [[0]]
        if len(rows[0]) < len(rows):
            rows = [list(x) for x in zip(*rows)]
        self.rows, self.most = rows, most
        columns = Counter(zip(*rows))
        functions = []
        for perm in moves:
            need(sorted(perm) == list(range(len(rows))), "a move is no permutation of the rows")
            back = {b: a for a, b in enumerate(perm)}
            need(Counter(tuple(x[back[i]] for i in range(len(x))) for x in zip(*rows)) == columns, "a move of others")
            functions.append(lambda w, x, perm=perm: (perm[w], x))
        super().__init__([3] * len(rows), functions)

    def hopeless(self, case, changed):
        bounds = [0] * len(self.rows[0])
        for row, mask in zip(self.rows, case):
            if mask == 1:
                bounds = [b + x for b, x in zip(bounds, row)]
            elif mask == 3:
                bounds = [b + x if x > 0 else b for b, x in zip(bounds, row)]
        return sum(b for b in bounds if b > 0) <= self.most


def no_heavy_rectangle(table, most, part):
    check_tree(HeavyRectangle(table, most, part["moves"]), part["tree"])


@rule("tree", "rectangles", spec="most nat, parts [RECTANGLES]2")
def discrepancy(c, p):
    _, matrix = seen(c, "disc_uniform", "upper")
    for factor, tree_part in zip((1, -1), p.parts):
        no_heavy_rectangle([[factor * x for x in row] for row in signed(matrix)], p.most, tree_part)
    return Fraction(p.most, len(matrix) * len(matrix[0]))


class ShatteredSet(Problem):
    """Columns in (0) or out (1) of a shattered set of k."""

    def __init__(self, matrix, k):
        columns = list(dict.fromkeys(transposed(matrix)))
        self.rows, self.k = sorted(set(transposed(columns))), k
        super().__init__([3] * len(columns))

    def hopeless(self, case, changed):
        return sum(x == 1 for x in case) > self.k or sum(x & 1 for x in case) < self.k

    def step(self, number, case):
        inside = [i for i, x in enumerate(case) if x == 1]
        need(number < 2 ** len(inside), "no such word")
        word = f"{number:b}".zfill(len(inside)) if inside else ""
        shown = sum(all(row[i] == x for i, x in zip(inside, word)) for row in self.rows)
        need(shown < 2 ** (self.k - len(inside)), "the word is shown often enough")


@rule("tree", "shattered", spec="size int 0..20, parts [{tree TREE}]1")
def not_shattered(c, p):
    _, matrix = seen(c, "vc_rows", "upper")
    check_tree(ShatteredSet(matrix, p.size + 1), p.parts[0]["tree"])
    return p.size


class Radon(Problem):
    """The signs (0 1 2: negative, zero, positive) of an affine dependency of columns."""

    def __init__(self, columns, rows, sums, r):
        self.columns, self.rows, self.sums, self.r = columns, rows, sums, r
        super().__init__([7] * len(columns), [lambda w, x: (w, 2 - x)])

    def hopeless(self, case, changed):
        return not any(x & 4 for x in case) or not any(x & 1 for x in case)

    def step(self, number, case):
        need(number // 2 < len(self.sums), "no such sum")
        rows, plus, minus = self.sums[number // 2], 4, 1
        if number % 2:
            plus, minus = minus, plus
        strict = False
        for j, mask in zip(self.columns, case):
            f = sum(j not in self.rows[i] for i in rows)
            b = (1 + self.r) * f - self.r * len(rows)
            need((f == 0 or not mask & minus) and (b >= 0 or not mask & plus), "the sum does not refute")
            strict |= b > 0 and mask == plus
        need(strict, "the sum does not refute")


RADON_FIELDS = "columns LINE, spread frac 0..10^6/4096, parts [{sums [[nat]]*, tree TREE}]1"


@rule("tree", "radon", of="resource attention-matrix lower", spec=RADON_FIELDS)
def radon(c, p):
    m, s = refuted(c)[0], c.s
    form(p.columns[-1] < s["L"], "no such column")
    need(len(p.columns) >= m + 2, "too few columns")
    for row in s["rows"]:
        weights_ = [w for _, w in row]
        need(not exceeds(max(weights_), min(weights_), p.spread), "weights of a row differ more")
    sums = p.parts[0]["sums"]
    form(all(max(x) < len(s["rows"]) for x in sums), "no such row")
    rows = [{j for j, _ in row} for row in s["rows"]]
    r = (s["ratio"] + p.spread) / -s["zero"]
    check_tree(Radon(p.columns, rows, sums, r), p.parts[0]["tree"])
    return c.value
