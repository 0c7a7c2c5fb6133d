"""From a file, bytes or an object to JSON values; what is too long for the meter is not parsed."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .meter import Meter, OverLimitError
from .refuse import Malformed

MAX_DIGITS = 4000
"""Longest integer that is read, in decimal digits (below the interpreter's own limit of 4300)."""

FOOTPRINT = {b"[": 100, b"{": 250, b",": 45, b'"': 35}
"""Bytes that a JSON value takes in memory, at most, by the marks in its text; and 4 for each byte of the text."""


def load(certificate: Path | str | bytes | Mapping[str, Any], meter: Meter) -> Any:
    """The JSON value: of a path (``str`` too), of the bytes of a file, or of an object.

    Duplicate keys, NaN, numbers with a point and over-long integers are malformed.
    """
    if isinstance(certificate, bytes):
        return parse(certificate, meter)
    if not isinstance(certificate, Mapping):
        return parse(_content(Path(certificate), meter), meter)
    try:
        return parse(json.dumps(certificate).encode(), meter)
    except (TypeError, ValueError) as error:
        raise Malformed("certificate", f"cannot be written as JSON: {error}") from None


def parse(content: bytes, meter: Meter) -> Any:
    """The JSON value that a text stands for."""
    meter.charge(4 * len(content) + sum(content.count(mark) * size for mark, size in FOOTPRINT.items()))
    try:
        return json.loads(
            content.decode("utf-8"),
            object_pairs_hook=_unique_keys,
            parse_constant=_integer,
            parse_float=_integer,
            parse_int=_integer,
        )
    except ValueError as error:  # of a mark, a character, or from below
        raise Malformed("certificate", f"cannot be parsed: {error}") from None


def _content(path: Path, meter: Meter) -> bytes:
    if not os.path.isfile(path):
        raise Malformed("certificate", "is no file; text of JSON is passed as bytes")
    try:
        if path.stat().st_size > (meter.limit - meter.spent) // 4:
            raise OverLimitError
        return path.read_bytes()
    except OSError as error:
        raise Malformed("certificate", f"cannot be read: {error.strerror or error}") from None


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        raise ValueError("an object has the same key twice")
    return result


def _integer(text: str) -> int:
    if len(text) > MAX_DIGITS:
        raise ValueError(f"a number has {len(text)} digits; at most {MAX_DIGITS} are read")
    if not text.removeprefix("-").isdigit():
        raise ValueError(f"{text[:40]} is no integer, and every number must be one")
    return int(text)
