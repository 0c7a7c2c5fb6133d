"""Scopes of additive and relative tables, and hard classes: what one edit makes false is refused, by both checkers."""

from copy import deepcopy

import pytest

import second_opinion
from asking import proves

TASK = {"task": "computation", "of": "table", "alphabet": 2, "length": 2}
FIRST = {**TASK, "answers": [[[0, 0], [None, 0]], [[1, 0], [None, 1]], [[0, 1], [None, 0]], [[1, 1], [None, 1]]]}
"""The token at position 0, asked at position 1."""
SCOPE = {"null": False, "tables": "both", "combine": "concat"}


def head(queries, keys, values):
    """A head with one number for each row; three offsets or two positions make six or four rows."""

    def table(rows):
        by = "token" if len(rows) == 2 else "both"
        return {"by": by, "rows": [[x] for x in rows]}

    return {
        "queries": table(queries), "keys": [table(keys)], "values": [table(values)], "null_keys": [],
        "null_values": [],
    }  # fmt: skip


def claim(tables, one, name="LEFTMOST(1, midrise)"):
    """m <= 1 by this head, whose row at position 1 is 1 where the token at position 0 is."""
    layer = {"combine": "sum", "order": 2, "monomials": [[0, 1]], "heads": [one]}
    proof = {"rule": "evaluate", "exhibit": "unit", "unit": {"layers": [layer], "read_outs": []}, "at": "0"}
    return {
        "resource": "m", "unit_class": name, "side": "upper", "value": 1, "read_out": "threshold",
        "scope": {**SCOPE, "tables": tables}, "proof": proof,
    }  # fmt: skip


def accepted(one, question=FIRST):
    """Whether both checkers accept a claim; they agree."""
    found = proves(one, question)
    assert second_opinion.accepts(question, one) == found
    return found


ADDITIVE = head((1, 1, 1, 1), (1, 1, -1, -1), (-1, 1, -1, 1))
RELATIVE = head((1, 1), (1, 1, -1, -1, -1, -1), (-1, 1, -1, 1, -1, 1))
TOKEN = head((1, 1), (1, 1), (-1, 1))  # all scores tie, and the first token is read


@pytest.mark.parametrize(
    "tables, one, fits",
    [
        ("both", ADDITIVE, True),
        ("additive", ADDITIVE, True),
        ("token", ADDITIVE, False),
        ("relative", ADDITIVE, False),  # queries by position, tables of another size
        ("relative", RELATIVE, True),
        ("both", RELATIVE, False),
        ("additive", RELATIVE, False),
        ("token", TOKEN, True),
        ("relative", TOKEN, True),
        ("additive", TOKEN, True),
        ("both", TOKEN, True),
    ],
)
def test_a_unit_of_a_kind(tables, one, fits):
    assert accepted(claim(tables, one)) == fits


@pytest.mark.parametrize("table", ["queries", "keys", "values"])
@pytest.mark.parametrize("row", range(4))
def test_no_sum_is_not_additive(table, row):
    """One entry more or less, in any table: it still does the task as a unit of the kind both, or is refused there."""
    changed = deepcopy(ADDITIVE)
    rows = (changed[table] if table == "queries" else changed[table][0])["rows"]
    rows[row] = [-rows[row][0]]
    assert not accepted(claim("additive", changed))
    assert accepted(claim("both", changed)) in (True, False)


def test_ties_are_those_of_the_class():
    for name, does in (("LEFTMOST", True), ("RIGHTMOST", False), ("HARDMAX", False), ("FIXED", False)):
        assert accepted(claim("token", TOKEN, f"{name}(1, midrise)")) == does
    assert not accepted(claim("token", TOKEN, "SATURATED"))  # which has no scope


def test_hard_classes_are_for_computations():
    one = {"resource": "m", "unit_class": "HARDMAX(1, midrise)", "side": "lower", "value": 0, "error": "0"}
    least = {"rule": "theorem", "name": "least"}
    assert not accepted({**one, "proof": least}, {"task": "averaging", "N": 2, "q": 1})
    assert accepted({**one, "error": None, "read_out": "any", "proof": least} | {}, FIRST) is False  # null is no error
    del one["error"]
    assert accepted({**one, "read_out": "any", "proof": least})


@pytest.mark.parametrize("tables, holds", [("both", True), ("additive", True), ("token", True), ("relative", False)])
def test_what_a_token_tells_is_not_said_of_offsets(tables, holds):
    """There a token has a key for each query; the theorems count one."""
    match3 = {"task": "computation", "of": "match", "order": 3, "M": 10, "N": 9}
    told = {
        "resource": "m", "unit_class": "FIXED(1, midrise)", "side": "lower", "value": 1, "dv": 1, "read_out": "any",
        "scope": {**SCOPE, "tables": tables}, "proof": {"rule": "theorem", "name": "disjointness", "k": 4},
    }  # fmt: skip
    assert not accepted(told, match3)  # 2^4 transcripts are too few
    large = {**match3, "M": 66, "N": 65}
    assert accepted({**told, "value": 2, "proof": {**told["proof"], "k": 32}}, large) == holds


def test_hostile_steps():
    """Steps of additive tables in other scopes, of types of two kinds, of entries that are not given, out of range."""
    task = {**TASK, "answers": [[[0, 0], [0, None]], [[1, 1], [1, None]]]}
    size = {"resource": "m", "unit_class": "FIXED(1, midrise)", "side": "lower", "value": 1, "read_out": "any"}
    for tables in ("both", "token", "additive", "relative"):
        for code in (4, 5, 4 + 3, 4 + 8 * 3, 4 + 8 * 1 + 2, 4 + 8 * 4 + 7, 4 + 8 * 1 + 7, 4 + 8 * 9, 4 + 10**15, 2**60):
            for tree in ([2, code], [0, 0, 0, 0, 2, code, 2, code]):
                proof = {"rule": "tree", "system": "units", "parts": [{"tree": tree}]}
                assert not accepted({**size, "scope": {**SCOPE, "tables": tables}, "proof": proof}, task)
