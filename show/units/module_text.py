"""A unit as a module of Python that runs it with NumPy, and nothing else; and the unit in such a module, read back.

The module is ``evaluator.py`` with the object of the unit as text at its end. It is read back without being run: the
text is what stands in the one assignment ``UNIT = json.loads(..)``.
"""

from __future__ import annotations

import ast
import json
from pathlib import Path

from .runnable_unit import RunnableUnit

EVALUATOR = Path(__file__).with_name("evaluator.py")

HEAD = '''"""{words}

Written by headcount; ``headcount unit`` and the name of this file proves again what is claimed of the tables in UNIT
(it does not read the code). ``run(tokens)`` gives the rows that they put out{more}.
"""

from __future__ import annotations

import json
'''
ANSWERS = '''

def answers(tokens: Sequence[int]) -> list[int]:
    """What is read off the rows."""
    return answers_of(UNIT, tokens)
'''
END = '''

UNIT = json.loads(
    {text!r}
)


def run(tokens: Sequence[int]) -> list[list[Any]]:
    """The output row of each position on a sequence of tokens."""
    return rows_of(UNIT, tokens)
'''


def module_text(stored: RunnableUnit) -> str:
    """The module."""
    text = json.dumps(stored.to_json(), separators=(",", ":"))
    _, _, rest = EVALUATOR.read_text("utf-8").partition("\n\nfrom __future__ import annotations\n")
    answers = "" if stored.at is None else ANSWERS
    more = ", ``answers(tokens)`` the answers" if answers else ""
    head = HEAD.format(words=str(stored).replace("\n", "\n\n"), more=more)
    return f"{head}{rest}{END.format(text=text)}{answers}"


def text_in_module(module: str) -> str:
    r"""The text of the object in ``UNIT = json.loads(..)``; nothing of the module is run.

    Raises
    ------
    ValueError
        If there is no such assignment, or more than one.

    Examples
    --------
    >>> text_in_module("x = print('never')\nUNIT = json.loads('{}')")
    '{}'
    """
    found = [node.value for node in ast.parse(module).body if isinstance(node, ast.Assign) and _names_unit(node)]
    if len(found) != 1 or not isinstance(found[0], ast.Call) or len(found[0].args) != 1:
        raise ValueError("there must be one assignment UNIT = json.loads(..)")
    text = ast.literal_eval(found[0].args[0])
    if not isinstance(text, str):
        raise ValueError("json.loads must be given a text")
    return text


def _names_unit(node: ast.Assign) -> bool:
    return [target.id for target in node.targets if isinstance(target, ast.Name)] == ["UNIT"]
