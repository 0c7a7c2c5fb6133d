"""Exact D of small matrices: classes a second before and after, what low rank says, and records with certificates.

    python benchmarks/exact_depths.py throughput          # a minute
    python benchmarks/exact_depths.py survey --rank 6     # several minutes; ranks 1 to 5 ten seconds
    python benchmarks/exact_depths.py records             # a minute a turn; goes on where it was

Records are certificates, a line each, in ``exact_depth_records.jsonl``; ``headcount check`` reads them as they are. The
first remark of each names it, the second says how many seeds were tried; another turn tries the next ones.
"""

import argparse
import json
import math
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from headcount import atlas, measure
from headcount.catalogues.depth_certificates import no_tree_evidence
from headcount.catalogues.deterministic import DETERMINISTIC, RANKS
from headcount.certificates.verdict import Accepted
from headcount.elaborate.certify import certify
from headcount.measures.deterministic import saying_all, tree_evidence
from headcount.questions import CommunicationMatrix
from headcount.solvers.low_rank_matrices import survey
from headcount.solvers.protocols.depth_table import DepthTable
from headcount.solvers.zero_one_classes import classes

RECORDS = Path(__file__).with_name("exact_depth_records.jsonl")
TOURNAMENT = ("100110", "110100", "111000", "000111", "001011", "011001")
"""Rank 4, as its complement has, and its diagonal is a fooling set: products of it have large ones for their rank."""

Claims = list[dict[str, Any]]


def throughput(count: int) -> None:
    """D and both ranks of the same classes, one ``measure`` after the other, and as a batch; both with their checks."""
    keys = DETERMINISTIC.keys(6)
    keys = keys[:: len(keys) // count][:count]
    ways = {"measure, processes": True, "measure, one process": False}
    DETERMINISTIC.settle(6, keys[:2], None)
    values = {}
    print(f"{'':24} {'classes':>8} {'clock':>9} {'processor':>10} {'a second':>9}")
    for name, processes in ways.items():
        some = keys[: count // 10]
        start, used = time.monotonic(), _used()
        for key in some:
            found = measure(key.split("/"), only="D, rank_q, rank_q_complement", processes=processes)
            values[key] = found["D"].upper.value
            assert found["D"].closed
        _row(name, len(some), time.monotonic() - start, _used() - used)
    start, used = time.monotonic(), _used()
    entries = DETERMINISTIC.settle(6, keys, None)
    _row("batch", len(keys), time.monotonic() - start, _used() - used)
    assert all(entry.fields["D"][0] == values.get(entry.key, entry.fields["D"][0]) for entry in entries)


def _used() -> float:
    """Processor seconds of this process and those that it started and that have ended."""
    import resource

    kinds = (resource.getrusage(kind) for kind in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in kinds)


def _row(name: str, count: int, clock: float, used: float) -> None:
    print(f"{name:24} {count:8} {clock:8.2f}s {used:9.2f}s {count / used:9.1f}", flush=True)


def show_survey(rank: int) -> None:
    """The greatest square, and whether D <= 5 where there are 17 rows and columns."""
    start, side = time.monotonic(), {1: 2, 2: 3, 3: 5, 4: 8, 5: 12, 6: 17}[rank]
    found = survey(rank, side)
    best = max((min(shape), shape) for shape in found.shapes)
    listed = ", ".join(f"{rows}x{columns}: {count}" for (rows, columns), count in found.shapes.items())
    print(f"rank {rank}: {found.cores} cores; at least {side} rows and columns: {listed}")
    print(f"  greatest square {best[0]}; not split: {found.unsplit}; {time.monotonic() - start:.0f} s", flush=True)


def certificate(rows: list[str], claims: Claims, remarks: list[str]) -> dict[str, Any]:
    """A certificate of these claims about a matrix, which the checker has accepted."""
    question = {"task": "communication", "of": "matrix", "rows": rows}
    made, verdict = certify({"question": question, "claims": claims, "remarks": remarks})
    assert isinstance(verdict, Accepted), verdict
    return made


def claim(name: str, side: str, value: int, evidence: dict[str, Any]) -> dict[str, Any]:
    return {"measure": name, "side": side, "value": str(value), "evidence": evidence}


def ranks_of(rows: list[str]) -> tuple[Claims, list[int]]:
    """Both bounds of rk M and rk (J - M)."""
    matrix = np.array([[int(x) for x in row] for row in rows])
    values = [int(np.linalg.matrix_rank(one)) for one in (matrix, 1 - matrix)]
    named = zip(RANKS, values, strict=True)
    return [claim(name, side, x, {"kind": "elimination"}) for name, x in named for side in ("lower", "upper")], values


def difference_two(n: int = 193) -> dict[str, Any]:
    """D - ceil(log2(rk M + rk(J - M))) = 2: part of the third power of TOURNAMENT, by its fooling set and its ranks.

    D >= 9, as there are 193 leaves at least with the answer 1, and rk (J - M) = 64 with the answer 0: 257 > 2^8.
    """
    one = np.array([[int(x) for x in row] for row in TOURNAMENT])
    rows = ["".join(map(str, row)) for row in np.kron(np.kron(one, one), one)[:n, :n].tolist()]
    ranks, values = ranks_of(rows)
    claims = [*ranks, claim("fooling1", "lower", n, {"kind": "pairs", "pairs": [[i, i] for i in range(n)]})]

    def follows(name: str, value: int, inequality: str, *premises: int) -> int:
        claims.append(claim(name, "lower", value, {"kind": "theorem", "name": inequality, "from": list(premises)}))
        return len(claims) - 1

    found = follows("fractional_cover1", n, "fooling1 <= fractional_cover1", 4)
    found = follows("cover1", n, "fractional_cover1 <= cover1", found)
    ones = follows("partition1", n, "cover1 <= partition1", found)
    zeros = follows("partition0", values[1], "rank_q_complement <= partition0", 2)
    leaves = follows("partition", n + values[1], "partition0 + partition1 <= partition", zeros, ones)
    follows("D", (n + values[1] - 1).bit_length(), "partition <= 2^D", leaves)
    tree = tree_evidence(saying_all(CommunicationMatrix(tuple(rows))))
    claims.append(claim("D", "upper", (n - 1).bit_length() + 1, tree))
    return certificate(rows, claims, ["difference 2", "no search"])


def exact_depth(rows: list[str], remarks: list[str]) -> dict[str, Any]:
    """D and both ranks of a matrix of at most twenty rows and columns together."""
    ranks, values = ranks_of(rows)
    ones = [sum(1 << c for c, x in enumerate(row) if x == "1") for row in rows]
    table = DepthTable(len(rows), len(rows[0]))
    depth = table.depth(ones)
    lower = no_tree_evidence(ones, len(rows[0]), depth - 1, sum(values))
    claims = [claim("D", "lower", depth, lower), claim("D", "upper", depth, tree_evidence(table.tree())), *ranks]
    return certificate(rows, claims, remarks)


def low_rank(rank: int, side: int, seed: int) -> list[str] | None:
    """A square part of a random matrix of a rank, which may have less; None if that is too small or repeats a line."""
    cores = classes(rank)[:, :, None] >> np.arange(rank) & 1
    cores = cores[np.rint(np.linalg.det(cores)) != 0]
    words = np.arange(1 << rank)[:, None] >> np.arange(rank) & 1
    rng = np.random.default_rng(seed)
    core = cores[rng.integers(len(cores))]
    products = np.rint(words @ np.linalg.inv(core) @ words.T * 5040) / 5040  # proposed, and checked
    fits, place = (abs(products) < 1e-6) | (abs(products - 1) < 1e-6), 1 << np.arange(rank)
    rows, columns = list(core @ place), fits[core @ place].all(axis=0)
    for x in rng.permutation(1 << rank):
        if x not in rows and (columns & fits[x]).sum() >= side:
            rows, columns = [*rows, x], columns & fits[x]
    if len(rows) < side or columns.sum() < side:
        return None
    chosen = rng.permutation(rows)[:side], rng.permutation(np.flatnonzero(columns))[:side]
    part = np.rint(products[np.ix_(*chosen)]).astype(int)
    if min(len(np.unique(lines, axis=0)) for lines in (part, part.T)) < side:
        return None
    return ["".join(map(str, row)) for row in part.tolist()]


def depth_of(rows: list[str]) -> int:
    """D of a small square matrix."""
    return DepthTable(len(rows), len(rows)).depth([int(row[::-1], 2) for row in rows])


def deepest(rank: int, seeds: range) -> Iterator[list[str]]:
    """Square parts of random matrices of a rank whose D is the greatest for their side, ceil(log2 side) + 1."""
    side = {1: 2, 2: 3, 3: 5, 4: 5, 5: 9, 6: 9}[rank]
    for seed in seeds:
        rows = low_rank(rank, side, seed)
        if rows is not None and depth_of(rows) == (side - 1).bit_length() + 1 and ranks_of(rows)[1][0] == rank:
            yield rows


def parts(rows: list[str]) -> Iterator[list[str]]:
    """A matrix without one of its rows and one of its columns, where no two lines become the same."""
    for i, j in product(range(len(rows)), repeat=2):
        part = [row[:j] + row[j + 1 :] for row in rows[:i] + rows[i + 1 :]]
        if len(set(part)) == len(set(zip(*part, strict=True))) == len(part):
            yield part


def partition_to_depth(n: int, seeds: range, larger: list[str]) -> Iterator[tuple[float, dict[str, Any]]]:
    """Better and better ratios of D to log2 of the partition number, with certificates.

    All n x n matrices for n <= 5, where no seeds are needed; parts of matrices of low rank and of ``larger`` beyond.
    The partition number is at least the sum of both ranks, so that a matrix is measured only if that sum leaves room
    for a better ratio.
    """
    best = 0.0
    if n <= 5:
        asked = sorted((sum(e.fields[name][0] for name in RANKS), e.fields["rows"]) for e in atlas("deterministic", n))
        matrices = [rows for _, rows in asked]
    else:
        made = (low_rank(rank, n, seed) for seed in seeds for rank in ((4,) if n <= 8 else (5, 6)))
        matrices = [*parts(larger), *(rows for rows in made if rows is not None)]
    for rows in matrices:
        depth = depth_of(rows)
        if depth / math.log2(sum(ranks_of(rows)[1])) > best + 1e-9:
            found = measure(rows, only="D, partition", budget=60)
            ratio = depth / math.log2(found["partition"].upper.value)
            if found["D"].closed and ratio > best + 1e-9:
                best = ratio
                yield best, found.certificate()


def cover_to_fooling(n: int, seeds: range) -> Iterator[tuple[float, list[str]]]:
    """Better and better ratios of cover to fooling set by hill climbing, from random matrices and from J - I."""
    from _cover_climb import climb, evaluate

    best = 0.0
    for seed in seeds:
        rng = np.random.default_rng(seed)
        start = (rng.random((n, n)) < rng.choice([0.5, 0.6, 0.7, 0.8])).astype(np.int64)
        found = climb(1 - np.eye(n, dtype=np.int64) if seed % 4 == 0 else start, 400, rng)
        fooling, cover = evaluate(found)
        if cover > best * fooling:
            best = cover / fooling
            yield best, ["".join(map(str, row)) for row in found.tolist()]


def records(turn: int) -> None:
    """Try so many more seeds for each record; better ones replace those in the file."""
    lines = RECORDS.read_text().splitlines() if RECORDS.exists() else []
    known = {one["remarks"][0]: one for one in map(json.loads, lines)}

    def seeds(name: str) -> range:
        tried = int(known[name]["remarks"][1].split()[0]) if name in known else 0
        return range(tried, tried + turn)

    known.setdefault("difference 2", difference_two())
    for rank in range(1, 7):
        name = f"D at rank {rank}"
        if name not in known:
            for rows in deepest(rank, some := seeds(name)):
                known[name] = exact_depth(rows, [name, f"{some.stop} seeds"])
                break
    for n in range(6, 10):
        name = f"cover1 / fooling1 at n = {n}"
        some, before = seeds(name), _ratio(known[name]) if name in known else 0.0
        for ratio, rows in cover_to_fooling(n, some):
            if ratio > before:
                before = ratio
                found = measure(rows, only="cover1, fooling1", budget=60).certificate()
                known[name] = {**found, "remarks": [name, ""]}
        known[name]["remarks"][1] = f"{some.stop} seeds"
    larger: list[str] = []
    for n in range(10, 1, -1):
        name = f"D / log2 partition at n = {n}"
        some = seeds(name) if n > 5 else range(0)
        before = _depth_ratio(known[name]) if name in known else 0.0
        for ratio, found in partition_to_depth(n, some, larger):
            if ratio > before + 1e-9:
                before, known[name] = ratio, {**found, "remarks": [name, ""]}
        if name in known:
            known[name]["remarks"][1] = f"{some.stop} seeds" if n > 5 else "all matrices"
            larger = known[name]["question"]["rows"]
    RECORDS.write_text("".join(json.dumps(known[name], sort_keys=True) + "\n" for name in sorted(known)))
    for name in sorted(known):
        _show(name, known[name])


def _ends(one: dict[str, Any], name: str) -> list[int]:
    """The bounds of a measure that a certificate claims."""
    values = {side: [int(c["value"]) for c in one["claims"] if (c["measure"], c["side"]) == (name, side)]
              for side in ("lower", "upper")}  # fmt: skip
    return [max(values["lower"]), min(values["upper"])]


def _ratio(one: dict[str, Any]) -> float:
    return _ends(one, "cover1")[0] / _ends(one, "fooling1")[1]


def _depth_ratio(one: dict[str, Any]) -> float:
    return _ends(one, "D")[0] / math.log2(_ends(one, "partition")[1])


def _show(name: str, one: dict[str, Any]) -> None:
    rows = one["question"]["rows"]
    size = f"{len(rows)}x{len(rows[0])}"
    if "partition" in name:
        words = f"D {_ends(one, 'D')}, partition {_ends(one, 'partition')}, ratio {_depth_ratio(one):.3f}"
    elif name.startswith("cover1"):
        words = f"cover1 {_ends(one, 'cover1')}, fooling1 {_ends(one, 'fooling1')}, ratio {_ratio(one):.3f}"
    else:
        depth, *ranks = (_ends(one, measured) for measured in ("D", *RANKS))
        leaves = math.log2(sum(rank[1] for rank in ranks))
        words = f"D {depth}, ranks {ranks}, D / log2(sum) {depth[0] / leaves:.3f}"
        words += f", difference {depth[0] - math.ceil(leaves)}"
    print(f"{name:28} {size:8} {words}; {one['remarks'][1]}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("what", choices=("throughput", "survey", "records"))
    parser.add_argument("--classes", type=int, default=1000, help="throughput: how many classes of 6x6")
    parser.add_argument("--rank", type=int, help="survey: this rank only")
    parser.add_argument("--seeds", type=int, default=20, help="records: how many in this turn")
    options = parser.parse_args()
    if options.what == "throughput":
        throughput(options.classes)
    elif options.what == "survey":
        for rank in range(1, 6) if options.rank is None else [options.rank]:
            show_survey(rank)
    else:
        records(options.seeds)


if __name__ == "__main__":
    main()
