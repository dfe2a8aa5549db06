"""The statements that run now, one per thread, and the time that each model has spent in each step."""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any

from dbt_common.events.contextvars import get_node_info


@dataclass(frozen=True)
class Work:
    """What Spark has done for a statement: ``tasks`` of its running jobs and how many are ``completed``; rows.

    The rows are also those of tasks that run. ``rows_shuffled`` are those that a task has written for another stage.
    """

    tasks: int = 0
    completed: int = 0
    rows_read: int = 0
    rows_written: int = 0
    rows_shuffled: int = 0


Look = Callable[[float], Work]
"""Finds the work that Spark has done since a time, in seconds since the epoch."""


@dataclass(eq=False)
class Statement:
    """A statement that runs: ``node`` is dbt's description of its model, ``began`` is in seconds since the epoch."""

    node: dict[str, Any]
    step: str
    began: float
    look: Look | None = None

    @property
    def name(self) -> str:
        """The model; empty for a statement of no model."""
        return name_of(str(self.node.get("unique_id") or ""), str(self.node.get("node_name") or ""))

    @property
    def owner(self) -> str:
        """What identifies the run of the model, or the statement of no model."""
        return f"{self.node.get('unique_id') or id(self)} {self.model_began}"

    @property
    def model_began(self) -> float:
        """When dbt began with the model; the time of the statement for one of no model."""
        started_at = self.node.get("node_started_at")
        if not started_at:
            return self.began
        # in UTC, which its text need not say
        began = datetime.fromisoformat(str(started_at))
        return min(self.began, (began if began.tzinfo else began.replace(tzinfo=timezone.utc)).timestamp())


_lock = threading.Lock()
_statements: dict[int, Statement] = {}
_seconds: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
started = threading.Event()
"""Set while a statement runs."""


@contextmanager
def running(step: str, look: Look | None = None) -> Iterator[None]:
    """Shows the progress of what this thread does inside. A step inside of another one is shown instead of it."""
    thread = threading.get_ident()
    outer = _statements.get(thread)
    if outer is not None:
        before = outer.step, outer.look
        outer.step, outer.look = step, look or outer.look
        try:
            yield
        finally:
            outer.step, outer.look = before
        return
    statement = Statement(dict(get_node_info() or {}), step, time.time(), look)
    with _lock:
        _statements[thread] = statement
        started.set()
    try:
        yield
    finally:
        with _lock:
            del _statements[thread]
            if not _statements:
                started.clear()
            if node := statement.node.get("unique_id"):
                _seconds[node][step] += time.time() - statement.began


def name_of(unique_id: str, node_name: str) -> str:
    """What dbt's ``--select`` takes as the name of a node: ``orders.v1`` for a version of a model."""
    return unique_id.split(".", 2)[2] if unique_id.startswith("model.") else node_name


def statements() -> list[Statement]:
    """What runs now, the oldest first."""
    with _lock:
        return sorted(_statements.values(), key=lambda statement: statement.began)


def take_seconds(node: str) -> dict[str, float]:
    """The seconds of each step of a model, by its unique id, since they were taken last."""
    with _lock:
        return dict(_seconds.pop(node, {}))
