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
