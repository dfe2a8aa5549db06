"""One Spark for all tests of the operators: a plain local session, no catalog, no lake."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pyspark import SparkConf
from pyspark.sql import SparkSession

from quick_spark import INTERPRETED


@pytest.fixture(scope="session")
def spark() -> Iterator[SparkSession]:
    session = (
        SparkSession.builder.master("local[2]")
        .config(conf=SparkConf().setAll(list(INTERPRETED.items())))
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.sql.shuffle.partitions", "2")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()
