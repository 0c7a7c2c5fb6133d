"""``headcount export``: the folder, what is refused, and clauses that a strict LRAT reader takes."""

import json
from pathlib import Path

import pytest

import corpora
import strict_lrat

CHIROTOPES = sorted(corpora.accepted("chirotope*"))


def exported(folder):
    return json.loads((Path(folder) / "export.json").read_text())


@pytest.mark.parametrize("name", CHIROTOPES)
def test_signs_of_determinants(headcount, name):
    certificate = corpora.HERE / "accept" / f"{name}.json"
    code, out, err = headcount("export", certificate, "-o", "out")
    assert (code, err) == (0, "")
    assert out.startswith("out: ")
    assert Path("out/certificate.json").read_bytes() == certificate.read_bytes()
    stated = json.loads(certificate.read_text())
    for claim in exported("out")["claims"]:
        if "refutation" not in claim["by"]:
            continue
        for refutation, proof in (("refutation", "proof"), ("basis", "basis_proof")):
            if refutation in claim["by"]:
                cnf, lrat = (Path("out", claim["by"][key]).read_text() for key in (refutation, proof))
                assert strict_lrat.replay(cnf, lrat) >= 1
                comments, clauses, variables = strict_lrat.read_dimacs(cnf)
                assert json.loads(comments["question"][0]) == claim["question"]
                assert len(strict_lrat.labels(cnf, "variable")) == variables
                assert sorted(strict_lrat.labels(cnf, "clause")) == list(range(1, len(clauses) + 1))
        if claim["number"] < len(stated["claims"]):
            evidence = stated["claims"][claim["number"]]["evidence"]
            clauses = strict_lrat.read_dimacs(Path("out", claim["by"]["refutation"]).read_text())[1]
            assert [set(clause) for clause in clauses] == [set(axiom["clause"]) for axiom in evidence["axioms"]]
