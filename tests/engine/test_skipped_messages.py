"""Messages of which a part is replaced by another value: each is applied, or skipped and counted once, or filtered."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

from macros_on_spark import macros_on

COLUMNS = {"id": "int", "v": "string", "amount": "decimal(10,2)", "tags": "array<int>"}
ROW = {"id": 1, "v": "a", "amount": "1.50", "tags": [1]}
NEW = ROW | {"v": "b"}
SOURCE = {"db": "d", "table": "t", "ts_ms": 1700000000000, "lsn": 17, "sequence": '["16","17"]'}
DEBEZIUM = [
    {"op": "c", "before": None, "after": NEW, "source": SOURCE, "ts_ms": 1700000000001},
    {"op": "u", "before": ROW, "after": NEW, "source": SOURCE, "ts_ms": 1700000000001},
    {"op": "d", "before": ROW, "after": None, "source": SOURCE, "ts_ms": 1700000000001},
]
CANAL = {"database": "d", "table": "t", "es": 1, "id": 2, "ts": 3, "data": [NEW], "old": None}
SEVERAL = CANAL | {"data": [NEW, NEW | {"id": 2}]}
MAXWELL = {"database": "d", "table": "t", "ts": 1, "xid": 2, "data": NEW}
OGG = {"table": "D.T", "op_ts": "2020-01-01 00:00:00", "pos": "5"}
DMS = {"schema-name": "d", "table-name": "t", "timestamp": "2024-01-01T00:00:00Z", "transaction-id": 5}
MESSAGES: dict[str, list[dict[str, Any]]] = {
    "debezium-json": DEBEZIUM,
    "debezium-json, in envelopes": [{"schema": {"type": "struct"}, "payload": message} for message in DEBEZIUM],
    "debezium-flat-json": [
        NEW | {"__op": op, "__deleted": deleted, "__db": "d", "__table": "t", "__source_ts_ms": 5, "__lsn": 7}
        for op, deleted in (("c", "false"), ("u", "false"), ("d", "true"))
    ],
    "canal-json": [
        CANAL | {"type": "INSERT"}, CANAL | {"type": "UPDATE", "old": [{"v": "a"}]}, CANAL | {"type": "DELETE"},
    ],
    "canal-json, of several rows": [
        SEVERAL | {"type": "INSERT"}, SEVERAL | {"type": "DELETE"},
        SEVERAL | {"type": "UPDATE", "old": [{"v": "a"}, {"tags": None}]},
    ],
    "maxwell-json": [
        MAXWELL | {"type": "insert"}, MAXWELL | {"type": "update", "old": {"v": "a"}}, MAXWELL | {"type": "delete"},
    ],
    "ogg-json": [
        OGG | {"op_type": "I", "after": NEW}, OGG | {"op_type": "U", "before": ROW, "after": NEW},
        OGG | {"op_type": "D", "before": ROW},
    ],
    "aws-dms-json": [
        {"data": NEW, "metadata": DMS | {"operation": "insert", "record-type": "data"}},
        {"data": NEW, "before-image": ROW, "metadata": DMS | {"operation": "update", "record-type": "data"}},
        {"data": NEW, "metadata": DMS | {"operation": "delete", "record-type": "data"}},
    ],
}  # fmt: skip
MISSING = object()
VALUES: list[Any] = [5, 1.5, "x", "", True, [], [1], [None], {}, {"a": 1}, None, MISSING]
# Parts that no message has, but that mean something elsewhere.
MORE = ["payload", "schema", "before", "after", "source", "data", "old"]


def paths(part: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where the parts of a message are, and the message itself."""
    yield path
    for name, inner in part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else []:
        yield from paths(inner, (*path, name))


def changed(message: dict[str, Any], path: tuple[Any, ...], value: Any) -> Any:
    """The message with another value at a place."""
    if not path:
        return value
    made = copy.deepcopy(message)
    place: Any = made
    for name in path[:-1]:
        place = place[name]
    if value is not MISSING:
        place[path[-1]] = value
    elif isinstance(place, list) or path[-1] in place:
        del place[path[-1]]
    return made


def texts(format: str) -> list[str]:
    """Each message with each part of it replaced; the first ones are as the source writes them."""
    messages = MESSAGES[format]
    made = [json.dumps(message) + " " * number for number, message in enumerate(messages * 7)]
    for message in messages:
        places = [*paths(message), *((name,) for name in MORE if name not in message)]
        found = [changed(message, path, value) for path in places for value in VALUES if path or value is not MISSING]
        made += [json.dumps(one) for one in found] + [json.dumps(message)[:-1], json.dumps(message) + "}"]
    return list(dict.fromkeys(made))


def is_nothing(text: str, format: str) -> bool:
    """Whether a message is rightly neither: a tombstone, or one of Canal with a list of no rows."""
    value = json.loads(text) if text != "" else None
    return value is None or (format.startswith("canal") and isinstance(value, dict) and value.get("data") == [])


TABLES = {
    "debezium-json": ["source", "table"], "debezium-flat-json": ["__table"], "canal-json": ["table"],
    "maxwell-json": ["table"], "ogg-json": ["table"], "aws-dms-json": ["metadata", "table-name"],
}  # fmt: skip


def is_of_table(text: str, format: str) -> bool:
    """Whether a message names the table `t`; a brace that follows it is ignored."""
    try:
        value = json.JSONDecoder().raw_decode(text)[0]
    except ValueError:
        return False
    if format.startswith("debezium") and isinstance(value, dict) and isinstance(value.get("payload"), dict):
        value = value["payload"]
    for name in TABLES[format.split(",")[0]]:
        value = value.get(name) if isinstance(value, dict) else None
    return value in ("t", "D.T")


def read_and_skipped(
    session: SparkSession, rows: list[tuple[Any, ...]], format: str, **options: Any
) -> tuple[Counter[str], Counter[str]]:
    """The texts of the messages that are applied, and those that are counted as skipped."""
    columns = "number int, value string, partition int, offset bigint"
    session.createDataFrame([(*row, 0, row[0]) for row in rows], columns).createOrReplaceTempView("messages")
    macros = macros_on(session)
    fields = "number, value, partition, offset" if options.pop("has_offsets") else "number, value"
    relation = f"(select {fields} from messages)"
    query = macros["cdc"](relation, format.split(",")[0], COLUMNS, **options, error_table="skipped")
    (skipped,) = macros["_annotations"]("skipped", query)
    count = session.sql(skipped["count"]).collect()[0][0]
    left_out = Counter(row["_message"] for row in session.sql(skipped["rows"]).collect())
    assert count == left_out.total()
    by_place = dict(rows)
    hashes = session.sql("select hex(xxhash64(value)) as h, value from messages").collect()
    by_hash = {row["h"]: row["value"] for row in hashes}
    applied = Counter[str]()
    numbers = 2 if format.startswith("canal") else 1  # those of the row and of the change in the message
    orders = [row[0].rsplit(" ", numbers) for row in session.sql(f"select _cdc_order from {query}").collect()]
    for place in {order[0] for order in orders}:
        last = place.split(" ")[-1]
        applied[by_place[int(last)] if "number, value, p" in relation else by_hash[last]] += 1
    return applied, left_out


def check(spark: SparkSession, format: str, has_offsets: bool, **options: Any) -> None:
    session = spark.newSession()
    session.conf.set("spark.sql.session.timeZone", "UTC")
    rows = list(enumerate(texts(format)))
    applied, skipped = read_and_skipped(
        session, rows, format, has_offsets=has_offsets, ignore_parse_errors=True, **options
    )
    found = {text: (applied[text] > 0) + (skipped[text] > 0) for _, text in rows}
    assert {text for text, times in found.items() if times > 1} == set(), "applied and skipped"
    neither = {text for text, times in found.items() if not times and not is_nothing(text, format)}
    if "table_include" in options:
        assert neither and {text for text in neither if is_of_table(text, format)} == set(), (
            "filtered, but of the table"
        )
        assert {text for text, times in applied.items() if times and not is_of_table(text, format)} == set()
        neither.clear()
    assert neither == set(), "neither"
    assert [text for text, times in skipped.items() if times > 1] == [], "counted twice"
    assert applied.total() > len(rows) / 4
    assert skipped.total() > len(rows) / 20
    # without the option, those that are skipped are errors
    for text in list(skipped)[:: max(1, len(skipped) // 3)]:
        with pytest.raises(PySparkException, match="the message"):
            rows_of(session, text, format, has_offsets, options)


def rows_of(session: SparkSession, text: str, format: str, has_offsets: bool, options: dict[str, Any]) -> None:
    fields = "value, 0 as partition, 1 as offset" if has_offsets else "value"
    session.createDataFrame([(text,)], "value string").createOrReplaceTempView("message")
    query = macros_on(session)["cdc"](f"(select {fields} from message)", format.split(",")[0], COLUMNS, **options)
    session.sql(f"select * from {query}").collect()


def test_a_message_of_debezium_is_read_or_skipped(spark: SparkSession) -> None:
    check(spark, "debezium-json", True, primary_key="id")


def test_a_message_of_several_rows_is_skipped_as_a_whole(spark: SparkSession) -> None:
    """Of which one has no former values, with and without a primary key, which makes an upsert of it."""
    session = spark.newSession()
    olds = [None, [], [{}], [{}, {}], [{}, None], [None, {}], [None, None], [{}, {}, {}]]
    rows = [(number, json.dumps(SEVERAL | {"type": "UPDATE", "old": old})) for number, old in enumerate(olds)]
    for key, whole in (("id", olds), (None, [[{}, {}], [{}, {}, {}]])):
        options = {"has_offsets": True, "ignore_parse_errors": True, "primary_key": key}
        applied, skipped = read_and_skipped(session, rows, "canal-json", **options)
        assert set(applied) == {text for _, text in rows if json.loads(text)["old"] in whole}
        assert skipped == Counter(text for _, text in rows if text not in applied)


OPTIONS: dict[str, dict[str, Any]] = {
    "offsets": {"has_offsets": True, "primary_key": "id", "time_column": "changed_at"},
    "no offsets": {"has_offsets": False},
    "filtered": {"has_offsets": True, "table_include": "t|T"},
}


@pytest.mark.extended
@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("format", MESSAGES)
def test_each_message_is_read_or_skipped(spark: SparkSession, format: str, options: str) -> None:
    check(spark, format, **OPTIONS[options])
