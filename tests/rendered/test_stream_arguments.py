"""What `cdc` refuses and warns of while a model is compiled: by its relation, its messages and its model."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest

from harness import Answer, MacroError, call, namespace
from planning import Node, columns, planned

KAFKA = {"partition": "int", "offset": "bigint", "key": "string", "value": "string"}
COLUMNS = {"id": "int", "name": "string"}
QUERY = "(select * from landing)"
TOMBSTONE = object()


def refuse(message: str, node: Any = None) -> None:
    raise MacroError(message)


class Compiled:
    """The SQL of a call of `cdc` in a model, and the warnings.

    `table` has the columns of the model's table, None if it does not exist; `described` those of the relation.
    """

    def __init__(
        self, relation: Any, format: str, columns: Any = None, *, messages: list[Any] | None = None,
        config: dict[str, Any] | None = None, described: dict[str, str] = KAFKA,
        table: dict[str, str] | None = None, finds: str = "nothing", resource_type: str = "model",
        tables: tuple[str, ...] = (), **options: Any,
    ) -> None:  # fmt: skip
        self.warnings: list[str] = []
        texts = [None if message is TOMBSTONE else json.dumps(message) for message in messages or []]
        envelopes = [
            json.dumps(message["schema"]) if isinstance(message, dict) and "schema" in message else None
            for message in messages or []
        ]

        def run_query(sql: str) -> list[Answer]:
            if sql.startswith("describe query"):
                types = (table or {}) if "model_table" in sql else described
                return [Answer(col_name=name, data_type=type) for name, type in types.items()]
            if tables and "select distinct concat_ws('.', " in sql:
                return [Answer(found=name) for name in tables]
            if "as envelope" in sql:
                rows = [
                    Answer(envelope=schema, has_position=True, value=text)
                    for schema, text in zip(envelopes, texts, strict=True)
                    if text is not None or "string(`value`) is not null" not in sql
                ]
                return [row for row in rows if row.values["envelope"]] if "distinct" in sql else rows
            return [Answer(found=1)] if finds in sql else []

        more: dict[str, Any] = {}
        if config is not None:
            names = {"schema": "main", "database": "lake", "alias": "model_table", "name": "model_table"}
            more["model"] = Node(
                config=Node(materialized="incremental", **config), columns={}, unique_id="model.p.model_table",
                resource_type=resource_type,
                **names,
            )  # fmt: skip
            more["api"] = SimpleNamespace(Relation=SimpleNamespace(create=lambda **_: Table(table)))
        macros = namespace(
            execute=True,
            run_query=run_query,
            load_relation=lambda relation: None if getattr(relation, "columns", 1) is None else relation,
            exceptions=SimpleNamespace(
                raise_compiler_error=refuse, warn=lambda message, node=None: self.warnings.append(message) or ""
            ),
            **more,
        )
        self.sql: str = macros["cdc"](relation, format, columns, **options)


class Table:
    """The table of the model."""

    is_cte = False

    def __init__(self, columns: dict[str, str] | None) -> None:
        self.columns = columns

    def __str__(self) -> str:
        return "lake.main.model_table"


class Ephemeral:
    """An ephemeral model, or the rows of a unit test."""

    is_cte, identifier = True, "__dbt__cte__landing"

    def __str__(self) -> str:
        return self.identifier


def refused(*arguments: Any, **options: Any) -> str:
    with pytest.raises(MacroError) as raised:
        Compiled(*arguments, **options)
    return str(raised.value)


@pytest.mark.parametrize("relation", ["messages", Ephemeral()], ids=["CTE", "ephemeral"])
def test_what_needs_the_columns_of_the_relation_is_not_lost_silently(relation: Any) -> None:
    """The columns of a common table expression cannot be looked up."""
    advice = "the columns of a common table expression or an ephemeral model are not known: pass a query or a table"
    needs: list[tuple[str, dict[str, Any], str]] = [
        ("debezium-json", {}, "columns"),
        ("canal-json", {"columns": COLUMNS, "order": ["lsn"]}, "order"),
        ("debezium-json", {"columns": COLUMNS, "primary_key": "id", "truncates": "apply"}, "truncates='apply'"),
        ("debezium-flat-json", {"columns": COLUMNS, "primary_key": "id", "key": "key"}, "key"),
    ]
    for format, options, given in needs:
        assert f"- {given}: {advice}" in refused(relation, format, **options)
    for format in ("debezium-json", "canal-json"):
        (warning,) = Compiled(relation, format, COLUMNS, primary_key="id", key="key").warnings
        assert "so changes are ordered by their position in the source, no schema" in warning
        assert warning.endswith("no value is kept that was not sent: pass a query or a table")
    assert Compiled(QUERY, "debezium-json", COLUMNS).warnings == []


def test_the_rows_of_a_unit_test_have_no_known_columns() -> None:
    """And who writes one cannot change that."""
    options: dict[str, Any] = {"primary_key": "id", "order": ["offset"], "truncates": "apply", "key": "key"}
    found = Compiled(Ephemeral(), "debezium-flat-json", COLUMNS, config={}, resource_type="unit_test", **options)
    assert found.warnings == [] and "__dbt__cte__landing" in found.sql


def test_a_row_with_a_column_named_ddl_has_a_schema() -> None:
    price = {"field": "price", "type": "bytes", "name": "org.apache.kafka.connect.data.Decimal"}
    price |= {"parameters": {"scale": "2", "connect.decimal.precision": "12"}}
    fields = [price, {"field": "ddl", "type": "string"}]
    message = {"schema": {"type": "struct", "fields": fields}, "payload": {"price": "BM4=", "ddl": "create"}}
    assert "decimal(12,2)" in Compiled(QUERY, "debezium-flat-json", messages=[message]).sql
    more = [{"field": name, "type": "string"} for name in ("databaseName", "tableChanges")]
    message["schema"] = {"type": "struct", "fields": fields + more}
    assert "the messages have no schema" in refused(QUERY, "debezium-flat-json", messages=[message])


def test_the_schema_of_a_message_about_no_row_has_no_columns() -> None:
    """Those of logical messages, heartbeats and transactions have fields that would be columns of the table."""
    row = {"name": "s.orders.Value", "fields": [{"field": "id", "type": "int32"}, {"field": "after", "type": "string"}]}
    messages: dict[str, list[Any]] = {
        "debezium-json": [{"schema": {"fields": [row | {"field": "after"}]}, "payload": {"op": "c"}}],
        "debezium-flat-json": [{"schema": row, "payload": {"id": 1}}],
    }
    others = {
        "postgresql.MessageValue": ["op", "ts_ms", "source", "message"],
        "common.Heartbeat": ["ts_ms"],
        "common.TransactionMetadataValue": ["status", "id", "event_count"],
    }
    more = [
        {
            "schema": {
                "name": f"io.debezium.connector.{name}",
                "fields": [{"field": field, "type": "string"} for field in fields],
            },
            "payload": dict.fromkeys(fields),
        }
        for name, fields in others.items()
    ]
    for format, rows in messages.items():
        expected = Compiled(QUERY, format, messages=rows).sql
        assert "`after`" in expected
        assert Compiled(QUERY, format, messages=rows + more).sql == expected


def test_values_are_texts_before_they_meet_those_of_the_table() -> None:
    """A set operation of a text and a decimal is one of floating-point numbers."""
    fields = [{"field": "id", "type": "bytes", "name": "org.apache.kafka.connect.data.Decimal"}]
    fields[0] |= {"parameters": {"scale": "0", "connect.decimal.precision": "20"}}  # type: ignore[dict-item]
    after = {"field": "after", "type": "struct", "fields": fields}
    message = {"schema": {"type": "struct", "fields": [after]}, "payload": {"op": "c", "after": {"id": "AQ=="}}}
    found = Compiled(
        QUERY, "debezium-json", {"id": "string"}, messages=[message], config={"primary_key": "id"}, finds="rlike",
        table={"id": "string"}, truncates="apply",
    )  # fmt: skip
    rows, stored = found.sql.index("cast(c.`id` as string) as `id`"), found.sql.index("from lake.main.model_table")
    assert found.sql.startswith("(\n  select *\n  from (\n    select\n      cast(c.`id` as string)") and rows < stored


def test_only_the_key_of_the_call_must_not_be_null() -> None:
    """That of a model can get its values in the query of the model."""
    for options, skips in (({"config": {"primary_key": "id"}}, False), ({"primary_key": "id"}, True)):
        sql = Compiled(QUERY, "debezium-json", COLUMNS, ignore_parse_errors=True, **options).sql
        assert ("try_cast(c.image.`id` as int) is null and " not in sql) == skips


def test_a_relation_that_does_not_exist_yet_is_compiled() -> None:
    relation = Table(None)
    options = {"primary_key": "id", "order": ["lsn"], "truncates": "apply", "key": "key"}
    assert Compiled(relation, "debezium-flat-json", COLUMNS, **options).warnings == []


SUM = {"primary_key": "name", "merge_engine": "aggregation", "fields": {"id": {"aggregate_function": "sum"}}}


def test_a_sum_takes_the_row_before_each_change() -> None:
    """The key of its model is that of a group, so an update without the row before is none that can be added."""
    update = "when m.op = 'u' then"
    assert f"{update} array(" in Compiled(QUERY, "debezium-json", COLUMNS, config={"primary_key": "id"}).sql
    sums = Compiled(QUERY, "debezium-json", COLUMNS, config=SUM).sql
    assert (
        f"{update} raise_error(" in sums
        and "that stores its rows, or, for aggregates that take nothing away, write primary_key" in sums
    )
    chosen = Compiled(QUERY, "debezium-json", COLUMNS, config=SUM, primary_key="id", finds="contains(", table=COLUMNS)
    assert f"{update} array(" in chosen.sql and "model_table" not in chosen.sql
    for options, given in (({"key": "key"}, "key"), ({"truncates": "apply"}, "truncates='apply'")):
        message = refused(QUERY, "debezium-json", COLUMNS, config=SUM, **options)
        assert f"- {given}: a delete that has only a key takes nothing away" in message
    assert "takes nothing away" in refused(
        QUERY, "debezium-json", COLUMNS, config=SUM, truncates="apply", primary_key="id"
    )


def test_a_delete_that_has_only_a_key_is_not_late() -> None:
    """It has no value of a column that orders the rows of the model."""
    model = {"primary_key": "id", "sequence_field": "name"}
    for format, options, given in (
        ("debezium-flat-json", {"key": "key"}, "key"),
        ("debezium-json", {"truncates": "apply"}, "truncates='apply'"),
    ):
        message = refused(QUERY, format, COLUMNS, config=model, **options)
        assert (
            f"- {given}: a delete that has only a key has no value of name, which is in the sequence_field" in message
        )
        for sequence in ("_cdc_order", "ID", ["_cdc_order", "name"]):
            accepted = model | {"sequence_field": sequence}
            assert Compiled(QUERY, format, COLUMNS, config=accepted, **options).warnings == []
    # tombstones that are not read delete nothing, and a warning says so
    (warning,) = Compiled(QUERY, "debezium-flat-json", COLUMNS, config=model, key="key", table_include="o.*").warnings
    assert "deletes that are tombstones are not read" in warning
    # a row before that is whole, and a delete that has it beside the key
    assert Compiled(QUERY, "debezium-json", COLUMNS, config=model, key="key").warnings == []
    for format, delete in (
        ("debezium-json", {"op": "d", "source": {"lsn": 1}}),
        ("ogg-json", {"op_type": "D", "pos": 1}),
    ):
        (warning,) = Compiled(QUERY, format, COLUMNS, config=model, key="key", messages=[delete]).warnings
        assert "a delete that has only a key has no value of name" in warning
        delete |= {"before": {"id": 1, "name": "a"}}
        assert Compiled(QUERY, format, COLUMNS, config=model, key="key", messages=[delete]).warnings == []
    for before, warns in (({"id": 1, "name": None}, 1), ({"id": 1}, 1), ({"id": 1, "name": "a"}, 0), (None, 0)):
        message = {"op": "d", "before": before, "source": {"lsn": 1}}
        warnings = Compiled(QUERY, "debezium-json", COLUMNS, config=model, messages=[message]).warnings
        assert len(warnings) == warns and all("alter the table: replica identity full" in each for each in warnings)
    # what Debezium makes up where a column of PostgreSQL cannot be null
    types = COLUMNS | {"amount": "decimal(10,2)", "updated_at": "timestamp"}
    model = {"primary_key": "id", "sequence_field": "updated_at"}
    made_up = {"id": 1, "name": "", "amount": "0.00", "updated_at": 0}
    for before, connector, warns in (
        (made_up, "postgresql", 1),
        (made_up | {"amount": "AA==", "updated_at": "1970-01-01T00:00:00Z"}, "postgresql", 1),
        (made_up | {"amount": {"scale": 0, "value": "AA=="}}, "postgresql", 1),
        (made_up | {"amount": {"scale": 1, "value": "AQ=="}}, "postgresql", 0),
        (made_up | {"updated_at": 1700000000123}, "postgresql", 0),
        (made_up | {"name": "a"}, "postgresql", 0),
        (made_up, "mysql", 0),
    ):
        message = {"op": "d", "before": before, "source": {"lsn": 1, "connector": connector}}
        warnings = Compiled(QUERY, "debezium-json", types, config=model, messages=[message]).warnings
        assert len(warnings) == warns and all("has no value of updated_at, which is" in each for each in warnings)


def test_a_truncate_empties_one_table() -> None:
    """The model has the rows of all tables that it reads."""
    model = {"primary_key": "id", "sequence_field": "_cdc_order"}
    for name in ("table_include", "database_include"):
        for given in ("orders_1|orders_2", "orders_.*", "orders_[12]", "."):
            message = refused(QUERY, "debezium-json", COLUMNS, config=model, truncates="apply", **{name: given})
            assert f"- {name}: '{given}' can match several names, and truncates='apply' deletes" in message
            assert Compiled(QUERY, "debezium-json", COLUMNS, config=model, truncates="skip", **{name: given}).sql
        for given in ("orders", "old[.]orders", "app\\$orders"):
            assert Compiled(QUERY, "debezium-json", COLUMNS, config=model, truncates="apply", **{name: given}).sql
    for format in ("debezium-json", "debezium-flat-json", "canal-json", "ogg-json"):
        options: dict[str, Any] = {"config": model, "table": COLUMNS, "truncates": "apply", "finds": "|op_type|"}
        message = refused(QUERY, format, COLUMNS, tables=("shop.a", "shop.b"), **options)
        assert "the messages are of several tables, shop.a, shop.b: read one of them" in message
        assert Compiled(QUERY, format, COLUMNS, tables=("shop.a",), **options).sql
        others = options | {"finds": "nothing"}
        assert Compiled(QUERY, format, COLUMNS, tables=("shop.a", "shop.b"), **others).sql


def test_the_owner_and_the_table_of_goldengate_are_in_one_name() -> None:
    asked: list[str] = []
    macros = namespace()
    macros["query_rows"] = lambda sql: asked.append(sql) or []
    options = {"format": "ogg-json", "database_include": "SHOP", "table_include": "ORDERS"}
    macros["_several_tables"]({"rows": "landed", "value": "value", "conditions": []}, options)
    for part, name in ((1, "SHOP"), (-1, "ORDERS")):
        assert f", '.', {part}) rlike '^(?:{name})$'" in asked[0]


def test_an_update_that_has_only_the_changed_columns_is_warned_of() -> None:
    """As GoldenGate writes it by default; Flink stores null for the others, too."""
    update = {"op_type": "U", "pos": 1, "table": "SHOP.ORDERS", "after": {"id": 1}, "before": {"id": 1}}
    whole = update | {"after": {"id": 1, "name": None}}
    keyed: dict[str, Any] = {"primary_key": "id"}
    for messages, config, options, warns in (
        ([whole, update], keyed, {}, True),
        ([whole], keyed, {}, False),
        ([update], keyed | {"merge_engine": "partial-update"}, {}, False),
        ([update], keyed, {"table_include": "ORDERS|B", "database_include": "SHOP"}, True),
        ([update], keyed, {"table_include": "B"}, False),
    ):
        found = Compiled(QUERY, "ogg-json", COLUMNS, config=config, messages=messages, **options).warnings
        assert len(found) == warns and all("an update has no value of name, which counts as" in each for each in found)


def test_deletes_that_are_tombstones_are_read_or_a_warning_says_why_not() -> None:
    flat = "debezium-flat-json"
    options: dict[str, Any] = {"primary_key": "id", "key": "key"}
    assert Compiled(QUERY, flat, COLUMNS, **options).warnings == []
    for include in ("table_include", "database_include"):
        (warning,) = Compiled(QUERY, flat, COLUMNS, **options, **{include: "o.*"}).warnings
        assert "they do not name their table: let the relation have the messages of one table" in warning
    (warning,) = Compiled(QUERY, flat, COLUMNS, **options, described={"key": "string", "value": "string"}).warnings
    assert "nothing orders them: let the relation have the columns partition and offset" in warning
    assert Compiled(QUERY, "debezium-json", COLUMNS, **options, table_include="o.*").warnings == []
    model = {"primary_key": "id", "sequence_field": ["At", "_cdc_order"], "scd_type": 2}
    message = refused(QUERY, flat, COLUMNS, key="key", time_column="at", config=model)
    assert "time_column: 'at' is in the sequence_field of the model, and a delete that is a tombstone has no" in message
    assert Compiled(QUERY, flat, COLUMNS, time_column="at", config=model).warnings == []


@pytest.mark.parametrize(
    ("first", "second"), [("partition", "offset"), ("_kafka_partition", "_kafka_offset"), ("file", "line")]
)
def test_an_offset_that_is_text_orders_nothing(first: str, second: str) -> None:
    """As text, 10 comes before 9."""
    for type in ("string", "double", "timestamp"):
        described = {first: "string", second: type, "value": "string"}
        message = refused(QUERY, "debezium-json", COLUMNS, described=described)
        assert f"order: column '{second}' is of type {type}, and orders the messages only as a number" in message
        assert Compiled(QUERY, "debezium-json", COLUMNS, described=described, order=["value"]).sql
    for type in ("int", "bigint", "decimal(20,0)"):
        described = {first: "string", second: type, "value": "string"}
        assert Compiled(QUERY, "debezium-json", COLUMNS, described=described).sql


def test_the_columns_of_a_stream_without_new_messages_are_those_of_the_table() -> None:
    table = COLUMNS | {"at": "timestamp", "_cdc_order": "string", "dbt_valid_from": "timestamp", "_events": "string"}
    history = {"primary_key": "id", "scd_type": 2, "sequence_field": ["at"]}
    found = Compiled(QUERY, "debezium-json", config=history, table=table, time_column="at").sql
    assert found == Compiled(QUERY, "debezium-json", COLUMNS, config=history, table=table, time_column="at").sql
    message = refused(QUERY, "debezium-json", config=history)
    assert "columns: there are no messages yet, whose schema would say them; name them: columns={'id': 'int'" in message
    for messages in ([{"op": "c"}], [None]):
        message = refused(QUERY, "debezium-json", config=history, table=table, messages=messages)
        assert "columns: the messages have no schema; name them" in message
    deletes: dict[str, Any] = {"config": {"primary_key": "id"}, "table": COLUMNS, "key": "key"}
    found = Compiled(QUERY, "debezium-flat-json", messages=[TOMBSTONE], **deletes).sql
    assert found == Compiled(QUERY, "debezium-flat-json", COLUMNS, messages=[TOMBSTONE], **deletes).sql


@pytest.mark.parametrize("format", ["debezium-json", "ogg-json", "canal-json"])
def test_a_time_that_has_the_name_of_a_column_is_refused(format: str) -> None:
    message = refused(QUERY, format, COLUMNS, time_column="Name")
    assert "time_column: 'Name' is a column of the messages; name another one" in message


def test_a_sum_is_told_of_rows_before_that_are_not_whole() -> None:
    """Those that PostgreSQL sends by default have only the key, so a deleted row would stay in the sum."""
    key, row = {"id": 1}, {"id": 1, "name": "a"}
    delete, insert = {"op": "d", "before": key}, {"op": "c", "after": row}
    for messages, options, warns in (
        ([delete], {}, True),
        ([{"op": "u", "before": row, "after": row}, delete], {}, True),
        ([insert, {"op": "d", "before": key | {"name": None}}], {}, True),
        ([{"op": "d", "before": key | {"name": None}}, {"op": "d", "before": row}, insert], {}, False),
        ([{"op": "d"}, insert], {}, False),
        ([delete], {"primary_key": "id"}, False),
        ([delete], {"config": {"primary_key": "id"}}, False),
    ):
        found = Compiled(QUERY, "debezium-json", COLUMNS, messages=messages, **{"config": SUM} | options).warnings
        assert len(found) == warns and all("has no value of name, so merge_engine=" in each for each in found)
    # what Debezium makes up where a column of PostgreSQL cannot be null
    of_postgresql = {"op": "d", "source": {"connector": "postgresql"}}
    for before, warns in (({"id": 1, "name": ""}, 1), ({"id": 1, "name": "a"}, 0)):
        found = Compiled(
            QUERY, "debezium-json", COLUMNS, messages=[of_postgresql | {"before": before}, insert], config=SUM
        ).warnings
        assert len(found) == warns and all("has no value of name, so merge_engine=" in each for each in found)
    # a column that gets its value late, and that the model neither groups by nor adds up
    messages = [{"op": "u", "before": row | {"shipped": None}, "after": row | {"shipped": 1}}]
    types = COLUMNS | {"shipped": "int"}
    assert Compiled(QUERY, "debezium-json", types, messages=messages, config=SUM).warnings == []
    # what is added up has another name, or another case
    for fields in ("total", "Id"):
        config = {"primary_key": "id", "merge_engine": "aggregation", "fields": {fields: {"aggregate_function": "sum"}}}
        key_only = {"op": "d", "before": {"Id": None, "name": 1}}
        new = {"op": "c", "after": {"Id": 7, "name": 1}}
        (warning,) = Compiled(
            QUERY, "debezium-json", {"Id": "int", "name": "int"}, messages=[key_only, new],
            config=config | {"primary_key": "name"},
        ).warnings  # fmt: skip
        assert "has no value of Id, so" in warning
    by_shipped = SUM | {"primary_key": "shipped"}
    (warning,) = Compiled(QUERY, "debezium-json", types, messages=messages, config=by_shipped).warnings
    assert "has no value of shipped, so" in warning


def test_messages_that_a_commit_writes_again_do_not_count_again() -> None:
    """Where this would change nothing, they are read, because to find them takes a scan of the changes."""
    relation, found = "(select *, '+I' as _row_kind, 1 as _commit from landing)", "where _nth > 2 * _deleted"
    without = {"value": "string"}
    for config, described, options, message in (
        (SUM, KAFKA, {}, "partition by _commit, to_json(struct(`partition`, `offset`))"),
        (
            SUM,
            KAFKA,
            {"order": ["key"]},
            "partition by _commit, to_json(struct(`partition`, `offset`, `key`, `value`))",
        ),
        (SUM, without, {}, "partition by _commit, to_json(struct(`value`))"),
        ({"primary_key": "id"}, KAFKA, {}, None),
    ):
        given = {"config": config, "described": described | {"_row_kind": "string", "_commit": "bigint"}} | options
        sql = Compiled(relation, "debezium-json", COLUMNS, finds="_row_kind in ('-U', '-D') limit", **given).sql
        assert (found in sql and message in sql) if message else found not in sql
        assert found not in Compiled(relation, "debezium-json", COLUMNS, **given).sql


def test_the_clock_of_debezium_is_not_that_of_the_source() -> None:
    """`add.fields` = `ts_ms` or `ts_us` adds the field of the envelope."""
    text = {"value": "string"}
    for times, told in (
        ({"__ts_ms": 5}, True),
        ({"__ts_ms": 5, "__source_ts_ms": 4}, False),
        ({"__ts_us": 5000}, True),
        ({"__ts_us": 5000, "__source_ts_ms": 4}, False),
        ({"__ts_ns": 5000000}, True),
        ({"__source_ts_us": 5000}, False),
        ({}, False),
    ):
        messages = [{"id": 1, "name": "a", "__op": "u"} | times]
        given: dict[str, Any] = {"messages": messages, "time_column": "at"}
        if told:
            message = refused(QUERY, "debezium-flat-json", COLUMNS, **given)
            assert "time_column: the messages have no time of the source, but in __ts_ms, __ts_us or __ts_ns" in message
        else:
            sql = Compiled(QUERY, "debezium-flat-json", COLUMNS, **given).sql
            assert "m.__source_ts_ms" in sql and "m.__ts_ms" not in sql
            assert "m.__source_ts_us" in sql and "m.__ts_us" not in sql
    row = {"id": 1, "name": "a", "__ts_ms": 5}
    for position, described, warns in (
        ({"__ord": 1}, text, True), ({}, text, True), ({"__lsn": 7}, text, False), ({}, KAFKA, False),
    ):  # fmt: skip
        messages = [row | position]
        found = Compiled(QUERY, "debezium-flat-json", COLUMNS, messages=messages, described=described).warnings
        assert len(found) == warns and all(each.endswith("it orders the changes") for each in found)


def test_what_an_order_is_made_of_stays_the_same() -> None:
    """Texts of two kinds do not sort like the changes: all later ones of stored keys would count as late."""
    plan: dict[str, Any] = {"model": "orders", "table": "lake.main.orders"}
    plan |= {"options": {"sequence_field": ["_Cdc_Order"]}}
    text = {"value": "string"}

    def order(*queries: str, stored: str | None = None, rebuild: bool = False, **changed: Any) -> str | None:
        last = {"definition": Node({"_cdc_order": stored} if stored else {})}
        found = call("_order_of_changes", plan | changed, " union all ".join(queries), last, rebuild)
        return str(found["_cdc_order"]) if found else None

    def made(format: str, described: dict[str, str], relation: Any = QUERY, **options: Any) -> str:
        return Compiled(relation, format, COLUMNS, described=described, **options).sql

    kafka = made("debezium-json", KAFKA)
    assert order(kafka) == order(made("canal-json", text | {"_kafka_partition": "int", "_kafka_offset": "int"}))
    assert order(kafka) == order(made("canal-json", KAFKA, order=["`partition`", "offset"]))
    source = made("debezium-json", text)
    assert order(source) == order(made("debezium-flat-json", text)) == order(made("debezium-json", KAFKA, Ephemeral()))
    assert order(source) == order(made("debezium-json", text | {"_file_path": "string", "_file_position": "string"}))
    others = [kafka, source, made("canal-json", text), made("debezium-json", KAFKA | {"lsn": "bigint"}, order=["lsn"])]
    assert len({order(sql) for sql in others}) == 4
    for sql in others:
        for before in others:
            if sql is before:
                assert order(sql, stored=order(before)) == order(sql)
                continue
            with pytest.raises(MacroError) as raised:
                order(sql, stored=order(before))
            message = str(raised.value)
            assert f"'_cdc_order' was made of {order(before)}, and is made of {order(sql)}, so" in message
            assert message.endswith("what their queries return now: dbt run --full-refresh --select orders+")
            assert order(sql, stored=order(before), rebuild=True) == order(sql)
            # a stream that comes beside another one, and a batch from a table without messages
            assert order(sql, before, stored=order(before)) == order(before, sql)
            assert order("select 1", stored=order(before)) == order(before)
    # a history, whose table is ordered by its versions, and a sequence group
    config = Node({"primary_key": "k", "sequence_field": "_cdc_order", "scd_type": "2"})
    versions = planned(Node(name="orders", config=config, columns={}), columns("k int, _cdc_order string"), [])
    history = {name: versions[name] for name in ("options", "versions", "groups")}
    assert order(source, **history) == order(source)
    with pytest.raises(MacroError, match="'_cdc_order' was made of"):
        order(source, stored=order(kafka), **history)
    group = {"options": {"sequence_field": []}, "groups": [{"sequence": [{"lower_name": "_cdc_order"}]}]}
    assert order(source, **group) == order(source)
    # tables of earlier releases have recorded nothing, and of other models it orders nothing
    assert order(kafka, stored=order(source), options={"sequence_field": ["at"]}) is None
