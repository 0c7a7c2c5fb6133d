"""``python -m headcount.sweep.answering PARENT``: answers the keys that a worker of a cluster gives it.

It reads pickled (function, key, budget) and writes pickled answers. What is unpickled comes from the sweep through the
cluster's scheduler: who can reach a scheduler of Dask can run anything on its workers in any case.
"""

from __future__ import annotations

import math
import os
import pickle
import select
import sys
import threading
import traceback
from typing import BinaryIO

from ..search.race import leave_with_the_parent
from .process_of_worker import LOADED, SIZE

IDLE = 60.0
"""Seconds that it waits for another key, on a machine that is not its own."""


def main() -> None:
    """Answer on stdout; what the work prints goes to stderr."""
    # The worker ends it at its time.
    threading.Thread(target=leave_with_the_parent, args=(int(sys.argv[1]), math.inf), daemon=True).start()
    keys, answers = os.fdopen(os.dup(0), "rb", buffering=0), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    while select.select([keys], [], [], IDLE)[0]:
        size = _read(keys, SIZE.size)
        if len(size) < SIZE.size:
            return
        payload = _read(keys, SIZE.unpack(size)[0])
        _send(answers, _said(payload, answers))


def _said(payload: bytes, answers: BinaryIO) -> bytes:
    loaded = False
    try:
        decide, key, budget = pickle.loads(payload)
        _send(answers, LOADED)
        loaded = True
        return b"answer\n" + pickle.dumps(decide(key, budget))
    except MemoryError:
        said = b"open\nthe decider ran out of memory"
    except Exception:
        said = b"failed\n" + traceback.format_exc().encode()
    if not loaded:
        _send(answers, LOADED)
    return said


def _read(stream: BinaryIO, size: int) -> bytes:
    """So many bytes, fewer at the end of the stream."""
    parts = []
    while size > 0 and (part := stream.read(size)):
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def _send(stream: BinaryIO, content: bytes) -> None:
    stream.write(SIZE.pack(len(content)) + content)
    stream.flush()


if __name__ == "__main__":
    main()
