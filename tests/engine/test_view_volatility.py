"""Whether a query of a materialized view gives another result each time, by the plans of Spark."""

from __future__ import annotations

import pytest
from dbt.adapters.tablestore.spark.volatility import why_volatile
from dbt.adapters.tablestore.views import building
from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.expressions.functions import Functions
from pyspark.sql import SparkSession

from volatile_calls import COLUMNS, CONSTANT, KNOWN_BY_NAME, VOLATILE

VOLATILE_QUERIES = """
select id from (select id, uuid() as u from t) as q
select id from (select * from t where rand() < 0.5) as q
with q as (select id, uniform(0, 10) as u from t) select u from q
select id from t where exists (select 1 from t as o where o.id > rand())
select id from t where ts >= cast('today' as timestamp)
select id from t order by rand() limit 1
select count(*) from t group by `rand`() > 0.5
select id from t join t as o using (id) where o.id > (select max(r) from (select cast(rand() as int) as r from t))
select id from random
select id from (select * from later) as q
""".strip().splitlines()


@pytest.fixture(scope="module")
def session(spark: SparkSession) -> SparkSession:
    """A session with a table, and with views of it that give another result each time."""
    columns = ", ".join(f"cast(null as {kind}) as {name}" for name, kind in COLUMNS.items())
    session = spark.newSession()
    session.sql(f"create or replace temporary view t as select {columns}")
    session.sql("create or replace temporary view random as select * from t where rand() < 0.5")
    session.sql("create or replace temporary view later as select * from t where ts > current_timestamp()")
    return session


def planned(sql: str, functions: Functions) -> None:
    """Plans a query as a view does."""
    building.build(building.parse(sql), {"`t`": COLUMNS, "`random`": COLUMNS, "`later`": COLUMNS}, functions)
    if reason := functions.why_volatile(sql):
        raise CannotPlanError(reason)


def test_spark_is_asked(session: SparkSession) -> None:
    functions = Functions({}, lambda _: True, asks_spark=True, why_volatile=lambda sql: why_volatile(session, sql))
    queries = [
        sql
        for expression in VOLATILE
        for sql in (f"select {expression} as r from t", f"select id from t where ({expression}) is not null")
    ]
    for sql in (*queries, *VOLATILE_QUERIES):
        with pytest.raises(CannotPlanError):
            planned(sql, functions)
    for expression in CONSTANT:
        planned(f"select {expression} as r from t", functions)
    unknown = [one for one in VOLATILE if not why_volatile(session, f"select {one} as r from t")]
    assert unknown == sorted(KNOWN_BY_NAME, key=VOLATILE.index)
