"""The command-line application, its exit codes, and how a mistake of the user's is reported.

A command lies in the file of its name, which is imported when it is called: the list of them needs the lines below.
"""

from contextvars import ContextVar
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

DONE, INTERNAL, USAGE, REJECTED, MALFORMED, UNKNOWN = range(6)

START_WORDS = "Go on from an earlier answer, a file that -o wrote."
"""The help of --start, wherever there is one."""

SCHEDULER_WORDS = "Run on the workers of this Dask scheduler, such as tcp://10.0.0.1:8786."
"""The help of --scheduler, wherever there is one."""

COMMANDS = {
    "approximate": "Realise a sparse attention matrix A by the input alone: queries and keys for which "
    "softmax(X W_Q W_K^T X^T) is A up to delta and eps2, with W_Q and W_K the same for all A.",
    "atlas": "The atlas: catalogues of all small matrices and patterns up to symmetries, each number certified at both "
    "bounds.",
    "bounds": "All lower bounds that are known for a task, each with its class, its constants and its status.",
    "check": "Decide whether certificates prove what they claim. Uses no solver and searches for nothing.",
    "construct": "Build an explicit attention unit, check that it does its task, say how large it is, and save it.",
    "dimension": "How wide embeddings have to be for your data: the least d such that every query scores its relevant "
    "items above all others.",
    "export": "Write the proofs of certificates for other people's programs: clauses in DIMACS with proofs in LRAT, "
    "values and inequalities in SMT-LIB, cycles as tables (CSV).",
    "frontier": "Map which sizes (m, p, H) a task has attention units of: every cell feasible, infeasible or open.",
    "list": "What there is: tasks, two-party functions, reductions, constructions, matrices, sparse patterns and "
    "measures, by name.",
    "measure": "Bracket the communication measures of a 0/1 matrix, each with a certificate.",
    "pattern": "Whether a sparse attention pattern satisfies the universality conditions, and after how many layers "
    "each position depends on all.",
    "probe": "Bracket the least m, p or H of a unit for a task: width of queries and keys, bits of a number, heads.",
    "protocol": "Run a fixed-point attention unit as a protocol between Alice and Bob, message by message.",
    "reachable": "Which classes an output layer can predict at all: whether some hidden state puts a class, or a set "
    "of classes, on top.",
    "reduce": "Encode a two-party function into a task, or an instance into a pattern, and check the encoding.",
    "theorems": "The ledger: every theorem that headcount states, with the range that was run and the certificates.",
    "unit": "Take a unit away: from a certificate or a file into a file, NumPy's arrays or a module that runs it, and "
    "check what is claimed of it.",
}
"""The first paragraph of each command's help text."""


def _tell(asked: bool) -> None:
    if asked:
        from .progress import tell_everything

        tell_everything()


Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress on stderr.")]
Verbose = Annotated[
    bool, typer.Option("--verbose", "-v", callback=_tell, help="A line on stderr for everything that is tried, no bar.")
]
"""Its callback does all there is to be done."""

ELSEWHERE = {
    name: "claims are run by pytest: pytest test_mine.py; see the page on claims of your own, or headcount theorems"
    for name in ("claim", "claims", "test")
} | {"save": "answers are written with -o FILE", "version": "the version is shown by headcount --version"}
"""Words that are tried for a command, and what does it."""

RUNNING: ContextVar[str] = ContextVar("RUNNING", default="")
"""The command that was called."""


class _LoadedWhenCalled(TyperGroup):
    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and args[0] in ELSEWHERE:
            raise usage_error(ELSEWHERE[args[0]])
        name, command, rest = super().resolve_command(ctx, args)
        if name is not None and command is not None:
            from .settings import SettingsError, defaults_of

            RUNNING.set(name)
            command = _loaded(name)
            try:
                ctx.default_map = {name: defaults_of(name, command.params, COMMANDS)}
            except SettingsError as error:
                raise usage_error(error) from None
        return name, command, rest


@cache
def _loaded(name: str) -> Any:
    """The command, from the file of its name."""
    from ..search.interrupts import interrupts_wait
    from .plain_values import take_plain_values

    with interrupts_wait():  # some libraries take Ctrl-C for an import that failed, and print a traceback
        import_module(f".{name}", __package__)
    (*_, last) = (one for one in app.registered_commands if one.name == name)  # the first is the line with its name
    command = typer.main.get_command_from_info(last, pretty_exceptions_short=False, rich_markup_mode=None)
    take_plain_values(command)
    return command


app = typer.Typer(
    cls=_LoadedWhenCalled,
    rich_markup_mode=None,
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="How many heads, how wide, how many bits does an attention layer need? Lower and upper bounds with proofs.",
)


def _version(asked: bool) -> None:
    if asked:
        from .. import __version__

        typer.echo(f"headcount {__version__}")
        raise typer.Exit(DONE)


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Commands share no other options."""


def _not_loaded() -> None:
    """Stands for a command in the list of them."""


for _name, _first_paragraph in COMMANDS.items():
    app.command(_name, help=_first_paragraph, short_help=_first_paragraph)(_not_loaded)


@cache
def parser() -> Any:
    """What reads the words of the command line; it knows each command by a line, until that is called."""
    from .plain_values import take_plain_values

    group = typer.main.get_command(app)
    take_plain_values(group)
    return group


def usage_error(message: str | Exception) -> typer.Exit:
    """Print one sentence and leave with exit code 2 (to be raised); options as they are written on the command line."""
    from ..display.input_error import InputError, on_the_command_line

    said = message.spelled(on_the_command_line) if isinstance(message, InputError) else str(message)
    typer.echo(f"headcount: {said}", err=True)
    return typer.Exit(USAGE)


def unwritable(error: OSError) -> Exception:
    """Say that a file of an answer that is printed already could not be written, and leave (to be raised).

    A reader of the output that has gone is no such thing, and is seen further up.
    """
    if isinstance(error, BrokenPipeError):
        return error
    named = f" {error.filename}" if isinstance(error.filename, str | Path) else ""
    return usage_error(f"could not write the file{named} ({error.strerror or error}); try another place")
