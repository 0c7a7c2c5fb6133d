"""Instances that examples name, and whether they are trivial: constant answers, width 0, a protocol of no bits.

An example that asks about a constant function shows nothing, whatever comes out. Code is read, not run: strings that
are words of a task, a matrix or a command, ``computation_question("match", order=2, M=2, N=4)``, ``Match2(7)``, and
``construct("match2", M=7, N=3)``, where all arguments are literals.
"""

import ast
import doctest
import shlex
from itertools import takewhile

from headcount.questions import CommunicationMatrix, Question, SignPattern, computation_question
from headcount.search.measures_asked import matrix_from_words
from headcount.tasks.finite_questions import finite_question
from headcount.tasks.registry import TASKS, question_from_words
from headcount.tasks.sign_patterns import sign_pattern
from headcount.tasks.two_party.matrices import communication_matrix as matrix_of

CLASSES = {entry.make.__name__: entry.make for entry in TASKS}
MOST_INPUTS, MOST_ENTRIES = 20_000, 200_000
"""Largest tables and patterns that are gone through; a larger one is not looked at."""

COMMANDS = ("probe", "frontier", "measure", "construct", "bounds", "theorems", "protocol")


def is_constant(answers):
    """Whether one answer is right on all inputs: at each position that asks, it does not depend on the input."""
    columns = list(zip(*answers, strict=True))
    return all(len({answer for answer in column if answer is not None}) <= 1 for column in columns)


def needs_no_width(pattern):
    """Whether m = 0 will do: all scores of a row are equal, and 0 with a null token."""
    return all(set(row) - {"*"} <= {"0"} or (not pattern.null and len(set(row) - {"*"}) == 1) for row in pattern.rows)


def why_trivial(instance):
    """What is trivial about a question or a matrix, in words; "" if nothing is, or it is too large."""
    if isinstance(instance, CommunicationMatrix):
        return "constant, D = 0" if len(set("".join(instance.rows)) - {"*"}) == 1 else ""
    if isinstance(instance, SignPattern):
        return "m = 0" if needs_no_width(instance) else ""
    if not isinstance(instance, Question):
        return ""
    if instance.task == "computation":
        finite = instance.of
        if finite.alphabet**finite.length > MOST_INPUTS:
            return ""
        at = getattr(instance, "position", None)
        rows = [row if at is None else (row[at],) for _, row in finite.pairs()]
        return "constant answers" if is_constant(rows) else ""
    if instance.is_pattern and instance.can_be_written_out and len(instance.rows) * instance.columns <= MOST_ENTRIES:
        return "m = 0" if needs_no_width(instance.pattern) else ""
    return ""


def of_words(text):
    """What words such as ``match2 M=3 N=2`` name, as a computation, else as a selection, else as a matrix."""
    try:
        words = list(takewhile(lambda word: not word.startswith("-"), shlex.split(text)))  # options come last
    except ValueError:
        return []
    if words[:1] == ["headcount"]:
        words = words[2:] if words[1:2] and words[1] in COMMANDS else []
    if len(words) < 2 or len(text) > 100 or not all("=" in word for word in words[1:]):
        return []
    found = []
    for make in (finite_question, question_from_words, lambda words: matrix_from_words(words, {})):
        try:
            found.append(make(words))
        except Exception:  # the words are of another kind
            continue
    return found[:1]


def instances_in(code):
    """Pairs (how it is written, instance) that code names by literals."""
    try:
        tree = ast.parse(code)
    except SyntaxError:
        return
    for node in ast.walk(tree):
        if _is_text(node):
            yield from ((node.value, found) for found in of_words(node.value))
        elif isinstance(node, ast.List) and node.elts and all(_is_text(one) for one in node.elts):
            words = " ".join(one.value for one in node.elts)
            yield from ((words, found) for found in of_words(words))
        elif isinstance(node, ast.Call):
            yield from _of_call(node)


def _is_text(node):
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _of_call(node):
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    try:
        given = [ast.literal_eval(argument) for argument in node.args]
        named = {word.arg: ast.literal_eval(word.value) for word in node.keywords}
    except ValueError:
        return
    if name not in MAKERS:
        return
    try:
        yield from ((ast.unparse(node), found) for found in MAKERS[name](*given, **named))
    except Exception:  # another kind of argument, or an example of a mistake
        return


def _with_sizes(name, **sizes):
    """``construct("match2", M=7, N=3)``; what is not a number is an option."""
    given = [f"{word}={value}" for word, value in sizes.items() if type(value) is int]
    return of_words(" ".join([name, *given])) if "=" not in name else []  # words are found as they are


MAKERS = {
    "computation_question": lambda *given, **sizes: [computation_question(*given, **sizes)],
    "SignPattern": lambda *given, **more: [SignPattern(*given, **more)],
    "CommunicationMatrix": lambda *given: [CommunicationMatrix(*given)],
    "named": lambda name, n: of_words(f"{name} n={n}"),
    "construct": _with_sizes,
    "probe": lambda task, **more: _with_sizes(task, **more) if isinstance(task, str) else [sign_pattern(task)],
    "measure": lambda matrix, **more: [] if isinstance(matrix, str) else [matrix_of(matrix)],
    **{name: lambda *given, make=make, **sizes: [make(*given, **sizes).question()] for name, make in CLASSES.items()},
}
"""Name of a function or class -> the instances that its literal arguments make."""


def examples_in(source):
    """Pairs (name, code) of the docstrings of a module: doctests, and lines that are commands."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) or not (text := ast.get_docstring(node)):
            continue
        name = getattr(node, "name", "module")
        for example in doctest.DocTestParser().get_examples(text):
            yield name, example.source
        for line in text.splitlines():
            if line.strip().startswith("headcount ") and '"' not in line:
                yield name, repr(line.strip().partition("  ")[0])


def commands_in(text):
    """The commands of a page, each as code."""
    for line in text.splitlines():
        if line.strip().startswith("$ headcount "):
            yield repr(line.strip().removeprefix("$ "))
