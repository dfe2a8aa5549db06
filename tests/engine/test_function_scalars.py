"""Scalar functions in queries on Spark."""

from __future__ import annotations

import datetime
import decimal
import time
from typing import Any

import pytest
from dbt.adapters.tablestore.functions.types.errors import FunctionError
from dbt.adapters.tablestore.functions.worker.zones import SHORT_ZONES, zone_of
from pyspark.sql import SparkSession

from function_files import IMPORTS, Ask

# Where the code of a test begins in its file.
LINE = IMPORTS.count("\n") + 1


def refused(ask: Ask, code: str, query: str) -> str:
    with pytest.raises(FunctionError) as caught:
        ask(code, query)
    return str(caught.value)


def test_integers_and_null(ask: Ask) -> None:
    code = "def f(x: int) -> int:\n    assert x is not None\n    return x + 1"
    assert ask(code, "select f(1), f(id), f(1Y), f(cast(1 as int)), f(null) from range(1)") == [(2, 1, 2, 2, None)]
    assert ask("def f(x: int | None) -> bool: return x is None", "select f(null), f(1)") == [(True, False)]


@pytest.mark.parametrize(("value", "kind"), [("1.5", "DECIMAL(2,1)"), ("'a'", "STRING"), ("double(id)", "DOUBLE")])
def test_other_types_are_refused_with_line_and_cast(ask: Ask, value: str, kind: str) -> None:
    message = refused(ask, "def f(x: int) -> int: return x", f"select 1,\nf({value}) from range(2)")
    expected = f"line 2: f does not accept ({kind}). Its signature is f(x BIGINT). Argument `x` is {kind}: cast"
    assert message.startswith(expected)


def test_numbers_widen(ask: Ask) -> None:
    assert ask("def f(x: float) -> float: return x * 2", "select f(1.5), f(int(2))") == [(3.0, 4.0)]
    assert ask("def f(x: np.int32) -> np.int32: return x + 1", "select f(1)") == [(2,)]
    assert "cast(id as int)" in refused(ask, "def f(x: np.int32) -> np.int32: ...", "select f(id) from range(1)")
    assert ask("def f(x: np.float32) -> str: return type(x).__name__", "select f(1.5)") == [("float32",)]


def test_decimals(ask: Ask) -> None:
    code = """
        Price = Annotated[Decimal, DataType("DECIMAL(5,2)")]
        def f(d: Price) -> Annotated[Decimal, DataType("DECIMAL(6,3)")]: return d / 2
    """
    query = "select f(7), f(1.5), f(cast(null as decimal(4,1)))"
    assert ask(code, query) == [(decimal.Decimal("3.500"), decimal.Decimal("0.750"), None)]
    assert "cast(1.2345 as decimal(5,2))" in refused(ask, code, "select f(1.2345)")


@pytest.mark.parametrize(
    ("result", "message"),
    [
        ("None", ": f(x = 1) returned None, but its result is not optional. Annotate -> int | None."),
        ("True", ": f(x = 1) returned True (bool), but -> int means BIGINT. Return an int, or annotate -> bool."),
        ("1.0", ": f(x = 1) returned 1.0 (float), but -> int means BIGINT. Return an int, or annotate -> float."),
        ("2**70", "which cannot hold it."),
        ("1 // 0", f" line {LINE}: f(x = 1) raised ZeroDivisionError: integer division or modulo by zero"),
    ],
)
def test_a_wrong_result_is_one_message(ask: Ask, result: str, message: str) -> None:
    found = refused(ask, f"def f(x: int) -> int: return {result} if x else 0", "select f(id) from range(2)")
    assert message in found and "\n" not in found
    assert found.startswith(("functions/f.py: f(x = 1) ", f"functions/f.py line {LINE}: f(x = 1) "))


def test_overflow(ask: Ask) -> None:
    assert "means INT, which cannot hold it" in refused(ask, "def f(x: int) -> np.int32: return 2**40", "select f(1)")


def test_times_are_those_of_the_session(ask: Ask) -> None:
    naive = "def f(d: date) -> datetime: return datetime(d.year, d.month, d.day, 12)"
    assert ask(naive, "select f(date'2024-01-01') = timestamp'2024-01-01 17:00:00Z'") == [(True,)]
    show = "def f(t: datetime) -> str: return t.isoformat()"
    assert ask(
        show, "select f(timestamp'2024-01-01 12:00'), f(date'2024-07-01'), f(timestamp_ntz'2024-01-01 12:00')"
    ) == [("2024-01-01T12:00:00-05:00", "2024-07-01T00:00:00-04:00", "2024-01-01T12:00:00-05:00")]
    ntz = 'def f(t: Annotated[datetime, DataType("TIMESTAMP_NTZ")]) -> str: return t.isoformat()'
    assert ask(ntz, "select f(timestamp_ntz'2024-01-01 12:00'), f(date'2024-07-01')") == [
        ("2024-01-01T12:00:00", "2024-07-01T00:00:00")
    ]
    noon = "def f(t: datetime) -> datetime: return t.replace(hour=12)"
    assert ask(noon, "select f(f(timestamp'2024-01-01 09:00')) = timestamp'2024-01-01 12:00'") == [(True,)]


def test_time_zones_are_those_of_java(zoned_spark: SparkSession) -> None:
    jvm: Any = zoned_spark._jvm
    for name in [
        *SHORT_ZONES,
        "Z",
        "UT",
        "GMT0",
        "+2:00",
        "-02:30",
        "+1800",
        "+7",
        "GMT+3",
        "UTC-03:30",
        "Asia/Kolkata",
    ]:
        rules = jvm.org.apache.spark.sql.catalyst.util.DateTimeUtils.getZoneId(name).getRules()
        for month in (1, 7):
            at = datetime.datetime(2024, month, 1, tzinfo=datetime.timezone.utc)
            seconds = rules.getOffset(jvm.java.time.Instant.ofEpochSecond(int(at.timestamp()))).getTotalSeconds()
            assert at.astimezone(zone_of(name)).utcoffset() == datetime.timedelta(seconds=seconds), name


def test_arrays_and_maps(ask: Ask) -> None:
    assert ask("def f(xs: list[int]) -> int: return sum(xs)", "select f(array(1, 2)), f(array(1L))") == [(3, 1)]
    assert ask("def f(xs: set[int]) -> frozenset[int]: return xs", "select f(array(1, 1))") == [([1],)]
    code = "def f(m: dict[str, float]) -> list[str]: return sorted(m)"
    assert ask(code, "select f(map('b', 1D, 'a', 2)), f(map('b', 1))") == [(["a", "b"], ["b"])]


POINT = "@dataclass(frozen=True)\nclass Point:\n    x: float\n    y: float\n"


def test_structs(ask: Ask) -> None:
    code = POINT + "def f(p: Point) -> Point: return Point(p.y, p.x)"
    query = "select f(named_struct('y', 2, 'x', 1D)), f(named_struct('y', 2D, 'x', 1.5)).y"
    assert ask(code, query) == [((2.0, 1.0), 1.5)]
    assert "it has no field `y`" in refused(ask, code, "select f(named_struct('x', 1D))")


def test_opaque_values(ask: Ask) -> None:
    code = """
        class Shape:
            def __init__(self, size): self.size = size
        Raw = Annotated[Shape, DataType(raw=True)]
        @overload
        def f(x: int) -> Raw: ...
        @overload
        def f(x: Raw) -> int: ...
        def f(x): return Shape(x) if isinstance(x, int) else x.size
    """
    assert ask(code, "select f(f(id + 4)) from range(1)") == [(4,)]


def test_typed_dicts_enums_uuids_bytes(ask: Ask) -> None:
    assert ask(
        "class A(TypedDict):\n    b: int\n    a: str\ndef f(x: int) -> A: return A(b=x, a='q')", "select f(1)"
    ) == [((1, "q"),)]
    assert ask("class C(str, enum.Enum):\n    R = 'r'\ndef f(x: C) -> C: return x", "select f('r')") == [("r",)]
    text = "12345678-1234-5678-1234-567812345678"
    assert ask("def f(x: uuid.UUID) -> uuid.UUID: return x", f"select f('{text}')") == [(text,)]
    assert ask("def f(x: bytes) -> bytes: return x * 2", "select f(X'41')") == [(b"AA",)]


def test_overloads(ask: Ask) -> None:
    union = "def f(v: int | str) -> str: return repr(v)"
    assert ask(union, "select f(1), f('a')") == [("1", "'a'")]
    assert "f does not accept (BOOLEAN)" in refused(ask, union, "select f(true)")
    code = "@overload\ndef f(v: int) -> int: ...\n@overload\ndef f(v: float) -> float: ...\ndef f(v): return v + v"
    assert ask(code, "select typeof(f(1Y)), typeof(f(1.5)), f(2), f(1.5)") == [("bigint", "double", 4, 3.0)]


def test_overloads_by_name_of_arguments_with_equal_types(ask: Ask) -> None:
    code = """
        @overload
        def f(*, km: int) -> str: ...
        @overload
        def f(*, other: T) -> str: ...
        def f(*, km=None, other=None): return f"km {km}, other {other}"
    """
    query = "select f(km => id), f(other => id), f(km => id) from range(5, 6)"
    assert ask(code, query) == [("km 5, other None", "km None, other 5", "km 5, other None")]
    constant = "@overload\ndef f(v: {}) -> {}: ...\n" * 2 + "def f(v): return v if v == 'a' else len(v)"
    constant = constant.format("Literal['a']", "str", "Literal['bc']", "int")
    assert ask(constant, "select f('a'), f('bc'), f('a')") == [("a", 2, "a")]


def test_hints_on_class_and_method(ask: Ask) -> None:
    code = '@hint(output="BIGINT")\nclass f:\n    @hint(output="STRING")\n    def eval(self, x: int): return str(x)'
    assert ask(code, "select f(1)") == [("1",)]


def test_varargs_defaults_and_names(ask: Ask) -> None:
    many = "def f(sep: str, *xs: int) -> str: return sep.join(map(str, xs))"
    assert ask(many, "select f('a'), f('-', 1, 2), f('-', id, 1Y) from range(1)") == [("", "1-2", "0-1")]
    code = "def f(x: int, y: float = 0.5, *, z: str = 'q') -> str: return f'{x} {y} {z}'"
    query = "select f(1), f(y => 2.0, x => 1), f(1, y => 2.0), f(1, z => 'w')"
    assert ask(code, query) == [("1 0.5 q", "1 2.0 q", "1 2.0 q", "1 0.5 w")]
    assert refused(ask, code, "select f(w => 1)") == "line 1: f has no parameter `w`; its parameters are x, y, z."


def test_generics(ask: Ask) -> None:
    code = "def f(xs: list[T]) -> T: return xs[0]"
    query = "select f(array(1)), f(array('a')), f(array(date'2024-01-01')), f(array(1.25))"
    assert ask(code, query) == [(1, "a", datetime.date(2024, 1, 1), decimal.Decimal("1.25"))]
    assert ask("def f(a: T, b: T) -> list[T]: return [a, b]", "select typeof(f(1, 2L))") == [("array<bigint>",)]


def test_any_and_variant(ask: Ask) -> None:
    code = "def f(x: Any) -> str: return repr(x)"
    query = """select f(1), f(named_struct('a', array(1, 2))), f(null), f(interval 1 day), f(parse_json('{"a":[1]}'))"""
    assert ask(code, query) == [("1", "{'a': [1, 2]}", "None", "datetime.timedelta(days=1)", "{'a': [1]}")]
    variant = 'def f(v: Annotated[Any, DataType("VARIANT")]) -> str: return repr(v)'
    assert ask(variant, """select f(parse_json('{"a":[1]}'))""") == [("{'a': [1]}",)]


def test_constants(ask: Ask) -> None:
    mode = "def f(m: Literal['fast', 'exact']) -> str: return m"
    assert ask(mode, "select f('fast')") == [("fast",)]
    assert "a column was given" in refused(ask, mode, "select f(string(id)) from range(1)")
    parse = """
        @infer(lambda call: call.literal("type", among=("INT", "DOUBLE")))
        def f(text: str, type: str): return int(text) if type == "int" else float(text)
    """
    assert ask(parse, "select f('3', 'int'), f('3', 'double')") == [(3, 3.0)]
    assert ask(parse, "select typeof(f('3', 'int'))") == [("int",)]
    assert refused(ask, parse, "select 1,\nf('3', string(id)) from range(1)").startswith(
        "line 2: f: `type` must be one"
    )


def test_async(ask: Ask) -> None:
    code = """
        import asyncio
        async def f(x: str) -> str:
            await asyncio.sleep(0.05)
            return x + "!"
    """
    begin = time.monotonic()
    assert ask(code, "select count(f(string(id))) from range(1000)") == [(1000,)]
    assert time.monotonic() - begin < 5


def test_vectorized(ask: Ask) -> None:
    arrow = """
        import pyarrow as pa, pyarrow.compute as pc
        Doubles = Annotated[pa.Array, DataType("DOUBLE")]
        def f(x: Doubles, y: Doubles) -> Doubles: return pc.add(x, y)
    """
    assert ask(arrow, "select f(id, 1), f(id, null) from range(1)") == [(1.0, None)]
    pandas = "Texts = Annotated[pd.Series, DataType('STRING')]\ndef f(x: Texts) -> Texts: return x.str.upper()"
    assert ask(pandas, "select f('a')") == [("A",)]


def test_a_function_without_arguments_and_calls_within_calls(ask: Ask) -> None:
    assert ask("def f() -> int: return 1", "select f(), f() + id from range(2)") == [(1, 1), (1, 2)]
    assert ask("def f(x: int) -> int: return x + 1", "select f(f(f(id))) from range(1)") == [(3,)]


def test_a_class_keeps_its_instance(ask: Ask) -> None:
    code = """
        class f:
            def __init__(self): self.n = 0
            def eval(self, x: int) -> int:
                self.n += 1
                return self.n
    """
    assert ask(code, "select max(f(id)) from range(0, 5, 1, 1)") == [(5,)]


COUNTED = "class f:\n    n = 0\n    def eval(self, x: int) -> int:\n        self.n += 1\n        return self.n"


def test_equal_calls_of_a_deterministic_function_are_one(ask: Ask) -> None:
    query = "select max(a), max(b) from (select f(id) as a, f(id) as b from range(0, 3, 1, 1))"
    assert ask(COUNTED, query) == [(3, 3)]
    plan = "explain select f(id) as a, f(id) as b from range(3)"
    assert ask(COUNTED, plan)[0][0].count("f(id") == 1
    assert ask(COUNTED, plan, deterministic=False)[0][0].count("f(id") == 2


def test_case_does_not_keep_a_function_from_being_called(ask: Ask) -> None:
    assert "ZeroDivisionError" in refused(
        ask, "def f(x: int) -> int: return 1 // 0", "select case when id < 0 then f(id) end from range(1)"
    )


def test_spark_refuses_functions_inside_lambdas(ask: Ask) -> None:
    assert "LAMBDA_FUNCTION_WITH_PYTHON_UDF" in refused(
        ask, "def f(x: int) -> int: return x", "select transform(array(1L), x -> f(x))"
    )


def test_describe_function_shows_signature_and_docstring(ask: Ask) -> None:
    code = 'def f(x: int, y: float = 0.5) -> str:\n    """Joins two numbers."""\n    return str(x)'
    description = "\n".join(row[0] for row in ask(code, "describe function extended f"))
    assert "f(x BIGINT, y DOUBLE DEFAULT 0.5) -> STRING" in description and "Joins two numbers." in description


def test_a_built_in_is_not_hidden(ask: Ask) -> None:
    with pytest.raises(
        FunctionError, match="`upper` is the name of a Spark built-in function, which this one would hide"
    ):
        ask("def upper(x: str) -> str: return x", "select upper('a')", name="upper")
