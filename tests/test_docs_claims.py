"""README, other texts and notebooks claim nothing that the ledger does not hold; see ``docs_formulas.py``."""

import importlib.util
import json
from dataclasses import replace
from pathlib import Path

import pytest

from headcount.workbench.theorems import stored_ledger

ROOT = Path(__file__).parents[1]

_specification = importlib.util.spec_from_file_location("docs_formulas", Path(__file__).with_name("docs_formulas.py"))
docs = importlib.util.module_from_spec(_specification)
_specification.loader.exec_module(docs)

EXCUSED = (
    ("GUIDE.rst", "up to m = 3, the keys", "which pictures can be drawn"),
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
    listed = [ROOT / name for name in ("README.rst", "GUIDE.rst", "CONTRIBUTING.rst", "CHANGELOG.rst")]
    listed += sorted((ROOT / "benchmarks").glob("*.rst")) + sorted((ROOT / "notebooks").glob("*.ipynb"))
    return [path for path in listed if path.exists()]


@pytest.mark.parametrize("path", texts(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_texts_claim_what_the_ledger_holds(path):
    name = path.relative_to(ROOT).as_posix()
    complaints = docs.complaints_of(path, stored_ledger(), name, EXCUSED)
    assert not complaints, "\n".join(complaints)


@pytest.mark.parametrize("entry", stored_ledger().entries, ids=lambda entry: entry.name)
def test_statements_of_the_ledger_agree_with_its_certificates(entry):
    reading = f"{entry.name} refuted" if entry.verdict == "REFUTED" else entry.name
    found = [docs.complaint(formula, [reading], stored_ledger()) for _, formula in docs.formulas_in(entry.statement)]
    assert not any(found), found


def test_every_excuse_is_needed():
    for excuse in EXCUSED:
        name = excuse[0]
        others = tuple(other for other in EXCUSED if other != excuse)
        with_it, without = (
            docs.complaints_of(ROOT / name, stored_ledger(), name, excused) for excused in (EXCUSED, others)
        )
        assert len(without) > len(with_it), f"{name}: {excuse[1]!r} excuses nothing; take it out"


RIGHT = """
Widths
------

One head that selects every q-subset takes m = min(2q, N - 1) dimensions, and m p H >= log2 C(N, q) bits.

.. ledger: qsa-width; qsa-counting

* Match2 has m = 3 for M >= 4, though not m = 3 always, [ledger: match2-width if M >= 4]

The parity of k bits: H = k heads. DISJ_n: H >= log2(n + 3) - 1.

.. ledger: parity-heads; disj-heads-lower

D = n + 1 for four functions; gamma_2 = 3 - 4/N for EQ_n; sign-rank = n + 1 for DISJ_n; five are enough, m = 5.

.. ledger: named-depth; eq-gamma2; disj-sign-rank; match3-third-order; match3-width-four upper

That m = 2q - 1 would do is false at N = 2q + 2.

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
    ("m = 2q - 1 would", "m = 2q would", "qsa-one-less"),
    ("qsa-one-less refuted", "qsa-one-less", "REFUTED in the ledger"),
    ("qsa-one-less refuted", "qsa-width refuted", "PROVED in the ledger"),
    (".. ledger: parity-heads; disj-heads-lower", "", "names no theorem"),
    ("ledger: parity-heads", "ledger: parity-head", "no theorem 'parity-head'"),
    ("m = 12 in", "m = 12", ""),
)


def complaints_about(text, folder):
    (folder / "text.rst").write_text(text)
    return docs.complaints_of(folder / "text.rst", stored_ledger(), "text.rst")


def test_right_text_passes_and_all_formulas_are_seen(tmp_path):
    assert complaints_about(RIGHT, tmp_path) == []
    seen = [formula.text for text, _ in docs.paragraphs(tmp_path / "text.rst") for _, formula in docs.formulas_in(text)]
    assert len([words for words in seen if "7" not in words]) == 11


@pytest.mark.parametrize(("before", "after", "named"), WRONG)
def test_doctored_text_fails(before, after, named, tmp_path):
    assert before in RIGHT
    found = complaints_about(RIGHT.replace(before, after, 1), tmp_path)
    assert any(named in line for line in found) if named else not found


def test_a_changed_ledger_fails(tmp_path):
    """The same text against a ledger in which one instance proves something else."""
    (tmp_path / "text.rst").write_text(RIGHT)
    ledger = stored_ledger()
    entry = ledger.entry("qsa-width")
    first, *others = entry.instances
    for proved in (("m = 7",), ("m <= 1",)):
        changed = replace(entry, instances=(replace(first, proved=proved), *others))
        entries = tuple(changed if other is entry else other for other in ledger.entries)
        assert docs.complaints_of(tmp_path / "text.rst", replace(ledger, entries=entries), "text.rst")


def test_markdown_cells_are_read(tmp_path):
    cells = [
        {"cell_type": "code", "source": ["m = 99"]},
        {"cell_type": "markdown", "source": ["## m = min(2q, N - 1)\n", "\n", "<!-- ledger: qsa-width -->\n"]},
        {"cell_type": "markdown", "source": ["It takes m = 4."]},
    ]
    (tmp_path / "a.ipynb").write_text(json.dumps({"cells": cells}))
    (found,) = docs.complaints_of(tmp_path / "a.ipynb", stored_ledger(), "a.ipynb")
    assert "m = 4" in found
