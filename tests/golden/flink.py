"""Replays recorded answers of Apache Flink with the package's macros on Spark.

    python tests/golden/flink.py FILE...

A file is a list of ``{"case", "result"}``. ``case["op"]`` describes a computation independently of the engine. Here it
becomes calls of macros, rendered without a warehouse, and the rows that Spark returns are compared with Flink's as a
multiset. Prints every difference; the last line is ``N passed, N failed, N skipped``, and the exit code is 1 when a
case failed.

A case is skipped when there is no answer to compare with: Flink rejected the case or has a known bug, or the answer
depends on the time when a row arrived. It does where a streaming Flink aggregates windows, because it drops rows that
come after the end of their window. A batch has no late rows, and `tumble`, `hop` and `cumulate` alone drop none.
"""

from __future__ import annotations

import json
import math
import os
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path
from typing import Any

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.types import StructField, TimestampType

from harness import call

SETTINGS = {
    "spark.sql.shuffle.partitions": "1",
    "spark.sql.leafNodeDefaultParallelism": "1",
    "spark.sql.adaptive.enabled": "false",
}
ARRIVAL = "_arrival"
KIND = "_row_kind"
WINDOW = ["window_start", "window_end", "window_time"]
WINDOW_MACROS = {
    "tumble": ["size", "offset"],
    "hop": ["slide", "size", "offset"],
    "cumulate": ["step", "size", "offset"],
    "session": ["gap", "partition_by"],
}
KEEP_LATE = {"tumble", "hop", "cumulate"}


@dataclass
class Relation:
    """A table expression, the columns of Flink's answer in it, and their SQL types if they are known.

    A relation that ``arrives`` has one more column, ``_arrival``: the position of the row in the case, because SQL has
    no order of arrival.
    """

    sql: str
    columns: list[str]
    types: dict[str, str]
    arrives: bool = False


def spark_type(flink_type: str) -> str:
    """The Spark type of a column declared with a Flink type."""
    name = flink_type.replace(" NOT NULL", "").replace(" *ROWTIME*", "").strip()
    if name.startswith("TIMESTAMP_LTZ"):
        return "timestamp"
    if name.startswith("TIMESTAMP"):
        return "timestamp_ntz"
    if name.startswith(("VARCHAR", "CHAR")):
        return "string"
    return {"BYTES": "binary"}.get(name, name.lower())


def literal(value: Any, flink_type: str) -> str:
    """A value of a case's table as a typed Spark literal; TIMESTAMP_LTZ values are instants in UTC."""
    kind = spark_type(flink_type)
    if value is None:
        return f"cast(null as {kind})"
    text = str(value).replace("\\", "\\\\").replace("'", "\\'")
    if kind == "binary":
        return f"unhex('{text}')"
    if kind == "timestamp" and not text.endswith("Z"):
        text += "Z"
    return f"cast('{text}' as {kind})"


def table_sql(table: dict[str, Any]) -> str:
    """The rows of a case's table, in their order of arrival, as a query."""
    names = [name for name, _ in table["columns"]]
    types = [kind for _, kind in table["columns"]]
    if table.get("changelog"):
        names, types = [KIND, *names], ["STRING", *types]
    rows = table["rows"] or [[None] * len(types)]
    lines = ["(" + ", ".join([*map(literal, row, types), str(position)]) + ")" for position, row in enumerate(rows, 1)]
    columns = ", ".join(f"`{name}`" for name in [*names, ARRIVAL])
    return f"select * from values {', '.join(lines)} as t ({columns})" + ("" if table["rows"] else " where false")


class Case:
    """One case; ``relation`` converts an op, and the ops it reads from, to one table expression."""

    def __init__(self, case: dict[str, Any]) -> None:
        self.tables: dict[str, Any] = case["tables"]
        self.op: dict[str, Any] = case["op"]
        self.zone: str = (case.get("config") or {}).get("table.local-time-zone", "UTC")

    def relation(self, op: dict[str, Any]) -> Relation:
        """The table expression of one op; raises KeyError for an unknown kind of op."""
        kinds: dict[str, Callable[[dict[str, Any]], Relation]] = {
            "source": self.source,
            "project": self.project,
            "aggregate": self.aggregate,
            "topn": self.topn,
            "deduplicate": self.deduplicate,
            "join": self.join,
            "asof_join": self.asof_join,
            "interval_join": self.interval_join,
            "fillna": self.fillna,
            "dropna": self.dropna,
            "replace": self.replace,
            **dict.fromkeys(WINDOW_MACROS, self.window),
        }
        return kinds[op["kind"]](op)

    def source(self, op: dict[str, Any]) -> Relation:
        columns = self.tables[op["table"]]["columns"]
        types = {name: spark_type(kind) for name, kind in columns}
        return Relation(op["table"], [name for name, _ in columns], types, arrives=True)

    def project(self, op: dict[str, Any], keep_window: bool = False) -> Relation:
        """The named columns. A window join also needs the window under its own name."""
        rows = self.relation(op["input"])
        texts = [f"`{source}` as `{name}`" for source, name in op["columns"]]
        names = [name for _, name in op["columns"]]
        hidden = [ARRIVAL] if rows.arrives else []
        if keep_window:
            hidden += [name for name in WINDOW[:2] if name not in names]
        types = {name: rows.types[source] for source, name in op["columns"] if source in rows.types}
        return Relation(f"(select {', '.join(texts + hidden)} from {rows.sql})", names, types, rows.arrives)

    def window(self, op: dict[str, Any]) -> Relation:
        rows = self.relation(op["input"])
        arguments = {name: op.get(name) for name in WINDOW_MACROS[op["kind"]]}
        sql = call(op["kind"], rows.sql, op["time"], **arguments)
        return Relation(sql, rows.columns + WINDOW, rows.types, rows.arrives)

    def aggregate(self, op: dict[str, Any]) -> Relation:
        """``window_aggregate`` if rows are grouped by the whole window, otherwise a plain GROUP BY."""
        keys: list[str] = op["group_by"]
        aggregates = {
            a["as"]: f"count(distinct `{a['column']}`)"
            if a["fn"] == "count_distinct"
            else f"{a['fn']}({'*' if a['column'] == '*' else '`' + a['column'] + '`'})"
            for a in op["aggregates"]
        }
        columns = keys + list(aggregates)
        of = op["input"]
        if of["kind"] in WINDOW_MACROS and set(WINDOW[:2]) <= set(keys):
            window = {name: of[name] for name in WINDOW_MACROS[of["kind"]] if of.get(name)}
            window |= {"type": of["kind"], "time_column": of["time"]}
            rest = [key for key in keys if key not in WINDOW]
            sets = op["grouping_sets"]
            rows = self.relation(of["input"])
            return Relation(call("window_aggregate", rows.sql, window, rest, aggregates, sets), columns, {})
        rows = self.relation(of)
        sets = op["grouping_sets"]
        grouped = ", ".join(f"`{key}`" for key in keys if sets is None or not any(key in s for s in sets))
        if sets is not None:
            texts = ", ".join("(" + ", ".join(f"`{key}`" for key in group) + ")" for group in sets)
            grouped = f"{grouped}, grouping sets ({texts})" if grouped else f"grouping sets ({texts})"
        texts = [f"`{key}`" for key in keys] + [f"{text} as `{name}`" for name, text in aggregates.items()]
        by = f" group by {grouped}" if grouped else ""
        return Relation(f"(select {', '.join(texts)} from {rows.sql}{by})", columns, {})

    def topn(self, op: dict[str, Any]) -> Relation:
        rows = self.relation(op["input"])
        order = list(op["order_by"])
        if rows.arrives and op["rank"] == "row_number":
            order.append({"column": ARRIVAL, "direction": "asc", "nulls": None})
        macro, groups = within_window("topn", op["partition_by"])
        rank = op["rank_column"] or "_rank"
        sql = call(
            macro, rows.sql, max(op["to"], 1), partition_by=groups, order_by=order, rank=op["rank"], rank_column=rank
        )
        limited = f"(select * from {sql} where `{rank}` between {op['from'] or 1} and {op['to']})"
        return Relation(limited, rows.columns + ([rank] if op["rank_column"] else []), rows.types, rows.arrives)

    def deduplicate(self, op: dict[str, Any]) -> Relation:
        rows = self.relation(op["input"])
        last = op["keep"] == "last"
        # With equal times, the first row to arrive wins a `last`: it is the last one in the order.
        arrival = f"{ARRIVAL} desc" if last and op["ties"] == "first_arrived" else ARRIVAL
        order = [] if op["order"] == "arrival" else [op["order"]]
        macro, keys = within_window("deduplicate", op["keys"])
        order += [arrival] if rows.arrives else []
        sql = call(macro, rows.sql, partition_by=keys, order_by=order, keep=op["keep"])
        return Relation(sql, rows.columns, rows.types, rows.arrives)

    def join(self, op: dict[str, Any]) -> Relation:
        sides = [
            self.project(side, keep_window=op["window"]) if side["kind"] == "project" else self.relation(side)
            for side in (op["left"], op["right"])
        ]
        left, right = sides
        one_sided = op["how"] in ("semi", "anti")
        names = left.columns + ([] if one_sided else [name for name in right.columns if name not in left.columns])
        columns = [f"{'l' if name in left.columns else 'r'}.`{name}`" for name in names]
        if op["window"]:
            pairs = [tuple(pair) for pair in op["keys"]]
            sql = call("window_join", left.sql, right.sql, pairs, op["how"], columns)
        else:
            tests = " and ".join(f"l.`{a}` = r.`{b}`" for a, b in op["keys"]) or "true"
            how = ("left " if one_sided else "") + op["how"]
            sql = f"(select {', '.join(columns)} from {left.sql} as l {how} join {right.sql} as r on {tests})"
        return Relation(sql, names, left.types | right.types)

    def asof_join(self, op: dict[str, Any]) -> Relation:
        left, right = self.relation(op["left"]), self.relation(op["right"])
        wanted = [name for name in right.columns if name not in left.columns]
        arrival = f"{ARRIVAL} desc" if op["ties"] == "first_arrived" else ARRIVAL
        changelog = self.tables.get(op["right"].get("table"), {}).get("changelog")
        sql = call(
            "as_of_join",
            left.sql,
            right.sql,
            [tuple(pair) for pair in op["keys"]],
            op["left_time"],
            [op["right_time"], arrival] if right.arrives else op["right_time"],
            op["how"],
            columns=wanted,
            **({"row_kind": KIND} if changelog else {}),
            **({"condition": op["extra"]} if op.get("extra") else {}),
        )
        return Relation(sql, left.columns + wanted, left.types | right.types, left.arrives)

    def interval_join(self, op: dict[str, Any]) -> Relation:
        left, right = self.relation(op["left"]), self.relation(op["right"])
        wanted = [name for name in right.columns if name not in left.columns]
        sql = call(
            "interval_join",
            left.sql,
            right.sql,
            [tuple(pair) for pair in op["keys"]],
            op["left_time"],
            op["right_time"],
            op["lower"],
            op["upper"],
            op["how"],
            columns=wanted,
        )
        return Relation(sql, left.columns + wanted, left.types | right.types, left.arrives)

    def fillna(self, op: dict[str, Any]) -> Relation:
        rows = self.relation(op["input"])
        types = {name: rows.types[name] for name in op["values"]}
        return Relation(call("fillna", rows.sql, op["values"], types), rows.columns, rows.types, rows.arrives)

    def dropna(self, op: dict[str, Any]) -> Relation:
        rows = self.relation(op["input"])
        sql = call("dropna", rows.sql, thresh=op["thresh"], columns=op["columns"])
        return Relation(sql, rows.columns, rows.types, rows.arrives)

    def replace(self, op: dict[str, Any]) -> Relation:
        """``values`` is {from: to} or a list of [from, to] pairs; JSON's object keys are always text."""
        rows = self.relation(op["input"])
        types = {name: rows.types[name] for name in op["columns"]}
        pairs = op["values"].items() if isinstance(op["values"], dict) else op["values"]
        numeric = all(kind not in ("string", "boolean") for kind in types.values())
        mapping = {json.loads(a) if numeric and isinstance(a, str) else a: b for a, b in pairs}
        return Relation(call("replace", rows.sql, mapping, types), rows.columns, rows.types, rows.arrives)


def within_window(macro: str, keys: list[str]) -> tuple[str, list[str]]:
    """The window form of a macro, and the other keys, when the keys hold a window."""
    if set(WINDOW[:2]) <= set(keys):
        return f"window_{macro}", [key for key in keys if key not in WINDOW[:2]]
    return macro, keys


def answer(value: Any, field: StructField, flink_type: str) -> Any:
    """A value in the form of the recorded results. Numbers are compared by value, not by type."""
    if isinstance(field.dataType, TimestampType) and value is not None:
        value = datetime(1970, 1, 1, tzinfo=timezone.utc) + timedelta(microseconds=value)
    if isinstance(value, datetime):
        digits = int(flink_type.partition("(")[2].partition(")")[0] or 6)
        text = value.strftime("%Y-%m-%dT%H:%M:%S").zfill(19) + (f".{value.microsecond:06d}" + "000")[: digits + 1]
        return (text if digits else text[:19]) + ("Z" if value.tzinfo else "")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, (bytes, bytearray)):
        return value.hex()
    return number(value, flink_type)


def number(value: Any, flink_type: str) -> Any:
    """One form for a value that two engines may write differently (4, 4.0, '4.00'); other values unchanged."""
    if isinstance(value, bool) or value is None:
        return value
    if flink_type.startswith("DECIMAL"):
        return Decimal(str(value)).normalize() + 0
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else ("Infinity" if value > 0 else "-Infinity")
    return value


def collect(frame: DataFrame, kinds: list[str]) -> Iterator[tuple[Any, ...]]:
    """The rows in the form of the recorded results; timestamps are read as microseconds, without time zones."""
    fields = frame.schema.fields
    texts = [f"unix_micros(`{f.name}`)" if isinstance(f.dataType, TimestampType) else f"`{f.name}`" for f in fields]
    for row in frame.selectExpr(*texts).collect():
        yield tuple(answer(value, field, kind) for value, field, kind in zip(row, fields, kinds, strict=True))


def run(spark: SparkSession, recorded: dict[str, Any]) -> list[str]:
    """Runs one case and returns the differences from Flink's rows."""
    case, result = Case(recorded["case"]), recorded["result"]
    spark.conf.set("spark.sql.session.timeZone", case.zone)
    for name, table in case.tables.items():
        spark.sql(table_sql(table)).createOrReplaceTempView(name)
    kinds = [kind for _, kind in result["columns"]]
    names = ", ".join(f"`{name}`" for name in case.op["output"])
    frame = spark.sql(f"select {names} from {case.relation(case.op).sql}")
    ours = Counter(collect(frame, kinds))
    flinks = Counter(tuple(map(number, row, kinds)) for row in result["rows"])
    return [f"missing    {list(row)} x{n}" for row, n in (flinks - ours).items()] + [
        f"unexpected {list(row)} x{n}" for row, n in (ours - flinks).items()
    ]


def no_answer(recorded: dict[str, Any]) -> bool:
    """Whether there is no answer to compare with; see the docstring of this module."""
    case = recorded["case"]
    drops_late_rows = case["mode"] == "streaming" and case["op"]["kind"] not in KEEP_LATE
    return bool(
        recorded["result"]["error"]
        or "note" in case["op"]
        or "bug" in case["name"]
        or (drops_late_rows and case["name"].startswith("late_rows"))
    )


def session() -> SparkSession:
    """A local Spark for many small queries."""
    os.environ["TZ"] = "UTC"
    spark = (
        SparkSession.builder.master("local[1]")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config(map=SETTINGS)
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("OFF")
    return spark


def main(files: list[str]) -> int:
    """Runs every case of every file; returns the exit code."""
    if not files:
        sys.exit("usage: python tests/golden/flink.py FILE...")
    recorded = [one for file in files for one in json.loads(Path(file).read_text())]
    passed = failed = skipped = 0
    spark = session()
    for one in recorded:
        if no_answer(one):
            skipped += 1
            continue
        try:
            differences = run(spark, one)
        except Exception as error:
            # A case that raises counts as failed, and the others still run.
            differences = ["".join(traceback.format_exception_only(error)).strip()]
        if differences:
            failed += 1
            print(f"FAILED {one['case']['name']} ({one['case']['mode']})", *differences, sep="\n    ")
        else:
            passed += 1
    spark.stop()
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
