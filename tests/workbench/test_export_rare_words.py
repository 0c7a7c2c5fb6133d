"""The VC dimension as clauses: refuted exactly beyond it, and satisfied by every shattered set."""

import itertools
import random
from collections import Counter

import strict_lrat
from draws import until
from headcount import check
from headcount.workbench.export import stated_claims
from headcount.workbench.export.kinds import exported


def words(rows, columns):
    return {"".join(row[c] for c in columns) for row in rows}


def shattered(rows, size):
    """The shattered sets of so many columns."""
    return [s for s in itertools.combinations(range(len(rows[0])), size) if len(words(rows, s)) == 2**size]


def tree(rows, size, chance):
    """The cases of a proof that no ``size`` + 1 columns are shattered; None if some are."""
    different = list(dict.fromkeys(rows))
    columns = list(dict.fromkeys(zip(*different, strict=True)))
    steps = []

    def closed(chosen):
        missing = size + 1 - len(chosen)
        shown = ["".join(columns[c][i] for c in chosen) for i in range(len(different))]
        rare = [w for w in itertools.product("01", repeat=len(chosen)) if shown.count("".join(w)) < 2**missing]
        if rare and (not missing or chance.random() < 0.5):
            steps.append(int("".join(chance.choice(rare)) or "0", 2))
            return True
        if not missing:
            return False
        steps.append(-1)
        start = chosen[-1] + 1 if chosen else 0
        return all(closed((*chosen, c)) for c in range(start, len(columns) - missing + 1))

    return steps if closed(()) else None


def certificate(rows, size, cases):
    question = {"task": "communication", "of": "matrix", "rows": rows}
    evidence = {"kind": "rare-words", "size": size, "cases": cases}
    claim = {"measure": "vc_rows", "side": "upper", "value": str(size), "evidence": evidence}
    return {"format": "headcount-certificate", "version": 2, "question": question, "claims": [claim]}


def test_refuted_exactly_beyond_the_dimension(rotating_seed):
    chance, answers = random.Random(rotating_seed), Counter()
    for _ in until(answers, {True: 11, False: 11}, 120):
        shape = chance.randint(1, 9), chance.randint(1, 5)
        rows = ["".join(chance.choice("01") for _ in range(shape[1])) for _ in range(shape[0])]
        size = chance.randint(0, 2)
        cases = tree(rows, size, chance)
        answers[cases is None] += 1
        assert (cases is None) == bool(shattered(rows, size + 1))
        if cases is None:
            continue
        stated = certificate(rows, size, cases)
        assert check(stated).exit_code == 0
        cnf, lrat = (file.content for file in exported(stated_claims(stated)[0]).files)
        assert strict_lrat.replay(cnf, lrat)
        columns = list(zip(*rows, strict=True))
        first = [c for c, column in enumerate(columns) if column not in columns[:c]]
        for rule in strict_lrat.labels(cnf, "clause").values():
            if rule["rule"] == "rare":
                shown = ["".join(row[c] for c in rule["columns"]) for row in dict.fromkeys(rows)]
                assert shown.count(rule["word"]) < 2 ** (size + 1 - len(rule["columns"]))
            elif rule["rule"] == "increasing":
                assert rule["columns"] == sorted(rule["columns"], reverse=True)
            else:
                assert rule["rule"] == "some-column"
        for number, rule in strict_lrat.labels(cnf, "clause").items():
            clause = strict_lrat.read_dimacs(cnf)[1][number - 1]
            assert clause == meant(rule, strict_lrat.labels(cnf, "variable"), first, size)


def meant(rule, said, first, size):
    """The clause of a rule, from what the variables say."""
    number = {tuple(label["chosen"]): k for k, label in said.items()}
    if rule["rule"] == "some-column":
        t = rule["place"]
        return [number[t, first[c]] for c in range(t, len(first) - size + t)]
    if rule["rule"] == "increasing":
        (a, b), t = rule["columns"], rule["place"]
        return [-number[t, a], -number[t + 1, b]]
    return [-number[t, column] for t, column in enumerate(rule["columns"])]
