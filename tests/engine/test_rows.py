"""Deduplicate, top-n, as-of and interval joins against plain Python, on random rows; many groups per query."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pyspark.sql import SparkSession

from harness import call

FEW = settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
SMALL = st.one_of(st.none(), st.integers(-3, 3))
KEYS = st.one_of(st.none(), st.integers(0, 25))
ITEMS = st.lists(
    st.tuples(st.sampled_from("ab"), st.booleans(), st.sampled_from([None, "first", "last"])), min_size=1, max_size=2
)
ROWS = st.lists(st.tuples(KEYS, SMALL, SMALL), min_size=1, max_size=150)


def view(spark: SparkSession, name: str, columns: str, rows: Sequence[tuple[Any, ...]]) -> None:
    spark.createDataFrame(rows, columns).createOrReplaceTempView(name)


def rows_of(spark: SparkSession, sql: str) -> list[tuple[Any, ...]]:
    return sorted((tuple(row) for row in spark.sql(f"select * from {sql}").collect()), key=repr)


def text(column: str, descending: bool, nulls: str | None) -> str:
    return column + (" desc" if descending else "") + (f" nulls {nulls}" if nulls else "")


def sort_key(value: int | None, descending: bool, nulls_first: bool) -> tuple[int, int]:
    number = value or 0
    return (0 if (value is None) == nulls_first else 1, -number if descending else number)


@FEW
@given(rows=ROWS, items=ITEMS, keep=st.sampled_from(["first", "last"]), id_descending=st.booleans())
def test_deduplicate_keeps_the_row_python_keeps(
    spark: SparkSession, rows: list[Any], items: list[Any], keep: str, id_descending: bool
) -> None:
    numbered = [(key, a, b, number) for number, (key, a, b) in enumerate(rows)]
    view(spark, "t", "k int, a int, b int, id int", numbered)
    items = [*items, ("id", id_descending, None)]

    def place(row: tuple[Any, ...]) -> list[tuple[int, int]]:
        values = {"a": row[1], "b": row[2], "id": row[3]}
        # A null loses unless the item says where it goes.
        first = {"first": True, "last": False, None: keep == "last"}
        return [sort_key(values[column], descending, first[nulls]) for column, descending, nulls in items]

    groups = defaultdict(list)
    for row in numbered:
        groups[row[0]].append(row)
    expected = [sorted(group, key=place)[0 if keep == "first" else -1] for group in groups.values()]
    sql = call("deduplicate", "t", "k", [text(*item) for item in items], keep)
    assert rows_of(spark, sql) == sorted(expected, key=repr)


@FEW
@given(rows=ROWS, item=ITEMS.map(lambda items: items[0]), keep=st.sampled_from(["first", "last"]))
def test_deduplicate_by_one_column_keeps_one_of_the_best_rows(
    spark: SparkSession, rows: list[Any], item: Any, keep: str
) -> None:
    numbered = [(key, a, b, number) for number, (key, a, b) in enumerate(rows)]
    view(spark, "t", "k int, a int, b int, id int", numbered)
    column, descending, nulls = item

    def place(row: tuple[Any, ...]) -> tuple[int, int]:
        nulls_first = {"first": True, "last": False, None: keep == "last"}[nulls]
        return sort_key(row["kab".index(column)], descending, nulls_first)

    groups = defaultdict(list)
    for row in numbered:
        groups[row[0]].append(row)
    best = {key: (min if keep == "first" else max)(map(place, group)) for key, group in groups.items()}
    found = rows_of(spark, call("deduplicate", "t", "k", text(*item), keep))
    assert len(found) == len(groups) and set(found) <= set(numbered)
    assert {row[0]: place(row) for row in found} == best


@FEW
@given(
    rows=ROWS,
    items=ITEMS,
    n=st.integers(1, 4),
    rank=st.sampled_from(["row_number", "rank", "dense_rank"]),
    grouped=st.booleans(),
)
def test_topn_keeps_the_rows_python_keeps(
    spark: SparkSession, rows: list[Any], items: list[Any], n: int, rank: str, grouped: bool
) -> None:
    numbered = [(key, a, b, number) for number, (key, a, b) in enumerate(rows)]
    view(spark, "t", "k int, a int, b int, id int", numbered)
    items = [*items, ("id", False, None)] if rank == "row_number" else items

    def place(row: tuple[Any, ...]) -> list[tuple[int, int]]:
        values = {"a": row[1], "b": row[2], "id": row[3]}
        first = {"first": True, "last": False}
        return [sort_key(values[c], desc, first.get(nulls, not desc)) for c, desc, nulls in items]

    groups = defaultdict(list)
    for row in numbered:
        groups[row[0] if grouped else 0].append(row)
    expected = []
    for group in groups.values():
        places = sorted(map(place, group))
        distinct = sorted({tuple(p) for p in places})
        for row in group:
            at = place(row)
            number = distinct.index(tuple(at)) + 1 if rank == "dense_rank" else places.index(at) + 1
            expected += [(*row, number)] if number <= n else []
    order = [text(*item) for item in items]
    sql = call("topn", "t", n, "k" if grouped else [], order, rank, "place")
    assert rows_of(spark, sql) == sorted(expected, key=repr)
    bare = call(
        "topn",
        "t",
        n,
        "k" if grouped else [],
        [{"column": c, "direction": "desc" if d else "asc", "nulls": m} for c, d, m in items],
        rank,
    )
    assert rows_of(spark, bare) == sorted((row[:-1] for row in expected), key=repr)


TIMES = st.one_of(st.none(), st.integers(0, 40))
LEFT = st.lists(st.tuples(KEYS, TIMES), min_size=1, max_size=100)
RIGHT = st.lists(st.tuples(KEYS, TIMES, SMALL, st.sampled_from(["+I", "-U", "+U", "-D"])), min_size=1, max_size=150)


@FEW
@given(left=LEFT, right=RIGHT, inner=st.booleans(), changelog=st.booleans(), tolerance=st.sampled_from([None, 0, 7]))
def test_as_of_join_finds_the_version_python_finds(
    spark: SparkSession, left: list[Any], right: list[Any], inner: bool, changelog: bool, tolerance: int | None
) -> None:
    view(spark, "l0", "k int, s int, id int", [(k, t, number) for number, (k, t) in enumerate(left)])
    view(spark, "r0", "k int, s int, v int, _row_kind string, n int", [(*row, n) for n, row in enumerate(right)])
    expected = []
    for number, (key, time) in enumerate(left):
        versions = [
            (rt, n, v, kind)
            for n, (k, rt, v, kind) in enumerate(right)
            if None not in (key, time, rt) and k == key and rt <= time and not (changelog and kind == "-U")
        ]
        best = max(versions, key=lambda version: version[:2], default=None)
        if best and ((changelog and best[3] == "-D") or (tolerance is not None and time - best[0] > tolerance)):
            best = None
        if best or not inner:
            expected.append((number, best[2] if best else None, best[1] if best else None))
    sql = call(
        "as_of_join",
        "select id, k, timestamp_seconds(s) as lt from l0",
        "select k as rk, timestamp_seconds(s) as rt, v, n, _row_kind from r0",
        {"k": "rk"},
        "lt",
        ["rt", "n"],
        "inner" if inner else "left",
        ["v", {"n": "version"}],
        None if tolerance is None else f"{tolerance} s",
        row_kind=None if changelog else False,
    )
    assert rows_of(spark, f"(select id, v, version from {sql})") == sorted(expected, key=repr)


def test_as_of_join_may_take_no_column_or_rename_some(spark: SparkSession) -> None:
    view(spark, "o", "cur string, ot int", [("usd", 2), ("eur", 2)])
    view(spark, "r", "cur string, rt int, rate int", [("usd", 1, 10)])
    assert rows_of(spark, call("as_of_join", "o", "r", "cur", "ot", "rt", "inner", [])) == [("usd", 2)]
    sql = call("as_of_join", "o", "r", "cur", "ot", "rt", columns=["rate", {"rt": "since", "cur": "known"}])
    assert rows_of(spark, sql) == [("eur", 2, None, None, None), ("usd", 2, 10, 1, "usd")]


def test_as_of_join_keeps_all_columns_but_the_repeated_key(spark: SparkSession) -> None:
    view(spark, "o", "cur string, ot int, id int", [("usd", 2, 1), (None, 2, 2)])
    view(spark, "r", "cur string, rt int, rate int", [("usd", 1, 10), (None, 1, 11)])
    frame = spark.sql(f"select * from {call('as_of_join', 'o', 'r', 'cur', 'ot', 'rt')} order by id")
    assert frame.columns == ["cur", "ot", "id", "rt", "rate"]
    assert [tuple(row) for row in frame.collect()] == [("usd", 2, 1, 1, 10), (None, 2, 2, None, None)]


def test_an_as_of_condition_never_falls_back_to_an_older_version(spark: SparkSession) -> None:
    view(spark, "o", "cur string, ot int", [("usd", 1), ("usd", 2)])
    view(spark, "r", "cur string, rt int, rate int", [("usd", 1, 20), ("usd", 2, 10)])
    sql = call("as_of_join", "o", "r", "cur", "ot", "rt", condition="r.rate > 15")
    assert rows_of(spark, sql) == [("usd", 1, 1, 20), ("usd", 2, None, None)]
    inner = call("as_of_join", "o", "r", "cur", "ot", "rt", "inner", condition="r.rate > 15")
    assert rows_of(spark, inner) == [("usd", 1, 1, 20)]
    view(spark, "o", "cur string, ot int", [("usd", 1), ("eur", 2)])
    for condition in ("r.rate is null or r.rate > 15", "l.ot > 0", "coalesce(r.rate, 0) < 99"):
        inner = call("as_of_join", "o", "r", "cur", "ot", "rt", "inner", condition=condition)
        assert rows_of(spark, inner) == [("usd", 1, 1, 20)], condition


def test_a_changelog_in_the_query_is_noticed(spark: SparkSession) -> None:
    view(spark, "o", "cur string, ot int", [("usd", 3)])
    right = "select 'usd' as cur, stack(2, 1, '+I', 2, '-D') as (rt, _row_kind)"
    sql = call("as_of_join", "o", right, "cur", "ot", "rt")
    assert rows_of(spark, sql) == [("usd", 3, None)]
    assert rows_of(spark, call("as_of_join", "o", right, "cur", "ot", "rt", row_kind=False)) == [("usd", 3, 2, "-D")]


@FEW
@given(
    left=LEFT,
    right=st.lists(st.tuples(KEYS, TIMES), min_size=1, max_size=60),
    how=st.sampled_from(["inner", "left", "right", "full"]),
    bounds=st.tuples(st.integers(-9, 9), st.integers(-9, 9)).map(sorted),
)
def test_interval_join_pairs_the_rows_python_pairs(
    spark: SparkSession, left: list[Any], right: list[Any], how: str, bounds: list[int]
) -> None:
    view(spark, "l0", "k int, s int, id int", [(k, t, n) for n, (k, t) in enumerate(left)])
    view(spark, "r0", "k int, s int, rid int", [(k, t, n) for n, (k, t) in enumerate(right)])
    pairs = [
        (i, j)
        for i, (k, t) in enumerate(left)
        for j, (rk, rt) in enumerate(right)
        if None not in (k, t, rt) and k == rk and bounds[0] <= t - rt <= bounds[1]
    ]
    if how in ("left", "full"):
        pairs += [(i, None) for i in set(range(len(left))) - {i for i, _ in pairs}]
    if how in ("right", "full"):
        pairs += [(None, j) for j in set(range(len(right))) - {j for i, j in pairs if i is not None}]
    sql = call(
        "interval_join",
        "select id, k, timestamp_seconds(s) as lt from l0",
        "select rid, k, timestamp_seconds(s) as rt from r0",
        "k", "lt", "rt", f"{bounds[0]} s", f"{bounds[1]} seconds", how,
    )  # fmt: skip
    assert rows_of(spark, f"(select id, rid from {sql})") == sorted(pairs, key=repr)


@pytest.mark.parametrize(
    ("kind", "later"),
    [("timestamp", "2021-03-14 19:30"), ("timestamp_ntz", "2021-03-14 18:30"), ("date", "2021-03-14")],
)
def test_a_day_is_24_hours_where_clocks_change(zoned_spark: SparkSession, kind: str, later: str) -> None:
    """In New York, 2021-03-14 has 23 hours. A DATE and a TIMESTAMP_NTZ have no time zone."""
    left = f"select 1 as k, cast('{later}' as {kind}) as lt"
    right = f"select 1 as k, cast('2021-03-13 18:30' as {kind}) as rt"
    for lower, upper in (
        ("24 hours", "1 day"),
        ("23 h 59 min", "86400 s"),
        ("1 day", "1 day 1 min"),
        ("1 d", "86400.5 s"),
    ):
        assert len(rows_of(zoned_spark, call("interval_join", left, right, "k", "lt", "rt", lower, upper))) == 1
    backwards = call("interval_join", right, left, "k", "rt", "lt", "-86400.5 s", "-24 h")
    assert len(rows_of(zoned_spark, backwards)) == 1
    for tolerance, matches in (("1 day", True), ("24 h", True), ("86399 s", False)):
        sql = call("as_of_join", left, right, "k", "lt", "rt", "inner", tolerance=tolerance)
        assert bool(rows_of(zoned_spark, sql)) is matches, tolerance


@pytest.mark.parametrize("ansi", ["true", "false"])
def test_a_time_that_is_text_is_refused(spark: SparkSession, ansi: str) -> None:
    """As text, 09:00 in the form of ISO 8601 is after 10:00 with a space."""
    left, right = "select 1 as k, '2024-01-05 10:00:00' as lt", "select 1 as k, '2024-01-05T09:00:00' as rt"
    spark.conf.set("spark.sql.ansi.enabled", ansi)
    try:
        for times, argument in (
            (("lt", "timestamp(rt)"), "left"),
            (("timestamp(lt)", "rt"), "right"),
            (("lt", "rt"), ""),
        ):
            with pytest.raises(
                Exception, match=f"as_of_join: {argument}.*_time is text; write a time, such as to_timest"
            ):
                rows_of(spark, call("as_of_join", left, right, "k", *times))
        with pytest.raises(Exception, match="interval_join: left_time is text; write a time, such as to_timestamp"):
            rows_of(spark, call("interval_join", left, right, "k", "lt", "rt", "0 s", "1 h"))
        sql = call("as_of_join", left, right, "k", "timestamp(lt)", "to_timestamp(rt)")
        assert rows_of(spark, sql) == [(1, "2024-01-05 10:00:00", "2024-01-05T09:00:00")]
        sql = call("interval_join", left, right, "k", "timestamp(lt)", "rt", "0 s", "1 h")
        assert rows_of(spark, sql) == [(1, "2024-01-05 10:00:00", "2024-01-05T09:00:00")]
        plan = spark.sql(f"select * from {sql}")._jdf.queryExecution().optimizedPlan().toString()
        assert "raise_error" not in plan
    finally:
        spark.conf.unset("spark.sql.ansi.enabled")


def test_orders_and_times_can_be_expressions(spark: SparkSession) -> None:
    view(spark, "t", "k int, id int, at string", [(1, 19, "2020-01-02"), (1, 21, "2020-01-01"), (2, 5, "1970-01-01")])
    assert rows_of(spark, call("topn", "t", 1, "k", "id % 10 desc")) == [(1, 19, "2020-01-02"), (2, 5, "1970-01-01")]
    last = call("deduplicate", "t", "k", ["id % 10", "id"])
    assert rows_of(spark, last) == [(1, 19, "2020-01-02"), (2, 5, "1970-01-01")]
    mixed = call("deduplicate", "t", "k", ["length(at)", "id % 10 desc"])
    assert rows_of(spark, mixed) == [(1, 21, "2020-01-01"), (2, 5, "1970-01-01")]
    # the version that is valid now: Flink's join at processing time
    now = call(
        "as_of_join", "select 1 as k", "t", "k", "current_timestamp()", ["to_timestamp(at)", "id"], columns=["id"]
    )
    assert rows_of(spark, now) == [(1, 19)]
    pairs = call("interval_join", "t", "t", "k", "to_date(at)", "to_date(at)", "1 d", "1 d", columns=["r.id as before"])
    assert rows_of(spark, pairs) == [(1, 19, "2020-01-02", 21)]


@pytest.mark.parametrize("keep", ["first", "last"])
def test_deduplicate_keeps_columns_and_types_and_needs_no_rows(spark: SparkSession, keep: str) -> None:
    rows = spark.sql(
        "select 1 as k, 2Y as b, map(1, 'x') as m, array(1.5) as a, timestamp'2020-01-01' as ts, null as n"
    )
    rows.createOrReplaceTempView("t")
    frame = spark.sql(f"select * from {call('deduplicate', 't', 'k', 'ts', keep)}")
    assert [(f.name, f.dataType) for f in frame.schema] == [(f.name, f.dataType) for f in rows.schema]
    assert frame.collect() == rows.collect()
    assert (
        spark.sql(f"select * from {call('deduplicate', '(select * from t where false)', 'k', 'ts', keep)}").count() == 0
    )


def test_describe_has_flinks_columns(spark: SparkSession) -> None:
    frame = spark.sql(f"select * from {call('describe', 't')}")
    assert frame.columns == ["name", "type", "null", "key", "extras", "watermark", "comment"]
