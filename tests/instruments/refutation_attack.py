"""Claims about tiny statements, true and false ones by brute force, and what a simple prover makes of the schemas.

For each statement, each claim and each size that a proof may speak of, the prover asks the schemas for every clause
that they make of small numbers, valid or not, and searches for a refutation; so a schema that makes a clause too many
gives a false claim a proof. Beside it: proofs of other claims, mutated number by number.
"""

from collections import Counter
from random import Random

import tiny_refutations
from asking import proves
from clause_prover import Json
from draws import until
from mutants import mutated
from tiny_sign_ranks import pattern_proofs, patterns

FAMILIES = {"patterns": (patterns, pattern_proofs), **tiny_refutations.FAMILIES}


def shortened(rng: Random, proof: Json) -> Json:
    """The proof, sometimes with one lemma instead of all, by a few hints that may repeat."""
    if rng.random() < 0.8 or not isinstance(proof.get("given"), list):
        return proof
    count = sum(len(run) - 1 for run in proof["given"] if isinstance(run, list))
    hints = [rng.randrange(max(count, 1)) for _ in range(rng.randint(1, 4))]
    given = [[*run[:1], []] if isinstance(run, list) and rng.random() < 0.1 else run for run in proof["given"]]
    return {**proof, "given": given, "lemmas": [[[], rng.choice([hints, hints[:1] * 2, [*hints, hints[0]]])]]}


def attack(name: str, rng: Random, questions: int, tries: int, found: Counter[str]) -> None:
    """Prove what can be proved; try all of it, and what comes near it, on every claim."""
    ask, prove = FAMILIES[name]
    pool: list[Json] = []
    for _ in until(found, {"other": 3, "provable": 3}, questions):
        question, claims = ask(rng)
        for claim, true in claims:
            side = {"foolings": "upper"}.get(name, "lower")
            found["provable" if true and claim.get("side", side) == side else "other"] += 1
            own = list(prove(rng, question, claim))
            shown = False
            for proof in own:
                shown |= tried_on(question, claim, true, proof, found)
            found["power"] += shown
            pool = [*pool[-30:], *own]
            for _ in range(tries if pool else 0):
                proof = rng.choice(own if own and rng.random() < 0.5 else pool)
                for _ in range(rng.choice([0, 1, 1, 2, 3])):
                    proof = mutated(proof, rng)
                proof = shortened(rng, proof)
                tried_on(question, claim, true, proof, found)


def tried_on(question: Json, claim: Json, true: bool, proof: Json, found: Counter[str]) -> bool:
    found["proofs"] += 1
    accepted = proves({**claim, "proof": proof}, question)
    found["accepted"] += accepted
    if accepted and not true:
        found["FALSE"] += 1
        print("FALSE", question, claim, proof)
    return accepted
