"""The checker of reductions: its functions and limits, and words that say no more than was checked."""

from itertools import product

import counted_lines
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted, Undecided
from headcount.questions import CommunicationMatrix

lines_at_most = counted_lines.lines_at_most

AT_ONCE = 10_000_000
"""Lines of Python before a file is refused: a second or so."""


def bundle(question, claim="correct", **evidence):
    kinds = {"correct": "all-pairs", "incorrect": "one-pair", "not-local": "runs"}
    claims = [{"claim": claim, "proof": {"rule": "evaluate", "exhibit": kinds[claim], **evidence}}]
    return {
        "format": "headcount-certificate",
        "version": 3,
        "question": {"task": "reduction", **question},
        "claims": claims,
    }


def copying(n, of="eq", owners=None):
    """Both write their bits as symbols of a listed task on 2n bits that answers f at position 0."""
    rows = CommunicationMatrix.named(of, n).rows
    words = list(product((0, 1), repeat=n))
    answers = [
        [[*a, *b], [int(rows[i][j]), *[None] * (2 * n - 1)]] for i, a in enumerate(words) for j, b in enumerate(words)
    ]
    return {
        "source": {"task": "communication", "of": of, "n": n},
        "target": {"task": "computation", "of": "table", "alphabet": 2, "length": 2 * n, "answers": answers},
        "owners": owners or "A" * n + "B" * n,
        "position": 0,
        "public": [],
        "alice": [list(a) for a in words],
        "bob": [list(b) for b in words],
        "read_out": [[0, 0], [1, 1]],
    }


def test_labels_inside_are_not_said():
    question = copying(1)
    question["target"] = {**question["target"], "name": "label of the target"}
    question["source"] = {"task": "communication", "of": "matrix", "rows": ["10", "01"], "name": "label of the source"}
    verdict = check(bundle(question))
    assert isinstance(verdict, Accepted)
    assert "label of" not in verdict.statement
    assert len(verdict.assumptions) == 2
    assert all(any(f"'label of the {of}'" in one for one in verdict.assumptions) for of in ("source", "target"))


def test_inputs_of_hundreds_of_bits():
    """No matrix is written out: DISJ_500 asked as EQ of first bits, wrong at (0, 1)."""
    question = {
        "source": {"task": "communication", "of": "disj", "n": 500},
        "target": {"task": "computation", "of": "match", "order": 2, "M": 2, "N": 2},
        "owners": "AB",
        "position": 0,
        "public": [],
        "alice": {"0": [1]},
        "bob": {str(2**499): [0]},
        "read_out": [[0, 1], [1, 0]],
    }
    verdict = check(bundle(question, "incorrect", row=0, column=2**499))
    assert isinstance(verdict, Accepted)
    assert len(verdict.statement) < 1200


def test_nothing_large_is_begun():
    """Refused within a moment: pairs, definitions and files that would take hours."""
    large = {"task": "computation", "of": "match", "order": 8, "M": 10**6, "N": 10**5}
    targets = [large, {"task": "averaging", "N": 10**9, "q": 10**8}, {"task": "computation", "of": "cycle3", "N": 21}]
    for target in targets:
        for n in (10, 500):
            source = {"task": "communication", "of": "disj", "n": n}
            length = min(target["N"], 10**5)
            question = {
                **copying(1),
                "source": source,
                "target": target,
                "owners": "P" * length,
                "public": [0] * length,
            }
            question |= {"alice": {"0": []}, "bob": {"0": []}}
            for claim, evidence in (("correct", {}), ("incorrect", {"row": 0, "column": 0})):
                with lines_at_most(AT_ONCE):
                    verdict = check(bundle(question, claim, **evidence))
                assert not isinstance(verdict, Accepted)
                assert len(str(verdict)) < 700


def test_many_rows_and_many_positions():
    """Reading is linear in the file: 2^16 empty rows, 10^5 public positions."""
    target = {"task": "computation", "of": "match3-bigram", "M": 2, "N": 10**5}
    question = {**copying(1), "source": {"task": "communication", "of": "disj", "n": 16}, "target": target}
    question |= {"owners": "P" * 10**5, "public": [0] * 10**5, "alice": [[]] * 2**16, "bob": [[]] * 2**16}
    with lines_at_most(AT_ONCE):
        assert isinstance(check(bundle(question)), Undecided)
