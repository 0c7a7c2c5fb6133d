"""Proofs against searches: how long it takes to find a proof, how long it is, and how long it takes to replay it.

For each question the lower bound (or all ends of some measures) is searched for, and the certificate is then checked in
the same process; seconds are process CPU time, and the ratio is what a reader saves who replays instead of searching.
``--long`` adds q-SA(7, 2) on the 2-bit grid at width 4, whose search takes a minute or two.
"""

import argparse
import json
import time

from fixed_units import disjointness, eq, match2
from headcount import measure
from headcount.bounds.bound import certificate
from headcount.bounds.unit_classes.fixed_unit_bounds import decide_fixed_unit
from headcount.bounds.unit_classes.grid_thresholds import decide_grid
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted
from headcount.questions import CommunicationMatrix, Scope, least_size, match2_question, qsa_question
from headcount.questions.selection import shared_question

GRIDS = (
    ("Match2 M=7, midrise, p=2: m > 3", match2_question(7), "GRID(2, midrise, gap 1)", 3),
    ("Match2 M=7, twos, p=2: m > 3", match2_question(7), "GRID(2, twos, gap 1)", 3),
    ("q-SA(6,2), midrise, p=1: m > 5", qsa_question(6, 2), "GRID(1, midrise, gap 1)", 5),
    ("q-SA(9,1), midrise, p=1: m > 3", qsa_question(9, 1), "GRID(1, midrise, gap 1)", 3),
    ("q-SA(7,3), two heads, sum, twos, p=2: m > 2", shared_question(7, 3, 2, "sum"), "GRID(2, twos, gap 1)", 2),
)
LONG = (("q-SA(7,2), midrise, p=2: m > 4", qsa_question(7, 2), "GRID(2, midrise, gap 1)", 4),)
FIXED = (
    ("EQ A=4, threshold, p=1: m > 1", eq(4), "FIXED(1, midrise)", "threshold", 1),
    ("DISJ_2, threshold, p=1: m > 1", disjointness(2), "FIXED(1, midrise)", "threshold", 1),
    ("DISJ_3, any read-out, p=2: m > 0", disjointness(3), "FIXED(2, midrise)", "any", 0),
    ("DISJ_3, any read-out, p=1: m > 1", disjointness(3), "FIXED(1, midrise)", "any", 1),
    ("Match2 N=3 M=3, threshold, p=1: m > 1", match2(3, 3), "FIXED(1, midrise)", "threshold", 1),
)
MEASURES = (("EQ_3", "eq", 3), ("DISJ_3", "disj", 3), ("GT_3", "gt", 3), ("IP_3", "ip", 3))
MEASURED = ("D", "cover0", "cover1", "partition0", "partition1", "vc_rows", "disc", "disc_uniform", "partition_bound")


def report(name, bundle, searched):
    """One line: search, length, check, steps, ratio."""
    text = json.dumps(bundle, separators=(",", ":")).encode()
    start = time.process_time()
    verdict = check(text)
    checked = time.process_time() - start
    if not isinstance(verdict, Accepted):
        print(f"  {name:<46}{searched:>9.2f} s   {str(verdict)[:60]}")
        return
    ratio = searched / max(checked, 1e-4)
    print(f"  {name:<46}{searched:>9.2f} s{len(text):>11,} B{checked:>9.3f} s{verdict.steps:>13,}{ratio:>9.0f}")


def main():
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--budget", type=float, default=600.0, help="seconds for each search")
    options = parser.parse_args()
    print(f"  {'question':<46}{'search':>11}{'proof':>13}{'check':>11}{'steps':>13}{'ratio':>9}")
    for name, question, unit_class, width in (*GRIDS, *(LONG if options.long else ())):
        start = time.process_time()
        bound = decide_grid(least_size(question, "m", unit_class), width, options.budget).bound
        searched = time.process_time() - start
        if bound is None or bound.side != "lower":
            print(f"  {name:<46}{searched:>9.2f} s   not refuted")
        else:
            report(name, certificate(question, bound), searched)
    for name, question, unit_class, read_out, width in FIXED:
        start = time.process_time()
        asked = least_size(question, "m", unit_class, read_out=read_out, scope=Scope(null=False))
        bound = decide_fixed_unit(asked, width, min(options.budget, 20.0)).bound
        searched = time.process_time() - start
        if bound is None or bound.side != "lower":
            print(f"  {name:<46}{searched:>9.2f} s   not refuted")
        else:
            report(name, certificate(question, bound), searched)
    for name, function, n in MEASURES:
        start = time.process_time()
        found = measure(CommunicationMatrix.named(function, n), only=MEASURED, budget=options.budget, processes=False)
        report(f"{name}: {len(MEASURED)} measures", found.certificate(), time.process_time() - start)


if __name__ == "__main__":
    main()
