"""Messages with values of any form: parsed with the types of their columns, they give the same rows as when each value
is parsed as text."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from pyspark.sql import SparkSession

from harness import Macro
from macros_on_spark import macros_on

# Each column with its type and a value that fits.
COLUMNS: dict[str, tuple[str, Any]] = {
    "id": ("int", 7),
    "tiny": ("tinyint", 3),
    "big": ("bigint", 10**12),
    "real": ("float", 1.5),
    "double": ("double", 2.25),
    "price": ("decimal(10,2)", "12.50"),
    "wide": ("decimal(38,10)", "1234.5"),
    "paid": ("boolean", True),
    "note": ("string", "text"),
    "day": ("date", 19000),
    "at": ("timestamp", "2024-01-01T10:00:00Z"),
    "local": ("timestamp_ntz", 1700000000000000),
    "bytes": ("binary", "AQI="),
    "list": ("array<int>", [1, 2]),
    "pair": ("struct<a:int,b:string>", {"a": 1, "b": "x"}),
    "map": ("map<string,int>", {"k": 1}),
}
NUMBERS = [5, 5.0, 1e3, -0.0, 2.5, 0.1, 300, -129, 12345678901234567890, 10**41, 1.7976931348623157e308, 1700000000000]
TEXTS = ["", " ", " 7", "7 ", "5", "5.0", "-0", "1,5", "1e2", "0x1F", "abc", "é😀", "null", "true", "TRUE", "f", "NaN"]
TEXTS += ["AQ==", "2024-01-01", "2024-01-01 10:00:00", "2024-01-01T10:00:00+02:00", "10:00", "Infinity"]
NESTED = [[], {}, [1, "2"], [None], ["x"], [[1]], {"a": 1}, {"a": "1"}, {"a": 1, "b": 2, "c": 3}, {"k": None}]
ANY = [None, True, *NUMBERS, *TEXTS, *NESTED]


class Messages:
    """Writes messages; each has some values that may not fit."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def row(self, wrong: int) -> dict[str, Any]:
        found = {name: value for name, (_, value) in COLUMNS.items()}
        for name in self.chance.sample(list(COLUMNS), wrong):
            found[name] = self.chance.choice(ANY)
        if wrong and self.chance.random() < 0.1:
            found.pop(self.chance.choice(list(COLUMNS)))
        return found

    def debezium(self, number: int, wrong: int) -> str:
        op = self.chance.choice("cudr")
        found = {
            "before": self.row(wrong) if op in "ud" else None,
            "after": self.row(wrong) if op != "d" else None,
            "source": {"db": "shop", "table": "orders", "lsn": number * 10},
            "op": op if not wrong or self.chance.random() < 0.9 else self.chance.choice(ANY),
        }
        if wrong and self.chance.random() < 0.1:
            found[self.chance.choice(["before", "after"])] = self.chance.choice(ANY)
        return self.text(found, wrong)

    def flat(self, number: int, wrong: int) -> str:
        op = self.chance.choice("cudr" if not wrong else "cudrx")
        return self.text(self.row(wrong) | {"__op": op, "__deleted": "false", "__lsn": number * 10}, wrong)

    def ogg(self, number: int, wrong: int) -> str:
        op = self.chance.choice("IUD")
        before, after = (self.row(wrong) if op in kinds else None for kinds in ("UD", "IU"))
        found = {"table": "S.ORDERS", "op_type": op, "pos": f"{number:020d}", "before": before, "after": after}
        return self.text(found, wrong)

    def text(self, message: dict[str, Any], wrong: int) -> str:
        """The message as text, which need not be one of JSON."""
        text = json.dumps(message, ensure_ascii=self.chance.random() < 0.5)
        if wrong and self.chance.random() < 0.1:
            others = [
                text + "}",
                text + " x",
                text[:-1],
                f"[{text}]",
                "\n" + text,
                text.replace('"id"', '"id":1,"id"', 1),
            ]
            return self.chance.choice([*others, "null", "{}", "", '"x"'])
        return text


def one_by_one(macros: dict[str, Macro], patch: pytest.MonkeyPatch, decoder: str) -> None:
    """Lets no message be parsed with the types of its columns."""
    made = macros[decoder]
    patch.setitem(macros, decoder, lambda *arguments: dict(made(*arguments), is_direct=False))  # type: ignore[arg-type]


@pytest.mark.extended
@pytest.mark.parametrize(
    "units", [{"timestamp_unit": "micros", "decimal_handling_mode": "string"}, {}], ids=["told", ""]
)
@pytest.mark.parametrize(
    ("format", "decoder", "write"),
    [
        ("debezium-json", "_debezium_json_cdc", Messages.debezium),
        ("debezium-flat-json", "_debezium_flat_json_cdc", Messages.flat),
        ("ogg-json", "_ogg_json_cdc", Messages.ogg),
    ],
)
def test_both_ways_to_parse_a_message_give_the_same_rows(
    spark: SparkSession,
    monkeypatch: pytest.MonkeyPatch,
    format: str,
    decoder: str,
    write: Callable[[Messages, int, int], str],
    units: dict[str, str],
) -> None:
    session = spark.newSession()
    session.conf.set("spark.sql.session.timeZone", "UTC")
    messages = Messages(len(format))
    # the first messages, which say what the values of a column are, are as the source writes them
    rows = [(0, n, write(messages, n, 0 if n < 20 else messages.chance.choice([0, 1, 1, 2, 4]))) for n in range(1000)]
    session.createDataFrame(rows, "partition int, offset bigint, value string").createOrReplaceTempView("messages")
    types = {name: type for name, (type, _) in COLUMNS.items()}
    options = {"ignore_parse_errors": True} | (units if format != "ogg-json" else {})

    queries = [str(macros_on(session)["cdc"]("(select * from messages)", format, types, **options))]
    one_by_one(macros_on(session), monkeypatch, decoder)
    queries.append(str(macros_on(session)["cdc"]("(select * from messages)", format, types, **options)))
    assert queries[0] != queries[1]
    with_types, as_text = (
        Counter(json.dumps(row.asDict(True), default=str) for row in session.sql(f"select * from {query}").collect())
        for query in queries
    )
    assert sum(with_types.values()) > len(rows) / 2
    assert with_types - as_text == as_text - with_types == Counter()
