"""What a Dask cluster gains and costs: one, two and four workers, one of them killed, identical results.

    python benchmarks/cluster.py                                # some five minutes on two cores
    python benchmarks/cluster.py --write benchmarks/cluster.rst

Workers are processes of one thread on this machine; every task is worked on in a process of its own there, as on any
cluster. Every job is run by one worker, two, four, and by two of which one is killed while both are at work; what comes
out has to be the same each time, or the script ends with an error.
"""

import argparse
import hashlib
import os
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

import distributed
import numpy as np
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from before_and_after import circumstances, page
from headcount import dimension, frontier
from headcount.catalogues import build, catalogue_named
from headcount.questions import CommunicationMatrix, least_size, qsa_question
from headcount.sweep import Job, sweep
from headcount.sweep.frontier.cells import CellQuestion
from headcount.sweep.matrices.measure_matrices import measure_matrices

WORKERS = (1, 2, 4)
PLENTY = 100_000.0
"""Seconds that no task takes."""


@dataclass
class Seen:
    """What watches a job: the most tasks at a time, and whether a worker was killed."""

    cluster: Any
    kill: bool
    killed: bool = False
    tasks: set[str] = field(default_factory=set)

    def look(self, *_: object) -> None:
        """Kill the first of two busy workers, once."""
        busy = [worker for worker in self.cluster.scheduler.workers.values() if worker.processing]
        if self.kill and not self.killed and len(busy) == 2:
            nanny = next(one for one in self.cluster.workers.values() if one.worker_address == busy[0].address)
            self.killed = True
            os.kill(nanny.pid, signal.SIGKILL)


def atlas_of_sign_ranks(folder: Path, address: str, seen: Seen) -> object:
    """All 1,291 classes of 7 x 7, eight batches; every byte of the folder."""
    built = build(catalogue_named("signrank"), 7, folder, scheduler=address, watch=seen.look)
    assert built.complete
    return [(path.name, path.read_bytes()) for path in sorted(built.folder.iterdir())]


def frontier_of_averaging(folder: Path, address: str, seen: Seen) -> object:
    """The cells m <= 6, p <= 2 of q-SA(6, 2) on a grid, each asked."""
    asked = CellQuestion(least_size(qsa_question(6, 2), "m", "GRID(p, midrise, gap 1)"))
    found = frontier(asked, range(1, 7), [1, 2], budget=PLENTY, scheduler=address, fill=False, watch=seen.look)
    return [(mapped.cell, mapped.status, mapped.method, mapped.evidence) for mapped in found.cells]


def measures_of_matrices(folder: Path, address: str, seen: Seen) -> object:
    """Covers and partitions of 48 random 8 x 8 matrices."""
    rng = np.random.default_rng(0)
    rows = [tuple("".join(map(str, row)) for row in rng.integers(0, 2, (8, 8)).tolist()) for _ in range(48)]
    given = [CommunicationMatrix(one) for one in rows]
    names = ("cover1", "partition1")
    found = measure_matrices(given, only=names, budget=PLENTY, scheduler=address, watch=seen.look)
    return [[answer.bracket(name) for name in names] for answer in found]


DATA = ("subsets n=6 k=1", "subsets n=8 k=1", "subsets n=5 k=2")


def _dimension_in_bits(asked: tuple[str, int], budget: float) -> tuple[int, int]:
    data, bits = asked
    found = dimension(data, bits=bits, budget=budget)[bits]
    return found.lower.value, found.upper.value


def _lost(reason: str, seconds: float, complete: bool) -> str:
    return reason


def dimension_in_bits(folder: Path, address: str, seen: Seen) -> object:
    """Three sets of data by vectors of 1 to 8 bits, a task for each number of bits."""
    job = Job(_dimension_in_bits, _lost, PLENTY)
    return sorted(sweep(job, product(DATA, range(1, 9)), scheduler=address, watch=seen.look))


def nothing(folder: Path, address: str, seen: Seen) -> object:
    """200 tasks that give back their key: what a task costs by itself."""
    job = Job(lambda key, budget: key, _lost, PLENTY)
    return sorted(sweep(job, range(TASKS), scheduler=address, watch=seen.look))


TASKS = 200
JOBS: dict[str, Callable[[Path, str, Seen], object]] = {
    "atlas build: signrank, n = 7": atlas_of_sign_ranks,
    "frontier: q-SA(6, 2) on a grid, 12 cells": frontier_of_averaging,
    "measure: covers and partitions of 48 matrices": measures_of_matrices,
    "sweep: dimension in 1 to 8 bits, 24 tasks": dimension_in_bits,
}


@contextmanager
def workers(count: int) -> Iterator[Any]:
    """A cluster of so many processes on this machine."""
    settings = {"n_workers": count, "threads_per_worker": 1, "processes": True, "dashboard_address": ":0"}
    with distributed.LocalCluster(**settings) as cluster:
        yield cluster


def timed(job: Callable[[Path, str, Seen], object], count: int, kill: bool = False) -> tuple[float, str, bool]:
    """Seconds of the clock, a hash of the result, whether a worker was killed."""
    with workers(count) as cluster, tempfile.TemporaryDirectory() as folder:
        seen, start = Seen(cluster, kill), time.monotonic()
        found = job(Path(folder), cluster.scheduler_address, seen)
        return time.monotonic() - start, hashlib.sha256(repr(found).encode()).hexdigest(), seen.killed


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", metavar="TEXT", help="jobs whose name contains this")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the page")
    options = parser.parse_args()
    os.environ["HEADCOUNT_CORES"] = "1"  # a task has one core, as on a cluster
    table = Table("job", *(f"{n} s" for n in WORKERS), "2 / 1", "4 / 1", "one killed s", "results", box=SIMPLE)
    loads = []
    for name, job in JOBS.items():
        if options.only not in name:
            continue
        plain = [timed(job, count) for count in WORKERS]
        killed = timed(job, 2, kill=True)
        if len({one for _, one, _ in (*plain, killed)}) != 1:
            raise SystemExit(f"{name}: the results differ")
        seconds = [one[0] for one in plain]
        ratios = [f"{seconds[0] / one:.2f}" for one in seconds[1:]]
        words = "the same" if killed[2] else "the same, none killed"
        table.add_row(name, *(f"{one:.1f}" for one in seconds), *ratios, f"{killed[0]:.1f}", words)
        loads.append(os.getloadavg()[0])
    overhead = 1000 * timed(nothing, 1)[0] / TASKS
    console = Console(width=150)
    with console.capture() as captured:
        console.print(table)
    printed = f"{captured.get()}\nA task that does nothing takes {overhead:.0f} ms on one worker.\n"
    print(printed)
    if options.write:
        text = f"``cluster.py``: clocks of one run each, {circumstances(loads)} Two cores: four workers share them."
        closing = WHERE_FROM.format(overhead, overhead / 1000, 1 / (1 + overhead / 1000))
        options.write.write_text(page("Dask: one, two and four workers", text, printed, closing))


WHERE_FROM = """
Results are the same byte for byte, whatever the number of workers, and with a worker killed while two were at work: its
tasks begin again on the other one.

Why two workers do not halve the time. Each job begins with work of its own (enumeration, or loading what tasks need),
which no worker shares; the jobs here take seconds, so that it weighs much. Every task is a process of its own on its
worker, which costs {0:.0f} ms. Four workers share two cores with the scheduler: they only add start-up.

On paper, a hundred machines of one core each. A task of s seconds costs its worker s + {1:.3f} seconds, and the
scheduler a millisecond at most, as Dask's documentation says; the program that asks hands out keys one by one and takes
in answers. So a hundred machines are kept busy if tasks take longer than a tenth of a second. Their efficiency is
s / (s + {1:.3f}): {2:.0%} for tasks of a second. The build of all 8 x 8 sign-ranks, 562 seconds of
processor time in 1,370 batches of 100 classes (0.4 seconds each), would take some 6 seconds after the enumeration,
whose half minute is not shared: that part would have to be cut up first.
"""


if __name__ == "__main__":
    main()
