"""The command-line application, its exit codes, and how a mistake of the user's is reported."""

import typer

DONE, INTERNAL, USAGE, REJECTED, MALFORMED, UNKNOWN = range(6)

app = typer.Typer(
    rich_markup_mode=None,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="How many heads, how wide, how many bits does an attention layer need? Brackets with evidence at both ends.",
)


@app.callback()
def _root() -> None:
    """Commands share no options."""


def usage_error(message: str) -> typer.Exit:
    """Print one sentence and leave with exit code 2 (to be raised)."""
    typer.echo(f"headcount: {message}", err=True)
    return typer.Exit(USAGE)


def unwritable(error: OSError) -> typer.Exit:
    """Say that a file of an answer that is printed already could not be written, and leave (to be raised)."""
    return usage_error(f"could not write the file ({error.strerror or error}); try another place")
