"""Mistakes of the user's, command by command: one sentence, exit code 2, no search, and no file is changed."""

import json
import shlex
from itertools import product
from pathlib import Path

import numpy as np
import pytest
import scipy.sparse as sparse

from headcount.cli.app import USAGE
from headcount.search import least
from headcount.search.output_files import require_different
from headcount.tasks import TaskError
from user_mistakes import MISTAKES

TEXTS = {
    "p.csv": "+-\n-+\n",
    "bad.csv": "x,y\n1,2\n",
    "f.py": "def f(x):\n    return x\n",
    "g.py": "jump = lambda X: (X > 0.5) * 1.0\ntotal = lambda X: X.sum()\nnan = lambda X: X * float('nan')\n",
    "task.py": "task = None\n",
    "qrels.trec": "q1 0 d1 1\n",
    "pairs.jsonl": '{"query-id": "q", "corpus-id": "d"}\n{"query-id": "r", "corpus-id": "e"}\n',
    "two.json": '{"alphabet": 2, "length": 1, "answers": [[[0], [2]], [[1], [0]]]}',
    "short.json": '{"alphabet": 2, "length": 2, "answers": [[[0], [2]]]}',
    "rows.json": '{"rows": ["+-"]}',
    "m.json": '["01", "10"]',
    "A.csv": "1,0,0\n0,1,0\n0,0,1\n",
    "labels.csv": "1,2\n",
    "sets.csv": "1\n12\n",
    "names.txt": "a\nb\nc\n",
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with the files that are named above, some of which are no good."""
    monkeypatch.chdir(tmp_path)
    for name, text in TEXTS.items():
        Path(name).write_text(text)
    for name in ("folder", "other"):
        Path(name).mkdir()
    for name in ("binary", "binary.npz"):
        Path(name).write_bytes(bytes(range(128, 256)))
    for n in (3, 5):
        answers = [[list(x), list(x)] for x in product(range(2), repeat=n)]
        Path(f"table{n}2.json").write_text(json.dumps({"alphabet": 2, "length": n, "answers": answers}))
    np.save("eye.npy", np.eye(3))
    np.save("graph.npy", 1 - np.eye(4))
    np.savez("W.npz", W=np.arange(24).reshape(12, 2) % 7, b=np.arange(12) / 64)
    np.savez("one.npz", W=[[1, 2]])
    np.savez("wide.npz", W=np.eye(3))
    sparse.save_npz("A.npz", sparse.csr_array(np.eye(3)))
    Path("link.npz").symlink_to("A.npz")
    return tmp_path


def contents(folder):
    return {path.name: path.read_bytes() if path.is_file() else None for path in folder.iterdir()}


TELL_WHAT_THEY_READ = ("approximate", "bounds", "dimension", "reachable")
CASES = [(f"{command} {words}".strip(), said) for command, cases in MISTAKES.items() for words, said in cases.items()]


@pytest.mark.in_turn(6)
@pytest.mark.parametrize(("words", "said"), CASES, ids=[words for words, _ in CASES])
def test_a_mistake_is_one_sentence_and_leaves_nothing_behind(headcount, folder, monkeypatch, words, said):
    before, full = contents(folder), "/dev/full" in words  # then the answer is there when the disk is full
    if words.startswith("probe") and not full:
        monkeypatch.setattr(least, "follow", lambda *_: pytest.fail("the search was started"))
    code, out, err = headcount(*shlex.split(words))
    assert code == USAGE
    assert full or not out or words.split()[0] in TELL_WHAT_THEY_READ
    *_, line = err.strip().splitlines()
    assert line.startswith("headcount: ") and len(line) < 500
    assert said in line
    assert "internal error" not in line and "\u2039" not in line
    assert {name: data for name, data in contents(folder).items() if name != "__pycache__"} == before


def test_words_that_name_no_file_are_passed_over(folder):
    require_different(Path("m.json"), None, inputs=["qsa", "N=6", "x" * 9999, "a\0b", "none.py:task", ".", None])
    with pytest.raises(TaskError, match="two results"):
        require_different(Path("new.json"), Path("new.json"))
