"""Sparse attention patterns: connections, hops and paths, a million positions, random rows, copying, and networkx.

Each row of the first two tables is one answer of ``assumption_one``, its certificate replayed by the checker. Hops of
graphs are compared with all-pairs shortest paths by networkx, which has to give the same number.

    python benchmarks/sparse_patterns.py                     # all tables, some five minutes
    python benchmarks/sparse_patterns.py --only small,copying
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Callable

import networkx
import numpy as np
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from headcount import Accepted, assumption_one, check
from headcount.bounds.sparse_patterns.depth import copying_depth
from headcount.bounds.sparse_patterns.random_survey import random_survey
from headcount.questions.sparse_pattern import SparsePattern
from headcount.solvers.sparse_patterns.reach import first_full
from headcount.solvers.sparse_patterns.rows import WrittenRows, rows_of
from headcount.tasks.sparse_patterns import pattern_from_words

SMALL = (
    "dense", "window w=1", "window w=16", "block w=16", "dilated w=1 r=2", "strided w=16", "union strided w=16",
    "multihead strided w=16", "fixed w=16", "union fixed w=16", "fixed w=7", "fixed w=7 last=1", "star",
    "longformer w=2 g=1", "longformer w=0 g=1", "bigbird w=1 g=1 r=2", "random degree=8", "causal strided w=16",
    "causal star",
)  # fmt: skip

LARGE = (
    "window w=1", "strided w=1000", "union strided w=1000", "fixed w=1000", "fixed w=999", "star", "longformer w=2 g=1",
    "causal strided w=1000",
)  # fmt: skip

COPYING = ("union strided w=16", "strided w=16", "fixed w=16", "star", "window w=16")

TRIAL = {1: (0, 0, 0), 2: (28, 10, 8), 3: (87, 62, 62), 4: (98, 83, 83), 5: (100, 97, 97)}
"""Degree -> percent of 60 seeds with a path, finite hops, and both, as a first trial had them."""


def ends(answer: dict[str, object]) -> tuple[str, ...]:
    """The answers of a row, as text."""
    word = {True: "holds", False: "fails", None: "open"}[answer["assumption1"]]  # type: ignore[index]
    return str(answer["path"]), str(answer["hops"]), word, "yes" if answer["certified"] else "no"


def small(console: Console) -> None:
    """All patterns at n = 256."""
    table = Table("pattern, n = 256", "connections", "path", "hops", "Assumption 1", "certified", "s", box=SIMPLE)
    for words in SMALL:
        answer = assumption_one(f"{words} n=256")
        verdict = check(answer.certificate())
        if not isinstance(verdict, Accepted):
            raise SystemExit(f"the checker refused {words}: {verdict}")
        found = answer.to_json()
        counts = " + ".join(map(str, answer.asked.connections))
        table.add_row(words, counts, *ends(found), f"{answer.seconds:.2f}")
    console.print(table)


def large(console: Console) -> None:
    """A process for each pattern at n = 10^6: seconds and the most memory, with start and certificate."""
    table = Table("pattern, n = 10^6", "connections", "path", "hops", "certified", "s", "MiB", box=SIMPLE)
    for words in LARGE:
        start = time.monotonic()
        read, write = os.pipe()
        child = os.posix_spawn(
            sys.executable,
            [sys.executable, "-m", "headcount", "pattern", *words.split(), "n=1000000", "--json", "--budget", "600"],
            dict(os.environ),
            file_actions=[(os.POSIX_SPAWN_DUP2, write, 1)],
        )
        os.close(write)
        with os.fdopen(read) as stream:
            found = json.load(stream)
        _, _, used = os.wait4(child, 0)
        path, hops, _, certified = ends(found)
        counts = " + ".join(map(str, found["connections"]))
        seconds = f"{time.monotonic() - start:.1f}"
        table.add_row(words, counts, path, hops, certified, seconds, str(used.ru_maxrss // 1024))
    console.print(table)


def drawn(n: int, degree: int) -> Callable[[int], SparsePattern]:
    """The pattern of a seed."""
    return lambda seed: pattern_from_words(f"random n={n} degree={degree} seed={seed}".split()).pattern


def shares(console: Console) -> None:
    """How often random rows do, with 95 % bands."""
    table = Table("n", "degree", "seeds", "path", "finite hops", "Assumption 1", "first trial", "s", box=SIMPLE)
    cases = [(12, degree, 400) for degree in TRIAL] + [(100, degree, 200) for degree in (3, 4, 5, 6, 8)]
    for n, degree, seeds in (*cases, *((1000, degree, 30) for degree in (5, 6, 8, 10))):
        survey = random_survey(drawn(n, degree), seeds, budget=600)
        trial = " / ".join(map(str, TRIAL[degree])) if n == 12 else ""
        found = (survey.path, survey.hops, survey.assumption1)
        table.add_row(str(n), str(degree), str(seeds), *map(repr, found), trial, f"{survey.seconds:.1f}")
    console.print(table)


def copying(console: Console) -> None:
    """The least depth at which 0s0s can be copied, n = 256."""
    table = Table("pattern, n = 256", "autoregressive", "masked", box=SIMPLE)
    for words in COPYING:
        found = copying_depth(pattern_from_words([*words.split(), "n=256"]).layers).to_json()
        table.add_row(words, str(found["autoregressive"]), str(found["masked"]))
    depths = [copying_depth(drawn(256, 26)(seed).layers).to_json() for seed in range(40)]
    told = [f"{depth}: {sum(one['autoregressive'] == depth for one in depths)} of 40" for depth in (2, 3, 4, 5)]
    masked = [f"{depth}: {sum(one['masked'] == depth for one in depths)} of 40" for depth in (2, 3, 4)]
    shown = [", ".join(one for one in some if ": 0 of" not in one) for some in (told, masked)]
    table.add_row("random degree=26, seeds 0 .. 39", *shown)
    console.print(table)


def all_pairs(rows: WrittenRows) -> int:
    """The most steps from any position to any token, by networkx; at least one."""
    graph = networkx.DiGraph()
    graph.add_nodes_from(range(rows.n))
    owners = np.repeat(np.arange(rows.n), np.diff(rows.starts)).tolist()
    graph.add_edges_from(zip(owners, rows.indices.tolist(), strict=True))
    return max(1, max(max(lengths.values()) for _, lengths in networkx.all_pairs_shortest_path_length(graph)))


def against_networkx(console: Console) -> None:
    """One layer, every position attends to itself: hops are the most steps of any pair."""
    table = Table("graph", "connections", "hops", "bit rows, s", "networkx, s", "ratio", box=SIMPLE)
    for words in (
        "random n=1000 degree=12", "random n=2000 degree=12", "star n=1000", "window w=16 n=1000", "window w=1 n=500",
        "union strided w=32 n=1000",
    ):  # fmt: skip
        rows = rows_of(pattern_from_words(words.split()).layers[0])
        assert isinstance(rows, WrittenRows)
        start = time.perf_counter()
        answer = first_full([rows], lambda t: t > 2000)
        here = time.perf_counter() - start
        start = time.perf_counter()
        steps = all_pairs(rows)
        there = time.perf_counter() - start
        if answer.layers != steps:
            raise SystemExit(f"{words}: {answer.layers} hops, {steps} steps by networkx")
        ratio = f"{there / here:.0f}"
        table.add_row(words, str(len(rows.indices)), str(answer.layers), f"{here:.3f}", f"{there:.2f}", ratio)
    console.print(table)


TABLES = {"small": small, "large": large, "shares": shares, "copying": copying, "networkx": against_networkx}

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--only", default=",".join(TABLES), help=f"some of {', '.join(TABLES)}")
    for name in parser.parse_args().only.split(","):
        TABLES[name](Console(width=150))
