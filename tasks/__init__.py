"""What is to be computed: tasks and their sign patterns."""

from ..certificates import PatternError, Question, SignPattern
from .cycle3 import Cycle3
from .induction_heads import InductionHeads
from .match import Match3, MatchS
from .match_bigram import Match3Bigram
from .match_local import Match3Local
from .pair_detection import Match2, PairDetection
from .pattern_file import read_pattern
from .registry import TASKS, TaskEntry, question_from_words
from .selection_task import SelectionTask
from .sequence_task import SequenceTask
from .sparse_averaging import SparseAveraging
from .task import Task, TaskError
from .user_file import load_task

__all__ = [
    "TASKS",
    "Cycle3",
    "InductionHeads",
    "Match2",
    "Match3",
    "Match3Bigram",
    "Match3Local",
    "MatchS",
    "PairDetection",
    "PatternError",
    "Question",
    "SelectionTask",
    "SequenceTask",
    "SignPattern",
    "SparseAveraging",
    "Task",
    "TaskEntry",
    "TaskError",
    "load_task",
    "question_from_words",
    "read_pattern",
]
