"""Recorded answers of Flink's change formats: a sample on tables of one format; `make golden` replays all on both."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from flink_cdc import load, read, replay
from formats import FORMATS

FILES = sorted((Path(__file__).parent / "flink_cdc").glob("*.json"))
SAMPLE = 3


def test_changes_are_those_of_flink(spark: SparkSession) -> None:
    """A message of each format, the statements, and some random streams."""
    named = {"dbz_types_sql", "dbz_u_nobefore", "canal_multi_update", "canal_oldnull", "mx_bootstrap", "ogg_basic"}
    recorded = read(FILES)
    cases = [one for one in recorded if one.get("case", one)["name"] in named or "sql" in one]
    cases += random.Random(20).sample([one for one in recorded if one not in cases], SAMPLE)
    assert _differences(spark, FORMATS[0], cases) == {}


@pytest.mark.extended
@pytest.mark.parametrize("format", FORMATS)
def test_all_changes_are_those_of_flink(spark: SparkSession, format: str) -> None:
    assert _differences(spark, format, read(FILES)) == {}


def _differences(spark: SparkSession, format: str, cases: list[dict[str, object]]) -> dict[str, list[str]]:
    session = spark.newSession()
    session.conf.set("spark.sql.session.timeZone", "UTC")
    table = load(session, format, cases, "test_flink_cdc")
    judged = list(replay(session, table, cases))
    assert sum(reason is None for _, _, reason in judged) > len(cases) / 2
    return {name: differences for name, differences, _ in judged if differences}
