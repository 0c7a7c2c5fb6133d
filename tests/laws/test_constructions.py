"""Every construction of the registry through its laws."""

import json
from dataclasses import replace
from itertools import islice

import pytest

from headcount.attention import load_arrays, save_arrays, unit_outputs
from headcount.bounds.constructions.registry import CONSTRUCTIONS, construction_from_words
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted
from headcount.questions import GRIDS, bits_needed, load_unit, unit_to_json

EXAMPLES = [entry.example for entry in CONSTRUCTIONS]
WRITTEN_OUT = [example for example in EXAMPLES if not example.startswith("qsa-sign-keys")]  # C(128, 2) rows: too many


@pytest.fixture(scope="module", params=EXAMPLES)
def built(request):
    return construction_from_words(request.param.split())


@pytest.fixture(scope="module", params=WRITTEN_OUT)
def written_out(request):
    return construction_from_words(request.param.split())


def test_entries_have_names_summaries_and_sources():
    assert len({entry.name for entry in CONSTRUCTIONS}) == len(CONSTRUCTIONS)
    for entry in CONSTRUCTIONS:
        assert entry.summary
        assert entry.example.split()[0] == entry.name
        assert entry.make.__doc__
        assert "Source" in entry.make.__doc__ or "arXiv" in entry.make.__doc__, entry.name


def test_the_unit_does_the_task(built):
    verification = built.verify(samples=20)
    assert verification.passed, verification.counterexample
    assert verification.inputs > 0
    assert verification.positions >= verification.inputs
    assert verification.margin is None or verification.margin > 0


def test_sizes_are_those_of_the_tables(written_out):
    size, unit = written_out.size, written_out.unit
    assert (size.m, size.dv, size.H, size.order) == (unit.m, unit.dv, unit.H, unit.order)
    assert size.layers == len(unit.layers)
    assert size.parameters in (None, unit.parameters)
    assert size.p == bits_needed(unit.entries, size.grid)
    assert all(entry in GRIDS[size.grid](size.p) for entry in unit.entries)


def test_certificate_is_accepted_as_text(written_out):
    bundle = written_out.certificate()
    assert bundle is not None
    verdict = check(json.loads(json.dumps(bundle)))
    assert isinstance(verdict, Accepted), verdict
    assert {claim["value"] for claim in bundle["claims"]} == {written_out.size.m}


def test_files_hold_the_unit(written_out, tmp_path):
    (tmp_path / "unit.json").write_text(json.dumps(unit_to_json(written_out.unit)), "utf-8")
    assert load_unit(tmp_path / "unit.json") == written_out.unit
    save_arrays(written_out.unit, tmp_path / "unit.npz")
    assert load_arrays(tmp_path / "unit.npz") == written_out.unit


def test_fast_form_equals_definition(written_out):
    task, unit = written_out.task, written_out.unit
    inputs = [task.symbols(tokens) for tokens in islice(task.samples(6, 3), 6)]
    fast = unit_outputs(unit, inputs).fractions()
    for symbols, rows in zip(inputs, fast, strict=True):
        assert tuple(map(tuple, rows)) == unit.outputs(symbols)


def test_a_broken_table_is_noticed(written_out):
    """Swap two rows of the first key table that differ: some input must go wrong."""
    unit = written_out.unit
    layer = unit.layers[-1]
    head = layer.heads[0]
    keys = list(head.keys[0].rows)
    other = next((k for k in range(1, len(keys)) if keys[k] != keys[0]), None)
    if other is None:  # uniform attention has one key for all; break the values instead
        values = list(head.values[0].rows)
        other = next(k for k in range(1, len(values)) if values[k] != values[0])
        values[0], values[other] = values[other], values[0]
        head = replace(head, values=(replace(head.values[0], rows=tuple(values)), *head.values[1:]))
    else:
        keys[0], keys[other] = keys[other], keys[0]
        head = replace(head, keys=(replace(head.keys[0], rows=tuple(keys)), *head.keys[1:]))
    broken = replace(unit, layers=(*unit.layers[:-1], replace(layer, heads=(head, *layer.heads[1:]))))
    task = written_out.task
    inputs = [task.symbols(tokens) for tokens in islice(task.samples(200, 1), 200)]
    assert any(broken.outputs(symbols) != unit.outputs(symbols) for symbols in inputs)
