"""The clauses of an exported refutation, made again from the statement.

    python independent/clauses.py FOLDER ..          # each was written by: headcount export CERTIFICATE -o FOLDER

A refutation is trusted for two reasons: its clauses contradict each other, which any LRAT program decides (lrat.py is
one), and each clause is true of whatever the statement speaks of, which is decided here. Nothing of headcount is
imported, and none of its code was read for this: the definitions are those of the field, the names of the rules and
the layout of a folder are in workbench/export/EXPORTS.rst. Prints a line for each claim:

    agreed       every clause follows, and what is refuted gives the value claimed; "if 3" when claim 3 is true
    differs      .. and where; the exit code is 3
    not covered  the claim does not rest on clauses

Exit codes: 0 nothing differs, 3 something does, 4 a file is not what it should be.
"""

import json
import re
import sys
from fractions import Fraction
from itertools import combinations, pairwise
from math import comb
from pathlib import Path

LARGEST = 64 * 2**20
"""Bytes of a file that are read at most."""

MOST_ENTRIES = 4 * 2**20
"""Entries of a table that is written out at most."""


class Differs(Exception):
    """A clause does not follow, or the value does not."""


class Malformed(Exception):
    """Not a file of an export."""


class NotCovered(Exception):
    """Too large to be written out, or of a kind that is not made again here."""


def demand(holds, words):
    if not holds:
        raise Differs(words)


def index(value, count):
    """A whole number from 0 to count - 1: Python would read -1 as the last place."""
    if type(value) is not int or not 0 <= value < count:
        raise Malformed(f"{value!r} where a number below {count} is expected")
    return value


def increasing(values, count):
    """A tuple of such numbers, each larger than the one before."""
    found = tuple(index(v, count) for v in values)
    if any(a >= b for a, b in pairwise(found)):
        raise Malformed(f"{list(found)} where increasing numbers are expected")
    return found


# --- what the statement is about --------------------------------------------------------------------------------------

ASKED = {
    "qsa": {"N", "q"},
    "separation": {"N", "least", "most"},
    "match": {"order", "M"},
    "relevance": {"columns", "selected", "null", "free", "name"},
    "pattern": {"rows", "null", "name"},
    "communication": {"of", "n", "rows", "name"},
    "sparse-pattern": {"n", "layers"},
}
"""All that a question may say, by its task."""


def asked(question):
    """Its task. A word that is not known might change what is asked, so there may be none."""
    task = question["task"]
    unknown = set(question) - ASKED.get(task, set(question)) - {"task"}
    if unknown:
        raise Malformed(f"{sorted(unknown)} in a question of {task}")
    return task


def pattern(question):
    """Rows of a sign pattern, and whether there is a null token; None for questions of other kinds."""
    task = asked(question)
    if task in ("qsa", "separation"):
        n = index(question["N"], 10_000)
        least, most = (question["q"],) * 2 if task == "qsa" else (question["least"], question["most"])
        if not 1 <= index(least, n + 1) <= index(most, n + 1):
            raise Malformed("sets of 1 to N positions are expected")
        sizes, count = range(least, most + 1), 0
        for k in sizes:
            bounded(count := count + n * comb(n, k))
        inside = "0" if task == "qsa" else "+"
        return [
            "".join(inside if j in y else "-" for j in range(n)) for k in sizes for y in combinations(range(n), k)
        ], False
    if task == "match" and question["order"] == 2:
        m = size(question["M"])
        bounded(m * m)
        return ["".join("+" if (x + y) % m == 0 else "-" for y in range(m)) for x in range(m)], True
    if task == "relevance":
        count = size(question["columns"])
        bounded(len(question["selected"]) * count)
        chosen = [increasing(row, count) for row in question["selected"]]
        free = [increasing(row, count) for row in question.get("free", [[] for _ in chosen])]
        if any(set(yes) & set(perhaps) for yes, perhaps in zip(chosen, free, strict=True)):
            raise Malformed("a column is both selected and free")
        rows = [
            "".join("+" if j in yes else "*" if j in perhaps else "-" for j in range(count))
            for yes, perhaps in zip(map(set, chosen), map(set, free), strict=True)
        ]
        return rows, truth(question["null"])
    return (table(question["rows"], "+-0*"), truth(question["null"])) if task == "pattern" else None


def bounded(entries):
    if entries > MOST_ENTRIES:
        raise NotCovered("too many entries to be written out")


def size(value):
    """A whole number from 1 to 10^9."""
    return index(value, 10**9 + 1) or index(value, 0)


def truth(value):
    if type(value) is not bool:
        raise Malformed(f"{value!r} where true or false is expected")
    return value


def table(rows, letters):
    """Words of one length over these letters."""
    if type(rows) is not list or not rows or not all(type(row) is str and row for row in rows):
        raise Malformed("a list of words is expected")
    if len({len(row) for row in rows}) > 1 or not set("".join(rows)) <= set(letters):
        raise Malformed(f"words of one length over {letters} are expected")
    return rows


FUNCTIONS = {
    "disj": lambda a, b, n: not a & b,
    "eq": lambda a, b, n: a == b,
    "gt": lambda a, b, n: a > b,
    "ge": lambda a, b, n: a >= b,
    "ip": lambda a, b, n: (a & b).bit_count() % 2,
    "index": lambda a, b, n: a >> (n - 1 - b) & 1,
}


def matrix(question):
    """Words over 0, 1 and * of a communication matrix."""
    demand(asked(question) == "communication", "no matrix")
    if question["of"] == "matrix":
        return table(question["rows"], "01*")
    n, function = index(question["n"], 12), FUNCTIONS[question["of"]]
    others = range(n if question["of"] == "index" else 2**n)
    return ["".join("01"[bool(function(a, b, n))] for b in others) for a in range(2**n)]


def complement(rows):
    return ["".join({"0": "1", "1": "0"}.get(x, x) for x in row) for row in rows]


def transposed(rows):
    return ["".join(column) for column in zip(*rows, strict=True)]


# --- a file in DIMACS -------------------------------------------------------------------------------------------------


class Clauses:
    """A .cnf file: what it says of itself, what its variables mean, and each clause with the rule that gives it."""

    def __init__(self, path):
        self.about, self.variables, rules, body, self.count = {}, {}, {}, [], None
        for line in read(path).splitlines():
            words = line.split(None, 3)
            if line.startswith("p ") and self.count is None:
                self.count, clauses = map(int, line.split()[2:])
            elif self.count is not None:
                body += map(int, line.split())
            elif words[1] in ("variable", "clause"):
                where = self.variables if words[1] == "variable" else rules
                demand(int(words[2]) not in where, f"{words[1]} {words[2]} is explained twice")
                where[int(words[2])] = parsed(words[3])
            elif words[1] != "headcount":
                self.about[words[1]] = parsed(line.split(None, 2)[2])
        self.clauses, clause = [], []
        for word in body:
            if word:
                demand(abs(word) in self.variables, f"variable {abs(word)} has no meaning")
                clause.append(word)
            else:
                self.clauses.append((rules.get(len(self.clauses) + 1), clause))
                clause = []
        demand(not clause and len(self.clauses) == clauses == len(rules), "clauses are missing, or rules for them")
        demand(all(1 <= v <= self.count for v in self.variables), "a variable has a number that is not below the count")
        self.evidence = self.about["evidence"]

    def named(self, clause):
        """Its literals by meaning: (what, places, true or not)."""
        for word in clause:
            ((what, places),) = self.variables[abs(word)].items()
            yield what, json.dumps(places), word > 0


def unique(pairs):
    """An object of JSON, in which no name stands twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise Malformed("a name stands twice in an object")
    return found


def parsed(text):
    return json.loads(text, object_pairs_hook=unique)


def read(path):
    if path.stat().st_size > LARGEST:
        raise Malformed(f"{path.name} is too large")
    return path.read_text("utf-8")


# --- signs of determinants and of coefficients ------------------------------------------------------------------------

SIGN = {"-": {-1}, "0": {0}, "+": {1}, "*": {-1, 0, 1}}


def times(*factors):
    """All signs that a product may have."""
    found = {1}
    for factor in factors:
        found = {a * b for a in found for b in factor}
    return found


def cannot_vanish(terms):
    """Whether no choice of one sign for each term lets their sum be 0.

    All choices are gone through, kept by what decides: is a positive term among them, is a negative one. With both, or
    with neither, numbers of these signs add up to 0.
    """
    seen = {(False, False)}
    for signs in terms:
        seen = {(up or sign > 0, down or sign < 0) for up, down in seen for sign in signs}
    return (True, True) not in seen and (False, False) not in seen


class Signs:
    """Clauses about the signs of the sets of columns of a pattern whose rows are scored in d dimensions."""

    def __init__(self, file, rows):
        self.file, self.rows, self.columns = file, rows, len(rows[0])
        evidence = file.evidence
        demand(evidence["kind"] in ("chirotope", "independence"), "no evidence about signs")
        chirotope = evidence["kind"] == "chirotope"
        # Keys may be moved until no determinant is 0; a dependency may leave columns out all the same.
        self.uniform = chirotope and truth(evidence["uniform"])
        demand(not self.uniform or not any("0" in row for row in rows), "uniform, and a score is 0")
        self.number, self.choices = {}, set()
        self.d = index(evidence["dimension"], self.columns + 1) if chirotope else 1
        demand(self.d >= 1, "the dimension is 0")
        self.chosen = None if chirotope else increasing(evidence["set"], self.columns)
        for number, meaning in sorted(file.variables.items()):
            ((side, places),) = meaning.items()
            places = increasing(places, self.columns)
            demand(side == "positive" or (side == "negative" and not self.uniform), f"no sign {side}")
            demand(len(places) == self.d, f"{places} are not {self.d} columns")
            demand(chirotope or places[0] in self.chosen, f"{places} has no coefficient")
            demand((places, side) not in self.number, f"{places} has two variables")
            self.number[places, side] = number
        self.sets = [places for (places, side) in self.number if side == "positive"]

    def signs(self, places, clause):
        """The signs that a set may have if the clause is false."""
        found = {-1, 1} if self.uniform else {-1, 0, 1}
        for side, sign in (("positive", 1), ("negative", -1)):
            number = self.number.get((places, side))
            if number in clause:
                found -= {sign}
            if number is not None and -number in clause:
                found &= {sign}
        return found

    def terms(self, identity, clause):
        """The signs of the terms of an identity "sum = 0", and the absolute values that each multiplies."""
        if self.chosen is not None:  # sum over j of lambda_j <w_r, u_j> = 0
            row = self.rows[index(identity["row"], len(self.rows))]
            return [(times(self.signs((j,), clause), SIGN[row[j]]), ()) for j in self.chosen]
        large = increasing(identity["large"], self.columns)
        demand(len(large) == self.d + 1, f"{large} are not {self.d + 1} columns")
        without = [large[:i] + large[i + 1 :] for i in range(len(large))]
        found = []
        for i, t in enumerate(large):
            if identity["rule"] == "cramer":  # sum of (-1)^i det(T - t_i) <w_r, u_{t_i}> = 0
                r = index(identity["row"], len(self.rows))
                other, name = SIGN[self.rows[r][t]], ("score", r, t)
            else:  # Grassmann-Pluecker: the same, with det(A, t_i) in place of the score
                small = increasing(identity["small"], self.columns)
                demand(len(small) == self.d - 1, f"{small} are not {self.d - 1} columns")
                if t in small:
                    continue
                name = tuple(sorted((*small, t)))
                other = times(self.signs(name, clause), {(-1) ** sum(a > t for a in small)})
            found.append((times({(-1) ** i}, self.signs(without[i], clause), other), (without[i], name)))
        return found

    def check(self, rule, clause):
        name = rule["rule"]
        if name == ("row" if self.chosen is not None else "cramer") or (name == "plucker" and self.chosen is None):
            demand(cannot_vanish(signs for signs, _ in self.terms(rule, clause)), "the identity leaves it open")
        elif name == "exclusive":
            demand(any(not self.signs(places, clause) for places in self.sets), "every set may have a sign")
        elif name == "nonzero" and self.chosen is not None:
            demand(all(self.number.get(((j,), "positive")) in clause for j in self.chosen), "a coefficient is left out")
        elif name == "sign" and self.uniform:
            demand(len(clause) == 1, "one literal is chosen")
            self.choices.add(("sign", clause[0]))
        elif name == "basis" and self.chosen is None and not self.uniform:
            within = set(increasing(self.file.evidence.get("basis", []), self.columns))
            count = comb(self.columns - len(within), self.d - len(within)) if len(within) <= self.d else 0
            there = [s for s in self.sets if within <= set(s) and self.number[s, "positive"] in clause]
            demand(0 < count == len(there), "a set with the independent columns is left out")
            self.choices.add(("basis", 0))
        elif name == "lex" and self.uniform:
            demand(self.is_larger_than_its_image(rule, clause), "the signs may be the greatest of their images")
            self.choices.add(("sign", self.number[self.sets[0], "positive"]))
        elif name == "product" and self.chosen is None:
            self.multiply(rule["inequalities"], clause)
        else:
            raise Differs(f"no rule {name!r} here")
        demand(len(self.choices) < 2, "two choices among realisations")

    def multiply(self, inequalities, clause):
        """|larger term| >= |smaller term| for each, as the larger one is alone on its side; the product is x > x."""
        powers, strict = {}, False
        for inequality in inequalities:
            terms = self.terms(inequality, clause)
            larger, smaller = (index(inequality[side], len(terms)) for side in ("larger", "smaller"))
            exponent = inequality["times"]
            demand(type(exponent) is int and exponent > 0 and larger != smaller, "no inequality")
            sign = terms[larger][0]
            demand(len(sign) == 1 and sign != {0}, "the larger term may have another sign, or none")
            others = [signs for k, (signs, _) in enumerate(terms) if k != larger]
            demand(not any(sign & signs for signs in others), "another term may have the sign of the larger one")
            strict |= any(0 not in signs for k, (signs, _) in enumerate(terms) if k not in (larger, smaller))
            for side, step in ((larger, exponent), (smaller, -exponent)):
                for factor in terms[side][1]:
                    powers[factor] = powers.get(factor, 0) + step
        demand(strict, "no inequality is strict")
        demand(not any(powers.values()), "the sides are different products")

    def is_larger_than_its_image(self, rule, clause):
        """Realisations may be chosen such that none of their images is greater (+ above -, sets in their order)."""
        p, s = rule["permutation"], rule["signs"]
        demand(sorted(p) == list(range(self.columns)) and set(s) <= {-1, 1} and len(s) == self.columns, "no symmetry")
        flipped = {"+": "-", "-": "+", "0": "0", "*": "*"}
        known = set(self.rows) | {"".join(flipped[x] for x in row) for row in self.rows}
        moved = {
            "".join(row[p[j]] if s[j] > 0 else flipped[row[p[j]]] for j in range(self.columns)) for row in self.rows
        }
        demand(
            set(self.rows) <= moved | {"".join(flipped[x] for x in row) for row in moved} and moved <= known,
            "no symmetry",
        )
        for places in self.sets:
            image = [p[j] for j in places]
            sign = -1 if rule["negated"] else 1
            for j in places:
                sign *= s[j]
            sign *= (-1) ** sum(a > b for a, b in combinations(image, 2))
            target = tuple(sorted(image))
            if (target, "positive") not in self.number:
                return False
            if target == places and sign > 0:
                continue
            here, there = self.signs(places, clause), times({sign}, self.signs(target, clause))
            if here == {-1} and there == {1}:
                return True
            if here != {-1} and there != {1}:
                return False
        return False


def sign_rank_refuted(file, question):
    """What m is at least, since the file's clauses cannot all be true."""
    rows, null = pattern(question)
    demand(len({len(row) for row in rows}) == 1 and set("".join(rows)) <= set("+-0*"), "no pattern")
    # Without a null token the threshold of a query is free: a coordinate in which all keys are 1.
    rows = list(rows) if null else [*rows, "+" * len(rows[0])]
    signs = Signs(file, transposed(rows) if file.evidence["vectors"] == "rows" else rows)
    each(file, signs.check)
    least = signs.d + 1 if signs.chosen is None else len(signs.chosen)
    return least if null else least - 1


def each(file, check):
    for number, (rule, clause) in enumerate(file.clauses, start=1):
        try:
            check(rule, clause)
        except Differs as error:
            raise Differs(f"clause {number} ({rule['rule']}): {error}") from None


# --- rectangles, messages, protocols, orders: a clause for each thing that is named -----------------------------------


def literal(true, what, *places):
    return (what, json.dumps(list(places)), true)


def exactly(file, wanted):
    """Each clause is the one that its rule gives."""

    def check(rule, clause):
        name = rule["rule"]
        demand(name in wanted, f"no rule {name!r} here")
        right = wanted[name](**{key: value for key, value in rule.items() if key != "rule"})
        demand(set(file.named(clause)) == set(right), "the rule gives another clause")

    each(file, check)


def cover(file, rows, disjoint):
    """More than ``slots`` rectangles without 0 hold all entries 1."""
    slots, order = index(file.evidence["slots"], 10_000), file.evidence["order"]
    demand(not disjoint or "*" not in "".join(rows), "an entry is open")
    yes, no = (lambda *of: literal(True, *of)), (lambda *of: literal(False, *of))

    def at(entry, value):
        r, c = index(entry[0], len(rows)), index(entry[1], len(rows[0]))
        demand(rows[r][c] == value, f"the entry {r}, {c} is not {value}")
        return r, c

    def slot(s):
        return index(s, slots)

    def excluded(slot, entry):
        r, c = at(entry, "0")
        return [no("row", index(slot, slots), r), no("column", slot, c)]

    def side(which, place):
        def clause(slot, entry):
            at(entry, "1")
            return [no("entry", index(slot, slots), *entry), yes(which, slot, entry[place])]

        return clause

    def both(slot, entry):
        at(entry, "1")
        return [yes("entry", index(slot, slots), *entry), no("row", slot, entry[0]), no("column", slot, entry[1])]

    def ordered(place, entry):
        # Rectangles may be numbered: go through the order, and give the next number to one that holds the entry.
        at(entry, "1")
        demand(order[index(place, min(len(order), slots))] == entry, "another entry has this place")
        return [yes("entry", s, *entry) for s in range(place + 1)]

    def once(slots, entry):
        one, other = slots
        demand(one != other, "one rectangle may hold it")
        return [no("entry", slot(s), *at(entry, "1")) for s in (one, other)]

    rules = {"excluded": excluded, "row-of-entry": side("row", 0), "column-of-entry": side("column", 1)}
    rules["covered"] = lambda entry: [yes("entry", s, *at(entry, "1")) for s in range(slots)]
    rules["ordered"] = ordered
    if disjoint:
        rules["entry-of-both"] = both
        rules["once"] = once
    exactly(file, rules)
    return slots + 1


def fooling(file, rows):
    """No ``size`` + 1 entries 1 of which no two lie in one rectangle without 0."""
    k, columns = index(file.evidence["size"], 1 << 20), transposed(rows)
    ones = [
        (r, c)
        for r, row in enumerate(rows)
        for c, x in enumerate(row)
        if x == "1" and row not in rows[:r] and columns[c] not in columns[:c]
    ]
    groups, left = [], list(ones)
    for those, these in file.evidence["rectangles"]:
        those, these = increasing(those, len(rows)), increasing(these, len(columns))
        demand(not any(rows[r][c] == "0" for r in those for c in these), "a rectangle holds a 0")
        groups.append([(r, c) for r, c in left if r in those and c in these])
        left = [entry for entry in left if entry not in groups[-1]]
    demand(not left, f"no group holds {left[:1]}")
    counted = [[], *groups]

    def before(g, t):
        return [literal(True, "count", g - 1, t)] if t <= g - 1 else []

    def together(entries):
        (r, c), (s, d) = entries
        demand((r, c) in ones and (s, d) in ones and (r, c) != (s, d), "no two entries that are asked about")
        demand(rows[r][d] != "0" != rows[s][c], "no rectangle holds both")
        return [literal(False, "entry", r, c), literal(False, "entry", s, d)]

    def up(group, count):
        demand(0 < group <= len(groups) and count > 0, "no such count")
        return [literal(False, "count", group, count), *before(group, count)] + [
            literal(True, "entry", r, c) for r, c in counted[group]
        ]

    def step(group, count):
        demand(0 < group <= len(groups) and count > 1, "no such count")
        return [
            literal(False, "count", group, count),
            *before(group, count),
            literal(True, "count", group - 1, count - 1),
        ]

    enough = [] if len(groups) <= k else [literal(True, "count", len(groups), k + 1)]
    exactly(file, {"together": together, "count-up": up, "count-step": step, "enough": lambda: enough})
    return k


def messages(file, rows):
    """More than ``bits`` bits from the party with the rows."""
    k, clique = 2 ** index(file.evidence["bits"], 13), file.evidence["clique"]

    def conflict(i, j):
        return any(
            {a, b} == {"0", "1"} for a, b in zip(rows[index(i, len(rows))], rows[index(j, len(rows))], strict=True)
        )

    def both(inputs, message):
        demand(conflict(*inputs), "the inputs may share a message")
        return [literal(False, "message", i, index(message, k)) for i in inputs]

    def named(input, message):
        # Inputs in conflict have different messages, whose names may be exchanged.
        demand(all(conflict(i, j) for i, j in combinations(clique, 2)), "not all of them conflict")
        demand(clique[index(message, min(k, len(clique)))] == input, "another input has this message")
        return [literal(True, "message", input, message)]

    some = lambda input: [literal(True, "message", index(input, len(rows)), j) for j in range(k)]  # noqa: E731
    exactly(file, {"some": some, "conflict": both, "named": named})
    return file.evidence["bits"] + 1


def shattered(file, rows):
    """No ``size`` + 1 columns on which the rows show all words."""
    demand("*" not in "".join(rows), "an entry is open")
    k, columns, different = index(file.evidence["size"], 21), transposed(rows), set(rows)
    first = [c for c, column in enumerate(columns) if column not in columns[:c]]

    def some(place):
        index(place, k + 1)
        return [literal(True, "chosen", place, c) for n, c in enumerate(first) if place <= n < len(first) - (k - place)]

    def rising(place, columns):
        a, b = columns
        demand(b <= a, "the columns increase")
        return [literal(False, "chosen", index(place, k), a), literal(False, "chosen", place + 1, b)]

    def rare(columns, word):
        demand(len(columns) == len(word) <= k + 1 and set(word) <= {"0", "1"}, "no word on these columns")
        places = [index(c, len(rows[0])) for c in columns]
        seen = sum(all(row[c] == x for c, x in zip(places, word, strict=True)) for row in different)
        demand(seen < 2 ** (k + 1 - len(word)), "rows enough show the word")
        return [literal(False, "chosen", t, c) for t, c in enumerate(columns)]

    exactly(file, {"some-column": some, "increasing": rising, "rare": rare})
    return k


def ordering(file, question):
    """No order of all positions in which each is attended to by the next one in some layer; layers given as lists."""
    demand(asked(question) == "sparse-pattern", "no sparse pattern")
    n = size(question["n"])
    lists = [layer["lists"] for layer in question["layers"]]
    demand(lists and all(len(layer) == n for layer in lists), "a list for each position is expected")
    attended = [{index(u, n) for layer in lists for u in layer[v]} for v in range(n)]
    at = lambda true, i, v: literal(true, "place", index(i, n), index(v, n))  # noqa: E731

    def different(a, b):
        demand(a != b, "one and the same")

    def one_token(place, tokens):
        different(*tokens)
        return [at(False, place, v) for v in tokens]

    def one_place(token, places):
        different(*places)
        return [at(False, i, token) for i in places]

    def not_attended(place, tokens):
        v, u = tokens
        demand(u != v and v not in attended[index(u, n)], "it is attended to")
        return [at(False, place, v), at(False, place + 1, u)]

    rules = {"one-token": one_token, "one-place": one_place, "not-attended": not_attended}
    rules["some-token"] = lambda place: [at(True, place, v) for v in range(n)]
    rules["some-place"] = lambda token: [at(True, i, token) for i in range(n)]
    exactly(file, rules)


def rank(rows, prime=2**31 - 1):
    """Of a matrix of integers modulo a prime; over the rational numbers it is at least that."""
    left, found = [list(row) for row in rows], 0
    for c in range(len(left[0]) if left else 0):
        pivot = next((row for row in left if row[c] % prime), None)
        if pivot is None:
            continue
        left.remove(pivot)
        found += 1
        inverse = pow(pivot[c], -1, prime)
        left = [[(x - row[c] * inverse * y) % prime for x, y in zip(row, pivot, strict=True)] for row in left]
    return found


def protocol(folder, rows, stated):
    """D is more than the depth of the last part: each part in turn has no tree of its depth."""
    known = []
    for number, part in enumerate(stated["by"]["parts"]):
        depth, by = index(part["depth"], 65), part["by"]
        sides = {"A": increasing(part["rows"], len(rows)), "B": increasing(part["columns"], len(rows[0]))}
        inside = ["".join(rows[r][c] for c in sides["B"]) for r in sides["A"]]
        if by == "both values":
            demand(depth == 0 and {"0", "1"} <= set("".join(inside)), f"part {number} may be constant")
        elif by == "rank":
            demand("*" not in "".join(inside), f"part {number} has an open entry")
            ones = [[int(x) for x in row] for row in inside]
            zeros = [[1 - x for x in row] for row in ones]
            demand(depth >= 0 and rank(ones) + rank(zeros) > 2**depth, f"part {number} has a small rank")
        else:
            demand(depth >= 1, f"part {number} is split at depth 0")
            for party, name in (("A", by["alice"]), ("B", by["bob"])):
                file = Clauses(inner(folder, name))
                said = {
                    "kind": "parts",
                    "depth": depth,
                    "rows": part["rows"],
                    "columns": part["columns"],
                    "speaks": party,
                }
                demand(file.evidence == said, f"{name} is about something else")
                demand(
                    all(file.about[word] == stated[word] for word in ("question", "claim")), f"{name}: another claim"
                )
                splits(file, party, sides, depth, known)
        known.append((depth, sides))
    return known[-1][0] + 1


def splits(file, party, sides, depth, known):
    """If this party speaks first, a colour for each message: some part that is no shallower then has one colour."""

    def clause(part, colour):
        below, inner_sides = known[index(part, len(known))]
        demand(below >= depth - 1, f"part {part} is too shallow")
        demand(all(set(inner_sides[p]) <= set(sides[p]) for p in "AB"), f"part {part} lies outside")
        return [literal(not index(colour, 2), "colour", r) for r in inner_sides[party]]

    for what, places, _ in (next(file.named([v])) for v in file.variables):
        demand(what == "colour" and int(places) in sides[party], "a colour of nothing")

    def check(rule, given):
        demand(rule["rule"] == "not-one-colour", f"no rule {rule['rule']!r} here")
        below, inside = known[index(rule["part"], len(known))]
        words = (rule["depth"], tuple(rule["rows"]), tuple(rule["columns"]))
        demand(words == (below, inside["A"], inside["B"]), "the part is another one")
        wanted = {(what, places.strip("[]"), true) for what, places, true in clause(rule["part"], rule["colour"])}
        demand(set(file.named(given)) == wanted, "the rule gives another clause")

    each(file, check)


# --- claims -----------------------------------------------------------------------------------------------------------

REFUTED = {
    "cover0": (complement, lambda file, rows: cover(file, rows, False)),
    "cover1": (list, lambda file, rows: cover(file, rows, False)),
    "partition0": (complement, lambda file, rows: cover(file, rows, True)),
    "partition1": (list, lambda file, rows: cover(file, rows, True)),
    "fooling0": (complement, fooling),
    "fooling1": (list, fooling),
    "one_way_ab": (list, messages),
    "one_way_ba": (transposed, messages),
    "vc_rows": (list, shattered),
    "vc_columns": (transposed, shattered),
}
UPPER = ("fooling0", "fooling1", "vc_rows", "vc_columns")
NARROWER = ("D", "cover", "partition", "fooling", "fractional_cover", "one_way", "vc_", "sign_rank", "rank_", "gamma2")
"""Measures that a part of the matrix has at most."""


FIELDS = {"resource", "unit_class", "side", "value"}
"""What a claim about m says, if nothing else is held fixed."""

PARAMETERS = {"alpha": ("gamma2_alpha",), "epsilon": ("partition_bound", "smooth_rectangle0", "smooth_rectangle1")}
"""What a claim about a measure says beside its side and value, and which measures have it."""


def of_measure(claim):
    """Whether it bounds a measure, and says nothing else."""
    own = {name for name, measures in PARAMETERS.items() if claim.get("measure") in measures}
    return set(claim) == {"measure", "side", "value"} | own


def amount(claim):
    """A value: an integer, of a measure a fraction as text."""
    value = claim["value"]
    if type(value) is not int and not (type(value) is str and re.fullmatch(r"[0-9]{1,4000}(/[0-9]{1,4000})?", value)):
        raise Malformed(f"{value!r} where a number is expected")
    return Fraction(value)


def inner(folder, name):
    if type(name) is not str or not re.fullmatch(r"[\w-]+\.cnf", name):
        raise Malformed(f"{name!r} is no name of a .cnf file in the folder")
    return folder / name


def opinion(folder, said, claims):
    """Words about one claim; None where it does not rest on clauses."""
    claim, question, by = said["claim"], said["question"], said["by"]
    if "refutation" in by:
        file = Clauses(inner(folder, by["refutation"]))
        demand(file.about["question"] == question and file.about["claim"] == claim, "the file is about something else")
        demand("proof" in by, "there is no proof")
        if claim == {"claim": "no-path"}:
            if any(layer["name"] != "lists" for layer in question["layers"]):
                return None
            ordering(file, question)
            return "agreed"
        if claim.get("resource") == "m":
            demand(set(claim) == FIELDS and claim["side"] == "lower", "another claim")
            demand(claim["unit_class"] == "SIGN" or claim["unit_class"].startswith("GRID("), "another class of units")
            found = sign_rank_refuted(file, question)
            within = file.evidence.get("basis", [])
            if within:
                basis = Clauses(inner(folder, by["basis"]))
                demand(
                    all(basis.about[w] == file.about[w] for w in ("question", "claim")), "the basis is of another claim"
                )
                demand(basis.evidence["kind"] == "independence" and "basis_proof" in by, "no proof of independence")
                demand(
                    (basis.evidence["set"], basis.evidence["vectors"]) == (within, file.evidence["vectors"]),
                    "another basis",
                )
                sign_rank_refuted(basis, question)
            demand(amount(claim) <= found, f"m >= {found} is what is shown")
            return "agreed"
        demand(of_measure(claim), "another claim")
        prepared, refuted = REFUTED[claim["measure"]]
        demand(claim["side"] == ("upper" if claim["measure"] in UPPER else "lower"), "the other side")
        found, value = refuted(file, prepared(matrix(question))), amount(claim)
        demand(value >= found if claim["side"] == "upper" else value <= found, f"{found} is what is shown")
        return "agreed"
    if "parts" in by:
        demand(of_measure(claim) and claim["measure"] == "D" and claim["side"] == "lower", "another measure")
        found = protocol(folder, matrix(question), said)
        demand(amount(claim) <= found, f"{found} is what is shown")
        return "agreed"
    if "restriction" in by:
        premise = claims[index(by["restriction"], len(claims))]
        seen, below = {said["number"]}, premise
        while below["number"] not in seen and "restriction" in below["by"]:
            seen.add(below["number"])
            below = claims[index(below["by"]["restriction"], len(claims))]
        demand(below["number"] not in seen, "it rests on itself")
        return part_of(said, premise, by) and f"agreed if {premise['number']}"
    return None


def part_of(said, premise, by):
    """Whether the premise is about a part of what the claim is about, and says as much; None: not decided here."""
    claim, given = said["claim"], premise["claim"]
    of_tuples = "part" in by
    tables = [tuples(said["question"], by) if of_tuples else outer_table(said), outer_table(premise)]
    demand(tables[0] is None or tables[1] is not None, "the premise is about something else")
    # Of tuples the order is the question's; for bits m is held fixed: if that is too small, no number of bits will do.
    fixed = {"order", "m"} if claim.get("resource") == "p" else {"order"}
    about = set(claim) - (fixed if of_tuples else set())
    if None in tables or not (about == FIELDS or of_measure(claim)) or not (set(given) == FIELDS or of_measure(given)):
        return None
    if of_tuples:  # whose signs say nothing from above: the scores of a unit are of a form that tables need not have
        demand("equal" not in by and claim["side"] == "lower", "no part of it")
        demand(claim.get("order", said["question"]["order"]) == said["question"]["order"], "another order")
    demand(claim.get("resource") == "m" or "measure" in claim or "m" in claim, "another size")
    demand(given.get("resource", "m") == "m", "another size")
    if of_tuples and not given.get("measure", "sign_rank") == "sign_rank":
        raise Differs("no bound of a sign-rank")
    (whole, null), (part, null_too) = tables
    if "measure" in claim and "measure" in given:  # with the same parameters
        demand({**claim, "value": 0} == {**given, "value": 0}, "another measure")
    if claim.get("measure") and not claim["measure"].startswith(NARROWER):
        return None
    classes = [c.get("unit_class", "SIGN") for c in (claim, given)]
    wider = classes[1] == "SIGN" and claim["side"] == "lower"
    demand(classes[0] == classes[1] or wider, "another class of units")
    demand(all(claim.get(name) == given.get(name) for name in ("alpha", "epsilon")), "another parameter")
    equal = by.get("equal", False)
    demand(claim["side"] == given["side"] and (equal or claim["side"] == "lower"), "the other side")
    rows, columns = by.get("rows", range(len(whole))), by.get("columns", range(len(whole[0])))
    if of_tuples:
        rows, columns = range(len(whole)), range(len(whole[0]))
    demand(
        not equal or ([*rows] == [*range(len(whole))] and [*columns] == [*range(len(whole[0]))]), "a part is left out"
    )
    demand(
        len(set(rows)) == len(rows) == len(part) and len(set(columns)) == len(columns) == len(part[0]), "another shape"
    )
    for r, row in zip(rows, part, strict=True):
        cut = "".join(whole[index(r, len(whole))][index(c, len(whole[0]))] for c in columns)
        demand(
            cut == row if equal else all(b in (a, "*") for a, b in zip(cut, row, strict=True)),
            f"row {r} is another one",
        )
    demand(null == null_too, "one has a null token")
    # With a key varied, the threshold is one more coordinate of its vector.
    value, known = amount(claim), amount(given) - (of_tuples and by["part"] > 0)
    if claim.get("resource") == "p":
        demand(index(claim["m"], 1 << 60) < known, f"m >= {known} is what is shown")
        return True
    demand(value <= known if claim["side"] == "lower" else value >= known, f"{known} is what is shown")
    return True


def tuples(question, by):
    """Signs of scores of tuples less that with null keys; one part varies by row, the others, in order, by column."""
    if question["task"] != "match":
        return None
    order, m, part = size(question["order"]), size(question["M"]), index(by["part"], question["order"])
    demand(order > 2 and by["rows"] and by["columns"], "no tuples")
    bounded(len(by["rows"]) * len(by["columns"]))

    def entry(symbol, others):
        whole = [*others[:part], symbol, *others[part:]]
        demand(len(whole) == order and index(whole[0], m) >= 0, "a tuple of another order")
        keys = [index(key + 1, m + 1) - 1 for key in whole[1:]]  # -1 is the null key
        if -1 in keys:
            return "-" if max(keys) >= 0 else "0"
        return "+" if sum(whole) % m == 0 else "-"

    return ["".join(entry(symbol, others) for others in by["columns"]) for symbol in by["rows"]], True


def outer_table(said):
    """The table that a claim is about, in signs if its dimension is, and whether a threshold is 0."""
    if said["question"]["task"] == "communication":
        rows = matrix(said["question"])
        if said["claim"]["measure"] != "sign_rank":
            return rows, None
        return ["".join({"0": "-", "1": "+"}.get(x, x) for x in row) for row in rows], True
    return pattern(said["question"])


def judged(folder):
    """A line for each claim; whether something differs."""
    export = parsed(read(folder / "export.json"))
    certificate = parsed(read(folder / "certificate.json"))
    if export.get("format") != "headcount-export":
        raise Malformed("export.json is of another format")
    claims, bad = export["claims"], False
    for number, said in enumerate(claims):
        try:
            demand(said["number"] == number, "its number is another one")
            if number < len(certificate["claims"]):
                original = dict(certificate["claims"][number])
                question = original.pop("question", certificate.get("question"))
                original.pop("evidence")
                demand(
                    said["question"] == question and said["claim"] == original, "the certificate claims something else"
                )
            words = opinion(folder, said, claims) or "not covered"
        except Differs as error:
            words, bad = f"differs: {error}", True
        except NotCovered as error:
            words = f"not covered, {error}"
        yield f"{folder.name} {number}: {words}  [{said['kind']}; {said['words']}]"
    demand(len(claims) >= len(certificate["claims"]), "claims of the certificate are missing")
    if bad:
        raise Differs("see above")


WRONG_FORM = (OSError, LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError, MemoryError)


def plain(line):
    """One line, whatever a file holds: what would move the cursor or begin another line is left out."""
    return "".join(x if x.isascii() and x.isprintable() else "?" for x in line)


def main(folders):
    worst = 0
    for folder in map(Path, folders):
        try:
            for line in judged(folder):
                print(plain(line))
        except Differs as error:
            print(plain(f"{folder.name}: differs, {error}"))
            worst = max(worst, 3)
        except (Malformed, *WRONG_FORM) as error:
            print(plain(f"{folder.name}: malformed, {type(error).__name__}: {str(error)[:200]}"))
            worst = 4
    return worst


if __name__ == "__main__":
    if not sys.argv[1:]:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
