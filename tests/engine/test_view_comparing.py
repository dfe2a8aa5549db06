"""The fingerprints of results: equal for the same rows in any order, different for others."""

from __future__ import annotations

import pytest
from dbt.adapters.tablestore.views import comparing
from pyspark.sql import SparkSession

# (type, a value, another value) of each: pairs that are easily taken for equal.
PAIRS = """
string | 'null' | null
string | '' | null
string | '1, 2' | '1,2'
int | 0 | null
decimal(38,10) | 12345678901234567890.0000000001 | 12345678901234567890.0000000002
timestamp | timestamp '2020-01-01 00:00:00.000001' | timestamp '2020-01-01 00:00:00.000002'
timestamp | timestamp '2025-10-26 00:30:00Z' | timestamp '2025-10-26 01:30:00Z'
timestamp_ntz | timestamp_ntz '2020-01-01 00:00:00.000001' | timestamp_ntz '2020-01-01 00:00:00.000002'
date | date '0001-01-01' | date '-0001-01-01'
binary | x'00' | x'0000'
boolean | false | null
array<int> | array(1, null) | array(null, 1)
array<string> | array('null') | array(null)
struct<a:int,b:int> | named_struct('a', 1, 'b', null) | named_struct('a', null, 'b', 1)
struct<a:int> | named_struct('a', null) | null
map<string,string> | map('a', 'null') | map('a', null)
map<string,string> | map('a', '1', 'b', '2') | map('a', '1, b -> 2')
variant | parse_json('1') | parse_json('"1"')
double | double('nan') | null
double | double('nan') | double('infinity')
double | double('-infinity') | double('infinity')
double | 0D | null
double | 1D | 1.001D
float | float(1) | float(2)
array<double> | array(1D, 2D) | array(2D, 1D)
struct<a:double> | named_struct('a', 1D) | named_struct('a', 1.001D)
struct<a:double,b:string> | named_struct('a', 1D, 'b', 'x') | named_struct('a', 1D, 'b', 'y')
""".strip().splitlines()


class Fingerprints:
    """Fingerprints of rows with the columns `k` and `x`, each a text of SQL."""

    def __init__(self, spark: SparkSession) -> None:
        self._spark = spark

    def of(self, kind: str, rows: list[tuple[int, str]], is_exact: bool) -> list[str | None]:
        texts = [f"select {k} as k, cast({x} as {kind}) as x" for k, x in rows]
        query = comparing.fingerprint(" union all ".join(texts), {"k": "int", "x": kind}, {"k": True, "x": is_exact})
        return comparing.read(str(self._spark.sql(query).collect()[0][0]))

    def are_equal(self, kind: str, one: list[tuple[int, str]], other: list[tuple[int, str]], is_exact: bool) -> bool:
        return comparing.are_equal(self.of(kind, one, is_exact), self.of(kind, other, is_exact))


@pytest.fixture(scope="module")
def fingerprints(spark: SparkSession) -> Fingerprints:
    session = spark.newSession()
    session.conf.set("spark.sql.session.timeZone", "Europe/Berlin")
    return Fingerprints(session)


@pytest.mark.parametrize("is_exact", [pytest.param(True, marks=pytest.mark.extended), False])
def test_values_that_differ_have_other_fingerprints(fingerprints: Fingerprints, is_exact: bool) -> None:
    taken = []
    for line in PAIRS:
        kind, value, another = (part.strip() for part in line.split(" | "))
        same = fingerprints.are_equal(kind, [(1, value), (2, another)], [(2, another), (1, value)], is_exact)
        moved = fingerprints.are_equal(kind, [(1, value), (2, another)], [(1, another), (2, value)], is_exact)
        copied = fingerprints.are_equal(kind, [(1, value), (1, value)], [(1, value)], is_exact)
        changed = fingerprints.are_equal(kind, [(1, value), (1, value)], [(1, value), (1, another)], is_exact)
        if (same, moved, copied, changed) != (True, False, False, False):
            taken.append((line, same, moved, copied, changed))
    assert not taken


def test_last_digits_may_differ(fingerprints: Fingerprints) -> None:
    for kind, one, other in [
        ("double", "0.1D + 0.2D", "0.3D"),
        ("double", "0D", "-0D"),
        ("array<double>", "array(0.1D + 0.2D)", "array(0.3D)"),
        ("struct<a:double>", "named_struct('a', 0.1D + 0.2D)", "named_struct('a', 0.3D)"),
    ]:
        assert fingerprints.are_equal(kind, [(1, one)], [(1, other)], False)
        assert fingerprints.are_equal(kind, [(1, one)], [(1, other)], True) == (one == "0D")


def test_rows_that_only_one_query_has_are_printed(spark: SparkSession) -> None:
    columns = {"it's": "string", "x": "double", "at": "timestamp_ntz"}
    texts = [
        f"select 'a', double({x}), timestamp_ntz '2020-01-01 00:00:00' union all select 'b', 2D, null" for x in (1, 3)
    ]
    compared = {"it's": True, "x": False, "at": True}
    queries = comparing.differences(texts[0], texts[1], columns, compared)
    found = {words: [row[0] for row in spark.sql(query).collect()] for words, query in queries.items()}
    assert found == {
        "missing": ['{"it\'s":"a","x":3.0,"at":"2020-01-01 00:00:00.000000"}'],
        "additional": ['{"it\'s":"a","x":1.0,"at":"2020-01-01 00:00:00.000000"}'],
    }
