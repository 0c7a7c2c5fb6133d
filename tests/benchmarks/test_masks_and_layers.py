"""The page of tasks, masks, layers and classes: it says what the store says, brackets keep to theorems, and cells
that are asked again have the same answers.
"""

from itertools import product

import pytest

import masks_and_layers as page
from headcount.tasks.finite_questions import finite_question
from masks_and_layers import CLASSES, LAYERS, MASKS, TASKS, Cell

STORED = page.stored()
ANSWERED = {cell: entry for cell, entry in STORED.items() if not entry.refused}
QUICK = [cell for cell, entry in ANSWERED.items() if entry.closed and entry.seconds < 1]


def test_every_cell_is_on_the_page():
    assert list(STORED) == list(page.cells())
    assert page.page(STORED) == page.PAGE.read_text()
    assert len(ANSWERED) > 380 and len(QUICK) > 240


def test_an_answer_is_kept_if_it_is_better():
    old, new = (page.Entry("t", "none", 1, "FIXED(1)", lower=1, upper=upper) for upper in (3, None))
    assert page.better(None, old) == old and page.better(old, new).upper == 3
    assert page.better(new, old).upper == 3 and page.better(old, new).lower == 1
    assert [entry.words for entry in (old, new)] == ["1..3", ">= 1"]
    none = page.Entry("t", "none", 1, "FIXED(1)", no_size=True)
    assert page.better(old, none) == none and none.bounds == (float("inf"), float("inf"))


# --- relations that are theorems ----------------------------------------------


def reversible(words):
    """Whether the answers to a word backwards are those to the word, backwards."""
    pairs = dict(finite_question(words.replace(page.OWN.name, str(page.OWN)).split()).finite.pairs())
    return all(pairs.get(word[::-1]) == answers[::-1] for word, answers in pairs.items())


def asked_at_the_end(words):
    """Whether the answer at the last position alone is asked for."""
    finite = finite_question(words.replace(page.OWN.name, str(page.OWN)).split()).finite
    return finite.position == finite.length - 1


def no_more():
    """Pairs of cells: the least size of the first one is at most that of the second one."""
    computed = [words for words in TASKS if not words.startswith(("qsa", "topk"))]
    for words, mask, of in product(TASKS, MASKS, CLASSES):
        yield "a unit of one layer is one of at most two", Cell(words, mask, 2, of), Cell(words, mask, 1, of)
    for words, mask, layers in product(computed, MASKS, LAYERS):
        one, other = (Cell(words, mask, layers, of) for of in ("FIXED(1)", "HARDMAX(1)"))
        why = "scores of odd numbers differ by 2 at least, more than one bit: all weights that are not 0 are equal"
        yield why, one, other
        yield why, other, one
    for words, of in product(filter(asked_at_the_end, computed), CLASSES):
        one, other = (Cell(words, mask, 1, of) for mask in MASKS)
        yield "the last position sees all keys under a causal mask", one, other
        yield "the last position sees all keys under a causal mask", other, one
    for words, layers in product(filter(reversible, computed), LAYERS):
        one, other = (Cell(words, "none", layers, of) for of in ("LEFTMOST(1)", "RIGHTMOST(1)"))
        yield "backwards the first key is the last one", one, other
        yield "backwards the first key is the last one", other, one
    yield "what a mask hides is no condition of a selection", *(Cell(TASKS[0], m, 1, "SIGN") for m in MASKS[::-1])


def test_brackets_keep_to_the_theorems():
    compared = {}
    for why, one, other in no_more():
        if one in ANSWERED and other in ANSWERED:
            assert ANSWERED[one].bounds[0] <= ANSWERED[other].bounds[1], (why, ANSWERED[one], ANSWERED[other])
            compared[why] = compared.get(why, 0) + 1
    assert len(compared) == 5 and sum(compared.values()) > 250, compared
    assert {words for words in TASKS[2:] if reversible(words)} >= {"match2 M=3 N=3", f"{page.OWN.name}:mirror"}
    assert {words for words in TASKS[2:] if asked_at_the_end(words)} >= {"parity k=3", "gt n=2"}


def test_no_bracket_is_crossed():
    for entry in ANSWERED.values():
        assert entry.bounds[0] <= entry.bounds[1], entry


# --- asked again --------------------------------------------------------------

SAMPLE = [
    Cell("qsa N=5 q=2", "causal", 1, "SIGN"),
    Cell("match2 M=3 N=3", "none", 2, "ROUNDED(1)"),
    Cell("match2 M=3 N=3", "causal", 2, "LEFTMOST(1)"),
    Cell("match3 M=3 N=3", "causal", 2, "HARDMAX(1)"),
    Cell("parity k=3", "none", 1, "RIGHTMOST(1)"),
    Cell("composition n=2", "none", 1, "LEFTMOST(1)"),
    Cell(f"{page.OWN.name}:mirror", "causal", 1, "ROUNDED(2)"),
    Cell(f"{page.OWN.name}:mirror", "none", 1, "FIXED(1)"),
    Cell("topk N=6 k=2", "causal", 2, "FIXED(2)"),
    Cell("cycle3 N=3", "none", 2, "SIGN"),
    Cell("qsa N=5 q=2", "causal", 1, "FIXED(1)"),
]


def agrees(cell):
    """The answer within a budget that does not run out: what is closed has one answer."""
    found, known = page.entry(cell, 1000), STORED[cell]
    assert (found.refused, found.no_size, found.letter) == (known.refused, known.no_size, known.letter)
    assert (found.lower, found.upper) == (known.lower, known.upper), (found, known)


@pytest.mark.parametrize("cell", SAMPLE, ids=str)
def test_a_cell_that_is_asked_again(cell):
    agrees(cell)


@pytest.mark.slow
@pytest.mark.parametrize("task", TASKS)
def test_all_that_were_closed_within_a_second(task):
    for cell in QUICK:
        if cell.task == task:
            agrees(cell)


@pytest.mark.slow
@pytest.mark.parametrize("task", TASKS)
def test_all_that_do_not_apply(task):
    for cell, known in STORED.items():
        if known.refused and cell.task == task:
            agrees(cell)
