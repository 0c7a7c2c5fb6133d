"""Rule farkas (section 8): rows that add up to a contradiction, and programs over rectangles."""

import re
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

from .claims import rule
from .computations import sizes_of
from .matrices import in_matrix, seen
from .notation import form, need, small
from .trees import no_heavy_rectangle
from .units import answers_at


@rule("farkas", "states", of="unreachable", spec="rows [[[nat,text 0..1000000000]]]")
def unreachable(c, p):
    s, free, sets, bias = c.s, c.s["threshold"] == "free", c.body["sets"], c.s.get("bias")
    n, width = len(s["weights"]), len(s["weights"][0])
    form(len(p.rows) == len(sets), "rows for each set")
    for chosen, rows in zip(sets, p.rows):
        total, strict = [0] * (width + 2), False
        for j, text in rows:
            form(re.fullmatch(r"-?[1-9a-f][0-9a-f]*", text, re.A), "a multiplier")
            y = int(text, 16)
            need(j < n or (j == n and (bias or s["centred"])), "no such row")
            if j < n:
                sign_j = 1 if j in chosen else -1
                row = [sign_j * v for v in (*s["weights"][j], bias[j] if bias else 0, -1 if free else 0)]
            else:
                row = [0] * width + [1, 0] if bias else [1] * width + [0, 0]
            if j < n or bias:
                need(y > 0, "a multiplier is negative")
                strict = True
            total = [a + y * b for a, b in zip(total, row)]
        need(strict and not any(total), "the rows do not add up")


@rule("farkas", "degree", of="THRESH lower", spec="degree pos, rows [[[nat],pos]]")
def threshold_degree(c, p):
    d, place, strict, total = p.degree, c.s["position"], False, Counter()
    n = sizes_of(c.s)[1]
    form(d <= n, "the degree")
    small(len(p.rows) * comb(n - 1, d - 1))
    form(len({word[place] if place < len(word) else None for word, _ in p.rows}) == 1, "different tokens")
    for word, y in p.rows:
        answer = answers_at(c.s, word)[place]
        need(answer in (0, 1), "no answer 0 or 1 is asked for")
        strict |= answer == 1
        for others in combinations([i for i in range(n) if i != place], d - 1):
            total[others, tuple(word[i] for i in others)] += y if answer else -y
    need(strict and not any(total.values()), "the rows do not add up")
    return d


def program(c, matrix, name):
    """For each entry the program's rows: coefficient of each label, right side, whether it is an equation."""
    epsilon = c.epsilon
    if name == "fractional_partition1":
        name, epsilon = "smooth_rectangle1", 0

    def rows(x):
        if name == "fractional_cover1":
            return [((1,), 1, False)] if x == "1" else []
        if name == "smooth_rectangle1":
            one = [((1,), 1 - epsilon, False), ((-1,), -1, False)]
            return one if x == "1" else [((-1,), -epsilon, False)] if x == "0" else []
        if name == "partition_bound":
            more = {"0": [((1, 0), 1 - epsilon, False)], "1": [((0, 1), 1 - epsilon, False)], "*": []}
            return [((1, 1), 1, True), *more[x]]
        return {"0": [((1, -1), 1, False)], "1": [((-1, 1), 1, False)], "*": []}[x]

    need(name in ("fractional_cover1", "smooth_rectangle1", "partition_bound", "disc"), "no program")
    return [[rows(x) for x in row] for row in matrix], 1 if name.endswith("1") else 2


def program_value(c, value, side):
    """The value of the program bounds the measure, or for disc its inverse."""
    if c.measure == "disc":
        need(value > 0, "the value of the program is not positive")
        value, side = 1 / value, {"lower": "upper", "upper": "lower"}[side]
    need(c.side == side, "for the other side")
    return value


@rule("farkas", "rectangle-weights", spec="denominator pos, rectangles [RECT]*, weights [pos]*, answers=[] [nat]*, "
      "symmetries=[] SYMMETRIES")  # fmt: skip
def rectangle_weights(c, p):
    name, matrix = seen(c)
    rows, labels = program(c, matrix, name)
    height, width = len(matrix), len(matrix[0])
    answers = p.answers or [0] * len(p.rectangles)
    form(len(p.weights) == len(p.rectangles) == len(answers) and max(answers, default=0) < labels, "weights, answers")
    form(p.answers or labels == 1 or not p.rectangles, "labels are needed")
    load = Counter()
    small(sum(len(a) * len(b) for a, b in p.rectangles))
    for box, w, label in zip(p.rectangles, p.weights, answers):
        for r, k in in_matrix(matrix, box):
            need(name != "fractional_cover1" or matrix[r][k] != "0", "a banned entry")
            load[r, k, label] += w
    orbit = {(r, k): (r, k) for r in range(height) for k in range(width)}

    def root(x):
        while orbit[x] != x:
            orbit[x] = x = orbit[orbit[x]]
        return x

    for s in p.symmetries:
        sizes = (width, height) if s["transposed"] else (height, width)
        ok = len(s["rows"]) == height and len(s["columns"]) == width
        form(ok, "a symmetry of another size")
        # Transposed, (i, j) goes to (columns[j], rows[i]).
        need(sorted(s["rows"]) == list(range(sizes[0])) and sorted(s["columns"]) == list(range(sizes[1])), "bijective")
        for r in range(height):
            for k in range(width):
                to = (s["columns"][k], s["rows"][r]) if s["transposed"] else (s["rows"][r], s["columns"][k])
                need(matrix[to[0]][to[1]] == matrix[r][k], "a symmetry changes an entry")
                orbit[root(to)] = root((r, k))
    loads, sizes = Counter(), Counter(root(x) for x in orbit)
    for (r, k, label), w in load.items():
        loads[root((r, k)), label] += w
    for x, size in sizes.items():
        for coefficients, bound, equal in rows[x[0]][x[1]]:
            left = sum(a * loads[x, label] for label, a in enumerate(coefficients))
            right = bound * size * p.denominator
            need(left == right if equal else left >= right, "a row of the program fails")
    return program_value(c, Fraction(sum(p.weights), p.denominator), "upper")


@rule("farkas", "rectangle-multipliers", spec="denominator pos, tables [[[int]]]1..2, light [RECTANGLES]1..2")
def rectangle_multipliers(c, p):
    name, matrix = seen(c)
    rows, labels = program(c, matrix, name)
    form(len(p.light) == labels, "a proof for each label")
    form(all(len(y) == len(matrix) and all(len(x) == len(matrix[0]) for x in y) for y in p.tables), "tables")
    value, tables = 0, [[[0] * len(matrix[0]) for _ in matrix] for _ in range(labels)]
    for number, y in enumerate(p.tables):
        for r, line in enumerate(y):
            for k, x in enumerate(line):
                if number >= len(rows[r][k]):
                    need(x == 0, "a multiplier of no row")
                    continue
                coefficients, bound, equal = rows[r][k][number]
                need(equal or x >= 0, "a negative multiplier")
                value += x * bound
                for label, a in enumerate(coefficients):
                    tables[label][r][k] += a * x
    for table, part in zip(tables, p.light):
        if name == "fractional_cover1":
            banned = -(1 + sum(x for line in table for x in line if x > 0))
            table = [[banned if m == "0" else x for x, m in zip(line, row)] for line, row in zip(table, matrix)]
        no_heavy_rectangle(table, p.denominator, part)
    return program_value(c, Fraction(value) / p.denominator, "lower")
