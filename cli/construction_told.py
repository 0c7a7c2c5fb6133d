"""A construction, what was run and what is certified, in words and as an object."""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ..certificates.verdict import Accepted, Verdict
from .command import say

if TYPE_CHECKING:
    from ..bounds.constructions.construction import Construction, Size, Verification


def construction_json(built: "Construction", verification: "Verification", verdict: Verdict | None) -> dict[str, Any]:
    """The object that ``headcount construct --json`` prints."""
    size = built.size
    return {
        "construction": built.name,
        "parameters": dict(built.parameters),
        "task": built.task.name,
        "m": size.m,
        "p": size.p,
        "H": size.H,
        "order": size.order,
        "layers": size.layers,
        "dv": size.dv,
        "p_is": size.p_is,
        "grid": size.grid,
        "query_bits": size.query_bits,
        "key_bits": size.key_bits,
        "value_bits": size.value_bits,
        "numbers_stored": size.parameters,
        "bits": size.bits,
        "theorem": {
            "words": built.theorem.words,
            "source": built.theorem.source,
            "formula": {name: {"text": text, "value": value} for name, (text, value) in built.theorem.formula.items()},
        },
        "verification": {
            "passed": verification.passed,
            "undecided": verification.undecided,
            "scope": verification.scope,
            "exhaustive": verification.exhaustive,
            "inputs": verification.inputs,
            "positions": verification.positions,
            "margin": verification.margin,
            "error": None if verification.error is None else str(verification.error),
            "counterexample": None if verification.passed else repr(verification.counterexample),
            "seconds": round(verification.seconds, 3),
        },
        "certificate": None
        if verdict is None
        else {"accepted": isinstance(verdict, Accepted), "statement": getattr(verdict, "statement", str(verdict))},
    }


CLASS = re.compile(r"(?:GRID|KEYS|FIXED|ROUNDED)\((\d+), (\w+)")
OTHER_GRID = (
    "(p of a class counts what it holds to its own grid: GRID queries and keys, KEYS keys; +-1 has 1 bit in midrise, 2 "
    "in twos)"
)
P_IS = {
    "<=": "(<=: no query of any subset has larger entries; the queries that were tried have smaller ones)",
    ">=": "(>=: of the queries that were tried, not of all subsets)",
}


def print_construction(
    built: "Construction", verification: "Verification", verdict: Verdict | None, further: Sequence[str] = ()
) -> None:
    """Print a construction, what was run, and what is certified."""
    size = built.size
    words = " ".join(f"{name}={value}" for name, value in built.parameters.items())
    say(f"{built.name} {words}")
    say(f"  computes    {' '.join([built.task.name, *(f'{n}={v}' for n, v in built.task.parameters.items())])}")
    stored = "" if size.parameters is None else f", {size.parameters} numbers stored"
    say(
        f"  size        m = {size.m}, {size.p_words} ({size.grid}), H = {size.H}, order {size.order}, "
        f"{size.layers} layer{'s' if size.layers > 1 else ''}, dv = {size.dv}; {size.bits_words}{stored}"
    )
    if built.task.name == "qsa" and size.dv > 1:
        say(f"  embedding   m + dv = {size.m + size.dv} coordinates for keys and values side by side (the papers' m)")
    queries = f"queries {size.query_bits}" if size.p_is == "=" else f"queries {size.p_is} {size.query_bits}"
    say(f"  precision   {queries}, keys {size.key_bits}, values {size.value_bits} bits")
    if size.p_is != "=":
        say(f"              {P_IS[size.p_is]}")
    say(f"  theorem     {built.theorem.words} [{built.theorem.source}]")
    for name, (text, value) in built.theorem.formula.items():
        say(f"              {name}: {text}" + ("" if value is None or text == f"{value:g}" else f" = {value:g}"))
    exact = "" if "in balls" in verification.scope else " exact,"
    for line in further:
        say(line)
    ran = f"{verification.scope}; {verification.positions} positions,{exact} {verification.seconds:.2f} s"
    if verification.undecided:
        say(f"  UNKNOWN     {verification.scope}: {verification.undecided}")
        say(f"              for {verification.counterexample!r}; there may be one, so nothing is said of a unit")
    elif not verification.passed:
        say(f"  WRONG       on {verification.counterexample!r} ({ran})")
    else:
        say(f"  {'verified' if verification.exhaustive else 'sampled':12}{ran}")
    if verification.margin is not None:
        say(f"  margin      {_short(verification.margin)} (least score that must win minus greatest other)")
    if verification.error is not None:
        exact = str(verification.error) if verification.error == 0 else f"{float(verification.error):.3g}"
        allowed = built.parameters.get("error")
        say(f"  error       {exact if allowed is None else f'at most {exact} on these subsets ({allowed} is allowed)'}")
    if isinstance(verdict, Accepted):
        say(f"  CERTIFIED   {verdict.statement}")
        for claim in verdict.claims:
            say(f"              {claim}")
        if any(_other_grid(size, name) for name in CLASS.findall(verdict.statement)):
            say(f"              {OTHER_GRID}")
        if "SATURATED" in verdict.statement and "read_out=any" in verdict.statement:
            say("              (m alone says little here: any read-out of unbounded integers; see FORMAT.rst)")
    elif verification.passed:
        say("  certificate none at this size: what is said above was run, not replayed by the checker")


def _other_grid(size: "Size", named: tuple[str, str]) -> bool:
    """Whether a claim has another p or another grid than the size."""
    return (int(named[0]), named[1]) != (size.p, size.grid)


def _short(margin: int | Fraction) -> str:
    return str(margin) if -(10**12) < margin < 10**12 else f"about {float(margin):.4g}"
