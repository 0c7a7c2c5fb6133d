"""What is to be computed: tasks and their sign patterns."""

from typing import TYPE_CHECKING

from ..lazy_names import loaded_when_used

if TYPE_CHECKING:
    from .pair_detection import Match2 as Match2
    from .pair_detection import PairDetection as PairDetection
    from .registry import TASKS as TASKS
    from .registry import question_from_words as question_from_words
    from .selection_task import SelectionTask as SelectionTask
    from .sequence_task import SequenceTask as SequenceTask
    from .sequences.match3_instances import match3_instance as match3_instance
    from .sequences.matching import Match3 as Match3
    from .sequences.matching import Match3Bigram as Match3Bigram
    from .sequences.matching import Match3Local as Match3Local
    from .sequences.matching import MatchS as MatchS
    from .sequences.pointers import Composition as Composition
    from .sequences.pointers import Cycle3 as Cycle3
    from .sequences.pointers import InductionHeads as InductionHeads
    from .sequences.pointers import KHop as KHop
    from .sign_patterns import read_pattern as read_pattern
    from .sparse_averaging import SparseAveraging as SparseAveraging
    from .task import Task as Task
    from .task import TaskError as TaskError
    from .top_k import TopK as TopK
else:
    __getattr__ = loaded_when_used(
        __name__,
        {
            "pair_detection": "Match2 PairDetection",
            "registry": "TASKS question_from_words",
            "selection_task": "SelectionTask",
            "sequence_task": "SequenceTask",
            "sequences.match3_instances": "match3_instance",
            "sequences.matching": "Match3 Match3Bigram Match3Local MatchS",
            "sequences.pointers": "Composition Cycle3 InductionHeads KHop",
            "sign_patterns": "read_pattern",
            "sparse_averaging": "SparseAveraging",
            "task": "Task TaskError",
            "top_k": "TopK",
        },
    )
