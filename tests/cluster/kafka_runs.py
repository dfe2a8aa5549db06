"""Models that read a topic, in a process of their own; ends with an error if a message is lost or read twice.

`python kafka_runs.py FOLDER SERVERS PACKAGE...`. The model `sums` adds up the values of the messages by their key, so a
message that is lost or read twice makes another sum.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from dbt.adapters.tablestore.jvm.classes import class_object
from dbt.adapters.tablestore.spark import kafka_topics

import overlaps
from project import Project, WarmProject, spark
from spark_settings import SPARK_SETTINGS

SECRET = "hunter2hunter2"
SUMS = """{{{{ config(materialized='incremental', primary_key='k', merge_engine='aggregation',
    default_aggregate_function='sum') }}}}
select string(key) as k, bigint(string(value)) as n from {{{{ tablestore.kafka('sums', {0}{1}) }}}}
"""
ORDERS = """{{{{ config(materialized='incremental', primary_key='id', sequence_field='_cdc_order') }}}}
select id, name, _row_kind, _cdc_order
from {{{{ tablestore.cdc(tablestore.kafka('orders', {0}), 'debezium-json', {{'id': 'int', 'name': 'string'}}) }}}}
"""
HEADERS = """{{{{ config(materialized='table') }}}}
select `partition`, offset, string(key) as k, headers[0].key as h, string(headers[0].value) as v
from {{{{ tablestore.kafka('sums', {0}, include_headers=true) }}}}
"""


class Broker:
    """The broker's topics, through the Java client of Spark's reader."""

    def __init__(self, servers: str) -> None:
        self.properties = {"bootstrap.servers": servers}
        self.client = kafka_topics._client(spark(), self.properties)
        self.jvm: Any = spark()._jvm
        self.plain = self.producer()

    def java(self, name: str) -> Any:
        return getattr(self.jvm, f"org.apache.kafka.{name}")

    def listed(self, *values: Any) -> Any:
        found = self.jvm.java.util.ArrayList()
        for value in values:
            found.add(value)
        return found

    def create(self, topic: str, partitions: int) -> None:
        optional = self.jvm.java.util.Optional
        new = self.java("clients.admin.NewTopic")(topic, optional.of(partitions), optional.empty())
        self.client.createTopics(self.listed(new)).all().get()

    def delete(self, topic: str) -> None:
        self.client.deleteTopics(self.listed(topic)).all().get()
        while topic in self.client.listTopics().names().get():
            time.sleep(0.1)

    def add_partitions(self, topic: str, total: int) -> None:
        wanted = self.jvm.java.util.HashMap()
        wanted.put(topic, self.java("clients.admin.NewPartitions").increaseTo(total))
        self.client.createPartitions(wanted).all().get()

    def forget_before(self, topic: str, partition: int, offset: int) -> None:
        """Deletes messages, as retention does."""
        wanted = self.jvm.java.util.HashMap()
        place = self.java("common.TopicPartition")(topic, partition)
        # by reflection, because Py4J does not find a static method with the name of another one
        gateway: Any = spark().sparkContext._gateway
        types, values = gateway.new_array(self.jvm.Class, 1), gateway.new_array(self.jvm.Object, 1)
        types[0], values[0] = self.jvm.Long.TYPE, offset
        before = class_object(spark(), "org.apache.kafka.clients.admin.RecordsToDelete").getMethod(
            "beforeOffset", types
        )
        wanted.put(place, before.invoke(None, values))
        self.client.deleteRecords(wanted).all().get()

    def producer(self, **more: str) -> Any:
        settings = self.jvm.java.util.HashMap()
        serializer = "org.apache.kafka.common.serialization.ByteArraySerializer"
        for name, value in (self.properties | more).items():
            settings.put(name.replace("_", "."), value)
        settings.put("key.serializer", serializer)
        settings.put("value.serializer", serializer)
        return self.java("clients.producer.KafkaProducer")(settings)

    def send(self, topic: str, partition: int, key: str, value: str | None, producer: Any = None) -> None:
        record = self.java("clients.producer.ProducerRecord")(
            topic, partition, key.encode(), None if value is None else value.encode()
        )
        record.headers().add("from", b"test")
        (producer or self.plain).send(record).get()


class Runs:
    """The project, and what its tables must have."""

    def __init__(self, project: Project, servers: str) -> None:
        self.project = project
        self.given = json.dumps({"bootstrap.servers": servers, "ssl.key.password": "${spark.shop.password}"})
        self.sums: Counter[str] = Counter()
        project.write("models/other.sql", "select 1 as one")
        project.run()  # starts Spark
        self.broker = Broker(servers)
        self.model()

    def model(self, options: str = "") -> None:
        self.project.write("models/sums.sql", SUMS.format(self.given, options))

    def send(self, partition: int, **numbers: int) -> None:
        for key, number in numbers.items():
            self.broker.send("sums", partition, key, str(number))
            self.sums[key] += number

    def check(self) -> None:
        assert self.project.rows("select k, n from {iceberg}.sums") == sorted(self.sums.items())


def exactly_once(runs: Runs) -> None:
    project, broker = runs.project, runs.broker
    assert "there is no topic 'sums' on these brokers" in project.error("--select", "sums")
    broker.create("sums", 2)
    runs.send(0, a=1, b=2)
    runs.send(1, a=10)
    project.run("--select", "sums")
    runs.check()
    commits = "select commit, get_json_object(offsets, '$.kafka:sums.partitions') from {iceberg}.sums__commits"
    read = [json.loads(text) for _, text in project.rows(commits)]
    project.run("--select", "sums")
    assert read == [{"0": 2, "1": 1}]
    for number, kill in enumerate(overlaps.KILLS):
        runs.send(number % 2, a=100 << number)
        overlaps.killed_before(project, *kill, "--select", "sums")
        runs.send(1, c=1 << number)
        project.run("--select", "sums")
        runs.check()
    broker.add_partitions("sums", 3)
    runs.send(2, a=5, d=6)
    project.run("--select", "sums")
    runs.check()
    runs.model(", max_messages=2")
    for number in range(5):
        runs.send(0, e=1 << number)
    for _ in range(3):
        project.run("--select", "sums")
    runs.check()
    runs.model()


def aborted_transactions(runs: Runs) -> None:
    producer = runs.broker.producer(transactional_id="t")
    producer.initTransactions()
    for number, ends in enumerate([producer.abortTransaction, producer.commitTransaction]):
        producer.beginTransaction()
        runs.broker.send("sums", 0, "t", str(1 << number), producer)
        ends()
    runs.sums["t"] += 2
    producer.beginTransaction()
    runs.broker.send("sums", 1, "open", "7", producer)
    runs.project.run("--select", "sums")
    runs.check()
    producer.commitTransaction()
    runs.sums["open"] += 7
    runs.project.run("--select", "sums")
    runs.check()


def read_again(runs: Runs) -> None:
    runs.project.run("--select", "sums", "--vars", "{tablestore_read_again_from: {sums: {2: 1}}}")
    runs.sums["d"] += 6
    runs.check()
    time.sleep(1)
    runs.send(0, again=3)
    runs.project.run("--select", "sums")
    (((at,),)) = runs.project.rows("select string(max(committed_at)) from {iceberg}.sums__commits")
    runs.project.run("--select", "sums", "--vars", f"{{tablestore_read_again_from: {{sums: '{at}'}}}}")
    runs.check()
    runs.project.run("--select", "sums", "--vars", "{tablestore_read_again_from: {sums: '2020-01-01 00:00:00'}}")
    for key in list(runs.sums):
        runs.sums[key] *= 2
    runs.sums["d"] -= 6
    runs.check()


def lost_messages(runs: Runs) -> None:
    project, broker = runs.project, runs.broker
    runs.send(2, lost=1)
    runs.send(2, lost=1, kept=1)
    broker.forget_before("sums", 2, 4)
    message = project.error("--select", "sums")
    assert "partition 2: the messages at 2 offsets, 2 to 3, were deleted from the topic" in message, message
    assert "write fail_on_data_loss=false to go on without them" in message
    runs.model(", fail_on_data_loss=false")
    project.run("--select", "sums")
    del runs.sums["lost"]
    runs.check()
    assert any("partition 2: the messages at 2 offsets" in said for said in project.said)


def another_topic(runs: Runs) -> None:
    project, broker = runs.project, runs.broker
    runs.model()
    broker.delete("sums")
    broker.create("sums", 1)
    runs.send(0, a=1000)
    assert "the topic was deleted and created again after model 'sums' had read" in project.error("--select", "sums")
    runs.model(", fail_on_data_loss=false")
    project.run("--select", "sums")
    runs.check()
    runs.model(", scan_startup_mode='specific-offsets', scan_startup_specific_offsets={0: 1}")
    runs.send(0, z=1)
    project.run("--select", "sums", "--full-refresh")
    runs.sums = Counter(z=1)
    runs.check()


def changes_and_headers(runs: Runs) -> None:
    """The changes of a key in one millisecond are in the order of its partition."""
    project, broker = runs.project, runs.broker
    broker.create("orders", 2)
    stored: dict[int, str] = {}
    for number in range(40):
        id, op = number % 5, "d" if number % 7 == 6 else "c"
        row = {"id": id, "name": f"n{number}"}
        message = {"op": op, "before": row if op == "d" else None, "after": None if op == "d" else row, "ts_ms": 5}
        broker.send("orders", id % 2, str(id), json.dumps(message))
        stored.pop(id, None)
        stored |= {id: row["name"]} if op == "c" else {}
        if op == "d":
            broker.send("orders", id % 2, str(id), None)
        if number in (17, 39):
            project.write("models/orders.sql", ORDERS.format(runs.given))
            project.write("models/headers.sql", HEADERS.format(runs.given))
            project.run("--select", "orders", "headers")
            assert project.rows("select id, name from {iceberg}.orders") == sorted(stored.items())
    assert project.rows("select * from {iceberg}.headers") == [(0, 0, "a", "from", "test"), (0, 1, "z", "from", "test")]
    broker.send("orders", 1, "1", "no JSON")
    assert "the message at partition 1, offset " in project.error("--select", "orders")
    skipping = "'string'}}, ignore_parse_errors=true, error_table='errors') }}}}"
    project.write("models/orders.sql", ORDERS.replace("'string'}}) }}}}", skipping).format(runs.given))
    overlaps.killed_before(project, *overlaps.KILLS[0], "--select", "orders")
    for _ in range(2):
        project.run("--select", "orders")
    errors = "select _position, _reason from {iceberg}.errors join {iceberg}.orders__commits on epoch = _epoch"
    ((position, reason),) = project.rows(f"{errors} and commit = _commit and invocation_id = _invocation_id")
    assert position.startswith("at partition 1, offset ") and "is not a JSON object of the format" in reason


def ephemeral_models(runs: Runs) -> None:
    """In a whole run, dbt compiles them on connections of their own."""
    project = runs.project
    runs.broker.create("later", 1)
    call = f"tablestore.kafka('later', {runs.given}, consumer='kept')"
    project.write(
        "models/messages.sql",
        f"{{{{ config(materialized='ephemeral') }}}}\nselect offset as id, string(value) as v from {{{{ {call} }}}}",
    )
    kept = "{{ config(materialized='incremental', primary_key='id') }}\nselect * from {{ ref('messages') }}"
    project.write("models/kept.sql", kept)
    for number in range(3):
        runs.broker.send("later", 0, "k", f"v{number}")
        done = Project.dbt(project, "run", "--select", "messages", "kept")
        assert done.success, done.message
        assert project.rows("select id, v from {iceberg}.kept") == [(at, f"v{at}") for at in range(number + 1)]
    project.write("models/second.sql", kept)
    assert "so what it reads counts as read by 'kept'" in project.error("--select", "second")
    (project.folder / "models/second.sql").unlink()


def no_secret_is_written(runs: Runs) -> None:
    files = [path for path in runs.project.folder.rglob("*") if path.is_file() and path.name != "profiles.yml"]
    assert len(files) > 10 and [path for path in files if SECRET.encode() in path.read_bytes()] == []


def main(folder: Path, servers: str, packages: list[str]) -> None:
    settings = SPARK_SETTINGS | {"spark.shop.password": SECRET}
    target = {"spark_config": settings, "packages": packages}
    runs = Runs(WarmProject(folder / "shop", folder / "lake", "main", **target), servers)
    for step in (
        exactly_once,
        aborted_transactions,
        read_again,
        lost_messages,
        another_topic,
        changes_and_headers,
        ephemeral_models,
        no_secret_is_written,
    ):
        began = time.monotonic()
        step(runs)
        print(f"{step.__name__}: {time.monotonic() - began:.1f} s", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], sys.argv[3:])
