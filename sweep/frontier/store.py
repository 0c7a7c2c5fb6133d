"""The results of a frontier in an SQLite file, kept as they come: a run that is killed continues from them.

Each answer is a transaction of its own in write-ahead mode, so a process that is killed loses at most the cells at
work, and the file stays readable. A file belongs to one task, class and setting; ranges and budgets may differ.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from ...solvers.outcome import Verdict
from ...tasks import TaskError
from ..sqlite_file import opened
from .cells import Cell, CellAnswer, CellQuestion

APPLICATION = 0x68647274
"""Marks the file as ours (PRAGMA application_id)."""

VERSION = 1

TABLE = """
CREATE TABLE IF NOT EXISTS cells (
    task TEXT NOT NULL, unit_class TEXT NOT NULL, setting TEXT NOT NULL,
    m INTEGER NOT NULL, p INTEGER NOT NULL, H INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('feasible', 'infeasible', 'open')),
    method TEXT NOT NULL, evidence TEXT NOT NULL, seconds REAL NOT NULL, budget REAL NOT NULL,
    PRIMARY KEY (m, p, H)
) WITHOUT ROWID
"""

KEEP = """
INSERT INTO cells VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (m, p, H) DO UPDATE SET
    status = excluded.status, method = excluded.method, evidence = excluded.evidence,
    seconds = excluded.seconds, budget = excluded.budget
WHERE cells.status = 'open' AND (excluded.status <> 'open' OR excluded.budget >= cells.budget)
"""  # an answer is never replaced, whatever another run on the same file says


@dataclass(frozen=True)
class StoredCell:
    """A row: the answer and the budget it was given."""

    cell: Cell
    answer: CellAnswer
    budget: float


class FrontierStore:
    """Answers to one ``CellQuestion``, in a file or (without a path) in memory.

    Raises
    ------
    TaskError
        If the file is no store, or one for another task, class or setting, or cannot be written.

    Examples
    --------
    >>> from headcount.questions import least_size, match2_question
    >>> asked = CellQuestion(least_size(match2_question(3), "m", "GRID(p, midrise, gap 1)"))
    >>> with FrontierStore(None, asked) as store:
    ...     evidence = '{"claims": [{"side": "lower"}]}'
    ...     store.keep(Cell(2, 1, 1), CellAnswer(Verdict.INFEASIBLE, "counting", evidence, 0.0), 10.0)
    ...     [(str(row.cell), row.answer.status.existence) for row in store.rows()]
    [('m=2 p=1 H=1', 'infeasible')]
    """

    def __init__(self, path: Path | None, asked: CellQuestion) -> None:
        self.path = path
        task = json.dumps(asked.question.to_json(), sort_keys=True, separators=(",", ":"))
        self._key = (task, str(asked.unit_class), asked.setting)
        self._connection = opened(path, application=APPLICATION, version=VERSION, table=TABLE)
        try:
            self._require_same_question()
        except TaskError:
            self.close()
            raise

    def _require_same_question(self) -> None:
        for row in self._connection.execute("SELECT DISTINCT task, unit_class, setting FROM cells"):
            if row != self._key:
                other = next(
                    (theirs, ours) for theirs, ours in zip(row, self._key, strict=True) if theirs != ours
                )  # the first difference says most
                raise TaskError(
                    f"the store {str(self.path)!r} was made for {other[0][:100]}, and this run asks for "
                    f"{other[1][:100]}; take another file"
                )

    def keep(self, cell: Cell, answer: CellAnswer, budget: float) -> None:
        """Keep an answer; one that decides is never replaced."""
        said = (answer.status.existence, answer.method, answer.evidence, answer.seconds, budget)
        self._connection.execute(KEEP, (*self._key, cell.m, cell.p, cell.H, *said))

    def rows(self) -> Iterator[StoredCell]:
        """All that is kept.

        Raises
        ------
        TaskError
            If the evidence of a decided cell is damaged, or says the opposite. (It is not replayed here: it was when
            the cell was decided, and ``-o`` writes it for ``headcount check``.)
        """
        chosen = "SELECT m, p, H, status, method, evidence, seconds, budget FROM cells ORDER BY m, p, H"
        for m, p, H, status, method, evidence, seconds, budget in self._connection.execute(chosen):
            if not _agrees(status, evidence):
                raise TaskError(
                    f"the store {str(self.path)!r} is damaged: m={m} p={p} H={H} is called {status}, and its evidence "
                    "does not say so; delete the file and start again"
                )
            yield StoredCell(Cell(m, p, H), CellAnswer(Verdict.of_existence(status), method, evidence, seconds), budget)

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def __enter__(self) -> "FrontierStore":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _agrees(status: str, evidence: str) -> bool:
    """Whether the certificate of a decided cell claims a bound of the right side."""
    wanted = {"feasible": {"upper"}, "infeasible": {"lower", "none"}}.get(status)
    if wanted is None:
        return True
    try:
        return not wanted.isdisjoint({claim["side"] for claim in json.loads(evidence)["claims"]})
    except (ValueError, TypeError, KeyError):
        return False
