"""Results saved from Python: whole, what the checker accepts, and what a search goes on from."""

import json

import pytest

import headcount
from headcount.display.answer import Saved
from headcount.workbench.output_files import require_writable

ASKED = {
    "probe": lambda: headcount.probe("qsa N=5 q=1"),
    "class": lambda: headcount.probe("qsa N=4 q=1", bits=1),
    "measure": lambda: headcount.measure("disj n=1", only="D"),
    "dimension": lambda: headcount.dimension("subsets n=4 k=1"),
    "bits": lambda: headcount.dimension("subsets n=4 k=1", bits=[1, 2]),
    "pattern": lambda: headcount.pattern("window n=6 w=1"),
    "reachable": lambda: headcount.reachable([[1, 0], [0, 1], [1, 1]]),
    "reduce": lambda: headcount.reduce("disj match3", n=2),
    "construct": lambda: headcount.construct("qsa-moment-curve", N=6, q=2),
}


@pytest.mark.parametrize("what", ASKED)
def test_what_is_saved_is_accepted(what, tmp_path):
    found = ASKED[what]()
    path = found.save(str(tmp_path / "answer.json"))
    assert path == tmp_path / "answer.json"
    assert headcount.check(path)
    assert json.loads(path.read_text("utf-8")) == json.loads(json.dumps(found.certificate()))
    assert list(tmp_path.iterdir()) == [path]


def test_a_search_goes_on_from_it(tmp_path):
    path = ASKED["probe"]().save(tmp_path / "answer.json")
    assert headcount.probe("qsa N=5 q=1", start=path).closed
    path = ASKED["dimension"]().save(path)  # replaced
    assert headcount.dimension("subsets n=4 k=1", start=path).closed


def test_where_it_cannot_be_written_it_says_what_the_commands_say(tmp_path):
    found = ASKED["probe"]()
    for place, error in (
        (tmp_path / "none" / "a.json", FileNotFoundError),
        (tmp_path, IsADirectoryError),
    ):
        with pytest.raises(error) as raised:
            found.save(place)
        with pytest.raises(headcount.TaskError) as told:
            require_writable(place)
        assert str(raised.value) == str(told.value)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("certificate", [None, {"claims": []}])
def test_nothing_that_could_be_checked_is_not_saved(certificate, tmp_path):
    class Empty(Saved):
        def certificate(self):
            return certificate

    with pytest.raises(ValueError, match="nothing of the kind"):
        Empty().save(tmp_path / "a.json")
    assert list(tmp_path.iterdir()) == []
