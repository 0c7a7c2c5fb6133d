"""What is to be computed: tasks and their sign patterns."""

from ..certificates import PatternError, Question, SignPattern
from .pair_detection import Match2, PairDetection
from .pattern_file import read_pattern
from .registry import TASKS, TaskEntry, question_from_words
from .sparse_averaging import SparseAveraging
from .task import Task, TaskError
from .user_file import load_task

__all__ = [
    "TASKS",
    "Match2",
    "PairDetection",
    "PatternError",
    "Question",
    "SignPattern",
    "SparseAveraging",
    "Task",
    "TaskEntry",
    "TaskError",
    "load_task",
    "question_from_words",
    "read_pattern",
]
