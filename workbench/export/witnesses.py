"""Combinatorial witnesses as scripts: fooling sets, covers, messages, protocol trees, compared with the matrix."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations, permutations, product
from math import comb
from typing import Any

from ...legacy.evidence.matrices.rectangle_evidence import SPERNER
from ...questions.matrix import CommunicationMatrix
from .asked import bound_of, measure_name, turned
from .script import Script, all_of, need_room, some_of
from .stated_claim import StatedClaim

ENTRIES = "that m_r_c are the entries of the matrix (2: *)"


def fooling_set(claim: StatedClaim) -> Script:
    """``pairs``: entries 1 of which no two lie in one rectangle without 0."""
    pairs = claim.evidence["pairs"]
    need_room(len(pairs) ** 2)
    script = _script(claim, f"these {len(pairs)} entries are 1, and any two span a rectangle with a 0 in it", ENTRIES)
    script.require(f"(>= {len(pairs)} {int(bound_of(claim).value)})", *(f"(= m_{r}_{c} 1)" for r, c in pairs))
    script.require(*(f"(or (= m_{r}_{d} 0) (= m_{s}_{c} 0))" for (r, c), (s, d) in combinations(pairs, 2)))
    return script


def rectangles(claim: StatedClaim) -> Script:
    """``rectangles`` and ``lines``: a cover, or a partition."""
    matrix, evidence = claim.matrix, claim.evidence
    sides = evidence["rectangles"] if "rectangles" in evidence else _of_lines(matrix, evidence["of"])
    disjoint = measure_name(claim) == "partition1"
    need_room(matrix.shape[0] * matrix.shape[1] * len(sides), "places in rectangles")
    script = _script(
        claim,
        f"every entry 1 lies in {'exactly one' if disjoint else 'at least one'} of {len(sides)} rectangles, no entry "
        "0 in any",
        f"{ENTRIES}; rectangle k holds the rows with R_k_r and the columns with C_k_c",
    )
    script.require(f"(<= {len(sides)} {int(bound_of(claim).value)})")
    for k, (rows, columns) in enumerate(sides):
        for letter, held, count in (("R", set(rows), matrix.shape[0]), ("C", set(columns), matrix.shape[1])):
            for number in range(count):
                script.truth(f"{letter}_{k}_{number}", number in held)
    for r, c in product(range(matrix.shape[0]), range(matrix.shape[1])):
        times = script.define(
            f"n_{r}_{c}", script.sum(f"(ite (and R_{k}_{r} C_{k}_{c}) 1 0)" for k in range(len(sides)))
        )
        script.require(
            f"(=> (= m_{r}_{c} 1) ({'=' if disjoint else '>='} {times} 1))", f"(=> (= m_{r}_{c} 0) (= {times} 0))"
        )
    return script


def _of_lines(matrix: CommunicationMatrix, of: str) -> list[tuple[list[int], list[int]]]:
    """Equal rows (columns), by their entries 1, times the places where they have 1."""
    seen = matrix if of == "rows" else matrix.transposed
    groups: dict[int, list[int]] = {}
    for number, mask in enumerate(seen.masks(1)):
        groups.setdefault(mask, []).append(number)
    found = [(lines, [j for j in range(seen.shape[1]) if mask >> j & 1]) for mask, lines in groups.items() if mask]
    return found if of == "rows" else [(across, lines) for lines, across in found]


def different_lines(claim: StatedClaim) -> Script:
    """``different``, ``antichain``, ``clique`` and, of one message, ``distinct``: lines, any two of them told apart."""
    matrix, evidence, kind = claim.matrix, claim.evidence, claim.kind
    of = evidence.get("of", "rows")
    seen = matrix if of == "rows" else matrix.transposed
    lines = evidence.get("lines", evidence.get("inputs"))
    if lines is None:  # the first of each kind
        lines = [seen.rows.index(row) for row in dict.fromkeys(seen.rows)]
    need_room(len(lines) ** 2 * (2 if kind == "antichain" else 1), "pairs of lines")
    least, value = len(lines), int(bound_of(claim).value)
    told = (
        "in each order some line across has 1 in the first and 0 in the second"
        if kind == "antichain"
        else "some line across has 0 in one and 1 in the other"
    )
    says = {
        "different": "the sets of rectangles of a cover that meet them are different, so there are at most 2^k of them",
        "antichain": f"the sets of rectangles of a cover that meet them are an antichain; {SPERNER}",
    }.get(kind, "they need different messages, and b bits make 2^b")
    script = _script(
        claim, f"of {least} {of}, for any two, {told}; and so many need the value claimed", f"{ENTRIES}; that {says}"
    )
    pairs: Iterable[tuple[int, int]] = permutations(lines, 2) if kind == "antichain" else combinations(lines, 2)
    for a, b in pairs:
        places = zip(seen.rows[a], seen.rows[b], strict=True)
        ways = ("10",) if kind == "antichain" else ("10", "01")
        found = next((j for j, pair in enumerate(places) if "".join(pair) in ways), 0)
        one, other = _entry(of, a, found), _entry(of, b, found)
        ways_found = [f"(and (= {one} {way[0]}) (= {other} {way[1]}))" for way in ways]
        script.require(some_of(ways_found))
    count = script.define("lines", least)
    if value:
        fewer = comb(value - 1, (value - 1) // 2) if kind == "antichain" else 2 ** (value - 1)
        script.remark(f"with {value - 1} there are at most {fewer}")
        script.require(f"(> {count} {fewer})")
    return script


def _entry(of: str, line: int, across: int) -> str:
    return f"m_{line}_{across}" if of == "rows" else f"m_{across}_{line}"


def messages(claim: StatedClaim) -> Script:
    """``messages`` and ``distinct``: a message for each row, and the answers that the receiver reads off."""
    matrix, evidence = claim.matrix, claim.evidence
    sent = evidence.get("messages")
    if sent is None:
        numbers = {row: k for k, row in enumerate(dict.fromkeys(matrix.rows))}
        sent = [numbers[row] for row in matrix.rows]
    names = {message: k for k, message in enumerate(dict.fromkeys(sent))}
    script = _script(
        claim,
        f"row r sends message a_r, one of {len(names)}, and at column c the answer to message k is g_k_c: the entry, "
        "where it is 0 or 1",
        ENTRIES,
    )
    for message, k in names.items():
        senders = [row for row, one in zip(matrix.rows, sent, strict=True) if one == message]
        for c in range(matrix.shape[1]):
            known = [row[c] for row in senders if row[c] != "*"]
            script.define(f"g_{k}_{c}", int(known[0]) if known else 0)
    for r, message in enumerate(sent):
        script.define(f"a_{r}", names[message])
        for c in range(matrix.shape[1]):
            script.require(f"(or (= m_{r}_{c} 2) (= m_{r}_{c} g_{names[message]}_{c}))")
    count = script.define("messages", len(names))
    script.require(f"(<= {count} {2 ** int(bound_of(claim).value)})")
    return script


def shattered(claim: StatedClaim) -> Script:
    """``shattered``: for every word a row that shows it on the columns."""
    chosen, matrix = claim.evidence["set"], claim.matrix
    need_room(2 ** len(chosen) * max(len(chosen), 1))
    script = _script(claim, f"on the columns {chosen} the rows named show all {2 ** len(chosen)} words", ENTRIES)
    script.require(f"(>= {len(chosen)} {int(bound_of(claim).value)})")
    shown = {tuple(row[c] for c in chosen): r for r, row in reversed(list(enumerate(matrix.rows)))}
    for word in product("01", repeat=len(chosen)):
        r = shown.get(word, 0)
        script.require(all_of(f"(= m_{r}_{c} {symbol})" for c, symbol in zip(chosen, word, strict=True)))
    return script


def blocky(claim: StatedClaim) -> Script:
    """``blocky``: a number for each row and column, equal exactly where the entry is 1."""
    matrix = claim.matrix
    script = _script(
        claim,
        "entry (r, c) is 1 exactly if p_r = q_c, so unit vectors with these numbers have the entries as inner products",
        ENTRIES,
    )
    script.require(f"(<= 1 {int(bound_of(claim).value)})")
    groups: dict[str, int] = {}
    for r, row in enumerate(matrix.rows):
        script.define(f"p_{r}", groups.setdefault(row, len(groups)))
    for c in range(matrix.shape[1]):
        script.define(f"q_{c}", next((k for row, k in groups.items() if row[c] == "1"), len(groups)))
    for r, c in product(range(matrix.shape[0]), range(matrix.shape[1])):
        script.require(f"(= (= m_{r}_{c} 1) (= p_{r} q_{c}))")
    return script


def protocol_tree(claim: StatedClaim) -> Script:
    """``tree``: the answer of a protocol at every pair of inputs, and its depth."""
    matrix, root = claim.matrix, claim.evidence["root"]
    nodes: list[Mapping[str, Any]] = []
    term, depth = _tree_term(root, nodes)
    need_room(matrix.shape[0] * matrix.shape[1] * max(len(nodes), 1), "places of bits in a tree")
    script = _script(
        claim,
        "the tree, a function of the bits s_n that its nodes send, gives every entry that is 0 or 1, and its depth "
        "is at "
        "most the value",
        f"{ENTRIES}; that s_n_x is the bit that the owner of node n sends with input x, a row (Alice) or a column "
        "(Bob)",
    )
    for n, node in enumerate(nodes):
        zero = set(node["zero"])
        script.remark(f"node {n} is {'Alice' if node['owner'] == 'A' else 'Bob'}'s")
        for x in range(matrix.shape[0] if node["owner"] == "A" else matrix.shape[1]):
            script.truth(f"s_{n}_{x}", x not in zero)
    script.function("tree", [(f"s_{n}", "Bool") for n in range(len(nodes))], "Int", term) if nodes else None
    script.define("depth", depth)
    script.require(f"(<= depth {int(bound_of(claim).value)})")
    for r, c in product(range(matrix.shape[0]), range(matrix.shape[1])):
        bits = " ".join(f"s_{n}_{r if node['owner'] == 'A' else c}" for n, node in enumerate(nodes))
        answer = f"(tree {bits})" if nodes else term
        script.require(f"(or (= m_{r}_{c} 2) (= m_{r}_{c} {answer}))")
    return script


def _tree_term(node: Any, nodes: list[Mapping[str, Any]]) -> tuple[str, str]:
    """A node as a term of the bits of its nodes, and its depth as a term; nodes are numbered as they are met."""
    if not isinstance(node, Mapping):
        return str(node), "0"
    number = len(nodes)
    nodes.append(node)
    (zero, below), (one, beside) = (_tree_term(child, nodes) for child in node["children"])
    return (
        f"(ite s_{number} {one} {zero})",
        f"(+ 1 (ite (>= {below} {beside}) {below} {beside}))" if below != beside else f"(+ 1 {below})",
    )


def _script(claim: StatedClaim, proves: str, believe: str) -> Script:
    """A script that begins with the entries of the matrix."""
    matrix = claim.matrix
    need_room(matrix.shape[0] * matrix.shape[1], "entries")
    script = Script("QF_LIA", claim.words, proves, turned(claim) + believe[0].upper() + believe[1:])
    for r, row in enumerate(matrix.rows):
        for c, entry in enumerate(row):
            script.define(f"m_{r}_{c}", {"0": 0, "1": 1, "*": 2}[entry])
    return script
