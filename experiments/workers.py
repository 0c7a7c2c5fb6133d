"""Cells on all cores: a process for each core, a bar for each cell that is being trained.

Small models keep one core busy, so two cells at a time take half as long; each process has JAX to itself, with one
thread. What a cell says of its progress goes through a queue. Ctrl-C ends the workers; the finished cells are stored.
"""

import importlib
import multiprocessing
import os
import queue
import signal
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from importlib.metadata import version
from pathlib import Path
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from store import Config, Record, Store

SETTINGS = {
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "JAX_PLATFORMS": "cpu",
    # Compiled programs are kept: cells differ in their data more often than in their shapes.
    "JAX_COMPILATION_CACHE_DIR": str(Path(__file__).parents[1] / "build" / "experiments" / "compiled"),
    "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0.2",
    "JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES": "-1",
}
_said: Any = None


def train_all(experiment: str, cells: list[Config], store: Store, workers: int, progress: Progress) -> None:
    """Train cells of the module ``experiment`` and store each as it is finished."""
    context = multiprocessing.get_context("spawn")
    said = context.Queue()
    os.environ.update({name: value for name, value in SETTINGS.items() if name not in os.environ})
    total = progress.add_task(f"{experiment}, cells", total=len(cells), words="")
    bars: dict[int, Any] = {}
    pool = ProcessPoolExecutor(workers, context, _begin, (said,))
    try:
        waiting: set[Future[Record]] = {
            pool.submit(_train, experiment, number, config) for number, config in enumerate(cells)
        }
        while waiting:
            done, waiting = wait(waiting, timeout=0.2, return_when=FIRST_COMPLETED)
            _show(said, progress, bars, cells)
            for future in done:
                record = future.result()
                store.add(record)
                progress.advance(total)
                number = next(n for n, config in enumerate(cells) if config == record["config"])
                if number in bars:
                    progress.remove_task(bars.pop(number))
    except BaseException:  # Ctrl-C, or a cell that failed: what the others have begun is not waited for
        for worker in multiprocessing.active_children():
            worker.terminate()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
        for bar in bars.values():
            progress.remove_task(bar)


def bars_with_words() -> Progress:
    """Bars with the number of steps, the time, and what the cell says of its loss and accuracy; on standard error."""
    from rich.console import Console

    columns = (TextColumn("{task.description}"), BarColumn(20), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, TextColumn("{task.fields[words]}"), console=Console(stderr=True))


def _show(said: Any, progress: Progress, bars: dict[int, Any], cells: list[Config]) -> None:
    """Bring the bars up to date."""
    while True:
        try:
            number, step, steps, words = said.get_nowait()
        except queue.Empty:
            return
        if number not in bars:
            bars[number] = progress.add_task(f"  {label(cells[number])}", total=steps, words=words)
        progress.update(bars[number], completed=step, total=steps, words=words)


def label(config: Config) -> str:
    """A configuration in few words."""
    short = {key: value for key, value in config.items() if isinstance(value, str | int | bool) and key != "steps"}
    return " ".join(f"{key}={value}" for key, value in short.items())[:60]


def _begin(said: Any) -> None:
    """In a worker: where to say what; Ctrl-C is for the parent."""
    global _said
    _said = said
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _train(experiment: str, number: int, config: Config) -> Record:
    """In a worker: one cell."""

    def report(step: int, steps: int, words: str = "") -> None:
        _said.put((number, step, steps, words))

    return train_one(importlib.import_module(experiment).train, config, report)


def train_one(train: Callable[..., dict[str, Any]], config: Config, report: Callable[..., None]) -> Record:
    """A cell with its time and the versions that it depends on."""
    began = time.perf_counter()
    result = train(config, report)
    versions = {name: version(name) for name in ("headcount", "jax", "optax", "numpy")}
    return {"config": config, "result": result, "seconds": round(time.perf_counter() - began, 2), "versions": versions}
