"""Random cases of Paimon primary-key tables, in the form of the recorded ones.

    python tests/golden/random_paimon.py --seed SEED [--count N] > cases.json

Paimon itself records the answers, and `paimon.py` replays them (see CONTRIBUTING.md). The same seed makes the same
cases.
"""

from __future__ import annotations

import random
from typing import Any

from random_cases import write

Row = list[Any]

# Values of each type: few, so that keys and sequences meet, and with the ones at which an engine goes wrong.
VALUES: dict[str, list[Any]] = {
    "TINYINT": [1, 2, 100, -100],
    "SMALLINT": [1, 2, 30000, -30000],
    "INT": [-1, 0, 1, 7],
    "BIGINT": [-3, 0, 5, 4000000000],
    "FLOAT": [1.25, 0.5, -4.0],
    "DOUBLE": [1.5, -2.5, 0.0, 0.25, 10000000000.0],
    "DECIMAL(10,2)": ["-3.10", "99.99", "0.00", "1.25"],
    "DECIMAL(20,4)": ["1.2500", "0.0000", "-3.1000", "123456789012.0001"],
    "STRING": ["a", "b", "B", "zz", "é", "", "x,y"],
    "BOOLEAN": [True, False],
    "DATE": ["2024-01-01", "2024-02-29", "2030-06-15", "1969-12-31"],
    "TIMESTAMP(3)": ["2024-01-01 00:00:00.000", "2024-01-01 00:00:00.001", "1999-12-31 23:59:59.999"],
    "TIMESTAMP(6)": ["2024-01-01 00:00:00.000001", "2024-01-01 00:00:00.000002", "2023-05-05 05:05:05.000000"],
    "ARRAY<INT>": [[], [None], [2], [3, 1], [None, 3], [1, 3, 1]],
    "ARRAY<STRING>": [[], ["p"], ["r", "q", "r"], ["q", "p"]],
    "MAP<STRING,INT>": [[], [["a", 1]], [["b", None]], [["a", 2], ["c", 2]], [["c", 1], ["b", None]]],
    "MAP<INT,STRING>": [[], [[2, "u"]], [[1, "u"]], [[3, "u"], [2, "v"]]],
    "ARRAY<ROW<x INT, y STRING>>": [[], [[1, "b"]], [[3, "a"]], [[2, "b"], [1, "b"]]],
}
KEYS: dict[str, list[Any]] = {
    "INT": [1, 2, 3],
    "BIGINT": [10, 20, 4000000000],
    "STRING": ["k1", "k2", "K1"],
    "DATE": ["2024-01-01", "2024-01-02"],
}
SEQUENCES = ["INT", "BIGINT", "DATE", "STRING", "DOUBLE", "DECIMAL(10,2)", "TIMESTAMP(3)", "TIMESTAMP(6)"]
NUMBERS = ["TINYINT", "SMALLINT", "INT", "BIGINT", "FLOAT", "DOUBLE", "DECIMAL(10,2)"]
ORDERED = [*NUMBERS, "STRING", "DATE", "TIMESTAMP(3)", "TIMESTAMP(6)"]
ANY = [kind for kind in VALUES if not kind.startswith("ARRAY<ROW")]
FUNCTIONS: dict[str, list[str]] = {
    "sum": NUMBERS,
    "product": ["INT", "BIGINT", "DOUBLE"],
    "min": ORDERED,
    "max": ORDERED,
    "bool_and": ["BOOLEAN"],
    "bool_or": ["BOOLEAN"],
    "listagg": ["STRING"],
    "collect": ["ARRAY<INT>", "ARRAY<STRING>"],
    "merge_map": ["MAP<STRING,INT>", "MAP<INT,STRING>"],
    "nested_update": ["ARRAY<ROW<x INT, y STRING>>"],
    "first_value": ANY,
    "first_non_null_value": ANY,
    "last_value": ANY,
    "last_non_null_value": ANY,
}
RETRACTABLE = {"sum", "product", "collect", "merge_map", "nested_update", "last_value", "last_non_null_value"}


class Draw:
    """One case from a random generator."""

    def __init__(self, chance: random.Random, number: int) -> None:
        self.chance = chance
        self.columns: list[tuple[str, str]] = []
        self.options: dict[str, str] = {}
        self.retracts = True
        self.engine = chance.choice(["deduplicate", "first-row", "partial-update", "aggregation"])
        self.producer = chance.choice(["none", "input", "lookup", "full-compaction"])
        if self.engine == "first-row":
            self.producer = "lookup"
        self.name = f"f{number:03}-{self.engine}-{self.producer}"

    def often(self, share: float) -> bool:
        return self.chance.random() < share

    def case(self) -> dict[str, Any]:
        """The case with all its batches."""
        key = self.key()
        if self.engine != "deduplicate":
            self.options["merge-engine"] = self.engine
        {
            "deduplicate": self.deduplicate,
            "first-row": self.first_row,
            "partial-update": self.partial_update,
            "aggregation": self.aggregation,
        }[self.engine]()
        self.changelog()
        rest = self.columns[len(key) :]
        self.chance.shuffle(rest)
        self.columns[len(key) :] = rest
        batches = [[self.row(key) for _ in range(self.chance.randint(1, 6))] for _ in range(self.chance.randint(2, 4))]
        return {
            "name": self.name,
            "columns": [list(column) for column in self.columns],
            "primary_key": key,
            "options": self.options,
            "batches": batches,
        } | ({"compact_after": list(range(len(batches)))} if self.producer == "input" else {})

    def key(self) -> list[str]:
        names = ["k", "k2"] if self.often(0.4) else ["k"]
        self.columns += [(name, self.chance.choice(list(KEYS))) for name in names]
        return names

    def values(self, low: int, high: int) -> list[str]:
        """Adds value columns of any type."""
        names = [f"v{i}" for i in range(self.chance.randint(low, high))]
        self.columns += [(name, self.chance.choice(ANY)) for name in names]
        return names

    def sequence(self, share: float) -> None:
        if self.often(share):
            names = ["s0", "s1"] if self.often(0.3) else ["s0"]
            self.columns += [(name, self.chance.choice(SEQUENCES)) for name in names]
            self.options["sequence.field"] = ",".join(names)
            self.name += "-seq"

    def ignore_delete(self, share: float) -> bool:
        ignores = self.often(share)
        if ignores:
            self.options["ignore-delete"] = "true"
        return ignores

    def deduplicate(self) -> None:
        self.values(1, 3)
        self.sequence(0.5)
        self.ignore_delete(0.2)

    def first_row(self) -> None:
        self.values(0, 2)
        self.retracts = self.ignore_delete(0.5)

    def partial_update(self) -> None:
        if self.often(0.6):
            self.groups()
        else:
            self.values(1, 4)
            self.sequence(0.6)
            if self.often(0.3):
                self.options["partial-update.remove-record-on-delete"] = "true"
                return
        if "partial-update.remove-record-on-sequence-group" not in self.options:
            self.retracts = self.ignore_delete(0.4) or any(".sequence-group" in name for name in self.options)

    def groups(self) -> None:
        """One or two sequence groups, with aggregates for some of their columns."""
        self.name += "-group"
        for group in range(self.chance.randint(1, 2)):
            sequence = [f"g{group}a", f"g{group}b"][: 2 if self.often(0.2) else 1]
            self.columns += [(name, self.chance.choice(SEQUENCES)) for name in sequence]
            names = [f"v{group}{i}" for i in range(self.chance.randint(1, 2))]
            for name in names:
                if self.often(0.5):
                    self.aggregate(name)
                else:
                    self.columns.append((name, self.chance.choice(ANY)))
            self.options[f"fields.{','.join(sequence)}.sequence-group"] = ",".join(names)
            if group == 0 and self.often(0.2):
                self.options["partial-update.remove-record-on-sequence-group"] = ",".join(sequence)
                self.name += "-remove"

    def aggregation(self) -> None:
        for i in range(self.chance.randint(1, 4)):
            self.aggregate(f"v{i}")
        self.sequence(0.4)
        self.ignore_delete(0.15)

    def aggregate(self, column: str) -> None:
        """Adds a column with an aggregate. One that cannot retract mostly ignores retractions."""
        function = self.chance.choice(list(FUNCTIONS))
        self.columns.append((column, self.chance.choice(FUNCTIONS[function])))
        self.options[f"fields.{column}.aggregate-function"] = function
        if self.often(0.95 if function not in RETRACTABLE else 0.2):
            self.options[f"fields.{column}.ignore-retract"] = "true"
        if function == "listagg" and self.often(0.5):
            self.options[f"fields.{column}.list-agg-delimiter"] = self.chance.choice(["; ", "|"])
        if function == "collect" and self.often(0.4):
            self.options[f"fields.{column}.distinct"] = "true"
        if function == "nested_update" and self.often(0.5):
            self.options[f"fields.{column}.nested-key"] = "x"

    def changelog(self) -> None:
        """Every commit is compacted: until then, Paimon keeps retractions that a run has applied."""
        keeps_its_own = self.producer == "input" or self.engine == "first-row"
        self.options["changelog-producer"] = self.producer if keeps_its_own else "full-compaction"
        if self.producer in ("lookup", "full-compaction") and self.often(0.3):
            self.options["changelog-producer.row-deduplicate"] = "true"

    def row(self, key: list[str]) -> Row:
        kinds = ["+I", "+I", "+I", "+U", "+U", *(["-U", "-D", "-D"] if self.retracts else [])]
        cells = []
        for name, kind in self.columns:
            if name in key:
                cells.append(self.chance.choice(KEYS[kind]))
            else:
                cells.append(None if self.often(0.25) else self.chance.choice(VALUES[kind]))
        return [self.chance.choice(kinds), *cells]


if __name__ == "__main__":
    write(Draw, "Random cases of Paimon primary-key tables.")
