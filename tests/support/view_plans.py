"""Plans of views without Spark: DuckDB says which types the columns of queries have."""

from __future__ import annotations

from collections.abc import Mapping

from dbt.adapters.tablestore.views import planner
from dbt.adapters.tablestore.views.expressions.functions import Functions
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
) -> View:
    """The view of a query over tables, of which some have keys, and over dbt's views with these texts.

    ``key`` is the primary key that it declares.
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
    return planner.plan(sql, types_of(flat), source_of, types_of, Functions({}, lambda name: True), key=key)
