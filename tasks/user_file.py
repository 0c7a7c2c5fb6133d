"""What a user's own file holds: ``mytask.py:task``."""

import importlib.util
import sys
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from inspect import Parameter, signature
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from ..questions import SignPattern
from .plain_rows import is_rows
from .sign_patterns import neighbours, sign_pattern
from .task import Task, TaskError


def load_task(reference: str, parameters: Mapping[str, int], *, null: bool = False) -> Task | SignPattern:
    """The object named after the colon in a Python file: a task, a sign pattern, or something that makes one.

    Rows, arrays and tables are sign patterns; of a networkx graph each vertex attends to its neighbours.

    A class or function is called with the parameters; an object takes none. The file is run: load only files you trust.

    Parameters
    ----------
    reference : str
        ``path/to/file.py:name``.
    parameters : mapping of str to int
    null : bool
        Rows and graphs: there is a null token.

    Raises
    ------
    TaskError
        If the file or the name does not exist, the file raises, or the object is no task.
    """
    return made_with(load_object(reference), parameters, reference, null=null)


def load_object(reference: str) -> object:
    """What is named after the colon in a Python file. The file is run: load only files you trust.

    Raises
    ------
    TaskError
        If the file or the name does not exist, or the file raises.
    """
    file, _, name = reference.rpartition(":")
    path = Path(file)
    if not path.is_file():
        raise TaskError(f"there is no file {file!r}; write path/to/file.py:name")
    if not name.isidentifier():
        raise TaskError(f"after the colon of {reference!r} a Python name is needed, got {name!r}; write {file}:task")
    specification = importlib.util.spec_from_file_location(path.stem, path)
    if specification is None or specification.loader is None:
        raise TaskError(f"{file!r} is not a Python file; its name should end in .py")
    module = importlib.util.module_from_spec(specification)
    sys.modules.setdefault(path.stem, module)  # dataclasses look their module up by name
    try:
        specification.loader.exec_module(module)
    except TaskError as error:
        raise TaskError(f"{file}: {error.args[0]}") from error  # options are spelled by who shows it
    except (Exception, SystemExit) as error:
        raise TaskError(f"{file} raised {type(error).__name__}: {error}; run it with python to see where") from error
    if not hasattr(module, name):
        hint = _what_there_is(module, file)
        raise TaskError(f"{file} has no {name!r}; {hint}")
    return getattr(module, name)


def _what_there_is(module: ModuleType, file: str) -> str:
    """The tasks of a file and its own functions and classes, for the message that there is none of a name."""
    own = [
        name
        for name, value in vars(module).items()
        if isinstance(value, Task | SignPattern) or getattr(value, "__module__", None) == module.__name__
    ]
    return f"it has {', '.join(own[:12])}" if own else f"define one in {file}, such as a function under @headcount.task"


def made_with(
    found: object, parameters: Mapping[str, int], reference: str, *, null: bool = False
) -> Task | SignPattern:
    """The task that an object is, or that a class or function makes with parameters.

    Raises
    ------
    TaskError
        If it is none, or cannot be called so.
    """
    made = called_with(found, parameters, reference)
    if hasattr(made, "adj") and hasattr(made, "nodes"):
        return neighbours(made, null=null)
    if is_rows(made):
        return sign_pattern(made, null=null)
    if not isinstance(made, Task | SignPattern):
        raise TaskError(
            f"{reference} must be a headcount Task or SignPattern, or rows, an array or a graph, got "
            f"{type(made).__name__}"
        )
    return made


def called_with(found: object, parameters: Mapping[str, int], reference: str) -> object:
    """An object that takes no parameters, or what a class or function makes with them.

    Raises
    ------
    TaskError
        If it cannot be called so.
    """
    if callable(found) and not isinstance(found, Task):
        require_fitting(found, parameters, reference)
        try:
            found = found(**parameters)
        except TypeError as error:  # an abstract class, say
            raise TaskError(f"{reference} cannot be called with {dict(parameters)}: {error}") from error
        except (Exception, SystemExit) as error:
            if isinstance(error, ValueError) and type(error).__module__.startswith("headcount."):
                raise  # it says what is wrong
            raise TaskError(f"{reference} raised {type(error).__name__} for {dict(parameters)}: {error}") from error
    elif parameters:
        raise TaskError(
            f"{reference} is an object and takes no parameters, got {', '.join(parameters)}; leave them out"
        )
    return found


def require_fitting(function: Callable[..., Any], parameters: Mapping[str, int], reference: str) -> None:
    """Refuse parameters that a user's function does not have, and a call without those that it needs.

    Raises
    ------
    TaskError
        Which one, and what the function takes.

    Examples
    --------
    >>> require_fitting(lambda N, d=1: None, {"N": 4, "D": 2}, "own.py:far")
    Traceback (most recent call last):
    headcount.tasks.task.TaskError: own.py:far has no parameter D; did you mean d? it takes N, d
    """
    try:
        known = signature(function).parameters.values()
    except (TypeError, ValueError):  # some builtins do not tell
        return
    named = [one.name for one in known if one.kind in (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)]
    takes = f"it takes {', '.join(named)}" if named else "it takes none"
    if not any(one.kind is Parameter.VAR_KEYWORD for one in known):
        for given in parameters:
            if given not in named:
                close = [name for name in named if name.lower() == given.lower()] or get_close_matches(
                    given, named, n=1
                )
                hint = f"did you mean {close[0]}? " if close else ""
                raise TaskError(f"{reference} has no parameter {given}; {hint}{takes}")
    needed = [one.name for one in known if one.default is one.empty and one.name in named]
    missing = [name for name in needed if name not in parameters]
    if missing:
        plain = isinstance(function, FunctionType) and len(needed) == 1 and needed[0] not in ("n", "N")
        tokens = "; if that is the tokens, write @headcount.task(alphabet=2) above it" if plain else ""
        example = " ".join(f"{name}={parameters.get(name, 4)}" for name in needed)
        raise TaskError(
            f"{reference} needs the parameter {missing[0]} ({takes}); write for example: {reference} {example}{tokens}"
        )
