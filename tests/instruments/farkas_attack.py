"""Sums of inequalities: true and false claims about tiny statements, proofs found, spliced and mutated."""

from collections import Counter
from random import Random

from mutants import mutated
from refutation_attack import tried_on
from tiny_degrees import degree_proofs, degrees, true_degrees
from tiny_layers import Json, state_proofs, states, true_states

FAMILIES = {"states": (states, state_proofs), "degrees": (degrees, degree_proofs)}
OBJECTS = (true_states, true_degrees)


def attack(name: str, rng: Random, questions: int, tries: int, found: Counter[str]) -> None:
    """Prove what can be proved; try all of it, and what comes near it, on every claim."""
    ask, prove = FAMILIES[name]
    pool: list[Json] = []
    for _ in range(questions):
        question, claims = ask(rng)
        for claim, true in claims:
            found["true" if true else "untrue"] += 1
            own = list(prove(rng, question, claim))
            shown = any([tried_on(question, claim, true, proof, found) for proof in own])
            found["power"] += shown
            pool = [*pool[-30:], *own]
            for _ in range(tries if pool else 0):
                proof = rng.choice(own if own and rng.random() < 0.5 else pool)
                for _ in range(rng.choice([0, 1, 1, 2, 3])):
                    proof = mutated(proof, rng)
                proof = _small(rng, proof)
                tried_on(question, claim, true, proof, found)


def _small(rng: Random, proof: Json) -> Json:
    """Multipliers are texts: some become others."""
    if proof["system"] == "states" and isinstance(proof["rows"], list):
        texts = ["1", "2", "3", "-1", "-2", "a", "0", ""]
        rows = [
            [
                [r[0], rng.choice(texts)] if isinstance(r, list) and len(r) == 2 and rng.random() < 0.3 else r
                for r in one
            ]
            if isinstance(one, list)
            else one
            for one in proof["rows"]
        ]
        return {**proof, "rows": rows}
    return proof
