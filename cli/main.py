"""The command line: results on stdout, progress on stderr, exit codes that a script can rely on.

0 done; 1 internal error; 2 usage; 3 rejected; 4 malformed; 5 unknown within the budget.
"""

import errno
import gc
import os
import sys
from typing import Any


def run() -> None:
    """Entry point of ``headcount`` and of ``python -m headcount``.

    What a command has loaded is no garbage: it is looked for less often than usual, and not at the end, where it would
    take a quarter of the time of a command that searches for nothing.
    """
    gc.set_threshold(BETWEEN_COLLECTIONS)
    try:
        main()
    finally:
        gc.freeze()


BETWEEN_COLLECTIONS = 200_000
"""Objects that are made before garbage is looked for among the youngest; 700 are usual."""


def main() -> None:
    """Run the command that ``sys.argv`` names."""
    if sys.argv[1:2] == ["check"] and not {"--help", "-h"} & set(sys.argv):  # loads the checker and nothing else
        from .check_files import main as check_main

        sys.exit(check_main(sys.argv[2:]))
    try:
        code = _run()
    except KeyboardInterrupt:  # while something is loaded; later on typer or the search sees it
        code = INTERRUPTED
    if code == INTERRUPTED:
        print(f"headcount: {INTERRUPTED_WORDS}", file=sys.stderr)
    sys.exit(code)


INTERRUPTED = 130
INTERRUPTED_WORDS = "interrupted; what is printed holds, the rest was not done"


def _run() -> int | None:
    """The exit code of the command; 130 after Ctrl-C."""
    import typer

    from .app import INTERNAL, USAGE, parser

    # Before NumPy is loaded. The matrices are small and engines run side by side: threads of a linear algebra library
    # would mostly wait for each other. Whoever sets one of these knows better.
    for threads in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(threads, "1")
    code: int | None
    try:
        code = parser()(prog_name="headcount", standalone_mode=False)  # Ctrl-C before a search ends in here, with 130
        sys.stdout.flush()
    except SystemExit as ended:
        code = 0 if _pipe_is_closed() else ended.code  # type: ignore[assignment]
    except BrokenPipeError:
        code = 0
    except Exception as error:
        if os.environ.get("HEADCOUNT_TRACEBACK"):
            raise
        if hasattr(error, "format_message"):  # of the parser of options
            help_asked = type(error).__name__ == "NoArgsIsHelpError"
            typer.echo(error.format_message() if help_asked else f"headcount: {_usage(error)}", err=True)
            code = USAGE
        elif isinstance(error, OSError) and error.filename is None and error.errno in FULL:
            typer.echo(f"headcount: could not write the output ({error.strerror}); try another place", err=True)
            code = USAGE
        else:
            message = f"headcount: internal error ({type(error).__name__}): {error}; this is a bug, please report it"
            typer.echo(f"{message} with the traceback that HEADCOUNT_TRACEBACK=1 shows", err=True)
            code = INTERNAL
    _forget_output()
    return code


FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""What writing to a disk that is full, or is gone, ends with."""


def _pipe_is_closed() -> bool:
    """Whether the reader of the output has gone, which typer tells by what it has put in the place of the output."""
    return type(sys.stdout).__name__ == "PacifyFlushWrapper"


def _usage(error: Any) -> str:
    """One sentence about an option or a command that does not exist or lacks its value."""
    said = " ".join(error.format_message().split()).rstrip(".")
    said = said.partition(", unable to parse")[0].replace("Input should", "it must")
    words = "headcount" if error.ctx is None else error.ctx.command_path
    return f"{said[:1].lower()}{said[1:]}; {words} --help lists what there is"


def _forget_output() -> None:
    """What could not be written cannot be written at the end either, where Python would complain."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
