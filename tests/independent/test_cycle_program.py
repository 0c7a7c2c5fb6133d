"""The exported form of a cycle, and a program that knows nothing of headcount: it agrees with the checker."""

import random
import runpy
from pathlib import Path

import pytest

from headcount import export
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted
from headcount.solvers.sign_rank.cycles import best_cycle, signs_of

PROGRAM = Path(__file__).resolve().parents[2] / "independent" / "cycle.py"
main, proved = (runpy.run_path(str(PROGRAM))[name] for name in ("main", "proved"))
NUMBERS = {"+": 1, "-": -1, "0": 0, "*": None}


def certificate(rows, members, null=True, of="columns"):
    proof = {"rule": "theorem", "name": "cycle", "of": of, "members": [list(one) for one in members]}
    size = len(members[0]) - 1 - (not null)
    claim = {"resource": "m", "unit_class": "SIGN", "side": "lower", "value": size, "proof": proof}
    question = {"task": "pattern", "rows": list(rows), "null": null}
    return {"format": "headcount-certificate", "version": 3, "question": question, "claims": [claim]}


@pytest.mark.parametrize("null", [True, False])
@pytest.mark.parametrize("of", ["columns", "rows"])
def test_an_exported_cycle_is_verified(tmp_path, capsys, null, of):
    rng = random.Random(3)
    rows = ["".join(rng.choice("+-+-+-+-0*") for _ in range(7)) for _ in range(9)]
    seen = rows if null else [*rows, "+" * 7]
    seen = seen if of == "columns" else ["".join(column) for column in zip(*seen, strict=True)]
    found = best_cycle(signs_of(seen), rng)
    (claim,) = export(certificate(rows, found.members, null, of), tmp_path / "out").claims
    paths = [str(tmp_path / "out" / claim["by"][name]) for name in ("pattern", "members")]
    assert main(paths) == 0
    assert f"at least {found.size} ({len(found.members)} members)" in capsys.readouterr().out
    lines = Path(paths[1]).read_text("utf-8").splitlines()
    Path(paths[1]).write_text("\n".join(lines[:-1]), "utf-8")
    assert main(paths) == 3
    assert "lie in an odd number of members" in capsys.readouterr().out
    assert main([paths[0], str(tmp_path / "none.csv")]) == 4


@pytest.mark.parametrize(
    ("pattern", "members", "code", "said"),
    [
        ("a,b\n1,1\n1,-1\n", "r,c,c\n0,0,1\n1,0,1\n", 0, "at least 2 (2 members)"),
        ("a,b\n1,1\n1,-1\n", "r,c,c\n0,0,1\n1,0,1\n\n", 4, "a line is empty"),
        ("a,b\n1,1\n1,-1\n", "r,c,c\n", 3, "one or more, of one size"),
        ("a,b\n1,1\n1,-1,1\n", "r,c,c\n0,0,1\n", 4, "longer than another"),
        ("a,b\n1,2\n1,-1\n", "r,c,c\n0,0,1\n", 4, "got 2"),
        ("a,b\n1,1\n", "r\n0\n", 3, "each a row and one or more columns"),
        ("a\n" + '"' + "1" * 200_000 + '"', "r,c,c\n0,0,1\n", 4, "field larger than"),
        ("a,b\n1,1\n", "r,c,c\n0,1,0\n", 3, "line 2: the columns do not rise"),
    ],
)
def test_wrong_files(tmp_path, capsys, pattern, members, code, said):
    paths = [tmp_path / "pattern.csv", tmp_path / "members.csv"]
    for path, text in zip(paths, (pattern, members), strict=True):
        path.write_text(text, "utf-8")
    assert main([str(path) for path in paths]) == code
    assert said in capsys.readouterr().out


def test_it_agrees_with_the_checker_on_random_lists(rotating_seed):
    rng, yes = random.Random(rotating_seed), 0
    for _ in range(200):
        rows = ["".join(rng.choice("+-+-+-0*") for _ in range(5)) for _ in range(6)]
        found = best_cycle(signs_of(rows), rng)
        if found is None:
            continue
        members = [list(one) for one in found.members]
        for _ in range(rng.randrange(2)):
            member = rng.choice(members)
            member[rng.randrange(len(member))] = rng.randrange(6)
        if rng.random() < 0.2:
            members.append(rng.choice(members))
        try:
            value = proved([[NUMBERS[x] for x in row] for row in rows], members)
        except ValueError:
            value = None
        accepted = isinstance(check(certificate(rows, members)), Accepted)
        assert accepted == (value is not None), members
        yes += accepted
    assert 25 < yes < 175
