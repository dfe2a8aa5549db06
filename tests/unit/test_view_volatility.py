"""Whether a query of a materialized view gives another result each time, without the plans of Spark."""

from __future__ import annotations

import pytest
from dbt.adapters.tablestore.views import building
from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.expressions.functions import Functions

from volatile_calls import COLUMNS, CONSTANT, TIMES, VOLATILE


def planned(sql: str, functions: Functions) -> None:
    """Plans a query."""
    building.build(building.parse(sql), {"`t`": COLUMNS}, functions)


def test_without_the_plans_of_spark_names_and_literals_decide() -> None:
    functions = Functions({}, lambda _: True)
    for expression in VOLATILE:
        for sql in (f"select {expression} as r from t", f"select id from t where {expression} is not null"):
            if expression in TIMES and " where " in sql:
                planned(sql, functions)
                continue
            with pytest.raises(CannotPlanError):
                planned(sql, functions)
    for expression in set(CONSTANT) - {"unix_timestamp(ts)"}:  # without arguments it is the time
        planned(f"select {expression} as r from t", functions)


@pytest.mark.parametrize(
    "query",
    [
        "select words(name) as w from t",
        "select id, words(name) as (w, n) from t",
        "select id, w from t lateral view words(name) as w",
        "select id, w from t, lateral words(name) as w(w)",
    ],
)
def test_a_table_function_gives_several_rows(query: str) -> None:
    with pytest.raises(CannotPlanError, match=r"^the query calls words\(\), a table function$"):
        planned(query, Functions({"words": "table"}, lambda _: False))


def test_an_alias_with_columns_is_not_a_call() -> None:
    functions = Functions({"words": "scalar"}, lambda _: False)
    planned("with Words(a) as (select id from t) select a from words", functions)
    planned("select a from (select id from t) as `words`(a)", functions)
    planned("with words(a) as (select id from t) select words(a) as b from words", functions)
    with pytest.raises(CannotPlanError, match="sqlglot reads quantile"):
        query = "with quantile(a) as (select id from t) select quantile(a, 1) as b from quantile"
        planned(query, Functions({"quantile": "scalar"}, lambda _: False))


def test_a_function_that_only_sqlglot_knows_is_not_one_of_spark() -> None:
    known = Functions({}, lambda name: name != "safe_divide")
    for expression in ("safe_divide(id, 2)", "1 + Safe_Divide(id, 2)", "sum(safe_divide(id, 2))"):
        with pytest.raises(CannotPlanError, match="whether the function safe_divide always returns the same value"):
            planned(f"select {expression} as r from t", known)
    planned("select safe_divide(id, 2) as r from t", Functions({"safe_divide": "scalar"}, known.is_builtin))
    for name in ("quantile", "logical_or"):  # which sqlglot reads as aggregates
        with pytest.raises(CannotPlanError, match=f"sqlglot reads {name}"):
            planned(f"select 1 + {name}(id, 1) as r from t", Functions({name: "scalar"}, known.is_builtin))
    with pytest.raises(CannotPlanError, match="safe_divide returns another value"):
        planned("select safe_divide(id, 2) as r from t", Functions({"safe_divide": "volatile"}, known.is_builtin))
    planned(
        "select timestampdiff(day, ts, ts) as r, try_cast(id as string) as s from t", Functions({}, lambda _: False)
    )
