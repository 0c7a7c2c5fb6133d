"""Each law broken by itself, on the side of the definitions and on the side of the solver."""

from dataclasses import replace

import pytest

from headcount.reductions.encoders.disj_to_match3 import disj_to_match3
from headcount.reductions.encoders.disj_to_qsa import disj_to_qsa
from headcount.reductions.encoders.index_to_induction_heads import index_to_induction_heads
from headcount.reductions.encoders.index_to_streaming_qsa import index_to_streaming_qsa
from headcount.reductions.laws import Refuted, Undecided, Verified, verify_exhaustive
from headcount.reductions.laws_by_solver import verify_symbolic
from headcount.reductions.reduction import Owner, ReductionError, SizedReduction, ownership
from headcount.solvers.symbolic_terms import SymbolicInput, decide
from headcount.tasks.two_party.arithmetic import PLAIN, switched
from headcount.tasks.two_party.functions import TwoPartyError, disj, index, matrix_function


class Peeking(SizedReduction):
    """Alice's last token is the dummy where Bob's bit is 0: every answer is right, and locality is not."""

    def tokens(self, a, b, arithmetic=PLAIN):
        tokens = list(super().tokens(a, b, arithmetic))
        n = self.source.n
        tokens[n] = switched(b[n - 1], 1, tokens[n])
        return tuple(tokens)


def peeking(n):
    right = disj_to_match3.at(n)
    return Peeking(**{name: getattr(right, name) for name in right.__dataclass_fields__})


def test_peeking_gives_right_answers():
    """So correctness alone would let it through."""
    sized = peeking(3)
    for a in sized.source.alice_inputs():
        for b in sized.source.bob_inputs():
            encoded = sized.encode(a, b)
            assert encoded.answer == encoded.wanted


@pytest.mark.parametrize("verify", [verify_exhaustive, verify_symbolic])
@pytest.mark.parametrize("n", [2, 5])
def test_peeking_is_caught(verify, n):
    found = verify(peeking(n))
    assert isinstance(found, Refuted)
    assert (found.law, found.position) == ("locality", n + 1)
    # the counterexample by hand: equal a, and Alice's token differs
    other_a, other_b = found.other
    sized = peeking(n)
    assert other_a == found.a
    assert sized.tokens(found.a, found.b)[n] != sized.tokens(other_a, other_b)[n]


@pytest.mark.parametrize("verify", [verify_exhaustive, verify_symbolic])
def test_a_rare_alphabet_error(verify):
    """One token leaves the alphabet only if all of Alice's bits are 1; modulo M it is still right."""
    right = disj_to_match3.at(4)

    def alice(a, on):
        placed = dict(right.alice(a, on))
        placed[2] = placed[2] + 10 * on.number(on.all(bit == 1 for bit in a))
        return placed

    found = verify(replace(right, alice=alice))
    assert isinstance(found, Refuted)
    assert (found.law, found.a, found.position) == ("alphabet", (1, 1, 1, 1), 2)


@pytest.mark.parametrize("verify", [verify_exhaustive, verify_symbolic])
def test_a_rare_wrong_answer(verify):
    """Wrong only if all bits of both are 1."""
    right = disj_to_match3.at(8 if verify is verify_symbolic else 3)
    n = right.source.n

    def bob(b, on):
        placed = right.bob(b, on)
        everything = on.number(on.all(bit == 1 for bit in b))
        return {i: token + everything * (1 - token) for i, token in placed.items()}

    found = verify(replace(right, bob=bob))
    assert (found.law, found.b, found.wanted, found.got) == ("correctness", (1,) * n, 0, 1)
    assert any(found.a)


def test_ownership():
    right = disj_to_match3.at(2)
    found = verify_exhaustive(replace(right, alice=lambda a, on: {**right.alice(a, on), 4: 1}))
    assert (found.law, "does not own: position 4" in found.got) == ("ownership", True)
    found = verify_exhaustive(replace(right, public=dict))
    assert (found.law, "leaves out a position it owns: position 1" in found.got) == ("ownership", True)
    with pytest.raises(ReductionError, match="one owner"):
        ownership(3, [1, 2], [2])
    with pytest.raises(ReductionError, match="from 1 to 3"):
        ownership(3, [0], [])


def test_length_order_formula_and_both_answers():
    right = disj_to_match3.at(2)
    assert verify_exhaustive(replace(right, sizes={"n": 2, "N": 6, "M": 6})).law == "length"
    assert verify_exhaustive(replace(index_to_induction_heads.at(2), prefix=True)).law == "order"
    assert verify_exhaustive(replace(right, formula=lambda tokens, on: on.any([]))).law == "formula"
    source = replace(right.source, rule=lambda a, b, on: on.any([]))  # never 1
    constant = replace(right, source=source, read_out=lambda _: 0, formula=lambda tokens, on: on.any([]))
    assert verify_exhaustive(constant).law == "both answers"


def test_more_pairs_than_are_gone_through():
    with pytest.raises(ReductionError, match=r"try a smaller n, or symbolic=True$"):
        verify_exhaustive(disj_to_match3.at(11))
    with pytest.raises(ReductionError, match=r"try a smaller n, or symbolic=True with a formula$"):
        verify_exhaustive(replace(disj_to_match3.at(11), formula=None))


def test_a_solver_out_of_time_is_no_verdict():
    assert isinstance(verify_symbolic(disj_to_match3.at(40), seconds=0.0), Undecided)


@pytest.mark.parametrize("q", range(1, 6))
@pytest.mark.parametrize("n", [1, 2, 4])
def test_streaming_at_every_sparsity(n, q):
    sized = index_to_streaming_qsa.at(n, q=q)
    assert isinstance(verify_exhaustive(sized), Verified)
    assert sized.sizes["N"] == (n + 1 if q == 1 else n + q - 1)
    assert max(sized.positions(Owner.ALICE)) == n < min(sized.positions(Owner.BOB))


def test_qsa_with_room_to_spare():
    for N in (7, 8, 11):
        assert isinstance(verify_exhaustive(disj_to_qsa.at(3, N=N)), Verified)
    with pytest.raises(ReductionError, match="N must be an integer >= 7"):
        disj_to_qsa.at(3, N=6)
    with pytest.raises(ReductionError, match="no parameter M"):
        disj_to_qsa.at(3, M=6)


def test_qsa_gap():
    """The output is -1 + 2 |a AND b| / n, so the two answers are at least 2/n apart."""
    sized = disj_to_qsa.at(4)
    for a in sized.source.alice_inputs():
        for b in sized.source.bob_inputs():
            common = sum(x * y for x, y in zip(a, b, strict=True))
            assert 4 * sized.encode(a, b).output == -4 + 2 * common


def test_encoded_is_printed_and_drawn():
    encoded = disj_to_match3.at(4).encode((0, 1, 1, 0), (0, 0, 1, 1))
    text, drawn = str(encoded), encoded._repr_html_()
    assert "DISJ_4(a=0110, b=0011) as match3(M=10, N=9)" in text
    assert len(text.splitlines()) == 2 + 9 + 1
    assert drawn.count("<td") == 9
    assert encoded.of(Owner.ALICE) == {2: 1, 3: 2, 4: 3, 5: 1}


@pytest.mark.parametrize(
    ("a", "b", "words"),
    [("0110", "011", "same length"), ("01", "01", "3 bits"), ("01x", "011", "3 bits"), ("", "", "3 bits")],
)
def test_words_that_are_no_bits(a, b, words):
    with pytest.raises(TwoPartyError, match=words):
        disj(3).parse(a, b)


@pytest.mark.parametrize("b", ["0", "4", "-1", "1.0", "", "²"])
def test_words_that_are_no_index(b):
    with pytest.raises(TwoPartyError, match="a number from 1 to 3"):
        index(3).parse("011", b)
    assert index(3).parse("a=011", "b=3") == ((0, 1, 1), 3)


@pytest.mark.parametrize("rows", [[], [[]], [[0, 1], [0]], [[0, 2]], [[True, False]], ["02"], ["**", "**"]])
def test_what_is_no_matrix(rows):
    with pytest.raises(TwoPartyError, match="the matrix must"):
        matrix_function(rows)


def test_the_solver_agrees_with_all_small_inputs():
    """A claim per relation of two numbers; terms of every kind, both verdicts."""
    inputs = [SymbolicInput(3, bits=True), SymbolicInput(5, bits=False)]
    claims = {
        "below": (lambda t, on: sum(t[0]) < t[1] + 3, True),
        "not below": (lambda t, on: sum(t[0]) < t[1], False),
        "digit": (lambda t, on: on.any([on.bit(t[1], 0), on.bit(t[1], 1), on.bit(t[1], 2)]), True),
        "negative": (lambda t, on: t[0][0] - t[1] <= 0, True),
        "negation": (lambda t, on: on.negation(t[1] == 3), False),
    }
    for claim, true in claims.values():
        answer = decide(inputs, claim, largest=8)
        assert answer.holds is true
        if not true:
            assert not claim([list(answer.values[0]), answer.values[1]], PLAIN)
