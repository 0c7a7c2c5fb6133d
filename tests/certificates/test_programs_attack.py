"""Hostile weights and multipliers for the linear programs over rectangles of tiny matrices.

The true values come from all rectangles: a program is solved with floats, its weights and multipliers are rounded, and
then both are exactly feasible, and agree. What is proved may not be beyond them.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

import numpy as np

import brute_matrices
from asking import of_matrix
from brute_matrices import small_matrices
from headcount.certificates.meaning.quantities import MEASURES
from headcount.certificates.meter import Meter
from headcount.certificates.problems.small import RECTANGLES_PART, Rectangles
from headcount.certificates.systems.programs import program_of
from mutants import mutated

EPSILONS = (Fraction(0), Fraction(1, 3), Fraction(1, 2))


@cache
def truth(rows, name, epsilon):
    """The value of the measure, and proofs of both sides."""
    variables, order, found = brute_matrices.program(rows, name, epsilon)
    if found is None:
        return Fraction(0), weights_proof([], []), multipliers_proof(rows, name, epsilon, 1, {})
    w = [rounded(x) for x in found.x]
    y = [rounded(-x) for x in found.ineqlin.marginals] + [rounded(x) for x in found.eqlin.marginals]
    for k, sense, number, _, _ in order:
        load = sum(int(a) * x for a, x in zip(k, w, strict=True) if a)
        assert load == number if sense == "=" else load >= number
    for v in range(len(variables)):
        assert sum(int(x[0][v]) * m for x, m in zip(order, y, strict=True)) <= 1
    assert all(m >= 0 for m, x in zip(y, order, strict=True) if x[1] == ">=") and min(w) >= 0
    value = sum(w)
    assert value == sum(m * x[2] for m, x in zip(y, order, strict=True)), (rows, name, epsilon)
    used = [(v, x) for v, x in zip(variables, w, strict=True) if x]
    chosen = {(x[3], x[4]): m for x, m in zip(order, y, strict=True) if m}
    scale = int(np.lcm.reduce([m.denominator for m in chosen.values()] or [1]))
    dual = multipliers_proof(rows, name, epsilon, scale, {place: int(m * scale) for place, m in chosen.items()})
    weights = weights_proof([v for v, _ in used], [x for _, x in used])
    return (1 / value if name == "disc" else value), weights, dual


def rounded(x):
    return Fraction(float(x)).limit_denominator(200)


def weights_proof(variables, weights):
    scale = int(np.lcm.reduce([w.denominator for w in weights] or [1]))
    return {
        "rule": "farkas",
        "system": "rectangle-weights",
        "denominator": scale,
        "rectangles": [[list(here), list(there)] for _, here, there in variables],
        "weights": [int(w * scale) for w in weights],
        "answers": [label for label, _, _ in variables],
    }


def multipliers_proof(rows, name, epsilon, denominator, numbers):
    """``numbers``: (entry, row) -> multiplier; each label gets the tree that goes through all sets of rows."""
    tables = [[[0] * len(rows[0]) for _ in rows] for _ in range(2)]
    for ((r, c), k), y in numbers.items():
        tables[k][r][c] = y
    tables = tables if any(map(any, tables[1])) else tables[:1]
    return {
        "rule": "farkas",
        "system": "rectangle-multipliers",
        "denominator": denominator,
        "tables": tables,
        "light": [{"tree": tree} for tree in trees(rows, name, epsilon, tables, denominator)],
    }


def trees(rows, name, epsilon, tables, denominator):
    """For each label the tree that splits one line after the other, wherever the bound is too high; perhaps in vain."""
    if name.endswith("0"):
        rows, name = [row.translate({48: 49, 49: 48}) for row in rows], name[:-1] + "1"
    program = program_of(name, epsilon)
    for label in range(program.labels):
        weighted = [
            [
                sum(t[r][c] * x[0][label] for t, x in zip(tables, program.rows[e], strict=False))
                for c, e in enumerate(row)
            ]
            for r, row in enumerate(rows)
        ]
        below = -sum(x for row in weighted for x in row if x > 0) - 1
        weighted = [
            [below if e == program.banned else x for e, x in zip(*both, strict=True)]
            for both in zip(rows, weighted, strict=True)
        ]
        part = RECTANGLES_PART.read({"tree": []}, "", Meter())
        problem = Rectangles(weighted, denominator, part, Meter())

        def grown(state, v, problem=problem):
            if sum(c for c in state if c > 0) <= problem.most or v == len(problem.table):
                return []
            inside, outside = (problem.moved(state, v, 3, after) for after in (1, 2))
            return [0, v, 0, 0, *grown(inside, v + 1), *grown(outside, v + 1)]

        yield grown(problem.state, 0)


def hostile(random, rows, name, epsilon):
    """Random weights, or random multipliers with the trees that would show that they are right."""
    height, width = len(rows), len(rows[0])
    if random.random() < 0.5:
        count = random.randrange(6)
        proof = weights_proof([], []) | {"denominator": random.randrange(1, 4)}
        for _ in range(count):
            here = [i for i in range(height) if random.random() < 0.6]
            there = [i for i in range(width) if random.random() < 0.6]
            proof["rectangles"].append([here, there])
            proof["weights"].append(random.randrange(1, 4))
            proof["answers"].append(random.randrange(2) if name in ("partition_bound", "disc") else 0)
        if random.random() < 0.5:
            proof["symmetries"] = [symmetry(random, height, width) for _ in range(random.randrange(3))]
        return proof
    numbers = {
        ((r, c), k): random.randrange(-1 if random.random() < 0.2 else 0, 3)
        for r in range(height)
        for c in range(width)
        for k in range(2)
        if random.random() < (0.6, 0.1)[k]
    }
    return multipliers_proof(rows, name, epsilon, random.randrange(1, 4), numbers)


def symmetry(random, height, width):
    """Maps of rows and columns, bijective or not; mostly no symmetries of anything."""

    def order(size):
        kind = random.random()
        if kind < 0.3:
            return random.choices(range(size), k=size)
        return random.sample(range(size), size) if kind < 0.7 else list(range(size))

    return {"rows": order(height), "columns": order(width), "transposed": random.random() < 0.2}


@cache
def kept_by(rows):
    """All maps of rows and columns, bijective or not, under which entries go to equal ones."""
    height, width = len(rows), len(rows[0])
    found = []
    for f in product(range(height), repeat=height):
        for g in product(range(width), repeat=width):
            if all(rows[f[i]][g[j]] == rows[i][j] for i in range(height) for j in range(width)):
                found.append({"rows": list(f), "columns": list(g), "transposed": False})
    return found


def averaged(random, rows):
    """A cover by few rectangles and their images under a map, with less and less weight on each."""
    listed = [
        [
            [i for i in range(len(rows)) if random.random() < 0.5],
            [j for j in range(len(rows[0])) if random.random() < 0.5],
        ]
        for _ in range(random.randrange(1, 3))
    ]
    shown = weights_proof([(0, *sides) for sides in listed], [6] * len(listed))
    maps = [random.choice(kept_by(rows)) for _ in range(random.randrange(1, 3))]
    return [{**shown, "symmetries": maps, "denominator": d} for d in (2, 3, 4, 6, 9, 12)]


def attack(matrices, proofs, seed):
    """How many proofs were tried and accepted, and all that is false or that should have been accepted."""
    random, counts, wrong, kept = Random(seed), Counter(), [], []
    for rows in matrices:
        asked = [(n, e) for n in brute_matrices.PROGRAMS for e in (EPSILONS if MEASURES[n].parameter else (None,))]
        known = {one: truth(rows, *one) for one in asked}

        def tried(name, epsilon, side, proof, rows=rows, known=known):
            value = of_matrix(rows, name, side, proof, epsilon)
            counts["tried"] += 1
            if value is not None:
                counts["accepted"] += 1
                true = known.get((name, epsilon), (None,))[0]
                if true is None or (value > true if side == "lower" else value < true):
                    wrong.append((rows, name, epsilon, side, proof, value, true))
            return value

        own = []
        for (name, epsilon), (value, weights, dual) in known.items():
            for proof, side in ((weights, "upper"), (dual, "lower")):
                end = {"upper": "lower", "lower": "upper"}[side] if name == "disc" else side
                counts["true"] += 1
                if tried(name, epsilon, end, proof) != value:
                    wrong.append((rows, name, epsilon, end, proof, "not accepted", value))
                own.append((name, epsilon, end, proof))
                for other, parameter in known:
                    tried(other, parameter, random.choice(("lower", "upper")), proof)
        kept = [*kept, *own][-2000:]
        for _ in range(proofs // 10):
            for proof in averaged(random, rows):
                tried(random.choice(("fractional_cover0", "fractional_cover1")), None, "upper", proof)
        for _ in range(proofs):
            name, epsilon = random.choice(list(known))
            proof = hostile(random, rows, name, epsilon)
            side = "upper" if (proof["system"] == "rectangle-weights") != (name == "disc") else "lower"
            if random.random() < 0.5:
                name, epsilon, side, proof = random.choice(random.choice((kept, own)))
                proof = mutated(proof, random)
                if proof["system"] == "rectangle-weights" and random.random() < 0.3:
                    proof = {**proof, "symmetries": [symmetry(random, len(rows), len(rows[0]))]}
                if random.random() < 0.2:
                    name, epsilon = random.choice(list(known))
                if proof.get("system") == "rectangle-multipliers" and random.random() < 0.6:
                    proof = with_trees(rows, name, epsilon, proof)
            side = random.choice(("lower", "upper")) if random.random() < 0.05 else side
            if random.random() < 0.02:
                name = random.choice(list(MEASURES))
                epsilon = {"epsilon": random.choice(EPSILONS), "alpha": Fraction(2)}.get(MEASURES[name].parameter)
            tried(name, epsilon, side, proof)
    return counts, wrong


def with_trees(rows, name, epsilon, proof):
    """Mutated multipliers with trees that fit them, where they are of a form for which there are any."""
    try:
        light = [{"tree": tree} for tree in trees(rows, name, epsilon, proof["tables"], proof["denominator"])]
    except Exception:  # a mutation of any form
        return proof
    return {**proof, "light": light}


NOTABLE = [
    ("10", "01", "01"),  # exchanging unlike numbers of copies is no symmetry
    ("100", "011"),
    ("10", "01"),
    ("110", "011", "101"),
    ("100", "010", "001"),
    ("0",),
    ("1*",),
    ("00", "00"),
    ("01", "01"),
]


def test_no_program_is_off():
    random = Random(1)
    matrices = [rows for rows in small_matrices(3, 3) if len(rows) < 3 or len(rows[0]) < 3 or random.random() < 0.03]
    counts, wrong = attack([*random.sample(matrices, 8), *NOTABLE], 100, 2)
    assert not wrong, wrong[:3]
    assert counts["tried"] > 5000 and counts["accepted"] > 1000, counts
