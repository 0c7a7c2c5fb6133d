"""The pytest plugin where something is wrong: with a claim, with its range, with an option, with a search."""

import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import pytest

import claims_projects as projects
from claims_projects import HEAD, matrix, project, run, run_apart

WRONG = f"""import pytest
{HEAD}
@claim(M=[2, 4])
def raises(M):
    return least("m", f"match2 M={{M}}") <= 6 // (M - 2)

@claim(M=[4])
def says_nothing(M):
    return 3

@claim(M=[4])
def unknown_resource(M):
    return least("width", f"match2 M={{M}}") == 3

@claim(M=[4], where=lambda M: M > 5)
def empty(M):
    return least("m", f"match2 M={{M}}") == 3

@claim(M=[2], where=lambda M: 5 / (M - 2))
def where_raises(M):
    return least("m", f"match2 M={{M}}") == 3

@pytest.mark.xfail
@claim(M=[4])
def hidden(M):
    return least("m", f"match2 M={{M}}") == 3

@claim(M=[3, 4])
@pytest.mark.xfail(strict=False)
def marked(M):
    return least("m", f"match2 M={{M}}") == 3

def test_plain():
    pass
"""


@pytest.fixture(scope="module")
def wrong(tmp_path_factory):
    folder = project(tmp_path_factory.mktemp("wrong"), test_wrong=WRONG)
    return run(folder, "-v", "--continue-on-collection-errors", "--junitxml=junit.xml", "--claims-report=m"), folder


@pytest.mark.parametrize(
    ("heading", "sentence"),
    [
        ("ERROR at setup of raises[M=2]", "raised ZeroDivisionError at M=2"),
        ("ERROR at setup of says_nothing[M=4]", "a statement was required"),
        ("ERROR at setup of unknown_resource[M=4]", "the resource must be one of m (width), p (bits), H (heads)"),
        ("ERROR collecting", "empty has an empty range"),
        ("ERROR collecting", "where= of the claim where_raises raised ZeroDivisionError at M=2"),
        ("ERROR collecting", "the mark xfail stands above @claim, where it hides the claim hidden"),
    ],
)
def test_errors_are_one_sentence(wrong, heading, sentence):
    (code, output), _ = wrong
    assert code == 1
    (part,) = [part for part in output.split("\n__")[1:] if heading in part and sentence in part]
    assert "Traceback" not in part
    assert "claim_over_range.py" not in part


def test_errors_show_the_line_of_the_user(wrong):
    (_, output), folder = wrong
    line = WRONG.splitlines().index('    return least("m", f"match2 M={M}") <= 6 // (M - 2)') + 1
    assert f"{folder / 'test_wrong.py'}:{line}: return least" in output


def test_errors_are_neither_passes_nor_refutations(wrong):
    (_, output), folder = wrong
    assert "2 passed, 1 xfailed, 1 xpassed, 6 errors in" in output
    assert "raises[M=4] PROVED" in output
    claims = matrix(folder, "m")
    assert claims["raises"]["verdict"] == "OPEN"  # M = 2 said nothing
    assert (claims["raises"]["run"], claims["raises"]["range_size"]) == (1, 2)
    assert set(claims) == {"raises", "marked"}


def test_defect_of_a_search_is_an_error(tmp_path):
    text = f"""{HEAD}
from headcount.claims import claim_over_range

def broken(*_, **__):
    raise RuntimeError("no such luck")

claim_over_range.decide = broken

@claim(M=[4])
def three(M):
    return least("m", f"match2 M={{M}}") == 3
"""
    code, output = run_apart(project(tmp_path, test_it=text), "-v", "--claims-report=m", "--junitxml=junit.xml")
    assert (code, "three[M=4] ERROR" in output, "1 error in" in output) == (1, True, True)
    assert "RuntimeError: no such luck" in output
    assert matrix(tmp_path, "m") == {}
    (case,) = ElementTree.parse(tmp_path / "junit.xml").iter("testcase")
    assert [child.tag for child in case] == ["failure"]


def test_collecting_writes_no_report(tmp_path):
    text = HEAD + "@claim(M=[4])\ndef three(M):\n    return least('m', f'match2 M={M}') == 3\n"
    folder = project(tmp_path, test_it=text)
    code, output = run(folder, "--collect-only", "-q", "--claims-report=m", "-m", "claim", "--strict-markers")
    assert (code, output.splitlines()[0]) == (0, "test_it.py::three[M=4]")
    assert not list(folder.glob("m.*"))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("M=range(5, 2)", "the claim backwards has an empty range: M=range(5, 2) has no values"),
        ("N=range(2, 5)", "the claim backwards has a range for 'N', but takes M"),
        ("M=5", "the range of M must list values, got 5"),
        ("M=rnage(5)", "name 'rnage' is not defined"),
    ],
)
def test_typo_in_a_range_is_a_readable_error_of_the_module(tmp_path, arguments, sentence):
    text = HEAD + f'@claim({arguments})\ndef backwards(M):\n    return least("m", f"match2 M={{M}}") == 3\n'
    code, output = run(project(tmp_path, test_typo=text))
    assert code == 2
    assert sentence in output
    assert f"@claim({arguments})" in output  # the line of the user
    assert len(output.splitlines()) < 25


def test_without_claims_nothing_heavy_is_imported(tmp_path):
    text = """import sys

class Proxy:
    @property
    def __class__(self):
        raise RuntimeError("unbound")

proxy = Proxy()

def test_light():
    heavy = {"numpy", "scipy", "z3", "pysat", "matplotlib", "typer", "headcount.claims"}
    assert "headcount.pytest_plugin" in sys.modules
    assert not heavy & set(sys.modules)
"""
    code, output = run_apart(project(tmp_path, test_light=text))
    assert code == 0, output
    assert "= claims =" not in output
    assert not (tmp_path / ".headcount").exists()


def test_project_works_without_the_plugin(tmp_path):
    text = (
        f"{HEAD}\n@claim(M=[2])\ndef false(M):\n    return least('m', 'match2 M=2') == 3\n\ndef test_it():\n    pass\n"
    )
    folder = project(tmp_path, test_it=text)
    words = [sys.executable, "-m", "pytest", "-p", "no:headcount", "-p", "no:cacheprovider"]
    done = subprocess.run(
        words, cwd=folder, env=projects.environment(), capture_output=True, encoding="utf-8", timeout=600
    )
    assert (done.returncode, "1 passed in" in done.stdout) == (0, True)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--claims-budget=0"], "--claims-budget must be a positive number of seconds, got '0'"),
        (["--claims-budget=nan"], "--claims-budget must be a positive number of seconds, got 'nan'"),
        (["--claims-budget=inf"], "--claims-budget must be a positive number of seconds, got 'inf'"),
        (["--claims-budget=soon"], "--claims-budget must be a positive number of seconds, got 'soon'"),
        (["--claims-open=pass"], "--claims-open (claims_open) must be report or fail, got 'pass'"),
        (["-o", "claims_open=never"], "--claims-open (claims_open) must be report or fail, got 'never'"),
        (["--claims-report=nowhere/a.html"], "the folder of --claims-report 'nowhere/a.html' does not exist"),
        (["--claims-report=."], "--claims-report needs a file name, got the folder '.'"),
        (["--claims-store=pytest.ini"], "the folder of certificates is needed, got the file"),
        (["--claims-store=a", "--claims-no-store"], "--claims-store and --claims-no-store exclude each other"),
    ],
)
def test_impossible_options_are_refused(tmp_path, options, sentence):
    code, output = run(project(tmp_path), *options)
    assert code == pytest.ExitCode.USAGE_ERROR
    assert sentence in output
    assert len(output.strip().splitlines()) == 1


def test_a_claim_that_was_to_stay_unproved_fails_when_it_is_proved(tmp_path):
    """xfail(strict=True) makes a failure of a pass; it must be counted as one and be seen."""
    text = f"""import pytest
{HEAD}
@claim(M=[3, 4])
@pytest.mark.xfail(strict=True)
def marked(M):
    return least("m", f"match2 M={{M}}") == 3
"""
    code, output = run(project(tmp_path / "strict", test_strict=text), "-v", "--claims-no-store")
    assert code == 1
    assert "[XPASS(strict)]" in output
    assert "1 failed, 1 xfailed in" in output
