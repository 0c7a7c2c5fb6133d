"""What holds of every catalogue of the registry, at its least sizes."""

import json
import time

import pytest

from cover_catalogue import COVERS
from headcount.catalogues import CATALOGUES, build, catalogue_named, check_folder
from headcount.catalogues.checking import faults_of
from headcount.catalogues.folder import line

MOST = 20
"""Most classes of a size that quick tests settle; the least size is always tried."""

ALL = [COVERS, *map(catalogue_named, CATALOGUES)]


def sizes():
    for catalogue in ALL:
        for n in catalogue.sizes:
            if n == catalogue.sizes[0] or catalogue.count(n) <= MOST:
                yield pytest.param(catalogue, n, id=f"{catalogue.name}-{n}", marks=[pytest.mark.in_turn(2)])


SIZES = list(sizes())


@pytest.mark.parametrize("catalogue", ALL, ids=lambda one: one.name)
def test_it_says_what_it_is(catalogue):
    assert catalogue.name.isidentifier() and catalogue.name == catalogue.name.lower()
    assert "n" in catalogue.objects.split() and not catalogue.objects.endswith(".")
    assert catalogue.title and catalogue.says.endswith(".")
    assert list(catalogue.sizes) == sorted(set(catalogue.sizes))
    assert catalogue.quantities


@pytest.mark.parametrize(("catalogue", "n"), SIZES)
def test_the_enumeration_is_counted_by_orbits(catalogue, n):
    keys = catalogue.keys(n)
    assert len(keys) == len(set(keys)) == catalogue.count(n) > 0
    assert keys == catalogue.keys(n)
    assert all(key.isascii() and key.isprintable() for key in keys)


@pytest.mark.parametrize(("catalogue", "n"), SIZES)
def test_entries_are_certified_and_functions_of_their_keys(catalogue, n):
    keys = catalogue.keys(n)[-MOST:]
    entries = catalogue.settle(n, keys, None)
    assert [entry.key for entry in entries] == keys
    for entry in entries:
        assert faults_of(catalogue, n, entry) == []
        assert set(catalogue.quantities) <= set(entry.fields)
        assert json.loads(line(entry.fields)) == entry.fields
    alone = catalogue.settle(n, keys[-1:], None)
    assert line([*alone[0].claims]) == line([*entries[-1].claims]) and alone[0].fields == entries[-1].fields
    backwards = catalogue.settle(n, keys[::-1], None)[::-1]
    assert [line([*entry.claims]) for entry in backwards] == [line([*entry.claims]) for entry in entries]


@pytest.mark.parametrize("catalogue", ALL, ids=lambda one: one.name)
def test_a_time_that_is_over_leaves_first_entries(catalogue):
    n = catalogue.sizes[0]
    keys = catalogue.keys(n)
    found = catalogue.settle(n, keys, time.monotonic() - 1)
    assert [entry.key for entry in found] == keys[: len(found)]


@pytest.mark.slow
@pytest.mark.parametrize(("catalogue", "n"), SIZES)
def test_a_folder_is_accepted(catalogue, n, tmp_path, monkeypatch):
    monkeypatch.setitem(CATALOGUES, catalogue.name, catalogue)
    built = build(catalogue, n, tmp_path, jobs=2)
    assert built.complete
    found = check_folder(built.folder, jobs=1)
    assert found and found.classes == found.count == catalogue.count(n) and found.certificates > 0
