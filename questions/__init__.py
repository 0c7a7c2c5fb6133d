"""What is asked of attention units, and the objects that say it: statements in Python, with their words and their JSON.

The checker does not use them: it reads the JSON that they write.
"""

from typing import TYPE_CHECKING

from ..lazy_names import loaded_when_used

if TYPE_CHECKING:
    from .attention import PAIRWISE as PAIRWISE
    from .attention import STRASSEN as STRASSEN
    from .attention import ScorePolynomial as ScorePolynomial
    from .attention import attend as attend
    from .attention import base_two as base_two
    from .attention import fixed_point as fixed_point
    from .attention import saturated as saturated
    from .attention import tensor as tensor
    from .attention_matrix import AttentionRatios as AttentionRatios
    from .attention_matrix import permutation_question as permutation_question
    from .finite_task import FINITE_TASKS as FINITE_TASKS
    from .finite_task import FiniteTask as FiniteTask
    from .grid import GRIDS as GRIDS
    from .grid import bits_needed as bits_needed
    from .grid import midrise as midrise
    from .grid import twos as twos
    from .late_interaction import late_interaction_question as late_interaction_question
    from .layer import NULL as NULL
    from .layer import Head as Head
    from .layer import Layer as Layer
    from .layer import ReadOut as ReadOut
    from .layer import Table as Table
    from .least_size import LeastSize as LeastSize
    from .least_size import least_size as least_size
    from .matrix import CommunicationMatrix as CommunicationMatrix
    from .measure import MEASURES as MEASURES
    from .outputs import at_position as at_position
    from .outputs import averaging_question as averaging_question
    from .question import Question as Question
    from .reading import computation_question as computation_question
    from .scope import Scope as Scope
    from .scored import scored_question as scored_question
    from .selection import match2_question as match2_question
    from .selection import match_question as match_question
    from .selection import pattern_question as pattern_question
    from .selection import qsa_question as qsa_question
    from .selection import shared_question as shared_question
    from .separation import retrieval_question as retrieval_question
    from .separation import separation_question as separation_question
    from .sign_pattern import PatternError as PatternError
    from .sign_pattern import SignPattern as SignPattern
    from .unit import Unit as Unit
    from .unit_class import UnitClass as UnitClass
    from .unit_file import UnitFileError as UnitFileError
    from .unit_file import load_unit as load_unit
    from .unit_file import read_unit as read_unit
    from .unit_file import unit_to_json as unit_to_json
else:
    __getattr__ = loaded_when_used(
        __name__,
        {
            "attention": "PAIRWISE STRASSEN ScorePolynomial attend base_two fixed_point saturated tensor",
            "attention_matrix": "AttentionRatios permutation_question",
            "finite_task": "FINITE_TASKS FiniteTask",
            "grid": "GRIDS bits_needed midrise twos",
            "late_interaction": "late_interaction_question",
            "layer": "NULL Head Layer ReadOut Table",
            "least_size": "LeastSize least_size",
            "matrix": "CommunicationMatrix",
            "measure": "MEASURES",
            "outputs": "at_position averaging_question",
            "question": "Question",
            "reading": "computation_question",
            "scope": "Scope",
            "scored": "scored_question",
            "selection": "match2_question match_question pattern_question qsa_question shared_question",
            "separation": "retrieval_question separation_question",
            "sign_pattern": "PatternError SignPattern",
            "unit": "Unit",
            "unit_class": "UnitClass",
            "unit_file": "UnitFileError load_unit read_unit unit_to_json",
        },
    )
