"""Ctrl-C while processes are started is neither lost nor taken twice."""

import os
import signal
import threading

import pytest

from headcount.workbench.interrupts import interrupts_wait


@pytest.fixture(autouse=True)
def ctrl_c():
    """Python's own handler: a shell starts what runs in the background with Ctrl-C ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_it_comes_at_the_end_of_the_block():
    reached = []
    with pytest.raises(KeyboardInterrupt):
        with interrupts_wait():
            signal.raise_signal(signal.SIGINT)
            reached.append("end")
        reached.append("behind")
    assert reached == ["end"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_it_is_not_lost_in_what_runs_at_a_fork():
    """What is raised in a function registered with os.register_at_fork is ignored by Python."""
    asked = [True]
    os.register_at_fork(after_in_parent=lambda: asked and asked.pop() and signal.raise_signal(signal.SIGINT))
    with pytest.raises(KeyboardInterrupt), interrupts_wait():
        child = os.fork()
        if child == 0:
            os._exit(0)
        os.waitpid(child, 0)
    assert asked == []


@pytest.mark.parametrize("before", [signal.SIG_IGN, signal.SIG_DFL])
def test_a_program_that_leaves_it_to_the_system_is_left_alone(before):
    ours = signal.signal(signal.SIGINT, before)
    try:
        with interrupts_wait():
            assert signal.getsignal(signal.SIGINT) is (before if before is signal.SIG_IGN else signal.SIG_DFL)
        assert signal.getsignal(signal.SIGINT) is before
    finally:
        signal.signal(signal.SIGINT, ours)


def test_threads_may_use_it():
    failed = []

    def work():
        try:
            with interrupts_wait():
                pass
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert failed == []
