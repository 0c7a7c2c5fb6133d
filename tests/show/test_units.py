"""Units in files: the evaluator and the definition, what anyone may have written, claims that are none, the command."""

import ast
import json
import random
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

import headcount
import random_units
from headcount.certificates.refuse import Malformed
from headcount.certificates.verdict import Accepted
from headcount.display.input_error import InputError
from headcount.questions import Head, Layer, Table, Unit, load_unit
from headcount.show.units.evaluator import rows_of
from headcount.show.units.files import FORMS
from headcount.show.units.module_text import EVALUATOR
from headcount.show.units.runnable_unit import natural, read_runnable
from headcount.show.units.stored_unit import StoredUnit
from headcount.show.units.units_of_proofs import StoredUnitError, TooLongClaimError
from headcount.tasks import TaskError

NONE = Table("token", ((), ()))
BIT = Table("token", ((0,), (1,)))


@pytest.fixture
def run(headcount):
    """The command line, where the package has its own name."""
    return headcount


@pytest.fixture(scope="module")
def parity():
    """The unit of an upper bound, with its claim."""
    return headcount.unit(headcount.probe("parity k=2", unit_class="fixed", bits=1, dv=1))


@pytest.fixture(scope="module")
def averages():
    """Averages by real softmax whose weights can be replayed."""
    return headcount.unit(headcount.probe("qsa N=4 q=2", unit_class="softmax", error="1/4"))


@pytest.fixture(scope="module")
def selected():
    """Averages by real softmax whose weights are too long, so that a selection is claimed."""
    return headcount.unit(headcount.construct("qsa-moment-curve N=10 q=3", error="1/9"))


def weighed(unit, rng):
    """The unit, in half of the cases with other weights."""
    (layer,) = unit.layers
    kind = rng.choice([layer.weights, "rounded", "leftmost", "rightmost"])
    bits = rng.randint(1, 4) if kind in ("fixed", "rounded") else 0
    return replace(unit, layers=(replace(layer, weights=kind, bits=bits),))


def test_the_evaluator_is_the_definition():
    rng, kinds = random.Random(0), set()
    for _ in range(300):
        unit, length = random_units.random_unit(rng, 5)
        unit = weighed(unit, rng)
        kinds.add(unit.layers[0].weights)
        tokens = [rng.randrange(unit.alphabet) for _ in range(length)]
        stored = StoredUnit(unit)
        assert rows_of(stored.to_json(), tokens) == list(map(list, unit.outputs(tokens))) == stored.rows(tokens)
    assert kinds == {"saturated", "fixed", "base_two", "rounded", "leftmost", "rightmost"}


def test_real_softmax_is_that_of_base_two_at_its_scale():
    """exp(score ln 2) is 2^score, which the definition has exactly."""
    rng = random.Random(1)
    for _ in range(100):
        unit, length = random_units.random_unit(rng, 3)
        unit = replace(unit, layers=(replace(unit.layers[0], weights="base_two", bits=0),))
        tokens = [rng.randrange(unit.alphabet) for _ in range(length)]
        exact = np.array([[float(x) for x in row] for row in unit.outputs(tokens)])
        found = StoredUnit(unit, natural(Fraction(2)), Fraction(2)).rows(tokens)
        assert np.allclose(found, exact, atol=1e-12) and all(isinstance(x, float) for row in found for x in row)


def test_far_scores_and_divisors():
    far = Unit(2, (Layer((Head(Table("token", ((1,), (1,))), (Table("token", ((10**400,), (0,))),), (BIT,)),)),))
    softmax = replace(far, layers=(replace(far.layers[0], weights="base_two"),))
    assert StoredUnit(softmax, 0.5).rows([0, 1]) == [[0], [0]]
    assert StoredUnit(far, divisor=3).rows([1, 1]) == [[Fraction(1, 3)]] * 2


def test_the_module_needs_numpy_alone(parity, tmp_path):
    path = parity.save(tmp_path / "parity.py")
    imported = {
        (node.names[0].name if isinstance(node, ast.Import) else node.module).split(".")[0]
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom)
    }
    assert imported == {"__future__", "json", "collections", "fractions", "itertools", "math", "typing", "numpy"}
    code = "import sys, parity; print(parity.run([1, 0, 0]), [m for m in sys.modules if m.startswith('headcount')])"
    done = subprocess.run([sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, '.'); {code}"], cwd=tmp_path,
                          capture_output=True, encoding="utf-8", check=True)  # fmt: skip
    assert done.stdout.strip() == f"{parity.rows([1, 0, 0])} []"


def test_a_module_with_a_threshold_has_answers(tmp_path):
    found = headcount.unit(headcount.construct("match2", M=3, N=2))
    names = {}
    exec(found.save(tmp_path / "u.py").read_text("utf-8"), names)
    assert names["answers"]([1, 2]) == [1, 1] and names["answers"]([1, 1]) == [0, 0]
    assert "rows_of" in EVALUATOR.read_text("utf-8")


def test_plain_readers_read_the_tables(parity, averages, tmp_path):
    assert load_unit(parity.save(tmp_path / "u.json")) == parity.tables
    assert headcount.attention.load_arrays(parity.save(tmp_path / "u.npz")) == parity.tables
    for name, reader in (("s.json", load_unit), ("s.npz", headcount.attention.load_arrays)):
        with pytest.raises(ValueError, match="softmax"):  # its scale would be lost
            reader(averages.save(tmp_path / name))


def test_ten_lines_of_numpy(averages, tmp_path):
    with np.load(averages.save(tmp_path / "u.npz")) as stored:
        text = json.loads(stored["unit"].tobytes())
        queries, keys, values = (stored[f"layers.0.heads.0.{name}"] for name in ("queries", "keys.0", "values.0"))
    tokens = [0, 7, 2, 11]
    scores = float(text["softmax"]["scale"]) * (queries[tokens] @ keys.T)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    rows = weights @ values[tokens] / weights.sum(axis=1, keepdims=True) / text.get("divisor", 1)
    assert np.allclose(rows, averages.rows(tokens))


# ---- claims that are none


EDITS = {
    "weights": lambda found: found["layers"][0].update(weights="saturated", bits=0),
    "bits": lambda found: found["layers"][0].update(bits=2),
    "an entry": lambda found: found["layers"][0]["heads"][0]["values"][0]["rows"][0].__setitem__(0, 5),
    "divisor": lambda found: found.update(divisor=2),
    "at": lambda found: found.update(at="1/2"),
    "the value": lambda found: found["claim"]["bound"].update(value=-1),
    "the side": lambda found: found["claim"]["bound"].update(side="lower"),
    "the class": lambda found: found["claim"]["bound"].update(unit_class="FIXED(2, midrise)"),
    "the question": lambda found: found["claim"].update(question={"task": "qsa", "N": 4, "q": 2}),
    "no question": lambda found: found["claim"].update(question=[]),
    "the kind": lambda found: found["claim"].update(evidence="tables"),
    "an unknown kind": lambda found: found["claim"].update(evidence="fixed-cases"),
    "selected": lambda found: found["claim"].update(evidence="selected"),
    "more": lambda found: found["claim"].update(more=[1]),
    "no class": lambda found: found["claim"]["bound"].update(unit_class="ANY"),
    "more fields": lambda found: found["claim"].update(more={"unit": {}}),
    "a mask": lambda found: found["layers"][0].update(mask=[[0], [1], [0, 1, 2]]),
}


MALFORMED = {
    "the side": "claim.bound must be an upper bound, got the side lower",
    "no question": "claim.question and claim.bound must be objects",
    "no class": "unit_class",
    "the value": "value",
    "the question": "claim.question and claim.bound must state an upper bound",
    "an unknown kind": "claim.evidence must be one of unit, averaging",
    "more": "claim.more must be an object of base, divisor, look_up",
    "more fields": "claim.more must be an object of base, divisor, look_up",
}
"""Edits after which the claim says nothing, and what is said of it."""


@pytest.mark.parametrize("edit", EDITS)
def test_a_claim_about_another_unit_is_refused_and_one_that_says_nothing_is_malformed(edit, parity, tmp_path, run):
    found = json.loads(json.dumps(parity.to_json()))
    EDITS[edit](found)
    (tmp_path / "u.json").write_text(json.dumps(found))
    code, out, err = run("unit", "u.json")
    if edit in MALFORMED:
        assert code == 2 and err.startswith("headcount: u.json: claim") and MALFORMED[edit] in err
    else:
        assert code == 3 and "  REJECTED    " in out and "claim" in out


@pytest.mark.parametrize("edit", [
    {"softmax": {"scale": "9.0"}}, {"softmax": {"scale": repr(natural(Fraction(3))), "base": "3"}}, {"divisor": 1},
])  # fmt: skip
def test_another_scale_is_refused(edit, averages, tmp_path):
    (tmp_path / "u.json").write_text(json.dumps(averages.to_json() | edit))
    with pytest.raises(StoredUnitError, match="claim"):
        headcount.unit(tmp_path / "u.json").certificate()


def test_the_error_of_a_selection_follows_from_gap_and_scale(selected):
    assert isinstance(headcount.check(selected.certificate()), Accepted)
    tokens = [0] * 3 + [120] * 7  # the first subset; its values are -1, the others 1
    off = abs(selected.rows(tokens)[0][0] + 1)
    assert off <= selected.error <= 1 / 9 and StoredUnit(selected.tables).error is None
    weak = replace(selected, scale=0.1)
    assert abs(weak.rows(tokens)[0][0] + 1) <= weak.error and weak.error > 1
    with pytest.raises(StoredUnitError, match="claim"):
        replace(selected, divisor=2).certificate()
    with pytest.raises(StoredUnitError, match="claim"):
        replace(selected, scale=None).certificate()


def test_a_selection_of_something_else_is_no_average():
    """What follows from a gap follows for q-SA alone."""
    pattern = headcount.unit(headcount.probe("match2 M=4", bits=2))
    with pytest.raises(StoredUnitError, match="claim"):
        replace(pattern, scale=1.0, claim={**pattern.claim, "evidence": "selected"}).certificate()


VALUES = (None, 0, 1, -1, 2**70, "x", "1/2", [], {}, [[0]], True, "SIGN", "FIXED(1, twos)", "SOFTMAX", "none", "lower")


def places(value, path=()):
    """The places of an object of JSON, of long lists the first few."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value[:4]) if isinstance(value, list) else ()
    for name, part in items:
        yield from places(part, (*path, name))


@pytest.mark.slow
def test_whatever_a_file_says_it_is_refused_in_a_sentence_or_proved(parity, averages, selected):
    rng, ends = random.Random(0), {"refused": 0, "proved": 0, "nothing claimed": 0}
    for _ in range(600):
        content = json.loads(json.dumps(rng.choice([parity, averages, selected]).to_json()))
        *way, last = rng.choice([path for path in places(content) if path])
        part = content
        for name in way:
            part = part[name]
        if isinstance(part, dict) and rng.random() < 0.2:
            del part[last]
        else:
            part[last] = rng.choice(VALUES)
        try:
            proof = read_runnable(content, StoredUnit).certificate()
        except (InputError, Malformed):
            ends["refused"] += 1
        else:
            ends["proved" if proof else "nothing claimed"] += 1
            assert proof is None or isinstance(headcount.check(proof), Accepted)
    assert all(ends.values()) and ends["refused"] > 400


# ---- files that anyone may have written


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("u.json", "[1]", "unit must be an object"),
        ("u.json", "{", "cannot be parsed"),
        ("u.json", '{"alphabet": 1.5}', "cannot be parsed"),
        ("u.json", '{"alphabet": 1, "softmax": {"scale": "nan"}}', "must be a number > 0"),
        ("u.json", '{"alphabet": 1, "softmax": {"scale": "2", "base": "2"}}', "must be e.scale"),
        ("u.json", '{"alphabet": 1, "softmax": {"scale": "2"}, "layers": [3]}', "must all have weights 'softmax'"),
        ("u.json", '{"alphabet": 1, "divisor": 0}', "must be an integer >= 1"),
        ("u.json", '{"alphabet": 1, "claim": 3}', "claim must be an object"),
        ("u.json", '{"sofmax": 3}', "known are alphabet, layers, read_outs, softmax, divisor, at, claim"),
        ("u.json", "[" * 10**5 + "]" * 10**5, "is nested too deeply"),
        ("u.json", f'{{"softmax": {{"scale": "2", "base": "{"7" * 3000}"}}}}', "got 777+ .. 777+$"),
        ("u.py", "UNIT = 3", "one assignment UNIT"),
        ("u.py", "UNIT = json.loads(open('x'))", "holds no unit"),
        ("u.py", "UNIT = json.loads('[]')", "unit must be an object"),
        ("u.py", "def (", "holds no unit"),
        ("u.npz", "rubbish", "must be an .npz file"),
        ("u.txt", "", "ends in json, npz, safetensors, py"),
    ],
)
def test_other_files(name, content, said, tmp_path):
    (tmp_path / name).write_text(content)
    with pytest.raises(TaskError, match=said.replace("[", r"\[")):
        headcount.unit(tmp_path / name)
    with pytest.raises(TaskError, match=r"cannot be read|ends in"):
        headcount.unit(tmp_path / "missing" / name)


def test_nothing_of_a_module_is_run(tmp_path):
    (tmp_path / "u.py").write_text(f"open({str(tmp_path / 'written')!r}, 'w')\nUNIT = json.loads('{{}}')\n")
    with pytest.raises(TaskError, match="lacks the field"):
        headcount.unit(tmp_path / "u.py")
    assert not (tmp_path / "written").exists()


def test_entries_beyond_int64(tmp_path):
    large = StoredUnit(Unit(2, (Layer((Head(NONE, (NONE,), (Table("token", ((2**70,), (1,))),)),)),)))
    for ending in (".json", ".py"):
        assert headcount.unit(large.save(tmp_path / f"u{ending}")) == large
    with pytest.raises(ValueError, match="beyond int64"):
        large.save(tmp_path / "u.npz")


def test_safetensors(averages, tmp_path):
    try:
        import safetensors  # noqa: F401
    except ImportError:
        with pytest.raises(TaskError, match=r"need the library safetensors.*headcount\[tensors\]"):
            averages.save(tmp_path / "u.safetensors")
        return
    again = headcount.unit(averages.save(tmp_path / "u.safetensors"))
    assert again == averages and isinstance(headcount.check(again.certificate()), Accepted)
    (tmp_path / "bad.safetensors").write_bytes((tmp_path / "u.safetensors").read_bytes()[:-3])
    with pytest.raises(TaskError, match="is no safetensors file"):
        headcount.unit(tmp_path / "bad.safetensors")
    assert set(FORMS) == {".json", ".npz", ".safetensors", ".py"}


# ---- the command


def test_the_command_reads_back_and_checks(headcount, tmp_path):
    words = ("construct", "qsa-moment-curve", "N=10", "q=3", "--error", "1/9", "--unit", "mc.npz")
    code, out, _ = headcount(*words)
    assert code == 0 and "unit written to mc.npz (real softmax of scores times 4)" in out
    code, out, _ = headcount("unit", "mc.npz", "-o", "mc.py")
    assert code == 0 and "  CERTIFIED   qsa N=10 q=3, class GRID(" in out and "  error       0.0" in out
    code, out, _ = headcount("unit", "mc.py", "--json", "--tokens", ",".join(["0"] * 10))
    found = json.loads(out)
    assert code == 0 and found["accepted"] is True and found["rows"][0] == ["-1.0"] and found["scale"] == 4
    headcount("unit", "mc.py", "-o", "mc.json")
    changed = json.loads((tmp_path / "mc.json").read_bytes())
    changed["layers"][0]["heads"][0]["keys"][0]["rows"][3][0] += 1
    (tmp_path / "other.json").write_text(json.dumps(changed))
    code, out, _ = headcount("unit", "other.json")
    assert code == 3 and "  REJECTED    the claim does not hold of these tables" in out


def test_the_unit_of_a_certificate(headcount, tmp_path):
    headcount("probe", "parity", "k=2", "--class", "fixed", "--bits", "1", "--dv", "1", "-o", "p.json")
    code, out, _ = headcount("unit", "p.json", "-o", "u.json", "--tokens", "1,1,0")
    assert code == 0 and "written to u.json; check it with: headcount unit u.json" in out and "  row 2 " in out
    assert headcount("unit", "u.json")[0] == 0
    (tmp_path / "bad.json").write_text((tmp_path / "p.json").read_text().replace('"value":0', '"value":1', 1))
    code, _, err = headcount("unit", "bad.json")
    assert code == 2 and "the certificate is not accepted" in err
    headcount("construct", "match2", "M=40", "N=6", "--samples", "5", "--work", "0", "--unit", "large.json")
    code, out, _ = headcount("unit", "large.json")
    assert code == 5 and "UNKNOWN     nothing is claimed" in out


def test_every_feasible_cell_of_a_map(headcount, tmp_path):
    """A map is a folder with a certificate for each cell."""
    words = ("match2", "M=3", "N=2", "--class", "fixed", "--m", "0:2", "--bits", "1:2", "--dv", "1", "--jobs", "1")
    assert headcount("frontier", *words, "-o", "map")[0] == 0
    codes = [headcount("unit", f"map/{path.name}")[0] for path in sorted((tmp_path / "map").glob("*.json"))]
    assert set(codes) == {0, 2}  # a lower bound has no unit


def test_rounded_constructions_are_taken_away_as_such(headcount):
    assert headcount("construct", "match3-third-order", "M=4", "N=3", "--rounded", "--unit", "u.json")[0] == 0
    code, out, _ = headcount("unit", "u.json")
    assert code == 0 and "weights rounded, p = " in out and "class ROUNDED(" in out


def test_a_claim_that_takes_too_long_to_check_is_not_refuted(tmp_path):
    headcount.unit(headcount.construct("qsa-moment-curve", N=5, q=2, error="1/9")).save(tmp_path / "u.json")
    written = json.loads((tmp_path / "u.json").read_text())
    written["layers"][0]["heads"][0]["queries"]["rows"][0][0] = 10**30
    (tmp_path / "u.json").write_text(json.dumps(written))
    with pytest.raises(TooLongClaimError, match="does not decide"):
        headcount.unit(tmp_path / "u.json").certificate()
