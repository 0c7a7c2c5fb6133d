"""Random maps to tuples, to answers, to averages and to measures of a part, from true premises."""

from fractions import Fraction
from itertools import product

import asking
import brute_matrices
import brute_patterns
import exact_sign_rank
import tiny_patterns as tiny
from averages_truth import fixed, meet, saturated, softmax_on_a_line
from map_patterns import bound, broken, given, judge, part_of


def flattened(rng, counts):
    """Tuples of order 3 in a grid with one coordinate, and m = 1 of real vectors for M = 1."""
    M, part = rng.randint(1, 2), rng.randint(0, 3)
    low = -1 if part else 0
    rows = [rng.randint(low, M - 1) if rng.random() < 0.97 else rng.randint(-2, M) for _ in range(rng.randint(1, 3))]
    columns = [[rng.randint(-1 if not part or i else 0, M - 1) for i in range(2)] for _ in range(rng.randint(1, 3))]
    if rng.random() < 0.03:
        columns[0] = rng.choice(([0], [-1, -1], [M, 0], [0, 0, 0]))
    words = []
    for x in rows:
        word = []
        for others in columns:
            parts = [*others[:part], x, *others[part:]]
            nulls = [y for y in parts[1:] if y == -1]
            word.append("0" if len(nulls) == len(parts) - 1 else "+" if not nulls and sum(parts) % M == 0 else "-")
        words.append("".join(x if rng.random() < 0.95 else "*" for x in word))
    null = rng.random() < 0.7
    premise = bound(rng, asking.shown(words, null), tuple(words), null, "lower")
    proof = given(name="tuples", of=premise, part=part, rows=rows, columns=columns)
    question = {"task": "match", "order": 3, "M": M}
    name, gap, bits = rng.choice(
        (("midrise", Fraction(1, 2), 2), ("twos", Fraction(1, 2), 2), ("midrise", 1, 1), ("twos", 1, 2))
    )
    fits = brute_patterns.tuple_tables(M, brute_patterns.entries(bits, name), gap, 1)
    if not fits and M == 2:
        return
    claim = (
        asking.size(question, "lower", 2)
        if M == 1
        else asking.size(question, "lower", 2, f"GRID({bits}, {name}, gap {gap})")
    )
    judge(counts, "tuples", proof, claim, "lower", 1, (M, part))


LINEAR = {}


def linear(inputs):
    """The 0/1 functions on words over two tokens that one head computes: sums of functions of a token each."""
    if inputs not in LINEAR:
        found, n = set(), len(inputs[0])
        for w in product(range(-3, 4), repeat=n):
            for b in range(-7, 8):
                values = [2 * sum(a * x for a, x in zip(w, word, strict=False)) + 2 * b + 1 for word in inputs]
                found.add(tuple(int(v > 0) for v in values))
        LINEAR[inputs] = found
    return LINEAR[inputs]


def cuts(rng, counts):
    """A task on two or three tokens and one that answers: which functions one head computes is known."""
    n = rng.randint(1, 3)
    position = rng.randint(0, n)
    inputs = tuple(product((0, 1), repeat=n))
    answers = rng.choice(sorted(linear(inputs)))
    if rng.random() < 0.1:
        answers = tuple(1 - a for a in answers)
    asked = [a if rng.random() < 0.9 else None for a in answers]
    if not any(a is not None for a in asked):
        return
    table = []
    for word, a in zip(inputs, asked, strict=False):
        wanted = [None] * (n + 1)
        wanted[position] = a
        table.append([[*word[:position], 0, *word[position:]], wanted])
    question = {
        "task": "computation",
        "of": "table",
        "alphabet": 2,
        "length": n + 1,
        "answers": table,
        "position": position,
    }
    others = [j for j in range(n + 1) if j != position]
    alice = sorted(rng.sample(others, rng.randint(0, n)))
    bob = [j for j in others if j not in alice]
    rows = [[rng.randint(0, 1) for _ in alice] for _ in range(rng.randint(1, 3))]
    columns = [[rng.randint(0, 1) for _ in bob] for _ in range(rng.randint(1, 3))]
    told = {tuple(word): wanted[position] for word, wanted in table}
    words = []
    for row in rows:
        word = ""
        for column in columns:
            at = {**dict(zip(alice, row, strict=False)), **dict(zip(bob, column, strict=False)), position: 0}
            a = told[tuple(at[j] for j in range(n + 1))]
            word += {0: "-", 1: "+", None: rng.choice("***+-")}[a] if rng.random() < 0.93 else rng.choice("*+-")
        words.append(word)
    premise = bound(rng, asking.shown(words, True), tuple(words), rng.random() < 0.8, "lower")
    if "resource" in premise:
        premise["question"]["null"] = True
        premise["value"] = exact_sign_rank.least_dimension(tuple(words), True)
    if rng.random() < 0.1:
        alice = sorted(rng.sample(range(n + 1), rng.randint(0, n)))
    proof = given(name="cut", of=premise, token=int(rng.random() < 0.03), alice=alice, rows=rows, columns=columns)
    claim = asking.size(question, "lower", 2, "THRESH", "H")
    judge(counts, "cut", proof, claim, "lower", 1, (n, position))


def averages(rng, counts):
    """Averages of q of N <= 3 with an error: fixed-point and saturated units of one coordinate, softmax, and ties."""
    N = rng.randint(1, 3)
    q = rng.randint(1, N)
    eps = (
        Fraction(rng.randint(0, 24), rng.choice((8, 12, 24)) * q)
        if rng.random() < 0.8
        else Fraction(rng.randint(0, 8), 8)
    )
    cls, name, bits = (
        rng.choice(("FIXED", "FIXED", "SATURATED", "SOFTMAX")),
        rng.choice(("midrise", "twos")),
        rng.randint(1, 2),
    )
    question, resource, side, written = {"task": "averaging", "N": N, "q": q}, "m", "lower", cls
    if cls == "FIXED":
        if rng.random() < 0.4:
            resource, written = "p", f"FIXED(p, {name})"
            least = min((b for b in (1, 2) if fixed(N, q, eps, b, name)), default=None)
        else:
            written = f"FIXED({bits}, {name})"
            least = 1 if fixed(N, q, eps, bits, name) else None
    elif cls == "SATURATED":
        least = min((m for m in (0, 1, 2) if saturated(N, q, eps, m)), default=None)
    else:
        least = 1 if softmax_on_a_line(N, q, eps) else None
    if least is None:
        return  # nothing that is claimed is known to be false
    of = rng.choice(({"task": "separation", "N": N, "least": q, "most": q}, {"task": "qsa", "N": N, "q": q}))
    if rng.random() < 0.1:
        of["N"] = max(1, N + rng.choice((-1, 1)))
    if of["N"] < q or of["N"] > 3:
        return
    rows = tiny.sets(of["N"], q, q, "0" if of["task"] == "qsa" else "+")
    kind = rng.random()
    if kind < 0.4:
        premise = bound(rng, of, rows, False, "lower")
    else:
        gap = rng.choice((Fraction(1, 2), 1, 2, 3, 4))
        most = rng.choice((bits, bits, 1, 2))
        if rng.random() < 0.5:
            fits = [b for b in (1, 2) if brute_patterns.grid_feasible(rows, False, b, name, gap, 1)]
            premise = asking.size(of, "lower", min(fits, default=3), f"GRID(p, {name}, gap {gap})", "p", m=1)
        else:
            value = 1 if len(rows) == 1 else 1 + (not brute_patterns.grid_feasible(rows, False, most, name, gap, 1))
            value = 0 if brute_patterns.grid_feasible(rows, False, most, name, gap, 0) else value
            premise = asking.size(of, "lower", value, f"GRID({most}, {name}, gap {gap})")
    more = {"m": 1} if resource == "p" else {}
    claim = asking.size(question, side, least + 1, written, resource, error=str(eps), **more)
    judge(counts, "averages", given(name="averages", of=premise), claim, side, least, (N, q, eps, written))


def saturations(rng, counts):
    """Ties of r of N multiplied up: compared with what saturated weights on faces give, N <= 3."""
    N = rng.randint(1, 3)
    q, r = rng.randint(1, N), rng.randint(1, N)
    eps = Fraction(rng.randint(0, 2 * q), 2 * q)
    of = {"task": "qsa", "N": (n := N if rng.random() < 0.8 else rng.randint(r, 3)), "q": min(r, n)}
    premise = bound(rng, of, tiny.sets(n, of["q"], of["q"], "0"), False, "upper")
    claim = asking.size({"task": "averaging", "N": N, "q": q}, "upper", 9, "SOFTMAX", error=str(eps))
    least = 0 if meet([(1,) * N], N, q, eps) else 1  # no width: all weights are equal
    judge(counts, "saturation", given(name="averages", of=premise), claim, "upper", least, (N, q, eps))


def measures(rng, counts):
    """Measures of a part: five that grow, one that does not."""
    name = rng.choice(("cover1", "rank_q", "vc_rows", "trace_norm", "spectral_norm", "forster"))
    rows = tiny.random_rows(rng, symbols="01*" if name == "cover1" else "01")
    rows = tuple(row if name == "cover1" else row.replace("*", "0") for row in rows)
    chosen, columns, _ = part_of(rng, rows)
    if rng.random() < 0.1:
        chosen = [rng.randrange(len(rows)) for _ in range(3)]
    part = tuple(
        "".join(rows[r][c] if name != "cover1" or rng.random() < 0.8 else "*" for c in columns) for r in chosen
    )
    if rng.random() < 0.2:
        part = (*part[:-1], "".join(rng.choice("01") for _ in columns))
    if not all(any(set(row) - {"*"} for row in table) for table in (rows, part)):
        return
    side = rng.choice(("lower", "lower", "upper"))
    small, large = (brute_matrices.measure(table, name) for table in (part, rows))
    known, asked = (small, large) if side == "lower" else (large, small)
    of, about = (part, rows) if side == "lower" else (rows, part)
    value = Fraction(known).limit_denominator(10**6) + (
        0 if known == int(known) else Fraction(1 if side == "upper" else -1, 10**5)
    )
    other = name if rng.random() < 0.95 else rng.choice(("rank_q", "vc_rows"))
    premise = {"question": matrix_of(of), "measure": other, "side": side, "value": str(max(0, value))}
    if other != name:
        premise["value"] = str(brute_matrices.measure(tuple(row.replace("*", "0") for row in of), other))
        premise["question"] = matrix_of(tuple(row.replace("*", "0") for row in of))
    claim = {"question": matrix_of(about), "measure": name, "side": side, "value": "9"}
    proof = given(name="part", of=premise, rows=broken(rng, chosen, 3), columns=broken(rng, columns, 3))
    found = asking.trusted(proof, claim)
    counts["measure", "proofs"] += 1
    counts["measure", "accepted"] += found is not None
    key = ("measure", "about", name, about, side)
    counts[key] = max(counts[key], int(found is not None and abs(found - asked) < 1e-4))
    fine = found is None or (found <= asked + 1e-9 if side == "lower" else found >= asked - 1e-9)
    assert fine, (proof, claim, found, asked)


def matrix_of(rows):
    return {"task": "communication", "of": "matrix", "rows": list(rows)}
