"""The SQL of change streams and their error messages, without Spark. tests/engine/test_streams.py runs it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pytest_regressions.file_regression import FileRegressionFixture

from harness import Answer, MacroError, call, namespace

SQL = Path(__file__).parent / "sql"
COLUMNS = {"id": "int", "name": "string"}
CHANGES = "(select *, '+I' as _row_kind from orders)"
CALLS: dict[str, tuple[Any, ...]] = {
    "cdc/from_changelog": ("from_changelog", "order_log", "op", {"c, r": "INSERT", "u": "UPDATE_AFTER", "d": "DELETE"}),
    "cdc/from_changelog_skip": ("from_changelog", "order_log", "kind", None, "skip"),
    "cdc/from_changelog_errors": ("from_changelog", "order_log", "kind", {"c": "INSERT"}, "skip", "lake.ops.errors"),
    "cdc/to_changelog": ("to_changelog", CHANGES),
    "cdc/to_changelog_mapped": ("to_changelog", CHANGES, "k", {"INSERT, UPDATE_AFTER": "up", "DELETE": "down"}),
    "cdc/debezium_json": ("cdc", "messages", "debezium-json", COLUMNS),
    "cdc/canal_json": ("cdc", "messages", "canal-json", COLUMNS),
}
WRONG: dict[str, tuple[tuple[Any, ...], list[str]]] = {
    "a mapping that is none": (
        ("from_changelog", "t", "op", ["c"]),
        ["op_mapping: '['c']' is not accepted; write {'c, r': 'INSERT', 'd': 'DELETE'}"],
    ),
    "wrong words and codes": (
        ("from_changelog", "t", " ", {"c": "INSERT", "c, d": "DELET"}, "log"),
        [
            "error_handling: 'log' is not accepted; write 'fail' or 'skip'",
            "op_mapping: 'DELET' is not accepted; write INSERT, UPDATE_BEFORE, UPDATE_AFTER, DELETE, did you mean",
            "op_mapping: 'c' has two meanings; remove one of them",
            "op: ' ' is not accepted; write the name of the column with the operation",
        ],
    ),
    "a table for what is not left out": (
        ("from_changelog", "t", "op", None, "fail", "errors"),
        ["error_table: nothing is left out without error_handling='skip': add it, or remove error_table"],
    ),
    "to_changelog": (
        ("to_changelog", CHANGES, None, {"INSERT, insert": "i", "UPSERT": "u"}),
        [
            "op_mapping: 'INSERT' has two codes; remove one of them",
            "op_mapping: 'UPSERT' is not accepted; write INSERT, UPDATE_BEFORE, UPDATE_AFTER, DELETE",
            "op: 'None' is not accepted; write a name for the column with the operation",
        ],
    ),
    "a mapping of to_changelog that is none": (
        ("to_changelog", CHANGES, "op", "INSERT"),
        ["op_mapping: 'INSERT' is not accepted; write {'INSERT, UPDATE_AFTER': 'upsert', 'DELETE': 'delete'}"],
    ),
}


@pytest.mark.parametrize("name", CALLS)
def test_sql(name: str, file_regression: FileRegressionFixture) -> None:
    macro, *arguments = CALLS[name]
    file_regression.check(call(macro, *arguments) + "\n", fullpath=SQL / f"{name}.sql")


@pytest.mark.parametrize("name", WRONG)
def test_wrong_arguments_are_named_together(name: str) -> None:
    (macro, *arguments), problems = WRONG[name]
    with pytest.raises(MacroError) as raised:
        call(macro, *arguments)
    message = str(raised.value)
    assert message.startswith(f"tablestore.{macro}(")
    assert [problem for problem in problems if problem not in message] == [], message
    assert message.count("\n  - ") == len(problems), message


def envelope(**fields: tuple[str, str, dict[str, str]]) -> dict[str, Any]:
    """A schema of Debezium: the type, the name and the parameters of each column of `after`."""
    columns = [
        {
            "field": name,
            "type": type,
            "name": f"{'org.apache.kafka.connect.data' if parameters else 'io.debezium.time'}.{kind}",
        }
        | {"parameters": parameters}
        for name, (type, kind, parameters) in fields.items()
    ]
    return {"fields": [{"field": "after", "fields": columns}]}


def test_the_schemas_of_a_run_become_one() -> None:
    """A new column is added, a type becomes wider whichever message comes first, and a dropped column stays."""
    sample: dict[str, Any] = {"columns": {}, "facts": {}, "conflicts": {}}
    decimal = {"scale": "2", "connect.decimal.precision": "10"}
    wide = {"scale": "2", "connect.decimal.precision": "12"}
    call(
        "_read_envelope",
        envelope(id=("int32", "", {}), a=("bytes", "Decimal", decimal), gone=("string", "", {})),
        sample,
        "debezium-json",
    )
    later = envelope(id=("int64", "", {}), a=("bytes", "Decimal", wide), new=("string", "", {}))
    call("_read_envelope", later, sample, "debezium-json")
    call("_read_envelope", envelope(id=("int32", "", {}), a=("bytes", "Decimal", decimal)), sample, "debezium-json")
    columns = {"id": "bigint", "a": "decimal(12,2)", "gone": "string", "new": "string"}
    assert (sample["columns"], sample["conflicts"]) == (columns, {})


@pytest.mark.parametrize("order", [("10", "40"), ("40", "10")])
def test_a_decimal_that_no_decimal_holds_is_the_wider_one(order: tuple[str, str]) -> None:
    sample: dict[str, Any] = {"columns": {}, "facts": {}, "conflicts": {}}
    for precision in (*order, "12"):
        decimal = {"scale": "2", "connect.decimal.precision": precision}
        call("_read_envelope", envelope(a=("bytes", "Decimal", decimal)), sample, "debezium-json")
    facts = {"a": {"type": "string", "scale": 2, "text": "decimal"}}
    assert sample == {"columns": {"a": "string"}, "facts": facts, "conflicts": {}}
    call("_read_envelope", envelope(a=("string", "", {})), sample, "debezium-json")
    assert list(sample["conflicts"]) == ["a"], "text is no decimal"


def test_a_decimal_can_have_a_larger_scale_than_digits() -> None:
    """As numeric(2,5) of PostgreSQL, which Spark does not have."""
    for precision, scale, type in (("2", "5", "decimal(5,5)"), ("2", "38", "decimal(38,38)"), ("2", "40", "string")):
        sample: dict[str, Any] = {"columns": {}, "facts": {}, "conflicts": {}}
        decimal = {"scale": scale, "connect.decimal.precision": precision}
        call("_read_envelope", envelope(a=("bytes", "Decimal", decimal)), sample, "debezium-json")
        assert sample["columns"] == {"a": type}


@pytest.mark.parametrize(
    ("table", "database_include", "table_include", "counts"),
    [
        ("SHOP.APP$ORDERS", None, None, True),
        ("SHOP.APP$ORDERS", "SHOP", r"APP\$ORDERS|OTHER", True),
        ("SHOP.APP$ORDERS", None, "OTHER", False),
        ("SHOP.APP$ORDERS", "OTHER", None, False),
    ],
)
def test_updates_of_goldengate_count_for_the_tables_that_are_read(
    table: str, database_include: str | None, table_include: str | None, counts: bool
) -> None:
    sample: dict[str, Any] = {"positions": {}, "texts": {}, "rows_before": [], "updated": [], "given": {}, "clocks": []}
    message = {"table": table, "op_type": "U", "before": {"ID": 1}, "after": {"ID": 1}}
    options = {"database_include": database_include, "table_include": table_include}
    call("_read_forms", message, sample, True, options)
    assert sample["updated"] == ([{"ID": 1}] if counts else [])


def test_texts_are_made_of_columns_and_not_of_variables_of_their_name() -> None:
    types, read = {"bytes": "string", "digits": "string"}, {"bytes": "variant", "digits": "variant"}
    sample = {"facts": {name: {"type": "string", "text": "decimal"} for name in types}}
    sql = call("_as_texts", "(select 1)", types, read, {}, sample, {"time_column": None})
    for name in types:
        assert f"(c.`{name}`, '$.scale', 'int')" in sql
        assert sql.count(f"c.`{name}`") == sql.count(f"`{name}`") - 1, "only its name in the result has no alias"


def test_numbers_that_spark_rounds_have_no_text() -> None:
    """Of a decimal of more than 38 digits that the converter writes as a number; a DOUBLE is enough for 15 digits."""
    sample = {"facts": {"a": {"type": "string", "text": "decimal"}}, "texts": {}}
    assert call("_types_of_values", {"a": "string"}, sample) == {"a": "variant"}
    options = {"timestamp_unit": None, "decimal_handling_mode": None, "numbers": True, "primary_key": ["id"]}
    rounded = "schema_of_variant(i.`a`) = 'DOUBLE' and try_variant_get(i.`a`, '$', 'double') != 0"
    facts = call("_column_facts", "a", "variant", sample, options)
    checks: list[Any] = []
    value = call("_sent_value", "a", "variant", "i.`a`", {"numbers": True}, facts, options, {"a": "_unsent_1"}, checks)
    assert f"if({rounded}, null, i.`a`)" in value
    assert [text for _, text in checks] == [
        "a number in column a that Spark would round, because it has more than 38 digits or an exponent: "
        "let the converter write decimals as decimal.format=BASE64"
    ]
    problems = call("_direct_column", "a", "variant", "i", sample, options)["problems"]
    assert any(f"if({rounded}, null, i.`a`) is null" in problem for problem in problems)
    plain = {"facts": {"a": {"type": "string", "text": "decimal"}}, "texts": {}}
    for type, refused in (("decimal(38,2)", True), ("decimal(15,2)", False), ("variant", False)):
        facts = call("_column_facts", "a", type, plain, options)
        assert (rounded in call("_value_of_leaf", "i.`a`", type, True, facts, options)) == refused, type


def test_schemas_that_mean_different_things_are_refused() -> None:
    sample: dict[str, Any] = {"columns": {}, "facts": {}, "conflicts": {}}
    for scale, kind, type in (("2", "Timestamp", "int32"), ("4", "MicroTimestamp", "string")):
        amount = {"scale": scale, "connect.decimal.precision": "10"}
        fields = envelope(a=("bytes", "Decimal", amount), at=("int64", kind, {}), id=(type, "", {}))
        call("_read_envelope", fields, sample, "debezium-json")
    with pytest.raises(MacroError) as raised:
        call("_stream_columns", sample, None, {"subject": "cdc", "columns": None})
    message = str(raised.value)
    assert (
        "column a is decimal(10,2) in the schema of some messages, and decimal(10,4) in that of others: read "
        in message
    )
    assert "column at is timestamp_ntz in millis in the schema of some messages, and timestamp_ntz in micros" in message
    assert "column id is int in the schema of some messages, and string in that of others: name its type" in message
    with pytest.raises(MacroError) as raised:
        columns = {"id": "string", "at": "timestamp"}
        call("_stream_columns", sample, None, {"subject": "cdc", "columns": columns})
    assert str(raised.value).count("\n  - ") == 1 and "column at is" in str(raised.value)
    assert call("_stream_columns", sample, None, {"subject": "cdc", "columns": {"id": "string"}}) == {"id": "string"}


def look_ups(message: str, format: str, **options: Any) -> list[str]:
    """The queries that read messages while a model with a stream in order is compiled."""
    asked: list[str] = []

    def run_query(sql: str) -> list[Answer]:
        if sql.startswith("describe query"):
            types = {"partition": "int", "offset": "bigint", "key": "string", "value": "string"}
            return [Answer(col_name=name, data_type=type) for name, type in types.items()]
        asked.append(sql)
        envelope = json.dumps(json.loads(message).get("schema")) if "schema" in message else None
        return [Answer(envelope=envelope, has_position=True, value=message)] if "envelope" in sql else []

    macros = namespace(execute=True, run_query=run_query)
    macros["cdc"]("(select * from messages)", format, COLUMNS, **options)
    return [sql for sql in asked if "from (select * from messages)" in sql]


def test_what_reads_messages_besides_the_rows() -> None:
    """`docs/cdc.md` lists it: each of these reads a topic of Kafka again."""
    plain, wrapped = '{"op": "c"}', '{"schema": {"fields": []}, "payload": {"op": "c"}}'
    first = look_ups(plain, "debezium-json")
    assert len(first) == 1 and first[0].endswith(" limit 20)")
    assert look_ups(plain, "canal-json", primary_key="id", truncates="skip", ignore_parse_errors=True) == []
    cases: list[tuple[str, dict[str, Any], str]] = [
        (wrapped, {}, "select distinct get_json_object(value, '$.schema')"),
        (plain, {"primary_key": "id"}, "contains(string(`value`), '__debezium_unavailable_value')"),
        (plain, {"primary_key": "id", "truncates": "apply"}, " rlike "),
    ]
    for message, options, text in cases:
        queries = look_ups(message, "debezium-json", **options)
        assert len(queries) == 2 + ("truncates" in options)
        assert [query for query in queries[1:] if text in query], queries
