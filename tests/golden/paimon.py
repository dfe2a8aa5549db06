"""Replays recorded answers of Apache Paimon through the keyed materialization.

    python tests/golden/paimon.py [--format iceberg|delta] [--sample N] [--shuffle SEED] [--threads N] [--cheap] FILE...

A case is a model, and a batch is a run of that model. For each batch number, one `dbt run` runs all cases that have
such a batch, in one process with one Spark. The batches are views of typed literals. SQL has no order of arrival, so
every row has a number as `_commit`: like the commits of an upstream table, it orders the rows and is not stored. (A
stored sequence field would be an additional column that retractions set to null and that orders the batches; a case
without `sequence.field` has none.) Paimon sorts the rows of a batch by their sequence, and by arrival where it is
equal; they are numbered in this order, because a row of a later commit can bring back a deleted key with an older
sequence. With these numbers, the rows of a batch can be in any order, and `--shuffle` changes it.

The table after every batch is compared, and the rows that the batch adds to the changelog, as a multiset of rows with
their kinds.

In some cases, a number overflows in Paimon 1.3, and here the run fails and names the column. Such a case is skipped
from that batch on, if Paimon's number really overflowed: the case runs again up to that batch with wide columns, whose
values must be those of Paimon after what Paimon does with them (see `reduced`). Otherwise the case fails. A case with
a late row of a deleted key, which Paimon ignores until its next full compaction (docs/differences.md), is skipped
from that batch on too.

Prints all differences, the number of batches that each skip drops, and `N passed, N failed, N skipped`; the exit code
is 1 when a case failed.
"""

from __future__ import annotations

import argparse
import dataclasses
import datetime
import decimal
import json
import math
import os
import random
import re
import struct
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import yaml
from dbt.adapters.tablestore.spark import session
from dbt.cli.main import dbtRunner
from dbt.contracts.graph.manifest import Manifest
from pyspark.sql import SparkSession

from formats import CATALOGS
from spark_settings import FIRST_COMPILER, SPARK_SETTINGS

ARRIVAL = "_commit"
BITS = {"TINYINT": 8, "SMALLINT": 16, "INT": 32, "BIGINT": 64}
Row = list[Any]


@dataclasses.dataclass
class Case:
    """A recorded case with the name of its model, the differences found, and the message of a run that failed."""

    model: str
    case: dict[str, Any]
    result: dict[str, Any]
    differences: list[str] = dataclasses.field(default_factory=list)
    message: str | None = None
    overflow: str | None = None
    comes_back: str | None = None
    skipped_from: int = 0
    over: bool = False
    narrow: dict[str, str] = dataclasses.field(default_factory=dict)
    """The recorded types of the columns that are wider in this case, by name."""
    wrapped: bool = False
    """Whether a value of a wider column did not fit its recorded type."""

    @property
    def dropped(self) -> int:
        """The number of batches that are not compared with the recorded ones."""
        return len(self.case["batches"]) - self.skipped_from if self.overflow or self.comes_back else 0

    def widened(self) -> Case:
        """The same case up to the batch that overflowed, with wide types for the columns that add or multiply."""
        retracts = any(row[0] in ("-U", "-D") for batch in self.case["batches"] for row in batch)
        found = {name: wider_type(kind, retracts) for name, kind in self.columns if self.computes(name)}
        wide = {name: kind for name, kind in found.items() if kind}
        case = self.case | {
            "columns": [[name, wide.get(name, kind)] for name, kind in self.columns],
            "batches": self.case["batches"][: self.skipped_from + 1],
        }
        narrow = {name: kind for name, kind in self.columns if name in wide}
        return Case(f"{self.model[:95]}_wide", case, self.result, narrow=narrow)

    def computes(self, column: str) -> bool:
        """Whether the values of a column are added or multiplied."""
        return column not in self.case["primary_key"] and self.function(column) in ("sum", "product")

    def function(self, column: str) -> str | None:
        """The aggregate function of a column."""
        default: str | None = self.case["options"].get("fields.default-aggregate-function")
        return self.case["options"].get(f"fields.{column}.aggregate-function", default)

    @property
    def columns(self) -> list[tuple[str, str]]:
        return [(name, kind) for name, kind in self.case["columns"]]

    @property
    def kind_is_a_column(self) -> bool:
        return "rowkind.field" in self.case["options"]

    def options(self) -> dict[str, str]:
        """The options, as ``table_options`` take them."""
        return dict(self.case["options"])

    def in_merge_order(self, batch: list[Row]) -> list[Row]:
        """The rows of a batch by their sequence, null first, and by arrival where it is equal."""
        rows, options = list(batch), self.case["options"]
        fields = [name.strip() for name in options.get("sequence.field", "").split(",") if name.strip()]
        descending = options.get("sequence.field.sort-order") == "descending"
        kinds = [kind for _, kind in self.columns]
        positions = {name: position for position, (name, _) in enumerate(self.columns)}
        for position in [positions[name] for name in reversed(fields)]:
            rows.sort(key=lambda row: sort_key(row[position + 1], kinds[position]), reverse=descending)
            rows.sort(key=lambda row: row[position + 1] is not None)
        return rows

    def changes(self, number: int) -> list[Row]:
        """The recorded changes of a batch; for a first-row table, every change is an insert."""
        rows: list[Row] = self.result["changelog"][number]
        if self.case["options"].get("merge-engine") == "first-row":
            return [["+I", *row[1:]] for row in rows]
        return rows

    def count_limit(self, column: str) -> int | None:
        """The length at which an array is full, if it depends on Paimon's hash order which elements it then keeps."""
        limit = self.case["options"].get(f"fields.{column}.count-limit")
        return int(limit) if limit and f"fields.{column}.nested-key" in self.case["options"] else None

    def late_after_delete(self, number: int, row: Row) -> bool:
        """Whether the key of a stored row was deleted before this batch, with a greater sequence than the row has."""
        options, names = self.case["options"], [name for name, _ in self.columns]
        if options.get("changelog-producer", "none") not in ("none", "input") or "sequence.field" not in options:
            return False
        sequence = [names.index(name.strip()) for name in options["sequence.field"].split(",")]
        key = [names.index(name) for name in self.case["primary_key"]]

        def parts(rows: list[Row], of: list[int]) -> list[list[Any]]:
            return [[sort_key(each[i], self.columns[i][1]) for i in of] for each in rows_of(self, rows)]

        earlier = [line[1:] for batch in self.case["batches"][:number] for line in batch]
        mine = [sort_key(row[i], self.columns[i][1]) for i in key]
        taken = [place for place, of in zip(parts(earlier, sequence), parts(earlier, key), strict=True) if of == mine]
        alive = mine in parts(self.result["after_batch"][number - 1], key) if number else True
        return not alive and bool(taken) and [sort_key(row[i], self.columns[i][1]) for i in sequence] < max(taken)

    def is_bag(self, column: str) -> bool:
        """Whether the order of an array is Paimon's hash order, which has no meaning."""
        field = f"fields.{column}."
        function = self.case["options"].get(field + "aggregate-function")
        distinct = self.case["options"].get(field + "distinct") == "true"
        return (function == "collect" and distinct) or (
            function == "nested_update" and field + "nested-key" in self.case["options"]
        )


def spark_type(kind: str) -> str:
    """The Spark type for a type of Paimon."""
    text = re.sub(r"ROW<(.*?)>", lambda match: "STRUCT<" + re.sub(r"(\w+) (\w+)", r"\1: \2", match[1]) + ">", kind)
    return re.sub(r"TIMESTAMP\(\d\)", "TIMESTAMP_NTZ", text.replace("VARBINARY", "BINARY"))


def inner_types(kind: str) -> list[str]:
    """The types inside ``ARRAY<...>``, ``MAP<...>`` or ``ROW<...>``, a row's with their names."""
    parts, depth, start = [], 0, kind.index("<") + 1
    for i in range(start, len(kind)):
        depth += {"<": 1, ">": -1, "(": 1, ")": -1}.get(kind[i], 0)
        if (kind[i] == "," and depth == 0) or depth < 0:
            parts.append(kind[start:i].strip())
            start = i + 1
    return parts


def literal(value: Any, kind: str) -> str:
    """A recorded value as a Spark expression of its type."""
    if value is None:
        return f"cast(null as {spark_type(kind)})"
    if kind.startswith("ARRAY<"):
        element = inner_types(kind)[0]
        return f"cast(array({', '.join(literal(v, element) for v in value)}) as {spark_type(kind)})"
    if kind.startswith("MAP<"):
        key, item = inner_types(kind)
        entries = value.items() if isinstance(value, dict) else value
        pairs = ", ".join(f"{literal(k, key)}, {literal(v, item)}" for k, v in entries)
        return f"cast(map({pairs}) as {spark_type(kind)})"
    if kind.startswith("ROW<"):
        fields = [field.split(" ", 1) for field in inner_types(kind)]
        cells = [f"'{name}', {literal(item, each)}" for item, (name, each) in zip(value, fields, strict=True)]
        return f"named_struct({', '.join(cells)})"
    text = str(value).replace("\\", "\\\\").replace("'", "\\'")
    return f"cast('{text}' as {spark_type(kind)})"


def wider_type(kind: str, divides: bool) -> str | None:
    """A type for the exact results of additions and multiplications; with ``divides``, integers stay integers."""
    if kind in BITS:
        return "BIGINT" if divides and kind != "BIGINT" else "DECIMAL(38,0)"
    return f"DECIMAL(38,{digits(kind)[1]})" if kind.startswith("DECIMAL(") else None


def reduced(value: Any, kind: str, function: str | None) -> Any:
    """An exact result in a recorded type as Paimon 1.3 has it.

    Integers wrap around. A DECIMAL that does not fit becomes null; a sum of no more than 18 digits keeps all of them.
    """
    if kind.startswith("DECIMAL(") and exceeds(value, kind) and (function == "product" or digits(kind)[0] > 18):
        return None
    if value is None or kind not in BITS:
        return value
    half = 2 ** (BITS[kind] - 1)
    return (int(value) + half) % (2 * half) - half


def exceeds(value: Any, kind: str) -> bool:
    """Whether an exact result does not fit a recorded type."""
    if value is None or kind in BITS:
        return value is not None and not -(2 ** (BITS[kind] - 1)) <= int(value) < 2 ** (BITS[kind] - 1)
    precision, scale = digits(kind)
    return bool(abs(decimal.Decimal(value)) >= 10 ** (precision - scale))


def digits(kind: str) -> tuple[int, int]:
    """The precision and the scale of a DECIMAL."""
    precision, _, scale = kind.removeprefix("DECIMAL(").rstrip(")").partition(",")
    return int(precision), int(scale or 0)


def canonical(value: Any, kind: str, bag: bool = False) -> Any:
    """One form for a value of either side, for comparison."""
    if value is None:
        return None
    if kind.startswith("ARRAY<"):
        items = [canonical(item, inner_types(kind)[0]) for item in value]
        return sorted(items, key=repr) if bag else items
    if kind.startswith("MAP<"):
        key, item = inner_types(kind)
        entries = value.items() if isinstance(value, dict) else value
        return sorted(((canonical(k, key), canonical(v, item)) for k, v in entries), key=repr)
    if kind.startswith("ROW<"):
        kinds = [field.split(" ", 1)[1] for field in inner_types(kind)]
        return [canonical(item, each) for item, each in zip(value, kinds, strict=True)]
    if kind.startswith("DECIMAL"):
        return str(decimal.Decimal(str(value)))
    if kind.startswith("TIMESTAMP"):
        return (value if isinstance(value, datetime.datetime) else datetime.datetime.fromisoformat(value)).isoformat()
    if kind in ("FLOAT", "DOUBLE"):
        number = float(value)
        single = kind == "FLOAT" and math.isfinite(number)
        rounded = struct.unpack("f", struct.pack("f", number))[0] if single else number
        return repr(rounded + 0.0)
    if kind.endswith("INT"):
        return int(value)
    return str(value) if kind == "DATE" else value


def sort_key(value: Any, kind: str) -> tuple[bool, Any]:
    """A value in a form that sorts, nulls first."""
    if value is None:
        return False, None
    is_number = kind.endswith("INT") or kind.startswith(("DECIMAL", "FLOAT", "DOUBLE"))
    return True, decimal.Decimal(str(value)) if is_number else value


class Replay:
    """The generated project and its runs."""

    def __init__(
        self, cases: list[Case], folder: Path, file_format: str, shuffle: int | None, target: dict[str, Any]
    ) -> None:
        self.cases, self.folder, self.format, self.shuffle = cases, folder, file_format, shuffle
        self.target = {"type": "tablestore", "schema": "golden"} | target
        self.schema = self.target["schema"]
        self.manifest: Manifest | None = None

    def write_project(self) -> None:
        """One model per case."""
        (self.folder / "models").mkdir(parents=True)
        flags = {"send_anonymous_usage_stats": False}
        project = {"name": "golden", "version": "1.0", "profile": "golden", "flags": flags}
        profiles = {"golden": {"target": "dev", "outputs": {"dev": self.target}}}
        (self.folder / "dbt_project.yml").write_text(yaml.safe_dump(project))
        (self.folder / "profiles.yml").write_text(yaml.safe_dump(profiles))
        for case in self.cases:
            config = {
                "materialized": "incremental",
                "file_format": self.format,
                "primary_key": case.case["primary_key"],
                "table_options": case.options(),
            }
            arguments = ", ".join(f"{name}={value!r}" for name, value in config.items())
            text = "{{ config(" + arguments + ") }}\nselect * from global_temp." + case.model + "\n"
            (self.folder / "models" / f"{case.model}.sql").write_text(text)

    def dbt(self, *arguments: str) -> Any:
        """Runs a dbt command in this process; the project is parsed only once."""
        folder = str(self.folder)
        runner = dbtRunner(manifest=self.manifest)
        done = runner.invoke(
            [*arguments, "--project-dir", folder, "--profiles-dir", folder, "--log-level", "none", "--no-write-json"]
        )
        if done.exception is not None:
            raise done.exception
        return done

    def run(self) -> None:
        """Runs all batches of all cases."""
        self.write_project()
        self.dbt("show", "--inline", "select 1")
        self.manifest = self.dbt("parse").result
        for number in range(max((len(case.case["batches"]) for case in self.cases), default=0)):
            due = [case for case in self.cases if not case.over and number < len(case.case["batches"])]
            self.run_batch(due, number)

    def run_batch(self, due: list[Case], number: int) -> None:
        """Runs the models that have a batch of this number, and compares their tables."""
        if not due:
            return
        for case in due:
            batch_view(spark(), case, number, self.shuffle)
        done = self.dbt("run", "--select", *(case.model for case in due))
        outcome = {result.node.name: result for result in done.result}

        def judge(case: Case) -> None:
            failed = outcome[case.model].status != "success"
            self.judge(case, number, str(outcome[case.model].message) if failed else None)

        # one table has little work for Spark
        with ThreadPoolExecutor(self.target.get("threads", 2)) as pool:
            list(pool.map(judge, due))

    def judge(self, case: Case, number: int, error: str | None) -> None:
        """Compares the outcome of one run with the recorded one."""
        case.message = error
        due = case.result.get("error") is not None and number == max(case.result["error_batch"], 0)
        if due:
            case.over = True
            if error is None:
                case.differences.append(f"batch {number}: ran, but Paimon fails with: {case.result['error']}")
                return
            self.compare(case, number, case.result["after_batch"][number - 1] if number else [])
        elif error is not None and " does not fit " in error:
            case.over = True
            case.overflow, case.skipped_from = f"batch {number}: {error}", number
        elif error is not None:
            case.over = True
            case.differences.append(f"batch {number}: fails: {error}")
        else:
            self.compare(case, number, case.result["after_batch"][number])
            has_changelog = case.case["options"].get("changelog-producer", "none") != "none"
            if has_changelog and not case.narrow and not case.over:
                self.compare_changes(case, number)

    def compare(self, case: Case, number: int, expected: list[Row]) -> None:
        """Compares the stored rows with the recorded ones, as multisets."""
        table = f"{CATALOGS[self.format]}.{self.schema}.{case.model}"
        names = ", ".join(f"`{name}`" for name, _ in case.columns)
        exists = spark().catalog.tableExists(table)
        stored = [list(row) for row in spark().sql(f"select {names} from {table}").collect()] if exists else []
        for row in stored:
            for i, (name, _) in enumerate(case.columns):
                if name in case.narrow:
                    case.wrapped |= exceeds(row[i], case.narrow[name])
                    row[i] = reduced(row[i], case.narrow[name], case.function(name))
        found, wanted = rows_of(case, stored), rows_of(case, expected)
        surplus = [row for row in found if row not in wanted]
        late = [row for row in surplus if case.late_after_delete(number, row)]
        if late and late == surplus and len(found) == len(wanted) + len(late):
            case.over = True
            case.comes_back = f"batch {number}: a late row comes back after its key was deleted: {late}"
            case.skipped_from = number
        else:
            differ(case, f"batch {number}:", found, wanted)

    def compare_changes(self, case: Case, number: int) -> None:
        """Compares the changes of a batch with the recorded ones, as multisets."""
        table = f"{CATALOGS[self.format]}.{self.schema}.{case.model}__changelog"
        names = ", ".join(f"`{name}`" for name, _ in case.columns)
        written = spark().sql(f"select _row_kind, {names} from {table} where _commit = {number + 1}").collect()
        found, wanted = (
            [[kind, *row] for (kind, *_), row in zip(rows, rows_of(case, [row[1:] for row in rows]), strict=True)]
            for rows in ([list(row) for row in written], case.changes(number))
        )
        differ(case, f"batch {number}, changelog:", found, wanted)


def differ(case: Case, where: str, found: list[Row], wanted: list[Row]) -> None:
    """Adds the rows that only one of two multisets has to the differences."""
    left = list(wanted)
    for row in found:
        if row in left:
            left.remove(row)
        else:
            case.differences.append(f"{where} has  {row}")
    for row in left:
        case.differences.append(f"{where} lacks {row}")


def rows_of(case: Case, rows: list[Row]) -> list[Row]:
    """Rows in canonical form."""
    kinds = [(kind, case.is_bag(name), case.count_limit(name)) for name, kind in case.columns]
    return [
        [
            "a full array"
            if limit is not None and value is not None and len(value) == limit
            else canonical(value, kind, bag)
            for value, (kind, bag, limit) in zip(row, kinds, strict=True)
        ]
        for row in rows
    ]


def batch_view(spark: SparkSession, case: Case, number: int, shuffle: int | None) -> None:
    """Creates the view of a batch that the model selects from; a seed shuffles its rows."""
    batch, more = case.case["batches"][number], [] if case.kind_is_a_column else ["_row_kind"]
    first = sum(len(batch) for batch in case.case["batches"][:number])
    lines = []
    for position, (kind, *values) in enumerate(case.in_merge_order(batch)):
        cells = [literal(v, t) for v, (_, t) in zip(values, case.columns, strict=True)]
        lines.append([*cells, str(first + position), *([f"'{kind}'"] if more else [])])
    if shuffle is not None:
        random.Random(f"{shuffle} {case.model} {number}").shuffle(lines)
    nothing = [*(literal(None, t) for _, t in case.columns), "0", *(["'+I'"] if more else [])]
    rows = ",\n".join(f"({', '.join(cells)})" for cells in lines or [nothing])
    names = ", ".join(f"`{name}`" for name in [*(name for name, _ in case.columns), ARRIVAL, *more])
    query = f"select * from values {rows} as batch ({names}){'' if lines else ' where false'}"
    spark.sql(f"create or replace global temporary view {case.model} as {query}")


def spark() -> SparkSession:
    """The Spark that dbt runs on in this process."""
    root = session._root
    assert root is not None, "dbt has not run yet"
    return root


def load(files: list[Path], sample: int | None) -> list[Case]:
    """The cases of the files, or a repeatable sample with this number of cases."""
    cases = []
    for path in files:
        for i, entry in enumerate(json.loads(path.read_text())):
            name = re.sub(r"\W+", "_", f"{path.stem}_{i:03}_{entry['case']['name']}").lower()[:100]
            cases.append(Case(name, entry["case"], entry["result"]))
    if sample is not None and sample < len(cases):
        cases = sorted(random.Random(20).sample(cases, sample), key=lambda case: case.model)
    return cases


def replay(cases: list[Case], file_format: str, shuffle: int | None = None, **target: Any) -> list[Case]:
    """Runs the cases in new projects, and adds the differences to the cases. ``target`` is for their profiles.

    The projects have one warehouse, and so one Spark.
    """
    with tempfile.TemporaryDirectory() as warehouse:
        target = {"warehouse": warehouse} | target
        run(cases, file_format, shuffle, target)
        overflowed = {case.widened().model: case for case in cases if case.overflow}
        if overflowed:
            wide = run([case.widened() for case in overflowed.values()], file_format, shuffle, target)
            for case in wide:
                judge_overflow(overflowed[case.model], case)
    return cases


def judge_overflow(case: Case, wide: Case) -> None:
    """Adds a difference to a case that overflowed unless Paimon's number wrapped around, as the wide case shows."""
    if wide.overflow:
        # Nothing is wider than 38 digits. Paimon has null for a decimal that is too large.
        names = [name for name, kind in case.columns if kind.startswith("DECIMAL(38")]
        rows = case.result["after_batch"][case.skipped_from]
        if any(
            value is None and name in names for row in rows for value, (name, _) in zip(row, case.columns, strict=True)
        ):
            return
    case.differences += [f"with wide columns, {difference}" for difference in wide.differences]
    if not wide.wrapped and not wide.differences:
        case.differences.append(f"{case.overflow}, but Paimon's number did not wrap around")


def run(cases: list[Case], file_format: str, shuffle: int | None, target: dict[str, Any]) -> list[Case]:
    """Runs cases in a new project, and adds the differences to them."""
    with tempfile.TemporaryDirectory() as folder:
        where = Path.cwd()
        os.chdir(folder)
        try:
            Replay(cases, Path(folder), file_format, shuffle, target).run()
        finally:
            os.chdir(where)
    return cases


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description="Replay recorded answers of Paimon through the keyed materialization.")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--format", choices=sorted(CATALOGS), default="iceberg")
    parser.add_argument("--sample", type=int, metavar="N", help="only N of the cases, always the same ones")
    parser.add_argument("--shuffle", type=int, metavar="SEED", help="give the rows of each batch in another order")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--cheap", action="store_true", help="with the Spark settings of the tests, for many cases")
    arguments = parser.parse_args()
    cases = load([path.resolve() for path in arguments.files], arguments.sample)
    settings = SPARK_SETTINGS if arguments.cheap else FIRST_COMPILER
    replay(cases, arguments.format, arguments.shuffle, threads=arguments.threads, spark_config=settings)
    failed = [case for case in cases if case.differences]
    skipped = [case for case in cases if (case.overflow or case.comes_back) and not case.differences]
    for case in failed:
        print(f"FAILED {case.case['name']} ({case.model})")
        for difference in case.differences:
            print(f"  {difference}")
    for case in skipped:
        print(f"SKIPPED {case.case['name']} ({case.model}), {case.dropped} of {len(case.case['batches'])} batches")
        print(f"  {case.overflow or case.comes_back}")
    print(f"{sum(case.dropped for case in skipped)} batches of skipped cases were not compared")
    print(f"{len(cases) - len(failed) - len(skipped)} passed, {len(failed)} failed, {len(skipped)} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
