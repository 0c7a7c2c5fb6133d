"""Formulas in prose, and whether they follow from the ledger of theorems.

A *formula* is one of m, p, H, their products, D, sign-rank or gamma_2, then =, <= or >=, then an expression: ``m =
min(2q, N - 1)``, ``m p H >= log2 C(N, q)``. A paragraph with formulas names the theorems that they come from, in a
comment after it, which readers do not see, or in brackets, which they do:

    .. ledger: qsa-width                         reStructuredText, after a blank line
    <!-- ledger: qsa-width -->                   Markdown
    [ledger: qsa-width; match2-width if M >= 4]  anywhere in the paragraph; conditions are joined by "and"

Then every formula of the paragraph is evaluated at every instance of these theorems (those that the condition admits)
against what their certificates prove: it has to hold at all instances of one of them, or, if the word "refuted" follows
the name, to fail at one. After "upper" and "lower" the sign = is read as <= and >= ("m = 4 is enough"). So neither text
nor ledger can change without the other. Code is not prose; ``literals`` are read only where the paragraph names a
theorem. In benchmarks, whose numbers are printed by the scripts beside them, formulas with a parameter are read only.
"""

import json
import math
import re
from dataclasses import dataclass, replace
from fractions import Fraction

QUANTITIES = {"sign-rank": "sign_rank", "gamma_2": "gamma2"}
NAMES = {*"mpHDNMnkqsdKA"}
FUNCTIONS = {
    "min": min,
    "max": max,
    "ceil": lambda x: math.ceil(x - 1e-9),
    "floor": lambda x: math.floor(x + 1e-9),
    "log2": lambda x: math.log2(x),
    "sqrt": lambda x: math.sqrt(x),
    "C": math.comb,
}
FORMULA = re.compile(r"(?<![\w^-])((?:[mpH]\s+)*[mpH]|D|sign-rank|gamma_2)\s*(<=|>=|=)\s*")
TOKEN = re.compile(r"\s*(\d+|log2|[A-Za-z]+|[-+*/^(),])")
REFERENCE = re.compile(r"\[ledger: ([^\]]+)\]|<!--\s*ledger: (.+?)\s*-->|^\.\. ledger: (.+)$", re.MULTILINE)
SIZES = re.compile(r"(?:with|,) (m|p|H) = (\d+)")
BRACKET = re.compile(r"(?:(-?[\d/]+) <= )?\b(\w+)(?: (<=|=) (-?[\d/]+))?$")
TOLERANCE = 2e-6
"""Irrational values are enclosed to 10^-6."""


class Unreadable(ValueError):
    """No expression, or one with a name that has no value."""


class Expression:
    """A recursive-descent parser that takes as much of a text as is an expression; a product needs no sign."""

    def __init__(self, text, values):
        self.text, self.values, self.place, self.names = text, values, 0, set()
        self.value = self.sum()

    def peek(self):
        match = TOKEN.match(self.text, self.place)
        return match.group(1) if match else ""

    def take(self):
        match = TOKEN.match(self.text, self.place)
        self.place = match.end()
        return match.group(1)

    def sum(self):
        value = self.product()
        while self.peek() in ("+", "-"):
            here = self.place
            sign = self.take()
            try:
                term = self.product()
            except Unreadable:  # a dash of the prose
                self.place = here
                break
            value = value + term if sign == "+" else value - term
        return value

    def product(self):
        value = self.power()
        while True:
            token = self.peek()
            if token in ("*", "/"):
                self.take()
                factor = self.power()
                value = (
                    value * factor if token == "*" else value / Fraction(factor) if exact(factor) else value / factor
                )
            elif token in NAMES or token in FUNCTIONS or token == "(":
                if token == "(" and self.text[self.place : self.place + 1] != "(":
                    return value  # a remark in parentheses
                here = self.place
                try:
                    value = value * self.power()
                except Unreadable:
                    if token in NAMES:
                        raise
                    self.place = here
                    return value
            else:
                return value

    def power(self):
        base = self.atom()
        if self.peek() == "^":
            self.take()
            exponent = self.atom()
            return Fraction(base) ** exponent if exact(base) and exact(exponent) else base**exponent
        return base

    def atom(self):
        token = self.peek()
        if token.isdigit():
            return Fraction(self.take())
        if token in FUNCTIONS:
            self.take()
            if self.peek() != "(":
                return FUNCTIONS[token](self.atom())
            self.take()
            arguments = [self.sum()]
            while self.peek() == ",":
                self.take()
                arguments.append(self.sum())
            self.close()
            return FUNCTIONS[token](*(int(x) if token == "C" else x for x in arguments))
        if token == "(":
            self.take()
            value = self.sum()
            self.close()
            return value
        if token in NAMES:
            self.take()
            self.names.add(token)
            if self.values is None:
                return Fraction(7)  # only the extent of the expression is asked for
            if token not in self.values:
                raise Unreadable(f"{token} has no value")
            return Fraction(self.values[token])
        raise Unreadable(f"no expression at {self.text[self.place : self.place + 20]!r}")

    def close(self):
        if self.peek() != ")":
            raise Unreadable(f"a parenthesis is missing in {self.text[:40]!r}")
        self.take()


def exact(x):
    return isinstance(x, int | Fraction)


@dataclass(frozen=True)
class Formula:
    left: str
    relation: str
    right: str
    text: str
    general: bool


def formulas_in(text):
    """The formulas of a prose text, with the places where they stand."""
    found = []
    for match in FORMULA.finditer(text):
        rest = text[match.end() :]
        try:
            expression = Expression(rest, None)
        except (Unreadable, ZeroDivisionError, ValueError):
            continue
        right = rest[: expression.place].strip()
        if (
            rest[expression.place :].lstrip().startswith(("=", "?"))
        ):  # p = m = H = 1 is a setting; a question claims nothing
            continue
        whole = text[match.start() : match.end() + expression.place]
        names = bool(expression.names)
        found.append((match.start(), Formula(" ".join(match.group(1).split()), match.group(2), right, whole, names)))
    return found


def paragraphs(path):
    """The paragraphs of prose, each with the references that belong to it."""
    text = path.read_text("utf-8")
    if path.suffix == ".ipynb":
        cells = [cell for cell in json.loads(text)["cells"] if cell["cell_type"] == "markdown"]
        parts = [part for cell in cells for part in re.split(r"\n\s*\n", "".join(cell["source"]))]
    else:
        parts = list(prose_of(text))
    kept = []
    for part in parts:
        reference = [next(filter(None, groups)) for groups in REFERENCE.findall(part)]
        rest = " ".join(REFERENCE.sub(" ", part).split())
        if rest or not kept:
            kept.append((rest, reference))
        else:
            kept[-1][1].extend(reference)
    return kept


def prose_of(text):
    """The paragraphs of reStructuredText without code, tables and doctests."""
    in_code = False
    for part in re.split(r"\n[ \t]*\n", text.replace("\r\n", "\n")):
        indented = part.lstrip("\n")[:1].isspace()
        if in_code and indented:
            continue
        in_code = bool(re.search(r"::$", part.strip())) or part.lstrip("\n").startswith(".. code-block")
        if part.lstrip().startswith((".. code-block", ">>>")) or re.search(r"^\s*={3,} +={2,}", part, re.MULTILINE):
            continue
        yield part


def bracket_of(instance, quantity):
    """What the certificates prove of a quantity at an instance: (lower, upper), None where an end is not known."""
    sizes = dict(SIZES.findall(instance.statement)) if " does " in instance.statement else {}
    if quantity in sizes:  # a given unit has this size
        return Fraction(sizes[quantity]), Fraction(sizes[quantity])
    for words in instance.proved:
        match = BRACKET.search(words)
        if match and match.group(2) == quantity:
            lower, _, relation, upper = match.groups()
            high = None if upper is None else Fraction(upper)
            return (high if relation == "=" else None if lower is None else Fraction(lower)), high
    return None


def says(formula, instance):
    """Whether the formula follows at an instance (True), its negation does (False), or neither (None)."""
    values = {name: int(value) for name, value in instance.parameters.items() if re.fullmatch(r"-?\d+", value)}
    names = formula.left.split()
    asked = [name for name in names if name not in values]
    if len(asked) > 1:
        return None
    bracket = bracket_of(instance, QUANTITIES.get(asked[0], asked[0])) if asked else (Fraction(1), Fraction(1))
    if bracket is None:
        return None
    factor = math.prod(values[name] for name in names if name in values)
    low, high = (None if end is None else end * factor for end in bracket)
    try:
        right = Expression(formula.right, values).value
    except Unreadable:
        return None
    slack = 0 if exact(right) and all(end is None or end.denominator == 1 for end in (low, high)) else TOLERANCE
    at_least = (
        True
        if low is not None and low >= right - slack
        else False
        if high is not None and high < right - slack
        else None
    )
    at_most = (
        True
        if high is not None and high <= right + slack
        else False
        if low is not None and low > right + slack
        else None
    )
    if formula.relation == ">=":
        return at_least
    if formula.relation == "<=":
        return at_most
    if at_least and at_most:
        return True
    return False if at_least is False or at_most is False else None


def complaint(formula, references, ledger):
    """Why a formula does not follow from the theorems that its paragraph names; empty if it does."""
    why = []
    for reference in references:
        for part in reference.split(";"):
            words, _, condition = part.strip().partition(" if ")
            name, _, read = words.strip().partition(" ")
            refuted, sign = read == "refuted", {"upper": "<=", "lower": ">="}.get(read, "=")
            try:
                entry = ledger.entry(name)
            except KeyError:
                return f"there is no theorem {name!r} in the ledger"
            if read not in ("", "upper", "lower", "refuted"):
                return f"after {name} may stand upper, lower or refuted, not {read!r}"
            if entry.verdict != ("REFUTED" if refuted else "PROVED"):
                return f"{name} is {entry.verdict} in the ledger"
            instances = [i for i in entry.instances if all(admitted(c, i) for c in condition.split(" and ") if c)]
            meant = replace(formula, relation=sign) if formula.relation == "=" else formula
            found = [says(meant, instance) for instance in instances]
            if refuted and False in found:
                return ""
            if not refuted and found and all(said is True for said in found):
                return ""
            bad = next((i for i, said in zip(instances, found, strict=True) if said is not True), None)
            at = "no instance is left" if bad is None else f"at {bad.spelled} is proved {', '.join(bad.proved)[:100]}"
            why.append(f"{name}: {at}")
    return "; ".join(why) or "the paragraph names no theorem"


def admitted(condition, instance):
    match = re.fullmatch(r"(.+?)\s*(<=|>=|=|<|>)\s*(.+)", condition)
    if match is None:
        raise Unreadable(f"the condition {condition!r} is no comparison")
    values = {name: int(value) for name, value in instance.parameters.items() if re.fullmatch(r"-?\d+", value)}
    left, right = Expression(match.group(1), values).value, Expression(match.group(3), values).value
    return {"<=": left <= right, ">=": left >= right, "=": left == right, "<": left < right, ">": left > right}[
        match.group(2)
    ]


def complaints_of(path, ledger, name, excused=()):
    found = []
    for text, references in paragraphs(path):
        prose = text if references else re.sub(r"``.*?``", lambda literal: " " * len(literal.group()), text)
        fragments = [
            (at.start(), at.end())
            for file, part, _ in excused
            if file == name
            for at in re.finditer(re.escape(part), prose)
        ]
        for place, formula in formulas_in(prose):
            if name.startswith("benchmarks/") and not formula.general:
                continue
            if any(start <= place < end for start, end in fragments):
                continue
            why = complaint(formula, references, ledger)
            if why:
                found.append(f"{name}: {formula.text.strip()!r} in {text[max(0, place - 60) : place + 60]!r}: {why}")
        for reference in references:  # a theorem is named rightly even where there is no formula
            for part in reference.split(";"):
                named = part.strip().partition(" ")[0]
                if named not in {entry.name for entry in ledger.entries}:
                    found.append(f"{name}: there is no theorem {named!r} in the ledger")
    return found
