"""Measures of small communication matrices by going through everything, or by linear programs; exact or to 1e-6.

Nothing is shared with the checker, and nothing is clever: rectangles are all pairs of sets, trees all splits.
"""

from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product

import numpy as np
from scipy.optimize import linprog, minimize

MOST_SIDE = 4
NEAR = 1e-6


def measure(rows, name, parameter=None):
    """The value of a measure (a number), or None if the matrix is too large here."""
    if max(len(rows), len(rows[0])) > MOST_SIDE:
        return None
    if name in EXACT:
        return EXACT[name](rows)
    if name in NUMERIC:
        return NUMERIC[name](rows, parameter)
    return None


def small_matrices(height=3, width=3):
    """All matrices over 0 1 * up to this size with an entry 0 or 1, one of each kind up to the order of lines."""
    for r in range(1, height + 1):
        for c in range(1, width + 1):
            seen = set()
            for word in product("01*", repeat=r * c):
                rows = tuple("".join(word[i * c : (i + 1) * c]) for i in range(r))
                if rows in seen or set(word) == {"*"}:
                    continue
                for order in permutations(range(c)):
                    turned = ["".join(row[j] for j in order) for row in rows]
                    seen.update(permutations(turned))
                yield rows


def sets(n):
    return [c for k in range(1, n + 1) for c in combinations(range(n), k)]


@cache
def rectangles(rows, value):
    """All b-rectangles as sets of cells; all rectangles if the value is None."""
    found = []
    for s, t in product(sets(len(rows)), sets(len(rows[0]))):
        cells = frozenset(product(s, t))
        if value is None or all(rows[i][j] != "10"[value] for i, j in cells):
            found.append(cells)
    return found


def cells(rows, value):
    return [(i, j) for i, row in enumerate(rows) for j, x in enumerate(row) if x == str(value)]


@cache
def protocol(rows):
    """D, and the nodes of a protocol as certificates list them: split the rows or the columns in all ways."""

    @cache
    def of(here, there):
        shown = {rows[r][c] for r in here for c in there} - {"*"}
        if len(shown) < 2:
            return 0, [[int(*shown)]]
        best = 99, None
        for owner, side in ((2, here), (3, there)):
            for half in (chosen for k in range(1, len(side)) for chosen in combinations(side, k)):
                rest = tuple(x for x in side if x not in half)
                parts = [(part, there) if owner == 2 else (here, part) for part in (half, rest)]
                (one, first), (two, second) = (of(*part) for part in parts)
                best = min(best, (1 + max(one, two), [[owner, *half], *first, *second]))
        return best

    return of(tuple(range(len(rows))), tuple(range(len(rows[0]))))


@cache
def one_way(rows):
    """Bits that Alice sends, and the message of each row: classes of rows whose columns are constant off *."""
    best = len(rows), tuple(range(len(rows)))
    for colours in product(range(len(rows)), repeat=len(rows)):
        classes = [[row for row, c in zip(rows, colours, strict=True) if c == colour] for colour in set(colours)]
        if all(len(set(place) - {"*"}) < 2 for group in classes for place in zip(*group, strict=True)):
            best = min(best, (len(classes), colours))
    return (best[0] - 1).bit_length(), best[1]


def turned(rows):
    return tuple("".join(column) for column in zip(*rows, strict=True))


@cache
def fooling(rows, value):
    """The most entries of which no two fit into a rectangle, and such entries."""
    entries = cells(rows, value)
    for k in range(min(len(entries), len(rows), len(rows[0])), -1, -1):
        for chosen in combinations(entries, k):
            if all(str(1 - value) in (rows[r][d], rows[s][c]) for (r, c), (s, d) in combinations(chosen, 2)):
                return k, chosen
    raise AssertionError("none are fooling")


@cache
def cover(rows, value, disjoint=False):
    """The fewest rectangles that hold the entries, each once if they are disjoint, and such rectangles as cells."""
    allowed = rectangles(rows, value)

    @cache
    def of(left, k):
        if not left:
            return ()
        for held in allowed if k else ():
            if min(left) in held and (not disjoint or held <= left):
                rest = of(left - held, k - 1)
                if rest is not None:
                    return held, *rest
        return None

    entries = frozenset(cells(rows, value))
    return next((k, found) for k in range(len(entries) + 1) if (found := of(entries, k)) is not None)


def completions(rows):
    """All matrices with 0 or 1 in place of each *."""
    pieces = "\n".join(rows).split("*")
    for word in product("01", repeat=len(pieces) - 1):
        yield tuple("".join(x + y for x, y in zip(pieces, (*word, ""), strict=True)).split("\n"))


def rank(rows, entry, p=0):
    """The least rank of a completion of the matrix of entry(symbol) modulo p, or over Q for p = 0, by minors."""
    return min(_rank(full, entry, p) for full in completions(rows))


def _rank(rows, entry, p):
    table = [[entry[x] for x in row] for row in rows]
    for k in range(min(len(table), len(table[0])), 0, -1):
        for s in combinations(table, k):
            for c in combinations(range(len(table[0])), k):
                determinant = leibniz([[row[j] for j in c] for row in s])
                if determinant % p if p else determinant:
                    return k
    return 0


def leibniz(table):
    if not table:
        return 1
    return sum(
        (-1) ** j * x * leibniz([row[:j] + row[j + 1 :] for row in table[1:]]) for j, x in enumerate(table[0]) if x
    )


@cache
def shattered(rows):
    """The most columns on which the rows show all words, and such columns."""
    for k in range(len(rows[0]), -1, -1):
        for c in combinations(range(len(rows[0])), k):
            if len({tuple(row[j] for j in c) for row in rows}) == 2**k:
                return k, c
    raise AssertionError("no columns show one word")


def signs(rows):
    return np.array([[{"0": -1.0, "1": 1.0, "*": 0.0}[x] for x in row] for row in rows])


@cache
def spectrum(rows):
    return np.linalg.svd(signs(rows), compute_uv=False)


def constraints(rows, name, epsilon):
    """(label, rectangle) of each variable, and (coefficients, sense, number, entry, row) of each constraint.

    Written from the definitions in the literature, not from the checker's table; only the order of the rows is its.
    """
    one = "0" if name.endswith("0") else "1"
    if name.startswith("fractional_partition"):  # the same without error: no weight on an entry of the other value
        name, epsilon = f"smooth_rectangle{one}", 0
    both = name in ("partition_bound", "disc")
    variables = [
        (label, here, there)
        for label, here, there in product((0, 1) if both else (0,), sets(len(rows)), sets(len(rows[0])))
        if not name.startswith("fractional") or all(rows[r][c] in (one, "*") for r in here for c in there)
    ]
    listed = []
    for r, row in enumerate(rows):
        for c, entry in enumerate(row):
            holds = [r in here and c in there for _, here, there in variables]
            if name.startswith("fractional"):
                asked = [(holds, ">=", 1)] if entry == one else []
            elif name.startswith("smooth"):
                low, high = (holds, ">=", 1 - epsilon), ([-h for h in holds], ">=", -1)
                small = ([-h for h in holds], ">=", -epsilon)
                asked = [] if entry == "*" else [low, high] if entry == one else [small]
            elif name == "partition_bound":
                right = [h and str(label) == entry for h, (label, _, _) in zip(holds, variables, strict=True)]
                asked = [(holds, "=", 1)] + ([(right, ">=", 1 - epsilon)] if entry != "*" else [])
            else:
                sign = 1 if entry == "1" else -1
                signed = [sign * (2 * label - 1) * h for h, (label, _, _) in zip(holds, variables, strict=True)]
                asked = [(signed, ">=", 1)] if entry != "*" else []
            listed += [(np.array(k, dtype=int), *rest, (r, c), place) for place, (k, *rest) in enumerate(asked)]
    return variables, listed


@cache
def program(rows, name, epsilon=None):
    """Variables, constraints with equations last, and what makes the sum of the variables least, if there are any."""
    variables, listed = constraints(rows, name, epsilon)
    order = sorted(listed, key=lambda one: one[1] == "=")
    if not order:
        return variables, order, None
    above, equal = ([one for one in order if one[1] == sense] for sense in (">=", "="))
    found = linprog(
        np.ones(len(variables)),
        A_ub=np.array([-one[0] for one in above]) if above else None,
        b_ub=[-float(one[2]) for one in above] if above else None,
        A_eq=np.array([one[0] for one in equal]) if equal else None,
        b_eq=[float(one[2]) for one in equal] if equal else None,
    )
    assert found.status == 0, (rows, name, epsilon, found.message)
    return variables, order, found


def programmed(name):
    def value(rows, epsilon):
        _, _, found = program(rows, name, epsilon)
        least = 0.0 if found is None else found.fun
        return 1 / least if name == "disc" else least

    return value


def gamma2_of(table):
    """max over unit u, v of the trace norm of (u_i B_ij v_j): concave in the squares, so a local maximum will do."""
    table = np.array(table)
    n, k = table.shape

    def lost(x):
        u, v = np.abs(x[:n]) + 1e-12, np.abs(x[n:]) + 1e-12
        scaled = table * np.outer(u / np.linalg.norm(u), v / np.linalg.norm(v))
        return -np.linalg.svd(scaled, compute_uv=False).sum()

    rng = np.random.default_rng(0)
    starts = [np.ones(n + k), *(rng.uniform(0.2, 1, n + k) for _ in range(3))]
    options = {"xatol": 1e-9, "fatol": 1e-11, "maxiter": 4000, "maxfev": 6000}
    return max(-minimize(lost, start, method="Nelder-Mead", options=options).fun for start in starts)


@cache
def gamma2_within(rows, alpha):
    """(a value that is reached, nothing below it is claimed): least gamma_2(B) with 1 <= A B (<= alpha) off *."""
    table = signs(rows)
    n, k = table.shape
    size = n + k
    rng = np.random.default_rng(0)
    best = np.inf
    asked = np.nonzero(table)

    def inner(x):
        vectors = x[:-1].reshape(size, size)
        return (table * (vectors[:n] @ vectors[n:].T))[asked]

    rules = [
        {"type": "ineq", "fun": lambda x: inner(x) - 1},
        {"type": "ineq", "fun": lambda x: x[-1] - (x[:-1].reshape(size, size) ** 2).sum(axis=1)},
    ]
    if alpha is not None:
        rules.append({"type": "ineq", "fun": lambda x: float(alpha) - inner(x)})
    for _ in range(4):
        start = np.append(rng.normal(size=size * size), size)
        found = minimize(lambda x: x[-1], start, method="SLSQP", constraints=rules, options={"maxiter": 500})
        if found.success and min(rule["fun"](found.x).min() for rule in rules) > -NEAR:
            best = min(best, found.x[-1])
    return best


@cache
def gamma2(rows):
    return gamma2_of(signs(rows))


@cache
def gamma2_01(rows):
    return gamma2_of([[float(x) for x in row] for row in rows]) if "1" in "".join(rows) else 0.0


@cache
def disc_uniform(rows):
    """The largest discrepancy under equal weights, and the cells of a rectangle that has it."""
    table = signs(rows)
    largest = max([frozenset(), *rectangles(rows, None)], key=lambda held: abs(sum(table[e] for e in held)))
    return Fraction(int(abs(sum(table[e] for e in largest))), table.size), largest


M, FLIPPED, A = {"0": 0, "1": 1}, {"0": 1, "1": 0}, {"0": -1, "1": 1}
EXACT = {
    "D": lambda rows: protocol(rows)[0],
    "one_way_ab": lambda rows: one_way(rows)[0],
    "one_way_ba": lambda rows: one_way(turned(rows))[0],
    "partition": lambda rows: cover(rows, 0, True)[0] + cover(rows, 1, True)[0],
    "rank_sign": lambda rows: rank(rows, A),
    "vc_rows": lambda rows: shattered(rows)[0],
    "vc_columns": lambda rows: shattered(turned(rows))[0],
}
for _b in (0, 1):
    EXACT[f"fooling{_b}"] = lambda rows, b=_b: fooling(rows, b)[0]
    EXACT[f"cover{_b}"] = lambda rows, b=_b: cover(rows, b)[0]
    EXACT[f"partition{_b}"] = lambda rows, b=_b: cover(rows, b, True)[0]
for _field, _p in (("q", 0), ("gf2", 2), ("gf3", 3)):
    EXACT[f"rank_{_field}"] = lambda rows, p=_p: rank(rows, M, p)
    EXACT[f"rank_{_field}_complement"] = lambda rows, p=_p: rank(rows, FLIPPED, p)
NUMERIC = {
    "spectral_norm": lambda rows, _: spectrum(rows)[0],
    "trace_norm": lambda rows, _: spectrum(rows).sum(),
    "forster": lambda rows, _: (len(rows) * len(rows[0])) ** 0.5 / spectrum(rows)[0],
    "disc_uniform": lambda rows, _: float(disc_uniform(rows)[0]),
    "gamma2": lambda rows, _: gamma2(rows),
    "gamma2_01": lambda rows, _: gamma2_01(rows),
    "gamma2_alpha": gamma2_within,
    "gamma2_inf": lambda rows, _: gamma2_within(rows, None),
}
PROGRAMS = ("partition_bound", "disc")
PROGRAMS += tuple(
    f"{name}{value}" for name in ("fractional_cover", "fractional_partition", "smooth_rectangle") for value in (0, 1)
)
NUMERIC |= {name: programmed(name) for name in PROGRAMS}
