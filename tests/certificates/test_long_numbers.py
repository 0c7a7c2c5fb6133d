"""Numbers of thousands of digits in each place of each certificate of the corpora: a verdict, and never an exception.

The interpreter writes out no number of more than 4,300 digits; here it is told to write out none of more than 640, so
that whatever formats a number of the file without bounding it is found by numbers of 700 digits, and quickly.
"""

import json
import sys

import pytest

import corpora
import hostile_certificates as hostile
import mutants
from headcount.certificates import claims, reading
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted, Malformed, Rejected, Undecided

LEAST_LIMIT = 640
LONG = 10**699 + 7
STEPS = 100_000
FILES = [
    entry
    for folder in ("accept", "reject")
    for entry in corpora.corpus(folder)
    if len(json.dumps(entry["certificate"])) < 4000
]


@pytest.fixture
def few_digits(monkeypatch):
    """Numbers are read whatever their length, and written out up to 640 digits only."""
    before = sys.get_int_max_str_digits()

    def read(parse):
        def unbounded(*arguments):
            sys.set_int_max_str_digits(0)
            try:
                return parse(*arguments)
            finally:
                sys.set_int_max_str_digits(LEAST_LIMIT)

        return unbounded

    monkeypatch.setattr(reading, "_integer", read(reading._integer))
    for written in (repr, str):  # of what is hashed, and read from the file
        monkeypatch.setattr(claims, written.__name__, read(written), raising=False)
    sys.set_int_max_str_digits(LEAST_LIMIT)
    yield
    sys.set_int_max_str_digits(before)


def places(certificate):
    """Where a certificate holds a number."""
    return [path for path, leaf in mutants.places(certificate) if type(leaf) is int]


def with_marks(value, marked, path=()):
    """The certificate with the texts ``@`` at some places, and ``@/1`` where fractions are."""
    if path in marked:
        return "@/3" if isinstance(value, str) and "/" in value else "@s" if isinstance(value, str) else "@"
    if isinstance(value, dict):
        return {key: with_marks(child, marked, (*path, key)) for key, child in value.items()}
    if isinstance(value, list):
        return [with_marks(child, marked, (*path, k)) for k, child in enumerate(value)]
    return value


def text_with(certificate, marked, digits):
    text = json.dumps(with_marks(certificate, marked))
    return text.replace('"@/3"', f'"{digits}/3"').replace('"@s"', f'"{digits}"').replace('"@"', digits).encode()


def chosen(certificate):
    """Sets of places: of those that differ in the indices of lists only the last one; all with one name; all."""
    last, named = {}, {}
    for path in places(certificate):
        if path != ("version",):
            key = tuple(step if isinstance(step, str) else None for step in path)
            last[key] = path
            named.setdefault(next(step for step in reversed(path) if isinstance(step, str)), set()).add(path)
    together = [{path, other} for path in last.values() for other in last.values() if path[:2] == other[:2] != path[:1]]
    return [{path} for path in last.values()] + together[:15] + list(named.values()) + [set().union(*named.values())]


@pytest.mark.in_turn(4)
@pytest.mark.parametrize("part", range(16))
def test_long_numbers_get_a_verdict(part, few_digits):
    sys.set_int_max_str_digits(0)
    numbers = str(LONG), str(-LONG)
    sys.set_int_max_str_digits(LEAST_LIMIT)
    for entry in FILES[part::16]:
        certificate = entry["certificate"]
        for marked in chosen(certificate):
            for digits in numbers[: 1 + (len(marked) == 1)]:
                verdict = check(text_with(certificate, marked, digits), STEPS)
                assert isinstance(verdict, Accepted | Rejected | Malformed | Undecided), entry["name"]
                assert not hostile.faults_of(verdict, 0, 1), (entry["name"], marked)


@pytest.mark.parametrize("folder", ["accept", "reject"])
def test_five_thousand_digits_are_refused_when_they_are_read(folder):
    for entry in corpora.corpus(folder)[::20]:
        everywhere = {place for place in places(entry["certificate"]) if place != ("version",)}
        for digits in ("7" * 5000, "-" + "7" * 5000):
            verdict = check(text_with(entry["certificate"], everywhere, digits))
            assert isinstance(verdict, Malformed) or not everywhere, entry["name"]
            assert len(str(verdict)) < 1000 or not everywhere
