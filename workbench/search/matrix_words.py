"""The communication matrix that words on the command line name."""

from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path

from ...certificates.meaning.matrices import FUNCTIONS as NAMED
from ...questions import MEASURES, CommunicationMatrix
from ...questions.matrix import MatrixError
from ...reductions.protocols.cut import Cut
from ...reductions.protocols.cut_matrix import cut_matrix
from ...reductions.reduction import Owner
from ...tasks import TASKS, SequenceTask, TaskError
from ...tasks.registry import task_from_words
from ...tasks.two_party.matrix_file import read_matrix_file
from ...tasks.words import integer_word, named_words

FILES = (".csv", ".tsv", ".txt", ".json", ".npy")


def matrix_from_words(words: list[str], cut: Mapping[str, str]) -> CommunicationMatrix:
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
            f"--{next(iter(cut))} is for a task that is cut in two, and {name[:60]!r} is none; leave it out"
        )
    if name in NAMED:
        given = named_words(words[1:]) if all("=" in word for word in words[1:]) else {}
        if set(given) != {"n"}:
            raise TaskError(f"{name} takes the parameter n and no other; write for example: {name} n=3")
        try:
            return CommunicationMatrix.named(name, integer_word("n", given["n"]))
        except MatrixError as error:
            raise TaskError(str(error)) from None
    if is_task:
        return _of_task(words, cut)
    if Path(name).suffix.lower() in FILES or Path(name).exists():
        if words[1:]:
            measures = all(word in MEASURES for word in words[1:])
            remedy = f"write --only {','.join(words[1:])}" if measures else "leave them out"
            raise TaskError(f"a matrix file takes no parameters, got {' '.join(words[1:])[:60]}; {remedy}")
        return read_matrix_file(Path(name))
    close = get_close_matches(name.lower(), [*NAMED, *(entry.name for entry in TASKS)], n=1)
    hint = f"did you mean {close[0]}? " if close else ""
    raise TaskError(
        f"there is no function {name[:60]!r}; {hint}known are {', '.join(NAMED)}, a matrix file (.csv, .json, .npy), "
        "and a task with --cut"
    )


def _of_task(words: list[str], cut: Mapping[str, str]) -> CommunicationMatrix:
    task = task_from_words(words)
    if not isinstance(task, SequenceTask):
        raise TaskError(f"{task.name} has no finite sequences of one length, so it cannot be cut; try match3 M=5 N=3")
    if "cut" not in cut:
        example = "P" + "A" * (task.N // 2) + "B" * (task.N - 1 - task.N // 2)
        raise TaskError(
            f"a task is measured across a cut; give each of its {task.N} positions an owner: --cut {example}"
        )
    letters = {"A": Owner.ALICE, "B": Owner.BOB, "P": Owner.PUBLIC}
    if wrong := [letter for letter in cut["cut"] if letter not in letters]:
        raise TaskError(f"--cut must be letters A (Alice), B (Bob) and P (public), got {wrong[0]!r}; try --cut PAB")
    owners = Cut(tuple(letters[letter] for letter in cut["cut"]))
    words_of_public = [word for word in cut.get("public", "").split(",") if word]
    public = [integer_word("--public", word) for word in words_of_public]
    value = integer_word("--value", cut["value"]) if "value" in cut else None
    return cut_matrix(task, owners, integer_word("--at", cut.get("at", "1")), public, value)
