"""What the window macros assign and aggregate, on real Spark, against plain Python.

Many random windows are checked in one query each: the relations of all examples are joined by UNION ALL, numbered.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from math import gcd
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pyspark.sql import SparkSession

from harness import call

EPOCH = datetime(1970, 1, 1)
MINUTE = timedelta(minutes=1)
HOPS = {"type": "hop", "time_column": "ts", "slide": "5 minutes", "size": "10 minutes"}
STEPS = {"type": "cumulate", "time_column": "ts", "step": "5 minutes", "size": "10 minutes"}
FEW = settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
MAX_COPIES = 200


class Window(NamedTuple):
    """A tumble, hop or cumulate; ``unit`` is its slide or step, all lengths are in milliseconds."""

    kind: str
    unit: int
    size: int
    offset: int

    def arguments(self) -> list[str]:
        """The lengths as a call of the macro takes them, in its order."""
        lengths = [self.size, self.offset] if self.kind == "tumble" else [self.unit, self.size, self.offset]
        return [f"{length} milliseconds" for length in lengths]

    def mapping(self) -> dict[str, str]:
        """The same as ``window_aggregate`` takes it."""
        unit = {"tumble": [], "hop": ["slide"], "cumulate": ["step"]}[self.kind]
        names = [*unit, "size", "offset"]
        return {"type": self.kind, "time_column": "ts"} | dict(zip(names, self.arguments(), strict=True))


def assigned(window: Window, t: int) -> set[tuple[int, int]]:
    """The windows of the instant t, as [start, end) in milliseconds: Flink's rules in ten lines."""

    def start(length: int) -> int:
        return t - (t - window.offset) % length

    if window.kind == "tumble":
        return {(start(window.size), start(window.size) + window.size)}
    if window.kind == "hop":
        starts = range(start(window.unit), t - window.size, -window.unit)
        return {(s, s + window.size) for s in starts}
    begin, first_end = start(window.size), start(window.unit) + window.unit
    return {(begin, end) for end in range(first_end, begin + window.size + 1, window.unit)}


def sessions(instants: Iterable[int], gap: int) -> dict[int, tuple[int, int]]:
    """The session of each instant: a row joins while it follows the one before by at most the gap."""
    lines: list[list[int]] = []
    for t in sorted(instants):
        if lines and t <= lines[-1][-1] + gap:
            lines[-1].append(t)
        else:
            lines.append([t])
    return {t: (line[0], line[-1] + gap) for line in lines for t in line}


lengths = st.one_of(
    st.integers(1, 5_000),
    st.sampled_from([60_000, 300_000, 3_600_000, 86_400_000, 604_800_000]),
    st.integers(1, 40 * 86_400_000),
)
offsets = st.one_of(st.just(0), st.integers(-(10**10), 10**10))
# Microseconds from the year 0002 to the year 9000, most of them around 1970 so that windows hold more than one.
instants = st.one_of(
    st.integers(-(10**9), 10**9), st.integers(-(10**13), 10**13), st.integers(-62_000_000_000 * 10**6, 221 * 10**15)
)


@st.composite
def windows(draw: st.DrawFn) -> Window:
    kind, unit = draw(st.sampled_from(["tumble", "hop", "cumulate"])), draw(lengths)
    size = unit * draw(st.integers(1, 30)) if kind == "cumulate" else draw(lengths)
    if kind == "hop":
        unit = max(unit, size // MAX_COPIES + 1)
    return Window(kind, size if kind == "tumble" else unit, size, draw(offsets))


def timestamp(micros: int) -> datetime:
    return EPOCH + timedelta(microseconds=micros)


def rows_sql(rows: Iterable[tuple[Any, ...]], columns: str) -> str:
    """Rows as a query; datetimes become TIMESTAMP_NTZ."""

    def text(value: Any) -> str:
        if value is None:
            return "null"
        return f"timestamp_ntz'{value.isoformat(sep=' ')}'" if isinstance(value, datetime) else repr(value)

    lines = ", ".join("(" + ", ".join(map(text, row)) + ")" for row in rows)
    return f"(select * from values {lines} as t ({columns}))"


@contextmanager
def ansi_mode(spark: SparkSession, on: bool) -> Iterator[None]:
    """With ANSI mode on, as in Spark, or off, as in a session of dbt-spark."""
    spark.conf.set("spark.sql.ansi.enabled", str(on).lower())
    try:
        yield
    finally:
        spark.conf.unset("spark.sql.ansi.enabled")


def union(queries: Iterable[str], names: str) -> str:
    return "\nunion all\n".join(f"select {i} as example, {names} from {query}" for i, query in enumerate(queries))


@pytest.mark.extended
@FEW
@given(examples=st.lists(st.tuples(windows(), st.lists(instants, min_size=1, max_size=6, unique=True)), min_size=30))
def test_every_window_of_every_instant(spark: SparkSession, examples: list[tuple[Window, list[int]]]) -> None:
    queries = []
    for position, (window, micros) in enumerate(examples):
        rows = rows_sql([*((m, timestamp(m)) for m in micros), (0, None)], "micros, ts")
        if position % 2:
            rows = f"(select micros, cast(ts as timestamp) as ts from {rows})"
        queries.append(call(window.kind, rows, "ts", *window.arguments()))
    names = "micros, window_start, window_end, cast(window_time as timestamp_ntz) as window_time"
    ours = defaultdict(list)
    for example, micros, *bounds in spark.sql(union(queries, names)).collect():
        ours[example, micros].append(tuple(bounds))
    for example, (window, micros) in enumerate(examples):
        for m in micros:
            expected = [
                (timestamp(s * 1000), timestamp(e * 1000), timestamp(e * 1000 - 1000))
                for s, e in sorted(assigned(window, m // 1000))
            ]
            assert sorted(ours.pop((example, m), [])) == expected, (window, m)
    assert not ours, "a row without a time, or one that was never there, has a window"


@FEW
@given(
    examples=st.lists(
        st.tuples(lengths, st.lists(st.tuples(st.sampled_from(["a", "b", None]), instants), min_size=1, max_size=12)),
        min_size=10,
    )
)
def test_sessions(spark: SparkSession, examples: list[tuple[int, list[tuple[str | None, int]]]]) -> None:
    queries = [
        call("session", rows_sql(((k, m, timestamp(m)) for k, m in rows), "k, micros, ts"), "ts", f"{gap} ms", "k")
        for gap, rows in examples
    ]
    ours = spark.sql(union(queries, "k, micros, window_start, window_end")).collect()
    assert len(ours) == sum(len(rows) for _, rows in examples)
    expected = {
        (example, k): sessions((m // 1000 for other, m in rows if other == k), gap)
        for example, (gap, rows) in enumerate(examples)
        for k, _ in rows
    }
    for example, k, micros, start, end in ours:
        s, e = expected[example, k][micros // 1000]
        assert (start, end) == (timestamp(s * 1000), timestamp(e * 1000))


AGGREGATES = {
    "n": "count(*)",
    "some_n": "count(v) filter (where v % 2 = 0)",
    "total": "sum(v)",
    "least": "min(v)",
    "most": "max(v)",
    "mean": "avg(v)",
    "different": "count(distinct v)",
    "all_even": "bool_and(v % 2 = 0)",
    "is_even": "any_value(true) filter (where v % 2 = 0)",
    "is_known": "any_value(if(v > 0, true, null), true)",
}


@FEW
@given(
    examples=st.lists(
        st.tuples(
            windows(),
            st.lists(
                st.tuples(
                    st.sampled_from(["a", "b", None]),
                    st.one_of(st.none(), st.integers(-5, 5)),
                    st.one_of(st.none(), st.integers(-(10**9), 10**9)),
                ),
                min_size=1,
                max_size=10,
            ),
            st.sampled_from([None, [["k"], []]]),
            st.sampled_from([{}, {"median": "median(v)"}, {"ratio": "sum(v) / count(*)"}]),
        ),
        min_size=10,
        max_size=15,
    ),
    ansi=st.booleans(),
)
def test_window_aggregate_is_group_by_over_the_window(spark: SparkSession, examples: list[Any], ansi: bool) -> None:
    ours, theirs = [], []
    for window, rows, sets, more in examples:
        table = rows_sql(((k, v, None if m is None else timestamp(m)) for k, v, m in rows), "k, v, ts").replace(
            "select *", "select k, int(v) as v, cast(ts as timestamp_ntz) as ts"
        )
        aggregates = AGGREGATES | ({"total_of": "grouping(k)"} if sets else {}) | more
        total_of, other = "total_of" if sets else "0", next(iter(more), "null")
        columns = ["window_start", "window_end", "window_time", "k", *AGGREGATES]
        names = f"{', '.join(columns)}, {other} as other, {total_of} as total_of"
        query = call("window_aggregate", table, window.mapping(), ["k"], aggregates, sets)
        ours.append(f"(select {names} from {query})")
        keys = "grouping sets ((window_start, window_end, window_time, k), (window_start, window_end, window_time))"
        texts = ", ".join(f"{text} as {name}" for name, text in aggregates.items())
        theirs.append(
            f"(select {names} from (select window_start, window_end, window_time, k, {texts}"
            f" from {call(window.kind, table, 'ts', *window.arguments())}"
            f" group by {keys if sets else 'window_start, window_end, window_time, k'}))"
        )
    with ansi_mode(spark, ansi):
        assert sorted(map(repr, spark.sql(union(ours, "*")).collect())) == sorted(
            map(repr, spark.sql(union(theirs, "*")).collect())
        )


@pytest.mark.parametrize("ansi", [True, False])
def test_averages_of_large_integers(spark: SparkSession, ansi: bool) -> None:
    """The sum of two of them is no BIGINT. Spark's own average of integers is one of DOUBLEs."""
    values = {1: 9 * 10**18, 2: 9 * 10**18, 6: 3 * 10**18, 7: None}
    rows = rows_sql([(timestamp(60_000_000 * minute), value) for minute, value in values.items()], "ts, v")
    aggregates = {
        "m": "avg(v)",
        "of_some": "avg(v) filter (where v > 5000000000000000000)",
        "days": "avg(if(v > 0, interval '3' day, null))",
    }
    with ansi_mode(spark, ansi):
        for window, bounds in ((HOPS, [(-5, 5), (0, 10), (5, 15)]), (STEPS, [(0, 5), (0, 10)])):
            found = spark.sql(f"select * from {call('window_aggregate', rows, window, [], aggregates)}").collect()
            expected = {}
            for start, end in bounds:
                inside = [v for minute, v in values.items() if start <= minute < end and v is not None]
                large = [v for v in inside if v > 5 * 10**18]
                means = [sum(some) / len(some) if some else None for some in (inside, large)]
                expected[start, end] = (*means, timedelta(days=3))
            assert {
                ((row.window_start - EPOCH) // MINUTE, (row.window_end - EPOCH) // MINUTE): (
                    row.m,
                    row.of_some,
                    row.days,
                )
                for row in found
            } == expected


def test_a_sum_that_does_not_fit_is_null_without_ansi_mode(spark: SparkSession) -> None:
    """As it is for GROUP BY: the sum of the first slice is no decimal(38,0), and the window has a row besides."""
    rows = rows_sql(
        [(timestamp(60_000_000 * minute), k, v) for minute, k, v in
         [(1, 1, "6e37"), (2, 1, "6e37"), (6, 1, "1"), (1, 2, None), (6, 2, "2")]], "ts, k, v",
    ).replace("select *", "select ts, k, cast(v as decimal(38, 0)) as v")  # fmt: skip
    aggregates = {"total": "sum(v)", "mean": "avg(v)", "of_some": "sum(v) filter (where v < 5)"}
    with ansi_mode(spark, False):
        for window, bounds in ((HOPS, [(-5, 5), (0, 10), (5, 15)]), (STEPS, [(0, 5), (0, 10)])):
            found = spark.sql(f"select * from {call('window_aggregate', rows, window, ['k'], aggregates)}").collect()
            expected = {(1, bound): (None, None, 1 if bound[1] > 6 else None) for bound in bounds if bound[0] < 5}
            expected |= {(2, bound): (2, 2, 2) if bound[1] > 6 else (None, None, None) for bound in bounds}
            expected |= {(1, bound): (1, 1, 1) for bound in bounds if bound[0] == 5}
            assert {
                (row.k, ((row.window_start - EPOCH) // MINUTE, (row.window_end - EPOCH) // MINUTE)):
                (row.total, row.mean, row.of_some) for row in found
            } == expected  # fmt: skip


def test_text_that_is_no_time_is_dropped_without_ansi_mode(spark: SparkSession) -> None:
    rows = rows_sql([("2020-04-15 08:07", 1), ("n/a", 2), ("", 3), (None, 4)], "ts, v")
    relations = [
        call("tumble", rows, "ts", "10 minutes"),
        call("hop", rows, "ts", "10 minutes", "10 minutes"),
        call("cumulate", rows, "ts", "10 minutes", "10 minutes"),
        call("session", rows, "ts", "10 minutes"),
        call("window_aggregate", rows, {"type": "hop", "time_column": "ts", "slide": "10 min", "size": "10 min"}, [],
             {"v": "max(v)"}),
    ]  # fmt: skip
    with ansi_mode(spark, False):
        assert [[row.v for row in spark.sql(f"select v from {relation}").collect()] for relation in relations] == [
            [1]
        ] * 5
        plan = spark.sql(f"select * from {call('tumble', BID, 'bidtime', '1 h')}")._jdf.queryExecution().optimizedPlan()
    assert "typeof" not in plan.toString()


BID = """(select cast(bidtime as timestamp_ntz) as bidtime, cast(price as decimal(10, 2)) as price, item from values
    ('2020-04-15 08:05', 4.00, 'C'), ('2020-04-15 08:07', 2.00, 'A'), ('2020-04-15 08:09', 5.00, 'D'),
    ('2020-04-15 08:11', 3.00, 'B'), ('2020-04-15 08:13', 1.00, 'E'), ('2020-04-15 08:17', 6.00, 'F')
    as bid (bidtime, price, item))"""
# The tables of Flink's documentation, in minutes after 08:00.
TUMBLE = {"C": [(0, 10)], "A": [(0, 10)], "D": [(0, 10)], "B": [(10, 20)], "E": [(10, 20)], "F": [(10, 20)]}
HOP = {item: [(a, a + 10) for a in starts] for item, starts in
       {"C": (0, 5), "A": (0, 5), "D": (0, 5), "B": (5, 10), "E": (5, 10), "F": (10, 15)}.items()}  # fmt: skip
CUMULATE = {item: [(start, end) for end in ends] for item, start, ends in [
    ("C", 0, (6, 8, 10)), ("A", 0, (8, 10)), ("D", 0, (10,)),
    ("B", 10, (12, 14, 16, 18, 20)), ("E", 10, (14, 16, 18, 20)), ("F", 10, (18, 20))]}  # fmt: skip
SUMS = {
    "tumble": {(0, 10): 11, (10, 20): 10},
    "hop": {(0, 10): 11, (5, 15): 15, (10, 20): 10, (15, 25): 6},
    "cumulate": {
        (0, 6): 4, (0, 8): 6, (0, 10): 11, (10, 12): 3, (10, 14): 4, (10, 16): 4, (10, 18): 10, (10, 20): 10,
    },
}  # fmt: skip
LENGTHS = {"tumble": {"size": "10 minutes"}, "hop": {"slide": "5 minutes", "size": "10 minutes"},
           "cumulate": {"step": "2 minutes", "size": "10 minutes"}}  # fmt: skip


def minutes(moment: datetime) -> int:
    return int((moment - datetime(2020, 4, 15, 8)).total_seconds() // 60)


@pytest.mark.parametrize(("kind", "expected"), [("tumble", TUMBLE), ("hop", HOP), ("cumulate", CUMULATE)])
def test_bid_rows_of_the_documentation(spark: SparkSession, kind: str, expected: dict[str, list[Any]]) -> None:
    rows = spark.sql(f"select * from {call(kind, BID, 'bidtime', **LENGTHS[kind])}")
    assert rows.columns == ["bidtime", "price", "item", "window_start", "window_end", "window_time"]
    found: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for row in rows.collect():
        found[row.item].append((minutes(row.window_start), minutes(row.window_end)))
        assert row.window_time == row.window_end - timedelta(milliseconds=1)
    assert {item: sorted(bounds) for item, bounds in found.items()} == expected


@pytest.mark.parametrize("kind", SUMS)
def test_bid_sums_of_the_documentation(spark: SparkSession, kind: str) -> None:
    window = {"type": kind, "time_column": "bidtime"} | LENGTHS[kind]
    rows = spark.sql(f"select * from {call('window_aggregate', BID, window, [], {'price': 'sum(price)'})}").collect()
    assert {(minutes(row.window_start), minutes(row.window_end)): row.price for row in rows} == SUMS[kind]


@pytest.mark.parametrize(
    ("offset", "start"),
    [(-16, "23:54"), (-6, "23:54"), (-4, "23:56"), (0, "00:00"), (4, "23:54"), (6, "23:56"), (16, "23:56")],
)
def test_offsets_of_the_documentation(spark: SparkSession, offset: int, start: str) -> None:
    row = "(select timestamp_ntz'2021-06-30 00:00:04' as ts)"
    rows = spark.sql(f"select window_start from {call('tumble', row, 'ts', '10 minutes', f'{offset} minutes')}")
    assert rows.first().window_start.strftime("%H:%M") == start


def test_a_cascade_goes_on_from_window_time(spark: SparkSession) -> None:
    five = {"type": "tumble", "time_column": "bidtime", "size": "5 minutes"}
    inner = call("window_aggregate", BID, five, [], {"price": "sum(price)"})
    renamed = f"select window_time as rowtime, price from {inner}"
    ten = {"type": "tumble", "time_column": "rowtime", "size": "10 minutes"}
    rows = spark.sql(f"select * from {call('window_aggregate', renamed, ten, [], {'price': 'sum(price)'})}").collect()
    assert {(minutes(row.window_start), minutes(row.window_end)): row.price for row in rows} == SUMS["tumble"]


@pytest.mark.parametrize("ansi", [True, False])
@pytest.mark.parametrize("kind", ["timestamp", "timestamp_ntz"])
def test_window_time_has_the_type_of_the_time_column(spark: SparkSession, kind: str, ansi: bool) -> None:
    rows = f"(select {kind}'2021-03-14 09:30:00' as ts, 1 as v)"
    relations = [
        call("tumble", rows, "ts", "1 hour"),
        call("hop", rows, "ts", "20 minutes", "1 hour"),
        call("cumulate", rows, "ts", "20 minutes", "1 hour"),
        call("session", rows, "ts", "1 hour"),
        call("window_aggregate", rows, {"type": "hop", "time_column": "ts", "slide": "20 min", "size": "1 h"}, [],
             {"n": "count(*)"}),
        call("window_aggregate", rows, {"type": "session", "time_column": "ts", "gap": "1 h"}, [], {"n": "count(*)"}),
    ]  # fmt: skip
    with ansi_mode(spark, ansi):
        for relation in relations:
            types = dict(spark.sql(f"select * from {relation}").dtypes)
            assert (types["window_start"], types["window_end"], types["window_time"]) == (
                "timestamp_ntz", "timestamp_ntz", kind,
            )  # fmt: skip


def test_windows_of_a_timestamp_are_cut_on_the_session_s_wall_clock(spark: SparkSession) -> None:
    """The day the clocks go back has 25 hours, and both half past ones are in one window."""
    rows = "(select timestamp(ts) as ts from values ('2021-11-07 08:30:00Z'), ('2021-11-07 09:30:00Z') as t (ts))"
    spark.conf.set("spark.sql.session.timeZone", "America/Los_Angeles")
    try:
        query = f"select window_start, window_end, unix_millis(window_time) from {call('tumble', rows, 'ts', '1 hour')}"
        found = spark.sql(query).collect()
    finally:
        spark.conf.set("spark.sql.session.timeZone", "UTC")
    assert {tuple(row) for row in found} == {(datetime(2021, 11, 7, 1), datetime(2021, 11, 7, 2), 1636275599999)}
    assert len(found) == 2


def test_the_slices_are_fewer_than_the_copies(spark: SparkSession) -> None:
    """A slide that does not divide the size has two slices per slide, however small their common divisor is."""
    window = {"type": "hop", "time_column": "ts", "slide": "7 minutes", "size": "3600001 ms"}
    sql = call("window_aggregate", "events", window, [], {"n": "count(*)"})
    assert gcd(7 * 60_000, 3_600_001) == 1
    assert "group by __slice_start, __in_head\n" in sql
    spark.range(1000).selectExpr("timestamp_seconds(id * 60) as ts").createOrReplaceTempView("events")
    plain = call("hop", "events", "ts", "7 minutes", "3600001 ms")
    assert sorted(spark.sql(f"select window_start, n from {sql}").collect()) == sorted(
        spark.sql(f"select window_start, count(*) as n from {plain} group by window_start").collect()
    )


LEFT = call("tumble", """(select cast(ts as timestamp_ntz) as ts, k, id as l_id from values
    ('2020-01-01 00:01', 'a', 'l1'), ('2020-01-01 00:02', null, 'l2'), ('2020-01-01 00:11', 'a', 'l3')
    as t (ts, k, id))""", "ts", "5 minutes")  # fmt: skip
RIGHT = call("tumble", """(select cast(rt as timestamp_ntz) as rt, k, id as r_id from values
    ('2020-01-01 00:04', 'a', 'r1'), ('2020-01-01 00:03', null, 'r2'), ('2020-01-01 00:06', 'a', 'r3')
    as t (rt, k, id))""", "rt", "5 minutes")  # fmt: skip


@pytest.mark.parametrize(
    ("how", "pairs"),
    [
        ("inner", {("l1", "r1")}),
        ("left", {("l1", "r1"), ("l2", None), ("l3", None)}),
        ("right", {("l1", "r1"), (None, "r2"), (None, "r3")}),
        ("full", {("l1", "r1"), ("l2", None), ("l3", None), (None, "r2"), (None, "r3")}),
    ],
)
def test_window_join(spark: SparkSession, how: str, pairs: set[tuple[str | None, str | None]]) -> None:
    rows = spark.sql(f"select * from {call('window_join', LEFT, RIGHT, 'k', how)}")
    assert sorted(rows.columns) == sorted(
        ["window_start", "window_end", "window_time", "k", "ts", "l_id", "rt", "r_id"]
    )
    assert {(row.l_id, row.r_id) for row in rows.collect()} == pairs
    assert all(row.window_start is not None and row.window_time is not None for row in rows.collect())


@pytest.mark.parametrize(("how", "kept"), [("semi", {"l1"}), ("anti", {"l2", "l3"})])
def test_window_join_of_one_side(spark: SparkSession, how: str, kept: set[str]) -> None:
    rows = spark.sql(f"select * from {call('window_join', LEFT, RIGHT, 'k', how)}")
    assert {row.l_id for row in rows.collect()} == kept
    assert rows.columns == ["ts", "k", "l_id", "window_start", "window_end", "window_time"]


def test_window_join_on_the_window_alone(spark: SparkSession) -> None:
    for columns in (["l.l_id", "r.k as right_k"], ["l_id", {"r.k": "right_k"}]):
        rows = spark.sql(f"select * from {call('window_join', LEFT, RIGHT, columns=columns)}")
        assert rows.columns == ["l_id", "right_k"]
        assert {tuple(row) for row in rows.collect()} == {("l1", "a"), ("l1", None), ("l2", "a"), ("l2", None)}
    all_of_one = spark.sql(f"select * from {call('window_join', LEFT, RIGHT, columns=['r.*', 'l_id'])}")
    assert all_of_one.columns == ["rt", "k", "r_id", "window_start", "window_end", "window_time", "l_id"]


@pytest.mark.parametrize("sets", ["cube", "rollup"])
def test_cube_and_rollup_with_the_grouping_id_of_flink(spark: SparkSession, sets: str) -> None:
    rows = [(minute, supplier, item) for minute in (1, 4, 7, 12) for supplier in ("a", None) for item in ("x", "y")][
        :13
    ]
    table = rows_sql(rows, "minute, supplier, item").replace(
        "select *", "select *, timestamp_ntz'2020-01-01' + make_interval(0, 0, 0, 0, 0, minute) as ts"
    )
    window = {"type": "hop", "time_column": "ts", "slide": "5 minutes", "size": "10 minutes"}
    expected: dict[tuple[Any, ...], int] = defaultdict(int)
    for minute, supplier, item in rows:
        for start in {minute // 5 * 5, minute // 5 * 5 - 5}:
            for level in (0, 1, 2, 3) if sets == "cube" else (0, 1, 3):
                key = (start, None if level & 2 else supplier, None if level & 1 else item, level)
                expected[key] += 1
    for sliced in (True, False):
        aggregates = {"level": "grouping_id(supplier, item)", "n": "count(*)"}
        if not sliced:
            aggregates |= {"level": "0 + GROUPING(supplier, `item`)", "of_one": "grouping_id(item)"}
        sql = call("window_aggregate", table, window, ["supplier", "item"], aggregates, sets)
        assert ("_partial_aggregates" in sql) is sliced
        names = "timestampdiff(minute, timestamp_ntz'2020-01-01', window_start), supplier, item, level, n"
        found = [tuple(row) for row in spark.sql(f"select {names} from {sql}").collect()]
        assert sorted(found, key=repr) == sorted(((*key, n) for key, n in expected.items()), key=repr)


def test_a_window_of_a_time_that_is_an_expression(spark: SparkSession) -> None:
    query = "select '2020-04-15 08:07' as at, 1 as n"
    for kind, lengths in (("tumble", ["10 minutes"]), ("hop", ["10 minutes"] * 2), ("session", ["10 minutes"])):
        [row] = spark.sql(f"select * from {call(kind, query, 'to_timestamp(at)', *lengths)}").collect()
        assert (row.window_start.minute, row.window_end.minute) == ((7, 17) if kind == "session" else (0, 10))
    window = {"type": "cumulate", "time_column": "to_timestamp(at)", "step": "5 minutes", "size": "10 minutes"}
    [row] = spark.sql(f"select * from {call('window_aggregate', query, window, [], {'n': 'count(*)'})}").collect()
    assert (row.window_end.minute, row.n) == (10, 1)


def test_window_topn_and_deduplicate(spark: SparkSession) -> None:
    windowed = call("tumble", BID, "bidtime", "10 minutes")
    best = call("window_topn", windowed, 2, "price desc", rank_column="rn")
    assert sorted((row.item, row.rn) for row in spark.sql(f"select * from {best}").collect()) == [
        ("B", 2), ("C", 2), ("D", 1), ("F", 1),
    ]  # fmt: skip
    last = call("window_deduplicate", windowed, "bidtime")
    assert {row.item for row in spark.sql(f"select * from {last}").collect()} == {"D", "F"}
    first = call("window_deduplicate", windowed, "bidtime", keep="first")
    assert {row.item for row in spark.sql(f"select * from {first}").collect()} == {"B", "C"}
