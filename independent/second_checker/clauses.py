"""Rule clauses (section 7): lemmas by unit propagation, and the systems that make clauses."""

from collections import Counter
from itertools import combinations, pairwise
from math import comb, prod

from .claims import rule
from .graphs import merged
from .notation import Rejected, form, need
from .patterns import pattern_of
from .vectors import SIGNS, transposed


def refute(given, lemmas, schemas):
    """Checks that the clauses of the schemas, and the lemmas, lead to the empty clause."""
    clauses = []
    for name, *lists in given:
        form(name in schemas, f"no schema {name}")
        clauses += [schemas[name](x) for x in lists]
    for literals, hints in lemmas:
        form(0 not in literals, "the literal 0")
        false, done = set(literals), False
        for h in hints:
            need(h < len(clauses), "a hint at no earlier clause")
            left = {v for v in clauses[h] if v not in false}
            need(len(left) <= 1, "a hinted clause has two literals left")
            if not left:
                done = True
                break
            false.add(-left.pop())
        need(done, "a lemma does not follow")
        clauses.append(literals)
    need(clauses and not clauses[-1], "the last clause is not empty")


def numbers(x, count):
    form(len(x) == count, "a schema with another number of numbers")
    return x


def takes(count):
    """A schema of so many numbers, none negative."""

    def wrap(f):
        def schema(x):
            need(all(v >= 0 for v in numbers(x, count)), "a negative number")
            return f(*x)

        return schema

    return wrap


def one_sided(terms):
    return any(any(t == {s} for t in terms) and not any(-s in t for t in terms) for s in (1, -1))


def times_sign(symbol, values):
    """The possible signs of a score times a number with these possible signs."""
    if symbol == "*":
        return {0} if values == {0} else {-1, 0, 1}
    return {SIGNS[symbol] * v for v in values}


def lower_plain(c):
    """The pattern of a lower bound for m of SIGN, or sign_rank, whose homogeneous rows are dependent if it fails."""
    real = c.measure == "sign_rank" or (c.cls and c.cls.kind == "SIGN" and c.resource == "m")
    need(real and c.side == "lower", "for lower bounds of m in SIGN, or of sign_rank")
    t = pattern_of(c.s)
    need(t.plain, "for plain patterns")
    return t


def false_signs(literals, uniform):
    """The possible signs of each number where the clause is false (none, if it is never false)."""
    state = {}
    for v in literals:
        need(v, "the literal 0")
        k, which = (abs(v) - 1, 1) if uniform else ((abs(v) - 1) // 2, 1 if v % 2 else -1)
        now = state.setdefault(k, {-1, 1} if uniform else {-1, 0, 1})
        state[k] = now - {which} if v > 0 else now & {which}
    return state


def dependency_refutation(rows, lines, refutation):
    def nonzero(x):
        numbers(x, 0)
        return [2 * i + 1 for i in range(len(lines))]

    @takes(1)
    def exclusive(i):
        need(i < len(lines), "no such number")
        return [-(2 * i + 1), -(2 * i + 2)]

    def row(x):
        need(x and 0 <= x[0] < len(rows), "no such row")
        need(all(1 <= abs(v) <= 2 * len(lines) for v in x[1:]), "a literal of no number")
        state, row = false_signs(x[1:], False), rows[x[0]]
        terms = [times_sign(row[k], state.get(i, {-1, 0, 1})) for i, k in enumerate(lines)]
        need(one_sided(terms), "a clause is not implied by its row")
        return x[1:]

    refute(refutation["given"], refutation["lemmas"], {"nonzero": nonzero, "exclusive": exclusive, "row": row})


OF = 'of "rows"|"columns", '
CLAUSES = "given GIVEN, lemmas LEMMAS"


@rule("clauses", "dependency", spec=OF + "set LINE, " + CLAUSES)
def dependency(c, p):
    t = lower_plain(c)
    rows = t.homogeneous if p.of == "columns" else transposed(t.homogeneous)
    form(p.set[-1] < len(rows[0]), "no such line")
    dependency_refutation(rows, p.set, {"given": p.given, "lemmas": p.lemmas})
    return len(p.set) - t.offset


def sorting_sign(x):
    return -1 if sum(a > b for a, b in combinations(x, 2)) % 2 else 1


@rule("clauses", "chirotope", spec=OF + "dimension pos, uniform bool, sets [LINE] dist, "
      "independent? {set LINE, given GIVEN, lemmas LEMMAS}, " + CLAUSES)  # fmt: skip
def chirotope(c, p):
    t, d, uniform = lower_plain(c), p.dimension, p.uniform
    rows = t.homogeneous if p.of == "columns" else transposed(t.homogeneous)
    n = len(rows[0])
    need(d <= n and not (uniform and any("0" in row for row in rows)), "too few columns, or a 0")
    form(all(len(s) == d and s[-1] < n for s in p.sets), "sets of another size")
    number = {tuple(s): k for k, s in enumerate(p.sets)}
    fixed, used, top = (), [], len(p.sets) * (1 if uniform else 2)
    if hasattr(p, "independent"):
        fixed = tuple(p.independent["set"])
        form(not uniform and len(fixed) <= d and fixed[-1] < n, "the independent set")
        dependency_refutation(rows, fixed, p.independent)

    def literals(x):
        need(all(1 <= abs(v) <= top for v in x), "a literal of no set")
        return false_signs(x, uniform)

    def signs(state, s):
        return state.get(number.get(tuple(s)), {-1, 1} if uniform else {-1, 0, 1})

    def increasing(x, count):
        need(len(x) == count and all(a < b for a, b in pairwise(x)) and all(0 <= v < n for v in x), "columns")

    def cramer_terms(state, r, ts):
        """(signs, atoms) of each term."""
        increasing(ts, d + 1)
        need(0 <= r < len(rows), "no such row")
        found = []
        for i, x in enumerate(ts):
            rest = (*ts[:i], *ts[i + 1 :])
            values = {(-1) ** i * v for v in times_sign(rows[r][x], signs(state, rest))}
            found.append((values, [("score", r, x), rest]))
        return found

    def plucker_terms(state, a, ts):
        increasing(a, d - 1)
        increasing(ts, d + 1)
        found = []
        for i, x in enumerate(ts):
            if x not in a:
                one, rest = tuple(sorted([*a, x])), (*ts[:i], *ts[i + 1 :])
                s = (-1) ** i * sorting_sign([*a, x])
                found.append(({s * u * v for u in signs(state, one) for v in signs(state, rest)}, [one, rest]))
        return found

    def identity(terms, head):
        def schema(x):
            state = literals(x[head + d + 1 :])
            need(len(x) > head + d, "a schema with too few numbers")
            first = x[0] if terms is cramer_terms else x[:head]
            need(one_sided([v for v, _ in terms(state, first, x[head : head + d + 1])]), "a clause is not implied")
            return x[head + d + 1 :]

        return schema

    def product_schema(x):
        need(x and 0 <= x[0] < len(x), "the number of literals")
        clause, rest = x[1 : x[0] + 1], x[x[0] + 1 :]
        state = literals(clause)
        atoms, strict = Counter(), False
        while rest:
            head = 1 if rest[0] == 0 else d - 1
            need(rest[0] in (0, 1) and len(rest) >= head + d + 5, "an inequality")
            first, ts = rest[1 : head + 1], rest[head + 1 : head + d + 2]
            terms = cramer_terms(state, first[0], ts) if rest[0] == 0 else plucker_terms(state, first, ts)
            larger, smaller, times = rest[head + d + 2 : head + d + 5]
            rest = rest[head + d + 5 :]
            need(0 <= larger < len(terms) and 0 <= smaller < len(terms) and larger != smaller and times > 0, "terms")
            others = [v for k, (v, _) in enumerate(terms) if k != larger]
            need(terms[larger][0] in ({1}, {-1}) and not any(terms[larger][0] & v for v in others), "not larger")
            strict |= any(0 not in v for k, (v, _) in enumerate(terms) if k not in (larger, smaller))
            for which, s in ((larger, times), (smaller, -times)):
                for atom in terms[which][1]:
                    atoms[atom] += s
        need(strict and not any(atoms.values()), "the inequalities do not add up")
        return clause

    def choose(clause):
        used.append(clause)
        need(used[0] == used[-1], "two choices")

    def choice(x):
        literals(x)
        choose(x)
        if uniform:
            need(x, "an empty choice")
        else:
            held_sets = {v // 2 for v in x if v > 0 and v % 2}
            count = sum(set(fixed) <= set(p.sets[k]) for k in held_sets)
            need(count == comb(n - len(fixed), d - len(fixed)), "a choice leaves out a set")
        return x

    def lex(x):
        need(uniform and len(x) > 2 * n, "lex is for uniform chirotopes")
        perm, flips, e, clause = x[:n], x[n : 2 * n], x[2 * n], x[2 * n + 1 :]
        need(sorted(perm) == list(range(n)) and all(abs(s) == 1 for s in [*flips, e]), "not a permutation, or signs")
        plain = [tuple(SIGNS.get(v, 2) for v in row) for row in rows]  # 2 is *

        def canonical(row):
            other = tuple(v if v == 2 else -v for v in row)
            return max(row, other)

        images = [tuple(v if v == 2 else s * v for v, s in zip((row[k] for k in perm), flips)) for row in plain]
        need(Counter(map(canonical, plain)) == Counter(map(canonical, images)), "the rows are not permuted")
        choose([1])
        state = literals(clause)
        for k, s in enumerate(p.sets):
            moved = [perm[v] for v in s]
            image = number.get(tuple(sorted(moved)))
            need(image is not None, "an image is not in the list")
            turn = e * sorting_sign(moved) * prod(flips[v] for v in s)
            if image == k and turn == 1:
                continue
            low, high = state.get(k) == {-1}, state.get(image) == {turn}
            if low and high:
                break
            need(low or high, "a clause is not implied by the order")
        else:
            raise Rejected("a clause is not implied by the order")
        return clause

    refute(p.given, p.lemmas, {"cramer": identity(cramer_terms, 1), "plucker": identity(plucker_terms, d - 1),
           "product": product_schema, "choice": choice, "lex": lex,
           **({} if uniform else {"exclusive": takes(1)(lambda k: [-(2 * k + 1), -(2 * k + 2)])})})  # fmt: skip
    return d + 1 - t.offset


@rule("clauses", "order", of="no-path", spec=CLAUSES)
def order_refutation(c, p):
    n, edges = c.s["n"], merged(c.s)

    def at(i, v):
        need(i < n and v < n, "no such place or position")
        return i * n + v + 1

    def apart(i, v, j, u):
        need((i == j) != (v == u), "the two may both hold")
        return [-at(i, v), -at(j, u)]

    def step(i, v, u):
        need(u != v and u < n and v not in edges[u], "a step that may be")
        return [-at(i, v), -at(i + 1, u)]

    refute(p.given, p.lemmas, {"place": takes(1)(lambda i: [at(i, v) for v in range(n)]),
                               "position": takes(1)(lambda v: [at(i, v) for i in range(n)]),
                               "apart": takes(4)(apart), "step": takes(3)(step)})  # fmt: skip


@rule("theorem", "cycle", spec=OF + "members [[nat]3..] eq")
def cycle(c, p):
    t = lower_plain(c)
    rows = t.homogeneous if p.of == "columns" else transposed(t.homogeneous)
    faces, alternating = {}, 0
    for r, *chosen in p.members:
        need(r < len(rows) and chosen == sorted(set(chosen)) and chosen[-1] < len(rows[0]), "no such member")
        signed = [(k, rows[r][k]) for k in chosen]
        need(all(x in "+-" for _, x in signed), "a member without a sign")
        alternating += all(x != y for (_, x), (_, y) in pairwise(signed))
        for gone in signed:
            face = [one for one in signed if one != gone]
            key = tuple((k, x == face[0][1]) for k, x in face)
            faces[key] = faces.get(key, 0) + 1
    need(
        alternating % 2 and not any(count % 2 for count in faces.values()), "no cycle with an odd number that alternate"
    )
    return len(p.members[0]) - 1 - t.offset
