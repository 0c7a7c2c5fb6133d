"""Attention in NumPy: the streaming forms against what one would otherwise write, and against the machine's limits.

Third order against the dense einsum (time and peak memory, each in a process of its own), order 2 against the plain
three lines of NumPy, both against Python loops, exact forms against the evaluator, a sparse pattern against its dense
mask; and the third-order time against what matrix products and exponentials alone would take, measured in the same run.

    python benchmarks/attention_speed.py            # a minute or two
    python benchmarks/attention_speed.py --quick    # smaller sizes

One thread, and processor time instead of the clock's, so that other work on the machine disturbs less.
"""

import argparse
import json
import math
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import product

import numpy as np
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from headcount.attention import saturated_attention, softmax_attention, streaming, window
from headcount.certificates import attend, saturated, tensor

WIDTH = 8
"""m and dv of the third-order runs."""

ADDRESS_SPACE = 8 * 2**30
"""Bytes of address space that a form may use."""

THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
THIRD = tensor(3)
MEBIBYTE = 2**20


def inputs(order: int, n: int, width: int) -> tuple[np.ndarray, list[np.ndarray], list[np.ndarray]]:
    """Gaussian queries, keys and values with scores of a few units."""
    parts = np.random.default_rng(0).normal(size=(2 * order - 1, n, width)) * 0.8
    return parts[0], list(parts[1:order]), list(parts[order:])


def best_of(run: Callable[[], object], at_least: int = 3, seconds: float = 0.3) -> float:
    """The least time of a few runs."""
    times: list[float] = []
    while len(times) < at_least or sum(times) < seconds:
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
        if len(times) > 1 and sum(times) > 20:
            break
    return min(times)


# --- the other side ---------------------------------------------------------------------------------------------------


def dense_third_order(queries: np.ndarray, keys: list[np.ndarray], values: list[np.ndarray]) -> np.ndarray:
    """What a careful user writes: einsum with its best path, one N^3 array, changed in place."""
    weights = np.einsum("ia,ja,la->ijl", queries, *keys, optimize=True)
    weights -= weights.max(axis=(1, 2), keepdims=True)
    np.exp(weights, out=weights)
    weights /= weights.sum(axis=(1, 2), keepdims=True)
    return np.einsum("ijl,jd,ld->id", weights, *values, optimize=True)


def plain_order_two(queries: np.ndarray, keys: list[np.ndarray], values: list[np.ndarray]) -> np.ndarray:
    scores = queries @ keys[0].T
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True) @ values[0]


def loops(order: int, queries: list, keys: list, values: list) -> list[list[float]]:
    """Softmax attention in Python numbers."""
    outputs = []
    for query in queries:
        tuples = list(product(range(len(keys[0])), repeat=order - 1))
        scores = [
            sum(q * math.prod(table[j][a] for table, j in zip(keys, chosen, strict=True)) for a, q in enumerate(query))
            for chosen in tuples
        ]
        best = max(scores)
        weights = [math.exp(score - best) for score in scores]
        total = sum(weights)
        outputs.append(
            [
                sum(
                    weight * math.prod(table[j][c] for table, j in zip(values, chosen, strict=True))
                    for weight, chosen in zip(weights, tuples, strict=True)
                )
                / total
                for c in range(len(values[0][0]))
            ]
        )
    return outputs


# --- third order, each form in a process of its own -------------------------------------------------------------------


def child(form: str, n: int) -> None:
    """Run one form and print its time, the peak memory of its process, and a few outputs, as JSON."""
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    queries, keys, values = inputs(3, n, WIDTH)
    streamed = form == "streaming"
    softmax_attention(queries[:2], [k[:2] for k in keys], [v[:2] for v in values], polynomial=THIRD)
    run = (
        (lambda: softmax_attention(queries, keys, values, polynomial=THIRD))
        if streamed
        else (lambda: dense_third_order(queries, keys, values))
    )
    try:
        outputs = run()
    except MemoryError:
        print(json.dumps({"fits": False}))
        return
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    seconds = best_of(run, 2 if n >= 256 else 5)
    print(json.dumps({"fits": True, "seconds": seconds, "mebibytes": peak / 1024, "sample": outputs[:2].tolist()}))


def in_a_process(form: str, n: int) -> dict:
    command = [sys.executable, os.path.abspath(__file__), "--child", form, str(n)]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True, cwd="/").stdout)


def third_order(console: Console, sizes: list[int]) -> None:
    table = Table(box=SIMPLE, title=f"Third order, m = dv = {WIDTH}: streaming against dense einsum")
    for name in ("N", "streaming", "dense", "time ratio", "streaming peak", "dense peak", "memory ratio"):
        table.add_column(name, justify="right")
    for n in sizes:
        ours, dense = in_a_process("streaming", n), in_a_process("dense", n)
        row = [str(n), f"{ours['seconds']:.3g} s"]
        if dense["fits"]:
            assert np.abs(np.subtract(ours["sample"], dense["sample"])).max() < 1e-10
            row += [f"{dense['seconds']:.3g} s", f"{dense['seconds'] / ours['seconds']:.2f}"]
            memory = [f"{dense['mebibytes']:.0f} MiB", f"{dense['mebibytes'] / ours['mebibytes']:.1f}"]
        else:
            row += ["does not fit", "-"]
            memory = [f"> {8 * n**3 / MEBIBYTE:.0f} MiB", f"> {8 * n**3 / MEBIBYTE / ours['mebibytes']:.0f}"]
        table.add_row(*row, f"{ours['mebibytes']:.0f} MiB", *memory)
    console.print(table)


# --- the rest, in this process ----------------------------------------------------------------------------------------


def order_two(console: Console, sizes: list[int]) -> None:
    table = Table(box=SIMPLE, title="Order 2, m = dv = 32: streaming against three lines of NumPy")
    for name in ("N", "streaming", "three lines", "ratio"):
        table.add_column(name, justify="right")
    for n in sizes:
        queries, keys, values = inputs(2, n, 32)
        ours = best_of(lambda q=queries, k=keys, v=values: softmax_attention(q, k, v, scale=32**-0.5))
        scaled = queries * 32**-0.5
        plain = best_of(lambda q=scaled, k=keys, v=values: plain_order_two(q, k, v))
        table.add_row(str(n), f"{ours * 1e3:.3g} ms", f"{plain * 1e3:.3g} ms", f"{plain / ours:.2f}")
    console.print(table)


def against_loops(console: Console, sizes: list[tuple[int, int]]) -> None:
    table = Table(
        box=SIMPLE, title="Against Python loops, m = dv = 4 (floats: softmax; exact: saturated, the evaluator)"
    )
    for name in ("order", "N", "floats", "loops", "ratio", "exact", "evaluator", "ratio"):
        table.add_column(name, justify="right")
    for order, n in sizes:
        queries, keys, values = inputs(order, n, 4)
        lists = queries.tolist(), [k.tolist() for k in keys], [v.tolist() for v in values]
        score = tensor(order)
        ours = best_of(lambda q=queries, k=keys, v=values, p=score: softmax_attention(q, k, v, polynomial=p))
        slow = best_of(lambda o=order, a=lists: loops(o, *a), 1)
        whole = [np.rint(array * 3).astype(int) for array in (queries, *keys, *values)]
        q, k, v = whole[0], whole[1:order], whole[order:]
        exact = best_of(lambda q=q, k=k, v=v, p=score: saturated_attention(q, k, v, polynomial=p))
        tables = [array.tolist() for array in k], [array.tolist() for array in v]
        evaluator = best_of(
            lambda q=q, t=tables, p=score, n=n: [attend(p, saturated, x, *t, range(n)) for x in q.tolist()], 1
        )
        table.add_row(
            str(order),
            str(n),
            f"{ours * 1e3:.3g} ms",
            f"{slow * 1e3:.3g} ms",
            f"{slow / ours:.1f}",
            f"{exact * 1e3:.3g} ms",
            f"{evaluator * 1e3:.3g} ms",
            f"{evaluator / exact:.1f}",
        )
    console.print(table)


def sparse(console: Console, sizes: list[int]) -> None:
    table = Table(box=SIMPLE, title="Third order under window(N, 4), m = dv = 8: lists against the dense mask")
    for name in ("N", "lists", "dense mask", "ratio"):
        table.add_column(name, justify="right")
    for n in sizes:
        queries, keys, values = inputs(3, n, WIDTH)
        pattern = window(n, 4)
        times = [
            best_of(lambda m=mask: softmax_attention(queries, keys, values, polynomial=THIRD, mask=m), 1)  # noqa: B023
            for mask in (pattern, pattern.dense)
        ]
        table.add_row(str(n), f"{times[0] * 1e3:.3g} ms", f"{times[1] * 1e3:.3g} ms", f"{times[1] / times[0]:.0f}")
    console.print(table)


def limits(console: Console, n: int) -> None:
    """How far from the machine: the same products and exponentials, and nothing else, on tiles that stay in cache."""
    square = np.random.default_rng(1).normal(size=(1024, 1024))
    peak = 2 * 1024**3 / best_of(lambda: square @ square)
    cells, columns = streaming.TILE_CELLS, min(n, streaming.LAST_KEYS)
    rows = cells // columns
    left, right = square[:rows, : WIDTH + 1].copy(), square[: WIDTH + 1, :columns].copy()
    tile, values = np.empty((rows, columns)), square[:columns, : WIDTH + 1].copy()

    def repeated(run: Callable[[], object]) -> float:
        return best_of(lambda: [run() for _ in range(100)]) / (100 * rows * columns)

    product_cell = repeated(lambda: np.matmul(left, right, out=tile))
    tile -= tile.max()
    source = tile.copy()
    exp_cell = repeated(lambda: np.exp(source, out=tile))
    value_cell = repeated(lambda: tile @ values)
    max_cell = repeated(lambda: tile.max(axis=1))
    minus_cell = repeated(lambda: np.subtract(source, 0.5, out=tile))
    queries, keys, tables = inputs(3, n, WIDTH)
    ours = best_of(lambda: softmax_attention(queries, keys, tables, polynomial=THIRD)) / n**3
    flops = 4 * (WIDTH + 1)
    ideal = flops / peak + exp_cell
    table = Table(box=SIMPLE, title=f"Third order, N = {n}, m = dv = {WIDTH}: nanoseconds per tuple (N^3 of them)")
    table.add_column("what")
    table.add_column("ns", justify="right")
    table.add_column("share of ours", justify="right")
    for name, cell in (
        ("softmax_attention", ours),
        ("scores: product of inner width m + 1", product_cell),
        ("maximum", max_cell),
        ("subtraction", minus_cell),
        ("exponential", exp_cell),
        ("values: product with dv + 1 columns", value_cell),
        ("these five together", product_cell + max_cell + minus_cell + exp_cell + value_cell),
        (f"limit: {flops} flop at {peak / 1e9:.0f} GFLOP/s, one exponential", ideal),
    ):
        table.add_row(name, f"{cell * 1e9:.2f}", f"{100 * cell / ours:.0f} %")
    console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="smaller sizes")
    parser.add_argument("--child", nargs=2, metavar=("FORM", "N"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if any(os.environ.get(name) != "1" for name in THREADS):
        # BLAS reads this once, when it is loaded: start again.
        script = [sys.executable, os.path.abspath(__file__), *sys.argv[1:]]
        os.execve(sys.executable, script, {**os.environ, **dict.fromkeys(THREADS, "1")})
    if arguments.child:
        child(arguments.child[0], int(arguments.child[1]))
        return
    console = Console(width=120)
    quick = arguments.quick
    third_order(console, [32, 64, 128] if quick else [32, 64, 128, 256, 512, 1024])
    order_two(console, [16, 256] if quick else [16, 64, 256, 1024, 4096, 8192])
    against_loops(console, [(2, 4), (3, 8)] if quick else [(2, 4), (2, 32), (2, 128), (3, 4), (3, 16), (3, 32), (4, 8)])
    sparse(console, [128] if quick else [128, 512])
    limits(console, 128 if quick else 512)


if __name__ == "__main__":
    main()
