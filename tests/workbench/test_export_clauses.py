"""Exported clauses: what each says against a second reading, what strict programs refuse, all that we have."""

import copy
import itertools
import json
import random
import re
from collections import Counter

import pytest

import corpora
import strict_lrat
from draws import until
from headcount import check
from headcount.legacy.evidence.matrices.protocol_parts_evidence import refute_colourings
from headcount.questions.reading import Node
from headcount.workbench.export import stated_claims
from headcount.workbench.export.kinds import WRITERS, exported
from headcount.workbench.export.protocol_parts import resolution, some_has, used
from headcount.workbench.export.refutation import lrat_lines, strict
from headcount.workbench.theorems import stored_certificates

REFUTING = {
    "chirotope",
    "independence",
    "cover-refutation",
    "partition-refutation",
    "fooling-refutation",
    "message-refutation",
    "refutation",
    "parts",
    "rare-words",
}


def certificates():
    for folder in (corpora.HERE, corpora.OF_MEASURES):
        for path in corpora.files("accept", folder):
            yield path.stem, json.loads(path.read_text())
    for name, text in stored_certificates().items():
        yield name, json.loads(text)


def test_every_refutation_of_the_ledger_and_the_corpora_is_replayed_strictly():
    kinds, replayed = set(), 0
    for name, certificate in certificates():
        for claim in stated_claims(certificate):
            if claim.kind not in WRITERS or (claim.kind == "symmetric" and claim.evidence["size"] > 6):
                continue  # values; and those that are searched for: a test below has the small ones
            found = exported(claim)
            texts = {file.name: file.content for file in found.files}
            refutations = [file for file in texts if file.endswith(".cnf")]
            assert claim.kind not in REFUTING or refutations or claim.kind == "parts", name
            for cnf in refutations:
                assert strict_lrat.replay(texts[cnf], texts[cnf.replace(".cnf", ".lrat")]), name
                comments, clauses, _ = strict_lrat.read_dimacs(texts[cnf])
                assert comments["headcount"] == ["refutation 1"]
                assert json.loads(comments["question"][0]) == claim.question
                assert json.loads(comments["claim"][0]) == claim.claim
                assert "kind" in json.loads(comments["evidence"][0])
                said = strict_lrat.labels(texts[cnf], "variable")
                assert {abs(literal) for clause in clauses for literal in clause} <= set(said)
                assert list(strict_lrat.labels(texts[cnf], "clause")) == list(range(1, len(clauses) + 1))
                replayed += 1
            kinds.add(claim.kind)
    assert kinds >= REFUTING
    assert replayed > 250


def claim_of(question, kind, **evidence):
    measure = {"measure": "cover1", "side": "lower", "value": "1"}
    named = {"one_way_ab": "message-refutation", "fooling1": "fooling-refutation", "partition1": "partition-refutation"}
    measure |= dict([("measure", name) for name, of in named.items() if of == kind])
    stated = {"claim": "no-path"} if kind == "refutation" else measure
    evidence = {"kind": kind, "axioms": list(range(10**4)), "lemmas": [], **evidence}
    return stated_claims({"question": question, "claims": [{**stated, "evidence": evidence}]})[0]


def rules_in_words(claim):
    """For all clauses that the checker makes, not only those of a proof: what each says, and the rule that it names."""
    found = WRITERS[claim.kind](claim)
    text = found.files[0].content
    said, clauses = strict_lrat.labels(text, "variable"), strict_lrat.read_dimacs(text)[1]
    for number, rule in strict_lrat.labels(text, "clause").items():
        yield rule, {(json.dumps(said[abs(literal)]), literal > 0) for literal in clauses[number - 1]}


def meant(rule, about):
    """The clause that a rule names, written from FORMAT.rst: ``about`` are the matrix and sizes."""

    def says(positive, **label):
        return json.dumps(label), positive

    name, rows = rule["rule"], about["rows"]
    slots, groups, size = about.get("slots", 0), about.get("groups", []), about.get("size", 0)
    if name in ("excluded", "row-of-entry", "column-of-entry", "entry-of-both"):
        s, (r, c) = rule["slot"], rule["entry"]
        row, column, entry = {"row": [s, r]}, {"column": [s, c]}, {"entry": [s, r, c]}
        assert rows[r][c] == ("0" if name == "excluded" else "1")
        return {
            "excluded": {says(False, **row), says(False, **column)},
            "row-of-entry": {says(False, **entry), says(True, **row)},
            "column-of-entry": {says(False, **entry), says(True, **column)},
            "entry-of-both": {says(True, **entry), says(False, **row), says(False, **column)},
        }[name]
    if name in ("covered", "ordered"):
        most = slots if name == "covered" else rule["place"] + 1
        return {says(True, entry=[s, *rule["entry"]]) for s in range(most)}
    if name == "once":
        return {says(False, entry=[s, *rule["entry"]]) for s in rule["slots"]}
    if name == "together":
        (r, c), (i, j) = rule["entries"]
        assert (rows[r][c], rows[i][j]) == ("1", "1")
        assert "0" not in (rows[r][j], rows[i][c])
        return {says(False, entry=[r, c]), says(False, entry=[i, j])}
    if name == "count-up":
        g, t = rule["group"], rule["count"]
        before = {says(True, count=[g - 1, t])} if t < g else set()
        return {says(False, count=[g, t])} | before | {says(True, entry=cell) for cell in groups[g - 1]}
    if name == "count-step":
        g, t = rule["group"], rule["count"]
        before = {says(True, count=[g - 1, t])} if t < g else set()
        return {says(False, count=[g, t]), says(True, count=[g - 1, t - 1])} | before
    if name == "enough":
        return {says(True, count=[len(groups), size + 1])} if len(groups) > size else set()
    if name == "some":
        return {says(True, message=[rule["input"], j]) for j in range(about["messages"])}
    if name == "conflict":
        a, b = rule["inputs"]
        assert any({x, y} == {"0", "1"} for x, y in zip(rows[a], rows[b], strict=True))
        return {says(False, message=[i, rule["message"]]) for i in (a, b)}
    if name == "named":
        return {says(True, message=[rule["input"], rule["message"]])}
    n = about["n"]
    if name == "some-token":
        return {says(True, place=[rule["place"], v]) for v in range(n)}
    if name == "one-token":
        return {says(False, place=[rule["place"], v]) for v in rule["tokens"]}
    if name == "some-place":
        return {says(True, place=[i, rule["token"]]) for i in range(n)}
    if name == "one-place":
        return {says(False, place=[i, rule["token"]]) for i in rule["places"]}
    assert name == "not-attended"
    v, u = rule["tokens"]
    assert v not in about["lists"][u]
    return {says(False, place=[rule["place"], v]), says(False, place=[rule["place"] + 1, u])}


def matrices(alphabet, seed, seen=None, wanted=()):
    chance = random.Random(seed)
    for _ in until(Counter() if seen is None else seen, wanted, 25):
        shape = chance.randint(1, 3), chance.randint(1, 4)
        rows = ["".join(chance.choice(alphabet) for _ in range(shape[1])) for _ in range(shape[0])]
        if set("".join(rows)) - {"*"}:
            yield rows


def asked(rows):
    return {"task": "communication", "of": "matrix", "rows": rows}


@pytest.mark.parametrize("kind", ["cover-refutation", "partition-refutation"])
def test_clauses_about_slots_say_what_their_rules_name(kind, rotating_seed):
    wanted, seen = {"excluded", "row-of-entry", "column-of-entry", "covered", "ordered"}, Counter()
    wanted |= {"once", "entry-of-both"} if kind.startswith("partition") else set()
    for rows in matrices("01" if kind.startswith("partition") else "01*", rotating_seed, seen, wanted):
        ones = [[r, c] for r, row in enumerate(rows) for c, x in enumerate(row) if x == "1"]
        for slots in range(3):
            order = ones[:slots]
            for rule, clause in rules_in_words(claim_of(asked(rows), kind, slots=slots, order=order)):
                assert clause == meant(rule, {"rows": rows, "slots": slots})
                assert rule["rule"] != "ordered" or rule["entry"] == order[rule["place"]]
                seen[rule["rule"]] += 1
    assert ("once" in seen) == ("entry-of-both" in seen) == kind.startswith("partition")


def test_clauses_about_fooling_sets_say_what_their_rules_name(rotating_seed):
    for rows in matrices("01*", rotating_seed):
        first_rows = [r for r, row in enumerate(rows) if row not in rows[:r]]
        columns = list(zip(*rows, strict=True))
        first_columns = [c for c, column in enumerate(columns) if column not in columns[:c]]
        cells = [[r, c] for r in first_rows for c in first_columns if rows[r][c] == "1"]
        singles = [[[r], [c]] for r, c in cells]
        for size in range(min(len(rows), len(columns)) + 1):
            claim = claim_of(asked(rows), "fooling-refutation", size=size, rectangles=singles)
            about = {"rows": rows, "size": size, "groups": [[cell] for cell in cells]}
            for rule, clause in rules_in_words(claim):
                assert clause == meant(rule, about)


def test_clauses_about_messages_say_what_their_rules_name(rotating_seed):
    for rows in matrices("01*", rotating_seed):
        for bits in range(2):
            claim = claim_of(asked(rows), "message-refutation", bits=bits, clique=[0])
            for rule, clause in rules_in_words(claim):
                assert clause == meant(rule, {"rows": rows, "messages": 2**bits})


def test_clauses_about_orders_say_what_their_rules_name(rotating_seed):
    chance = random.Random(rotating_seed)
    for n in range(1, 5):
        lists = [sorted(chance.sample(range(n), chance.randint(0, n))) for _ in range(n)]
        question = {"task": "sparse-pattern", "n": n, "layers": [{"name": "lists", "lists": lists}]}
        rules = list(rules_in_words(claim_of(question, "refutation")))
        assert all(clause == meant(rule, {"n": n, "rows": [], "lists": lists}) for rule, clause in rules)
        missing = sum(v not in lists[u] for v in range(n) for u in range(n) if u != v)
        assert len(rules) == 2 * n + n * n * (n - 1) + (n - 1) * missing


def tree(edges, chance):
    """Steps that refute all colourings, or None if there is one."""
    steps = []

    def refuted(true):
        ways = [(e, c) for e, edge in enumerate(edges) for c in (0, 1) if not any(true.get(x) == c for x in edge)]
        if not ways:
            return False
        e, colour = chance.choice(ways)
        steps.append(2 * e + colour)
        known = dict(true)
        for x in edges[e]:
            if x not in true:
                if not refuted({**known, x: colour}):
                    return False
                known[x] = 1 - colour
        return True

    return steps if refuted({}) else None


def test_trees_of_colourings_become_lemmas(rotating_seed):
    chance, answers = random.Random(rotating_seed), Counter()
    for _ in until(answers, {True: 6, False: 6}, 150):
        edges = [sorted(chance.sample(range(1, 6), chance.randint(1, 3))) for _ in range(chance.randint(1, 9))]
        steps = tree(edges, chance)
        colours = itertools.product((0, 1), repeat=5)
        fine = any(all({word[x - 1] for x in edge} == {0, 1} for edge in edges) for word in colours)
        answers[fine] += 1
        assert fine == (steps is None)
        if steps is None:
            continue
        refute_colourings(Node(steps, "steps"), [sum(1 << x for x in edge) for edge in edges])
        axioms = [some_has(edges[edge], colour) for edge, colour in used(steps)]
        cnf = f"p cnf 5 {len(axioms)}\n" + "".join(" ".join(map(str, (*axiom, 0))) + "\n" for axiom in axioms)
        assert strict_lrat.replay(cnf, "".join(lrat_lines(axioms, resolution(steps, edges).lemmas)))


def test_symmetric_keys_become_clauses_exactly_where_they_are_independent():
    questions = [{"task": "qsa", "N": n, "q": q} for n in range(2, 7) for q in range(1, n + 1)]
    questions += [
        {"task": "separation", "N": n, "least": least, "most": most}
        for n in range(2, 6)
        for most in range(1, n + 1)
        for least in range(1, most + 1)
    ]
    answers = {True: 0, False: 0}
    for question, size in itertools.product(questions, range(1, 7)):
        if size > question["N"]:
            continue
        evidence = {"kind": "symmetric", "size": size}
        claim = {"resource": "m", "unit_class": "SIGN", "side": "lower", "value": size - 1, "evidence": evidence}
        certificate = {"format": "headcount-certificate", "version": 2, "question": question, "claims": [claim]}
        accepted = check(certificate).exit_code == 0
        found = exported(stated_claims(certificate)[0])
        answers[accepted] += 1
        assert accepted <= ("refutation" in found.by), (question, size)
        for file in found.files[:1]:
            assert strict_lrat.replay(file.content, found.files[1].content)
            about = json.loads(strict_lrat.read_dimacs(file.content)[0]["evidence"][0])
            assert about == {"kind": "independence", "vectors": "columns", "set": list(range(size))}
    assert min(answers.values()) > 10


def test_symmetric_keys_of_large_sizes_are_not_exported():
    evidence = {"kind": "symmetric", "size": 41}
    claim = {"resource": "m", "unit_class": "SIGN", "side": "lower", "value": 40, "evidence": evidence}
    question = {"task": "qsa", "N": 1000, "q": 20}
    assert "closed form" in exported(stated_claims({"question": question, "claims": [claim]})[0]).by["not exported"]


def test_what_strict_programs_refuse_is_left_out():
    stated = corpora.accepted("chirotope-uniform")["chirotope-uniform"]
    evidence = stated["claims"][0]["evidence"]
    count = len(evidence["axioms"])
    changed = copy.deepcopy(stated)
    mine = changed["claims"][0]["evidence"]
    for axiom in mine["axioms"]:
        if axiom["rule"] != "sign":
            axiom["clause"] = axiom["clause"] * 2  # a literal twice
    for lemma in mine["lemmas"]:
        lemma[0] = lemma[0] * 2
        lemma[1] = [hint + (hint >= count) for hint in lemma[1] for _ in (0, 1)]  # a hint twice
    mine["lemmas"].insert(0, [[1, -1], []])  # a tautology without hints
    mine["lemmas"].append([[1], [0, 1, 2, 3]])  # nobody reads this
    assert check(changed).exit_code == 0
    plain, repaired = (exported(stated_claims(one)[0]).files for one in (stated, changed))
    assert [file.content for file in repaired[:2]] == [file.content for file in plain[:2]]
    assert strict_lrat.replay(*(file.content for file in repaired))


def test_an_axiom_with_a_literal_and_its_negation_moves_the_numbers():
    axioms = [(1, 2, -1), (1,), (-1, 2), (-2,)]
    assert strict(axioms[0]) is None
    assert list(lrat_lines(axioms, [((2,), (1, 2)), ((), (4, 3))])) == ["4 2 0 1 2 0\n", "5 0 4 3 0\n"]


def test_a_proof_that_was_never_checked_is_refused():
    with pytest.raises(ValueError, match="does not follow from its hints"):
        list(lrat_lines([(1, 2)], [((), (0,))]))


def test_the_text_on_exports_names_every_rule_and_variable():
    text = (corpora.HERE.parents[1] / "workbench" / "export" / "EXPORTS.rst").read_text()
    rules, variables, kinds = set(), set(), set()
    for _, certificate in certificates():
        for claim in stated_claims(certificate):
            if claim.kind not in REFUTING:
                continue
            kinds.add(claim.kind)
            for file in exported(claim).files:
                if file.name.endswith(".cnf"):
                    rules |= {label["rule"] for label in strict_lrat.labels(file.content, "clause").values()}
                    variables |= {next(iter(said)) for said in strict_lrat.labels(file.content, "variable").values()}
    assert len(rules) > 25
    for word in rules | kinds:
        assert f"``{word}``" in text, word
    for word in variables:
        assert re.search(f'{{"{word}":\\s', text), word
