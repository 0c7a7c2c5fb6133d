"""Planted nearest neighbours: the search for vectors without a wrong entry, beside minibatch Adam in JAX.

    OPENBLAS_NUM_THREADS=1 python benchmarks/planted_dimension.py     # below ten minutes

Both look for queries, keys and thresholds of the planted dimension with the loss sum max(0, 1 - y (q . k - t))^2
over all queries and items. headcount begins at singular vectors and takes Gauss-Newton steps on the entries missed.
Adam takes a batch of queries against all items a step, with a step length that falls by a cosine; it is run from small
random vectors, and from the same singular vectors. Each run is a process of its own on one core, in turn. Times are
those of the search, without making the data, loading JAX and compiling; a run ends where no entry is wrong. For Adam
that is looked up after each epoch, outside the clock. ``dimension`` adds the rounding to integers and the checker's
comparison of all scores.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import time

import numpy as np
import scipy.sparse as sparse

from headcount.solvers.sparse_signs.embedding_search import Vectors, search_vectors
from headcount.solvers.sparse_signs.normalised_spectrum import SCALES, normalised_spectrum, spectral_start
from headcount.solvers.sparse_signs.sparse_signs import SparseSigns
from relevance_scale import top

ROWS = [(2000, 3, 20, 40.0), (2000, 5, 20, 40.0), (2000, 10, 20, 40.0), (10_000, 10, 100, 120.0)]
PROGRAMS = ("headcount", "adam", "adam from singular vectors")
BATCH = 100
EPOCHS = {2000: 1500, 10_000: 400}
RATES = 0.05, 0.0005
"""Step length at first and at last, as a part of the root mean square of the table."""


def signs_of(n: int, d: int, count: int) -> SparseSigns:
    """The data of ``relevance_scale.py``."""
    table = sparse.csr_array(top(n, d, count)) > 0
    table.sort_indices()
    return SparseSigns(table, sparse.csr_array(table.shape, dtype=bool))


def wrong(signs: SparseSigns, queries: np.ndarray, keys: np.ndarray) -> int:
    """Entries on the wrong side."""
    total = 0
    for start in range(0, signs.shape[0], 250):
        scores = queries[start : start + 250].astype(np.float64) @ keys.T.astype(np.float64)
        total += int((scores * signs.block(start, start + 250) <= 0).sum())
    return total


def by_headcount(signs: SparseSigns, d: int, limit: float) -> tuple[float, int]:
    """Seconds and wrong entries."""
    began = time.perf_counter()
    deadline = time.monotonic() + limit
    spectrum = normalised_spectrum(signs)
    best = signs.shape[0] * signs.shape[1]
    for scale in SCALES:
        start = spectral_start(signs, spectrum, d, scale)
        found = search_vectors(signs, d + 1, free=True, deadline=deadline, start=start)
        best = min(best, wrong(signs, found.queries, found.keys))
        if not best or time.monotonic() > deadline:
            break
    return time.perf_counter() - began, best


def by_adam(signs: SparseSigns, d: int, limit: float, warm: bool) -> tuple[float, int]:
    """The same by minibatches."""
    import jax
    import jax.numpy as jnp
    import optax

    rows, columns = signs.shape
    began = time.perf_counter()
    if warm:
        start = spectral_start(signs, normalised_spectrum(signs), d, SCALES[0])
    else:
        rng = np.random.default_rng(0)
        first = np.hstack([np.full((rows, 1), -1.0), 3 * rng.standard_normal((rows, d)) / d**0.5])
        start = Vectors(first, np.hstack([np.ones((columns, 1)), rng.standard_normal((columns, d)) / d**0.5]), 0)
    tables = {"q": jnp.array(start.queries, jnp.float32), "k": jnp.array(start.keys[:, 1:], jnp.float32)}
    spent = time.perf_counter() - began
    steps = EPOCHS[rows] * rows // BATCH
    sizes = {name: float(jnp.sqrt((table**2).mean())) for name, table in tables.items()}
    adam = optax.adam(optax.cosine_decay_schedule(RATES[0], steps, RATES[1] / RATES[0]))

    def loss(tables: dict, batch: jax.Array, y: jax.Array) -> jax.Array:
        q = tables["q"][batch]
        return (jnp.maximum(0, 1 - y * (q[:, 1:] @ tables["k"].T + q[:, :1])) ** 2).sum()

    @jax.jit
    def step(tables: dict, state: tuple, batch: jax.Array, y: jax.Array) -> tuple:
        moves, state = adam.update(jax.grad(loss)(tables, batch, y), state)
        return {name: table + sizes[name] * moves[name] for name, table in tables.items()}, state

    state = adam.init(tables)
    order = np.random.default_rng(1)
    written = signs.block(0, rows)
    step(tables, state, np.arange(BATCH), written[:BATCH])  # compiles
    least, taken = rows * columns, 0
    while taken < steps and spent < limit and least:
        began = time.perf_counter()
        for batch in order.permutation(rows).reshape(-1, BATCH):
            tables, state = step(tables, state, batch, written[batch])
            taken += 1
            if spent + time.perf_counter() - began > limit:
                break
        tables["k"].block_until_ready()
        spent += time.perf_counter() - began
        keys = np.hstack([np.ones((columns, 1)), np.asarray(tables["k"])])
        least = min(least, wrong(signs, np.asarray(tables["q"]), keys))
    return spent, least


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=len(ROWS), help="the first so many rows")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.one:
        program, n, d, count, limit = json.loads(given.one)
        signs = signs_of(n, d, count)
        if program == "headcount":
            found = by_headcount(signs, d, limit)
        else:
            found = by_adam(signs, d, limit, program != "adam")
        print(json.dumps([*found, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024]))
        return
    print(f"load {os.getloadavg()[0]:.1f} at first; least wrong entries, seconds, MB; peer's seconds over headcount's")
    for n, d, count, limit in ROWS[: given.rows]:
        own = 0.0
        for program in PROGRAMS:
            call = [sys.executable, __file__, "--one", json.dumps([program, n, d, count, limit])]
            environment = {**os.environ, "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false", "OPENBLAS_NUM_THREADS": "1"}
            done = subprocess.run(
                ["taskset", "-c", "0", *call], capture_output=True, text=True, check=True, env=environment
            )
            seconds, missed, memory = json.loads(done.stdout.splitlines()[-1])
            own = own or seconds
            ratio = "" if program == "headcount" else f"{'> ' if missed else ''}{seconds / own:.1f}"
            name = f"top {count} of {n}, d = {d}"
            print(f"{name:25} {program:28} {missed:9} {seconds:8.1f} {memory:6}  {ratio}", flush=True)
    print(f"load {os.getloadavg()[0]:.1f} at last")


if __name__ == "__main__":
    main()
