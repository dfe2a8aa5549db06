"""Compares the cost of a batch on a standalone cluster of two workers and in the embedded Spark, side by side.

    python benchmarks/cluster.py [--rows 4000000] [--batch 10000] [--rounds 5]

The model is `deduplicate` of engines.py: nine in ten rows of a batch update random keys, and one in ten has a new key.
Each Spark is in a process of its own, and the two take turns, so that both meet the same state of the machine. The
cluster has one core in each of two executors, its master and its workers are on this machine, and its tables are in a
folder, like those of the embedded Spark. Both have an Iceberg catalog on SQLite. Prints the seconds of a keyed run, the
ratio of each round with its spread, and per run: the statements, the bytes that tasks read and write, those that they
send to each other, and those that return to the driver.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple

import yaml
from dbt.adapters.tablestore.spark import session
from dbt.adapters.tablestore.spark.sessions.cursor import Cursor

from _measure import dbt, settle
from engines import changes, models, prepare, write_project

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "cluster"))

from servers import spark as servers

MODEL = "deduplicate"
CORES = 2
EVENTS = {
    "read": ("Input Metrics", "Bytes Read"),
    "written": ("Output Metrics", "Bytes Written"),
    "sent": ("Shuffle Write Metrics", "Shuffle Bytes Written"),
}


class Run(NamedTuple):
    """What one keyed run cost: its seconds from the first statement to the last, and its statements."""

    seconds: float
    statements: int
    moved: dict[str, int]
    """Bytes by kind: see EVENTS, and `returned` to the driver."""


def settings_of(folder: Path, master: str, python: Path) -> dict[str, Any]:
    """The Spark settings of one of the two sides."""
    common = {
        "spark.sql.shuffle.partitions": CORES,
        "spark.eventLog.enabled": "true",
        "spark.eventLog.dir": (folder / "events").as_uri(),
        "spark.eventLog.compress": "false",
        "spark.eventLog.rolling.enabled": "false",
    }
    if master.startswith("local"):
        return common | {"spark.master": master}
    cluster = {"spark.executor.memory": "1g", "spark.executor.cores": 1, "spark.pyspark.python": str(python)}
    return common | cluster | {"spark.master": master, "spark.ui.enabled": "false"}


def serve(folder: Path, rows: int, batch: int) -> None:
    """Runs a round for each line of standard input, and answers with a line of JSON: the side's own process."""
    statements = 0
    original = Cursor.execute

    def execute(cursor: Cursor, sql: str, bindings: Any = None) -> None:
        nonlocal statements
        statements += 1
        original(cursor, sql, bindings)

    Cursor.execute = execute  # type: ignore[method-assign]
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # dbt prints to standard output
    dbt(folder, "show", "--inline", "select 1")
    spark = session._root
    assert spark is not None
    spark.sql("create schema if not exists lake.bench")
    prepare(spark, MODEL, models(rows)[MODEL])
    events = folder / "events"
    for line in sys.stdin:
        spark.sql(f"create or replace global temporary view changes as {changes(rows, batch, int(line))}")
        settle(spark)
        statements, position = 0, _end(events)
        start = time.perf_counter()
        dbt(folder, "run", "--select", MODEL)
        seconds, sent = time.perf_counter() - start, statements
        settle(spark)
        print(json.dumps(Run(seconds, sent, _moved(events, position))), file=answers, flush=True)


def _log(events: Path) -> Path:
    (log,) = [file for file in events.iterdir() if not file.name.startswith(".")]
    return log


def _end(events: Path) -> int:
    return _log(events).stat().st_size


def _moved(events: Path, position: int) -> dict[str, int]:
    """The bytes that tasks have moved, from the events after a position of Spark's log."""
    moved = dict.fromkeys([*EVENTS, "returned"], 0)
    with _log(events).open("rb") as log:
        log.seek(position)
        for line in log:
            event = json.loads(line)
            metrics = event.get("Task Metrics")
            if event["Event"] != "SparkListenerTaskEnd" or not metrics:
                continue
            for kind, (group, name) in EVENTS.items():
                moved[kind] += metrics[group][name]
            moved["returned"] += metrics["Result Size"]
    return moved


class Side:
    """One of the two Sparks, in a process that waits for rounds."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdin is not None and process.stdout is not None
        self._process = process
        self._in: IO[str] = process.stdin
        self._out: IO[str] = process.stdout

    def run(self, round_: int) -> Run:
        """The cost of a round."""
        self._in.write(f"{round_}\n")
        self._in.flush()
        answer = self._out.readline()
        if not answer:
            raise SystemExit(f"a Spark has ended with {self._process.wait()}; its output is above")
        return Run(*json.loads(answer))


@contextmanager
def side(folder: Path, master: str, python: Path, arguments: argparse.Namespace) -> Iterator[Side]:
    """Starts a side; its tables are in the folder."""
    (folder / "events").mkdir(parents=True)
    config = models(arguments.rows)
    write_project(folder, {MODEL: config[MODEL]})
    profiles = yaml.safe_load((folder / "profiles.yml").read_text())
    profiles["bench"]["outputs"]["dev"]["spark_config"] = settings_of(folder, master, python)
    (folder / "profiles.yml").write_text(yaml.safe_dump(profiles))
    command = [sys.executable, __file__, "--rows", str(arguments.rows), "--batch", str(arguments.batch)]
    command += ["--serve", str(folder)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=folder)
    try:
        yield Side(process)
    finally:
        assert process.stdin is not None
        process.stdin.close()
        process.wait(60)


def spread(values: list[float]) -> str:
    """The median, and the smallest and the largest value."""
    return f"{statistics.median(values):6.2f} ({min(values):.2f} to {max(values):.2f})"


def main() -> None:
    """Measures both sides and prints the results."""
    parser = argparse.ArgumentParser(description="The cost of a batch on a cluster, compared with the embedded Spark.")
    parser.add_argument("--rows", type=int, default=4_000_000)
    parser.add_argument("--batch", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=5, help="measured rounds, after one that is not measured")
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.serve:
        serve(arguments.serve, arguments.rows, arguments.batch)
        return
    taken: dict[str, list[Run]] = {"embedded": [], "cluster": []}
    with tempfile.TemporaryDirectory() as temporary, ExitStack() as stack:
        folder = Path(temporary)
        python = servers.worker_python(folder / "python")
        (folder / "servers").mkdir()
        masters = {
            "embedded": f"local[{CORES}]",
            "cluster": stack.enter_context(servers.standalone(folder / "servers", memory="1500m")),
        }
        sides = {
            name: stack.enter_context(side(folder / name, master, python, arguments))
            for name, master in masters.items()
        }
        for round_ in range(arguments.rounds + 1):
            for name in sorted(sides, reverse=bool(round_ % 2)):
                run = sides[name].run(round_)
                print(f"round {round_} {name:10} {run.seconds:6.2f} s", flush=True)
                if round_:
                    taken[name].append(run)
    sizes = f"{arguments.batch:,} rows into {arguments.rows:,}"
    print(f"\nA run of {sizes}, median of {arguments.rounds} (smallest to largest):")
    for name, runs in taken.items():
        print(f"  {name:10} {spread([run.seconds for run in runs])} s, {runs[-1].statements} statements")
        for kind in runs[-1].moved:
            print(f"    bytes {kind:9} {spread([run.moved[kind] / 2**20 for run in runs])} MiB")
    ratios = [ours.seconds / other.seconds for ours, other in zip(taken["cluster"], taken["embedded"], strict=True)]
    print(f"\ncluster / embedded: {spread(ratios)}")


if __name__ == "__main__":
    main()
