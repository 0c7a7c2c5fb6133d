"""Tasks that the checker rebuilds from their names, as it states them."""

from collections.abc import Mapping
from typing import Any

from .sequence_task import NamedTask
from .task import Task


def named_computation(task: Task) -> Mapping[str, Any]:
    """The statement of a task that the checker rebuilds by name; empty for any other, as for a user's own.

    >>> from headcount import Match3
    >>> named_computation(Match3(N=3, M=4))
    {'task': 'computation', 'of': 'match', 'order': 3, 'M': 4, 'N': 3}
    """
    package = Task.__module__.rpartition(".")[0] + "."
    if not isinstance(task, NamedTask) or not type(task).__module__.startswith(package):
        return {}
    return {"task": "computation", "of": task.finite.name, **dict(task.finite.parameters)}
