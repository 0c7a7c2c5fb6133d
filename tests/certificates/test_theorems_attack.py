"""Every row of the table of theorems against brute force at tiny and degenerate parameters; none says what is false."""

import random
from fractions import Fraction
from itertools import combinations, product

import pytest

import brute_patterns
import exact_sign_rank
from asking import accepts, named, proved, width
from brute_units import least_error_without_scores
from headcount.certificates.claims import Sizes
from headcount.certificates.meaning.tasks import task_of
from headcount.certificates.meter import Meter
from headcount.certificates.schema import Record
from headcount.certificates.theorem import theorem
from headcount.certificates.theorems.costs import row_sums, scores
from headcount.certificates.theorems.needs import NEEDS
from headcount.questions.finite_task import FiniteTask
from headcount.solvers.units.told_values import told_values

SIGN_LOWER, SIGN_UPPER = width("SIGN", "lower"), width("SIGN", "upper")


def within(value, side, truth):
    """Whether a bound that was proved does not exclude what is known to be so; nothing is known beyond None."""
    low, high = truth
    if value is None:
        return True
    return (high is None or value <= high) if side == "lower" else (low is None or value >= low)


def closed_form_cases(most):
    """(statement, theorem, side, interval in which the least m lies)."""
    for N in range(1, most + 1):
        for q in range(1, N + 1):
            exact = exact_sign_rank.qsa_dimension(N, q)
            yield {"task": "qsa", "N": N, "q": q}, ("columns independent", "squares", "identity"), (exact, exact)
        for least, high in combinations(range(1, N + 2), 2):
            sizes = {"N": N, "least": least, "most": high - 1}
            truth = exact_sign_rank.separation_dimensions(N, least, high - 1)
            yield {"task": "separation", **sizes}, ("columns independent", "squares", "identity"), truth
            for score in ("cosine", "euclidean"):
                names = ("independent on a sphere", "independent in balls", "circle", "curve", "simplex")
                truth = exact_sign_rank.retrieval_dimensions(N, least, high - 1, score)
                yield {"task": "retrieval", **sizes, "score": score}, names, truth
        exact = exact_sign_rank.match2_dimension(N)
        yield {"task": "match", "order": 2, "M": N}, ("squares", "identity", "columns independent"), (exact, exact)
        yield {"task": "match", "order": 3, "M": N}, ("squares", "identity", "columns independent"), (10**9, -1)


def closed_forms_agree(most):
    tried = reached = 0
    for statement, names, truth in closed_form_cases(most):
        best = {"lower": 0, "upper": 10**9}
        for name, claim in product(names, (SIGN_LOWER, SIGN_UPPER)):
            for given in [{}, *({"k": k} for k in range(most + 3))]:
                value = proved(statement, claim, named(name, **given))
                tried += 1
                assert within(value, claim["side"], truth), (statement, name, given, value, truth)
                if value is not None:
                    best[claim["side"]] = (max if claim["side"] == "lower" else min)(best[claim["side"]], value)
        assert best["lower"] <= best["upper"], (statement, best)
        if statement.get("order") != 3:
            reached += (best["lower"] == truth[0]) + (best["upper"] == truth[1])
    return tried, reached


def test_closed_forms_of_sets():
    tried, reached = closed_forms_agree(5)
    assert tried > 9000 and reached > 190


def dependencies(rows, k, alone):
    """Whether some dependency of k columns at most, so many of each sign at least, is one that no row excludes."""
    for signs in product((-1, 0, 1), repeat=k):
        if min(signs.count(1), signs.count(-1)) < alone or not any(signs):
            continue
        if all({sign * symbol for sign, symbol in zip(signs, row, strict=False)} >= {1, -1} or not any(
            sign * symbol for sign, symbol in zip(signs, row, strict=False)) for row in rows):  # fmt: skip
            return True
    return False


@pytest.mark.parametrize("N", range(1, 7))
def test_columns_are_independent_exactly_if_every_dependency_is_excluded(N):
    for q in range(1, N + 1):
        rows = [tuple(0 if j in y else -1 for j in range(N)) for y in combinations(range(N), q)] + [(1,) * N]
        for k in range(N + 2):
            value = proved({"task": "qsa", "N": N, "q": q}, SIGN_LOWER, named("columns independent", k=k))
            sound = k <= N and not dependencies(rows, k, 0)
            assert (value is not None) == sound or (q == N and k == 1 and sound), (N, q, k)
    for least, high in combinations(range(1, N + 2), 2):
        sets = [y for size in range(least, high) for y in combinations(range(N), size)]
        rows = [tuple(1 if j in y else -1 for j in range(N)) for y in sets]
        for k, alone in product(range(N + 2), (1, 2)):
            statement = {"N": N, "least": least, "most": high - 1}
            statement |= {"task": "separation"} if alone == 1 else {"task": "retrieval", "score": "cosine"}
            name = "columns independent" if alone == 1 else "independent on a sphere"
            shown = proved(statement, SIGN_LOWER, named(name, k=k)) is not None
            assert shown <= (k <= N and not dependencies(rows, k, alone)), (statement, k)


def random_pattern(rng, most=4):
    rows, columns = rng.randint(1, 4), rng.randint(1, most)
    letters = rng.choice(("-0+*", "-+", "-0", "*", "-+*", "0*", "+"))
    return tuple("".join(rng.choice(letters) for _ in range(columns)) for _ in range(rows)), rng.random() < 0.5


def patterns_agree(count, seed):
    rng, least = random.Random(seed), 0
    for _ in range(count):
        rows, null = random_pattern(rng)
        statement = {"task": "pattern", "rows": list(rows), "null": null}
        exact = brute_patterns.real_dimension(rows, null)
        for name, claim in product(("identity", "squares", "columns independent", "simplex"), (SIGN_LOWER, SIGN_UPPER)):
            for given in ({}, {"k": rng.randrange(5)}):
                value = proved(statement, claim, named(name, **given))
                assert within(value, claim["side"], (exact, exact)), (rows, null, name, value, exact)
        least += proved(statement, SIGN_UPPER, named("identity")) == exact
        sets = [
            sorted(rng.sample(range(len(rows[0])), rng.randint(1, len(rows[0])))) for _ in range(rng.choice((5, 6)))
        ]
        picked = [rng.randrange(len(rows)) for _ in range(8)]
        assert proved(statement, SIGN_LOWER, named("planarity", sets=sets, rows=picked)) is None or exact >= 4
    return least


def test_patterns_against_exact_dimensions():
    assert patterns_agree(150, 1) > 15


SPECIAL = [
    *({"task": "pattern", "rows": rows, "null": null} for null in (False, True) for rows in (
        ["++", "--"], ["+*", "*+"], ["+*", "*+", "++"], ["+-", "++"], ["--", "+-"], ["+-*", "+*-"], ["0-", "00"],
        ["+", "-"],
        ["0*", "*0", "**"], ["+*", "+-", "++"], ["++-", "+--"], ["*"], ["0+", "0-", "00"],
    )),
    *({"task": "separation", "N": N, "least": N, "most": N} for N in (1, 2, 3)),
    *({"task": "qsa", "N": N, "q": N} for N in (1, 2, 3)),
]  # fmt: skip


def grid_agrees(count, seed):
    """What queries, keys and margins say of patterns in grids, for m and for p, against all tables."""
    rng, true, shown, tried = random.Random(seed), 0, 0, 0
    for number in range(count):
        kind = rng.randrange(4)
        N = rng.randint(1, 5)
        q = rng.randint(1, N)
        statement = (
            {"task": "qsa", "N": N, "q": q},
            {"task": "separation", "N": N, "least": q, "most": rng.randint(q, N)},
            {"task": "match", "order": 2, "M": N},
            None,
        )[kind]
        statement = SPECIAL[number] if number < len(SPECIAL) else statement
        if statement is None:
            rows, null = random_pattern(rng)
            statement = {"task": "pattern", "rows": list(rows), "null": null}
        rows, null = brute_patterns.rows_of(statement)
        grid, gap = rng.choice(("midrise", "twos")), rng.choice(("1/2", "1", "2", "3"))
        p, m = rng.randint(1, 3), rng.randint(0, 2)
        bounds = {
            "m": brute_patterns.grid_width(rows, null, p, grid, Fraction(gap)),
            "p": brute_patterns.grid_bits(rows, null, grid, Fraction(gap), m),
        }
        lines = sorted(rng.sample(range(len(rows)), rng.randint(1, len(rows))))
        columns = sorted(rng.sample(range(len(rows[0]) + null), rng.randint(1, len(rows[0]) + null)))
        proofs = [named(name) for name in ("queries", "keys", "rows", "columns", "rows shown", "margin", "least")]
        proofs += [named("rows", lines=lines), named("columns", lines=columns)]
        for resource, (low, high) in bounds.items():
            letter, held = (p, {}) if resource == "m" else ("p", {"m": m})
            claim = {"resource": resource, "unit_class": f"GRID({letter}, {grid}, gap {gap})", "side": "lower", **held}
            best = 0
            for value, proof in product(range(0 if resource == "m" else 1, 6), proofs):
                tried += 1
                if accepts(statement, {**claim, "value": value}, proof):
                    assert high is None or value <= high, (statement, claim, value, proof, low, high)
                    best = max(best, value)
            true += low > (resource == "p")
            shown += best == low and low > (resource == "p")
    return tried, true, shown


def test_grids_against_all_tables():
    tried, true, shown = grid_agrees(50, 2)
    assert tried > 4000 and shown > true // 5 > 2


def finite_tasks():
    for N in range(1, 5):
        yield {"of": "cycle3", "N": N} if N < 4 else {"of": "composition", "n": 1}
        for A in range(1, 4):
            yield {"of": "induction-heads", "A": A, "N": N}
            for k in range(1, 3):
                yield {"of": "k-hop", "A": A, "N": N + 1, "k": k}
    yield {"of": "composition", "n": 2}


def test_a_token_has_to_tell_no_more_values_than_the_answers_tell_apart():
    found = shown = 0
    for fields in finite_tasks():
        task = {"task": "computation", **fields}
        for position in (None, *range(2 * fields["n"] + 1 if "n" in fields else fields["N"])):
            statement = Record("computation", {**fields, "position": position})
            answers = dict(task_of(statement, Meter()).inputs())
            length = len(next(iter(answers)))
            most = 1
            for place in range(length):  # at which Alice's token is
                told = {}
                for word, wanted in answers.items():
                    rest = word[:place] + word[place + 1 :]
                    told.setdefault(rest, set()).add(wanted[:place] + wanted[place + 1 :])
                most = max(most, *map(len, told.values()))
            for row in NEEDS:
                if row.name == "told token" and row.task == f"computation {fields['of']}":

                    class Case:
                        s, meter = statement, Meter()

                    if row.holds(Case):
                        assert row.value(Case) <= most, (fields, position)
                        found += row.value(Case) > 1
            claim = width("FIXED(1, twos)", "lower", 1, read_out="any")
            asked = task if position is None else {**task, "position": position}
            assert accepts(asked, claim, named("told token")) <= (most > 2), (fields, position)  # m = 0 tells p dv bits
            sizes = tuple((name, size) for name, size in fields.items() if name != "of")
            best = told_values(FiniteTask(fields["of"], sizes, (), position))
            inputs, values = [list(word) for word in best.contexts], list(best.values)
            proof = named("told values", inputs=inputs, position=best.position, values=values)
            assert accepts(asked, claim, proof) == (most > 2), (fields, position)
            shown += most > 2
    assert found > 0 and shown > 10


def test_disjointness_is_in_match3():
    for k, more, longer in product(range(1, 4), (0, 1), (0, 1)):
        M, N = 2 * k + 2 + more, 2 * k + 1 + longer
        alpha = [0, *range(2, k + 1)]
        task = task_of(Record("computation", {"of": "match", "order": 3, "M": M, "N": N, "position": 0}), Meter(10**9))
        for a, b in product(product((0, 1), repeat=k), repeat=2):
            alice = [alpha[i] if a[i] else 1 for i in range(k)]
            bob = [M - 1 - alpha[i] if b[i] else 1 for i in range(k)]
            word = (1, *alice, *bob, *[1] * longer)
            assert task.wanted(word)[0] == any(x and y for x, y in zip(a, b, strict=True)), (k, M, a, b)
        row = next(row for row in NEEDS if row.name == "disjointness")
        for size, positions in ((M, N), (2 * k + 1, N), (M, 2 * k)):

            class Case:
                s = Record("computation", {"of": "match", "order": 3, "M": size, "N": positions, "position": 0})
                z = Record("excluded", {})

            Case.k = k
            assert row.holds(Case) == (size >= 2 * k + 2 and positions >= 2 * k + 1)


def test_tokens_that_ask_for_different_means():
    row = next(row for row in NEEDS if row.name == "means")
    for N in range(1, 6):
        for q in range(1, N + 1):
            tokens = [(z, y) for y in combinations(range(N), q) for z in ((1, -1) if 0 in y else (1,))]

            class Case:
                s = Record("averaging", {"N": N, "q": q})
                z = Record("size", {"error": Fraction(1, q)})

            assert row.value(Case) == len(tokens) and not row.holds(Case)
            for (z, y), (w, x) in combinations(tokens, 2):
                others = product((-1, 1), repeat=N - 1)
                gaps = ((z, *bob) for bob in others), ((w, *bob) for bob in product((-1, 1), repeat=N - 1))
                most = max(abs(sum(one[j] for j in y) - sum(two[j] for j in x)) for one, two in zip(*gaps, strict=True))
                assert most >= 2, (N, q, y, x)


def test_scores_and_row_sums_count_what_there_is():
    for grid, p, m in product(("twos", "midrise"), (1, 2, 3), (0, 1, 2)):
        numbers = brute_patterns.entries(p, grid)
        products = {a * b for a in numbers for b in numbers}
        sums = {0}
        for _ in range(m):
            sums = {a + b for a in sums for b in products}
        assert len(sums) <= scores(grid, Sizes(m, p, 1, 1))
        leads = {min(d, p + 1) for d in range(0, 4 * p + 9, 1 if grid == "twos" else 2)}  # beyond p all weights are cut
        for n in (1, 2):
            weights = {0}
            for _ in range(n):
                weights = {w + (2**p >> d) for w in weights for d in range(p + 2)}
            told = len(sums) * len(leads) * len(weights)
            product_of = 1
            for base, power in row_sums(grid, Sizes(m, p, 1, 0), n):
                product_of *= base**power
            assert told <= product_of


@pytest.mark.parametrize(("N", "q"), [(N, q) for N in range(1, 6) for q in range(1, N + 1)])
def test_averages_without_scores_err_as_much_as_is_said(N, q):
    least = least_error_without_scores(N, q)
    for k, part in product(range(N + 2), range(25)):
        error = Fraction(part, 12 * q)
        claim = width("SOFTMAX", "lower", 1, error=str(error))
        for name in ("centre", "crossings"):
            value = proved({"task": "averaging", "N": N, "q": q}, claim, named(name, k=k))
            assert not value or value < 1 or error < least, (N, q, name, k, error)
            assert value is None or value <= min(2 * q, N - 1) or value == 0 or name == "crossings"


def test_each_row_says_where_its_proof_is():
    from headcount.certificates import theorem as rule
    from headcount.certificates.theorems import (
        case,
        closed_forms,
        costs,
        cycle,
        hops,
        late_interaction,
        margins,
        matrices,
        needs,
        planarity,
        tolerance,
        values,
    )

    files = (rule, closed_forms, needs, costs, cycle, hops, late_interaction, margins, matrices, planarity)
    files += (tolerance, values)
    texts = "".join(module.__doc__ for module in files)
    seen = set()
    for row in rule.ROWS:
        kind, _, title = row.proof.partition("text: ")
        assert kind or f"*{title}.*" in texts, row.name
        assert (row.holds is case.TRUE) or "TRUE" not in row.holds.__name__
        for of in row.of.split() or [""]:
            assert (row.name, row.side, row.task, of) not in seen
            seen.add((row.name, row.side, row.task, of))
    assert theorem.__doc__
