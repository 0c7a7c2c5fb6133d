"""No command writes a result over a file that it reads."""

from pathlib import Path

import numpy as np
import pytest
import scipy.sparse as sparse

from headcount.tasks import TaskError
from headcount.workbench.commands.app import USAGE
from headcount.workbench.output_files import require_different

COMMANDS = [
    "approximate A.npz -o A.npz",
    "approximate A.csv --certificate A.csv",
    "approximate A.npz -o other/../A.npz",
    "approximate A.npz -o link.npz",
    "probe A.npz -o A.npz",
    "probe task.py:task -o task.py",
    "probe signs.csv --export smt2 signs.csv --at 2",
    "dimension A.npz --embeddings A.npz",
    "dimension A.csv -o A.csv",
    "reachable W.npz --witnesses W.npz",
    "reachable W.npz sets.txt -o sets.txt",
    "reachable W.npz --names names.txt -o names.txt",
    "measure A.csv -o A.csv",
    "measure A.csv --only fractional_cover1 --export lp A.csv",
    "pattern A.npz -o A.npz",
    "frontier signs.csv --csv signs.csv",
    "frontier signs.csv --store signs.csv",
    "bounds signs.csv -o signs.csv",
]


@pytest.mark.parametrize("command", COMMANDS)
def test_the_input_is_kept(command, tmp_path, headcount):  # which is run in tmp_path
    table = np.eye(3)
    sparse.save_npz("A.npz", sparse.csr_array(table))
    np.savez("W.npz", W=np.ones((3, 2)))
    Path("link.npz").symlink_to("A.npz")
    Path("other").mkdir()
    np.savetxt("A.csv", table, delimiter=",")
    Path("signs.csv").write_text("+-\n-+\n")
    Path("sets.txt").write_text("0 1\n")
    Path("names.txt").write_text("a\nb\nc\n")
    Path("task.py").write_text("task = None\n")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    code, _, said = headcount(*command.split())
    assert code == USAGE and "the file that is read would be overwritten" in said
    assert before == {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}


def test_words_that_name_no_file_are_passed_over(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("old.json").write_text("{}")
    require_different(Path("old.json"), None, inputs=["qsa", "N=6", "x" * 9999, "a\0b", "none.py:task", ".", None])
    with pytest.raises(TaskError, match="two results"):
        require_different(Path("new.json"), Path("new.json"))
