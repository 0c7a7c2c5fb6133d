"""What ``headcount measure --matrices`` prints and writes."""

from __future__ import annotations

import csv
import os
import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from ..sweep.matrices.measure_matrices import MatrixAnswers, measure_matrices
from .answer_files import require_folder
from .command import say
from .json_answers import echo_json
from .progress import BarLine

if TYPE_CHECKING:
    from ..search.measures_asked import MeasureOptions
    from ..sweep.matrices.answer import MatrixAnswer
    from .command import Run


def answer_matrices(
    words: list[str],
    options: MeasureOptions,
    run: Run,
    *,
    jobs: int | None,
    scheduler: str | None,
    store: Path | None,
    rows: Path | None,
) -> bool:
    """Measure, print a line for every matrix as it comes, and write; whether everything is known.

    Raises
    ------
    TaskError
        See ``measure_matrices`` and ``read_matrix_files``; if no file or no measure is named.
    """
    from ..search.output_files import require_different, require_writable
    from ..tasks import TaskError
    from ..tasks.two_party.matrix_file import read_matrix_files

    names = options.names
    if not words:
        raise TaskError("‹matrices› needs files; write for example: headcount measure --matrices a.json --only D")
    if not names:
        raise TaskError("‹matrices› prints a line for a matrix, with room for a few measures; try ‹only=D,cover1›")
    for path in (store, rows):
        require_writable(path)
    require_folder(run.output)
    require_different(store, rows, run.output, inputs=words)
    given = read_matrix_files([Path(word) for word in words])
    with BarLine(len(given), enabled=not run.quiet) as line:

        def told(answer: MatrixAnswer) -> None:
            if not run.as_json:
                with line.away():
                    say(str(answer))

        def watch(done: int, of: int, at_work: str, held_up: str) -> None:
            line.say(held_up)
            line.show(done, f"{done}/{of} matrices", held_up or at_work, of)

        found = measure_matrices(
            given,
            only=names,
            budget=run.budget,
            seed=run.seed,
            parameters=options.parameters,
            jobs=jobs,
            scheduler=scheduler,
            store=store,
            told=told,
            watch=watch,
        )
    if run.as_json:
        echo_json(found.to_json())
    else:
        _print_rest(found, len(given), store)
    if rows is not None:
        _write_csv(found, rows)
    if run.output is not None:
        _write_certificates(found, run.output, quiet=run.as_json)
    return found.complete


def _print_rest(found: MatrixAnswers, given: int, store: Path | None) -> None:
    """What is said when all lines are printed: those of matrices that came twice, and how many are known."""
    for answer in found:
        if answer.same_as:
            say(str(answer))
    complete = sum(answer.complete for answer in found)
    known_bounds = [
        known[f"{side}_evidence"]
        for answer in found
        for known in answer.measures.values()
        for side in ("lower", "upper")
        if known[side] is not None
    ]
    word = "every bound is CERTIFIED"
    if any(evidence["status"] != "CERTIFIED" for evidence in known_bounds):
        word = "bounds are CERTIFIED, but for those with a ?, which are a solver's answer"
    say(f"{given} matrices: all is known of {complete}, something is open of {given - complete}; {word}")
    if found.note:
        say(f"  note: {found.note}")
    if store is not None:
        say(
            f"  kept in {shlex.quote(os.fspath(store))}; the same command continues, a larger --budget tries again "
            "what is open"
        )


def _write_csv(found: MatrixAnswers, path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        head = ("name", "rows", "columns", "measure", "lower", "upper", "status", "seconds", "same_as", "note")
        writer.writerow(head)
        for answer in found:
            about = (answer.name, *answer.matrix.shape)
            for name, known in answer.measures.items():
                row = (name, known["lower"], known["upper"], known["status"], known["seconds"])
                writer.writerow((*about, *row, answer.same_as, answer.note))
            if not answer.measures:
                writer.writerow((*about, "", "", "", "", "", answer.same_as, answer.note))


def _write_certificates(found: MatrixAnswers, folder: Path, *, quiet: bool) -> None:
    """A file for every matrix, one for those with the same entries; its number is in the order of the matrices."""
    folder.mkdir(exist_ok=True)
    count = 0
    for number, answer in enumerate(found, start=1):
        if answer.certificate and not answer.same_as:
            safe = re.sub(r"[^A-Za-z0-9_.-]", "-", answer.name)
            (folder / f"{number:04}-{safe}.json").write_text(answer.certificate + "\n", "utf-8")
            count += 1
    if not quiet:
        place = shlex.quote(os.fspath(folder))
        say(f"  {count} certificates in {place}; check them with: headcount check {place}/*.json")
