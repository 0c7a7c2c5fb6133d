"""The pytest plugin, in pytests of their own: verdicts, the store, errors, options, and what a run reports."""

import json
import signal
import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import claims_projects as projects
from claims_projects import CLAIMS, HEAD, matrix, outline, project, run, run_apart
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted
from headcount.claims import ClaimStore
from html_pages import Page


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    """A project with the three kinds of claims after its first run, in a process: folder, exit code, output."""
    folder = project(tmp_path_factory.mktemp("claims"), test_claims=CLAIMS)
    return folder, *run_apart(folder, "-v", "--junitxml=junit.xml", "--claims-report=matrix.htm", "-s")


# --- verdicts -----------------------------------------------------------------


def test_each_instance_is_a_test_with_its_verdict(ran):
    _, code, output = ran
    assert code == 1
    lines = [line for line in output.splitlines() if line.startswith("test_claims.py::")]
    assert [line.split()[:2] for line in lines] == [
        ["test_claims.py::width[N=3,q=1]", "PROVED"],
        ["test_claims.py::width[N=4,q=1]", "PROVED"],
        ["test_claims.py::width[N=4,q=2]", "PROVED"],
        ["test_claims.py::width[N=5,q=1]", "PROVED"],
        ["test_claims.py::width[N=5,q=2]", "PROVED"],
        ["test_claims.py::always_three[M=2]", "REFUTED"],
        ["test_claims.py::always_three[M=3]", "REFUTED"],
        ["test_claims.py::always_three[M=4]", "PROVED"],
        ["test_claims.py::too_hard", "OPEN"],
    ]
    assert "2 failed, 6 passed, 1 open in" in output


def test_refuted_names_a_certificate_that_is_accepted(ran):
    folder, _, output = ran
    shown = output[output.index("_ always_three[M=2] _") : output.index("_ always_three[M=3] _")].splitlines()
    assert "counterexample: M=2" in shown
    assert not any(line.startswith("{") for line in shown)
    (command,) = [line for line in shown if line.startswith("headcount check ")]
    name = command.removeprefix("headcount check ")
    assert name.startswith(".headcount/certificates/")
    assert isinstance(check(folder / name), Accepted)
    assert json.loads((folder / name).read_text())["claims"][0]["side"] == "upper"  # m <= 2 refutes m == 3


def test_refuted_prints_the_certificate_where_nothing_is_kept(tmp_path):
    text = f"{HEAD}\n@claim(M=[2])\ndef always_three(M):\n    return least('m', f'match2 M={{M}}') == 3\n"
    code, output = run(project(tmp_path, test_none_kept=text), "--claims-no-store")
    assert code == 1
    lines = output.splitlines()
    assert "headcount check counterexample.json" in lines
    (text,) = [line for line in lines if line.startswith("{")]
    assert isinstance(check(json.loads(text)), Accepted)


def test_summary_has_a_line_for_each_claim(ran):
    _, _, output = ran
    summary = output[output.index("= claims =") :].splitlines()
    assert "PROVED   5 of 5  width: The least m of q-SA is <b>min(2q, N - 1)</b>. (N = 3..5, q = 1, 2)" in summary
    assert "REFUTED  2 of 3  always_three: Match2 needs m = 3. (M = 2..4)" in summary
    assert any(line.strip().startswith("smallest counterexample at M=2: ") for line in summary)
    assert "OPEN     1 of 1  too_hard: too hard" in summary
    assert any(line.strip().startswith("open within 1 s: ") for line in summary)


def test_open_is_no_pass_in_junit(ran):
    folder, _, _ = ran
    cases = {case.get("name"): case for case in ElementTree.parse(folder / "junit.xml").iter("testcase")}
    ends = {name: [child.tag for child in case] for name, case in cases.items()}
    assert ends["too_hard"] == ["skipped"]
    assert "OPEN within 1 s" in cases["too_hard"][0].get("message")
    assert ends["always_three[M=3]"] == ["failure"]
    assert ends["width[N=3,q=1]"] == []


def test_shrunk_counterexample_is_named_with_its_origin(tmp_path):
    text = f"""{HEAD}
@claim(f=random_matrices(3, 3, 2))
def one_way_equals_D(f):
    return measured("one_way_ab", f) == measured("D", f)
"""
    code, output = run(project(tmp_path, test_shrunk=text), "--claims-report=matrix")
    assert code == 1
    assert "(shrunk from f=" in output
    found = matrix(tmp_path)["one_way_equals_D"]
    assert any(instance["parameters"]["f"] in ("10", "01") for instance in found["instances"])
    commands = [line.split() for line in output.splitlines() if line.startswith("headcount check ")]
    assert any(len(words) == 4 for words in commands)  # one for each side of ==


def test_falsehood_by_definition_needs_no_certificate(tmp_path):
    text = HEAD + '@claim()\ndef negative():\n    return least("m", "qsa N=4 q=1") < 0\n'
    code, output = run(project(tmp_path, test_it=text))
    assert (code, "this follows from the definitions; no certificate is needed" in output) == (1, True)


# --- the store ----------------------------------------------------------------


def test_second_run_replays(ran):
    folder, _, _ = ran
    before = outline(matrix(folder))
    code, output = run(folder, "--claims-report=again.html")
    assert code == 1
    assert outline(matrix(folder, "again")) == before
    assert f"9 of 9 instances by replaying certificates from {folder / '.headcount'}, without a search" in output
    _, output = run(folder, "-k", "too_hard", "-vv")
    assert "not searched again: give a greater --claims-budget, or --claims-retry" in " ".join(output.split())


@pytest.mark.slow
def test_retry_and_a_greater_budget_search_again(ran):
    folder, _, _ = ran
    for options, again in (([], False), (["--claims-retry"], True), (["--claims-budget=1.5"], True)):
        run(folder, "-k", "too_hard", "--claims-report=open", *options)
        (instance,) = matrix(folder, "open")["too_hard"]["instances"]
        assert (instance["verdict"], not instance["reused"]) == ("OPEN", again), options
    assert instance["budget"] == 1.5


@pytest.mark.slow
def test_store_is_where_it_is_asked_for(tmp_path):
    text = HEAD + '@claim(M=[4])\ndef three(M):\n    return least("m", f"match2 M={M}") == 3\n'
    folder = project(tmp_path / "one", test_it=text)
    assert run(folder, "--claims-no-store")[0] == 0
    assert sorted(path.name for path in folder.iterdir() if path.name != "__pycache__") == ["pytest.ini", "test_it.py"]
    (folder / "pytest.ini").write_text("[pytest]\nclaims_store = from ini\n")
    assert run(folder)[0] == 0
    assert len(list((folder / "from ini" / "certificates").iterdir())) == 1
    assert run(folder, f"--claims-store={tmp_path / 'kept'}")[0] == 0
    assert len(list((tmp_path / "kept" / "certificates").iterdir())) == 1


# --- part of a range ------------------------------------------------------------


def test_open_fails_if_asked_to(ran):
    folder, _, _ = ran
    code, output = run(folder, "-k", "too_hard", "-v", "--claims-open=fail")
    assert (code, "1 failed, 8 deselected" in output) == (1, True)
    assert "too_hard OPEN" in output
    code, output = run(folder, "-k", "too_hard", "-o", "claims_open=fail", "--claims-open=report")
    assert (code, "8 deselected, 1 open" in output) == (0, True)


def test_part_of_a_range_is_not_proved(ran):
    folder, _, _ = ran
    code, output = run(folder, "test_claims.py::width[N=4,q=2]", "--claims-report=part")
    assert code == 0
    assert "OPEN     1 PROVED, 1 of 5 instances run  width" in output
    found = matrix(folder, "part")["width"]
    assert (found["verdict"], found["run"], found["range_size"]) == ("OPEN", 1, 5)
    assert "not run, or not in the range" in (folder / "part.html").read_text("utf-8")


def test_claims_of_the_same_name_are_told_apart(tmp_path):
    text = HEAD + '@claim(M=[4])\ndef width(M):\n    return least("m", f"match2 M={M}") == %d\n'
    code, _ = run(project(tmp_path, test_a=text % 3, test_b=text % 4), "--claims-report=matrix")
    assert code == 1
    verdicts = {name: claim["verdict"] for name, claim in matrix(tmp_path).items()}
    assert verdicts == {"test_a.py::width": "PROVED", "test_b.py::width": "REFUTED"}


# --- the page -------------------------------------------------------------------


def test_page_holds_the_matrix(ran):
    folder, _, _ = ran
    page = Page((folder / "matrix.html").read_text("utf-8"))
    assert all(link.startswith("#") for link in page.links)  # nothing from elsewhere
    assert ("b", None) in page.tags  # ours
    assert "<b>min(2q, N - 1)</b>" in page.text  # the user's, as text
    assert "A & B <2000>" in page.text
    grid = [kind for tag, kind in page.tags if tag == "td" and kind and len(kind) == 1]
    # Joint verdicts 3, the 2x3 grid of width with q < N - 1, the line of always_three; tables of instances 5 + 3 + 1.
    assert {kind: grid.count(kind) for kind in "PRON"} == {"P": 1 + 5 + 1 + 5 + 1, "R": 1 + 2 + 2, "O": 1 + 1, "N": 1}
    assert "not in the range" in page.text
    assert "not run" not in page.text
    smallest = matrix(folder)["always_three"]["instances"][0]
    assert smallest["certificates"][0] in page.text
    assert '"claims":[{' in page.text  # the certificate itself


def test_report_without_claims_is_empty(tmp_path):
    project(tmp_path, test_it="def test_it():\n    pass\n")
    assert run(tmp_path, "--claims-report=matrix.v2")[0] == 0
    assert matrix(tmp_path, "matrix.v2") == {}
    assert "No claims were run." in (tmp_path / "matrix.v2.html").read_text("utf-8")


# --- several processes ------------------------------------------------------------


@pytest.mark.slow
def test_distributed_run_reports_the_same(ran, tmp_path):
    folder, _, _ = ran
    project(tmp_path, test_claims=CLAIMS)
    code, output = run_apart(tmp_path, "-n", "2", "--claims-report=matrix.html")
    assert code == 1
    assert "2 failed, 6 passed, 1 open in" in output
    assert output.count("= claims =") == 1
    assert "PROVED   5 of 5  width" in output
    here, there = outline(matrix(tmp_path)), outline(matrix(folder))
    hard = ("too_hard", ())
    assert (here.pop(hard)[0], there.pop(hard)[0]) == ("OPEN", "OPEN")  # brackets of a second may differ
    assert here == there


@pytest.mark.slow
def test_interrupt_keeps_what_was_proved(tmp_path, wait_for_engines):
    text = CLAIMS.replace("budget=1)", "budget=1000)")
    folder = project(tmp_path, test_claims=text)
    running = subprocess.Popen(
        projects.command("-v", "--claims-report=m"),
        cwd=folder,
        env=projects.environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a job in the background ignores it
    )
    output = ""
    while "always_three[M=4]" not in output and (line := running.stdout.readline()):
        output += line
    wait_for_engines(running, 1)  # the last claim is being searched
    running.send_signal(signal.SIGINT)
    output += running.communicate(timeout=300)[0]
    assert running.returncode == pytest.ExitCode.INTERRUPTED, output
    assert "KeyboardInterrupt" in output
    assert "PROVED   5 of 5  width" in output
    assert "too_hard" not in matrix(folder, "m")
    kept = [json.loads(path.read_text("utf-8")) for path in Path(folder, ".headcount", "records").iterdir()]
    assert sorted(record["verdict"] for record in kept) == ["OPEN"] + ["PROVED"] * 6 + ["REFUTED"] * 2


def test_the_store_is_ignored_by_git_unless_someone_wants_it(tmp_path):
    ClaimStore(tmp_path / "kept")
    ignored = tmp_path / "kept" / ".gitignore"
    assert ignored.read_text().splitlines()[-1] == "*"
    ignored.write_text("")
    ClaimStore(tmp_path / "kept")
    assert ignored.read_text() == ""
