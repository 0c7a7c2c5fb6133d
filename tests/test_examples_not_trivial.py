"""No example is about a constant function, a pattern of width 0 or a constant matrix (``named_instances.py``)."""

import json
import re
from pathlib import Path

import pytest

import named_instances as named

ROOT = Path(__file__).parents[1]
NO_CODE = {"tests", "build", "docs", "benchmarks", "notebooks", "experiments", "independent", "proofs"}

ALLOWED = {
    ("bounds/patterns.py", "SignPattern(('0*', '00'), null=True)"): "the bound m <= 0, where no score differs from 0",
    (
        "bounds/patterns.py",
        "SignPattern(('++', '-*', '00'), null=False)",
    ): "the bound m <= 0, where no row tells keys apart",
    ("bounds/upper/scored_points.py", "SignPattern(('++', '-*'), null=False)"): "the bound m <= 0, without a choice",
    ("solvers/nonnegative/term_clauses.py", "CommunicationMatrix(('11', '11'))"): "where [[2, 1], [1, 2]] is not 0",
}
"""(File, instance) -> why a trivial one is shown."""

ALLOWED_ZEROS = {
    ("7_your_own_task_and_your_own_claim.ipynb", "p = 2: 0 <= m <= 0"): "the text says how a unit of width 0 does it",
}
"""(Notebook, output) -> why an upper bound of 0 is shown."""

ZERO = re.compile(r"^.*\b[mdDH] <= 0\b.*$", re.MULTILINE)


def code_cells(path):
    cells = json.loads(path.read_text("utf-8"))["cells"]
    return [cell for cell in cells if cell["cell_type"] == "code"]


def plain(source):
    return "".join(line for line in source if not line.startswith(("%", "!")))


def modules():
    """The package's modules: an environment in the checkout (``.venv``) and other hidden folders hold none."""
    rooms = [path for path in ROOT.iterdir() if path.name not in NO_CODE and not path.name.startswith(".")]
    return sorted(
        path for room in rooms for path in (room.rglob("*.py") if room.is_dir() else [room]) if path.suffix == ".py"
    )


def pages():
    return [ROOT / "README.rst", *sorted((ROOT / "docs").rglob("*.rst"))]


def codes():
    """Pairs (file, code) of all examples."""
    for path in modules():
        for _, code in named.examples_in(path.read_text("utf-8")):
            yield path.relative_to(ROOT).as_posix(), code
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        for cell in code_cells(path):
            yield path.name, plain(cell["source"])
    for path in pages():
        for code in named.commands_in(path.read_text("utf-8")):
            yield path.relative_to(ROOT).as_posix(), code


@pytest.mark.slow
def test_no_example_is_trivial():
    looked_at, found = 0, {}
    for name, code in codes():
        for written, instance in named.instances_in(code):
            looked_at += 1
            if why := named.why_trivial(instance):
                found[name, written] = why
    assert set(found) == set(ALLOWED), found
    assert looked_at > 200


def test_no_notebook_shows_an_upper_bound_of_zero():
    found = set()
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        for cell in code_cells(path):
            for output in cell["outputs"]:
                text = "".join(output.get("text") or output.get("data", {}).get("text/plain", ""))
                found |= {(path.name, line.strip()) for line in ZERO.findall(text)}
    assert found == set(ALLOWED_ZEROS), found


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ('universal(computation_question("match", order=2, M=2, N=4), pattern)', "constant answers"),
        ('probe("match order=2 M=2 N=4", unit_class="fixed")', "constant answers"),
        ('probe(["match2", "M=2", "N=2"])', "constant answers"),
        ('SignPattern(("+++", "---"), null=False)', "m = 0"),
        ("probe([[1, 1], [-1, -1]])", "m = 0"),
        ("measure([[0, 0], [0, 0]])", "constant, D = 0"),
        ('construct("match", order=2, M=2, N=4)', "constant answers"),
        ('CommunicationMatrix.named("disj", 2)', ""),
        ("Matching.of(SparseAveraging(6, 2))", ""),
        ('measure("ip n=1")', ""),
        ('probe("parity k=3")', ""),
        ("Match2(7)", ""),
        ("SparseAveraging(6, 2)", ""),
        ('SignPattern(("0-",), null=True)', ""),
    ],
)
def test_what_is_trivial_is_told(code, why):
    reasons = [named.why_trivial(instance) for _, instance in named.instances_in(code)]
    assert len(reasons) == 1 and reasons[0] == why


def test_examples_of_a_module_are_its_doctests_and_commands():
    text = '"""Page.\n\n  headcount probe parity k=2 --bits 1    two bits\n\n>>> probe("disj n=1")\n1\n"""\n'
    written = [w for _, code in named.examples_in(text) for w, _ in named.instances_in(code)]
    assert written == ["disj n=1", "headcount probe parity k=2 --bits 1"]
    (shown,) = named.commands_in("   $ headcount measure disj n=2 --only D\n")
    assert [str(found.words) for _, found in named.instances_in(shown)]
