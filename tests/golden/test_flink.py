"""Recorded answers of Flink, replayed on Spark."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession

from flink import SETTINGS, no_answer, run

FILES = sorted((Path(__file__).parent / "flink").glob("*.json"))
RECORDED = [one for file in FILES for one in json.loads(file.read_text()) if not no_answer(one)]


@pytest.fixture(scope="module")
def session(spark: SparkSession) -> Iterator[SparkSession]:
    """A session for many tiny queries; times are read in UTC."""
    session = spark.newSession()
    for name, value in SETTINGS.items():
        session.conf.set(name, value)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TZ", "UTC")
        time.tzset()
        yield session
    time.tzset()


@pytest.mark.parametrize("recorded", RECORDED, ids=lambda one: f"{one['case']['name']}-{one['case']['mode']}")
def test_rows_are_those_of_flink(session: SparkSession, recorded: dict[str, Any]) -> None:
    assert run(session, recorded) == []
