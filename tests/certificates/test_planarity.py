"""``planarity``: no minor is found among the pairs that half-spaces cut off points of R^3; those of R^4 have them."""

from collections import Counter
from itertools import combinations

import networkx
import numpy as np
import pytest

import corpora
import mutants
from draws import until
from headcount.bounds.special_patterns import planarity_lower
from headcount.certificates.verdict import Accepted
from headcount.questions import SignPattern, pattern_question
from headcount.solvers.sign_rank.nonplanar_minor import nonplanar_minor


def cut_off(points, rng, directions=4000):
    """Pairs and single points that some half-space holds alone: all that random directions show, never too many."""
    found = set()
    for direction in rng.standard_normal((directions, points.shape[1])):
        order = np.argsort(points @ direction)
        found |= {(int(order[0]),), tuple(sorted(order[:2].tolist()))}
    return found


def cores(rng):
    """Points in R^3, many of them hidden: near the centres and edges of what others span."""
    yield np.vstack([np.eye(4)[:, :3], np.full((1, 3), 0.25)])  # a simplex and its centre: all ten pairs
    for size in range(6, 13):
        outer = rng.standard_normal((size - size // 3, 3))
        mixes = rng.dirichlet(np.full(len(outer), 0.4), size // 3)
        yield np.vstack([outer, mixes @ outer])
        subdivided = [(outer[i] + outer[j]) / 2 for i, j in combinations(range(4), 2)]
        yield np.vstack([outer[:4], np.array(subdivided) * rng.uniform(0.9, 1.05)])


def has_minor(found):
    pairs = [one for one in found if len(one) == 2]
    alone = frozenset(one[0] for one in found if len(one) == 1)
    return any(nonplanar_minor(pairs, alone=alone, seed=seed, attempts=5) for seed in range(3))


def test_points_of_space_have_no_such_minor(rotating_seed):
    rng = np.random.default_rng(rotating_seed)
    planar = Counter()  # the graph itself may well be other than planar: what is hidden counts
    for _ in until(planar, {False}, 1):
        for points in cores(rng):
            found = cut_off(points, rng)
            planar[networkx.check_planarity(networkx.Graph([one for one in found if len(one) == 2]))[0]] += 1
            assert not has_minor(found)


def test_points_of_four_dimensions_have_it():
    angles = 2 * np.pi * np.arange(9) / 9
    points = np.stack([np.cos(angles), np.sin(angles), np.cos(2 * angles), np.sin(2 * angles)], axis=1)
    assert has_minor(cut_off(points, np.random.default_rng(0)))


@pytest.mark.parametrize("n", [60, 300])
def test_random_pairs_need_four_dimensions(n):
    rng = np.random.default_rng(n)
    pairs = {tuple(sorted(rng.choice(n, 2, replace=False).tolist())) for _ in range(3 * n // 2)}
    rows = tuple("".join("+" if c in pair else "-" for c in range(n)) for pair in sorted(pairs))
    bound = planarity_lower(pattern_question(SignPattern(rows, null=False)))
    assert bound.value == 4


def follows(question, claim):
    """Whether the claim follows from the theorem, by what it says and with graphs from networkx."""
    proof = claim["proof"]
    graph, alone = networkx.Graph(), set()
    for word in (question["rows"][r] for r in proof["rows"]):
        sides = {c for c, s in enumerate(word) if s == "-"}, {c for c, s in enumerate(word) if s != "-"}
        few = min(sides, key=len)
        if "*" in word or {"+", "0"} <= set(word) or len(few) not in (1, 2):
            return False
        if len(few) == 2:
            graph.add_edge(*few)
        elif len(few) == 1:
            alone |= few
    sets = [set(one) for one in proof["sets"]]
    if sum(map(len, sets)) != len(set().union(*sets)) or len(sets) not in (5, 6):
        return False
    for one in sets:
        joined = one <= set(graph) and networkx.is_connected(graph.subgraph(one))
        if not one or not (one <= alone if len(one) == 1 else joined):
            return False
    minor = networkx.complete_graph(5) if len(sets) == 5 else networkx.complete_bipartite_graph(3, 3)
    touches = all(any(graph.has_edge(u, v) for u in sets[a] for v in sets[b]) for a, b in minor.edges)
    return claim["value"] <= 4 and touches


def of_the_theorem(folder):
    """(name, statement, claim) of the claims of a corpus that cite it."""
    for entry in corpora.corpus(folder):
        for claim in entry["certificate"]["claims"]:
            if isinstance(claim.get("proof"), dict) and claim["proof"].get("name") == "planarity":
                yield entry["name"], claim.get("question", entry["certificate"].get("question")), claim


def test_mutants_are_judged_a_second_time(rotating_seed):
    for _, question, claim in of_the_theorem("accept"):
        assert follows(question, claim)
        certificate = {"format": "headcount-certificate", "version": 3, "question": question, "claims": [claim]}

        def mistaken(mutant, verdict):
            return isinstance(verdict, Accepted) and not follows(mutant["question"], mutant["claims"][0])

        tried = Counter()
        choose = mutants.at_most(1500, rotating_seed)
        assert list(mutants.mistakes([certificate], mistaken, choose, tried, 5_000_000)) == []
        assert len(tried) >= 3 and min(tried[Accepted], sum(tried.values()) - tried[Accepted]) > 5


def test_what_is_rejected_does_not_follow():
    rejected = [one for one in of_the_theorem("reject") if one[0].startswith("not-a-minor")]
    assert rejected
    for name, question, claim in rejected:
        assert not follows(question, claim), name
