"""Verdicts, and the notation of types (section 1 of FORMAT.rst): what may stand in a certificate."""

import json
import re
from fractions import Fraction
from functools import cache, partial
from itertools import pairwise

LONGEST = 10**4000  # no integer is as large
BIG = 2 * 10**7  # larger tables are not made: UNSUPPORTED


class Malformed(Exception):
    """The object is no certificate."""


class Rejected(Exception):
    """A proof fails."""


class Unsupported(Exception):
    """This program does not check it (too large, or not written)."""


def form(condition, why):
    if not condition:
        raise Malformed(why)


def need(condition, why):
    if not condition:
        raise Rejected(why)


def small(cells):
    if cells > BIG:
        raise Unsupported("a statement or proof this large")


# 1 Notation of types.  typ("{a int 0.., b=[] [nat]}") is a function that reads a value of the type, or is Malformed.
TOKENS = re.compile(r'"[^"]*"|\.\.|-?\d+(?:\^\d+)?|[A-Za-z_]\w*|[][{}|,=?*/]')
LABEL = re.compile(r"[A-Za-z0-9 \-+_.,:/=]{0,200}")
TYPES = {
    "nat": "int 0..", "pos": "int 1..", "size": "int 1..10^9", "short": "int 1..10^6", "VEC": "[int]*",
    "VECS": "[VEC] eq", "INC": "[int 0..]* inc", "LINE": "[nat] inc", "PLACES": "[int 0..]* dist",
    "SET": "[nat|[nat,nat,nat]]", "TRI": "[[int]]", "RECT": "[INC,INC]", "REFUTATION": "{given GIVEN, lemmas LEMMAS}",
    "LEMMAS": "[[[int]*,[nat]*]]*", "TREE": "[int 0..1152921504606846976]*",
    "TABLE": '{by "token"|"position"|"both", rows VECS}', "READ_OUT": "{alphabet pos, symbols [[[nat,[frac]],nat]]}",
    "HEAD": "{queries TABLE, keys [TABLE], values [TABLE], null_keys [VEC]*, null_values [VEC]*}",
    "LAYER": '{combine "sum"|"concat", order int 2..8, monomials [[int 0..7] inc]1..256, heads [HEAD]1..256}',
    "UNIT": "{layers [LAYER]1..256, read_outs [READ_OUT]*}",
    "AHEADS": "[{queries VECS, keys VECS, share int}]1..256",
    "SYMMETRIES": "[{rows [nat], columns [nat], transposed bool}]*",
}  # fmt: skip


def number(token):
    base, _, power = token.partition("^")
    return int(base) ** int(power or 1) if base[0] != "-" else -(int(base[1:]) ** int(power or 1))


def read_int(low, high, v):
    form(type(v) is int and -LONGEST < v < LONGEST, "an integer is needed")
    form((low is None or v >= low) and (high is None or v <= high), f"{str(v)[:50]} is out of range")
    return v


def read_frac(low, high, most, v):
    form(isinstance(v, str) and len(v) <= 4000 and re.fullmatch(r"(0|-?[1-9]\d*)(/[1-9]\d*)?", v, re.A), "a frac")
    f = Fraction(v)
    form(str(f) == v and (most is None or f.denominator <= most), f"{v[:50]} is not in lowest terms, or too fine")
    form((low is None or f >= low) and (high is None or f <= high), f"{v[:50]} is out of range")
    return f


def read_text(letters, low, high, v):
    form(isinstance(v, str) and low <= len(v) <= high, "a text is needed")
    form(letters is None or set(v) <= set(letters), "a text has other letters")
    return v


def read_list(item, low, high, marks, v):
    form(isinstance(v, list) and low <= len(v) and (high is None or len(v) <= high), "a list of some length")
    v = [item(x) for x in v]
    form("inc" not in marks or all(a < b for a, b in pairwise(v)), "a list is not increasing")
    form("dist" not in marks or len(set(map(freeze, v))) == len(v), "a list has a repetition")
    form("eq" not in marks or len(set(map(len, v))) <= 1, "entries of a list differ in length")
    return v


def read_tuple(items, v):
    form(isinstance(v, list) and len(v) == len(items), "a list of other length")
    return [f(x) for f, x in zip(items, v)]


def read_object(parts, v):
    form(isinstance(v, dict), "an object is needed")
    form(v.keys() <= parts.keys(), f"unknown fields {sorted(map(str, v.keys() - parts.keys()))[:5]}")
    result = {}
    for name, (optional, default, f) in parts.items():
        if name in v or not optional:
            form(name in v, f"the field {name} is missing")
            result[name] = f(v[name])
        elif default is not None:
            result[name] = json.loads(default)
    return result


def read_choice(choices, v):
    for f in choices[:-1]:
        try:
            return f(v)
        except Malformed:
            pass
    return choices[-1](v)


def read_word(word, v):
    form(isinstance(v, str if word is not None else type(None)) and v == word, f"{word} is needed")
    return v


@cache
def typ(source):
    tokens = [*TOKENS.findall(source), "end"]
    at = 0

    def accept(word):
        nonlocal at
        if tokens[at] == word:
            at += 1
            return True
        return False

    def advance():
        nonlocal at
        at += 1
        return tokens[at - 1]

    def bounds():
        if not re.match(r"-?\d", tokens[at]):
            return None, None
        low = number(advance())
        if not accept(".."):
            return low, low
        return low, (number(advance()) if re.match(r"-?\d", tokens[at]) else None)

    def fields():
        parts = {}
        while not accept("}"):
            name, default, optional = advance(), None, accept("?")
            if accept("="):
                default, optional = advance(), True
                default += advance() if default == "[" else ""
            parts[name] = (optional, default, choice())
            accept(",")
        return partial(read_object, parts)

    def brackets():
        items = [choice()]
        while accept(","):
            items.append(choice())
        advance()
        if len(items) > 1:
            return partial(read_tuple, items)
        low, high = (0, None) if accept("*") else bounds()
        marks = set()
        while tokens[at] in ("inc", "dist", "eq"):
            marks.add(advance())
        return partial(read_list, items[0], 1 if low is None else low, high, marks)

    def one():
        word = advance()
        if word == "{":
            return fields()
        if word == "[":
            return brackets()
        if word[0] == '"':
            return partial(read_word, word[1:-1])
        if word == "null":
            return partial(read_word, None)
        if word == "bool":
            return read_bool
        if word == "name":
            return read_name
        if word == "int":
            return partial(read_int, *bounds())
        if word == "frac":
            low, high = bounds()
            return partial(read_frac, low, high, number(advance()) if accept("/") else None)
        if word == "text":
            letters = advance()[1:-1] if tokens[at][0] == '"' else None
            low, high = bounds()
            return partial(read_text, letters, low or 0, high or 200)
        return typ(TYPES[word]) if isinstance(TYPES[word], str) else TYPES[word]

    def choice():
        choices = [one()]
        while accept("|"):
            choices.append(one())
        return choices[0] if len(choices) == 1 else partial(read_choice, choices)

    return choice()


def read_bool(v):
    form(type(v) is bool, "true or false is needed")
    return v


def read_name(v):
    form(isinstance(v, str) and LABEL.fullmatch(v), "a name has other letters, or is long")
    return ""  # labels are no part of what is stated


def fields(v, spec):
    """The object v with exactly the fields of the specification, defaults filled in."""
    return typ("{" + spec + "}")(v)


def freeze(v):
    """A value that is equal for equal statements, quantities, lists."""
    if isinstance(v, dict):
        return tuple(sorted((k, freeze(x)) for k, x in v.items()))
    return tuple(map(freeze, v)) if isinstance(v, list) else v


def read_given(v):
    """[[schema, [int]*, ..]]: lists of numbers of at most 10^12."""
    form(isinstance(v, list) and v and all(isinstance(x, list) and len(x) > 1 for x in v), "given")
    lists = typ("[int -1000000000000..1000000000000]*")
    return [[typ("text")(x[0]), *map(lists, x[1:])] for x in v]


TYPES["GIVEN"] = read_given
