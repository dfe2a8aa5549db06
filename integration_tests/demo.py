"""``make demo``: runs the flight examples for several daily batches, and prints what each batch changed.

Every line that starts with ``$`` is a command that you can run in this folder. Here, all commands run in one process,
so that Spark starts only once.
"""

from __future__ import annotations

import json
import os
import shlex
import time
from pathlib import Path
from typing import Any

from dbt.adapters.tablestore import cli
from dbt.cli.main import dbtRunner
from load_flights import unpack

HERE = Path(__file__).parent
FIRST_DAY, *LATER_DAYS = "2013-06-30", "2013-07-01", "2013-07-02", "2013-07-03"
COUNTS = {
    "rows_inserted": "inserted",
    "rows_updated": "updated",
    "rows_deleted": "deleted",
    "rows_unchanged": "unchanged",
    "rows_ignored_late": "late",
}


BARS = {"inserted": "█", "updated": "▓", "unchanged": "▒", "late": "░"}


class Demo:
    """Runs dbt commands in one process; ``step`` raises ``SystemExit`` with dbt's message when a command fails."""

    def __init__(self) -> None:
        self.runner = dbtRunner()
        self.commits: list[tuple[str, dict[str, int]]] = []

    def step(self, command: str) -> Any:
        """Runs ``dbt --quiet COMMAND``, which prints only errors and requested results, and returns its result."""
        print(f"\n$ dbt {command}", flush=True)
        result = self.runner.invoke(["--quiet", *shlex.split(command)])
        if not result.success:
            raise SystemExit(f"dbt {command} failed: {result.exception or 'see above'} (more in logs/dbt.log)")
        return result.result

    def run(self, select: str, day: str, options: str = "") -> None:
        """Runs one batch, and prints the counts of each model from run_results.json."""
        self.step(f"run --select {select} --vars '{{day: {day}}}'{options}")
        results = json.loads((HERE / "target" / "run_results.json").read_text())["results"]
        print(f"  {'':24}" + "".join(f"{title:>12}" for title in COUNTS.values()) + f"{'seconds':>12}")
        for result in results:
            counts = (result["adapter_response"].get(key) for key in COUNTS)
            if result["unique_id"].endswith(".flight_status"):
                self.commits.append(
                    (day, {title: int(result["adapter_response"].get(key) or 0) for key, title in COUNTS.items()})
                )
            cells = "".join(f"{'-' if count is None else format(count, ','):>12}" for count in counts)
            print(f"  {result['unique_id'].split('.')[-1]:24}{cells}{result['execution_time']:12.1f}", flush=True)

    def chart(self) -> None:
        """The deliveries after the first one as bars, one character for so many rows."""
        later = self.commits[1:]
        scale = max(sum(counts[kind] for kind in BARS) for _, counts in later) / 48
        for day, counts in later:
            bar = "".join(mark * round(counts[kind] / scale) for kind, mark in BARS.items())
            print(f"  {day}  {bar}  {', '.join(f'{counts[kind]:,} {kind}' for kind in BARS)}")


def say(text: str) -> None:
    print(f"\n{text}", flush=True)


def main() -> None:
    start = time.monotonic()
    os.chdir(HERE)
    demo = Demo()

    say("1. The feed: all flights that left New York in 2013, as events that are late, out of order, or duplicate.")
    unpack(Path("landing"))
    demo.step("run-operation load_flights")

    say(f"2. The first run reads everything that was delivered up to {FIRST_DAY}.")
    demo.run("flight_status active_flights", FIRST_DAY, " --full-refresh")

    say("3. Three daily deliveries. `late` events are older than the stored rows, so they change nothing.")
    for day in LATER_DAYS:
        demo.run("flight_status active_flights", day)

    say("4. The last delivery again, as after a failed job: nothing changes.")
    demo.run("flight_status active_flights", LATER_DAYS[-1])

    say("5. The tests compare the tables with the feed and with the final data of the flights.")
    tests = demo.step(f"test --select flight_status active_flights --vars '{{day: {LATER_DAYS[-1]}}}'")
    print(f"  {len(tests.results)} tests passed")

    say("6. The table:")
    demo.step(
        'show --limit 10 --inline "select status, count(*) as flights, max(event_time) as newest_event'
        " from {{ ref('flight_status') }} group by status order by flights desc\""
    )

    say("7. What the deliveries did to flight_status, and the report about its tables:")
    demo.chart()
    print("\n$ dbt-tablestore report", flush=True)
    if cli.main(["report"]) != 0:
        raise SystemExit("dbt-tablestore report failed (more in logs/dbt.log)")

    say(
        f"""Done in {time.monotonic() - start:.0f} s. What to look at next:
  integration_tests/target/tablestore_report.html   the report: open it in a browser
  models_examples/flight_status/flight_status.sql   the whole model: its config and a SELECT
  models_examples/README.md                         the other examples, one folder per subject
  dbt run-operation show_merge_sql --args '{{model: flight_status}}'   (in integration_tests/) the SQL of a run
  README.md                                         features and limits"""
    )


if __name__ == "__main__":
    main()
