"""The functions at the top: what they take, that they answer as the commands do, and what they say of wrong input."""

import ast
import inspect
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import networkx
import numpy as np
import pytest
import scipy.sparse

import headcount
from headcount import (
    Match2,
    SparseAveraging,
    TaskError,
    check,
    construct,
    dimension,
    frontier,
    measure,
    probe,
    protocol,
    reduce,
    task,
)
from headcount.cli.app import COMMANDS
from headcount.reductions.reduction import ReductionError


def ends(bracket):
    return bracket.lower.value, bracket.upper.value


@task(alphabet=2, length=2)
def previous(x):
    return [0, *x[:-1]]


def test_every_command_has_a_function_or_says_why_not():
    taken = {"bounds": "a part of the package", "theorems": "to be read", "list": "to be read, and a name of Python's"}
    functions = {name for name in headcount.__all__ if inspect.isfunction(getattr(headcount, name))}
    assert set(COMMANDS) - functions == set(taken)


def test_what_is_listed_is_what_there_is():
    assert (
        [name for name in dir(headcount) if not name.startswith("__")] == headcount.__all__ == sorted(headcount.__all__)
    )
    assert set(headcount.__all__) == set(headcount._HOME)
    body = ast.parse(Path(headcount.__file__).read_text("utf-8")).body
    imports = next(node for node in body if isinstance(node, ast.If)).body
    typed = {alias.asname or alias.name for node in imports for alias in node.names}
    assert typed == set(headcount.__all__)
    assert all(name in headcount.__doc__ for name in set(COMMANDS) - {"bounds", "list", "theorems"})
    for name in headcount.__all__:
        assert getattr(headcount, name).__doc__, name


def test_importing_it_loads_nothing():
    code = (
        "import sys, headcount; dir(headcount); print([m for m in ('numpy', 'typer', 'networkx') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    "asked", ["qsa N=5 q=2", ["qsa", "N=5", "q=2"], SparseAveraging(5, 2), SparseAveraging(np.int64(5), np.int8(2))]
)
def test_a_task_in_every_form_has_one_answer(asked):
    assert ends(probe(asked)) == (4, 4)
    assert ends(probe(asked, bits=1)) == (5, 5)
    assert [str(w) for w in frontier(asked, m=range(3, 6), bits="1:2", jobs=1, budget=300).least_widths()] == ["5", "4"]


def test_rows_graphs_and_functions_are_probed():
    assert ends(probe(np.eye(4, dtype=bool), null=True)) == (3, 3)
    assert ends(probe([[1, -1, -1], [-1, 1, -1], [-1, -1, 1]])) == (2, 2)
    assert ends(dimension(networkx.cycle_graph(6))) == (2, 2)  # to rank the two neighbours, and oneself anywhere
    assert ends(probe(networkx.cycle_graph(6))) == (3, 3)  # to tie them, and oneself below
    assert ends(probe(networkx.complete_graph(4))) == ends(probe("qsa N=4 q=3")) == (3, 3)
    assert ends(probe(previous, unit_class="fixed", bits=1)) == (1, 1)
    assert ends(probe(Match2(np.int64(5)))) == (3, 3)
    assert ends(probe("parity k=3", unit_class="thresh")) == (3, 3)
    assert ends(probe("qsa N=6 q=2", unit_class="softmax", error=Fraction(1, 4))) == (4, 4)
    assert isinstance(check(probe([[1, -1], [-1, 1]]).certificate()), headcount.Accepted)


def test_attention_matrices_are_told_by_a_tolerance():
    matrix = np.array([[0.5, 0.5, 0], [0, 0.5, 0.5], [0.5, 0, 0.5]])
    assert ends(probe(matrix, delta=0.1)) == ends(probe(matrix.tolist(), eps2="2^-10")) == (2, 2)
    assert ends(probe("others L=5", delta="2^1/8", eps2="2^-3")) == (4, 4)
    with pytest.raises(TaskError, match="bits does not apply to an attention matrix"):
        probe(matrix, delta=0.1, bits=3)
    with pytest.raises(TaskError, match=r"got 0\.5 in row 1, column 1"):
        probe(matrix)


def test_a_function_of_any_length_is_probed_from_a_file(tmp_path):
    (tmp_path / "mine.py").write_text(
        "import headcount\n\n@headcount.task(alphabet=2)\ndef previous(x):\n    return [0, *x[:-1]]\n"
    )
    assert ends(probe(f"{tmp_path}/mine.py:previous N=2", unit_class="fixed", bits=1)) == (1, 1)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: probe(previous), "add unit_class='fixed' and bits=1"),
        (lambda: probe(None), "a task is needed, got None; try"),
        (lambda: probe(""), "name a task"),
        (lambda: probe("qsa 'N=6"), "close the quotes"),
        (lambda: probe(SparseAveraging), "got the class SparseAveraging; make one"),
        (lambda: probe(ends), "got the function ends; write @headcount.task"),
        (lambda: probe(SparseAveraging(5, 2), null=True), "null is for rows"),
        (lambda: probe("qsa N=5 q=2", read_out="any"), "read_out needs a class that computes answers; add unit_class"),
        (lambda: probe("qsa N=5 q=2", unit_class="nosuch"), "unit_class must be one of"),
        (lambda: frontier("qsa N=5 q=2", m=[2, 1]), "m must be increasing integers from 0 to 1000"),
        (lambda: frontier("qsa N=5 q=2", budget=0), "budget must be a positive number"),
        (lambda: dimension(np.eye(3), bits=1, threshold="zero"), "leave out threshold"),
        (lambda: construct(""), "name a construction"),
        (lambda: SparseAveraging(6.0, 2), "N and q must be integers"),
        (lambda: Match2("5"), "M, the modulus, must be an integer >= 1"),
    ],
)
def test_wrong_input_is_told_in_one_sentence(make, words):
    with pytest.raises(TaskError) as caught:
        make()
    assert words in str(caught.value)
    assert "--" not in str(caught.value)


def test_a_budget_that_is_none_is_told():
    for wrong in (True, "60"):
        with pytest.raises(TypeError, match="budget must be a number of seconds"):
            probe("qsa N=4 q=1", budget=wrong)
    for call, asked in ((probe, "qsa N=4 q=1"), (measure, "disj n=2"), (dimension, "subsets n=4 k=1")):
        with pytest.raises(ValueError, match="budget must be a positive number"):
            call(asked, budget=-1)
        with pytest.raises(ValueError, match="seed must be an integer >= 0"):
            call(asked, seed=-1)


def test_matrices_are_measured():
    greater = measure(lambda a, b: a > b, (range(4), range(4)), only="D")
    assert greater["D"].lower.value == measure("gt n=2", only=["D"])["D"].lower.value == 3
    assert measure("match3 M=4 N=3", cut="PAB", public=1, only="D").complete
    assert measure("disj n=2", only="gamma2_alpha", alpha=1.5)["gamma2_alpha"].parameter == Fraction(3, 2)


def test_reductions_are_encoded_and_checked():
    found = reduce("disj", "match3", a="0110", b="0011")
    assert (found.encoded.answer, found.holds, found.reduction.source.n) == (0, True, 4)
    assert "match3(M=10, N=9)" in str(found)
    assert "position 1" in found._repr_html_()
    checked = reduce("disj match3 n=1:3", verify=True)
    assert checked.holds is True
    assert [one.source.n for one in checked.reductions] == [1, 2, 3]
    assert reduce("disj", "match3", n=2).holds is None
    assert reduce("disj", "match3", n=3, symbolic=True).holds is True
    assert isinstance(check(checked.certificate()), headcount.Accepted)
    with pytest.raises(ReductionError, match="b is missing"):
        reduce("disj", "match3", a="01")


def test_units_are_run_as_protocols():
    found = protocol("match3", n=2, m=2, p=2, H=2, every=True)
    assert len(found.runs) == 16
    assert found.bits[1] <= found.formula_bits
    one = protocol("match3 n=2 m=2 p=2 a=01 b=10")
    assert one.pairs == (((0, 1), (1, 0)),)
    assert f"{one.runs[0].total} bits" in str(one)
    assert str(one.runs[0].messages[0].bits) in one._repr_html_()
    assert protocol("match3", n=2, unit=one.protocol.unit, a="01", b="10").runs == one.runs


def test_constructions_and_dimensions():
    assert construct("qsa-moment-curve N=6 q=2").size == construct("qsa-moment-curve", N=6, q=2).size
    assert construct("qsa-sign-keys", N=64, q=2, error="1/10").size.m > 0
    assert ends(dimension("subsets n=6 k=1", bits=1)[1]) == (3, 3)
    assert ends(dimension(scipy.sparse.eye_array(4))) == (2, 2)


HELD = """
import networkx as nx
import numpy as np

A = 2 * np.eye(4, dtype=int) - 1
ROWS = ["0-", "-0"]
G = nx.complete_graph(4)
NUMBER = 7


def ring(n):
    return nx.cycle_graph(n)
"""


def test_rows_arrays_and_graphs_of_a_file_are_probed(headcount, tmp_path):
    (tmp_path / "held.py").write_text(HELD)
    for words, ends in (
        (("held.py:A",), "2 <= m <= 2"),
        (("held.py:A", "--null"), "3 <= m <= 3"),
        (("held.py:ROWS",), "1 <= m <= 1"),
        (("held.py:G",), "3 <= m <= 3"),
        (("held.py:ring", "n=6"), "3 <= m <= 3"),
    ):
        code, out, err = headcount("probe", *words)
        assert (code, err) == (0, "")
        assert ends in out
    code, _, err = headcount("probe", "held.py:NUMBER")
    assert code == 2
    assert "or rows, an array or a graph, got int" in err


def test_an_array_of_signs_is_no_attention_matrix(headcount, tmp_path):
    np.save(tmp_path / "signs.npy", 2 * np.eye(4) - 1)
    code, _, err = headcount("probe", "signs.npy")
    assert code == 2
    assert "an entry must be >= 0, got -1; arrays are read as attention weights: for a sign pattern name it in" in err
