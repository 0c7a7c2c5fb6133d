"""Which of two programs notices that an export was changed: 1000 mutants, by what was changed and who says so.

An export of a certificate of the ledger or the corpora with a claim that rests on clauses is drawn, and one thing in it
is changed, in all files that say it: a literal, a clause, the meaning of a variable, a rule, what is supposed, the
pattern, the statement, a premise, a hint, a lemma. Both programs of ``independent/`` read the result: ``clauses.py``
makes the clauses again, ``lrat.py`` replays the proof. A mutant that neither of them refuses may be right: a proof from
which a clause is left out that it does not use is still a proof. Another program decides that: what the mutated export
says is written as a certificate again, and ``check`` accepts it or not.
"""

import argparse
import io
import json
import random
import sys
import tempfile
from collections import Counter, defaultdict
from contextlib import redirect_stdout
from itertools import combinations, product
from pathlib import Path

from headcount import export
from headcount.core.check import check
from headcount.core.verdict import Accepted
from headcount.workbench.export import stated_claims
from headcount.workbench.theorems import stored_certificates

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "independent"))

import clauses  # noqa: E402

import lrat  # noqa: E402
from _export_mutations import MUTATIONS, Mutable, lemmas  # noqa: E402

KINDS = (
    "chirotope",
    "independence",
    "cover-refutation",
    "partition-refutation",
    "fooling-refutation",
    "message-refutation",
    "rare-words",
    "refutation",
    "parts",
    "restriction",
    "pattern",
)
LONGEST = 60_000  # characters of a certificate whose exports are mutated: a thousand take a minute
FOLDERS = ("accept", "communication/accept")


def certificates():
    """Certificates with claims of these kinds, by the first of them."""
    found = defaultdict(list)
    texts = [*stored_certificates().values()]
    for folder in FOLDERS:
        texts += [path.read_text() for path in sorted((ROOT / "tests" / "certificates" / folder).glob("*.json"))]
    for text in texts:
        if len(text) > LONGEST:
            continue
        kinds = {claim.kind for claim in stated_claims(json.loads(text))}
        for kind in sorted(kinds & set(KINDS)):
            found[kind].append(text)
    return dict(found)


def refusals(folder):
    """Which of the two programs do not agree."""
    with redirect_stdout(io.StringIO()):
        codes = {"clauses": clauses.main([str(folder)]), "lrat": lrat.main([str(folder)])}
    return tuple(name for name, code in codes.items() if code)


def still_right(one):
    """Whether ``check`` accepts what the export says now of each claim that rests on clauses.

    Refutations of signs are written as evidence again, restrictions with their premise in place, other evidence is that
    of the changed certificate. Parts of a protocol that were changed are compared with the definition of D, covers and
    messages with theirs, since evidence for them names clauses by numbers that depend on the matrix.
    """
    stated = stated_claims(one.certificate)
    for claim in one.said["claims"]:
        if "parts" in claim["by"] and not all(deeper(claim, part) for part in claim["by"]["parts"]):
            return False
        if claim["claim"].get("measure") in DEFINED:
            if int(claim["claim"]["value"]) > DEFINED[claim["claim"]["measure"]](claim):
                return False
        elif {"refutation", "parts", "restriction"} & set(claim["by"]) and not accepted(
            claim, evidence(one, claim, stated)
        ):
            return False
    return True


def evidence(one, claim, stated):
    """Evidence for a claim as the export has it."""
    by, held = claim["by"], stated[claim["number"]].evidence
    if "restriction" in by:
        premise = one.said["claims"][by["restriction"]]
        inner = {**premise["claim"], "question": premise["question"], "evidence": evidence(one, premise, stated)}
        part = {name: by[name] for name in ("rows", "columns", "part") if name in by and "equal" not in by}
        return {"kind": held["kind"], "of": inner, **part}
    return rewritten(one, claim) or held


def deeper(claim, part):
    """Whether no protocol of that depth decides the part, from the definition."""
    matrix = clauses.matrix(claim["question"])

    def least(rows, columns, depth):
        if len({matrix[r][c] for r in rows for c in columns} - {"*"}) < 2:
            return True
        return depth > 0 and any(
            least(*one, depth - 1) and least(*other, depth - 1)
            for one, other in (
                *(((half, columns), (rest, columns)) for half, rest in halves(rows)),
                *(((rows, half), (rows, rest)) for half, rest in halves(columns)),
            )
        )

    return not least(tuple(part["rows"]), tuple(part["columns"]), part["depth"])


def cover_number(claim):
    """The fewest rectangles without other entries that hold all entries 1 (0 for cover0), from the definition."""
    rows = clauses.matrix(claim["question"])
    rows = clauses.complement(rows) if claim["claim"]["measure"] == "cover0" else rows
    ones = {(r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x == "1"}
    held = set()
    for size in range(1, len(rows) + 1):
        for some in combinations(range(len(rows)), size):
            columns = [c for c in range(len(rows[0])) if all(rows[r][c] != "0" for r in some)]
            held.add(frozenset((r, c) for r in some for c in columns) & ones)
    return next(k for k in range(len(ones) + 1) if any(set().union(*few) == ones for few in combinations(held, k)))


def message_bits(claim):
    """Bits of a message from the rows (columns for one_way_ba): rows with one message show no 0 and 1 in a column."""
    rows = clauses.matrix(claim["question"])
    rows = clauses.transposed(rows) if claim["claim"]["measure"] == "one_way_ba" else rows
    apart = [
        (a, b)
        for (a, x), (b, y) in combinations(enumerate(rows), 2)
        if any({*z} == {"0", "1"} for z in zip(x, y, strict=True))
    ]
    count = next(
        k
        for k in range(1, len(rows) + 1)
        if any(all(m[a] != m[b] for a, b in apart) for m in product(range(k), repeat=len(rows)))
    )
    return (count - 1).bit_length()


DEFINED = {"cover0": cover_number, "cover1": cover_number, "one_way_ab": message_bits, "one_way_ba": message_bits}
"""Lower ends that are compared with the definition."""


def halves(values):
    """All ways to divide them in two."""
    for size in range(1, len(values)):
        for half in combinations(values[1:], size):
            yield half, tuple(value for value in values if value not in half)


def accepted(claim, evidence):
    value = {**claim["claim"], "evidence": evidence}
    bundle = {"format": "headcount-certificate", "version": 2, "question": claim["question"], "claims": [value]}
    return isinstance(check(bundle), Accepted)


def rewritten(one, claim):
    """Evidence of the certificate's form from a refutation about signs; None for claims of other kinds."""
    name = claim["by"].get("refutation")
    if name is None:
        return None
    ((_, _, evidence),) = one.comments(name, "evidence")
    if evidence["kind"] not in ("chirotope", "independence"):
        return None
    found = sign_proof(one, name, evidence)
    if "basis" in found:
        other = claim["by"]["basis"]
        ((_, _, about),) = one.comments(other, "evidence")
        found["basis"] = {k: v for k, v in sign_proof(one, other, about).items() if k in ("set", "axioms", "lemmas")}
    return found


def sign_proof(one, name, evidence):
    rules = [says for _, _, says in one.comments(name, "clause")]
    bodies = [[int(word) for word in one.lines(name)[p].split()[:-1]] for p in one.body(name)]
    found = {**evidence, "axioms": [{**rule, "clause": body} for rule, body in zip(rules, bodies, strict=True)]}
    numbers = {number: k for k, number in enumerate([*range(1, len(bodies) + 1)])}
    found["lemmas"] = []
    for number, literals, hints in lemmas(one, name.replace(".cnf", ".lrat")):
        numbers[number] = len(bodies) + len(found["lemmas"])
        found["lemmas"].append([literals, [numbers.get(hint, 10**6) for hint in hints]])
    if evidence["kind"] == "chirotope":
        step = 1 if evidence["uniform"] else 2
        named = {}
        for _, head, says in one.comments(name, "variable"):
            named.setdefault((int(head.split()[2]) - 1) // step, next(iter(says.values())))
        width = max(max(held) for held in named.values()) + 1
        spare = (list(held) for held in combinations(range(width + 8), evidence["dimension"]))
        spare = (held for held in spare if held not in named.values())
        found["sets"] = [named[k] if k in named else next(spare) for k in range(max(named) + 1)]
    return found


def mutants(count, seed):
    """Mutation, kind and the mutated export, in turn by mutation and kind, so that rare ones come up too."""
    rng, found, made = random.Random(seed), certificates(), 0
    names, kinds = list(MUTATIONS), list(found)
    with tempfile.TemporaryDirectory() as place:
        stock = {}
        while made < count:
            mutation, kind = names[made % len(names)], rng.choice(kinds)
            text = rng.choice(found[kind])
            if text not in stock:
                folder = Path(place, str(len(stock)))
                export(json.loads(text), folder)
                stock[text] = folder
            one = Mutable(stock[text])
            before = json.dumps([one.texts, one.said, one.certificate])
            if MUTATIONS[mutation](one, rng) and json.dumps([one.texts, one.said, one.certificate]) != before:
                made += 1
                yield mutation, one


def counted(count, seed):
    """Mutation -> how many were noticed by whom, and of the others how many are right; those that are not."""
    table, slipped = defaultdict(Counter), []
    for mutation, one in mutants(count, seed):
        with tempfile.TemporaryDirectory() as place:
            one.write(Path(place))
            who = refusals(Path(place))
        table[mutation]["all"] += 1
        if who:
            table[mutation][" and ".join(who)] += 1
        elif still_right(one):
            table[mutation]["right"] += 1
        else:
            table[mutation]["slipped"] += 1
            slipped.append((mutation, one))
    return table, slipped


def main():
    """Print the table."""
    parser = argparse.ArgumentParser(description="Mutated exports: which program notices.")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=19)
    words = parser.parse_args()
    table, slipped = counted(words.count, words.seed)
    head = ("all", "clauses", "lrat", "clauses and lrat", "right", "slipped")
    print(f"  {'changed':<26}" + "".join(f"{word:>18}" for word in head))
    for mutation, held in table.items():
        print(f"  {mutation:<26}" + "".join(f"{held[word]:>18}" for word in head))
    total = sum(table.values(), Counter())
    print(f"  {'all':<26}" + "".join(f"{total[word]:>18}" for word in head))
    for mutation, one in slipped:
        print("slipped:", mutation, json.dumps(one.said["claims"])[:300])
    return slipped


if __name__ == "__main__":
    sys.exit(bool(main()))
