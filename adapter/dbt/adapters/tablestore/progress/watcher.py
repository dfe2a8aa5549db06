"""Watches the statements that run, in a thread of its own, and shows those that take long."""

from __future__ import annotations

import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from dbt.adapters.events.types import AdapterEventInfo
from dbt.adapters.tablestore.progress import lines, running
from dbt.adapters.tablestore.progress.running import Statement, Work
from dbt.adapters.tablestore.progress.screen import Screen, screen
from dbt_common.events.functions import fire_event
from py4j.protocol import Py4JError

# Shorter models are not shown, and neither are shorter statements of no model.
AFTER_SECONDS = 3.0
# How often the line of a terminal moves, and how often a line is printed elsewhere.
_TICK_SECONDS = 0.5
EVERY_SECONDS = 30.0
# How long the line shows one of several statements.
_TURN_SECONDS = 2.0
_MESSAGE = "{0[text]}"
_once = threading.Lock()
_drawing = threading.Lock()
_thread: threading.Thread | None = None


def watch() -> None:
    """Begins to watch; the thread ends with the process."""
    global _thread
    with _once:
        if _thread is None or not _thread.is_alive():
            _thread = threading.Thread(target=_watch, name="progress", daemon=True)
            _thread.start()


@contextmanager
def hidden() -> Generator[None]:
    """No line is on the terminal inside the block, which can print something else there."""
    with _drawing:
        if (terminal := screen()) is not None:
            terminal.show("")
        yield


def _watch() -> None:
    told: dict[str, float] = {}
    terminal: Screen | None = None
    while True:
        if terminal is not None and not running.started.is_set():
            terminal.show("")
        running.started.wait()
        time.sleep(_TICK_SECONDS)
        now = time.time()
        long = [statement for statement in running.statements() if now - statement.model_began > AFTER_SECONDS]
        terminal = screen()
        if terminal is not None:
            _move(terminal, long, now)
            continue
        told = {owner: at for owner, at in told.items() if now - at < 2 * EVERY_SECONDS}
        for statement in long:
            if now - told.setdefault(statement.owner, statement.model_began) >= EVERY_SECONDS:
                told[statement.owner] = now
                fire_event(event(statement, _work(statement), now))


def _move(terminal: Screen, long: list[Statement], now: float) -> None:
    if not long:
        terminal.show("")
        return
    place = int(now / _TURN_SECONDS) % len(long)
    turn = f"[{place + 1}/{len(long)}] " if len(long) > 1 else ""
    text = turn + lines.line(long[place], _work(long[place]), now, moving=True)
    with _drawing:
        if long[place] in running.statements():  # else its result may be there already
            terminal.show(text)


def _work(statement: Statement) -> Work:
    try:
        return Work() if statement.look is None else statement.look(statement.began)
    # Spark has stopped, or a file has been moved to its place, meanwhile; what runs says itself if something is wrong
    except (Py4JError, OSError):
        return Work()


def event(statement: Statement, work: Work, now: float) -> AdapterEventInfo:
    """The event of dbt's log; with ``log_format: json`` its ``args`` have the numbers."""
    fields: dict[str, Any] = {
        "text": lines.line(statement, work, now),
        "model": statement.name,
        "step": statement.step,
        "seconds": round(now - statement.began, 1),
        "model_seconds": round(now - statement.model_began, 1),
        "tasks": work.tasks,
        "tasks_completed": work.completed,
        "rows_read": work.rows_read,
        "rows_written": work.rows_written,
        "rows_shuffled": work.rows_shuffled,
    }
    return AdapterEventInfo(name="Tablestore", base_msg=_MESSAGE, args=[fields], node_info=statement.node)
