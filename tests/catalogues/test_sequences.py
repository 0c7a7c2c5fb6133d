"""Integer sequences: terms that brute force knows, and where a sequence ends."""

from dataclasses import replace

import pytest

from cover_catalogue import COVERS
from headcount.catalogues import CATALOGUES, Entry, sequences
from headcount.catalogues.atlas import Atlas
from headcount.catalogues.sequences import IntegerSequence


def of(tallies, quantity="D", complete=True):
    """The sequences of catalogues with so many classes of each value, from n = 1 on, short ones too."""
    catalogue = replace(COVERS, quantities=(quantity,), sizes=tuple(range(1, len(tallies) + 1)))
    atlases = [
        Atlas("covers", n, "", (quantity,), sum(tally.values()), complete,
              tuple(Entry(f"{value} {k}", {quantity: value}, ()) for value, many in tally.items() for k in range(many)))
        for n, tally in enumerate(tallies, start=1)
    ]  # fmt: skip
    return {one.name.removeprefix("covers-"): one for one in sequences._of_catalogue(catalogue, atlases)}


def test_terms_by_value():
    found = of([{1: 1}, {1: 2, 2: 1}, {2: 5, 10: 2}])
    terms = {name: one.terms for name, one in found.items()}
    assert terms == {
        "classes": (2, 7, 36),  # by orbits, of 0/1 matrices
        "D-greatest": (1, 2, 10),
        "D-1": (1, 2, 0),
        "D-2": (0, 1, 5),
        "D-10": (0, 0, 2),
    }
    assert found["D-2"].examples == ("a(2) = 1: 2 0.",) and found["D-10"].examples == ("a(3) = 2: 10 0; 10 1.",)
    least = of([{1: 1}, {2: 1}, {2: 1, 3: 1}])["D-least"]
    assert least.terms == (1, 2, 3)
    assert least.says == (
        "Least k such that some of the k X k 0/1 matrices up to permutations of rows and of columns have D n."
    )


def test_a_sequence_ends_where_something_is_open():
    found = of([{1: 1}, {2: 1}, {"2..3": 1}])
    assert found["D-1"].terms == (1, 0) and found["D-greatest"].terms == (1, 2)


def test_words_are_counted_and_have_no_greatest():
    found = of([{"none": 1}, {1: 1, "none": 3}])
    assert set(found) == {"classes", "D-1", "D-none"} and found["D-none"].terms == (1, 3)


def test_long_sequences_go_over_three_lines():
    lines = str(IntegerSequence("x", "Number of x.", 0, tuple(10**9 + k for k in range(40)))).splitlines()
    assert [line[:2] for line in lines[:4]] == ["%I", "%S", "%T", "%U"] and all(len(line) < 100 for line in lines)
    assert lines[1].endswith(",") and lines[2].endswith(",")
    joined = "".join(line.split(" ", 2)[2] for line in lines[1:4])
    assert joined.startswith("1000000000,1000000001,") and "," not in joined[-1:]


@pytest.mark.slow
def test_of_folders(tmp_path, monkeypatch):
    from headcount.catalogues import build

    monkeypatch.setitem(CATALOGUES, "covers", COVERS)
    for n in (1, 2, 3):
        build(COVERS, n, tmp_path, jobs=2)
    found = {one.name: one for one in sequences.sequences(["covers"], tmp_path)}
    assert found["covers-classes"].terms == (2, 7, 36, 317)  # A002724
    assert found["covers-cover1-greatest"].terms == (1, 2, 3)
    assert found["covers-cover1-1"].terms[:2] == (1, 4)
    assert all(len(set(one.terms)) >= 3 for one in found.values())
