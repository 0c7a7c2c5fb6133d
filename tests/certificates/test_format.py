"""FORMAT.rst: its examples are accepted, and every name of the tables of the core, and every field, occurs in it."""

import ast
import json
import re
from itertools import product
from pathlib import Path

import pytest

import headcount.certificates
from headcount.certificates import clauses, evaluate, facts, maps, psd, rules, statements, theorem, tree, unit_class
from headcount.certificates.check import check
from headcount.certificates.grids import GRIDS
from headcount.certificates.meaning import masks, quantities
from headcount.certificates.systems import System, programs
from headcount.certificates.verdict import Accepted

FOLDER = Path(headcount.certificates.__file__).parent
TEXT = (FOLDER / "FORMAT.rst").read_text(encoding="utf-8")
FLOWING = " ".join(TEXT.split())
NUMBERS = ({"b": "0", "c": "_complement"}, {"b": "1", "c": ""})
FIELDS = ({"F": "q"}, {"F": "gf2"}, {"F": "gf3"})
INEQUALITIES = {name for name in theorem.FIELDS if re.search(" [<>]= ", name)}
WAYS = ({"o": "ab", "v": "vc_rows", "w": "vc_columns"}, {"o": "ba", "v": "vc_columns", "w": "vc_rows"})


def examples():
    return [json.loads(part) for part in re.findall(r"\n\.\. certificate\n\n::\n\n((?:  .*\n)+)", TEXT)]


def schemas():
    """The names of the schemas of all systems of clauses."""
    classes, found = [System], set()
    while classes:
        one = classes.pop()
        found |= set(one.schemas)
        classes += [other for other in one.__subclasses__() if other.__module__.startswith("headcount.")]
    return found


def fields():
    """The fields of all records: the keys of what ``record`` is called with, and of the dictionaries of types."""
    found = set()
    for path in FOLDER.rglob("*.py"):
        if path.name in ("schema.py", "__main__.py"):
            continue
        module = ast.parse(path.read_text(encoding="utf-8"))
        made = ("integer", "fraction", "many", "word", "text", "truth", "pair", "maybe", "record", "Type", "tagged")
        for node in ast.walk(module):
            if isinstance(node, ast.Dict):
                for key, value in zip(node.keys, node.values, strict=True):
                    of = value.func.id if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) else ""
                    named = isinstance(value, ast.Name) and value.id.isupper()
                    if isinstance(key, ast.Constant) and isinstance(key.value, str) and (of in made or named):
                        found.add(key.value)
    return {name for name in found if name.isidentifier()} | {"task", "from"}


def inequalities():
    """The names that the list of inequalities stands for, once its letters in braces are filled in."""
    (block,) = re.findall(r"\n  (fooling\{b\} <= fractional_cover\{b\};.*?)\n\n", TEXT, re.DOTALL)
    found = set()
    for name in (" ".join(part.split()) for part in block.split(";")):
        for letters in product(NUMBERS, FIELDS, WAYS):
            filled = name
            for group in letters:
                for letter, word in group.items():
                    filled = filled.replace(f"{{{letter}}}", word)
            found.add(filled)
    return found


NAMES = {
    "rules": rules.RULES,
    "clauses": clauses.SYSTEMS,
    "farkas": {"states", "degree", *programs.SYSTEMS},
    "psd": {"gram", "weights", "norm", "margin", "ceiling", *psd.NORMS},
    "tree": tree.SYSTEMS,
    "exhibits": evaluate.EXHIBITS,
    "theorems": set(theorem.FIELDS) - INEQUALITIES,
    "maps": maps.MAPS,
    "facts": facts.FACTS,
    "measures": quantities.MEASURES,
    "tasks": statements.TASKS,
    "computations": {*statements.FINITE, "table"},
    "functions": {*statements.FUNCTIONS, "matrix"},
    "layers": {*masks.NAMED, "lists", "union", "causal"},
    "classes": unit_class.FAMILIES,
    "grids": GRIDS,
    "file": ("format", "version", "claims", "question", "remarks"),
    "fields": fields(),
}


def occurs(name):
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", FLOWING)


@pytest.mark.parametrize("number", range(len(examples())))
def test_examples_are_accepted(number):
    verdict = check(examples()[number])
    assert isinstance(verdict, Accepted), verdict


def test_examples_are_of_several_rules():
    used = set(re.findall(r'"rule": "(\w+)"', json.dumps(examples())))
    assert len(used) >= 5


@pytest.mark.parametrize("table", NAMES)
def test_names_occur(table):
    missing = [name for name in NAMES[table] if not occurs(name)]
    assert NAMES[table] and not missing


def test_schemas_are_marked():
    assert schemas() == set(re.findall(r"\$([a-z]+)\b", FLOWING))


def test_exhibits_systems_and_maps_are_entries():
    marked = [*evaluate.EXHIBITS, *clauses.SYSTEMS, *tree.SYSTEMS, *maps.MAPS, *programs.SYSTEMS]
    assert not [name for name in marked if not re.search(rf"@{re.escape(name)}[ :]", FLOWING)]


def test_the_list_of_inequalities_is_that_of_the_core():
    assert inequalities() == INEQUALITIES


def test_the_text_is_short():
    lines = TEXT.splitlines()
    assert len(lines) <= 650
    assert max(map(len, lines)) <= 120
