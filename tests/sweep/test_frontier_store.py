"""The store of ``headcount frontier``: resuming, killed and stopped runs, budgets, contradictions."""

import json
import os
import signal
import sqlite3
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from headcount import frontier
from headcount.questions import least_size, qsa_question
from headcount.solvers.outcome import Verdict
from headcount.sweep.frontier.cells import Cell, CellAnswer, CellQuestion
from headcount.sweep.frontier.feasibility_map import ContradictionError
from headcount.sweep.frontier.store import FrontierStore
from headcount.tasks import TaskError

FEASIBLE, INFEASIBLE, OPEN = Verdict.FEASIBLE, Verdict.INFEASIBLE, Verdict.OPEN
ONE = "GRID(p, midrise, gap 1)"


def answer(status):
    side = "upper" if status is Verdict.FEASIBLE else "lower"
    evidence = json.dumps({"claims": [{"side": side}]}) if status is not OPEN else ""
    return CellAnswer(status, "told", evidence, 0.0)


@dataclass(frozen=True)
class Staged(CellQuestion):
    """A decider that answers by a rule, m p >= 6, and writes down what it was asked."""

    log: str = ""
    slow: tuple[Cell, ...] = ()
    seconds: float = 0.0

    def decide(self, cell, budget):
        with open(self.log, "a") as stream:
            stream.write(f"{cell.m} {cell.p} {cell.H} {budget}\n")
        if cell in self.slow:
            time.sleep(self.seconds)
            if budget < 5:
                return answer(OPEN)
        return answer(FEASIBLE if cell.m * cell.p >= 6 else INFEASIBLE)


def staged(tmp_path, **fields):
    log = tmp_path / "log"
    log.touch()
    return Staged(least_size(qsa_question(6, 2), "m", ONE), log=str(log), **fields)


def asked_cells(tmp_path):
    return [tuple(map(float, line.split())) for line in (tmp_path / "log").read_text().splitlines()]


def test_few_cells_are_asked_for_a_staircase(tmp_path):
    found = frontier(staged(tmp_path), range(1, 33), range(1, 9), jobs=1)
    assert found.closed
    assert all((c.verdict is FEASIBLE) == (c.cell.m * c.cell.p >= 6) for c in found.cells)
    assert len(asked_cells(tmp_path)) <= 24, "256 cells; every line by itself would be 8 binary searches of 5"
    assert [str(found.least_width(p, 1)) for p in range(1, 9)] == ["6", "3", "2", "2", "2", "1", "1", "1"]


def test_a_contradiction_stops_the_run(headcount, tmp_path):
    asked = CellQuestion(least_size(qsa_question(4, 1), "m", ONE))
    path = tmp_path / "a.sqlite"
    with FrontierStore(path, asked) as store:
        store.keep(Cell(1, 1, 1), answer(FEASIBLE), 10.0)  # false: q-SA(4, 1) needs m = 2
    with pytest.raises(ContradictionError, match=r"infeasible .* both are kept in .*a\.sqlite"):
        frontier(asked, [1, 2], [1, 2, 3], store=path, fill=False)
    code, out, err = headcount("frontier", "qsa", "N=4", "q=1", "--m", "1:2", "--store", path, "--no-fill")
    assert (code, out) == (1, "")
    assert "internal error (ContradictionError)" in err


# --- the store ----------------------------------------------------------------


def test_a_larger_budget_tries_open_cells_again_and_no_others(tmp_path):
    asked = staged(tmp_path, slow=(Cell(3, 2, 1), Cell(2, 3, 1)))
    path = tmp_path / "a.sqlite"
    first = frontier(asked, range(1, 7), [1, 2, 3], budget=4, store=path, jobs=2)
    assert {c.cell for c in first.open} == {Cell(3, 2, 1), Cell(2, 3, 1)}
    assert str(first.least_width(2, 1)) == "3..4"
    before = len(asked_cells(tmp_path))
    again = frontier(asked, range(1, 7), [1, 2, 3], budget=4, store=path)
    assert [(c.cell, c.status) for c in again.cells] == [(c.cell, c.status) for c in first.cells]
    assert len(asked_cells(tmp_path)) == before
    third = frontier(asked, range(1, 7), [1, 2, 3], budget=1000, store=path)
    assert third.closed
    assert {cell[:3] for cell in asked_cells(tmp_path)[before:]} == {(3, 2, 1), (2, 3, 1)}
    with FrontierStore(path, asked) as store:  # a shorter run that knows less takes nothing away
        store.keep(Cell(3, 2, 1), answer(OPEN), 100.0)
    assert frontier(asked, range(1, 7), [1, 2, 3], budget=4, store=path).closed


def test_other_ranges_use_what_is_there(tmp_path):
    path = tmp_path / "a.sqlite"
    frontier(staged(tmp_path), range(1, 9), [1, 2], store=path)
    before = len(asked_cells(tmp_path))
    assert frontier(staged(tmp_path), range(6, 12), [1, 2, 3], store=path).closed
    assert len(asked_cells(tmp_path)) == before


@pytest.mark.parametrize(
    "other",
    [
        CellQuestion(least_size(qsa_question(4, 2), "m", ONE)),
        CellQuestion(least_size(qsa_question(4, 1), "m", "GRID(p, twos, gap 1)")),
        CellQuestion(least_size(qsa_question(4, 1), "m", "GRID(p, midrise, gap 2)")),
        CellQuestion(least_size(qsa_question(4, 1), "m", ONE), "concat"),
    ],
)
def test_a_store_belongs_to_one_question(tmp_path, other):
    path = tmp_path / "a.sqlite"
    frontier(CellQuestion(least_size(qsa_question(4, 1), "m", ONE)), [1, 2], [1], store=path)
    with pytest.raises(TaskError, match=r"was made for .*, and this run asks for"):
        frontier(other, [1, 2], [1], store=path)


def test_other_files_are_left_alone(tmp_path):
    (tmp_path / "a.txt").write_text("no database, but long enough to be looked at\n" * 50)
    foreign = sqlite3.connect(tmp_path / "b.sqlite")
    foreign.execute("CREATE TABLE cells (m)")
    foreign.close()
    for name, part in (("a.txt", "cannot be used as a store"), ("b.sqlite", "no store of this version")):
        before = (tmp_path / name).read_bytes()
        with pytest.raises(TaskError, match=part):
            frontier(CellQuestion(least_size(qsa_question(4, 1), "m", ONE)), [1, 2], [1], store=tmp_path / name)
        assert (tmp_path / name).read_bytes() == before


# --- processes ----------------------------------------------------------------

HARD = ("qsa", "N=7", "q=2", "--m", "3:6", "--bits", "1:2", "--jobs", "2", "--store", "a.sqlite", "-q")


def kept_rows(folder):
    path = Path(folder) / "a.sqlite"
    if not path.exists():
        return []
    connection = sqlite3.connect(path, timeout=10)
    try:
        return connection.execute("SELECT * FROM cells ORDER BY m, p, H").fetchall()
    except sqlite3.OperationalError:
        return []  # the table is not there yet
    finally:
        connection.close()


def wait_for_rows(process, folder, count):
    for _ in range(6000):  # five minutes and more: for what never comes
        if len(kept_rows(folder)) >= count:
            return
        if process.poll() is not None:
            break
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGKILL)
    pytest.fail(f"{count} answers should have been kept: {kept_rows(folder)}, {process.communicate()}")


def test_kill_9_loses_at_most_the_cell_in_progress(tmp_path, start, alive, wait_for_engines):
    process = start("frontier", *HARD, "--budget", "600")
    wait_for_rows(process, tmp_path, 4)
    wait_for_engines(process, 1)  # only the hard cell, m = 4 and p = 2, is left
    process.kill()
    process.wait()  # its deciders have its pipes, so they close a moment later
    before = kept_rows(tmp_path)
    for _ in range(3000):  # five minutes, and half a second on an idle machine
        if not alive(process):
            break
        time.sleep(0.1)
    assert not alive(process), "the decider left with its parent"
    process.communicate()
    process = start("frontier", *HARD, "--budget", "0.5", "--json")
    out, err = process.communicate(timeout=300)
    after = kept_rows(tmp_path)
    assert set(before) <= set(after), "answers are taken over with their times"
    assert len(after) > len(before)
    found = json.loads(out)
    assert process.returncode == (0 if found["closed"] else 5)
    assert err == ""
    asked = {tuple(row[3:6]) for row in after}
    for cell in found["cells"]:
        source = cell.get("filled_from", cell)
        assert (source["m"], source["p"], source["H"]) in asked
    assert all(cell["method"] != "not tried" for cell in found["cells"])


def test_ctrl_c_keeps_what_is_known(tmp_path, start, alive, wait_for_engines):
    process = start("frontier", *HARD, "--budget", "600")
    wait_for_rows(process, tmp_path, 4)
    wait_for_engines(process, 1)
    os.killpg(process.pid, signal.SIGINT)  # a terminal sends it to the whole group
    out, err = process.communicate(timeout=300)  # long before the budget is over
    assert process.returncode == 5
    assert "Traceback" not in out + err
    assert "note: interrupted" in out
    assert "least m of 3..6" in out
    assert len(kept_rows(tmp_path)) == 4
    assert not alive(process)


def test_the_budget_of_a_cell_is_kept(tmp_path):
    """A decider that sleeps is stopped long before it would wake up; the others need no time."""
    asked = staged(tmp_path, slow=(Cell(6, 1, 1),), seconds=600.0)
    begin = time.monotonic()
    found = frontier(asked, [5, 6, 7], [1], budget=2)
    assert time.monotonic() - begin < 300
    assert [c.status for c in found.cells] == ["infeasible", "open", "feasible"]
    assert found.at(6, 1, 1).method == "the budget of 2 s ran out"


@pytest.mark.parametrize("evidence", ["{broken", "{}", '{"claims": [{"side": "lower"}]}'])
def test_a_status_that_the_evidence_does_not_bear_is_noticed(tmp_path, evidence):
    path = tmp_path / "a.sqlite"
    asked = CellQuestion(least_size(qsa_question(3, 1), "m", ONE))
    with FrontierStore(path, asked) as store:
        store.keep(Cell(2, 1, 1), CellAnswer(Verdict.FEASIBLE, "told", evidence, 0.0), 1.0)
    with FrontierStore(path, asked) as store, pytest.raises(TaskError, match="is damaged: m=2 p=1 H=1"):
        list(store.rows())
