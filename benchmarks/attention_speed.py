"""Attention in NumPy: the streaming forms against what one would otherwise write, and against the machine's limits.

Third order against a loop over the queries, the dense einsum and PyTorch's attention on the N^2 pairs as keys; order 2
against the plain three lines and PyTorch's attention; float64 and float32, one thread and two; peak memory. Then both
against Python loops, exact forms against the evaluator, a sparse pattern against its dense mask, and the third-order
time against what matrix products and exponentials alone would take.

    python benchmarks/attention_speed.py            # five minutes
    python benchmarks/attention_speed.py --quick    # smaller sizes

PyTorch takes part where it can be imported. Forms run in turn, and medians are shown: of processor time, so that other
work on the machine disturbs less; with two threads of the clock's, too, and each form is in a process of its own,
because the threads of one wait busily while another works.
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
from importlib.util import find_spec
from itertools import product
from statistics import median

import numpy as np
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from headcount.attention import saturated_attention, softmax_attention, streaming, window
from headcount.questions import attend, saturated, tensor

WIDTH = 8
"""m and dv of the third-order runs."""

PAIRWISE_WIDTH = 32
"""m and dv of the runs of order 2."""

ADDRESS_SPACE = 8 * 2**30
"""Bytes of address space that a form may use."""

THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
THIRD = tensor(3)
MEBIBYTE = 2**20


def inputs(order: int, n: int, width: int, kind: str = "float64") -> tuple[np.ndarray, list, list]:
    """Gaussian queries, keys and values with scores of a few units."""
    parts = (np.random.default_rng(0).normal(size=(2 * order - 1, n, width)) * 0.8).astype(kind)
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


def loop_over_queries(queries: np.ndarray, keys: list[np.ndarray], values: list[np.ndarray]) -> np.ndarray:
    """Five lines that hold N^2 scores at a time."""
    outputs = np.empty_like(queries)
    for i, query in enumerate(queries):
        weights = (query * keys[0]) @ keys[1].T
        weights -= weights.max()
        np.exp(weights, out=weights)
        outputs[i] = ((weights @ values[1]) * values[0]).sum(axis=0) / weights.sum()
    return outputs


def plain_order_two(queries: np.ndarray, keys: list[np.ndarray], values: list[np.ndarray]) -> np.ndarray:
    scores = queries @ keys[0].T
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True) @ values[0]


def by_pytorch(queries: np.ndarray, keys: list[np.ndarray], values: list[np.ndarray]) -> np.ndarray:
    """PyTorch's attention; pairs of keys and values become keys and values."""
    import torch

    tables = [[torch.from_numpy(table) for table in tables] for tables in (keys, values)]
    with torch.inference_mode():
        pairs = [
            one[0] if len(one) == 1 else (one[0][:, None] * one[1][None]).reshape(-1, one[0].shape[1]) for one in tables
        ]
        asked = torch.from_numpy(queries)[None, None]
        found = torch.nn.functional.scaled_dot_product_attention(asked, *(p[None, None] for p in pairs), scale=1.0)
    return found[0, 0].numpy()


def forms(order: int, n: int) -> dict[str, Callable[..., np.ndarray]]:
    """What is compared, by name."""
    score = tensor(order)
    found: dict[str, Callable[..., np.ndarray]] = {
        "softmax_attention": lambda q, k, v: softmax_attention(q, k, v, polynomial=score)
    }
    if order == 2:
        found["three lines"] = plain_order_two
    else:
        found["loop over queries"] = loop_over_queries
        if n <= 256:  # 8 N^3 bytes, whose pages take longer than the rest
            found["dense einsum"] = dense_third_order
    if find_spec("torch"):
        found["PyTorch"] = by_pytorch
    return found


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


# --- against the peers, in processes with one thread or two ----------------------------------------------------------


def peers(order: int, n: int, kind: str, names: list[str]) -> None:
    """Run some forms in turn and print the medians of their times, by processor and by clock, as JSON."""
    if "PyTorch" in names:
        import torch

        torch.set_num_threads(int(os.environ["OMP_NUM_THREADS"]))
    given = inputs(order, n, WIDTH if order == 3 else PAIRWISE_WIDTH, kind)
    if order == 2:
        given = (given[0] * np.dtype(kind).type(PAIRWISE_WIDTH**-0.5), *given[1:])
    compared = {name: forms(order, n)[name] for name in names}
    want = softmax_attention(*given, polynomial=tensor(order))
    for form in compared.values():
        assert np.abs(form(*given) - want).max() < (1e-10 if kind == "float64" else 1e-3)
    scores = n**order
    repeats = min(200, max(1, 2**20 // scores))
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in compared}
    for _ in range(3 if scores >= 2**27 else 7):
        for name, form in compared.items():
            clock, start = time.perf_counter(), time.process_time()
            for _ in range(repeats):
                form(*given)
            times[name].append(((time.process_time() - start) / repeats, (time.perf_counter() - clock) / repeats))
    print(json.dumps({name: [median(of) for of in zip(*pairs, strict=True)] for name, pairs in times.items()}))


def peak(form: str, n: int) -> None:
    """Run one form of third order and print the peak memory of its process, as JSON."""
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    given = inputs(3, n, WIDTH)
    try:
        forms(3, 0)[form](*given)
    except (MemoryError, RuntimeError):
        print(json.dumps(None))
        return
    print(json.dumps(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024))


def in_a_process(threads: int, *words: object) -> dict:
    command = [sys.executable, os.path.abspath(__file__), "--child", *map(str, words)]
    environment = {**os.environ, **dict.fromkeys(THREADS, str(threads))}
    return json.loads(
        subprocess.run(command, check=True, capture_output=True, text=True, cwd="/", env=environment).stdout
    )


def against_peers(console: Console, order: int, sizes: list[int], kind: str, threads: int) -> None:
    width = WIDTH if order == 3 else PAIRWISE_WIDTH
    words = "one thread" if threads == 1 else f"{threads} threads"
    shown = "processor" if threads == 1 else "clock's"
    table = Table(box=SIMPLE, title=f"Order {order}, m = dv = {width}, {kind}, {words}: {shown} ns per score")
    for name in ("N", *forms(order, 0)):
        table.add_column(name, justify="right")
    table.add_column("least other / ours", justify="right")
    if threads > 1:
        table.add_column("ours, processor", justify="right")
    for n in sizes:
        if threads == 1:
            found = in_a_process(threads, "peers", order, n, kind, *forms(order, n))
        else:
            rounds = [
                {name: in_a_process(threads, "peers", order, n, kind, name)[name] for name in forms(order, n)}
                for _ in range(2)
            ]
            found = {name: [median(r[name][which] for r in rounds) for which in (0, 1)] for name in rounds[0]}
        cell = {name: times[threads > 1] / n**order * 1e9 for name, times in found.items()}
        row = [f"{cell[name]:.2f}" if name in cell else "-" for name in forms(order, 0)]
        ours = cell.pop("softmax_attention")
        row.append(f"{min(cell.values()) / ours:.2f}")
        if threads > 1:
            row.append(f"{found['softmax_attention'][0] / n**order * 1e9:.2f}")
        table.add_row(str(n), *row)
    console.print(table)


def peak_memory(console: Console, sizes: list[int]) -> None:
    table = Table(box=SIMPLE, title=f"Third order, m = dv = {WIDTH}, float64: peak memory of the process, MiB")
    for name in ("N", *forms(3, 0)):
        table.add_column(name, justify="right")
    for n in sizes:
        cells = [in_a_process(1, "peak", name, n) for name in forms(3, 0)]
        table.add_row(str(n), *(f"> {ADDRESS_SPACE / MEBIBYTE:.0f}" if c is None else f"{c:.0f}" for c in cells))
    console.print(table)


# --- the rest, in this process ----------------------------------------------------------------------------------------


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


def limits(console: Console, n: int, kind: str) -> None:
    """How far from the machine: the same products and exponentials, and nothing else, on tiles that stay in cache."""
    square = np.random.default_rng(1).normal(size=(1024, 1024)).astype(kind)
    peak = 2 * 1024**3 / best_of(lambda: square @ square)
    cells, columns = streaming.TILE_CELLS * 8 // square.itemsize, min(n, streaming.LAST_KEYS)
    rows = cells // columns
    left, right = square[:rows, :WIDTH].copy(), square[:WIDTH, :columns].copy()
    tile, values = np.empty((rows, columns), kind), square[:columns, : WIDTH + 1].copy()
    queries, keys, tables = inputs(3, n, WIDTH, kind)

    def cell(run: Callable[[], object]) -> Callable[[], float]:
        def timed() -> float:
            start = time.process_time()
            for _ in range(100):
                run()
            return (time.process_time() - start) / (100 * rows * columns)

        return timed

    def ours() -> float:
        start = time.process_time()
        softmax_attention(queries, keys, tables, polynomial=THIRD, workers=1)
        return (time.process_time() - start) / n**3

    source = np.matmul(left, right)
    weighed = (lambda: np.matmul(values.T, tile.T)) if kind == "float64" else (lambda: np.matmul(tile, values))
    parts = {
        "softmax_attention": ours,
        "scores: product of inner width m": cell(lambda: np.matmul(left, right, out=tile)),
        "exponential": cell(lambda: np.exp(source, out=tile)),
        "values: product with dv + 1 columns": cell(weighed),
        "not taken: maximum of each row": cell(lambda: source.max(axis=1)),
        "not taken: subtraction": cell(lambda: np.subtract(source, 0.5, out=tile)),
        "not taken: exponential in base 2": cell(lambda: np.exp2(source, out=tile)),
    }
    times: dict[str, list[float]] = {name: [] for name in parts}
    for _ in range(7):
        for name, run in parts.items():
            times[name].append(run())
    found = {name: median(of) for name, of in times.items()}
    flops = 4 * (WIDTH + 1)
    needed = ("scores: product of inner width m", "exponential", "values: product with dv + 1 columns")
    found["the three products and exponentials together"] = sum(found[name] for name in needed)
    found[f"limit: {flops} flop at {peak / 1e9:.0f} GFLOP/s, one exponential"] = flops / peak + found["exponential"]
    table = Table(box=SIMPLE, title=f"Third order, N = {n}, m = dv = {WIDTH}, {kind}, one thread: ns per tuple")
    table.add_column("what")
    table.add_column("ns", justify="right")
    table.add_column("ours / this", justify="right")
    for name, time_of in found.items():
        table.add_row(name, f"{time_of * 1e9:.2f}", f"{found['softmax_attention'] / time_of:.2f}")
    console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="smaller sizes")
    parser.add_argument("--child", nargs="+", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.child:
        what, *words = arguments.child
        if what == "peers":
            peers(int(words[0]), int(words[1]), words[2], words[3:])
        else:
            peak(words[0], int(words[1]))
        return
    if any(os.environ.get(name) != "1" for name in THREADS):
        # BLAS reads this once, when it is loaded: start again.
        script = [sys.executable, os.path.abspath(__file__), *sys.argv[1:]]
        os.execve(sys.executable, script, {**os.environ, **dict.fromkeys(THREADS, "1")})
    console = Console(width=120)
    sys.stdout.reconfigure(line_buffering=True)
    quick = arguments.quick
    version = subprocess.run(
        [sys.executable, "-c", "import torch; print(torch.__version__)"], capture_output=True, text=True, check=False
    ).stdout.strip()
    console.print(f"NumPy {np.__version__}; PyTorch {version or 'not installed'}; load {os.getloadavg()[0]:.1f}")
    for threads, kind in product((1, 2), ("float64", "float32")):
        sizes = ([32, 128] if quick else [16, 32, 64, 128, 256, 512])[0 if threads == 1 else -2 :]
        against_peers(console, 3, sizes, kind, threads)
    for threads, kind in product((1, 2), ("float64", "float32")):
        sizes = ([16, 256] if quick else [16, 64, 256, 1024, 4096])[0 if threads == 1 else -2 :]
        against_peers(console, 2, sizes, kind, threads)
    peak_memory(console, [128] if quick else [128, 512, 1024])
    for kind in ("float64", "float32"):
        limits(console, 128 if quick else 512, kind)
    against_loops(console, [(2, 4), (3, 8)] if quick else [(2, 4), (2, 32), (2, 128), (3, 4), (3, 16), (3, 32), (4, 8)])
    sparse(console, [128] if quick else [128, 512])
    console.print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
