"""What all commands share: options declared once, files, progress, errors, and what becomes of an answer."""

from __future__ import annotations

import inspect
import sys
import types
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, Any

import typer

from ..display.input_error import InputError, flag_of, on_the_command_line, spelled
from ..search.interrupts import BudgetOver, ends_after
from ..search.options import Options, declared
from .answer_files import print_and_write, require_folder
from .app import DONE, START_WORDS, UNKNOWN, Quiet, Verbose, app, unwritable, usage_error

GRACE = 1.0
"""Seconds beyond its budget after which a command is stopped that does not stop by itself: libraries take some."""


@dataclass(frozen=True)
class Run:
    """How a command is run: options that commands share. What a command does not have is the default."""

    budget: float = 60.0
    seed: int = 0
    as_json: bool = False
    output: Path | None = None
    plot: Path | None = None
    start: Path | None = None
    quiet: bool = False
    verbose: bool = False

    @property
    def effort(self) -> dict[str, Any]:
        """Budget, seed and earlier answer, as ``ask`` takes them."""
        return {"budget": self.budget, "seed": self.seed, "start": self.start}

    def require_files(self, *others: Path | None, inputs: Iterable[Any] = (), folder: bool = False) -> None:
        """Find out before the work that a file cannot be written; ``folder``: the output is one.

        Raises
        ------
        TaskError
            Which, and what to do.
        """
        from ..search.output_files import require_different, require_picture, require_writable

        for path in (None if folder else self.output, *others):
            require_writable(path)
        require_folder(self.output if folder else None)
        require_picture(self.plot)
        require_different(self.output, self.plot, *others, inputs=inputs)

    def answered(self, answer: Any, draw: Callable[[Path], None] | None = None, *, resumes: bool = True) -> int:
        """Print an answer, write its certificate, draw it; the exit code."""
        picture = None if self.plot is None or draw is None else (lambda path=self.plot: draw(path))
        print_and_write(answer, say_answer, self.output, picture, as_json=self.as_json, indent="  ", resumes=resumes)
        return DONE if answer.closed else UNKNOWN


SHARED: Mapping[str, tuple[Any, tuple[str, ...], dict[str, Any], Any, str]] = {
    "budget": (float, ("--budget",), {"min": 0.001}, 60.0, "Seconds of wall-clock time."),
    "seed": (int, ("--seed",), {"min": 0}, 0, "Seed of the random choices."),
    "as_json": (bool, ("--json",), {}, False, "Print one JSON object."),
    "output": (Path | None, ("-o", "--output"), {"metavar": "FILE"}, None, "Write the certificate bundle here."),
    "plot": (Path | None, ("--plot",), {"metavar": "FILE"}, None, "Draw it here (png, svg or pdf)."),
    "start": (Path | None, ("--start",), {"metavar": "FILE"}, None, START_WORDS),
}
"""Name -> type, how it is written, default, help."""


def command(
    name: str, options: type[Options] | None = None, without: Iterable[str] = (), *, stops: bool = False, **shared: Any
) -> Callable[[Callable[..., int | None]], Callable[..., int | None]]:
    """Make a command of a function: its docstring is the help, what it returns the exit code.

    Parameters
    ----------
    name : str
    options : record of options, optional
        The function gets one as ``options``.
    without : names of its options that the command does not have
    stops : bool
        Whether the command does not look at the clock itself, so that it is stopped when the budget is over.
    **shared
        Those of ``SHARED`` that the command has, each with another help, its default (of a file its metavar), both, or
        True for neither. The function gets them as ``run``.
    """

    def decorate(function: Callable[..., int | None]) -> Callable[..., int | None]:
        own = [one for one in inspect.signature(function, eval_str=True).parameters.values()]
        listed = [one for one in own if one.name not in ("options", "run")]
        chosen = [] if options is None else [one for one in _of_record(options) if one.name not in without]
        parameters = [*listed, *chosen, *(_shared(name, value) for name, value in shared.items())]
        parameters += [_keyword("quiet", False, Quiet), _keyword("verbose", False, Verbose)]

        def run_command(**given: Any) -> None:
            with mistakes_told():
                kwargs: dict[str, Any] = {one.name: given[one.name] for one in listed}
                if options is not None:
                    kwargs["options"] = options(**{one.name: given[one.name] for one in chosen})
                if any(one.name == "run" for one in own):
                    kwargs["run"] = Run(**{one.name: given[one.name] for one in fields(Run) if one.name in given})
                with ends_after(given["budget"] + GRACE if stops and given["budget"] else None):
                    code = function(**kwargs)
            if code:
                raise typer.Exit(code)

        run_command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        run_command.__annotations__ = {one.name: one.annotation for one in parameters}
        app.command(name, help=(inspect.getdoc(function) or "").replace("\\b", "\b"))(run_command)
        return function

    return decorate


def _keyword(name: str, default: Any, annotation: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _shared(name: str, value: Any) -> inspect.Parameter:
    kind, names, further, default, words = SHARED[name]
    if isinstance(value, str):
        words = value
    elif value is not True:
        given, words = value if isinstance(value, tuple) else (value, words)
        default, further = (default, {"metavar": given}) if isinstance(given, str) else (given, further)
    return _keyword(name, default, Annotated[kind, typer.Option(*names, help=words, **further)])


def _of_record(record: type[Options]) -> Iterator[inspect.Parameter]:
    """The options of a record as the command line takes them."""
    kinds = typing.get_type_hints(record)
    for field in fields(record):
        told = declared(record)[field.name]
        kind = _on_the_command_line(kinds[field.name])
        names = [flag_of(field.name), *([f"-{told.short}"] if told.short else [])]
        option = typer.Option(*names, help=told.help, metavar=told.metavar or None)
        yield _keyword(field.name, field.default, Annotated[kind, option])


def _on_the_command_line(kind: Any) -> Any:
    """What the parser makes of a word: an integer, a number, a file, true or false, else the word itself."""
    kinds = typing.get_args(kind) if isinstance(kind, types.UnionType) else (kind,)
    plain = [one for one in kinds if one is not type(None)]
    if plain == [bool]:
        return bool
    one = plain[0] if len(plain) == 1 and plain[0] in (int, float, Path) else str
    return one if type(None) not in kinds and kind is not Any and one is not str else one | None


@contextmanager
def mistakes_told() -> Iterator[None]:
    """A mistake, or a file that cannot be written, is one sentence, with options as the command line has them."""
    try:
        yield
    except InputError as error:
        raise usage_error(error) from None
    except OSError as error:
        if error.filename is None:
            raise
        raise unwritable(error) from None
    except BudgetOver:
        say("headcount: the budget ran out; what is printed holds, a longer ‹budget› does the rest", apart=True)
        raise typer.Exit(UNKNOWN) from None


@contextmanager
def prints_are_no_results() -> Iterator[None]:
    """What a user's file prints is not a result."""
    with redirect_stdout(sys.stderr):
        yield


def say(text: str, *, apart: bool = False) -> None:
    """Print a text with options as they are written on the command line; ``apart``: on stderr."""
    typer.echo(spelled(text, on_the_command_line), err=apart)


def say_answer(answer: Any) -> None:
    """Print an answer in words, and its notes."""
    for line in answer.lines():
        say(line)
    for note in answer.all_notes():
        say(f"  note: {note}")
