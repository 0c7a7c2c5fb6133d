"""What is to be computed: tasks and their sign patterns."""

from .pair_detection import Match2, PairDetection
from .registry import TASKS, question_from_words
from .selection_task import SelectionTask
from .sequence_task import SequenceTask
from .sequences.match3_instances import match3_instance
from .sequences.matching import Match3, Match3Bigram, Match3Local, MatchS
from .sequences.pointers import Composition, Cycle3, InductionHeads, KHop
from .sign_patterns import read_pattern
from .sparse_averaging import SparseAveraging
from .task import Task, TaskError
from .top_k import TopK

__all__ = [
    "TASKS",
    "Composition",
    "Cycle3",
    "InductionHeads",
    "KHop",
    "Match2",
    "Match3",
    "Match3Bigram",
    "Match3Local",
    "MatchS",
    "PairDetection",
    "SelectionTask",
    "SequenceTask",
    "SparseAveraging",
    "TopK",
    "Task",
    "TaskError",
    "match3_instance",
    "question_from_words",
    "read_pattern",
]
