"""What `generate_cdc_models` prints, without Spark. tests/engine/test_streams.py runs it and what it prints."""

from __future__ import annotations

import re
from typing import Any

import pytest
import yaml

from harness import MacroError, call, namespace, on_plain_dbt_spark

SHAPE = (
    "OBJECT<amount: DECIMAL(4,2), id: BIGINT, `a, b: c`: STRING, o: OBJECT<x: BIGINT, y: ARRAY<STRING>>, "
    "t: ARRAY<BIGINT>, v: VOID>"
)
TABLE: dict[str, Any] = {
    "databases": ["shop"],
    "tables": ["or.ders"],
    "path": "shop.or.ders",
    "route": "shop.or.ders",
    "columns": {"id": "int", 'a"b': "decimal(10,2)", "\U00020bb7\\u": "int"},
    "keys": ["id"],
    "partitions": [],
    "model": "my_orders",
}


def test_types_of_values_and_of_mysql() -> None:
    fields = call("_fields_of_shape", SHAPE)
    assert {name: call("_type_of_shape", shape) for name, shape in fields.items()} == {
        "amount": "double", "id": "bigint", "a, b: c": "string", "o": "variant", "t": "array<bigint>", "v": "string",
    }  # fmt: skip
    assert call("_fields_of_shape", "OBJECT<>") == {}
    assert call("_names_in_order", ["v", "id", "gone"], fields) == ["v", "id", "amount", "a, b: c", "o", "t"]
    types = ["int(11) unsigned", "decimal(10, 2)", "varchar(20)", "tinyint(1)", "datetime(6)", "BIGINT UNSIGNED"]
    types += ["decimal(65,30)", None]
    assert [call("_mysql_type", text) for text in types] == [
        "bigint", "decimal(10,2)", "string", "tinyint", "timestamp_ntz", "decimal(20,0)", "string", None,
    ]  # fmt: skip


def test_a_model_and_its_yaml() -> None:
    """The texts of names survive Jinja and YAML, and a table is found by its whole name only."""
    model = call("_cdc_model", TABLE, "source('kafka', 'shop')", "debezium-json", "message", "key")
    for line in (
        'primary_key=["id"],',
        "tablestore.changelog(source('kafka', 'shop')),",
        '"a\\"b": "decimal(10,2)",\n',
        '"\U00020bb7\\\\u": "int"\n',
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
        {"name": "\U00020bb7\\u", "data_type": "int"},
    ]


def test_a_model_of_the_only_table_reads_its_tombstones() -> None:
    """These do not name their table, so `table_include` would leave them out."""
    for format, key, is_only, includes in (
        ("debezium-flat-json", "key", True, False), ("debezium-flat-json", "key", False, True),
        ("debezium-flat-json", None, True, True), ("debezium-json", "key", True, True),
    ):  # fmt: skip
        model = call("_cdc_model", TABLE, "ref('land')", format, "value", key, is_only)
        assert ("_include=" in model) == includes, (format, key, is_only)
        assert ("tombstones do not name their table" in model) != includes


OPTIONS: dict[str, Any] = {
    "prefix": "", "suffix": "", "prefix_db": {}, "suffix_db": {}, "include": None, "exclude": None,
    "table_mapping": {}, "merge_shards": False, "primary_keys": {}, "partition_keys": {},
    "type_mapping": [],
}  # fmt: skip


def found(database: str | None, table: str, columns: dict[str, str], keys: list[str]) -> dict[str, Any]:
    names = {"database": database, "table": table, "columns": columns, "keys": keys}
    return names | {"messages": 1, "other_keys": False, "owners": []}


def routed(tables: list[dict[str, Any]], **options: Any) -> tuple[dict[str, list[str]], list[str]]:
    """The tables of each model, and the problems."""
    made = call("_routed_tables", tables, OPTIONS | options)
    return {model["model"]: model["path"].split(" and ") for model in made["models"]}, made["problems"]


SHOP = [
    found("shop_1", "orders", {"id": "int", "amount": "decimal(10,2)"}, ["id"]),
    found("shop_2", "orders", {"id": "bigint", "note": "string"}, ["id"]),
    found("shop_2", "Old-Orders", {"id": "int"}, ["id"]),
    found("crm", "people_1", {"id": "int"}, ["id"]),
    found("crm", "people_2", {"id": "int"}, []),
]


def test_the_names_of_models() -> None:
    names = ["shop_1_orders", "shop_2_orders", "old_orders", "people_1", "people_2"]
    assert list(routed(SHOP)[0]) == names
    assert list(routed(SHOP, prefix="p_", suffix="_s")[0]) == [f"p_{name}_s" for name in names]
    of_databases = {"prefix": "p_", "suffix": "_s", "prefix_db": {"crm": "crm_"}, "suffix_db": {"crm": ""}}
    assert list(routed(SHOP, **of_databases)[0])[-2:] == ["crm_people_1", "crm_people_2"]
    mapping = {"table_mapping": {"shop_1[.]orders": "first"}, "prefix": "p_"}
    of_shop = ["first", "p_shop_2_orders", "p_old_orders"]
    assert list(routed(SHOP, **mapping, include="shop_.*")[0]) == of_shop
    assert list(routed(SHOP, **mapping, include="(?i)SHOP_.*", exclude="shop")[0]) == of_shop


def test_the_key_of_a_document_is_its_column() -> None:
    """A flattened message of MongoDB calls it `id`, which a document can have as well."""
    document = {"_id": "string", "id": "bigint", "name": "string"}
    for keys, columns, format, expected in (
        (["id"], document, "debezium-flat-json", ["_id"]),
        (["id"], {"id": "bigint"}, "debezium-flat-json", ["id"]),
        (["id", "name"], document, "debezium-flat-json", ["id", "name"]),
        (["id"], document, "debezium-json", ["id"]),
    ):
        assert call("_keys_of_table", keys, columns, format) == expected


@pytest.mark.parametrize(("format", "type"), [(None, "string"), ("iceberg", "string"), ("delta", "variant")])
def test_an_object_has_a_type_that_the_table_can_store(format: str | None, type: str) -> None:
    columns = {"id": "int", "o": "variant", "t": "array<string>", "variant": "struct<variant:int>"}
    macros = namespace(target={"file_format": format})
    (model,) = macros["_routed_tables"]([found("shop", "orders", columns, ["id"])], OPTIONS)["models"]
    assert model["columns"] == columns | {"o": type}
    (model,) = macros["_routed_tables"]([found("shop", "orders", {"id": "int", "at": "time(6)"}, ["id"])], OPTIONS)[
        "models"
    ]
    assert model["columns"]["at"] == "string"


def test_tables_that_become_one_model() -> None:
    merged, problems = routed(SHOP, merge_shards=True, exclude="crm.*")
    assert merged == {"orders": ["shop_1.orders", "shop_2.orders"], "old_orders": ["shop_2.Old-Orders"]}
    assert not problems
    model = call("_routed_tables", SHOP, OPTIONS | {"merge_shards": True})["models"][0]
    assert model["columns"] == {"id": "bigint", "amount": "decimal(10,2)", "note": "string"}
    assert (model["databases"], model["tables"], model["keys"]) == (["shop_1", "shop_2"], ["orders"], ["id"])
    text = call("_cdc_model", model, "ref('land')", "debezium-json", "value", None)
    assert 'database_include="shop_1|shop_2",\n    table_include="orders"' in text

    mapping = {"table_mapping": {"crm[.]people_[0-9]+": "people"}, "primary_keys": {"people": "id"}}
    merged, problems = routed(SHOP, **mapping, include="crm.*")
    assert (merged, problems) == ({"people": ["crm.people_1", "crm.people_2"]}, [])
    (model,) = call("_routed_tables", SHOP, OPTIONS | mapping | {"include": "crm.*"})["models"]
    assert (model["keys"], model["other_keys"]) == (["id"], False)
    del mapping["primary_keys"]
    (model,) = call("_routed_tables", SHOP, OPTIONS | mapping | {"include": "crm.*"})["models"]
    (problem,) = call("_cdc_table_problems", "land", [model], "debezium-json", "key")
    assert problem == (
        "the messages of crm.people_1 and crm.people_2 have different keys; write primary_keys: {people: [id]}"
    )


def test_partitions() -> None:
    """Of a table, by its whole name or its own, and of a model."""
    given = {"shop_1.orders": "days(at)", "people_1": ["id"], "old_orders": ["id", "bucket(4, id)"], "people_2": "id"}
    models = call("_routed_tables", SHOP, OPTIONS | {"partition_keys": given})["models"]
    assert [model["partitions"] for model in models] == [["days(at)"], [], ["id", "bucket(4, id)"], ["id"], ["id"]]
    model = call("_cdc_model", models[2], "ref('land')", "debezium-json", "value", None)
    assert '    primary_key=["id"],\n    partition_by=["id", "bucket(4, id)"],\n    sequence_field=' in model
    merging = {"merge_shards": True, "include": "shop.*", "partition_keys": {"orders": "id"}}
    assert call("_routed_tables", SHOP, OPTIONS | merging)["models"][0]["partitions"] == ["id"]


def test_what_keeps_tables_from_becoming_one_model() -> None:
    """All of it at once."""
    tables = [
        found("a", "orders", {"id": "int", "at": "date"}, ["id"]), found("b", "orders", {"id": "string"}, ["id"]),
        found("a", "items", {"id": "int"}, ["id"]), found("b", "people", {"id": "int"}, ["id"]),
        found("b", "crm_people", {"id": "int"}, ["id"]), found("a", "logs", {"id": "int"}, ["id"]),
    ]  # fmt: skip
    mapping = {".*[.]orders": "all_orders", "a[.]items": "things", "b[.]people": "crm_people", "x": "y", "b.logs": "z"}
    wrong = {"primary_keys": {"order": ["id"]}, "partition_keys": {"item": "id"}, "prefix_db": {"c": "c_"}}
    problems = routed(tables, table_mapping=mapping, suffix_db={"aa": ""}, **wrong)[1]
    assert problems == [
        "all_orders: column id is int in a.orders, and string in b.orders: leave one of the tables out with exclude, "
        "or write type_mapping: [to-string]",
        "b.people and b.crm_people would be one model, 'crm_people': give one of them another name with table_mapping, "
        "or make them one model with table_mapping or merge_shards",
        "table_mapping: 'x' matches no table; the tables are a.orders, b.orders, a.items, b.people, b.crm_people, "
        "a.logs",
        "table_mapping: 'b.logs' matches no table; the tables are a.orders, b.orders, a.items, b.people, "
        "b.crm_people, a.logs",
        "primary_keys: 'order' matches no table; the tables are a.orders, b.orders, a.items, b.people, b.crm_people, "
        "a.logs",
        "partition_keys: 'item' matches no table; the tables are a.orders, b.orders, a.items, b.people, "
        "b.crm_people, a.logs",
        "prefix_db: 'c' matches no database; the databases are a, b",
        "suffix_db: 'aa' matches no database; the databases are a, b",
    ]
    crossed = [found(db, table, {"id": "int"}, ["id"]) for db in ("a", "b") for table in ("t_1", "t_2")]
    assert routed(crossed, table_mapping={"a[.]t_1|b[.]t_2": "t"})[1] == [
        "t has a.t_1 and b.t_2, and would also have the rows of a.t_2: give it to the same model with table_mapping",
        "t has a.t_1 and b.t_2, and would also have the rows of b.t_1: give it to the same model with table_mapping",
    ]


def test_other_types() -> None:
    assert call("_mysql_type", "bigint(20) unsigned", ["bigint-unsigned-to-bigint"]) == "bigint"
    assert call("_mysql_type", "int(10) unsigned", ["bigint-unsigned-to-bigint"]) == "bigint"


GOOD: dict[str, Any] = {"relation": "land.landing", "format": "debezium-json"}
# Each argument with what it does not accept: other types, an empty one, an unknown name, a wrong pattern.
NO_TEXTS: list[Any] = [5, True, ["a"], [], {"a": "b"}, {}]
NO_COLUMNS = [*NO_TEXTS, "", " "]
NO_PATTERNS = [5, ["a"], {"a": "b"}, "[", "(a", "a**", "a{2,1}", "a{99999999999}", "\\"]
NO_MAPPINGS: list[Any] = ["a", 5, ["a"], {"a": 5}, {"a": ["b"]}, {"a": None}, {5: "a"}]
REFUSED: dict[str, list[Any]] = {
    "relation": [*NO_COLUMNS, None],
    "format": [*NO_COLUMNS, None, "debezium"],
    "value": NO_COLUMNS,
    "key": NO_COLUMNS,
    "prefix": NO_TEXTS,
    "suffix": NO_TEXTS,
    "prefix_db": NO_MAPPINGS,
    "suffix_db": NO_MAPPINGS,
    "include": NO_PATTERNS,
    "exclude": NO_PATTERNS,
    "table_mapping": [*NO_MAPPINGS, *({pattern: "orders"} for pattern in NO_PATTERNS[3:]), {"a": "b c"}, {"a": ""}],
    "merge_shards": ["yes", "false", 1, None, []],
    "primary_keys": ["a", 5, ["a"], *({"a": keys} for keys in (5, None, [], "", " ", [5], [["id"]], ["id", ""]))],
    "partition_keys": ["day", 5, ["day"], *({"a": columns} for columns in (5, None, [], "", [5], ["day", " "]))],
    "type_mapping": [5, "to-strings", ["to-string", "x"], {"to-string": True}, [["to-string"]]],
}


def problems_of(**arguments: Any) -> list[str]:
    with pytest.raises(MacroError) as raised:
        call("generate_cdc_models", **GOOD | arguments)
    first, *problems, last = str(raised.value).split("\n  - ")
    assert first == "generate_cdc_models:"
    assert last.startswith("write dbt run-operation generate_cdc_models --args '{")
    return problems


@pytest.mark.parametrize("argument", REFUSED)
def test_an_argument_that_is_not_accepted_is_named(argument: str) -> None:
    """With what was given, and what is accepted."""
    for given in REFUSED[argument]:
        (problem,) = problems_of(**{argument: given})
        if given in (None, "", [], {}) and argument in GOOD:
            assert problem == f"'{argument}' is missing"
            continue
        assert problem.startswith((f"{argument}: '", f"'{argument}' is ")) and "; write " in problem, problem
        parts = given if isinstance(given, (dict, list)) else []
        assert any(f"'{part}'" in problem for part in [given, *parts]), problem


def test_all_wrong_arguments_are_named_at_once() -> None:
    """Whichever of their wrong values they have."""
    for place in range(max(map(len, REFUSED.values()))):
        wrong = {name: values[place % len(values)] for name, values in REFUSED.items()}
        named = [re.match(r"'?(\w+)", problem) for problem in problems_of(**wrong)]
        assert sorted(match[1] for match in named if match) == sorted(REFUSED)
    assert problems_of(including="a")[0].startswith("'including' is not an argument; accepted are ")


def test_an_invalid_pattern_without_the_adapter() -> None:
    """Nothing there can catch an error of Python, so the first one is named."""
    with on_plain_dbt_spark(), pytest.raises(MacroError) as raised:
        call("generate_cdc_models", **GOOD, include="[", exclude="(")
    assert str(raised.value) == f"generate_cdc_models: {INVALID}"


INVALID = "include: '[' is no regular expression; write one for whole names, such as 'shop[.].*'"


def test_what_keeps_models_from_being_printed() -> None:
    cases = {
        "no message of shop.or.ders names its key; name the column with the key": {"keys": []},
        "the messages of shop.or.ders have different keys; write primary_keys: {shop.or.ders: [id]}": {
            "other_keys": True
        },
        "shop.or.ders has no column nr; it has id": {"keys": ["nr"]},
        "shop.or.ders has no column day, n; it has id": {"partitions": ["day", "days(day)", "id", "n"]},
    }
    for problem, facts in cases.items():
        (found,) = call("_cdc_table_problems", "kafka.shop", [dict(TABLE, **facts)], "debezium-json", None)
        assert found.startswith(problem)
    (found,) = call("_cdc_table_problems", "kafka.shop", [], "canal-json", None)
    assert found.startswith("kafka.shop has no message of the format canal-json that names a table")
