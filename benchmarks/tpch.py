"""Refreshes the queries of TPC-H as materialized views, and compares each refresh with a full one.

    python benchmarks/tpch.py [--scale 1] [--rounds 3] [--policy auto] [--format iceberg] [--only q01 ...] [--data DIR]
        [--changes scattered]

`tpchgen-cli` (from PyPI) writes the tables. customer, part, orders and lineitem are keyed models with a changelog, the
others are plain tables. Each round changes 0.1 % of the orders with their lineitems, of the customers and of the parts:
in ten orders that change, one goes and one is new. They are scattered over all keys, or with `--changes recent` those
with the largest keys, and then only orders and lineitems change. Then every view is refreshed beside a twin with
`refresh_policy='full'`, one after the other in the same session. It is compared with its query, and its stored rows
with those of the twin. The times of the first round are not measured.

Prints per query the kind of its refreshes, the median seconds of both, the ratio of each round with its spread, and the
median over the queries that are refreshed from changes; and the seconds that Spark takes to read, and do nothing with,
what the query reads of the tables in which the changes of others have to be looked up. Exits with 1 if a view differs
from its query.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow.parquet as pq
from dbt.adapters.tablestore.spark import session
from dbt.artifacts.schemas.run import RunResult
from dbt.cli.main import dbtRunner
from pyspark.sql import SparkSession

from _measure import settle, write_settings

QUERIES = Path(__file__).parent / "tpch"
KEYS = {"customer": "c_custkey", "part": "p_partkey", "orders": "o_orderkey", "lineitem": "l_orderkey,l_linenumber"}
CONSTANT = ("region", "nation", "supplier", "partsupp")
# What a change does to a row: column -> its new value.
CHANGES = {
    "customer": {"c_acctbal": "cast(c_acctbal + 1 as decimal(15,2))", "c_mktsegment": "'BUILDING'"},
    "part": {"p_size": "p_size % 50 + 1"},
    "orders": {"o_totalprice": "cast(o_totalprice + 1 as decimal(15,2))", "o_orderdate": "date_add(o_orderdate, 1)"},
    "lineitem": {"l_quantity": "cast(l_quantity % 50 + 1 as decimal(15,2))", "l_shipdate": "date_add(l_shipdate, 1)"},
}
# The keys of new orders are above all others.
NEW = "100000000"
# The orders, customers and parts that a round changes: one of a thousand, and others in each round.
CHOSEN = "pmod(hash({key}), 1000) = {{{{ env_var('ROUND') }}}}"
# The orders with the last thousandth of the keys, of which there are so many per unit of scale, then those before them.
ORDER_KEYS = 6_000_000
RECENT = "'{table}' in ('orders', 'lineitem') and (KEYS - {key}) div (KEYS div 1000) = {{{{ env_var('ROUND') }}}} - 1"


class Times(NamedTuple):
    """The kind and the seconds of a refresh from changes, and in the same round, of a full refresh and of reading.

    For ``reading`` see `seconds_of_reading`.
    """

    kind: str
    refresh: float
    full: float
    reading: float


def write_data(folder: Path, scale: str) -> None:
    """Writes the tables of TPC-H, unless they are there."""
    if not (folder / "lineitem.parquet").exists():
        command = Path(sys.executable).parent / "tpchgen-cli"
        if not command.exists():
            raise SystemExit(f"tpchgen-cli is not installed: {sys.executable} -m pip install tpchgen-cli")
        subprocess.run([command, "parquet", "-s", scale, f"--output-dir={folder}"], check=True)


def changed_rows(table: str, data: Path, columns: list[str], condition: str, new: str) -> str:
    """The query of the changes of round ``ROUND``; its number is an environment variable.

    Args:
        table: the table.
        data: the folder of its rows before all changes.
        columns: those of the table.
        condition: says which rows are changed, with their key in the place of ``{key}`` and ``{table}`` for the table.
        new: what is added to the key of a new row.
    """
    key = KEYS[table].split(",")[0]
    rows = f"parquet.`{data}/{table}.parquet`"
    items = [f"{CHANGES[table].get(name, name)} as {name}" for name in columns]
    chosen = condition.format(table=table, key=key)
    kind = "'+U'" if table in ("customer", "part") else f"if(pmod(hash({key}, 1), 10) = 0, '-D', '+U')"
    query = f"select {', '.join(items)}, {kind} as _row_kind from {rows} where {chosen}"
    if table in ("orders", "lineitem"):
        fresh = [f"{name} + {new} as {name}" if name == key else name for name in columns]
        query += (
            f"\nunion all\nselect {', '.join(fresh)}, '+I' from {rows} where {chosen} and pmod(hash({key}, 2), 10) = 0"
        )
    return query


def write_tables(folder: Path, data: Path, file_format: str, condition: str, new: str) -> None:
    """Writes the models of the tables; for the changes see `changed_rows`."""
    models = folder / "models"
    models.mkdir()
    for table in CONSTANT:
        (models / f"{table}.sql").write_text(
            f"{{{{ config(materialized='table', file_format='{file_format}') }}}}\n"
            f"select * from parquet.`{data}/{table}.parquet`\n"
        )
    for table, key in KEYS.items():
        columns = pq.read_schema(data / f"{table}.parquet").names
        config = (
            f"materialized='incremental', primary_key={key.split(',')}, changelog_producer='lookup', "
            f"file_format='{file_format}', rowkind_field='_row_kind', cluster_by={key.split(',')}"
        )
        first = f"select *, '+I' as _row_kind from parquet.`{data}/{table}.parquet`"
        (models / f"{table}.sql").write_text(
            f"{{{{ config({config}) }}}}\n{{% if env_var('ROUND') == '0' %}}\n{first}\n{{% else %}}\n"
            f"{changed_rows(table, data, columns, condition, new)}\n{{% endif %}}\n"
        )


@contextmanager
def project(options: argparse.Namespace, condition: str = CHOSEN, new: str = NEW, **round_0: str) -> Iterator[Path]:
    """A dbt project with the models of the tables, in a folder that is the working folder and is deleted afterwards.

    Args:
        options: those of `options_of`.
        condition: see `changed_rows`.
        new: see `changed_rows`.
        round_0: environment variables of the first run, besides its number.
    """
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        data = (options.data or folder / "data").absolute()
        write_data(data, options.scale)
        os.chdir(folder)
        write_settings(folder)
        os.environ |= {"ROUND": "0", **round_0}
        write_tables(folder, data, options.format, condition, new)
        yield folder


def write_views(folder: Path, queries: list[str], file_format: str, policies: Mapping[str, str]) -> None:
    """Writes a model of each query for each refresh policy; ``policies`` are the ends of their names -> the policy."""
    for name in queries:
        text = (QUERIES / f"{name}.sql").read_text()
        for end, policy in policies.items():
            config = f"materialized='materialized_view', refresh_policy='{policy}', file_format='{file_format}'"
            (folder / "models" / f"{name}{end}.sql").write_text(f"{{{{ config({config}) }}}}\n{text}")


def dbt(folder: Path, *arguments: str) -> dict[str, RunResult]:
    """Runs a dbt command in this process; returns the results by the names of their nodes."""
    done = dbtRunner().invoke([*arguments, "--project-dir", str(folder), "--profiles-dir", str(folder), "--quiet"])
    if not done.success:
        message = done.exception or "\n".join(str(result.message) for result in done.result)
        raise SystemExit(f"dbt {' '.join(arguments)}: {message}")
    return {result.node.name: result for result in done.result}


def differences(spark: SparkSession, node: Any, full: Any) -> int:
    """How many rows a view has too many or too few: by its query, and stored by those of a view with full refreshes.

    A query with LIMIT shows few of the rows that are stored.
    """
    stored = [f"`{one.database}`.`{one.schema}`.`{one.name}__rows`" for one in (node, full)]
    pairs = ((node.compiled_code, f"select * from {node.relation_name}"), [f"select * from {name}" for name in stored])
    wrong = 0
    for pair in pairs:
        for name, query in zip(("expected", "found"), pair, strict=True):
            spark.sql(query).localCheckpoint().createOrReplaceTempView(name)
        both = "select * from expected except all select * from found"
        wrong += spark.sql(f"({both}) union all (select * from found except all select * from expected)").count()
    return wrong


def seconds_of_reading(spark: SparkSession, query: str) -> float:
    """How long Spark takes to read what a query needs of tables that are joined with others that have changed.

    Where the keys of changes are in all parts of a table, and nothing else tells where they are, no refresh of a join
    reads less. What is not joined, or only with tables that do not change, is not read. Subqueries are left out.
    """
    plan: Any = spark.sql(query)._jdf.queryExecution().optimizedPlan()
    leaves = plan.collectLeaves()
    scans = [leaves.apply(at) for at in range(leaves.length())]
    changed = [not KEYS.keys().isdisjoint(re.findall(r"\w+", str(scan))) for scan in scans]
    began = time.perf_counter()
    for at, scan in enumerate(scans):
        if any(changed[:at] + changed[at + 1 :]):
            rows = spark._jvm.org.apache.spark.sql.classic.Dataset.ofRows(spark._jsparkSession, scan)
            rows.write().format("noop").mode("overwrite").save()
    return time.perf_counter() - began


def report(taken: dict[str, list[Times]], reasons: dict[str, str]) -> None:
    """Prints the times of each query, and the medians."""
    print("query kinds                                        refresh    full  ratio (spread)     reading / full")
    medians = []
    for name, times in taken.items():
        ratios = sorted(one.refresh / one.full for one in times)
        middle, reading = statistics.median(ratios), statistics.median(one.reading / one.full for one in times)
        kinds = ", ".join(one.kind for one in times)
        print(
            f"{name:5} {kinds:44} {statistics.median(one.refresh for one in times):7.2f} "
            f"{statistics.median(one.full for one in times):7.2f}  {middle:.2f} ({ratios[0]:.2f}-{ratios[-1]:.2f})"
            f"    {reading:.2f}" + (f"  {reasons[name]}" if name in reasons else "")
        )
        if any(one.kind != "full" for one in times):
            medians.append(statistics.median(one.refresh / one.full for one in times if one.kind != "full"))
    worst = max(statistics.median(one.refresh / one.full for one in times) for times in taken.values())
    print(
        f"{len(medians)} of {len(taken)} queries are refreshed from changes; the median of their ratios is "
        f"{statistics.median(medians or [0]):.2f}; the largest ratio of all is {worst:.2f}",
        flush=True,
    )


def options_of(description: str | None) -> argparse.ArgumentParser:
    """The options of a benchmark on these tables and queries."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scale", default="1")
    parser.add_argument("--format", choices=["iceberg", "delta"], default="iceberg")
    parser.add_argument("--only", nargs="+", default=sorted(path.stem for path in QUERIES.glob("q*.sql")))
    parser.add_argument("--data", type=Path, help="where the tables of tpchgen-cli are or will be")
    return parser


def main() -> None:
    """Loads the tables, and refreshes the views after each round of changes."""
    parser = options_of(__doc__)
    parser.add_argument("--rounds", type=int, default=3, help="measured rounds, after one that is not measured")
    parser.add_argument("--policy", choices=["auto", "incremental"], default="auto")
    parser.add_argument("--changes", choices=["scattered", "recent"], default="scattered")
    parser.add_argument("--no-check", action="store_true", help="do not compare the views with their queries")
    options = parser.parse_args()
    queries = options.only
    recent = RECENT.replace("KEYS", str(int(ORDER_KEYS * float(options.scale))))
    with project(options, {"scattered": CHOSEN, "recent": recent}[options.changes]) as folder:
        write_views(folder, queries, options.format, {"": options.policy, "_full": "full"})
        loaded = dbt(folder, "run")
        spark = session._root
        assert spark is not None
        print("loaded:", ", ".join(f"{name} {loaded[name].execution_time:.1f} s" for name in KEYS), flush=True)
        taken: dict[str, list[Times]] = {name: [] for name in queries}
        reasons: dict[str, str] = {}
        wrong = 0
        for round_number in range(1, options.rounds + 2):
            os.environ["ROUND"] = str(round_number)
            dbt(folder, "run", "--select", *KEYS)
            settle(spark)
            done = dbt(folder, "run", "--select", *(name for query in queries for name in (query, f"{query}_full")))
            for name in queries:
                response, full = done[name].adapter_response, done[f"{name}_full"].adapter_response
                if round_number > 1:
                    reading = seconds_of_reading(spark, done[name].node.compiled_code)
                    taken[name].append(Times(response["kind"], response["seconds"], full["seconds"], reading))
                if response["kind"] == "full":
                    reasons[name] = response["reason"]
                if not options.no_check and (count := differences(spark, done[name].node, done[f"{name}_full"].node)):
                    print(f"{name} differs from its query in {count} rows after round {round_number}", flush=True)
                    wrong += 1
        report(taken, reasons)
    print("all views are equal to their queries" if not wrong else f"{wrong} comparisons found differences")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
