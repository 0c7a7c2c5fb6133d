"""The command line: results on stdout, progress on stderr, exit codes that a script can rely on.

0 done; 1 internal error; 2 usage; 3 rejected; 4 malformed; 5 unknown within the budget.
"""

import os
import sys

import typer

from .commands import (  # noqa: F401  each registers its command
    bounds,
    check,
    construct,
    frontier,
    measure,
    probe,
    protocol,
    reduce,
    theorems,
)
from .commands.app import INTERNAL, app


def main() -> None:
    """Entry point of ``headcount`` and of ``python -m headcount``."""
    try:
        app(prog_name="headcount")  # usage errors (2), Ctrl-C before a search (130) and a closed pipe end in here
    except Exception as error:
        if os.environ.get("HEADCOUNT_TRACEBACK"):
            raise
        message = f"headcount: internal error ({type(error).__name__}): {error}; this is a bug, please report it"
        typer.echo(f"{message} with the traceback that HEADCOUNT_TRACEBACK=1 shows", err=True)
        sys.exit(INTERNAL)
