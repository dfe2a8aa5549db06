"""The rows that tasks have read and shuffled so far, from the metrics of a query's plan.

In local mode, tasks that run report the metrics of their operators, but not those of their stage: Spark finds the
latter by names, which accumulators only get when they are sent to the driver as bytes.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

# As often as tasks tell their rows, see spark.executor.heartbeatInterval in spark/settings.py.
_EVERY_SECONDS = 2.0
# Enough for the threads of a run: each executes one query at a time.
_NEWEST = 16
_READ, _SHUFFLED = "number of output rows", "shuffle records written"
# What the names of operators begin with that read rows from elsewhere.
_SOURCES = ("BatchScan", "Scan", "Range", "LocalTableScan")


class _Metrics(NamedTuple):
    """The numbers of the metrics of a plan that count rows, and how many operators the plan has."""

    read: list[int]
    shuffled: list[int]
    operators: int


class RunningRows:
    """Finds the rows of the queries of a session; ``session`` is Spark's session in Java."""

    def __init__(self, session: Any) -> None:
        self._session = session
        self._metrics: dict[int, _Metrics] = {}
        self._last = 0, 0
        self._asked_at = 0.0

    def of(self, jobs: Iterable[int]) -> tuple[int, int]:
        """How many rows the queries of these jobs have read and shuffled, as of the last time that tasks told it."""
        if (now := time.monotonic()) - self._asked_at >= _EVERY_SECONDS:
            self._asked_at, self._last = now, self._found(jobs)
        return self._last

    def _found(self, jobs: Iterable[int]) -> tuple[int, int]:
        store = self._session.sharedState().statusStore()
        read = shuffled = 0
        for execution in _newest(store):
            if execution.completionTime().isEmpty() and any(execution.jobs().contains(job) for job in jobs):
                number = execution.executionId()
                metrics, values = self._metrics_of(store, number), store.executionMetrics(number)
                read += sum(_rows(values, metric) for metric in metrics.read)
                shuffled += sum(_rows(values, metric) for metric in metrics.shuffled)
        return read, shuffled

    def _metrics_of(self, store: Any, execution: int) -> _Metrics:
        """The metrics of a plan, which are looked for again when Spark has changed it."""
        nodes = store.planGraph(execution).allNodes()
        known = self._metrics.get(execution)
        if known is None or known.operators != nodes.size():
            named = list(_named(nodes))
            read = [number for name, metric, number in named if metric == _READ and name.startswith(_SOURCES)]
            shuffled = [number for _, metric, number in named if metric == _SHUFFLED]
            self._metrics = {execution: (known := _Metrics(read, shuffled, nodes.size()))}
        return known


def _newest(store: Any) -> Iterator[Any]:
    executions = store.executionsList(max(0, int(store.executionsCount()) - _NEWEST), _NEWEST)
    for position in range(executions.size()):
        yield executions.apply(position)


def _named(nodes: Any) -> Iterator[tuple[str, str, int]]:
    """The name of the operator, the name of the metric and its number, of all operators of a plan."""
    for position in range(nodes.size()):
        node = nodes.apply(position)
        name, metrics = str(node.name()), node.metrics()
        for place in range(metrics.size()):
            metric = metrics.apply(place)
            yield name, str(metric.name()), metric.accumulatorId()


def _rows(values: Any, metric: int) -> int:
    """The value of a metric, which is text: ``20,000,000``."""
    found = values.get(metric)
    text = str(found.get()).replace(",", "") if found.isDefined() else ""
    return int(text) if text.isdecimal() else 0
