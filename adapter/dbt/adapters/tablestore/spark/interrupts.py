"""What Ctrl-C does to a dbt command and to a statement: it ends with one sentence, and Spark stops its work.

`dbt run --fail-fast` stops the other models in the same way.

A signal interrupts the main thread wherever it is. In the middle of a call to Java it would break the connection, so
statements of the main thread run in a thread of their own (`attended`), and other calls are let come to their end.
"""

from __future__ import annotations

import contextvars
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator
from concurrent.futures import Future, wait
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any, TypeVar

from dbt_common.exceptions import DbtRuntimeError

_MESSAGE = (
    "the run was interrupted, and its Spark jobs are cancelled; the next run completes what this one left unfinished"
)
# How long cancelled work may take to end. Until then, Ctrl-C does nothing more.
_PATIENCE_SECONDS = 10.0
_POLL_SECONDS = 0.1
T = TypeVar("T")
Handler = Callable[[int, "FrameType | None"], None]
_previous: Any = None
_handler: Handler | None = None
_interrupted_at: float | None = None


class StoppedRunError(DbtRuntimeError):
    """The run ends, by Ctrl-C or because dbt cancels a model: nothing may be tried in another way."""

    def __init__(self) -> None:
        super().__init__(_MESSAGE)

    @property
    def type(self) -> str:
        """The first line of the message."""
        return "Interrupted"


class InterruptedRunError(StoppedRunError, KeyboardInterrupt):
    """Ctrl-C: for dbt a keyboard interrupt while it runs models, and in the end an error with a message."""


class LeftAloneError(KeyboardInterrupt):
    """Ctrl-C, and the work does not end: part of it cannot be cancelled. It goes on without anybody who waits."""


def install() -> None:
    """Begins to end a run of dbt by Ctrl-C, unless the program that runs dbt handles it. `restore` ends it."""
    global _interrupted_at
    _interrupted_at = None
    _install(_interrupt_run)


@contextmanager
def at_a_prompt() -> Generator[None]:
    """Raises `KeyboardInterrupt` for Ctrl-C inside the block, but not inside a call to Java."""
    _install(_interrupt)
    try:
        yield
    finally:
        restore()


def _install(handler: Handler) -> None:
    global _previous, _handler
    if _previous is None and _in_main_thread() and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        _handler = handler
        _previous = signal.signal(signal.SIGINT, handler)


def reinstall() -> None:
    """Handles Ctrl-C again after Spark has started: pyspark replaces the handler."""
    if attends():
        signal.signal(signal.SIGINT, _handler)


def restore() -> None:
    """Gives Ctrl-C back to the program that runs dbt."""
    global _previous
    if attends():
        signal.signal(signal.SIGINT, _previous)
        _previous = None


def check() -> None:
    """Fails after Ctrl-C: the thread of a model would go on with its next statement.

    Raises:
        StoppedRunError: the user has pressed Ctrl-C.
    """
    if _interrupted_at is not None:
        raise InterruptedRunError if _in_main_thread() else StoppedRunError


def attends() -> bool:
    """Whether Ctrl-C interrupts what this thread does now."""
    return _previous is not None and _in_main_thread()


def attended(work: Callable[[], T], cancel: Callable[[], object], patience: float = _PATIENCE_SECONDS) -> T:
    """The result of work with Spark, which in the main thread runs in a thread of its own, and is cancelled by Ctrl-C.

    Args:
        work: what to do.
        cancel: cancels it; called in another thread, and again while the work goes on, for example with another job.
        patience: for how many seconds cancelled work is waited for.

    Raises:
        KeyboardInterrupt: the user has pressed Ctrl-C, once or more often, and the work has ended.
        LeftAloneError: it has not.
    """
    if not attends():
        return work()
    done: Future[T] = Future()
    with _noted() as pressed:
        in_background(lambda: _fulfil(done, work))
        while not done.done() and not pressed:
            wait([done], _POLL_SECONDS)
        if pressed:
            in_background(lambda: _until_done(done, cancel))
            wait([done], patience)
    if not pressed:
        return done.result()
    if _handler is _interrupt_run:
        _note_interrupt()
    raise KeyboardInterrupt if done.done() else LeftAloneError


def in_background(work: Callable[[], object]) -> None:
    """Begins work in a thread that does not keep the process alive. It knows which model runs, and tells no errors."""
    context = contextvars.copy_context()

    def run() -> None:
        with suppress(Exception):
            context.run(work)

    threading.Thread(target=run, daemon=True).start()


def _fulfil(done: Future[T], work: Callable[[], T]) -> None:
    try:
        done.set_result(work())
    except BaseException as error:
        done.set_exception(error)


def _until_done(done: Future[T], cancel: Callable[[], object]) -> None:
    while not done.done():
        with suppress(Exception):  # Spark or its server is gone, and the work fails by itself
            cancel()
        time.sleep(_POLL_SECONDS)


@contextmanager
def _noted() -> Generator[list[int]]:
    """Adds each Ctrl-C to a list, and raises nothing."""
    pressed: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: pressed.append(number))
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, before)


def _note_interrupt() -> bool:
    """Says that the run ends; returns whether it is ending already, which takes a while."""
    global _interrupted_at
    now = time.monotonic()
    ending = _interrupted_at is not None and now - _interrupted_at < _PATIENCE_SECONDS
    _interrupted_at = _interrupted_at or now
    return ending


def _interrupt_run(_: int, frame: FrameType | None) -> None:
    if _note_interrupt():
        return
    if _calls_java(frame):
        in_background(_cancel_call)  # and the next statement fails
    else:
        raise InterruptedRunError


def _interrupt(_: int, frame: FrameType | None) -> None:
    if not _calls_java(frame):
        raise KeyboardInterrupt


def _cancel_call() -> None:
    """Cancels the jobs of a call to Java that is no statement, until it has returned to the main thread."""
    from pyspark import SparkContext

    main = threading.main_thread().ident or 0
    while _calls_java(sys._current_frames().get(main)):
        context = SparkContext._active_spark_context
        if context is not None:
            context.cancelAllJobs()
        time.sleep(_POLL_SECONDS)


def _calls_java(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_globals.get("__name__", "").startswith("py4j."):
            return True
        frame = frame.f_back
    return False


def _in_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()
