"""Formulas in prose, and whether they follow from the ledger of theorems.

A *formula* is one of m, p, H, their products, D, sign-rank or gamma_2, then =, <=, >=, < or > (also ==, ≤, ≥), then
an expression, or the other way round: ``m = min(2q, N - 1)``, ``m p H >= log2 C(N, q)``, ``D(DISJ_n) = n + 1``, ``2q >=
m``. A paragraph with formulas names the theorems that they come from, in a comment after it, which readers do not see,
or in brackets, which they do:

    .. ledger: qsa-width                         reStructuredText, after a blank line
    <!-- ledger: qsa-width -->                   Markdown
    [ledger: qsa-width; match2-width if M >= 4]  anywhere in the paragraph; conditions are joined by "and"

Then every formula of the paragraph is evaluated at every instance of these theorems (those that the condition admits)
against what their certificates prove: it has to hold at all instances of one of them, or, if the word "refuted" follows
the name, to fail at one. After "upper" and "lower" the sign = is read as <= and >= ("m = 4 is enough"). A unit that is
given has a size, and that proves "upper" only. The sentence has to name a task of the theorem's statement (if it
names none, the paragraph, or the last one before that does), and no class but the theorem's. So neither text nor ledger
can change without the other.

Code is not prose. Of ``literals``, all formulas are read where the paragraph names a theorem; in README and docs/ those
with a parameter everywhere, since no program prints them. In benchmarks, whose numbers are printed by the scripts
beside them, formulas with a parameter are read only.
"""

import json
import math
import re
from dataclasses import dataclass, replace
from fractions import Fraction

import docs_expressions as _expressions

Expression, Unreadable, exact = _expressions.Expression, _expressions.Unreadable, _expressions.exact

QUANTITIES = {"sign-rank": "sign_rank", "gamma": "gamma2"}
RELATIONS = {"==": "=", "≤": "<=", "≥": ">=", r"\le": "<=", r"\leq": "<=", r"\ge": ">=", r"\geq": ">="}
REVERSED = {"<=": ">=", ">=": "<=", "<": ">", ">": "<"}
OF = r"(?:\([^()]*\))?"
QUANTITY = rf"\*{{0,2}}(?P<left>(?:[mpH]\s*)*[mpH]|D{OF}|sign-rank{OF}|gamma_?2{OF})\*{{0,2}}"
SIGN = r"(?P<sign><=|>=|==?|<|>|≤|≥|\\leq?|\\geq?)"
FORMULA = re.compile(rf"(?<![\w^-]){QUANTITY}\s*{SIGN}\s*")
BACKWARDS = re.compile(rf"\s*{SIGN}\s*{QUANTITY}(?![\w^(*-])")
START = re.compile(r"(?<![\w^])[\w(]")
READ_IN_LITERALS = ("README.rst", "docs/")
REFERENCE = re.compile(r"\[ledger: ([^\]]+)\]|<!--\s*ledger: (.+?)\s*-->|^\.\. ledger: (.+)$", re.MULTILINE)
SIZES = re.compile(r"(?:with|,) (m|p|H) = (\d+)")
BRACKET = re.compile(r"(?:(-?[\d/]+) <= )?\b(\w+)(?: (<=|=) (-?[\d/]+))?$")
TASKS = {
    "q-SA": r"q-SA|sparse averag|[23q]-subset|Sparse[Aa]verag|\bqsa\b",
    "Match2": r"Match2|\bmatch2\b|Matching pairs|matching keys",
    "Match3": r"Match3|\bmatch3\b|[Tt]riple",
    "Match-s": r"Match-s|[Oo]rder s\b",
    "DISJ": r"DISJ|\bdisj\b|[Dd]isjoint|intersect",
    "EQ": r"\bEQ\b|EQ_|\beq\b|[Ee]quality",
    "GT": r"\bGT\b|GT_|\bgt\b|[Gg]reater-than",
    "GE": r"\bGE\b|GE_",
    "IP": r"\bIP\b|IP_|\bip\b|[Ii]nner product",
    "parity": r"[Pp]arit(?:y|ies)",
    "INDEX": r"INDEX",
    "triangles": r"[Tt]riangle|Cycle3",
    "hexagon": r"[Hh]exagon",
}
"""How the tasks of the ledger are called in prose."""

CLASSES = re.compile(r"\b(SIGN|GRID|FIXED|THRESH|SATURATED)\b")
ALL_CLASSES = re.compile(r"\b(?:every|any|each|all)(?: unit)? class(?:es)?\b")
TOLERANCE = 2e-6
"""Irrational values are enclosed to 10^-6."""


@dataclass(frozen=True)
class Formula:
    left: str
    relation: str
    right: str
    text: str
    general: bool


def formulas_in(text):
    """The formulas of a prose text, with the places where they stand."""
    return sorted([*forward(text), *backward(text)], key=lambda found: found[0])


def forward(text):
    """Quantity, sign, expression."""
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
        sign = RELATIONS.get(match["sign"], match["sign"])
        yield match.start(), Formula(spelled(match["left"]), sign, right, whole, bool(expression.names))


def backward(text):
    """Expression, sign, quantity: the longest expression that ends at the sign."""
    for match in BACKWARDS.finditer(text):
        sign = RELATIONS.get(match["sign"], match["sign"])
        if sign not in REVERSED:
            continue
        for start in START.finditer(text, max(0, match.start() - 60), match.start()):
            left = text[start.start() : match.start()]
            try:
                expression = Expression(left, None)
            except (Unreadable, ZeroDivisionError, ValueError):
                continue
            if expression.place == len(left):
                whole = text[start.start() : match.end()]
                yield (
                    start.start(),
                    Formula(spelled(match["left"]), REVERSED[sign], left, whole, bool(expression.names)),
                )
                break


def spelled(left):
    """m p H of mpH, D of D(f); the argument is a task, which the sentence names."""
    name = left.partition("(")[0].strip()
    return "gamma" if name.startswith("gamma") else name if name == "sign-rank" else " ".join("".join(name.split()))


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


def bracket_of(instance, quantity, as_built=False):
    """What the certificates prove of a quantity at an instance: (lower, upper), None where an end is not known."""
    sizes = dict(SIZES.findall(instance.statement)) if " does " in instance.statement else {}
    if quantity in sizes:  # a given unit has this size, which says nothing about smaller ones
        return Fraction(sizes[quantity]) if as_built else None, Fraction(sizes[quantity])
    for words in instance.proved:
        match = BRACKET.search(words)
        if match and match.group(2) == quantity:
            lower, _, relation, upper = match.groups()
            high = None if upper is None else Fraction(upper)
            return (high if relation == "=" else None if lower is None else Fraction(lower)), high
    return None


def says(formula, instance, as_built=False):
    """Whether the formula follows at an instance (True), its negation does (False), or neither (None)."""
    values = {name: int(value) for name, value in instance.parameters.items() if re.fullmatch(r"-?\d+", value)}
    names = formula.left.split()
    asked = [name for name in names if name not in values]
    if len(asked) > 1:
        return None
    one = (Fraction(1), Fraction(1))
    bracket = bracket_of(instance, QUANTITIES.get(asked[0], asked[0]), as_built) if asked else one
    if bracket is None:
        return None
    factor = math.prod(values[name] for name in names if name in values)
    low, high = (None if end is None else end * factor for end in bracket)
    try:
        right = Expression(formula.right, values).value
    except Unreadable:
        return None
    slack = 0 if exact(right) and all(end is None or end.denominator == 1 for end in (low, high)) else TOLERANCE
    known = {  # what the two ends prove, and what they refute
        ">=": (low is not None and low >= right - slack, high is not None and high < right - slack),
        "<=": (high is not None and high <= right + slack, low is not None and low > right + slack),
    }
    known["<"], known[">"] = known[">="][::-1], known["<="][::-1]
    known["="] = known[">="][0] and known["<="][0], known[">="][1] or known["<="][1]
    holds, fails = known[formula.relation]
    return True if holds else False if fails else None


def complaint(formula, references, ledger, sentence="", around=(), as_built=False):
    """Why a formula does not follow from the theorems that its paragraph names; empty if it does.

    ``as_built`` takes = as the size of the units that the theorem builds: what its own statement says of them.
    """
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
            found = [says(meant, instance, as_built) for instance in instances]
            if not as_built and (other := about_another(entry, sentence, around)):
                why.append(f"{name}: {other}")
                continue
            if refuted and False in found:
                return ""
            if not refuted and found and all(said is True for said in found):
                return ""
            bad = next((i for i, said in zip(instances, found, strict=True) if said is not True), None)
            at = "no instance is left" if bad is None else f"at {bad.spelled} is proved {', '.join(bad.proved)[:100]}"
            why.append(f"{name}: {at}")
    return "; ".join(why) or "the paragraph names no theorem"


def about_another(entry, sentence, around):
    """What in the words around a formula is not what the theorem is about; empty if nothing is."""
    own = tasks_in(f"{entry.statement} {entry.name}")
    named = next(filter(None, map(tasks_in, (sentence, *around))), set())
    if own and not own & named:
        return f"it is about {', '.join(sorted(own))}, the text about {', '.join(sorted(named)) or 'no task by name'}"
    classes = set(CLASSES.findall(" ".join((*entry.unit_classes, entry.statement))))
    if classes and ALL_CLASSES.search(sentence):
        return f"it is about {', '.join(sorted(classes))}, the text about all classes"
    spoken = set(CLASSES.findall(sentence))
    if classes and spoken and not classes & spoken:
        return f"it is about {', '.join(sorted(classes))}, the text about {', '.join(sorted(spoken))}"
    return ""


def tasks_in(text):
    return {task for task, pattern in TASKS.items() if re.search(pattern, text)}


def sentence_at(text, place):
    """The sentence, or the part of it between semicolons, in which a place lies."""
    ends = [match.end() for match in re.finditer(r"[.;:!?](?=\s)", text)]
    start = max((end for end in ends if end <= place), default=0)
    return text[start : min((end for end in ends if end > place), default=len(text))]


def admitted(condition, instance):
    match = re.fullmatch(r"(.+?)\s*(<=|>=|=|<|>)\s*(.+)", condition)
    if match is None:
        raise Unreadable(f"the condition {condition!r} is no comparison")
    values = {name: int(value) for name, value in instance.parameters.items() if re.fullmatch(r"-?\d+", value)}
    left, right = Expression(match.group(1), values).value, Expression(match.group(3), values).value
    return {"<=": left <= right, ">=": left >= right, "=": left == right, "<": left < right, ">": left > right}[
        match.group(2)
    ]


def general_literals(text):
    """The formulas with a parameter in ``literals``: theory, since a program prints numbers."""
    found = []
    for literal in re.finditer(r"``(.*?)``", text):
        found += [(literal.start(1) + place, formula) for place, formula in formulas_in(literal[1]) if formula.general]
    return found


def complaints_of(path, ledger, name, excused=()):
    found, before = [], ""
    for text, references in paragraphs(path):
        prose = text if references else re.sub(r"``.*?``", lambda literal: " " * len(literal.group()), text)
        theory = general_literals(text) if name.startswith(READ_IN_LITERALS) and not references else []
        fragments = [
            (at.start(), at.end())
            for file, part, _ in excused
            if file == name
            for at in re.finditer(re.escape(part), prose)
        ]
        for place, formula in [*formulas_in(prose), *theory]:
            if name.startswith("benchmarks/") and not formula.general:
                continue
            if any(start <= place < end for start, end in fragments):
                continue
            why = complaint(formula, references, ledger, sentence_at(text, place), (text, before))
            if why:
                found.append(f"{name}: {formula.text.strip()!r} in {text[max(0, place - 60) : place + 60]!r}: {why}")
        before = text if tasks_in(text) else before
        for reference in references:  # a theorem is named rightly even where there is no formula
            for part in reference.split(";"):
                named = part.strip().partition(" ")[0]
                if named not in {entry.name for entry in ledger.entries}:
                    found.append(f"{name}: there is no theorem {named!r} in the ledger")
    return found
