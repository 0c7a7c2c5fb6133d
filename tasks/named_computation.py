"""Tasks that the checker rebuilds from their names, as it states them."""

from collections.abc import Mapping
from typing import Any

from ..questions import FINITE_TASKS
from .function_task import FunctionTask
from .task import Task


def named_computation(task: Task) -> Mapping[str, Any]:
    """The statement of a task that the checker rebuilds by name; empty for any other, as for a user's own.

    >>> from headcount import Match3
    >>> named_computation(Match3(N=3, M=4))
    {'task': 'computation', 'of': 'match', 'order': 3, 'M': 4, 'N': 3}
    """
    of = "match" if task.name == "match3" else task.name
    parameters = {"order": 3, **task.parameters} if task.name == "match3" else dict(task.parameters)
    package = Task.__module__.rpartition(".")[0] + "."
    ours = type(task).__module__.startswith(package) and not isinstance(task, FunctionTask)  # its name is its user's
    if not ours or of not in FINITE_TASKS or not set(FINITE_TASKS[of]) <= set(parameters):
        return {}
    return {"task": "computation", "of": of, **{key: parameters[key] for key in FINITE_TASKS[of]}}
