"""From the SQL of a view to its incremental result, and from the state of its inputs to a refresh."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from dbt.adapters.tablestore.sql.names import quoted
from dbt.adapters.tablestore.views import (
    accumulators,
    building,
    comparing,
    equal_values,
    refreshing,
    repeatable,
    result_columns,
    ties,
)
from dbt.adapters.tablestore.views.building import Limits, for_spark
from dbt.adapters.tablestore.views.changes import Changes, Kept, Table
from dbt.adapters.tablestore.views.failing import as_reason
from dbt.adapters.tablestore.views.function_kinds import Functions, is_aggregate, is_unordered
from dbt.adapters.tablestore.views.nodes import (
    Aggregate,
    CannotPlanError,
    Filter,
    Node,
    Opaque,
    Project,
    Query,
    Scan,
    Stateful,
    Window,
)
from dbt.adapters.tablestore.views.refreshing import (
    INCONSISTENT,
    Accumulated,
    ExpiringGroups,
    Result,
    changelog_query,
    read_query,
)
from dbt.adapters.tablestore.views.source_text import Text, is_call_of
from dbt.adapters.tablestore.views.state import StateError, operators, take_hints
from sqlglot import exp

VERSION = "2"
"""How queries are planned. A view whose rows were computed by another version is rebuilt: they may be wrong."""
# Types whose values cannot be compared.
_NOT_COMPARABLE = ("map<", "variant")
_ANY_ORDER = repeatable.ANY_ORDER
# Aggregates of exact numbers that do not depend on it, although they can be floating-point numbers.
_EXACT = (
    *(exp.Sum, exp.Avg, exp.Median, exp.Quantile, exp.PercentileCont, exp.PercentileDisc),
    *(exp.Rank, exp.DenseRank, exp.PercentRank, exp.CumeDist, exp.RowNumber, exp.Ntile),
)


@dataclass(frozen=True)
class Source:
    """What a name in the SQL of a view stands for: a table, or a view with its text.

    ``columns`` are the types of its columns, and ``ids`` tell columns of one name apart, where the format has ids.
    """

    columns: Mapping[str, str]
    text: str | None = None
    ids: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class View:
    """A view of which everything is known that does not depend on the rows of its inputs."""

    result: Result
    tables: Mapping[str, tuple[str, ...]]
    """The tables it reads, and the columns that it reads of them."""
    checksum: str
    is_direct: bool = False
    """Whether its text says all that the result depends on: it names no views and calls no Python functions."""
    columns: str = ""
    """The columns on which the stored rows depend, see `result_columns`."""
    different: str | None = None
    """How its plan differs from the query as it is written, by which it is refreshed instead; none if not."""
    signed: frozenset[str] = frozenset()
    """The columns of its operators whose equal values can differ, see `equal_values`."""

    @property
    def operators(self) -> list[Stateful]:
        """The operators whose state expires."""
        return operators(self.result.query.root) if self.result.query else []

    @property
    def limited(self) -> bool:
        """Whether the result has a LIMIT or OFFSET, which are applied when it is read."""
        query = self.result.query
        return query is not None and (query.limit is not None or query.offset is not None)

    def changed_columns(self, recorded: str) -> str:
        """What of `columns` differs from a record of them, in words; see `result_columns.difference`."""
        return result_columns.difference(recorded, self.columns)

    def read_query(self, table: str) -> str:
        """The query that returns the result from the table with its rows."""
        return read_query(self.result, table)

    def changelog_query(self, log: str) -> str:
        """The query of the changes of the result from the changelog of the table with its rows."""
        return changelog_query(self.result, log)


@dataclass(frozen=True)
class Refresh:
    """What a refresh does: `kind` is incremental, full, or unchanged; `reason` says why it is full."""

    kind: str
    reason: str
    query: str | None
    views: tuple[str, ...] = ()
    changes: int = 0
    inputs: int = 0
    groups: int | None = None

    @property
    def reads(self) -> str:
        """What an incremental refresh read, in words."""
        text = f"{self.changes} change{'s' * (self.changes != 1)} of {self.inputs} input{'s' * (self.inputs != 1)}"
        return text if self.groups is None else f"{text}, {self.groups} group{'s' * (self.groups != 1)}"


def plan(
    sql: str,
    columns: Mapping[str, str],
    source_of: Callable[[str], Source],
    types_of: Callable[[str], Mapping[str, str]],
    functions: Functions,
    expires: bool = False,
    limits: Limits | None = None,
) -> View:
    """Plans a view.

    Args:
        sql: the compiled SELECT.
        columns: the names of its result columns, with their types.
        source_of: what a table name of the SQL stands for.
        types_of: the types of the columns of a query, by their names in lower case.
        functions: functions that sqlglot does not know.
        expires: whether all states of the query expire, besides those with a hint.
        limits: whether a compiled plan limits how long the states of an operator are kept.

    Raises:
        StateError: the state of an operator cannot expire.
    """
    source_of = cache(source_of)
    readable, has_hints = for_spark(sql), False
    checksum, is_direct = checksum_of(readable.strip() + functions.version), False
    tables: dict[str, Source] = {}
    signed: frozenset[str] = frozenset()
    try:
        with as_reason("it could not be planned"):
            parsed = building.parse(sql)
            has_hints = take_hints(parsed)
            named = set(building.tables_of(parsed))
            parsed = _looked_through(parsed, source_of)
            checksum = checksum_of(parsed.sql("spark") + functions.version)
            is_direct = not functions.version and named == set(building.tables_of(parsed))
            tables = {name: source_of(name) for name in building.tables_of(parsed)}
            query: Query | None = building.build(
                parsed, {name: source.columns for name, source in tables.items()}, functions, expires, limits
            )
            assert query is not None
            if why := functions.why_volatile(readable):
                raise CannotPlanError(why)
            _assert_comparable(query, tables)
            changes = Changes({name: Table(name) for name in tables}, _no_rows)
            query = ties.completed(query, types_of, changes.now)
            assert_reproducible(query, types_of, changes.now)
            given = [*columns.values(), *(kind for source in tables.values() for kind in source.columns.values())]
            signed = equal_values.signed_columns(query, given, parsed, types_of, changes.now)
            result = refreshing.result_of(readable, query, tuple(columns), types_of, changes.now)
            # the stored rows of a GROUP BY depend on whether its state expires, and no others do
            checksum += "expires" * isinstance(result, ExpiringGroups)
            checksum += accumulators.VERSION * isinstance(result, Accumulated)
            _assert_same_types(columns, types_of(result.stored(changes)))
    except CannotPlanError as error:
        if has_hints or expires:
            raise StateError(f"its states cannot expire, because each run is a full refresh: {error}") from error
        result, is_direct = Result(readable, tuple(columns), None, str(error)), False
    read = _columns_read(result, tables)
    names = {name: tuple(read.get(name) or source.columns) for name, source in tables.items()}
    ids = {name: {column: tables[name].ids.get(column, "") for column in of} for name, of in read.items()}
    return View(result, names, checksum, is_direct, result_columns.recorded(columns, read, ids), signed=signed)


def _columns_read(result: Result, tables: Mapping[str, Source]) -> dict[str, dict[str, str]]:
    """The columns that a query reads of each table, with their types.

    They are all columns of a table that is read as a whole: by an operator whose state expires, or by a query in FROM
    that cannot be maintained incrementally.
    """
    found: dict[str, dict[str, str]] = {}
    for node in result.query.root.walk() if result.query else ():
        whole = node.reads if isinstance(node, Opaque) else ()
        if isinstance(node, Stateful):
            whole = tuple(scan.table for scan in node.of.walk() if isinstance(scan, Scan))
        for table in whole:
            found[table] = dict(tables[table].columns)
        if isinstance(node, Scan):
            types = tables[node.table].columns
            found.setdefault(node.table, {}).update({name: types[name] for name in node.source})
    return found


def _assert_same_types(columns: Mapping[str, str], planned: Mapping[str, str]) -> None:
    """Raises `CannotPlanError` if the planned query has other types than the given one: then it was misunderstood."""
    for name, kind in columns.items():
        if planned[name.lower()].lower() != kind.lower():
            raise CannotPlanError(f"column {name} is planned as {planned[name.lower()]}, and is {kind}")


def checksum_of(text: str) -> str:
    """A checksum of the text of a query, and of how the planner reads it, see `VERSION`."""
    return hashlib.md5(f"{text}{VERSION}".encode(), usedforsecurity=False).hexdigest()


def _no_rows(query: str) -> Kept:
    raise CannotPlanError("its changes cannot be read in one step")


def _looked_through(parsed: exp.Query, source_of: Callable[[str], Source]) -> exp.Query:
    """The query with the texts of views in place of their names."""
    for name, table in building.tables_of(parsed).items():
        text = source_of(name).text
        if text is None:
            continue
        for found in list(parsed.find_all(exp.Table)):
            if building.full_name(found) == name:
                parsed_text = building.parse(text)
                if any(not inner.args.get("db") for inner in building.tables_of(parsed_text).values()):
                    raise CannotPlanError(f"the view {table.name} names tables without their schema")
                inner = _looked_through(parsed_text, source_of)
                alias = found.args.get("alias") or exp.TableAlias(this=exp.to_identifier(table.name, quoted=True))
                kept = {
                    key: value
                    for key, value in found.args.items()
                    if key in ("joins", "laterals", "pivots", "sample") and value
                }
                found.replace(exp.Subquery(this=inner, alias=alias, **kept))
    return parsed


def _assert_comparable(query: Query, tables: Mapping[str, Source]) -> None:
    read = [node for node in query.root.walk() if isinstance(node, Scan)]
    read += [node for found in operators(query.root) for node in found.of.walk() if isinstance(node, Scan)]
    for node in read:
        for column in node.source:
            kind = tables[node.table].columns[column]
            if any(other in kind.lower() for other in _NOT_COMPARABLE):
                raise CannotPlanError(f"column {column} is of type {kind}, whose values cannot be compared")


def assert_reproducible(query: Query, types_of: Callable[[str], Mapping[str, str]], now: Callable[[Node], str]) -> None:
    """Raises `CannotPlanError` for aggregates below others whose result depends on the order of rows.

    What such an aggregate gave before cannot be computed again. It does no harm at the top, where groups are replaced.
    """
    top: Node = query.root
    while isinstance(top, (Project, Filter)):
        top = top.child
    for node in query.root.walk():
        calls = node.aggregates if isinstance(node, Aggregate) else node.functions if isinstance(node, Window) else {}
        if node is top and isinstance(node, Aggregate):
            continue
        summed: list[tuple[exp.Expr, exp.Expr]] = []
        inexact: list[exp.Expr] = []
        for call in calls.values():
            if isinstance(node, Window) and ties.is_ordered(call):
                continue
            for part in filter(is_aggregate, call.walk()):
                if is_unordered(part):
                    raise CannotPlanError(f"the result of {call.sql('spark')} depends on the order of rows")
                if not is_call_of(part, *_ANY_ORDER):
                    values = part.expressions if isinstance(part, Text) else [part.this]
                    summed += [(call, value) for value in values if _is_value(value)]
                if not any(is_call_of(inner, *_ANY_ORDER, *_EXACT) for inner in part.walk()):
                    inexact.append(call)
        if inexact:
            items = ", ".join(f"{call.sql('spark')} as a{number}" for number, call in enumerate(inexact))
            types = types_of(f"select {items} from ({now(node.inputs[0])})")
            for number, call in enumerate(inexact):
                if types[f"a{number}"].lower() in ("float", "double"):
                    raise CannotPlanError(
                        f"the last digits of {call.sql('spark')} depend on the order of rows; compute it in a "
                        "materialized view of its own, and select from that"
                    )
        if summed:
            items = ", ".join(f"{value.sql('spark')} as a{number}" for number, (_, value) in enumerate(summed))
            types = types_of(f"select {items} from ({now(node.inputs[0])})")
            for number, (call, _) in enumerate(summed):
                kind = types[f"a{number}"]
                if kind.lower() in ("float", "double"):
                    raise CannotPlanError(
                        f"{call.sql('spark')} sums numbers of type {kind}, whose last digits depend on the "
                        "order of rows; cast them to a decimal"
                    )


def _is_value(node: exp.Expr) -> bool:
    """Whether an argument of an aggregate is an expression over the columns of one row."""
    return isinstance(node, exp.Condition) and not isinstance(node, exp.Star) and not is_aggregate(node)


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
    names: list[str] = []
    texts = [table, *(str(given[part]) for given in inputs.values() for part in ("rows", "changes") if given[part])]

    def keep(query: str) -> Kept:
        names.append(
            quoted(f"_refresh_{hashlib.md5(table.encode(), usedforsecurity=False).hexdigest()[:8]}_{len(names) + 1}")
        )
        return Kept(names[-1], warehouse.keep(names[-1], query, not any(text in query for text in texts)))

    changed = sum(given["changes"] is not None for given in inputs.values())
    tables = {
        name: Table(
            str(given["rows"]),
            given["changes"],
            warehouse.size_of(str(given["rows"])) if given["changes"] and changed > 1 else 0,
        )
        for name, given in inputs.items()
    }
    tables |= {name: Table(name, query) for name, query in (operators or {}).items()}
    reasons = [str(given["reason"]) for given in inputs.values() if given["reason"]]
    reason = "refresh_policy is 'full'" if policy == "full" else view.result.reason or "; ".join(reasons)
    if not reason:
        changes = Changes(tables, keep, apart=bool(operators), signed=view.signed)
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
                return Refresh(kind, "", batch, tuple(names), changes.rows_read, changed, changes.groups)
        except CannotPlanError as error:
            reason = str(error)
    return Refresh("full", reason, view.result.full_batch(Changes(tables, keep), table), tuple(names))


def assert_cheaper(changes: int, past: Mapping[str, float]) -> None:
    """Raises `CannotPlanError` if past refreshes show that a full refresh takes less time."""
    if changes and past.get("incremental") and past.get("full"):
        expected = past["incremental"] * max(1.0, changes / max(past.get("changes", 1), 1))
        if expected > past["full"]:
            raise CannotPlanError(
                f"a refresh from {changes} change{'s' * (changes != 1)} would take about {expected:.1f} s, "
                f"and a full one about {past['full']:.1f} s"
            )


def past_costs(properties: Mapping[str, Any]) -> dict[str, float]:
    """What past refreshes took, see `costs`, by the properties of the table with the rows.

    A first run also creates tables, which takes about a third of its time where a full refresh is the better choice.
    """
    past: dict[str, float] = json.loads(properties.get("tablestore.refreshes", "{}"))
    if "full" not in past and "tablestore.first-seconds" in properties:
        past["full"] = round(float(properties["tablestore.first-seconds"]) * 0.7, 3)
    return past


def costs(past: Mapping[str, float], kind: str, changes: int, seconds: float) -> dict[str, float]:
    """What past refreshes took, with one more: the seconds of the last of each kind, and the changes it read.

    Each full refresh makes the estimate of an incremental one smaller, so that it is tried again some time.
    """
    if kind == "incremental":
        return {**past, "incremental": seconds, "changes": changes}
    if kind == "full":
        again = {"incremental": round(past["incremental"] * 0.8, 3)} if "incremental" in past else {}
        return {**past, **again, "full": seconds}
    return dict(past)


def as_written(view: View, different: str) -> View:
    """The view without its plan, which gives other rows than its query."""
    result = Result(view.result.sql, view.result.columns, None, different)
    return replace(view, result=result, different=different)


def rows_as_planned(view: View, inputs: Mapping[str, Mapping[str, Any]]) -> str:
    """The query of the result by the plan of a view."""
    return read_query(view.result, f"(\n{rebuilt(view, inputs)}\n) as _q")


def rows_as_written(view: View, inputs: Mapping[str, Mapping[str, Any]], source_of: Callable[[str], Source]) -> str:
    """The query of a view as it is written, over the same rows of its inputs, with all their columns."""
    rows = {}
    for name, given in inputs.items():
        names = ", ".join(map(quoted, source_of(name).columns)) if given["stored"] else ""
        rows[name] = f"(select {names} from {given['stored']})" if given["stored"] else str(given["rows"])
    return comparing.pinned(view.result.sql, rows, source_of)


def columns_to_compare(
    view: View,
    columns: Mapping[str, str],
    inputs: Mapping[str, Mapping[str, Any]],
    types_of: Callable[[str], Mapping[str, str]],
) -> dict[str, bool]:
    """The columns of a view with a plan that are the same each time, see `repeatable.columns_to_compare`."""
    assert view.result.query is not None
    changes = Changes({name: Table(str(given["rows"])) for name, given in inputs.items()}, _no_rows)
    return repeatable.columns_to_compare(view.result.query, columns, types_of, changes.now)


def rebuilt(view: View, inputs: Mapping[str, Mapping[str, Any]]) -> str:
    """The query of all rows to store, for a first run."""
    return view.result.stored(Changes({name: Table(str(given["rows"])) for name, given in inputs.items()}, _no_rows))


__all__ = [
    "INCONSISTENT",
    "CannotPlanError",
    "Functions",
    "Refresh",
    "Source",
    "StateError",
    "View",
    "as_written",
    "assert_cheaper",
    "changelog_query",
    "columns_to_compare",
    "costs",
    "for_spark",
    "past_costs",
    "plan",
    "read_query",
    "rebuilt",
    "refresh",
    "rows_as_planned",
    "rows_as_written",
]
