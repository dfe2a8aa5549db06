"""Generates random cases for Paimon and for this package, in the form of the recorded cases.

    python tests/golden/generate.py cases.json --seed 7 --count 300     cases to run in a real Paimon
    python tests/golden/paimon.py answers.json                           replays its answers like the recorded ones

It leaves out the deliberate differences of `docs/differences.md`: results that do not fit their column, and batches in
which a delete that removes a row is followed by another row of its key.
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path
from typing import Any

FUNCTIONS = {
    "sum": ["INT", "BIGINT", "DECIMAL(10,2)", "DOUBLE"],
    "product": ["BIGINT", "DOUBLE"],
    "max": ["INT", "STRING", "DATE", "DOUBLE", "DECIMAL(10,2)"],
    "min": ["INT", "STRING", "DATE", "TIMESTAMP(3)"],
    "last_value": ["INT", "STRING", "ARRAY<INT>"],
    "last_non_null_value": ["INT", "STRING", "MAP<STRING,INT>"],
    "first_value": ["INT", "STRING", "DATE"],
    "first_non_null_value": ["INT", "STRING", "BOOLEAN"],
    "listagg": ["STRING"],
    "bool_and": ["BOOLEAN"],
    "bool_or": ["BOOLEAN"],
    "collect": ["ARRAY<INT>", "ARRAY<STRING>"],
    "merge_map": ["MAP<STRING,INT>"],
    "nested_update": ["ARRAY<ROW<x INT, y STRING>>"],
}
RETRACTABLE = {
    "sum", "product", "last_value", "last_non_null_value", "collect", "merge_map", "nested_update",
}  # fmt: skip
SCALARS: dict[str, list[Any]] = {
    "INT": [0, 1, 2, 3, 5, -7],
    "BIGINT": [1, 2, 3, -4, 5],
    "DECIMAL(10,2)": ["1.25", "0.00", "-3.10", "99.99"],
    "DOUBLE": [0.5, 1.5, -2.0, 4.0],
    "STRING": ["a", "b", "", "x,y", "é"],
    "BOOLEAN": [True, False],
    "DATE": ["2024-01-01", "1969-12-31", "2030-06-15"],
    "TIMESTAMP(3)": ["2024-01-01 00:00:00.001", "1999-12-31 23:59:59.999"],
}
SEQUENCES = ["INT", "STRING", "DATE", "DECIMAL(10,2)", "TIMESTAMP(3)"]


class Generator:
    """Generates cases; the same seed gives the same cases."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def value(self, kind: str, nulls: float = 0.25) -> Any:
        """A value of a type, or null with the probability ``nulls``."""
        if self.random.random() < nulls:
            return None
        if kind.startswith("ARRAY<ROW"):
            return [[self.random.randint(1, 3), self.random.choice("ab")] for _ in range(self.random.randint(0, 2))]
        if kind.startswith("ARRAY<"):
            return [self.value(kind[6:-1]) for _ in range(self.random.randint(0, 3))]
        if kind.startswith("MAP<"):
            keys = self.random.sample("abc", self.random.randint(0, 3))
            return [[key, self.value("INT")] for key in keys]
        return self.random.choice(SCALARS[kind])

    def case(self, name: str) -> dict[str, Any]:
        """A table with one engine, and a few batches."""
        engine = self.random.choice(
            ["deduplicate", "partial-update", "partial-update", "aggregation", "aggregation", "first-row"]
        )
        producer = "lookup" if engine == "first-row" else "full-compaction"
        columns, options = [["k", "INT"]], {"merge-engine": engine, "changelog-producer": producer}
        retracts = self.random.random() < 0.6
        if engine == "aggregation":
            self.aggregates(columns, options, retracts)
        elif engine == "partial-update" and self.random.random() < 0.6:
            self.groups(columns, options, retracts)
        else:
            columns += [[f"v{i}", self.random.choice(list(SCALARS))] for i in range(self.random.randint(1, 3))]
            retracts = retracts and (engine == "deduplicate" or self.ignore(options))
        if engine != "first-row" and self.random.random() < 0.4:
            fields = [f"s{i}" for i in range(self.random.randint(1, 2))]
            columns += [[field, self.random.choice(SEQUENCES)] for field in fields]
            options["sequence.field"] = ",".join(fields)
        kinds = ["+I"] * 4 + ["+U"] * 2 + (["-U", "-D"] if retracts else [])
        return {
            "name": name,
            "columns": columns,
            "primary_key": ["k"],
            "options": options,
            "batches": [self.batch(columns, kinds) for _ in range(self.random.randint(2, 5))],
        }

    def ignore(self, options: dict[str, str]) -> bool:
        options["ignore-delete"] = "true"
        return True

    def aggregates(self, columns: list[list[str]], options: dict[str, str], retracts: bool) -> None:
        """Columns with functions that support the retractions of the case."""
        for i in range(self.random.randint(1, 4)):
            self.function(f"v{i}", columns, options, retracts)

    def function(self, name: str, columns: list[list[str]], options: dict[str, str], retracts: bool) -> None:
        function = self.random.choice(list(FUNCTIONS))
        columns.append([name, self.random.choice(FUNCTIONS[function])])
        options[f"fields.{name}.aggregate-function"] = function
        if retracts and (function not in RETRACTABLE or function == "product" or self.random.random() < 0.2):
            options[f"fields.{name}.ignore-retract"] = "true"
        if function == "collect" and self.random.random() < 0.4:
            options[f"fields.{name}.distinct"] = "true"
        if function == "nested_update" and self.random.random() < 0.5:
            options[f"fields.{name}.nested-key"] = "x"
        if function == "listagg" and self.random.random() < 0.5:
            options[f"fields.{name}.list-agg-delimiter"] = self.random.choice([";", "", "--"])

    def groups(self, columns: list[list[str]], options: dict[str, str], retracts: bool) -> None:
        """One or two sequence groups, some of their columns with functions, and a free column."""
        for g in range(self.random.randint(1, 2)):
            fields = [f"g{g}{part}" for part in "ab"[: self.random.randint(1, 2)]]
            members = []
            for i in range(self.random.randint(1, 3)):
                members.append(f"m{g}{i}")
                if self.random.random() < 0.5:
                    self.function(members[-1], columns, options, retracts)
                else:
                    columns.append([members[-1], self.random.choice(list(SCALARS))])
            columns += [[field, self.random.choice(SEQUENCES)] for field in fields]
            options[f"fields.{','.join(fields)}.sequence-group"] = ",".join(members)
        columns.append(["free", "INT"])

    def batch(self, columns: list[list[str]], kinds: list[str]) -> list[list[Any]]:
        """Rows of a few keys in order of arrival; no key has several retractions and nothing else in one batch."""
        rows = []
        for _ in range(self.random.randint(1, 7)):
            values = [self.random.randint(1, 3), *(self.value(kind) for _, kind in columns[1:])]
            rows.append([self.random.choice(kinds), *values])
        for key in {row[1] for row in rows}:
            mine = [row for row in rows if row[1] == key]
            if len(mine) > 1 and all(row[0].startswith("-") for row in mine):
                mine[0][0] = "+I"
        return rows


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="Random cases in the form of the recorded ones.")
    parser.add_argument("file", type=Path, help="where to write them")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    arguments = parser.parse_args()
    generator = Generator(arguments.seed)
    cases = [generator.case(f"seed {arguments.seed} case {i}") for i in range(arguments.count)]
    arguments.file.write_text(json.dumps(cases))


if __name__ == "__main__":
    main()
