"""Compares the decoding of change streams with from_json and a hand-written schema, in one run, as ratios.

    python benchmarks/cdc.py [--rows 300000] [--repeat 5] [--only NAME ...]

The messages are Debezium's, with ten columns, a source of PostgreSQL, and both images of an update; a third of them are
inserts and deletes. Both queries read the same Parquet file to the end. The hand-written one gives the operation, the
LSN, and the typed columns of both images in one row per message; ours gives a row per change, with its order. The exit
code is 1 when a ratio of elapsed times is above its limit. The spread is the smallest and the largest ratio of a round.
"""

from __future__ import annotations

import sys
import tempfile

from pyspark.sql import SparkSession

from _measure import Limit, arguments, compare, spark_session
from macros_on_spark import macros_on

LIMITS = [Limit("cdc, Debezium", "from_json", 2.5), Limit("cdc, Debezium in Kafka", "from_json", 2.0)]
COLUMNS = {
    "id": "int",
    "customer": "int",
    "status": "string",
    "amount": "decimal(10,2)",
    "quantity": "int",
    "price": "double",
    "day": "date",
    "updated_at": "timestamp_ntz",
    "note": "string",
    "paid": "boolean",
}
IMAGE = (
    "named_struct('id', id, 'customer', pmod(id * 7, 1000), 'status', 'shipped', 'amount', "
    "string(cast(id % 100000 / 100 as decimal(10,2))), 'quantity', id % 9, 'price', id * 0.37D, "
    "'day', 19000 + id % 900, 'updated_at', 1700000000000000 + id * 1000, 'note', repeat('some text ', id % 5), "
    "'paid', id % 2 = 0)"
)
SOURCE = (
    "named_struct('version', '3.0', 'connector', 'postgresql', 'name', 'shop', 'ts_ms', 1700000000000 + id, "
    "'snapshot', 'false', 'db', 'shop', 'sequence', concat('[\"', id * 10, '\",\"', id * 10 + 5, '\"]'), "
    "'schema', 'public', 'table', 'orders', 'txId', id, 'lsn', id * 10 + 5)"
)


def make_messages(spark: SparkSession, folder: str, rows: int) -> None:
    """Writes the messages, and creates the view `messages` on them."""
    message = (
        f"to_json(named_struct('before', if(id % 6 = 0, null, {IMAGE}), 'after', if(id % 6 = 1, null, {IMAGE}), "
        f"'source', {SOURCE}, 'op', case id % 6 when 0 then 'c' when 1 then 'd' else 'u' end, "
        "'ts_ms', 1700000000000 + id))"
    )
    query = f"select 0 as partition, id as offset, {message} as value from range(0, {rows}, 1, 4)"
    spark.sql(query).write.parquet(f"{folder}/messages")
    spark.read.parquet(f"{folder}/messages").createOrReplaceTempView("messages")


def queries(spark: SparkSession) -> dict[str, str]:
    """Ours, and one that a user would write."""
    image = (
        "struct<id int, customer int, status string, amount string, quantity int, price double, day int, "
        "updated_at bigint, note string, paid boolean>"
    )
    schema = f"before {image}, after {image}, op string, source struct<lsn bigint>"
    values = ", ".join(f"m.{row}.{name} as {row}_{name}" for row in ("before", "after") for name in COLUMNS)
    options = {"decimal_handling_mode": "string", "timestamp_unit": "micros"}
    cdc = macros_on(spark)["cdc"]
    texts, kafka = "(select value from messages)", "(select * from messages)"
    parsed = f"(select from_json(value, '{schema}') as m from messages)"
    return {
        "cdc, Debezium": f"select * from {cdc(texts, 'debezium-json', COLUMNS, **options)}",
        "cdc, Debezium in Kafka": f"select * from {cdc(kafka, 'debezium-json', COLUMNS, **options)}",
        "from_json": f"select m.op, m.source.lsn, {values} from {parsed}",
    }


def main() -> int:
    """The command line."""
    options = arguments(__doc__, 300_000).parse_args()
    spark = spark_session(2)
    with tempfile.TemporaryDirectory() as folder:
        make_messages(spark, folder, options.rows)
        over = compare(spark, queries(spark), LIMITS, options)
    spark.stop()
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
