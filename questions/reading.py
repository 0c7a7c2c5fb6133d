"""Questions, and bounds about them, from JSON: read by the checker's schemas, then made into the objects of this room.

Every reader takes a JSON value and raises ``Malformed`` (a path and a reason) where the checker would.
"""

from collections.abc import Callable, Mapping
from typing import Any, cast

from ..certificates.meter import UNLIMITED, Meter
from ..certificates.refuse import Malformed
from ..certificates.schema import Record
from ..certificates.stated import read_claim
from ..certificates.statements import STATEMENT
from .attention_matrix import AttentionRatios, PermutationMatrix
from .finite_task import Answers, FiniteTask
from .late_interaction import LateInteraction
from .layer_patterns import NAMED_PATTERNS, LayerPattern
from .least_size import LeastSize
from .matrix import CommunicationMatrix
from .outputs import Averages, Computation
from .question import MAX_NAME, Question, plain_label
from .relevance import Relevance
from .scope import Scope
from .scored import Scored
from .selection import Matching, Pattern, SparseAveraging
from .separation import Retrieval, Separation
from .shared_averaging import SharedAveraging
from .sign_pattern import SignPattern
from .sparse_pattern import Causal, Lists, SparsePattern, Union
from .tolerant import Tolerant
from .unit_class import UnitClass
from .value_matrix import Matrix, ValueMatrix

Subject = Question | CommunicationMatrix | ValueMatrix | SparsePattern
"""What a bound may be about."""


def read_subject(value: object, path: str = "question") -> Subject:
    """What a statement is about.

    >>> read_subject({"task": "qsa", "N": 6, "q": 2}).words
    'q-SA(N=6, q=2) without a null token'
    >>> read_subject({"task": "qsa", "N": 6})
    Traceback (most recent call last):
    ...
    headcount.certificates.refuse.Malformed: question: lacks the field 'q'
    """
    return _subject_of(STATEMENT.read(value, path, Meter(UNLIMITED)), path)


def read_question(value: object, path: str = "question") -> Question:
    """The question of a statement about units."""
    subject = read_subject(value, path)
    if not isinstance(subject, Question):
        raise Malformed(f"{path}.task", f"must be that of a question about units, got {subject.words}")
    return subject


def read_matrix(value: object) -> Matrix:
    """The matrix of a statement about one."""
    return cast(Matrix, read_subject(value))


def read_pattern(value: object) -> SparsePattern:
    """The sparse pattern of a statement about one."""
    return cast(SparsePattern, read_subject(value))


def read_bound(value: Mapping[str, Any], question: Mapping[str, Any]) -> tuple[LeastSize, str, int | None]:
    """Quantity, side and value of a claimed bound of a least size, without its proof; with side ``none`` no value.

    >>> claim = {"resource": "m", "unit_class": "SIGN", "side": "lower", "value": 4}
    >>> size, side, number = read_bound(claim, {"task": "qsa", "N": 6, "q": 2})
    >>> size.words, side, number
    ('q-SA(N=6, q=2) without a null token, class SIGN', 'lower', 4)
    """
    statement = STATEMENT.read(question, "question", Meter(UNLIMITED))
    claim = read_claim(value, statement, "claim", Meter(UNLIMITED))
    if claim.quantity.kind != "size":
        raise Malformed("claim", "must bound m, p or H of units")
    fields = dict(claim.quantity.fields)
    scope, pattern = fields["scope"], fields["pattern"]
    fields["unit_class"] = UnitClass(*fields["unit_class"])
    fields["scope"] = None if scope is None else Scope(**scope.fields)
    fields["pattern"] = None if pattern is None else _sparse_pattern(pattern)
    about = cast(Question, _subject_of(statement, "question"))
    return LeastSize(question=about, **fields), claim.side, None if claim.value is None else int(claim.value)


def computation_question(
    name: str, *, answers: Answers = (), label: str = "", position: int | None = None, **parameters: int
) -> Question:
    """The question for the answers of a finite task, at all positions or at one.

    Parameters
    ----------
    name : a key of ``FINITE_TASKS``
    answers : of a ``table`` only: pairs of an input and its answers, None where nothing is asked
    label : of a ``table`` only: its name, of at most ``MAX_NAME`` characters
    position : if given, only the answers there are asked for
    parameters : the task's sizes

    Raises
    ------
    ValueError
        If the name is unknown, a size is missing, unknown or out of its range, a list of answers is malformed, or
        there is no such position.

    Examples
    --------
    >>> computation_question("match", order=3, M=4, N=3).words
    'the computation of match(order=3, M=4, N=3)'
    >>> computation_question("table", answers=(((0,), (1,)), ((1,), (0,))), label="not", alphabet=2, length=1).words
    "the computation of a table 'not' with 2 inputs (alphabet=2, length=1)"
    """
    statement: dict[str, object] = {"task": "computation", "of": name, **parameters}
    if name == "table":
        listed = [[list(tokens), list(wanted)] for tokens, wanted in answers]
        statement |= {"name": plain_label(label)[:MAX_NAME], "answers": listed}
    if position is not None:
        statement["position"] = position
    try:
        return read_question(statement)
    except Malformed as error:
        raise ValueError(str(error)) from None


def _subject_of(statement: Record, path: str) -> Subject:
    """The subject of a statement that has been read."""
    try:
        return SUBJECTS[statement.kind](statement)
    except KeyError:
        raise Malformed(f"{path}.task", f"must be {', '.join(SUBJECTS)}, got {statement.kind}") from None
    except ValueError as error:  # a matrix that is too large, say
        raise Malformed(path, str(error)) from None


def _relevance(s: Record) -> Question:
    return Relevance(s.columns, s.selected, s.free or ((),) * len(s.selected), s.null, s.name)


def _computation(s: Record) -> Question:
    sizes = {name: size for name, size in s.fields.items() if name not in ("of", "position", "answers", "name")}
    listed, name = s.fields.get("answers", ()), s.fields.get("name", "")
    return Computation(FiniteTask(s.of, tuple(sizes.items()), listed, s.position), name)


def _matrix(s: Record) -> CommunicationMatrix:
    return CommunicationMatrix(s.rows, s.name) if s.of == "matrix" else CommunicationMatrix.named(s.of, s.n)


def _sparse_pattern(s: Record) -> SparsePattern:
    return SparsePattern(tuple(_layer(layer, s.n) for layer in s.layers))


def _layer(layer: Record, n: int) -> LayerPattern:
    if layer.kind == Lists.name:
        return Lists(n, layer.lists)
    if layer.kind == Union.name:
        return Union(n, tuple(_layer(part, n) for part in layer.of))
    if layer.kind == Causal.name:
        return Causal(_layer(layer.of, n))
    return NAMED_PATTERNS[layer.kind](n, **layer.fields)


def _fields(kind: Callable[..., Subject]) -> Callable[[Record], Subject]:
    """The maker of a subject whose fields are those of its statement, in the same order."""
    return lambda s: kind(*s.fields.values())


SUBJECTS: Mapping[str, Callable[[Record], Subject]] = {
    SparseAveraging.task: _fields(SparseAveraging),
    Averages.task: _fields(Averages),
    SharedAveraging.task: _fields(SharedAveraging),
    Separation.task: _fields(Separation),
    Retrieval.task: _fields(Retrieval),
    Matching.task: _fields(Matching),
    AttentionRatios.task: _fields(AttentionRatios),
    PermutationMatrix.task: _fields(PermutationMatrix),
    Scored.task: lambda s: Scored(cast(Question, _subject_of(s.of, "of")), s.score, s.shared),
    Tolerant.task: lambda s: Tolerant(cast(Question, _subject_of(s.of, "of")), s.wrong, s.counts),
    LateInteraction.task: lambda s: LateInteraction(
        cast(Question, _subject_of(s.of, "of")), s.document_vectors, s.query_vectors
    ),
    Pattern.task: lambda s: Pattern(SignPattern(s.rows, s.null), s.name),
    Relevance.task: _relevance,
    Computation.task: _computation,
    "communication": _matrix,
    "values": lambda s: ValueMatrix(s.rows, s.name),
    "sparse-pattern": _sparse_pattern,
}
"""The word that stands for a subject in files -> its maker."""
