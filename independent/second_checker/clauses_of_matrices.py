"""Rule clauses (section 7), of communication matrices: covers, fooling sets, colourings, parts of a protocol."""

from itertools import chain, combinations

from .claims import rule
from .clauses import CLAUSES, numbers, refute, takes
from .computations import ones
from .matrices import conflict, in_matrix, rank, seen
from .notation import form, need
from .vectors import transposed


@rule("clauses", "rectangles", "terms", spec="slots int 0..4096, order=[] [[nat,nat]]*, " + CLAUSES)
def cover_refutation(c, p):
    terms = p.word == "terms"
    name, matrix = seen(c, "nonnegative_rank" if terms else "cover1 partition1", "lower")
    if terms:
        matrix = ones(c.s, {x for row in c.s["rows"] for x in row} - {0})
    height, width = len(matrix), len(matrix[0])

    def at(s, r, k):
        need(s < p.slots and r < height and k < width, "no such slot or entry")
        return matrix[r][k]

    def base(s):
        return s * (height + width + height * width) + 1

    def row(s, r):
        return base(s) + r

    def column(s, k):
        return base(s) + height + k

    def holds(s, r, k):
        need(at(s, r, k) == "1", "the entry is no 1")
        return base(s) + height + width + r * width + k

    def zero(s, r, k):
        need(at(s, r, k) == "0", "the entry is no 0")
        return [-row(s, r), -column(s, k)]

    def inside(x):
        s, r, k, x = numbers(x, 4)
        need(min(s, r, k) >= 0, "a negative number")
        return [-holds(s, r, k), column(s, k) if x else row(s, r)]

    def some(r, k):
        form(r < height and k < width and matrix[r][k] == "1", "the entry is no 1")
        return [holds(s, r, k) for s in range(p.slots)]

    def once(r, k, s, t):
        need(name == "partition1" and s != t, "for partitions")
        return [-holds(s, r, k), -holds(t, r, k)]

    def ordered(i):
        need(i < p.slots and i < len(p.order), "no such entry in the order")
        return [holds(s, *p.order[i]) for s in range(i + 1)]

    def twice(s, r, k, i, j):
        need(at(s, r, k) == at(s, i, j) == "1", "an entry is no 1")
        m = c.s["rows"]
        need(m[r][k] * m[i][j] > m[r][j] * m[i][k], "one term may hold both")
        return [holds(t, *e) for t in range(p.slots) if t != s for e in ((r, k), (i, j))]

    refute(p.given, p.lemmas, {
        "zero": takes(3)(zero), "inside": inside, "some": takes(2)(some), "once": takes(4)(once),
        "held": takes(3)(lambda s, r, k: [holds(s, r, k), -row(s, r), -column(s, k)]), "ordered": takes(1)(ordered),
        **({"twice": takes(5)(twice)} if terms else {}),
    })  # fmt: skip
    return p.slots + 1


@rule("clauses", "fooling", spec="size int 0..4096, rectangles [[LINE,LINE]]*, " + CLAUSES)
def fooling_refutation(c, p):
    _, matrix = seen(c, "fooling1", "upper")
    height, width, k, columns = len(matrix), len(matrix[0]), p.size, transposed(matrix)
    boxes = [set(in_matrix(matrix, x)) for x in p.rectangles]
    need(all(matrix[r][q] != "0" for box in boxes for r, q in box), "a rectangle holds another value")
    group, last = {}, len(boxes)
    for r, row in enumerate(matrix):
        for q, x in enumerate(row):
            if x == "1" and matrix.index(row) == r and columns.index(columns[q]) == q:
                group[r, q] = next((g for g, box in enumerate(boxes, 1) if (r, q) in box), None)
    need(None not in group.values(), "an entry is in no rectangle")

    def n(g, t):
        return [height * width + (g - 1) * (k + 1) + t] if t <= g else []

    def pair(r, q, i, j):
        need(max(r, i) < height and max(q, j) < width and (r, q) != (i, j), "no two entries")
        need(matrix[r][j] != "0" and matrix[i][q] != "0", "the entries may both be there")
        return [-(1 + r * width + q), -(1 + i * width + j)]

    def within(g, t):
        need(1 <= g <= last and 1 <= t <= min(g, k + 1), "no such counter")

    def count(g, t):
        within(g, t)
        members = [1 + r * width + q for (r, q), which in group.items() if which == g]
        return [-n(g, t)[0], *n(g - 1, t), *members]

    def carry(g, t):
        within(g, t)
        need(t > 1, "nothing to carry")
        return [-n(g, t)[0], *n(g - 1, t - 1)]

    refute(p.given, p.lemmas, {"pair": takes(4)(pair), "count": takes(2)(count), "carry": takes(2)(carry),
                               "top": takes(0)(lambda: n(last, k + 1))})  # fmt: skip
    return k


@rule("clauses", "colouring", spec="bits int 0..12, pinned=[] [nat]* dist, " + CLAUSES)
def colouring(c, p):
    _, matrix = seen(c, "one_way_ab", "lower")
    k = 2**p.bits
    form(max(p.pinned, default=0) < len(matrix), "no such row")
    need(all(conflict(matrix[a], matrix[b]) for a, b in combinations(p.pinned, 2)), "pinned rows without conflict")

    def variable(i, j):
        need(i < len(matrix) and j < k, "no such row or message")
        return 1 + k * i + j

    def apart(i, other, j):
        need(max(i, other) < len(matrix) and conflict(matrix[i], matrix[other]), "rows without conflict")
        return [-variable(i, j), -variable(other, j)]

    def pin(t):
        need(t < len(p.pinned), "no such row is pinned")
        return [variable(p.pinned[t], t)] if t < k else []

    refute(p.given, p.lemmas, {"some": takes(1)(lambda i: [variable(i, j) for j in range(k)]),
                               "apart": takes(3)(apart), "pin": takes(1)(pin)})  # fmt: skip
    return p.bits + 1


@rule("clauses", "splits", spec="parts [[int 0..64,LINE,LINE]|[int 0..64,LINE,LINE,REFUTATION,REFUTATION]]")
def splits(c, p):
    _, matrix = seen(c, "D", "lower")
    parts = [(x[0], set(x[1]), set(x[2])) for x in p.parts]
    for number, part in enumerate(p.parts):
        j, rows, columns = parts[number]
        in_matrix(matrix, part[1:3])
        if len(part) == 3:
            table = [[matrix[r][k] for k in part[2]] for r in part[1]]
            values = set(chain(*table))
            if j == 0:
                need(len(values - {"*"}) > 1, "a part has one value")
                continue
            need("*" not in values, "a part with *")
            ranks = [rank([[int(x == one) for x in row] for row in table], 2**31 - 1) for one in values]
            need(sum(ranks) > 2**j, "ranks of a part are low")
            continue
        need(j >= 1, "a part of depth 0 with refutations")
        for which, refutation in enumerate(part[3:]):

            def edge(x, colour, which=which, j=j, rows=rows, columns=columns, number=number):
                need(x < number and colour in (0, 1), "no earlier part")
                depth, r, k = parts[x]
                need(r <= rows and k <= columns and depth >= j - 1, "a part that is not inside, or of less depth")
                return [-(i + 1) if colour else i + 1 for i in sorted((r, k)[which])]

            refute(refutation["given"], refutation["lemmas"], {"edge": takes(2)(edge)})
    return parts[-1][0] + 1
