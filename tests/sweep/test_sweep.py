"""Sweeps on this machine, what a worker does with a key, and clusters that cannot be used."""

import importlib
import os
import pickle
import sys
import time
import types

import pytest

from headcount import frontier
from headcount.questions import least_size, qsa_question
from headcount.search.cores import cores, share_cores
from headcount.search.race import EngineFailedWarning
from headcount.sweep import ClusterError, Job, cluster_runs, on_worker, runs_of, sweep
from headcount.sweep.cluster_runs import ClusterRuns
from headcount.sweep.frontier.cells import CellQuestion
from headcount.sweep.process_of_worker import Process
from headcount.tasks import TaskError


def failed(reason, seconds, complete):
    return (reason, complete)


def acted(key, budget):
    """What the key names is done."""
    if key == "raise":
        raise ValueError("a bug")
    if key == "leave":
        os._exit(1)
    if key == "sleep":
        time.sleep(1000)
    if key == "memory":
        raise MemoryError
    if key == "interrupt":
        raise KeyboardInterrupt  # by a library's own handler, which does not know that Ctrl-C is ignored
    if key == "print":
        print("not an answer")
    if key == "cores":
        return cores()
    if key == "process":
        return os.getpid()
    if key == "load":
        return bool(sys.modules.get(LOADED)), bool(importlib.import_module(LOADED))
    return key, budget


LOADED = "headcount.sweep.on_worker"

WORDS = {
    "raise": ("the decider stopped with an internal error: ValueError: a bug", False),
    "leave": ("the decider was stopped from outside", False),
    "memory": ("the decider ran out of memory", False),
    "interrupt": ("the decider was stopped from outside", False),
    "print": ("print", 1000),
    7: (7, 1000),
}


def test_what_one_key_had_to_load_the_next_one_has(monkeypatch):
    monkeypatch.delitem(sys.modules, LOADED)
    job = Job(acted, failed, 1000)
    for known in (False, True):
        assert list(sweep(job, ["load"], jobs=1)) == [("load", (known, True))]


@pytest.mark.parametrize("jobs", [1, 2, 9])
@pytest.mark.filterwarnings("ignore::headcount.search.race.EngineFailedWarning")
def test_every_key_has_one_answer(jobs):
    told = []
    job = Job(acted, failed, 1000)
    found = list(sweep(job, iter(WORDS), jobs=jobs, watch=lambda keys, note: told.append((len(keys), note))))
    assert len(found) == len(WORDS)
    assert dict(found) == WORDS
    assert max(count for count, _ in told) == min(jobs, len(WORDS))
    assert told[-1] == (0, "")


def test_an_error_of_the_decider_is_shown():
    with pytest.warns(EngineFailedWarning, match="a bug"):
        assert list(sweep(Job(acted, failed, 1000), ["raise"])) == [("raise", WORDS["raise"])]


def test_a_budget_is_kept_where_there_is_a_grace():
    found = dict(sweep(Job(acted, failed, 0.5, grace=0.1), ["sleep", 7], jobs=2))
    assert found == {"sleep": ("the budget of 0.5 s ran out", True), 7: (7, 0.5)}


def test_a_key_that_is_stopped_has_no_answer():
    with runs_of(Job(acted, failed, 1000), jobs=2) as runs:
        runs.start("sleep")
        runs.stop("sleep")
        assert runs.keys == ()
        assert runs.finished(0) == []


def test_keys_at_work_share_the_cores(monkeypatch):
    monkeypatch.delenv("HEADCOUNT_CORES", raising=False)
    have = cores()
    assert [count for _, count in sweep(Job(acted, failed, 1000), ["cores"], jobs=64)] == [max(1, have // 64)]
    assert "HEADCOUNT_CORES" not in os.environ
    monkeypatch.setenv("HEADCOUNT_CORES", "1")
    assert cores() == 1
    share_cores(8)
    assert cores() == 1
    monkeypatch.setenv("HEADCOUNT_CORES", "many")
    assert cores() == have


@pytest.mark.parametrize("jobs", [0, -1, 1.5, True])
def test_impossible_jobs(jobs):
    with pytest.raises(TaskError, match="jobs must be at least 1"):
        runs_of(Job(acted, failed, 1000), jobs=jobs)


# --- a worker -----------------------------------------------------------------


def asked(key, seconds=1000.0, wanted=lambda: True, budget=1000):
    import cloudpickle

    cloudpickle.register_pickle_by_value(sys.modules[__name__])
    try:
        payload = cloudpickle.dumps((acted, key, budget))
    finally:
        cloudpickle.unregister_pickle_by_value(sys.modules[__name__])
    return on_worker.answered(payload, seconds, wanted)


@pytest.fixture
def no_idle_processes():
    yield
    while on_worker._IDLE:
        on_worker._IDLE.pop().end()


def test_a_process_of_a_worker_answers_one_key_after_the_other(no_idle_processes, monkeypatch):
    monkeypatch.delenv("HEADCOUNT_CORES", raising=False)
    kind, content, _ = asked("process")
    assert kind == "answer"
    first = pickle.loads(content)
    assert first != os.getpid()
    kind, content, _ = asked("print")  # which does not get into the answer
    assert (kind, pickle.loads(content)) == ("answer", ("print", 1000))
    assert pickle.loads(asked("process")[1]) == first
    assert pickle.loads(asked("cores")[1]) == 1
    kind, content, _ = asked("raise")
    assert (kind, content.decode().splitlines()[-1]) == ("failed", "ValueError: a bug")
    assert pickle.loads(asked("process")[1]) != first
    on_worker._IDLE[0]._process.kill()  # it has waited for too long, say
    on_worker._IDLE[0]._process.wait()
    assert asked(7)[0] == "answer"
    assert asked("leave")[:2] == ("open", b"the decider was stopped from outside")
    assert on_worker._IDLE == []


def test_a_process_of_a_worker_is_ended():
    looks = iter([True, True])
    assert asked("sleep", wanted=lambda: next(looks, False))[0] == "open"
    assert asked("sleep", seconds=0.1)[0] == "late"
    assert on_worker._IDLE == []


def test_what_cannot_be_read_is_a_failure():
    process = Process()
    kind, content, _ = process.ask(b"no pickle", 1000.0, lambda: True)
    process.end()
    assert kind == "failed"
    assert b"Unpickling" in content


def test_a_worker_of_another_version_refuses():
    kind, content, _ = on_worker.run_apart(b"", 1.0, ("9.9", "3.99"))
    assert kind == "open"
    assert "the sweep 9.9 and 3.99" in content.decode()


# --- clusters that cannot be used ---------------------------------------------


def test_dask_is_missing(monkeypatch, headcount):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterError, match=r"try: pip install 'headcount\[cluster\]'"):
        runs_of(Job(acted, failed, 1000), scheduler="tcp://127.0.0.1:1")
    code, out, err = headcount("frontier", "qsa", "N=4", "q=1", "--scheduler", "tcp://127.0.0.1:1")
    assert (code, out) == (2, "")
    assert "pip install 'headcount[cluster]'" in err


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nowhere", "", "fax://1"])
def test_nothing_answers(monkeypatch, address):
    pytest.importorskip("distributed", reason="Dask is an extra")
    monkeypatch.setattr(cluster_runs, "ANSWERS_WITHIN", 0.2)
    with pytest.raises(ClusterError, match=r"scheduler must be the address of a running .* 'dask scheduler'"):
        runs_of(Job(acted, failed, 1000), scheduler=address)


class Future:
    """A future of Dask's that is done when it is told."""

    def __init__(self, outcome):
        self.outcome, self.told = outcome, []

    def add_done_callback(self, function):
        self.told.append(function)

    def cancel(self, reason):
        self.outcome = None

    def cancelled(self):
        return self.outcome is None

    def result(self):
        if isinstance(self.outcome, Exception):
            raise self.outcome
        return self.outcome


class Cluster:
    """A client of Dask's that keeps what is submitted."""

    status = "running"

    def __init__(self, threads=2, headcount="0.1.0", python=None):
        self.threads, self.futures, self.closed = threads, [], False
        self.host = {"python": f"{python or on_worker.python_version()}.7.final.0"}
        self.versions = {"host": self.host, "packages": {"headcount": headcount}}

    def submit(self, function, payload, seconds, made_by, key, pure):
        self.futures.append(Future(("answer", pickle.dumps(pickle.loads(payload)[1]), 0.0)))
        return self.futures[-1]

    def nthreads(self):
        return {"tcp://worker": self.threads} if self.threads else {}

    def get_versions(self, check, packages):
        return {"workers": {"tcp://worker": self.versions} if self.threads else {}}

    def close(self, timeout):
        self.closed = True


@pytest.fixture
def cluster_of(monkeypatch):
    def make(**settings):
        cluster = Cluster(**settings)
        monkeypatch.setattr(cluster_runs, "_client", lambda address: cluster)
        return cluster

    return make


@pytest.mark.parametrize(
    "settings, words",
    [
        ({"headcount": "9.9"}, "has headcount 9.9 and Python"),
        ({"headcount": None}, "has no headcount and Python"),
        ({"python": "3.99"}, "and Python 3.99; install the same version there"),
    ],
)
def test_workers_of_another_version_are_refused(cluster_of, settings, words):
    cluster = cluster_of(**settings)
    with pytest.raises(ClusterError, match=words):
        ClusterRuns(Job(len, failed, 1000), "tcp://here")
    assert cluster.closed


def test_what_a_cluster_says(cluster_of):
    pytest.importorskip("cloudpickle", reason="Dask is an extra")
    distributed = pytest.importorskip("distributed", reason="Dask is an extra")
    lost = distributed.KilledWorker("key", types.SimpleNamespace(address="tcp://worker"), 3)
    outcomes = {
        "a": (("answer", pickle.dumps("yes"), 1.0), "yes"),
        "b": (("late", b"", 9.0), ("the budget of 1e+03 s ran out", True)),
        "c": (("open", b"no memory", 1.0), ("no memory", False)),
        "d": (lost, ("the decider took its worker along 4 times: too little memory?", False)),
    }
    cluster = cluster_of(threads=3)
    with ClusterRuns(Job(len, failed, 1000), "tcp://here") as runs:
        assert (runs.capacity, runs.note) == (3, "")
        for key in (*outcomes, "stopped"):
            runs.start(key)
        assert runs.finished(0) == []
        runs.stop("stopped")
        for future, (outcome, _) in zip(cluster.futures, [*outcomes.values(), (("answer", b"", 0.0), "")], strict=True):
            future.outcome = outcome
            future.told[0](future)
        assert dict(runs.finished(0)) == {key: answer for key, (_, answer) in outcomes.items()}
        assert runs.keys == ()
        for outcome in (("failed", b"Traceback\nValueError: a bug", 1.0), ValueError("a bug")):
            runs.start("e")
            cluster.futures[-1].outcome = outcome
            cluster.futures[-1].told[0](cluster.futures[-1])
            with pytest.warns(EngineFailedWarning, match="a bug"):
                assert runs.finished(0) == [("e", WORDS["raise"])]
    assert cluster.closed


def test_without_workers_it_waits_and_says_so(cluster_of):
    cluster_of(threads=0)
    with ClusterRuns(Job(len, failed, 1000), "tcp://here") as runs:
        assert runs.capacity == 1
        assert "start some with: dask worker tcp://here" in runs.note


def test_a_scheduler_that_is_lost_leaves_what_is_known(cluster_of):
    pytest.importorskip("cloudpickle", reason="Dask is an extra")
    cluster = cluster_of(threads=1)
    done = []

    def watch(known, at_work, note):
        future = cluster.futures[-1]
        if at_work:
            if done:
                future.outcome = None  # as Dask does when its connection breaks
            else:
                cell = at_work[0]
                future.outcome = ("answer", pickle.dumps(question.decide(cell, 1000.0)), 0.0)
                done.append(cell)
            future.told[0](future)

    question = CellQuestion(least_size(qsa_question(4, 1), "m", "GRID(p, midrise, gap 1)"))
    found = frontier(question, [1, 2, 3], [1], scheduler="tcp://here", fill=False, watch=watch)
    assert found.interrupted
    assert "the connection to the scheduler tcp://here broke" in found.note
    assert [mapped.cell for mapped in found.cells if mapped.evidence and not mapped.filled_from] == done


def test_where_there_are_no_workers_the_command_that_starts_one_is_said(cluster_of):
    cluster_of(threads=0)
    job = Job(lambda key, budget: key, failed=lambda reason, seconds, complete: None, budget=1)
    with runs_of(job, scheduler="tcp://10.0.0.1:8786") as runs:
        assert runs.note.endswith("start some with: dask worker tcp://10.0.0.1:8786 --nthreads 1")
