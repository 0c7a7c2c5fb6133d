"""What holds of every catalogue of the registry, at its least sizes."""

import json
import random
import time

import pytest

import pack_atlas
from cover_catalogue import COVERS
from headcount.catalogues import CATALOGUES, CatalogueError, build, catalogue_named, check_folder
from headcount.catalogues.atlas import atlas
from headcount.catalogues.checking import faults_of
from headcount.catalogues.folder import Folder, line, opened
from headcount.catalogues.registry import packaged

MOST = 20
"""Most classes of a size that quick tests settle; the least size is always tried."""

UNCOUNTED = {"forbidden_parts": 6}
"""Largest size of catalogues whose classes no lemma counts: those are looked for among many others."""

ALL = [COVERS, *map(catalogue_named, CATALOGUES)]


def sizes():
    for catalogue in ALL:
        for n in catalogue.sizes:
            most = UNCOUNTED.get(catalogue.name)
            if n > catalogue.sizes[0] and (catalogue.count(n) > MOST if most is None else n > most):
                break
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
    assert len(keys) == len(set(keys)) == (catalogue.count(n) or len(keys)) > 0
    assert catalogue.count(n) is not None or n <= UNCOUNTED[catalogue.name]
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
    assert found and found.classes == found.count == len(catalogue.keys(n)) and found.certificates > 0


# ---- those that are a part of the package


MOST_BYTES = 2_500_000
"""Most bytes of all archives in the package."""


LONG = ("forbidden_parts-8",)
"""Archives whose enumeration takes minutes: their certificates and numbers are looked at, not how many there are."""

VALUES = [own for own, path in packaged().items() if Folder(opened(path)).values_only]
WHOLE = [own for own in packaged() if own not in VALUES]
ARCHIVES = [pytest.param(own, marks=[] if own.endswith("-2") else [pytest.mark.slow]) for own in WHOLE]


@pytest.mark.parametrize("own", ARCHIVES)
def test_what_is_in_the_package_holds(own):
    if own in LONG:
        name, _, n = own.rpartition("-")
        assert [fault for one in atlas(name, int(n)) for fault in faults_of(catalogue_named(name), int(n), one)] == []
        return
    found = check_folder(str(packaged()[own]), jobs=1)
    assert found.faults == () and f"{found.name}-{found.n}" == own and found.classes == found.count
    assert found.certificates >= found.classes


SAMPLE = 100


@pytest.mark.slow
@pytest.mark.parametrize("own", VALUES)
def test_values_are_those_of_certificates_that_are_made_anew(own):
    name, _, n = own.rpartition("-")
    found, catalogue = atlas(name, int(n)), catalogue_named(name)
    assert found.complete and found.count == len(found) == catalogue.count(int(n)) and "values only" in found.recorded
    assert (
        len({entry.key for entry in found}) == len(found)
        and found.tally == Folder(opened(packaged()[own])).index["tally"]
    )
    sample = random.Random(0).sample(list(found), SAMPLE)
    made = catalogue.settle(int(n), [entry.key for entry in sample], None)
    for entry, again in zip(sample, made, strict=True):
        assert faults_of(catalogue, int(n), again) == []
        assert (entry.key, entry.fields) == (again.key, again.fields)
    with pytest.raises(CatalogueError, match=f"atlas build {name} --n {n} makes these"):
        _ = found[0].claims[0]
    assert ["holds values only" in fault for fault in check_folder(str(packaged()[own])).faults] == [True]


def test_the_package_stays_small():
    assert 0 < sum(path.stat().st_size for path in packaged().values()) <= MOST_BYTES


@pytest.mark.parametrize("own", [own for own in packaged() if own.endswith(("-1", "-2"))])
def test_it_is_packed_again_with_the_same_bytes(own, tmp_path):
    name, _, n = own.rpartition("-")
    built = build(catalogue_named(name), int(n), tmp_path, jobs=1)
    pack_atlas.pack(built.folder, tmp_path / "a.zip")
    assert (tmp_path / "a.zip").read_bytes() == packaged()[own].read_bytes()
