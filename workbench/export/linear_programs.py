"""Linear programs of claims as text (CPLEX LP format), and the exact dual of a threshold degree.

The optimum of a program is the measure itself, so a lower end is at most the optimum and an upper end at least. Over
rectangles a program has a variable or a constraint for each of them, of which there may be 2^(R + C): only small
matrices have one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from math import comb

import numpy as np

from ...questions.matrix import CommunicationMatrix
from ...questions.outputs import Computation
from ...solvers.rectangles.maximal_rectangles import TooManyRectanglesError, cover_program
from ...solvers.units.threshold_degree import degree_program
from .asked import bound_of, measure_name, measure_of, size_of, value_of
from .script import MOST_BYTES, Script, TooLargeError, need_room
from .stated_claim import StatedClaim

MOST_RECTANGLES = 4000
"""Rectangles of a program; 6 x 6 matrices have 3969."""

Sides = tuple[tuple[int, ...], tuple[int, ...]]


def of_rectangles(claim: StatedClaim) -> str:
    """The program of a measure over all rectangles of the matrix.

    Raises
    ------
    TooLargeError
        If there are too many, or the measure is none of a linear program.
    """
    name, matrix = measure_name(claim), claim.matrix
    if name not in WRITTEN:
        raise TooLargeError(f"{name} is no linear program")
    program = WRITTEN[name](matrix, str(_decimal(claim)))
    if len(program) > MOST_BYTES:
        raise TooLargeError(f"the program has {len(program)} characters; at most {MOST_BYTES} are written")
    heading = (claim.words, MEANING[name], "An answer is the word of a solver with floating-point numbers.")
    return "".join(f"\\ {line}\n" for line in heading) + program


def _decimal(claim: StatedClaim) -> float:
    parameter = measure_of(claim).parameter
    return float(parameter) if parameter is not None else 0.0


MEANING = {
    "fractional_cover1": "The least weight of rectangles without 0 that give each entry 1 a load of at least 1: "
    "a variable for each maximal one, r<rows>_c<columns>.",
    "disc": "The least t for which, with some distribution mu, no rectangle has a signed sum above t or below -t.",
    "partition_bound": "The least weight of labelled rectangles, w<label>_<rows>_<columns>.",
    "smooth_rectangle1": "The least weight of rectangles, w_<rows>_<columns>, with loads as the definition says.",
}


def _cover(matrix: CommunicationMatrix, epsilon: str) -> str:
    cells = np.array([list(row) for row in matrix.rows])
    try:
        return cover_program(cells == "1", cells != "0")
    except TooManyRectanglesError as error:
        raise TooLargeError(str(error)) from None


def _discrepancy(matrix: CommunicationMatrix, epsilon: str) -> str:
    lines = ["minimize", " obj: t", "subject to"]
    cells = [(r, c) for r, row in enumerate(matrix.rows) for c, entry in enumerate(row) if entry != "*"]
    for k, (rows, columns) in enumerate(_all_rectangles(matrix)):
        held = [(r, c) for r in rows for c in columns if matrix.rows[r][c] != "*"]
        for letter, plus in (("a", "1"), ("b", "0")):
            terms = " ".join(f"{'+' if matrix.rows[r][c] == plus else '-'} m_{r}_{c}" for r, c in held)
            lines.append(f" {letter}{k}: {terms} - t <= 0") if held else None
    return "\n".join([*lines, f" one: {' '.join(f'+ m_{r}_{c}' for r, c in cells)} = 1", "end", ""])


def _partition(matrix: CommunicationMatrix, epsilon: str) -> str:
    named = {f"{_name(sides)}": sides for sides in _all_rectangles(matrix)}
    objective = " ".join(f"+ w{z}{name}" for z in "01" for name in named)
    lines = ["minimize", f" obj: {objective}", "subject to"]
    for r, row in enumerate(matrix.rows):
        for c, entry in enumerate(row):
            held = [name for name, (rows, columns) in named.items() if r in rows and c in columns]
            both = " ".join(f"+ w{z}{name}" for z in "01" for name in held)
            lines.append(f" all{r}_{c}: {both} = 1")
            if entry != "*":
                right = " ".join(f"+ w{entry}{name}" for name in held)
                lines.append(f" right{r}_{c}: {right} >= {1 - float(epsilon)!r}")
    return "\n".join([*lines, "end", ""])


def _smooth(matrix: CommunicationMatrix, epsilon: str) -> str:
    named = {f"w{_name(sides)}": sides for sides in _all_rectangles(matrix)}
    lines = ["minimize", " obj: " + " ".join(f"+ {name}" for name in named), "subject to"]
    for r, row in enumerate(matrix.rows):
        for c, entry in enumerate(row):
            load = " ".join(f"+ {name}" for name, (rows, columns) in named.items() if r in rows and c in columns)
            if entry == "1":
                lines += [f" least{r}_{c}: {load} >= {1 - float(epsilon)!r}", f" most{r}_{c}: {load} <= 1"]
            elif entry == "0":
                lines.append(f" little{r}_{c}: {load} <= {float(epsilon)!r}")
    return "\n".join([*lines, "end", ""])


WRITTEN: Mapping[str, Callable[[CommunicationMatrix, str], str]] = {
    "fractional_cover1": _cover,
    "disc": _discrepancy,
    "partition_bound": _partition,
    "smooth_rectangle1": _smooth,
}


def _all_rectangles(matrix: CommunicationMatrix) -> Iterator[Sides]:
    rows, columns = matrix.shape
    count = (2**rows - 1) * (2**columns - 1)
    if count > MOST_RECTANGLES:
        raise TooLargeError(f"the program would have {count} rectangles; at most {MOST_RECTANGLES} are written")
    for left in _subsets(rows):
        for right in _subsets(columns):
            yield left, right


def _subsets(count: int) -> Iterator[tuple[int, ...]]:
    for size in range(1, count + 1):
        yield from combinations(range(count), size)


def _name(sides: Sides) -> str:
    return "_" + "_".join(".".join(map(str, side)) for side in sides)


def threshold_degree(claim: StatedClaim) -> Script:
    """The script of ``threshold-degree``: weights whose signed sums vanish on all monomials of lower degree."""
    question, evidence = size_of(claim).question, claim.evidence
    assert isinstance(question, Computation)  # the table of writers
    task, degree, position = question.of, evidence["degree"], question.of.position
    assert position is not None  # class THRESH asks for it
    others = [j for j in range(task.length) if j != position]
    need_room(len(evidence["weights"]) * comb(len(others), degree - 1))
    script = Script(
        "QF_LIA",
        claim.words,
        f"weights w of at least 1 on inputs with one token x at position {position}, such that for every {degree - 1} "
        "other "
        "positions and every word there the weights of the inputs with this word, with + for answer 1 and - for answer "
        "0, add up to 0; at least one head less would give a polynomial of degree below "
        f"{degree} with these signs, whose weighted sum would not be 0",
        "that the answers of the inputs are those of the task; a sum that is not written has no input in it",
    )
    sums: dict[tuple[int, ...], list[str]] = {}
    for k, (tokens, weight) in enumerate(evidence["weights"]):
        wanted = task.answers_to(tuple(tokens))
        answer = wanted[position] if wanted is not None else None
        script.remark(f"input {' '.join(map(str, tokens))}: {answer}")
        name = script.define(f"w_{k}", weight)
        here = script.define(f"x_{k}", tokens[position])
        script.require(f"(>= {name} 1)", f"(= {here} x_0)", *["false"] * (answer is None))
        for number, subset in enumerate(combinations(others, degree - 1)):
            sums.setdefault((number, *(tokens[j] for j in subset)), []).append(name if answer else f"(- {name})")
    subsets = list(combinations(others, degree - 1))
    for (number, *word), terms in sums.items():
        script.remark(f"positions {list(subsets[number])}, word {word}")
        script.require(f"(= {script.sum(terms)} 0)")
    script.require(f"(>= {degree} {value_of(claim)})")
    return script


def degree_program_of(claim: StatedClaim) -> str:
    """The program that has optimum 0 because no polynomial of degree below the one named has the signs."""
    question, evidence = size_of(claim).question, claim.evidence
    assert isinstance(question, Computation)  # the table of writers
    task, position = question.of, question.of.position
    assert position is not None  # class THRESH asks for it
    points, signs = [], []
    for tokens, _ in evidence["weights"]:
        wanted = task.answers_to(tuple(tokens))
        assert wanted is not None  # accepted, so it is an input
        points.append(tuple(token for j, token in enumerate(tokens) if j != position))
        signs.append(bool(wanted[position]))
    program = degree_program([(points, signs)], evidence["degree"] - 1)
    if len(program) > MOST_BYTES:
        raise TooLargeError(f"the program has {len(program)} characters; at most {MOST_BYTES} are written")
    heading = (
        claim.words,
        f"The most that a polynomial of degree {evidence['degree'] - 1} can exceed 0 on its side at the inputs of the "
        "evidence; 0: there is none.",
        "An answer is the word of a solver with floating-point numbers.",
    )
    return "".join(f"\\ {line}\n" for line in heading) + program


def _side(claim: StatedClaim) -> str:
    return f"{'at least' if bound_of(claim).side == 'lower' else 'at most'} {bound_of(claim).value}"


MEANINGS: Mapping[str, Callable[[StatedClaim], str]] = {
    **dict.fromkeys(("entry-weights", "weights", "dual", "distribution", "signed-rectangles"), _side),
    "points": lambda claim: "positive margins: every set is reachable",
    "combinations": lambda claim: "0: no set is reachable",
    "threshold-degree": lambda claim: "0: no polynomial of lower degree",
}
"""Kind of evidence -> what the optimum is."""
