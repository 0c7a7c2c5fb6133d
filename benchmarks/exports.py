"""Exports against replays: all refutations of the ledger and of the corpora, their length, and how long each takes.

For each kind of evidence with clauses: in how many claims it stands (those that are proved in place are claims, too),
how many refutations these make, clauses and lemmas, bytes of the claims in certificates and of their exports, seconds
of process time to write the export and for ``check`` to replay the same claim. Then, of all claims, how they are
exported, and which are not.
"""

import json
import re
import time
from collections import Counter, defaultdict
from pathlib import Path

from headcount.core.check import check
from headcount.core.verdict import Accepted
from headcount.workbench.export import stated_claims
from headcount.workbench.export.kinds import exported
from headcount.workbench.theorems import stored_certificates

CORPORA = Path(__file__).parents[1] / "tests" / "certificates"


def certificates():
    """Source and certificate, all of them."""
    for text in stored_certificates().values():
        yield "ledger", json.loads(text)
    for folder in (CORPORA / "accept", CORPORA / "communication" / "accept"):
        for path in sorted(folder.glob("*.json")):
            yield "corpora", json.loads(path.read_text())


def way(by):
    """How a claim is exported, in a word."""
    return next(
        (word for word in ("refutation", "parts", "restriction", "values", "question", "inference") if word in by),
        "not",
    )


def main():
    """Print the tables."""
    figures, ways, left, whole = defaultdict(Counter), defaultdict(Counter), defaultdict(Counter), Counter()
    seconds = defaultdict(float)
    for source, certificate in certificates():
        claims, covered = stated_claims(certificate), {}
        for claim in reversed(claims):  # premises that are proved in place come after the claims that rest on them
            start = time.process_time()
            found = exported(claim)
            took = time.process_time() - start
            how = way(found.by)
            ways[source][how] += 1
            covered[claim.number] = how != "not"
            if how == "not":
                left[re.sub(r"[0-9]{4,}", "..", found.by["not exported"])][claim.kind] += 1
            proofs = [file for file in found.files if file.name.endswith(".lrat")]
            if proofs:
                key = (source, claim.kind)
                measure(figures[key], claim, found, proofs)
                seconds[*key, "export"] += took
                seconds[*key, "check"] += replayed(claim)
        for claim in claims:
            reached, waiting = set(), [claim.number]
            while waiting:
                number = waiting.pop()
                reached.add(number)
                waiting += [other for other in claims[number].premises if other not in reached]
            whole[source] += all(covered[number] for number in reached)
    print_refutations(figures, seconds)
    print_ways(ways, whole)
    print("\nNot exported:")
    for reason, kinds in sorted(left.items(), key=lambda item: -item[1].total()):
        names = ", ".join(f"{kind} {count}" for kind, count in kinds.most_common())
        print(f"  {kinds.total():>5}  {reason}\n         {names}")


def measure(figures, claim, found, proofs):
    """Add up what a claim's refutations hold."""
    texts = {file.name: file.content for file in found.files}
    figures["claims"] += 1
    figures["refutations"] += len(proofs)
    figures["claim bytes"] += len(json.dumps([claim.question, claim.value], separators=(",", ":")))
    figures["lemmas"] += sum(file.content.count("\n") for file in proofs)
    for file in proofs:
        cnf = texts[file.name.replace(".lrat", ".cnf")]
        figures["clauses"] += int(cnf[cnf.index("\np cnf") :].split("\n", 2)[1].split()[3])
        figures["cnf bytes"] += len(cnf)
        figures["lrat bytes"] += len(file.content)


def replayed(claim):
    """Seconds that ``check`` takes for this claim alone."""
    value = {name: entry for name, entry in claim.value.items() if name != "question"}
    alone = {"format": "headcount-certificate", "version": 2, "question": claim.question, "claims": [value]}
    start = time.process_time()
    verdict = check(alone)
    assert isinstance(verdict, Accepted), verdict
    return time.process_time() - start


def print_refutations(figures, seconds):
    """A line for each kind of evidence with clauses."""
    head = ("claims", "refutations", "clauses", "lemmas", "claim bytes", "cnf bytes", "lrat bytes")
    print(f"  {'source':<9}{'evidence':<22}" + "".join(f"{word:>13}" for word in head) + f"{'export':>9}{'check':>9}")
    total, times = Counter(), [0.0, 0.0]
    for (source, kind), held in sorted(figures.items()):
        took = [seconds[source, kind, name] for name in ("export", "check")]
        total += held
        times = [a + b for a, b in zip(times, took, strict=True)]
        print(f"  {source:<9}{kind:<22}" + line(held, head, took))
    print(f"  {'all':<31}" + line(total, head, times))


def line(held, head, took):
    """Counts and seconds."""
    return "".join(f"{held[word]:>13,}" for word in head) + "".join(f"{t:>7.2f} s" for t in took)


def print_ways(ways, whole):
    """How many claims are exported in which way."""
    words = ("refutation", "parts", "restriction", "values", "question", "inference", "not")
    print(f"\n  {'claims':<9}{'all':>8}" + "".join(f"{word:>13}" for word in words) + f"{'with premises':>15}")
    for source, count in sorted(ways.items()):
        numbers = "".join(f"{count[word]:>13,}" for word in words)
        print(f"  {source:<9}{count.total():>8,}{numbers}{whole[source]:>15,}")


if __name__ == "__main__":
    main()
