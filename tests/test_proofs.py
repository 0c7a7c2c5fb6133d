"""The proofs in Coq: what the guide quotes, what the build says without Coq, and that an axiom is noticed."""

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import corpora

ROOT = Path(__file__).parents[1]
PROOFS = ROOT / "proofs"
QUOTED = re.compile(r"^\.\. code-block:: coq\n((?:   .*\n|\n)+)", re.MULTILINE)
STATEMENT = re.compile(r"^ *((?:Theorem|Definition) \w+.*?\.)$", re.MULTILINE | re.DOTALL)
needs_coq = pytest.mark.skipif(
    shutil.which("coqc") is None, reason="Coq is not installed; CONTRIBUTING.rst names the packages"
)


def plain(text):
    return " ".join(text.split())


def files():
    names = [line for line in (PROOFS / "_CoqProject").read_text("utf-8").split() if line.endswith(".v")]
    return {name: re.sub(r"\(\*.*?\*\)", " ", (PROOFS / name).read_text("utf-8"), flags=re.DOTALL) for name in names}


def quoted():
    blocks = QUOTED.findall((ROOT / "docs" / "howto" / "other_programs.rst").read_text("utf-8"))
    return [plain(statement) for block in blocks for statement in STATEMENT.findall(block)]


def test_the_page_quotes_what_is_proved():
    proved = plain(" ".join(files().values()))
    statements = quoted()
    assert len(statements) >= 9
    for statement in statements:
        assert f" {statement} " in f" {proved} ", statement


def test_what_is_quoted_is_printed_with_its_assumptions():
    printed = set(re.findall(r"^Print Assumptions (\w+)\.$", files()["assumptions.v"], re.MULTILINE))
    assert {statement.split()[1] for statement in quoted() if statement.startswith("Theorem")} <= printed


def test_every_file_is_built_and_no_proof_is_left_out():
    assert set(files()) == {path.name for path in PROOFS.glob("*.v")}
    for name, text in files().items():
        assert not re.search(
            r"\b(Axioms?|Admitted|admit|Abort|Parameters?|Conjecture|Hypothes[ie]s|bypass_check)\b", text
        ), name


def built(folder, **environment):
    return subprocess.run(
        ["sh", str(folder / "build.sh")], env={**os.environ, **environment}, capture_output=True, encoding="utf-8"
    )


def test_without_coq_one_sentence_says_so(tmp_path):
    for tool in ("sh", "dirname"):
        (tmp_path / tool).symlink_to(shutil.which(tool))
    done = built(PROOFS, PATH=str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "proofs/ not built: coqc is not installed (CONTRIBUTING.rst names the packages)\n"


@needs_coq
@pytest.mark.parametrize(
    "proof", ["Proof. exact: I. Qed.", "Admitted.", "Proof. exact: wrong. Qed.", "Proof. by []. Qed."]
)
def test_a_theorem_that_rests_on_an_axiom_or_fails_is_noticed(tmp_path, proof):
    folder = tmp_path / "proofs"
    folder.mkdir()
    shutil.copy(PROOFS / "build.sh", folder)
    (folder / "_CoqProject").write_text("-R . Headcount\nfacts.v\nassumptions.v\n")
    truth = "True" if proof.startswith("Proof. exact: I") else "1 = 2"
    head = "From mathcomp Require Import all_ssreflect.\n"
    (folder / "facts.v").write_text(f"{head}Axiom wrong : 1 = 2.\nTheorem fact : {truth}.\n{proof}\n")
    (folder / "assumptions.v").write_text("From Headcount Require Import facts.\nPrint Assumptions fact.\n")
    done = built(folder)
    assert (done.returncode == 0) == (truth == "True"), done.stdout + done.stderr
    assert ("1 theorems proved, no axioms" in done.stdout) == (truth == "True")


def written(folder, corpus, names):
    """Files with certificates of the corpora."""
    found = {entry["name"]: entry["certificate"] for entry in corpora.corpus(corpus)}
    paths = [folder / f"{name}.json" for name in names]
    for path, name in zip(paths, names, strict=True):
        path.write_text(json.dumps(found[name]), "utf-8")
    return paths


@needs_coq
@pytest.mark.slow
def test_the_proofs_hold_without_axioms_and_compute_a_share_of_the_corpus(tmp_path, rotating_seed):
    """Built where ``make proofs`` builds them, which then has nothing left to do."""
    done = built(PROOFS)
    assert done.returncode == 0, done.stdout + done.stderr
    *answers, summary = done.stdout.splitlines()
    assert all(answer.endswith(": Closed under the global context") for answer in answers)
    assert f": {len(answers)} theorems proved, no axioms" in summary

    def replayed(*certificates):
        command = [sys.executable, str(PROOFS / "replay.py"), *map(str, certificates)]
        return subprocess.run(command, capture_output=True, encoding="utf-8")

    always = ["chirotope-product", "chirotope-lex", "cycle-eq-4", "cycle-of-rows"]
    names = [name for name in corpora.accepted() if name.startswith(("chirotope-", "independence", "cycle-"))]
    done = replayed(*written(tmp_path, "accept", {*always, *names[rotating_seed % 4 :: 4]}))
    assert done.returncode == 0, done.stdout + done.stderr
    for name in always:
        assert f"{name}.json: {name.partition('-')[0]}: proved by Coq" in done.stdout
    unproved = [line for line in done.stdout.splitlines() if "proved by Coq" not in line]
    assert all("is not written out here" in line for line in unproved), unproved

    tricks = "products-differ|nothing-strict|inequality-not-forced|not-an-automorphism|lemma-not-implied|cycle-"
    rejected = [
        entry["name"]
        for entry in corpora.corpus("reject")
        if re.match(tricks, entry["name"]) and entry["expected"][0] in ("clauses", "theorem")
    ]
    wrong = written(tmp_path, "reject", [name for name in rejected if "an-order" not in name][rotating_seed % 3 :: 3])
    # one literal dropped from a clause of an identity: what the checker rejects Coq rejects
    certificate = corpora.accepted()["chirotope-uniform"]
    for run, (schema, *clauses) in enumerate(certificate["claims"][0]["proof"]["given"]):
        if schema in ("cramer", "plucker") and clauses:
            mutant = json.loads(json.dumps(certificate))
            mutant["claims"][0]["proof"]["given"][run][1 + rotating_seed % len(clauses)].pop()
            wrong.append(tmp_path / f"{run}.json")
            wrong[-1].write_text(json.dumps(mutant), "utf-8")
    done = replayed(*wrong)
    assert len(wrong) >= 8
    assert done.returncode == 1
    assert done.stdout.count("REJECTED by Coq") == len(wrong), done.stdout + done.stderr


def test_what_is_no_integer_never_reaches_coq(tmp_path, monkeypatch, capsys):
    spec = importlib.util.spec_from_file_location("replay", PROOFS / "replay.py")
    replay = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(replay)
    (tmp_path / "widths.vo").write_text("")
    monkeypatch.setattr(replay, "BUILT", tmp_path)
    certificate = corpora.accepted()["chirotope-uniform"]
    proof = certificate["claims"][0]["proof"]
    for place in ("dimension", "uniform"):
        wrong = json.loads(json.dumps(certificate))
        wrong["claims"][0]["proof"][place] = f"{proof[place]}. Axiom"
        (tmp_path / "wrong.json").write_text(json.dumps(wrong), "utf-8")
        assert replay.main([str(tmp_path / "wrong.json")]) == 1
        assert "not well formed; `headcount check` says where" in capsys.readouterr().out


def test_every_rule_is_in_a_list_of_rules():
    """A rule that no list names would be proved and never tried."""
    listed = {
        name
        for text in files().values()
        for list_ in re.findall(r"seq rule := (.*?)\.\s", text, re.DOTALL)
        for name in re.findall(r"\w+", list_)
    }
    defined = {
        name for text in files().values() for name in re.findall(r"Definition (\w+) : (?:seq rule|rule) :=", text)
    }
    assert len(defined) > 5 and defined <= {*listed, "all_rules"}


def test_what_has_to_be_read_is_short():
    """The claims and the definitions of one topic."""
    lengths = {path.name: len(path.read_text("utf-8").splitlines()) for path in PROOFS.glob("statements*.v")}
    assert len(lengths) == 4
    assert lengths["statements.v"] + max(lengths.values()) <= 300
