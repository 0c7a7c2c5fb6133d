"""The system ``layers``: what it refutes is what brute force over all tables refutes, and its clauses hold of units."""

import random
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from headcount.bounds.unit_classes.layered_unit_bounds import decide_by_clauses
from headcount.certificates.meaning.units import rounded_mean, weights_of
from headcount.certificates.meter import UNLIMITED, Meter
from headcount.certificates.systems.layers import Layers
from headcount.elaborate.unit_trees import stated
from headcount.questions import Scope, at_position, computation_question, least_size
from headcount.questions.sparse_pattern import Lists, SparsePattern
from headcount.solvers.outcome import Verdict
from headcount.solvers.units.layered_clauses import LayeredClauses

WORDS = tuple(product((0, 1), repeat=2))
EVERY, CAUSAL = ((0, 1), (0, 1)), ((0,), (0, 1))
GRID = (-1, 1)


def question(answers, words=WORDS):
    """Two tokens, or as many as words have; answers for each position of each word."""
    rows = tuple(zip(words, answers, strict=True))
    return computation_question(
        "table", answers=rows, label="tiny", alphabet=1 + max(map(max, words)), length=len(words[0])
    )


def asked_of(task, layers, mask=EVERY, of="FIXED"):
    pattern = None if mask == EVERY else SparsePattern((Lists(len(mask), mask),))
    scope = Scope(null=False)
    return least_size(task, "m", f"{of}(1, midrise)", layers=layers, read_out="any", scope=scope, pattern=pattern)


# --- brute force -----------------------------------------------------------------


def row(query, keys, of):
    """The row at m = 0 or 1, dv = 1, p = 1, in another way than the checker's: by a sum over keys."""
    scores = [sum(a * b for a, b in zip(query, key[:-1], strict=True)) for key in keys]
    weights = weights_of(1)(scores)
    if of == "ROUNDED":
        return rounded_mean(zip(weights, ([key[-1]] for key in keys), strict=True), 1, 1)
    return Fraction(sum(w * key[-1] for w, key in zip(weights, keys, strict=True)), sum(weights))


@cache
def behaviours(symbols, m, mask, of):
    """All that a layer can make of words of symbols: for each word the rows at its positions."""
    used = sorted({(j, x) for word in symbols for j, x in enumerate(word)})
    found = set()
    for keys in product(product(GRID, repeat=m + 1), repeat=len(used)):
        key = dict(zip(used, keys, strict=True))
        for queries in product(product(GRID, repeat=m), repeat=len(used)):
            query = dict(zip(used, queries, strict=True))
            found.add(
                tuple(
                    tuple(row(query[i, word[i]], [key[j, word[j]] for j in mask[i]], of) for i in range(len(word)))
                    for word in symbols
                )
            )
    return found


def renamed(words, rows):
    """The symbols after a layer, numbered by their first places: what a read-out makes of them does not matter."""
    number = {}
    return tuple(
        tuple(number.setdefault((j, *pair), len(number)) for j, pair in enumerate(zip(word, after, strict=True)))
        for word, after in zip(words, rows, strict=True)
    )


@cache
def told(m, layers, mask, of, words=WORDS):
    """What the last rows tell: the rows of all words, for every unit."""
    inputs = {words}
    for _ in range(layers - 1):
        inputs = {renamed(each, rows) for each in inputs for rows in behaviours(each, m, mask, of)}
    return {rows for each in inputs for rows in behaviours(each, m, mask, of)}


def feasible(answers, m, layers, mask, of, words=WORDS):
    """Whether some unit's rows tell the answers, beside position and token."""

    def fits(rows):
        said = {}
        return all(
            answer is None or said.setdefault((i, word[i], after[i]), answer) == answer
            for word, after, asked in zip(words, rows, answers, strict=True)
            for i, answer in enumerate(asked)
        )

    return any(fits(rows) for rows in told(m, layers, mask, of, words))


TASKS = [[(bits[2 * k], bits[2 * k + 1]) for k in range(4)] for bits in product((0, 1), repeat=8)]
CELLS = [(0, 1, EVERY, "FIXED"), (0, 2, EVERY, "FIXED"), (0, 2, CAUSAL, "FIXED"), (0, 2, EVERY, "ROUNDED")]
WITH_SCORES = [(1, 1, EVERY, "FIXED"), (1, 1, EVERY, "ROUNDED"), (1, 1, CAUSAL, "FIXED")]


@pytest.mark.parametrize(("m", "layers", "mask", "of"), CELLS, ids=str)
def test_clauses_decide_as_brute_force_does(m, layers, mask, of):
    """A part of the 256 tasks of two tokens of two symbols, all of them in the slow test."""
    compare(random.Random(m + layers).sample(TASKS, 12), m, layers, mask, of)


@pytest.mark.slow
@pytest.mark.parametrize(("m", "layers", "mask", "of"), CELLS + WITH_SCORES, ids=str)
def test_clauses_decide_all_tasks_as_brute_force_does(m, layers, mask, of):
    assert compare(TASKS, m, layers, mask, of) == ({True, False} if mask == CAUSAL else {True})


@pytest.mark.parametrize("of", ["FIXED", "ROUNDED"])
def test_what_a_token_tells_in_one_layer_and_in_two(of):
    """The first of two tokens is to be named by the second: with p = 1 and m = 0 one layer tells two values apart."""
    seen = {}
    for layers, count in product((1, 2), (2, 3, 4, 5)):
        words = tuple((a, 0) for a in range(count))
        answers = [(None, a) for a in range(count)]
        cell = decide_by_clauses(asked_of(question(answers, words), layers, EVERY, of), 0, 1000.0)
        seen[layers, count] = feasible(answers, 0, layers, EVERY, of, words)
        assert cell.status is (Verdict.FEASIBLE if seen[layers, count] else Verdict.INFEASIBLE)
    assert [seen[1, count] for count in (2, 3)] == [True, False]
    assert seen[2, 3] and not seen[2, 5]


def compare(tasks, m, layers, mask, of):
    seen = set()
    for answers in tasks:
        cell = decide_by_clauses(asked_of(question(answers), layers, mask, of), m, 1000.0)
        truth = feasible(answers, m, layers, mask, of)
        assert cell.status is (Verdict.FEASIBLE if truth else Verdict.INFEASIBLE), answers
        assert cell.bound is not None and cell.bound.side == ("upper" if truth else "lower")
        seen.add(truth)
    return seen


@pytest.mark.slow
def test_two_layers_with_scores():
    """m = p = H = 1: what position 1 is to say of three words, by brute force over all tables of both layers."""
    words = ((0, 0), (0, 1), (1, 0))
    for answers in ([(None, 0), (None, 1), (None, 1)], [(0, None), (1, None), (None, 1)]):
        one, two = (feasible(answers, 1, layers, CAUSAL, "FIXED", words) for layers in (1, 2))
        for layers, truth in ((1, one), (2, two)):
            cell = decide_by_clauses(asked_of(question(answers, words), layers, CAUSAL), 1, 1000.0)
            assert cell.status is (Verdict.FEASIBLE if truth else Verdict.INFEASIBLE)


# --- the clauses themselves --------------------------------------------------------


def test_clauses_hold_of_units():
    """Variables say what is the case in a unit with random tables; all clauses but those that compare answers hold."""
    rng, kinds = random.Random(5), set()
    for trial in range(12):
        layers, of, mask = 1 + trial % 3, ("FIXED", "ROUNDED", "HARDMAX")[trial % 3], (EVERY, CAUSAL)[trial % 2]
        answers = [tuple(rng.choice((0, 1, None)) for _ in range(2)) for _ in WORDS]
        answers[0], answers[1] = (0, 0), (1, 1)
        task = question(answers)
        asked = asked_of(task, layers, mask, of)
        claim = stated({**asked.to_json(), "side": "lower", "value": 3}, task.to_json())
        system = Layers(claim, 1 if layers < 3 else 0, Meter(UNLIMITED))
        made = LayeredClauses(system)
        for word, wanted in zip(WORDS, answers, strict=True):
            made.add(word, wanted)
        case = Case(system, mask, rng)
        for (name, _), clause in zip(made.named, made.clauses, strict=True):
            kinds.add(name)
            if name != "differ":
                assert any(case.holds(abs(x)) == (x > 0) for x in clause), (name, clause)
        told_apart = [clause for (name, _), clause in zip(made.named, made.clauses, strict=True) if name == "differ"]
        wrong = not all(any(not case.holds(-x) for x in clause) for clause in told_apart)
        assert wrong == (not case.right(WORDS, answers))
    assert kinds == {*Layers.schemas}


class Case:
    """A unit with random tables, and what it does."""

    def __init__(self, system, mask, rng):
        self.system, self.mask, self.rng, self.tables, self.known = system, mask, rng, {}, {}

    def entry(self, t, kind, symbol):
        entries = self.system.units.entries[2 * kind]
        return self.tables.setdefault((t, kind, symbol), self.rng.randrange(len(entries)))

    def symbol(self, t, word, i):
        if t == 0:
            return (i, word[i])
        if (t, word, i) not in self.known:
            units, below = self.system.units, [self.symbol(t - 1, word, j) for j in range(len(word))]
            (query,) = units.entries[2][self.entry(t, 1, below[i])]
            keys = [units.entries[0][self.entry(t, 0, below[j])][0] for j in self.mask[i]]
            own = below[i] if t < self.system.layers else below[i][:2]
            self.known[t, word, i] = (*own, tuple(units.output(query, keys)))
        return self.known[t, word, i]

    def holds(self, variable):
        kind, t, *about = self.system.variables[variable - 1]
        if kind == "Entry":
            of, symbol, entry = about
            return self.entry(t, of, symbol) == entry
        word, place, said = about
        if kind == "Symbol":
            return self.symbol(t, word, place) == said
        places, entries = ((place,), (said,)) if kind == "Key" else (place, said)
        held = tuple(self.entry(t, 0, self.symbol(t - 1, word, j)) for j in places)
        return entries == (held if self.system.units.ordered else tuple(sorted(held)))

    def right(self, words, answers):
        said = {}
        return all(
            answer is None or said.setdefault((i, word[i], self.symbol(self.system.layers, word, i)), answer) == answer
            for word, wanted in zip(words, answers, strict=True)
            for i, answer in enumerate(wanted)
        )


# --- composition -------------------------------------------------------------------


def test_composition_on_two_points():
    """Each function a token: without scores (m = 0) two layers do what one does not."""
    functions = tuple(product((0, 1), repeat=2))
    rows = tuple(
        ((f, g, x), (None, None, functions[f][functions[g][x]]))
        for f, g, x in product(range(4), range(4), range(2))
    )  # fmt: skip
    packed = at_position(computation_question("table", answers=rows, label="packed", alphabet=4, length=3), 2)
    statuses = [decide_by_clauses(asked_of(packed, layers), m, 1000.0).status for layers, m in ((1, 0), (2, 0))]
    assert statuses == [Verdict.INFEASIBLE, Verdict.FEASIBLE]
