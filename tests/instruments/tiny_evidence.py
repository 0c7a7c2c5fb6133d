"""The strongest evidence for tiny questions, made by hand or by going through everything; no engine of the package.

``lower_claims`` and ``upper_claims`` list claims, as they stand in a certificate, that are worth trying: for each value
every kind of evidence that could prove it. Which of them are accepted is for the checker to say.
"""

from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product

import brute_patterns

SIGN = {"+": 1, "-": -1, "0": 0, "*": None}


def dot(u, v):
    return sum(a * b for a, b in zip(u, v, strict=True))


# --- lower bounds of patterns


@cache
def independence(rows, vectors="columns"):
    """Evidence that the most columns (rows) possible are independent; None if not even one is.

    A dependency has a sign vector; each is excluded by a row whose terms have one sign. The lemmas go through the signs
    like an odometer.
    """
    turned = rows if vectors == "columns" else tuple(map("".join, zip(*rows, strict=True)))
    for size in range(min(len(turned[0]), 4), 0, -1):
        for chosen in combinations(range(len(turned[0])), size):
            if proof := _refuted(turned, chosen):
                return {"kind": "independence", "vectors": vectors, "set": list(chosen), **proof}
    return None


def _refuted(rows, chosen):
    size = len(chosen)
    axioms, number = [], {}

    def add(rule, clause, **more):
        axioms.append({"rule": rule, **more, "clause": clause})
        return len(axioms) - 1

    nonzero = add("nonzero", [2 * k + 1 for k in range(size)])
    exclusive = [add("exclusive", [-(2 * k + 1), -(2 * k + 2)]) for k in range(size)]
    for signs in product((1, -1, 0), repeat=size):
        if 1 not in signs:
            continue
        row = next((r for r, word in enumerate(rows) if _one_sided([word[c] for c in chosen], signs)), None)
        if row is None:
            return None
        number[signs] = add("row", _excluding(signs), row=row)
    lemmas = []
    for length in range(size - 1, -1, -1):
        for prefix in product((1, -1, 0), repeat=length):
            below = [number[(*prefix, s)] for s in (1, -1, 0) if (*prefix, s) in number]
            if len(below) == 1:  # no entry is positive unless the last one is
                below = [*(exclusive[k] for k, s in enumerate(prefix) if s < 0), *below, nonzero]
            number[prefix] = len(axioms) + len(lemmas)
            lemmas.append([_excluding(prefix), below])
    return {"axioms": axioms, "lemmas": lemmas}


def _excluding(signs):
    clause = []
    for k, s in enumerate(signs):
        clause += {1: [-(2 * k + 1)], -1: [-(2 * k + 2)], 0: [2 * k + 1, 2 * k + 2]}[s]
    return clause


def _one_sided(word, signs):
    terms = [
        0 if s == 0 or SIGN[x] == 0 else None if SIGN[x] is None else s * SIGN[x]
        for x, s in zip(word, signs, strict=True)
    ]
    return None not in terms and any(terms) and len({t for t in terms if t}) == 1


@cache
def real_lower(rows, null):
    """(m, evidence) of the best lower bound of a pattern by independence, from either side."""
    written = rows if null else (*rows, "+" * len(rows[0]))
    best = 0, {"kind": "trivial"}
    for vectors in ("columns", "rows"):
        found = independence(written, vectors)
        if found and len(found["set"]) - (not null) > best[0]:
            best = len(found["set"]) - (not null), found
    return best


def premise(rows, null, value=None):
    """A lower bound of another pattern, to be stated in place."""
    best, evidence = real_lower(rows, null)
    claim = {"resource": "m", "unit_class": "SIGN", "side": "lower", "value": best if value is None else value}
    return {**claim, "question": {"task": "pattern", "rows": list(rows), "null": null}, "evidence": evidence}


def parts(rows):
    """All ways to leave out rows and columns, and to forget one entry: (rows kept, columns kept, words)."""
    height, width = len(rows), len(rows[0])
    for s in (c for k in range(1, height + 1) for c in combinations(range(height), k)):
        for t in (c for k in range(1, width + 1) for c in combinations(range(width), k)):
            words = tuple("".join(rows[i][j] for j in t) for i in s)
            yield list(s)[::-1], list(t), words[::-1]  # in any order
            yield list(s), list(t), ("*" + words[0][1:], *words[1:])


def of_pattern(rows, null):
    """Evidence of kinds independence and restriction for a lower bound of m, class SIGN."""
    written = rows if null else (*rows, "+" * len(rows[0]))
    yield from filter(None, (independence(written, vectors) for vectors in ("columns", "rows")))
    for s, t, words in parts(rows):
        yield {"kind": "restriction", "of": premise(words, null), "rows": s, "columns": t}


def of_tuples(question):
    """Restrictions of selecting tuples: each part against all tuples of the others, and parts of that.

    The pattern is made from the sentence: sums that are 0 mod M win against the null token, all else loses. A column
    for     what is no tuple (all others null, where the query is the part) is tried as well, losing or tied.
    """
    order, M = question.order, question.M
    for part in range(order):
        others = [range(M) if k == 0 and part else range(-1, M) for k in range(order - 1)]
        symbols = [*range(M), *([-1] if part else [])]
        columns = list(product(*others))
        for blank in "-0":

            def entry(symbol, other, part=part, blank=blank):
                told = (*other[:part], symbol, *other[part:])
                keys = told[1:]
                if all(k == -1 for k in keys):
                    return blank
                return "+" if -1 not in keys and sum(told) % M == 0 else "-"

            words = tuple("".join(entry(s, other) for other in columns) for s in symbols)
            kept = {}  # one column of each kind
            for c, column in enumerate(zip(*words, strict=True)):
                kept.setdefault(column, c)
            for chosen in (list(kept.values()), [c for c in kept.values() if -1 not in columns[c]]):
                if chosen:
                    small = tuple("".join(word[c] for c in chosen) for word in words)
                    listed = [list(columns[c]) for c in chosen]
                    yield {
                        "kind": "restriction",
                        "part": part,
                        "rows": symbols,
                        "columns": listed,
                        "of": premise(small, True),
                    }


# --- upper bounds of patterns


@cache
def score_tables(columns, numbers, width):
    """For keys (one for each column) all queries with their scores: [(keys, {scores: query})]."""
    vectors = list(product(numbers, repeat=width))
    if len(vectors) ** columns > 5000:
        return []
    tables = {}
    for keys in product(vectors, repeat=columns):
        scores = {tuple(dot(q, k) for k in keys): q for q in vectors}
        tables.setdefault(frozenset(scores), (keys, scores))
    return list(tables.values())


def fits(word, scores, gap, threshold):
    wanted = {"+": lambda d: d >= gap, "-": lambda d: d <= -gap, "0": lambda d: d == 0, "*": lambda d: True}
    return all(wanted[x](s - threshold) for x, s in zip(word, scores, strict=True))


def tables(rows, null, numbers, width, gap, real):
    """Evidence of kind ``tables``, or None: the null key, if there is one, is the last column."""
    written = (*rows, "+" * len(rows[0])) if real and not null else rows
    columns = len(rows[0]) + (null and not real)
    for keys, scores in score_tables(columns, numbers, width):
        queries = []
        for word in written:
            for values, query in scores.items():
                *those, last = values if null and not real else (*values, 0)
                steps = (0, gap, -gap, Fraction(gap, 2))
                tried = [0] if real else [last] if null else [s + step for s in those for step in steps]
                if any(fits(word, those, gap, t) for t in tried):
                    queries.append(list(query))
                    break
            else:
                break
        if len(queries) == len(written):
            found = {"kind": "tables", "dimension": width, "queries": queries, "keys": [list(k) for k in keys]}
            if null and not real:
                found["null_key"] = found["keys"].pop()
            return found
    return None


def real_uppers(rows, null):
    """Evidence for upper bounds of m, class SIGN."""
    yield {"kind": "identity"}
    yield {"kind": "squares"}
    width = len(rows[0])
    for order in permutations(range(width)):
        for negated in (c for k in range(width + 1) for c in combinations(range(width), k)):
            for d in range(1, 4):
                yield {"kind": "polynomial", "dimension": d, "order": list(order), "negated": list(negated)}
    for order in permutations(range(len(rows) + (not null))):
        for d in range(1, 4):
            evidence = {"kind": "polynomial", "dimension": d, "order": list(order), "negated": list(order[1:2])}
            yield {**evidence, "vectors": "rows"}
    for d in range(3):
        for numbers in ((-1, 0, 1), (-2, -1, 0, 1, 2)):
            if found := tables(rows, null, numbers, d, 1, True):
                yield found
                break


def tuple_tables(order, M, numbers, width):
    """Evidence of kind ``tables`` for tuples of order 3, or None."""
    if order != 3 or len(numbers) ** (width * (2 * M + 2)) > 20_000:
        return None
    found = brute_patterns.tuple_tables(M, tuple(numbers), 1, width)
    if found is None:
        return None
    queries, *tables = ([list(v) for v in table] for table in found)
    keys, nulls = [table[:-1] for table in tables], [table[-1] for table in tables]
    return {"kind": "tables", "dimension": width, "queries": queries, "keys": keys, "null_keys": nulls}


# --- the other questions


def shared_tables(question, numbers, width, gap):
    """Evidence of kind ``shared-tables`` for at most two heads, or None."""
    subsets = [frozenset(y) for y in combinations(range(question.N), question.q)]
    families = {}
    for keys, scores in score_tables(question.N, numbers, width):
        selected = {}
        for values, query in scores.items():
            best = max(values)
            if all(s == best or s <= best - gap for s in values):
                selected.setdefault(frozenset(j for j, s in enumerate(values) if s == best), query)
        families.setdefault(frozenset(selected), (keys, selected))
    for chosen in product(families.values(), repeat=question.heads):
        sizes = range(1, question.q) if question.combine == "sum" and question.heads == 2 else [None]
        for size in sizes:
            rows = [_share(y, [selected for _, selected in chosen], size) for y in subsets]
            if all(rows):
                heads = [
                    {"queries": [list(row[h]) for row in rows], "keys": [list(k) for k in chosen[h][0]]}
                    for h in range(question.heads)
                ]
                return {"kind": "shared-tables", "heads": heads}
    return None


def _share(y, families, size):
    if len(families) == 1:
        return [families[0][y]] if y in families[0] else None
    if len(families) > 2:
        return None
    for part, query in families[0].items():
        if part < y and y - part in families[1] and (size is None or len(part) == size):
            return [query, families[1][y - part]]
    return None


def averaging_heads(question, numbers, width, weigh):
    """(error, evidence) of the best single head, divisors up to N."""
    subsets = list(combinations(range(question.N), question.q))
    best = None
    for keys, scores in score_tables(question.N, numbers, width):
        shares = [s for s in numbers if s and -s in numbers]
        for share, divisor in product(shares or [0], range(1, question.N + 1)):
            queries, worst = [], Fraction(0)
            for y in subsets:
                tried = []
                for values, query in scores.items():
                    w = weigh(values)
                    error = sum(
                        abs(Fraction(share * w[j], divisor * sum(w)) - (Fraction(1, question.q) if j in y else 0))
                        for j in range(question.N)
                    )
                    tried.append((error, query))
                error, query = min(tried)
                worst = max(worst, error)
                queries.append(list(query))
            if best is None or worst < best[0]:
                head = {"queries": queries, "keys": [list(k) for k in keys], "share": share}
                best = worst, {"kind": "averaging", "heads": [head], "divisor": divisor}
    return best


def fixed(bits):
    """Weights of class FIXED, by integer parts."""
    return lambda scores: [2**bits >> (max(scores) - s) for s in scores]


def saturated(scores):
    return [int(s == max(scores)) for s in scores]


# --- weights on the scores (class GRID)


def margins(question, rows, null):
    """Evidence ``margin`` by hand: of q-SA without weights; else every signed entry weighted, so that rows balance.

    Rows without repetitions, with a last column 0 for the null key. An entry at + has as weight the number of other
    entries of its row that may carry the opposite sign, and the diagonal outweighs rows and columns.
    """
    if question.task == "qsa":
        yield {"kind": "margin"}
    words = [row + "0" * null for row in dict.fromkeys(rows)]
    for only in (*range(len(words)), None):
        block = [_balanced(word) if only in (r, None) else [0] * len(word) for r, word in enumerate(words)]
        if any(map(any, block)):
            below = [sum(map(abs, column)) for column in zip(*block, strict=True)]
            weights = {"row_weights": [sum(map(abs, row)) for row in block], "column_weights": below}
            yield {"kind": "margin", "block": block, **weights}


def _balanced(word):
    """At + as much as there is of the other side, which is - if there is one and else 0; and the other way round."""
    high, low = word.count("+"), word.count("-")
    if high and low:
        return [{"+": low, "-": -high}.get(symbol, 0) for symbol in word]
    ties = word.count("0")
    if not ties:
        return [0] * len(word)
    return [{"+": ties, "-": -ties, "0": low - high}.get(symbol, 0) for symbol in word]
