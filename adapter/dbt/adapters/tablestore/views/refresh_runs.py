"""The refreshes of materialized views for macros: `adapter.refreshes()`."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from datetime import datetime, timezone
from typing import Any

from dbt.adapters.contracts.connection import AdapterResponse
from dbt.adapters.tablestore.progress import response
from dbt.adapters.tablestore.spark.sessions.running_node import RunningNode
from dbt.adapters.tablestore.spark.sessions.session import Session
from dbt.adapters.tablestore.views import planner
from dbt.adapters.tablestore.views.planner import Refresh, View

Inputs = Mapping[str, Mapping[str, Any]]


class Timer:
    """Measures the time since it was made; ``at`` is that time on the clock."""

    def __init__(self) -> None:
        self.at = datetime.now(timezone.utc)
        self._began = time.monotonic()

    @property
    def seconds(self) -> float:
        """The seconds until now."""
        return time.monotonic() - self._began


class Refreshes:
    """Computes the batch of a refresh, and reports what the refresh has done.

    Args:
        node: the running node, with which the rows that a refresh keeps go.
        session: the session of this thread's connection.
    """

    def __init__(self, node: RunningNode, session: Callable[[], Session]) -> None:
        self._node, self._session = node, session

    def begin(self) -> Timer:
        """Begins to measure how long a refresh takes."""
        return Timer()

    def rebuilt(self, view: View, inputs: Inputs, reason: str) -> Refresh:
        """The refresh that stores all rows of a new table."""
        why = f"{reason}; {view.different}" if view.different else reason
        return Refresh("full", why, planner.rebuilt(view, inputs), built=True)

    def unchanged(self, query: str | None = None) -> Refresh:
        """The refresh of a view whose rows are up to date; ``query`` is that of an empty batch, None for no commit."""
        return Refresh("unchanged", "", query)

    def computed(
        self,
        view: View,
        table: str,
        inputs: Inputs,
        policy: str,
        properties: Mapping[str, Any],
        operators: Mapping[str, str | None],
    ) -> Refresh:
        """The refresh of a view from the changes of its inputs, or from all their rows; see `planner.refresh`.

        Args:
            view: the view.
            table: the table with its rows.
            inputs: the inputs.
            policy: the refresh policy.
            properties: those of the table, with what past refreshes took.
            operators: the changes of the operators whose state expires.
        """
        warehouse = planner.Warehouse(self._node.keep, self._session().size_of)
        return planner.refresh(view, table, inputs, warehouse, policy, planner.past_costs(properties), operators)

    def costs(self, properties: Mapping[str, Any], refresh: Refresh, began: Timer) -> dict[str, float]:
        """What past refreshes took by the properties of the table, with this one, which ends now."""
        past = planner.past_costs(properties)
        return planner.costs(past, refresh.kind, refresh.changes, round(began.seconds, 3))

    def response(self, refresh: Refresh, counts: Mapping[str, Any], began: Timer) -> AdapterResponse:
        """dbt's response for a refresh that ends now; ``counts`` are those of its commit."""
        return response.refreshed(
            refresh.kind, refresh.reason, refresh.built, refresh.reads, refresh.changes, counts, began.seconds
        )
