"""The question about a communication matrix: which matrix, which measures, which parameters."""

from __future__ import annotations

import re
import shlex
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from fractions import Fraction
from pathlib import Path
from typing import Any

from ..certificates.meaning.matrices import FUNCTIONS as NAMED
from ..questions import MEASURES, CommunicationMatrix
from ..questions.matrix import MatrixError, too_large
from ..questions.value_matrix import Matrix, ValueMatrix
from ..tasks import TASKS, SequenceTask, TaskError
from ..tasks.registry import task_from_words
from ..tasks.two_party.functions import FUNCTIONS, TwoPartyFunction, function_named
from ..tasks.two_party.matrices import communication_matrix, rows_of_function
from ..tasks.two_party.matrix_file import read_matrix_file
from ..tasks.two_party.values import VALUED, has_other_values, rows_of_values, value_matrix, valued_named
from ..tasks.words import integer_word, named_words
from .options import Options, option

FILES = (".csv", ".tsv", ".txt", ".json", ".npy")


@dataclass(frozen=True)
class MeasureOptions(Options):
    """The options of ``measure``."""

    only: Any = option("Measures to show, separated by commas.", metavar="NAMES")
    total: float | None = option("Seconds for all measures together [no limit].", least=0.001, example=60)
    alpha: Any = option("alpha of gamma2_alpha (11/10).", metavar="A/B")
    epsilon: Any = option("epsilon of partition_bound and smooth_rectangle (1/3).", metavar="A/B")
    cut: str | None = option("Tasks: an owner A, B, P per position.", metavar="LETTERS")
    at: Any = option("Tasks: whose output (1, the first).", metavar="POSITION")
    public: Any = option("Tasks: the public tokens, as in 1,0.", metavar="TOKENS")
    value: Any = option("Tasks: the output that counts as 1.", metavar="V")

    @property
    def names(self) -> tuple[str, ...]:
        """The measures asked for; none: all that are defined."""
        if self.only is None:
            return ()
        names = self.only.split(",") if isinstance(self.only, str) else self.only
        found = tuple(name.strip() for name in names if name.strip())
        if isinstance(self.only, str) and not found:
            raise TaskError("‹only› needs names of measures; try ‹only=D,gamma2›")
        return found

    @property
    def across(self) -> dict[str, str]:
        """How a task is cut in two."""
        return {name: str(self.given[name]) for name in ("cut", "at", "public", "value") if name in self.given}

    @property
    def parameters(self) -> dict[str, Fraction]:
        """Measure -> parameter, for all measures that have alpha or epsilon."""
        return parameters_of(alpha=self.alpha, epsilon=self.epsilon)


@dataclass(frozen=True)
class MeasuresAsked:
    """The measures of a matrix: which (all that are defined, if none is named), with which parameters."""

    matrix: Matrix
    only: tuple[str, ...] = ()
    parameters: Mapping[str, Fraction] = field(default_factory=dict)


def measures_question(
    matrix: Any,
    options: MeasureOptions | None = None,
    inputs: Any = None,
    parameters: Mapping[str, Fraction] | None = None,
) -> MeasuresAsked:
    """The question about a matrix in whatever form: see ``headcount.measure``.

    Raises
    ------
    TaskError, CutError
        If there is no such matrix, an entry is none, or an option is impossible.
    """
    options = options or MeasureOptions()
    words = matrix if isinstance(matrix, list) and matrix and all(isinstance(one, str) for one in matrix) else None
    if isinstance(matrix, str):
        words = shlex.split(matrix) or [""]
    elif isinstance(matrix, Path):
        words = [str(matrix)]
    if words is not None and inputs is None and not _are_rows(words):
        found: Matrix = matrix_from_words(words, options.across)
    elif options.across:
        raise TaskError(
            f"‹{next(iter(options.across))}› is for a task in words, such as 'match3 M=5 N=3'; leave it out"
        )
    elif isinstance(matrix, TwoPartyFunction):
        found = matrix_of(matrix)
    elif isinstance(matrix, ValueMatrix):
        found = matrix
    elif inputs is None and not callable(matrix) and has_other_values(matrix):
        found = value_matrix(matrix)
    elif inputs is not None and has_other_values(rows := rows_of_function(matrix, inputs)):
        found = value_matrix(rows)
    else:
        found = communication_matrix(matrix, inputs)
    return MeasuresAsked(found, options.names, {**options.parameters, **(parameters or {})})


def _are_rows(words: Collection[str]) -> bool:
    return all(word and not set(word) - set("01*") for word in words)


def parameters_of(*, alpha: Any = None, epsilon: Any = None) -> dict[str, Fraction]:
    """Measure -> parameter, for all measures that have alpha or epsilon.

    Parameters
    ----------
    alpha, epsilon : int, float, Fraction, or text such as "3/2" and "1.5", optional

    Raises
    ------
    TaskError
        If one is no number, or too long.

    Examples
    --------
    >>> parameters_of(alpha="3/2"), parameters_of(epsilon=0.25)["partition_bound"]
    ({'gamma2_alpha': Fraction(3, 2)}, Fraction(1, 4))
    """
    given: dict[str, Fraction] = {}
    for name, value in (("alpha", alpha), ("epsilon", epsilon)):
        if value is None:
            continue
        text = str(value)
        if not re.fullmatch(r"-?\d{1,30}([./]\d{1,30})?", text) or text.endswith("/0"):
            raise TaskError(f"‹{name}› must be a number such as 3/2 or 1.5, got {text[:40]!r}; write it so")
        number = Fraction(text)
        given |= {one: number for one, measure in MEASURES.items() if measure.parameter == name}
    return given


def matrix_from_words(words: list[str], cut: Mapping[str, str]) -> Matrix:
    """The matrix that words such as ``disj n=3``, ``matrix.csv`` or ``match3 M=5 N=3`` with a cut name.

    Parameters
    ----------
    words : list of str
    cut : mapping
        ``cut`` (letters A, B, P), ``at``, ``public``, ``value`` as given on the command line; for a task only.

    Raises
    ------
    TaskError, CutError
        The message says what is wrong and what to try.

    Examples
    --------
    >>> matrix_from_words(["disj", "n=2"], {}).rows
    ('1111', '1010', '1100', '1000')
    >>> matrix_from_words(["match3", "M=4", "N=3"], {"cut": "PAB", "public": "1"}).shape
    (4, 4)
    """
    name = words[0]
    is_task = any(entry.name == name for entry in TASKS)
    if cut and not is_task:
        raise TaskError(
            f"‹{next(iter(cut))}› is for a task that is cut in two, and {name[:60]!r} is none; leave it out"
        )
    given = named_words(words[1:]) if all("=" in word for word in words[1:]) else {}
    if name in NAMED:
        if set(given) != {"n"}:
            raise TaskError(f"{name} takes the parameter n and no other; write for example: {name} n=3")
        try:
            return CommunicationMatrix.named(name, integer_word("n", given["n"]))
        except MatrixError as error:
            raise TaskError(str(error)) from None
    if name in FUNCTIONS:
        return matrix_of(function_named(name, **{size: integer_word(size, x) for size, x in given.items()}))
    if name in VALUED:
        return valued_named(name, **{size: integer_word(size, x) for size, x in given.items()})
    if is_task:
        return _of_task(words, cut)
    if Path(name).suffix.lower() in FILES or Path(name).exists():
        if words[1:]:
            measures = all(word in MEASURES for word in words[1:])
            remedy = f"write ‹only={','.join(words[1:])}›" if measures else "leave them out"
            raise TaskError(f"a matrix file takes no parameters, got {' '.join(words[1:])[:60]}; {remedy}")
        values = rows_of_values(Path(name))
        return read_matrix_file(Path(name)) if values is None else value_matrix(values, Path(name).name)
    functions = [*NAMED, *(one for one in FUNCTIONS if one not in NAMED), *VALUED]
    close = get_close_matches(name.lower(), [*functions, *(entry.name for entry in TASKS)], n=1)
    hint = f"did you mean {close[0]}? " if close else ""
    raise TaskError(
        f"there is no function {name[:60]!r}; {hint}known are {', '.join(functions)}, a matrix file (.csv, .json, "
        ".npy), and a task with ‹cut›"
    )


def matrix_of(function: TwoPartyFunction) -> CommunicationMatrix:
    """The matrix of a function, ``*`` outside its promise.

    Raises
    ------
    TaskError
        If it is too large to be measured.

    Examples
    --------
    >>> from headcount.tasks.two_party.functions import udisj
    >>> print(matrix_of(udisj(2)))
    the 4x4 promise matrix 'UDISJ_2'
    """
    if reason := too_large(function.alice.count, function.bob.count):
        raise TaskError(f"{function}: {reason}; try a smaller n")
    return communication_matrix(function.matrix(), name=str(function))


def _of_task(words: list[str], cut: Mapping[str, str]) -> CommunicationMatrix:
    task = task_from_words(words)
    if not isinstance(task, SequenceTask):
        raise TaskError(f"{task.name} has no finite sequences of one length, so it cannot be cut; try match3 M=5 N=3")
    if "cut" not in cut:
        example = "P" + "A" * (task.N // 2) + "B" * (task.N - 1 - task.N // 2)
        raise TaskError(
            f"a task is measured across a cut; give each of its {task.N} positions an owner: ‹cut={example}›"
        )
    from ..reductions.protocols.cut import Cut
    from ..reductions.protocols.cut_matrix import cut_matrix
    from ..reductions.reduction import Owner

    letters = {"A": Owner.ALICE, "B": Owner.BOB, "P": Owner.PUBLIC}
    if wrong := [letter for letter in cut["cut"] if letter not in letters]:
        raise TaskError(f"‹cut› must be letters A (Alice), B (Bob) and P (public), got {wrong[0]!r}; try ‹cut=PAB›")
    owners = Cut(tuple(letters[letter] for letter in cut["cut"]))
    words_of_public = [word for word in cut.get("public", "").split(",") if word]
    public = [integer_word("‹public›", word) for word in words_of_public]
    value = integer_word("‹value›", cut["value"]) if "value" in cut else None
    return cut_matrix(task, owners, integer_word("‹at›", cut.get("at", "1")), public, value)
