"""Work in instructions of the interpreter, against the steps that are charged: no clock, and the same on any machine.

A step is at most 100 ns. An instruction takes some ten (five to thirty in CPython 3.11), so ten of them are a step.
What is done within one instruction, such as a product of long numbers, is charged by its length and not counted here.
"""

import importlib
import sys

from headcount.certificates.check import check

A_STEP = 10
"""Instructions that may be run for a step."""

AT_FIRST = 150_000
"""Instructions of a check that takes hardly any steps: modules are imported, paths and sentences put together."""


def work_of(content, limit):
    """The verdict, the instructions run, and the steps charged."""
    checker, meters, count = importlib.import_module("headcount.certificates.check"), [], 0

    class Recorded(checker.Meter):
        __slots__ = ()

        def __init__(self, *arguments):
            super().__init__(*arguments)
            meters.append(self)

    def trace(frame, event, argument):
        nonlocal count
        if event == "opcode":
            count += 1
        elif event == "call":
            frame.f_trace_opcodes, frame.f_trace_lines = True, False
        return trace

    plain_meter, before = checker.Meter, sys.gettrace()
    checker.Meter = Recorded
    sys.settrace(trace)
    try:
        verdict = check(content, limit)
    finally:
        sys.settrace(before)
        checker.Meter = plain_meter
    return verdict, count, meters[-1].spent
