"""Every kind of job beside what one would otherwise use: time, memory, limit and growth, in one table.

    python benchmarks/all_jobs.py                                   # rows that are missing: some 20 minutes for all
    python benchmarks/all_jobs.py --again                           # those too that another commit measured
    python benchmarks/all_jobs.py --only attention --again
    python benchmarks/all_jobs.py --table                           # writes the table into benchmarks/README.rst

Ours and the peers run in turn in one process that loads everything first and does the work once on a small size; what
is counted is the processor time of the work after that, with one BLAS thread: medians. Memory is the largest of a
process that does the work once, in one way. Rows are kept in ``all_jobs.jsonl`` with the load, the
day and the commit, one by one as they come: a run that was stopped goes on where it was, also with ``--again``. Rows
that scripts of their own measure are those of ``_other_jobs.py``. Peers that cannot be imported (PyTorch is no
dependency) are left out. ``limit`` is what the same products and exponentials take as passes of their own.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from _other_jobs import OTHERS, available

HERE = Path(__file__).parent
ROWS = HERE / "all_jobs.jsonl"
README = HERE / "README.rst"
VERIFIED = "the checker that is proved in Coq"
BEGIN, END = ".. all jobs: begin", ".. all jobs: end"

MEASURED = """
import resource, sys
from statistics import median
sys.path.insert(0, {here!r})
ways = {ways!r}
{setup}
{small}
def spent():
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return sum(one.ru_utime + one.ru_stime for one in map(resource.getrusage, kinds))
times = {{name: [] for name in ways}}
start = spent()
while min(map(len, times.values())) < {least} or (spent() - start < {seconds} and len(times[name]) < 50):
    for name in list(ways)[:: 1 if len(times[list(ways)[0]]) % 2 else -1]:
        begun = spent()
        exec(ways[name])
        times[name].append(spent() - begun)
kilobytes = max(resource.getrusage(kind).ru_maxrss for kind in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
print(*(median(times[name]) for name in ways), kilobytes / 1024)
"""


@dataclass(frozen=True)
class Job:
    """What is done: Python that prepares, a call on something small, the call that is measured; peers; a limit.

    ``peers`` and ``limit`` are pairs of a name and a call, after the same preparation.
    """

    name: str
    setup: str
    small: str
    ours: str
    peers: tuple[tuple[str, str], ...]
    limit: tuple[str, str] | None = None
    growth: str = ""


def attention(order: int, n: int, kind: str, width: int) -> Job:
    """Softmax attention, m = dv = width; beside it products and exponentials, each by itself, on tiles in cache."""
    ours = f"softmax_attention({{q}}, {{k}}, {{v}}, polynomial=tensor({order}), workers=1, compiled={{how}})"
    setup = f"""
import numpy as np
import attention_speed as forms
from headcount.attention import softmax_attention
from headcount.attention.exponentials import Exponential
from headcount.questions import tensor
exponential = Exponential("e", compiled=True)
q, k, v = forms.inputs({order}, {n}, {width}, {kind!r})
sq, sk, sv = forms.inputs({order}, {96 if order == 2 else 24}, {width}, {kind!r})  # so many that all is compiled
rows, columns = {min(n, 128)}, {min(n, 1024)}
left, right, values = q[:rows].copy(), k[0][:columns].T.copy(), v[0][:columns].copy()
tile, source = np.empty((rows, columns), {kind!r}), left @ right
def parts():
    for _ in range({n**order} // (rows * columns)):
        np.matmul(left, right, out=tile)
        exponential(source, out=tile)
        np.matmul(tile, values)
def small():
    {ours.format(q="sq", k="sk", v="sv", how=True)}
    if any("pytorch" in one for one in ways.values()):
        forms.by_pytorch(sq, sk, sv)
"""
    other = "forms.plain_order_two" if order == 2 else "forms.loop_over_queries"
    name = "three lines of NumPy" if order == 2 else "a loop over queries in NumPy"
    return Job(
        f"attention, order {order}, {kind}, N = {n}", setup, "small()",
        ours.format(q="q", k="k", v="v", how=True),
        (("ours, NumPy's exponential", ours.format(q="q", k="k", v="v", how=False)), (name, f"{other}(q, k, v)"),
         ("PyTorch", "forms.by_pytorch(q, k, v)")),
        ("products and exponentials alone", "parts()"), f"attention, order {order}",
    )  # fmt: skip


def gamma2(n: int) -> Job:
    """gamma_2 with exact bounds, against the semidefinite program in floats."""
    setup = f"""
import numpy as np
import cvxpy as cp
from headcount import measure
rows = ["".join(map(str, row)) for row in np.random.default_rng(0).integers(0, 2, ({n}, {n})).tolist()]
signs = np.array([[1.0 - 2 * int(x) for x in row] for row in rows])
def by(solver, signs=signs):
    r, c = signs.shape
    x, t = cp.Variable((r + c, r + c), PSD=True), cp.Variable()
    program = cp.Problem(cp.Minimize(t), [x[:r, r:] == signs, cp.diag(x) <= t])
    program.solve(solver=solver)
    return program.value
def ours(rows=rows):
    return measure(rows, only="gamma2", processes=False, budget=1000)["gamma2"].upper
"""
    peers = (("cvxpy with Clarabel", "by('CLARABEL')"), ("cvxpy with SCS, to 10^-4", "by('SCS')"))
    return Job(f"gamma_2 of a {n} x {n} matrix, certified", setup, "ours(['01', '11']); by('SCS', signs[:2, :2])",
               "ours()", peers if n <= 32 else peers[1:], None, "measure: gamma_2")  # fmt: skip


def ranks(n: int, count: int) -> Job:
    """Sign-ranks of classes of the catalogue."""
    setup = f"""
import headcount
from headcount import SignPattern, probe
from headcount.catalogues.sign_ranks import SIGN_RANKS
keys = [entry.key for entry in headcount.atlas("signrank", {n})]
keys = keys[:: len(keys) // {count}][:{count}]
words = [entry.fields["rows"] for entry in headcount.atlas("signrank", {n}) if entry.key in set(keys)]
def one_by_one():
    for rows in words:
        probe(SignPattern(tuple(rows), null=True), budget=60)
"""
    return Job(f"sign-ranks of {count} classes of {n} x {n}", setup,
               f"SIGN_RANKS.settle({n}, keys[:2], None); probe(SignPattern(tuple(words[0]), null=True))",
               f"SIGN_RANKS.settle({n}, keys, None)", (("probe, one by one", "one_by_one()"),))  # fmt: skip


def against_z3(symbols: str, n: int, seed: int) -> Job:
    """The sign-rank of a random pattern: both answers of z3 at the value that is known."""
    setup = f"""
import headcount
from sign_rank_against_z3 import random_pattern, z3_answers
from headcount import probe
pattern = random_pattern({symbols!r}, {n}, {seed})
value = probe(pattern, budget=60).upper.value
def by_z3():
    z3_answers(pattern.rows, (value, value - 1), 20.0, 0)
"""
    return Job(f"sign-rank of a random {n} x {n} of {symbols}", setup, "", "probe(pattern, budget=60)",
               (("z3, at d and d - 1, 20 s each", "by_z3()"),), None, "probe, a pattern")  # fmt: skip


def trained(items: int) -> Job:
    """The least width of all pairs of so many items, certified; free embeddings, trained in growing widths."""
    setup = f"""
import free_embeddings as script
data, few = script.all_pairs({items}), script.all_pairs(4)
def train(data):
    script.growing(data.grades.toarray() > 0, 0)
"""
    return Job(f"least width for all pairs of {items} items", setup, "script.dimension(few, budget=60); train(few)",
               "script.dimension(data, budget=600)", (("free embeddings by Adam", "train(data)"),))  # fmt: skip


def checked() -> Job:
    """A file of certificates, by the Python checker and by the one that is proved in Coq, where that is built."""
    setup = r"""
import subprocess
from pathlib import Path
import headcount
from headcount.catalogues.registry import packaged
import zipfile, tempfile
folder = tempfile.mkdtemp()
zipfile.ZipFile(packaged()["signrank-7"]).extractall(folder)
path = Path(folder) / "certificates-0001.jsonl"
lines = path.read_bytes().splitlines()
program = Path("build/verified/headcount-verified").resolve()
named = path.with_suffix(".txt")
named.write_bytes(b"".join(b"%d %s\n" % (k, line) for k, line in enumerate(lines)))
def ours():
    return [headcount.check(line) for line in lines]
def verified():
    subprocess.run([program, "--lines", named], check=True, stdout=subprocess.DEVNULL)
"""
    return Job("check of 1,000 certificates of sign-ranks", setup, "headcount.check(lines[0])", "ours()",
               ((VERIFIED, "verified()"),), None, "check: its certificate")  # fmt: skip


JOBS = (
    attention(2, 256, "float32", 32), attention(2, 1024, "float32", 32), attention(2, 4096, "float32", 32),
    attention(2, 1024, "float64", 32), attention(3, 256, "float32", 8), attention(3, 512, "float32", 8),
    attention(3, 256, "float64", 8), attention(3, 512, "float64", 8),
    gamma2(4), gamma2(8), gamma2(16), gamma2(32), gamma2(64), gamma2(128),
    ranks(7, 60), against_z3("+-", 8, 0), against_z3("+-0", 8, 0), checked(), trained(8), trained(16),
)  # fmt: skip


def run(job: Job, ways: dict[str, str], least: int = 1, seconds: float = 0.0) -> list[float]:
    """The median seconds of each way, in turn in one process, at least so many runs of each; and MiB of the process."""
    code = MEASURED.format(
        here=str(HERE), setup=job.setup, small=job.small, ways=ways, least=least, seconds=seconds
    )  # fmt: skip
    threads = {name: "1" for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, encoding="utf-8", env={**os.environ, **threads},
        cwd=HERE.parent,
    )  # fmt: skip
    if done.returncode:
        raise SystemExit(f"{job.name}: {', '.join(ways)}: {done.stderr[-600:]}")
    return [float(word) for word in done.stdout.split()[-len(ways) - 1 :]]


def row_of(job: Job, runs: int) -> dict[str, Any]:
    """A row: medians of runs in turn, and the memory of each way in a process of its own."""
    ways = {"ours": job.ours, **dict(job.peers)}
    if find_spec("torch") is None:
        ways.pop("PyTorch", None)
    if not (HERE.parent / "build" / "verified" / "headcount-verified").exists():
        ways.pop(VERIFIED, None)
    timed = {**ways, **({} if job.limit is None else {"limit": job.limit[1]})}
    seconds = run(job, timed, runs, 2.0)
    memory = {name: run(job, {name: ways[name]})[-1] for name in ways}
    return {
        "growth": job.growth, "limit": "" if job.limit is None else job.limit[0],
        "seconds": dict(zip(timed, seconds[:-1], strict=True)), "mebibytes": memory,
    }  # fmt: skip


SOURCES: dict[str, Callable[[int], dict[str, Any]]] = {**{one.name: partial(row_of, one) for one in JOBS}, **OTHERS}
"""Every row of the table: what measures it, given the number of runs."""


def commit() -> str:
    """The commit of this checkout, with a + if code differs from it: rows and pages that are written do not count."""
    words = ["git", "rev-parse", "--short", "HEAD"]
    name = subprocess.run(words, cwd=HERE, capture_output=True, encoding="utf-8").stdout.strip()
    code = subprocess.run(["git", "diff", "--quiet", "HEAD", "--", "*.py"], cwd=HERE.parent).returncode
    return name + "+" * bool(code)


def stamped(name: str, runs: int, found: dict[str, Any]) -> dict[str, Any]:
    """A row with what has to be known of it."""
    load = round(os.getloadavg()[0], 1)
    day = date.today().isoformat()
    return {"job": name, "day": day, "commit": commit(), "load": load, "runs": runs, **found}


def stored() -> dict[str, dict[str, Any]]:
    """The rows so far, by job."""
    lines = ROWS.read_text("utf-8").splitlines() if ROWS.exists() else []
    return {one["job"]: one for one in map(json.loads, lines)}


def slopes() -> dict[str, str]:
    """The slopes on ``growth.rst``, by the name of the work."""
    path = HERE / "growth.rst"
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    parts = [[cell.strip() for cell in line.strip().split("  ") if cell.strip()] for line in lines]
    return {cells[0]: cells[6] for cells in parts if len(cells) >= 8}


def table(rows: list[dict[str, Any]]) -> str:
    """The table, peers in turn."""
    shown = Table("job", "ours s", "peer", "peer / ours", "ours / limit", "MiB", "peer", "growth", "load",
                  "measured", box=SIMPLE)  # fmt: skip
    known = slopes()
    for one in rows:
        seconds, memory = one["seconds"], one["mebibytes"]
        ours = seconds["ours"]
        limit = f"{ours / seconds['limit']:.1f}" if "limit" in seconds else ""
        wanted = one.get("growth")
        growth = next((value for name, value in known.items() if wanted and name.startswith(wanted)), "")
        peers = [name for name in seconds if name not in ("ours", "limit")]
        for k, name in enumerate(peers or [""]):
            more = "> " if name in one.get("at_least", ()) else ""
            ratio = f"{more}{seconds[name] / ours:.2f}" if name else ""
            own = (one["job"], f"{ours:.3g}") if k == 0 else ("", "")
            rest = (limit, f"{memory['ours']:.0f}") if k == 0 else ("", "")
            of_peer = f"{memory[name]:.0f}" if name else ""
            last = (growth, f"{one['load']}", f"{one['day']} {one['commit']}") if k == 0 else ("", "", "")
            shown.add_row(own[0], own[1], name, ratio, *rest, of_peer, *last)
    console = Console(width=180)
    with console.capture() as captured:
        console.print(shown)
    return "\n".join(line.rstrip() for line in captured.get().strip("\n").splitlines())


def write_table(rows: list[dict[str, Any]]) -> None:
    """The table between its marks in README.rst."""
    text = README.read_text("utf-8")
    head, tail = text.partition(BEGIN)[0], text.partition(END)[2]
    indented = "\n".join("   " + line if line else "" for line in table(rows).splitlines())
    README.write_text(f"{head}{BEGIN}\n\n::\n\n{indented}\n\n{END}{tail}", "utf-8")


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", metavar="TEXT", help="jobs whose name contains this")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--again", action="store_true", help="run those, too, that another commit measured")
    parser.add_argument("--table", action="store_true", help="run nothing: write the rows into README.rst")
    options = parser.parse_args()
    known, now = stored(), commit()
    for name, source in SOURCES.items():
        done = name in known and not (options.again and known[name]["commit"] != now)
        if options.table or options.only not in name or done or not available(name):
            continue
        known[name] = row = stamped(name, options.runs, source(options.runs))
        ROWS.write_text("".join(json.dumps(known[one]) + "\n" for one in SOURCES if one in known), "utf-8")
        ours = row["seconds"]["ours"]
        print(name, {way: round(s / ours, 2) for way, s in row["seconds"].items()}, flush=True)
    rows = [known[name] for name in SOURCES if name in known]
    if options.table:
        write_table(rows)
    else:
        print(table(rows))


if __name__ == "__main__":
    main()
