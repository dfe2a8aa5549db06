"""Aggregates of views that follow from what is stored and what has changed."""

from __future__ import annotations

from dbt.adapters.tablestore.views.operators.changes import Changes
from dbt.adapters.tablestore.views.operators.values import Kept, Table

from duckdb_views import DuckDB
from view_plans import planned
from view_queries import values_query

WIDE = {"id": "int", "amount": "decimal(28,2)", "kind": "string"}


def test_a_new_group_of_a_sum_that_can_overflow_is_stored() -> None:
    """Where no group was stored, nothing says that its sum was lost."""
    view = planned("select kind, sum(amount) as total from s.orders group by kind", {"s.orders": WIDE})
    assert any(made.is_lost() for made in view.result.aggregates.values()), "its type has no room for more digits"
    engine, names = DuckDB(), iter(range(99))
    schema = "id int, amount decimal(28,2), kind string"
    engine.keep("orders", values_query([(1, 5, "a"), (2, 7, "b")], schema))
    engine.keep("changes", values_query([(2, 7, "b", 1), (3, 2, "a", -1)], f"{schema}, _w int"))

    def keep(query: str) -> Kept:
        kept = f"kept_{next(names)}"
        return Kept(kept, engine.keep(kept, query))

    engine.keep("stored", "select 'a' as kind, 7.0 as total, 2 as _group_rows, 7.0 as _sum_1, 2 as _count_1")
    changes = Changes({name: Table("orders", "changes") for name in view.tables}, keep)
    batch = view.result.changed_batch(changes, "stored")
    assert sorted(engine.rows(f"select kind, total, _row_kind from ({batch}) as b")) == [("a", 5, "+I"), ("b", 7, "+I")]
