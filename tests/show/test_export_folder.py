"""``headcount export``: what is in the folder, and what is refused."""

import errno
import hashlib
import json
import os
from pathlib import Path

import pytest

import proved
from headcount.show.export.folder import NotAcceptedError, export

PLAIN = "chirotope-uniform"
WORDS = ("chirotope", "independence", "communication-parts", "communication-rare")
NAMES = sorted(name for name in proved.accepted() if name.startswith(WORDS))


@pytest.fixture
def written(tmp_path_factory):
    """Where certificates of the corpora are, by name."""

    folder = tmp_path_factory.mktemp("certificates")

    def write(name):
        path = folder / f"{name}.json"
        path.write_text(json.dumps(proved.accepted()[name]))
        return path

    return write


def exported(folder):
    return json.loads((Path(folder) / "export.json").read_text())


def test_everything_in_the_folder_is_listed_and_explained(headcount, written):
    files = [written(name) for name in NAMES]
    code, out, err = headcount("export", *files, "-o", "out", "--json")
    assert (code, err) == (0, "")
    printed = [json.loads(line) for line in out.splitlines()]
    assert sorted(path.name for path in Path("out").iterdir()) == sorted(path.stem for path in files)
    for path, said in zip(files, printed, strict=True):
        folder = Path("out", path.stem)
        assert said == exported(folder)
        assert (said["format"], said["version"]) == ("headcount-export", 2)
        names = {file["name"] for file in said["files"]}
        assert {one.name for one in folder.iterdir()} == {"README.txt", "certificate.json", "export.json", *names}
        assert (folder / "certificate.json").read_bytes() == path.read_bytes()
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
                assert claim["claim"] == {k: v for k, v in mine.items() if k not in ("question", "proof")}
                assert claim["question"] == mine.get("question", stated.get("question"))
                assert claim["kind"].startswith(mine["proof"]["rule"])
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


def test_a_certificate_without_refutations(headcount, written):
    code, out, err = headcount("export", written("symmetric-squares"), "-o", "out")
    assert (code, err) == (0, "")
    assert "not exported: 2 (theorem: columns independent, theorem: squares), a theorem in closed form" in out
    assert "no claim rests on clauses" in out
    (claim,) = [claim for claim in exported("out")["claims"] if claim["kind"] == "theorem: squares"]
    assert "closed form" in claim["by"]["not exported"]
    assert "Not exported:" in Path("out/README.txt").read_text()


def test_a_damaged_certificate_gets_the_answer_of_check(headcount, written):
    damaged = {3: {**proved.accepted()[PLAIN]}, 4: {"format": "headcount-certificate", "version": 3}}
    damaged[3]["claims"] = [{**claim, "value": claim["value"] + 1} for claim in damaged[3]["claims"]]
    plain = written(PLAIN)
    for wanted, certificate in damaged.items():
        path = plain.with_name(f"{wanted}.json")
        path.write_text(json.dumps(certificate))
        checked = headcount("check", path)
        assert checked[0] == wanted
        assert headcount("export", path, "-o", "out") == checked
        assert headcount("export", path, "-o", "out", "--json") == headcount("check", path, "--json")
        code, out, _ = headcount("export", plain, path, "-o", "out")
        assert (code, out) == (wanted, checked[1])
    assert headcount("export", plain, "-o", "out", "--limit", "100")[0] == 5
    assert not Path("out").exists()


def test_a_folder_that_is_there(headcount, written):
    Path("out").mkdir()
    assert headcount("export", written(PLAIN), "-o", "out")[0] == 0  # an empty one
    before = sorted(Path("out").iterdir())
    code, out, err = headcount("export", written(PLAIN), "-o", "out")
    assert (code, out) == (2, "")
    assert err == "headcount: the folder 'out' is not empty; name another one, or replace it with --force\n"
    Path("out/left.txt").write_text("of the earlier export")
    assert headcount("export", written(PLAIN), "-o", "out", "--force")[0] == 0
    assert sorted(Path("out").iterdir()) == before
    assert headcount("export", written(PLAIN), written("chirotope-rows"), "-o", "out", "--force")[0] == 0
    assert sorted(path.name for path in Path("out").iterdir()) == ["chirotope-rows", "chirotope-uniform"]
    assert headcount("export", written(PLAIN), "-o", "out", "--force")[0] == 0
    assert [path.name for path in Path().iterdir()] == ["out"]


def test_what_is_not_ours_is_never_replaced(headcount, written):
    Path("mine").mkdir()
    Path("mine/thesis.tex").write_text("years of work")
    for words in ([], ["--force"]):
        code, _, err = headcount("export", written(PLAIN), "-o", "mine", *words)
        assert code == 2
        assert "name another one" in err
    assert headcount("export", written(PLAIN), "-o", "out")[0] == 0
    code, _, err = headcount("export", "out/certificate.json", "-o", "out", "--force")
    assert (code, "lies in the folder to be replaced" in err) == (2, True)
    code, _, err = headcount("export", written(PLAIN), "-o", "mine/thesis.tex")
    assert (code, "needs a folder" in err) == (2, True)
    code, _, err = headcount("export", written(PLAIN), "-o", "none/such/place")
    assert (code, "does not exist; create it first" in err) == (2, True)
    code, _, err = headcount("export", written(PLAIN), written(PLAIN), "-o", "twice")
    assert (code, "different names" in err) == (2, True)
    assert Path("mine/thesis.tex").read_text() == "years of work"


def test_a_disk_that_is_full_leaves_what_was_there(headcount, written, monkeypatch):
    plain = written(PLAIN)
    assert headcount("export", plain, "-o", "out")[0] == 0
    before = {path.name: path.read_bytes() for path in Path("out").iterdir()}

    def full(self, *words, **named):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    code, out, err = headcount("export", plain, "-o", "out", "--force")
    assert (code, out) == (2, "")
    assert "No space left on device" in err
    assert {path.name: path.read_bytes() for path in Path("out").iterdir()} == before
    assert [path.name for path in Path().iterdir()] == ["out"]


def test_from_python(tmp_path):
    found = export(proved.accepted()[PLAIN], tmp_path / "out")
    assert found.to_json() == exported(tmp_path / "out")
    assert {file.expected for file in found.files} >= {"unsat", "verified"}
    wrong = {**proved.accepted()[PLAIN]}
    wrong["claims"] = [{**claim, "value": claim["value"] + 1} for claim in wrong["claims"]]
    with pytest.raises(NotAcceptedError, match="value-not-proved") as raised:
        export(wrong, tmp_path / "other")
    assert [verdict.exit_code for _, verdict in raised.value.verdicts] == [3]
    assert not (tmp_path / "other").exists()


def test_a_folder_that_cannot_be_moved_in_place_is_put_back(headcount, written, monkeypatch):
    assert headcount("export", written(PLAIN), "-o", "out")[0] == 0
    before = sorted(Path("out").iterdir())
    replace, calls = os.replace, []

    def fails_once(source, target):
        calls.append(target)
        if len(calls) == 2:
            raise OSError(errno.EBUSY, "Device or resource busy")
        replace(source, target)

    monkeypatch.setattr(os, "replace", fails_once)
    code, _, err = headcount("export", written(PLAIN), "-o", "out", "--force")
    assert (code, "Device or resource busy" in err) == (2, True)
    assert sorted(Path("out").iterdir()) == before
    assert [path.name for path in Path().iterdir()] == ["out"]
