"""Exported proofs in the eyes of dratify, a checker of proofs in DRAT from the Python index.

https://pypi.org/project/dratify. The hints of a proof in LRAT are left out, so that dratify looks for each unit
propagation itself: it shares neither code nor hints with headcount. It accepts a proof iff every lemma follows by unit
propagation (steps of other kinds are not allowed) and the empty clause is among them or among the clauses.
"""

from dratify import check_proof, parse_dimacs


def without_hints(proof):
    """The lemmas of a proof in LRAT, one a line, as DRAT has them."""
    lines = (line.split() for line in proof.splitlines())
    return "".join(" ".join([*words[1 : words.index("0")], "0\n"]) for words in lines)


def dratify_says(cnf, proof):
    """``verified``, or ``refused`` and why, of two texts."""
    found = check_proof(parse_dimacs(cnf, strict=True), without_hints(proof), check_rat=False, engine="python")
    return "verified" if found.ok else f"refused, {found.reason}"
