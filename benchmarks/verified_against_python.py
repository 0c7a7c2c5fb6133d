"""The verified checker against the Python checker: random certificates, and mutants of accepted ones.

    python benchmarks/verified_against_python.py --count 20000

Half are mutants of certificates all of whose claims the verified checker accepts, three tenths of any of the ledger and
the corpora, the rest is random. Prints how often which pair of verdicts came out. Where the verified checker accepts
and the other one does not, or the other way round, the reason is printed, and what brute force says of the statement
where it is small enough. Exit code 1 if an accepted statement is false, or a rejected one was accepted.
"""

import argparse
import json
import random
import sys
import time
from collections import Counter
from pathlib import Path

import _hostile_mutation as mutation
from _hostile_random import random_certificate
from _verified_program import outcomes, said
from exports import certificates
from headcount.certificates.check import check

sys.path.append(str(Path(__file__).parents[1] / "tests" / "instruments"))
import statement_judge

LIMIT = 20_000_000
BATCH = 2000
LARGEST = 20_000
"""Bytes of the largest certificate that is mutated."""


def pools():
    """Certificates that the verified checker accepts, and all others, none of them large."""
    small = [c for *_, c in certificates() if len(json.dumps(c)) <= LARGEST]
    verdicts, _ = said((str(i), c) for i, c in enumerate(small))
    covered = [c for c, verdict in zip(small, verdicts, strict=True) if verdict["verdict"] == "accepted"]
    return mutation.Pool(covered), mutation.Pool(small)


def drawn(rng, covered, small):
    """A certificate to be judged."""
    chance = rng.random()
    if chance < 0.2:
        return random_certificate(rng)
    certificate = mutation.mutated(rng, covered if chance < 0.7 else small)
    return certificate if isinstance(certificate, dict) else {"claims": certificate}


def false_claims(certificate, verdict):
    """The claims that the verified checker has proved, and that are false by brute force; how many could be judged."""
    wrong, judged = [], 0
    found = outcomes(verdict)
    for claim, outcome in zip(certificate["claims"] if found else (), found, strict=True):
        if outcome == "proved":
            try:
                truth = statement_judge.truth(claim.get("question", certificate.get("question")), claim)
            except (KeyError, TypeError, ValueError, IndexError):  # not in form: it knows no such statement
                truth = None
            judged += truth is not None
            wrong += [claim] if truth is False else []
    return wrong, judged


def compare(count, seed):
    """How often which pair of verdicts came out; the pairs that differ, with the reason; faults; times."""
    rng = random.Random(seed)
    covered, small = pools()
    pairs, differing, faults, judged = Counter(), Counter(), [], 0
    seconds = {"verified": 0.0, "python": 0.0}
    for start in range(0, count, BATCH):
        batch = [drawn(rng, covered, small) for _ in range(min(BATCH, count - start))]
        verdicts, times = said(((str(i), c) for i, c in enumerate(batch)), "--seconds", "5")
        seconds["verified"] += times["seconds"]
        for certificate, verdict in zip(batch, verdicts, strict=True):
            begun = time.process_time()
            other = check(json.dumps(certificate).encode(), LIMIT)
            seconds["python"] += time.process_time() - begun
            pair = (verdict["verdict"], type(other).__name__.lower())
            pairs[pair] += 1
            wrong, known = false_claims(certificate, verdict)
            judged += known
            faults += [("accepted, but false", certificate)] if wrong else []
            if pair[1] == "accepted" and pair[0] in ("rejected", "malformed"):
                faults.append((f"{pair[0]}, but accepted by the other one", certificate))
            if pair[0] == "accepted" and pair[1] in ("rejected", "malformed"):
                differing[f"{pair[1]}: {getattr(other, 'code', '')} {other.reason}"] += 1
    return pairs, differing, faults, judged, seconds


def main():
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    pairs, differing, faults, judged, seconds = compare(options.count, options.seed)
    print(f"{'verified':<12} {'Python':<12} certificates")
    for (one, other), number in pairs.most_common():
        print(f"{one:<12} {other:<12} {number:>8}")
    print(f"{judged} claims proved by the verified checker were judged by brute force")
    print(f"seconds of process time: verified {seconds['verified']:.1f}, Python {seconds['python']:.1f}")
    print(f"accepted by the verified checker alone: {differing.total()}")
    for reason, number in differing.most_common():
        print(f"  {number:>6}  {reason[:200]}")
    for words, certificate in faults:
        print(f"FAULT  {words}: {json.dumps(certificate)[:2000]}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
