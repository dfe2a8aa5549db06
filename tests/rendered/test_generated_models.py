"""What `generate_cdc_models` prints, without Spark. tests/engine/test_streams.py runs it and what it prints."""

from __future__ import annotations

import re

import yaml

from harness import call

SHAPE = (
    "OBJECT<amount: DECIMAL(4,2), id: BIGINT, `a, b: c`: STRING, o: OBJECT<x: BIGINT, y: ARRAY<STRING>>, "
    "t: ARRAY<BIGINT>, v: VOID>"
)
TABLE = {
    "database": "shop",
    "table": "or.ders",
    "path": "shop.or.ders",
    "columns": {"id": "int", 'a"b': "decimal(10,2)"},
    "keys": ["id"],
    "model": "my_orders",
}


def test_types_of_values_and_of_mysql() -> None:
    fields = call("_fields_of_shape", SHAPE)
    assert {name: call("_type_of_shape", shape) for name, shape in fields.items()} == {
        "amount": "double", "id": "bigint", "a, b: c": "string", "o": "variant", "t": "array<bigint>", "v": "string",
    }  # fmt: skip
    assert call("_fields_of_shape", "OBJECT<>") == {}
    assert call("_names_in_order", ["v", "id", "gone"], fields) == ["v", "id", "amount", "a, b: c", "o", "t"]
    types = ["int(11) unsigned", "decimal(10, 2)", "varchar(20)", "tinyint(1)", "datetime(6)", "BIGINT UNSIGNED", None]
    assert [call("_mysql_type", text) for text in types] == [
        "bigint", "decimal(10,2)", "string", "tinyint", "timestamp_ntz", "decimal(20,0)", None,
    ]  # fmt: skip


def test_a_model_and_its_yaml() -> None:
    """The texts of names survive Jinja and YAML, and a table is found by its whole name only."""
    model = call("_cdc_model", TABLE, "source('kafka', 'shop')", "debezium-json", "message", "key")
    for line in (
        'primary_key=["id"],',
        "tablestore.changelog(source('kafka', 'shop')),",
        '"a\\"b": "decimal(10,2)"\n',
        'value="message",',
        'database_include="shop",',
    ):
        assert line in model
    (pattern,) = re.findall(r'table_include="(.*)"', model)
    assert re.fullmatch(pattern.replace("\\\\", "\\"), "or.ders") and not re.fullmatch(pattern, "orXders")
    (described,) = yaml.safe_load(call("_cdc_yaml", [TABLE]))["models"]
    assert described["name"] == "my_orders"
    assert described["columns"] == [
        {"name": "id", "data_type": "int", "data_tests": ["not_null", "unique"]},
        {"name": 'a"b', "data_type": "decimal(10,2)"},
    ]


def test_tables_of_one_name_are_told_apart() -> None:
    tables = [dict(TABLE, table="t", path=path) for path in ("a.t", "b-2.t")] + [dict(TABLE, table="Other")]
    assert [table["model"] for table in call("_named_models", tables, "p_")] == ["p_a_t", "p_b_2_t", "p_other"]


def test_what_keeps_models_from_being_printed() -> None:
    cases = {
        "no message of shop.or.ders names its key; name the column with the key": {"keys": []},
        "the messages of shop.or.ders have different keys; write primary_keys: {shop.or.ders: [id]}": {
            "other_keys": True
        },
        "shop.or.ders has no column nr; it has id": {"keys": ["nr"]},
    }
    for problem, facts in cases.items():
        (found,) = call("_cdc_table_problems", "kafka.shop", [dict(TABLE, **facts)], "debezium-json", None)
        assert found.startswith(problem)
    (found,) = call("_cdc_table_problems", "kafka.shop", [], "canal-json", None)
    assert found.startswith("kafka.shop has no message of the format canal-json that names a table")
