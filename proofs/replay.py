"""Coq computes certificates: ``python3 proofs/replay.py CERTIFICATE ..`` after ``make proofs``; standard library only.

Each proof by clauses of the system ``chirotope`` or ``dependency``, or by a cycle, about a selection, also inside of
other proofs, is written as a theorem in Coq (``build/proofs/replayed.v``) that names the pattern and the width refuted;
``coqc`` proves it by ``chirotope_refutes``, ``independence_refutes`` or ``cycle_sound``. A line each says what was
proved, or why not: only patterns, q-SA, thresholds and Match2 are written out here. Exit code 1 if Coq rejects
something, 2 if the proofs are not built.
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
From Headcount Require Import cycles.
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


def refutations(node, question, maps=()):
    """(question, proof, maps that lead from it to a claim) of all refutations in a certificate, also within others."""
    if isinstance(node, dict):
        question = node.get("question", question)
        if kind(node):
            yield question, node, maps
        if node.get("rule") == "map":
            maps = (*maps, str(node.get("name")))
        for name, part in node.items():
            if name not in ("given", "lemmas", "sets"):
                yield from refutations(part, question, maps)
    elif isinstance(node, list):
        for part in node:
            yield from refutations(part, question, maps)


def kind(node):
    """What refutes a width; "" if the object is no such proof."""
    system = node.get("system") if node.get("rule") == "clauses" else None
    if system in ("chirotope", "dependency"):
        return system
    return "cycle" if node.get("rule") == "theorem" and node.get("name") == "cycle" else ""


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


def lemmas(proof):
    """The lemmas up to the empty one."""
    kept = []
    for literals, hints in proof["lemmas"]:
        kept.append(f"({clause(literals)}, {numbers(hints)})")
        if not literals:
            break
    return seq(kept)


def given(proof):
    """The schemas of the clauses with their numbers, in order."""
    return [(schema, list(one)) for schema, *runs in proof["given"] for one in runs]


def exclusive(k):
    """The clause that a number is not both positive and negative."""
    return clause([-(2 * k + 1), -(2 * k + 2)])


def dependency_axiom(schema, one, size):
    """One clause about a dependency of so many columns."""
    if schema == "nonzero" and not one:
        return f"Nonzero {clause(range(1, 2 * size, 2))}"
    if schema == "exclusive":
        (k,) = one
        return f"DependencyExclusive {exclusive(k)}"
    if schema == "row":
        return f"Row {integer(one[0])} {clause(one[1:])}"
    raise ValueError(f"{schema!r} is not the name of a schema")


def dependency_axioms(proof):
    """The clauses about a dependency of the columns ``set``."""
    return seq([dependency_axiom(schema, one, len(proof["set"])) for schema, one in given(proof)])


def identity(kind, one, d):
    """An identity with sum 0, and what is left of the numbers."""
    if kind == "cramer":
        return f"(Cramer {integer(one[0])} {numbers(one[1 : d + 2])})", one[d + 2 :]
    return f"(Plucker {numbers(one[: d - 1])} {numbers(one[d - 1 : 2 * d])})", one[2 * d :]


def axiom(schema, one, proof, columns):
    """One clause about determinants; ``columns``: how many there are in all."""
    d, uniform = proof["dimension"], proof["uniform"]
    if schema in ("cramer", "plucker"):
        written, literals = identity(schema, one, d)
        return f"Relation {written} {clause(literals)}"
    if schema == "product":
        literals, left, steps = one[1 : 1 + one[0]], one[1 + one[0] :], []
        while left:
            written, (larger, smaller, times, *left) = identity({0: "cramer", 1: "plucker"}[left[0]], left[1:], d)
            steps.append(f"Step {written} {' '.join(map(integer, (larger, smaller, times)))}")
        return f"Product {seq(steps)} {clause(literals)}"
    if schema == "choice" and uniform:
        (literal,) = one
        return f"Sign ({integer(literal)})%lit"
    if schema == "lex":
        flips = seq([{1: "false", -1: "true"}[sign] for sign in one[columns : 2 * columns]])
        negated = {1: "false", -1: "true"}[one[2 * columns]]
        return f"Lex (Symmetry {numbers(one[:columns])} {flips} {negated}) {clause(one[2 * columns + 1 :])}"
    if schema == "exclusive":
        (k,) = one
        return f"Exclusive {exclusive(k)}"
    return {"choice": "Basis"}[schema] + f" {clause(one)}"


def theorem(question, proof):
    """The text of a theorem and what it says, or None and why there is none."""
    found = pattern(question or {})
    if found is None:
        return None, f"a question of the task {(question or {}).get('task')!r} is not written out here"
    if not proof.get("set", True):
        return None, "no columns, nothing to prove"
    rows, null = found
    written = seq([seq([SYMBOL[symbol] for symbol in row]) for row in rows])
    asked = "asked" if null else "(homogeneous asked)"
    seen = asked if proof["of"] == "columns" else f"(transposed {asked})"
    if kind(proof) == "cycle":
        members = [(row, columns) for row, *columns in proof["members"]]
        width = len(members[0][1]) - 1
        data = seq([f"({integer(row)}%N, {numbers(columns)})" for row, columns in members])
        definition = f"Definition data : seq member := {data}.\n"
        checked, by = f"cycle_ok {seen} {width} data", "(cycle_sound ok h)"
    elif proof["system"] == "chirotope":
        width = int(integer(proof["dimension"]))
        basis = proof.get("independent", {"set": [], "given": [], "lemmas": []})
        columns = len(rows[0]) if proof["of"] == "columns" else len(rows) + (not null)
        vocabulary = f"Vocabulary {TRUTH[proof['uniform']]} {seq([numbers(s) for s in proof['sets']])}"
        data = (
            f"Chirotope {width} ({vocabulary}) {numbers(basis['set'])}\n  {dependency_axioms(basis)} {lemmas(basis)}\n"
        )
        data += f"  {seq([axiom(*one, proof, columns) for one in given(proof)])}\n  {lemmas(proof)}"
        checked, by = f"chirotope_ok {seen} data", "(chirotope_refutes ok h)"
        definition = f"Definition data : chirotope := {data}.\n"
    else:
        width = len(proof["set"]) - 1
        checked = f"independence_ok {seen} {numbers(proof['set'])} axioms lemmas"
        definition = f"Definition axioms : seq dependency_axiom := {dependency_axioms(proof)}.\n"
        definition += f"Definition lemmas : seq (clause * seq nat) := {lemmas(proof)}.\n"
        by = "(independence_refutes ok _ h)"
    turned = "" if proof["of"] == "columns" else "/sign_rank_transposed "
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
        for question, proof, maps in refutations(certificate, None):
            try:
                text, said = theorem(question, proof)
            except (KeyError, IndexError, TypeError, ValueError):
                print(f"{name}: {kind(proof)}: not well formed; `headcount check` says where")
                wrong += 1
                continue
            if text is None:
                print(f"{name}: {kind(proof)}: not replayed, {said}")
                continue
            if maps:
                said += f"; a premise: the way from it to the claim ({', '.join(reversed(maps))}) is not replayed"
            (BUILT / "replayed.v").write_text(HEAD + text, "utf-8")
            command = ["coqc", "-q", "-w", "none", "-R", ".", "Headcount", "replayed.v"]
            done = subprocess.run(command, cwd=BUILT, capture_output=True, encoding="utf-8")
            print(f"{name}: {kind(proof)}: {f'proved by Coq, {said}' if done.returncode == 0 else 'REJECTED by Coq'}")
            wrong += done.returncode != 0
    return int(bool(wrong))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
