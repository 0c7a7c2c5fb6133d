"""Random maps between patterns and between classes of units, from true premises; how all of them are judged."""

import copy
import random
from collections import Counter

import asking
import brute_patterns
import exact_sign_rank
import tiny_patterns as tiny


def bound(rng, statement, rows, null, side):
    least = exact_sign_rank.least_dimension(rows, null)
    value = least if rng.random() < 0.8 else max(0, least + rng.choice((-1, -2) if side == "lower" else (1, 2)))
    if null and not any("0" in row for row in rows) and any(set(row) - {"*"} for row in rows) and rng.random() < 0.4:
        matrix = [row.translate(str.maketrans("-+", "01")) for row in rows]
        named = {"question": {"task": "communication", "of": "matrix", "rows": matrix}, "measure": "sign_rank"}
        return {**named, "side": side, "value": str(value)}
    return asking.size(statement, side, value)


def part_of(rng, rows):
    """Some rows and columns of a pattern, in any order; and how the part reads, with stars here and there."""
    chosen = rng.sample(range(len(rows)), rng.randint(1, len(rows)))
    columns = rng.sample(range(len(rows[0])), rng.randint(1, len(rows[0])))
    words = ["".join(rows[r][c] if rng.random() < 0.85 else "*" for c in columns) for r in chosen]
    if rng.random() < 0.25:
        r, c = rng.randrange(len(words)), rng.randrange(len(columns))
        words[r] = words[r][:c] + rng.choice("-0+*") + words[r][c + 1 :]
    return chosen, columns, tuple(words)


def broken(rng, numbers, most):
    """The list, now and then another one."""
    kind = rng.random()
    if kind < 0.04:
        return numbers[:-1]
    if kind < 0.08:
        return [*numbers, rng.randint(0, most)]
    if kind < 0.12:
        return [rng.randint(0, most) for _ in numbers]
    return None if kind < 0.16 else numbers


def given(**fields):
    return {"rule": "map", **{name: x for name, x in fields.items() if x is not None}}


MUTANTS = 2
"""Of each proof, which say something else of the same premise and the same claim."""


def judge(counts, kind, proof, claim, side, least, about):
    """A lower bound above the least size, or an upper one below it, is false; of the proof, and of mutants of it."""
    rng = random.Random(counts[kind, "proofs"])
    for k in range(1 + MUTANTS):
        value = asking.trusted(mutant(rng, proof) if k else proof, claim)
        counts[kind, "proofs"] += 1
        counts[kind, "accepted"] += value is not None
        key = (kind, "about", side, about)
        counts[key] = max(counts[key], int(value == least))
        assert value is None or (value <= least if side == "lower" else value >= least), (proof, claim, value, least)


def mutant(rng, proof):
    """The proof with some numbers of its own changed: left out, put twice, exchanged; its premise stays."""
    found = copy.deepcopy(proof)
    for _ in range(rng.choice((1, 1, 2, 3))):
        own = [name for name in found if name not in ("rule", "name", "of")]
        name = rng.choice([*own, "rows", "columns", "tied"])
        value = found.get(name)
        while isinstance(value, list) and value and isinstance(value[0], list) and rng.random() < 0.8:
            value = rng.choice(value)
        if isinstance(value, list):
            at = rng.randrange(len(value) + 1)
            kind = rng.random()
            if kind < 0.4:
                value[at : at + 1] = [rng.randint(-1, 4)]
            elif kind < 0.6:
                del value[at : at + 1]
            elif kind < 0.8:
                value[at:at] = value[: rng.randint(0, 2)]
            else:
                rng.shuffle(value)
        elif isinstance(value, dict):
            key = rng.choice(list(value))
            value[key] = rng.randint(-1, 4) if isinstance(value[key], int) else rng.sample(range(4), rng.randint(0, 3))
        elif isinstance(value, bool) or name == "tied":
            found["tied"] = not value
        elif isinstance(value, int):
            found[name] = value + rng.choice((-1, 1))
        elif name in found:
            found.pop(name)
        else:
            found[name] = rng.sample(range(4), rng.randint(1, 3))
    return found


def between_patterns(rng, counts):
    """Parts, null keys more or less, sign-ranks; both sides."""
    side = rng.choice(("lower", "upper"))
    statement, rows, null = tiny.pattern(rng)
    least = exact_sign_rank.least_dimension(rows, null)
    if side == "lower":
        chosen, columns, words = part_of(rng, rows)
        premise = bound(rng, asking.shown(words, rng.random() < 0.5), words, (n := rng.random() < 0.5), side)
        if premise.get("resource"):
            premise["question"] = asking.shown(words, n)
        claim = asking.size(statement, side, least + 1)
    else:
        chosen, columns, words = part_of(rng, rows)
        n = rng.random() < 0.5
        claim_null = rng.random() < 0.5
        premise = bound(rng, statement, rows, null, side)
        least = exact_sign_rank.least_dimension(words, claim_null)
        claim = asking.size(asking.shown(words, claim_null), side, 9)
    if rng.random() < 0.2:
        question, told, told_null = tiny.pattern(rng)
        premise = bound(rng, question, told, told_null, rng.choice(("lower", "upper")))
    proof = given(name="part", of=premise, rows=broken(rng, chosen, 3), columns=broken(rng, columns, 3),
                  tied=rng.choice((None,) * 9 + (True,)))  # fmt: skip
    judge(counts, "part", proof, claim, side, least, (claim["question"]["task"], tuple(words), rows, null))


def between_classes(rng, counts):
    """GRID from SIGN, and from GRID of other p, gaps and m; m and p."""
    statement, rows, null = tiny.pattern(rng, most_rows=2)
    name, gap, bits, width = rng.choice(("midrise", "twos")), rng.choice((1, 2)), rng.randint(1, 2), 1
    width = 2 if len(rows[0]) + null < 4 and rng.random() < 0.5 else 1
    side = rng.choice(("lower", "lower", "upper"))
    chosen, columns, words = part_of(rng, rows)
    of_rows, of_null = (words, null if rng.random() < 0.7 else not null)
    about = asking.shown(of_rows, of_null)
    if side == "upper":
        about, of_rows, of_null = statement, rows, null
        statement, rows, null = asking.shown(words, null if rng.random() < 0.7 else not null), words, None
        null = statement["null"]
    if len(rows[0]) + null > 3 or len(of_rows[0]) + of_null > 3:
        width = 1
    premise = (
        grid_bound(rng, about, of_rows, of_null, side)
        if rng.random() < 0.7
        else bound(rng, about, of_rows, of_null, side)
    )
    if rng.random() < 0.6 and "GRID" in premise.get("unit_class", ""):
        bits = premise["bits"] if rng.random() < 0.7 else bits
        name, gap = premise["grid"], premise["gap"] if rng.random() < 0.7 else gap
    premise = {key: x for key, x in premise.items() if key not in ("bits", "grid", "gap")}
    open_bits = rng.random() < 0.4
    if open_bits:
        claim = asking.size(statement, side, 1, f"GRID(p, {name}, gap {gap})", "p", m=width)
        fits = [b for b in (1, 2) if brute_patterns.grid_feasible(rows, null, b, name, gap, width)]
        least = min(fits, default=3)  # 3 or more
    else:
        claim = asking.size(statement, side, 1, f"GRID({bits}, {name}, gap {gap})")
        fits = [m for m in (0, 1, 2) if m <= width and brute_patterns.grid_feasible(rows, null, bits, name, gap, m)]
        least = min(fits, default=width + 1)  # or more
    proof = given(name="part", of=premise, rows=broken(rng, chosen, 3), columns=broken(rng, columns, 3))
    if not fits and side == "lower":
        counts["class", "unknown"] += 1
        return
    claim["value"] = least + 1 if side == "lower" else 9
    judge(counts, "class", proof, claim, side, least, (rows, null, name, bits, gap, width, open_bits))


def grid_bound(rng, statement, rows, null, side):
    """A true bound of m or p in a grid, as far as it is known."""
    name, gap, bits = rng.choice(("midrise", "twos")), rng.choice((1, 2)), rng.randint(1, 2)
    width = 2 if len(rows[0]) + null < 4 else 1
    more = {"bits": bits, "grid": name, "gap": gap}
    if rng.random() < 0.5:
        fits = [b for b in (1, 2) if brute_patterns.grid_feasible(rows, null, b, name, gap, width)]
        value = min(fits, default=3) if side == "lower" else min(fits, default=None)
        if value is not None:
            return {**asking.size(statement, side, value, f"GRID(p, {name}, gap {gap})", "p", m=width), **more}
    fits = [m for m in (0, 1, 2) if m <= width and brute_patterns.grid_feasible(rows, null, bits, name, gap, m)]
    value = min(fits, default=width + 1) if side == "lower" else min(fits, default=None)
    if value is None:
        return bound(rng, statement, rows, null, side)
    return {**asking.size(statement, side, value, f"GRID({bits}, {name}, gap {gap})"), **more}


OPPOSITE = str.maketrans("+-", "-+")


def composition(lines, parts):
    """The first symbol in each cell that is no tie; of lines k, or ~k for the negative."""
    words = [lines[k] if k >= 0 else lines[~k].translate(OPPOSITE) for k in parts]
    return "".join(next((x for x in cell if x != "0"), "0") for cell in zip(*words, strict=True))


def composed(rng, counts):
    """Rows or columns of a pattern, put together; now and then a cell is another one, or free."""
    statement, rows, null = tiny.pattern(rng, symbols=rng.choice(("-0+*", "-0+0", "0+")))
    along = rng.choice(("rows", "columns"))
    lines = list(rows) if null else [*rows, "+" * len(rows[0])]
    lines = lines if along == "rows" else ["".join(column) for column in zip(*lines, strict=True)]
    numbers = [*range(len(lines)), *(~k for k in range(len(lines)))]
    parts = [[rng.choice(numbers) for _ in range(rng.choice((1, 2, 2, 3)))] for _ in range(rng.randint(1, 4))]
    words = ["".join(x if rng.random() < 0.9 else "*" for x in composition(lines, one)) for one in parts]
    if rng.random() < 0.2:
        r, c = rng.randrange(len(words)), rng.randrange(len(lines[0]))
        words[r] = words[r][:c] + rng.choice("-0+*") + words[r][c + 1 :]
    if rng.random() < 0.1:
        words.append(rng.choice(words))
    own_null = rng.random() < 0.9
    premise = bound(rng, asking.shown(words, own_null), tuple(words), own_null, "lower")
    claim = asking.size(statement, "lower", 9)
    proof = given(name="composed", of=premise, along=along, lines=parts)
    least = exact_sign_rank.least_dimension(rows, null)
    judge(counts, "composed", proof, claim, "lower", least, (claim["question"]["task"], tuple(words), rows, null))


def attacked(kinds, seed, rounds):
    """Rounds of every kind; counts of proofs, of those accepted, and of statements whose truth was reached."""
    rng, counts = random.Random(seed), Counter()
    for _ in range(rounds):
        for kind in kinds:
            kind(rng, counts)
    told = {}
    for kind in sorted({key[0] for key in counts}):
        reached = sum(done for key, done in counts.items() if key[0] == kind and key[1] == "about")
        told[kind] = counts[kind, "proofs"], counts[kind, "accepted"], reached
    return told
