"""Builds of catalogues: stopped, damaged, killed, cut into other batches; always the same bytes in the end."""

import json
import os
import signal
import sys
import time
from dataclasses import dataclass

import pytest

from cover_catalogue import COVERS, CoverCatalogue
from headcount.catalogues import CatalogueError, build, parts
from headcount.catalogues.folder import Folder, names_of_part
from headcount.search.race import EngineFailedWarning

ENTRIES, CERTIFICATES = names_of_part(1)


def content(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The folder of n = 2, built in one go."""
    built = build(COVERS, 2, tmp_path_factory.mktemp("whole"), jobs=1)
    assert built.complete and built.count == 7
    return built.folder


def test_a_second_build_has_nothing_to_do(whole):
    before = content(whole)
    assert build(Refusing(), 2, whole.parent, jobs=1).complete
    assert content(whole) == before


@dataclass(frozen=True)
class Refusing(CoverCatalogue):
    """Settles nothing."""

    def settle(self, n, keys, until):
        raise AssertionError("nothing was to be settled")


def test_no_budget_and_then_enough_is_as_in_one_go(whole, tmp_path):
    built = build(COVERS, 2, tmp_path, jobs=1, budget=1e-9)
    assert (built.settled, built.note) == (0, "the budget ran out")
    index = json.loads((built.folder / "catalogue.json").read_bytes())
    assert not index["complete"] and index["tally"]["cover1"] == {}
    assert "0 of them are settled" in (built.folder / "README.rst").read_text()
    assert build(COVERS, 2, tmp_path, jobs=1).complete
    assert content(built.folder) == content(whole)


@dataclass(frozen=True)
class Halting(CoverCatalogue):
    """Has answers for the first classes only."""

    most: int = 3

    def settle(self, n, keys, until):
        return [entry for entry in super().settle(n, keys, until) if self.keys(n).index(entry.key) < self.most]


def test_a_part_that_was_begun_goes_on(whole, tmp_path):
    """Batches that end early leave a part with holes, which another build fills."""
    built = build(Halting(), 2, tmp_path, jobs=1)
    assert (built.settled, built.complete) == (3, False)
    assert (built.folder / ENTRIES).read_bytes().count(b"\n") == 3
    again = build(COVERS, 2, tmp_path, jobs=2)
    assert again.complete and content(built.folder) == content(whole)


def test_ctrl_c_keeps_what_is_known(whole, tmp_path):
    def stop(done, of, note):
        if done >= 2:
            raise KeyboardInterrupt

    built = build(COVERS, 2, tmp_path, jobs=1, watch=stop)
    assert built.note == "interrupted" and 2 <= built.settled < 7
    assert build(COVERS, 2, tmp_path, jobs=1).complete
    assert content(built.folder) == content(whole)


@pytest.mark.parametrize("size", [1, 3, 100])
@pytest.mark.parametrize("part", [2, 1000])
def test_batches_change_nothing(whole, tmp_path, monkeypatch, size, part):
    monkeypatch.setattr(sys.modules[build.__module__], "BATCH", size)
    monkeypatch.setattr(parts, "PART", part)
    built = build(COVERS, 2, tmp_path, jobs=2)
    assert Folder(built.folder).parts == list(range(1, 1 + -(-7 // part)))
    lines = [path.read_bytes() for path in sorted(built.folder.glob("certificates-*"))]
    assert b"".join(lines) == (whole / CERTIFICATES).read_bytes()


@dataclass(frozen=True)
class Dying(CoverCatalogue):
    """Its worker is killed the first ``times`` times."""

    folder: object = None
    times: int = 1

    def settle(self, n, keys, until):
        deaths = len(list(self.folder.iterdir()))
        if deaths < self.times:
            (self.folder / str(deaths)).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().settle(n, keys, until)


def test_a_killed_worker(whole, tmp_path):
    marks = tmp_path / "marks"
    marks.mkdir()
    built = build(Dying(folder=marks), 2, tmp_path / "a", jobs=2)
    assert built.complete and content(built.folder) == content(whole)
    for mark in marks.iterdir():
        mark.unlink()
    with pytest.raises(CatalogueError, match="could not be settled: classes from 00/00 on: the decider was stopped"):
        build(Dying(folder=marks, times=10**6), 2, tmp_path / "b", jobs=1)


@dataclass(frozen=True)
class Raising(CoverCatalogue):
    def settle(self, n, keys, until):
        if "01/10" in keys:
            raise ValueError("a bug")
        return super().settle(n, keys, until)


def test_a_batch_that_breaks_down_costs_no_other(whole, tmp_path):
    with pytest.warns(EngineFailedWarning), pytest.raises(CatalogueError, match=r"01/10 on: .* ValueError: a bug"):
        build(Raising(), 2, tmp_path, jobs=1)
    assert (tmp_path / "covers-2" / ENTRIES).read_bytes().count(b"\n") == 6
    assert build(COVERS, 2, tmp_path, jobs=1).complete
    assert content(tmp_path / "covers-2") == content(whole)


@pytest.mark.parametrize("name", [ENTRIES, CERTIFICATES])
def test_a_damaged_part_is_named_and_made_anew_when_deleted(whole, tmp_path, name):
    folder = tmp_path / "covers-2"
    folder.mkdir()
    for path in whole.iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    (folder / name).write_bytes((folder / name).read_bytes().replace(b"1", b"2", 1))
    with pytest.raises(CatalogueError, match=rf"{name}' is damaged: its SHA-256 .* delete it and run"):
        build(COVERS, 2, tmp_path, jobs=1)
    (folder / name).unlink()
    assert build(COVERS, 2, tmp_path, jobs=1).complete
    assert content(folder) == content(whole)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format":"headcount-catalogue","version":2,"files":{}}', "9" * 5000])
def test_a_damaged_index_is_named(tmp_path, text):
    (tmp_path / "covers-2").mkdir()
    (tmp_path / "covers-2" / "catalogue.json").write_text(text)
    with pytest.raises(CatalogueError, match=r"catalogue.json' is damaged: .*; delete the folder"):
        build(COVERS, 2, tmp_path, jobs=1)


def test_a_folder_of_another_catalogue_is_not_touched(whole, tmp_path):
    (tmp_path / "covers-1").mkdir()
    for path in whole.iterdir():
        (tmp_path / "covers-1" / path.name).write_bytes(path.read_bytes())
    with pytest.raises(CatalogueError, match="holds another catalogue"):
        build(COVERS, 1, tmp_path, jobs=1)


@dataclass(frozen=True)
class Miscounted(CoverCatalogue):
    def count(self, n):
        return super().count(n) + 1


@dataclass(frozen=True)
class Repeating(CoverCatalogue):
    def keys(self, n):
        return [*super().keys(n)[:-1], super().keys(n)[0]]


@pytest.mark.parametrize("wrong", [Miscounted(), Repeating()])
def test_counts_that_differ_are_an_error_of_the_first_order(tmp_path, wrong):
    with pytest.raises(CatalogueError, match=r"and [78] are counted; .* this is a bug of the first order"):
        build(wrong, 2, tmp_path, jobs=1)


def test_a_size_that_cannot_be_built(tmp_path):
    with pytest.raises(CatalogueError, match="the sizes are 1, 2, 3, 4, got 9; try n=4"):
        build(COVERS, 9, tmp_path)


def test_no_folder_can_be_made_there(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(CatalogueError, match=r"cannot be made .*; name another with into"):
        build(COVERS, 1, tmp_path / "file")


def test_the_budget_reaches_the_workers(tmp_path):
    """A batch that looks at the clock ends by itself."""
    built = build(Sleeping(), 2, tmp_path, jobs=1, budget=0.5)
    assert built.note == "the budget ran out" and built.settled < 7


@dataclass(frozen=True)
class Sleeping(CoverCatalogue):
    def settle(self, n, keys, until):
        assert until is not None
        while time.monotonic() < until:
            time.sleep(0.01)
        return []
