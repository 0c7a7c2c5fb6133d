"""From the bytes of a file to its root node; a file that is too long for the meter is not parsed."""

import json
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

from ...certificates.meter import Meter, OverLimitError
from ..refusal import MalformedError
from .node import MAX_DIGITS, Node

FOOTPRINT = {b"[": 100, b"{": 250, b",": 45, b'"': 35}
"""Bytes that a JSON value takes in memory, at most, by the marks in its text; and 4 for each byte of the text."""


def parse(content: bytes, name: str = "certificate", meter: Meter | None = None) -> Node:
    """The root node of a JSON document. Duplicate keys, NaN, floats and over-long integers are malformed.

    Raises
    ------
    MalformedError
        If it is none.
    OverLimitError
        If it is longer than the meter allows; then it is not parsed.
    """
    meter = Meter() if meter is None else meter
    meter.charge(4 * len(content) + sum(content.count(mark) * size for mark, size in FOOTPRINT.items()))
    try:
        value = json.loads(
            content.decode("utf-8"),
            object_pairs_hook=_unique_keys,
            parse_constant=_refuse_constant,
            parse_float=_refuse_constant,
            parse_int=_bounded_integer,
        )
    except UnicodeDecodeError:
        raise MalformedError(name, "is not UTF-8 text") from None
    except RecursionError:
        raise MalformedError(name, "is nested too deeply") from None
    except json.JSONDecodeError as error:
        raise MalformedError(name, f"is not JSON: {error.msg} at line {error.lineno}") from None
    except ValueError as error:
        raise MalformedError(name, str(error)) from None
    return Node(value, name, meter)


def read_file(path: Path, meter: Meter | None = None) -> Node:
    """Parse a file; a missing or unreadable one is malformed, one beyond the meter's limit is refused unread."""
    meter = Meter() if meter is None else meter
    most = (meter.limit - meter.spent) // 4
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise MalformedError("certificate", "is not a regular file; name a JSON file")
        if status.st_size > most:
            raise OverLimitError
        with path.open("rb") as stream:  # it may have grown since
            content = stream.read(most + 1)
    except OSError as error:
        raise MalformedError("certificate", f"cannot be read: {error.strerror or error}") from None
    except ValueError as error:  # a null byte in the path
        raise MalformedError("certificate", f"cannot be read: {error}") from None
    return parse(content, "certificate", meter)


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        raise ValueError("has the same key twice in one object")
    return result


def _refuse_constant(text: str) -> NoReturn:
    raise ValueError(f"holds {text[:40]}, but every number must be an integer")


def _bounded_integer(text: str) -> int:
    if len(text) > MAX_DIGITS:
        raise ValueError(f"holds an integer of {len(text)} digits; at most {MAX_DIGITS} are read")
    return int(text)


def written(certificate: Mapping[str, Any]) -> bytes:
    """A certificate that was given as an object, as JSON."""
    try:
        return json.dumps(certificate).encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise MalformedError("certificate", f"cannot be written as JSON: {error}") from None
