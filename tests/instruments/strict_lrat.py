"""A strict reading of DIMACS and LRAT: what verified programs refuse is an error here. Nothing of headcount is used."""

import json


def read_dimacs(text):
    """Comments by their first word, and the clauses."""
    comments, clauses, lines = {}, [], text.splitlines()
    last = next(number for number, line in enumerate(lines) if line.startswith("p "))
    for line in lines[:last]:
        mark, word, rest = line.split(" ", 2)
        assert mark == "c"
        comments.setdefault(word, []).append(rest)
    _, form, variables, count = lines[last].split(" ")
    assert form == "cnf"
    for line in lines[last + 1 :]:
        *literals, end = map(int, line.split(" "))
        assert end == 0
        _require_strict(literals, int(variables))
        clauses.append(literals)
    assert len(clauses) == int(count)
    return comments, clauses, int(variables)


def replay(cnf, lrat):
    """How many lemmas were replayed until the empty clause; AssertionError if it is not derived."""
    _, clauses, variables = read_dimacs(cnf)
    known = dict(enumerate(clauses, start=1))
    for count, line in enumerate(lrat.splitlines(), start=1):
        number, *rest = map(int, line.split(" "))
        cut = rest.index(0)
        literals, hints = rest[:cut], rest[cut + 1 : -1]
        assert rest[-1] == 0
        assert number > max(known)
        _require_strict(literals, variables)
        assert hints
        false = set(literals)
        for place, hint in enumerate(hints):
            left = [literal for literal in known[hint] if literal not in false]
            if not left:
                assert place == len(hints) - 1, "hints after the conflict"
                break
            assert len(left) == 1, "a hint is not unit"
            assert -left[0] not in false, "a hint is satisfied"
            false.add(-left[0])
        else:
            raise AssertionError("no conflict")
        known[number] = literals
        if not literals:
            return count
    raise AssertionError("no empty clause")


def labels(cnf, word):
    """Number -> what the comments ``variable`` or ``clause`` say of it."""
    found = {}
    for rest in read_dimacs(cnf)[0].get(word, []):
        number, says = rest.split(" ", 1)
        assert int(number) not in found
        found[int(number)] = json.loads(says)
    return found


def _require_strict(literals, variables):
    assert len({abs(literal) for literal in literals}) == len(literals), "a variable twice in a clause"
    assert all(0 < abs(literal) <= variables for literal in literals)
