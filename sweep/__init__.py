"""Sweeps: many questions, each answered in a process of its own, on this machine or on a cluster.

``sweep`` yields answers as they come; ``runs_of`` is for those who choose the next question by the answers so far.
"""

from typing import TYPE_CHECKING

from ..lazy_names import loaded_when_used

if TYPE_CHECKING:
    from .errors import ClusterError as ClusterError
    from .errors import SchedulerLostError as SchedulerLostError
    from .job import Job as Job
    from .job import Runs as Runs
    from .job import modules_of as modules_of
    from .sweep import PATIENCE as PATIENCE
    from .sweep import processes_can_share as processes_can_share
    from .sweep import runs_of as runs_of
    from .sweep import sweep as sweep
else:
    __getattr__ = loaded_when_used(
        __name__,
        {
            "errors": "ClusterError SchedulerLostError",
            "job": "Job Runs modules_of",
            "sweep": "PATIENCE processes_can_share runs_of sweep",
        },
    )
