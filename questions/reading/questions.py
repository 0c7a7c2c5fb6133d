"""A question from its statement in JSON: what ``Question.to_json`` writes, typed and bounded."""

from collections.abc import Callable, Mapping

from ..attention_matrix import AttentionRatios, PermutationMatrix
from ..finite_task import FINITE_TASKS, Answers, FiniteTask, Wanted
from ..outputs import Averages, Computation, asks_something, at_position
from ..question import MAX_NAME, Question, QuestionError, plain_label
from ..refusal import MalformedError
from ..relevance import Lists, Relevance
from ..retrieval import SCORES, Retrieval
from ..scored import SCORES_OF_PATTERNS, Scored, why_not
from ..selection import Matching, Pattern, SparseAveraging
from ..separation import Separation
from ..shared_averaging import COMBINES, SharedAveraging
from ..sign_pattern import PatternError, SignPattern
from .attention_matrices import read_permutation, read_ratios
from .names import read_name
from .node import Node

MAX_SIZE = 10**9
"""Largest parameter of a named task."""

MAX_ORDER = 8
"""Largest order of a unit."""

MAX_HEADS = 256
"""Most heads of a layer."""


def read_question(node: Node) -> Question:
    """A question from the ``question`` field of a certificate."""
    question = QUESTIONS[node.field("task").word(QUESTIONS)](node)
    if question.is_pattern and question.can_be_written_out:
        node.meter.charge(2 * question.cells)  # it may be written out, which is remembered
    return question


def _sparse_averaging(node: Node) -> Question:
    return SparseAveraging(*_positions(node.fields(("task", "N", "q"))))


def _averages(node: Node) -> Question:
    return Averages(*_positions(node.fields(("task", "N", "q"))))


def _shared(node: Node) -> Question:
    fields = node.fields(("task", "N", "q", "heads", "combine"))
    positions, q = _positions(fields)
    return SharedAveraging(
        positions, q, fields["heads"].integer(1, min(q, MAX_HEADS)), fields["combine"].word(COMBINES)
    )


def _separation(node: Node) -> Question:
    return Separation(*_sizes_of_sets(node.fields(("task", "N", "least", "most"))))


def _retrieval(node: Node) -> Question:
    fields = node.fields(("task", "N", "least", "most", "score"))
    return Retrieval(*_sizes_of_sets(fields), fields["score"].word(SCORES))


def _scored(node: Node) -> Question:
    fields = node.fields(("task", "score", "of"), ("shared",))
    score = fields["score"].word(SCORES_OF_PATTERNS)
    of = read_question(fields["of"])
    shared = fields["shared"].integers(0) if "shared" in fields else ()
    if shared == () and "shared" in fields:
        fields["shared"].fail("must not be empty; leave it out")
    try:
        if reason := why_not(of, score, shared):
            node.fail(reason)
    except QuestionError as error:
        fields["of"].fail(str(error))
    return Scored(of, score, shared)


def _sizes_of_sets(fields: dict[str, Node]) -> tuple[int, int, int]:
    positions = fields["N"].integer(1, MAX_SIZE)
    most = fields["most"].integer(1, positions)
    return positions, fields["least"].integer(1, most), most


def _positions(fields: dict[str, Node]) -> tuple[int, int]:
    positions = fields["N"].integer(1, MAX_SIZE)
    return positions, fields["q"].integer(1, positions)


def _matching(node: Node) -> Question:
    fields = node.fields(("task", "order", "M"))
    return Matching(fields["order"].integer(2, MAX_ORDER), fields["M"].integer(1, MAX_SIZE))


def _pattern(node: Node) -> Question:
    fields = node.fields(("task", "rows", "null"), ("name",))
    name = read_name(fields)
    rows = tuple(row.text() for row in fields["rows"].entries())
    node.meter.charge(sum(map(len, rows)))
    try:
        return Pattern(SignPattern(rows, fields["null"].truth()), name)
    except PatternError as error:
        raise MalformedError(fields["rows"].path, str(error)) from None


def _relevance(node: Node) -> Question:
    fields = node.fields(("task", "columns", "selected", "null"), ("free", "name"))
    columns = fields["columns"].integer(1, MAX_SIZE)
    selected = _lists(fields["selected"], columns)
    free = _lists(fields["free"], columns) if "free" in fields else ((),) * len(selected)
    if not selected:
        fields["selected"].fail("must hold a list for each row, and at least one")
    if len(free) != len(selected):
        fields["free"].fail(f"must hold a list for each of the {len(selected)} rows, got {len(free)}")
    for row, (chosen, ignored) in enumerate(zip(selected, free, strict=True)):
        if ignored and not set(ignored).isdisjoint(chosen):
            fields["free"].child(row).fail("holds a column that is selected")
    return Relevance(columns, selected, free, fields["null"].truth(), read_name(fields))


def _lists(node: Node, columns: int) -> Lists:
    return tuple(row.increasing(0, columns - 1) for row in node.entries())


def _computation(node: Node) -> Question:
    name = node.field("of").word(FINITE_TASKS)
    ranges = FINITE_TASKS[name].parameters
    lists = ("answers",) if name == "table" else ()
    fields = node.fields(("task", "of", *ranges, *lists), ("position", *(("name",) if lists else ())))
    parameters = tuple((key, fields[key].integer(*bounds)) for key, bounds in ranges.items())
    if lists:
        task = FiniteTask(name, parameters, _read_answers(fields["answers"], dict(parameters)))
        question: Question = Computation(task, read_name(fields))
    else:
        task = FiniteTask(name, parameters)
        question = Computation(task)
    if "position" in fields:
        question = at_position(question, fields["position"].integer(0, task.length - 1))
    if lists and not asks_something(question):
        fields["answers"].fail("must ask for some answer; all that are asked for are null")
    return question


def _read_answers(node: Node, sizes: dict[str, int]) -> Answers:
    """``[[tokens, answers], ..]``; an answer may be null: it is not asked for."""
    listed: dict[tuple[int, ...], Wanted] = {}
    for entry in node.entries():
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


QUESTIONS: Mapping[str, Callable[[Node], Question]] = {
    SparseAveraging.task: _sparse_averaging,
    Separation.task: _separation,
    Retrieval.task: _retrieval,
    Scored.task: _scored,
    Matching.task: _matching,
    Pattern.task: _pattern,
    Relevance.task: _relevance,
    SharedAveraging.task: _shared,
    Averages.task: _averages,
    Computation.task: _computation,
    AttentionRatios.task: read_ratios,
    PermutationMatrix.task: read_permutation,
}
"""The word that stands for a type of question in files -> its reader."""


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
