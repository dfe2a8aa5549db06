"""Plans of views without Spark: DuckDB says which types the columns of queries have."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from dbt.adapters.tablestore.views import planner
from dbt.adapters.tablestore.views.expressions.functions import Functions
from dbt.adapters.tablestore.views.operators.changes import Changes
from dbt.adapters.tablestore.views.operators.values import Kept, Table
from dbt.adapters.tablestore.views.view import Source, View

from duckdb_views import DuckDB

TABLES = {
    "s.orders": {"id": "int", "customer_id": "int", "amount": "bigint", "kind": "string"},
    "s.customers": {"id": "int", "region": "string", "amount": "bigint"},
}


def planned(
    sql: str,
    tables: Mapping[str, Mapping[str, str]] = TABLES,
    views: Mapping[str, str] | None = None,
    keys: Mapping[str, tuple[str, ...]] | None = None,
    key: tuple[str, ...] = (),
    expires: bool = False,
) -> View:
    """The view of a query over tables, of which some have keys, and over dbt's views with these texts.

    ``key`` is the primary key that it declares, and ``expires`` says whether it has a state_ttl.
    """
    engine = DuckDB()
    for name, columns in tables.items():
        engine.keep(
            name.replace(".", "_"), f"select {', '.join(f'cast(null as {k}) as {n}' for n, k in columns.items())}"
        )

    def types_of(query: str) -> dict[str, str]:
        for name in tables:
            schema, table = name.split(".")
            query = query.replace(f"`{schema}`.`{table}`", name.replace(".", "_")).replace(name, name.replace(".", "_"))
        return engine.types(query)

    def source_of(name: str) -> Source:
        plain = name.replace("`", "")
        text = (views or {}).get(plain)
        return Source(types_of(text) if text else tables[plain], text, key=(keys or {}).get(plain, ()))

    flat = sql
    for name, text in (views or {}).items():
        flat = flat.replace(name, f"({text}) as {name.rpartition('.')[2]}")
    return planner.plan(sql, types_of(flat), source_of, types_of, Functions({}, lambda name: True), expires, key=key)


def evaluated(
    sql: str,
    size: int = 0,
    total: int = 0,
    rows: Callable[[str], int] = lambda query: 2,
    *,
    tables: Mapping[str, Mapping[str, str]] = TABLES,
    keys: Mapping[str, tuple[str, ...]] | None = None,
    changed: Collection[str] | None = None,
) -> list[str]:
    """The queries that a refresh of a view over tables evaluates after changes of all of them, or of some.

    Args:
        sql: the query of the view.
        size: the bytes of each table.
        total: the rows of each table.
        rows: how many rows a query has.
        tables: the tables, with the types of their columns.
        keys: the keys of some tables.
        changed: the tables that have changed, all if not given.
    """
    view, kept = planned(sql, tables, keys=keys), list[str]()

    def keep(query: str) -> Kept:
        kept.append(query)
        return Kept(f"kept_{len(kept)}", rows(query))

    found = tables if changed is None else changed
    changes = {name: f"changes_of_{name}" if name.replace("`", "") in found else None for name in view.tables}
    inputs = {name: Table(f"all_of_{name}", changes[name], size, total) for name in view.tables}
    batch = view.result.changed_batch(Changes(inputs, keep, keys=view.keys), "stored")
    return [*kept, str(batch)]
