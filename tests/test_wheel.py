"""What is shipped: wheel and sdist, built in a folder with a space in its name and used from elsewhere."""

import json
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

import wheel_building as building

ROOT = Path(__file__).parents[1]
SETUPTOOLS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]
run, build_wheel, PIP = building.run, building.build_wheel, building.PIP

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("wheel")]  # one worker, one build


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    return building.tree(tmp_path_factory.getbasetemp())


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    return building.wheel(tmp_path_factory.getbasetemp())


@pytest.fixture(scope="module")
def site(wheel, tmp_path_factory):
    """The wheel unpacked by pip, without its dependencies: those are the running environment's."""
    target = tmp_path_factory.mktemp("site")
    run(*PIP, "install", "--no-deps", "--target", target, wheel, cwd=target)
    return target


@pytest.fixture
def elsewhere(tmp_path):
    """A user's folder whose own modules bear the names of our rooms, and raise."""
    for package in SETUPTOOLS["packages"]:
        room = package.partition(".")[2]
        if room:
            (tmp_path / room).mkdir()
            (tmp_path / room / "__init__.py").write_text("raise ImportError('of another project')\n")
    return tmp_path


def shipped():
    """The paths that the wheel should hold, from pyproject.toml and the checkout."""
    names = set()
    for package in SETUPTOOLS["packages"]:
        folder = ROOT.joinpath(*package.split(".")[1:])
        patterns = ["*.py", *SETUPTOOLS["package-data"].get(package, [])]
        files = {file for pattern in patterns for file in folder.glob(pattern)}
        names |= {"headcount/" + file.relative_to(ROOT).as_posix() for file in files}
    return names


def names_of(wheel):
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if ".dist-info/" not in name}


def test_wheel_holds_the_package_and_nothing_else(wheel):
    assert names_of(wheel) == shipped()
    assert "headcount/py.typed" in shipped()
    with zipfile.ZipFile(wheel) as archive:
        metadata = {name.partition("/")[2] for name in archive.namelist()} - names_of(wheel)
    assert {"METADATA", "RECORD", "entry_points.txt", "licenses/LICENSE"} <= metadata


def test_every_folder_of_modules_is_listed():
    hidden = {"tests", "benchmarks", "notebooks", "build", "dist"}
    folders = {
        path.parent.relative_to(ROOT)
        for path in ROOT.rglob("__init__.py")
        if not any(part in hidden or part.startswith(".") for part in path.relative_to(ROOT).parts)
    }
    assert {".".join(["headcount", *folder.parts]) for folder in folders} == set(SETUPTOOLS["packages"])


def test_sdist_builds_the_same_wheel(tree, wheel, tmp_path):
    run(sys.executable, "-P", "-m", "build", "--sdist", "--no-isolation", "-o", tmp_path, ".", cwd=tree)
    (sdist,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    unpacked = tmp_path / sdist.name.removesuffix(".tar.gz")
    top = {path.name for path in unpacked.iterdir()}
    assert {"LICENSE", "Makefile", "README.rst", "pyproject.toml", "tests"} <= top
    assert not top & {".git", ".venv", "build", "dist", "scratch"}
    here = {path.relative_to(ROOT / "tests") for path in (ROOT / "tests").rglob("test_*.py")}
    assert here <= {path.relative_to(unpacked / "tests") for path in (unpacked / "tests").rglob("test_*.py")}
    assert names_of(build_wheel(unpacked, tmp_path / "again")) == names_of(wheel)


def test_decoys_do_raise(elsewhere):
    with pytest.raises(AssertionError, match="of another project"):
        run(sys.executable, "-c", "import bounds", cwd=elsewhere)


def test_installed_package_is_the_one_imported(site, elsewhere):
    # -c puts the working folder first on the path, as a notebook does.
    modules = "; ".join(f"import {package}" for package in SETUPTOOLS["packages"])
    code = f"{modules}; print(headcount.__file__)"
    where = run(sys.executable, "-c", code, cwd=elsewhere, PYTHONPATH=str(site))
    assert Path(where.strip()) == site / "headcount" / "__init__.py"


@pytest.mark.parametrize("way", ["script", "module"])
def test_commands_work_beside_folders_of_the_same_names(site, elsewhere, way):
    if way == "script":
        command = [site / "bin" / "headcount"]
    else:  # -m puts the working folder first on the path
        command = [sys.executable, "-m", "headcount"]
    probe = [*command, "probe", "qsa", "N=4", "q=1", "--json", "-o", "cert.json"]
    bracket = json.loads(run(*probe, cwd=elsewhere, PYTHONPATH=str(site)))
    assert bracket["lower"] <= bracket["upper"]
    run(*command, "check", "cert.json", cwd=elsewhere, PYTHONPATH=str(site))
