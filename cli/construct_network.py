"""``headcount construct universal --function``: a continuous function by a network that is written out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..bounds.constructions.universal.network import universal_network
from ..bounds.constructions.universal.network_answer import UniversalNetwork
from ..certificates.check import check
from ..certificates.verdict import Accepted
from ..search.output_files import write_json
from ..tasks import TaskError
from ..tasks.user_file import load_object
from ..tasks.words import integer_word
from .answer_files import written
from .app import DONE, UNKNOWN
from .command import prints_are_no_results, say
from .json_answers import echo_json
from .progress import Waiting

if TYPE_CHECKING:
    from .command import Run

EXAMPLE = "construct universal ‹function=mine.py:f› ‹modulus=3/2*t› ‹error=0.5› ‹pattern=star› n=3"
SUMMARY = "a continuous function by ReLU of width 4 and real softmax, with a proved error in L_P"
OWN = ("n", "d", "levels", "norm")
TEXTS = ("bound", "pieces")


def network_from_words(
    words: Sequence[str],
    function: str | None,
    modulus: str | None,
    error: str | None,
    pattern: str | None,
    **effort: Any,
) -> UniversalNetwork:
    """The network for ``universal [n=..] [parameters of the pattern] [d=..] [levels=..] [norm=P] [bound=M]
    [pieces=linear]``.

    Raises
    ------
    TaskError, ConstructionError
        If the words, the function, its modulus or the pattern do not fit; the message says what to try.
    """
    for option, value in (("function", function), ("modulus", modulus), ("pattern", pattern)):
        if value is None:
            raise TaskError(f"a continuous function needs ‹{option}›; write for example: headcount {EXAMPLE}")
    assert function is not None and modulus is not None and pattern is not None
    own: dict[str, str] = {}
    of_pattern = []
    for word in (*pattern.split(), *words[1:]):
        name, equals, value = word.partition("=")
        if word in words[1:] and not equals:
            raise TaskError(f"‹function› goes without a table, got {word[:40]!r}; leave one of them out")
        if name not in (*OWN, *TEXTS):
            of_pattern.append(word)
        elif own.setdefault(name, value) != value:
            raise TaskError(f"the parameter {name} is given twice, as {own[name]} and {value}; give it once")
    found = load_object(function)
    if not callable(found):
        raise TaskError(f"{function} must be a function of an array, got {type(found).__name__}; name another")
    sizes: dict[str, Any] = {name: integer_word(name, value) for name, value in own.items() if name in OWN}
    return universal_network(
        found,
        modulus,
        error,
        pattern=" ".join(of_pattern),
        bound=own.get("bound"),
        pieces=own.get("pieces"),
        name=function,
        **sizes,
        **effort,
    )


def construct_network(words: Sequence[str], run: Run, unit: Path | None, samples: int, **asked: str | None) -> int:
    """Build it, certify its core, print it, write the files; the exit code."""
    with Waiting("building", enabled=not run.quiet), prints_are_no_results():
        built = network_from_words(words, samples=samples, seed=run.seed, **asked)
    with Waiting("certifying", enabled=not run.quiet):
        bundle = built.certificate()
        verdict = None if bundle is None else check(bundle)
    if verdict is not None and not isinstance(verdict, Accepted):  # ours to mend, so an internal error
        raise RuntimeError(f"the checker refused the certificate of {built.f.name}: {verdict}")
    if run.as_json:
        core = {"certificate": None if verdict is None else {"accepted": True, "statement": verdict.statement}}
        echo_json({**built.to_json(), **core})
    else:
        say(str(built))
        if built.built is not None and verdict is None:
            say("  certificate none at this size: what is said above is proved in words, and was run")
        if verdict is not None:
            say("  CERTIFIED   attention with hardmax tells each position the whole input on the grid, so every table")
            say("              is a look-up; not ReLU, softmax and the error, which are PROVED in words:")
            say(f"              {verdict.statement}")
    code = UNKNOWN if built.stopped else DONE
    if run.output is not None and bundle is not None:
        write_json(run.output, bundle)
        say(f"  {written(run.output)}", apart=run.as_json)
    elif run.output is not None:
        say(f"headcount: there is no certificate at this size, so {run.output} was not written", apart=True)
        code = UNKNOWN
    if unit is not None and built.built is None:
        say(f"headcount: the network is not written out at this size, so {unit} was not written", apart=True)
        return UNKNOWN
    if unit is not None:
        say(f"  weights written to {built.save_weights(unit)}", apart=run.as_json)
    return code
