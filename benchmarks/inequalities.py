"""All measures of seeded random matrices up to 8x8: is every inequality kept, and what closes?

A violated inequality would show as a lower bound above an upper bound and stop the run. The certificate of every tenth
matrix is replayed as a whole by the checker.

    python benchmarks/inequalities.py --count 10000
"""

import argparse
import random
import time
from collections import Counter
from fractions import Fraction

from headcount import measure
from headcount.certificates.check import check
from headcount.certificates.theorems.inequalities import INEQUALITIES
from headcount.certificates.verdict import Accepted
from headcount.measures.measurement import is_open
from headcount.measures.readings import READINGS
from headcount.questions import MEASURES, CommunicationMatrix


def matrices(count, seed):
    rng = random.Random(seed)
    for _ in range(count):
        height, width = rng.randint(1, 8), rng.randint(1, 8)
        density = rng.choice((0.2, 0.5, 0.8))
        yield CommunicationMatrix.of([[int(rng.random() < density) for _ in range(width)] for _ in range(height)])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    start = time.monotonic()
    opened, by_solver, replayed, widths = Counter(), Counter(), 0, {}
    for number, matrix in enumerate(matrices(arguments.count, arguments.seed)):
        # Raises CrossedBoundsError if an inequality is violated.
        result = measure(matrix, budget=30, processes=False)
        for entry in result:
            opened[entry.measure] += is_open(entry)
            by_solver[entry.measure] += bool(entry.behind)
            widths[entry.measure] = max(widths.get(entry.measure, Fraction(0)), entry.width or Fraction(0))
        if number % 10 == 0:
            assert isinstance(check(result.certificate()), Accepted)
            replayed += 1
    seconds = time.monotonic() - start
    print(f"{arguments.count} matrices, seed {arguments.seed}, {seconds:.0f} s; no inequality violated")
    print(f"{len(INEQUALITIES)} inequalities, {len(READINGS)} readings; {replayed} certificates replayed as a whole")
    for name, measure_ in MEASURES.items():
        if measure_.integral and (opened[name] or by_solver[name]):
            print(f"  {name}: {opened[name]} open, {by_solver[name]} with an end that rests on a solver")
        elif not measure_.integral and widths[name]:
            print(f"  {name}: widest enclosure {float(widths[name]):.1e}")


if __name__ == "__main__":
    main()
