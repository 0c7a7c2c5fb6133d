"""``headcount measure`` of functions with several values and of numbers."""

import json

import pytest

PATIENT = ("--budget", "1000")


def test_a_function_with_several_values(headcount, tmp_path):
    path = tmp_path / "max.json"
    code, out, _ = headcount("measure", "max", "n=2", "--only", "D,cover,gamma2", "-q", "-o", str(path), *PATIENT)
    assert code == 0
    rows = {line.split()[0]: line.split()[1:4] for line in out.splitlines()[2:]}
    assert rows["D"] == ["4", "4", "exact"]
    assert rows["cover"] == ["7", "7", "exact"]
    assert rows["gamma2"][2] == "undefined"
    code, out, _ = headcount("check", str(path))
    assert code == 0 and "ACCEPTED" in out


def test_a_file_of_numbers(headcount, tmp_path):
    (tmp_path / "squares.csv").write_text("0,1,4\n1,0,1\n4,1,0\n")
    words = ("measure", str(tmp_path / "squares.csv"), "--only", "rank,nonnegative_rank,psd_rank", "--json", "-q")
    code, out, _ = headcount(*words, *PATIENT)
    assert code == 0
    found = json.loads(out)["measures"]
    assert {name: (one["lower"], one["upper"]) for name, one in found.items()} == {
        "rank": (3, 3),
        "nonnegative_rank": (3, 3),
        "psd_rank": (2, 2),
    }


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("max",), "max takes the sizes n and no other; write max n=2"),
        (("hexagon", "n=3"), "takes the sizes none"),
        (("pointer-end", "n=3"), "write pointer-end n=3 k=2"),
        (("hexagon", "--plot", "x.png"), "--plot is for 0/1 matrices"),
        (("hexagon", "--only", "cover", "--export", "lp", "x.lp"), "--export is for 0/1 matrices"),
        (("ghd", "n=4", "gap=1"), "n - gap even"),
        (("udisj",), "udisj needs n"),
    ],
)
def test_mistakes(headcount, words, said):
    code, _, err = headcount("measure", *words)
    assert code == 2
    assert said in err


def test_negative_numbers_have_no_nonnegative_rank(headcount, tmp_path):
    (tmp_path / "a.csv").write_text("0,-3\n2,1\n")
    code, _, err = headcount("measure", str(tmp_path / "a.csv"))
    assert code == 2
    assert "numbers from 0, got '-3' in row 1, column 2" in err
