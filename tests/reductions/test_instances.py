"""Reductions of whole instances: pseudolines to patterns, patterns to wider ones, wrong input refused."""

import json
import random
import time
from fractions import Fraction
from itertools import combinations, permutations, product

import numpy as np
import pytest

import headcount
from exact_sign_rank import sign_rank
from headcount.questions import SignPattern
from headcount.reductions.instances.arrangement import Arrangement, of_swaps
from headcount.reductions.instances.arrangement_files import arrangement_given, as_word
from headcount.reductions.instances.padding import padded, padded_vectors, unpadded
from headcount.reductions.instances.pappus import NON_PAPPUS, pappus
from headcount.reductions.instances.stretch_to_attention import of_pattern, pattern_of, stretch_to_attention
from headcount.reductions.reduction import ReductionError
from headcount.reductions.registry import INSTANCE_REDUCTIONS
from headcount.solvers.sign_rank.final_polynomial import final_polynomial


def homogeneous_rank(pattern):
    return sign_rank(pattern.homogeneous_rows)


# ---- arrangements


def swaps_of(slopes, intercepts):
    """The wiring of straight lines, by sorting their crossings: no determinants."""
    order = sorted(range(len(slopes)), key=lambda i: -slopes[i])  # from the lowest place at the left
    places, swaps = list(order), []
    pairs = combinations(range(len(slopes)), 2)
    crossings = sorted(((intercepts[j] - intercepts[i]) / (slopes[i] - slopes[j]), i, j) for i, j in pairs)
    for _, i, j in crossings:
        at = min(places.index(i), places.index(j))
        places[at : at + 2] = reversed(places[at : at + 2])
        swaps.append(at + 1)
    return swaps, order


def drawn_swaps(n, rng):
    """A random wiring: any two neighbours that have not crossed may be next."""
    places, swaps = list(range(n)), []
    while open_ones := [at for at in range(n - 1) if places[at] < places[at + 1]]:
        at = rng.choice(open_ones)
        places[at : at + 2] = reversed(places[at : at + 2])
        swaps.append(at + 1)
    return swaps


def test_signs_that_the_relations_allow_are_as_many_as_arrangements():
    """Rank 3 on four and five elements by brute force: their duals have rank 1 and 2, signed orders on a line."""
    for n, count in ((4, 16), (5, 16 * 24)):
        words = product((1, -1), repeat=len(list(combinations(range(n), 3))))
        allowed = [word for word in words if is_allowed(word)]
        assert len(allowed) == count


def is_allowed(word):
    try:
        return bool(Arrangement(word))
    except ReductionError:
        return False


def test_every_arrangement_of_four_pseudolines_needs_two_dimensions():
    """All of them are stretchable; by the brute force of the tests the sign-rank is 3. No two have the same pattern."""
    seen = {}
    for word in product((1, -1), repeat=10):
        if word[0] == 1 and is_allowed(word):
            pattern = pattern_of(Arrangement(word))
            assert pattern.shape == (4, 11)
            assert seen.setdefault(frozenset(zip(*pattern.rows, strict=True)), word) == word
            assert of_pattern(pattern) == word
    assert len(seen) == 192
    for columns in list(seen)[::48]:
        assert homogeneous_rank(SignPattern(tuple("".join(row) for row in zip(*columns, strict=True)), null=False)) == 3


def test_straight_lines_are_their_wiring():
    rng = random.Random(5)
    for n in (2, 3, 4, 5, 6, 6):
        slopes, intercepts = rng.sample(range(-40, 40), n), [Fraction(rng.randrange(-999, 999), 7) for _ in range(n)]
        swaps, order = swaps_of(slopes, intercepts)
        lines = arrangement_given({"lines": [[slopes[i], str(intercepts[i])] for i in order]})
        assert lines.signs == of_swaps(swaps, "").signs
        assert stretch_to_attention.encode(lines, verify=True).holds


@pytest.mark.parametrize("n", [2, 3, 5, 7])
def test_laws_hold_for_random_wirings(n):
    rng = random.Random(n)
    for _ in range(4):
        found = stretch_to_attention.encode({"swaps": drawn_swaps(n, rng)}, 1, verify=True)
        assert found.holds, found
        assert found.pattern.shape == (2 * n + 1, n * (n + 1) // 2 + 2)


def test_a_wrong_pattern_breaks_a_law():
    arrangement = arrangement_given("non-pappus")
    right = pattern_of(arrangement)
    laws = {law.name: law.broken for law in stretch_to_attention.laws}
    swap = {"+": "-", "-": "+"}
    negated = SignPattern((right.rows[0].translate(str.maketrans("+-", "-+")), *right.rows[1:]), null=False)
    moved = SignPattern((swap[right.rows[0][0]] + right.rows[0][1:], *right.rows[1:]), null=False)
    short = SignPattern(tuple(row[1:] for row in right.rows), null=False)
    twice = SignPattern(tuple(row[1] + row[1:] for row in right.rows), null=False)
    other = pattern_of(pappus(0))
    for wrong in (negated, moved, short, twice, other):
        assert laws["cells"](arrangement, wrong)
    for wrong in (negated, other):
        assert laws["recovery"](arrangement, wrong) == "it is another arrangement"
    assert laws["recovery"](arrangement, SignPattern(right.rows[:1] * 8, null=False)) == "no arrangement is read off it"
    assert not laws["cells"](arrangement, right) and not laws["recovery"](arrangement, right)


def test_one_wrong_sign_is_refused_or_another_arrangement():
    """A sign may be changed where three pseudolines bound a triangle alone; elsewhere a relation is violated."""
    signs = pappus(NON_PAPPUS).signs
    others = [(*signs[:k], -signs[k], *signs[k + 1 :]) for k in range(len(signs))]
    refused = [word for word in others if not is_allowed(word)]
    assert 0 < len(refused) < len(others)
    with pytest.raises(ReductionError, match="Pluecker relations, got signs that violate"):
        Arrangement(refused[0])


def test_names_of_the_elements_make_no_difference():
    """The arrangement read off the pattern is the same after the rows are permuted, with its elements."""
    arrangement = of_swaps(drawn_swaps(4, random.Random(3)), "")
    rows = pattern_of(arrangement).rows
    for order in list(permutations(range(4)))[::5]:
        found = of_pattern(SignPattern(tuple(rows[k] for k in order), null=False))
        names = (0, *(k + 1 for k in order))
        wanted = tuple(arrangement.sign(*(names[k] for k in triple)) for triple in arrangement.triples)
        assert found in (wanted, tuple(-sign for sign in wanted))


# ---- padding


def test_padding_adds_one_by_brute_force():
    """All patterns of at most two rows and columns, the degenerate ones with them; and random ones."""
    rng = random.Random(7)
    drawn = [
        tuple("".join(rng.choice("+-+-0*") for _ in range(columns)) for _ in range(rng.randrange(1, 5)))
        for columns in (3, 4)
        for _ in range(40)
    ]
    tiny = [
        tuple("".join(word[k : k + columns]) for k in range(0, rows * columns, columns))
        for rows, columns in ((1, 1), (2, 1), (1, 2), (2, 2))
        for word in product("+-0*", repeat=rows * columns)
    ]
    for rows in tiny[:: 1 if len(tiny) < 400 else 2] + drawn:
        for null in (True, False):
            pattern = SignPattern(rows, null)
            wider = padded(pattern)
            assert homogeneous_rank(wider) == homogeneous_rank(pattern) + 1, pattern
            assert unpadded(wider) == pattern
    assert homogeneous_rank(padded(SignPattern(("+-", "-+"), null=False), 2)) == 4


def test_what_was_not_padded_is_told():
    for rows in (("+-+", "+--"), ("+-+", "+--", "+--"), ("+-+", "---", "++-"), ("+-+", "+-0", "++-"), ("-",)):
        assert unpadded(SignPattern(rows, null=False)) is None
    assert unpadded(SignPattern(("+", "-"), null=True)) is None


# ---- the instances of Pappus


@pytest.mark.slow
def test_two_of_the_512_choices_have_a_final_polynomial():
    """Opposite choices have opposite signs, so half of them are asked, and the opposite of those that have one."""

    def has_one(choice):
        chi = np.array(pappus(choice).signs, dtype=np.int8)
        none = np.zeros((0, 9), dtype=np.int8)
        rng = np.random.default_rng(0)
        ended = time.monotonic()  # what is found is not made smaller
        return final_polynomial(none, chi, 3, rows=(), within=np.arange(9), rng=rng, deadline=ended) is not None

    found = [choice for choice in range(256) if has_one(choice)]
    assert found == [NON_PAPPUS]
    assert has_one(511 - NON_PAPPUS)
    assert pappus(511 - NON_PAPPUS).signs != pappus(NON_PAPPUS).signs


@pytest.mark.slow
@pytest.mark.parametrize(("name", "padding", "m"), [("pappus", 0, 2), ("non-pappus", 0, 3), ("pappus", 1, 3)])
def test_the_least_width_tells_whether_lines_can_be_straight(name, padding, m):
    pattern = headcount.reduce("stretch attention", instance=name, padding=padding).pattern
    answer = headcount.probe(pattern, budget=1000)
    assert (answer.lower.value, answer.upper.value) == (m, m)
    assert str(answer.lower.status) == str(answer.upper.status) == "CERTIFIED"
    if name == "non-pappus":
        assert "final polynomials" in answer.lower.how


@pytest.mark.parametrize("reduction", INSTANCE_REDUCTIONS, ids=lambda reduction: reduction.name)
def test_the_registry(reduction):
    assert reduction.summary and reduction.citation and reduction.sizes and reduction.asks(1)
    for example in reduction.examples:
        assert reduction.encode(example, verify=True)
    with pytest.raises(TypeError, match="ask verify=True"):
        bool(headcount.reduce(f"{reduction.source} attention", instance=EXAMPLE[reduction.source]))


EXAMPLE = {"stretch": {"chirotope": "+++-"}, "attention": [[1, -1], [-1, 1]]}


def test_vectors_of_lines_are_carried_along():
    """A solution of the instance is one of the pattern, exactly; a moved one is found out."""
    lines = arrangement_given({"lines": [[1, 0], [-1, "1/3"], [0, 2], [3, 0, 7]]})
    found = stretch_to_attention.encode(lines, 2, verify=True)
    assert [check.law for check in found.checks] == ["cells", "recovery", "padding", "solution"]
    assert "m = 4" in str(found.checks[-1])
    vectors = padded_vectors(stretch_to_attention.vectors(lines), False, 2)
    assert {len(vector) for vector in (*vectors.rows, *vectors.columns)} == {5}


# ---- as a user asks


@pytest.fixture
def run(headcount):
    def words(*given):
        return headcount("reduce", *given)

    return words


def test_files_of_all_forms(run, tmp_path):
    word = as_word(of_swaps([1, 2, 1], ""))
    texts = {
        "a.csv": "1, 0\n-1, 0\n0, 1\n", "b.txt": "-1 1 0\n1 1 0\n0 1 1\n", "c.json": '{"swaps": [1, 2, 1]}',
        "d.txt": "swaps 1 2 1\n", "e.txt": f"{word}\n", "f.json": json.dumps({"chirotope": word}),
        "g.csv": "# three\nslope,intercept\n1,0\n-1,0\n0,1\n",
    }  # fmt: skip
    for name, text in texts.items():
        (tmp_path / name).write_text(text, "utf-8")
        code, out, err = run("stretch", "attention", name, "--verify", "-o", f"out-{name}.json")
        assert (code, err) == (0, ""), name
        assert "as a sign pattern of 3 x 7 without a null token" in out and "BROKEN" not in out
        assert "m <= 2 if and only if the arrangement is stretchable" in out
        assert f"{name}, 3 pseudolines" in out
        found = json.loads((tmp_path / f"out-{name}.json").read_text("utf-8"))
        assert homogeneous_rank(SignPattern(tuple(found["rows"]), found["null"])) == 3
    code, out, _ = run("attention", "attention", "out-c.json.json", "padding=2", "--json")
    found = json.loads(out)
    assert (code, found["padding"], len(found["pattern"]["rows"])) == (0, 2, 15)
    assert found["asks"] == "the least m is 2 more than that of the pattern given"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1 0\n1 2\n", "lines 1 and 2 are parallel or the same, so the arrangement is not simple"),
        ("1 0\n-1 0\n0 0\n", "lines 1, 2 and 3 meet in one point"),
        ("1 0\n", "lines must be a list of 2 to 24 lines, got 1; write for example [[1, 0], [-1, 0]]"),
        ("".join(f"{k} {k * k}\n" for k in range(25)), "lines must be a list of 2 to 24 lines, got 25; take a part of"),
        ("intercept,slope\n1,0\n", "write slope, intercept or a, b, c on each line, and leave a heading out"),
        ("# nothing\n", "must have a line of the plane on each line, got none; write for example 1, 0"),
        ("1 0\n2 x\n", "line 2 must have numbers such as 2, 0.5 or 1/3, got 'x'"),
        ("1 0\n2\n", "line 2 must be [slope, intercept], or [a, b, c]"),
        ("1 0 2\n0 0 2\n", "line 2 must have a or b that is not 0"),
        ("1 0\n2 1/0\n", "line 2 must have numbers"),
        ("1 0\n2 nan\n", "line 2 must have numbers"),
        ("+-+\n", "a sign for each triple of its elements, 1 to 2300 signs, got 3; 4 elements have 4"),
        ("+-0+\n", "the sign of the elements 1, 3, 4 must be + or -, got 0"),
        ("++++++++-+\n", "violate the one of element 4 with the elements 1, 2, 3, 5; correct a sign"),
        ("swaps 1 2\n", "swaps must be n(n-1)/2"),
        ("swaps 1 1 2\n", "a second crossing of 1 and 2 at swap 2"),
        ("swaps 1 3 1\n", "a swap must be from 1 to 2"),
        ("swaps 1 x 1\n", "swaps must be whole numbers"),
        ("\n", "is empty"),
    ],
)
def test_mistakes_in_a_file(run, tmp_path, text, said):
    (tmp_path / "lines.txt").write_text(text, "utf-8")
    code, _, err = run("stretch", "attention", "lines.txt")
    assert code == 2 and said in err and "lines.txt" in err, err


@pytest.mark.parametrize("content", ["[1]", "{}", '{"lines": 1, "swaps": 2}', '{"points": []}', "{"])
def test_mistakes_in_json(run, tmp_path, content):
    (tmp_path / "lines.json").write_text(content, "utf-8")
    code, _, err = run("stretch", "attention", "lines.json")
    assert code == 2 and 'write for example {"lines"' in err


@pytest.mark.parametrize(("name", "content", "said"), [
    ("lines.csv", b"\xff\xfe\x00\x01", "lines.csv is not a text file in UTF-8; save it as text"),
    ("lines.json", b"[" * 10**5 + b"]" * 10**5, "lines.json is not JSON (it is nested too deeply); write for example"),
    ("lines.json", b'{"lines": [[' + b"7" * 5000 + b", 1]]}", "(it holds a number of more than 4300 digits)"),
])  # fmt: skip
def test_files_that_are_no_text_or_no_json_are_refused_in_our_words(run, tmp_path, name, content, said):
    (tmp_path / name).write_bytes(content)
    code, _, err = run("stretch", "attention", name)
    assert code == 2 and said in err and "recursion" not in err and len(err) < 400 and "--format" not in err


def test_mistakes_in_python():
    for given, said in ((3, "must hold one of"), (None, "needs one instance, got no instance; give pappus")):
        with pytest.raises(ReductionError, match=said):
            headcount.reduce("stretch attention", instance=given)
    with pytest.raises(ReductionError, match="needs one instance, got two"):
        headcount.reduce("stretch attention pappus", instance="pappus")
