"""Hostile certificates against the checker: random ones, and ones grown by mutation from accepted ones.

Every verdict must be one of the four, in plain text of bounded length, and cost no more than its steps say. No
accepted claim may be false by brute force (``tests/instruments/statement_judge.py``), and none may cross the best
opposite bound of the same quantity of the same statement that has been accepted anywhere. The pool of the grown ones
starts with the corpus of the tests, the drafts of every kind and the ledger of theorems; accepted mutants join it. One
in twenty is a certificate of the start as it is, which has to be accepted. Prints a table; exit code 1 if anything is
wrong.

    python benchmarks/hostile_certificates.py --random --count 100000
    python benchmarks/hostile_certificates.py --grown --count 100000 --seed 7
"""

import argparse
import copy
import gc
import importlib
import json
import random
import resource
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

import _hostile_mutation as mutation
import _hostile_random as random_ones
from headcount.certificates.book import Book
from headcount.certificates.check import check
from headcount.certificates.claims import Claim
from headcount.certificates.meter import Meter
from headcount.certificates.rules import RULES
from headcount.certificates.schema import Record
from headcount.certificates.unit_class import UnitClass
from headcount.certificates.verdict import Accepted
from headcount.elaborate.certify import certify

Json = Any
HERE = Path(__file__).parent
TESTS = HERE.parent / "tests"
LONGEST_TEXT = 1000
LARGEST_JUDGED = 20_000
LARGEST_KEPT = 8_000
LIMIT = 20_000_000
DEAREST = 100e-9
"""Seconds that a step may take; where the clock says more, instructions are counted (``counted_steps.py``)."""
SHORT = 0.05
"""Seconds that are too few to be measured."""
CONTROL = 20
checker = importlib.import_module("headcount.certificates.check")


@dataclass
class Tally:
    """What has been seen."""

    verdicts: Counter[str] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)
    unchanged: int = 0
    unchanged_accepted: int = 0
    statements: int = 0
    by_brute_force: int = 0
    by_opposite: int = 0
    judged: int = 0
    faults: list[str] = field(default_factory=list)
    most_steps: int = 0
    dearest: tuple[float, str] = (0.0, "")
    largest_growth: int = 0
    seconds: float = 0.0


class Bounds:
    """The best bounds that are known of each quantity of each statement, and where they come from."""

    def __init__(self) -> None:
        self.best: dict[tuple[Any, Any], dict[str, tuple[Fraction | int, str]]] = {}

    def add(self, claim: Claim, source: str) -> tuple[bool, str | None]:
        """Whether an opposite bound is known, and what is wrong with both."""
        if claim.value is None:
            return False, None
        compared, wrong = False, None
        for key in implied(claim):
            ends = self.best.setdefault(key, {})
            better = max if claim.side == "lower" else min
            known = ends.get(claim.side)
            if known is None or better(known[0], claim.value) != known[0]:
                ends[claim.side] = claim.value, source
            if len(ends) == 2:
                compared = True
                if ends["lower"][0] > ends["upper"][0]:
                    wrong = f"CROSSING: {claim.about}: {ends}"[:6000]
        return compared, wrong


def implied(claim: Claim) -> list[tuple[Any, Any]]:
    """The quantity that a claim bounds; and m of real vectors, which a unit of a grid bounds above."""
    found = [(claim.statement, claim.quantity)]
    q = claim.quantity
    of_grid = q.kind == "size" and q.resource == "m" and claim.side == "upper" and q.unit_class.name == "GRID"
    if of_grid and claim.statement.kind != "shared":
        found.append((claim.statement, Record("size", {**q.fields, "unit_class": UnitClass("SIGN")})))
    return found


def starting_pool() -> list[Json]:
    """Accepted certificates of the tests, drafts that are proved, and the ledger, small ones."""
    corpus = (TESTS / "certificates" / "corpora" / "accept.jsonl").read_text("utf-8").splitlines()
    drafts = (TESTS / "elaborate" / "drafts.jsonl").read_text("utf-8").splitlines()
    found = [json.loads(line)["certificate"] for line in corpus if len(line) <= LARGEST_KEPT]
    made = [certify(json.loads(line)["draft"], LIMIT) for line in drafts if len(line) <= LARGEST_KEPT]
    made += [certify(draft, LIMIT) for draft in _ledger()]
    found += [one.certificate for one in made if one.verdict]
    return [bundle for bundle in found if check(json.dumps(bundle).encode(), LIMIT)]


def _ledger() -> Iterator[Json]:
    """Every eighth certificate of the ledger: most of them are alike."""
    path = HERE.parent / "ledger" / "certificates.jsonl"
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return (json.loads(line.split(" ", 1)[1]) for line in lines[::8] if len(line) <= LARGEST_KEPT // 2)


def claims_of(certificate: Json) -> list[Claim]:
    """All claims of an accepted certificate, premises in place included, as the checker reads them."""
    book = Book(Meter(10**9), RULES)
    book.question = certificate.get("question")
    return [book.stated(claim, "claim") for _, claim in mutation.stated(certificate)]


def try_one(certificate: Json, judge: Any, tally: Tally, limit: int = LIMIT, bounds: Bounds | None = None) -> bool:
    """Check and judge one certificate; whether it is accepted."""
    try:
        text = json.dumps(certificate).encode()
    except ValueError:  # an integer that JSON would not write
        return False
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    try:
        verdict, steps, seconds = timed(text, limit)
        if seconds > max(SHORT, DEAREST * steps):  # another process may have been in the way
            seconds = min(seconds, *(timed(text, limit)[2] for _ in range(2)))
    except BaseException as error:  # whatever it is, it is a fault
        at = traceback.extract_tb(error.__traceback__)[-1]
        tally.faults.append(f"{type(error).__name__}: {error} at {at.filename}:{at.lineno} for {text[:6000]!r}")
        if not isinstance(error, Exception):
            raise
        return False
    tally.seconds += seconds
    tally.largest_growth = max(tally.largest_growth, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
    tally.most_steps = max(tally.most_steps, steps)
    if seconds > SHORT:
        tally.dearest = max(tally.dearest, (seconds / steps, text[:300].decode()))
        if seconds > DEAREST * steps:
            counted = importlib.import_module("counted_steps")
            instructions = counted.work_of(text, limit)[1]
            if instructions > counted.A_STEP * steps + counted.AT_FIRST:
                tally.faults.append(f"{instructions} instructions for {steps} steps: {text[:6000]!r}")
    tally.verdicts[type(verdict).__name__] += 1
    tally.codes[getattr(verdict, "code", "")] += 1
    tally.faults += [f"{fault} for {text[:2000]!r}" for fault in faults_of(verdict, steps, limit)]
    if not isinstance(verdict, Accepted):
        return False
    if len(text) <= LARGEST_JUDGED:
        _judge(certificate, text, judge, tally, bounds or Bounds())
    return True


def timed(text: bytes, limit: int) -> tuple[Any, int, float]:
    """The verdict, the steps and the seconds of the processor."""
    meters: list[Any] = []

    class Recorded(Meter):
        __slots__ = ()

        def __init__(self, *arguments: int) -> None:
            super().__init__(*arguments)
            meters.append(self)

    checker.Meter = Recorded  # type: ignore[attr-defined]
    gc.disable()  # what it costs to go through the whole pool is no cost of the check
    started = time.process_time()
    try:
        verdict = check(text, limit)
        return verdict, max(meter.spent for meter in meters), time.process_time() - started
    finally:
        checker.Meter = Meter  # type: ignore[attr-defined]
        gc.enable()


def _judge(certificate: Json, text: bytes, judge: Any, tally: Tally, bounds: Bounds) -> None:
    """By brute force where a statement is tiny, and against the best opposite bound."""
    read = claims_of(certificate)
    for (question, claim), meant in zip(mutation.stated(certificate), read, strict=True):
        truth = judge.truth(question, claim)
        compared, wrong = bounds.add(meant, text[:3000].decode())
        tally.statements += 1
        tally.by_brute_force += truth is not None
        tally.by_opposite += compared
        tally.judged += truth is not None or compared
        if truth is False:
            tally.faults.append(f"FALSE: {str(question)[:300]}, {str(claim)[:900]} in {text[:6000]!r}")
        if wrong:
            tally.faults.append(wrong)


def faults_of(verdict: Any, steps: int, limit: int) -> list[str]:
    """What is wrong with a verdict, whatever the file."""
    texts = [str(getattr(verdict, name, "")) for name in ("statement", "where", "reason")]
    texts += [text for name in ("claims", "theorems", "assumptions") for text in getattr(verdict, name, ())]
    found = [f"a text of {len(text)} characters" for text in texts if len(text) > LONGEST_TEXT]
    found += [f"not plain: {text[:100]!a}" for text in texts if not (text.isascii() and (text.isprintable()))]
    return found + ["over the limit"] * (steps > limit)


def run(kind: str, count: int, seed: int, pool: list[Json], judge: Any, every: int = 5000, limit: int = LIMIT) -> Tally:
    """So many certificates, ``"random"`` or ``"grown"``; accepted mutants join the pool."""
    rng, tally, bounds, grown = random.Random(seed), Tally(), Bounds(), mutation.Pool(pool)
    for bundle in pool:
        for claim in claims_of(bundle):
            wrong = bounds.add(claim, json.dumps(bundle)[:3000])[1]
            tally.faults += [wrong] if wrong else []
    seen = {json.dumps(bundle, sort_keys=True) for bundle in pool}
    for number in range(1, count + 1):
        control = bool(pool) and number % CONTROL == 0
        if control:
            certificate = copy.deepcopy(rng.choice(pool))
        elif kind == "random":
            certificate = random_ones.random_certificate(rng)
        else:
            certificate = mutation.mutated(rng, grown)
        accepted = try_one(certificate, judge, tally, limit, bounds)
        tally.unchanged += control
        tally.unchanged_accepted += control and accepted
        if accepted and kind == "grown" and not control:
            text = json.dumps(certificate, sort_keys=True)
            if text not in seen and len(text) <= LARGEST_KEPT and len(grown.certificates) < 2 * len(pool) + 2000:
                seen.add(text)
                grown.add(certificate)
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
        tally = run(kind, options.count, options.seed, pool, judge, limit=options.limit)
        lost = tally.unchanged - tally.unchanged_accepted
        failed |= bool(tally.faults or lost)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        print(f"{kind}, seed {options.seed}: {options.count} certificates; {dict(tally.verdicts)}")
        print(f"  pool of {len(pool)}; {tally.unchanged_accepted} of {tally.unchanged} unchanged ones accepted")
        print(f"  {len(tally.codes) - 1} rejection codes; {tally.judged} of {tally.statements} accepted claims judged, "
              f"{tally.by_brute_force} by brute force, {tally.by_opposite} against an opposite bound")  # fmt: skip
        print(f"  most steps {tally.most_steps:,}; {tally.seconds:.0f} s; peak memory {memory // 1024} MB, "
              f"of which one check added at most {tally.largest_growth // 1024} MB")  # fmt: skip
        print(f"  dearest step {tally.dearest[0] * 1e9:.0f} ns: {tally.dearest[1][:200]}")
        print(f"  faults: {len(tally.faults)}")
        for fault in tally.faults[:20]:
            print("   ", fault[:9000])
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
