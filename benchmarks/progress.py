"""What the progress of long statements costs: the same model with and without it, in turns.

    python benchmarks/progress.py [--rows 12000000] [--rounds 10]

The model sorts and hashes rows for about ten seconds, on all processors. Its output is a terminal, where the line moves
twice per second; without progress, no statement is looked at. Prints the ratio of each pair of runs, with its spread.
"""

from __future__ import annotations

import argparse
import io
import os
import statistics
import tempfile
from contextlib import redirect_stdout
from pathlib import Path

from _measure import write_settings
from dbt.adapters.tablestore.progress import watcher
from dbt.cli.main import dbtRunner

MODEL = """
{{ config(materialized='table', file_format='iceberg') }}
select id % 1000 as part, max(sha2(cast(id as string), 256)) as largest from range(%d) group by 1
"""


class Terminal(io.StringIO):
    """A terminal that nobody sees."""

    def isatty(self) -> bool:
        """True: dbt's output moves."""
        return True


def seconds(folder: Path, shown: bool) -> float:
    """Runs the model; returns its seconds, and checks that the line moved or did not."""
    terminal = Terminal()
    watcher.AFTER_SECONDS = 3.0 if shown else float("inf")
    with redirect_stdout(terminal):
        done = dbtRunner().invoke(["run", "--project-dir", str(folder), "--profiles-dir", str(folder)])
    if not done.success:
        raise SystemExit(f"the model failed: {done.exception or done.result}")
    if ("░" in terminal.getvalue()) != shown:
        raise SystemExit("the line moved" if not shown else "the line did not move: give more rows")
    return float(done.result[0].execution_time)


def main() -> None:
    """Measures the pairs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=12_000_000)
    parser.add_argument("--rounds", type=int, default=10)
    given = parser.parse_args()
    os.environ["TERM"] = "xterm"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_settings(folder)
        (folder / "models").mkdir()
        (folder / "models" / "hashes.sql").write_text(MODEL % given.rows)
        seconds(folder, True)
        ratios = []
        for number in range(given.rounds):
            order = (True, False) if number % 2 else (False, True)
            taken = {shown: seconds(folder, shown) for shown in order}
            ratios.append(taken[True] / taken[False])
            print(f"with {taken[True]:.2f} s, without {taken[False]:.2f} s, ratio {ratios[-1]:.3f}", flush=True)
    print(f"median {statistics.median(ratios):.3f}, from {min(ratios):.3f} to {max(ratios):.3f}")


if __name__ == "__main__":
    main()
