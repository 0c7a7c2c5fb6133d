"""Units run across cuts: every input of many random units, rectangles, changed messages, refusals."""

import random
from dataclasses import replace
from itertools import product

import pytest

from altered_messages import altered, flipped
from headcount.questions import GRIDS, STRASSEN, Head, Layer, ReadOut, Table, Unit, tensor
from headcount.reductions.protocols.cut import Cut, CutError, half_cut, query_cut
from headcount.reductions.protocols.half_cut_protocol import HalfCutProtocol
from headcount.reductions.protocols.protocol import View
from headcount.reductions.protocols.query_cut_protocol import QueryCutProtocol
from headcount.reductions.protocols.transcript import ProtocolError
from headcount.reductions.reduction import Owner

A, B, P = Owner.ALICE, Owner.BOB, Owner.PUBLIC


def random_unit(rng, N, alphabet, m, p, H, *, dv=1, grid="twos", combine="sum", null=0.3, masked=False, uneven=False):
    """Entries uniform in the grid; tables by token, by position or by both; some heads with a null token."""
    entries = GRIDS[grid](p)

    def vector(width):
        return tuple(rng.choice(entries) for _ in range(width))

    def table(width):
        by = rng.choice(("token", "position", "both", "both"))
        return Table(by, tuple(vector(width) for _ in range({"token": alphabet, "position": N}.get(by, N * alphabet))))

    heads = []
    for h in range(H):
        width, values = (m - (uneven and h % 2), dv - (uneven and combine == "concat" and h % 2))
        blank = rng.random() < null
        heads.append(
            Head(
                table(width),
                (table(width),),
                (table(values),),
                (vector(width),) if blank else (),
                (vector(values),) if blank else (),
            )
        )
    mask = tuple(tuple(sorted(rng.sample(range(N), rng.randint(1, N)))) for _ in range(N)) if masked else None
    return Unit(alphabet, (Layer(tuple(heads), weights="fixed", bits=p, combine=combine, mask=mask),))


SIZES = [  # m, p, H, dv, grid, combine
    (1, 1, 1, 1, "twos", "sum"),
    (1, 1, 2, 2, "midrise", "concat"),
    (2, 2, 1, 1, "midrise", "sum"),
    (2, 1, 3, 1, "twos", "sum"),
    (1, 3, 2, 2, "twos", "sum"),
    (3, 2, 2, 3, "twos", "concat"),
    (2, 3, 1, 2, "midrise", "concat"),
    (1, 5, 1, 1, "twos", "sum"),
    (4, 4, 2, 1, "midrise", "sum"),
]


def units_of(size, count, N, alphabet, seed):
    m, p, H, dv, grid, combine = size
    rng = random.Random(f"{size} {seed}")
    for k in range(count):
        yield (
            random_unit(
                rng, N, alphabet, m, p, H, dv=dv, grid=grid, combine=combine,
                masked=k % 3 == 2, uneven=k % 2 == 1 and m > 1 and dv > 1,
            ),
            rng,
        )  # fmt: skip


def agree(protocol, N, alphabet):
    """Every input: the answer is the unit's, the bits are within the formula; the number of runs."""
    most = 0
    for tokens in product(range(alphabet), repeat=N):
        run = protocol.run(tokens)
        assert run.answer == protocol.unit.outputs(tokens)[protocol.position - 1]
        assert run.total <= protocol.formula_bits
        most = max(most, run.total)
    even = len({(head.width, head.value_width) for head in protocol.layer.heads}) == 1
    nobody_left_out = all(protocol.keys_of[owner] for owner in (protocol.answering, protocol.speaking))
    if even and nobody_left_out:
        assert most == protocol.formula_bits
    return alphabet**N


@pytest.mark.parametrize("size", SIZES)
def test_query_cut_on_every_input(size):
    """Nine sizes, nine units each, all 81 inputs."""
    for unit, rng in units_of(size, 9, 4, 3, "query"):
        grid = size[4]
        assert agree(QueryCutProtocol(unit, query_cut(4, position := rng.randint(1, 4)), position, grid), 4, 3) == 81


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("answering", [A, B])
def test_half_cut_on_every_input(size, answering):
    """Nine sizes, four units for each answering party, all 32 inputs of five positions."""
    for unit, _ in units_of(size, 4, 5, 2, f"half {answering}"):
        assert agree(HalfCutProtocol(unit, half_cut(2), 1, size[4], answering), 5, 2) == 32


@pytest.mark.parametrize(
    "owners", [(A, B, B, A), (B, A, A), (A, A, B), (P, A, P, B), (P, P, A), (P, B, B), (A,), (B, B), (P, P)]
)
@pytest.mark.parametrize("answering", [A, B])
def test_any_cut_and_any_position_on_every_input(owners, answering):
    """Also cuts with nothing on one side, where parts of the protocol fall away."""
    N, cut = len(owners), Cut(owners)
    for size in (SIZES[0], SIZES[4], SIZES[6]):
        for unit, _ in units_of(size, 2, N, 2, f"{cut} {answering}"):
            for position in range(1, N + 1):
                agree(HalfCutProtocol(unit, cut, position, size[4], answering), N, 2)


def test_a_lead_beyond_p_silences_the_other_side_and_no_lead_less():
    """All scores of one key on each side, so all differences around p: weights are cut where the definition cuts."""
    one, values = Table("position", ((1,),) * 3), Table("position", ((0,), (1,), (-1,)))
    for p in (2, 3, 4):
        least = -(2 ** (p - 1))
        for alice, bob in product(GRIDS["twos"](p), repeat=2):
            keys = Table("position", ((least,), (alice,), (bob,)))
            unit = Unit(1, (Layer((Head(one, (keys,), (values,)),), weights="fixed", bits=p),))
            for answering in (A, B):
                run = HalfCutProtocol(unit, half_cut(1), 1, answering=answering).run((0, 0, 0))
                assert run.answer == unit.outputs((0, 0, 0))[0]


@pytest.mark.parametrize("kind", ["query", "half", "half, owned"])
def test_transcripts_are_rectangles(kind):
    """If (a, b) and (a', b') say the same, so does (a, b'): nobody looks at tokens that it does not own."""
    rng = random.Random(kind)
    for _ in range(4):
        if kind == "query":
            cut = query_cut(3, 1)
            protocol = QueryCutProtocol(random_unit(rng, 3, 3, 1, 2, 1), cut, 1)
        else:
            cut = half_cut(1) if kind == "half" else Cut((B, A, B))
            protocol = HalfCutProtocol(random_unit(rng, 3, 3, 1, 2, 2), cut, 1)
        alices, bobs = cut.positions(A), cut.positions(B)
        said = {}
        for tokens in product(range(3), repeat=3):
            row = tuple(tokens[j - 1] for j in alices), tuple(tokens[j - 1] for j in range(1, 4) if j not in alices)
            said[row] = [(m.sender, m.bits) for m in protocol.run(tokens).messages]
        public = cut.positions(P)
        for (a, b), (c, d) in product(said, repeat=2):
            same_public = all(
                b[k] == d[k] for k, j in enumerate(j for j in range(1, 4) if j not in alices) if j in public
            )
            if same_public and said[a, b] == said[c, d]:
                assert said[a, d] == said[a, b]
        assert bobs


def test_a_party_cannot_use_a_token_that_it_does_not_see():
    view = View(A, {1: 0, 2: 1})
    assert view.token(2) == 1
    with pytest.raises(ProtocolError, match="Alice must not use the token at position 3"):
        view.token(3)


def test_the_announced_bit_is_the_last_message():
    unit, _ = next(units_of(SIZES[2], 1, 3, 2, "announce"))
    protocol = HalfCutProtocol(unit, half_cut(1), 1, "midrise")
    silent = protocol.run((0, 1, 0))
    run = protocol.run((0, 1, 0), announce=lambda row: int(row == silent.answer))
    assert (run.messages[-1].sender, run.messages[-1].meaning, run.messages[-1].bits) == (B, "answer", "1")
    assert run.total == silent.total + 1
    assert (silent.rounds, run.rounds) == (2, 3)
    assert run.by_sender(A) + run.by_sender(B) == run.total
    with pytest.raises(ProtocolError, match="0 or 1, got 2"):
        protocol.run((0, 1, 0), announce=lambda row: 2)


@pytest.mark.parametrize("kind", ["query", "half"])
def test_changed_messages_change_or_break_the_answer(kind):
    """Every bit of every message matters on some input; sums on every input; wrong lengths break every time."""
    rng = random.Random(f"changed {kind}")
    matters, seen = set(), set()
    for _ in range(6):
        unit = random_unit(rng, 3, 2, 1, 2, 1, null=0)
        protocol = (
            QueryCutProtocol(unit, query_cut(3, 1), 1) if kind == "query" else HalfCutProtocol(unit, half_cut(1), 1)
        )
        for tokens in product(range(2), repeat=3):
            run = protocol.run(tokens)
            for number, message in enumerate(run.messages):
                assert altered(protocol, tokens, number, lambda bits: bits[:-1]) == "broken"
                assert altered(protocol, tokens, number, lambda bits: bits + "0") == "broken"
                for k in range(len(message)):
                    other = altered(protocol, tokens, number, lambda bits, k=k: flipped(bits, k))
                    seen.add((message.meaning, k))
                    if other != run.answer:
                        matters.add((message.meaning, k))
                    if message.meaning.startswith("head 1: weighted sum"):
                        assert other != run.answer
    assert matters == seen


def test_tables_for_terminals_and_notebooks():
    unit, _ = next(units_of(SIZES[5], 1, 4, 3, "shown"))
    run = QueryCutProtocol(unit, query_cut(4, 2), 2).run((0, 1, 2, 0))
    lines = str(run).splitlines()
    assert len(lines) == len(run.messages) + 2
    assert str(run.total) in lines[-1]
    html = run._repr_html_()
    assert html.count("<tr>") == len(run.messages) + 2
    assert all(f"<code>{message.bits}</code>" in html for message in run.messages)


# ---- refusals


def plain(p=2, **changes):
    table = Table("token", ((-1,), (1,)))
    return Unit(2, (Layer((Head(table, (table,), (table,)),), weights="fixed", bits=p, **changes),))


def test_units_that_do_not_work_this_way_are_refused():
    cut = query_cut(3, 1)
    table = Table("token", ((-1,), (1,)))
    triple = Unit(2, (Layer((Head(table, (table,) * 2, (table,) * 2),), tensor(3), "fixed", 2),))
    strassen = Unit(2, (replace(triple.layers[0], polynomial=STRASSEN),))
    two = Unit(2, plain().layers * 2, (ReadOut((), 2),))
    for protocol in (QueryCutProtocol, HalfCutProtocol):
        with pytest.raises(ProtocolError, match="order 2, got order 3; a tuple with a key on each side"):
            protocol(triple, cut, 1)
        with pytest.raises(ProtocolError, match="order 2, got order 3"):
            protocol(strassen, cut, 1)
        with pytest.raises(ProtocolError, match="one layer, got 2"):
            protocol(two, cut, 1)
        with pytest.raises(ProtocolError, match="weights 'fixed', got 'saturated'"):
            protocol(Unit(2, (replace(plain().layers[0], weights="saturated", bits=0),)), cut, 1)
        with pytest.raises(ProtocolError, match=r"twos grid of its p = 1 bits, got others; p = 2 does"):
            protocol(plain(1), cut, 1)
        with pytest.raises(ProtocolError, match="grid must be one of midrise, twos"):
            protocol(plain(), cut, 1, "gray")
        with pytest.raises(CutError, match="from 1 to 3, got 4"):
            protocol(plain(), cut, 4)
        with pytest.raises(CutError, match="a party must be"):
            protocol(plain(), cut, 1, answering=P)


def test_lengths_masks_and_tokens_that_do_not_fit_are_refused():
    by_position = Table("position", ((0,), (1,), (0,)))
    head = Head(by_position, (by_position,), (by_position,))
    with pytest.raises(ProtocolError, match="length 3, got 4 positions"):
        HalfCutProtocol(Unit(2, (Layer((head,), weights="fixed", bits=2),)), query_cut(4, 1), 1)
    with pytest.raises(ProtocolError, match="no p holds them"):
        HalfCutProtocol(Unit(2, (Layer((head,), weights="fixed", bits=2),)), query_cut(3, 1), 1, "midrise")
    with pytest.raises(ProtocolError, match="position 2 must have a key"):
        HalfCutProtocol(plain(mask=((0,), (), (1,))), query_cut(3, 1), 2)
    with pytest.raises(ProtocolError, match="Alice must own position 2 and no other"):
        QueryCutProtocol(plain(), query_cut(3, 1), 2)
    with pytest.raises(ProtocolError, match="Alice must own position 2 and no other"):
        QueryCutProtocol(plain(), half_cut(2), 2)
    protocol = QueryCutProtocol(plain(), query_cut(3, 1), 1)
    with pytest.raises(ProtocolError, match=r"symbols 0 .. 1, got 2 at position 3"):
        protocol.run((0, 1, 2))
    with pytest.raises(CutError, match="tokens must be 3"):
        protocol.run((0, 1))


def test_more_bits_than_a_machine_word():
    """p = 70: grids of 2^70 numbers are never written out."""
    rng = random.Random(70)
    entries = GRIDS["twos"](70)
    table = Table("both", tuple((entries[rng.randrange(2**70)],) for _ in range(6)))
    unit = Unit(2, (Layer((Head(table, (table,), (table,)),), weights="fixed", bits=70),))
    for tokens in product(range(2), repeat=3):
        for protocol in (QueryCutProtocol(unit, query_cut(3, 1), 1), HalfCutProtocol(unit, half_cut(1), 1)):
            run = protocol.run(tokens)
            assert run.answer == unit.outputs(tokens)[0]
            assert run.total == protocol.formula_bits
