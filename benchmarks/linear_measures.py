"""Linear programs over rectangles, discrepancy, ranks, VC dimension: value, whether it is closed, seconds.

Run: ``python benchmarks/linear_measures.py`` (some minutes), ``--quick`` for n <= 3. The seconds include the checker's
replay of every bound; a measure gets 30 of them. Values of at most 12 characters are exact, others are rounded.
"""

import random
import sys
import time

from headcount.measures.engines import Declined, Effort
from headcount.measures.known import Known
from headcount.measures.registry import ENGINES
from headcount.questions import CommunicationMatrix

SECONDS = 30
PROGRAMS = [name for name in ENGINES if name.startswith(("fractional", "partition_bound", "smooth", "disc"))]
QUICK = [name for name in ENGINES if name.startswith(("rank", "vc"))]


def shown(value):
    if value is None:
        return "?"
    return str(value) if len(str(value)) <= 12 else f"{float(value):.9f}"


def measure(name, matrix):
    """A line of the table."""
    known, started = Known(matrix), time.monotonic()
    try:
        for bound in ENGINES[name](matrix, known, Effort(started + SECONDS)):
            known.add(bound)
    except Declined:
        pass
    ends = [shown(known.value(name, side)) for side in ("lower", "upper")]
    value = ends[0] if known.closed(name) else f"{ends[0]} .. {ends[1]}"
    seconds = time.monotonic() - started
    label = matrix.words.partition(",")[0] if matrix.n else matrix.name
    print(f"{label:<12}  {name:<20}  {value:<28}  {'yes' if known.closed(name) else '-':<6}  {seconds:.2f}", flush=True)


def random_matrix(rng, size):
    rows = tuple("".join(rng.choice("01") for _ in range(size)) for _ in range(size))
    return CommunicationMatrix(rows, f"random {size}")


def main():
    quick = "--quick" in sys.argv[1:]
    print("matrix        measure               value                         closed  s")
    for name in ("disj", "eq", "gt", "ip"):
        for n in range(1, 4 if quick else 5):
            for measured in (*PROGRAMS, *QUICK):
                measure(measured, CommunicationMatrix.named(name, n))
    rng = random.Random(0)
    for size in (6, 8) if quick else (8, 10, 12, 16):
        matrix = random_matrix(rng, size)
        for measured in PROGRAMS:
            measure(measured, matrix)
    if not quick:
        for size in (128, 256, 512):
            matrix = random_matrix(rng, size)
            for measured in QUICK:
                measure(measured, matrix)


if __name__ == "__main__":
    main()
