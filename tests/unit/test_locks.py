"""The lock of a keyed table: who holds it, who is refused, and what lets go of it."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from dbt.adapters.tablestore.spark import locks
from dbt.adapters.tablestore.spark.errors import TablestoreError

TABLE = "lake.main.`orders`"
HOLD = """
import sys
from pathlib import Path
from dbt.adapters.tablestore.spark import locks
lock = locks.take(Path(sys.argv[1]), sys.argv[2])
print("held", flush=True)
input()
"""


@contextmanager
def another_process(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that holds the lock of the table until it ends."""
    command = [sys.executable, "-c", HOLD, str(folder), TABLE]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield process
    finally:
        process.kill()
        process.communicate()


def test_a_process_that_holds_the_lock_is_named(tmp_path: Path) -> None:
    with another_process(tmp_path) as process:
        for _ in range(2):  # an attempt does not change what the next one reads
            with pytest.raises(
                TablestoreError, match=rf"{TABLE} is being written by another run \(process {process.pid}\)"
            ):
                locks.take(tmp_path, TABLE)
        locks.take(tmp_path, "lake.main.others").release()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_killed_process_lets_go(tmp_path: Path) -> None:
    with another_process(tmp_path) as process:
        process.send_signal(signal.SIGKILL)
        process.wait()
        locks.take(tmp_path, TABLE).release()


def test_a_process_that_has_ended_is_not_named(tmp_path: Path) -> None:
    with another_process(tmp_path) as process:
        process.communicate("\n")
    lock = locks.take(tmp_path, TABLE)
    with ThreadPoolExecutor() as other_thread, pytest.raises(TablestoreError) as error:
        other_thread.submit(locks.take, tmp_path, TABLE).result()
    assert str(process.pid) not in error.value.msg
    lock.release()


def test_another_thread_and_the_same_one_are_refused(tmp_path: Path) -> None:
    lock = locks.take(tmp_path, TABLE)
    with ThreadPoolExecutor() as other_thread, pytest.raises(TablestoreError, match="is being written by another run"):
        other_thread.submit(locks.take, tmp_path, TABLE).result()
    with pytest.raises(TablestoreError, match="is being written by another run"):
        locks.take(tmp_path, TABLE)
    lock.release()


def test_any_thread_may_release(tmp_path: Path) -> None:
    """dbt closes the connections of its threads from the main thread."""
    with ThreadPoolExecutor() as other_thread:
        lock = other_thread.submit(locks.take, tmp_path, TABLE).result()
    lock.release()
    locks.take(tmp_path, TABLE).release()


def test_the_adapter_can_be_imported_where_there_is_no_fcntl() -> None:
    """As on Windows."""
    code = "import sys; sys.modules['fcntl'] = None; import dbt.adapters.tablestore"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
