"""Compares Python functions with Spark's own, in one run, as ratios.

    python benchmarks/functions.py [--rows 1000000] [--repeat 3] [--only NAME ...]

Each round runs every query once, so that a busy minute of the machine affects all of them. The result is the median
of the ratios of all rounds. A query is read to the end, and nothing is written. The table shows the elapsed
seconds and those of the processors, for Spark and its Python workers together. The exit code is 1 when a ratio of
elapsed times is above its limit.
"""

from __future__ import annotations

import os
import sys
from typing import Any

os.environ["PYSPARK_PYTHON"] = sys.executable

import pandas as pd
from dbt.adapters.tablestore.functions.calling.binding import Binder
from dbt.adapters.tablestore.functions.reading.extraction import read_function
from dbt.adapters.tablestore.functions.reading.sources import Source
from pyspark.sql import Row, SparkSession
from pyspark.sql.functions import pandas_udf, udf, udtf

from _measure import Limit, arguments, compare, spark_session

# Our function, Spark's, and the largest acceptable ratio.
LIMITS = [
    Limit("bigint", "udf, bigint", 0.5),
    Limit("string", "udf, string", 0.5),
    Limit("struct", "udf, struct", 0.5),
    Limit("three calls", "udf, three calls", 0.5),
    Limit("table", "udtf", 0.3),
    Limit("aggregate, 100 rows per group", "pandas_udf, 100 rows per group", 1.0),
    Limit("aggregate, 10 rows per group", "pandas_udf, 10 rows per group", 0.1),
]

FUNCTIONS = {
    "twice": "def twice(x: int) -> int: return x * 2 + 1",
    "shout": "def shout(x: str) -> str: return x.upper()",
    "swap": """
from dataclasses import dataclass
@dataclass
class Point:
    x: int
    y: str
def swap(p: Point) -> Point: return Point(p.x + 1, p.y)
""",
    "pair": """
from collections.abc import Iterator
from dataclasses import dataclass
@dataclass
class Half:
    part: int
    name: str
def pair(x: int, name: str) -> Iterator[Half]:
    yield Half(x, name)
    yield Half(-x, name)
""",
    "average": """
class average:
    def __init__(self): self.sum, self.count = 0.0, 0
    def accumulate(self, x: float) -> None:
        self.sum += x
        self.count += 1
    def finish(self) -> float | None: return self.sum / self.count if self.count else None
""",
}


class Pair:
    """The table function as in Spark's documentation."""

    def eval(self, x: int, name: str) -> Any:
        """Returns two rows for each row."""
        yield x, name
        yield -x, name


def queries() -> dict[str, str]:
    """The queries by name: each of our functions, and Spark's own with the same body."""
    found = {}
    for label, prefix in (("", ""), ("udf, ", "spark_")):
        twice = f"{prefix}twice"
        found |= {
            f"{label}bigint": f"select {twice}(id) from numbers",
            f"{label}string": f"select {prefix}shout(name) from numbers",
            f"{label}struct": f"select {prefix}swap(p) from numbers",
            f"{label}three calls": f"select {twice}({twice}({twice}(id))) from numbers",
        }
    for size in (100, 10):
        for ours, name in (("aggregate", "average"), ("pandas_udf", "spark_average")):
            found[f"{ours}, {size} rows per group"] = f"select id % (n / {size}), {name}(x) from numbers group by 1"
    found["table"] = "select id, part from numbers, lateral pair(id, name)"
    found["udtf"] = "select id, part from numbers, lateral spark_pair(id, name)"
    return found


def prepare(spark: SparkSession, rows: int) -> None:
    """Caches a table and registers every function in both ways."""
    spark.sql(
        f"select id, 'name ' || id as name, named_struct('x', id, 'y', 'y') as p, id * 0.5D as x, {rows} as n "
        f"from range(0, {rows}, 1, 2)"
    ).cache().createOrReplaceTempView("numbers")
    spark.table("numbers").count()
    binder = Binder(spark, lambda origin, name: "")
    for name, code in FUNCTIONS.items():
        binder.register(read_function(Source(name, f"functions/{name}.py", code, name)))
    spark.udf.register("spark_twice", udf(lambda x: x * 2 + 1, "bigint"))
    spark.udf.register("spark_shout", udf(lambda x: x.upper(), "string"))
    spark.udf.register("spark_swap", udf(lambda p: Row(x=p.x + 1, y=p.y), "struct<x: bigint, y: string>"))
    spark.udf.register("spark_average", pandas_udf(_mean, "double"))
    spark.udtf.register("spark_pair", udtf(Pair, returnType="part bigint, name string"))


def _mean(x: pd.Series) -> float:
    return float(x.mean())


def main() -> int:
    """Measures the queries, prints seconds and ratios, and returns the exit code."""
    options = arguments(__doc__, rows=1_000_000).parse_args()
    spark = spark_session(partitions=2)
    prepare(spark, options.rows)
    print(f"{options.rows:,} rows", end=", ")
    over = compare(spark, queries(), LIMITS, options)
    spark.stop()
    return int(over > 0)


if __name__ == "__main__":
    sys.exit(main())
