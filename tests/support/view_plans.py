"""Plans of views without Spark: DuckDB says which types the columns of queries have."""

from __future__ import annotations

from collections.abc import Callable, Mapping

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


def evaluated(sql: str, size: int = 0, total: int = 0, rows: Callable[[str], int] = lambda query: 2) -> list[str]:
    """The queries that a refresh of a view over `TABLES` evaluates after changes of all of them.

    Args:
        sql: the query of the view.
        size: the bytes of each table.
        total: the rows of each table.
        rows: how many rows a query has.
    """
    view, kept = planned(sql), list[str]()

    def keep(query: str) -> Kept:
        kept.append(query)
        return Kept(f"kept_{len(kept)}", rows(query))

    tables = {name: Table(f"all_of_{name}", f"changes_of_{name}", size, total) for name in view.tables}
    batch = view.result.changed_batch(Changes(tables, keep, types=view.types), "stored")
    return [*kept, str(batch)]
