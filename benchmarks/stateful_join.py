"""A join kept up by the changes of its tables beside the whole join, and beside the same on larger tables.

    python benchmarks/stateful_join.py [--rows 2000000] [--times 4] [--changes 10000] [--texts 1] [--rounds 5] \\
        [--format iceberg]

Two keyed tables of so many rows, each with a key to join by, a number and so many text columns, all of which are in the
join; before each round half of the changes go to each of them. Prints the median seconds in which dbt brings the keyed
model over `changelog_join` up to date, in which it builds a table that is the whole join, and in which it rebuilds the
keyed model; then how much longer the first takes over tables that are larger.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
from pathlib import Path

from _measure import dbt, settle, write_settings
from dbt.adapters.tablestore.spark import session

UPSTREAM = """{{{{ config(materialized='incremental', primary_key='id', changelog_producer='lookup',
          file_format='{format}') }}}}
select id, pmod(id * 7919, {rows}) as k, id % 1000 + {{{{ var('round') }}}} as v, {texts}
from (select {row} as id from range(0, {{{{ var('changes') if is_incremental() else {rows} }}}}))
"""
ROW = "{% if is_incremental() %}pmod(id * {step} + {{ var('round') }} * 7, {rows}){% else %}id{% endif %}"
JOINED = """{{{{ config(materialized='incremental', primary_key='id', file_format='{format}') }}}}
select * from {{{{ tablestore.changelog_join(ref('left_{n}'), ref('right_{n}'), 'k',
                                             columns={columns}) }}}}
"""
TABLE = """{{{{ config(materialized='table', file_format='{format}') }}}}
select l.*, {columns} from {{{{ ref('left_{n}') }}}} as l join {{{{ ref('right_{n}') }}}} as r on l.k = r.k
"""


class Bench:
    """A project in ``folder`` with both joins over tables of each number of rows."""

    def __init__(self, folder: Path, sizes: list[int], arguments: argparse.Namespace) -> None:
        self.folder, self.changes, self.round = folder, arguments.changes, 0
        write_settings(folder)
        format, numbers = arguments.format, range(1, arguments.texts + 1)
        texts = ", ".join(f"concat('text {n} of ', id) as t{n}" for n in numbers)
        chosen = {"id": "rid", "v": "w", **{f"t{n}": f"u{n}" for n in numbers}}
        selected = ", ".join(f"r.{name} as {alias}" for name, alias in chosen.items())
        columns = [{name: alias} for name, alias in chosen.items()]
        for rows in sizes:
            for side, step in (("left", 104_729), ("right", 1_299_709)):
                row = ROW.replace("{step}", str(step)).replace("{rows}", str(rows))
                upstream = UPSTREAM.format(row=row, rows=rows, texts=texts, format=format)
                self.write(f"models/{side}_{rows}.sql", upstream)
            self.write(f"models/joined_{rows}.sql", JOINED.format(n=rows, columns=columns, format=format))
            self.write(f"models/table_{rows}.sql", TABLE.format(n=rows, columns=selected, format=format))

    def write(self, path: str, text: str) -> None:
        """Writes a file of the project."""
        (self.folder / path).parent.mkdir(exist_ok=True)
        (self.folder / path).write_text(text)

    def run(self, *models: str, rebuild: bool = False) -> dict[str, float]:
        """Builds models, from nothing if they are to be rebuilt; the seconds of each."""
        variables = f"{{round: {self.round}, changes: {self.changes // 2}}}"
        refresh = ["--full-refresh"] if rebuild else []
        return dbt(self.folder, "run", "--select", *models, "--vars", variables, *refresh)


def measure(bench: Bench, rows: int, rounds: int) -> float:
    """The median seconds of the join kept up, beside those of the whole join; a first round is not counted."""
    models = {"kept up": f"joined_{rows}", "as a table": f"table_{rows}", "rebuilt": f"joined_{rows}"}
    taken: dict[str, list[float]] = {way: [] for way in models}
    for round_ in range(rounds + 1):
        bench.round += 1
        bench.run(f"left_{rows}", f"right_{rows}")
        for way, model in models.items():
            settle(session._root)
            spent = bench.run(model, rebuild=way == "rebuilt")[model]
            if round_:
                taken[way].append(spent)
    median = {way: statistics.median(seconds) for way, seconds in taken.items()}
    kept = median.pop("kept up")
    whole = ", ".join(f"{seconds:.2f} s {way} (ratio {kept / seconds:.2f})" for way, seconds in median.items())
    print(f"{rows} rows: {kept:.2f} s kept up, {whole}", flush=True)
    return kept


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="A join kept up by changes beside the join as a table.")
    parser.add_argument("--rows", type=int, default=2_000_000)
    parser.add_argument("--times", type=int, default=4)
    parser.add_argument("--changes", type=int, default=10_000)
    parser.add_argument("--texts", type=int, default=1, help="text columns of each table")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--format", choices=["iceberg", "delta"], default="iceberg")
    arguments = parser.parse_args()
    sizes = sorted({arguments.rows, arguments.rows * arguments.times})
    with tempfile.TemporaryDirectory() as temporary:
        os.chdir(temporary)
        bench = Bench(Path(temporary), sizes, arguments)
        for rows in sizes:
            bench.run(f"left_{rows}", f"right_{rows}", f"joined_{rows}")
        taken = [measure(bench, rows, arguments.rounds) for rows in sizes]
        print(f"{arguments.times} times the rows: {taken[-1] / taken[0]:.2f} times the seconds")
        os.chdir("/")
        session.stop()


if __name__ == "__main__":
    main()
