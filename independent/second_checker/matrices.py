"""Rule evaluate (section 6): matrices of communication problems, as their measures see them."""

import re
from collections import Counter
from fractions import Fraction
from itertools import combinations, product

from .claims import rule
from .computations import matrix_of, store
from .notation import form, need, small
from .vectors import transposed

SWAP = str.maketrans("01", "10")


def seen(c, names="", side=""):
    """The measure and the matrix as a rule that is not an inequality sees them, and is for."""
    need(c.kind == "measure" and side in ("", c.side), "for measures, on one side")
    name, rows = seen_as(c)
    need(not names or name in names.split(), f"for {names}")
    return name, rows


def seen_as(c):
    name, rows = c.measure, list(matrix_of(store(c.s)))
    if name in ("one_way_ba", "vc_columns"):
        return {"one_way_ba": "one_way_ab", "vc_columns": "vc_rows"}[name], transposed(rows)
    if name.endswith("_complement"):
        return name.removesuffix("_complement"), [r.translate(SWAP) for r in rows]
    if re.fullmatch("(fooling|fractional_cover|fractional_partition|cover|partition|smooth_rectangle)0", name):
        return name[:-1] + "1", [r.translate(SWAP) for r in rows]
    return name, rows


def log2_up(number):
    return (number - 1).bit_length()


def conflict(a, b):
    return any(x != y and "*" not in (x, y) for x, y in zip(a, b))


def in_matrix(rows, rectangle):
    form(max(rectangle[0], default=0) < len(rows) and max(rectangle[1], default=0) < len(rows[0]), "no such lines")
    return [(r, k) for r in rectangle[0] for k in rectangle[1]]


def lines_of(rows, of):
    return rows if of == "rows" else transposed(rows)


def rank(rows, modulus=None):
    """Rank over the rationals, or modulo a prime."""
    rows, found, previous = [list(r) for r in rows], 0, 1
    for k in range(len(rows[0]) if rows else 0):
        pivot = next((r for r in rows if r[k]), None)
        if pivot is None:
            continue
        found += 1
        rows.remove(pivot)
        if modulus:
            inverse = pow(pivot[k], -1, modulus)
            rows = [[(x - r[k] * inverse * y) % modulus for x, y in zip(r, pivot)] if r[k] else r for r in rows]
        else:
            rows = [[(pivot[k] * x - r[k] * y) // previous for x, y in zip(r, pivot)] for r in rows]
            previous = pivot[k]
    return found


@rule("evaluate", "protocol", spec="nodes [[nat]]")
def protocol(c, p):
    _, matrix = seen(c, "D", "upper")
    nodes = iter(p.nodes)

    def depth(rows, columns, left):
        node = next(nodes, None)
        form(node is not None, "the tree ends early")
        if node[0] in (0, 1, 4):
            form(len(node) == 1, "a leaf with lines")
            if node[0] == 4:
                need(len({matrix[r][k] for r in rows for k in columns} - {"*"}) < 2, "a leaf is not constant")
                return 0
            need(all(matrix[r][k] in (str(node[0]), "*") for r in rows for k in columns), "a leaf is not constant")
            return 0
        need(left > 0, "deeper than 64")
        form(node[0] in (2, 3) and max(node[1:], default=0) < len(matrix[0] if node[0] == 3 else matrix), "lines")
        out = set(node[1:])
        if node[0] == 2:
            halves = [([r for r in rows if r in out], columns), ([r for r in rows if r not in out], columns)]
        else:
            halves = [(rows, [k for k in columns if k in out]), (rows, [k for k in columns if k not in out])]
        return 1 + max([depth(*half, left - 1) for half in halves])

    value = depth(list(range(len(matrix))), list(range(len(matrix[0]))), 64)
    form(next(nodes, None) is None, "nodes are left over")
    return value


@rule("evaluate", "messages", spec="messages [nat]")
def messages(c, p):
    _, matrix = seen(c, "one_way_ab", "upper")
    form(len(p.messages) == len(matrix), "a message for each row")
    for message in set(p.messages):
        rows = [r for r, m in zip(matrix, p.messages) if m == message]
        need(not any(len(set(column) - {"*"}) > 1 for column in zip(*rows)), "a message does not settle the value")
    return log2_up(len(set(p.messages)))


@rule("evaluate", "distinct")
def distinct(c, p):
    name, matrix = seen(c)
    need(not any("*" in row for row in matrix), "not with *")
    if name == "one_way_ab":
        return log2_up(len(set(matrix)))
    need(name.startswith("rank_") and c.side == "upper", "for one-way protocols and ranks")
    return min(len(set(matrix)), len(set(transposed(matrix))))


@rule("evaluate", "conflicts", spec='of "rows"|"columns", lines LINE')
def conflicts(c, p):
    _, matrix = seen(c, "cover1 partition1", "lower")
    lines = lines_of(matrix, p.of)
    form(p.lines[-1] < len(lines), "a line that is none")
    need(all(conflict(lines[i], lines[j]) for i, j in combinations(p.lines, 2)), "two lines without a conflict")
    return log2_up(len(p.lines))


@rule("evaluate", "fooling", spec="entries [[nat,nat]]*")
def fooling(c, p):
    _, matrix = seen(c, "fooling1", "lower")
    form(all(r < len(matrix) and k < len(matrix[0]) for r, k in p.entries), "no such entry")
    need(all(matrix[r][k] == "1" for r, k in p.entries), "an entry of another value")
    need(all("0" in (matrix[r][j], matrix[i][k]) for (r, k), (i, j) in combinations(p.entries, 2)), "two entries fit")
    return len(p.entries)


@rule("evaluate", "rectangles", spec="rectangles [RECT]*")
def rectangles(c, p):
    name, matrix = seen(c, "cover1 partition1", "upper")
    count = Counter(e for x in p.rectangles for e in in_matrix(matrix, x))
    need(all(matrix[r][k] != "0" for r, k in count), "a rectangle holds another value")
    ones = [(r, k) for r, row in enumerate(matrix) for k, x in enumerate(row) if x == "1"]
    need(all(count[e] for e in ones), "an entry is in no rectangle")
    need(name == "cover1" or max(count.values(), default=0) <= 1, "rectangles meet")
    return len(p.rectangles)


@rule("evaluate", "lines", spec='of "rows"|"columns"')
def distinct_lines(c, p):
    _, matrix = seen(c, "cover1 partition1", "upper")
    return len({row.replace("*", "0") for row in lines_of(matrix, p.of) if "1" in row})


def signed(matrix):
    return [[{"0": -1, "1": 1, "*": 0}[x] for x in row] for row in matrix]


def rank_of(name, matrix):
    if name == "rank_sign":
        return rank(signed(sorted(set(matrix))))
    modulus = {"rank_gf2": 2, "rank_gf3": 3, "rank_q": None}[name]
    return rank([list(map(int, row)) for row in sorted(set(matrix))], modulus)


@rule("evaluate", "elimination")
def elimination(c, p):
    name, matrix = seen(c)
    need(name.startswith("rank_") and not any("*" in row for row in matrix), "for ranks, without *")
    return rank_of(name, matrix)


@rule("evaluate", "completion", spec='rows [text"01" 1..4096]1..4096 eq')
def completion(c, p):
    name, matrix = seen(c, side="upper")
    need(name.startswith("rank_") and (len(p.rows), len(p.rows[0])) == (len(matrix), len(matrix[0])), "for ranks")
    need(all(y in (x, "*") for a, b in zip(p.rows, matrix) for x, y in zip(a, b)), "another value is promised")
    return rank_of(name, list(p.rows))


@rule("evaluate", "completions")
def completions(c, p):
    name, matrix = seen(c, side="lower")
    need(name.startswith("rank_"), "for ranks")
    part = transposed(list(dict.fromkeys(transposed(list(dict.fromkeys(matrix))))))
    stars = [(r, k) for r, row in enumerate(part) for k, x in enumerate(row) if x == "*"]
    need(len(stars) <= 14, "too many completions")
    small(len(part) * len(part[0]) * min(len(part), len(part[0])) << len(stars))
    found = []
    for entries in product("01", repeat=len(stars)):
        full = [list(row) for row in part]
        for (r, k), x in zip(stars, entries):
            full[r][k] = x
        found.append(rank_of(name, ["".join(row) for row in full]))
    return min(found)


@rule("evaluate", "numbers", of="values")
def numbers_rank(c, p):
    need(c.measure == "rank", "for the rank of numbers")
    return rank(c.s["rows"])


@rule("evaluate", "factors", of="values upper", spec="left [[nat]*] eq, right [[nat]]*, scale pos")
def factors(c, p):
    rows, k = c.s["rows"], len(p.left[0])
    need(c.measure == "nonnegative_rank" and len(p.left) == len(rows) and len(p.right) == k, "for other shapes")
    need(all(len(row) == len(rows[0]) for row in p.right), "for other shapes")
    small(len(rows) * len(rows[0]) * (k + 1))
    made = [[sum(x * row[j] for x, row in zip(u, p.right)) for j in range(len(rows[0]))] for u in p.left]
    need(made == [[p.scale * x for x in row] for row in rows], "another product")
    return k


@rule("evaluate", "square-root", of="values upper", spec="rows [[int]] eq, scale pos")
def square_root(c, p):
    rows = c.s["rows"]
    need(c.measure == "psd_rank" and (len(p.rows), len(p.rows[0])) == (len(rows), len(rows[0])), "of another shape")
    need(all(x * x == p.scale * y for a, b in zip(p.rows, rows) for x, y in zip(a, b)), "another square")
    return rank(p.rows)


@rule("evaluate", "shattered", spec="columns INC")
def shattered(c, p):
    _, matrix = seen(c, "vc_rows", "lower")
    form(max(p.columns, default=0) < len(matrix[0]), "no such column")
    need(len({tuple(row[k] for k in p.columns) for row in matrix}) == 2 ** len(p.columns), "a word is not shown")
    return len(p.columns)


@rule("evaluate", "heavy-rectangle", spec="rectangle RECT")
def heavy_rectangle(c, p):
    _, matrix = seen(c, "disc_uniform", "lower")
    a = signed(matrix)
    return Fraction(abs(sum(a[r][k] for r, k in in_matrix(matrix, p.rectangle))), len(a) * len(a[0]))
