"""What the progress of long statements costs: the share of a run in which its thread works.

    python benchmarks/progress.py [--rows 40000000] [--rounds 8]

The model hashes rows for about ten seconds, on all processors. Its output is a terminal, where the line moves twice per
second. The time in which the thread asks Spark where a statement is and draws the line, divided by the time of the run,
is an upper bound of what progress can cost, as if no other thread could work meanwhile. Comparing the times of runs
with and without it is no use here, because they differ by much more than one percent.
"""

from __future__ import annotations

import argparse
import io
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from dbt.adapters.tablestore.progress import watcher
from dbt.cli.main import dbtRunner

from _measure import write_settings

MODEL = """
{{ config(materialized='table', file_format='iceberg') }}
select id %% 1000 as part, max(sha2(cast(id as string), 256)) as largest from range(%d) group by 1
"""


class Terminal(io.StringIO):
    """A terminal that nobody sees."""

    def isatty(self) -> bool:
        """True: dbt's output moves."""
        return True


class Timed:
    """A function and the seconds and number of its calls."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function, self.seconds, self.calls = function, 0.0, 0

    def __call__(self, *arguments: Any) -> Any:
        """Calls the function."""
        began = time.perf_counter()
        try:
            return self.function(*arguments)
        finally:
            self.seconds += time.perf_counter() - began
            self.calls += 1


def seconds(folder: Path) -> float:
    """Runs the model; returns its seconds."""
    terminal = Terminal()
    with redirect_stdout(terminal):
        done = dbtRunner().invoke(["run", "--project-dir", str(folder), "--profiles-dir", str(folder)])
    if not done.success:
        raise SystemExit(f"the model failed: {done.exception or done.result}")
    if "░" not in terminal.getvalue():
        raise SystemExit("the line did not move: give more rows")
    return float(done.result[0].execution_time)


def main() -> None:
    """Measures the runs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=40_000_000)
    parser.add_argument("--rounds", type=int, default=8)
    given = parser.parse_args()
    os.environ["TERM"] = "xterm"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_settings(folder)
        (folder / "models").mkdir()
        (folder / "models" / "hashes.sql").write_text(MODEL % given.rows)
        seconds(folder)
        shares, move = [], watcher._move
        for _ in range(given.rounds):
            watcher._move = moved = Timed(move)
            taken = seconds(folder)
            shares.append(100 * moved.seconds / taken)
            print(
                f"{taken:.2f} s, {moved.calls} looks of {1000 * moved.seconds / moved.calls:.1f} ms: {shares[-1]:.2f} %"
            )
    print(f"median {statistics.median(shares):.2f} %, from {min(shares):.2f} to {max(shares):.2f} %")


if __name__ == "__main__":
    main()
