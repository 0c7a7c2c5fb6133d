"""README, other texts and notebooks claim nothing that the ledger does not hold; see ``docs_formulas.py``."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

import docs_formulas as docs
from headcount.ledger.stored import stored_ledger

ROOT = Path(__file__).parents[1]
LEDGER = stored_ledger()


EXCUSED = (
    ("docs/howto/width.rst", "up to m = 3, the keys", "which pictures can be drawn"),
    ("docs/explanation/one_proof.rst", "The claim is m >= 3", "a pattern of four rows, written out above it"),
    ("docs/explanation/cycles.rst", "The claim is m >= 3", "a pattern of four rows, written out above it"),
    ("docs/explanation/one_proof.rst", "vectors are, and m >= 3", "the same pattern"),
    ("CHANGELOG.rst", "SIGN: 4 <= m <= 4``); different", "an example of the words that check prints"),
    ("CHANGELOG.rst", "for m <= 2, the keys", "which pictures can be drawn"),
    ("CHANGELOG.rst", "draws the keys for m = 2 and 3", "which pictures can be drawn"),
    ("benchmarks/deterministic_communication.rst", "if ranks leave D <= k open", "k is a depth that is tried"),
    ("notebooks/1_probing_an_embedding_dimension.ipynb", "null token) has m = 2", "an exercise: gt-sign-rank"),
    ("notebooks/4_lower_bounds_by_communication.ipynb", "fixed point, p = 2 bits", "a setting"),
    (
        "notebooks/7_your_own_task_and_your_own_claim.ipynb",
        "With two bits m = 0 is enough",
        "read off the run above it",
    ),
    ("notebooks/6_thresholds_in_width_bits_and_heads.ipynb", "is reached at p = 2", "a column of the map above it"),
    ("notebooks/6_thresholds_in_width_bits_and_heads.ipynb", "ends at p = 3", "the range of the map above it"),
)
"""File, fragment around the formula, and why it is no claim."""


def texts():
    listed = [ROOT / name for name in ("README.rst", "CONTRIBUTING.rst", "CHANGELOG.rst")]
    listed += (
        sorted((ROOT / "docs").rglob("*.rst"))
        + sorted((ROOT / "benchmarks").glob("*.rst"))
        + sorted((ROOT / "notebooks").glob("*.ipynb"))
    )
    return [path for path in listed if path.exists()]


@pytest.mark.parametrize("path", texts(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_texts_claim_what_the_ledger_holds(path):
    name = path.relative_to(ROOT).as_posix()
    complaints = docs.complaints_of(path, LEDGER, name, EXCUSED)
    assert not complaints, "\n".join(complaints)


@pytest.mark.parametrize("entry", LEDGER.entries, ids=lambda entry: entry.name)
def test_statements_of_the_ledger_agree_with_its_certificates(entry):
    reading = f"{entry.name} refuted" if entry.verdict == "REFUTED" else entry.name
    formulas = [formula for _, formula in docs.formulas_in(entry.statement)]
    found = [docs.complaint(formula, [reading], LEDGER, as_built=True) for formula in formulas]
    assert not any(found), found


def test_every_excuse_is_needed():
    for excuse in EXCUSED:
        name = excuse[0]
        others = tuple(other for other in EXCUSED if other != excuse)
        with_it, without = (docs.complaints_of(ROOT / name, LEDGER, name, excused) for excused in (EXCUSED, others))
        assert len(without) > len(with_it), f"{name}: {excuse[1]!r} excuses nothing; take it out"


RIGHT = """
Widths
------

One head that selects every q-subset takes m = min(2q, N - 1) dimensions, and m p H >= log2 C(N, q) bits.

.. ledger: qsa-width; qsa-counting

* Match2 has m = 3 for M >= 4, though not m = 3 always, [ledger: match2-width if M >= 4]

The parity of k bits: H = k heads. DISJ_n: H >= log2(n + 3) - 1.

.. ledger: parity-heads; disj-heads-lower

D = n + 1 for four functions; gamma_2 = 3 - 4/N for EQ_n; sign-rank = n + 1 for DISJ_n; m = 5 is enough for Match3.

.. ledger: named-depth; eq-gamma2; disj-sign-rank; match3-third-order upper; match3-width-four upper

That m = 2q - 1 would do for q-SA is false at N = 2q + 2.

.. ledger: qsa-one-less refuted

Is m = 7? Code says ``m = 7``, and::

    m = 12 in a listing
"""

WRONG = (
    ("m = min(2q, N - 1)", "m = min(2q, N)", "qsa-width"),
    ("m = min(2q, N - 1)", "m = 2q", "qsa-width"),
    ("m = min(2q, N - 1)", "m = min(2q, N - 2)", "qsa-width"),
    ("m = min(2q, N - 1)", "m >= min(2q, N)", "qsa-width"),
    (">= log2 C(N, q)", ">= log2 C(N, q) + 9", "qsa-counting"),
    (" if M >= 4", "", "match2-width"),
    ("H = k heads", "H = k - 1 heads", "parity-heads"),
    ("H = k heads", "H <= k - 1 heads", "parity-heads"),
    ("log2(n + 3) - 1", "log2(n + 3) + 1", "disj-heads-lower"),
    ("D = n + 1", "D = n", "named-depth"),
    ("gamma_2 = 3 - 4/N", "gamma_2 = 3 - 2/N", "eq-gamma2"),
    ("sign-rank = n + 1", "sign-rank <= n", "disj-sign-rank"),
    ("m = 5", "m = 3", "match3-width-four"),
    ("m = 5 is enough for Match3", "Match3 needs m >= 5", "match3-third-order"),
    ("match3-third-order upper; match3-width-four upper", "match3-third-order", "match3-third-order"),
    ("m = 2q - 1 would", "m = 2q would", "qsa-one-less"),
    ("qsa-one-less refuted", "qsa-one-less", "REFUTED in the ledger"),
    ("qsa-one-less refuted", "qsa-width refuted", "PROVED in the ledger"),
    (".. ledger: parity-heads; disj-heads-lower", "", "names no theorem"),
    ("ledger: parity-heads", "ledger: parity-head", "no theorem 'parity-head'"),
    ("m = 12 in", "m = 12", ""),
    ("m = min(2q, N - 1)", "m < min(2q, N - 1)", "qsa-width"),
    ("m = min(2q, N - 1)", "m > min(2q, N - 1)", "qsa-width"),
    ("m = min(2q, N - 1)", "min(2q, N - 1) > m", "qsa-width"),
    ("selects every q-subset", "does Match3", "it is about q-SA, the text about Match3"),
    ("sign-rank = n + 1 for DISJ_n", "sign-rank = n + 1 for IP_n", "it is about DISJ, the text about IP"),
    ("H = k heads", "H = k heads in every class", "it is about THRESH, the text about all classes"),
    ("H = k heads", "H = k heads in class SIGN", "it is about THRESH, the text about SIGN"),
)

SPELLINGS = (
    ("m == q", "m = q"),
    ("m > 3q", "m > 3q"),
    ("m < q", "m < q"),
    ("m ≥ 3q", "m >= 3q"),
    ("m ≤ q", "m <= q"),
    (r"$m \ge q", "m >= q"),
    ("m* = q", "m = q"),
    ("*m* = q", "m = q"),
    ("**m = 2q**", "m = 2q"),
    ("mpH >= q", "m p H >= q"),
    ("q >= m", "m <= q"),
    ("min(2q, N - 1) < m", "m > min(2q, N - 1)"),
    ("D(f) = n", "D = n"),
    ("D(DISJ_n) = n + 1", "D = n + 1"),
    ("sign-rank(IP_3) = 4", "sign-rank = 4"),
    ("gamma_2(EQ_n) = 3", "gamma = 3"),
    ("gamma2 = 3", "gamma = 3"),
)


def complaints_about(text, folder):
    (folder / "text.rst").write_text(text)
    return docs.complaints_of(folder / "text.rst", LEDGER, "text.rst")


def test_right_text_passes_and_all_formulas_are_seen(tmp_path):
    assert complaints_about(RIGHT, tmp_path) == []
    seen = [formula.text for text, _ in docs.paragraphs(tmp_path / "text.rst") for _, formula in docs.formulas_in(text)]
    assert len([words for words in seen if "7" not in words]) == 11


@pytest.mark.parametrize(("before", "after", "named"), WRONG)
def test_doctored_text_fails(before, after, named, tmp_path):
    assert before in RIGHT
    found = complaints_about(RIGHT.replace(before, after, 1), tmp_path)
    assert any(named in line for line in found) if named else not found


@pytest.mark.parametrize(("written", "read"), SPELLINGS)
def test_every_spelling_of_a_formula_is_read(written, read):
    for text in (written, f"It says that {written}, as is known.", f"({written})"):
        found = [f"{f.left} {f.relation} {f.right}" for _, f in docs.formulas_in(text)]
        assert found == [read], text


def test_what_is_no_formula_is_not_read():
    for text in ("M = 4 and N >= 7", "is m = 3?", "the sum 2 <= M", "--width 3", "least m of q", "3 < map"):
        assert not docs.formulas_in(text), text


def test_theory_in_literals_is_read_in_readme_and_guide(tmp_path):
    (tmp_path / "text.rst").write_text("For q-SA ``m <= 2q - 1`` would do, and the program prints ``3 <= m <= 3``.\n")
    (found,) = docs.complaints_of(tmp_path / "text.rst", LEDGER, "docs/howto/width.rst")
    assert "'m <= 2q - 1'" in found and "names no theorem" in found
    assert not docs.complaints_of(tmp_path / "text.rst", LEDGER, "CHANGELOG.rst")


def test_the_size_of_a_unit_is_no_lower_end():
    entry = LEDGER.entry("match3-third-order")
    read = {text: docs.formulas_in(text)[0][1] for text in ("m <= 5", "m <= 4", "m >= 5", "m = 5", "m >= 6")}
    said = {text: docs.says(formula, entry.instances[0]) for text, formula in read.items()}
    assert said == {"m <= 5": True, "m <= 4": None, "m >= 5": None, "m = 5": None, "m >= 6": False}
    assert docs.says(read["m = 5"], entry.instances[0], as_built=True)


def test_a_statement_with_another_size_than_its_units_fails():
    """The formula min(4K + 2, N - 1) agrees with min(2K + 2, N - 1) at N = 4 and 5 for K = 1, and no further."""
    ledger = LEDGER
    for text, right in (("m = min(2K + 2, N - 1)", True), ("m = min(4K + 2, N - 1)", False), ("m = 2K + 2", False)):
        ((_, formula),) = docs.formulas_in(text)
        assert (docs.complaint(formula, ["match3-local"], ledger, as_built=True) == "") == right


def test_a_changed_ledger_fails(tmp_path):
    """The same text against a ledger in which one instance proves something else."""
    (tmp_path / "text.rst").write_text(RIGHT)
    ledger = LEDGER
    entry = ledger.entry("qsa-width")
    first, *others = entry.instances
    for proved in (("m = 7",), ("m <= 1",)):
        changed = replace(entry, instances=(replace(first, proved=proved), *others))
        entries = tuple(changed if other is entry else other for other in ledger.entries)
        assert docs.complaints_of(tmp_path / "text.rst", replace(ledger, entries=entries), "text.rst")


def test_markdown_cells_are_read(tmp_path):
    cells = [
        {"cell_type": "code", "source": ["m = 99"]},
        {"cell_type": "markdown", "source": ["## q-SA: m = min(2q, N - 1)\n", "\n", "<!-- ledger: qsa-width -->\n"]},
        {"cell_type": "markdown", "source": ["It takes m = 4."]},
    ]
    (tmp_path / "a.ipynb").write_text(json.dumps({"cells": cells}))
    (found,) = docs.complaints_of(tmp_path / "a.ipynb", LEDGER, "a.ipynb")
    assert "m = 4" in found
