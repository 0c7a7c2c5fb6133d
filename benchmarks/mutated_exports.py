"""Which of two programs notices that a refutation was changed: 1000 mutants, by what was changed and who says so.

A refutation of the corpora is drawn, and one thing in it is changed: a literal, a clause, a hint, a lemma. Both
programs read the result: ``independent/lrat.py`` follows the hints, dratify finds the steps itself. A mutant that one
of them accepts may be right: a proof from which a clause is left out that it does not use is still a proof. A SAT
solver decides that: are the clauses contradictory? What the clauses mean is none of these programs' business.
"""

import argparse
import sys
from collections import Counter, defaultdict
from pathlib import Path
from random import Random

from pysat.solvers import Solver

from _export_mutations import MUTATIONS, Mutable
from _proofs_without_hints import dratify_says
from exports import certificates
from headcount.show.export.rules import exported
from headcount.show.export.stated_claim import stated_claims

sys.path.append(str(Path(__file__).parents[1] / "independent"))

import lrat

KINDS = ("clauses", "tree: shattered", "tree: rectangles")
LONGEST = 60_000
"""Characters of clauses that are mutated: a thousand mutants take a minute."""


def refutations():
    """The texts of all refutations of the corpora."""
    found = []
    for _, _, certificate in certificates("corpora"):
        for claim in stated_claims(certificate):
            files = exported(claim).files if claim.kind.startswith(KINDS) else ()
            found += [(cnf.content, proof.content) for cnf, proof in zip(files[::2], files[1::2], strict=True)]
    return [pair for pair in found if len(pair[0]) <= LONGEST]


def lrat_says(cnf, proof):
    """Whether ``independent/lrat.py`` accepts the proof."""
    try:
        lrat.verify(cnf, proof)
    except (lrat.Refused, ValueError, IndexError):
        return "refused"
    return "verified"


def contradictory(clauses):
    """Whether the clauses cannot all be true."""
    with Solver(name="cadical195", bootstrap_with=clauses) as solver:
        return [] in clauses or not solver.solve()


def counted(count, seed):
    """Mutation -> how many were noticed by whom, and of the others how many are right; those that are not."""
    rng, table, slipped, drawn = Random(seed), defaultdict(Counter), [], refutations()
    names = list(MUTATIONS)
    while (total := sum(held["all"] for held in table.values())) < count:
        one = Mutable(*rng.choice(drawn))
        name = names[total % len(names)]
        if not MUTATIONS[name](one, rng):
            continue
        says = {"lrat": lrat_says(one.cnf, one.lrat), "dratify": dratify_says(one.cnf, one.lrat)}
        noticed = [who for who, said in says.items() if said != "verified"]
        table[name]["all"] += 1
        table[name][" and ".join(noticed) or "nobody"] += 1
        if len(noticed) < len(says) and not contradictory(one.clauses):
            slipped.append((name, one))
    return table, slipped


def main():
    """Print the table."""
    parser = argparse.ArgumentParser(description="Mutated refutations: which program notices.")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=19)
    options = parser.parse_args()
    table, slipped = counted(options.count, options.seed)
    head = ("all", "lrat and dratify", "lrat", "dratify", "nobody")
    print(f"  {'changed':<26}" + "".join(f"{word:>18}" for word in head))
    for mutation, held in [*table.items(), ("all", sum(table.values(), Counter()))]:
        print(f"  {mutation:<26}" + "".join(f"{held[word]:>18}" for word in head))
    print(f"wrong, and accepted by one of them: {len(slipped)}")
    return slipped


if __name__ == "__main__":
    sys.exit(bool(main()))
