"""Coq computes certificates: ``python3 proofs/replay.py CERTIFICATE ..`` after ``make proofs``; standard library only.

Each evidence of kind ``chirotope`` or ``independence`` about a selection in class SIGN, also inside of other evidence,
is written as a theorem in Coq (``build/proofs/replayed.v``) that names the pattern and the width refuted; ``coqc``
proves it by ``chirotope_refutes`` or ``independence_refutes``. A line each says what was proved, or why not: only
patterns, q-SA, thresholds and Match2 are written out here. Exit code 1 if Coq rejects something, 2 if the proofs are
not built.
"""

import json
import subprocess
import sys
from itertools import combinations
from pathlib import Path

BUILT = Path(__file__).parents[1] / "build" / "proofs"
HEAD = """From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra.
From Headcount Require Import patterns clauses sums chirotopes products lexicographic independence refutations widths.
"""
TRUTH = {True: "true", False: "false"}
SYMBOL = {"-": "Neg", "0": "Zero", "+": "Pos", "*": "Star"}


def pattern(question):
    """The rows of a question and whether it has a null token; None if it is not written out here."""
    task = question.get("task")
    if task == "pattern":
        return question["rows"], question["null"]
    if task == "qsa":
        n, q = question["N"], question["q"]
        return ["".join("0" if j in y else "-" for j in range(n)) for y in combinations(range(n), q)], False
    if task == "separation":
        n, sizes = question["N"], range(question["least"], question["most"] + 1)
        sets = [y for size in sizes for y in combinations(range(n), size)]
        return ["".join("+" if j in y else "-" for j in range(n)) for y in sets], False
    if task == "match" and question.get("order", 2) == 2:
        m = question["M"]
        return ["".join("+" if (x + y) % m == 0 else "-" for y in range(m)) for x in range(m)], True
    return None


def refutations(node, question):
    """(question, evidence) of all refutations in a certificate, also within other evidence."""
    if isinstance(node, dict):
        question = node.get("question", question)
        if node.get("kind") in ("chirotope", "independence") and "axioms" in node:
            yield question, node
        for name, part in node.items():
            if name not in ("axioms", "lemmas", "sets"):
                yield from refutations(part, question)
    elif isinstance(node, list):
        for part in node:
            yield from refutations(part, question)


def seq(parts, scope=""):
    """A list in Coq."""
    return "[:: " + "; ".join(parts) + "]" + scope if parts else "[::]"


def integer(value):
    """An integer in Coq; anything else in its place could be read as Coq."""
    if type(value) is not int:
        raise ValueError(f"{value!r} is not an integer")
    return str(value)


def numbers(values):
    """A list of natural numbers."""
    return seq([integer(value) for value in values], "%N")


def clause(literals):
    """A list of literals."""
    return seq([f"({integer(literal)})" for literal in literals], "%lit")


def lemmas(evidence):
    """The lemmas up to the empty one."""
    kept = []
    for literals, hints in evidence["lemmas"]:
        kept.append(f"({clause(literals)}, {numbers(hints)})")
        if not literals:
            break
    return seq(kept)


def dependency_axioms(evidence):
    """The axioms of ``independence``, or of a ``basis``."""
    rules = {"nonzero": "Nonzero {clause}", "exclusive": "DependencyExclusive {clause}", "row": "Row {row} {clause}"}
    found = [
        rules[a["rule"]].format(clause=clause(a["clause"]), row=integer(a.get("row", 0))) for a in evidence["axioms"]
    ]
    return seq(found)


def identity(one):
    """An identity with sum 0."""
    if one["rule"] == "cramer":
        return f"(Cramer {integer(one['row'])} {numbers(one['large'])})"
    if one["rule"] == "plucker":
        return f"(Plucker {numbers(one['small'])} {numbers(one['large'])})"
    raise ValueError(f"{one['rule']!r} is not the name of an identity")


def axiom(one):
    """One axiom of ``chirotope``."""
    rule, literals = one["rule"], clause(one["clause"])
    if rule in ("cramer", "plucker"):
        return f"Relation {identity(one)} {literals}"
    if rule == "product":
        steps = [
            f"Step {identity(i)} {' '.join(integer(i[name]) for name in ('larger', 'smaller', 'times'))}"
            for i in one["inequalities"]
        ]
        return f"Product {seq(steps)} {literals}"
    if rule == "sign":
        (literal,) = one["clause"]
        return f"Sign ({integer(literal)})%lit"
    if rule == "lex":
        flips = seq([{1: "false", -1: "true"}[sign] for sign in one["signs"]])
        return f"Lex (Symmetry {numbers(one['permutation'])} {flips} {TRUTH[one['negated']]}) {literals}"
    return {"exclusive": "Exclusive", "basis": "Basis"}[rule] + f" {literals}"


def theorem(question, evidence):
    """The text of a theorem and what it says, or None and why there is none."""
    found = pattern(question or {})
    if found is None:
        return None, f"a question of the task {(question or {}).get('task')!r} is not written out here"
    if not evidence.get("set", True):
        return None, "no columns, nothing to prove"
    rows, null = found
    written = seq([seq([SYMBOL[symbol] for symbol in row]) for row in rows])
    asked = "asked" if null else "(homogeneous asked)"
    seen = asked if evidence["vectors"] == "columns" else f"(transposed {asked})"
    if evidence["kind"] == "chirotope":
        width = int(integer(evidence["dimension"]))
        basis = evidence.get("basis", {"set": [], "axioms": [], "lemmas": []})
        vocabulary = f"Vocabulary {TRUTH[evidence['uniform']]} {seq([numbers(s) for s in evidence['sets']])}"
        data = (
            f"Chirotope {width} ({vocabulary}) {numbers(basis['set'])}\n  {dependency_axioms(basis)} {lemmas(basis)}\n"
        )
        data += f"  {seq([axiom(a) for a in evidence['axioms']])}\n  {lemmas(evidence)}"
        checked, by = f"chirotope_ok {seen} data", "(chirotope_refutes ok h)"
        definition = f"Definition data : chirotope := {data}.\n"
    else:
        width = len(evidence["set"]) - 1
        checked = f"independence_ok {seen} {numbers(evidence['set'])} axioms lemmas"
        definition = f"Definition axioms : seq dependency_axiom := {dependency_axioms(evidence)}.\n"
        definition += f"Definition lemmas : seq (clause * seq nat) := {lemmas(evidence)}.\n"
        by = "(independence_refutes ok _ h)"
    turned = "" if evidence["vectors"] == "columns" else "/sign_rank_transposed "
    text = (
        f"Definition asked : pattern := {written}.\n{definition}"
        f"Theorem refuted (F : realFieldType) : ~ sign_rank_le F {asked} {width}.\n"
        f"Proof.\nhave ok : {checked} by vm_compute.\nmove=> {turned}h; exact: {by}.\nQed.\n"
    )
    said = f"{len(rows)}x{len(rows[0])} {question['task']}: no tables of width {width}"
    return text, f"{said}, so m >= {width + null}"


def main(names):
    """Print a line for each refutation."""
    if not (BUILT / "widths.vo").exists():
        print("run `make proofs` first: build/proofs/widths.vo is missing", file=sys.stderr)
        return 2
    wrong = 0
    for name in names:
        try:
            certificate = json.loads(Path(name).read_text("utf-8"))
        except (OSError, ValueError) as error:
            print(f"{name}: not read: {error}")
            wrong += 1
            continue
        for question, evidence in refutations(certificate, None):
            try:
                text, said = theorem(question, evidence)
            except (KeyError, IndexError, TypeError, ValueError):
                print(f"{name}: {evidence['kind']}: not well formed; `headcount check` says where")
                wrong += 1
                continue
            if text is None:
                print(f"{name}: {evidence['kind']}: not replayed, {said}")
                continue
            (BUILT / "replayed.v").write_text(HEAD + text, "utf-8")
            command = ["coqc", "-q", "-w", "none", "-R", ".", "Headcount", "replayed.v"]
            done = subprocess.run(command, cwd=BUILT, capture_output=True, encoding="utf-8")
            print(
                f"{name}: {evidence['kind']}: {f'proved by Coq, {said}' if done.returncode == 0 else 'REJECTED by Coq'}"
            )
            wrong += done.returncode != 0
    return int(bool(wrong))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
