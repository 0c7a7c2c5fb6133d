"""SQLite files in which the answers of sweeps are kept as they come.

Each answer is a transaction of its own in write-ahead mode, so a process that is killed loses at most what is at work,
and the file stays readable.
"""

import sqlite3
from pathlib import Path

from ..tasks import TaskError


def opened(path: Path | None, *, application: int, version: int, table: str) -> sqlite3.Connection:
    """A store, made if it is not there yet; without a path it is in memory.

    Parameters
    ----------
    path : Path or None
    application, version : int
        Mark the file as a store of this kind (PRAGMA application_id, user_version).
    table : str
        What it holds: CREATE TABLE IF NOT EXISTS ..

    Raises
    ------
    TaskError
        If the file is another one, or cannot be written.
    """
    try:
        connection = sqlite3.connect(path or ":memory:", timeout=30.0, isolation_level=None)
    except sqlite3.Error as error:
        raise TaskError(f"the store {str(path)!r} cannot be opened ({error}); try another place") from None
    try:
        (mark,) = connection.execute("PRAGMA application_id").fetchone()
        (found,) = connection.execute("PRAGMA user_version").fetchone()
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if tables and (mark, found) != (application, version):
            raise TaskError(f"{str(path)!r} is a database, but no store of this version; try another file name")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA application_id = {application}")
        connection.execute(f"PRAGMA user_version = {version}")
        connection.execute(table)
    except sqlite3.Error as error:
        connection.close()
        raise TaskError(f"{str(path)!r} cannot be used as a store ({error}); try another file name") from None
    except TaskError:
        connection.close()
        raise
    return connection
