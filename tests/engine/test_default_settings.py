"""Runs with Spark's own settings, which users have: compiled code, and plans that change between their stages.

All other tests run with `INTERPRETED` of spark_settings.py.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from hashlib import sha256, sha512
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from dbt.adapters.tablestore.jvm.classes import java_class
from dbt.adapters.tablestore.spark import kept_rows
from dbt.adapters.tablestore.spark.sessions.cursor import Cursor
from pyspark.sql import SparkSession

import harness
from project import Project, WarmProject, spark
from spark_settings import INTERPRETED, SPARK_SETTINGS

DEFAULTS = {
    "spark.sql.codegen.wholeStage": "true",
    "spark.sql.codegen.factoryMode": "FALLBACK",
    "spark.sql.adaptive.enabled": "true",
    "spark.sql.shuffle.partitions": "5",  # Spark's 200 are as many tasks for these few rows on Delta
    "spark.sql.leafNodeDefaultParallelism": "2",
}
BATCHES = [[(1, 1, 5), (1, 2, 7), (2, 1, 3)], [(1, 3, 6), (2, 2, None), (3, 1, 1)]]
"""Rows of (key, sequence, n)."""

# Of each aggregate function: what it aggregates, and the result for the values of n that are not null.
FUNCTIONS: dict[str, tuple[str, Callable[[list[int]], Any]]] = {
    "sum": ("n", sum),
    "product": ("n", math.prod),
    "count": ("n", len),
    "min": ("n", min),
    "max": ("n", max),
    "last_value": ("n", lambda values: values[-1]),
    "last_non_null_value": ("n", lambda values: values[-1]),
    "first_value": ("n", lambda values: values[0]),
    "first_non_null_value": ("n", lambda values: values[0]),
    "first_not_null_value": ("n", lambda values: values[0]),
    "listagg": ("string(n)", lambda values: ",".join(map(str, values))),
    "bool_and": ("n > 5", lambda values: all(n > 5 for n in values)),
    "bool_or": ("n > 5", lambda values: any(n > 5 for n in values)),
    "collect": ("array(n)", lambda values: values),
    "merge_map": ("map(n % 2, n)", lambda values: {n % 2: n for n in values}),
    "nested_update": ("array(named_struct('n', n))", lambda values: [(n,) for n in values]),
    "hll_sketch": ("hll_sketch_agg(n)", len),
    "theta_sketch": ("theta_sketch_agg(n)", len),
    **dict.fromkeys(("bitmap", "rbm32", "rbm64"), ("bitmap_construct_agg(n)", len)),
}
SHOWN = {
    "hll_sketch": "hll_sketch_estimate",
    "theta_sketch": "theta_sketch_estimate",
    **dict.fromkeys(("bitmap", "rbm32", "rbm64"), "bitmap_count"),
}
"""What makes a number of a sketch or a bitmap."""
FOLDED = ["sum", "product", "listagg", "collect", "merge_map", "nested_update"]
"""Some of these are folded one value after the other. Without them, Spark's own aggregates fold a batch."""
HASHED = [name for name in FUNCTIONS if name == "sum" or name not in FOLDED]
MODELS = [("iceberg", "folded", FOLDED), ("iceberg", "hashed", HASHED), ("delta", "folded", FOLDED)]

TOTALS = "select k % 2 as odd, count(*) as n, sum(c_sum) as total from {} group by k % 2"


@pytest.fixture
def project(
    tmp_path: Path,
    spark: SparkSession,
    macros_parsed_once: None,
    warehouse: Path,
    schema: str,
    monkeypatch: pytest.MonkeyPatch,
) -> Project:
    # queries are compiled, however few rows they read
    monkeypatch.setattr(kept_rows, "_LITTLE", -1)
    return WarmProject(tmp_path / "shop", warehouse, schema, spark_config=SPARK_SETTINGS | DEFAULTS)


def write(project: Project) -> None:
    for format, model, names in MODELS:
        config = {
            "materialized": "incremental",
            "file_format": format,
            "primary_key": "k",
            "sequence_field": "at",
            "merge_engine": "aggregation",
            "changelog_producer": "lookup" if model == "hashed" else "none",
            "fields": {f"c_{name}": {"aggregate_function": name} for name in names},
        }
        options = ", ".join(f"{name}={value!r}" for name, value in config.items())
        columns = ", ".join(f"c_{name}" for name in names)
        query = f"select k, at, {columns} from global_temp.{project.schema}_batch"
        project.write(f"models/{model}_{format}.sql", f"{{{{ config({options}) }}}}\n{query}\n")
    query = TOTALS.format("{{ ref('hashed_iceberg') }}")
    project.write("models/totals.sql", f"{{{{ config(materialized='materialized_view') }}}}\n{query}\n")


def put(project: Project, batch: list[tuple[int, int, int | None]]) -> None:
    """Makes a batch what the models select."""
    columns = [
        f"{text if name in SHOWN else f'any_value(if(n is null, null, {text}))'} as c_{name}"
        for name, (text, _) in FUNCTIONS.items()
    ]
    rows = ", ".join(f"({k}, {at}, {'cast(null as int)' if n is None else n})" for k, at, n in batch)
    query = f"select k, at, {', '.join(columns)} from values {rows} as b (k, at, n) group by k, at"
    spark().sql(f"create or replace global temporary view {project.schema}_batch as {query}")


def expected(names: list[str], batches: list[list[tuple[int, int, int | None]]]) -> list[tuple[Any, ...]]:
    found: dict[int, list[int | None]] = {}
    for batch in batches:
        for k, _, n in batch:
            found.setdefault(k, []).append(n)
    rows = []
    for k, every in found.items():
        values = [n for n in every if n is not None]
        row = {name: FUNCTIONS[name][1](values) for name in names}
        row |= {"last_value": every[-1]}
        rows.append((k, *(row[name] for name in names)))
    return sorted(rows, key=repr)


def plain(value: Any) -> Any:
    """A value of Spark, whose rows are tuples."""
    return [tuple(one) if isinstance(one, tuple) else one for one in value] if isinstance(value, list) else value


def test_every_aggregate_and_both_formats(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    assert set(FUNCTIONS) == set(harness.call("aggregates")) and set(DEFAULTS) == {
        name for name in INTERPRETED if name.startswith("spark.sql.")
    }
    original, seen = Cursor.execute, set[tuple[str | None, ...]]()

    def execute(self: Cursor, sql: str, bindings: Any = None) -> None:
        seen.add(tuple(self._spark.conf.get(name) for name in DEFAULTS))
        original(self, sql, bindings)

    monkeypatch.setattr(Cursor, "execute", execute)
    put(project, BATCHES[0])
    write(project)
    project.run()
    for number in (1, 2):
        for format, model, names in MODELS:
            columns = [f"{SHOWN[name]}(c_{name})" if name in SHOWN else f"c_{name}" for name in names]
            stored = project.ordered(f"select k, {', '.join(columns)} from {{{format}}}.{model}_{format}")
            found = sorted([tuple(map(plain, row)) for row in stored], key=repr)
            assert found == expected(names, BATCHES[:number]), (model, format)
        assert project.rows("select * from {iceberg}.totals") == project.rows(TOTALS.format("{iceberg}.hashed_iceberg"))
        if number == 1:
            put(project, BATCHES[1])
            assert project.run()["totals"]["kind"] == "incremental"
    changes = "select _row_kind, k, c_sum from {iceberg}.hashed_iceberg__changelog where _commit = 2"
    assert project.rows(changes) == [
        *[("+I", 3, 1), ("+U", 1, 18), ("+U", 2, 3), ("-U", 1, 12), ("-U", 2, 3)],
    ]
    assert tuple(DEFAULTS.values()) in seen


def test_queries_that_read_little_are_interpreted(spark: SparkSession) -> None:
    """A user's query can make many rows of few, and is compiled then; so is one that reads many rows.

    A Python function can take long with each row, so several tasks call it.
    """
    session = spark.newSession()
    session.udf.register("same", lambda value: value, "int")
    for name, value in DEFAULTS.items():
        session.conf.set(name, value)
    queries = {
        "select id % 2 as k, sum(id) as n from range(100) group by id % 2": (True, True),
        "select count(*) as n from range(100) as a join range(100) as b on a.id < b.id": (True, False),
        "select count(*) as n from range(1) lateral view explode(sequence(1, 1000)) as n": (True, False),
        "select sum(id) as n from range(1000000)": (False, False),
        "select same(x) as n from values (1), (2) as t(x)": (False, False),
        "select x as n from values (1), (2) as t(x) where same(x) = 1": (False, False),
    }
    for query, interpreted in queries.items():
        found, rows = [], []
        for is_own in (True, False):
            frame = session.sql(query)
            rows.append(kept_rows.keep(session, "`kept`", frame, is_own=is_own).rows)
            assert sorted(session.table("kept").collect()) == sorted(frame.collect())
            plan = str(frame._jdf.queryExecution().executedPlan())
            found.append("AdaptiveSparkPlan" not in plan and "*(" not in plan)
        assert tuple(found) == interpreted and rows[0] == rows[1], query
    assert {name: session.conf.get(name) for name in DEFAULTS} == DEFAULTS, "as before"


def test_the_first_rows_are_looked_for_on_all_cores(spark: SparkSession) -> None:
    """One job for as many partitions as there are cores, of which Spark alone would begin with one."""
    session, cores = spark.newSession(), spark.sparkContext.defaultParallelism
    before = session.conf.get("spark.sql.limit.initialNumPartitions")
    spark.sparkContext.setJobGroup("first rows", "")
    try:
        frame = session.range(0, 1000, 1, cores).where("id < 0")
        assert cores > 1 and kept_rows.keep(session, "`kept`", frame, is_own=True).rows == 0
    finally:
        spark.sparkContext.setLocalProperty("spark.jobGroup.id", None)
    tracker = spark.sparkContext.statusTracker()
    [job] = tracker.getJobIdsForGroup("first rows")
    [stage] = tracker.getJobInfo(job).stageIds
    assert tracker.getStageInfo(stage).numTasks == cores
    assert session.conf.get("spark.sql.limit.initialNumPartitions") == before


@pytest.mark.parametrize("least, rows, jobs", [(0, 50_000, 3), (49_000, 1_000, 4)])
def test_many_groups_are_computed_once(
    spark: SparkSession, monkeypatch: pytest.MonkeyPatch, least: int, rows: int, jobs: int
) -> None:
    """A job shuffles, one groups, and one counts; first rows, which groups give last, are looked for only among few."""
    monkeypatch.setattr(kept_rows, "_MUCH", 1 << 20)
    session = spark.newSession()
    for name, value in DEFAULTS.items():
        session.conf.set(name, value)
    name = f"{rows} groups"
    query = "select id % 50000 as k, max(id) as n from range(200000) group by id % 50000"
    query = f"select * from ({query}) where n % 50000 >= {least}"
    spark.sparkContext.setJobGroup(name, "")
    try:
        kept = kept_rows.keep(session, "`kept`", session.sql(query), is_own=True)
    finally:
        spark.sparkContext.setLocalProperty("spark.jobGroup.id", None)
    assert len(spark.sparkContext.statusTracker().getJobIdsForGroup(name)) == jobs
    assert kept.rows == rows and (kept.plan.nodeName() == "LocalRelation") == (rows == 1_000)
    found = sorted(map(tuple, session.table("kept").collect()))
    assert found == [(k, 150_000 + k) for k in range(least, 50_000)]


def test_few_rows_that_are_more_than_the_driver_takes(spark: SparkSession) -> None:
    """Spark refuses to collect them, so they stay where they are."""
    session, conf = spark.newSession(), spark.sparkContext._jsc.sc().conf()
    document = "array_join(transform(sequence(1, 100), n -> sha2(concat(id, ':', n), 512)), '')"
    frame = session.sql(f"select id, {document} as document from range(500)")
    conf.set("spark.driver.maxResultSize", "1m")
    try:
        assert kept_rows.keep(session, "`kept`", frame, is_own=True).rows == 500
        found = session.sql("select id, sha2(document, 256) from kept where id in (7, 499)").collect()
    finally:
        conf.remove("spark.driver.maxResultSize")
    texts = {id: "".join(sha512(f"{id}:{n}".encode()).hexdigest() for n in range(1, 101)) for id in (7, 499)}
    assert dict(map(tuple, found)) == {id: sha256(text.encode()).hexdigest() for id, text in texts.items()}


WIDE = "select id, repeat(string(id % 10), {width}) as document from range({rows})"


@pytest.mark.parametrize("rows, width, few", [(500, 200_000, False), (2_500, 40_000, False), (2_500, 4_000, True)])
def test_few_rows_that_are_large_are_not_in_plans(spark: SparkSession, rows: int, width: int, few: bool) -> None:
    """Spark sends them compressed, and the driver would hold all their bytes as long as a plan reads them."""
    session = spark.newSession()
    kept = kept_rows.keep(session, "`kept`", session.sql(WIDE.format(rows=rows, width=width)), is_own=True)
    assert kept.rows == rows and (kept.plan.nodeName() == "LocalRelation") == few
    assert kept.size == 0 or width * rows < kept.size < width * rows * 1.1
    found = session.sql("select count(*), sum(id), sum(length(document)) from kept").first()
    assert tuple(found) == (rows, rows * (rows - 1) // 2, rows * width)  # type: ignore[arg-type]


def test_the_first_rows_say_that_the_others_are_too_large(spark: SparkSession, monkeypatch: pytest.MonkeyPatch) -> None:
    """The driver never has more of them."""
    taken: list[int] = []

    def watched(spark: SparkSession, name: str) -> Any:
        found = java_class(spark, name)
        if not name.endswith("SizeEstimator"):
            return found
        return SimpleNamespace(estimate=lambda rows: taken.append(len(rows)) or found.estimate(rows))

    monkeypatch.setattr(kept_rows, "java_class", watched)
    session = spark.newSession()
    queries = {
        WIDE.format(rows=15_000, width=20_000): [2_001, 2_001],
        WIDE.format(rows=15_000, width=20): [2_001, 15_000],
        "select id, id * 2 as number, named_struct('day', date '2026-01-01') as at from range(15000)": [15_000],
    }
    for query, sizes in queries.items():
        kept = kept_rows.keep(session, "`kept`", session.sql(query), is_own=True)
        assert kept.rows == 15_000 and taken == sizes
        taken.clear()
