"""A small share of ``benchmarks/hostile_certificates.py``, the same one every time; and what no file may do.

``HOSTILE_SEED`` and ``HOSTILE_COUNT`` in the environment choose other ones, and more of them.
"""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import headcount
import hostile_certificates as hostile
import mutants
import statement_judge as judge
from headcount.certificates.__main__ import main
from headcount.certificates.check import check
from headcount.certificates.claims import Claim
from headcount.certificates.rules import RULES
from headcount.certificates.verdict import Accepted, Malformed, Rejected, Undecided
from headcount.questions import CommunicationMatrix
from headcount.questions.matrix import MatrixError

SEED, COUNT = int(os.environ.get("HOSTILE_SEED", "1")), int(os.environ.get("HOSTILE_COUNT", "400"))


VALID = {
    "format": "headcount-certificate",
    "version": 3,
    "question": {"task": "qsa", "N": 6, "q": 2},
    "claims": [
        {
            "resource": "m",
            "unit_class": "SIGN",
            "side": "lower",
            "value": 4,
            "proof": {"rule": "theorem", "name": "columns independent", "k": 5},
        },
        {
            "resource": "m",
            "unit_class": "SIGN",
            "side": "upper",
            "value": 4,
            "proof": {"rule": "theorem", "name": "squares"},
        },
    ],
}


@pytest.fixture(scope="module")
def pool():
    found = hostile.starting_pool()
    assert len(found) > 100
    return found


def test_random_certificates():
    tally = hostile.run("random", 3 * COUNT, SEED, [], judge, every=0)
    assert not tally.faults, tally.faults[0]
    assert tally.verdicts["Accepted"] > 10 or COUNT < 400
    assert tally.judged > 0.9 * tally.statements


def test_grown_certificates(pool):
    start = len(pool)
    tally = hostile.run("grown", COUNT, SEED, list(pool), judge, every=0)
    assert not tally.faults, tally.faults[0]
    assert len(pool) == start
    assert tally.judged > 0.5 * tally.statements
    assert tally.unchanged == tally.unchanged_accepted > 0
    assert len(tally.codes) > 5 or COUNT < 400  # so many rules say no; the draw changes with every file of the corpora


def unsound(monkeypatch, *certificates):
    """What the driver says of certificates if whatever is said to be proved is accepted."""
    monkeypatch.setattr(Claim, "reached_by", lambda claim, proved: True)
    tally, bounds = hostile.Tally(), hostile.Bounds()
    for certificate in certificates:
        assert hostile.try_one(certificate, judge, tally, bounds=bounds)
    return [fault.split(":")[0] for fault in tally.faults]


def test_a_false_statement_is_a_fault(monkeypatch):
    """The judge finds what an unsound checker would let through; a true one is none."""
    false = json.loads(json.dumps(VALID))
    false["question"] = {"task": "match", "order": 2, "M": 2}
    false["claims"] = [{**VALID["claims"][1], "value": 0}]
    assert unsound(monkeypatch, VALID) == []
    assert unsound(monkeypatch, false) == ["FALSE"]


def test_bounds_that_cross_are_a_fault(monkeypatch):
    """Of a statement that is too large to be judged: each end by itself says nothing."""
    large = {**VALID, "question": {"task": "qsa", "N": 1000, "q": 3}}
    lower, upper = ({**large, "claims": [claim]} for claim in VALID["claims"])
    assert unsound(monkeypatch, {**large, "claims": [{**VALID["claims"][0], "value": 5}]}, upper) == ["CROSSING"]
    assert unsound(monkeypatch, lower, upper) == []


BROKEN = {
    "a theorem is one off": ("theorem", lambda found: found._replace(value=found.value + 1)),
    "an exhibit is one off": ("evaluate", lambda found: found._replace(value=found.value - 1)),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_rule_is_found(name, pool, monkeypatch):
    """By brute force, or because bounds cross."""
    rule, change = BROKEN[name]
    plain = RULES[rule]

    def broken(proof, claim, book):
        found = plain(proof, claim, book)
        return found if found.value is None else change(found)

    monkeypatch.setitem(RULES, rule, broken)
    cited = [one for one in pool if f'"rule": "{rule}"' in json.dumps(one["claims"])]
    runs = (hostile.run("grown", 20, SEED + k, cited, judge, every=0) for k in range(20))
    assert any({fault.split(":")[0] for fault in tally.faults} & {"FALSE", "CROSSING"} for tally in runs)


# --- no exception from any file

KEYS = st.sampled_from(
    ["format", "version", "question", "claims", "proof", "rule", "value", "task", "of", "\ud800", "a\nb", ""]
)
LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from([10**9, -(10**3990), "SIGN", "\ud800", "x\ny", "1/2", "p" * 3000]),
    st.text(max_size=5),
)
TREES = st.recursive(
    LEAVES, lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(KEYS, inner, max_size=3)), max_leaves=8
)


@settings(max_examples=300)
@given(st.integers(0, 10**6), TREES)
def test_any_tree_gets_a_verdict(pool, number, tree):
    rng = random.Random(number)
    bundle = rng.choice(pool)
    path, _ = rng.choice(list(mutants.places(bundle)))
    with mutants.edited(bundle, path, tree):
        content = json.dumps(bundle).encode()
    verdict = check(content, 10**7)
    assert isinstance(verdict, Accepted | Rejected | Malformed | Undecided)
    assert not hostile.faults_of(verdict, 0, 1)


@settings(max_examples=200)
@given(st.binary(max_size=60))
def test_any_bytes_get_a_verdict(content):
    assert isinstance(check(content), Malformed)


@pytest.mark.parametrize("kind", [[], {}, None, 1, True, ["trivial"], "\ud800"], ids=repr)
def test_rules_and_measures_of_any_type(kind):
    bundle = json.loads(json.dumps(VALID))
    bundle["claims"][0]["proof"]["rule"] = kind
    assert isinstance(check(json.dumps(bundle).encode()), Malformed)
    measured = {"measure": kind, "side": "lower", "value": "0", "proof": {"rule": "theorem", "name": "least"}}
    question = {"task": "communication", "of": "eq", "n": 1}
    assert isinstance(check(json.dumps({**VALID, "question": question, "claims": [measured]}).encode()), Malformed)


# --- what reaches the terminal

HOSTILE_TEXTS = ("forged\nother.json: ACCEPTED  m <= 0", "\ud800\udfff", "\u2264 \u2019", "\x1b[2J\x07", "k" * 300_000)


def with_text(text):
    """Files that hold a text as a key, a word, a label, a class, a kind."""
    for change in (
        lambda bundle: bundle.update({text: 1}),
        lambda bundle: bundle["claims"][0].update({text: 1}),
        lambda bundle: bundle["claims"][0]["proof"].update({"rule": text}),
        lambda bundle: bundle["claims"][0].update({"unit_class": text}),
        lambda bundle: bundle.update({"format": text}),
        lambda bundle: bundle.update({"question": {"task": "pattern", "null": True, "rows": ["+"], "name": text}}),
        lambda bundle: bundle.update({"question": {"task": "pattern", "null": True, "rows": [text]}}),
        lambda bundle: bundle.update({"question": {"task": "reduction", "alice": {text: []}}}),
    ):
        bundle = json.loads(json.dumps(VALID))
        change(bundle)
        yield bundle


@pytest.mark.parametrize("text", HOSTILE_TEXTS, ids=["newline", "surrogate", "not-latin", "escape", "long"])
def test_texts_of_a_file_are_shown_plain(text, tmp_path, capsys):
    names = []
    for number, bundle in enumerate(with_text(text)):
        path = tmp_path / f"{number}.json"
        path.write_text(json.dumps(bundle))
        names.append(str(path))
    assert main(names) == 4
    shown = capsys.readouterr().out
    assert shown.isascii()
    assert len(shown.splitlines()) == len(names)
    assert all(line.startswith(f"{name}: MALFORMED") for name, line in zip(names, shown.splitlines(), strict=True))
    assert max(map(len, shown.splitlines())) < 1000 + len(names[0])


def test_a_label_cannot_say_what_was_proved():
    for label in ("x' with m <= 0", "x\n", "\u2018", "a; b", "(m)"):
        question = {"task": "pattern", "null": True, "rows": ["+"], "name": label}
        assert isinstance(check(json.dumps({**VALID, "question": question}).encode()), Malformed)


def test_names_of_files_are_shown_plain(tmp_path, capsys):
    for name in ("a\nb.json: ACCEPTED  m <= 0", "\x1b[2J.json", "n" * 200):
        path = tmp_path / name
        path.write_text(json.dumps(VALID))
        assert main([str(path)]) == 0
        shown = capsys.readouterr().out
        assert shown.isascii()
        assert shown.count("ACCEPTED  qsa") == 1
        assert "ACCEPTED" not in "".join(line for line in shown.splitlines() if "qsa" not in line)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
@pytest.mark.parametrize(
    "words", [["-m", "headcount.certificates"], ["-m", "headcount", "check"]], ids=["module", "command"]
)
def test_any_terminal(words, encoding, tmp_path):
    names = []
    for text in HOSTILE_TEXTS[:3]:
        for number, bundle in enumerate([*with_text(text), VALID]):
            path = tmp_path / f"\u2264{len(names)}-{number}.json"
            path.write_text(json.dumps(bundle))
            names.append(str(path))
    parent = str(Path(headcount.__file__).parents[1])
    paths = os.pathsep.join(filter(None, (parent, os.environ.get("PYTHONPATH"))))
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONPATH": paths, "PYTHONUTF8": "1"}
    for more in ([], ["--json"]):
        done = subprocess.run(
            [sys.executable, *words, *names, *more], capture_output=True, env=environment, check=False
        )
        assert done.returncode == 4, done.stderr[-2000:]
        lines = done.stdout.decode(encoding).splitlines()
        said = (
            [json.loads(line)["verdict"] for line in lines]
            if more
            else [line.split(": ")[1] for line in lines if line[0] != " "]
        )
        assert sum(word.upper().startswith("ACCEPTED") for word in said if ".json" not in word) == 3
        assert not done.stderr


# --- matrices are held against their names


@pytest.mark.parametrize(
    ("rows", "name", "n"),
    [
        (("0",), "disj", 2),
        (("11", "10"), "disj", -1),
        (("0",), "disj", 10**9),
        (("0",), "nothing", 1),
        (("10", "00"), "eq", 1),
    ],
)
def test_matrices_are_held_against_their_names(rows, name, n):
    with pytest.raises(MatrixError, match="must be those of"):
        CommunicationMatrix(rows, name, n)


def test_a_statement_about_a_pattern_is_not_one_about_another():
    """Claims of one file about two questions make two statements, and no bracket."""
    claims = [VALID["claims"][0], {**VALID["claims"][1], "question": {"task": "qsa", "N": 7, "q": 2}}]
    verdict = check(json.dumps({**VALID, "claims": claims}).encode())
    assert isinstance(verdict, Accepted)
    assert (verdict.lower, verdict.upper) == (None, None)
    assert verdict.statement == "qsa N=6 q=2, class SIGN: 4 <= m; qsa N=7 q=2, class SIGN: m <= 4"
