"""Values in and out of a function, on Arrow arrays as Spark's workers get them."""

from __future__ import annotations

import datetime
import decimal
import gc
import textwrap
import traceback
import uuid
import zoneinfo
from dataclasses import replace
from typing import Any

import pyarrow as pa
import pytest
from dbt.adapters.tablestore.functions.calling.shipping import shipped_program
from dbt.adapters.tablestore.functions.types.conversions import row_type
from dbt.adapters.tablestore.functions.types.errors import FunctionError, function_error_in
from dbt.adapters.tablestore.functions.worker.program import Input
from dbt.adapters.tablestore.functions.worker.relations import relation_handler
from dbt.adapters.tablestore.functions.worker.runtime import evaluator
from dbt.adapters.tablestore.functions.worker.scalar_encoders import arrow_type
from hypothesis import given as property_of
from hypothesis import settings
from hypothesis import strategies as st
from pyspark.sql.types import VariantVal

from function_files import IMPORTS, YamlArgument, bigints, define, failure, program_for, run

NEW_YORK = "America/New_York"
NOON = datetime.datetime(2024, 1, 1, 12)


def test_null_in_null_out_without_a_call() -> None:
    code = "def f(x: int, y: int | None) -> int:\n    assert x is not None\n    return x + (y or 0)"
    assert run(code, ["BIGINT", "BIGINT"], bigints(1, None, 3), bigints(1, 1, None)) == [2, None, 3]
    assert run("def f(x: int | None) -> bool: return x is None", ["BIGINT"], bigints(1, None)) == [False, True]


WRONG = {
    "None": "f(x = 7) returned None, but its result is not optional. Annotate -> int | None.",
    "True": "f(x = 7) returned True (bool), but -> int means BIGINT. Return an int, or annotate -> bool.",
    "1.0": "f(x = 7) returned 1.0 (float), but -> int means BIGINT. Return an int, or annotate -> float.",
    "'1'": "f(x = 7) returned '1' (str), but -> int means BIGINT. Return an int, or annotate -> str.",
    "2**70": f"f(x = 7) returned {2**70} (int), but -> int means BIGINT, which cannot hold it. Return a smaller "
    'number, or annotate -> Annotated[Decimal, DataType("DECIMAL(38,0)")].',
}


@pytest.mark.parametrize("value", WRONG)
def test_a_wrong_value_is_an_error_with_the_rows_arguments(value: str) -> None:
    code = f"def f(x: int) -> int: return x if x < 7 else {value}"
    assert failure(code, ["BIGINT"], bigints(1, 7)) == f"functions/f.py: {WRONG[value]}"


def test_overflow_is_never_a_number() -> None:
    assert failure("def f(x: int) -> np.int32: return 2**40", ["BIGINT"], bigints(1)) == (
        "functions/f.py: f(x = 1) returned 1099511627776 (int), but -> np.int32 means INT, which cannot hold it. "
        "Return a smaller number, or annotate -> int."
    )


def test_dates_and_datetimes_are_not_the_same() -> None:
    dates = pa.array([NOON.date()])
    assert "but -> datetime means TIMESTAMP" in failure("def f(d: date) -> datetime: return d", ["DATE"], dates)
    naive = "def f(d: date) -> datetime: return datetime(2024, 1, 1, 12)"
    assert run(naive, ["DATE"], dates) == [datetime.datetime(2024, 1, 1, 17, tzinfo=zoneinfo.ZoneInfo("UTC"))]
    moment = "def f(d: datetime) -> date: return d"
    assert "but -> date means DATE" in failure(moment, ["TIMESTAMP"], pa.array([NOON], pa.timestamp("us", NEW_YORK)))


def test_the_zone_of_a_datetime_counts_where_pyarrow_ignores_zones(monkeypatch: pytest.MonkeyPatch) -> None:
    """`import pyspark.pandas` sets this variable, and its documentation recommends it for workers."""
    monkeypatch.setenv("PYARROW_IGNORE_TIMEZONE", "1")
    noon = [datetime.datetime(2024, 1, 1, 17, tzinfo=zoneinfo.ZoneInfo("UTC"))]
    for value in ("datetime(2024, 1, 1, 12)", "datetime(2024, 1, 1, 18, tzinfo=timezone(timedelta(hours=1)))"):
        code = f"from datetime import timezone\ndef f(d: date) -> datetime: return {value}"
        assert run(code, ["DATE"], pa.array([NOON.date()])) == noon


def test_timestamps_are_aware_in_the_sessions_zone_or_naive() -> None:
    aware = pa.array([NOON.replace(hour=17)], pa.timestamp("us", "UTC")).cast(pa.timestamp("us", NEW_YORK))
    show = "def f(t: {}) -> str: return t.isoformat()"
    assert run(show.format("datetime"), ["TIMESTAMP"], aware) == ["2024-01-01T12:00:00-05:00"]
    ntz = show.format('Annotated[datetime, DataType("TIMESTAMP_NTZ")]')
    assert run(ntz, ["TIMESTAMP_NTZ"], pa.array([NOON])) == ["2024-01-01T12:00:00"]


INSTANT = NOON.replace(tzinfo=datetime.timezone.utc)
AT = pa.timestamp("us", "UTC")
# Timestamps in UTC, as Spark passes the result of one function to the next.
TIMESTAMPS: dict[str, tuple[str, str, Any]] = {
    "TIMESTAMP": ("datetime", "x", pa.array([INSTANT], AT)),
    "a text": ('Annotated[str, DataType("TIMESTAMP")]', "datetime.fromisoformat(x)", pa.array([INSTANT], AT)),
    "anything": ("Any", "x", pa.array([INSTANT], AT)),
    "ARRAY<TIMESTAMP>": ("list[datetime]", "x[0]", pa.array([[INSTANT]], pa.list_(AT))),
    "MAP<TIMESTAMP, TIMESTAMP>": (
        "dict[datetime, datetime]",
        "max(*x, *x.values(), key=str)",
        pa.array([[(INSTANT, INSTANT)]], pa.map_(AT, AT)),
    ),
    "STRUCT<at: TIMESTAMP>": ("R", "x.at", pa.array([{"at": INSTANT}], pa.struct([("at", AT)]))),
}


@pytest.mark.parametrize("kind", TIMESTAMPS)
@pytest.mark.parametrize("zone", ["America/New_York", "-05:00", "EST"])
def test_a_timestamp_of_another_zone_arrives_in_that_of_the_session(kind: str, zone: str) -> None:
    annotation, value, array = TIMESTAMPS[kind]
    code = f"@dataclass\nclass R:\n    at: datetime\ndef f(x: {annotation}) -> str: return ({value}).isoformat()"
    assert run(code, [kind if "TIMESTAMP" in kind else "TIMESTAMP"], array, zone=zone) == ["2024-01-01T07:00:00-05:00"]


@pytest.mark.parametrize(
    ("zone", "offset"),
    [
        ("UTC", 0),
        ("Z", 0),
        ("GMT", 0),
        ("UT", 0),
        ("+02:00", 120),
        ("-2:30", -150),
        ("+1800", 1080),
        ("+7", 420),
        ("GMT+3", 180),
        ("UTC-03:30", -210),
        ("Asia/Kolkata", 330),
        ("PST", -480),
        ("EST", -300),
        ("CTT", 480),
    ],
)
def test_zones_that_spark_knows(zone: str, offset: int) -> None:
    minutes = "def f(t: datetime) -> int: return int(t.utcoffset().total_seconds()) // 60"
    assert run(minutes, ["TIMESTAMP"], pa.array([INSTANT], AT), zone=zone) == [offset]
    naive = "def f(d: date) -> datetime: return datetime(2024, 1, 1, 12)"
    expected = INSTANT - datetime.timedelta(minutes=offset)
    assert run(naive, ["DATE"], pa.array([NOON.date()]), zone=zone) == [expected]


def test_a_zone_in_a_timestamp_ntz_is_refused() -> None:
    code = """
        from datetime import timezone
        def f(x: int) -> Annotated[datetime, DataType("TIMESTAMP_NTZ")]: return datetime.now(timezone.utc)
    """
    assert "means TIMESTAMP_NTZ, which cannot hold it" in failure(code, ["BIGINT"], bigints(1))


POINT = "@dataclass\nclass Point:\n    x: float\n    y: float\n"


def test_structs_arrive_by_name() -> None:
    code = POINT + "def f(p: Point) -> float: return p.x * 10 + p.y"
    points = pa.array([{"y": 2.0, "x": 1.0}, None], pa.struct([("y", pa.float64()), ("x", pa.float64())]))
    assert run(code, ["STRUCT<y: DOUBLE, x: DOUBLE>"], points) == [12.0, None]
    whole = pa.array([{"y": 2, "x": 1.0}], pa.struct([("y", pa.int64()), ("x", pa.float64())]))
    assert run(code, ["STRUCT<y: BIGINT, x: DOUBLE>"], whole) == [12.0]


def test_a_missing_field_takes_its_default() -> None:
    code = "@dataclass\nclass P:\n    x: int\n    y: int = 5\ndef f(p: P) -> int: return p.y"
    assert run(code, ["STRUCT<x: BIGINT>"], pa.array([{"x": 1}])) == [5]


def test_structs_leave_in_order_and_their_fields_are_checked() -> None:
    made = POINT + "def f(x: int) -> Point | None: return {}"
    assert run(made.format("Point(1.0, 2.0)"), ["BIGINT"], bigints(1)) == [{"x": 1.0, "y": 2.0}]
    assert run(made.format("None"), ["BIGINT"], bigints(1)) == [None]
    assert "and its field `y` is 'a' (str)" in failure(made.format("Point(1.0, 'a')"), ["BIGINT"], bigints(1))
    assert "and its field `y` is None" in failure(made.format("Point(1.0, None)"), ["BIGINT"], bigints(1))
    assert "Return a Point" in failure(made.format("(1.0, 2.0)"), ["BIGINT"], bigints(1))


def test_opaque_values_come_back() -> None:
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
    assert run(code, ["BIGINT"], bigints(4)) != [4]
    assert run(code, ["BINARY"], pa.array(run(code, ["BIGINT"], bigints(4)), pa.binary())) == [4]


@pytest.mark.parametrize("annotation", ["Annotated[Shape | None, {raw}]", "Annotated[Shape, {raw}] | None"])
def test_an_opaque_value_that_is_optional(annotation: str) -> None:
    raw = annotation.format(raw="DataType(raw=True)")
    shape = "class Shape: ...\n"
    assert run(f"{shape}def f(x: {raw}) -> bool: return x is None", ["BINARY"], pa.array([None], pa.binary())) == [True]
    assert run(f"{shape}def f(x: int) -> {raw}: return None", ["BIGINT"], bigints(1)) == [None]


def test_typed_dicts() -> None:
    code = "class A(TypedDict):\n    b: int\n    a: str\ndef f(x: int) -> A: return {}"
    assert run(code.format("{'a': 'q', 'b': x}"), ["BIGINT"], bigints(1)) == [{"b": 1, "a": "q"}]
    assert "and `a` is missing" in failure(code.format("{'b': x}"), ["BIGINT"], bigints(1))
    assert "means STRUCT<b: BIGINT, a: STRING>, which has no field `c`. Return a dict with b, a." in failure(
        code.format("{'a': 'q', 'b': x, 'c': 1}"), ["BIGINT"], bigints(1)
    )


def test_named_tuples() -> None:
    code = "class A(NamedTuple):\n    b: int\n    a: str\ndef f(p: A) -> A: return A(p.b + 1, p.a)"
    assert run(code, ["STRUCT<a: STRING, b: BIGINT>"], pa.array([{"a": "q", "b": 1}])) == [{"b": 2, "a": "q"}]


def test_enums_uuids_and_bytes() -> None:
    colors = "class Color(str, enum.Enum):\n    RED = 'red'\n"
    assert run(colors + "def f(c: Color) -> Color: return c", ["STRING"], pa.array(["red"])) == ["red"]
    assert failure(colors + "def f(c: Color) -> str: return c.name", ["STRING"], pa.array(["blue"])) == (
        "functions/f.py: f(): argument `c`: 'blue' is not a member of Color, which has 'red'."
    )
    text = "12345678-1234-5678-1234-567812345678"
    assert run("def f(u: uuid.UUID) -> uuid.UUID: return u", ["STRING"], pa.array([text])) == [text]
    assert run("def f(b: bytearray) -> bytes: return bytes(b)", ["BINARY"], pa.array([b"ab"])) == [b"ab"]


@pytest.mark.parametrize(
    ("annotation", "default", "shown"),
    [
        ("datetime", "datetime(2024, 7, 1)", "2024-07-01 00:00:00-04:00"),
        ("datetime | None", "None", "None"),
        ("list[datetime]", "[datetime(2024, 1, 1)]", "[datetime.datetime(2024, 1, 1, 0, 0, tzinfo=..."),
        ("Annotated[datetime, DataType('TIMESTAMP_NTZ')]", "datetime(2024, 7, 1)", "2024-07-01 00:00:00"),
        ("float", "3", "3.0"),
        ("Annotated[Decimal, DataType('DECIMAL(5,2)')]", "3", "3.00"),
        ("int | str", "'a'", "a"),
        ("list[Any]", "[1]", "[1]"),
        ("T", "1", "1"),
    ],
)
def test_a_default_arrives_as_an_argument_does(annotation: str, default: str, shown: str) -> None:
    code = f"def f(x: int, y: {annotation} = {default}) -> str: return str(y)"
    code = f"def f(x: T, y: {annotation} = {default}) -> str: return str(y)" if annotation == "T" else code
    (found,) = run(code, ["BIGINT"], bigints(1))
    assert found.startswith(shown.removesuffix("...")) if shown.endswith("...") else found == shown


@pytest.mark.parametrize("zone", ["UTC", "Europe/Berlin", NEW_YORK])
@pytest.mark.parametrize("bound", ["max", "min"])
@pytest.mark.parametrize("of", ["timezone.utc", "timezone(timedelta(hours=9))", "timezone(timedelta(hours=-9))"])
def test_a_default_at_the_end_of_time(bound: str, of: str, zone: str) -> None:
    code = f"""
        from datetime import timezone
        def f(x: int, y: datetime = datetime.{bound}.replace(tzinfo={of})) -> bool:
            return y == datetime.{bound}.replace(tzinfo={of})
    """
    assert run(code, ["BIGINT"], bigints(1), zone=zone) == [True]


@pytest.mark.parametrize(
    ("kind", "default", "shown"),
    [
        ("class P(TypedDict, total=False):\n    a: int\n    b: str", "{'b': 'q'}", "{'b': 'q'}"),
        (
            "@dataclass\nclass P:\n    a: int\n    b: int = 0\n    def __post_init__(self): self.b += self.a",
            "P(3)",
            "P(a=3, b=3)",
        ),
        ("class P(NamedTuple):\n    a: float", "P(1.5)", "P(a=1.5)"),
    ],
)
def test_a_default_with_fields_stays_as_it_is(kind: str, default: str, shown: str) -> None:
    code = f"{kind}\ndef f(x: int, y: P = {default}, z: list[P] = [{default}]) -> list[str]: return [str(y), str(z)]"
    assert run(code, ["BIGINT"], bigints(1)) == [[shown, f"[{shown}]"]]


@pytest.mark.parametrize(
    ("annotation", "default", "shown"),
    [
        ("Color", "RED", "Color.RED"),
        ("Color | None", "RED", "Color.RED"),
        ("bool", "true", "True"),
        ("bool", "False", "False"),
        ("bool", True, "True"),
        ("uuid.UUID", str(uuid.UUID(int=7)), str(uuid.UUID(int=7))),
        ("datetime", "2024-07-01", "2024-07-01 00:00:00-04:00"),
        ("str", "'EUR'", "'EUR'"),
    ],
)
def test_defaults_in_yaml(annotation: str, default: Any, shown: str) -> None:
    code = f"class Color(enum.Enum):\n    RED = 1\ndef f(x: int, y: {annotation}) -> str: return str(y)"
    function = define(code, arguments=(YamlArgument("x", None), YamlArgument("y", None, default)))
    assert evaluator(program_for(function, ["BIGINT"]))(bigints(1)).to_pylist() == [shown]


def test_a_default_in_yaml_of_another_class() -> None:
    for annotation, default in (("enum.Enum", "BLUE"), ("bool", "yes"), ("uuid.UUID", "7")):
        code = f"class Color(enum.Enum):\n    RED = 1\ndef f(y: {annotation.replace('enum.Enum', 'Color')}) -> str: ..."
        with pytest.raises(FunctionError, match=f"the default_value of `y` is '{default}'"):
            define(code, arguments=(YamlArgument("y", None, default),))


def test_varargs_defaults_and_keywords() -> None:
    assert run(
        "def f(s: str, *xs: int) -> str: return s.join(map(str, xs))",
        ["STRING", "BIGINT", "BIGINT"],
        pa.array(["-"]),
        bigints(1),
        bigints(2),
    ) == ["1-2"]
    assert run("def f(x: int, *, y: int = 5) -> int: return x + y", ["BIGINT"], bigints(1)) == [6]
    assert run("def f() -> int: return 1", [], bigints(0, 0)) == [1, 1]


AGGREGATE_BY_NAME = """
    class f:
        def create_accumulator(self): return [0]
        def accumulate(self, total, x: int, *, scale: int = 2) -> None: total[0] += x * scale
        def retract(self, total, x: int, *, scale: int = 2) -> None: total[0] -= x * scale
        def get_value(self, total) -> int: return total[0]
"""
BY_NAME = {
    "a function": "def f(x: int, *, scale: int = 2) -> int: return x * scale",
    "a class": "class f:\n    def eval(self, x: int, *, scale: int = 2) -> int: return x * scale",
    "async": "async def f(x: int, *, scale: int = 2) -> int: return x * scale",
    "an aggregate": """
        class f:
            total = 0
            def accumulate(self, x: int, *, scale: int = 2): self.total += x * scale
            def finish(self) -> int: return self.total
    """,
    "an aggregate of Flink": AGGREGATE_BY_NAME,
}


@pytest.mark.parametrize("kind", BY_NAME)
def test_a_parameter_by_name_only_whatever_its_name_in_sql(kind: str) -> None:
    code = textwrap.dedent(BY_NAME[kind])
    yaml = (YamlArgument("value", None), YamlArgument("digits", None))
    for function, name in ((define(code), "scale"), (define(code, arguments=yaml), "digits")):
        for given, values in (["BIGINT"], [3]), (["BIGINT", {name: "BIGINT"}], [3, 5]):
            row = {f"_{number}": value for number, value in enumerate(values)}
            struct = pa.struct([(key, pa.int64()) for key in row])
            arrays = [pa.array([[row]], pa.list_(struct))] if "aggregate" in kind else [bigints(n) for n in values]
            assert evaluator(program_for(function, given))(*arrays).to_pylist() == [3 * (values[1:] or [2])[0]]


def test_a_stored_accumulator_of_a_parameter_by_name_only() -> None:
    function = define(AGGREGATE_BY_NAME)
    program = program_for(replace(function, call_mode="update"), ["BIGINT"])
    change = pa.list_(pa.struct([("weight", pa.int64()), ("x", pa.int64())]))
    changes = pa.array([[{"weight": 2, "x": 3}, {"weight": -1, "x": 1}]], change)
    assert evaluator(program)(pa.array([None], pa.binary()), changes).to_pylist() == [b"[10]"]


def test_a_relation_and_a_null_that_the_function_does_not_take() -> None:
    code = "@dataclass\nclass R:\n    x: int\ndef f(rows: Table[R], k: int{}) -> Iterator[int]: yield k or 7"
    for optional, expected in (("", []), (" | None", [[{"value": 7}]])):
        signature = define(code.format(optional)).signatures[0]
        rows, k = (parameter.conversion for parameter in signature.parameters)
        inputs = [Input("rows", rows, rows.sql), Input("k", k, k.sql)]
        handler = relation_handler(shipped_program(define(code.format(optional)), inputs, signature.result, NEW_YORK))()
        handler.eval(pa.RecordBatch.from_arrays([bigints(1, 2)], ["x"]), bigints(None, None))
        assert [table.to_pylist() for table in handler.terminate()] == expected


def test_a_result_is_one_of_the_constants_of_its_literal() -> None:
    code = "def f(x: int) -> {}: return {}"
    assert run(code.format('Literal["a", "b"] | None', '"b" if x else None'), ["BIGINT"], bigints(1, 0)) == ["b", None]
    assert failure(code.format('Literal["a", "b"]', '"c"'), ["BIGINT"], bigints(1)) == (
        "functions/f.py: f(x = 1) returned 'c' (str), but -> Literal['a', 'b'] means STRING. Return one of 'a', 'b'."
    )
    assert "1 (int)" in failure(code.format("Literal[True]", "1"), ["BIGINT"], bigints(1))
    assert "its element 3 is" in failure(code.format("list[Literal[1, 2]]", "[3]"), ["BIGINT"], bigints(1))
    inside = "def f(x: list[Literal['a']]) -> int: return len(x)"
    assert "'b' is not one of 'a'" in failure(inside, ["ARRAY<STRING>"], pa.array([["b"]]))
    assert run(inside, ["ARRAY<STRING>"], pa.array([["a", None]])) == [2]


def test_numbers_and_dates_as_text_are_those_of_the_declared_type() -> None:
    """A struct is passed as it is, and so are all arguments over Spark Connect."""
    code = """
        @dataclass
        class R:
            d: Annotated[str, DataType("DECIMAL(10,2)")]
            t: Annotated[str, DataType("TIMESTAMP")]
        def f(x: R) -> str: return f"{x.d} {x.t}"
    """
    rows = pa.array([{"d": 1, "t": NOON.date()}], pa.struct([("d", pa.int16()), ("t", pa.date32())]))
    assert run(code, ["STRUCT<d: SMALLINT, t: DATE>"], rows) == ["1.00 2024-01-01T00:00:00-05:00"]


def test_any_is_python_as_it_comes() -> None:
    array = pa.array([{"a": 1, "b": ["q", None]}, None])
    assert run("def f(x: Any) -> str: return repr(x)", ["STRUCT<a: BIGINT, b: ARRAY<STRING>>"], array) == [
        "{'a': 1, 'b': ['q', None]}",
        "None",
    ]


def test_table_functions() -> None:
    words = "@dataclass\nclass W:\n    w: str\ndef f(t: str) -> Iterator[W]:\n    for x in t.split(): yield W(x)"
    assert run(words, ["STRING"], pa.array(["a b", None, ""])) == [[{"w": "a"}, {"w": "b"}], None, []]
    assert run("def f(n: int) -> Iterator[int]: return range(n)", ["BIGINT"], bigints(2)) == [
        [{"value": 0}, {"value": 1}]
    ]
    assert failure("def f(n: int) -> Iterator[int]: yield n / 2", ["BIGINT"], bigints(3)) == (
        "functions/f.py: f(n = 3) yielded 1.5 (float), but -> int means BIGINT. Return an int, or annotate -> float."
    )


@pytest.mark.parametrize("row", ["{}", "@dataclass\nclass R:\n    value: {}"])
def test_rows_of_variants_have_the_declared_columns(row: str) -> None:
    variant = 'Annotated[Any, DataType("VARIANT")]'
    code = row.format(variant) if "class" in row else ""
    code += f"\ndef f(x: int) -> Iterator[{'R' if code else variant}]: yield {'R(x)' if code else 'x'}"
    program = program_for(define(code), ["BIGINT"])
    found = evaluator(program)(bigints(1, 2))
    assert found.type.value_type == arrow_type(row_type(program.result))
    assert [
        [VariantVal(item["value"]["value"], item["value"]["metadata"]).toPython() for item in rows]
        for rows in found.to_pylist()
    ] == [[1], [2]]


def test_a_row_of_a_table_function_is_not_none() -> None:
    code = "def f(n: int) -> Iterator[int{}]:\n    yield n\n    yield None"
    assert failure(code.format(""), ["BIGINT"], bigints(3)) == (
        "functions/f.py: f(n = 3) yielded None, but its result is not optional. Annotate -> int | None."
    )
    assert run(code.format(" | None"), ["BIGINT"], bigints(3)) == [[{"value": 3}, {"value": None}]]


def test_aggregates_skip_nulls_unless_they_ask_for_them() -> None:
    code = """
        class f:
            def __init__(self): self.s = self.w = 0.0
            def accumulate(self, v: float{}, w: int) -> None:
                self.s += (v or 100) * w
                self.w += w
            def finish(self) -> float | None: return self.s / self.w if self.w else None
    """
    kind = pa.list_(pa.struct([("_0", pa.float64()), ("_1", pa.int64())]))
    groups = pa.array([[{"_0": 1.0, "_1": 2}, {"_0": None, "_1": 2}, {"_0": 4.0, "_1": 1}], []], kind)
    assert run(code.format(""), ["DOUBLE", "BIGINT"], groups) == [2.0, None]
    assert run(code.format(" | None"), ["DOUBLE", "BIGINT"], groups) == [(2 + 200 + 4) / 5, None]


def test_async_functions_wait_together_and_name_the_failing_row() -> None:
    code = "import asyncio\nasync def f(x: int) -> int:\n    await asyncio.sleep(0.05)\n    return 10 // x"
    begin = datetime.datetime.now()
    assert run(code, ["BIGINT"], bigints(*[2] * 1000)) == [5] * 1000
    assert datetime.datetime.now() - begin < datetime.timedelta(seconds=5)
    assert failure(code, ["BIGINT"], bigints(1, 0, 2)).endswith(
        ": f(x = 0) raised ZeroDivisionError: integer division or modulo by zero"
    )


@pytest.mark.parametrize("result", ["int", "AsyncIterator[int]"])
def test_what_open_makes_can_be_awaited_in_every_batch(result: str) -> None:
    code = f"""
        import asyncio
        from collections.abc import AsyncIterator
        class f:
            ended = []
            def open(self):
                self.loop, self.lock = asyncio.get_running_loop(), asyncio.Semaphore(2)
                self.background = asyncio.ensure_future(self.wait("background"))
            async def wait(self, name):
                try:
                    await asyncio.sleep(60)
                finally:
                    self.ended.append(name)
            async def eval(self, x: int) -> {result}:
                async with self.lock:
                    await asyncio.sleep(0.001)
                assert asyncio.get_running_loop() is self.loop and x != 101
                if x > 101:
                    await self.wait("batch")
                {"yield" if "Iterator" in result else "return"} x
    """
    function = define(code)
    run_batch = evaluator(program_for(function, ["BIGINT"]))
    expected: Any = [[{"value": x}] for x in range(9)] if "Iterator" in result else [*range(9)]
    for _ in range(2):
        assert run_batch(bigints(*range(9))).to_pylist() == expected
    with pytest.raises(FunctionError, match=r"f\(x = 101\) raised AssertionError"):
        run_batch(bigints(102, 101))
    assert function.target.ended == ["batch"]
    assert run_batch(bigints(*range(9))).to_pylist() == expected
    del run_batch
    gc.collect()  # the traceback of the error
    assert function.target.ended == ["batch", "background"]


def test_vectorized_functions() -> None:
    arrow = """
        import pyarrow as pa, pyarrow.compute as pc
        Longs = Annotated[pa.Array, DataType("BIGINT")]
        def f(x: Longs) -> Longs: return pc.add(x, 1)
    """
    assert run(arrow, ["BIGINT"], bigints(1, None)) == [2, None]
    pandas = textwrap.dedent("""
        Longs = Annotated[pd.Series, DataType("BIGINT")]
        def f(x: Longs) -> Longs: return x{}
    """)
    assert run(pandas.format(" + 1"), ["BIGINT"], bigints(1)) == [2]
    assert failure(pandas.format(".head(1)"), ["BIGINT"], bigints(1, 2, 3)) == (
        "functions/f.py: f() returned 1 value for 3 rows. A vectorized function returns one value per row."
    )
    assert failure(pandas.format(".map(lambda x: 'a')"), ["BIGINT"], bigints(1)).startswith(
        "functions/f.py: f() returned Series, which does not convert to BIGINT: "
    )


def test_a_class_is_made_once_and_opened() -> None:
    code = """
        class f:
            made = 0
            def __init__(self): f.made += 1
            def open(self): self.table = {1: "one"}
            def eval(self, x: int) -> str: return f"{self.table.get(x)} {f.made}"
    """
    assert run(code, ["BIGINT"], bigints(1, 2)) == ["one 1", "None 1"]


def test_an_exception_names_the_rows_arguments() -> None:
    code = "def f(x: int, y: str = 'q') -> int: return 10 // x"
    line = IMPORTS.count("\n") + 1
    assert failure(code, ["BIGINT"], bigints(2, 1, 0)) == (
        f"functions/f.py line {line}: f(x = 0, y = 'q') raised ZeroDivisionError: integer division or modulo by zero"
    )


@pytest.mark.parametrize("method", ["__init__", "open"])
def test_an_exception_while_an_instance_is_made(method: str) -> None:
    code = f"class f:\n    def {method}(self): self.x = 1 // 0\n    def eval(self, x: int) -> int: return x"
    line = IMPORTS.count("\n") + 2
    assert failure(code, ["BIGINT"], bigints(1)) == (
        f"functions/f.py line {line}: f.{method}() raised ZeroDivisionError: integer division or modulo by zero"
    )


@pytest.mark.parametrize(
    ("made", "finish"), [("__init__(self)", "finish(self)"), ("create_accumulator(self)", "get_value(self, state)")]
)
def test_an_exception_while_a_group_begins(made: str, finish: str) -> None:
    state = "state, " if "state" in finish else ""
    code = f"class f:\n    def {made}: return 1 // 0\n    def accumulate(self, {state}x: int): ...\n"
    code += f"    def {finish} -> int: return 1"
    groups = pa.array([[{"_0": 1}]], pa.list_(pa.struct([("_0", pa.int64())])))
    line = IMPORTS.count("\n") + 2
    assert failure(code, ["BIGINT"], groups) == (
        f"functions/f.py line {line}: f.{made.partition('(')[0]}() raised ZeroDivisionError: integer division or "
        "modulo by zero"
    )


def test_an_exception_within_other_code_names_the_line_of_the_file() -> None:
    code = "import json\ndef f(x: str) -> str:\n    y = x\n    return json.loads(y)"
    line = IMPORTS.count("\n") + 4
    assert failure(code, ["STRING"], pa.array(["["])).startswith(
        f"functions/f.py line {line}: f(x = '[') raised JSONDecodeError: "
    )


def test_the_result_of_an_aggregate_names_the_group() -> None:
    code = """
        class f:
            def accumulate(self, v: int) -> None: self.v = v
            def finish(self) -> int: return self.v / 2
    """
    groups = pa.array([[{"_0": 1}]], pa.list_(pa.struct([("_0", pa.int64())])))
    assert failure(code, ["BIGINT"], groups) == (
        "functions/f.py: f() of group 1 returned 0.5 (float), but -> int means BIGINT. Return an int, or annotate "
        "-> float."
    )


def test_a_result_without_annotation_is_that_of_the_hint() -> None:
    code = "@hint(output='STRING')\ndef f(x: int): return {}"
    assert failure(code.format("1"), ["BIGINT"], bigints(1)) == (
        "functions/f.py: f(x = 1) returned 1 (int), but its result is STRING. Return a str, or annotate -> int."
    )
    assert failure(code.format("None"), ["BIGINT"], bigints(1)) == (
        "functions/f.py: f(x = 1) returned None, but its result is not optional. Annotate -> str | None."
    )


def test_an_argument_that_cannot_be_converted() -> None:
    assert failure("def f(u: uuid.UUID) -> str: return str(u)", ["STRING"], pa.array(["no"])) == (
        "functions/f.py: f(): argument `u` cannot be converted to UUID: ValueError: badly formed hexadecimal UUID "
        "string."
    )
    code = "@dataclass\nclass P:\n    x: int\n    def __post_init__(self): assert self.x, 'no x'\n"
    assert failure(code + "def f(p: P) -> int: return 1", ["STRUCT<x: BIGINT>"], pa.array([{"x": 0}])) == (
        "functions/f.py: f(): argument `p` cannot be converted to P: AssertionError: no x."
    )


def test_a_decimal_that_fits() -> None:
    code = 'def f(x: int) -> Annotated[Decimal, DataType("DECIMAL(5,2)")]: return Decimal("{}")'
    for text in ("1.5", "1.5000", "-999.99", "5E+2", "0E-9"):
        assert run(code.format(text), ["BIGINT"], bigints(1)) == [decimal.Decimal(text)]


@pytest.mark.parametrize(
    ("declared", "value", "problem"),
    [
        (
            "5,2",
            "1.555",
            "2 decimal places, and this number has 3. Round it to 2 decimal places, or annotate DECIMAL(6,3).",
        ),
        ("38,0", f"{10**37}.5", "0 decimal places, and this number has 1. Round it to 0 decimal places."),
        ("5,2", "1E+4", "3 digits before the decimal point, and this number has 5. Annotate DECIMAL(7,2)."),
        ("5,2", "-1000.5", "3 digits before the decimal point, and this number has 4. Annotate DECIMAL(6,2)."),
        (
            "38,2",
            "1E+37",
            "36 digits before the decimal point, and this number has 38. A DECIMAL has 38 digits: annotate -> "
            "float or str.",
        ),
        ("5,2", "NaN", "no NaN. Return None, with | None in the annotation, or annotate -> float."),
        ("5,2", "-Infinity", "no infinity. Return None, with | None in the annotation, or annotate -> float."),
    ],
)
def test_a_decimal_is_neither_rounded_nor_cut(declared: str, value: str, problem: str) -> None:
    code = f"def f(x: int) -> Annotated[Decimal, DataType('DECIMAL({declared})')]: return Decimal('{value}')"
    assert failure(code, ["BIGINT"], bigints(1)).endswith(f"means DECIMAL({declared}), which has {problem}")


def test_an_element_of_a_list_is_checked() -> None:
    code = "def f(x: int) -> list[int]: return [x, {}]"
    assert "and its element 'a' is a str" in failure(code.format("'a'"), ["BIGINT"], bigints(1))
    assert "and an element is None" in failure(code.format("None"), ["BIGINT"], bigints(1))


@pytest.mark.parametrize(
    ("result", "value", "key"),
    [
        (
            "dict[datetime, int]",
            "{datetime(2024, 1, 1): 1, datetime(2024, 1, 1, 5, tzinfo=zoneinfo.ZoneInfo('UTC')): 2}",
            "datetime.datetime(2024, 1, 1, 5, 0, tzinfo=zoneinfo.ZoneInfo(key='UTC'))",
        ),
        ("dict[Annotated[str, DataType('DECIMAL(5,2)')], int]", "{'1.0': 1, '1.00': 2}", "Decimal('1.00')"),
        ("dict[Annotated[float, DataType('FLOAT')], int]", "{0.5: 1, 0.5000000001: 2}", "0.5"),
        ("dict[float, int]", "{float('nan'): 1, float('nan'): 2}", "nan"),
        (
            "list[dict[tuple[float, int], int]]",
            "[{}, {(0.5, 1): 1, (float('nan'), 1): 2, (float('nan'), 1): 3}]",
            "{'_1': nan, '_2': 1}",
        ),
    ],
)
def test_keys_that_are_equal_in_sql_are_refused(result: str, value: str, key: str) -> None:
    message = failure(f"import zoneinfo\ndef f(x: int) -> {result}: return {value}", ["BIGINT"], bigints(1))
    assert f", and two of its keys are {key}. Return " in message


def test_dates_as_text() -> None:
    code = "Day = Annotated[str, DataType('DATE')]\ndef f(x: Day) -> Day: return x[:8] + '{}'"
    days = pa.array([NOON.date()])
    assert run(code.format("09"), ["DATE"], days) == [datetime.date(2024, 1, 9)]
    assert "means DATE, which cannot hold it" in failure(code.format("99"), ["DATE"], days)


scalars = st.one_of(st.none(), st.integers(-(2**63), 2**63 - 1))
IDENTITIES = {
    "ARRAY<BIGINT>": ("list[int | None] | None", pa.list_(pa.int64()), st.lists(scalars, max_size=5)),
    "MAP<STRING, ARRAY<BIGINT>>": (
        "dict[str, list[int | None] | None] | None",
        pa.map_(pa.string(), pa.list_(pa.int64())),
        st.dictionaries(st.text(max_size=3), st.none() | st.lists(scalars, max_size=3), max_size=3),
    ),
    "STRUCT<a: BIGINT, b: ARRAY<STRING>>": (
        "Record | None",
        pa.struct([("a", pa.int64()), ("b", pa.list_(pa.string()))]),
        st.fixed_dictionaries({"a": scalars, "b": st.none() | st.lists(st.text(max_size=3), max_size=3)}),
    ),
}
RECORD = "@dataclass\nclass Record:\n    a: int | None\n    b: list[str] | None\n"


@pytest.mark.parametrize("kind", IDENTITIES)
def test_what_goes_in_comes_out(kind: str) -> None:
    annotation, arrow, values = IDENTITIES[kind]

    @settings(deadline=None, max_examples=50)
    @property_of(st.lists(st.none() | values, max_size=6), st.integers(0, 2))
    def check(rows: list[Any], cut: int) -> None:
        rows = [list(row.items()) if isinstance(row, dict) and kind.startswith("MAP") else row for row in rows]
        array = pa.array(rows, arrow).slice(min(cut, len(rows)))
        assert run(RECORD + f"def f(x: {annotation}) -> {annotation}: return x", [kind], array) == array.to_pylist()

    check()


@pytest.mark.parametrize(
    ("code", "message"),
    [
        (
            "def f(x: int) -> list[float]: return np.ones((2, 2))",
            "functions/f.py: f(x = 1) returned array([[1., 1.], [1., 1.]]) (ndarray), but -> list[float] means "
            "ARRAY<DOUBLE>. Return a list, or annotate -> ndarray.",
        ),
        (
            "@dataclass\nclass R:\n    xs: float\ndef f(x: int) -> R: return R(np.ones((2, 2)))",
            "functions/f.py: f(x = 1) returned R(xs=array([[1., 1.], [1., 1.]])) (R), but -> R means "
            "STRUCT<xs: DOUBLE>, and its field `xs` is array([[1., 1.], [1., 1.]]) (ndarray). Return a float, or "
            "annotate -> ndarray.",
        ),
        (
            "def f(x: int) -> list[int]: return ['a' * 1000]",
            "functions/f.py: f(x = 1) returned ['" + "a" * 195 + "... (list), but -> list[int] means ARRAY<BIGINT>, "
            "and its element '" + "a" * 96 + "... is a str. Return list[int].",
        ),
    ],
)
def test_a_message_is_one_line_that_the_session_finds(code: str, message: str) -> None:
    try:
        run(code, ["BIGINT"], bigints(1))
    except FunctionError as error:
        assert function_error_in("".join(traceback.format_exception(error))) == message
    else:
        raise AssertionError("accepted")
