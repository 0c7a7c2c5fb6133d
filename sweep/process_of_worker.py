"""A process of a worker that answers keys one after the other, seen from the worker. Its own side: ``answering.py``."""

from __future__ import annotations

import os
import signal
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress

from ..search.cores import SHARE

Said = tuple[str, bytes, float]
"""``answer`` with it pickled, ``failed`` with a traceback, ``open`` with words, ``late`` or ``left``; and seconds."""

LOOK = 0.2
"""Seconds between two looks whether the answer is still wanted."""

SIZE = struct.Struct(">Q")
"""Before everything that is sent either way: how many bytes it has."""

LOADED = b"loaded"
"""What the process says first: all is imported, the clock may start."""

ONE_CORE = (SHARE, "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
"""A task of Dask's uses one core, and so do its engines and its linear algebra, unless its environment says."""

MODULE = f"{__package__}.answering"


class Process:
    """One process, in a session of its own, so that it can be ended with all that it has started."""

    def __init__(self) -> None:
        self._listener: threading.Thread | None = None
        self._process = subprocess.Popen(
            [sys.executable, "-m", MODULE, str(os.getpid())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
            env=dict.fromkeys(ONE_CORE, "1") | dict(os.environ),
        )

    def ask(self, payload: bytes, seconds: float, wanted: Callable[[], bool]) -> Said:
        """Give it a key, and wait until it has answered, the time is over or nobody wants the answer."""
        heard: list[bytes] = []
        self._listener = listener = threading.Thread(target=self._listen, args=(payload, heard), daemon=True)
        start = time.monotonic()
        listener.start()
        while listener.is_alive() and wanted():
            listener.join(LOOK)
            if not heard:
                start = time.monotonic()
            elif listener.is_alive() and time.monotonic() > start + seconds:
                return "late", b"", time.monotonic() - start
        spent = time.monotonic() - start
        if not heard and not listener.is_alive():
            return "left", b"", spent
        if listener.is_alive() or len(heard) < 2:
            return "open", b"the decider was stopped from outside", spent
        kind, _, content = heard[1].partition(b"\n")
        return kind.decode(), content, spent

    def end(self) -> None:
        """End it."""
        if hasattr(os, "killpg"):
            with suppress(ProcessLookupError, PermissionError):  # all have left
                os.killpg(self._process.pid, signal.SIGKILL)
        else:
            self._process.kill()
        self._process.wait()
        if self._listener is not None:
            self._listener.join()
        for stream in (self._process.stdin, self._process.stdout):
            assert stream is not None
            with suppress(OSError):  # what was not sent cannot be sent any more
                stream.close()

    def _listen(self, payload: bytes, heard: list[bytes]) -> None:
        """Tell it what to do; hear that all is loaded, and then the answer. It ends early when the process does."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None and stdout is not None
        try:
            stdin.write(SIZE.pack(len(payload)) + payload)
            stdin.flush()
            while len(heard) < 2:
                size = stdout.read(SIZE.size)
                content = stdout.read(SIZE.unpack(size)[0]) if len(size) == SIZE.size else b""
                if not content:
                    return
                heard.append(content)
        except OSError:  # a broken pipe
            return
