"""Claims about reductions and failing units judged a second time, by code that shares nothing with the checker.

Tasks are those of ``task_answers.py``, functions are written on bit strings, and z is found by trying all signs.
"""

from fractions import Fraction
from itertools import product

import pattern_opinion
import task_answers
import unit_opinion


def proves(certificate):
    """Whether the claims of a well-formed certificate are true."""
    return all(_holds(certificate["question"], claim) for claim in certificate["claims"])


def _holds(question, claim):
    if claim["claim"] == "unit-fails":
        judge = _subset if claim["evidence"]["kind"] == "subset" else _inputs
        return judge(question, claim["unit_class"], claim["evidence"])
    judges = {"correct": _correct, "incorrect": _incorrect, "not-local": _not_local}
    return judges[claim["claim"]](question, claim["evidence"])


def entry(source, row, column):
    """f, as FORMAT.rst says it, on words of bits."""
    of = source["of"]
    if of == "matrix":
        return source["rows"][row][column]
    n = source["n"]
    a = format(row, f"0{n}b")
    if of == "index":
        return a[column]
    b = format(column, f"0{n}b")
    both = sum(x == y == "1" for x, y in zip(a, b, strict=True))
    values = {"disj": both == 0, "eq": a == b, "gt": a > b, "ge": a >= b, "ip": both % 2 == 1}
    return str(int(values[of]))


def shape(source):
    if source["of"] == "matrix":
        return len(source["rows"]), len(source["rows"][0])
    return 2 ** source["n"], source["n"] if source["of"] == "index" else 2 ** source["n"]


def tokens_of(question, row, column):
    def row_of(table, number):
        return table[number] if isinstance(table, list) else table[str(number)]

    left = {"A": list(row_of(question["alice"], row)), "B": list(row_of(question["bob"], column))}
    left["P"] = list(question["public"])
    return [left[owner].pop(0) for owner in question["owners"]]


def is_token(target, token):
    if target["task"] == "averaging":
        z, y = token
        N = target["N"]
        return abs(Fraction(z)) <= 1 and len(set(y)) == len(y) == target["q"] and y == sorted(set(y) & set(range(N)))
    return token in range(task_answers.alphabet(target))


def output(target, tokens, i):
    """The answer at position i, or the greatest at a list of them, as text; None where the task does not say."""
    if isinstance(i, list):
        said = [output(target, tokens, k) for k in i]
        return None if None in said else max(said, key=int)
    if target["task"] == "averaging":
        return str(sum(Fraction(tokens[j][0]) for j in tokens[i][1]) / target["q"])
    if target["of"] == "table":
        (answer,) = [answers[i] for given, answers in target["answers"] if given == tokens] or [None]
        return None if answer is None else str(answer)
    return str(int(task_answers.answer(target, tokens, i)))


def bit_of(question, row, column):
    """The bit read at a pair; None if there is none."""
    said = output(question["target"], tokens_of(question, row, column), question["position"])
    return {str(answer): bit for answer, bit in question["read_out"]}.get(said) if said is not None else None


def _correct(question, evidence):
    rows, columns = shape(question["source"])
    every = [
        *question["public"],
        *(token for table in (question["alice"], question["bob"]) for x in table for token in x),
    ]
    if not all(is_token(question["target"], token) for token in every):
        return False
    wanted = {pair: entry(question["source"], *pair) for pair in product(range(rows), range(columns))}
    return all(bit == "*" or str(bit_of(question, *pair)) == bit for pair, bit in wanted.items())


def _incorrect(question, evidence):
    row, column = evidence["row"], evidence["column"]
    wanted, tokens = entry(question["source"], row, column), tokens_of(question, row, column)
    if wanted == "*":
        return False
    if not all(is_token(question["target"], token) for token in tokens):
        return True
    said = output(question["target"], tokens, question["position"])
    return said is not None and str(bit_of(question, row, column)) != wanted


def _not_local(question, evidence):
    first, second = question["runs"]
    moved = [(o, x, y) for o, x, y in zip(question["owners"], first["tokens"], second["tokens"], strict=True) if x != y]
    inputs = {"A": "row", "B": "column", "P": None}
    return any(inputs[o] is None or first[inputs[o]] == second[inputs[o]] for o, _, _ in moved)


def _in_class(unit, unit_class):
    name, _, rest = unit_class.partition("(")
    p, _, grid = rest.rstrip(")").partition(", ")
    kind = ("fixed", int(p)) if name == "FIXED" else ("saturated", 0)
    stored = [
        entry
        for layer in unit["layers"]
        for head in layer["heads"]
        for entry in pattern_opinion.flat(
            [table["rows"] for table in (head["queries"], *head["keys"], *head["values"])]
            + [head["null_keys"], head["null_values"]]
        )
    ]
    layers = unit["layers"]
    right = all((layer["weights"], layer["bits"]) == kind and "mask" not in layer for layer in layers)
    return right and (name == "SATURATED" or pattern_opinion.in_grid(grid, int(p), stored))


def _inputs(question, unit_class, evidence):
    unit, at, position = evidence["unit"], evidence.get("at"), question.get("position")
    if not _in_class(unit, unit_class) or not unit_opinion.fits(unit, question, len(evidence["inputs"][0])):
        return False
    told = {}
    target = {**question, "position": None}
    for x in evidence["inputs"]:
        try:
            rows = unit_opinion.unit_rows(unit, x)
        except LookupError:
            return True
        for i, row in enumerate(rows):
            wanted = output(target, x, i) if position in (None, i) else None
            if wanted is None:
                continue
            if at is None:
                told.setdefault((i, x[i], tuple(row)), set()).add(wanted)
            elif row[0] == Fraction(at) or wanted != str(int(row[0] > Fraction(at))):
                return True
    return any(len(answers) > 1 for answers in told.values())


def _subset(question, unit_class, evidence):
    name, _, rest = unit_class.partition("(")
    p, _, grid = rest.rstrip(")").partition(", ")
    stored = pattern_opinion.flat([[h["queries"], h["keys"], h["share"], -h["share"]] for h in evidence["heads"]])
    if name == "FIXED" and not pattern_opinion.in_grid(grid, int(p), stored):
        return False
    widths = all(len(h["keys"]) == question["N"] and len(h["queries"]) == 1 for h in evidence["heads"])
    if not widths:
        return False
    worst = unit_opinion.averaging_error(
        evidence, [evidence["subset"]], question["N"], question["q"], name, int(p) if p else 0
    )
    return worst > Fraction(evidence["error"])
