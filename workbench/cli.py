"""The command line: results on stdout, progress on stderr, exit codes that a script can rely on.

0 done; 1 internal error; 2 usage; 3 rejected; 4 malformed; 5 unknown within the budget.
"""

import os
import sys


def main() -> None:
    """Entry point of ``headcount`` and of ``python -m headcount``."""
    if sys.argv[1:2] == ["check"] and not {"--help", "-h"} & set(sys.argv):  # loads the checker and nothing else
        from ..certificates.__main__ import main as check_main

        sys.exit(check_main(sys.argv[2:], "headcount check"))
    try:
        _run()
    except KeyboardInterrupt:  # while something is loaded; later on typer or the search sees it
        sys.exit(INTERRUPTED)


INTERRUPTED = 130


def _run() -> None:
    import typer

    from .commands.app import INTERNAL, app

    # Before NumPy is loaded. The matrices are small and engines run side by side: threads of a linear algebra library
    # would mostly wait for each other. Whoever sets one of these knows better.
    for threads in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(threads, "1")
    try:
        app(prog_name="headcount")  # usage errors (2), Ctrl-C before a search (130) and a closed pipe end in here
    except Exception as error:
        if os.environ.get("HEADCOUNT_TRACEBACK"):
            raise
        message = f"headcount: internal error ({type(error).__name__}): {error}; this is a bug, please report it"
        typer.echo(f"{message} with the traceback that HEADCOUNT_TRACEBACK=1 shows", err=True)
        sys.exit(INTERNAL)
