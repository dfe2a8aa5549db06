"""Functions over Spark Connect, without a server: what its workers call, and when a function is registered again."""

from __future__ import annotations

import datetime
from decimal import Decimal
from types import SimpleNamespace
from typing import Any

import pyarrow as pa
import pytest
from dbt.adapters.tablestore.functions.calling import calls
from dbt.adapters.tablestore.functions.calling.remote import RemoteFunctions, batch_evaluator, table_handler
from dbt.adapters.tablestore.functions.types.errors import FunctionError
from pyspark.sql.types import VariantVal

from function_files import NEW_YORK, define

ROWS = "def f(text: str, times: int = 1) -> Iterator[str]: yield text * times"


@pytest.fixture(params=["", "1"], autouse=True)
def pandas_on_spark(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without and with the variable that pyspark.pandas sets, by which pyarrow leaves out the zones of datetimes."""
    monkeypatch.setenv("PYARROW_IGNORE_TIMEZONE", request.param)


@pytest.mark.parametrize(
    ("values", "named"),
    [
        (["a", 2], {}),
        (["a"], {"TIMES": 2}),
        ([], {"TEXT": "a", "Times": 2}),
        ([], {"times": 2, "text": "a"}),
    ],
)
def test_arguments_of_a_table_function_by_position_and_by_name(values: list[Any], named: dict[str, Any]) -> None:
    assert list(table_handler(define(ROWS), NEW_YORK)().eval(*values, **named)) == [("aa",)]


@pytest.mark.parametrize(
    ("values", "named", "message"),
    [
        (["a", 2, 3], {}, "f takes 1 to 2 arguments (text, times = 1), but 3 were given."),
        (["a"], {"TEXT": "b"}, "f got two values for `text`."),
        (["a"], {"other": 1}, "f has no parameter `other`; its parameters are text, times."),
    ],
)
def test_other_arguments_of_a_table_function(values: list[Any], named: dict[str, Any], message: str) -> None:
    with pytest.raises(FunctionError) as caught:
        list(table_handler(define(ROWS), NEW_YORK)().eval(*values, **named))
    assert str(caught.value) == message


def test_batches_have_the_type_of_the_annotation() -> None:
    code = """
        import pyarrow as pa
        Longs = Annotated[pa.Array, DataType("BIGINT")]
        def f(batches: Iterator[Longs]) -> Iterator[Longs]:
            for x in batches:
                assert x.type == pa.int64()
                yield x
    """
    assert batch_evaluator(define(code), "UTC")(pa.array([1], pa.int32())).to_pylist() == [1]


UTC = datetime.timezone.utc
NOON = datetime.datetime(2024, 1, 1, 12)
DAY = NOON.date()


@pytest.mark.parametrize(
    ("declared", "given", "expected"),
    [
        ("TIMESTAMP", pa.array([DAY, None]), [NOON.replace(hour=5, tzinfo=UTC), None]),
        ("TIMESTAMP", pa.array([NOON], pa.timestamp("us")), [NOON.replace(hour=17, tzinfo=UTC)]),
        # a time that New York skips, and one that it has twice
        ("TIMESTAMP", pa.array([datetime.datetime(2024, 3, 10, 2, 30)]), [datetime.datetime(2024, 3, 10, 7, 30)]),
        ("TIMESTAMP", pa.array([datetime.datetime(2024, 11, 3, 1, 30)]), [datetime.datetime(2024, 11, 3, 5, 30)]),
        ("TIMESTAMP", pa.array([NOON], pa.timestamp("us", NEW_YORK)), [NOON.replace(tzinfo=UTC)]),
        ("ARRAY<TIMESTAMP>", pa.array([[DAY], None]), [[NOON.replace(hour=5, tzinfo=UTC)], None]),
        ("TIMESTAMP_NTZ", pa.array([DAY]), [NOON.replace(hour=0)]),
        ("DOUBLE", pa.array([2**53 + 1, None]), [2.0**53, None]),
        ("DOUBLE", pa.array([Decimal("0.1")]), [0.1]),
        ("FLOAT", pa.array([2**24 + 1], pa.int32()), [2.0**24]),
        ("DECIMAL(12,2)", pa.array([7], pa.int32()), [Decimal("7.00")]),
    ],
)
def test_a_batch_of_another_type_is_what_spark_would_cast_it_to(declared: str, given: Any, expected: list[Any]) -> None:
    code = f'import pyarrow as pa\nA = Annotated[pa.Array, DataType("{declared}")]\ndef f(x: A) -> A: return x'
    if pa.types.is_timestamp(given.type):
        given, expected = given.cast(pa.timestamp("us", given.type.tz)), [item.replace(tzinfo=UTC) for item in expected]
    assert batch_evaluator(define(code), NEW_YORK)(given).to_pylist() == expected


VALUE = "def f(x: {}) -> Iterator[str]: yield f'{{x}}'"
SMALL = 'Annotated[Decimal, DataType("DECIMAL(5,2)")]'
SINGLE = 'Annotated[float, DataType("FLOAT")]'


@pytest.mark.parametrize(
    ("annotation", "value", "expected"),
    [
        ("datetime", DAY, "2024-01-01 00:00:00-05:00"),
        ("list[datetime]", [DAY], "[datetime.datetime(2024, 1, 1, 0, 0, tzinfo=zoneinfo.ZoneInfo(key='US/Eastern'))]"),
        ('Annotated[datetime, DataType("TIMESTAMP_NTZ")]', DAY, "2024-01-01 00:00:00"),
        ('Annotated[datetime, DataType("TIMESTAMP_NTZ")]', NOON, "2024-01-01 12:00:00"),
        ("float", 2**53 + 1, str(2.0**53)),
        ("float", Decimal("0.1"), "0.1"),
        (SINGLE, 0.5, "0.5"),
        (SMALL, 7, "7.00"),
        (SMALL, Decimal("1.5"), "1.50"),
        ("bytes", bytearray(b"a"), "b'a'"),
        ('Annotated[Any, DataType("VARIANT")]', VariantVal.parseJson('{"a": [1]}'), "{'a': [1]}"),
    ],
)
def test_an_argument_of_a_table_function_is_widened_as_elsewhere(annotation: str, value: Any, expected: str) -> None:
    assert list(table_handler(define(VALUE.format(annotation)), "US/Eastern")().eval(value)) == [(expected,)]


@pytest.mark.parametrize(
    ("annotation", "value", "wanted"),
    [
        ("int", 5.0, "BIGINT"),
        ("int", Decimal(5), "BIGINT"),
        ("int", True, "BIGINT"),
        ("list[int]", [1, 2.0], "ARRAY<BIGINT>"),
        ("str", b"a", "STRING"),
        ("bytes", "a", "BINARY"),
        ("date", NOON, "DATE"),
        ("datetime", "2024-01-01", "TIMESTAMP"),
        ("float", True, "DOUBLE"),
        (SINGLE, 0.1, "FLOAT"),
        (SINGLE, 1e300, "FLOAT"),
        (SMALL, 0.5, "DECIMAL(5,2)"),
        (SMALL, 1000, "DECIMAL(5,2)"),
        (SMALL, Decimal("0.125"), "DECIMAL(5,2)"),
    ],
)
def test_an_argument_of_a_table_function_that_is_refused(annotation: str, value: Any, wanted: str) -> None:
    with pytest.raises(FunctionError) as caught:
        list(table_handler(define(VALUE.format(annotation)), NEW_YORK)().eval(value))
    assert str(caught.value) == (
        f"f does not accept {value!r} where it takes {wanted}: cast it, for example cast(... as {wanted.lower()})."
    )


def test_a_table_function_yields_variants() -> None:
    code = 'def f(x: int) -> Iterator[Annotated[Any, DataType("VARIANT")]]: yield {"a": x}'
    ((value,),) = table_handler(define(code), NEW_YORK)().eval(1)
    assert value.toPython() == {"a": 1}


def test_functions_are_registered_again_in_another_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server is asked for the zone once per statement, however many functions it calls."""
    asked, zones, registered = [], {"spark.sql.session.timeZone": "UTC"}, []
    session: Any = type("Session", (), {})()
    session.conf = SimpleNamespace(get=lambda name: asked.append(name) or zones[name])
    session.udf = SimpleNamespace(register=lambda _, made: registered.append(made))
    code = "def {0}(text: str) -> datetime: return datetime(2024, 1, 1, 12)"
    noons = [define(code.format(name), name) for name in ("noon", "midday")]
    monkeypatch.setattr(calls, "project", SimpleNamespace(called_in=lambda _: noons, sql_tables_in=lambda _: []))
    monkeypatch.setitem(calls._binders, session, RemoteFunctions(session))
    for zone, hour in (("UTC", 12), (NEW_YORK, 17)):
        zones["spark.sql.session.timeZone"] = zone
        for _ in range(2):
            with calls.registered_functions(session, "select noon('x'), midday('x')"):
                (found,) = registered[-1].func(pa.array(["x"])).to_pylist()
                assert found == datetime.datetime(2024, 1, 1, hour, tzinfo=datetime.timezone.utc)
    assert (len(asked), len(registered)) == (4, 4)
