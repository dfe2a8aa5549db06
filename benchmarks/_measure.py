"""What queries cost, side by side."""

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
    """What one query took, in seconds: by the clock and of all processors together."""

    clock: float
    processors: float


class Limit(NamedTuple):
    """The name of one of our queries, of what it is compared with, and the greatest accepted ratio by the clock."""

    ours: str
    other: str
    ratio: float


def spark_session(partitions: int, memory: str = "3g") -> SparkSession:
    """A local Spark on two cores that prints nothing."""
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
    """Makes a folder a dbt project whose tables are in a lake inside it."""
    flags = {"send_anonymous_usage_stats": False}
    settings = {"name": "bench", "version": "1.0", "profile": "bench", "flags": flags}
    (folder / "dbt_project.yml").write_text(yaml.safe_dump(settings))
    target = {"type": "tablestore", "schema": "bench", "warehouse": str(folder / "lake"), "threads": 1}
    (folder / "profiles.yml").write_text(yaml.safe_dump({"bench": {"target": "dev", "outputs": {"dev": target}}}))


def dbt(folder: Path, *arguments: str) -> dict[str, float]:
    """One dbt command in this process: the seconds of each node it ran."""
    done = dbtRunner().invoke([*arguments, "--project-dir", str(folder), "--profiles-dir", str(folder), "--quiet"])
    if not done.success:
        said = done.exception or "\n".join(str(result.message) for result in done.result)
        raise SystemExit(f"dbt {' '.join(arguments)}: {said}")
    return {result.node.name: result.execution_time for result in done.result}


def arguments(description: str | None, rows: int) -> argparse.ArgumentParser:
    """The command line that all of these programs have."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=rows)
    parser.add_argument("--repeat", type=int, default=3, help="rounds that count, after one that warms up")
    parser.add_argument("--only", nargs="*", default=[], help="names of our queries")
    return parser


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


def rounds(spark: SparkSession, queries: Mapping[str, str], repeat: int) -> dict[str, list[Cost]]:
    """What each query cost in each round. Every round runs every query once, and the first one does not count."""
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
    """Lets Spark finish what the run before left behind, so that a short run does not pay for a long one's."""
    spark._jvm.System.gc()
    time.sleep(1.5)


def ratio(ours: Sequence[Cost], others: Sequence[Cost]) -> Cost:
    """The median of the rounds' ratios."""
    pairs = zip(ours, others, strict=True)
    return middle([Cost(a.clock / b.clock, a.processors / b.processors) for a, b in pairs])


def compare(
    spark: SparkSession, queries: Mapping[str, str], limits: Sequence[Limit], options: argparse.Namespace
) -> int:
    """Measures and prints what the command line asks for, and returns how many ratios are above their limit."""
    limits = [limit for limit in limits if not options.only or limit.ours in options.only]
    wanted = {name for limit in limits for name in (limit.ours, limit.other)}
    taken = rounds(spark, {name: sql for name, sql in queries.items() if name in wanted}, options.repeat)
    print(f"median of {options.repeat} rounds, seconds by the clock and of the processors")
    for name, costs in taken.items():
        print(f"  {name:32} {middle(costs).clock:7.2f} {middle(costs).processors:7.2f}")
    over = 0
    for limit in limits:
        of = ratio(taken[limit.ours], taken[limit.other])
        mark = "  ABOVE" if of.clock > limit.ratio else ""
        over += bool(mark)
        print(
            f"{limit.ours} / {limit.other}: {of.clock:.2f}, {of.processors:.2f} (at most {limit.ratio}){mark}",
            flush=True,
        )
    return over
