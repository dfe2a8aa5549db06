"""QUALIFY, which Spark does not have, as a subquery: the text of a view without a plan, compared with DuckDB."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest
from dbt.adapters.contracts.relation import RelationType
from dbt.adapters.tablestore.relations.tables import Tables
from dbt.adapters.tablestore.views import planner
from dbt.adapters.tablestore.views.sources import Sources

from duckdb_views import DuckDB

ROWS = "(1, 1, 5), (1, 2, 7), (2, 1, 3), (3, 9, 9), (3, 9, 9), (null, 4, 8), (4, 2, null)"
FIRST = "row_number() over (partition by k order by v desc) = 1"
QUERIES = (
    f"select k, v from r qualify count(*) over () > 1 and {FIRST} order by k nulls last limit 2",
    f"select k, v from r qualify {FIRST} order by v desc nulls last, k offset 1",
    f"select k, v + 1 as x from r qualify {FIRST} order by g * 2, x - v, k limit 3",
    f"select k, v as x, g from r qualify {FIRST} order by r.g + x desc nulls last, 1 limit 2",
    "select v as x, -v as v from r qualify count(*) over () > 1 order by v nulls last, x limit 3",
    "select k, -v as g from r qualify row_number() over (partition by k order by g) = 1",
    "select k as g, v, g as x from r qualify rank() over (order by g desc) = 1 and x > 0 order by g, x",
    "select k, w from (select k, v as w from r) q qualify rank() over (order by w desc nulls last) = 1 order by all",
    "select k, v + 1 as x from r qualify count(*) over () > 1 and g > 1 and exists (select 1 from r q where q.v = x)",
    "select k, -v as v from r qualify row_number() over (partition by k order by v, g) = 1",
    "select k, -g as g, v from r qualify count(*) over () > 1 and exists (select 1 from s where s.k = g)",
    f"select k, v from r a qualify {FIRST} and exists (select 1 from s where s.k = a.k and w > g)",
    f"select v from r qualify {FIRST} and g not in (select s.k from s where s.w > r.v) order by g, v nulls last",
    "select k, max(v) as m from r group by k qualify rank() over (order by max(v)) < 9 and max(v) in (select w from s)",
    "select k as `_qualify_1`, v from r qualify rank() over (order by v nulls last) <= 2 and k > 0",
    "select k, v + 10 as v from r qualify rank() over (partition by k order by g) = 1 and v > 8",
    "select k, v + 10 as x from r qualify rank() over (order by x desc nulls last) <= 2 and x > 8",
    "select k, v from r qualify row_number() over (order by v nulls last, k) between 2 and 3",
    "select k, v from r qualify dense_rank() over (order by v nulls last) in (1, 3)",
    "select distinct k from r qualify rank() over (partition by k order by v desc) <= 2",
    "select distinct k, v from r qualify rank() over (order by v desc nulls last) <= 4 order by v desc, k limit 2",
    "select * from r qualify row_number() over (partition by k order by v desc, g) = 1",
    "select *, v + 1 as x from r qualify rank() over (order by x desc nulls last) = 1 or k = 1 order by v, g",
    "select k, max(v) as m from r group by k qualify rank() over (order by max(v) desc nulls last) <= 2 and k > 1",
    "select k, sum(v) as m from r group by k having count(*) > 0 qualify rank() over (order by m desc nulls last) = 1",
    "select a.k, b.k from r a join r b on a.v = b.g qualify rank() over (order by a.v, b.k) = 1 order by b.v, a.v",
    f"select k, v from r qualify {FIRST} union all select 1, 2 union all (select k, g from r qualify {FIRST} limit 9)",
    f"with t as (select k, v from r qualify {FIRST}) select k from t group by k qualify count(*) over () > 1",
    "with t as (select * from r) select k, v + 1 as x from t qualify rank() over (partition by k order by x, g) = 1",
    f"select k from (select k, v from r qualify {FIRST}) qualify rank() over (order by v) > 1",
    "select k, row_number() over (partition by k order by v, g) as n from r qualify n = 2 or not n < 3",
)


@pytest.mark.parametrize("sql", QUERIES)
def test_the_text_for_spark_has_the_rows_of_qualify(sql: str) -> None:
    duckdb = DuckDB()
    duckdb._run(f"create table r as select * from (values {ROWS}) as v (k, g, v)")
    duckdb._run("create table s as select * from (values (1, 7), (2, 0), (3, 9), (-2, 4)) as v (k, w)")
    columns = {"`r`": ["k", "g", "v"], "`s`": ["k", "w"]}
    text = planner.for_spark(sql, lambda name: columns.get(name, []))
    assert "qualify " not in text.lower()
    # the view itself, or another table, can have the name of a common table expression
    assert text == planner.for_spark(sql, lambda name: {**columns, "`t`": ["k", "x"]}.get(name, []))
    assert duckdb.rows(text) == duckdb.rows(sql), text


def test_qualify_that_cannot_be_read_is_an_error() -> None:
    """Spark would take the word for an alias. As the name of a column, it is left to Spark."""
    sql = "select k, v from r where k qualify row_number() over (partition by k order by v) = 1 )"
    with pytest.raises(planner.CannotPlanError, match=r"cannot parse the query.*QUALIFY, which Spark does not have"):
        planner.for_spark(sql)
    names = "select k, qualify from r where qualify = 1 )"
    assert planner.for_spark(names) == names


def test_qualify_after_a_pipe_is_an_error() -> None:
    """sqlglot makes one SELECT of what stands before and after a pipe, which would have another meaning."""
    for sql in (
        f"from r |> select distinct k, v |> limit 5 |> select k qualify {FIRST}",
        f"select * from (from r |> limit 5 |> where k = 1) qualify {FIRST}",
    ):
        with pytest.raises(planner.CannotPlanError, match=r"has \|>.*QUALIFY, which.*write `\|> extend row_number\(\)"):
            planner.for_spark(sql)


def test_the_columns_of_a_view_are_known_although_its_text_cannot_be_parsed() -> None:
    """Else a name in QUALIFY would be the alias of the SELECT, and not the column of the view."""
    rows: dict[str, Any] = {"show create table": [["create view v\nAS\nselect * from s.r |> where k > 1"]]}
    session = SimpleNamespace(described=lambda table: None)
    sources = Sources(
        lambda sql: next((found for start, found in rows.items() if sql.startswith(start)), []),
        Tables(cast(Any, SimpleNamespace(database="c", schema="s")), lambda: cast(Any, session), lambda sql: []),
        lambda relation: relation.incorporate(type=RelationType.View),
        lambda relation: cast(Any, [SimpleNamespace(name=name, dtype="int") for name in ("k", "v")]),
    )
    assert list(planner.columns_in(sources.source, "`c`.`s`.`v`")) == ["k", "v"]
    sql = "select k, v + 1 as v from c.s.v qualify rank() over (partition by k order by v) = 1"
    assert "ORDER BY v)" in planner.for_spark(sql, lambda name: planner.columns_in(sources.source, name))


def test_a_sample_keeps_its_seed() -> None:
    sql = "select k from r tablesample (10 percent) repeatable (3) qualify row_number() over (order by k) = 1"
    assert "TABLESAMPLE (10 PERCENT) REPEATABLE (3)" in planner.for_spark(sql)
