"""Samples and splits: a pure function of key and seed, whatever the plan and the layout of the rows."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pyspark.sql import SparkSession

from harness import call

ROWS = 4000


@pytest.fixture(scope="module")
def t(spark: SparkSession) -> Iterator[SparkSession]:
    rows = f"select id, if(id % 10 = 0, null, id % 700) as k, 'x' as s from range(0, {ROWS}, 1, 3)"
    kept = spark.sql(rows).cache()
    kept.createOrReplaceTempView("t")
    spark.sql("select * from t").repartition(7, "k").sortWithinPartitions("s").createOrReplaceTempView("moved")
    spark.sql("select cast(id as decimal(20, 0)) as id, s, k from t").coalesce(1).createOrReplaceTempView("retyped")
    yield spark
    kept.unpersist()


def ids(spark: SparkSession, sql: str) -> list[int]:
    return sorted(int(row.id) for row in spark.sql(f"select id from {sql}").collect())


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    weights=st.lists(st.one_of(st.integers(0, 9), st.floats(0, 1)), min_size=1, max_size=5).filter(
        lambda w: sum(w) > 1e-6
    ),
    seed=st.one_of(st.none(), st.integers(-(2**63), 2**63 - 1), st.text(max_size=5)),
    key=st.sampled_from([None, "id", "k", ["k", "id"]]),
)
def test_splits_are_disjoint_and_complete_wherever_the_rows_lie(
    t: SparkSession, weights: list, seed: object, key: object
) -> None:
    here = [ids(t, part) for part in call("split", "t", weights, seed, key)]
    there = [ids(t, part) for part in call("split", "moved", weights, seed, key)]
    assert here == there
    assert sorted(itertools.chain.from_iterable(here)) == list(range(ROWS))
    assert all(not part for part, weight in zip(here, weights, strict=True) if weight == 0)


def test_parts_are_as_large_as_their_weights(t: SparkSession) -> None:
    parts = call("split", "t", {"train": 8, "test": 1, "check": 1}, seed="flights", key="id")
    assert list(parts) == ["train", "test", "check"]
    sizes = [len(ids(t, part)) / ROWS for part in parts.values()]
    assert sizes == pytest.approx([0.8, 0.1, 0.1], abs=0.02)


@pytest.mark.parametrize("kind", ["float", "double"])
def test_equal_numbers_stay_together(spark: SparkSession, kind: str) -> None:
    """0.0 and -0.0 are equal, and their texts are not."""
    rows = f"select id, cast(k as {kind}) as k from values (1, '0.0'), (2, '-0.0') as t (id, k)"
    parts = [ids(spark, part) for seed in range(5) for part in call("split", rows, [1, 1], seed, "k")]
    assert sorted(parts) == [[]] * 5 + [[1, 2]] * 5


def test_a_single_weight_is_everything(t: SparkSession) -> None:
    assert ids(t, call("split", "t", [0.3])[0]) == list(range(ROWS))


def test_a_smaller_sample_is_part_of_a_larger_one(t: SparkSession) -> None:
    samples = [set(ids(t, call("sample", "t", fraction, 7, "id"))) for fraction in (0, 0.1, 0.3, 1 / 3, 1)]
    assert samples[0] == set() and samples[-1] == set(range(ROWS))
    assert all(small <= large for small, large in itertools.pairwise(samples))
    assert len(samples[1]) / ROWS == pytest.approx(0.1, abs=0.02)


@pytest.mark.parametrize("key", [None, "id", "k"])
def test_a_number_of_rows_is_the_same_rows_wherever_they_lie(t: SparkSession, key: object) -> None:
    sizes = (0, 1, 40, 400, ROWS, 2 * ROWS)
    samples = [ids(t, call("sample", "t", seed=7, key=key, n=n)) for n in sizes]
    assert [len(sample) for sample in samples] == [min(n, ROWS) for n in sizes]
    assert samples == [ids(t, call("sample", "moved", seed=7, key=key, n=n)) for n in sizes]
    assert all(set(small) <= set(large) for small, large in itertools.pairwise(samples))
    assert samples[2] != ids(t, call("sample", "t", seed=8, key=key, n=40))


def test_a_number_of_rows_lies_within_the_share_that_holds_them(t: SparkSession) -> None:
    share = ids(t, call("sample", "t", 0.1, 7, "id"))
    assert ids(t, call("sample", "t", seed=7, key="id", n=len(share))) == share


def test_equal_rows_are_counted_one_by_one(t: SparkSession) -> None:
    twice = "select 1 as id, 'x' as s union all select 1, 'x'"
    assert ids(t, call("sample", twice, seed=7, n=1)) == [1]


@pytest.mark.parametrize("key", ["id", ["id", "s"]])
def test_the_type_and_place_of_a_key_do_not_matter(t: SparkSession, key: object) -> None:
    here = ids(t, call("sample", "t", 0.2, 7, key))
    assert here == ids(t, call("sample", "moved", 0.2, 7, key)) == ids(t, call("sample", "retyped", 0.2, 7, key))
    assert here != ids(t, call("sample", "t", 0.2, 8, key))


def test_rows_of_one_key_stay_together_null_included(t: SparkSession) -> None:
    parts = [
        Counter(row.k for row in t.sql(f"select k from {part}").collect())
        for part in call("split", "t", [1, 1], 3, "k")
    ]
    assert not set(parts[0]) & set(parts[1])
    assert sum(part[None] for part in parts) == ROWS // 10


def test_a_sample_without_seed_and_key_is_drawn_again(t: SparkSession) -> None:
    for size in ({"fraction": 0.5}, {"n": 100}):
        sql = call("sample", "t", **size)
        assert ids(t, sql) != ids(t, sql)
