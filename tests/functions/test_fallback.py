"""Functions without Spark's internals: one signature behind a typed SQL function."""

from __future__ import annotations

from typing import Any

import pytest
from dbt.adapters.tablestore.functions.calling.fallback import Wrappers
from dbt.adapters.tablestore.functions.errors import FunctionError
from dbt.adapters.tablestore.parsing import create_plainly
from function_files import define
from pyspark.sql import SparkSession


@pytest.fixture
def wrappers(spark: SparkSession) -> Wrappers:
    return Wrappers(spark, lambda sql: create_plainly(spark, sql), "it is a Spark Connect session")


def rows(spark: SparkSession, query: str) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in spark.sql(query).collect()]


def test_scalars_with_defaults_names_and_strict_results(spark: SparkSession, wrappers: Wrappers) -> None:
    wrappers.register(define("def plain(x: int, y: float = 0.5) -> float: return x + y", "plain"))
    assert rows(spark, "select plain(1), plain(y => 2, x => 1), plain(null)") == [(1.5, 3.0, None)]
    wrappers.register(define("def nothing() -> int: return 1", "nothing"))
    assert rows(spark, "select nothing() from range(2)") == [(1,), (1,)]
    wrappers.register(define("def wrong(x: int) -> int: return 1.0", "wrong"))
    with pytest.raises(Exception, match=r"wrong\(\) returned 1.0 \(float\) for a row, but -> int means BIGINT"):
        rows(spark, "select wrong(1)")


def test_tables(spark: SparkSession, wrappers: Wrappers) -> None:
    wrappers.register(define("def upto(n: int) -> Iterator[int]: return range(n)", "upto"))
    assert rows(spark, "select value from upto(2)") == [(0,), (1,)]
    assert rows(spark, "select id, value from range(3), lateral upto(id) where id > 1") == [(2, 0), (2, 1)]


def test_what_needs_the_session_says_so(wrappers: Wrappers) -> None:
    with pytest.raises(
        FunctionError, match=r"overloads of `f` need an in-process session; over Spark Connect keep one"
    ):
        wrappers.register(define("def f(x: int | str) -> str: ..."))
    for code in (
        "def f(x: Any) -> str: ...",
        "def f(x: T) -> T: ...",
        "def f(*x: int) -> int: ...",
        "class f:\n    def accumulate(self, x: int): ...\n    def finish(self) -> int: ...",
    ):
        with pytest.raises(FunctionError, match=r"f\(\) needs the in-process session.*here it is a Spark Connect"):
            wrappers.register(define(code))
