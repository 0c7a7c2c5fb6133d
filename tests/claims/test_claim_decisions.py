"""Deciding statements: the verdict is the truth, and it rests on certificates of the very thing that is claimed."""

import json
from itertools import product

import pytest

from headcount import Accepted, CommunicationMatrix, Match2, Match3, SignPattern, SparseAveraging, check
from headcount.claims import ClaimStore, Effort, Verdict, ceil_log2, decide, least, measured
from headcount.claims import decision as decision_module
from headcount.claims.effort import Search

EFFORT = Effort(1000.0)  # none of these takes more than some seconds
PROVED, REFUTED, OPEN = Verdict


def statements(quantity, numbers, value):
    """Every relation with every one of the numbers, and whether it holds."""
    for number in numbers:
        yield quantity >= number, value >= number
        yield quantity <= number, value <= number
        yield quantity == number, value == number
        yield quantity != number, value != number
        yield quantity > number, value > number
        yield quantity < number, value < number


QUANTITIES = [
    (least("m", SparseAveraging(6, 2)), 4),
    (least("m", Match2(3)), 2),
    (least("m", SignPattern(("+-", "-+"), null=True)), 1),
    (least("m", "qsa N=5 q=2", bits=1), 5),
    (least("m", "qsa N=5 q=2", bits=1, heads=2), 3),
    (least("p", "qsa N=5 q=2", width=4), 2),
    (least("H", "qsa N=5 q=2", bits=1, width=3), 2),
    (least("H", "parity k=3", "thresh"), 3),
    (least("m", "match2 M=3 N=2", "fixed", bits=1), 1),
    (least("m", Match3(N=2, M=3), "fixed", bits=1, position=0), 1),
    (least("m", Match3(N=2, M=3), "fixed", bits=1, dv=1, position=0), 0),
    (least("m", "match3 M=4"), 3),
    (measured("D", "disj n=2"), 3),
    (measured("one_way_ab", "eq n=2"), 2),
    (measured("rank_q", CommunicationMatrix(("110", "011", "101"))), 3),
    (measured("cover1", "eq n=2") - measured("cover0", "disj n=2"), 2),
    (ceil_log2(measured("partition0", "disj n=2") + measured("partition1", "disj n=2")), 3),
]


def every_relation_ends_as_it_is(quantity, numbers, value, store):
    for statement, true in statements(quantity, numbers, value):
        for reused in (False, True):
            found = decide(statement, EFFORT, store)
            assert found.verdict is (PROVED if true else REFUTED), statement.words
            assert found.reused is (reused and bool(found.certificates))  # m >= 0 takes neither search nor store
            for text in found.certificates:
                assert isinstance(check(json.loads(text)), Accepted)


@pytest.mark.in_turn(4)
@pytest.mark.parametrize(("quantity", "value"), QUANTITIES, ids=lambda given: str(given)[:40])
def test_every_relation_with_the_value_ends_as_it_is(quantity, value, tmp_path):
    every_relation_ends_as_it_is(quantity, [value], value, ClaimStore(tmp_path / "store"))


@pytest.mark.slow
@pytest.mark.parametrize(("quantity", "value"), QUANTITIES, ids=lambda given: str(given)[:40])
def test_every_relation_with_a_number_beside_the_value_ends_as_it_is(quantity, value, tmp_path):
    every_relation_ends_as_it_is(quantity, [value - 1, value + 1], value, ClaimStore(tmp_path / "store"))


def test_certificates_are_cut_down_to_what_the_verdict_needs():
    """m >= 4 of q-SA(6, 2) needs one lower bound; m = 4 needs both."""
    m = least("m", SparseAveraging(6, 2))
    sides = {}
    for statement in (m >= 4, m <= 3, m == 4, m <= 4):
        (text,) = decide(statement, EFFORT).certificates
        sides[statement.words.split("SIGN ")[1]] = [claim["side"] for claim in json.loads(text)["claims"]]
    assert sides == {">= 4": ["lower"], "<= 3": ["lower"], "== 4": ["lower", "upper"], "<= 4": ["upper"]}


def certificate_of(statement):
    (text,) = decide(statement, EFFORT).certificates
    return text


OTHERS = [  # a certificate, and quantities that it says nothing about
    (least("m", "qsa N=6 q=2") == 4, least("m", "qsa N=6 q=3")),
    (least("m", "qsa N=6 q=2") == 4, least("m", "qsa N=7 q=2")),
    (least("m", "qsa N=6 q=2") == 4, least("m", "qsa N=6 q=2", bits=2)),
    (least("m", "qsa N=5 q=2", bits=1) == 5, least("m", "qsa N=5 q=2")),
    (least("m", "qsa N=5 q=2", bits=1) == 5, least("m", "qsa N=5 q=2", bits=1, grid="twos")),
    (least("m", "qsa N=5 q=2", bits=1) == 5, least("m", "qsa N=5 q=2", bits=1, gap=2)),
    (least("m", "qsa N=5 q=2", bits=1, heads=2) == 3, least("m", "qsa N=5 q=2", bits=1, heads=2, combine="concat")),
    (least("p", "qsa N=5 q=2", width=4) == 2, least("p", "qsa N=5 q=2", width=5)),
    (least("m", "match2 M=3 N=2", "fixed", bits=1) == 1, least("m", "match2 M=3 N=2", "fixed", bits=1, dv=2)),
    (least("m", "match2 M=3 N=2", "fixed", bits=1) == 1, least("m", "match2 M=3 N=2", "fixed", bits=1, heads=2)),
    (least("m", "match2 M=3 N=2", "fixed", bits=1) == 1, least("m", "match2 M=3 N=2", "fixed", bits=1, null=True)),
    (
        least("m", "match2 M=3 N=2", "fixed", bits=1) == 1,
        least("m", "match2 M=3 N=2", "fixed", bits=1, read_out="threshold"),
    ),
    (least("H", "parity k=2", "thresh") == 2, least("H", "parity k=3", "thresh")),
    (measured("D", "disj n=2") == 3, measured("D", "eq n=2")),
    (measured("D", "disj n=2") == 3, measured("disc", "disj n=2")),
    (measured("gamma2_alpha", "eq n=1") >= 1, measured("gamma2_alpha", "eq n=1", alpha=2)),
]


@pytest.mark.parametrize(("statement", "other"), OTHERS, ids=lambda given: given.words[:50])
def test_a_certificate_says_nothing_about_another_quantity(statement, other):
    text = certificate_of(statement)
    (own,) = statement.quantities()
    assert own.proved([text]) != own.proved([])
    assert other.proved([text]) == other.proved([])


def test_widths_held_fixed_do_not_mix_where_heads_are_asked_for():
    """H <= 2 at width 3 is a bound for m with two heads; at width 2 it refutes two heads."""
    texts = decide(least("H", "qsa N=5 q=2", bits=1, width=3) == 2, EFFORT).certificates
    assert least("H", "qsa N=5 q=2", bits=1, width=3).proved(texts).lower == 2
    assert least("H", "qsa N=5 q=2", bits=1, width=2).proved(texts).upper is None


def damaged(text):
    """Certificates with one claim made stronger than it is."""
    for place, claim in enumerate(json.loads(text)["claims"]):
        bundle = json.loads(text)
        step = 1 if claim["side"] == "lower" else -1
        bundle["claims"][place]["value"] = type(claim["value"])(int(claim["value"]) + step)
        yield json.dumps(bundle)


@pytest.mark.parametrize("statement", [s for s, _ in OTHERS[:3]] + [measured("D", "disj n=2") == 3])
def test_a_certificate_that_was_tampered_with_says_nothing(statement):
    (quantity,) = statement.quantities()
    for text in damaged(certificate_of(statement)):
        assert quantity.proved([text]) == quantity.proved([])


def test_a_store_that_was_tampered_with_is_searched_again(tmp_path):
    store = ClaimStore(tmp_path)
    statement = least("m", "qsa N=6 q=2") >= 4
    decide(statement, EFFORT, store)
    (path,) = store.certificate_paths()
    good = path.read_text()
    for content in ("", "[]", "{}", "null", next(damaged(good)), good.replace('"N":6', '"N":7'), good[:50]):
        path.write_text(content)
        found = decide(statement, EFFORT, store)
        assert (found.verdict, found.reused) == (PROVED, False), content
        path.write_text(good)
    assert decide(statement, EFFORT, store).reused


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"format": "headcount-claim-record", "version": 1}', "{"])
def test_a_damaged_record_counts_as_nothing(content, tmp_path):
    store = ClaimStore(tmp_path)
    statement = least("m", "qsa N=4 q=1") == 2
    decide(statement, EFFORT, store)
    (record,) = (tmp_path / "records").iterdir()
    record.write_text(content)
    assert decide(statement, EFFORT, store).verdict is PROVED


def test_a_record_that_lies_about_the_verdict_changes_nothing(tmp_path):
    store = ClaimStore(tmp_path)
    statement = least("m", "qsa N=6 q=2") >= 5
    decide(statement, EFFORT, store)
    (record,) = (tmp_path / "records").iterdir()
    record.write_text(record.read_text().replace("REFUTED", "PROVED"))
    assert decide(statement, EFFORT, store).verdict is REFUTED


class Silent(type(least("m", "qsa N=4 q=1"))):
    """A quantity whose search finds nothing, and counts how often it was asked."""

    asked_for: list[float]

    def search(self, effort, enough):
        self.asked_for.append(effort.seconds)
        return Search((), ("nothing was found",))


def test_an_open_statement_is_searched_again_only_with_a_longer_budget(tmp_path):
    quantity = Silent(least("m", "qsa N=6 q=2").asked)
    quantity.asked_for = []
    store = ClaimStore(tmp_path)
    runs = [(3e6, False), (3e6, False), (2e6, False), (4e6, False), (4e6, False), (4e6, True)]
    found = [decide(quantity >= 4, Effort(budget), store, retry=retry) for budget, retry in runs]
    assert [one.verdict for one in found] == [OPEN] * 6
    assert [one.reused for one in found] == [False, True, True, False, True, False]
    assert [one.budget for one in found] == [3e6, 3e6, 3e6, 4e6, 4e6, 4e6]
    assert [round(seconds / 1e6) for seconds in quantity.asked_for] == [3, 4, 4]
    assert found[1].notes == ("nothing was found",)


def test_ctrl_c_stops_and_keeps_what_is_proved(tmp_path, monkeypatch):
    quantity = least("m", "match3 M=5")  # 3 or 4

    def interrupted(self, effort, enough):
        found = type(quantity).search_before(self, EFFORT, lambda interval: interval.upper == 4)
        return Search(found.certificates, (decision_module.INTERRUPTED,))

    monkeypatch.setattr(type(quantity), "search_before", type(quantity).search, raising=False)
    monkeypatch.setattr(type(quantity), "search", interrupted)
    store = ClaimStore(tmp_path)
    with pytest.raises(KeyboardInterrupt):
        decide(quantity == 4, EFFORT, store)
    monkeypatch.undo()
    kept = store.find(quantity == 4)
    assert quantity.proved(kept.certificates).upper == 4
    assert kept.budget < EFFORT.seconds


def test_a_budget_is_shared_by_the_quantities_of_a_statement():
    quantities = [Silent(least("m", f"match3 M={M}").asked) for M in (5, 7)]
    for quantity in quantities:
        quantity.asked_for = []
    found = decide((quantities[0] == 4) & (quantities[1] == 4), Effort(1000.0))
    assert found.verdict is OPEN
    assert len(found.brackets) == 2
    (half,), (rest,) = (quantity.asked_for for quantity in quantities)
    assert half <= 500 < rest <= 1000  # what the first has left is for the second


@pytest.mark.slow
def test_verdicts_are_those_of_brute_force_on_all_small_matrices():
    """D and one-way communication of all 2x3 matrices by the definitions."""
    for cells in product("01", repeat=6):
        matrix = CommunicationMatrix(("".join(cells[:3]), "".join(cells[3:])))
        depth, one_way = slow_depth(matrix.rows), (len(set(matrix.rows)) - 1).bit_length()
        found = decide(measured("one_way_ab", matrix) + 1 >= measured("D", matrix), EFFORT)
        assert found.verdict is (PROVED if one_way + 1 >= depth else REFUTED)
        found = decide(measured("one_way_ab", matrix) == measured("D", matrix), EFFORT)
        assert found.verdict is (PROVED if one_way == depth else REFUTED)


def slow_depth(rows):
    if len(set("".join(rows))) == 1:
        return 0
    best = 9
    for turned in (rows, tuple(map("".join, zip(*rows, strict=True)))):
        for mask in range(1, 2 ** len(turned) - 1):
            parts = [tuple(r for i, r in enumerate(turned) if mask >> i & 1 == bit) for bit in (0, 1)]
            best = min(best, 1 + max(map(slow_depth, parts)))
    return best


def test_no_more_is_searched_than_the_statement_needs():
    """m >= 3 is known at once; whether m is 3 or 4 would be searched for as long as the budget lasts."""
    found = decide(least("m", "match3 M=5") >= 3, EFFORT)
    assert found.verdict is PROVED
    assert found.seconds < EFFORT.seconds
