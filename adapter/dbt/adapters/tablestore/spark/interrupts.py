"""What Ctrl-C does to a dbt command: it ends with one sentence, and Spark stops its work."""

from __future__ import annotations

import signal
import threading
from types import FrameType
from typing import Any, NoReturn

from dbt_common.exceptions import DbtRuntimeError

_MESSAGE = (
    "the run was interrupted, and its Spark jobs are cancelled; the next run completes what this one left unfinished"
)
_previous: Any = None
_interrupted = threading.Event()


class InterruptedRunError(DbtRuntimeError, KeyboardInterrupt):
    """Ctrl-C: for dbt a keyboard interrupt while it runs models, and in the end an error with a message."""

    def __init__(self) -> None:
        super().__init__(_MESSAGE)

    @property
    def type(self) -> str:
        """The first line of the message."""
        return "Interrupted"


def install() -> None:
    """Begins to handle Ctrl-C, unless the program that runs dbt handles it itself. `restore` ends it."""
    global _previous
    _interrupted.clear()
    if _previous is None and _in_main_thread() and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        _previous = signal.signal(signal.SIGINT, _interrupt)


def keep() -> None:
    """Handles Ctrl-C again after Spark has started: pyspark replaces the handler."""
    if _previous is not None and _in_main_thread():
        signal.signal(signal.SIGINT, _interrupt)


def restore() -> None:
    """Gives Ctrl-C back to the program that runs dbt."""
    global _previous
    if _previous is not None and _in_main_thread():
        signal.signal(signal.SIGINT, _previous)
        _previous = None


def check() -> None:
    """Fails after Ctrl-C: the thread of a model would go on with its next statement.

    Raises:
        DbtRuntimeError: the user has pressed Ctrl-C.
    """
    if _interrupted.is_set():
        raise DbtRuntimeError(_MESSAGE)


def _interrupt(_: int, frame: FrameType | None) -> NoReturn:
    _interrupted.set()
    while frame is not None:
        if frame.f_globals.get("__name__", "").startswith("py4j."):
            raise KeyboardInterrupt  # py4j would take another exception for a lost connection
        frame = frame.f_back
    raise InterruptedRunError


def _in_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()
