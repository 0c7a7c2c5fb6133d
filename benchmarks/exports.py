"""All claims of the ledger and of the corpora, as they are exported: how many in which way, how long, how fast.

For each kind of proof: in how many claims it stands (those that are proved in place are claims, too), refutations with
their clauses and lemmas, scripts, bytes, and seconds of process time to write them. Then, of all claims, how they are
exported, and which are not. With ``--solve N`` z3 is asked about N scripts of each kind, drawn by a seed.
"""

import argparse
import json
import random
import re
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

from headcount.ledger.stored import stored_certificates
from headcount.show.export.rules import exported
from headcount.show.export.stated_claim import stated_claims

TESTS = Path(__file__).parents[1] / "tests"
CORPUS = TESTS / "certificates" / "corpora" / "accept.jsonl"
WAYS = ("refutations", "values", "rows", "inference", "map", "not")


def certificates(*sources):
    """Source, name and certificate, all of them, or those of some sources."""
    if not sources or "ledger" in sources:
        for name, text in stored_certificates().items():
            yield "ledger", name, json.loads(text)
    if not sources or "corpora" in sources:
        for entry in map(json.loads, CORPUS.read_text().splitlines()):
            yield "corpora", entry["name"], entry["certificate"]


def measured(figures, found):
    """Add up what a claim's files hold."""
    for file in found.files:
        figures["bytes"] += len(file.content)
        if file.name.endswith(".lrat"):
            figures["lemmas"] += file.content.count("\n")
            figures["refutations"] += 1
        elif file.name.endswith(".cnf"):
            figures["clauses"] += int(file.content[file.content.index("\np cnf") :].split("\n", 2)[1].split()[3])
        else:
            figures["scripts"] += 1


def main():
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--solve", type=int, default=0, help="scripts of each kind that z3 is asked about")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    figures, scripts = defaultdict(Counter), defaultdict(list)
    ways, left, whole = defaultdict(Counter), defaultdict(Counter), Counter()
    for source, _, certificate in certificates():
        claims, covered = stated_claims(certificate), {}
        for claim in claims:
            kind = claim.proof["rule"] if "inference" in (found := timed(claim, figures)).by else claim.kind
            how = next((word for word in WAYS if word in found.by), "not")
            ways[source][how] += 1
            covered[claim.number] = how != "not"
            if how == "not":
                left[re.sub(r"[0-9]{4,}", "..", found.by["not exported"])][claim.kind] += 1
            scripts[kind] += [file for file in found.files if file.name.endswith(".smt2")]
        for claim in claims:
            reached, waiting = set(), [claim.number]
            while waiting:
                number = waiting.pop()
                reached.add(number)
                waiting += [other for other in claims[number].premises if other not in reached]
            whole[source] += all(covered[number] for number in reached)
    print_figures(figures)
    print_ways(ways, whole)
    print("\nNot exported:")
    for reason, kinds in sorted(left.items(), key=lambda item: -item[1].total()):
        names = ", ".join(f"{kind} {count}" for kind, count in kinds.most_common())
        print(f"  {kinds.total():>5}  {reason}\n         {names}")
    if options.solve:
        sys.exit(print_answers(scripts, options.solve, random.Random(options.seed)))


def timed(claim, figures):
    """The export of a claim, whose figures are added up."""
    start = time.process_time()
    found = exported(claim)
    held = figures["theorem: an inequality" if "inference" in found.by else claim.kind]
    held["milliseconds"] += round(1000 * (time.process_time() - start))
    held["claims"] += 1
    measured(held, found)
    return found


def print_figures(figures):
    """A line for each kind of proof of which something is written."""
    head = ("claims", "refutations", "clauses", "lemmas", "scripts", "bytes", "milliseconds")
    print(f"  {'proof':<31}" + "".join(f"{word:>13}" for word in head))
    written = {kind: held for kind, held in sorted(figures.items()) if held["bytes"]}
    for kind, held in [*written.items(), ("all", sum(written.values(), Counter()))]:
        print(f"  {kind:<31}" + "".join(f"{held[word]:>13,}" for word in head))


def print_ways(ways, whole):
    """How many claims are exported in which way."""
    print(f"\n  {'claims':<9}{'all':>8}" + "".join(f"{word:>13}" for word in WAYS) + f"{'with premises':>15}")
    for source, count in sorted(ways.items()):
        numbers = "".join(f"{count[word]:>13,}" for word in WAYS)
        print(f"  {source:<9}{count.total():>8,}{numbers}{whole[source]:>15,}")


def print_answers(scripts, most, chance):
    """What z3 says of some scripts of each kind; how many answers are not those expected."""
    sys.path.append(str(TESTS / "instruments"))
    from other_solvers import z3_says

    answers = Counter()
    for _, files in sorted(scripts.items()):
        for file in chance.sample(files, min(most, len(files))):
            answers[file.expected, z3_says(file.content)] += 1
    print("\nz3: " + ", ".join(f"{count} times {said}, expected {wanted}" for (wanted, said), count in answers.items()))
    return sum(count for (wanted, said), count in answers.items() if wanted != said)


if __name__ == "__main__":
    main()
