"""Every notebook runs clean from a fresh kernel and says what its stored outputs say."""

import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "notebooks"
NOTEBOOKS = sorted(path.name for path in FOLDER.glob("*.ipynb"))
SECONDS = re.compile(r"\d+(\.\d+)? s\b")

pytestmark = pytest.mark.slow


def printed(cell):
    """The text of a cell's outputs, with times left out; pictures are there or not."""
    words = []
    for output in cell.get("outputs", ()):
        if output["output_type"] == "stream":
            words.append(output["text"])
        else:
            words.append("picture" if "image/png" in output["data"] else output["data"].get("text/plain", ""))
    return SECONDS.sub("SECONDS", "".join(words))


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_stored_outputs_are_what_it_prints(name, tmp_path):
    stored = nbformat.read(FOLDER / name, as_version=4)
    fresh = nbformat.read(FOLDER / name, as_version=4)
    place = tmp_path / "notebooks"
    place.mkdir()
    (place / "limit").symlink_to(FOLDER / "limit")
    for name_of_stored in ("benchmarks", "experiments"):  # results that notebooks draw
        (tmp_path / name_of_stored).symlink_to(ROOT / name_of_stored)
    NotebookClient(fresh, timeout=1000, kernel_name="python3", resources={"metadata": {"path": place}}).execute()
    cells = [cell for cell in stored.cells if cell.cell_type == "code"]
    again = [cell for cell in fresh.cells if cell.cell_type == "code"]
    assert len(cells) > 3
    for before, after in zip(cells, again, strict=True):
        assert before.execution_count is not None, f"not run: {before.source}"
        assert printed(after) == printed(before), before.source


@pytest.mark.parametrize("number", [4, 6, 7])
def test_the_names_at_the_top_are_enough(number):
    (path,) = FOLDER.glob(f"{number}_*.ipynb")
    cells = nbformat.read(path, as_version=4).cells
    lines = [line for cell in cells if cell.cell_type == "code" for line in cell.source.splitlines()]
    imported = [line for line in lines if re.match(r"(from|import) headcount", line)]
    assert imported
    assert not [line for line in imported if re.match(r"(from|import) headcount\.", line)]


def test_there_are_notebooks():
    assert NOTEBOOKS
