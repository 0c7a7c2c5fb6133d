"""Sweeps on a cluster of two processes on this machine, one of them killed in the middle."""

import os
import signal
import sqlite3
import time
from contextlib import closing

import numpy as np
import pytest

from headcount import dimension, frontier
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted
from headcount.claims import claim, least
from headcount.ledger.registry import THEOREMS
from headcount.ledger.run import run_ledger
from headcount.questions import CommunicationMatrix, least_size, qsa_question
from headcount.sweep import Job, runs_of
from headcount.sweep.frontier.cells import CellQuestion
from headcount.sweep.matrices.measure_matrices import measure_matrices

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("cluster")]


@pytest.fixture(scope="module")
def cluster():
    distributed = pytest.importorskip("distributed", reason="Dask is an extra")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0") as started:
        yield started


@pytest.fixture
def killer(cluster):
    """What kills a worker while tasks are with both of them, told anything; ``killed`` says whom."""

    class Killer:
        def __init__(self):
            self.killed = []

        def __call__(self, *_):
            busy = [worker for worker in cluster.scheduler.workers.values() if worker.processing]
            if not self.killed and len(busy) == 2:
                nanny = next(nanny for nanny in cluster.workers.values() if nanny.worker_address == busy[0].address)
                self.killed.append(nanny.pid)
                os.kill(nanny.pid, signal.SIGKILL)

    return Killer()


def answers(found):
    return [(mapped.cell, mapped.status, mapped.method, mapped.evidence) for mapped in found.cells]


def test_a_frontier_survives_the_loss_of_a_worker(cluster, killer, tmp_path):
    asked = CellQuestion(least_size(qsa_question(6, 2), "m", "GRID(p, midrise, gap 1)"))
    path = tmp_path / "a.sqlite"
    address = cluster.scheduler_address
    found = frontier(asked, range(1, 6), [1, 2], budget=1000, scheduler=address, store=path, fill=False, watch=killer)
    assert killer.killed
    assert found.closed
    plain = frontier(asked, range(1, 6), [1, 2], budget=1000, fill=False)
    assert answers(found) == answers(plain)
    with closing(sqlite3.connect(path)) as store:
        kept = store.execute("SELECT m, p, H, status FROM cells ORDER BY p, m").fetchall()
    assert kept == [(c.cell.m, c.cell.p, c.cell.H, c.status) for c in plain.cells]
    again = frontier(asked, range(1, 6), [1, 2], budget=1000, store=path, fill=False)
    assert answers(again) == answers(plain)


def test_what_is_stopped_makes_room(cluster):
    def acted(key, budget):
        if key[-1] == "sleep":
            time.sleep(1000)
        return key

    job = Job(acted, lambda reason, seconds, complete: reason, 1000)
    with runs_of(job, scheduler=cluster.scheduler_address, jobs=3) as runs:
        for key in (1, 2):
            runs.start((key, "sleep"))
        while sum(len(worker.processing) for worker in cluster.scheduler.workers.values()) < 2:
            time.sleep(0.1)
        for key in runs.keys:
            runs.stop(key)
        runs.start("next")
        found = []
        while not found:
            found = runs.finished(1.0)
        assert found == [("next", "next")]


@claim(N=range(3, 6))
def width_of_one_key(N):
    """The least m of q-SA(N, 1) is 2."""
    return least("m", f"qsa N={N} q=1") == 2


def test_claims_and_the_ledger(cluster, tmp_path):
    """This module is not installed: its functions go with the instances."""
    address = cluster.scheduler_address
    report = width_of_one_key.run(budget=1000, scheduler=address, store=tmp_path / "there")
    plain = width_of_one_key.run(budget=1000, store=tmp_path / "here")
    assert report == plain
    assert {path.name for path in (tmp_path / "there" / "records").iterdir()} == {
        path.name for path in (tmp_path / "here" / "records").iterdir()
    }
    chosen = [theorem for theorem in THEOREMS if theorem.name == "match2-width"]
    assert run_ledger(chosen, jobs=None, scheduler=address) == run_ledger(chosen)


def test_measures_of_many_matrices(cluster, tmp_path):
    given = [CommunicationMatrix.named("eq", n) for n in (1, 2)]
    found = measure_matrices(
        given, only=("D", "cover1"), budget=1000, scheduler=cluster.scheduler_address, store=tmp_path / "a.sqlite"
    )
    assert [[answer.bracket(name) for name in ("D", "cover1")] for answer in found] == [
        ["D 2", "cover1 2"],
        ["D 3", "cover1 4"],
    ]
    assert measure_matrices(given, only=("D", "cover1"), budget=1000, store=tmp_path / "a.sqlite") == found


def test_measures_survive_the_loss_of_a_worker(cluster, killer):
    """Nine matrices in three measures, each once more after the loss, as without a cluster."""
    rng = np.random.default_rng(0)
    rows = [tuple("".join(map(str, row)) for row in rng.integers(0, 2, (6, 6)).tolist()) for _ in range(9)]
    given, only = [CommunicationMatrix(one) for one in rows], ("cover1", "partition1", "D")
    found = measure_matrices(given, only=only, budget=1000, scheduler=cluster.scheduler_address, watch=killer)
    assert killer.killed and found.complete
    plain = measure_matrices(given, only=only, budget=1000, jobs=1)
    assert [list(map(one.bracket, only)) for one in found] == [list(map(one.bracket, only)) for one in plain]


def test_dimension_in_bits_survives_the_loss_of_a_worker(cluster, killer):
    """Every set of one item: each number of bits once more after the loss, as one after the other."""
    address = cluster.scheduler_address
    found = dimension("subsets n=8 k=1", bits="1:6", budget=1000, scheduler=address, watch=killer)
    assert killer.killed and found.closed
    plain = dimension("subsets n=8 k=1", bits="1:6", budget=1000)
    assert [one.values for one in found] == [one.values for one in plain]
    assert isinstance(check(found.certificate()), Accepted)
