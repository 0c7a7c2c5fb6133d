"""Claims about a reduction: a two-party function f encoded into the input of a task, party by party.

Each party's tokens are a table over its own input, so locality is in the form, and whoever computes the task's answer
at ``position`` across the cut of ``owners`` computes f. Three claims, one per file:

``correct``    for every promised pair, the answer that the task has at the position, read off by ``read_out``, is f
``incorrect``  for one pair it is not, or the pair is not encoded into an input of the task at all
``not-local``  two runs of an encoder that no tables have: a token differs although its owner's input is the same
"""

from collections.abc import Mapping
from dataclasses import dataclass

from .reading import Node
from .reduction_source import Source, read_source
from .reduction_target import Answer, Target, Token, read_target, token_words
from .verdict import Accepted, RejectionError, short_number

MAX_STEPS = 250_000_000
"""Most steps of one check (some ten seconds): pairs times what a pair may take (``Target.steps``)."""

MAX_OUTPUTS = 4096
"""Most outputs that a read-out lists."""

MAX_KEY = 200
"""Longest number of an input in decimal digits: those of 2^500 have fewer."""

PARTIES = {"A": "Alice", "B": "Bob", "P": "the public"}

Tokens = tuple[Token, ...]


@dataclass(frozen=True)
class Setting:
    """What every claim about a reduction starts from."""

    source: Source
    target: Target
    owners: str

    def of(self, party: str) -> tuple[int, ...]:
        """The positions of one party."""
        return tuple(i for i, owner in enumerate(self.owners) if owner == party)


@dataclass(frozen=True)
class Encoding:
    """The tables: tokens by row for Alice, by column for Bob; ``read_out`` maps answers to bits."""

    setting: Setting
    position: int
    public: Tokens
    alice: Mapping[int, Tokens]
    bob: Mapping[int, Tokens]
    read_out: Mapping[Answer, int]

    def tokens(self, row: int, column: int) -> Tokens:
        """The input of the task that a pair is encoded into."""
        parts = {"A": iter(self.alice[row]), "B": iter(self.bob[column]), "P": iter(self.public)}
        return tuple(next(parts[owner]) for owner in self.setting.owners)


def check_reduction(question: Node, claims: Node) -> Accepted:
    """Decide whether the evidence proves the one claim that is made about a reduction.

    Raises
    ------
    RejectionError, MalformedError
        Turned into verdicts by ``check``.
    """
    (claim,) = claims.items(1)
    fields = claim.fields(("claim", "evidence"))
    name, evidence = fields["claim"].text(), fields["evidence"]
    kind = evidence.field("kind")
    if name == "correct" and kind.value == "all-pairs":
        return _check_correct(question, evidence)
    if name == "incorrect" and kind.value == "pair":
        return _check_incorrect(question, evidence)
    if name == "not-local" and kind.value == "runs":
        return _check_not_local(question, evidence)
    wanted = "correct with evidence of kind all-pairs, incorrect with pair, or not-local with runs"
    fields["claim"].fail(f"must be {wanted}")


def _check_correct(question: Node, evidence: Node) -> Accepted:
    evidence.fields(("kind",))
    encoding = _read_encoding(question)
    setting, source = encoding.setting, encoding.setting.source
    rows, columns = source.shape
    if rows * columns * setting.target.steps > MAX_STEPS:
        question.fail(f"has {short_number(rows * columns)} pairs, which may take more than {MAX_STEPS} steps")
    for name, table, count in (("alice", encoding.alice, rows), ("bob", encoding.bob, columns)):
        if len(table) != count:
            question.field(name).fail(f"must have tokens for all {count} inputs, got {len(table)}")
    for name, tokens in _tokens_by_place(encoding):
        for token in tokens:
            if not setting.target.is_token(token):
                raise RejectionError("not-an-input", f"{question.path}.{name}", f"the token {token_words(token)}")
    counts = {"0": 0, "1": 0}
    for row in range(rows):
        for column in range(columns):
            entry = source.entry(row, column)
            if entry == "*":
                continue
            fault = _fault(encoding, row, column, entry)
            if fault is not None:
                raise RejectionError(fault[0], evidence.path, f"at {source.spell(row, column)}: {fault[1]}")
            counts[entry] += 1
    alice, bob, total = setting.of("A"), setting.of("B"), sum(counts.values())
    prefix = ", all of Alice's before all of Bob's" if alice and bob and alice[-1] < bob[0] else ""
    pairs = f"all {total} pairs" if total == rows * columns else f"the {total} promised pairs"
    statement = (
        f"{source.words} is encoded in {setting.target.words}, each of Alice's tokens a function of a, each of Bob's "
        f"of b{prefix}: correct for {pairs} ({counts['1']} with value 1, {counts['0']} with value 0)"
    )
    return Accepted(statement, (f"correct: the task evaluated by its definition on {pairs}",), _assumptions(setting))


def _check_incorrect(question: Node, evidence: Node) -> Accepted:
    fields = evidence.fields(("kind", "row", "column"))
    encoding = _read_encoding(question)
    setting, source = encoding.setting, encoding.setting.source
    row, column = _read_pair(fields, source)
    for name, table, number in (("alice", encoding.alice, row), ("bob", encoding.bob, column)):
        if number not in table:
            question.field(name).fail(f"must have the tokens for {short_number(number)}, which the evidence names")
    if setting.target.steps > MAX_STEPS:
        question.fail(f"asks for an answer that may take more than {MAX_STEPS} steps")
    entry = source.entry(row, column)
    if entry == "*":
        raise RejectionError("no-counterexample", evidence.path, "nothing is promised for this pair")
    tokens = encoding.tokens(row, column)
    outside = next((i for i, token in enumerate(tokens) if not setting.target.is_token(token)), None)
    if outside is not None:
        why = f"the token {token_words(tokens[outside])} at position {outside} is none of the task's"
    else:
        fault = _fault(encoding, row, column, entry)
        if fault is None or fault[0] == "not-an-input":  # a list that lacks the input says nothing about it
            raise RejectionError(
                "no-counterexample", evidence.path, "the answer is right" if fault is None else fault[1]
            )
        why = fault[1]
    statement = (
        f"the encoding of {source.words} in {setting.target.words} is wrong at {source.spell(row, column)}: {why}"
    )
    return Accepted(statement, (f"incorrect: {why}",), _assumptions(setting))


def _check_not_local(question: Node, evidence: Node) -> Accepted:
    evidence.fields(("kind",))
    fields = question.fields(("task", "source", "target", "owners", "runs"))
    setting = _read_setting(fields)
    source, target = setting.source, setting.target
    runs = []
    for node in fields["runs"].items(2):
        run = node.fields(("row", "column", "tokens"))
        tokens = tuple(target.read_token(token) for token in run["tokens"].items(target.length))
        runs.append((*_read_pair(run, source), tokens))
    (row, column, before), (other_row, other_column, after) = runs
    seen = {"A": row == other_row, "B": column == other_column, "P": True}
    for i, owner in enumerate(setting.owners):
        if seen[owner] and before[i] != after[i]:
            held = {"A": "although a is the same", "B": "although b is the same", "P": "which depends on no input"}
            why = (
                f"the token of {PARTIES[owner]} at position {i} is {token_words(before[i])} at "
                f"{source.spell(row, column)} and {token_words(after[i])} at {source.spell(other_row, other_column)}, "
                f"{held[owner]}"
            )
            statement = f"no local encoder of {source.words} in {target.words} makes both runs: {why}"
            return Accepted(statement, (f"not local: {why}",), _assumptions(setting))
    raise RejectionError("no-counterexample", evidence.path, "no token differs whose owner's input is the same")


def _fault(encoding: Encoding, row: int, column: int, entry: str) -> tuple[str, str] | None:
    """The rejection code of a pair that is encoded wrongly, and why; tokens have been found to be the task's."""
    answer = encoding.setting.target.answer(encoding.tokens(row, column), encoding.position)
    if answer is None:
        return "not-an-input", "the task's list has no answer there for the input that is encoded"
    if answer not in encoding.read_out:
        return "output-not-read", f"output {short_number(answer)}, for which the read-out has no bit"
    bit = encoding.read_out[answer]
    if str(bit) == entry:
        return None
    return "pair-wrong", f"output {short_number(answer)}, answer {bit} read, {encoding.setting.source.words} = {entry}"


def _tokens_by_place(encoding: Encoding) -> list[tuple[str, Tokens]]:
    tables = [(name, table) for name, table in (("alice", encoding.alice), ("bob", encoding.bob))]
    placed = [(f"{name}[{number}]", tokens) for name, table in tables for number, tokens in table.items()]
    return [("public", encoding.public), *placed]


def _assumptions(setting: Setting) -> tuple[str, ...]:
    return tuple(filter(None, (setting.source.assumption, setting.target.question.assumption)))


def _read_encoding(question: Node) -> Encoding:
    fields = question.fields(("task", "source", "target", "owners", "position", "public", "alice", "bob", "read_out"))
    setting = _read_setting(fields)
    rows, columns = setting.source.shape
    read_out: dict[Answer, int] = {}
    outputs = fields["read_out"].items()
    if len(outputs) > MAX_OUTPUTS:
        fields["read_out"].fail(f"must list at most {MAX_OUTPUTS} outputs, got {len(outputs)}")
    for entry in outputs:
        output, bit = entry.items(2)
        answer = setting.target.read_answer(output)
        if answer in read_out:
            entry.fail("is about an output that stands in the list already")
        read_out[answer] = bit.integer(0, 1)
    return Encoding(
        setting,
        fields["position"].integer(0, setting.target.length - 1),
        _read_tokens(fields["public"], setting.target, len(setting.of("P"))),
        _read_table(fields["alice"], rows, setting.target, len(setting.of("A"))),
        _read_table(fields["bob"], columns, setting.target, len(setting.of("B"))),
        read_out,
    )


def _read_setting(fields: dict[str, Node]) -> Setting:
    source, target = read_source(fields["source"]), read_target(fields["target"])
    owners = fields["owners"].text()
    if len(owners) != target.length or not set(owners) <= set(PARTIES):
        fields["owners"].fail(f"must be {target.length} letters A, B or P, one for each position")
    return Setting(source, target, owners)


def _read_table(node: Node, count: int, target: Target, width: int) -> dict[int, Tokens]:
    """Tokens by input: a list for all inputs, or an object with some of their numbers as keys."""
    if isinstance(node.value, list):
        return {number: _read_tokens(row, target, width) for number, row in enumerate(node.items(count))}
    table = {}
    for key, row in node.fields((), tuple(node.value) if isinstance(node.value, dict) else ()).items():
        if not key.isascii() or not key.isdigit() or len(key) > MAX_KEY or str(int(key)) != key or int(key) >= count:
            row.fail("must be an input's number, from 0, as it is printed")
        table[int(key)] = _read_tokens(row, target, width)
    return table


def _read_tokens(node: Node, target: Target, width: int) -> Tokens:
    return tuple(target.read_token(token) for token in node.items(width))


def _read_pair(fields: dict[str, Node], source: Source) -> tuple[int, int]:
    rows, columns = source.shape
    return fields["row"].integer(0, rows - 1), fields["column"].integer(0, columns - 1)
