"""Tiny questions for the attack on the tree rule: rectangles, shattered sets, dependencies; and all by their system.

Everything here is written anew from the definitions: nothing of the checker is used.
"""

# ruff: noqa: B905, E731

import math
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product

from tree_keys import keys
from tree_question import Question
from tree_units import units


def matrix(rng):
    R, C = rng.randint(1, 4), rng.randint(1, 4)
    rows = ["".join(rng.choice(rng.choice(["01", "011", "0", "1"])) for _ in range(C)) for _ in range(R)]
    if rng.random() < 0.4:  # rows and columns that repeat have symmetries
        rows = [rng.choice(rows) for _ in rows]
    if rng.random() < 0.3:
        rows = ["".join(str(int((i + j) % max(R, C) < 2)) for j in range(C)) for i in range(R)]
    return rows


def rectangles(rng):
    rows = matrix(rng)
    R, C = len(rows), len(rows[0])
    sums = []
    for inside in product((0, 1), repeat=R):
        column = [sum((1 if rows[i][j] == "1" else -1) for i in range(R) if inside[i]) for j in range(C)]
        sums += [sum(x for x in column if x > 0), -sum(x for x in column if x < 0)]
    most = max(0, max(sums) + rng.choice([-1, -1, 0, -2]))
    claim = {"measure": "disc_uniform", "side": "upper", "value": str(Fraction(most, R * C))}
    moves = [rng.sample(range(n), n) for n in (R, C, R, C, 1, 2, 3) for _ in range(3)]
    statement = {"task": "communication", "of": "matrix", "rows": rows}

    def solutions(problem):
        inside = (x for x in product((0, 1), repeat=len(problem.table)))
        value = lambda x: sum(max(0, sum(c for c, out in zip(column, x) if not out)) for column in zip(*problem.table))
        return [dict(enumerate(x)) for x in inside if value(x) > most]

    part, ready = {"moves": moves}, lambda left, code: True
    truth = lambda: max(sums) <= most
    return Question("rectangles", statement, claim, [part] * 2, 0, truth, {"most": most}, ready, solutions)


def shattered(rng):
    rows = (
        matrix(rng)
        if rng.random() < 0.7
        else ["".join(map(str, w)) for w in product((0, 1), repeat=rng.randint(1, 3))][: rng.randint(1, 8)]
    )
    name = rng.choice(["vc_rows", "vc_columns"])
    seen = rows if name == "vc_rows" else ["".join(x) for x in zip(*rows)]
    size = rng.randint(0, 3)

    def truth():
        C = range(len(seen[0]))
        return not any(
            len({tuple(row[c] for c in chosen) for row in seen}) == 2 ** (size + 1)
            for chosen in combinations(C, size + 1)
        )

    claim = {"measure": name, "side": "upper", "value": str(size)}
    statement = {"task": "communication", "of": "matrix", "rows": rows}

    def solutions(problem):
        columns = list(dict.fromkeys(zip(*seen)))
        found = []
        for chosen in combinations(range(len(columns)), size + 1):
            if len(set(zip(*(columns[c] for c in chosen)))) == 2 ** (size + 1):
                found.append({c: int(c not in chosen) for c in range(len(columns))})
        return found

    ready = lambda left, code: True
    return Question("shattered", statement, claim, [{}], 2 ** (size + 1), truth, {"size": size}, ready, solutions)


def radon(rng):
    """Weights made by keys and queries of a width, so that a bound above it is false; or any, of width 0 or 1."""
    L, R, planted = rng.randint(1, 4), rng.randint(1, 4), rng.random() < 0.5
    m = rng.choice([0, 1, 1, 2])
    rows, off = [], []
    if planted:
        places = [[rng.randint(-2, 2) for _ in range(m)] for _ in range(L)]
        for _ in range(R):
            q = [rng.randint(-2, 2) for _ in range(m)]
            scores = [sum(a * b for a, b in zip(q, k)) for k in places]
            least = rng.choice(sorted(set(scores)))
            on = [j for j in range(L) if scores[j] >= least]
            rows.append([[j, 2 ** (scores[j] - least)] for j in on])
            off += [x - least for x in scores if x < least]
        ratio, zero = Fraction(rng.choice([0, 0, 1])), Fraction(max(off, default=-1))
    else:
        m = min(m, 1)
        for _ in range(R):
            on = sorted(rng.sample(range(L), rng.randint(1, L)))
            weights = [2 ** rng.choice([0, 0, 0, 1]) for _ in on]
            rows.append([[j, w // min(weights)] for j, w in zip(on, weights)])
        ratio, zero = Fraction(rng.choice([0, 0, 1, 2])), Fraction(-rng.choice([1, 2, 4]), rng.choice([1, 2]))
    statement = {"task": "attention-matrix", "L": L, "rows": rows, "ratio": str(ratio), "zero": str(zero)}
    claim = {"resource": "m", "unit_class": "SOFTMAX", "side": "lower", "value": m + 1}
    needed = max(math.log2(max(w for _, w in row) // min(w for _, w in row)) for row in rows)
    spread = max(0, int(needed) + rng.choice([0, 0, 0, 1, -1]))
    columns = sorted(rng.sample(range(L), min(L, m + rng.choice([2, 2, 2, 3, 1]))))
    sums = [list(named) for n in (1, 2, 3) for named in combinations_with_replacement(range(R), n)]
    part = {"sums": sums}
    return Question(
        "radon",
        statement,
        claim,
        [part],
        2 * len(sums),
        lambda: not planted and not weighs(rows, L, m, ratio, zero),
        {"columns": columns, "spread": str(spread)},
    )


def weighs(rows, L, m, ratio, zero):
    """Whether keys 0 .. 5 on a line, or all equal, have queries that give the weights."""
    for chosen in product(range(6 if m else 1), repeat=L):
        if all(query_exists(row, chosen, L, ratio, zero) for row in rows):
            return True
    return False


def query_exists(row, keys, L, ratio, zero):
    low, high = -math.inf, math.inf
    weights = dict(map(tuple, row))
    conditions = []  # (a, b): q a <= b
    for j, w in weights.items():
        for k in range(L):
            if k in weights:
                conditions.append((keys[j] - keys[k], ratio + Fraction(w.bit_length() - weights[k].bit_length())))
            else:
                conditions.append((keys[k] - keys[j], zero))
    for a, b in conditions:
        if a > 0:
            high = min(high, b / a)
        elif a < 0:
            low = max(low, b / a)
        elif b < 0:
            return False
    return low <= high


QUESTIONS = {"units": units, "keys": keys, "rectangles": rectangles, "shattered": shattered, "radon": radon}
