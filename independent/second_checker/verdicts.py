"""Files and verdicts."""

import json
from functools import cache
from importlib import import_module

from .claims import Context, read_claim, verify
from .computations import STORE, cases_of, matrix_of
from .notation import Malformed, Rejected, Unsupported, fields, form, need, typ
from .patterns import make_pattern
from .sparse import graph_of
from .statements import read_statement

RULE_FILES = "vectors units matrices graphs encodings clauses farkas semidefinite theorems counting inequalities maps"
RULE_FILES += " clauses_of_matrices layers trees keys unit_tables margins tolerance codes"
for name in RULE_FILES.split():
    import_module(f".{name}", __package__)  # each adds its rules
TOP = "format text, version int, claims [any], question? any, remarks? [any]*"


def forget():
    """Gives the memory of statements back that were made again."""
    STORE.clear()
    for remembered in (cases_of, matrix_of, make_pattern, graph_of):
        remembered.cache_clear()


def check(certificate):
    """ACCEPTED, REJECTED reason, MALFORMED reason or UNSUPPORTED what."""
    try:
        f = fields(certificate, TOP)
        form(f["format"] == "headcount-certificate" and f["version"] == 3, "another format")
        typ("[text 0..1000000]*")(f.get("remarks", []))
        question = cache(lambda: read_statement(f.get("question")))  # read if a claim has none of its own
        earlier, ends = [], {}
        for raw in f["claims"]:
            c = read_claim(raw, Context(question, list(earlier)))
            verify(c)
            earlier.append(c)
            if c.side:
                low, high = ends.get(c.what, (None, None))
                low = float("inf") if c.side == "none" else low
                low = c.value if c.side == "lower" and (low is None or c.value > low) else low
                high = c.value if c.side == "upper" and (high is None or c.value < high) else high
                need(low is None or high is None or low <= high, "ends cross")
                ends[c.what] = (low, high)
    except Malformed as error:
        return f"MALFORMED {error}"
    except Rejected as error:
        return f"REJECTED {error}"
    except (Unsupported, RecursionError, MemoryError) as error:
        return f"UNSUPPORTED {error or type(error).__name__}"
    finally:
        forget()
    return "ACCEPTED"


def read_file(path):
    def once(pairs):
        form(len(dict(pairs)) == len(pairs), "a key is there twice")
        return dict(pairs)

    def integer(text):
        form(len(text) <= 4000, "a number is too long")
        return int(text)

    def never(text):
        raise Malformed(f"{text} is no integer")

    with open(path, encoding="utf-8") as stream:
        return json.load(stream, object_pairs_hook=once, parse_int=integer, parse_float=never, parse_constant=never)


def check_file(path):
    try:
        certificate = read_file(path)
    except (Malformed, OSError, ValueError, RecursionError) as error:
        return f"MALFORMED {error}"
    return check(certificate)
