"""Exported values: how many claims have a script, how long it is, and how long z3 and cvc5 take to evaluate it.

All claims of the ledger and of the corpora, by kind of evidence: claims, scripts, linear programs, those that are not
written (too large, or for another reason), bytes, seconds of process time to write, in z3 and in cvc5. Then the whole
questions of exhausted grids, with the answer of z3 within a limit. ``--without-cvc5`` leaves out the slower solver,
``--questions`` asks these only.
"""

import json
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

import z3

from headcount.workbench.export import stated_claims
from headcount.workbench.export.values import PROGRAMS, QUESTIONS, SCRIPTS, of_polynomials, values
from headcount.workbench.theorems import stored_certificates

TESTS = Path(__file__).parents[1] / "tests"
CORPORA = TESTS / "certificates"
LIMIT = 200_000_000
"""Steps of z3 for a question that has to be searched; about half a minute."""


def certificates():
    """All certificates."""
    for text in stored_certificates().values():
        yield json.loads(text)
    for folder in (CORPORA / "accept", CORPORA / "communication" / "accept"):
        for path in sorted(folder.glob("*.json")):
            yield json.loads(path.read_text())


def searched(script):
    """What z3 says of a question within the limit, and after how many seconds of process time."""
    solver, start = z3.SolverFor("QF_BV"), time.process_time()
    solver.set("rlimit", LIMIT)
    solver.from_string(script)
    return str(solver.check()), time.process_time() - start


def main():
    """Print the tables."""
    sys.path.append(str(TESTS / "instruments"))
    import other_solvers

    ask = {"z3": other_solvers.z3_says, "cvc5": other_solvers.cvc5_says}
    if "--without-cvc5" in sys.argv:
        del ask["cvc5"]
    counts, seconds, questions, answers = defaultdict(Counter), defaultdict(Counter), [], Counter()
    for certificate in certificates():
        for claim in stated_claims(certificate):
            if claim.kind not in (*SCRIPTS, *QUESTIONS, "chirotope"):
                continue
            start = time.process_time()
            found = (of_polynomials if claim.kind == "chirotope" else values)(claim)
            took = time.process_time() - start
            if claim.kind == "chirotope" and found is None:
                continue
            held = counts[claim.kind]
            held["claims"] += 1
            held["too large"] += found is not None and "not exported" in found.by
            held["other"] += found is None
            for file in found.files if found else ():
                if file.expected == "unsat":
                    questions.append((claim.words, *searched(file.content), len(file.content)))
                elif "--questions" in sys.argv:
                    continue
                elif file.expected == "optimal":
                    held["programs"] += 1
                else:
                    held["scripts"] += 1
                    held["bytes"] += len(file.content)
                    held["longest"] = max(held["longest"], len(file.content))
                    seconds[claim.kind]["written"] += took
                    for name, says in ask.items():
                        start = time.process_time()
                        answers[name, says(file.content)] += 1
                        seconds[claim.kind][name] += time.process_time() - start
    print_scripts(counts, seconds, ("written", *ask))
    print("\nAnswers: " + ", ".join(f"{name} {count} times {said}" for (name, said), count in answers.items()) + ".")
    print(f"\nWhole questions, z3 with {LIMIT:,} steps each:\n")
    for words, said, took, length in questions:
        print(f"  {said:<8}{took:>7.2f} s{length:>10,}  {words}")


def print_scripts(counts, seconds, timed):
    """A line for each kind of evidence, and one for all."""
    head = ("claims", "scripts", "programs", "too large", "other", "bytes", "longest")
    print(f"  {'evidence':<19}" + "".join(f"{word:>11}" for word in head) + "".join(f"{word:>10}" for word in timed))
    whole, times = Counter(), Counter()
    for kind in sorted(set(counts) - set(QUESTIONS)):
        held, took = counts[kind], seconds[kind]
        longest = max(whole["longest"], held["longest"])
        whole, times = whole + held, times + took
        whole["longest"] = longest
        print(row(kind, held, took, head, timed))
    print(row("all", whole, times, head, timed))


def row(name, held, took, head, timed):
    """Counts and seconds."""
    return f"  {name:<19}" + "".join(f"{held[w]:>11,}" for w in head) + "".join(f"{took[t]:>8.2f} s" for t in timed)


if __name__ == "__main__":
    assert set(PROGRAMS) <= set(SCRIPTS)
    main()
