"""Hostile certificates against the checker: random ones, and ones grown by mutation from accepted ones.

Every verdict must be one of the four, in plain text of bounded length; no accepted statement may be false by brute
force (``tests/instruments/statement_judge.py``). The pool of the grown ones starts with the files of the tests and of
the ledger; accepted mutants join it. Prints a table; exit code 1 if anything is wrong.

    python benchmarks/hostile_certificates.py --random --count 100000
    python benchmarks/hostile_certificates.py --grown --count 100000 --seed 7
"""

import argparse
import gc
import importlib
import json
import random
import resource
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import _hostile_mutation as mutation
import _hostile_random as random_ones
from headcount.core.check import check
from headcount.core.verdict import Accepted

Json = Any
HERE = Path(__file__).parent
TESTS = HERE.parent / "tests"
LONGEST_TEXT = 1000
LARGEST_JUDGED = 20_000
LARGEST_KEPT = 8_000
LIMIT = 20_000_000
checker = importlib.import_module("headcount.certificates.check")


@dataclass
class Tally:
    """What has been seen."""

    verdicts: Counter[str] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)
    statements: int = 0
    judged: int = 0
    faults: list[str] = field(default_factory=list)
    most_steps: int = 0
    dearest: tuple[float, str] = (0.0, "")
    largest_growth: int = 0
    seconds: float = 0.0


def rules() -> list[str]:
    """The names of the theorems."""
    inequalities = importlib.import_module("headcount.certificates.theorems.inequalities")
    return sorted({inequality.name for inequality in inequalities.INEQUALITIES})


def starting_pool() -> list[Json]:
    """Accepted certificates of the tests and of the ledger, small ones."""
    texts = [path.read_text("utf-8") for path in sorted((TESTS / "certificates").glob("**/accept/*.json"))]
    ledger = HERE.parent / "workbench" / "theorems" / "certificates.jsonl"
    texts += [line.split(" ", 1)[1] for line in ledger.read_text("utf-8").splitlines()]
    found = [json.loads(text) for text in texts if len(text) <= LARGEST_KEPT]
    return [bundle for bundle in found if isinstance(check(json.dumps(bundle).encode(), LIMIT), Accepted)]


def try_one(certificate: Json, judge: Any, tally: Tally, limit: int = LIMIT) -> bool:
    """Check and judge one certificate; whether it is accepted."""
    try:
        text = json.dumps(certificate).encode()
    except ValueError:  # an integer that JSON would not write
        return False
    meters: list[Any] = []

    class Recorded(checker.Meter):  # type: ignore[name-defined, misc]
        __slots__ = ()

        def __init__(self, *arguments: int) -> None:
            super().__init__(*arguments)
            meters.append(self)

    before, plain_meter = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, checker.Meter
    checker.Meter = Recorded
    gc.disable()  # what it costs to go through the whole pool is no cost of the check
    started = time.process_time()
    try:
        verdict = check(text, limit)
    except BaseException as error:  # whatever it is, it is a fault
        tally.faults.append(f"{type(error).__name__}: {error} for {text[:2000]!r}")
        if not isinstance(error, Exception):
            raise
        return False
    finally:
        checker.Meter = plain_meter
        seconds = time.process_time() - started
        gc.enable()
    tally.seconds += seconds
    tally.largest_growth = max(tally.largest_growth, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
    steps = max(meter.spent for meter in meters)
    tally.most_steps = max(tally.most_steps, steps)
    if seconds > 0.05:
        tally.dearest = max(tally.dearest, (seconds / steps, text[:300].decode()))
    tally.verdicts[type(verdict).__name__] += 1
    tally.codes[getattr(verdict, "code", "")] += 1
    tally.faults += [f"{fault} for {text[:2000]!r}" for fault in faults_of(verdict, steps, limit)]
    if not isinstance(verdict, Accepted):
        return False
    if len(text) <= LARGEST_JUDGED:
        for question, claim in judge.statements(certificate):
            truth = judge.truth(question, claim)
            tally.statements += 1
            tally.judged += truth is not None
            if truth is False:
                tally.faults.append(f"FALSE: {str(question)[:300]}, {str(claim)[:900]} in {text[:3000]!r}")
    return True


def faults_of(verdict: Any, steps: int, limit: int) -> list[str]:
    """What is wrong with a verdict, whatever the file."""
    texts = [str(getattr(verdict, name, "")) for name in ("statement", "where", "reason")]
    texts += [text for name in ("claims", "theorems", "assumptions") for text in getattr(verdict, name, ())]
    found = [f"a text of {len(text)} characters" for text in texts if len(text) >= LONGEST_TEXT]
    found += [f"not plain: {text[:100]!a}" for text in texts if not (text.isascii() and (text.isprintable()))]
    return found + ["over the limit"] * (steps > limit)


def run(kind: str, count: int, seed: int, pool: list[Json], judge: Any, every: int = 5000, limit: int = LIMIT) -> Tally:
    """So many certificates, ``"random"`` or ``"grown"``; accepted mutants join the pool."""
    rng, tally, known = random.Random(seed), Tally(), rules()
    seen = {json.dumps(bundle, sort_keys=True) for bundle in pool}
    for number in range(1, count + 1):
        if kind == "random":
            certificate = random_ones.random_certificate(rng, known)
        else:
            certificate = mutation.mutated(rng, pool)
        if try_one(certificate, judge, tally, limit) and kind == "grown":
            text = json.dumps(certificate, sort_keys=True)
            if text not in seen and len(text) <= LARGEST_KEPT:
                seen.add(text)
                pool.append(certificate)
        if every and number % every == 0:
            print(f"{kind} {number}: {dict(tally.verdicts)}, {tally.judged}/{tally.statements} statements judged, "
                  f"{len(tally.faults)} faults, {tally.seconds:.0f} s", flush=True)  # fmt: skip
    return tally


def main() -> None:
    """Run what is asked for, print a table, and exit with 1 if there is a fault."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=2000, help="certificates of each kind")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--random", action="store_true", help="random ones only")
    parser.add_argument("--grown", action="store_true", help="grown ones only")
    parser.add_argument("--limit", type=int, default=LIMIT, help="steps for each")
    parser.add_argument("--pool", type=Path, help="a JSON list of accepted certificates to start from as well")
    options = parser.parse_args()
    sys.path.append(str(TESTS / "instruments"))
    judge = importlib.import_module("statement_judge")
    kinds = [kind for kind in ("random", "grown") if getattr(options, kind)] or ["random", "grown"]
    failed = False
    for kind in kinds:
        pool = starting_pool() if kind == "grown" else []
        if options.pool and kind == "grown":
            pool += json.loads(options.pool.read_text("utf-8"))
        start = len(pool)
        tally = run(kind, options.count, options.seed, pool, judge, limit=options.limit)
        failed |= bool(tally.faults)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        print(f"{kind}, seed {options.seed}: {options.count} certificates; {dict(tally.verdicts)}")
        print(
            f"  {len(tally.codes) - 1} rejection codes; {tally.judged} of {tally.statements} accepted statements judged"
        )
        print(f"  pool {start} -> {len(pool)}; most steps {tally.most_steps:,}; peak memory {memory // 1024} MB, "
              f"of which one check added at most {tally.largest_growth // 1024} MB")  # fmt: skip
        print(f"  dearest step {tally.dearest[0] * 1e6:.2f} microseconds: {tally.dearest[1][:200]}")
        print(f"  faults: {len(tally.faults)}")
        for fault in tally.faults[:20]:
            print("   ", fault[:3000])
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
