"""What queries cost, side by side."""

from __future__ import annotations

import statistics
import time
from typing import NamedTuple

from pyspark.sql import SparkSession


class Cost(NamedTuple):
    """What one query took, in seconds: by the clock and of all processors together."""

    clock: float
    processors: float


def cost(spark: SparkSession, sql: str) -> Cost:
    """What one query takes, read to the end."""
    process = spark._jvm.java.lang.ProcessHandle.current()
    clock, busy = time.perf_counter(), process.info().totalCpuDuration().get().toMillis()
    spark.sql(sql).write.format("noop").mode("overwrite").save()
    return Cost(time.perf_counter() - clock, (process.info().totalCpuDuration().get().toMillis() - busy) / 1000)


def ratio(ours: list[Cost], others: list[Cost]) -> Cost:
    """The median of the rounds' ratios."""
    pairs = list(zip(ours, others, strict=True))
    return Cost(
        statistics.median(a.clock / b.clock for a, b in pairs),
        statistics.median(a.processors / b.processors for a, b in pairs),
    )
