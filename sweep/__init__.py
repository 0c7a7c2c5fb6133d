"""Sweeps: many questions, each answered in a process of its own, on this machine or on a cluster.

``sweep`` yields answers as they come; ``runs_of`` is for those who choose the next question by the answers so far.
"""

from .errors import ClusterError, SchedulerLostError
from .job import Job, Runs, modules_of
from .sweep import PATIENCE, processes_can_share, runs_of, sweep

__all__ = [
    "PATIENCE",
    "ClusterError",
    "Job",
    "Runs",
    "SchedulerLostError",
    "modules_of",
    "processes_can_share",
    "runs_of",
    "sweep",
]
