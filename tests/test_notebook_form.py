"""Each notebook begins with what it shows, in three sentences, and ends with what is certified."""

import json
import re
from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))
SENTENCE = re.compile(r"[.?!](?=\s|$)")


def text(cell):
    return "".join(cell["source"])


def faults(cells):
    """What is wrong with the first and the last cell, in words."""
    found = []
    first, last = cells[0], cells[-1]
    title, _, rest = text(first).partition("\n\n")
    shows = rest.partition("\n\n")[0]
    if first["cell_type"] != "markdown" or not title.startswith("# ") or "\n" in title:
        found.append("the first cell must begin with a title")
    if not shows.startswith("**What it shows.** "):
        found.append("below the title must stand what the notebook shows")
    elif len(SENTENCE.findall(shows.removeprefix("**What it shows.** "))) != 3:
        found.append("what it shows must be three sentences")
    heading, _, said = text(last).partition("\n\n")
    if last["cell_type"] != "markdown" or heading != "## What is certified" or len(said.split()) < 20:
        found.append("the last cell must say what is certified")
    return found


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_says_what_it_shows_and_what_is_certified(path):
    assert not faults(json.loads(path.read_text("utf-8"))["cells"])


def test_faults_are_found():
    def cell(*lines):
        return {"cell_type": "markdown", "source": [line + "\n" for line in lines]}

    certified = cell("## What is certified", "", "word " * 20)
    right = [cell("# Title", "", "**What it shows.** One. Two, at 0.5. Three."), certified]
    assert faults(right) == []
    for wrong, words in (
        ([cell("Title", "", "**What it shows.** One. Two. Three."), certified], "a title"),
        ([cell("# Title", "", "One. Two. Three."), certified], "must stand what"),
        ([cell("# Title", "", "**What it shows.** One. Two."), certified], "three sentences"),
        ([right[0], cell("## Next", "", "word " * 20)], "the last cell"),
        ([right[0], cell("## What is certified", "", "All.")], "the last cell"),
    ):
        (said,) = faults(wrong)
        assert words in said
