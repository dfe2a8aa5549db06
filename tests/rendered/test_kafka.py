"""Which messages of a topic a run reads, and the error messages. tests/cluster/test_kafka.py reads a real broker."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from harness import LOGGED, VARIABLES, MacroError, call, namespace
from planning import Node

SERVERS = {"bootstrap.servers": "broker:9092"}
OPTIONS = {"mode": "earliest-offset", "fail_on_data_loss": True, "offsets": None, "max_messages": None}
PLAN = {"model": "orders", "options": {"input": "changes"}}


def topic(id: str = "t", **partitions: dict[str, int]) -> dict[str, Any]:
    return {"id": id, "partitions": {name[1:]: offsets for name, offsets in partitions.items()}}


def ranged(
    known: dict[str, Any], recorded: dict[str, int] | None, again: dict[str, Any] | None = None, **options: Any
) -> dict[str, Any]:
    before = None if recorded is None else {"epoch": "t", "partitions": recorded}
    result = call(
        "topic_range", known, before, {"offsets": {}, "millis": None} | (again or {}), OPTIONS | options, "orders"
    )
    assert isinstance(result, dict)
    return result


def starts(*arguments: Any, **options: Any) -> dict[str, int]:
    result = ranged(*arguments, **options)
    assert result["problems"] == result["notes"] == []
    start: dict[str, int] = result["start"]
    return start


@pytest.mark.parametrize(
    ("arguments", "problems"),
    [
        (
            ("", {"password": "hunter2"}),
            ["properties: they lack bootstrap.servers", "topic: '' is not accepted", "name: '' is not accepted"],
        ),
        (
            ("o", {**SERVERS, "properties.acks": "1", "group.id": "g", "auto.offset.reset": "latest"}),
            ["write 'acks' in place of 'properties.acks'", "'auto.offset.reset' is set by Spark's reader; remove it"],
        ),
        (
            ("o", {**SERVERS, "isolation.level": "read-committed", "interceptor.classes": "a.B"}),
            [
                "'isolation.level' is 'read-committed'; write 'read_committed' or 'read_uncommitted'",
                "'interceptor.classes' is not accepted by Spark's reader, because interceptors can change messages",
            ],
        ),
        (
            ("o", {**SERVERS, "sasl.jaas.config": "password=hunter2", "ssl.key.password": "${spark.p}"}),
            ["'sasl.jaas.config' is secret; add it to spark_config in profiles.yml"],
        ),
        (("o", SERVERS, "group-offsets"), ["the offsets of a group are not read, because those of the model are part"]),
        (("o", SERVERS, "timestamp"), ["'timestamp' needs scan_startup_timestamp_millis"]),
        (("o", SERVERS, "latest-offset", 5), ["scan_startup_timestamp_millis: it has no effect"]),
        (
            ("o", SERVERS, "specific-offsets", None, {"a": 1}, "no", "yes", 0),
            [
                "write the offset of each partition, {0: 42, 1: 300}",
                "max_messages: 0 is not accepted",
                "fail_on_data_loss",
                "include_headers",
            ],
        ),
    ],
)
def test_wrong_arguments_are_named_together(arguments: tuple[Any, ...], problems: list[str]) -> None:
    with pytest.raises(MacroError) as raised:
        call("kafka", *arguments)
    message = str(raised.value)
    assert message.startswith(f"tablestore.kafka({arguments[0]}):") and "hunter2" not in message
    assert [problem for problem in problems if problem not in message] == [], message
    assert message.count("\n  - ") == len(problems), message


@pytest.mark.parametrize(
    ("macro", "arguments", "things"),
    [("kafka", ("t", {"bootstrap.servers": "b:9092"}), "messages"), ("new_files", ("/land",), "files")],
)
def test_a_view_does_not_read_what_is_read_once(macro: str, arguments: tuple[Any, ...], things: str) -> None:
    model = SimpleNamespace(config=SimpleNamespace(materialized="materialized_view"))
    with pytest.raises(MacroError, match=f"does not record which {things} it has read: read them in a keyed model"):
        namespace(model=model)[macro](*arguments)


def test_plain_dbt_spark_has_no_topics() -> None:
    with pytest.raises(MacroError, match="it needs the adapter dbt-tablestore"):
        call("kafka", "orders", SERVERS)


def test_where_a_model_begins() -> None:
    known = topic(p0={"first": 3, "end": 9, "at": 5}, p1={"first": 0, "end": 4, "at": 4})
    assert starts(known, None) == {"0": 3, "1": 0}
    assert starts(known, None, mode="latest-offset") == {"0": 9, "1": 4}
    assert starts(known, None, mode="timestamp") == {"0": 5, "1": 4}
    assert starts(known, None, mode="specific-offsets", offsets={0: 7}) == {"0": 7, "1": 0}
    assert ranged(known, None, mode="specific-offsets", offsets={"0": 1, "1": 5})["problems"] != []


def test_partitions_that_a_topic_does_not_have_are_named() -> None:
    known = topic(p0={"first": 0, "end": 9}, p1={"first": 0, "end": 4})
    (problem,) = ranged(known, None, mode="specific-offsets", offsets={0: 7, 9: 1})["problems"]
    assert problem == (
        "scan_startup_specific_offsets: the topic has no partition 9; it has 0, 1: correct the number, or remove it"
    )
    assert ranged(known, {"0": 7, "1": 0}, mode="specific-offsets", offsets={9: 1})["problems"] == []
    (problem,) = ranged(known, {"0": 7, "1": 0}, {"offsets": {"1": 0, "2": 0, 3: 0}})["problems"]
    assert problem.startswith("tablestore_read_again_from: the topic has no partition 2, 3; it has 0, 1: correct")


def test_where_a_model_goes_on() -> None:
    """A partition that is new is read from its first message, wherever the model began."""
    known = topic(p0={"first": 3, "end": 9}, p1={"first": 0, "end": 4})
    assert starts(known, {"0": 6}, mode="latest-offset") == {"0": 6, "1": 0}
    assert starts(known, {"0": 9, "1": 4}) == {"0": 9, "1": 4}
    assert ranged(known, {"0": 6})["until"] == {"0": 9, "1": 4}


def test_messages_are_read_again_from_a_time_or_an_offset() -> None:
    known = topic(p0={"first": 3, "end": 9, "again": 4}, p1={"first": 0, "end": 4, "again": 4})
    read = {"0": 8, "1": 2}
    assert starts(known, read, {"millis": 1}, max_messages=1) == {"0": 4, "1": 2}
    assert starts(known, read, {"offsets": {0: 0}}) == {"0": 3, "1": 2}
    assert starts(known, read, {"offsets": {"0": 5, "1": 1}}) == {"0": 5, "1": 1}


def reading(config: dict[str, Any], again: object, recorded: dict[str, int] | None) -> list[str]:
    """What a run of a model that reads a topic warns of, and the SQL of its messages."""
    node = Node(name="sums", config=Node(config | {"primary_key": "id"}), columns={})
    before = {"kafka:shop.orders": {"epoch": "t", "partitions": recorded}} if recorded else {}
    known = topic(p0={"first": 0, "end": 9})
    warned: list[str] = []
    macros = namespace(
        var=lambda name, default=None: again if name == "tablestore_read_again_from" else default,
        exceptions=SimpleNamespace(raise_compiler_error=refuse, warn=warned.append),
    )
    macros["_adapter_topic"] = lambda topic, properties, times: known  # type: ignore[assignment]
    macros["_adapter_messages"] = lambda topic, properties, range: "messages"  # type: ignore[assignment]
    macros["_is_compiling_only"] = lambda: False  # type: ignore[assignment]
    options = OPTIONS | {"topic": "shop.orders", "name": "shop.orders", "properties": SERVERS, "millis": None}
    reader = {"name": "sums", "node": node, "offsets": before}
    macros["_read_topic"](options | {"include_headers": False}, reader, "tablestore.kafka(shop.orders)")
    return warned


def refuse(message: str, node: Any = None) -> None:
    raise MacroError(message)


SUMS = {"merge_engine": "aggregation", "fields": {"v": {"aggregate_function": "sum"}}}


@pytest.mark.parametrize(
    ("config", "again", "recorded", "warns"),
    [
        (SUMS, {"shop.orders": {0: 3}}, {"0": 5}, True),
        (SUMS, {"shop.orders": {0: 5}}, {"0": 5}, False),
        (SUMS, {"shop.orders": {0: 3}}, None, False),
        (SUMS, None, {"0": 5}, False),
        ({"merge_engine": "aggregation"}, {"shop.orders": {0: 3}}, {"0": 5}, False),
        ({}, {"shop.orders": {0: 3}}, {"0": 5}, False),
        (
            {"merge_engine": "aggregation", "default_aggregate_function": "count"},
            {"shop.orders": {"0": 0}}, {"0": 5}, True,
        ),
    ],
)  # fmt: skip
def test_messages_that_count_again_are_warned_of(
    config: dict[str, Any], again: object, recorded: dict[str, int] | None, warns: bool
) -> None:
    warned = reading(config, again, recorded)
    assert len(warned) == warns
    for message in warned:
        assert "model 'sums' reads messages again, and '" in message
        assert message.endswith("each row once that is still there: dbt run --full-refresh --select sums")


@pytest.mark.parametrize(
    ("again", "problem"),
    [
        (
            "shop.orders",
            "the variable 'tablestore_read_again_from' is 'shop.orders':\n  - it is no mapping of topics; ",
        ),
        ([{"shop.orders": {0: 1}}], "it is no mapping of topics; write a time for a topic, {shop.orders: '2026-01-31"),
        ({"shop.orders": {"p0": 1}}, "tablestore_read_again_from: '{'p0': 1}' is not accepted; write a time, '2026"),
        ({"shop.orders": {}}, "tablestore_read_again_from: '{}' is not accepted; write a time, '2026"),
        ({"shop.orders": "soon"}, "tablestore_read_again_from: 'soon' is not accepted; write a time, '2026"),
    ],
)
def test_a_wrong_variable_is_refused(again: object, problem: str) -> None:
    with pytest.raises(MacroError) as raised:
        reading({}, again, {"0": 5})
    assert problem in str(raised.value)


def test_a_topic_that_no_call_reads_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    content = {"subject": "s", "name": "shop.orders", "epoch": "t", "after": None, "until": {"0": 3}}
    sql = f"select 1 {call('_annotation', 'kafka', content)}"
    before = {"lake.t": {"epoch": "e", "commit": 7}}

    def told(again: dict[str, Any], before: dict[str, Any]) -> list[str]:
        monkeypatch.setitem(VARIABLES, "tablestore_read_again_from", again)
        LOGGED.clear()
        call("_offsets", PLAN, sql, before)
        return list(LOGGED)

    assert told({"shop.order": {0: 1}}, before) == [
        "orders: no message is read again: tablestore_read_again_from has shop.order, and the model reads shop.orders"
    ]
    assert told({"shop.order": {0: 1}, "shop.orders": {0: 1}}, before) == told({"shop.order": {0: 1}}, {}) == []


def test_messages_that_are_gone() -> None:
    known, read = topic(p0={"first": 7, "end": 9}, p1={"first": 0, "end": 4}), {"0": 3, "1": 6}
    lost = ranged(known, read)["problems"]
    assert lost[0].startswith("partition 0: the messages at 4 offsets, 3 to 6, were deleted from the topic before")
    assert lost[1].startswith("partition 1: it ends before offset 4, and the model reads it from offset 6 on")
    assert all("write fail_on_data_loss=false" in each and "--full-refresh --select orders" in each for each in lost)
    chosen = ranged(known, read, fail_on_data_loss=False)
    assert (chosen["start"], chosen["problems"], len(chosen["notes"])) == ({"0": 7, "1": 4}, [], 2)
    # a partition that is new to the topic began at offset 0
    (lost,) = ranged(topic(p0={"first": 3, "end": 9}, p1={"first": 7, "end": 9}), {"0": 6})["problems"]
    assert lost.startswith("partition 1: the messages at 7 offsets, 0 to 6, were deleted from the topic before")


def test_offsets_that_are_given_and_gone_are_not_begun_with_again() -> None:
    known = topic(p0={"first": 50, "end": 90})
    named = "name offsets that the topic has in scan_startup_specific_offsets"
    options: dict[str, Any] = {"mode": "specific-offsets", "offsets": {0: 42}}
    (begins,) = ranged(known, None, **options)["problems"]
    assert begins.endswith(f"write fail_on_data_loss=false to go on without them, or {named}")
    (goes_on,) = ranged(known, {"0": 43}, **options)["problems"]
    assert f"or {named}, and dbt run --full-refresh --select orders to begin again" in goes_on
    # a table reads all messages each time
    unkept = call("topic_range", known, None, {"offsets": {}, "millis": None}, OPTIONS | options, None)
    assert unkept["problems"] == [begins]


def test_a_partition_that_brokers_do_not_list_is_not_forgotten() -> None:
    """A broker can have an old state of a topic. Without its offset, the next run would read a partition again."""
    known, read = topic(p0={"first": 0, "end": 9}, p1={"first": 0, "end": 9}), {"0": 5, "1": 7, "2": 900, "3": 1}
    for lenient in (False, True):
        (problem,) = ranged(known, read, fail_on_data_loss=not lenient)["problems"]
        assert problem.startswith("the brokers do not list partition 2, 3, which model 'orders' has read before: run")
    other = topic("other", p0={"first": 0, "end": 9})
    assert ranged(other, read, fail_on_data_loss=False)["problems"] == []


def test_brokers_without_ids_of_topics() -> None:
    """Those before Kafka 2.8 have the same one for all, until they are updated."""
    none, known = "AAAAAAAAAAAAAAAAAAAAAA", {"p0": {"first": 0, "end": 9}}
    for before, now in ((none, "t"), ("t", none), (none, none)):
        found = call(
            "topic_range", topic(now, **known), {"epoch": before, "partitions": {"0": 3}},
            {"offsets": {}, "millis": None}, OPTIONS, "orders",
        )  # fmt: skip
        assert (found["start"], found["problems"]) == ({"0": 3}, [])


def test_a_topic_that_was_created_again() -> None:
    known = topic("other", p0={"first": 0, "end": 9})
    (problem,) = ranged(known, {"0": 3, "1": 2})["problems"]
    assert "was deleted and created again after model 'orders' had read 5 offsets of it" in problem
    (problem,) = ranged(known, {"0": 1})["problems"]
    assert "model 'orders' had read 1 offset of it" in problem
    chosen = ranged(known, {"0": 3}, fail_on_data_loss=False)
    assert (chosen["start"], chosen["problems"], len(chosen["notes"])) == ({"0": 0}, [], 1)
    chosen = ranged(topic("other", p0={"first": 5, "end": 9}), {"0": 3}, fail_on_data_loss=False)
    assert (chosen["start"], len(chosen["notes"])) == ({"0": 5}, 1)


def test_the_largest_number_of_messages() -> None:
    """Each partition gives a share, so that all of them go on."""
    known = topic(p0={"first": 0, "end": 90}, p1={"first": 5, "end": 15}, p2={"first": 2, "end": 2})
    found = ranged(known, None, max_messages=10)
    assert found["until"] == {"0": 9, "1": 6, "2": 2}
    assert found["notes"] == ["reads 10 messages, and 90 more wait for the next run (max_messages)"]
    notes = ranged(topic(p0={"first": 0, "end": 2}), None, max_messages=1)["notes"]
    assert notes == ["reads 1 message, and 1 more waits for the next run (max_messages)"]
    assert ranged(known, None, max_messages=100)["until"] == {"0": 90, "1": 15, "2": 2}


def annotated(after: dict[str, Any] | None, until: dict[str, int], epoch: str = "t") -> str:
    content = {"subject": "tablestore.kafka(o)", "name": "o", "epoch": epoch, "after": after, "until": until}
    return f"select 1 {call('_annotation', 'kafka', content)}"


def test_the_offsets_of_a_batch_are_part_of_its_commit() -> None:
    before = {"lake.t": {"epoch": "e", "commit": 7}, "kafka:o": {"epoch": "t", "partitions": {"0": 3}}}
    sql = annotated(before["kafka:o"], {"0": 5, "1": 2})
    after = {**before, "kafka:o": {"epoch": "t", "partitions": {"0": 5, "1": 2}}}
    assert call("_offsets", PLAN, f"{sql} union all {sql}", before) == after


@pytest.mark.parametrize(
    ("sql", "problem"),
    [
        (annotated(None, {"0": 9}), "run by another process after it was compiled; nothing was written"),
        (annotated({"epoch": "t", "partitions": {"0": 3}}, {"0": 5}), "call tablestore.kafka once, in a CTE"),
        (annotated({"epoch": "t", "partitions": {"0": 3}}, {"0": 9}, "u"), "give one of them another, name='o_2'"),
    ],
)
def test_what_a_commit_refuses(sql: str, problem: str) -> None:
    known = {"epoch": "t", "partitions": {"0": 3}}
    with pytest.raises(MacroError) as raised:
        call("_offsets", PLAN, f"{sql} union all {annotated(known, {'0': 9})}", {"kafka:o": known})
    assert problem in str(raised.value)


def test_what_another_model_records_is_not_read() -> None:
    files = {"subject": "tablestore.new_files(/land)", "reader": "a", "after": 0, "read": "", "listing": ""}
    sql = f"select 1 {call('_annotation', 'files', files | {'missing': None})}"
    assert call("_offsets", {**PLAN, "model": "a"}, sql, {})["new_files"]["commit"] == 0
    with pytest.raises(MacroError) as raised:
        call("_offsets", PLAN, sql, {"new_files": {"epoch": "new_files", "commit": 4}})
    assert str(raised.value) == (
        "model 'orders' reads what another model records; nothing was written:\n"
        "  - tablestore.new_files(/land) is called with consumer='a', so what it reads counts as read by 'a': "
        "read the changes of that model, "
        "tablestore.changelog(ref('a')), or call the macro in 'orders' itself"
    )


def test_new_messages_are_not_the_whole_table() -> None:
    with pytest.raises(MacroError, match=r"tablestore.kafka has no messages that were read before: remove one"):
        call("_offsets", {**PLAN, "options": {"input": "full"}}, annotated(None, {"0": 5}), {})
