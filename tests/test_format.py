"""certificates/FORMAT.rst is true: its examples are run, and its kinds, fields, tables and limits are the checker's."""

import ast
import doctest
import re
from pathlib import Path

import pytest

from headcount.certificates.check import MAX_NESTED
from headcount.core.check import FORMAT, VERSION
from headcount.core.meter import LIMIT
from headcount.core.verdict import Accepted, Malformed, Rejected, Undecided
from headcount.legacy.evidence import restriction
from headcount.legacy.evidence.matrices import one_way_evidence, protocol_evidence, vc_evidence, weighted_rectangles
from headcount.legacy.evidence.matrices.kinds import MEASURE_KINDS
from headcount.legacy.evidence.outputs import protocol_cost
from headcount.legacy.evidence.outputs.kinds import OUTPUT_KINDS
from headcount.legacy.evidence.patterns.depth import DEPTH_KINDS
from headcount.legacy.evidence.patterns.kinds import HOPS_KINDS, PATTERN_CLAIMS
from headcount.legacy.evidence.reachable import REACHABILITY_CLAIMS
from headcount.legacy.evidence.reductions import REDUCTION_CLAIMS
from headcount.legacy.evidence.selection import point_sets, radon, score_tables
from headcount.legacy.evidence.selection.chirotope_axioms import RULES as CHIROTOPE_RULES
from headcount.legacy.evidence.selection.kinds import SELECTION_KINDS
from headcount.legacy.theorems import INEQUALITIES
from headcount.questions import (
    FAMILIES,
    FINITE_TASKS,
    GRIDS,
    MEASURES,
    REJECTION_CODES,
    attention_matrix,
    finite_task,
    matrix,
    question,
    reduction,
)
from headcount.questions.attention import WEIGHTS
from headcount.questions.least_size import READ_OUTS
from headcount.questions.reading import attention_matrices, node, questions, reductions, sparse_patterns, units
from headcount.questions.reading.questions import QUESTIONS
from headcount.questions.reading.sparse_patterns import NAMED_PATTERNS
from headcount.questions.two_party import NAMED

CHECKER = Path(__file__).parents[1] / "certificates"
FORMAT_RST = CHECKER / "FORMAT.rst"
TEXT = FORMAT_RST.read_text("utf-8")
WORDS = " ".join(TEXT.split())
HEADING = r"^([A-Z][^\n]*)\n-{4,}\n"
PARTS = dict(re.findall(rf"{HEADING}(.*?)(?={HEADING.replace('(', '(?:')}|\Z)", TEXT, flags=re.MULTILINE | re.DOTALL))
STATED, KINDS_TEXT, CITED = (PARTS[part] for part in ("What can be stated", "Kinds of evidence", "Cited theorems"))
SIZES = " ".join(PARTS["What may be stated, and how much is checked"].split())
FACT_KINDS = {"all-pairs", "pair", "runs", "input", "subset", "points", "combinations"}
"""Kinds of evidence for claims that are no bounds; ``test_kinds_of_facts`` finds them in the sources."""

SOURCES = {path: path.read_text("utf-8") for path in sorted(CHECKER.rglob("*.py"))}
"""The checker."""


def test_the_examples_are_true():
    failed, tried = doctest.testfile(str(FORMAT_RST), module_relative=False, encoding="utf-8")
    assert failed == 0
    assert tried > 20


def test_the_order_is_that_of_the_checker():
    """First what can be stated, then the rules of inference, then kinds of evidence, then cited theorems."""
    wanted = ["The bundle", "What can be stated", "Rules of inference", "Kinds of evidence", "Cited theorems"]
    assert [part for part in PARTS if part in wanted] == wanted


def test_the_header_and_the_answers_are_the_checkers():
    assert f"The certificate format, version {VERSION}\n" in TEXT
    assert f'``"{FORMAT}"``' in TEXT
    assert f"``version`` -- ``{VERSION}``" in TEXT
    verdicts = (Accepted("", ()), Rejected("", "", ""), Malformed("", ""), Undecided("", 0))
    shown = re.findall(r"^``(\w+)`` +(\d)  ", TEXT, flags=re.MULTILINE)
    assert dict(shown) == {type(verdict).__name__: str(verdict.exit_code) for verdict in verdicts}


def test_every_rejection_code_is_in_the_table_and_in_use_and_no_other():
    listed = re.findall(r"^``([a-z-]+)`` ", PARTS["Rejection codes"], flags=re.MULTILINE)
    assert len(set(listed)) == len(listed)
    assert set(listed) == set(REJECTION_CODES)
    elsewhere = "".join(text for path, text in SOURCES.items() if path.name != "verdict.py")
    assert [code for code in REJECTION_CODES if f'"{code}"' not in elsewhere] == []


def test_a_rejection_code_that_the_text_names_exists():
    named = set(re.findall(r"\(``([a-z]+(?:-[a-z]+)+)``\)", TEXT)) | set(
        re.findall(r"``([a-z]+(?:-[a-z]+)+)`` if", TEXT)
    )
    assert len(named) >= 5
    assert named <= set(REJECTION_CODES)


def test_every_kind_of_the_checker_is_described_and_no_other():
    known = {kind.name for kind in (*SELECTION_KINDS, *OUTPUT_KINDS)}
    known |= {kind for measures in MEASURE_KINDS.values() for kinds in measures.values() for kind in kinds}
    known |= {kind for kinds in (*HOPS_KINDS.values(), *DEPTH_KINDS.values()) for kind in kinds}
    known |= {kind for _, kinds in PATTERN_CLAIMS.values() for kind in kinds}
    described = set(re.findall(r'"kind": "([a-z-]+)"', without_examples(KINDS_TEXT + CITED)))
    assert described == known | FACT_KINDS


def test_kinds_of_facts():
    """The words that evidence of claims like ``correct`` must have as its kind."""
    found = set()
    for path, text in SOURCES.items():
        if path.is_relative_to(CHECKER / "evidence"):
            found |= set(re.findall(r'field\("kind"\)\.word\(\("([a-z-]+)",\)\)', text))
    assert found == FACT_KINDS


def test_every_kind_about_a_measure_is_described_beside_its_measure():
    """In the section of the kinds whose heading, or whose entry, names the measure or its family."""
    family = {"fooling": "Fooling", "cover": "covers", "partition": "partitions", "rank": "Ranks"}
    sections = re.split(r"^(?=\S.*\n\.{4,}\n)", KINDS_TEXT, flags=re.MULTILINE)
    for measures in MEASURE_KINDS.values():
        for measure, kinds in measures.items():
            words = {measure, *(word for start, word in family.items() if measure.startswith(start))}
            words |= (
                {"gamma_2", "spectral norm", "trace norm"} if measure.startswith(("gamma", "spec", "trace")) else set()
            )
            if measure.startswith(("rank", "rank_")):
                words.add("Ranks")
            for kind in set(kinds) - {"theorem"}:
                beside = [text for text in sections if f'"kind": "{kind}"' in text]
                assert any(word in text for text in beside for word in words), (measure, kind)


def test_every_rule_of_an_axiom_is_described_and_no_other():
    independence = (CHECKER / "evidence" / "selection" / "sign_rank.py").read_text("utf-8")
    rules = set(re.findall(r'"([a-z]+)"', re.search(r"rule\.word\((\(.*?\))\)", independence)[1]))
    assert rules == {"row", "nonzero", "exclusive"}
    assert set(re.findall(r'"rule": "([a-z-]+)"', without_examples(KINDS_TEXT))) == rules | set(CHIROTOPE_RULES)


def test_every_field_that_is_read_is_described():
    unknown = [name for name in fields_read() if f'"{name}"' not in TEXT and f"``{name}``" not in TEXT]
    assert unknown == []
    assert len(fields_read()) > 90


def test_every_field_that_is_described_is_read():
    described = set(re.findall(r'"(\w+)":', without_examples(TEXT))) - {"3"}  # the number of an input
    constants = {
        leaf.value
        for path, text in SOURCES.items()
        if path.parent.name != "statement" or path.name in ("least_size.py", "finite_task.py", "measure.py")
        for leaf in ast.walk(ast.parse(text))
        if isinstance(leaf, ast.Constant) and isinstance(leaf.value, str)
    }
    assert described - constants == set()
    assert len(described) > 80


READ = ("fields", "parts", "run", "sides")
"""What fields are called once they have been read."""


def fields_read():
    """Names in ``fields((..))``, ``field("..")``, ``has("..")`` and subscripts ``fields[".."]`` of what reads files."""
    found = set()
    for path, text in SOURCES.items():
        if (
            path.is_relative_to(CHECKER / "reading")
            or path.is_relative_to(CHECKER / "evidence")
            or path.name == "check.py"
        ):
            for leaf in ast.walk(ast.parse(text)):
                if isinstance(leaf, ast.Call) and getattr(leaf.func, "attr", "") in ("fields", "field", "has"):
                    inside = [entry for argument in leaf.args for entry in ast.walk(argument)]
                elif isinstance(leaf, ast.Subscript) and getattr(leaf.value, "id", "") in (
                    "fields",
                    "parts",
                    "run",
                    "sides",
                ):
                    inside = [leaf.slice]
                else:
                    continue
                found |= {x.value for x in inside if isinstance(x, ast.Constant) and isinstance(x.value, str)}
    return {name for name in found if name.isidentifier() and not name.endswith("_")}  # "null_" begins two names


def without_examples(text):
    """The text without its doctests, whose variables and other words are nobody's fields."""
    return re.sub(r"^(>>>|\.\.\.) .*\n", "", text, flags=re.MULTILINE)


def test_every_question_and_claim_is_described():
    tasks = set(re.findall(r'"task": "([\w-]+)"', without_examples(STATED)))
    assert tasks == {*QUESTIONS, "communication", "reduction", "classifier", "sparse-pattern"}
    claims = set(re.findall(r'"claim": "([a-z-]+)"', STATED)) | set(re.findall(r'``"([a-z-]+)"``', STATED))
    assert {*REDUCTION_CLAIMS, *REACHABILITY_CLAIMS, *PATTERN_CLAIMS, "unit-fails"} <= claims
    for name in (*NAMED_PATTERNS, "lists", "union", "causal"):
        assert f'``"{name}"``' in STATED
    for name in NAMED:
        assert f"``{name}``" in STATED


def test_every_family_of_units_is_described_with_its_questions():
    for family in FAMILIES.values():
        assert re.search(rf"^\* ``{family.name}[`(]", STATED, flags=re.MULTILINE), family.name
    for grid in GRIDS:
        assert f"``{grid}``" in STATED
    for word in (*WEIGHTS, *READ_OUTS):
        assert f'``"{word}"``' in STATED, word


def test_every_finite_task_is_described_with_its_parameters():
    for name, definition in FINITE_TASKS.items():
        assert f"``{name}`` ({', '.join(definition.parameters)}" in STATED


def test_every_measure_is_described_with_its_definition():
    text = " ".join(STATED.split())
    for name, measure in MEASURES.items():
        assert f"{name} {'integer' if measure.integral else 'real'} {measure.definition}" in text
        if measure.parameter:
            assert f'``"{measure.parameter}"``' in STATED
    promise = re.search(r"may hold ``\*`` for (.*?);", STATED, flags=re.DOTALL)[1]
    assert set(re.findall(r"``(\w+)``", promise)) == {name for name, measure in MEASURES.items() if measure.promise}


def test_measures_of_which_a_part_may_have_more_are_named():
    beyond = re.search(r"a part has no more than the whole: all but (.*?)\.", KINDS_TEXT, flags=re.DOTALL)[1]
    assert set(re.findall(r"``(\w+)``", beyond)) == set(MEASURES) - set(restriction.MONOTONE)


def test_every_theorem_is_listed_with_its_proof_and_no_other():
    block = re.search(r"proof or its source::\n\n(.*?)\n\n\S", CITED, flags=re.DOTALL)[1]
    listed = re.findall(r"^    (\S.*)\n((?: {8}.*\n?)+)", block, flags=re.MULTILINE)
    stated = {(inequality.name, inequality.because) for inequality in INEQUALITIES}
    assert {(name, " ".join(proof.split())) for name, proof in listed} == stated


def test_theorems_that_need_a_matrix_without_stars_are_named():
    named = re.search(r"a matrix without ``\*`` \((.*?)\)", CITED, flags=re.DOTALL)[1]
    total = {one.name for one in INEQUALITIES if one.total}
    assert set(re.findall(r"``(.*?)``", " ".join(named.split()))) == total


@pytest.mark.parametrize(
    "quoted",
    [
        f"an integer has at most {node.MAX_DIGITS} characters",
        f"a label at most {question.MAX_NAME};",
        f"written out up to {question.MAX_CELLS:_} cells".replace("_", " "),
        f"order at most {questions.MAX_ORDER}, ``shared`` at most {questions.MAX_HEADS} heads",
        f"at most {units.MAX_LAYERS} layers of {questions.MAX_HEADS} heads, order {questions.MAX_ORDER} and"
        f" {units.MAX_MONOMIALS} monomials",
        f"n may be up to {reductions.MAX_BITS}.",
        f"denominator of at most {reduction.MAX_DENOMINATOR}, and {reductions.MAX_OUTPUTS} outputs",
        f"{matrix.MAX_SIDE} rows and columns",
        f"at most {MAX_NESTED} deep in one another",
        f"a protocol tree has depth at most {protocol_evidence.MAX_TREE_DEPTH},",
        f"``message-refutation`` at most {one_way_evidence.MAX_BITS} bits",
        f"``rare-words`` at most {vc_evidence.MAX_SIZE} columns",
        f"and N of q-SA, up to {protocol_cost.MAX_PAIRS:_};".replace("_", " "),
        f"{LIMIT:_} steps".replace("_", " "),
        f"at most {sparse_patterns.MAX_CYCLE} layers in a cycle, {sparse_patterns.MAX_PARTS} patterns in a union, and"
        f" patterns at most {sparse_patterns.MAX_NESTED_PATTERNS} deep in one another",
        f"``radon`` at most {radon.MAX_KEYS} columns",
        f"``score-tables`` a precision of at most {score_tables.MAX_PRECISION}",
        f"exponents of 2 lie between -{attention_matrix.MAX_TOLERANCE} and {attention_matrix.MAX_TOLERANCE}"
        f" and have denominators up to {attention_matrix.MAX_DENOMINATOR}",
    ],
)
def test_the_sizes_that_may_be_stated_are_the_checkers(quoted):
    assert quoted in SIZES


def test_the_powers_among_them_are_the_checkers():
    assert questions.MAX_SIZE == 10**9 and "are at most 10^9" in SIZES
    assert finite_task.SIZE == (1, 10**6) and "at most 10^6" in SIZES
    assert FINITE_TASKS["cycle3"].parameters["N"][1] == 20 and "``cycle3``: N <= 20" in SIZES
    assert attention_matrices.MAX_COLUMNS == sparse_patterns.MAX_POSITIONS == 10**9
    assert attention_matrix.MAX_WEIGHT_BITS == 1100 and "weights of at most 1100 bits" in SIZES
    assert matrix.MAX_CELLS == 2**20 and "at most 2^20 cells" in SIZES
    assert weighted_rectangles.MAX_WEIGHT == 2**2048 and "between -2^2048 and 2^2048" in SIZES
    assert point_sets.MAX_POINTS == 2**12 and "p m <= 12" in SIZES


def test_nothing_is_left_of_another_version():
    assert set(re.findall(r"[Vv]ersion\W+(\d+)", TEXT)) == {str(VERSION)}
