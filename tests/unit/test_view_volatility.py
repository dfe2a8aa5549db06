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
