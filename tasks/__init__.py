"""What is to be computed: tasks and their sign patterns."""

from ..questions import PatternError, Question, SignPattern
from .pair_detection import Match2, PairDetection
from .pattern_file import read_pattern
from .registry import TASKS, TaskEntry, question_from_words
from .selection_task import SelectionTask
from .sequence_task import SequenceTask
from .sequences.match3_instances import Match3Instance, match3_instance
from .sequences.matching import Match3, Match3Bigram, Match3Local, MatchS
from .sequences.pointers import Composition, Cycle3, InductionHeads, KHop
from .sparse_averaging import SparseAveraging
from .task import Task, TaskError
from .top_k import TopK
from .user_file import load_task

__all__ = [
    "TASKS",
    "Composition",
    "Cycle3",
    "InductionHeads",
    "KHop",
    "Match2",
    "Match3",
    "Match3Bigram",
    "Match3Instance",
    "Match3Local",
    "MatchS",
    "PairDetection",
    "PatternError",
    "Question",
    "SelectionTask",
    "SequenceTask",
    "SignPattern",
    "SparseAveraging",
    "TopK",
    "Task",
    "TaskEntry",
    "TaskError",
    "load_task",
    "match3_instance",
    "question_from_words",
    "read_pattern",
]
