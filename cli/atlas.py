"""``headcount atlas``."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path
from typing import Annotated, Any

import typer

from ..catalogues.options import USED, AtlasOptions
from .app import DONE, REJECTED, UNKNOWN
from .command import Run, command, say
from .json_answers import echo_json

MOST = 12
"""Classes that are printed unless ‹most› says."""


@command("atlas", AtlasOptions, as_json=True, plot="show: draw the first classes here (png, svg or pdf).")
def atlas_command(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[list | show NAME | build NAME | check FOLDER..]", help="See above.")
    ] = None,
    *,
    options: AtlasOptions,
    run: Run,
) -> int:
    r"""The atlas: catalogues of all small matrices and patterns up to symmetries, each number certified at both bounds.

    \b
      headcount atlas list
      headcount atlas show NAME --n 4
      headcount atlas show NAME --n 5 --where 'D>=3' --most 4
      headcount atlas build NAME --n 5 --into atlas --jobs 2
      headcount atlas build NAME --n 6 --into atlas --scheduler tcp://10.0.0.1:8786 --budget 3600
      headcount atlas check atlas/NAME-5
      headcount atlas sequences --into sequences

    list says which catalogues there are, and where: in the package, in --folder, or to be built; with names it counts
    the classes of the latter, too. show prints how many
    classes have each value, and pictures of the first ones; --where takes conditions on the fields, with =, >= (of the
    lower bound) and <= (of the upper one). build settles all classes and writes the folder NAME-N: parts of entries and
    their certificates, checksums, and a page of tables. A build that was stopped, by --budget, Ctrl-C or otherwise,
    goes on where it was; the bytes are the same in the end. check finds every file, the number of classes, every
    certificate and every number again. sequences writes the numbers of classes in the form that the encyclopedia of
    integer sequences takes, a file each.

    \b
    Exit codes: 0 done; 3 something does not hold (check); 5 classes are left (build); 2 wrong usage; 1 internal error.
    """
    from ..tasks import TaskError

    action, *names = words or ["list"]
    if action not in USED:
        raise TaskError(f"headcount atlas takes {', '.join(USED)}, got {action[:40]!r}; try headcount atlas list")
    options.require_used(action)
    if run.plot is not None and action != "show":
        raise TaskError(f"‹plot› is for headcount atlas show, got it with {action}; leave ‹plot› out")
    run.require_files()
    return ACTIONS[action](names, options, run)


def _one(names: list[str], action: str) -> str:
    from ..catalogues import CATALOGUES
    from ..tasks import TaskError

    if len(names) != 1:
        example = next(iter(CATALOGUES), "NAME")
        raise TaskError(
            f"headcount atlas {action} takes one catalogue, got {len(names)}; write for example: headcount atlas "
            f"{action} {example} ‹n=3›"
        )
    return names[0]


def _list(names: list[str], options: AtlasOptions, run: Run) -> int:
    from ..catalogues.listing import listed

    found = listed(names, options.folder)
    if run.as_json:
        echo_json({"catalogues": [one.to_json() for one in found]})
        return DONE
    for one in found:
        say(str(one))
    return DONE


def _show(names: list[str], options: AtlasOptions, run: Run) -> int:
    from ..catalogues.atlas import atlas
    from ..catalogues.pictures import side_by_side

    name = _one(names, "show")
    found = atlas(name, options.n, where=str(options.where or ""), folder=options.folder)
    most = MOST if options.most is None else options.most
    if run.plot is not None:
        found.figure(most).savefig(run.plot, dpi=130)
    if run.as_json:
        echo_json(found.to_json())
        return DONE
    say(str(found))
    say("")
    for line in side_by_side(found.entries[:most], found.quantities, shutil.get_terminal_size().columns):
        say(line)
    if len(found) > most:
        say(f".. and {len(found) - most} more; ‹most› says how many are printed, ‹json› lists all")
    return DONE


def _build(names: list[str], options: AtlasOptions, run: Run) -> int:
    from ..catalogues import build, catalogue_named
    from .progress import BarLine

    name = _one(names, "build")
    n, into = options.size_of(name), options.into or Path(".")
    with BarLine(1, enabled=not run.quiet) as line:

        def watch(done: int, of: int, held_up: str) -> None:
            line.say(held_up)
            line.show(done, f"{done}/{of} classes", held_up, of)

        how: dict[str, Any] = {"jobs": options.jobs, "scheduler": options.scheduler, "budget": options.budget}
        built = build(catalogue_named(name), n, into, **how, watch=watch)
    if run.as_json:
        echo_json({
            "folder": str(built.folder), "count": built.count, "settled": built.settled, "complete": built.complete,
            "note": built.note,
        })  # fmt: skip
        return DONE if built.complete else UNKNOWN
    place = shlex.quote(str(built.folder))
    say(f"{name} n={n}: {built.settled} of {built.count} classes, {built.counted}, in {place}")
    if built.complete:
        say(f"  check it with: headcount atlas check {place}")
    else:
        say(f"  {built.note}; the same command goes on")
    return DONE if built.complete else UNKNOWN


def _check(names: list[str], options: AtlasOptions, run: Run) -> int:
    from ..catalogues import check_folder
    from ..tasks import TaskError
    from .progress import BarLine

    if not names:
        raise TaskError(
            "headcount atlas check takes folders of catalogues; write for example: headcount atlas check a-4"
        )
    code = DONE
    for name in names:
        with BarLine(1, enabled=not run.quiet) as line:

            def watch(done: int, of: int) -> None:
                line.show(done, f"{done}/{of} parts", name, of)  # noqa: B023  # it is called before the next turn

            found = check_folder(name, jobs=options.jobs, watch=watch)
        if run.as_json:
            echo_json(found.to_json())
        else:
            for fault in found.faults:
                say(f"REJECTED {fault}")
            say(str(found))
        code = code if found else REJECTED
    return code


def _sequences(names: list[str], options: AtlasOptions, run: Run) -> int:
    from ..catalogues.sequences import sequences, write_sequences

    found = sequences(names, options.folder)
    if run.as_json:
        echo_json({"sequences": [one.to_json() for one in found]})
        return DONE
    folder = options.into or Path(".")
    write_sequences(found, folder)
    for one in found:
        say(f"{one.name:32} {', '.join(map(str, one.terms))}")
    say(f"{len(found)} sequences written to {shlex.quote(str(folder))}; none is submitted")
    return DONE


ACTIONS = {"list": _list, "show": _show, "build": _build, "check": _check, "sequences": _sequences}
"""Action -> what does it."""
