"""The checker's rules against real vectors and brute force: what a rule accepts must be true.

A rule is asked through ``check`` itself: a certificate that holds one axiom and no lemmas is rejected with
``no-contradiction`` if the axiom was accepted, and with another code if not.
"""

import importlib.util
import random
from collections import Counter
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, permutations, product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headcount.bounds.moment_curve import moment_curve_tables
from headcount.certificates import Accepted, Rejected, check
from headcount.certificates.chirotope_axioms import Chirotope, cramer_terms, plucker_terms
from headcount.certificates.reading import Node
from headcount.certificates.refutation import replay
from headcount.certificates.sum_rule import Literals, term_signs
from headcount.certificates.upper_evidence import roots_needed
from headcount.certificates.verdict import RejectionError


def _load(path):
    specification = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


exact = _load(Path(__file__).parents[1] / "exact_sign_rank.py")


def sign(x):
    return (x > 0) - (x < 0)


def dot(v, w):
    return sum(a * b for a, b in zip(v, w, strict=True))


def determinant(matrix):
    """By expansion along the first row; exact on integers."""
    if not matrix:
        return 1
    minors = ([row[:j] + row[j + 1 :] for row in matrix[1:]] for j in range(len(matrix)))
    return sum((-1) ** j * matrix[0][j] * determinant(minor) for j, minor in enumerate(minors))


def verdict_on(rows, evidence, *, null=True, side="lower", value=0):
    claim = {"resource": "m", "unit_class": "SIGN", "side": side, "value": value, "evidence": evidence}
    question = {"task": "pattern", "rows": list(rows), "null": null}
    return check({"format": "headcount-certificate", "version": 1, "question": question, "claims": [claim]})


def is_accepted(rows, evidence):
    """Whether the axioms of evidence without lemmas are accepted. An empty clause among them is a whole proof."""
    verdict = verdict_on(rows, evidence)
    assert isinstance(verdict, Accepted | Rejected), verdict
    return isinstance(verdict, Accepted) or verdict.code in ("no-contradiction", "value-not-proved")


# --- polynomials on an order of the columns


def words(longest):
    return ["".join(word) for length in range(1, longest + 1) for word in product("-0+*", repeat=length)]


def test_roots_needed_are_enough():
    """The construction behind the rule, carried out for every word: explicit tables of exactly that degree."""
    rng = random.Random(0)
    for word in words(5):
        order = list(range(len(word)))
        for turn in range(3):
            negated = frozenset(column for column in order if turn and rng.random() < 0.5)
            roots = roots_needed(word, tuple(order), negated)
            (query,), keys = moment_curve_tables((word,), tuple(order), negated, roots + 1)
            assert len(query) == roots + 1
            for symbol, key in zip(word, keys, strict=True):
                score = sum((Fraction(a) * b for a, b in zip(query, key, strict=True)), Fraction(0))
                assert symbol == "*" or sign(score) == exact.SYMBOL[symbol], (word, order, negated)
            rng.shuffle(order)


def test_fewer_roots_are_not_enough():
    """Every polynomial with fewer roots, up to what a word can see of it, misses some sign."""
    for word in words(4):
        roots = roots_needed(word, tuple(range(len(word))), frozenset())
        places = [Fraction(k, 2) for k in range(-1, 2 * len(word))]  # at the keys and between them
        for fewer in range(roots):
            for chosen in combinations_with_replacement(places, fewer):
                values = []
                for t in range(len(word)):
                    value = 1
                    for root in chosen:
                        value *= sign(t - root)
                    values.append(value)
                for overall in (1, -1):
                    hit = all(s == "*" or overall * v == exact.SYMBOL[s] for s, v in zip(word, values, strict=True))
                    assert not hit, (word, chosen)


def test_negated_columns_are_negated_columns():
    flip = str.maketrans("+-", "-+")
    for word in words(4):
        n = len(word)
        for chosen in product((False, True), repeat=n):
            negated = frozenset(column for column in range(n) if chosen[column])
            written = "".join(s.translate(flip) if c else s for s, c in zip(word, chosen, strict=True))
            for order in ((*range(n),), (*range(n - 1, -1, -1),)):
                assert roots_needed(word, order, negated) == roots_needed(written, order, frozenset())


# --- determinant identities

small = st.integers(-2, 2)


@st.composite
def realisations(draw, dimensions=(1, 2, 3)):
    """(W, U, rows): small integer tables, half of them degenerate, and their pattern with some stars."""
    d = draw(st.sampled_from(dimensions))
    columns = draw(st.integers(d + 1, d + 3))
    generic = draw(st.booleans())
    vector = st.lists(st.integers(-9, 9) if generic else small, min_size=d, max_size=d)
    keys = draw(st.lists(vector, min_size=columns, max_size=columns))
    queries = draw(st.lists(vector, min_size=1, max_size=3))
    stars = draw(st.sets(st.tuples(st.integers(0, len(queries) - 1), st.integers(0, columns - 1)), max_size=3))
    rows = [
        "".join(
            "*" if (r, c) in stars else ("-*+" if generic else "-0+")[sign(dot(w, u)) + 1] for c, u in enumerate(keys)
        )
        for r, w in enumerate(queries)
    ]
    return queries, keys, tuple(rows)


def chirotope_of(keys, d):
    return {subset: sign(determinant([keys[i] for i in subset])) for subset in combinations(range(len(keys)), d)}


@settings(max_examples=200)
@given(realisations())
def test_identities_hold(realisation):
    queries, keys, rows = realisation
    d, n = len(keys[0]), len(keys)
    values = {subset: determinant([keys[i] for i in subset]) for subset in combinations(range(n), d)}
    chirotope = Chirotope(tuple(row.replace("*", "+") for row in rows), d, Literals((), uniform=False))
    for large in combinations(range(n), d + 1):
        for r, query in enumerate(queries):
            total = 0
            for term in cramer_terms(chirotope, r, large):
                (face,), (row, column) = term.factors, term.scale
                assert row == r
                if rows[r][column] == "*":  # the coefficient is that of the + written in its place
                    total += term.coefficient * dot(query, keys[column]) * values[face]
                else:
                    assert abs(term.coefficient) == abs(sign(dot(query, keys[column])))
                    total += term.coefficient * abs(dot(query, keys[column])) * values[face]
            assert total == 0
        for context in combinations(range(n), d - 1):
            terms = plucker_terms(context, large)
            assert sum(term.coefficient * values[term.factors[0]] * values[term.factors[1]] for term in terms) == 0


class Signs:
    """A realisation's determinant signs, seen through the literals of a certificate."""

    def __init__(self, chi, uniform):
        self.sets = list(chi)
        self.chi = [chi[subset] for subset in self.sets]
        self.uniform = uniform

    def literal(self, subset, value):
        k = self.sets.index(subset)
        return value * (k + 1) if self.uniform else 2 * k + (1 if value > 0 else 2)

    def holds(self, literal):
        variable = abs(literal) - 1
        if self.uniform:
            truth = self.chi[variable] > 0
        else:
            truth = self.chi[variable // 2] == (1 if variable % 2 == 0 else -1)
        return truth == (literal > 0)

    def clause_against(self, assumed):
        """The clause that is false exactly of these signs."""
        clause = []
        for subset, value in assumed.items():
            if value == 0:
                clause += [self.literal(subset, 1), self.literal(subset, -1)]
            elif self.uniform:
                clause.append(self.literal(subset, -value))
            else:
                clause.append(-self.literal(subset, value))
        return clause

    def true(self, clause):
        return any(self.holds(literal) for literal in clause)

    def evidence(self, *axioms, **more):
        base = {"kind": "chirotope", "vectors": "columns", "dimension": len(self.sets[0]), "uniform": self.uniform}
        return {**base, "sets": [list(subset) for subset in self.sets], "axioms": list(axioms), "lemmas": [], **more}


def signs_of(realisation, rng):
    """The signs of a realisation; read as uniform where that is allowed, every other time."""
    _, keys, rows = realisation
    chi = chirotope_of(keys, len(keys[0]))
    uniform = all(chi.values()) and not any("0" in row for row in rows) and rng.random() < 0.9
    return Signs(chi, uniform)


def identities(rows, d, rng):
    n = len(rows[0])
    large = tuple(sorted(rng.sample(range(n), d + 1)))
    if rng.random() < 0.5:
        row = rng.randrange(len(rows))
        chirotope = Chirotope(rows, d, Literals((), uniform=False))
        return {"rule": "cramer", "row": row, "large": list(large)}, cramer_terms(chirotope, row, large)
    context = tuple(sorted(rng.sample(range(n), d - 1)))
    return {"rule": "plucker", "small": list(context), "large": list(large)}, plucker_terms(context, large)


def assumption(terms, chi, uniform, rng):
    """Signs for the determinants of an identity that come near to making its terms agree."""
    subsets = list(dict.fromkeys(subset for term in terms for subset in term.factors))
    choices = (-1, 1) if uniform else (-1, 0, 1)
    assumed = {}
    if rng.random() < 0.3:
        assumed = {subset: rng.choice(choices) for subset in subsets}
    else:
        side = rng.choice((-1, 1))
        for term in terms:
            wanted = side * (term.coefficient or rng.choice(choices))
            for subset in term.factors[1:]:
                assumed.setdefault(subset, chi[subset] or rng.choice(choices))
                wanted *= assumed[subset]
            assumed.setdefault(term.factors[0], wanted or rng.choice(choices))
    if rng.random() < 0.3:
        assumed.pop(rng.choice(list(assumed)), None)
    if assumed and rng.random() < 0.2:
        assumed[rng.choice(list(assumed))] = rng.choice(choices)
    return assumed


accepted_clauses = Counter()


@settings(max_examples=600)  # uniform realisations with accepted Pluecker clauses are rare
@given(realisations(), st.randoms(use_true_random=False))
def identity_clauses_are_true(realisation, rng):
    _, keys, rows = realisation
    signs = signs_of(realisation, rng)
    chi = dict(zip(signs.sets, signs.chi, strict=True))
    for _ in range(9):
        axiom, terms = identities(rows, len(keys[0]), rng)
        clause = signs.clause_against(assumption(terms, chi, signs.uniform, rng))
        if clause and rng.random() < 0.2:
            clause[rng.randrange(len(clause))] *= -1
        if is_accepted(rows, signs.evidence({**axiom, "clause": clause})):
            accepted_clauses[axiom["rule"], signs.uniform] += 1
            assert signs.true(clause), (rows, keys, axiom, clause)


@pytest.mark.slow
def test_accepted_identity_clauses_are_true():
    accepted_clauses.clear()
    identity_clauses_are_true()
    for rule, uniform in product(("cramer", "plucker"), (True, False)):
        assert accepted_clauses[rule, uniform] > 5, accepted_clauses


@settings(max_examples=300)
@given(realisations(), st.randoms(use_true_random=False))
def test_exclusive_clauses_are_true(realisation, rng):
    _, _, rows = realisation
    signs = signs_of(realisation, rng)
    literals = [k for k in range(-len(signs.sets) * 2, len(signs.sets) * 2 + 1) if k]
    if signs.uniform:
        literals = [k for k in literals if abs(k) <= len(signs.sets)]
    for _ in range(5):
        clause = rng.sample(literals, rng.randint(1, min(3, len(literals))))
        if is_accepted(rows, signs.evidence({"rule": "exclusive", "clause": clause})):
            assert signs.true(clause)


def forced_inequalities(rows, signs, assumed):
    """All inequalities |term| >= |other term| that hold under the signs assumed, with their exponents as one number."""
    d, n = len(signs.sets[0]), len(rows[0])
    chirotope = Chirotope(rows, d, Literals((), uniform=False))
    known = {subset: frozenset((value,)) for subset, value in assumed.items()}
    scores = [(r, c, "score") for r in range(len(rows)) for c in range(n)]
    digit = {name: 64**k for k, name in enumerate([*signs.sets, *scores])}
    large_sets = list(combinations(range(n), d + 1))
    named = [
        ({"rule": "cramer", "row": r, "large": list(large)}, cramer_terms(chirotope, r, large))
        for r in range(len(rows))
        for large in large_sets
    ]
    named += [
        ({"rule": "plucker", "small": list(context), "large": list(large)}, plucker_terms(context, large))
        for context in combinations(range(n), d - 1)
        for large in large_sets
    ]
    found = []
    for axiom, terms in named:
        possible = [term_signs(term, known, signs.uniform) for term in terms]
        exponents = [
            sum(digit[factor] for factor in term.factors) + (digit[(*term.scale, "score")] if term.scale else 0)
            for term in terms
        ]
        used = {factor for term in terms for factor in term.factors}
        for larger, top in enumerate(possible):
            if len(top) != 1 or 0 in top or any(top & s for k, s in enumerate(possible) if k != larger):
                continue
            for smaller in range(len(terms)):
                if exponents[smaller] != exponents[larger]:
                    step = {**axiom, "larger": larger, "smaller": smaller, "times": 1}
                    found.append((step, exponents[larger] - exponents[smaller], used))
    return found


@pytest.mark.parametrize("entries", [1, 2, 9])
def test_accepted_products_are_true_of_real_vectors(entries):
    """Final polynomials found by brute force on wrong signs: the real signs must satisfy their clauses."""
    rng = random.Random(entries)
    accepted = 0
    for _ in range(200):
        d, n = 2, 4
        keys = [[rng.randint(-entries, entries) for _ in range(d)] for _ in range(n)]
        queries = [[rng.randint(-entries, entries) for _ in range(d)] for _ in range(3)]
        zero = rng.choice("0*")
        rows = tuple("".join(f"-{zero}+"[sign(dot(w, u)) + 1] for u in keys) for w in queries)
        signs = signs_of((queries, keys, rows), rng)
        assumed = {
            subset: rng.choice((1, -1, 1, -1, value)) for subset, value in zip(signs.sets, signs.chi, strict=True)
        }
        inequalities = forced_inequalities(rows, signs, assumed)
        by_exponents = {}
        for k, (_, exponents, _) in enumerate(inequalities):
            by_exponents.setdefault(exponents, []).append(k)
        balanced = [
            (i, j, k)
            for i, j in combinations(range(len(inequalities)), 2)
            for k in by_exponents.get(-inequalities[i][1] - inequalities[j][1], [])
            if k > j
        ]
        for combo in rng.sample(balanced, min(4, len(balanced))):
            used = set().union(*(inequalities[k][2] for k in combo))
            clause = signs.clause_against({subset: assumed[subset] for subset in used})
            axiom = {"rule": "product", "clause": clause, "inequalities": [inequalities[k][0] for k in combo]}
            if is_accepted(rows, signs.evidence(axiom)):
                accepted += 1
                assert signs.true(clause), (rows, keys, axiom)
    assert accepted > 30


# --- which realisation is meant: signs, bases, lexicographic choice


def planar_arrangements(rows):
    """The signs on pairs of all uniform realisations of a pattern by vectors in the plane, up to deformation."""
    n = len(rows[0])
    pairs = list(combinations(range(n), 2))
    found = set()
    for lines in permutations(range(n)):
        for halves in product((0, 1), repeat=n):
            places = [line + half * n for line, half in zip(lines, halves, strict=True)]  # in units of pi/n
            turns = [[sign((w - 2 * p) % (4 * n) - 2 * n) for p in places] for w in range(1, 4 * n, 2)]
            if all(any(_matches(row, turn) for turn in turns) for row in rows):
                found.add(tuple(sign(n - (places[b] - places[a]) % (2 * n)) for a, b in pairs))
    return pairs, found


def _matches(row, signs):
    return all(symbol == "*" or exact.SYMBOL[symbol] == s for symbol, s in zip(row, signs, strict=True))


def lexicographic_clause(sets, permutation, signs, negated, sides):
    """Equal to the image at the places before the last, hence not smaller there (one side of each equality)."""
    number = {subset: k for k, subset in enumerate(sets)}

    def image(k):
        moved = [permutation[column] for column in sets[k]]
        value = -1 if negated else 1
        for column in sets[k]:
            value *= signs[column]
        if moved != sorted(moved):
            value = -value
        return value * (number[tuple(sorted(moved))] + 1)

    *before, last = range(len(sides) + 1)
    return [*(j + 1 if here else -image(j) for j, here in zip(before, sides, strict=True)), last + 1, -image(last)]


@pytest.mark.parametrize("seed", range(12))
def test_accepted_lexicographic_clauses_hold_together(seed):
    """The greatest signs that a realisation has satisfy all clauses accepted under ``lex``; the first is positive."""
    rng = random.Random(seed)
    rows = tuple("".join(rng.choice("+-+-*") for _ in range(4)) for _ in range(rng.randint(1, 3)))
    sets, arrangements = planar_arrangements(rows)
    assert arrangements
    rng.shuffle(sets)
    order = [sorted(sets).index(subset) for subset in sets]
    greatest = max(tuple(chi[k] for k in order) for chi in arrangements)
    signs = Signs(dict.fromkeys(sets, 1), uniform=True)
    assert is_accepted(rows, signs.evidence({"rule": "sign", "clause": [1]}, _identity_axiom(4)))
    assert greatest[0] == 1
    every = [(move, flips) for move in permutations(range(4)) for flips in product((1, -1), repeat=4)]
    unnoticed = [change for change in every if notices_nothing(rows, *change)]
    accepted = 0
    for _ in range(1500):
        permutation, flips = rng.choice(unnoticed if rng.random() < 0.9 else every)
        negated = rng.random() < 0.5
        sides = [rng.random() < 0.5 for _ in range(rng.randrange(6))]
        claimed = rng.choice([(permutation, flips, negated)] * 3 + [((0, 1, 2, 3), flips, negated)])
        claimed = rng.choice([claimed] * 3 + [(permutation, (1, 1, 1, 1), negated), (permutation, flips, not negated)])
        clause = lexicographic_clause(sets, *claimed, sides)
        if rng.random() < 0.2:
            clause.remove(rng.choice(clause))
        axiom = {"rule": "lex", "clause": clause, "permutation": list(permutation), "signs": list(flips)}
        if is_accepted(rows, signs.evidence({**axiom, "negated": negated})):
            accepted += 1
            assert any(greatest[abs(x) - 1] * x > 0 for x in clause), (rows, sets, axiom)
    assert 100 < accepted < 1400


def notices_nothing(rows, permutation, flips):
    """Whether the rows, columns permuted and negated, are the same rows up to their overall signs."""
    flip = str.maketrans("+-", "-+")
    moves = list(zip(permutation, flips, strict=True))
    images = ["".join(row[p] if s > 0 else row[p].translate(flip) for p, s in moves) for row in rows]
    return all(row in images or row.translate(flip) in images for row in rows)


def _identity_axiom(n):
    return {"rule": "lex", "clause": [1, -1], "permutation": [*range(n)], "signs": [1] * n, "negated": True}


def test_arrangements_agree_with_the_oracle():
    """The list of planar arrangements is empty exactly for patterns of sign-rank above 2."""
    rng = random.Random(3)
    empty = 0
    for _ in range(60):
        rows = tuple("".join(rng.choice("+-") for _ in range(4)) for _ in range(4))
        _, arrangements = planar_arrangements(rows)
        empty += not arrangements
        assert bool(arrangements) == (exact.sign_rank(rows) <= 2), rows
    assert 10 < empty < 50


@settings(max_examples=300)
@given(realisations(), st.randoms(use_true_random=False))
def test_accepted_basis_clauses_hold_up_to_negation(realisation, rng):
    """Of vectors that span: one of the two overall signs makes an accepted basis clause true."""
    _, keys, rows = realisation
    d = len(keys[0])
    chi = chirotope_of(keys, d)
    if not any(chi.values()):
        return
    signs, opposite = Signs(chi, False), Signs({subset: -value for subset, value in chi.items()}, False)
    clause = [signs.literal(subset, 1) for subset in signs.sets if rng.random() < 0.95]
    if rng.random() < 0.2:
        clause = [x + rng.choice((0, 1)) for x in clause]
    if is_accepted(rows, signs.evidence({"rule": "basis", "clause": clause})):
        assert signs.true(clause) or opposite.true(clause)


# --- linear dependencies


@settings(max_examples=300)
@given(st.lists(small, min_size=2, max_size=4), st.randoms(use_true_random=False))
def test_accepted_dependency_clauses_are_true(dependency, rng):
    """Rows orthogonal to a real dependency: its signs satisfy every clause accepted for them."""
    if not any(dependency):
        return
    if max(dependency) <= 0:
        dependency = [-x for x in dependency]
    n = len(dependency)
    pivot = rng.choice([k for k in range(n) if dependency[k]])
    row = [rng.randint(-2, 2) * dependency[pivot] for _ in range(n)]
    row[pivot] = 0
    row[pivot] = -dot(row, dependency) // dependency[pivot]
    assert dot(row, dependency) == 0
    word = "".join("*" if rng.random() < 0.15 else "-0+"[sign(x) + 1] for x in row)
    signs = Signs({(k,): sign(x) for k, x in enumerate(dependency)}, uniform=False)
    for _ in range(8):
        assumed = {(k,): rng.choice((-1, 0, 1)) for k in range(n)}
        if rng.random() < 0.5:  # signs that make the terms agree
            side = rng.choice((1, -1))
            assumed = {(k,): side * sign(row[k]) for k in range(n)}
        assumed = {subset: value for subset, value in assumed.items() if rng.random() < 0.8}
        clause = signs.clause_against(assumed)
        for axiom in (
            {"rule": "row", "row": 0, "clause": clause},
            {"rule": "nonzero", "clause": clause},
            {"rule": "nonzero", "clause": [2 * k + 1 for k in range(n) if rng.random() < 0.9]},
            {"rule": "exclusive", "clause": clause[:2]},
        ):
            evidence = {
                "kind": "independence",
                "vectors": "columns",
                "set": [*range(n)],
                "axioms": [axiom],
                "lemmas": [],
            }
            if is_accepted([word], evidence):
                assert signs.true(axiom["clause"]), (word, dependency, axiom)


def test_every_dependency_is_excluded_where_independence_is_accepted():
    """On all sets of columns of small patterns: an accepted full set of row clauses leaves no sign vector."""
    rng = random.Random(11)
    accepted = 0
    for _ in range(40):
        rows = ["".join(rng.choice("+-0*") for _ in range(3)) for _ in range(4)]
        axioms = [{"rule": "nonzero", "clause": [1, 3, 5]}]
        axioms += [{"rule": "exclusive", "clause": [-2 * k - 1, -2 * k - 2]} for k in range(3)]
        for r in range(4):
            for assumed in product((-1, 0, 1), repeat=3):
                signs = Signs({(k,): 0 for k in range(3)}, uniform=False)
                clause = signs.clause_against({(k,): value for k, value in enumerate(assumed)})
                axiom = {"rule": "row", "row": r, "clause": clause}
                evidence = {
                    "kind": "independence",
                    "vectors": "columns",
                    "set": [0, 1, 2],
                    "axioms": [axiom],
                    "lemmas": [],
                }
                if is_accepted(rows, evidence):
                    axioms.append(axiom)
                excluded = {exact.SYMBOL.get(s, 2) * x for s, x in zip(rows[r], assumed, strict=True)}
                open_ended = any(s == "*" and x for s, x in zip(rows[r], assumed, strict=True))
                assert (axiom in axioms) == (not open_ended and excluded - {0} in ({1}, {-1}))
        vectors = [Signs({(k,): v for k, v in enumerate(s)}, uniform=False) for s in product((-1, 0, 1), repeat=3)]
        if not any(all(signs.true(axiom["clause"]) for axiom in axioms) for signs in vectors):
            accepted += 1
            assert exact.sign_rank(rows) == 3
    assert accepted > 3


# --- lemmas

clauses = st.lists(st.lists(st.sampled_from([-3, -2, -1, 1, 2, 3]), max_size=3).map(tuple), min_size=1, max_size=7)


def entails(cnf, lemma):
    """By truth tables over three variables."""
    return all(
        any(values[abs(x) - 1] == (x > 0) for x in lemma)
        for values in product((False, True), repeat=3)
        if all(any(values[abs(x) - 1] == (x > 0) for x in clause) for clause in cnf)
    )


def replayed(cnf, lemmas):
    """The number of lemmas accepted, and whether they end in a contradiction."""
    try:
        replay(list(cnf), Node([[list(lemma), list(hints)] for lemma, hints in lemmas], "lemmas"), 3)
    except RejectionError as error:
        return error.verdict.code != "lemma-not-implied"
    return True


@settings(max_examples=1000)
@given(clauses, st.lists(st.sampled_from([-3, -2, -1, 1, 2, 3]), max_size=3), st.data())
def test_accepted_lemmas_are_entailed(cnf, lemma, data):
    hints = data.draw(st.lists(st.integers(0, len(cnf) - 1), max_size=5))
    if replayed(cnf, [(lemma, hints)]):
        assert entails(cnf, lemma)


@settings(max_examples=300)
@given(st.permutations([(1, 2), (-1, 2), (1, -2), (-1, -2), (1, 2, 3), (-3, 1)]), st.data())
def test_accepted_refutations_refute(cnf, data):
    cnf = cnf[: data.draw(st.integers(2, 6))]
    hints = st.lists(st.integers(0, len(cnf) - 1), max_size=3)
    first, second = data.draw(hints), data.draw(hints)
    lemmas = [(data.draw(st.sampled_from([(1,), (-1,), (2,), ()])), first), ((), [*second, len(cnf)])]
    try:
        replay(list(cnf), Node([[list(lemma), list(hint)] for lemma, hint in lemmas], "lemmas"), 3)
    except RejectionError:
        return
    assert entails(cnf, ())


def test_lemmas_entailed_but_not_by_propagation_are_refused():
    assert not replayed([(1, 2), (-1, 2), (1, -2), (-1, -2)], [((), [0, 1, 2, 3])])


# --- q-SA by symmetry


@pytest.mark.parametrize("positions", range(1, 8))
def test_symmetric_sizes(positions):
    """An accepted size k: on k columns every nonzero sign vector is excluded by a row of the explicit pattern."""
    for q in range(1, positions + 1):
        rows = [
            tuple(0 if j in y else -1 for j in range(positions)) for y in map(set, combinations(range(positions), q))
        ]
        rows.append((1,) * positions)
        largest = 0
        for size in range(positions + 1):
            claim = {"resource": "m", "unit_class": "SIGN", "side": "lower", "value": max(0, size - 1)}
            claim["evidence"] = {"kind": "symmetric", "size": size}
            question = {"task": "qsa", "N": positions, "q": q}
            verdict = check({"format": "headcount-certificate", "version": 1, "question": question, "claims": [claim]})
            if isinstance(verdict, Accepted):
                largest = size
                parts = {row[:size] for row in rows}
                for vector in product((-1, 0, 1), repeat=size):
                    excluded = any(
                        {a * b for a, b in zip(part, vector, strict=True)} - {0} in ({1}, {-1}) for part in parts
                    )
                    assert excluded or not any(vector), (positions, q, size, vector)
        assert largest == (0 if q == positions else min(2 * q + 1, positions))
