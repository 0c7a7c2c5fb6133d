"""Engines of other packages (entry points ``headcount.measures``): they give evidence, and the checker decides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from ..bounds.bound import CheckerRefusedError
from ..questions import MEASURES
from ..questions.value_matrix import Matrix
from ..tasks import TaskError
from ..tasks.extensions import Extension, extensions
from .engines import Declined, Effort, Engine
from .known import Known
from .measured import MeasureBound, certified


def engine_and_others(
    measure: str, engine: Engine, others: Sequence[Extension], matrix: Matrix, known: Known, effort: Effort
) -> Iterator[MeasureBound]:
    """The bounds of an engine, and after them what other packages have to say of its measure.

    What a package gives under the name of a measure is a function of a ``CommunicationMatrix`` that yields triples
    (side, value, evidence).
    """
    yield from engine(matrix, known, effort)
    for other in others:
        if known.closed(measure):
            return
        try:
            for side, value, evidence in other.call(lambda other=other: list(other.load()(matrix))):
                yield certified(matrix, measure, side, value, f"by {other}", evidence)
        except CheckerRefusedError as error:
            raise Declined(f"the checker does not accept what {other} gives: {error}") from None
        except (TaskError, TypeError, ValueError, KeyError) as error:
            raise Declined(f"{other} gives no bounds: {error}") from None


def with_others(measure: str, engine: Engine) -> Engine:
    """The engine, with what other packages add to it, if any do."""
    others = tuple(one for one in extensions("measures") if one.name == measure)
    return partial(engine_and_others, measure, engine, others) if others and measure in MEASURES else engine
