"""The corpora: certificates that are accepted, rejected with one code each, or malformed.

The name of a rejected file is the code that it must get, followed by the trick. Most of them are accepted files with
one edit: a literal dropped, a term or a sign exchanged, the added all-plus row forgotten.
"""

import json
from pathlib import Path

import pytest

from headcount.certificates import REJECTION_CODES, Accepted, Malformed, Rejected, check

HERE = Path(__file__).parent

# E0 and E1 stand for the evidence of the first and the second claim.
REJECTED_AT = {
    "clause-not-implied": "E0.axioms[1]",
    "clause-not-implied-basis-uniform": "E0.axioms[0]",
    "clause-not-implied-cramer-literal-dropped": "E0.axioms[2]",
    "clause-not-implied-cramer-star": "E0.axioms[0]",
    "clause-not-implied-exclusive": "E0.axioms[1]",
    "clause-not-implied-exclusive-two-sets": "E0.axioms[1]",
    "clause-not-implied-lex": "E0.axioms[4]",
    "clause-not-implied-lex-greater-side": "E0.axioms[4]",
    "clause-not-implied-lex-not-a-permutation": "E0.axioms[4]",
    "clause-not-implied-lex-possible-zero": "E0.axioms[0]",
    "clause-not-implied-lex-short": "E0.axioms[4]",
    "clause-not-implied-nonzero": "E0.axioms[0]",
    "clause-not-implied-plucker": "E0.axioms[46]",
    "clause-not-implied-row": "E0.axioms[2]",
    "clause-not-implied-row-star": "E0.axioms[1]",
    "clause-not-implied-sign-of-possible-zero": "E0.axioms[0]",
    "clause-not-implied-sign-without-literal": "E0.axioms[0]",
    "crossed-bounds": "certificate.claims",
    "inequality-not-forced": "E0.axioms[6].inequalities[0]",
    "inequality-not-forced-literal-dropped": "E0.axioms[6].inequalities[2]",
    "inequality-not-forced-same-term": "E0.axioms[6].inequalities[0]",
    "inequality-not-forced-zero-term": "E0.axioms[0].inequalities[0]",
    "lemma-not-implied": "E0.lemmas[0]",
    "lemma-not-implied-hints-in-the-wrong-order": "E0.lemmas[5]",
    "lemma-not-implied-stronger": "E0.lemmas[0]",
    "no-contradiction": "E0.lemmas",
    "no-contradiction-no-axioms": "E0.lemmas",
    "no-contradiction-no-lemmas": "E0.lemmas",
    "not-a-basis-clause": "E0.axioms[0]",
    "not-a-basis-clause-negative-literal": "E0.axioms[0]",
    "not-a-basis-clause-repeated": "E0.axioms[0]",
    "not-a-basis-clause-unproved-core": "E0.axioms[0]",
    "not-an-automorphism": "E0.axioms[4]",
    "not-an-automorphism-signs": "E0.axioms[4]",
    "nothing-strict": "E0.axioms[0]",
    "nothing-strict-no-inequalities": "E0.axioms[0]",
    "order-not-a-permutation": "E1.order",
    "order-not-a-permutation-one-missing": "E1.order",
    "products-differ": "E0.axioms[6]",
    "products-differ-step-dropped": "E0.axioms[6]",
    "second-orientation": "E0.axioms[5]",
    "second-orientation-basis": "E0.axioms[5]",
    "second-orientation-lex": "E0.axioms[4]",
    "signs-not-covered": "E0",
    "signs-not-covered-nothing-off-the-subset": "E0",
    "symmetry-not-applicable": "E0",
    "symmetry-not-applicable-squares": "E0",
    "table-wrong-shape": "E0.queries",
    "table-wrong-shape-keys": "E0.keys",
    "table-wrong-sign": "E1.queries[3] with E1.keys[0]",
    "table-wrong-sign-nearly-zero": "E0.queries[0] with E0.keys[0]",
    "table-wrong-sign-zero-query": "E0.queries[0] with E0.keys[0]",
    "too-many-roots": "E0 with row 1",
    "too-many-roots-double-zero": "E0 with row 0",
    "uniform-not-allowed": "E0.uniform",
    "value-not-proved": "certificate.claims[0]",
    "value-not-proved-affine-offset": "certificate.claims[0]",
    "value-not-proved-empty-set": "certificate.claims[0]",
    "value-not-proved-identity": "certificate.claims[0]",
    "value-not-proved-identity-rows": "certificate.claims[0]",
    "value-not-proved-upper": "certificate.claims[0]",
}

MALFORMED_AT = {
    "axiom-clause-zero": "E0.axioms[0].clause",
    "axiom-unknown-field": "E0.axioms[0]",
    "axiom-unknown-literal": "E0.axioms[0].clause",
    "axiom-unknown-rule": "E0.axioms[0].rule",
    "basis-too-large": "E0.basis",
    "basis-unknown-field": "E0.basis",
    "byte-order-mark": "certificate",
    "chirotope-unknown-rule": "E0.axioms[0].rule",
    "claims-missing": "certificate",
    "deeply-nested": "certificate",
    "degree-minus-one": "E1.dimension",
    "dimension-above-columns": "E0.dimension",
    "dimension-zero": "E0.dimension",
    "empty": "certificate",
    "evidence-missing": "certificate.claims[0]",
    "evidence-text": "E0",
    "evidence-unknown-field": "E0",
    "exponent": "certificate",
    "float": "certificate",
    "hint-negative": "E0.lemmas[0][1][0]",
    "hint-to-itself": "E0.lemmas[0][1][0]",
    "hint-true": "E0.lemmas[0][1][0]",
    "independent-set-not-increasing": "E0.set",
    "independent-set-out-of-range": "E0.set[2]",
    "independent-set-repeats": "E0.set",
    "inequality-unknown-identity": "E0.axioms[6].inequalities[0].rule",
    "infinity": "certificate",
    "key-twice": "certificate",
    "kind-a-list": "E0.kind",
    "large-out-of-range": "E0.axioms[1].large[2]",
    "large-too-small": "E0.axioms[1].large",
    "lemma-literal-zero": "E0.lemmas[0][0]",
    "lemma-not-a-pair": "E0.lemmas[0]",
    "lemma-unknown-literal": "E0.lemmas[0][0][0]",
    "lemma-without-hints": "E0.lemmas[0]",
    "lex-negated-number": "E0.axioms[4].negated",
    "lex-permutation-out-of-range": "E0.axioms[4].permutation[3]",
    "lex-sign-two": "E0.axioms[4].signs[0]",
    "list": "certificate",
    "long-integer": "certificate",
    "lower-evidence-for-upper": "E1.kind",
    "n-beyond-limit": "certificate.question.N",
    "n-missing": "certificate.question",
    "name-too-long": "certificate.question.name",
    "nan": "certificate",
    "negated-out-of-range": "E1.negated[0]",
    "negative-value": "certificate.claims[0].value",
    "no-claims": "certificate.claims",
    "not-json": "certificate",
    "not-utf8": "certificate",
    "null": "certificate",
    "null-missing": "certificate.question",
    "null-number": "certificate.question.null",
    "order-negative": "E1.order[0]",
    "order-out-of-range": "E1.order[0]",
    "other-format": "certificate.format",
    "other-version": "certificate.version",
    "q-above-n": "certificate.question.q",
    "q-zero": "certificate.question.q",
    "row-missing": "E0.axioms[3]",
    "row-negative": "E0.axioms[3].row",
    "row-out-of-range": "E0.axioms[3].row",
    "rows-empty": "certificate.question.rows",
    "rows-none": "certificate.question.rows",
    "rows-ragged": "certificate.question.rows",
    "rows-text": "certificate.question.rows",
    "rows-wrong-symbol": "certificate.question.rows",
    "set-not-increasing": "E0.sets[0]",
    "set-out-of-range": "E0.sets[0][1]",
    "set-too-small": "E0.sets[0]",
    "sets-twice": "E0.sets",
    "size-above-n": "E0.size",
    "small-and-large-equal-size": "E0.axioms[46].small",
    "table-ragged": "E1.keys[2]",
    "table-text": "E1.keys[2][0]",
    "table-true": "E1.keys[2][0]",
    "table-width-negative": "E1.dimension",
    "task-missing": "certificate.question",
    "term-out-of-range": "E0.axioms[6].inequalities[0].larger",
    "times-negative": "E0.axioms[6].inequalities[0].times",
    "times-zero": "E0.axioms[6].inequalities[0].times",
    "too-large-to-write-out": "question",
    "truncated": "certificate",
    "two-documents": "certificate",
    "uniform-number": "E0.uniform",
    "unknown-class": "certificate.claims[0].unit_class",
    "unknown-field": "certificate",
    "unknown-kind": "E0.kind",
    "unknown-resource": "certificate.claims[0].resource",
    "unknown-side": "certificate.claims[0].side",
    "unknown-task": "certificate.question.task",
    "upper-evidence-for-lower": "E0.kind",
    "utf16": "certificate",
    "value-null": "certificate.claims[0].value",
    "value-text": "certificate.claims[0].value",
    "value-true": "certificate.claims[0].value",
    "vectors-diagonals": "E0.vectors",
    "version-true": "certificate.version",
    "within-empty": "E0.dimension",
    "within-not-increasing": "E0.within",
    "within-out-of-range": "E0.within[3]",
}

# (lower, upper) as claimed
BRACKETS = {
    "chirotope-lex": (3, None),
    "chirotope-product": (3, None),
    "chirotope-rows": (2, 2),
    "chirotope-ternary-basis": (3, 4),
    "chirotope-ternary-no-basis": (2, 2),
    "chirotope-ternary-plucker": (3, 4),
    "chirotope-uniform": (3, 3),
    "chirotope-within": (3, 4),
    "independence-columns": (2, 2),
    "independence-rows": (3, 3),
    "independence-stars": (1, 2),
    "symmetric-squares": (40, 40),
    "tables": (0, 3),
    "trivial-identity": (0, 2),
}


def files(folder):
    return sorted((HERE / folder).iterdir())


def spelled_out(where):
    for k in (0, 1):
        where = where.replace(f"E{k}", f"certificate.claims[{k}].evidence")
    return where


def code_of(name):
    (code,) = [code for code in REJECTION_CODES if name == code or name.startswith(f"{code}-")]
    return code


@pytest.mark.parametrize("path", files("accept"), ids=lambda path: path.stem)
def test_accepted(path):
    verdict = check(path)
    assert isinstance(verdict, Accepted), verdict
    assert (verdict.lower, verdict.upper) == BRACKETS[path.stem]
    assert len(verdict.claims) == len(json.loads(path.read_text())["claims"])
    name = json.loads(path.read_text())["question"].get("name", "")
    assert len(verdict.assumptions) == bool(name)
    assert all(name in assumption for assumption in verdict.assumptions)


@pytest.mark.parametrize("path", files("reject"), ids=lambda path: path.stem)
def test_rejected(path):
    verdict = check(path)
    assert isinstance(verdict, Rejected), verdict
    assert verdict.code == code_of(path.stem)
    assert verdict.where == spelled_out(REJECTED_AT[path.stem])
    assert verdict.reason.startswith(REJECTION_CODES[verdict.code])


@pytest.mark.parametrize("path", files("malformed"), ids=lambda path: path.stem)
def test_malformed(path):
    verdict = check(path)
    assert isinstance(verdict, Malformed), verdict
    assert verdict.where == spelled_out(MALFORMED_AT[path.stem])
    assert 0 < len(verdict.reason) < 300


def test_every_code_has_a_file_and_every_file_is_expected():
    assert {code_of(path.stem) for path in files("reject")} == set(REJECTION_CODES)
    assert {path.stem for path in files("accept")} == set(BRACKETS)
    assert {path.stem for path in files("reject")} == set(REJECTED_AT)
    assert {path.stem for path in files("malformed")} == set(MALFORMED_AT)


def test_every_kind_of_evidence_and_every_rule_is_accepted_somewhere():
    seen = set()

    def walk(value):
        if isinstance(value, dict):
            seen.update(value[key] for key in ("kind", "rule", "vectors") if key in value)
            seen.update({"within", "basis"} & set(value))
            for part in value.values():
                walk(part)
        elif isinstance(value, list):
            for part in value:
                walk(part)

    for path in files("accept"):
        walk(json.loads(path.read_text()))
    kinds = {"tables", "polynomial", "squares", "identity", "trivial", "independence", "symmetric", "chirotope"}
    rules = {"row", "nonzero", "exclusive", "cramer", "plucker", "sign", "basis", "product", "lex"}
    assert seen == kinds | rules | {"columns", "rows", "within"}


def test_files_are_small():
    for folder in ("accept", "reject", "malformed"):
        assert all(path.stat().st_size < 50_000 for path in files(folder))


@pytest.mark.parametrize("path", files("accept"), ids=lambda path: path.stem)
def test_bytes_and_objects_are_judged_as_files_are(path):
    verdict = check(path)
    assert check(path.read_bytes()) == verdict
    assert check(str(path)) == verdict
    assert check(json.loads(path.read_text())) == verdict


def test_objects_that_are_not_json():
    loop = {}
    loop["format"] = loop
    strange = [{"format": object()}, {1: "one", "1": "one"}, {"format": float("nan")}, {"version": 10**5000}]
    for content in (loop, *strange):
        assert isinstance(check(content), Malformed)


def test_files_that_cannot_be_read(tmp_path):
    for path in (tmp_path, tmp_path / "missing.json", Path("a\0b")):
        assert isinstance(check(path), Malformed)


def test_a_large_file_is_refused_unread(tmp_path):
    path = tmp_path / "large.json"
    with path.open("wb") as stream:
        stream.truncate(100 * 2**20)  # sparse: takes no space
    verdict = check(path)
    assert isinstance(verdict, Malformed)
    assert "67108864" in verdict.reason


def test_an_endless_file_is_refused():
    verdict = check(Path("/dev/zero"))
    assert isinstance(verdict, Malformed)
    assert "not a regular file" in verdict.reason
