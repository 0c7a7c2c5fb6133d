"""Protocol evidence against brute force: every accepted change of a certificate says something true."""

import json
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from headcount.core.verdict import Accepted, Malformed, Rejected
from headcount.questions import CommunicationMatrix
from headcount.core.check import check
from headcount.legacy.evidence.matrices.protocol_parts_evidence import refute_colourings
from headcount.core.meter import Meter, OverLimitError
from headcount.questions.reading import Node
from headcount.questions.refusal import MalformedError, RejectionError
from headcount.solvers.protocols.two_colouring import ColouringError, no_two_colouring

CORPUS = Path(__file__).parent / "accept"
MEASURES = ("D", "one_way_ab", "one_way_ba")


def ours():
    """The accepted certificates whose one claim is about protocols, by evidence of its own."""
    for path in sorted(CORPUS.glob("*.json")):
        claims = json.loads(path.read_text())["claims"]
        if len(claims) == 1 and claims[0]["measure"] in MEASURES:
            yield path


OURS = list(ours())


def splits(lines):
    """All ways to divide a tuple in two, both parts not empty."""
    for word in product((0, 1), repeat=len(lines) - 1):
        word = (0, *word)
        if any(word):
            yield tuple(tuple(x for x, w in zip(lines, word, strict=True) if w == side) for side in (0, 1))


def depth_by_definition(words):
    """D by the plain recursion over row sets and column sets."""

    @cache
    def least(rows, columns):
        if len({words[i][j] for i in rows for j in columns} - {"*"}) < 2:
            return 0
        halves = [max(least(a, columns), least(b, columns)) for a, b in splits(rows)]
        return 1 + min(halves + [max(least(rows, a), least(rows, b)) for a, b in splits(columns)])

    return least(tuple(range(len(words))), tuple(range(len(words[0]))))


def message_by_definition(words):
    """The bits of one message from the rows: the fewest classes of rows in which no column has both values."""

    def fewest(k, classes):
        if k == len(words):
            return len(classes)
        options = [fewest(k + 1, (*classes, (words[k],)))]
        for place, members in enumerate(classes):
            columns = zip(*members, words[k], strict=True)
            if not any({"0", "1"} <= set(column) for column in columns):
                changed = (*classes[:place], (*members, words[k]), *classes[place + 1 :])
                options.append(fewest(k + 1, changed))
        return min(options)

    return (fewest(0, ()) - 1).bit_length()


def true_value(measure, words):
    if measure == "D":
        return depth_by_definition(words)
    return message_by_definition(words if measure == "one_way_ab" else tuple(map("".join, zip(*words, strict=True))))


def changes(value):
    """Copies of a JSON value with one place changed."""
    if isinstance(value, list):
        yield from (value[:k] + value[k + 1 :] for k in range(len(value)))
        yield value[::-1]
        for k, item in enumerate(value):
            yield from ([*value[:k], other, *value[k + 1 :]] for other in changes(item))
    elif isinstance(value, dict):
        for key in value:
            yield from ({**value, key: other} for other in changes(value[key]))
    elif isinstance(value, str):
        if value.isdigit():
            yield from (str(int(value) + 1), str(abs(int(value) - 1)))
        yield from {"A": ["B"], "B": ["A"], "lower": ["upper"], "upper": ["lower"]}.get(value, [])
    elif isinstance(value, int):
        yield from (value + 1, value - 1, 0)


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.stem)
def test_accepted_changes_are_true(path):
    certificate = json.loads(path.read_text())
    words = tuple(certificate["question"].get("rows") or CommunicationMatrix.named("eq", 2).rows)
    truths = {name: true_value(name, words) for name in MEASURES}
    refused = 0
    for claim in changes(certificate["claims"][0]):
        verdict = check({**certificate, "claims": [claim]})
        refused += not isinstance(verdict, Accepted)
        if isinstance(verdict, Accepted):
            truth, value = truths[claim["measure"]], int(claim["value"])
            assert value <= truth if claim["side"] == "lower" else value >= truth, claim
    assert refused > 0


def test_there_are_certificates_of_all_kinds():
    found = {json.loads(path.read_text())["claims"][0]["evidence"]["kind"] for path in OURS}
    assert found == {"trivial", "tree", "parts", "distinct", "messages", "clique", "message-refutation"}


def claim(rows, measure, side, value, evidence):
    question = {"task": "communication", "of": "matrix", "rows": rows}
    claims = [{"measure": measure, "side": side, "value": str(value), "evidence": evidence}]
    return check({"format": "headcount-certificate", "version": 2, "question": question, "claims": claims})


def test_a_false_depth_cannot_be_claimed_by_any_single_split():
    # D = 2: whatever two earlier parts are named, depth 2 is not excluded.
    cells = [[0, [0], [0, 1]], [0, [1], [0, 1]], [0, [0, 1], [0]], [0, [0, 1], [1]]]
    trees = [[0], [1], [0, 1], [0, 1, 2], [0, 0]]
    for a, b, steps, others in product(range(4), range(4), trees, trees):
        evidence = {"kind": "parts", "parts": [*cells, [2, [0, 1], [0, 1], [[a], steps], [[b], others]]]}
        assert isinstance(claim(["01", "10"], "D", "lower", 3, evidence), Rejected | Malformed)
    evidence = {"kind": "parts", "parts": [*cells, [1, [0, 1], [0, 1], [[0], [0, 1]], [[2], [0, 1]]]]}
    assert isinstance(claim(["01", "10"], "D", "lower", 2, evidence), Accepted)


def replayed(edges, steps):
    """Whether the steps refute all colourings."""
    try:
        refute_colourings(Node(list(steps), "split"), edges)
    except (RejectionError, MalformedError):
        return False
    return True


def test_colourings_against_all_words():
    """A tree is found exactly if there is no colouring; no tree of few steps refutes an existing one."""
    edges = list(range(1, 16))
    for word in product((0, 1), repeat=len(edges)):
        if sum(word) > 3:
            continue
        chosen = [edge for edge, there in zip(edges, word, strict=True) if there]
        exists = any(all(edge & red and edge & ~red for edge in chosen) for red in range(16))
        if not exists:
            steps = no_two_colouring(chosen)
            assert replayed(chosen, steps)
            assert not replayed(chosen, steps[:-1])
            assert not replayed(chosen, [*steps, 0])
        else:
            with pytest.raises(ColouringError):
                no_two_colouring(chosen)
            if len(chosen) == 2:
                assert not any(replayed(chosen, steps) for k in range(5) for steps in product(range(4), repeat=k))


def test_the_steps_of_a_split_are_charged():
    edges = [0b011, 0b110, 0b101]
    meter = Meter(10)
    with pytest.raises(OverLimitError):
        refute_colourings(Node(no_two_colouring(edges), "split", meter), edges)
    assert meter.spent == 10
