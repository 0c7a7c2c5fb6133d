"""``headcount list``: everything that has a name."""

from typing import Annotated

import typer

from .app import app, usage_error
from .json_answers import echo_json

LIST_HELP = """
What there is: tasks, two-party functions, reductions, constructions, matrices, sparse patterns and measures, by name.

\b
  headcount list
  headcount list tasks measures
  headcount list --json

Names that an installed package adds stand here with the package. It adds them by entry points of the groups
headcount.tasks, headcount.reductions, headcount.constructions, headcount.bounds and headcount.measures; they are
loaded when they are used.

Exit codes: 0 done; 2 wrong usage.
"""


@app.command("list", help=LIST_HELP)
def list_command(
    kinds: Annotated[list[str] | None, typer.Argument(metavar="[KIND..]", help="All, if none is named.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Everything that has a name (help text: LIST_HELP)."""
    from .named_things import named_things

    found = named_things()
    for kind in kinds or ():
        if kind not in found:
            raise usage_error(f"there are no {kind[:40]!r} to list; known are {', '.join(found)}")
    shown = {kind: things for kind, things in found.items() if not kinds or kind in kinds}
    if as_json:
        echo_json({kind: [thing.to_json() for thing in things] for kind, things in shown.items()})
        return
    width = max((len(thing.name) for things in shown.values() for thing in things), default=0)
    blocks = [
        "\n".join([kind, *(f"  {thing.name:{width}}  {thing.words}{_by(thing.package)}" for thing in things)])
        for kind, things in shown.items()
    ]
    typer.echo("\n\n".join(blocks))


def _by(package: str) -> str:
    return f"  [{package}]" if package else ""
