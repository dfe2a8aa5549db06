"""Vectorized functions: columns in, and a column out in which no value is another one."""

from __future__ import annotations

import datetime
import decimal
from typing import Any

import pyarrow as pa
import pytest

from function_files import NEW_YORK, bigints, failure, run

TEXTS = pa.array(["a", None])
DOUBLES = pa.array([1.005, 2.0])
NOON = datetime.datetime(2024, 1, 1, 12, tzinfo=datetime.timezone.utc)


def code(given: str, result: str, body: str, cls: str = "pd.Series") -> str:
    return (
        f"import decimal\nimport pyarrow as pa\n"
        f'def f(x: Annotated[{cls}, DataType("{given}")]) -> Annotated[{cls}, DataType("{result}")]: return {body}'
    )


REFUSED = [
    ("DOUBLE", "DECIMAL(10,2)", "x", DOUBLES, "its values are double, not decimal128(10, 2); convert them"),
    ("DOUBLE", "BOOLEAN", "x", DOUBLES, "its values are double, not bool"),
    ("DOUBLE", "BIGINT", "x", DOUBLES, "was truncated"),
    ("BIGINT", "BOOLEAN", "x", bigints(2, 0), "its values are int64, not bool"),
    ("BIGINT", "STRING", "x", bigints(2, 0), "its values are int64, not string"),
    ("BIGINT", "TIMESTAMP", "x", bigints(2, 0), "its values are int64, not timestamp"),
    ("BIGINT", "DATE", "x.{to_int32}", bigints(2, 0), "its values are int32, not date32"),
    ("BIGINT", "BINARY", "x.{to_text}", bigints(2, 0), "string, not binary"),
    ("BIGINT", "BIGINT", "x.{to_text}", bigints(7, 8), "string, not int64"),
    ("BIGINT", "INT", "x", bigints(2**40), "not in range"),
    ("DOUBLE", "FLOAT", "x", pa.array([1e300]), "a number is too large for float"),
    ("TIMESTAMP_NTZ", "DATE", "x", pa.array([datetime.datetime(2024, 1, 1, 5)]), "not date32"),
    ("TIMESTAMP", "TIMESTAMP_NTZ", "x", pa.array([NOON]), "not timestamp[us]"),
]
SPELLED = {
    "pd.Series": {"{to_int32}": "astype('int32')", "{to_text}": "astype('string')"},
    "pa.Array": {"{to_int32}": "cast('int32', safe=False)", "{to_text}": "cast('string')"},
}


@pytest.mark.parametrize("cls", SPELLED)
@pytest.mark.parametrize(("given", "result", "body", "array", "reason"), REFUSED)
def test_a_column_of_another_type_is_refused(
    given: str, result: str, body: str, array: Any, reason: str, cls: str
) -> None:
    for name, spelled in SPELLED[cls].items():
        body = body.replace(name, spelled)
    message = failure(code(given, result, body, cls), [given], array)
    assert f"which does not convert to {result}: " in message and reason in message


@pytest.mark.parametrize(
    ("result", "body", "reason"),
    [
        ("ARRAY<FLOAT>", "pa.array([[0.5, 1e300]])", "a number is too large for list<"),
        ("STRUCT<a: FLOAT>", "pa.array([{'a': 1e300}])", "a number is too large for struct<"),
        ("MAP<STRING, FLOAT>", "pa.array([[('a', 1e300)]], pa.map_('string', 'double'))", "too large for map<"),
        ("ARRAY<STRING>", "pa.array([[1]])", "its values are list<"),
        (
            "MAP<STRING, BIGINT>",
            "pa.array([[('a', 1), ('a', 2)]], pa.map_('string', 'int64'))",
            "two keys of a map are",
        ),
        ("STRUCT<a: BOOLEAN>", "pa.array([{'a': 1}])", "its values are struct<"),
        ("STRUCT<a: BIGINT>", "pa.array([{'b': 1}])", "its values are struct<"),
        ("MAP<STRING, STRING>", "pa.array([[('a', 1)]], pa.map_('string', 'int64'))", "its values are map<"),
    ],
)
def test_values_in_a_column_are_checked(result: str, body: str, reason: str) -> None:
    assert reason in failure(code("BIGINT", result, body, "pa.Array"), ["BIGINT"], bigints(1))


INSIDE = [
    ("ARRAY<BIGINT>", "[1.5]", "1.5 (float) in row 2"),
    ("ARRAY<BIGINT>", "np.array([1.5])", "was truncated"),
    ("ARRAY<BIGINT>", "np.array([True])", "its values are bool, not int64"),
    ("ARRAY<BIGINT>", "[True]", "True (bool) in row 2"),
    ("ARRAY<STRING>", "{'a': 1}", "{'a': 1} (dict) in row 2"),
    ("ARRAY<ARRAY<STRING>>", "['ab']", "'ab' (str) in row 2"),
    ("ARRAY<BIGINT>", "b'ab'", "b'ab' (bytes) in row 2"),
    ("ARRAY<ARRAY<BIGINT>>", "[bytearray(b'ab')]", "bytearray(b'ab') (bytearray) in row 2"),
    ("ARRAY<BIGINT>", "np.array([[1]])", "array([[1]]) (ndarray) in row 2"),
    ("ARRAY<DATE>", "[pd.Timestamp('2024-01-01')]", "Timestamp('2024-01-01 00:00:00') (Timestamp) in row 2"),
    ("ARRAY<FLOAT>", "[1e300]", "1e+300 (float) in row 2, which cannot hold it"),
    ("ARRAY<FLOAT>", "np.array([1e300])", "a number is too large for float"),
    ("ARRAY<DATE>", "[datetime(2024, 1, 1, 5)]", "datetime.datetime(2024, 1, 1, 5, 0) (datetime) in row 2"),
    ("ARRAY<DATE>", "np.array(['2024-01-01T05'], 'M8[s]')", "its values are timestamp[s], not date32"),
    ("ARRAY<TIMESTAMP_NTZ>", "[pd.Timestamp('2024-01-01', tz='UTC')]", "in row 2, which cannot hold it"),
    ("ARRAY<TIMESTAMP>", "np.array(['2024-01-01T00:00:00.123456789'], 'M8[ns]')", "would lose data"),
    ("ARRAY<TIMESTAMP>", "[pd.Timestamp('2024-01-01T00:00:00.123456789')]", "in row 2, which has nanoseconds"),
    ("ARRAY<INTERVAL DAY TO SECOND>", "[pd.Timedelta(1)]", "in row 2, which has nanoseconds"),
    ("ARRAY<STRUCT<a: BIGINT>>", "[{'a': 1, 'b': 2}]", "in row 2, which has no field `b`"),
    ("ARRAY<STRUCT<a: BIGINT>>", "[{}]", "in row 2, and `a` is missing"),
    ("ARRAY<STRUCT<a: BIGINT>>", "[{'a': 0.5}]", "0.5 (float) in row 2"),
    ("MAP<STRING, BIGINT>", "{'a': 1.9}", "1.9 (float) in row 2"),
    ("MAP<STRING, BIGINT>", "[('a', 1.9)]", "1.9 (float) in row 2"),
    ("MAP<STRING, BIGINT>", "{None: 1}", "a key of a map is NULL"),
    ("MAP<STRING, BIGINT>", "[('a', 1), ('a', 2)]", "two keys of a map are 'a'"),
    ("ARRAY<MAP<DOUBLE, BIGINT>>", "[[(0.0, 1), (-0.0, 2)]]", "two keys of a map are -0.0"),
    ("MAP<STRING, BIGINT>", "[1]", "[1] (list) in row 2"),
    ("MAP<STRING, BIGINT>", "np.array([1, 2])", "array([1, 2]) (ndarray) in row 2"),
    ("MAP<STRING, BIGINT>", "pd.Series([1, 2])", "dtype: int64 (Series) in row 2"),
    ("MAP<STRING, ARRAY<BIGINT>>", "{'a': [[1]]}", "[1] (list) in row 2"),
]


@pytest.mark.parametrize(("result", "value", "reason"), INSIDE)
def test_objects_in_arrays_and_maps_are_checked(result: str, value: str, reason: str) -> None:
    body = f"x.map(lambda n: None if n == 1 else {value})"
    message = failure(code("BIGINT", result, body), ["BIGINT"], bigints(1, 2))
    assert f"which does not convert to {result}: " in message and reason in message


@pytest.mark.parametrize(
    ("result", "value", "expected"),
    [
        ("ARRAY<BIGINT>", "np.array([1, 2], 'int32')", [1, 2]),
        ("ARRAY<BIGINT>", "np.array([1, np.nan])", [1, None]),
        ("ARRAY<BIGINT>", "[2.0, None, np.int64(3)]", [2, None, 3]),
        ("ARRAY<BIGINT>", "pd.Series([1, 2])", [1, 2]),
        ("ARRAY<BIGINT>", "range(1, 3)", [1, 2]),
        ("ARRAY<BIGINT>", "__import__('collections').deque([1, None])", [1, None]),
        ("ARRAY<BIGINT>", "{'a': 1}.values()", [1]),
        ("ARRAY<STRING>", "{'a': 1}.keys()", ["a"]),
        ("ARRAY<DOUBLE>", "[1, 0.5]", [1.0, 0.5]),
        ("ARRAY<STRING>", "np.array(['a', 'b'])", ["a", "b"]),
        ("ARRAY<STRING>", "['a', float('nan'), pd.NA]", ["a", None, None]),
        ("ARRAY<DATE>", "np.array(['2024-01-01'], 'M8[ns]')", [datetime.date(2024, 1, 1)]),
        ("ARRAY<ARRAY<BIGINT>>", "[np.array([1]), [], None, [2, None]]", [[1], [], None, [2, None]]),
        ("ARRAY<STRUCT<a: BIGINT>>", "[{'a': 1}, (2,), None]", [{"a": 1}, {"a": 2}, None]),
        ("MAP<STRING, ARRAY<BIGINT>>", "{'a': np.array([1]), 'b': None}", [("a", [1]), ("b", None)]),
        ("MAP<STRUCT<a: BIGINT>, BIGINT>", "[({'a': 1}, 2)]", [({"a": 1}, 2)]),
        ("ARRAY<INTERVAL DAY TO SECOND>", "np.array([1], 'm8[s]')", [datetime.timedelta(seconds=1)]),
        *[("ARRAY<TIMESTAMP>", f"np.array(['2024-01-01T07'], 'M8[{unit}]')", [NOON]) for unit in ("s", "us", "ns")],
        ("ARRAY<TIMESTAMP>", "[pd.Timestamp('2024-01-01 07:00'), pd.Timestamp('2024-01-01T12Z')]", [NOON, NOON]),
    ],
)
def test_values_in_arrays_and_maps_are_kept(result: str, value: str, expected: list[Any]) -> None:
    """Beside a NULL, and beside a row of another type of numpy, as which elements are not rounded."""
    body = f"x.map(lambda n: None if n == 1 else {value})"
    assert run(code("BIGINT", result, body), ["BIGINT"], bigints(1, 2)) == [None, expected]


def test_rows_of_several_types_of_numpy_keep_their_digits() -> None:
    body = "x.map(lambda n: np.array([n]) if n > 9 else np.array([0.0, n]) if n else [n])"
    large = 2**53 + 1
    given = bigints(large, 1, 0, large)
    assert run(code("BIGINT", "ARRAY<BIGINT>", body), ["BIGINT"], given) == [[large], [0, 1], [0], [large]]


NTZ = datetime.datetime(2024, 7, 1, 12)
VARIANT = pa.struct([("value", pa.binary()), ("metadata", pa.binary())])


@pytest.mark.parametrize(
    ("element", "kind", "values"),
    [
        ("TIMESTAMP", pa.timestamp("us", "UTC"), [NOON, None]),
        ("TIMESTAMP_NTZ", pa.timestamp("us"), [NTZ, None]),
        ("DATE", pa.date32(), [NTZ.date(), None]),
        ("TIME(6)", pa.time64("ns"), [NTZ.time(), None]),
        ("INTERVAL DAY TO SECOND", pa.duration("us"), [datetime.timedelta(1), None]),
        ("BIGINT", pa.int64(), [2**53 + 1, None]),
        ("INT", pa.int32(), [1, None]),
        ("DOUBLE", pa.float64(), [0.5, None]),
        ("BOOLEAN", pa.bool_(), [True, None]),
        ("STRING", pa.string(), ["a", None]),
        ("BINARY", pa.binary(), [b"a", None]),
        ("DECIMAL(9,2)", pa.decimal128(9, 2), [decimal.Decimal("1.50"), None]),
        ("VARIANT", VARIANT, [{"value": b"\x0c\x01", "metadata": b"\x01\x00\x00"}, None]),
    ],
)
def test_values_inside_of_arguments_return_as_they_came(element: str, kind: Any, values: list[Any]) -> None:
    pair = pa.struct([("a", kind)])
    pairs = [{"a": value} for value in values]
    for sql, array in (
        (f"ARRAY<{element}>", pa.array([[], None, values, values[:1]], pa.list_(kind))),
        (f"MAP<STRING, {element}>", pa.array([[], None, [*zip("ab", values, strict=True)]], pa.map_("string", kind))),
        (f"ARRAY<STRUCT<a: {element}>>", pa.array([[], None, [*pairs, None]], pa.list_(pair))),
        (f"ARRAY<ARRAY<{element}>>", pa.array([[], None, [values, None, []]], pa.list_(pa.list_(kind)))),
    ):
        assert run(code(sql, sql, "x"), [sql], array) == array.to_pylist(), sql
        assert run(code(sql, sql, "x"), [sql], array.slice(2)) == array.slice(2).to_pylist(), sql
    frame = f"STRUCT<a: ARRAY<{element}>, b: STRUCT<a: {element}>>"
    rows = pa.array([{"a": values, "b": pairs[0]}], pa.struct([("a", pa.list_(kind)), ("b", pair)]))
    assert run(code(frame, frame, "x", "pd.DataFrame"), [frame], rows) == rows.to_pylist()


def test_a_column_of_variants_returns_as_it_came() -> None:
    given = pa.array([{"value": b"\x0c\x01", "metadata": b"\x01\x00\x00"}, None], VARIANT)
    assert run(code("VARIANT", "VARIANT", "x"), ["VARIANT"], given) == given.to_pylist()


def test_timestamps_inside_of_arguments_are_in_the_sessions_zone() -> None:
    kind = pa.list_(pa.timestamp("us", "UTC"))
    body = "x.map(lambda times: ' '.join(map(str, times)))"
    given = pa.array([[NOON, NOON]], kind)
    assert run(code("ARRAY<TIMESTAMP>", "STRING", body), ["ARRAY<TIMESTAMP>"], given) == [
        "2024-01-01 07:00:00-05:00 2024-01-01 07:00:00-05:00"
    ]


def test_nan_in_arrays_is_null_only_where_an_argument_has_a_null() -> None:
    given = pa.array([[1.0], [1.0, None], None], pa.list_(pa.float64()))
    body = "x.map(lambda v: [0.5] if v is None else [*v, float('nan')])"
    (first, *others) = run(code("ARRAY<DOUBLE>", "ARRAY<DOUBLE>", body), ["ARRAY<DOUBLE>"], given)
    assert first[0] == 1 and first[1] != first[1] and others == [[1.0, None, None], [0.5]]


@pytest.mark.parametrize(
    ("kind", "value", "reason"),
    [
        ("INTERVAL DAY", "timedelta(hours=5)", "5:00:00 is not of INTERVAL DAY, which has whole days"),
        (
            "INTERVAL DAY TO HOUR",
            "timedelta(minutes=5)",
            "which has whole hours",
        ),
    ],
)
def test_a_column_of_intervals_is_not_cut(kind: str, value: str, reason: str) -> None:
    series = f"pd.Series([{value}])"
    assert reason in failure(code("BIGINT", kind, series), ["BIGINT"], bigints(1))
    nested = code("BIGINT", f"ARRAY<{kind}>", f"pa.array([[{value}]])", "pa.Array")
    assert reason in failure(nested, ["BIGINT"], bigints(1))


@pytest.mark.parametrize(
    ("result", "body", "reason"),
    [
        ("BIGINT", "pd.Series(['7'], dtype=object)", "'7' (str) in row 1"),
        ("BOOLEAN", "pd.Series([2], dtype=object)", "2 (int) in row 1"),
        ("DECIMAL(3,2)", "pd.Series([Decimal('1.005')], dtype=object)", "in row 1, which has 2 decimal places"),
        ("DOUBLE", "pd.Series([Decimal(1)], dtype=object)", "Decimal('1') (Decimal) in row 1"),
    ],
)
def test_objects_in_a_column_are_checked(result: str, body: str, reason: str) -> None:
    assert reason in failure(code("BIGINT", result, body), ["BIGINT"], bigints(1))


@pytest.mark.parametrize(
    ("given", "result", "body", "array", "expected"),
    [
        ("BIGINT", "INT", "x", bigints(1, 2), [1, 2]),
        ("BIGINT", "DOUBLE", "x", bigints(1, 2), [1.0, 2.0]),
        ("DOUBLE", "BIGINT", "x", pa.array([1.0, None]), [1, None]),
        ("DOUBLE", "FLOAT", "x", pa.array([float("inf"), 0.5]), [float("inf"), 0.5]),
        ("STRING", "BIGINT", "x.str.len()", TEXTS, [1, None]),
        ("STRING", "STRING", "x.astype('category')", TEXTS, ["a", None]),
        ("STRING", "BOOLEAN", "x.isna()", TEXTS, [False, True]),
        ("BIGINT", "DECIMAL(3,1)", "x.map(lambda n: Decimal(n) / 2)", bigints(1), [decimal.Decimal("0.5")]),
        ("TIMESTAMP_NTZ", "DATE", "x", pa.array([datetime.datetime(2024, 1, 1)]), [datetime.date(2024, 1, 1)]),
        ("BIGINT", "ARRAY<BIGINT>", "x.map(lambda n: [n])", bigints(1), [[1]]),
    ],
)
def test_a_column_of_another_type_with_the_same_values(
    given: str, result: str, body: str, array: Any, expected: list[Any]
) -> None:
    assert run(code(given, result, body), [given], array) == expected


TYPES = ["STRING", "BOOLEAN", "DATE", "TIMESTAMP", "TIMESTAMP_NTZ", "DECIMAL(9,2)", "BINARY", "BIGINT", "DOUBLE"]


@pytest.mark.parametrize("result", [*TYPES, "ARRAY<STRING>", "STRUCT<a: STRING>"])
@pytest.mark.parametrize("found", ["double", "int64", "bool", "string", "timestamp[us]"])
def test_a_column_of_nulls_is_of_each_type(result: str, found: str) -> None:
    body = f"pa.nulls(len(x), '{found}')"
    assert run(code("STRING", result, body, "pa.Array"), ["STRING"], TEXTS) == [None, None]


@pytest.mark.parametrize("result", [kind for kind in TYPES if kind != "DOUBLE"])
@pytest.mark.parametrize("body", ["x.str.split('-').str[1]", "x.map(lambda v: float('nan')).astype(float)"])
def test_a_column_of_nan_is_null_if_its_type_has_no_nan(result: str, body: str) -> None:
    assert run(code("STRING", result, body), ["STRING"], pa.array(["b", "c"])) == [None, None]


@pytest.mark.parametrize("kind", ["TINYINT", "SMALLINT", "INT", "BIGINT"])
def test_integers_with_null_keep_their_digits(kind: str) -> None:
    arrow = {"TINYINT": pa.int8(), "SMALLINT": pa.int16(), "INT": pa.int32(), "BIGINT": pa.int64()}[kind]
    largest = 2 ** (arrow.bit_width - 1) - 1
    assert run(code(kind, kind, "x"), [kind], pa.array([largest, None], arrow)) == [largest, None]
    frame = code(f"STRUCT<a: {kind}>", f"STRUCT<a: {kind}>", "x", "pd.DataFrame")
    rows = pa.array([{"a": largest}, {"a": None}], pa.struct([("a", arrow)]))
    assert run(frame, [f"STRUCT<a: {kind}>"], rows) == [{"a": largest}, {"a": None}]


def test_integers_with_null_are_numbers_with_nan() -> None:
    """As long as no digits are lost, so that functions of numpy and plain Python work in each batch."""
    for body in ("np.where(x > 3, 1, 0)", "x.map(lambda v: 0 if np.isnan(v) else int(v > 3))"):
        assert run("import numpy as np\n" + code("BIGINT", "BIGINT", body), ["BIGINT"], bigints(5, None, 1)) == [
            1,
            0,
            0,
        ]


def test_columns_with_other_buffers_are_the_same_values() -> None:
    if not hasattr(pa, "string_view"):
        pytest.skip("this pyarrow has no views")
    text = code("STRING", "STRING", "x.cast(pa.string_view())", "pa.Array")
    assert run(text, ["STRING"], TEXTS) == ["a", None]


def test_a_struct_of_nulls_is_null_only_where_an_argument_is() -> None:
    frame = code("STRUCT<a: BIGINT>", "STRUCT<a: BIGINT>", "x", "pd.DataFrame")
    rows = pa.array([{"a": 1}, None], pa.struct([("a", pa.int64())]))
    assert run(frame, ["STRUCT<a: BIGINT>"], rows) == [{"a": 1}, None]
    made = code("BIGINT", "STRUCT<a: BIGINT>", 'pd.DataFrame({"a": pd.Series([None], dtype="Int64")})')
    made = made.replace('Annotated[pd.Series, DataType("STRUCT', 'Annotated[pd.DataFrame, DataType("STRUCT')
    assert run(made, ["BIGINT"], bigints(1)) == [{"a": None}]


@pytest.mark.parametrize("zone", [NEW_YORK, "-05:00", "EST"])
@pytest.mark.parametrize(("cls", "text"), [("pd.Series", "x.astype(str)"), ("pa.Array", "pa.array(map(str, x))")])
def test_timestamps_are_in_the_sessions_zone(cls: str, text: str, zone: str) -> None:
    given = pa.array([NOON], pa.timestamp("us", "UTC"))
    assert run(code("TIMESTAMP", "STRING", text, cls), ["TIMESTAMP"], given, zone=zone) == ["2024-01-01 07:00:00-05:00"]


@pytest.mark.parametrize(
    ("cls", "body"),
    [
        ("pd.Series", "x.dt.tz_localize(None)"),
        ("pd.Series", "pd.Series([datetime(2024, 1, 1, 7)], dtype=object)"),
        ("pa.Array", "pa.array([datetime(2024, 1, 1, 7)])"),
    ],
)
def test_naive_timestamps_of_a_result_are_in_the_sessions_zone(cls: str, body: str) -> None:
    given = pa.array([NOON], pa.timestamp("us", "UTC"))
    assert run(code("TIMESTAMP", "TIMESTAMP", body, cls), ["TIMESTAMP"], given) == [NOON]
