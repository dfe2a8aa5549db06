"""The refreshes of materialized views for macros: `adapter.refreshes()`."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timezone
from typing import Any

from dbt.adapters.base.relation import BaseRelation
from dbt.adapters.contracts.connection import AdapterResponse
from dbt.adapters.tablestore.progress import response
from dbt.adapters.tablestore.relations import recorded
from dbt.adapters.tablestore.spark.sessions.running_node import RunningNode
from dbt.adapters.tablestore.spark.sessions.session import Session
from dbt.adapters.tablestore.spark.shared_rows import shared_rows
from dbt.adapters.tablestore.sql.names import quoted
from dbt.adapters.tablestore.views import cost_words, planner, result_columns
from dbt.adapters.tablestore.views.cost_classes import by_class
from dbt.adapters.tablestore.views.costs import Estimate, Run, Work, estimated, full_seconds
from dbt.adapters.tablestore.views.known_groups import known_groups
from dbt.adapters.tablestore.views.known_groups import recorded as recorded_groups
from dbt.adapters.tablestore.views.operators import sql
from dbt.adapters.tablestore.views.operators.changes import Changes
from dbt.adapters.tablestore.views.operators.scan import Scan
from dbt.adapters.tablestore.views.operators.stored_groups import TABLES
from dbt.adapters.tablestore.views.operators.values import Inputs, Kept, Table
from dbt.adapters.tablestore.views.past_runs import Size, past_of
from dbt.adapters.tablestore.views.planner import Refresh, View
from dbt.adapters.tablestore.views.refreshing import Considered, sizes_of

SHOWN = "tablestore.refresh"
"""The property with what the history of commits shows of a refresh."""


class Timer:
    """Measures the time since it was made; ``at`` is that time on the clock."""

    def __init__(self) -> None:
        self.at = datetime.now(timezone.utc)
        self._began = time.monotonic()
        self._ended: float | None = None

    def stop(self) -> None:
        """Ends what it measures."""
        self._ended = time.monotonic()

    @property
    def seconds(self) -> float:
        """The seconds until now, or until it was stopped."""
        return (self._ended or time.monotonic()) - self._began


class Refreshes:
    """Computes the batch of a refresh, and reports what the refresh has done.

    Args:
        node: the running node, with which the rows that a refresh keeps go.
        session: the session of this thread's connection.
    """

    def __init__(self, node: RunningNode, session: Callable[[], Session]) -> None:
        self._node, self._session = node, session

    @property
    def group_tables(self) -> tuple[int, ...]:
        """The numbers of the tables in which groups of a view can be stored."""
        return TABLES

    def begin(self) -> Timer:
        """Begins to measure how long a refresh takes."""
        return Timer()

    def rebuilt(self, view: View, inputs: Inputs, reason: str) -> Refresh:
        """The refresh that stores all rows of a new table."""
        query = planner.rebuilt(view, inputs)
        considered = Considered(sizes=sizes_of(inputs, self._size_of, {}))
        return Refresh("full", _why(view, reason), query, built=True, considered=considered)

    def corrected(self, view: View, table: str, inputs: Inputs, reason: str) -> Refresh:
        """The refresh that makes the stored rows those of the query, by changes that readers of the changelog see."""
        tables = {name: Table(given["rows"]) for name, given in inputs.items()}
        query = view.result.full_batch(Changes(tables, _not_kept, times=view.times), table)
        considered = Considered(sizes=sizes_of(inputs, self._size_of, {}))
        return Refresh("full", _why(view, reason), query, considered=considered)

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
        groups: Mapping[int, str],
    ) -> Refresh:
        """The refresh of a view from the changes of its inputs, or from all their rows; see `planner.refresh`.

        Args:
            view: the view.
            table: the table with its rows.
            inputs: the inputs.
            policy: the refresh policy.
            properties: those of the table, with what past refreshes took.
            operators: the changes of the operators whose state expires.
            groups: the tables with groups of the view that exist, by their numbers.
        """
        warehouse = planner.Warehouse(self._node.keep, self._size_of, self._session().bounds)
        # elsewhere, kept rows can be computed again, from a table of groups that has been written since
        known = known_groups(properties) if self._session().runs_in_one_process else None
        past = past_of(properties)
        return planner.refresh(view, table, inputs, warehouse, policy, past, operators, known, groups)

    def columns_together(
        self, name: str, own: Sequence[str], table: BaseRelation, views: Sequence[BaseRelation]
    ) -> list[str]:
        """The columns that are read of an input at once for several views of a command; none if no other reads it.

        Args:
            name: the input, a quoted name.
            own: the columns that the view reads.
            table: the table with the rows of the input.
            views: the tables with the rows of the views that the command refreshes.
        """
        read = shared_rows.columns(lambda: self._columns_read(views)).get(name, ())
        known = self._session().described(str(table)) if len(read) > 1 else None
        if known is None:
            return []
        together = {column for columns in read for column in columns}
        together &= {column["name"] for column in known["columns"]}
        return sorted(together) if together >= set(own) and "_w" not in together else []

    def _columns_read(self, views: Sequence[BaseRelation]) -> dict[str, list[list[str]]]:
        """The columns that each of some views reads of tables, as their last commits have recorded it."""
        found: dict[str, list[list[str]]] = {}
        for view in views:
            known = self._session().described(str(view))
            last = recorded.last_commit(known["properties"]) if known else {}
            for table, columns in result_columns.read(last.get("tablestore.view-columns", "")).items():
                found.setdefault(table, []).append([*columns])
        return found

    def _size_of(self, rows: str) -> Size:
        return Size(*self._session().statistics_of(rows))

    def recorded(
        self, properties: Mapping[str, Any], refresh: Refresh, computing: Timer, is_new: bool
    ) -> dict[str, str]:
        """What the commit of a refresh, whose rows are decided now, records of it.

        Args:
            properties: those of the last commit; none if the view was another one then.
            refresh: the refresh.
            computing: measures since it began to look at its inputs.
            is_new: whether it has built the table.
        """
        computing.stop()
        past, found = past_of(properties), refresh.considered
        past = replace(past, inputs=found.sizes or past.inputs)
        # to find that changes of the inputs change no row takes as long as if some did
        if refresh.is_typical and (refresh.kind != "unchanged" or found.changes):
            kind = "full" if refresh.kind == "full" else "incremental"
            past = past.with_run(_run("first" if is_new else kind, found, computing.seconds), past.inputs)
        shown = {
            "kind": refresh.kind,
            "reason": refresh.reason,
            "changes_read": refresh.changes,
            "seconds": round(computing.seconds, 3),
            "estimated_incremental": _rounded(found.estimate.incremental),
            "estimated_full": _rounded(found.estimate.full),
        }
        stored = refresh.stored
        if stored is None:  # they were not looked at, and the rows of a full refresh are newer than they are
            known = {} if refresh.built else known_groups(properties)
            is_current = refresh.kind == "unchanged"
            stored = {name: one if is_current else one.without_rows for name, one in known.items() if one.pays}
        made = {SHOWN: json.dumps({name: value for name, value in shown.items() if value})}
        return {**past.recorded, **recorded_groups(stored), **made}

    def was_incremental(self, properties: Mapping[str, Any]) -> bool:
        """Whether a view was refreshed incrementally, by the properties of the table with its rows."""
        return past_of(properties).was_incremental

    def counted(self, view: View, name: str, changes: str) -> str:
        """The query of how many changes of an input a refresh reads: those that do not cancel out in its columns.

        Args:
            view: the view.
            name: the input, a quoted name.
            changes: the query of its changes, with their weights.
        """
        root = view.result.query.root if view.result.query else None
        scans = [scan for scan in root.find(Scan) if scan.table == name] if root else []
        pairs = [pair for scan in scans for pair in zip(scan.source, scan.columns, strict=True)]
        columns = [*dict.fromkeys(source for source, _ in pairs)] if scans else [*view.tables[name]]
        signed = {source for source, column in pairs if column in view.signed}
        read = f"select {sql.selected([*map(quoted, columns)], weighted=True)} from {changes}"
        return f"select count(*) as n from (\n{sql.netted(read, columns, False, signed)}\n)"

    def explained(
        self, view: View, inputs: Inputs, changes: Mapping[str, int], properties: Mapping[str, Any], policy: str
    ) -> list[str]:
        """What the next refresh of a view would take, as lines of text.

        Args:
            view: the view.
            inputs: the inputs.
            changes: how many changes there are of each input that has some.
            properties: those of the table with its rows.
            policy: the refresh policy.
        """
        past = past_of(properties)
        found = Considered(sizes=sizes_of(inputs, self._size_of, past.inputs))
        unknown = any(given["reason"] for given in inputs.values())
        number: int | None = sum(changes.values())
        if unknown or view.result.reason:
            estimate = Estimate(None, full_seconds(past.runs, found.bytes), False)
            # a view whose plan was found to be wrong is computed anew only when something has changed
            number = 0 if view.different and not unknown and not number and not view.has_moved else None
        else:
            work = Work(by_class(view.result, changes), found.rows, found.bytes)
            estimate = estimated(past.runs, work)
        return list(cost_words.explained(past.runs, estimate, number, policy, view.has_moved))

    def response(
        self,
        refresh: Refresh,
        counts: Mapping[str, Any],
        began: Timer,
        computing: Timer | None = None,
        verified: bool | None = None,
    ) -> AdapterResponse:
        """dbt's response for a refresh that ends now.

        Args:
            refresh: the refresh.
            counts: those of its commit.
            began: measures since the run began.
            computing: has measured until its rows were decided.
            verified: whether its rows were found to be those of its query; None if they were not compared.
        """
        estimate = refresh.considered.estimate
        estimates = {"incremental": _rounded(estimate.incremental), "full": _rounded(estimate.full)}
        made = response.Made(
            refresh.kind,
            refresh.reason,
            refresh.changes,
            round(began.seconds, 3),
            _rounded(computing.seconds if computing else None),
            {kind: seconds for kind, seconds in estimates.items() if seconds is not None},
            verified,
        )
        return response.refreshed(made, refresh.built, refresh.reads, counts)


def _why(view: View, reason: str) -> str:
    """The reason of a full refresh, with why the view has no plan if this was found to be wrong."""
    return f"{reason}; {view.different}" if view.different else reason


def _not_kept(query: str) -> Kept:
    raise AssertionError(f"all rows are one query, which keeps nothing: {query}")


def _run(kind: str, found: Considered, seconds: float) -> Run:
    """A refresh for the history; the time of an incremental one that was given up is no part of a full one's."""
    estimate = None if kind == "first" else found.estimate.of(kind)
    return Run(
        kind,
        round(seconds - found.spent, 3),
        found.changes if kind == "incremental" else {},
        found.rows,
        found.bytes,
        found.unread if kind == "incremental" else 0,
        _rounded(estimate),
    )


def _rounded(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 3)
