"""Another project that has headcount installed: its claims are proved, refuted and left open by its own pytest."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import wheel_building as building

HERE = Path(__file__).parent

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("wheel")]  # one worker, one environment

PROVED = {f"sign_rank_of_inner_product[n={n}]" for n in (1, 2, 3)}
REFUTED = {f"one_dimension_saved[q={q}]" for q in (1, 2, 3, 4)}
OPEN = {"width_of_match3[M=5]"}


@pytest.fixture(scope="module")
def scripts(tmp_path_factory):
    """The commands of a fresh environment with the wheel, what it depends on, and pytest."""
    wheel = building.wheel(tmp_path_factory.getbasetemp())
    return building.environment_with(wheel, tmp_path_factory.mktemp("environment"), "pytest")


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    copy = tmp_path_factory.mktemp("elsewhere") / "sample_project"
    shutil.copytree(HERE / "sample_project", copy)
    return copy


class Run:
    """A run of the sample project's pytest: its output, and what it reports of every instance."""

    def __init__(self, scripts, project, *options):
        # Whatever configures our own run of pytest or python is no business of the sample's.
        clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "PYTHON"))}
        command = [
            str(scripts / "python"),
            "-P",
            "-m",
            "pytest",
            "-v",
            "--junitxml=junit.xml",
            "--claims-report=claims.html",
            *options,
        ]
        done = subprocess.run(command, cwd=project, env=clean, capture_output=True, encoding="utf-8", timeout=1000)
        self.code, self.output = done.returncode, done.stdout
        assert not done.stderr, done.stderr
        assert done.returncode in (0, 1), done.stdout
        matrix = json.loads((project / "claims.json").read_text("utf-8"))
        self.claims = {claim["claim"]: claim for claim in matrix["claims"]}
        self.instances = {
            f"{name}[{','.join(f'{key}={value}' for key, value in instance['parameters'].items())}]": instance
            for name, claim in self.claims.items()
            for instance in claim["instances"]
        }

    def ending(self, verdict):
        return {name for name, instance in self.instances.items() if instance["verdict"] == verdict}

    def line_of(self, instance):
        return next(line for line in self.output.splitlines() if f"::{instance} " in line)


@pytest.fixture(scope="module")
def first(scripts, project):
    return Run(scripts, project)


@pytest.fixture(scope="module")
def second(scripts, project, first):
    return Run(scripts, project)


def test_environment_is_another_one(scripts, project):
    clean = {"PYTHONPATH": "", "PYTHONDONTWRITEBYTECODE": "1"}
    code = "import headcount; print(headcount.__file__)"
    where = Path(building.run(scripts / "python", "-c", code, cwd=project, **clean).strip())
    assert scripts.parent in where.parents


def test_proved_refuted_and_open(first):
    assert first.code == 1
    assert (first.ending("PROVED"), first.ending("REFUTED"), first.ending("OPEN")) == (PROVED, REFUTED, OPEN)
    for verdict, names in (("PROVED", PROVED), ("REFUTED", REFUTED), ("OPEN", OPEN)):
        assert all(f" {verdict} " in first.line_of(name) for name in names)
    assert "4 failed, 3 passed, 1 open in" in first.output
    assert "OPEN     1 of 1  width_of_match3" in first.output
    assert "open within 5 s at M=5: 3 <= m <= 4" in first.output
    assert not any(instance["reused"] for instance in first.instances.values())


def test_printed_counterexample_is_the_smallest_and_is_accepted(first, scripts, project, tmp_path):
    assert "smallest counterexample at q=1: 2 <= m" in first.output
    shown = first.output[first.output.index("_ one_dimension_saved[q=1] _") :]
    named = re.search(r"\nto be checked with\nheadcount check (\.headcount/\S+\.json)\n", shown)
    accepted = building.run(scripts / "headcount", "check", named[1], cwd=project, PYTHONPATH="")
    assert "ACCEPTED" in accepted
    assert "2 <= m" in accepted or "m >= 2" in accepted
    falsified = json.loads((project / named[1]).read_text("utf-8"))
    falsified["claims"][0]["value"] += 1  # the check can also say no
    (tmp_path / "falsified.json").write_text(json.dumps(falsified), "utf-8")
    with pytest.raises(AssertionError, match="REJECTED"):
        building.run(scripts / "headcount", "check", "falsified.json", cwd=tmp_path, PYTHONPATH="")


def test_second_run_replays_without_a_search(first, second):
    assert {name: found["verdict"] for name, found in second.instances.items()} == {
        name: found["verdict"] for name, found in first.instances.items()
    }
    assert all(instance["reused"] for instance in second.instances.values())
    assert second.code == 1
    assert "8 of 8 instances by replaying certificates from" in second.output


def test_tampered_certificate_is_searched_for_again(second, scripts, project):
    instance = "one_dimension_saved[q=2]"
    (digest,) = second.instances[instance]["certificates"]
    path = project / ".headcount" / "certificates" / f"{digest}.json"
    honest = path.read_text("utf-8")
    forged = json.loads(honest)
    forged["claims"][0]["value"] = 5
    path.write_text(json.dumps(forged), "utf-8")
    again = Run(scripts, project, "-k", "one_dimension_saved")
    assert again.instances[instance]["verdict"] == "REFUTED"
    assert again.instances[instance]["brackets"] == ["4 <= m"]
    assert {name for name, found in again.instances.items() if not found["reused"]} == {instance}


def test_open_is_searched_again_only_if_asked(second, scripts, project):
    (name,) = OPEN
    for options, reused in ((["--claims-budget=3"], True), (["--claims-budget=1", "--claims-retry"], False)):
        run = Run(scripts, project, "-k", "width_of_match3", *options)
        assert (run.code, run.instances[name]["verdict"], run.instances[name]["reused"]) == (0, "OPEN", reused)
