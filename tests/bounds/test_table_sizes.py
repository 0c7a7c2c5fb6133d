"""Tables that would not fit are refused before they are begun, in a sentence; those that fit are built."""

import pytest

from headcount.bounds.constructions.construction import MOST_NUMBERS, ConstructionError, require_room
from headcount.bounds.constructions.registry import construction_from_words


@pytest.mark.parametrize(
    "words",
    [
        "qsa-moment-curve N=1000000 q=400",
        "qsa-multi-head N=1000000 q=400 H=2",
        "qsa-sign-keys N=1000000 q=100",
        "qsa-superimposed-code N=1000000 q=50",
        "match3-histogram M=1000000",
        "match3-local M=100000 N=1000 K=400",
    ],
)
def test_what_would_not_fit_is_refused(words):
    with pytest.raises(ConstructionError, match=r"GiB.* are written out; try \w=\d+$") as refused:
        construction_from_words(words.split())
    sizes = words.split()[1:]
    remedy = str(refused.value).rpartition("try ")[2]
    changed = [remedy if size.split("=")[0] == remedy.split("=")[0] else size for size in sizes]
    assert changed != sizes


@pytest.mark.parametrize("words", ["qsa-moment-curve N=300 q=12", "match3-histogram M=100", "qsa-sign-keys N=3000 q=2"])
def test_what_fits_is_built(words):
    assert construction_from_words(words.split()).size.m >= 1


def test_numbers_of_python_are_counted_and_packed_ones_are_not():
    require_room(MOST_NUMBERS, 1, 1, "N=1")
    require_room(2 * MOST_NUMBERS, 1, 8, "N=1", packed=True)
    with pytest.raises(ConstructionError):
        require_room(MOST_NUMBERS + 1, 1, 1, "N=1")
