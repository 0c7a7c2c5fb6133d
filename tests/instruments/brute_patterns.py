"""Least sizes of heads for small patterns by going through all tables; nothing is shared with the checker.

Each function returns an interval (least, most) of integers in which the true value lies; ``most`` is None if no unit
was found with as much work as is allowed here.
"""

from functools import cache
from itertools import combinations, product

import exact_sign_rank

MOST_BITS = 12
"""Most bits of all key tables together that are gone through."""


def rows_of(question):
    """(rows, null) of a question about an order-2 pattern given as JSON; None if it is none, or a large one."""
    task = question.get("task")
    if task == "pattern":
        return tuple(question["rows"]), question["null"]
    if task == "relevance":
        return rows_of_lists(question), question["null"]
    if task == "match" and question["order"] == 2 and question["M"] <= 6:
        M = question["M"]
        return tuple("".join("+" if x + y in (0, M) else "-" for y in range(M)) for x in range(M)), True
    if task == "separation" and question["N"] <= 6:
        N = question["N"]
        sets = [y for size in range(question["least"], question["most"] + 1) for y in combinations(range(N), size)]
        return tuple("".join("+" if j in y else "-" for j in range(N)) for y in sets), False
    if task == "qsa" and question["N"] <= 6:
        N = question["N"]
        sets = combinations(range(N), question["q"])
        return tuple("".join("0" if j in y else "-" for j in range(N)) for y in sets), False
    return None


def rows_of_lists(question):
    """The rows; of the columns behind the last one listed, which are all alike, one."""
    free = question.get("free", [[]] * len(question["selected"]))
    listed = [column for row in (*question["selected"], *free) for column in row]
    width = range(min(question["columns"], max(listed, default=0) + 2))
    pairs = zip(question["selected"], free, strict=True)
    return tuple(
        "".join("+" if c in chosen else "*" if c in ignored else "-" for c in width) for chosen, ignored in pairs
    )


@cache
def real_dimension(rows, null):
    """The least m of real queries and keys, or None if the pattern is too large for the oracle."""
    if not null:
        rows = (*rows, "+" * len(rows[0]))
    rows = tuple(dict.fromkeys(rows))
    columns = set(zip(*rows, strict=True))
    if min(len(rows), len(columns)) > 4:
        return None
    return exact_sign_rank.sign_rank(rows) - (not null)


def entries(p, grid):
    """The p-bit numbers."""
    return range(1 - 2**p, 2**p, 2) if grid == "midrise" else range(-(2 ** (p - 1)), 2 ** (p - 1))


@cache
def _score_tables(columns, p, grid, m):
    """For each choice of key vectors, the set of score vectors of all queries."""
    vectors = list(product(entries(p, grid), repeat=m))
    tables = set()
    for keys in product(vectors, repeat=columns):
        tables.add(frozenset(tuple(sum(a * b for a, b in zip(q, k, strict=True)) for k in keys) for q in vectors))
    return tables


def shows(word, scores, null, gap):
    """Whether scores (the last one the null key's, if there is one) are as a word asks."""
    if null:
        *scores, threshold = scores
        wanted = {"+": lambda d: d >= gap, "-": lambda d: d <= -gap, "0": lambda d: d == 0, "*": lambda d: True}
        return all(wanted[s](score - threshold) for s, score in zip(word, scores, strict=True))
    low, high, level = [], [], []
    for s, score in zip(word, scores, strict=True):
        {"+": high, "-": low, "0": level, "*": []}[s].append(score)
    if level:
        t = level[0]
        return set(level) == {t} and all(s >= t + gap for s in high) and all(s <= t - gap for s in low)
    return not low or not high or min(high) - max(low) >= 2 * gap


@cache
def grid_feasible(rows, null, p, grid, gap, m):
    """Whether tables of width m in the grid exist; None if there are too many to try."""
    columns = len(rows[0]) + null
    if p * m * columns > MOST_BITS or p > MOST_BITS:
        return None
    words = set(rows)
    return any(
        all(any(shows(word, scores, null, gap) for scores in table) for word in words)
        for table in _score_tables(columns, p, grid, m)
    )


def grid_width(rows, null, p, grid, gap):
    """(least, most) of m."""
    for m in range(5):
        found = grid_feasible(rows, null, p, grid, gap, m)
        if found is None:
            return m, None
        if found:
            return m, m
    return 5, None


def grid_bits(rows, null, grid, gap, m):
    """(least, most) of p."""
    for p in range(1, 5):
        found = grid_feasible(rows, null, p, grid, gap, m)
        if found is None:
            return p, None
        if found:
            return p, p
    return 5, None


@cache
def shared_feasible(N, q, heads, combine, p, grid, gap, m):
    """Whether so many heads of width m share out all q-subsets; None if there is too much to try."""
    if p * m * N > MOST_BITS or p > MOST_BITS or heads > 2 or N > 4:
        return None
    families = set()  # of sets that the queries of one head select
    for table in _score_tables(N, p, grid, m):
        selected = set()
        for scores in table:
            best = max(scores)
            if all(s == best or s <= best - gap for s in scores):
                selected.add(frozenset(j for j in range(N) if scores[j] == best))
        families.add(frozenset(selected))
    families = [f for f in families if not any(f < other for other in families)]
    subsets = [frozenset(y) for y in combinations(range(N), q)]
    for chosen in product(families, repeat=heads):
        if heads == 1:
            if all(y in chosen[0] for y in subsets):
                return True
            continue
        ways = [{len(part) for part in chosen[0] if part < y and y - part in chosen[1]} - {0} for y in subsets]
        if all(ways) and (combine == "concat" or set.intersection(*ways)):
            return True
    return False


def shared_size(question, resource, p, grid, gap, m):
    """(least, most) of m or p."""
    sizes = [question[key] for key in ("N", "q", "heads", "combine")]
    for value in range(0 if resource == "m" else 1, 5):
        bits, width = (p, value) if resource == "m" else (value, m)
        found = shared_feasible(*sizes, bits, grid, gap, width)
        if found is None:
            return value, None
        if found:
            return value, value
    return value + 1, None


@cache
def tuple_width(order, M):
    """The most that m of selecting tuples (class SIGN) can be, by entries from -1 to 1; None if nothing was found."""
    if order != 3 or M > 2:
        return None
    few = (m for m in (1, 2) if 3 ** (m * (2 * M + 2)) <= 10**5)
    return next((m for m in few if tuple_tables(M, (-1, 0, 1), 1, m)), None)


@cache
def tuple_tables(M, numbers, gap, m):
    """Queries and keys that select the pairs with sum 0 mod M by this gap, a null key last in each part; or None."""
    vectors = list(product(numbers, repeat=m))
    for first, second in product(product(vectors, repeat=M + 1), repeat=2):
        queries = [next((q for q in vectors if selects(x, q, first, second, M, gap)), None) for x in range(M)]
        if None not in queries:
            return queries, first, second
    return None


def selects(x, query, first, second, M, gap):
    """Whether a query tells the pairs with x + y + z = 0 mod M from the rest; of integers, a gap of 1 is any."""

    def score(y, z):
        return sum(a * b * c for a, b, c in zip(query, first[y], second[z], strict=True))

    threshold = score(M, M)
    for y, z in product(range(M + 1), repeat=2):
        wins = y < M and z < M and (x + y + z) % M == 0
        if (y, z) != (M, M) and (score(y, z) - threshold if wins else threshold - score(y, z)) < gap:
            return False
    return True
