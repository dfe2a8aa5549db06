"""A server that is gone: what a run waits for, and what it says. The clients are real, and their ports are closed."""

import os
import subprocess
import sys
import threading
from types import SimpleNamespace
from typing import Any

import pytest
from dbt.adapters.exceptions.connection import FailedToConnectError
from dbt.adapters.tablestore.spark.environment import environment
from dbt.adapters.tablestore.spark.sessions.server import why_not_connected

# In place of ten minutes, the client waits two seconds for the answer to a request.
PREPARE = """
import threading, time, warnings
from contextlib import contextmanager
from dbt.adapters.tablestore.spark import errors
from dbt.adapters.tablestore.spark.sessions.connect import ConnectSession
from dbt.adapters.tablestore.spark.sessions.running_node import RunningNode
from dbt_common.exceptions import DbtRuntimeError
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession
from pyspark.sql.connect.client.retries import DefaultPolicy

warnings.simplefilter("ignore")
errors.mute_error_classes()
url = "sc://127.0.0.1:1"

def session(retries):
    spark = SparkSession.builder.remote(url).create()
    spark.client.set_retry_policies([DefaultPolicy(retries, initial_backoff=500, backoff_multiplier=1)])
    return ConnectSession(spark, url)

def node_of(lost):
    @contextmanager
    def guard(text):
        try:
            yield
        except PySparkException as error:
            raise DbtRuntimeError(lost.message_of(error)) from None

    node = RunningNode(lambda: lost, lambda statement, fetch=False: None, guard)
    for number in range(20):
        node.release_at_end(f"view_{number}")
    node.run([{"sql": f"reset a.{number}", "kind": "reset", "step": "clean"} for number in range(20)], resets=True)
    return node

def fail(lost):
    began = time.monotonic()
    try:
        lost.cursor().execute("drop table t")
    except PySparkException as error:
        print(lost.message_of(error).split(" (")[0], flush=True)
    return time.monotonic() - began

def assert_quick(work):
    began = time.monotonic()
    work()
    assert time.monotonic() - began < 1.5, time.monotonic() - began
"""


def run(code: str) -> list[str]:
    """In a process of its own, because pyspark has one kind of session per process."""
    done = subprocess.run([sys.executable, "-c", PREPARE + code], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_a_lost_server_is_waited_for_once() -> None:
    """Not again for each view that a node drops at its end, each setting that it resets, and the end of the session."""
    code = """
lost = session(retries=4)
node = node_of(lost)
assert fail(lost) > 1.9
for work in (node.end, lost.stop, lost.cancel, lost.close):
    assert_quick(work)
assert not node._views and not node._resets
"""
    assert run(code) == ["the Spark Connect server sc://127.0.0.1:1 does not answer"]


def test_the_end_of_a_node_can_be_the_first_to_miss_the_server() -> None:
    code = """
lost = session(retries=4)
node = node_of(lost)
began = time.monotonic()
node.end()
assert time.monotonic() - began < 7, time.monotonic() - began
"""
    assert run(code) == []


def test_ctrl_c_does_not_wait_for_a_lost_server() -> None:
    """Nor does a statement that has begun to wait for it."""
    code = """
lost = session(retries=100)
waiting = threading.Thread(target=fail, args=[lost])
waiting.start()
time.sleep(0.7)
assert waiting.is_alive()
began = time.monotonic()
lost.stop()
lost.cancel()
waiting.join()
assert lost.stopped and time.monotonic() - began < 5, time.monotonic() - began
"""
    assert run(code) == ["the Spark Connect server sc://127.0.0.1:1 does not answer"]


def server(host: str, port: int) -> Any:
    return SimpleNamespace(host=host, port=port)


@pytest.mark.parametrize(
    ("host", "port", "error", "sentence"),
    [
        ("db", 14030, "TTransportException: Could not connect to any of [('127.0.0.1', 14030)]", "does not answer: "),
        ("db", 403, "TTransportException: Could not connect to any of [('127.0.0.1', 403)]", "does not answer: "),
        ("db-401", 1, "TTransportException: failed to resolve sockaddr for db-401:1", "does not answer: "),
        ("db-403", 401, "SSLError: db-403:401 has another certificate", "SSLError: db-403:401 has another certificate"),
        ("db", 10403, "OSError: port 10403 is blocked", "OSError: port 10403 is blocked"),
        ("db", 443, "TTransportException: HTTP Code 403: Denied", "refused the connection: correct `user`"),
        ("db", 443, "HTTPError: 401 Client Error: for url: https://db:443/", "refused the connection: correct `user`"),
    ],
)
def test_the_digits_of_an_address_are_no_status(host: str, port: int, error: str, sentence: str) -> None:
    assert sentence in why_not_connected(FailedToConnectError(f"failed to connect: {error}"), server(host, port))


def test_two_connections_that_open_at_once_leave_the_environment_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPARK_REMOTE", "sc://host")
    first_is_in, second_is_in = threading.Event(), threading.Event()

    def first() -> None:
        with environment(SPARK_REMOTE=None):
            first_is_in.set()
            second_is_in.wait(0.5)  # in vain

    def second() -> None:
        first_is_in.wait()
        with environment(SPARK_REMOTE=None):
            second_is_in.set()
            threads[0].join(0.5)

    threads = [threading.Thread(target=first), threading.Thread(target=second)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert os.environ["SPARK_REMOTE"] == "sc://host"
