"""Measures and compares the time of queries."""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import yaml
from dbt.cli.main import dbtRunner
from pyspark.sql import SparkSession


class Cost(NamedTuple):
    """The time of one query in seconds: elapsed, and of all processors together."""

    clock: float
    processors: float


class Limit(NamedTuple):
    """The names of our query and of the one it is compared with, and the largest acceptable ratio of elapsed times."""

    ours: str
    other: str
    ratio: float


def spark_session(partitions: int, memory: str = "3g") -> SparkSession:
    """A local Spark with two cores and without log output."""
    spark = (
        SparkSession.builder.master("local[2]")
        .config("spark.driver.memory", memory)
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.sql.shuffle.partitions", str(partitions))
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("ERROR")
    return spark


def write_settings(folder: Path) -> None:
    """Writes the settings of a dbt project into a folder; its tables are in ``lake`` there."""
    flags = {"send_anonymous_usage_stats": False}
    settings = {"name": "bench", "version": "1.0", "profile": "bench", "flags": flags}
    (folder / "dbt_project.yml").write_text(yaml.safe_dump(settings))
    target = {"type": "tablestore", "schema": "bench", "warehouse": str(folder / "lake"), "threads": 1}
    (folder / "profiles.yml").write_text(yaml.safe_dump({"bench": {"target": "dev", "outputs": {"dev": target}}}))


def dbt(folder: Path, *arguments: str) -> dict[str, float]:
    """Runs a dbt command in this process; returns the seconds of each node."""
    done = dbtRunner().invoke([*arguments, "--project-dir", str(folder), "--profiles-dir", str(folder), "--quiet"])
    if not done.success:
        message = done.exception or "\n".join(str(result.message) for result in done.result)
        raise SystemExit(f"dbt {' '.join(arguments)}: {message}")
    return {result.node.name: result.execution_time for result in done.result}


def arguments(description: str | None, rows: int) -> argparse.ArgumentParser:
    """The command line options that several benchmarks share."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=rows)
    parser.add_argument("--repeat", type=int, default=3, help="measured rounds, after one that is not measured")
    parser.add_argument("--only", nargs="*", default=[], help="names of our queries")
    return parser


def cost(spark: SparkSession, sql: str) -> Cost:
    """Measures one query, whose result is read completely."""
    clock, busy = time.perf_counter(), _processors(spark)
    spark.sql(sql).write.format("noop").mode("overwrite").save()
    return Cost(time.perf_counter() - clock, _processors(spark) - busy)


def spent(spark: SparkSession) -> float:
    """The processor seconds of this process and of Spark's so far."""
    return time.process_time() + _processors(spark)


def _processors(spark: SparkSession) -> float:
    """The processor seconds of Spark's process and its Python workers so far; workers remain after a query."""
    process = spark._jvm.java.lang.ProcessHandle.current()
    spent = [handle.info().totalCpuDuration() for handle in (process, *process.descendants().toList())]
    return sum(duration.get().toMillis() for duration in spent if duration.isPresent()) / 1000


def rounds(spark: SparkSession, queries: Mapping[str, str], repeat: int) -> dict[str, list[Cost]]:
    """The costs of each query by round. Each round runs every query once, and the first round is not measured."""
    taken: dict[str, list[Cost]] = {name: [] for name in queries}
    for round_number in range(repeat + 1):
        for name, sql in queries.items():
            spent = cost(spark, sql)
            if round_number > 0:
                taken[name].append(spent)
    return taken


def middle(costs: Sequence[Cost]) -> Cost:
    """The medians."""
    return Cost(statistics.median(one.clock for one in costs), statistics.median(one.processors for one in costs))


def settle(spark: SparkSession) -> None:
    """Waits until Spark has finished the work of the previous run, so that it does not slow down the next one."""
    spark._jvm.System.gc()
    time.sleep(1.5)


def ratio(ours: Sequence[Cost], others: Sequence[Cost]) -> Cost:
    """The median of the rounds' ratios."""
    pairs = zip(ours, others, strict=True)
    return middle([Cost(a.clock / b.clock, a.processors / b.processors) for a, b in pairs])


def compare(
    spark: SparkSession, queries: Mapping[str, str], limits: Sequence[Limit], options: argparse.Namespace
) -> int:
    """Measures and prints the selected queries, and returns how many ratios are above their limit."""
    limits = [limit for limit in limits if not options.only or limit.ours in options.only]
    wanted = {name for limit in limits for name in (limit.ours, limit.other)}
    taken = rounds(spark, {name: sql for name, sql in queries.items() if name in wanted}, options.repeat)
    print(f"median of {options.repeat} rounds, seconds elapsed and of the processors")
    for name, costs in taken.items():
        print(f"  {name:32} {middle(costs).clock:7.2f} {middle(costs).processors:7.2f}")
    over = 0
    for limit in limits:
        of = ratio(taken[limit.ours], taken[limit.other])
        all_of = sorted(a.clock / b.clock for a, b in zip(taken[limit.ours], taken[limit.other], strict=True))
        over += is_above(limit, of.clock, f" ({all_of[0]:.2f} to {all_of[-1]:.2f}), {of.processors:.2f}")
    return over


def is_above(limit: Limit, found: float, details: str = "") -> bool:
    """Prints a ratio, details of it, and its limit; returns whether it is above the limit."""
    mark = "  ABOVE" if found > limit.ratio else ""
    print(f"{limit.ours} / {limit.other}: {found:.2f}{details} (at most {limit.ratio}){mark}", flush=True)
    return bool(mark)
