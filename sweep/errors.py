"""What may go wrong with a cluster, each with a message that says what to do."""

from ..tasks import TaskError


class ClusterError(TaskError):
    """The cluster cannot be used."""


class SchedulerLostError(ClusterError):
    """The connection to the scheduler broke in the middle of a sweep."""
