"""The tree rule against a search that tries every closing, on tiny questions whose truth is known by brute force."""

import json
import random
from collections import Counter

import pytest

from asking import book_of, proves
from draws import until
from headcount.certificates.meter import Meter
from headcount.certificates.problems import Case
from headcount.certificates.refuse import Refused
from headcount.certificates.tree import SYSTEMS, Replay
from tree_questions import QUESTIONS

LIMIT = 3_000_000
CLOSINGS = 5_000
"""Most closings that are tried for one question."""


class OpenError(Exception):
    """A case that nothing closes."""


class Attacker(Replay):
    """Builds a tree with the rule's own methods; whatever the rule lets pass is taken."""

    def __init__(self, problem, question, rng):
        self.problem, self.meter, self.wide, self.path, self.rng = problem, Meter(10**12), 1, [], rng
        self.codes, self.tried = list(range(question.steps)), 0
        self.all_steps, self.ready = rng.random() < 0.2, question.ready
        self.narrow = question.system == "keys"  # whose steps are never refused
        start = Case({}, problem.state)  # the first case, as the rule makes it
        open_at_all = not problem.hopeless(start, range(len(problem.sizes)))
        self.numbers = self.close(start) if open_at_all else []

    def passes(self, rule, case, *numbers):
        """The children that a node leaves open, or None where it is refused."""
        self.tried += 1
        if self.tried > CLOSINGS:
            raise OpenError
        self.reader = iter(numbers)
        try:
            return list(rule(case))
        except Refused:
            return None

    def close(self, case):
        numbers, again = [], True
        while again:
            again = False
            codes = self.codes if self.all_steps else [code for code in self.codes if self.ready(case.left, code)]
            for code in self.rng.sample(codes, len(codes)):
                children = self.passes(self.step, case, code)
                if children == []:
                    return [*numbers, 2, code]
                if children and children[0].left != case.left:
                    case, again = children[0], True
                    numbers += [2, code]
        images = [(d, s) for d in range(len(self.path)) for s in range(len(self.problem.moves))]
        for d, s in self.rng.sample(images, len(images)):
            if self.passes(self.image, case, d, s) == []:
                return [*numbers, 3, d, s]
        return [*numbers, *self.branch(case)]

    def branch(self, case):
        sizes = self.problem.sizes
        left = {v: case.left.get(v, (1 << sizes[v]) - 1) for v in range(len(sizes)) if sizes[v] <= 4096}
        several = [v for v, values in left.items() if values & values - 1]
        if not several:
            raise OpenError
        v = self.rng.choice(several)
        if self.rng.random() < 0.1:
            numbers = [1, v, self.rng.choice([x for x in range(sizes[v]) if left[v] >> x & 1])]
            rule, given = self.halves, numbers[1:]
        else:
            every = range(len(self.problem.moves))
            self.tried += len(every)
            fixing = [s for s in every if self.fixes(case, self.problem.moves[s])]
            moves = [s for s in fixing if self.rng.random() < 0.8]
            steps = self.rng.sample(self.codes, min(len(self.codes), self.narrow and self.rng.randint(0, 3)))
            numbers = [0, v, len(moves), *moves, len(steps), *steps]
            rule, given = self.split, numbers[1:]
        self.reader = iter(given)
        for child in rule(case):
            numbers += self.close(child)
        return numbers


def attack(question, rng):
    """A proof that the attack finds, or None; and how many closings were tried."""
    book = book_of(question.statement, 10**12)
    claim = book.stated(question.claim, "claim")
    form, problems_of = SYSTEMS[question.system]
    proof = {**question.proof, "parts": [{**part, "tree": []} for part in question.parts]}
    tried = 0
    try:
        _, problems = problems_of(form.read(proof, "proof", book.meter), claim, book.meter)
        if len(problems) > len(proof["parts"]):  # a part for each problem
            proof["parts"] = [json.loads(json.dumps(proof["parts"][0])) for _ in problems]
        for problem, part in zip(problems, proof["parts"], strict=True):
            accepted = []
            for move in part.get("moves", []):  # each proposed on its own: the rule says which are any
                alone = form.read(
                    {**proof, "parts": [{**part, "moves": [move]}] * len(proof["parts"])}, "proof", book.meter
                )
                try:
                    problem(alone.parts[0])
                    accepted.append(move)
                except (Refused, IndexError):
                    pass
            if "moves" in part:
                part["moves"] = accepted
            read = form.read({**proof, "parts": [part] * len(proof["parts"])}, "proof", book.meter)
            found = Attacker(problem(read.parts[0]), question, rng)
            tried += found.tried
            part["tree"] = found.numbers
    except (OpenError, Refused):
        return None, tried
    return {"rule": "tree", "system": question.system, **proof}, tried


def mutated(proof, rng):
    """The proof with some numbers of its trees changed, left out or repeated."""
    found = json.loads(json.dumps(proof))
    for part in found["parts"]:
        numbers = part["tree"]
        for _ in range(rng.randint(1, 3)):
            if not numbers:
                break
            i = rng.randrange(len(numbers))
            kind = rng.randrange(4)
            if kind == 0:
                numbers[i] = rng.choice(numbers)
            elif kind == 1:
                numbers[i] = max(0, numbers[i] + rng.choice([-1, 1]))
            elif kind == 2:
                del numbers[i : i + rng.randint(1, 4)]
            else:
                numbers[i:i] = numbers[i : i + rng.randint(1, 6)]
        if part.get("moves") and rng.random() < 0.1:
            part["moves"].append(rng.choice(part["moves"]))
    if rng.random() < 0.2:
        found["parts"] = rng.choices(found["parts"], k=rng.randint(1, 2))
    return found


def assault(system, seed, rounds, mutations=3):
    """Counts: questions by truth and whether a proof was found; hostile proofs; false ones, which there must not be."""
    rng, found, proofs = random.Random(seed), Counter(), []

    def proved(question, proof, true):
        accepted = proves({**question.claim, "proof": json.loads(json.dumps(proof))}, question.statement, limit=LIMIT)
        if accepted and not true:
            found["FALSE"] += 1
            print("FALSE", json.dumps([question.statement, question.claim, proof]))
        return accepted

    # False claims are what is attacked, and an attack without power attacks nothing.
    for _ in until(found, {("false", "not"): 10, ("true", "proved"): 5}, rounds):
        question = QUESTIONS[system](rng)
        if question is None:
            continue
        truth = question.truth()
        proof, tried = attack(question, rng)
        found["closings"] += tried
        accepted = proof is not None and proved(question, proof, truth)
        found["true" if truth else "false", "proved" if accepted else "not"] += 1
        if accepted and truth:
            proofs = [*proofs[-200:], proof]
        for _ in range(mutations if proofs else 0):  # spliced and mutated
            other = rng.choice(proofs)
            other = mutated(other, rng) if rng.random() < 0.8 else other
            if "most" in question.proof:
                other = {**other, **question.proof}
            proved(question, other, truth)
    return found


@pytest.mark.parametrize("system", QUESTIONS)
def test_no_false_claim_is_proved(system):
    found = assault(system, 1, 300 if system == "shattered" else 60)
    assert not found["FALSE"], found
