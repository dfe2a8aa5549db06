"""What calls of Python functions can have around them on Spark: DISTINCT, FILTER, OVER, constants, whole relations."""

from __future__ import annotations

import datetime
import decimal
import zoneinfo

import pytest
from dbt.adapters.tablestore.functions.types.errors import FunctionError
from dbt.adapters.tablestore.sql.builtin_names import BUILTIN_NAMES
from pyspark.sql import SparkSession

from function_files import Ask


def test_the_names_of_sparks_own_functions(zoned_spark: SparkSession) -> None:
    found = {row[0] for row in zoned_spark.sql("show system functions").collect()}
    assert {name for name in found if name.isidentifier()} == BUILTIN_NAMES


JOINED = """
    class f:
        def create_accumulator(self): return []
        def accumulate(self, state: list, x: int | None, unit: str = "") -> None: state.append((x, unit))
        def get_value(self, state) -> str: return " ".join(sorted(f"{x}{unit}" for x, unit in state))
"""
NUMBERS = "values (1, 1), (1, 1), (1, 2), (2, 3), (2, cast(null as int)) t(k, x)"


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("f(distinct x)", ["1 2", "3 None"]),
        ("f( DISTINCT x, unit => 'kg' )", ["1kg 2kg", "3kg Nonekg"]),
        ("f(x) filter (where x > 1)", ["2", "3"]),
        ("f(distinct x /* , */, 'a') -- f(\n filter (where x < 3 and (x > 0))", ["1a 2a", ""]),
        ("f(all_x.x)", ["1 1 2", "3 None"]),
    ],
)
def test_distinct_and_filter(ask: Ask, call: str, expected: list[str]) -> None:
    query = f"select k, {call} as v, count(distinct x) from (select k, x from {NUMBERS}) all_x group by k order by k"
    assert [row[1] for row in ask(JOINED, query)] == expected


def test_filter_of_an_aggregate_without_arguments(ask: Ask) -> None:
    code = """
        class f:
            def __init__(self): self.n = 0
            def accumulate(self): self.n += 1
            def finish(self) -> int: return self.n
    """
    assert ask(code, f"select f() filter (where x > 1) from {NUMBERS}") == [(2,)]


@pytest.mark.parametrize(
    "call",
    [
        "f(x) over (partition by k)",
        "f(x /* ) */) /* over */ over (partition by k)",
        "f(x, r'\\') -- (\n over (partition by k)",
    ],
)
def test_a_window_is_found_behind_comments_and_raw_text(ask: Ask, call: str) -> None:
    assert len(ask(JOINED, f"select {call} from {NUMBERS}")) == 5


def test_clauses_over_a_window_are_refused(ask: Ask) -> None:
    for call in (
        "f(distinct x) over (partition by k)",
        "f(x) filter (where x > 1) over (partition by k)",
        "f(distinct x) filter (where x > 1) over (partition by k)",
    ):
        with pytest.raises(FunctionError, match=r"is a Python aggregate and does not support (DISTINCT|FILTER) over"):
            ask(JOINED, f"select {call} from {NUMBERS}")


def test_clauses_in_a_query_of_a_python_model_are_refused(ask: Ask) -> None:
    """Its text goes to Spark as it is. The call has another name here, so that nothing is done to this text either."""
    for call in ("F(distinct x)", "F(x) filter (where x > 1)"):
        with pytest.raises(FunctionError, match=r"does not support (DISTINCT|FILTER) in a query of a Python model\. "):
            ask(JOINED.replace("class f", "class F"), f"select {call} from {NUMBERS}", name="F")


def test_constants_are_not_evaluated_unless_they_are_asked_for(ask: Ask) -> None:
    code = "def f(x: float | None) -> float | None: return x"
    assert ask(code, "select if(false, f(1/0), 1)") == [(1.0,)]
    text = "def f(x: str) -> str: return x"
    assert ask(text, "select f(current_user()) = current_user()") == [(True,)]
    day = "def f(x: date) -> str: return str(x)"
    assert ask(day, "select f(to_date('2024-05-06'))") == [("2024-05-06",)]
    money = "def f(x: Annotated[Decimal, DataType('DECIMAL(4,2)')]) -> str: return str(x)"
    with pytest.raises(FunctionError, match=r"CAST_INVALID_INPUT|malformed"):
        ask(money, "select f(cast('abc' as decimal(4,2)))")


def test_a_relation_without_partitions_is_one_partition(ask: Ask) -> None:
    code = """
        class R(NamedTuple):
            id: int
        def f(rows: Table[R]) -> Iterator[int]: yield len(list(rows))
    """
    assert ask(code, "select * from f(table(select id from range(0, 100, 1, 8)))") == [(100,)]
    assert len(ask(code, "select * from f(table(select id from range(9)) partition by id)")) == 9


def test_the_end_of_year_9999_west_of_utc(ask: Ask) -> None:
    end = datetime.datetime(9999, 12, 31, 23, 59, 59, tzinfo=zoneinfo.ZoneInfo("America/New_York"))
    code = "def f(x: datetime) -> bool: return x.year == 9999 and x.second == 59"
    assert ask(code, "select f(timestamp'9999-12-31 23:59:59')") == [(True,)]
    back = "def f(x: datetime) -> datetime: return x"
    assert ask(back, "select string(f(timestamp'9999-12-31 23:59:59'))") == [(f"{end:%Y-%m-%d %H:%M:%S}",)]


def test_time_and_variant(ask: Ask) -> None:
    assert ask("def f(x: time) -> time: return x.replace(hour=4)", "select f(time'01:02:03.5')") == [
        (datetime.time(4, 2, 3, 500000),)
    ]
    code = "def f(x: int) -> Annotated[Any, DataType('VARIANT')]: return {'a': [x, None, 'b']}"
    assert ask(code, "select to_json(f(7)), variant_get(f(7), '$.a[0]', 'int')") == [('{"a":[7,null,"b"]}', 7)]


def test_common_number_of_a_type_variable(ask: Ask) -> None:
    code = "def f(a: T, b: T) -> T: return max(a, b)"
    assert ask(code, "select f(3, cast(2.25 as decimal(5,2))), typeof(f(3, cast(2.25 as decimal(5,2))))") == [
        (decimal.Decimal("3.00"), "decimal(12,2)")
    ]


def test_an_iterator_of_batches_is_made_once_per_task(ask: Ask) -> None:
    code = """
        Doubles = Annotated[pd.Series, DataType("DOUBLE")]
        def f(batches: Iterator[tuple[Doubles, Doubles]]) -> Iterator[Doubles]:
            calls = 0
            for x, y in batches:
                calls += 1
                yield x + y + 0 * calls
    """
    assert ask(code, "select sum(f(double(id), 1d)) from range(0, 30000, 1, 2)") == [(sum(range(30000)) + 30000.0,)]


def test_a_struct_as_a_data_frame(ask: Ask) -> None:
    code = """
        Point = Annotated[pd.DataFrame, DataType("STRUCT<x: BIGINT, y: DOUBLE>")]
        def f(p: Point) -> Point: return pd.DataFrame({"y": p.y * 2, "x": p.x + 1})
    """
    query = "select inline(array(f(named_struct('x', id, 'y', id + 0.5d)))) from range(2)"
    assert ask(code, query) == [
        (1, 1.0),
        (2, 3.0),
    ]


def test_an_async_generator_is_a_table_function(ask: Ask) -> None:
    code = """
        import asyncio
        from collections.abc import AsyncIterator
        async def f(n: int) -> AsyncIterator[int]:
            for number in range(n):
                await asyncio.sleep(0)
                yield number
    """
    assert ask(code, "select id, value from range(3), lateral f(id) order by 1, 2") == [(1, 0), (2, 0), (2, 1)]


TOP2 = """
    @dataclass
    class Ranked:
        value: int
        rank: int
    class f:
        def create_accumulator(self): return []
        def accumulate(self, state, x: int) -> None:
            state.append(x)
            state.sort(reverse=True)
            del state[2:]
        {emit}
"""


@pytest.mark.parametrize(
    "emit",
    [
        "def emit_value(self, state) -> Iterator[Ranked]:\n"
        "            for rank, value in enumerate(state): yield Ranked(value, rank + 1)",
        "@hint(output='STRUCT<value: BIGINT, rank: BIGINT>')\n"
        "        def emit_update_with_retract(self, state, out):\n"
        "            out.collect((-1, 0))\n"
        "            out.retract((-1, 0))\n"
        "            for rank, value in enumerate(state): out.collect((value, rank + 1))",
    ],
    ids=["emit_value", "emit_update_with_retract"],
)
def test_a_table_aggregate(ask: Ask, emit: str) -> None:
    code = TOP2.format(emit=emit)
    found = ask(code, f"select k, f(x) from {NUMBERS} group by k order by k, rank")
    assert found == [(1, 2, 1), (1, 1, 2), (2, 3, 1)]
    with pytest.raises(FunctionError, match="f gives several rows per group, and a window has one value per row"):
        ask(code, f"select f(x) over (partition by k) from {NUMBERS}")


def test_an_accumulator_of_a_view_gets_what_the_aggregate_gets(ask: Ask) -> None:
    code = """
        Float, Number = Annotated[float, DataType("FLOAT")], Annotated[str, DataType("DECIMAL(10,2)")]
        Unit, Small = Literal["kg", "t"], Annotated[Decimal, DataType("DECIMAL(3,2)")]
        class f:
            def create_accumulator(self): return []
            def accumulate(self, rows, a: Float, b: Number, at: datetime, unit: Unit, by: Small = Decimal(0)) -> None:
                rows.append((a, b, at, unit, by))
            def retract(self, rows, a: Float, b: Number, at: datetime, unit: Unit, by: Small = Decimal(0)) -> None:
                rows.remove((a, b, at, unit, by))
            def get_value(self, rows) -> str:
                return " ".join(f"{a} {b} {at.isoformat()} {unit} {by}" for a, b, at, unit, by in sorted(rows))
    """
    query = """
        select f(a, b, c, 't', 7), f__value(f__state(a, b, c, 't', 7)), f__value(f__update(f__state(a, b, c, 't', 7),
            array_append(array(named_struct('w', 1L, '_0', 1L, '_1', 2S, '_2', date'2024-07-01', '_3', 't', '_4', 7)),
            named_struct('w', -1L, '_0', max(a), '_1', 1S, '_2', date'2024-01-01', '_3', max('t'), '_4', max(7)))))
        from values (16777217L, 1S, date'2024-01-01') as t(a, b, c)
    """
    first, second = "16777216.0 1.00 2024-01-01T00:00:00-05:00 t 7.00", "1.0 2.00 2024-07-01T00:00:00-04:00 t 7.00"
    assert ask(code, query) == [(first, first, second)]
