"""What a computation asks for, input by input, from the words of FORMAT.rst; shares nothing with the checker."""

from itertools import product

MOST_INPUTS = 5000


class NoOpinion(Exception):
    """There are more inputs than are tried here: so slowly, they would take minutes."""


def inputs_and_answers(question):
    """All inputs of a computation with their answers (None: not asked for), from the words of FORMAT.rst."""
    position = question.get("position")
    return [
        (x, [a if position in (None, i) else None for i, a in enumerate(answers)])
        for x, answers in all_inputs_and_answers(question)
    ]


def all_inputs_and_answers(question):
    """The same before one position is singled out."""
    of = question["of"]
    if of == "table":
        return [(tuple(given), answers) for given, answers in question["answers"]]
    N = 2 * question["n"] + 1 if of == "composition" else question["N"]
    A = alphabet(question)
    if A**N > MOST_INPUTS:
        raise NoOpinion(question)
    return [(x, [int(answer(question, x, i)) for i in range(N)]) for x in product(range(A), repeat=N)]


def answer(question, x, i):
    of, N = question["of"], len(x)
    if of == "cycle3":
        edges = {(a, b) for a in range(N) for b in range(N) if format(x[a], f"0{N}b")[N - 1 - b] == "1"}
        return any({(i, j), (j, k), (k, i)} <= edges for j in range(N) for k in range(N))
    if of == "induction-heads":
        followed = [j for j in range(i) if x[j] == x[i]]
        return x[max(followed) + 1] if followed else question["A"]
    if of == "k-hop":
        for _ in range(question["k"]):
            i = next((j for j in reversed(range(1, i + 1)) if x[j - 1] == x[i]), None) if i is not None else None
        return question["A"] if i is None else x[i]
    if of == "composition":
        return x[x[question["n"] + x[i]]]
    M = question["M"]
    if of == "match3-bigram":
        return any((x[i] + x[j] + x[j + 1]) % M == 0 for j in range(N - 1))
    order, reach = question.get("order", 3), question.get("K", N)
    near = [j for j in range(N) if -reach <= i - j <= reach]
    return any((x[i] + sum(x[j] for j in chosen)) % M == 0 for chosen in product(near, repeat=order - 1))


def alphabet(question):
    """A."""
    named = {"cycle3": lambda: 2 ** question["N"], "composition": lambda: question["n"]}
    named |= dict.fromkeys(("induction-heads", "k-hop"), lambda: question["A"])
    return named.get(question["of"], lambda: question.get("M", question.get("alphabet")))()
