"""Solutions found by brute force: moves take each to one, and neither a case that holds it nor a step loses it."""

import random
from collections import Counter

import pytest

from asking import book_of
from headcount.certificates.meter import Meter
from headcount.certificates.problems import Case
from headcount.certificates.refuse import Refused
from headcount.certificates.tree import SYSTEMS, Replay
from tree_questions import QUESTIONS


class Cases(Replay):
    """The cases of a problem, without a tree."""

    def __init__(self, problem):
        self.problem, self.meter, self.wide = problem, Meter(10**12), 1


def problem_of(question):
    """The last problem of the question, with those moves that are let pass one by one."""
    book = book_of(question.statement, 10**12)
    claim = book.stated(question.claim, "claim")
    form, problems_of = SYSTEMS[question.system]
    accepted = []
    for moves in [*([move] for move in question.parts[0].get("moves", ())), None]:
        given = {"moves": accepted if moves is None else moves} if "moves" in question.parts[0] else {}
        part = {**question.parts[0], **given, "tree": []}
        try:
            read = form.read({**question.proof, "parts": [part] * len(question.parts)}, "proof", book.meter)
            problem = problems_of(read, claim, book.meter)[1][-1](read.parts[0])
            accepted += moves or []
        except Refused:
            pass
    return problem


def image(problem, solution, move):
    """Where a move takes a solution; None if it is undefined there. A value that is not said is left out."""
    found = {}
    for v, x in solution.items():
        u, y = move(v, x)
        if y is None and v in (move.partial or ()):
            return None
        if y is not None:
            found[u] = y
    return found


def survives(problem, solution, question, rng):
    """Random cases that hold a solution, and steps in them."""
    cases = Cases(problem)
    case = Case({}, problem.state)
    assert not problem.hopeless(case, range(len(problem.sizes)))
    for _ in range(2 * len(solution)):
        v = rng.choice(list(solution))
        left = problem.values(case, v)
        some = sum(
            1 << x for x in range(left.bit_length()) if left >> x & 1 and rng.random() < rng.choice([0, 0.3, 0.8])
        )
        case = cases.put(case, {v: some & left | 1 << solution[v]})
        assert case is not None, "a case that holds a solution is closed"
        for code in rng.sample(range(question.steps), min(question.steps, 4)):
            try:
                changed = problem.step(case, code)
            except Refused:
                continue
            assert changed is not None, "a step closes a case that holds a solution"
            case = cases.put(case, changed)
            assert case is not None, "what a step leaves is closed"
            assert all(problem.values(case, u) >> solution[u] & 1 for u in solution), "a step strikes a solution off"


def check(system, seed, rounds):
    """How many questions, solutions and images were looked at."""
    rng, found = random.Random(seed), Counter()
    while found["questions"] < rounds:
        question = QUESTIONS[system](rng)
        if question is None or question.solutions is None:
            continue
        found["questions"] += 1
        try:
            problem = problem_of(question)
        except UnboundLocalError:  # columns out of range, for example
            continue
        solutions = question.solutions(problem)
        known = {frozenset(solution.items()) for solution in solutions}
        whole = {frozenset((v, x) for v, x in one if v != len(problem.sizes) - 1) for one in known}
        for solution in rng.sample(solutions, min(len(solutions), 12)):
            found["solutions"] += 1
            for move in problem.moves:
                there = image(problem, solution, move)
                if there is not None:
                    found["images"] += 1
                    full = len(there) == len(solution)
                    assert frozenset(there.items()) in (known if full else whole), (question.statement, question.claim)
            survives(problem, solution, question, rng)
    return found


@pytest.mark.parametrize("system", [system for system in QUESTIONS if system != "radon"])
def test_no_solution_is_lost(system):
    found = check(system, 1, 300 if system == "shattered" else 60)
    assert found["solutions"] >= (15 if system == "shattered" else 50)
    assert found["images"] >= 50 or system == "shattered"
