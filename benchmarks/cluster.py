"""What a Dask cluster gains and costs: one, two and four workers, one of them killed, identical results.

    python benchmarks/cluster.py                                # some five minutes on two cores
    python benchmarks/cluster.py --write benchmarks/cluster.rst

Workers are processes of one thread on this machine; every task is worked on in a process of its own there, as on any
cluster. Every job is run by one worker, two, four, and by two of which one is killed while both are at work; what comes
out has to be the same each time, or the script ends with an error. What a task costs is the slope between a sweep of
few tasks that do nothing and one of many, so that what a sweep costs once is not in it; the bytes are those that go to
a worker and come back, pickled.
"""

import argparse
import hashlib
import os
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import fill
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
from headcount.sweep import Job, cluster_runs, sweep
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


def dimension_in_bits(folder: Path, address: str, seen: Seen) -> object:
    """All 3-subsets of 6 by vectors of 1 to 12 bits, a task for each number of bits."""
    found = dimension("subsets n=6 k=3", bits="1:12", budget=PLENTY, scheduler=address, watch=seen.look)
    return [(p, one.lower.value, one.upper and one.upper.value) for p, one in found.answers.items()]


def _lost(reason: str, seconds: float, complete: bool) -> str:
    return reason


def nothing(count: int) -> Callable[[Path, str, Seen], object]:
    """So many tasks that give back their key: what a task costs by itself."""
    job = Job(lambda key, budget: key, _lost, PLENTY)
    return lambda folder, address, seen: sorted(sweep(job, range(count), scheduler=address, watch=seen.look))


FEW, MANY = 100, 1100
JOBS: dict[str, Callable[[Path, str, Seen], object]] = {
    "atlas build: signrank, n = 7": atlas_of_sign_ranks,
    "frontier: q-SA(6, 2) on a grid, 12 cells": frontier_of_averaging,
    "measure: covers and partitions of 48 matrices": measures_of_matrices,
    "dimension: 3-subsets of 6 in 1 to 12 bits": dimension_in_bits,
}


@contextmanager
def workers(count: int) -> Iterator[Any]:
    """A cluster of so many processes on this machine."""
    settings = {"n_workers": count, "threads_per_worker": 1, "processes": True, "dashboard_address": ":0"}
    with distributed.LocalCluster(**settings) as cluster:
        yield cluster


@dataclass(frozen=True)
class Run:
    """One run: seconds of the clock and of this process, a hash of the result, who was killed, what was sent."""

    seconds: float
    here: float
    result: str
    killed: bool
    tasks: int
    sent: int
    came: int


def timed(job: Callable[[Path, str, Seen], object], count: int, kill: bool = False) -> Run:
    """Run a job on so many workers. This process asks, and holds the scheduler as well."""
    with workers(count) as cluster, tempfile.TemporaryDirectory() as folder, counted() as bytes_of:
        seen, start, here = Seen(cluster, kill), time.monotonic(), time.process_time()
        found = job(Path(folder), cluster.scheduler_address, seen)
        spent = time.monotonic() - start, time.process_time() - here
    digest = hashlib.sha256(repr(found).encode()).hexdigest()
    sent, came = bytes_of
    return Run(*spent, digest, seen.killed, len(sent), sum(sent), sum(came))


@contextmanager
def counted() -> Iterator[tuple[list[int], list[int]]]:
    """The bytes of each task that is sent, and of each answer."""
    sent: list[int] = []
    came: list[int] = []
    pickled, answer = cluster_runs._pickled, cluster_runs.ClusterRuns._answer

    def pickled_and_counted(content: Any, job: Any) -> bytes:
        made = pickled(content, job)
        sent.append(len(made))
        return made

    def answer_and_counted(runs: Any, future: Any) -> Any:
        with suppress(Exception):  # a task that was lost brings nothing
            came.append(len(future.result()[1]))
        return answer(runs, future)

    cluster_runs._pickled, cluster_runs.ClusterRuns._answer = pickled_and_counted, answer_and_counted
    try:
        yield sent, came
    finally:
        cluster_runs._pickled, cluster_runs.ClusterRuns._answer = pickled, answer


@dataclass(frozen=True)
class Overhead:
    """What a task that does nothing costs: milliseconds of the clock by number of workers, and of this process."""

    clock: dict[int, float]
    here: float
    sent: int
    came: int


def overhead() -> Overhead:
    """The slopes between ``FEW`` tasks and ``MANY``."""
    clock, here, last = {}, [], None
    for count in WORKERS:
        few, last = timed(nothing(FEW), count), timed(nothing(MANY), count)
        clock[count] = 1000 * (last.seconds - few.seconds) / (MANY - FEW)
        here.append(1000 * (last.here - few.here) / (MANY - FEW))
    return Overhead(clock, max(here), round(last.sent / last.tasks), round(last.came / last.tasks))


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", metavar="TEXT", help="jobs whose name contains this")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the page")
    options = parser.parse_args()
    os.environ["HEADCOUNT_CORES"] = "1"  # a task has one core, as on a cluster
    names = (*(f"{n} s" for n in WORKERS), "efficiency of 2", "of 4", "one killed s", "tasks", "bytes there", "back")
    table = Table("job", *names, "results", box=SIMPLE)
    loads = []
    for name, job in JOBS.items():
        if options.only not in name:
            continue
        plain = [timed(job, count) for count in WORKERS]
        killed = timed(job, 2, kill=True)
        if len({one.result for one in (*plain, killed)}) != 1:
            raise SystemExit(f"{name}: the results differ")
        first = plain[0]
        efficiency = [f"{first.seconds / n / one.seconds:.2f}" for n, one in zip(WORKERS, plain, strict=True)][1:]
        bytes_each = [f"{total // first.tasks:,}" for total in (first.sent, first.came)]
        words = "the same" if killed.killed else "the same, none killed"
        seconds = [f"{one.seconds:.1f}" for one in plain]
        table.add_row(name, *seconds, *efficiency, f"{killed.seconds:.1f}", str(first.tasks), *bytes_each, words)
        print(name, *seconds, words, flush=True)
        loads.append(os.getloadavg()[0])
    cost = overhead()
    loads.append(os.getloadavg()[0])
    console = Console(width=170)
    with console.capture() as captured:
        console.print(table)
    by_workers = ", ".join(f"{cost.clock[n]:.1f} ms with {n}" for n in WORKERS)
    printed = (
        f"{captured.get().rstrip()}\n\nA task that does nothing, of the clock: {by_workers} at work; of the process "
        f"that asks and schedules: {cost.here:.1f} ms.\nIts bytes: {cost.sent} there, {cost.came} back.\n"
    )
    print(printed)
    if options.write:
        text = f"``cluster.py``: clocks of one run each, {circumstances(loads)}"
        options.write.write_text(page("Dask: one, two and four workers", text, printed, on_paper(cost)))


BATCHES, SECONDS, ALONE = 1370, 562.0, 30.0
"""The build of all 8 x 8 sign-ranks: its tasks, their processor time together, the enumeration that is not shared."""


def on_paper(cost: Overhead, machines: int = 100) -> str:
    """What so many machines would do, by these figures."""
    worker, here = cost.clock[1] / 1000, cost.here / 1000
    task = SECONDS / BATCHES
    shared, asked = BATCHES * (task + worker) / machines, BATCHES * here
    total = ALONE + max(shared, asked)
    text = WHERE_FROM.format(
        machines=machines, worker=cost.clock[1], here=cost.here, a_second=1 / here, busy=machines * here,
        share=worker / (worker + machines * here),
        task=task, batches=BATCHES, seconds=SECONDS, shared=shared, asked=asked, alone=ALONE,
        total=total, speed=(ALONE + SECONDS) / total, megabits=8e-6 * (cost.sent + cost.came) / here,
    )  # fmt: skip
    return "\n".join(fill(one, 118) + "\n" for one in text.split("\n\n"))


WHERE_FROM = """

Efficiency is the clock of one worker, divided by that of so many times their number. This machine has two cores: four
workers can be twice as fast as one at best, an efficiency of 0.5, and the scheduler shares the cores with them.

Results are the same byte for byte, whatever the number of workers, and with a worker killed while two were at work:
its tasks begin again on the other one. (Of measures and of dimension these are the brackets: certificates hold all
the same, but which of two that fit is found first depends on the clock.)

Why two workers do not halve the time. Each job begins with work of its own (enumeration; processes of workers that
load what tasks need, a second each), which no worker shares, and the jobs here take seconds. The longest task bounds
the time from below: among numbers of bits one takes as long as half of the others together. The second worker gains
most where there are many tasks of equal length, which are the measures.

On paper, {machines} machines of one core each, on one scheduler. A task of s seconds costs its worker s +
{worker:.1f} ms. The process that asks, with the scheduler in it, takes {here:.1f} ms of its own core for a task, so
that it serves at most {a_second:.0f} tasks a second, {megabits:.1f} Mbit/s where tasks are small. So {machines}
machines are kept busy if tasks take longer than {busy:.2f} s, and what a task costs its worker is then {share:.1%} of
its time at most. The build of all 8 x 8 sign-ranks is {batches:,} tasks of {task:.2f} s, {seconds:.0f} s of processor
time: {shared:.0f} s on {machines} workers, or {asked:.0f} s of the process that asks, whichever is more, after an
enumeration of {alone:.0f} s that is not shared. That is {total:.0f} s in all, {speed:.0f} times as fast as one core;
the enumeration would have to be cut up first.
"""


if __name__ == "__main__":
    main()
