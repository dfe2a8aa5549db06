"""Takes single runs of keyed models apart: dbt's own part, and each statement with its phases.

    python benchmarks/commit.py [--rounds 5] [--sizes tiny no-op small] [--only MODEL ...] [--statements]

The sizes are `tiny` (100 rows into 10,000), `no-op` (no rows into 10,000) and `small` (10,000 rows into 4 million).
Nine in ten rows update random keys, and one in ten has a new key. The models are keyed models on Iceberg and Delta,
without and with a changelog, `v2` on version 2 of the Iceberg format. Beside them, in the same process: dbt-spark's
incremental strategy `merge` on both formats, with `on_read` on an Iceberg table that is merged on read and with `feed`
on a Delta table with a change feed, and its MERGE without dbt, which is the floor of the format. The models take turns,
so that all meet the same state of the machine.

Prints the median seconds of a run: dbt's own part (parsing, rendering, logs, artifacts), and how long Spark parses,
plans and runs jobs in its statements; `other` is the rest: catalogs, table metadata and commits. Then the ratio of each
round with its spread. With `--statements`, also prints each statement of a run.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from dbt.adapters.tablestore.spark import session
from dbt.adapters.tablestore.spark.sessions.cursor import Cursor
from pyspark.sql import SparkSession

from _measure import dbt, settle, write_settings
from engines import CHANGES, COLUMNS, KEYED, changes, prepare

SIZES = {"tiny": (100, 10_000), "no-op": (0, 10_000), "small": (10_000, 4_000_000)}
MERGE = {"materialized": "incremental", "incremental_strategy": "merge", "unique_key": "k"}
MERGE_ON_READ = {f"write.{kind}.mode": "merge-on-read" for kind in ("delete", "update", "merge")}
LOOKUP = {**KEYED, "changelog_producer": "lookup"}
NEW = {"format_version": 3}  # of a table that the model creates; it takes over one that Spark has created
MODELS: dict[str, dict[str, Any]] = {
    "keyed_iceberg": {**KEYED, **NEW},
    "keyed_iceberg_v2": {**KEYED, "format_version": 2},
    "keyed_iceberg_changelog": {**LOOKUP, **NEW},
    "keyed_iceberg_v2_changelog": {**LOOKUP, "format_version": 2},
    "merge_iceberg": {**MERGE, "file_format": "iceberg"},
    "merge_iceberg_on_read": {**MERGE, "file_format": "iceberg", "tblproperties": MERGE_ON_READ},
    "keyed_delta": {**KEYED, "file_format": "delta"},
    "keyed_delta_changelog": {**LOOKUP, "file_format": "delta"},
    "merge_delta": {**MERGE, "file_format": "delta"},
    "merge_delta_feed": {**MERGE, "file_format": "delta", "tblproperties": {"delta.enableChangeDataFeed": "true"}},
}
BARE = {"bare_iceberg": "merge_iceberg", "bare_delta": "merge_delta"}
PHASES = ("parsing", "planning", "jobs", "other")


class Statement(NamedTuple):
    """A statement of a run: a short form of its text, its seconds, and those of its phases."""

    text: str
    seconds: float
    phases: dict[str, float]


class Plans:
    """Collects the executions of a Spark session, as a Java listener."""

    def __init__(self) -> None:
        self.executions: list[Any] = []

    def onSuccess(self, name: str, execution: Any, nanoseconds: int) -> None:  # noqa: N802
        """Keeps an execution, from which the times of its phases are read later."""
        self.executions.append(execution)

    def onFailure(self, name: str, execution: Any, error: Any) -> None:  # noqa: N802
        """Ignores failures, which end the benchmark."""

    class Java:
        """The interface that py4j implements with this class."""

        implements = ("org.apache.spark.sql.util.QueryExecutionListener",)


class Watch:
    """Records the statements that dbt sends to Spark, with the times in which Spark plans and runs jobs."""

    def __init__(self, spark: SparkSession) -> None:
        from pyspark.java_gateway import ensure_callback_server_started

        self._spark = spark
        self.statements: list[tuple[str, float, float]] = []
        self._plans = Plans()
        self._known: set[int] = set()
        ensure_callback_server_started(spark.sparkContext._gateway)
        watch, execute, fetchall = self, Cursor.execute, Cursor.fetchall

        def timed_execute(cursor: Cursor, sql: str, bindings: Any = None) -> None:
            watch.listen(cursor._spark)
            start = time.time()
            execute(cursor, sql, bindings)
            watch.statements.append((sql, start, time.time()))

        def timed_fetchall(cursor: Cursor) -> Any:
            rows = fetchall(cursor)
            if watch.statements:
                sql, start, _ = watch.statements[-1]
                watch.statements[-1] = (sql, start, time.time())
            return rows

        Cursor.execute = timed_execute  # type: ignore[method-assign]
        Cursor.fetchall = timed_fetchall  # type: ignore[method-assign]

    def listen(self, spark: SparkSession) -> None:
        """Listens to the executions of a session, once."""
        if id(spark) not in self._known:
            self._known.add(id(spark))
            spark._jsparkSession.listenerManager().register(self._plans)

    def begin(self) -> None:
        """Forgets what was recorded."""
        self.statements, self._plans.executions = [], []

    def taken(self) -> list[Statement]:
        """The statements since `begin`."""
        context = self._spark.sparkContext._jsc.sc()
        context.listenerBus().waitUntilEmpty()
        planned = [span for execution in self._plans.executions for span in _phases(self._spark, execution)]
        ran = _jobs(self._spark)
        found = []
        for sql, start, end in self.statements:
            parsing = _inside([span for name, *span in planned if name == "parsing"], start, end)
            planning = _inside([span for name, *span in planned if name != "parsing"], start, end)
            jobs = _inside(ran, start, end)
            rest = max(0.0, end - start - parsing - planning - jobs)
            found.append(
                Statement(short(sql), end - start, dict(zip(PHASES, (parsing, planning, jobs, rest), strict=True)))
            )
        return found


def _phases(spark: SparkSession, execution: Any) -> list[tuple[str, float, float]]:
    convert = spark._jvm.scala.jdk.javaapi.CollectionConverters
    phases = convert.asJava(execution.tracker().phases())
    return [
        (str(name), phases.get(name).startTimeMs() / 1000, phases.get(name).endTimeMs() / 1000)
        for name in phases.keySet().toArray()
    ]


def _jobs(spark: SparkSession) -> list[tuple[float, float]]:
    """The times in which jobs ran."""
    convert = spark._jvm.scala.jdk.javaapi.CollectionConverters
    store = spark.sparkContext._jsc.sc().statusStore()
    return [
        (job.submissionTime().get().getTime() / 1000, job.completionTime().get().getTime() / 1000)
        for job in convert.asJava(store.jobsList(None)).toArray()
        if job.completionTime().isDefined()
    ]


def _inside(spans: Any, start: float, end: float) -> float:
    """The seconds between two times that spans cover, which can overlap."""
    covered, until = 0.0, start
    for first, last in sorted((max(first, start), min(last, end)) for first, last in spans):
        covered += max(0.0, last - max(first, until))
        until = max(until, last)
    return covered


def short(sql: str) -> str:
    """The beginning of a statement, without comments and random names."""
    text = re.sub(r"/\*.*?\*/", "", sql, flags=re.DOTALL)
    text = re.sub(r"_[0-9a-f]{8}\b", "_<id>", " ".join(text.split()))
    return re.sub(r"`", "", text)[:100]


def write_project(folder: Path, sizes: list[str]) -> None:
    """A project with each model in each size."""
    (folder / "models").mkdir()
    write_settings(folder)
    for size in sizes:
        for name, config in MODELS.items():
            arguments = ", ".join(f"{key}={value!r}" for key, value in config.items())
            text = "{{ config(" + arguments + ") }}\nselect " + COLUMNS + " from " + CHANGES + "\n"
            (folder / "models" / f"{_named(name, size)}.sql").write_text(text)


def _named(model: str, size: str) -> str:
    return f"{model}_{size.replace('-', '_')}"


def bare_merge(spark: SparkSession, model: str, size: str) -> None:
    """What dbt-spark executes for a batch, without dbt."""
    catalog = "spark_catalog" if model == "bare_delta" else "lake"
    table = f"{catalog}.bench.{_named(model, size)}"
    spark.sql(
        f"merge into {table} as old using (select {COLUMNS} from {CHANGES}) as new on old.k = new.k "
        "when matched then update set * when not matched then insert *"
    )


def measure(sizes: list[str], only: list[str], rounds: int, folder: Path) -> dict[tuple[str, str], list[Any]]:
    """Per size and model, for each round the seconds of the run and its statements."""
    dbt(folder, "show", "--inline", "select 1")
    spark = session._root
    assert spark is not None
    for catalog in ("lake", "spark_catalog"):
        spark.sql(f"create schema if not exists {catalog}.bench")
    watch = Watch(spark)
    taken: dict[tuple[str, str], list[Any]] = {}
    for size in sizes:
        batch, rows = SIZES[size]
        names = [name for name in [*MODELS, *BARE] if name in (only or [name])]
        for name in names:
            config = MODELS[BARE.get(name, name)]
            prepare(spark, _named(name, size), {"rows": rows, **config})
        for round_ in range(rounds + 2):
            # a no-op has rows until its filter has run, as a source without news
            rows_of_batch = changes(rows, batch or 10, round_)
            query = rows_of_batch if batch else f"select * from ({rows_of_batch}) where k < 0"
            spark.sql(f"create or replace global temporary view changes as {query}")
            for name in names:
                settle(spark)
                watch.begin()
                start = time.perf_counter()
                if name in BARE:
                    bare_merge(spark, name, size)
                else:
                    dbt(folder, "run", "--select", _named(name, size))
                seconds = time.perf_counter() - start
                statements = watch.taken()
                if round_ > 1:  # the first adopts the table, the second warms up
                    taken.setdefault((size, name), []).append((seconds, statements))
                print(f"{size} round {round_} {name:26} {seconds:6.2f} s, {len(statements)}", file=sys.stderr)
    session.stop()
    return taken


def report(taken: dict[tuple[str, str], list[Any]], with_statements: bool) -> None:
    """Prints the tables."""
    for size in dict.fromkeys(size for size, _ in taken):
        of_size = {name: runs for (other, name), runs in taken.items() if other == size}
        batch, rows = SIZES[size]
        print(f"\n{size}: {batch:,} rows into {rows:,}; median seconds of {len(next(iter(of_size.values())))} rounds\n")
        print("| | whole run | dbt | statements | parsing | planning | jobs | other | number |")
        print("|---|---|---|---|---|---|---|---|---|")
        for name, runs in of_size.items():
            print(f"| {name} | {' | '.join(_line(name, runs))} |")
        print()
        for ours, other in _compared(list(of_size)):
            ratios = [a[0] / b[0] for a, b in zip(of_size[ours], of_size[other], strict=True)]
            print(f"{ours} / {other}: {statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})")
        for name, runs in of_size.items():
            if with_statements and name not in BARE:
                print(f"\n{name}")
                _print_statements([statements for _, statements in runs])


def _compared(names: list[str]) -> list[tuple[str, str]]:
    pairs = [("keyed_iceberg", "merge_iceberg"), ("keyed_iceberg", "merge_delta"), ("keyed_delta", "merge_delta")]
    pairs += [
        ("keyed_iceberg_changelog", "merge_iceberg"),
        ("keyed_iceberg_changelog", "merge_iceberg_on_read"),
        ("keyed_iceberg_changelog", "merge_delta"),
        ("keyed_delta_changelog", "merge_delta_feed"),
        ("keyed_delta", "keyed_iceberg"),
        ("merge_delta", "bare_delta"),
        ("keyed_iceberg", "keyed_iceberg_v2"),
        ("keyed_iceberg_changelog", "keyed_iceberg_v2_changelog"),
    ]
    return [pair for pair in pairs if set(pair) <= set(names)]


def _line(name: str, runs: list[Any]) -> list[str]:
    if name in BARE:
        return [f"{statistics.median(seconds for seconds, _ in runs):.2f}", *["" for _ in range(7)]]
    sent = [sum(statement.seconds for statement in statements) for _, statements in runs]
    own = [seconds - spent for (seconds, _), spent in zip(runs, sent, strict=True)]
    parts = [[sum(statement.phases[phase] for statement in statements) for _, statements in runs] for phase in PHASES]
    figures = [[seconds for seconds, _ in runs], own, sent, *parts]
    return [*(f"{statistics.median(values):.2f}" for values in figures), str(len(runs[-1][1]))]


def _print_statements(rounds: list[list[Statement]]) -> None:
    last = rounds[-1]
    same = [statements for statements in rounds if [s.text for s in statements] == [s.text for s in last]]
    for position, statement in enumerate(last):
        seconds = statistics.median(statements[position].seconds for statements in same)
        phases = [statistics.median(statements[position].phases[phase] for statements in same) for phase in PHASES]
        print(f"  {seconds:5.2f}  {' '.join(f'{value:4.2f}' for value in phases)}  {statement.text}")


def main() -> None:
    """Measures the models and prints the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--sizes", nargs="+", choices=SIZES, default=list(SIZES))
    parser.add_argument("--only", nargs="+", metavar="MODEL", default=[], choices=[*MODELS, *BARE])
    parser.add_argument("--spark", nargs="+", metavar="KEY=VALUE", default=[], help="settings of Spark in the profile")
    parser.add_argument("--statements", action="store_true", help="print each statement of a run")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        os.chdir(folder)
        write_project(folder, arguments.sizes)
        if arguments.spark:
            profiles = yaml.safe_load((folder / "profiles.yml").read_text())
            settings = dict(setting.split("=", 1) for setting in arguments.spark)
            profiles["bench"]["outputs"]["dev"]["spark_config"] = settings
            (folder / "profiles.yml").write_text(yaml.safe_dump(profiles))
        taken = measure(arguments.sizes, arguments.only, arguments.rounds, folder)
        os.chdir("/")
    report(taken, arguments.statements)


if __name__ == "__main__":
    main()
