"""Every loop of the checker over data is paid for: found in its syntax tree, whatever files may come.

A loop (``for``, ``while``, or a comprehension) is paid for if it walks a ``walk(..)``, or if its function has charged
the meter, or walked, before it. What a loop of fixed length walks is written beside it. All others are in ``WHY``, each
under the reason why nothing is lost.
"""

import ast
from pathlib import Path

import pytest

import headcount

CORE = Path(headcount.__file__).parent / "certificates"
PAYS = {"charge", "charge_power", "walk", "room"}
PAYS |= {"read", "pattern_of", "inputs", "wanted", "row_of", "sets_of", "cells", "entries", "masks", "clause_of"}
PAYS |= {
    "values_of",
    "indicator",
    "seen",
    "_charge",
    "_charge_scores",
    "require_shape",
    "images",
    "orbit",
    "put",
    "number",
    "stated",
    "prove",
}
"""The meter, and what pays for all that it returns, in proportion to its length."""
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
READ = "a part of the file, of which every byte has been paid for when it was read"
CALLER = "the caller has charged so much before"
SHORT = "a table of the checker, or a number that a statement bounds, gone through once in a claim"
INSIDE = "what is walked, or what is done with an entry, pays for itself"
WHY = {
    READ: """
        check: _brackets said
        claims: about words
        evaluate/averages: _charge _need_shape _powers
        evaluate/exhibit: __call__ bits_needed
        evaluate/factors: _bits _factors _numbers
        evaluate/graphs: closed_sets
        evaluate/matrices: _fooling _inside _shattered
        evaluate/paths: _missing self_attending two_ends
        evaluate/reductions: all_pairs states two_runs
        evaluate/units: _made _need_scope softmax_weights unit
        evaluate/vectors: require_shape shown
        meaning/masks: _fits _leaves
        meaning/reductions: _fits _layer is_token
        meaning/units: __init__ longest
        problems/keys: key_problems
        psd: _gram
        systems/layers: token
        schema: __init__ labelled
        stated: read_claim
        statements: _matrix _maxsim _ratios _relevance _scored _table _values
        theorems/costs: cut lambda tokens
        theorems/hops: farthest held layers_until
        theorems/matrices: vectors
        verdict: __str__
    """,
    CALLER: """
        definite: eliminated squares_and_remainder without_first
        evaluate/averages: _error _scores weigh
        evaluate/graphs: within
        evaluate/paths: root
        evaluate/ranks: _rank clear clearing
        evaluate/views: multiset
        meaning/pattern: listed stands tuple_symbol within word_of
        meaning/reductions: average encoded
        meaning/tasks: _asked composition cycle3 k_hop match match3_bigram match3_local
        meaning/units: _vectors joined rounded_mean rounded_total row rows weigh
        problems/__init__: __init__ members signed turned
        problems/keys: differing divided hopeless step
        problems/points: left levels
        problems/small: merged
        problems/units: output value
        psd: _weights signed
        systems/chirotope: lex
        systems/dependency: signs
        systems/programs: _images find
        systems/protocols: _by_ranks
        theorems/late_interaction: halves
        theorems/lines: apart shown
        theorems/planarity: separated
    """,
    SHORT: """
        farkas: _degree_rows
        meaning/masks: _layer
        meaning/pattern: part
        meaning/tasks: lambda
        schema: record
        statements: _rising lambda
        text: plain
        theorem: row_for
        theorems/costs: exceeds
        theorems/inequalities: _each
    """,
    INSIDE: """
        evaluate/graphs: centre
        evaluate/paths: two_inputs
        evaluate/units: _fault
        farkas: combined
        meaning/pattern: _subsets lambda pattern_of
        systems/chirotope: _inequalities cramer plucker
        systems/dependency: follows
        systems/layers: refuted
        systems/order: step
        tree: fixes orbit
    """,
}
"""Reason -> ``file: functions`` with loops that are not paid for where they stand."""


def pays(node):
    """Whether an expression charges the meter."""
    if not isinstance(node, ast.Call):
        return False
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    return name in PAYS


def fixed(source):
    """Whether what is walked is written out."""
    if isinstance(source, ast.Call) and getattr(source.func, "id", "") in ("range", "enumerate", "zip"):
        return all(fixed(one) for one in source.args)
    if isinstance(source, ast.Tuple | ast.List | ast.Set):
        return not any(isinstance(one, ast.Starred) for one in source.elts)
    return isinstance(source, ast.Constant) or (isinstance(source, ast.Name) and source.id.isupper())


def loops(function):
    """(line, what is walked; None for a ``while``) of the loops of a function, inner functions apart."""
    waiting = list(ast.iter_child_nodes(function))
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        if isinstance(node, ast.For):
            yield node.lineno, node.iter
        if isinstance(node, ast.While):
            yield node.lineno, None
        if isinstance(node, COMPREHENSIONS):
            yield from ((node.lineno, part.iter) for part in node.generators)
        waiting += ast.iter_child_nodes(node)


def unpaid(tree):
    """(function, line, what is walked) of the loops that nothing before them in their function pays for."""
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef | ast.Lambda):
            continue
        paid = min((node.lineno for node in ast.walk(function) if pays(node)), default=10**9)
        for line, source in loops(function):
            inside = source is not None and any(pays(node) for node in ast.walk(source))
            if line < paid and not inside and not (source is not None and fixed(source)):
                name = getattr(function, "name", "lambda")
                yield name, line, "while" if source is None else ast.unparse(source)


def found():
    """``file: function`` -> what is walked there."""
    result = {}
    for path in sorted(CORE.rglob("*.py")):
        if path.name == "__main__.py":
            continue
        for name, line, source in unpaid(ast.parse(path.read_text("utf-8"))):
            result.setdefault(f"{path.relative_to(CORE).with_suffix('')}: {name}", []).append(f"{line}: {source}")
    return result


def test_every_loop_is_paid_for_or_said_why_not():
    listed = [one.strip().partition(": ") for names in WHY.values() for one in names.strip().splitlines()]
    excused = [f"{file}: {name}" for file, _, names in listed for name in names.split()]
    assert len(set(excused)) == len(excused)
    there = found()
    assert not set(there) - set(excused), {name: there[name] for name in set(there) - set(excused)}
    assert not set(excused) - set(there), "these are paid for, or gone"


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("def f(meter, x):\n    return [a for a in x]", 1),
        ("def f(meter, x):\n    meter.charge(len(x))\n    return [a for a in x]", 0),
        ("def f(meter, x):\n    for a in x:\n        pass\n    meter.charge(len(x))", 1),
        ("def f(meter, x):\n    return [a for a in walk(meter, x)]", 0),
        ("def f(meter, x):\n    return [a for a in walk(meter, x) for b in a]", 0),
        ("def f(meter, x):\n    return [a for a in (1, 2)]", 0),
        ("def f(meter, x):\n    while x:\n        x = x[1:]", 1),
        ("f = lambda x: {a for a in x}", 1),
    ],
)
def test_the_finder_finds_what_is_not_paid_for(source, count):
    assert len(list(unpaid(ast.parse(source)))) == count
