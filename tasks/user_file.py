"""What a user's own file holds: ``mytask.py:task``."""

import importlib.util
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

from ..certificates import SignPattern
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
    if callable(found) and not isinstance(found, Task):
        try:
            found = found(**parameters)
        except TypeError as error:
            raise TaskError(
                f"{reference} cannot be called with {dict(parameters)}: {error}; to make a task of a function of the "
                "tokens, write @headcount.task(alphabet=2) above it"
            ) from error
        except TaskError:
            raise
        except (Exception, SystemExit) as error:
            raise TaskError(f"{reference} raised {type(error).__name__} for {dict(parameters)}: {error}") from error
    elif parameters:
        raise TaskError(
            f"{reference} is an object and takes no parameters, got {', '.join(parameters)}; leave them out"
        )
    if hasattr(found, "adj") and hasattr(found, "nodes"):
        return neighbours(found, null=null)
    if is_rows(found):
        return sign_pattern(found, null=null)
    if not isinstance(found, Task | SignPattern):
        raise TaskError(
            f"{reference} must be a headcount Task or SignPattern, or rows, an array or a graph, "
            f"got {type(found).__name__}"
        )
    return found
