"""The programs in independent/ on exports: they agree with the checker, and see what is wrong."""

import ast
import importlib.util
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import proved
from _proofs_without_hints import dratify_says
from headcount import export

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "independent"


def program(name):
    """One of the programs, as a module that is in nobody's way."""
    specification = importlib.util.spec_from_file_location(f"independent_{name}", FOLDER / f"{name}.py")
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


lrat = program("lrat")
SAMPLE = (
    *("chirotope-lex", "chirotope-product", "chirotope-ternary-basis", "chirotope-ternary-plucker", "chirotope-within"),
    *("independence-rows", "independence-columns", "relevance-rows", "sparse-refutation", "claims-of-two-classes"),
    *(
        "communication-cover-refutation-4x4",
        "communication-partition-refutation-hexagon",
        "communication-fooling-refutation-eq2",
        "communication-message-refutation-c5",
    ),
    *("communication-parts-five", "communication-rare-words-upper-vc_columns-disj2", "communication-theorem-lower"),
)


@pytest.fixture(scope="module")
def exports(tmp_path_factory):
    """Folders of exports by name, made once."""
    place = tmp_path_factory.mktemp("exports")
    for name in SAMPLE:
        export(proved.accepted()[name], place / name)
    return place


def test_nothing_else_is_imported():
    ours = {path.stem for path in [*FOLDER.glob("*.py"), *FOLDER.glob("*/")]} - {"__pycache__"}
    for path in FOLDER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [name.name for name in node.names] if isinstance(node, ast.Import) else []
            names += [node.module] if isinstance(node, ast.ImportFrom) and node.level == 0 else []
            assert getattr(node, "level", 0) <= 1, path
            assert all(name.partition(".")[0] in sys.stdlib_module_names | ours for name in names), path
    assert not ours & {"headcount"}


@pytest.mark.parametrize("name", SAMPLE)
def test_they_agree(name, exports):
    claims = json.loads((exports / name / "export.json").read_text())["claims"]
    assert any("refutations" in claim["by"] for claim in claims)
    assert lrat.main([exports / name]) == 0


def test_a_proof_with_a_hint_left_out_is_refused(exports, tmp_path, capsys):
    folder = exports / "chirotope-lex"
    proof = (folder / "claim-0.lrat").read_text()
    cnf, other = folder / "claim-0.cnf", tmp_path / "other.lrat"
    lines = proof.splitlines()
    words = lines[-1].split()
    for bad in (
        [*lines[:-1], " ".join([*words[:-2], "0"])],
        lines[:-1],
        [*lines[:-1], lines[-1].replace(" 0 ", " 0 -", 1)],
    ):
        other.write_text("\n".join(bad) + "\n")
        assert lrat.main([cnf, other]) == 3
        assert "refused" in capsys.readouterr().out
    other.write_text("1 2 3\n")
    assert lrat.main([cnf, other]) == 4


@pytest.mark.parametrize("text", ["p cnf 1\n1 0\n", "p cnf 1 2\n1 0\n", "p cnf 1 1\n2 0\n", "", "p cnf x y\n"])
def test_files_of_strangers(text, tmp_path, capsys):
    (tmp_path / "one.cnf").write_text(text)
    (tmp_path / "one.lrat").write_text("2 0 1 0\n")
    assert lrat.main([tmp_path]) == 4
    assert capsys.readouterr().out.count("\n") == 1


def test_the_verified_program_agrees_or_is_not_installed(exports):
    done = subprocess.run(
        [sys.executable, FOLDER / "verified_lrat.py", exports], capture_output=True, encoding="utf-8", check=False
    )
    if done.returncode == 5:
        assert "acl2 is not installed" in done.stdout
        pytest.skip("acl2 is not installed")
    assert done.returncode == 0, done.stdout
    assert "refused" not in done.stdout


def test_other_people_find_the_steps_themselves(exports):
    """Without hints; and with the last lemma, the empty clause, in place of all of them, some proofs are none."""
    verdicts = []
    for cnf in sorted(exports.rglob("*.cnf")):
        clauses, proof = cnf.read_text(), cnf.with_suffix(".lrat").read_text()
        assert dratify_says(clauses, proof) == "verified", cnf
        verdicts.append(dratify_says(clauses, proof.splitlines()[-1] if proof else ""))
    assert any(words.startswith("refused") for words in verdicts)


@pytest.mark.slow
def test_every_fourth_refutation_of_the_ledger_and_the_corpora():
    """All of them are given to the programs by ``make second-opinion``."""
    command = [sys.executable, ROOT / "benchmarks" / "independent_programs.py", "--every", "4"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^lrat.py: \d+ verified$", done.stdout, re.MULTILINE)
