"""From the changes of a view's inputs to a refresh: the batch for the table with its rows."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from dbt.adapters.tablestore.sql.names import quoted
from dbt.adapters.tablestore.views.costs import assert_cheaper
from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.failing import as_reason
from dbt.adapters.tablestore.views.operators.changes import Changes
from dbt.adapters.tablestore.views.operators.values import Kept, Table
from dbt.adapters.tablestore.views.view import View


@dataclass(frozen=True)
class Refresh:
    """What a refresh does: `kind` is incremental, full, or unchanged; `reason` says why it is full.

    `built` says that the full refresh creates the stored rows, or replaces them because the view is another one.
    """

    kind: str
    reason: str
    query: str | None
    views: tuple[str, ...] = ()
    changes: int = 0
    inputs: int = 0
    groups: int | None = None
    built: bool = False

    @property
    def reads(self) -> str:
        """What an incremental refresh read, in words."""
        text = f"{self.changes} change{'s' * (self.changes != 1)} of {self.inputs} input{'s' * (self.inputs != 1)}"
        return text if self.groups is None else f"{text}, {self.groups} group{'s' * (self.groups != 1)}"


@dataclass(frozen=True)
class Warehouse:
    """What a refresh needs of Spark.

    ``keep`` evaluates a query as a temporary view of a name, and returns the number of its rows; its last argument says
    whether the query reads such views only. ``size_of`` returns the bytes of a table expression.
    """

    keep: Callable[[str, str, bool], int]
    size_of: Callable[[str], int]


def refresh(
    view: View,
    table: str,
    inputs: Mapping[str, Mapping[str, Any]],
    warehouse: Warehouse,
    policy: str,
    past: Mapping[str, float],
    operators: Mapping[str, str | None] | None = None,
) -> Refresh:
    """Computes the batch of a refresh.

    Args:
        view: the view.
        table: the table with its rows.
        inputs: the inputs: {rows, changes, reason}, see `Table`.
        warehouse: Spark.
        policy: the refresh policy.
        past: what past refreshes took, see `costs`.
        operators: the changes of the operators whose state expires, by their names; none where there are none.
    """
    kept = _Kept(warehouse, table, inputs)
    changed = sum(given["changes"] is not None for given in inputs.values())
    tables = {name: _table(given, warehouse if changed > 1 else None) for name, given in inputs.items()}
    tables |= {name: Table(name, query) for name, query in (operators or {}).items()}
    reason = "refresh_policy is 'full'" if policy == "full" else view.result.reason or _unknown_changes(inputs)
    if not reason:
        changes = Changes(tables, kept.keep, apart=bool(operators), signed=view.signed)
        try:
            with as_reason("its changes could not be read"):
                changes.read(view.result.query.root)  # type: ignore[union-attr]
                # a full refresh forgets which rows have expired
                if policy == "auto" and not operators:
                    assert_cheaper(changes.rows_read, past)
                batch = view.result.changed_batch(changes, table)
                kind = "incremental" if batch else "unchanged"
                # The changes are read, so the next refresh begins after them: this takes a commit.
                batch = batch or view.result.empty_batch(table)
                return Refresh(kind, "", batch, tuple(kept.names), changes.rows_read, changed, changes.groups)
        except CannotPlanError as error:
            reason = str(error)
    batch = view.result.full_batch(Changes(tables, kept.keep), table)
    return Refresh("full", reason, batch, tuple(kept.names))


class _Kept:
    """The temporary views of a refresh, which have names of their own for each table."""

    def __init__(self, warehouse: Warehouse, table: str, inputs: Mapping[str, Mapping[str, Any]]) -> None:
        self.names: list[str] = []
        self._keep = warehouse.keep
        self._prefix = f"_refresh_{hashlib.md5(table.encode(), usedforsecurity=False).hexdigest()[:8]}"
        parts = (given[part] for given in inputs.values() for part in ("rows", "changes"))
        self._tables = [table, *(str(part) for part in parts if part)]

    def keep(self, query: str) -> Kept:
        """Evaluates a query."""
        self.names.append(quoted(f"{self._prefix}_{len(self.names) + 1}"))
        reads_views_only = not any(table in query for table in self._tables)
        return Kept(self.names[-1], self._keep(self.names[-1], query, reads_views_only))


def _unknown_changes(inputs: Mapping[str, Mapping[str, Any]]) -> str:
    """Why the changes of inputs are not known; empty if they are."""
    return "; ".join(str(given["reason"]) for given in inputs.values() if given["reason"])


def _table(given: Mapping[str, Any], warehouse: Warehouse | None) -> Table:
    """An input, with its size where several have changes."""
    rows, changes = str(given["rows"]), given["changes"]
    return Table(rows, changes, warehouse.size_of(rows) if warehouse and changes else 0)
