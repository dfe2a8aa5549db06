"""Compares a join that is updated from changes with the whole join, and with the same join on larger tables.

    python benchmarks/stateful_join.py [--rows 2000000] [--times 4] [--changes 10000] [--texts 1] [--rounds 5] \\
        [--format iceberg]

There are two keyed tables with `--rows` rows, each with a join key, a number and `--texts` text columns. Before each
round, each table gets half of the changes. Prints the median seconds in which dbt updates the keyed model with
`changelog_join`, builds the whole join as a table, and rebuilds the keyed model; then the ratio of the update on larger
tables to the update on these.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
from pathlib import Path

from dbt.adapters.tablestore.spark import session

from _measure import dbt, settle, write_settings

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
    """A project in ``folder`` with the joins of tables of each size."""

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
        """Runs models, with a full refresh if ``rebuild``; returns the seconds of each."""
        variables = f"{{round: {self.round}, changes: {self.changes // 2}}}"
        refresh = ["--full-refresh"] if rebuild else []
        return dbt(self.folder, "run", "--select", *models, "--vars", variables, *refresh)


def measure(bench: Bench, rows: int, rounds: int) -> float:
    """Prints the median seconds of the update and of the whole join; returns the first. One round is not measured."""
    models = {"updated": f"joined_{rows}", "as a table": f"table_{rows}", "rebuilt": f"joined_{rows}"}
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
    updated = median.pop("updated")
    whole = ", ".join(f"{seconds:.2f} s {way} (ratio {updated / seconds:.2f})" for way, seconds in median.items())
    print(f"{rows} rows: {updated:.2f} s updated, {whole}", flush=True)
    return updated


def main() -> None:
    """Measures the joins on tables of both sizes and prints the results."""
    parser = argparse.ArgumentParser(
        description="Compare a join that is updated from changes with the join as a table."
    )
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
