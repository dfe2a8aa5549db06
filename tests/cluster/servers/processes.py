"""Starts a server, waits until it answers, and stops it with its children."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

HOST = "127.0.0.1"


def free_port() -> int:
    """A port of this machine that nothing listens on."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def listens(port: int) -> bool:
    """Whether something listens on a port."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex((HOST, port)) == 0


@contextmanager
def running(
    command: Sequence[str | Path],
    log: Path,
    ready: Callable[[], bool],
    environment: Mapping[str, str] | None = None,
    user: str | None = None,
    seconds: float = 90,
) -> Iterator[None]:
    """Runs a server until the end of the block.

    Raises:
        AssertionError: it has ended, or is not ready in time. The message has the end of its log.
    """
    with log.open("wb") as sink:
        process = subprocess.Popen(
            [str(part) for part in command],
            stdin=subprocess.DEVNULL,
            stdout=sink,
            stderr=sink,
            env={**os.environ, **(environment or {})},
            user=user,
            extra_groups=[] if user else None,
            start_new_session=True,
        )
    try:
        end = time.monotonic() + seconds
        while not ready():
            tail = log.read_text(errors="replace")[-2000:]
            assert process.poll() is None, f"{command[0]} ended with {process.returncode}:\n{tail}"
            assert time.monotonic() < end, f"{command[0]} is not ready after {seconds} s:\n{tail}"
            time.sleep(0.1)
        yield
    finally:
        _stop(process)


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait(10)
