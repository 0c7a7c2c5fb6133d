"""``headcount export``: the folder, what is refused, and clauses that a strict LRAT reader takes."""

import errno
import hashlib
import json
import os
from pathlib import Path

import pytest

import corpora
import strict_lrat
from headcount.workbench.export import NotAcceptedError, export

CHIROTOPES = sorted(corpora.accepted("chirotope*"))


def exported(folder):
    return json.loads((Path(folder) / "export.json").read_text())


@pytest.mark.parametrize("name", CHIROTOPES)
def test_signs_of_determinants(headcount, name):
    certificate = corpora.HERE / "accept" / f"{name}.json"
    code, out, err = headcount("export", certificate, "-o", "out")
    assert (code, err) == (0, "")
    assert out.startswith("out: ")
    assert Path("out/certificate.json").read_bytes() == certificate.read_bytes()
    stated = json.loads(certificate.read_text())
    for claim in exported("out")["claims"]:
        if "refutation" not in claim["by"]:
            continue
        for refutation, proof in (("refutation", "proof"), ("basis", "basis_proof")):
            if refutation in claim["by"]:
                cnf, lrat = (Path("out", claim["by"][key]).read_text() for key in (refutation, proof))
                assert strict_lrat.replay(cnf, lrat) >= 1
                comments, clauses, variables = strict_lrat.read_dimacs(cnf)
                assert json.loads(comments["question"][0]) == claim["question"]
                assert len(strict_lrat.labels(cnf, "variable")) == variables
                assert sorted(strict_lrat.labels(cnf, "clause")) == list(range(1, len(clauses) + 1))
        if claim["number"] < len(stated["claims"]):
            evidence = stated["claims"][claim["number"]]["evidence"]
            clauses = strict_lrat.read_dimacs(Path("out", claim["by"]["refutation"]).read_text())[1]
            assert [set(clause) for clause in clauses] == [set(axiom["clause"]) for axiom in evidence["axioms"]]


def test_everything_in_the_folder_is_listed_and_explained(headcount):
    files = [path for path in corpora.files("accept") if "independence" in path.stem or "order-three" in path.stem]
    files += [path for path in corpora.files("accept", corpora.OF_MEASURES) if "parts" in path.stem]
    code, out, err = headcount("export", *files, "-o", "out", "--json")
    assert (code, err) == (0, "")
    printed = [json.loads(line) for line in out.splitlines()]
    assert sorted(path.name for path in Path("out").iterdir()) == sorted(path.stem for path in files)
    for path, said in zip(files, printed, strict=True):
        folder = Path("out", path.stem)
        assert said == exported(folder)
        assert (said["format"], said["version"]) == ("headcount-export", 1)
        names = {file["name"] for file in said["files"]}
        assert {one.name for one in folder.iterdir()} == {"README.txt", "certificate.json", "export.json", *names}
        readme = (folder / "README.txt").read_text()
        for file in said["files"]:
            content = (folder / file["name"]).read_bytes()
            assert (file["bytes"], file["sha256"]) == (len(content), hashlib.sha256(content).hexdigest())
            assert f"{file['name']} (expected: {file['expected']})" in readme
        stated = json.loads(path.read_text())
        for number, claim in enumerate(said["claims"]):
            assert claim["number"] == number
            if number < len(stated["claims"]):
                mine = stated["claims"][number]
                assert claim["claim"] == {k: v for k, v in mine.items() if k not in ("question", "evidence")}
                assert claim["question"] == mine.get("question", stated.get("question"))
                assert claim["kind"] == mine["evidence"]["kind"]
            else:
                assert claim["premise of"] < number
                assert number in said["claims"][claim["premise of"]]["rests on"]
            for name in written_words(claim["by"]):
                assert name in names


def written_words(by):
    """The files that ``by`` names."""
    for value in by.values() if isinstance(by, dict) else by:
        if isinstance(value, dict | list):
            yield from written_words(value)
        elif isinstance(value, str) and value.startswith("claim-"):
            yield value


def test_a_certificate_without_refutations(headcount):
    code, out, err = headcount("export", ACCEPT / "symmetric-squares.json", "-o", "out")
    assert (code, err) == (0, "")
    assert "not exported: 2 (symmetric, squares), an argument in closed form" in out
    assert "no claim rests on clauses" in out
    (claim,) = [claim for claim in exported("out")["claims"] if claim["kind"] == "squares"]
    assert "argument in closed form" in claim["by"]["not exported"]
    assert "Not exported:" in Path("out/README.txt").read_text()


ACCEPT = corpora.HERE / "accept"
PLAIN = ACCEPT / "chirotope-uniform.json"


def test_a_damaged_certificate_gets_the_answer_of_check(headcount):
    damaged = [corpora.files(folder)[0] for folder in ("reject", "malformed", "undecided")]
    for path, wanted in zip(damaged, (3, 4, 5), strict=True):
        checked = headcount("check", path)
        assert checked[0] == wanted
        assert headcount("export", path, "-o", "out") == checked
        assert headcount("export", path, "-o", "out", "--json") == headcount("check", path, "--json")
        code, out, _ = headcount("export", PLAIN, path, "-o", "out")
        assert (code, out) == (wanted, checked[1])
    assert headcount("export", PLAIN, "-o", "out", "--limit", "100")[0] == 5
    assert list(Path().iterdir()) == []


def test_a_folder_that_is_there(headcount):
    Path("out").mkdir()
    assert headcount("export", PLAIN, "-o", "out")[0] == 0  # an empty one
    before = sorted(Path("out").iterdir())
    code, out, err = headcount("export", PLAIN, "-o", "out")
    assert (code, out) == (2, "")
    assert err == "headcount: the folder 'out' is not empty; name another one, or replace it with --force\n"
    Path("out/left.txt").write_text("of the earlier export")
    assert headcount("export", PLAIN, "-o", "out", "--force")[0] == 0
    assert sorted(Path("out").iterdir()) == before
    assert headcount("export", PLAIN, ACCEPT / "chirotope-rows.json", "-o", "out", "--force")[0] == 0
    assert sorted(path.name for path in Path("out").iterdir()) == ["chirotope-rows", "chirotope-uniform"]
    assert headcount("export", PLAIN, "-o", "out", "--force")[0] == 0
    assert [path.name for path in Path().iterdir()] == ["out"]


def test_what_is_not_ours_is_never_replaced(headcount):
    Path("mine").mkdir()
    Path("mine/thesis.tex").write_text("years of work")
    for words in ([], ["--force"]):
        code, _, err = headcount("export", PLAIN, "-o", "mine", *words)
        assert code == 2
        assert "name another one" in err
    assert headcount("export", PLAIN, "-o", "out")[0] == 0
    code, _, err = headcount("export", "out/certificate.json", "-o", "out", "--force")
    assert (code, "lies in the folder to be replaced" in err) == (2, True)
    code, _, err = headcount("export", PLAIN, "-o", "mine/thesis.tex")
    assert (code, "needs a folder" in err) == (2, True)
    code, _, err = headcount("export", PLAIN, "-o", "none/such/place")
    assert (code, "does not exist; create it first" in err) == (2, True)
    code, _, err = headcount("export", PLAIN, PLAIN, "-o", "twice")
    assert (code, "different names" in err) == (2, True)
    assert Path("mine/thesis.tex").read_text() == "years of work"


def test_a_disk_that_is_full_leaves_what_was_there(headcount, monkeypatch):
    assert headcount("export", PLAIN, "-o", "out")[0] == 0
    before = {path.name: path.read_bytes() for path in Path("out").iterdir()}

    def full(self, *words, **named):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    code, out, err = headcount("export", PLAIN, "-o", "out", "--force")
    assert (code, out) == (2, "")
    assert "No space left on device" in err
    assert {path.name: path.read_bytes() for path in Path("out").iterdir()} == before
    assert [path.name for path in Path().iterdir()] == ["out"]


def test_from_python(tmp_path):
    found = export(json.loads(PLAIN.read_text()), tmp_path / "out")
    assert found.to_json() == exported(tmp_path / "out")
    assert {file.expected for file in found.files} >= {"unsat", "verified"}
    with pytest.raises(NotAcceptedError, match="crossed-bounds") as raised:
        export(corpora.HERE / "reject" / "crossed-bounds.json", tmp_path / "other")
    assert [verdict.exit_code for _, verdict in raised.value.verdicts] == [3]
    assert not (tmp_path / "other").exists()


def test_a_folder_that_cannot_be_moved_in_place_is_put_back(headcount, monkeypatch):
    assert headcount("export", PLAIN, "-o", "out")[0] == 0
    before = sorted(Path("out").iterdir())
    replace, calls = os.replace, []

    def fails_once(source, target):
        calls.append(target)
        if len(calls) == 2:
            raise OSError(errno.EBUSY, "Device or resource busy")
        replace(source, target)

    monkeypatch.setattr(os, "replace", fails_once)
    code, _, err = headcount("export", PLAIN, "-o", "out", "--force")
    assert (code, "Device or resource busy" in err) == (2, True)
    assert sorted(Path("out").iterdir()) == before
    assert [path.name for path in Path().iterdir()] == ["out"]
