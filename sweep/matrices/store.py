"""Measures of many matrices in an SQLite file, kept as they come: a run that is killed continues from them.

A file belongs to one choice of measures, parameters and seed; matrices and budgets may differ. A matrix is known by its
entries, so that one with another name, or of another file, is found again.
"""

import json
from collections.abc import Collection, Mapping
from fractions import Fraction
from pathlib import Path

from ...questions import CommunicationMatrix
from ...tasks import TaskError
from ..sqlite_file import opened
from .answer import MatrixAnswer, agrees

APPLICATION = 0x68646D6D
"""Marks the file as ours (PRAGMA application_id)."""

VERSION = 1

TABLE = """
CREATE TABLE IF NOT EXISTS matrices (
    setting TEXT NOT NULL, entries TEXT NOT NULL PRIMARY KEY, measures TEXT NOT NULL, certificate TEXT NOT NULL,
    complete INTEGER NOT NULL, seconds REAL NOT NULL, budget REAL NOT NULL
) WITHOUT ROWID
"""

KEEP = """
INSERT INTO matrices VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (entries) DO UPDATE SET
    measures = excluded.measures, certificate = excluded.certificate, complete = excluded.complete,
    seconds = excluded.seconds, budget = excluded.budget
WHERE NOT matrices.complete AND (excluded.complete OR excluded.budget >= matrices.budget)
"""  # an answer is never replaced by one that knows less for want of time


class MatrixStore:
    """Answers in a file, or (without a path) in memory; usable in a ``with`` block.

    Raises
    ------
    TaskError
        If the file is no store, or one of other measures, or cannot be written.
    """

    def __init__(self, path: Path | None, only: Collection[str], parameters: Mapping[str, Fraction], seed: int) -> None:
        self.path = path
        given = {name: str(value) for name, value in sorted(parameters.items())}
        self._setting = json.dumps({"measures": sorted(only) or "all", "parameters": given, "seed": seed})
        self._connection = opened(path, application=APPLICATION, version=VERSION, table=TABLE)
        for (setting,) in self._connection.execute("SELECT DISTINCT setting FROM matrices"):
            if setting != self._setting:
                self.close()
                raise TaskError(
                    f"the store {str(path)!r} was made for {setting[:200]}, and this run asks for "
                    f"{self._setting[:200]}; take another file"
                )

    def keep(self, answer: MatrixAnswer, budget: float) -> None:
        """Keep an answer."""
        said = (json.dumps(answer.measures), answer.certificate, answer.complete, answer.seconds, budget)
        self._connection.execute(KEEP, (self._setting, "\n".join(answer.matrix.rows), *said))

    def find(self, matrix: CommunicationMatrix, budget: float) -> MatrixAnswer | None:
        """What is kept of a matrix: an answer that leaves something open only if its budget was not smaller.

        Raises
        ------
        TaskError
            If the certificate that is kept is about something else. (It is not replayed here: it was when the bounds
            were found, and ``-o`` writes it for ``headcount check``.)
        """
        chosen = "SELECT measures, certificate, complete, seconds, budget FROM matrices WHERE entries = ?"
        row = self._connection.execute(chosen, ("\n".join(matrix.rows),)).fetchone()
        if row is None or not (row[2] or row[4] >= budget):
            return None
        try:
            answer = MatrixAnswer(matrix, json.loads(row[0]), row[1], bool(row[2]), row[3])
        except ValueError:
            answer = None
        if answer is None or not agrees(answer):
            raise TaskError(
                f"the store {str(self.path)!r} is damaged: what is kept of {matrix.words} is not in its certificate; "
                "delete the file and start again"
            )
        return answer

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def __enter__(self) -> "MatrixStore":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
