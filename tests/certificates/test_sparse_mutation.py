"""Certificates about sparse patterns with one place changed: accepted only if true, and if a second opinion agrees.

The second opinion follows FORMAT.rst on sets of positions; of ``named`` it has none. Truth is decided by
brute force (``brute_sparse.py``), where n is small.
"""

from collections import Counter

import pytest

import brute_sparse as brute
import corpora
import mutants
from headcount.core.check import check
from headcount.core.verdict import Accepted, Malformed, Rejected, Undecided
from headcount.legacy.evidence.patterns import hops, no_path, path

ACCEPTED = corpora.accepted("sparse-*")
STEPS = 3_000_000


def members(entries):
    """A set as it stands in a file, or one position."""
    if isinstance(entries, int):
        return {entries}
    return {i for entry in entries for i in (range(*entry) if isinstance(entry, list) else [entry])}


def components(rows, left):
    """How many components the positions that are left have."""
    count, rest = 0, set(left)
    while rest:
        count, group = count + 1, {rest.pop()}
        while more := {j for j in rest if any(j in rows[i] or i in rows[j] for i in group)}:
            group, rest = group | more, rest - more
    return count


MOST_LAYERS = 60
"""After which no second opinion is given."""


def shown(question, claim):
    """Whether the evidence shows what is claimed, by the rules; None for closed forms and large numbers."""
    if question["n"] > brute.MOST_STATED or claim.get("value", 0) > MOST_LAYERS:
        return None
    layers, evidence, n = brute.stated(question), claim["evidence"], question["n"]
    rows, value = brute.union_rows(layers), claim.get("value")
    match evidence["kind"]:
        case "trivial" | "hops":
            return brute.truth(question, claim)
        case "order" | "in-order":
            order = evidence.get("order", [*range(n)][:: -1 if evidence.get("reversed", False) else 1])
            return sorted(order) == [*range(n)] and all(order[i] in rows[order[i + 1]] for i in range(n - 1))
        case "two-ends":
            one, other = map(members, evidence["ends"])
            if evidence["side"] == "attending":
                apart = all(rows[i] <= end for end in (one, other) for i in end)
            else:
                apart = all(not rows[i] & end for end in (one, other) for i in range(n) if i not in end)
            return apart and not one <= other and not other <= one
        case "components":
            removed = evidence["removed"]
            return components(rows, set(range(n)) - {*removed}) > len(removed) + 1
        case "closed-sets":
            sets = [members(one) for one in evidence["sets"]]
            return len(sets[-1]) < n and all(
                layers[s % len(layers)][i] <= sets[s - 1] for s, one in enumerate(sets) for i in one
            )
        case "far-pair":
            here = [{evidence["position"]}]  # F_T, .., F_0
            for t in range(value - 1, 0, -1):
                here.append(set().union(*(layers[(t - 1) % len(layers)][i] for i in here[-1])))
            return value == 1 or (all(here[:-1]) and evidence["token"] not in here[-1])
        case "centre":
            to, back, centre = evidence["to"], evidence["from"], evidence["position"]
            if to + back > MOST_LAYERS:
                return None
            reaching = [{i} for i in range(n)]
            for t in range(to + back, to, -1):
                reaching = [set().union(*(layers[(t - 1) % len(layers)][i] for i in one)) for one in reaching]
            full = len(brute.reached(layers, to)[centre]) == n
            return full and all(centre in one for one in reaching) and to + back <= value
        case "refutation":
            return n <= brute.MOST_ORDERED and refuted(brute.order_axioms(layers), evidence)
    return None


def refuted(axioms, evidence):
    """Whether the lemmas follow one by one, and one of them is empty."""
    clauses = [set(axioms[number]) for number in evidence["axioms"]]
    for literals, hints in evidence["lemmas"]:
        if not conflict({-literal for literal in literals}, [clauses[hint] for hint in hints]):
            return False
        if not literals:
            return True
        clauses.append(set(literals))
    return False


def conflict(true, clauses):
    """Whether unit propagation through the clauses in their order ends in a conflict."""
    if any(-literal in true for literal in true):
        return True
    for clause in clauses:
        left = {literal for literal in clause if -literal not in true}
        if len(left) != 1:
            return not left
        true |= left
    return False


def mistaken(certificate, verdict):
    """Whether a verdict is wrong: a claim accepted that is false or not shown, or rejected with each of them shown."""
    if isinstance(verdict, Malformed | Undecided):
        return False
    about = certificate["question"]
    opinions = [shown(about, claim) for claim in certificate["claims"]]
    truths = [brute.truth(about, claim) for claim in certificate["claims"]]
    if isinstance(verdict, Accepted):
        return False in opinions or False in truths
    return verdict.code != "crossed-bounds" and set(opinions) == {True}


def versions(certificate):
    """The certificate, its claims one by one, and bounds one stronger."""
    yield certificate
    for claim in certificate["claims"]:
        yield {**certificate, "claims": [claim]}
        if "value" in claim and claim["value"] + (1 if claim["side"] == "lower" else -1):
            value = claim["value"] + (1 if claim["side"] == "lower" else -1)
            yield {**certificate, "claims": [{**claim, "value": value}]}


@pytest.mark.parametrize("name", ACCEPTED)
def test_what_is_accepted_is_shown(name):
    certificate = ACCEPTED[name]
    for claim in certificate["claims"]:
        assert shown(certificate["question"], claim) is not False
        assert brute.truth(certificate["question"], claim) is not False


@pytest.mark.parametrize("name", ACCEPTED)
def test_mutants(name):
    tried = Counter()
    assert list(mutants.mistakes(versions(ACCEPTED[name]), mistaken, mutants.at_most(150), tried, STEPS)) == []
    assert tried[Rejected] + tried[Malformed] > 10 and tried[Accepted] > 0


@pytest.mark.parametrize(
    "path",
    [p for p in sorted((corpora.HERE / "reject").iterdir()) if '"task": "sparse-pattern"' in p.read_text()],
    ids=lambda p: p.stem,
)
def test_the_second_opinion_agrees_on_what_is_rejected(path):
    assert not mistaken(corpora.json.loads(path.read_text()), check(path))


def found(names):
    chosen = mutants.at_most(150)
    return any(next(mutants.mistakes(versions(ACCEPTED[name]), mistaken, chosen, None, STEPS), None) for name in names)


def test_mutants_find_a_checker_that_looks_at_no_edge(monkeypatch):
    monkeypatch.setattr(path, "attended", lambda *arguments: True)
    assert found(["sparse-star"])


def test_mutants_find_a_checker_that_overlooks_what_is_attended_to(monkeypatch):
    monkeypatch.setattr(no_path, "require_within", lambda *arguments: None)
    monkeypatch.setattr(hops, "require_within", lambda *arguments: None)
    assert found(["sparse-two-ends", "sparse-causal"])


def test_mutants_find_a_checker_that_starts_a_cycle_one_layer_early(monkeypatch):
    right = hops.seen_from
    monkeypatch.setattr(
        hops, "seen_from", lambda meter, pattern, k, first, last: right(meter, pattern, k, first, max(first, last - 1))
    )
    assert found(["sparse-star", "sparse-far-pair"])
