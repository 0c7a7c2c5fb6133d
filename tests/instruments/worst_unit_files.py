"""Small files about units that ask for much: patterns, grids, tables; and the parts that certificates are made of."""

HUGE = 10**3990
LONG = 10**9


def claim(unit_class, side, value, evidence, resource="m", **more):
    return {"resource": resource, "unit_class": unit_class, "side": side, "value": value, "evidence": evidence, **more}


def unit(alphabet=2, by="token", rows=None, width=1, dv=1, order=2, bits=0, heads=1, monomials=None, entry=1):
    """One layer of equal heads; SATURATED, or FIXED of so many bits."""
    height = rows or alphabet

    def table(columns):
        return {"by": by, "rows": [[entry] * columns] * height}

    parts = order - 1
    head = {
        "queries": table(width),
        "keys": [table(width)] * parts,
        "values": [table(dv)] * parts,
        "null_keys": [[entry] * width] * parts,
    }
    layer = {"weights": "fixed" if bits else "saturated", "bits": bits, "combine": "sum", "order": order}
    layer |= {
        "monomials": monomials or [list(range(order))],
        "heads": [{**head, "null_values": [[entry] * dv] * parts}] * heads,
    }
    return {"alphabet": alphabet, "layers": [layer], "read_outs": []}


def computes(question, found, unit_class="SATURATED", value=10**6, **more):
    sizes = {"heads": 256, "order": 8, "layers": 16, "dv": 10**6, "read_out": "any", **more}
    at = {"at": "0"} if sizes["read_out"] == "threshold" else {}
    return question, claim(unit_class, "upper", value, {"kind": "unit", "unit": found, **at}, **sizes)


def match(M, N, order=3, **more):
    return {"task": "computation", "of": "match", "order": order, "M": M, "N": N, **more}


def patterns():
    """Questions whose patterns are written out, and tuples."""
    wide = {"task": "qsa", "N": 21, "q": 9}
    yield "pattern counted", wide, claim("GRID(1, twos, gap 1)", "lower", 1, {"kind": "counting"})
    for N, q in ((400, 200), (1000, 60), (5000, 5)):
        whole = {"task": "qsa", "N": N, "q": q}
        yield f"margin of {N} over {q}", whole, claim("GRID(1, twos, gap 1)", "lower", 1, {"kind": "margin"})
    for size, long in ((40, 1), (6, 300)):
        rows = ["".join("+" if i == j else "-" for j in range(size)) for i in range(size)]
        most = 10**long
        block = [[most * (size - 1) if i == j else -most for j in range(size)] for i in range(size)]
        weights = {"row_weights": [2 * size * most] * size, "column_weights": [2 * size * most] * size}
        question = {"task": "pattern", "name": "", "null": False, "rows": rows}
        evidence = {"kind": "margin", "block": block, **weights}
        yield f"margin of {size} rows", question, claim("GRID(1, twos, gap 1)", "lower", 1, evidence)
    for whole in ({"task": "qsa", "N": 4 * 10**6, "q": 4 * 10**6}, {"task": "qsa", "N": 2000, "q": 1999}):
        yield f"one long row, {whole}", whole, claim("SIGN", "upper", 10**6, {"kind": "identity"})
    for most in (10**6, 10**7, 5 * 10**7):
        whole = {"N": most, "q": most}
        heads = {"kind": "averaging", "heads": [], "divisor": 1}
        yield f"one subset of {most}", {"task": "averaging", **whole}, claim("SATURATED", "upper", 1, heads, error="0")
        shared = {"task": "shared", **whole, "heads": 1, "combine": "sum"}
        cases = {"kind": "grid-cases", "trees": [[[0]]]}
        yield f"one shared subset of {most}", shared, claim("GRID(1, twos, gap 1)", "lower", 1, cases)
        tables = {"kind": "shared-tables", "heads": [{}]}
        yield f"tables of one subset of {most}", shared, claim("GRID(1, twos, gap 1)", "upper", 1, tables)
    yield "pattern by identity", wide, claim("SIGN", "upper", 20, {"kind": "identity"})
    curve = {"kind": "polynomial", "dimension": 19, "order": list(range(21)), "negated": []}
    yield "pattern on a curve", wide, claim("SIGN", "upper", 18, curve)
    lists = {"task": "relevance", "null": True, "columns": 3000, "selected": [[k] for k in range(600)]}
    for long, columns in ((1, 1500), (300, 40)):
        keys = [[10**long]] * columns
        found = {"kind": "tables", "dimension": 1, "queries": [[-1]] * 600, "keys": keys}
        yield (
            f"lists against tables of {long}",
            {**lists, "columns": columns, "selected": [[]] * 600},
            claim("SIGN", "upper", 1, found),
        )
    turned = {"kind": "polynomial", "dimension": 700, "order": list(range(600)), "negated": list(range(0, 600, 2))}
    yield "lists on a curve", lists, *[claim("SIGN", "upper", 700, {**turned, "vectors": "rows"})] * 3
    far_lists = {**lists, "columns": LONG, "null": False}
    yield "far lists", far_lists, claim("SIGN", "upper", 600, {"kind": "identity"})
    one = {
        **claim("SIGN", "lower", 0, {"kind": "trivial"}),
        "question": {"task": "pattern", "null": False, "rows": ["0"]},
    }
    sets = {"task": "separation", "N": 22, "least": 7, "most": 7}
    by_distance = {"task": "scored", "score": "euclidean", "of": sets}
    round_one = {"kind": "trigonometric", "order": list(range(23))}
    yield "sets round a circle", by_distance, *[claim("SIGN", "upper", 14, round_one)] * 20
    few = {**one, "question": {"task": "pattern", "null": False, "rows": ["**"]}}
    cut = {"kind": "other-score", "of": few, "rows": [], "columns": [0, 22], "cuts": [{"column": 1, "by": [5] * 400}]}
    yield "cuts told by many", by_distance, *[claim("SIGN", "lower", 0, cut)] * 8
    for long in (1, 60):
        points = {"kind": "tables", "dimension": 1, "queries": [[0, -1, -1]] * 300, "keys": [[10**long, 1]] * 100}
        distant = {**lists, "columns": 100, "null": False, "selected": [[]] * 300}
        far_points = {"task": "scored", "score": "euclidean", "of": distant}
        yield f"points {long} digits away", far_points, claim("SIGN", "upper", 1, points)
    part = {"kind": "restriction", "of": one, "rows": [0], "columns": [0]}
    many = [{**claim("SIGN", "lower", 0, part), "question": {"task": "qsa", "N": 1990 - k, "q": 1}} for k in range(50)]
    yield "many large patterns", wide, *many
    many = [
        {**claim("SIGN", "lower", 0, part), "question": {"task": "qsa", "N": 22 - k % 3, "q": 7 + k % 2}}
        for k in range(50)
    ]
    yield "many patterns of many rows", wide, *many
    independent = {"kind": "independence", "vectors": "rows", "set": [], "axioms": [], "lemmas": []}
    yield "a pattern turned", {"task": "match", "order": 2, "M": 2000}, claim("SIGN", "lower", 0, independent)
    matched = {"task": "match", "order": 8, "M": 30}
    tuples = {"kind": "tables", "dimension": 0, "queries": [[]] * 30, "keys": [[[]] * 30] * 7, "null_keys": [[]] * 7}
    yield "tuples of order 8", matched, claim("SIGN", "upper", 0, tuples, order=8)
    small = {"kind": "tables", "dimension": 1, "queries": [[1]] * 4, "keys": [[[1]] * 4] * 7, "null_keys": [[0]] * 7}
    yield "tuples of order 8, M = 4", {**matched, "M": 4}, claim("SIGN", "upper", 1, small, order=8)
    far = {"kind": "restriction", "part": 0, "rows": [0], "columns": [[-1] * 7], "of": one}
    yield "restriction of far tuples", {**matched, "M": LONG}, claim("SIGN", "lower", 0, far, order=8)
    yield (
        "symmetric, far",
        {"task": "qsa", "N": LONG, "q": LONG // 2},
        claim("SIGN", "lower", 0, {"kind": "symmetric", "size": LONG}),
    )
    yield (
        "counted, far",
        {"task": "qsa", "N": LONG, "q": LONG // 2},
        claim("GRID(p, twos, gap 1)", "lower", HUGE, {"kind": "counting"}, "p", m=HUGE),
    )
    shared = {"task": "shared", "N": LONG, "q": LONG // 2, "heads": 256, "combine": "sum"}
    yield "shared counted", shared, claim("GRID(999999999, twos, gap 1)", "lower", 1, {"kind": "counting"})
    for name, q in (("shared", 5), ("shared with many parts", 10)):
        shared = {"task": "shared", "N": 20, "q": q, "heads": q, "combine": "sum"}
        yield (
            f"{name} by cases",
            shared,
            claim("GRID(1, twos, gap 1)", "lower", 1, {"kind": "grid-cases", "trees": [[[0]]]}),
        )
    head = {"queries": [[]], "keys": [[]]}
    yield (
        "shared tables",
        shared,
        claim("GRID(1, twos, gap 1)", "upper", 1, {"kind": "shared-tables", "heads": [head] * 10}),
    )


def grids():
    """Entries held against enormous grids, keys by cases."""
    pattern = {"task": "pattern", "null": True, "rows": ["*" * 20] * 200}
    for p in (10**6, 10**8, 999_999_999):
        tables = {
            "kind": "tables",
            "dimension": 20,
            "queries": [[1] * 20] * 200,
            "keys": [[1] * 20] * 20,
            "null_key": [1] * 20,
        }
        yield f"grid of p = {p}", pattern, claim(f"GRID({p}, midrise, gap 1)", "upper", 20, tables)
    for p, m in ((12, 1), (1, 12), (3, 4), (6, 2)):
        for task in (
            {"task": "qsa", "N": 12, "q": 2},
            {"task": "qsa", "N": 500, "q": 1},
            {"task": "match", "order": 2, "M": 40},
        ):
            columns = task.get("N", task.get("M"))
            for tree in (
                [[c] for c in range(columns)],
                [[c, *range(0, 10 * columns, 7)] for c in range(min(columns, 40))],
            ):
                kept = 3 if len(tree[0]) > 300 else 20 if len(tree[0]) > 1 else 500
                evidence = {"kind": "grid-cases", "trees": [(tree * 4)[:kept]]}
                yield (
                    f"keys by cases, p = {p}, m = {m}, {task}, {len(tree[0])}",
                    task,
                    claim(f"GRID({p}, midrise, gap 1)", "lower", m + 1, evidence),
                )


def units():
    """Explicit units, averages, fixed-point units by cases, class THRESH."""
    yield "many inputs", *computes(match(2, 22), unit())
    yield "many symbols", *computes(match(10**6, 1, 2), unit(2))
    yield "a long sequence", *computes(match(1, 10**6), unit(1))
    yield "a long sequence of order 3", *computes(match(1, 4000), unit(1, order=3))
    yield "order 8", *computes(match(1, 9, 8), unit(1, order=8))
    yield (
        "order 8, many monomials",
        *computes(match(1, 5, 8), unit(1, order=8, width=3, monomials=[list(range(8))] * 256)),
    )
    yield "wide values", *computes(match(2, 12), unit(2, dv=2000))
    yield "wide keys", *computes(match(2, 14, 2), unit(2, width=1000))
    yield "many heads", *computes(match(2, 12), unit(2, heads=40))
    for p in (100, 3000, 30_000, 10**6, 10**8, 999_999_999):
        yield f"p = {p}", *computes(match(2, 8), unit(2, bits=p), f"FIXED({p}, twos)")
        yield (
            f"p = {p}, small weights",
            *computes(
                match(2, 4), unit(2, bits=p, by="both", rows=8, entry=3), f"FIXED({p}, twos)", read_out="threshold"
            ),
        )
    long = 10**1500
    yield "long numbers", *computes(match(2, 10), unit(2, entry=long))
    yield "long numbers of order 8", *computes(match(2, 3, 8), unit(2, entry=10**60, order=8))
    two = {
        **unit(2),
        "layers": unit(2)["layers"] * 2,
        "read_outs": [{"alphabet": 2, "symbols": [[k, ["1"], k] for k in (0, 1)]}],
    }
    yield "two layers", *computes(match(2, 14), two)
    answers = [[[k // 2**j % 2 for j in range(9)], [k % 2] * 9] for k in range(200)]
    listed = {"task": "computation", "of": "table", "alphabet": 2, "length": 9, "answers": answers}
    yield "a list of inputs", *computes(listed, unit(2, by="both", rows=18))
    head = {"queries": [[]] * 12, "keys": [[]] * 12, "share": 1}
    for p in (1, 4000, 10**6, 10**8):
        averages = {"kind": "averaging", "heads": [head] * 60, "divisor": 1}
        more = {"heads": 60, "error": "10000"}
        yield (
            f"averages, p = {p}",
            {"task": "averaging", "N": 12, "q": 1},
            claim(f"FIXED({p}, midrise)", "upper", 0, averages, **more),
        )
    far = {"queries": [[1]], "keys": [[k] for k in range(1, 400, 2)], "share": 1}
    for p in (1000, 5000):
        failing = {"claim": "unit-fails", "unit_class": f"FIXED({p}, midrise)", "evidence": {
            "kind": "subset", "subset": [0, 1], "heads": [far] * 8, "divisor": 1, "error": "0"}}  # fmt: skip
        yield f"averages fail, p = {p}", {"task": "averaging", "N": 200, "q": 2}, failing
    yield (
        "averages of far subsets",
        {"task": "averaging", "N": 30, "q": 15},
        claim("SATURATED", "upper", 0, {"kind": "averaging", "heads": [head], "divisor": 1}, error="2"),
    )
    cost = {"kind": "protocol-cost", "argument": "counting"}
    yield (
        "counting messages",
        {"task": "averaging", "N": 10**5, "q": 5 * 10**4},
        claim("FIXED(1, twos)", "lower", HUGE, cost, error="0"),
    )
    yield (
        "counting messages, p",
        {"task": "averaging", "N": 10**5, "q": 5 * 10**4},
        claim("FIXED(p, twos)", "lower", 10**8, cost, "p", m=HUGE, error="0"),
    )
    scope = {"null": True, "tables": "both", "combine": "concat"}
    fools = {"kind": "protocol-cost", "argument": "disjointness", "n": 99_999}
    yield (
        "counting transcripts",
        match(10**6, 10**6),
        claim("FIXED(999999999, twos)", "lower", 9, fools, scope=scope, read_out="any"),
    )
    for p, m, tree in (
        (16, 0, [-1, 0] * 2500),
        (1, 0, [-2, 0] * 2500),
        (1, 1, [-1, 0, -1, 1, -1, 2, -1, 3, -1, 4] * 480),
    ):
        for read_out in ("any", "threshold"):
            cases = {"kind": "fixed-cases", "refuted": [{"size": m, "tree": tree}]}
            yield (
                f"units by cases, p = {p}, m = {m}, {read_out}",
                match(10**6, 10**6, 2),
                claim(f"FIXED({p}, midrise)", "lower", m + 1, cases, scope=scope, read_out=read_out),
            )
    moved = {"positions": list(range(18)), "tokens": [[1, 0]] * 18}
    cases = {"kind": "fixed-cases", "refuted": [{"size": 0, "symmetries": [moved] * 60, "tree": [-1, 0] * 40}]}
    yield "many symmetries", match(2, 18, 2), claim("FIXED(1, midrise)", "lower", 1, cases, scope=scope, read_out="any")
    parity = match(2, 16, 2, position=0)
    for degree in (2, 8):
        weights = [[[k // 2**j % 2 for j in range(16)], HUGE if k == 0 else k + 1] for k in range(0, 240, 2)]
        yield (
            f"degree {degree}",
            parity,
            claim("THRESH", "lower", 1, {"kind": "threshold-degree", "degree": degree, "weights": weights}, "H"),
        )
    heads = [{"weights": [[k + 1] * 32] * 2, "values": [k] * 32} for k in range(45)]
    yield (
        "softmax weights",
        parity,
        claim("THRESH", "upper", 60, {"kind": "softmax-weights", "at": "1/3", "heads": heads}, "H"),
    )
    heads = [{"weights": [[HUGE // (k + 7)] * 2] * 2, "values": [k] * 2} for k in range(1)]
    yield (
        "softmax weights, long",
        match(2, 1, 2, position=0),
        claim("THRESH", "upper", 3, {"kind": "softmax-weights", "at": "1/3", "heads": heads}, "H"),
    )
