"""Replays recorded answers of Apache Flink's change formats with the package's macros, on tables of both formats.

    python tests/golden/flink_cdc.py [--format iceberg|delta] FILE...

A case is a file of messages, which become rows of a table, or a statement with FROM_CHANGELOG or TO_CHANGELOG. The
changes must be those of Flink in the same order, as text, or an error where Flink has one. Prints every difference; the
last line is ``N passed, N failed, N skipped``, and the exit code is 1 when a case failed.

A case is skipped, with its reason, when it has a message that Flink refuses or drops and `cdc` reads (docs/cdc.md), or
when Flink could not parse the statement.
"""

from __future__ import annotations

import argparse
import functools
import json
import re
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

from flink import spark_type
from formats import BOTH, CATALOGS
from harness import MacroError
from macros_on_spark import macros_on
from spark_settings import FIRST_COMPILER, open_session

Row = list[Any]
FLINK_OPTIONS = {
    "ignore-parse-errors": ("ignore_parse_errors", lambda text: text == "true"),
    "schema-include": ("schema_include", lambda text: True if text == "true" else None),
    "timestamp-format.standard": ("timestamp_format", str),
    "table.include": ("table_include", str),
    "database.include": ("database_include", str),
}
NUMBERS = ("date", "timestamp")


def as_flink_prints(column: str, flink_type: str) -> str:
    """A column as the text that Flink's CAST to STRING gives."""
    if flink_type.startswith("timestamp"):
        digits = int(flink_type.partition("(")[2].partition(")")[0] or 6)
        return f"date_format(`{column}`, 'yyyy-MM-dd HH:mm:ss{'.' + 'S' * digits if digits else ''}')"
    return f"upper(string(`{column}`))" if flink_type == "boolean" else f"string(`{column}`)"


def decoded(spark: SparkSession, table: str, number: int, case: dict[str, Any]) -> list[Row]:
    """The changes of the messages of a case, in their order."""
    options: dict[str, Any] = {"decimal_handling_mode": "string", "timestamp_format": "SQL"}
    for option, text in case["options"].items():
        name, read = FLINK_OPTIONS[option.removeprefix(case["format"] + ".")]
        options[name] = read(text)
    columns = {name: spark_type(kind.upper()) for name, kind in case["columns"]}
    messages = f"(select 'a' as file, line, value from {table} where number = {number})"
    changes = macros_on(spark)["cdc"](messages, case["format"], columns, **options)
    texts = ", ".join(as_flink_prints(name, kind) for name, kind in case["columns"])
    return [list(row) for row in spark.sql(f"select _row_kind, {texts} from {changes} order by _cdc_order").collect()]


def messages_of(case: dict[str, Any]) -> Iterator[Any]:
    """The messages of a case that are JSON."""
    for line in case["lines"]:
        try:
            yield json.loads(line)
        except ValueError:
            continue


def reason_to_differ(case: dict[str, Any]) -> str | None:
    """What `cdc` reads in the messages of a case, and Flink does not."""
    kind = case["format"]
    dates = [name for name, type in case["columns"] if type.startswith(NUMBERS)]
    for message in messages_of(case):
        if message is None:
            return "a tombstone is skipped"
        if not isinstance(message, dict):
            continue
        if kind == "debezium-json":
            if "payload" in message and "debezium-json.schema-include" not in case["options"]:
                return "the schema around a message is recognised"
            message = message.get("payload") or message
            images = [image for name in ("before", "after") if isinstance(image := message.get(name), dict)]
            if any(isinstance(image.get(name), int) for image in images for name in dates):
                return "dates and times can be numbers"
        if message.get({"debezium-json": "op"}.get(kind, "type")) in OTHERS.get(kind, ()):
            return "a message about no row is skipped"
        if kind == "maxwell-json" and message.get("type") == "bootstrap-insert":
            return "the rows of a bootstrap are inserts"
        if kind == "canal-json" and len({tuple(old or ()) for old in message.get("old") or []}) > 1:
            return "each row of a message has former values of its own"
    return None


OTHERS = {
    "debezium-json": ("m",),
    "canal-json": ("ALTER", "CINDEX", "DINDEX", "ERASE", "QUERY", "RENAME"),
    "maxwell-json": (
        *("bootstrap-start", "bootstrap-complete", "table-create", "table-alter", "table-drop"),
        *("database-create", "database-alter", "database-drop"),
    ),
}


def called(spark: SparkSession, sql: str) -> tuple[str, list[Row]]:
    """The name of the function that a statement calls, and the changes that the macro of this name gives."""
    name, table = re.findall(r"(FROM_CHANGELOG|TO_CHANGELOG)\(input => TABLE (\w+)", sql)[0]
    arguments: dict[str, Any] = {}
    for column in re.findall(r"DESCRIPTOR\((\w+)\)", sql):
        arguments["op"] = column
    for mapping in re.findall(r"MAP\[(.*?)\]", sql):
        words = re.findall(r"'(.*?)'", mapping)
        arguments["op_mapping"] = dict(zip(words[::2], words[1::2], strict=True))
    for handling in re.findall(r"error_handling => '(\w+)'", sql):
        arguments["error_handling"] = handling
    if name == "TO_CHANGELOG":
        table = f"(select *, '+I' as _row_kind from {table})"
    query = f"select * from {macros_on(spark)[name.lower()](table, **arguments)}"
    frame = spark.sql(query)
    names = [column for column in frame.columns if column != "_row_kind"]
    kind = "_row_kind" if name == "FROM_CHANGELOG" else "'+I'"
    texts = ", ".join(f"string(`{column}`)" for column in names)
    return name, [list(row) for row in frame.selectExpr(kind, *texts.split(", ")).collect()]


def statement(spark: SparkSession, recorded: dict[str, Any]) -> list[Row]:
    """The answer to a statement with FROM_CHANGELOG or TO_CHANGELOG."""
    for ddl in recorded["ddl"]:
        spark.sql(ddl.replace("create temporary view", "create or replace temporary view"))
    return called(spark, recorded["sql"])[1]


def reason_to_skip(recorded: dict[str, Any]) -> str | None:
    """Why there is no answer to compare a statement with."""
    error = recorded["error"] or ""
    if "PARTITION BY" in error:
        return "Flink does not parse the statement"
    if "must include UPDATE_BEFORE" in error:
        return "a mapping without UPDATE_BEFORE is allowed"
    if "error_handling => 'SKIP'" in recorded["sql"] and error:
        return "rows with an unknown code are skipped"
    if any(" group by " in ddl for ddl in recorded["ddl"]):
        return "a streaming query changes with each row"
    return None


def judge(answer: Callable[[], list[Row]], flink: dict[str, Any], reason: str | None) -> tuple[list[str], str | None]:
    """The differences of an answer from Flink's, and the reason if there may be some."""
    try:
        rows = answer()
        error = None
    except (PySparkException, MacroError) as raised:
        rows, error = [], str(raised).splitlines()[0]
    wanted = [list(row) for row in flink["rows"]]
    if (flink["error"] and error) or (not flink["error"] and not error and rows == wanted):
        return [], None
    if reason:
        return ([f"fails: {error}"] if error else []), reason
    if flink["error"]:
        return [f"ran, but Flink fails with: {flink['error']}", *map(str, rows)], None
    if error:
        return [f"fails: {error}"], None
    return [f"Flink has {row}" for row in wanted if row not in rows] + [
        f"ours has  {row}" for row in rows if row not in wanted
    ] or ["the order differs"], None


def load(spark: SparkSession, format: str, cases: list[dict[str, Any]], schema: str = "flink_cdc") -> str:
    """A table of a format with the messages of cases, each with its line."""
    table = f"{CATALOGS[format]}.{schema}.messages"
    spark.sql(f"create schema if not exists {CATALOGS[format]}.{schema}")
    spark.sql(f"create or replace table {table} (number int, line bigint, value string) using {format}")
    rows = [
        (number, position, text)
        for number, one in enumerate(cases)
        for position, text in enumerate(one["case"]["lines"] if "case" in one else [])
    ]
    if rows:
        spark.createDataFrame(rows, "number int, line bigint, value string").writeTo(table).append()
    return table


def replay(spark: SparkSession, table: str, cases: list[dict[str, Any]]) -> Iterator[tuple[str, list[str], str | None]]:
    """The name of each case, its differences, and the reason to skip it."""
    for number, one in enumerate(cases):
        if "case" in one:
            case = one["case"]
            answer = functools.partial(decoded, spark, table, number, case)
            yield case["name"], *judge(answer, one["result"], reason_to_differ(case))
        else:
            answer = functools.partial(statement, spark, one)
            skipped = reason_to_skip(one)
            yield one["name"], *(([], skipped) if skipped else judge(answer, one, None))


def read(files: Iterable[Path]) -> list[dict[str, Any]]:
    """The cases of files. A statement may need the views of those before it, which a file has once."""
    return [one for file in files for one in json.loads(file.read_text())]


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description="Replay recorded answers of Flink's change formats.")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--format", choices=BOTH, help="only on tables of this format")
    arguments = parser.parse_args()
    cases = read(arguments.files)
    failed: dict[int, str] = {}
    skipped: dict[int, str] = {}
    with tempfile.TemporaryDirectory() as folder:
        spark = open_session(Path(folder), **FIRST_COMPILER, **{"spark.sql.session.timeZone": "UTC"})
        for format in [arguments.format] if arguments.format else BOTH:
            table = load(spark, format, cases)
            for number, (name, differences, reason) in enumerate(replay(spark, table, cases)):
                if differences:
                    failed[number] = name
                    print(f"FAILED {name} ({format})", *differences, sep="\n    ", flush=True)
                elif reason:
                    skipped[number] = f"{name}: {reason}"
    skipped = {number: text for number, text in skipped.items() if number not in failed}
    print(*(f"SKIPPED {text}" for text in skipped.values()), sep="\n")
    print(f"{len(cases) - len(failed) - len(skipped)} passed, {len(failed)} failed, {len(skipped)} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
