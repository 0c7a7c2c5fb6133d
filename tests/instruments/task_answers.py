"""What a computation asks for, input by input, as the second checker reads FORMAT.rst."""

from second_opinion import computations

MOST_INPUTS = 5000


class NoOpinion(Exception):
    """There are more inputs than are tried here: so slowly, they would take minutes."""


def inputs_and_answers(question):
    """All inputs of a computation with their answers (None: not asked for)."""
    stated = {"task": "computation", **question}
    symbols, length = computations.sizes_of(stated)
    if question["of"] != "table" and symbols**length > MOST_INPUTS:
        raise NoOpinion(question)
    return computations.cases(stated)


def all_inputs_and_answers(question):
    """The same before one position is singled out."""
    return inputs_and_answers({name: item for name, item in question.items() if name != "position"})


def answer(question, x, i):
    return computations.answers_of(question, x)[i]


def alphabet(question):
    """A."""
    return computations.sizes_of(question)[0]
