"""A build on a cluster of two processes on this machine, one of them killed in the middle."""

import os
import signal

import pytest

from cover_catalogue import COVERS
from headcount.catalogues import build

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("cluster")]


def test_a_build_survives_the_loss_of_a_worker(tmp_path):
    distributed = pytest.importorskip("distributed", reason="Dask is an extra")
    killed = []

    def kill_one(settled, of, note):
        """Kill a worker while batches are with both of them."""
        busy = [worker for worker in cluster.scheduler.workers.values() if worker.processing]
        if not killed and len(busy) == 2:
            nanny = next(nanny for nanny in cluster.workers.values() if nanny.worker_address == busy[0].address)
            killed.append(nanny.pid)
            os.kill(nanny.pid, signal.SIGKILL)

    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0") as cluster:
        there = build(COVERS, 3, tmp_path / "there", scheduler=cluster.scheduler_address, watch=kill_one)
    assert killed and there.complete and there.count == 36
    here = build(COVERS, 3, tmp_path / "here", jobs=2)
    assert [(path.name, path.read_bytes()) for path in sorted(there.folder.iterdir())] == [
        (path.name, path.read_bytes()) for path in sorted(here.folder.iterdir())
    ]
