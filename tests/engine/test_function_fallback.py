"""Functions without Spark's internals: one signature behind a typed SQL function."""

from __future__ import annotations

from typing import Any

import pytest
from dbt.adapters.tablestore.functions.calling.fallback import Wrappers
from dbt.adapters.tablestore.functions.types.errors import FunctionError
from dbt.adapters.tablestore.jvm.parsing import create_plainly
from pyspark.sql import SparkSession

from function_files import NEW_YORK, define


@pytest.fixture
def wrappers(zoned_spark: SparkSession) -> Wrappers:
    return Wrappers(zoned_spark, lambda sql: create_plainly(zoned_spark, sql), "the session is a Spark Connect session")


def rows(zoned_spark: SparkSession, query: str) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in zoned_spark.sql(query).collect()]


def test_scalars_with_defaults_names_and_strict_results(zoned_spark: SparkSession, wrappers: Wrappers) -> None:
    wrappers.register(define("def plain(x: int, y: float = 0.5) -> float: return x + y", "plain"), NEW_YORK)
    assert rows(zoned_spark, "select plain(1), plain(y => 2, x => 1), plain(null)") == [(1.5, 3.0, None)]
    wrappers.register(define("def nothing() -> int: return 1", "nothing"), NEW_YORK)
    assert rows(zoned_spark, "select nothing() from range(2)") == [(1,), (1,)]
    wrappers.register(define("def wrong(x: int) -> int: return 1.0", "wrong"), NEW_YORK)
    with pytest.raises(Exception, match=r"wrong\(x = 1\) returned 1.0 \(float\), but -> int means BIGINT"):
        rows(zoned_spark, "select wrong(1)")


def test_a_wrapper_has_the_zone_of_the_session(zoned_spark: SparkSession, wrappers: Wrappers) -> None:
    noon = define("def noon(text: str) -> datetime: return datetime(2024, 1, 1, 12)", "noon")
    zone, query = "spark.sql.session.timeZone", "select noon('x') = timestamp'2024-01-01 12:00'"
    before = str(zoned_spark.conf.get(zone))
    for each in ("UTC", before):
        zoned_spark.conf.set(zone, each)
        wrappers.register(noon, each)
        assert rows(zoned_spark, query) == [(True,)], each


def test_tables(zoned_spark: SparkSession, wrappers: Wrappers) -> None:
    wrappers.register(define("def upto(n: int) -> Iterator[int]: return range(n)", "upto"), NEW_YORK)
    assert rows(zoned_spark, "select value from upto(2)") == [(0,), (1,)]
    assert rows(zoned_spark, "select id, value from range(3), lateral upto(id) where id > 1") == [(2, 0), (2, 1)]


RESOLVED_INSIDE_SPARK = {
    "has 2 signatures": "def f(x: int | str) -> str: ...",
    "takes arguments of any type": "def f(x: Any) -> str: ...",
    "takes arguments of any type ": "def f(x: T) -> T: ...",
    "takes any number of arguments": "def f(*x: int) -> int: ...",
    "takes constants only": "def f(x: Literal['a']) -> int: ...",
    "is an aggregate": "class f:\n    def accumulate(self, x: int): ...\n    def finish(self) -> int: ...",
    "infers the type of its result": "@infer(lambda call: 'INT')\ndef f(x: int): ...",
    "takes a whole relation": "@dataclass\nclass R:\n    x: int\ndef f(x: Table[R]) -> Iterator[R]: ...",
}


@pytest.mark.parametrize("reason", RESOLVED_INSIDE_SPARK)
def test_what_is_resolved_inside_spark_is_refused(wrappers: Wrappers, reason: str) -> None:
    with pytest.raises(FunctionError) as caught:
        wrappers.register(define(RESOLVED_INSIDE_SPARK[reason]), NEW_YORK)
    assert str(caught.value) == (
        f"functions/f.py: f() {reason.strip()}, so its calls are resolved inside Spark, and here the session is a "
        "Spark Connect session. Here, a scalar or table function with one signature of fixed types works."
    )
