"""Exhibit ``one-key``: answers that are no decision list, against all rankings of the keys of one head."""

import random
from itertools import permutations, product

import pytest

import second_opinion
from asking import judged
from headcount.bounds.bound import NO_SIZE
from headcount.bounds.unit_classes.one_key import one_key_bound
from headcount.questions import Scope, computation_question, least_size
from headcount.questions.sparse_pattern import Lists, SparsePattern

WORDS = list(product((0, 1), repeat=2))


def asked(answers, alphabet=2):
    listed = [[list(word), list(wanted)] for word, wanted in answers.items()]
    length = len(next(iter(answers)))
    return {"task": "computation", "of": "table", "alphabet": alphabet, "length": length, "answers": listed}


PARITY = asked({(*word, 0): (None, None, sum(word) % 2) for word in WORDS})
FIRST = asked({(*word, 0): (None, None, 1 if word[0] else 2 * word[1]) for word in WORDS})
HIDDEN = asked({word: (word[1], None) for word in WORDS})
CLAIM = {"resource": "m", "unit_class": "LEFTMOST(1, midrise)", "side": "none", "read_out": "any"}
INPUTS = [[*word, 0] for word in WORDS]


def proof(inputs=INPUTS, position=2):
    return {"rule": "evaluate", "exhibit": "one-key", "inputs": [list(word) for word in inputs], "position": position}


def masked(*rows):
    return {
        "task": "sparse-pattern",
        "n": len(rows),
        "layers": [{"name": "lists", "lists": [list(row) for row in rows]}],
    }


ACCEPTED = {
    "no m": (PARITY, CLAIM, proof()),
    "no m, of two bits by the last key": (PARITY, CLAIM | {"unit_class": "RIGHTMOST(2, twos)"}, proof()),
    "no p": (PARITY, CLAIM | {"resource": "p", "m": 9, "unit_class": "LEFTMOST(p, midrise)"}, proof()),
    "any lower bound of m": (PARITY, CLAIM | {"side": "lower", "value": 10**6}, proof()),
    "a head more": (PARITY, CLAIM | {"resource": "H", "m": 9, "side": "lower", "value": 2}, proof()),
    "with a null token": (
        PARITY, CLAIM | {"scope": {"null": True, "tables": "both", "combine": "concat"}}, proof(),
    ),
    "by offsets": (
        PARITY, CLAIM | {"scope": {"null": False, "tables": "relative", "combine": "concat"}}, proof(),
    ),
    "by a threshold": (PARITY, CLAIM | {"read_out": "threshold"}, proof()),
    "what a mask hides": (HIDDEN, CLAIM | {"pattern": masked([0], [0, 1])}, proof([(0, 0), (0, 1)], 0)),
}  # fmt: skip
REJECTED = {
    "two layers": (PARITY, CLAIM | {"layers": 2}, proof(), "one layer of order 2"),
    "order 3": (PARITY, CLAIM | {"order": 3}, proof(), "one layer of order 2"),
    "two heads": (PARITY, CLAIM | {"heads": 2}, proof(), "about one head"),
    "two heads more": (
        PARITY, CLAIM | {"resource": "H", "m": 9, "side": "lower", "value": 3}, proof(), "about one head",
    ),
    "no number of heads": (PARITY, CLAIM | {"resource": "H", "m": 9}, proof(), "about one head"),
    "all of highest score": (PARITY, CLAIM | {"unit_class": "HARDMAX(1, midrise)"}, proof(), "of another kind"),
    "fixed": (PARITY, CLAIM | {"unit_class": "FIXED(1, midrise)"}, proof(), "of another kind"),
    "from above": (PARITY, CLAIM | {"side": "upper", "value": 1}, proof(), "of another kind"),
    "a decision list": (FIRST, CLAIM, proof(), "with one answer only"),
    "an input too few": (PARITY, CLAIM, proof(INPUTS[1:]), "with one answer only"),
    "no input of the task": (PARITY, CLAIM, proof([*INPUTS, [0, 0, 1]]), "no input of the task"),
    "not asked for": (PARITY, CLAIM, proof(position=0), "no input of the task, or no answer"),
    "no such position": (PARITY, CLAIM, proof(position=3), "a position of the task"),
    "two tokens": (
        asked({word: (None, word[1]) for word in WORDS}), CLAIM, proof(WORDS, 1), "may tell the inputs apart",
    ),
    "the mask shows it": (
        HIDDEN, CLAIM | {"pattern": masked([0, 1], [1])}, proof([(0, 0), (0, 1)], 0), "one answer only",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ACCEPTED)
def test_accepted(name):
    question, claim, shown = ACCEPTED[name]
    assert judged(claim | {"proof": shown}, question)[0] == "accepted"
    assert second_opinion.accepts(question, claim | {"proof": shown})


@pytest.mark.parametrize("name", REJECTED)
def test_rejected(name):
    question, claim, shown, why = REJECTED[name]
    verdict, reason, _ = judged(claim | {"proof": shown}, question)
    assert verdict == "rejected" and why in reason, reason
    assert not second_opinion.accepts(question, claim | {"proof": shown})


def test_no_inputs():
    claim = CLAIM | {"proof": proof([])}
    assert judged(claim, PARITY)[0] == "malformed" and not second_opinion.accepts(PARITY, claim)


def gives(rank, answers, seen, first):
    """Whether the keys of lowest rank number tell the answers, of several the first or the last one."""
    told = {}
    for word, answer in answers.items():
        chosen = min((rank[j, word[j]], j if first else -j, j) for j in seen)[2]
        if told.setdefault((chosen, word[chosen]), answer) != answer:
            return False
    return True


def ranked(answers, seen, first):
    """Whether some ranking with ties of the pairs gives the answers at the last position, whose token is 0."""
    pairs = sorted({(j, word[j]) for word in answers for j in seen})
    for order in permutations(pairs):
        for ties in product((False, True), repeat=len(pairs) - 1):
            rank, level = {}, 0
            for k, pair in enumerate(order):
                level += k > 0 and not ties[k - 1]
                rank[pair] = level
            if gives(rank, answers, seen, first):
                return True
    return False


@pytest.mark.parametrize("of", ["LEFTMOST", "RIGHTMOST"])
def test_no_size_iff_no_ranking_gives_the_answers(of):
    """Random tables of two or three tokens before the one that asks, some words no inputs, some masks."""
    rng, found = random.Random(of), {True: 0, False: 0}
    for _ in range(30):
        alphabet, length = rng.choice(((2, 2), (2, 2), (2, 3), (3, 2)))
        words = [word for word in product(range(alphabet), repeat=length) if rng.random() < 0.85]
        answers = {(*word, 0): rng.choice((0, 0, 1, 2)) for word in words}
        if not answers:
            continue
        hidden = rng.random() < 0.3
        seen = [j for j in range(length + 1) if not hidden or j != 1]
        rows = [[j] for j in range(length)] + [seen]
        listed = tuple((word, (*((None,) * length), answer)) for word, answer in answers.items())
        question = computation_question("table", answers=listed, alphabet=alphabet, length=length + 1)
        pattern = SparsePattern((Lists(length + 1, tuple(map(tuple, rows))),)) if hidden else None
        bound = one_key_bound(
            least_size(question, "m", f"{of}(1, midrise)", dv=None, read_out="any", scope=Scope(False), pattern=pattern)
        )
        assert bound is not None
        possible = ranked(answers, [j for j in seen if j < length] or [length], of == "LEFTMOST")
        assert (bound.value == NO_SIZE) != possible and bound.side == ("upper" if possible else "lower")
        found[possible] += 1
    assert min(found.values()) > 4, found
