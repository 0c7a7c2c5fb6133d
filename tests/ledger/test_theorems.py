"""The ledger of theorems: complete, as stored, and true."""

import json
import re
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from headcount.bounds.constructions.registry import CONSTRUCTIONS
from headcount.claims import claim, least
from headcount.ledger import stored
from headcount.ledger.faults import ledger_faults
from headcount.ledger.registry import THEOREMS
from headcount.ledger.run import replayed_entry, run_ledger
from headcount.ledger.stored import (
    GENERAL,
    Ledger,
    LedgerError,
    not_in_the_ledger,
    repeated_certificates,
    stored_certificates,
    stored_ledger,
)
from headcount.ledger.theorem import INSTANCES_ONLY, Theorem
from headcount.reductions.registry import REDUCTIONS
from headcount.search.class_bounds import CAPPED, MOST_CLAIMED

ROOT = Path(__file__).parents[2]

LEDGER = stored_ledger()
BY_NAME = {theorem.name: theorem for theorem in THEOREMS}


def test_an_example_looks_for_faults_in_all_of_the_stored_ledger():
    """``tests/test_readme.py`` runs it: each statement is found in the certificates, and entries come out as stored."""
    text = (ROOT / "docs" / "howto" / "ledger.rst").read_text("utf-8")
    assert re.search(r"\n   \$ headcount theorems --check\n   .* all hold\n", text)


def test_verdicts_are_as_expected_and_nothing_is_open():
    for entry in LEDGER.entries:
        assert entry.verdict == entry.expected == str(BY_NAME[entry.name].expected), entry.name
        assert "OPEN" not in entry.counts, entry.name
        assert entry.verdict == "PROVED" or any(i.verdict == "REFUTED" and i.certificates for i in entry.instances)


def test_every_decided_instance_has_certificates_or_holds_by_definition():
    for entry in LEDGER.entries:
        bare = [i for i in entry.instances if not i.certificates]
        for instance in bare:  # such as m >= 0 and H >= 1
            assert replayed_entry(BY_NAME[entry.name], replace(entry, instances=(instance,)), {}).counts.get("PROVED")


def test_every_construction_and_reduction_has_a_theorem():
    names = {theorem.name for theorem in THEOREMS}
    same = {"match2": "match2-unit", "match": "match-s-unit"}
    for entry in CONSTRUCTIONS:
        assert same.get(entry.name, entry.name) in names, entry.name
        stated = LEDGER.entry(same.get(entry.name, entry.name)).instances
        assert all(i.statement.startswith(f"{entry.name}(") for i in stated), entry.name
    assert {reduction.name for reduction in REDUCTIONS} <= names


def test_every_theorem_says_what_and_whence():
    for theorem in THEOREMS:
        assert theorem.source, theorem.name
        assert theorem.claim.words.endswith((".", ")")), theorem.name
        assert theorem.scope, theorem.name
    assert all(not_in_the_ledger().values())


def test_every_theorem_says_how_far_it_is_proved():
    files = {path: path.read_text("utf-8") for path in (ROOT / "proofs").glob("*.v")}
    in_coq = {name for text in files.values() for name in re.findall(r"^Theorem (\w+)", text, re.MULTILINE)}
    shown = set(re.findall(r"^Print Assumptions (\w+)", files[ROOT / "proofs" / "assumptions.v"], re.MULTILINE))
    for entry in LEDGER.entries:
        assert entry.general in GENERAL, entry.name
        named = [entry.coq] if entry.coq else []
        assert bool(named) == (entry.general == "Coq"), entry.name
        for name in (*named, *re.findall(r"in Coq[^(]*\((\w+)\)", entry.scope)):
            assert name in in_coq & shown, (entry.name, name)
        if entry.general == "words":
            assert entry.expected == "PROVED" and entry.scope not in (INSTANCES_ONLY, ""), entry.name
    assert {entry.general for entry in LEDGER.entries} == set(GENERAL)
    assert LEDGER.entry("qsa-width").coq == "qsa_width"


def test_a_part_is_not_the_general_statement():
    """The other half of these is open, or known on the instances alone."""
    for name in ("parity-heads", "exactly-k-width"):
        assert (LEDGER.entry(name).general, BY_NAME[name].scope == INSTANCES_ONLY) == ("instances", False)


def test_a_cap_is_called_one():
    entry = LEDGER.entry("match3-transcripts")
    proved = {i.parameters["dv"]: i.proved for i in entry.instances if i.spelled.startswith("n=1000, p=1, H=1, ")}
    assert proved == {"m": ("90 <= m",), "1": (f"{MOST_CLAIMED} <= m ({CAPPED})",)}
    for instance in entry.instances:
        (words,) = instance.proved
        assert (CAPPED in words) == (words.split()[0] == str(MOST_CLAIMED))


def test_paper_theorems_are_stated_or_left_out_with_a_reason():
    sources = " ".join(theorem.source for theorem in THEOREMS)
    for number in (2, 3, 4, 6, 7, 10, 11):
        named = f"Theorem {number}"
        assert named in sources or any(named in words for words in not_in_the_ledger()), number


@claim(M=[3, 4], source="a test")
def narrow_match2(M):
    """Match2 needs m = 3."""
    return least("m", f"match2 M={M}") == 3


def test_a_claim_that_does_not_hold_is_not_found_in_certificates_of_another():
    """The statement is about M, so that certificates of a false neighbour do not prove it."""
    ledger, certificates = run_ledger([Theorem(narrow_match2)])
    (entry,) = ledger.entries
    assert (entry.verdict, entry.expected, entry.counts) == ("REFUTED", "PROVED", {"PROVED": 1, "REFUTED": 1})
    first, second = entry.instances
    swapped = (replace(first, certificates=second.certificates), replace(second, certificates=first.certificates))
    assert replayed_entry(Theorem(narrow_match2), entry, certificates) == entry
    again = replayed_entry(Theorem(narrow_match2), replace(entry, instances=swapped), certificates)
    assert again.counts == {"OPEN": 2}


def test_files_come_back_as_they_were_written(tmp_path):
    ledger, certificates = run_ledger([Theorem(narrow_match2)])
    stored.write_ledger(ledger, certificates, tmp_path)
    assert stored_ledger(tmp_path) == ledger
    assert stored_certificates(tmp_path) == certificates
    before = [(tmp_path / name).read_bytes() for name in (stored.LEDGER_FILE, stored.CERTIFICATES_FILE)]
    stored.write_ledger(*run_ledger([Theorem(narrow_match2)]), tmp_path)
    assert before == [(tmp_path / name).read_bytes() for name in (stored.LEDGER_FILE, stored.CERTIFICATES_FILE)]


def test_damage_is_noticed(tmp_path):
    with pytest.raises(LedgerError, match="cannot be read"):
        stored_ledger(tmp_path)
    ledger, certificates = run_ledger([Theorem(narrow_match2)])
    stored.write_ledger(ledger, certificates, tmp_path)
    path = tmp_path / stored.CERTIFICATES_FILE
    path.write_text(path.read_text().replace('"value":3', '"value":4', 1))
    with pytest.raises(LedgerError, match="does not have its hash"):
        stored_certificates(tmp_path)
    path = tmp_path / stored.LEDGER_FILE
    found = json.loads(path.read_text())
    found["theorems"][0]["instances"][0]["certificates"] = []
    path.write_text(json.dumps(found))
    with pytest.raises(LedgerError, match="does not fit its certificates"):
        stored_ledger(tmp_path)


def test_the_command_prints_a_line_for_each(headcount):
    code, out, _ = headcount("theorems")
    assert code == 0
    lines = {line.split()[0]: line for line in out.splitlines() if line.startswith("  ")}
    assert list(lines) == [entry.name for entry in LEDGER.entries]
    for entry in LEDGER.entries:
        assert f" {entry.verdict} {entry.counts[entry.verdict]} of {len(entry.instances)} " in lines[entry.name]
        assert f" {entry.general} " in lines[entry.name]
        assert lines[entry.name].rstrip(" .").endswith(entry.statement.split()[0]) or entry.statement[:15] in out


def test_the_command_prints_all_about_all_or_one(headcount):
    code, out, _ = headcount("theorems", "--full")
    assert code == 0
    for entry in LEDGER.entries:
        assert f"{entry.name}  {entry.verdict} " in out and entry.hash in out
    assert f"{len(LEDGER.entries)} claims: " in out
    code, out, _ = headcount("theorems", "match2-needs-three")
    assert code == 0
    assert "REFUTED  M=2: m <= 1" in out and "PROVED   M=4: 3 <= m" in out
    assert f"  general   {GENERAL['instances']}" in out
    assert f"  general   {GENERAL['Coq']}: qsa_width (proofs/)" in headcount("theorems", "qsa-width")[1]
    assert all(name in out for name in LEDGER.entry("match2-needs-three").certificates)


def test_the_command_suggests_a_name(headcount):
    code, _, err = headcount("theorems", "qsa_widht")
    assert code == 2 and "did you mean qsa-width" in err
    code, _, err = headcount("theorems", "--check", "--run")
    assert code == 2 and "take one of them" in err


def test_the_command_prints_json(headcount):
    code, out, _ = headcount("theorems", "match2-width", "--json")
    (theorem,) = json.loads(out)["theorems"]
    assert code == 0 and theorem["verdict"] == "PROVED" and theorem["unit_classes"] == ["SIGN"]


def test_the_command_writes_certificates_that_check_accepts(headcount, tmp_path):
    code, out, _ = headcount("theorems", "match2-width", "-o", "ledger")
    files = sorted((tmp_path / "ledger").glob("*.json"))
    assert code == 0 and f"{len(files)} certificates written" in out
    assert {file.stem for file in files} == set(LEDGER.entry("match2-width").certificates)
    assert headcount("check", *files)[0] == 0


def test_the_command_checks(headcount):
    code, out, _ = headcount("theorems", "match2-width", "one-way-is-depth", "--check")
    assert code == 0 and "all hold" in out


def changed_ledger(monkeypatch, ledger):
    monkeypatch.setattr("headcount.cli.theorems.stored_ledger", lambda: ledger)


@pytest.fixture(scope="module")
def small():
    """A registry of two theorems with its ledger."""
    theorems = [BY_NAME["match2-needs-three"], BY_NAME["parity-two-heads"]]
    return theorems, *run_ledger(theorems)


def test_a_ledger_as_it_was_run_has_no_faults(small):
    theorems, ledger, certificates = small
    assert ledger_faults(ledger, certificates, theorems) == ()
    assert ledger_faults(ledger, certificates, theorems, names=["match2-needs-three"]) == ()


def test_entries_are_those_of_the_registry_in_order(small):
    theorems, ledger, certificates = small
    first, second = ledger.entries

    def faults(*entries, **more):
        return " | ".join(ledger_faults(Ledger(entries), certificates, theorems, **more))

    assert "parity-two-heads is missing from the ledger" in faults(first)
    assert "match2-needs-three is missing" in faults() and "parity-two-heads is missing" in faults()
    assert faults(first, second, second) == "parity-two-heads stands 2 times in the ledger; run make ledger"
    assert "parity-two-heads stands where the registry has match2-needs-three" in faults(second, first)
    assert "another is no theorem of the registry" in faults(first, second, replace(first, name="another"))
    assert faults(first, names=["match2-needs-three"]) == ""
    assert "parity-two-heads is missing" in faults(first, names=["parity-two-heads"])


def test_certificates_too_many_or_too_few_are_faults(small):
    theorems, ledger, certificates = small
    more = certificates | {"0" * 20: "{}"}
    (fault,) = ledger_faults(ledger, more, theorems)
    assert fault == "certificate 00000000000000000000: named by no entry; run make ledger"
    (fault,) = ledger_faults(ledger, more | {"1" * 20: "{}"}, theorems)
    assert fault == "certificate 00000000000000000000 and 1 more: named by no entry; run make ledger"
    assert not ledger_faults(ledger, more, theorems, names=["match2-needs-three"])
    name = min(certificates)
    repeated = ledger_faults(ledger, certificates, theorems, repeated=[name])
    assert repeated == (f"certificate {name} stands in more than one line; run make ledger",)
    less = {other: text for other, text in certificates.items() if other != name}
    assert f"certificate {name} is missing" in ledger_faults(ledger, less, theorems)
    broken = ledger_faults(ledger, certificates | {name: "{"}, theorems)
    assert f"certificate {name} is no JSON" in broken[0]


@pytest.mark.parametrize(
    ("of_instance", "change", "words"),
    [
        (True, {"verdict": "OPEN"}, "at M=2 REFUTED is what the certificates prove, stored is OPEN"),
        (True, {"proved": ("m = 9",)}, "at M=2 the certificates prove 'm <= 1', stored is 'm = 9'"),
        (True, {"statement": "x"}, "at M=2 the statement is 'least m of"),
        (True, {"parameters": {"M": "1"}}, "stored are the instances 7 (M=1, ..), its range has 7 (M=2, ..)"),
        (False, {"topic": "x"}, "topic changed"),
        (False, {"scope": "x"}, "scope changed"),
        (False, {"range": "x", "source": "x"}, "source, range changed"),
    ],
)
def test_a_difference_is_named(small, of_instance, change, words):
    theorems, ledger, certificates = small
    first, second = ledger.entries
    instance, *others = first.instances
    changed = {"instances": (replace(instance, **change), *others)} if of_instance else change
    (fault,) = ledger_faults(Ledger((replace(first, **changed), second)), certificates, theorems)
    assert fault.startswith("match2-needs-three: ") and words in fault


def test_the_command_says_what_is_wrong_with_the_entries(headcount, monkeypatch):
    changed_ledger(monkeypatch, Ledger(()))
    code, out, _ = headcount("theorems", "match2-width", "--check")
    assert code == 3 and "REJECTED match2-width is missing from the ledger; run make ledger" in out and "1 fault" in out
    changed_ledger(monkeypatch, Ledger((LEDGER.entry("match2-width"),) * 2))
    code, out, _ = headcount("theorems", "match2-width", "--check", "--json")
    assert code == 3 and "match2-width stands 2 times" in json.loads(out)["faults"][0]


def test_repeated_lines_are_found(tmp_path):
    lines = (stored.FOLDER / stored.CERTIFICATES_FILE).read_text().splitlines()[:3]
    (tmp_path / stored.CERTIFICATES_FILE).write_text("\n".join([*lines, lines[1]]))
    assert repeated_certificates(tmp_path) == (lines[1].partition(" ")[0],)
    assert repeated_certificates() == ()


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda found: found.update(theorems=["x"]), "ledger.theorems[0]: must be an object, got 'x'"),
        (lambda found: found.update(theorems=[None]), "ledger.theorems[0]: must be an object"),
        (lambda found: found["theorems"][0].update(statement=7), "theorems[0].statement: must be a text"),
        (lambda found: found["theorems"][0].update(name=7), "theorems[0].name: must be a text"),
        (lambda found: found["theorems"][0].update(evidence="x"), "theorems[0].evidence: must be a list"),
        (lambda found: found["theorems"][0].update(instances=[1]), "instances[0]: must be an object"),
        (lambda found: found["theorems"][0].pop("scope"), "theorems[0]: lacks the field 'scope'"),
        (lambda found: found["theorems"][0].update(extra="x"), "theorems[0]: has an unknown field 'extra'"),
        (lambda found: found["theorems"][0]["instances"][0].update(proved=[3]), "proved[0]: must be a text"),
        (lambda found: found["theorems"][0]["instances"][0].update(parameters=[]), "parameters: must be an object"),
        (lambda found: found.update(theorems=3), "cannot be read"),
    ],
)
def test_a_ledger_of_another_form_is_an_error(damage, words, tmp_path):
    found = Ledger((LEDGER.entry("match2-width"),)).to_json()
    found = json.loads(json.dumps(found))
    damage(found)
    (tmp_path / stored.LEDGER_FILE).write_text(json.dumps(found))
    with pytest.raises(LedgerError, match="run make ledger") as caught:
        stored_ledger(tmp_path)
    assert words in str(caught.value)


@pytest.mark.parametrize("theorem", THEOREMS, ids=lambda theorem: theorem.name)
def test_the_condition_in_words_is_that_of_the_claim(theorem):
    claim = theorem.claim
    assert bool(theorem.condition) == (claim.where is not None)
    python = re.sub(r"(?<![<>])=", "==", theorem.condition).replace("^", "**")
    python = re.sub(r"(?:(?<=\b\w)|(?<=\d)) (?=[A-Za-z]\b)", " * ", python)  # a product of names of one letter
    for values in product(*claim.ranges.values()):
        parameters = dict(zip(claim.ranges, values, strict=True))
        assert eval(python or "True", {}, parameters) == claim.holds_for(parameters), (python, parameters)


def test_the_command_runs_afresh(headcount, tmp_path):
    code, out, _ = headcount("theorems", "match2-needs-three", "--run", "-o", "new")
    assert code == 0 and "REFUTED 2 of 7" in out
    again = stored_ledger(tmp_path / "new")
    assert again.entries == (LEDGER.entry("match2-needs-three"),)


def test_what_is_left_out_is_listed_with_reasons(headcount):
    code, out, _ = headcount("theorems", "--omitted")
    assert code == 0
    for statement, reason in not_in_the_ledger().items():
        assert " ".join(statement.split()) in " ".join(out.split())
        assert " ".join(reason.split()) in " ".join(out.split())
    code, out, _ = headcount("theorems", "--omitted", "--json")
    assert json.loads(out) == not_in_the_ledger()
    assert headcount("theorems", "--omitted", "--check")[0] == 2


def test_what_is_open(headcount):
    code, out, _ = headcount("theorems", "match3-several-layers")
    assert code == 0
    assert "OPEN, a conjecture: nothing is run and nothing certified" in out
    assert "match3_instance" in out
    assert json.loads(headcount("theorems", "match3-several-layers", "--json")[1])[0]["verdict"] == "OPEN"
    assert "OPEN, no claim: match3-several-layers, k-hop-depth" in headcount("theorems")[1]
    for more in (["--check"], ["--run"], ["-o", "there"], ["qsa-width"]):
        code, _, err = headcount("theorems", "match3-several-layers", *more)
        assert code == 2
        assert "is a conjecture, with nothing to run or check; ask for it alone" in err
