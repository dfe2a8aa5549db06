"""Topics of Kafka, with the Java client that Spark's reader uses."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from dbt.adapters.tablestore.jvm.classes import class_object, java_class
from dbt.adapters.tablestore.spark import secrets
from dbt.adapters.tablestore.spark.errors import TablestoreError
from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

PACKAGES = (
    "org.apache.spark:spark-sql-kafka-0-10_2.13:4.1.1",
    "org.apache.spark:spark-token-provider-kafka-0-10_2.13:4.1.1",
    "org.apache.kafka:kafka-clients:3.9.1",
    "org.apache.commons:commons-pool2:2.12.1",
)
_READER = "org.apache.spark.sql.kafka010.KafkaSourceProvider"
_CLIENTS = "org.apache.kafka.clients.admin"
_REFERENCE = re.compile(r"\$\{([^}]*)\}")
_SECONDS = 30
"""How long a broker may take to answer, unless the properties say it."""


def described(
    spark: SparkSession, topic: str, properties: Mapping[str, Any], times: Mapping[str, int | None]
) -> dict[str, Any]:
    """The id of a topic, and for each partition the first offset that is there, and the one after the last.

    For each of the ``times``, in milliseconds since 1970, a partition also has the first offset at or after it. All
    numbers are for the isolation level of the properties.

    Raises:
        TablestoreError: there is no such topic, or the brokers cannot be asked.
    """
    _require_jars(spark)
    client = _client(spark, properties)
    try:
        found = _answer(client.describeTopics(_list(spark, [topic])).allTopicNames(), topic).get(topic)
        partitions = [found.partitions().get(at).partition() for at in range(found.partitions().size())]
        numbers = [
            _offsets(spark, client, topic, partitions, properties, specification)
            for specification in _specifications(spark, times)
        ]
    finally:
        client.close()
    names = ["first", "end", *(name for name, time in times.items() if time is not None)]
    offsets = {
        str(partition): dict(zip(names, (each[partition] for each in numbers), strict=True)) for partition in partitions
    }
    for each in offsets.values():  # there is no message at or after a time
        each |= {name: each["end"] for name, offset in each.items() if offset < 0}
    return {"id": str(found.topicId().toString()), "partitions": offsets}


def create_view(
    spark: SparkSession, view: str, topic: str, properties: Mapping[str, Any], range_: Mapping[str, Any]
) -> None:
    """Makes the messages of a range of offsets readable as a temporary view.

    The options of Spark's reader are in no statement, so that no log has them. ``range_`` is ``{start, until, headers,
    fail}``: the offsets of each partition, whether there are headers, and whether it is an error if messages are gone.
    """
    _require_jars(spark)
    start, until = range_["start"], range_["until"]
    options = {f"kafka.{name}": value for name, value in _resolved(spark, properties).items()}
    options |= {
        "assign": json.dumps({topic: sorted(map(int, until))}),
        "startingOffsets": json.dumps({topic: start}),
        "endingOffsets": json.dumps({topic: until}),
        "includeHeaders": str(bool(range_["headers"])).lower(),
        "failOnDataLoss": str(bool(range_["fail"])).lower(),
    }
    spark.read.format("kafka").options(**options).load().createOrReplaceTempView(view)


def _require_jars(spark: SparkSession) -> None:
    for name in (_READER, f"{_CLIENTS}.Admin"):
        try:
            class_object(spark, name)
        except Py4JJavaError:
            raise TablestoreError(
                "Spark has no reader for Kafka: add it to the target in profiles.yml, "
                f"`packages: [{', '.join(PACKAGES)}]`"
            ) from None


def _client(spark: SparkSession, properties: Mapping[str, Any]) -> Any:
    settings = java_class(spark, "java.util.HashMap")()
    limit = str(_SECONDS * 1000)
    defaults = {"default.api.timeout.ms": limit, "request.timeout.ms": limit}
    for name, value in (defaults | _resolved(spark, properties)).items():
        settings.put(name, value)
    return _guarded(lambda: java_class(spark, f"{_CLIENTS}.Admin").create(settings), "")


def _resolved(spark: SparkSession, properties: Mapping[str, Any]) -> dict[str, str]:
    """The properties as text, with Spark's settings in place of references to them, ``${spark.shop.password}``."""
    found = {str(name): _REFERENCE.sub(_setting(spark, str(name)), str(value)) for name, value in properties.items()}
    secrets.remember(found)
    return found


def _setting(spark: SparkSession, name: str) -> Callable[[re.Match[str]], str]:
    def value_of(reference: re.Match[str]) -> str:
        with suppress(PySparkException, Py4JJavaError):
            return str(spark.conf.get(reference[1]))
        raise TablestoreError(
            f"the property {name} is {reference[0]}, and there is no such setting: add `{reference[1]}` to "
            "`spark_config` of the target in profiles.yml"
        )

    return value_of


def _specifications(spark: SparkSession, times: Mapping[str, int | None]) -> list[Any]:
    kinds = java_class(spark, f"{_CLIENTS}.OffsetSpec")
    at = [kinds.forTimestamp(int(time)) for time in times.values() if time is not None]
    return [kinds.earliest(), kinds.latest(), *at]


def _offsets(
    spark: SparkSession,
    client: Any,
    topic: str,
    partitions: list[int],
    properties: Mapping[str, Any],
    specification: Any,
) -> dict[int, int]:
    wanted = java_class(spark, "java.util.HashMap")()
    places = {}
    for partition in partitions:
        places[partition] = java_class(spark, "org.apache.kafka.common.TopicPartition")(topic, partition)
        wanted.put(places[partition], specification)
    level = str(properties.get("isolation.level", "read_uncommitted")).upper()
    isolation = java_class(spark, "org.apache.kafka.common.IsolationLevel").valueOf(level)
    options = java_class(spark, f"{_CLIENTS}.ListOffsetsOptions")(isolation)
    answer = _answer(client.listOffsets(wanted, options).all(), topic)
    return {partition: int(answer.get(place).offset()) for partition, place in places.items()}


def _list(spark: SparkSession, values: list[str]) -> Any:
    found = java_class(spark, "java.util.ArrayList")()
    for value in values:
        found.add(value)
    return found


def _answer(future: Any, topic: str) -> Any:
    return _guarded(future.get, topic)


def _guarded(work: Callable[[], Any], topic: str) -> Any:
    """The result of a call of Kafka's client, whose errors become one sentence."""
    try:
        return work()
    except Py4JJavaError as error:
        causes = [error.java_exception]
        while (cause := causes[-1].getCause()) is not None:
            causes.append(cause)
        kinds = [str(each.getClass().getSimpleName()) for each in causes]
        if "UnknownTopicOrPartitionException" in kinds:
            raise TablestoreError(f"there is no topic '{topic}' on these brokers: correct its name") from None
        said = [str(each.getMessage()) for each in causes if each.getMessage()]
        raise TablestoreError(
            "the brokers of Kafka cannot be asked, check `properties` of tablestore.kafka and the network: "
            + secrets.redact(said[-1] if said else kinds[-1])
        ) from None
