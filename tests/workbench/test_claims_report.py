"""What a run of claims reports: parts of a range, the claim matrix, several processes, interruption."""

import json
import signal
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest

import claims_projects as projects
from headcount.workbench.claims import ClaimStore

HEAD, CLAIMS = projects.HEAD, projects.CLAIMS
run, run_apart, project = projects.run, projects.run_apart, projects.project
matrix, outline = projects.matrix, projects.outline


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    """A project with the three kinds of claims after its first run: folder, exit code, output."""
    folder = project(tmp_path_factory.mktemp("claims"), test_claims=CLAIMS)
    return folder, *run(folder, "-v", "--junitxml=junit.xml", "--claims-report=matrix.htm", "-s")


# --- part of a range ------------------------------------------------------------


def test_part_of_a_range_is_not_proved(ran):
    folder, _, _ = ran
    code, output = run(folder, "test_claims.py::width[N=4,q=2]", "--claims-report=part")
    assert code == 0
    assert "OPEN     1 PROVED, 1 of 5 instances run  width" in output
    found = matrix(folder, "part")["width"]
    assert (found["verdict"], found["run"], found["range_size"]) == ("OPEN", 1, 5)
    assert "not run, or not in the range" in (folder / "part.html").read_text("utf-8")


@pytest.mark.slow
def test_first_failure_stops(ran):
    folder, _, _ = ran
    code, output = run(folder, "-x", "test_claims.py::always_three", "--claims-report=stopped")
    assert (code, "1 failed in" in output) == (1, True)
    assert "REFUTED  1 REFUTED, 1 of 3 instances run  always_three" in output
    code, output = run(folder, "-x", "test_claims.py::too_hard", "test_claims.py::always_three[M=4]")
    assert (code, "1 passed, 1 open in" in output) == (0, True)


def test_claims_of_the_same_name_are_told_apart(tmp_path):
    text = HEAD + '@claim(M=[4])\ndef width(M):\n    return least("m", f"match2 M={M}") == %d\n'
    code, _ = run(project(tmp_path, test_a=text % 3, test_b=text % 4), "--claims-report=matrix")
    assert code == 1
    verdicts = {name: claim["verdict"] for name, claim in matrix(tmp_path).items()}
    assert verdicts == {"test_a.py::width": "PROVED", "test_b.py::width": "REFUTED"}


# --- the page -------------------------------------------------------------------


class Outline(HTMLParser):
    """The tags of a page, which must be closed in order, and its text."""

    def __init__(self, page):
        super().__init__()
        self.open, self.tags, self.links, self.text = [], [], [], ""
        self.feed(page)
        assert not self.open

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes).get("class")))
        self.links += [value for name, value in attributes if name in ("href", "src")]
        if tag not in ("br", "meta"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


def test_page_holds_the_matrix(ran):
    folder, _, _ = ran
    page = Outline((folder / "matrix.html").read_text("utf-8"))
    assert all(link.startswith("#") for link in page.links)  # nothing from elsewhere
    assert ("b", None) in page.tags  # ours
    assert "<b>min(2q, N - 1)</b>" in page.text  # the user's, as text
    assert "A & B <2000>" in page.text
    grid = [kind for tag, kind in page.tags if tag == "td" and kind and len(kind) == 1]
    # Joint verdicts 3, the 2x3 grid of width with q < N - 1, the line of always_three; tables of instances 5 + 3 + 1.
    assert {kind: grid.count(kind) for kind in "PRON"} == {
        "P": 1 + 5 + 1 + 5 + 1,
        "R": 1 + 2 + 2,
        "O": 1 + 1,
        "N": 1,
    }
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
