"""What tests and benchmarks import by bare names: none stands in the way of a package, and each is used."""

import re
import sys
from importlib.machinery import PathFinder
from pathlib import Path

HERE = Path(__file__).parent
FOLDERS = (HERE / "instruments", HERE.parent / "benchmarks")
ELSEWHERE = [path for path in sys.path if Path(path).resolve() not in (*FOLDERS, HERE.parent)]


def test_no_bare_name_is_that_of_another_module():
    names = [path.stem for folder in FOLDERS for path in folder.glob("*.py")]
    assert len(set(names)) == len(names) > 30
    found = {name for name in names if name in sys.stdlib_module_names or PathFinder.find_spec(name, ELSEWHERE)}
    assert found == set()
    assert PathFinder.find_spec("pytest", ELSEWHERE)  # it does look


def test_every_instrument_is_used():
    sources = {path: path.read_text("utf-8") for path in (*HERE.rglob("*.py"), *FOLDERS[1].glob("*.py"))}
    for path in FOLDERS[0].glob("*.py"):
        mention = re.compile(rf"(import|from) {path.stem}\b|\"{path.stem}(\.py)?\"")
        assert any(mention.search(text) for other, text in sources.items() if other != path), path.name
