"""Results as dictionaries and as tables of pandas."""

import json
import sys

import pytest

import headcount


@headcount.claim(M=[3, 4])
def of_match2(M):
    """Match2 needs m = 3."""
    return headcount.least("m", f"match2 M={M}") == 3


ASKED = {
    "bracket": (lambda: headcount.probe("qsa N=5 q=1"), 1, {"lower", "upper", "closed", "lower_evidence.status"}),
    "class": (lambda: headcount.probe("qsa N=4 q=1", bits=1), 1, {"lower", "status", "parameters.N"}),
    "measures": (lambda: headcount.measure("disj n=1", only="D, rank_q"), 2, {"measure", "lower", "upper"}),
    "sizes": (lambda: headcount.frontier("qsa N=4 q=1", m="1:2", bits="1:2"), 4, {"m", "p", "H", "status"}),
    "dimension": (lambda: headcount.dimension("subsets n=4 k=1"), 1, {"lower", "upper"}),
    "bits": (lambda: headcount.dimension("subsets n=4 k=1", bits=[1, 2]), 2, {"p", "lower"}),
    "pattern": (lambda: headcount.pattern("window n=6 w=1"), 1, set()),
    "encoded": (lambda: headcount.reduce("disj match3", a="01", b="10"), 5, {"position", "owner", "token"}),
    "checked": (lambda: headcount.reduce("disj match3", n="1:2", verify=True), 2, {"n", "how", "holds", "pairs"}),
    "not checked": (lambda: headcount.reduce("disj match3", n=2), 0, set()),
    "messages": (lambda: headcount.protocol("match3", n=1, m=1, p=1, a="0", b="1"), 4, {"from", "bits"}),
    "runs": (lambda: headcount.protocol("match3", n=1, m=1, p=1, every=True), 4, {"a", "b", "bits", "rounds"}),
    "claim": (lambda: of_match2.run(), 2, {"claim", "parameters.M", "verdict", "statement"}),
    "reachable": (lambda: headcount.reachable([[1, 0], [0, 1], [1, 1]]), 1, set()),
}


@pytest.mark.parametrize("what", ASKED)
def test_dictionaries_and_tables(what):
    ask, rows, columns = ASKED[what]
    found = ask()
    assert json.loads(json.dumps(found.to_dict())) == json.loads(json.dumps(found.to_json()))
    table = found.to_dataframe()
    assert len(table) == rows
    assert columns <= set(table.columns)


def test_the_table_of_measures_has_the_numbers():
    table = headcount.measure("eq n=2", only="D, cover1").to_dataframe().set_index("measure")
    assert table.loc["D", "lower"] == table.loc["D", "upper"] == 3
    assert table.loc["cover1", "upper"] == 4


def test_without_pandas_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match="pip install pandas"):
        headcount.probe("qsa N=4 q=1").to_dataframe()
