"""Every registered reduction gives an accepted file, every wrong encoder an accepted counterexample."""

import json
from dataclasses import replace
from itertools import product

import pytest

import wrong_encoders
from headcount.bounds.bound import CheckerRefusedError
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted
from headcount.reductions import (
    REDUCTIONS,
    ReductionError,
    counterexample_certificate,
    eq,
    find_reduction,
    reduction_certificate,
    verify_exhaustive,
    verify_symbolic,
)
from headcount.reductions.laws import LAWS, Refuted
from headcount.reductions.reduction import SizedReduction, ownership
from headcount.reductions.reduction_certificate import WITHOUT_CERTIFICATE
from headcount.tasks import SequenceTask, SparseAveraging
from headcount.tasks.two_party.functions import disj, matrix_function

WRONG = wrong_encoders.WRONG


@pytest.mark.parametrize("family", REDUCTIONS, ids=lambda family: family.name)
@pytest.mark.parametrize("n", range(1, 7))
def test_registered_reductions(family, n):
    sized = family.at(n)
    verdict = check(json.loads(json.dumps(reduction_certificate(sized))))
    assert isinstance(verdict, Accepted)
    assert verdict.assumptions == ()
    assert verdict.statement.startswith(f"reduction source=communication of={family.source} n={n} target=")
    assert verdict.statement.endswith(
        ": the answer of the task, read off, is the value of the function for all promised pairs"
    )
    pairs = list(product(sized.source.alice_inputs(), sized.source.bob_inputs()))
    ones = sum(sized.source.evaluate(a, b) for a, b in pairs)
    assert verdict.claims == (f"correct: evaluated at {ones} pairs with value 1 and {len(pairs) - ones} with value 0",)
    owners = reduction_certificate(sized)["question"]["owners"]
    assert not sized.prefix or "BA" not in owners.replace("P", "")  # all of Alice's tokens before all of Bob's


@pytest.mark.slow
@pytest.mark.parametrize(
    "source, target, n",
    [("disj", "match3", 8), ("disj", "qsa", 8), ("disj", "cycle3", 8), ("index", "induction-heads", 12)],
)
def test_larger_sizes(source, target, n):
    assert isinstance(check(reduction_certificate(find_reduction(source, target).at(n))), Accepted)


@pytest.mark.parametrize("chosen", [{"M": 9}, {"M": 14}])
def test_parameters(chosen):
    certificate = reduction_certificate(find_reduction("disj", "match3").at(3, **chosen))
    assert certificate["question"]["target"]["M"] == chosen["M"]
    assert isinstance(check(reduction_certificate(find_reduction("index", "streaming-qsa").at(3, q=3))), Accepted)


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: wrong.__name__)
@pytest.mark.parametrize("n", [2, 3, 5])
def test_wrong_encoders(wrong, n):
    sized = wrong(n)
    found = verify_exhaustive(sized)
    certificate = counterexample_certificate(sized, found)
    verdict = check(json.loads(json.dumps(certificate)))
    assert isinstance(verdict, Accepted)
    named = certificate["question"]["runs"][0] if found.law == "locality" else certificate["claims"][0]["proof"]
    assert list(sized.source.alice_inputs())[named["row"]] == found.a
    if found.law == "correctness":
        read = found.got if found.got in (0, 1) else "no bit"
        assert verdict.claims == (f"incorrect: the function has the value {found.wanted}, read off is {read}",)
    with pytest.raises(CheckerRefusedError):
        reduction_certificate(sized)


@pytest.mark.parametrize("wrong", [w for w in WRONG if WRONG[w] != "locality"], ids=lambda w: w.__name__)
def test_large_counterexamples_fit_on_a_page(wrong):
    sized = wrong(16)
    found = verify_symbolic(sized)
    assert isinstance(found, Refuted)
    text = json.dumps(counterexample_certificate(sized, found))
    assert len(text) < 3000
    assert isinstance(check(text.encode()), Accepted)


def test_every_law_has_a_certificate_or_a_reason():
    assert set(LAWS) == {"correctness", "alphabet", "locality"} | set(WITHOUT_CERTIFICATE)
    sized = find_reduction("disj", "match3").at(2)
    for law in WITHOUT_CERTIFICATE:
        with pytest.raises(ReductionError, match="no certificate"):
            counterexample_certificate(sized, Refuted(sized.name, 2, law, None, None, (), None, None))


def test_no_counterexample_to_a_right_reduction():
    sized = find_reduction("disj", "match3").at(2)
    a, b = (0, 1), (1, 1)
    encoded = sized.encode(a, b)
    made_up = Refuted(sized.name, 2, "correctness", a, b, encoded.tokens, 0, 1)
    with pytest.raises(CheckerRefusedError, match="the answer is right, or none is asked for"):
        counterexample_certificate(sized, made_up)
    with pytest.raises(ReductionError, match="nothing is refuted"):
        counterexample_certificate(sized, verify_exhaustive(sized))
    with pytest.raises(ReductionError, match="the same tokens again"):
        counterexample_certificate(sized, replace(made_up, tokens=(0, 0, 0, 0, 0)))


class Product(SequenceTask):
    """A task that no checker knows: the product of all symbols, at every position."""

    name = "product"

    def __init__(self, alphabet, N):
        self.alphabet, self.N = alphabet, N

    @property
    def parameters(self):
        return {"N": self.N}

    def evaluate(self, tokens):
        total = 1
        for token in tokens:
            total *= token
        return (total,) * self.N

    def near_miss(self, kind, rng):
        return (1,) * self.N


def own_reduction(**changes):
    """NOT-BOTH of one bit each into the product of three symbols."""
    made = SizedReduction(
        name="matrix-to-product",
        source=matrix_function([[1, 1], [1, 0]], "not both"),
        target=Product(3, 3),
        sizes={"n": 2, "N": 3},
        owners=ownership(3, [1], [3]),
        alice=lambda a, on: {1: a},
        bob=lambda b, on: {3: b},
        public=lambda: {2: 1},
        output_position=1,
        read_out=lambda output: int(output < 4),
        formula=lambda tokens, on: tokens[0] * tokens[1] * tokens[2] < 4,
        in_alphabet=lambda token, on: on.all([token >= 0, token < 3]),
        alphabet_words="0, 1 or 2",
        largest=9,
    )
    return replace(made, **changes)


def test_a_task_of_ones_own_is_listed_and_assumed():
    certificate = reduction_certificate(own_reduction())
    assert certificate["question"]["target"]["answers"] == [
        [[a, 1, b], [a * b, None, None]] for a in (1, 2) for b in (1, 2)
    ]
    verdict = check(certificate)
    assert isinstance(verdict, Accepted)
    assert [name in text for name, text in zip(("NOT BOTH_2", "product N=3"), verdict.assumptions, strict=True)] == [
        True
    ] * 2


def test_a_task_of_ones_own_refuted():
    negated = own_reduction(read_out=lambda output: int(output < 2))
    verdict = check(counterexample_certificate(negated, verify_exhaustive(negated)))
    assert isinstance(verdict, Accepted)
    assert len(verdict.assumptions) == 2
    outside = own_reduction(bob=lambda b, on: {3: b + (b == 2)})
    found = verify_exhaustive(outside)
    assert found.law == "alphabet"
    assert check(counterexample_certificate(outside, found)).claims == ("incorrect: a token is none of the task's",)


def test_a_function_that_only_bears_a_listed_name_is_written_out():
    other = matrix_function([[0, 1], [1, 0]], "disj")
    certificate = reduction_certificate(own_reduction(source=other, read_out=lambda output: int(output == 2)))
    assert certificate["question"]["source"]["rows"] == ["01", "10"]
    mine = replace(disj(1), rule=lambda a, b, on: 1 - a[0] * b[0])
    assert check_source(mine)["of"] == "matrix"
    assert check_source(eq(3)) == {"task": "communication", "of": "eq", "n": 3}


def check_source(function):
    from headcount.reductions.reduction_certificate import _source

    return _source(function)


def test_a_task_that_only_bears_a_listed_name_is_listed():
    class Mine(Product):
        name = "match3-bigram"

        @property
        def parameters(self):
            return {"M": 3, "N": 3}

    target = reduction_certificate(own_reduction(target=Mine(3, 3)))["question"]["target"]
    assert target["of"] == "table"


def test_averaging_of_other_numbers():
    """Values in between: the outputs are found by going through the pairs."""
    sized = SizedReduction(
        name="eq-to-qsa",
        source=eq(1),
        target=SparseAveraging(2, 2),
        sizes={"n": 1, "N": 2, "q": 2},
        owners=ownership(2, [1], [2]),
        alice=lambda a, on: {1: (a[0], (1, 2))},
        bob=lambda b, on: {2: (-b[0], (1, 2))},
        public=dict,
        output_position=2,
        read_out=lambda output: int(output == 0),
        formula=lambda tokens, on: tokens[0][0] + tokens[1][0] == 0,
        in_alphabet=lambda token, on: True,
        alphabet_words="numbers from -1 to 1",
        largest=4,
        assemble=lambda tokens: (tuple(z for z, _ in tokens), tuple(tuple(j - 1 for j in y) for _, y in tokens)),
    )
    certificate = reduction_certificate(sized)
    assert certificate["question"]["read_out"] == [["-1/2", 0], ["0", 1], ["1/2", 0]]
    assert isinstance(check(certificate), Accepted)


def test_too_many_pairs():
    with pytest.raises(ReductionError, match="the limit is"):
        reduction_certificate(find_reduction("disj", "match3").at(11))
    with pytest.raises(CheckerRefusedError, match="takes more than"):
        reduction_certificate(find_reduction("disj", "cycle3").at(10))
