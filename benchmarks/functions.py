"""Python functions beside Spark's own, in one run, as ratios.

    python benchmarks/functions.py [--rows 1000000] [--repeat 3] [--only NAME ...]

Every round runs each query once, so a busy minute of the machine falls on all of them; the median of the rounds' ratios
counts. A query is read to the end and nothing is written. Beside the seconds by the clock stand those of the
processors, Spark's and its Python workers' together. The exit code is 1 when a ratio by the clock is above its limit.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from typing import Any

os.environ["PYSPARK_PYTHON"] = sys.executable

import pandas as pd
from _measure import Cost, ratio
from dbt.adapters.tablestore.functions.binding import Binder
from dbt.adapters.tablestore.functions.extraction import read
from dbt.adapters.tablestore.functions.sources import Source
from pyspark.sql import Row, SparkSession
from pyspark.sql.functions import pandas_udf, udf, udtf

# Ours, what it is compared with, and the greatest ratio that is acceptable.
LIMITS = [
    ("bigint", "udf, bigint", 0.5),
    ("string", "udf, string", 0.5),
    ("struct", "udf, struct", 0.5),
    ("three calls", "udf, three calls", 0.5),
    ("table", "udtf", 0.3),
    ("aggregate, 100 rows per group", "pandas_udf, 100 rows per group", 1.0),
    ("aggregate, 10 rows per group", "pandas_udf, 10 rows per group", 0.1),
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
    """The table function as Spark's documentation writes it."""

    def eval(self, x: int, name: str) -> Any:
        """Two rows per row."""
        yield x, name
        yield -x, name


def queries() -> dict[str, str]:
    """Every query by name; a function of ours and Spark's own of the same body."""
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
    """A cached table, and every function registered in both ways."""
    spark.sql(
        f"select id, 'name ' || id as name, named_struct('x', id, 'y', 'y') as p, id * 0.5D as x, {rows} as n "
        f"from range(0, {rows}, 1, 2)"
    ).cache().createOrReplaceTempView("numbers")
    spark.table("numbers").count()
    binder = Binder(spark, lambda origin, name: "")
    for name, code in FUNCTIONS.items():
        binder.register(read(Source(name, f"functions/{name}.py", code, name)))
    spark.udf.register("spark_twice", udf(lambda x: x * 2 + 1, "bigint"))
    spark.udf.register("spark_shout", udf(lambda x: x.upper(), "string"))
    spark.udf.register("spark_swap", udf(lambda p: Row(x=p.x + 1, y=p.y), "struct<x: bigint, y: string>"))
    spark.udf.register("spark_average", pandas_udf(_mean, "double"))
    spark.udtf.register("spark_pair", udtf(Pair, returnType="part bigint, name string"))


def _mean(x: pd.Series) -> float:
    return float(x.mean())


def cost(spark: SparkSession, sql: str) -> Cost:
    """What one query takes, read to the end."""
    clock, busy = time.perf_counter(), _processors(spark)
    spark.sql(sql).write.format("noop").mode("overwrite").save()
    return Cost(time.perf_counter() - clock, _processors(spark) - busy)


def _processors(spark: SparkSession) -> float:
    """The seconds of Spark's process and of its Python workers so far; workers outlive a query."""
    process = spark._jvm.java.lang.ProcessHandle.current()
    spent = [handle.info().totalCpuDuration() for handle in (process, *process.descendants().toList())]
    return sum(duration.get().toMillis() for duration in spent if duration.isPresent()) / 1000


def main() -> int:
    """Measures, prints seconds and ratios, and returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--only", nargs="*", help="names of our queries")
    options = parser.parse_args()
    limits = [limit for limit in LIMITS if not options.only or limit[0] in options.only]
    wanted = {name for limit in limits for name in limit[:2]}
    spark = (
        SparkSession.builder.master("local[2]")
        .config("spark.driver.memory", "3g")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.sql.shuffle.partitions", "2")
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("ERROR")
    prepare(spark, options.rows)
    taken: dict[str, list[Cost]] = {name: [] for name in queries() if name in wanted}
    for round_number in range(options.repeat + 1):
        for name in taken:
            spent = cost(spark, queries()[name])
            if round_number > 0:
                taken[name].append(spent)
    spark.stop()
    print(f"{options.rows:,} rows, median of {options.repeat} rounds")
    print(f"  {'':32} by the clock, of the processors")
    for name, times in taken.items():
        clock, processors = (statistics.median(values) for values in zip(*times, strict=True))
        print(f"  {name:32} {clock:7.2f} s {processors:7.2f} s")
    over = 0
    for ours, other, limit in limits:
        of = ratio(taken[ours], taken[other])
        over += of.clock > limit
        mark = "" if of.clock <= limit else "  ABOVE"
        print(f"{ours} / {other}: {of.clock:.2f}, {of.processors:.2f} (at most {limit}){mark}", flush=True)
    return int(over > 0)


if __name__ == "__main__":
    sys.exit(main())
