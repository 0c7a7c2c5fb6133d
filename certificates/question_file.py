"""A question from its statement in JSON: what ``Question.to_json`` writes, typed and bounded."""

from .finite_task import FINITE_TASKS, Answers, FiniteTask, Wanted
from .question import (
    COMBINES,
    MAX_NAME,
    Question,
    at_position,
    averaging_question,
    match2_question,
    match_question,
    pattern_question,
    plain_label,
    qsa_question,
    shared_question,
)
from .reading import Node
from .sign_pattern import PatternError, SignPattern
from .verdict import MalformedError

MAX_SIZE = 10**9
"""Largest parameter of a named task."""

MAX_ORDER = 8
"""Largest order of a unit."""

MAX_HEADS = 256
"""Most heads of a layer."""


def read_question(node: Node) -> Question:
    """A question from the ``question`` field of a certificate."""
    task = node.field("task").text()
    if task in ("qsa", "averaging"):
        fields = node.fields(("task", "N", "q"))
        positions = fields["N"].integer(1, MAX_SIZE)
        q = fields["q"].integer(1, positions)
        return qsa_question(positions, q) if task == "qsa" else averaging_question(positions, q)
    if task == "shared":
        fields = node.fields(("task", "N", "q", "heads", "combine"))
        positions = fields["N"].integer(1, MAX_SIZE)
        q = fields["q"].integer(1, positions)
        heads = fields["heads"].integer(1, min(q, MAX_HEADS))
        if fields["combine"].text() not in COMBINES:
            fields["combine"].fail(f"must be {' or '.join(COMBINES)}")
        return shared_question(positions, q, heads, fields["combine"].text())
    if task == "match2":
        return match2_question(node.fields(("task", "M"))["M"].integer(1, MAX_SIZE))
    if task == "match":
        fields = node.fields(("task", "order", "M"))
        return match_question(fields["order"].integer(2, MAX_ORDER), fields["M"].integer(1, MAX_SIZE))
    if task == "computation":
        return _read_computation(node)
    if task == "pattern":
        fields = node.fields(("task", "rows", "null"), ("name",))
        name = read_name(fields)
        try:
            pattern = SignPattern(tuple(row.text() for row in fields["rows"].items()), fields["null"].truth())
        except PatternError as error:
            raise MalformedError(fields["rows"].path, str(error)) from None
        return pattern_question(pattern, name)
    known = "qsa, match2, pattern, match, shared, averaging, computation or communication"
    raise MalformedError(f"{node.path}.task", f"must be {known}, got {task[:40]!r}")


def read_name(fields: dict[str, Node]) -> str:
    """The label in the field ``name``, of which nothing is proved; empty if there is none."""
    name = fields["name"].text() if "name" in fields else ""
    if len(name) > MAX_NAME:
        fields["name"].fail(f"must have at most {MAX_NAME} characters, got {len(name)}")
    if name != plain_label(name):
        fields["name"].fail("may hold letters, digits, spaces and - + _ . , : / = only")
    return name


def _read_computation(node: Node) -> Question:
    of = node.field("of")
    if of.text() not in FINITE_TASKS:
        of.fail(f"must be one of {', '.join(FINITE_TASKS)}, got {of.text()[:40]!r}")
    name = of.text()
    ranges = FINITE_TASKS[name].parameters
    lists = ("answers",) if name == "table" else ()
    fields = node.fields(("task", "of", *ranges, *lists), ("position", *(("name",) if lists else ())))
    parameters = tuple((key, fields[key].integer(*bounds)) for key, bounds in ranges.items())
    if lists:
        task = FiniteTask(name, parameters, _read_answers(fields["answers"], dict(parameters)))
        question = Question("computation", parameters, None, read_name(fields), task)
    else:
        question = Question("computation", parameters, None, name, FiniteTask(name, parameters))
    if "position" not in fields:
        return question
    length = dict(parameters)["length" if lists else "N"]
    return at_position(question, fields["position"].integer(0, length - 1))


def _read_answers(node: Node, sizes: dict[str, int]) -> Answers:
    """``[[tokens, answers], ..]``; an answer may be null: it is not asked for."""
    listed: dict[tuple[int, ...], Wanted] = {}
    for entry in node.items():
        given, wanted = entry.items(2)
        tokens = given.integers(0, sizes["alphabet"] - 1)
        given.items(sizes["length"])
        answers = wanted.items(sizes["length"])
        if tokens in listed:
            entry.fail("is about an input that stands in the list already")
        listed[tokens] = tuple(None if answer.value is None else answer.integer() for answer in answers)
    if not listed:
        node.fail("must hold at least one input")
    return tuple(listed.items())


def computation_question(
    name: str, *, answers: Answers = (), label: str = "", position: int | None = None, **parameters: int
) -> Question:
    """The question for the answers of a finite task: a name and parameters of ``FINITE_TASKS``.

    A ``"table"`` has the parameters ``alphabet`` and ``length``, the list of its inputs with their ``answers`` (a
    promise if some inputs are missing; None for an answer that is not asked for), and possibly a ``label``. With a
    ``position`` only the answers there are asked for.

    Raises
    ------
    ValueError
        If the name, a parameter or the list is not as it must be.

    Examples
    --------
    >>> computation_question("match", order=3, M=5, N=4).words
    'the computation of match(order=3, M=5, N=4)'
    >>> either = (((0, 0), (0, 0)), ((0, 1), (1, 1)), ((1, 0), (1, 1)), ((1, 1), (1, 1)))
    >>> computation_question("table", answers=either, label="or", alphabet=2, length=2).words
    "the computation of a table 'or' with 4 inputs (alphabet=2, length=2)"
    """
    statement: dict[str, object] = {"task": "computation", "of": name, **parameters}
    if name == "table":
        listed = [[list(tokens), list(wanted)] for tokens, wanted in answers]
        statement |= {"name": plain_label(label)[:MAX_NAME], "answers": listed}
    if position is not None:
        statement["position"] = position
    try:
        return read_question(Node(statement, "question"))
    except MalformedError as error:
        raise ValueError(str(error)) from None
