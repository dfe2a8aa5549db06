"""The crash drill: kills `dbt run` with SIGKILL many times, and checks that no change is lost or applied twice.

    python tests/crash/drill.py [--kills 30] [--seed 1] [--skip 6]

The project has four models on each format: orders whose deletes are kept, totals and a history of their changes, and a
history of the batches as events of two sources. For each batch, several runs are killed, at each step of a commit and
at random moments, and a last run completes. Then the totals must equal the same query on all orders, the replayed
changelog must equal the table, and the orders and the histories must equal those computed in plain Python. After the
last kills, two runs are started at once. Prints a line per batch; the exit code is 1 when anything differs. With
--skip, the steps of an earlier drill are left out, so that a long one can be done in parts.
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import yaml

from formats import FORMATS
from group_answers import GroupEvent, group_versions
from spark_settings import INTERPRETED
from version_answers import Event, versions

PER_BATCH = 6
# A part of the statement of each step of a commit. They are used from the end, where faults are most likely, so that a
# drill with few kills covers these.
STEPS = [
    "cache lazy table", "count_if(_change", "create branch", "show tblproperties", "drop branch", "_change = 'insert'",
    "fast_forward", "__commits", "set tblproperties", "__changelog", "merge into",
]  # fmt: skip
MODELS = {
    "orders": """{{{{ config(materialized='incremental', primary_key='id', sequence_field='at',
    changelog_producer='lookup', delete_retained='30 d', file_format='{0}') }}}}
{1}""",
    "totals": """{{{{ config(materialized='incremental', primary_key='customer', merge_engine='aggregation',
    default_aggregate_function='sum', changelog_producer='lookup', file_format='{0}') }}}}
select customer, amount as total, 1 as orders, _row_kind from {{{{ tablestore.changelog(ref('orders_{0}')) }}}}""",
    "history": """{{{{ config(materialized='incremental', primary_key='id', scd_type=2, sequence_field='at',
    file_format='{0}') }}}}
select * from {{{{ tablestore.changelog(ref('orders_{0}')) }}}}""",
    "sources": """{{{{ config(materialized='incremental', primary_key='id', scd_type=2, merge_engine='partial-update',
    fields={{'crm_at': {{'sequence_group': 'customer'}}, 'shop_at': {{'sequence_group': 'amount'}}}},
    file_format='{0}') }}}}
select id, if(pmod(amount, 3) <> 1, at, null) as crm_at, customer, if(pmod(amount, 3) <> 2, at, null) as shop_at,
    string(amount) as amount, _row_kind
from (
{1}
)""",
}


class Drill:
    """A project, its batches, and the expected orders and events of their history."""

    def __init__(self, folder: Path, seed: int, models: Sequence[str] = tuple(MODELS)) -> None:
        self.folder, self.random, self.models = folder, random.Random(seed), models
        self.orders: dict[int, tuple[str, int, int]] = {}
        self.deleted: dict[int, int] = {}
        self.events: list[Event] = []
        self.told: list[GroupEvent] = []
        self.clock = 0
        self.idle: subprocess.Popen[str] | None = None
        (folder / "models").mkdir(parents=True)
        flags = {"send_anonymous_usage_stats": False}
        target = {"type": "tablestore", "schema": "drill", "warehouse": str(folder / "lake"), "threads": 2}
        profile = {"drill": {"target": "dev", "outputs": {"dev": target | {"spark_config": INTERPRETED}}}}
        project = {"name": "drill", "version": "1.0", "profile": "drill", "flags": flags}
        (folder / "dbt_project.yml").write_text(yaml.safe_dump(project))
        (folder / "profiles.yml").write_text(yaml.safe_dump(profile))

    def batch(self) -> None:
        """Writes the next batch into the models: new, changed, late and deleted orders.

        There are enough of them that nearly every batch changes stored rows, because a run that changes none has no
        MERGE in which it could be killed. What is late for a deleted order does not bring it back.
        """
        lines, before = [], dict(self.orders)
        for _ in range(self.random.randint(8, 12)):
            self.clock += 1
            key, amount = self.random.randint(1, 15), self.random.randint(-5, 40)
            customer, kind = self.random.choice("abcd"), self.random.choice(["+I", "+U", "+U", "-D"])
            often = 0.2 if key in self.orders else 0.6 if key in self.deleted else 0
            late = self.random.random() < often
            at = 0 if late else self.clock
            cells = f"{key} as id, '{customer}' as customer, {amount} as amount, {at} as at, '{kind}' as _row_kind"
            lines.append(f"select {cells}")
            crm_at, shop_at = at if amount % 3 != 1 else None, at if amount % 3 != 2 else None
            self.told.append(GroupEvent(key, crm_at, None, customer, shop_at, str(amount), None, kind))
            if kind == "-D" and not late:
                self.orders.pop(key, None)
                self.deleted[key] = at
            elif not late:
                self.orders[key] = (customer, amount, at)
        self.tell(before)
        for format in FORMATS:
            for name in self.models:
                path = self.folder / "models" / f"{name}_{format}.sql"
                path.write_text(MODELS[name].format(format, "\nunion all ".join(lines)))

    def tell(self, before: dict[int, tuple[str, int, int]]) -> None:
        """Adds the events of a batch to the history: what has become of each order, and not what was in between."""
        for key, row in self.orders.items():
            if row != before.get(key):
                self.events.append(Event(key, row[2], 0, row[0], str(row[1]), "+U"))
        for key in before.keys() - self.orders.keys():
            self.events.append(Event(key, self.deleted[key], 0, None, None, "-D"))

    def run(self, kill: str = "none") -> dict[str, Any] | None:
        """Runs `dbt run`; returns its report, or None when it was killed.

        A process that was not to be killed does the next run too, because Spark takes long to start.
        """
        process, self.idle = self.idle or self.start(), None
        ask(process, kill)
        report = report_of(process)
        if kill == "none" and report is not None:
            self.idle = process
        else:
            end(process)
            process.wait(timeout=60)
        return report

    def start(self) -> subprocess.Popen[str]:
        command = [sys.executable, str(Path(__file__).with_name("drilled.py")), str(self.folder)]
        pipe = subprocess.PIPE
        return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT, text=True)

    def close(self) -> None:
        """Ends the process that waits for the next run."""
        if self.idle is not None:
            end(self.idle)
            self.idle.wait(timeout=60)
            self.idle = None

    def judge(self, report: dict[str, Any] | None) -> list[str]:
        """The problems after a run that was not killed."""
        if report is None or not report["success"]:
            return [f"the run fails: {report and report['messages']}"]
        expected = sorted([[key, *row] for key, row in self.orders.items()], key=repr)
        orders = report["orders"].items()
        wrong = [f"orders on {format}: {rows} instead of {expected}" for format, rows in orders if rows != expected]
        for name, expected in self.histories().items():
            found = report["histories"].get(name, {}).items()
            wrong += [f"{name} on {format}: {rows} instead of {expected}" for format, rows in found if rows != expected]
        return wrong + report["wrong"]

    def histories(self) -> dict[str, list[list[Any]]]:
        """The rows of the models that are histories."""
        history = [[made.key, made.name, made.city, made.valid_from, made.valid_to] for made in versions(self.events)]
        sources = [
            [made.key, made.crm_at, made.name, made.shop_at, made.city, made.updated_at, made.valid_from, made.valid_to]
            for made in group_versions(self.told)
        ]
        return {"history": sorted(history, key=repr), "sources": sorted(sources, key=repr)}


def ask(process: subprocess.Popen[str], kill: str) -> None:
    """Lets a process of drilled.py run dbt."""
    assert process.stdin is not None
    process.stdin.write(f"{kill}\n")
    process.stdin.flush()


def report_of(process: subprocess.Popen[str]) -> dict[str, Any] | None:
    """The report of the run, or None when it was killed."""
    late = threading.Timer(600, process.terminate)
    late.start()
    output = []
    try:
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith("{"):
                report: dict[str, Any] = json.loads(line)
                return report
            output.append(line)
    finally:
        late.cancel()
    if process.wait() == -signal.SIGKILL:
        return None
    raise SystemExit("a run ended without a report:\n" + "".join(output))


def end(process: subprocess.Popen[str]) -> None:
    """Lets a process end after its run."""
    assert process.stdin is not None
    process.stdin.close()


def at_once(drill: Drill) -> list[str]:
    """Starts two runs together; one of them may fail because of the lock. Returns all problems."""
    drill.close()
    first, second = both = [drill.start() for _ in range(2)]
    for process in both:
        ask(process, "no kill")
    if "delta" in FORMATS:  # the metastore belongs to a process until it ends
        end(first)
    end(second)
    reports = [report_of(process) for process in both]
    drill.idle = first if "delta" not in FORMATS else None
    wrong = [] if any(report and report["success"] for report in reports) else [f"both runs fail: {reports}"]
    for report in filter(None, reports):
        if not report["success"] and not any("another" in line for line in report["messages"]):
            wrong.append(f"the message of a run that found the table locked does not say so: {report['messages']}")
    print("two runs at once:", [report and report["success"] for report in reports], flush=True)
    return wrong + drill.judge(drill.run())


def run_drill(kills: int, seed: int = 1, skip: int = 0, models: Sequence[str] = tuple(MODELS)) -> list[str]:
    """Kills this number of runs; returns all problems."""
    killed, begun, wrong, steps = 0, time.monotonic(), [], STEPS[: max(0, len(STEPS) - skip)]
    with tempfile.TemporaryDirectory() as folder, closing(Drill(Path(folder), seed, models)) as drill:
        drill.batch()
        report = drill.run()
        wrong += drill.judge(report)
        seconds = report["seconds"] if report else 10.0
        while not wrong:
            drill.batch()
            moments: list[str] = []
            for _ in range(min(PER_BATCH, kills - killed)):
                number = drill.random.randint(1, len(models) * len(FORMATS))
                kill = f"at {number} {steps.pop()}" if steps else f"after {drill.random.uniform(0, seconds):.2f}"
                if drill.run(kill) is None:
                    killed += 1
                    moments.append(kill.replace("\n", " "))
            wrong += at_once(drill) if killed >= kills else drill.judge(drill.run())
            print(f"killed {killed}: {', '.join(moments)}: {'FAILED' if wrong else 'passed'}", flush=True)
            if killed >= kills:
                break
    print("\n".join(wrong))
    outcome = "failed" if wrong else "no change was lost or applied twice"
    print(f"{killed} kills in {time.monotonic() - begun:.0f} s: {outcome}")
    return wrong


def main() -> int:
    """Runs the drill; returns the exit code."""
    parser = argparse.ArgumentParser(description="Kill dbt runs, and check that no change is lost or applied twice.")
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--skip", type=int, default=0)
    arguments = parser.parse_args()
    return 1 if run_drill(arguments.kills, arguments.seed, arguments.skip) else 0


if __name__ == "__main__":
    sys.exit(main())
