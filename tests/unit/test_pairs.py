"""Facts that are written twice, in Jinja for plain dbt-spark and in Python for the adapter: both say the same."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from decimal import Decimal
from itertools import product
from typing import Any

import pytest
from dbt.adapters.tablestore.relations.column import TablestoreColumn
from dbt.adapters.tablestore.sql import durations, names
from dbt.adapters.tablestore.sql.literals import literal
from dbt.adapters.tablestore.sql.nested_types import Array, Map, NestedType, Struct, described, parse_nested, replaced
from dbt.adapters.tablestore.sql.type_changes import _STORED_IN_ICEBERG, TypeChange
from dbt.adapters.tablestore.sql.types import holds
from dbt.adapters.tablestore.views.expressions.hidden import is_hidden
from dbt_common.exceptions import DbtRuntimeError

from duration_cases import CASES
from harness import MacroError, call
from type_texts import FIELDS, pairs


def words(text: str) -> list[str]:
    """The words of a text."""
    return text.split()


PLAIN = words("""
boolean tinyint smallint int bigint float double binary date timestamp timestamp_ntz variant void string char(3)
decimal decimal(10) decimal(10,0) decimal(5,2) DECIMAL(3,1) decimal(12,2) decimal(19,0) decimal(38,0) decimal(38,38)
varchar(3) varchar(5) time time(3) time(6) STRING BigInt interval varchar object
""")
PLAIN += ["decimal( 12 , 2 )", "string collate UTF8_LCASE", "string collate unicode_ci", "geometry(4326)"]
PLAIN += [f"interval {units}" for units in ("day", "hour", "second", "year", "month", "day to hour", "hour to second")]
PLAIN += ["interval day to second", "interval year to month", "interval day to week", "interval"]
NESTED = words("""
array<void> array<int> array<bigint> array<array<int>> array<array<void>> map<int,int> map<string,bigint> map<void,void>
struct<> struct<a:int> struct<A:bigint> struct<b:int> struct<a:int,b:string> struct<b:string,a:int>
struct<a:void,b:void> struct<a:struct<b:decimal(9,2)>> struct<a:struct<b:decimal(5,1)>>
struct<a:interval> array<struct<a:int>>
""")
NESTED += [
    "struct<`a b`:bigint,c:int>",
    "struct<`A b`:int,c:int>",
    "array<interval day to second>",
    "array<interval day>",
]
SHAPES = words("""
{0} array<{0}> ARRAY<{0}> array<{0} array<{0}>> map<{0},{1}> map<{0}> struct<a:{0},B:{1}> struct<a:{0},a:{1}>
struct<{0}> struct<`a:b`:{0}> struct<`:{0}> struct<a,b:{0}> struct<:{0}> struct<a:{0} struct<a> struct<a.b:int,c,d:int>
array<struct<a:map<{0},{1}>>> struct<`a``b`:{0},é:{1}> struct<a:struct<>,b:{0}> struct<a:{0}>,int
""")
SHAPES += [
    "map<{0}, {1}>",
    "struct<a: {0}, b: {1}>",
    "struct<a : {0}>",
    "struct< a:{0} >",
    "array< {0} >",
    "struct<` a `:{0}>",
]
UNITS = words("""
d day days h hour hours min m minute minutes s sec secs second seconds ms milli millis millisecond milliseconds us µs
micro micros microsecond microseconds ns nano nanos nanosecond nanoseconds w week month year hr mins ks µ μs D Days
""")
NUMBERS = ["0", "1", "007", "90", "1500", "-1", "+1", "1.5", "1.", "1_0", "1e3", "", " 1", "²", "٣", "\uff11"]
NUMBERS += ["999999999999999999", "1000000000000000000", "89478485", "89478486"]
LITERALS = [None, True, False, 0, -1, 10**30, 1.5, -0.0, 1e-7, 1e22, float("inf"), float("-inf"), float("nan")]
LITERALS += [Decimal("1.50"), Decimal("1E+3"), Decimal("-0.001"), dt.date(2020, 1, 2), dt.datetime(2020, 1, 2, 3, 4)]
LITERALS += [dt.datetime(2020, 1, 2, 3, 4, 5, 678, tzinfo=dt.timezone.utc), dt.time(1, 2, 3), dt.time(0, 0, 0, 5)]
LITERALS += ["", "a", "it's", "a\\", "a\\'b", "'", "1", "null", "2020-01-02", "%s {x}", "é😀", "\0"]
LITERALS += [f"a{end}b{end}" for end in "\n\r\v\f\x1c\x1d\x1e\x1f\x85\u2028\u2029\t"] + ["\r\n"]
NAMES = [
    *FIELDS,
    "a",
    "A b",
    "a`",
    "`a",
    "`a`b`",
    "`a``b`",
    "`",
    "a.b",
    "",
    *(f"a{end}b" for end in "\n\x00\x7f\x85\u2028\t"),
]


def iso_texts() -> list[str]:
    """Durations of ISO 8601, and texts that are nearly such."""
    days, hours = ("", "1D", "0D", "D", "1W", "1Y", "-1D", "1.5D"), ("", "2H", "H")
    minutes, seconds = ("", "3M", "-3M"), ("", "4S", "4.5S", "0.0005S", "4.123S", "4.1234567890S", ".5S", "4.S")
    return [
        f"P{day}{time}{hour}{minute}{second}"
        for day, time, hour, minute, second in product(days, ("", "T"), hours, minutes, seconds)
    ]


def differences(inputs: Any, one: Callable[..., Any], other: Callable[..., Any]) -> list[str]:
    """The inputs of which two functions make different things, with what they make of them."""
    results = [(given, one(*given), other(*given)) for given in inputs]
    assert results
    return [f"{given}: {mine!r}, {theirs!r}" for given, mine, theirs in results if mine != theirs]


def test_which_type_holds_another() -> None:
    types = [*PLAIN, *NESTED]
    assert not differences(product(types, types), lambda *given: bool(call("_type_holds", *given)), holds)


def parts_of(kind: NestedType) -> Any:
    """A type of the adapter as lists."""
    if isinstance(kind, Struct):
        return ["struct", *([name, parts_of(part)] for name, part in kind.fields)]
    if isinstance(kind, Array):
        return ["array", parts_of(kind.element)]
    return ["map", parts_of(kind.key), parts_of(kind.value)] if isinstance(kind, Map) else kind


def parts_in_jinja(kind: dict[str, Any]) -> Any:
    """A type of the package as lists."""
    if kind["kind"] == "struct":
        return ["struct", *([field["name"], parts_in_jinja(field["type"])] for field in kind["fields"])]
    if kind["kind"] == "array":
        return ["array", parts_in_jinja(kind["element"])]
    return (
        ["map", *(parts_in_jinja(kind[part]) for part in ("key", "value"))] if kind["kind"] == "map" else kind["text"]
    )


def type_texts() -> list[tuple[str]]:
    """Types, as SQL and as DESCRIBE writes them, and texts that are no types."""
    kinds = [*PLAIN, "struct<>", "odd", "", "a(b", "array<int>"]
    texts = {
        shape.format(*two) for shape in SHAPES for two in product(kinds, ("int", "decimal(3, 1)", "", "map<int,int>"))
    }
    return [(text,) for text in sorted(texts | set(pairs()) | set(pairs().values()))]


def test_the_parts_of_a_type() -> None:
    def in_jinja(text: str) -> Any:
        found = call("_parsed_type", text)
        return parts_in_jinja(found) if found else text.strip().lower()

    assert not differences(type_texts(), in_jinja, lambda text: parts_of(parse_nested(text)))


def test_a_type_that_describe_wrote() -> None:
    assert not differences(type_texts(), lambda text: call("_described_type", text), described)


def test_a_type_that_iceberg_stores() -> None:
    def in_jinja(text: str) -> Any:
        return parts_of(parse_nested(call("_stored_type", call("_iceberg_format"), text)))

    stored = [(text,) for (text,) in type_texts() if call("_parsed_type", text) and text == text.lower()]
    assert not differences(stored, in_jinja, lambda text: parts_of(replaced(parse_nested(text), _STORED_IN_ICEBERG)))


def test_a_type_that_widens_in_place() -> None:
    def in_python(old: str, new: str) -> bool:
        change = TypeChange("v", old, new, True, names.quoted)
        return bool(change.clauses) and not change.casts

    kinds = [kind for kind in PLAIN if kind == kind.lower() and kind not in _STORED_IN_ICEBERG]
    changes = [(old, new) for old, new in product(kinds, kinds) if parse_nested(old) != parse_nested(new)]
    same = {"decimal", "decimal(10)", "decimal(10,0)"}, {"decimal( 12 , 2 )", "decimal(12,2)"}, {"time", "time(6)"}
    changes = [pair for pair in changes if not any(set(pair) <= spellings for spellings in same)]
    assert not differences(changes, lambda *given: bool(call("_type_widens", *given)), in_python)


def test_the_family_of_a_type() -> None:
    def in_jinja(kind: str) -> list[bool]:
        family = call("_type_family", kind)
        return [family in groups for groups in (("string", "char"), ("integer",), ("float",), ("decimal",))]

    def in_python(kind: str) -> list[bool]:
        column = TablestoreColumn("c", kind)
        return [column.is_string(), column.is_integer(), column.is_float(), column.is_numeric()]

    aliases = ["byte", "short", "integer", "long", "real", "dec", "dec(3,1)", "numeric", "decimal (3, 1)"]
    assert not differences([(kind,) for kind in [*PLAIN, *NESTED, *aliases]], in_jinja, in_python)


def test_the_length_of_a_duration() -> None:
    texts = [
        number + gap + unit for number, gap, unit in product(NUMBERS, ("", " ", "\t", "\u00a0", "'"), [*UNITS, ""])
    ]
    texts += [written for text in iso_texts() for written in (text, text.lower(), f" {text}\n")]
    texts += [
        "1 d 2 h",
        "1d2h",
        "1 d;",
        "interval 1 day",
        "interval '1' day",
        "PT1H PT",
        "\x1c1 d",
        *(text for text, _ in CASES),
    ]
    values = [0, 5, -5, 2000, 10**30, None, True, False, 1.5, [], {}]
    given = [(value,) for value in [*texts, *values]]
    assert not differences(given, lambda value: call("_duration_ms", value), durations.milliseconds)


def test_a_duration_as_text() -> None:
    units = (1, 1000, 60_000, 3_600_000, 86_400_000)
    lengths = [(count * unit + more,) for count, unit, more in product((0, 1, 7, 90, 1500), units, (0, 1, 500))]
    assert not differences(lengths, lambda length: call("_duration_text", length), durations.text)


def test_a_value_as_a_literal() -> None:
    assert not differences([(value,) for value in LITERALS], lambda value: call("_literal", value), literal)


def test_a_name_in_quotes() -> None:
    def refused(quote: Callable[[str], str]) -> Callable[[str], str | None]:
        def quoted(name: str) -> str | None:
            try:
                return quote(name)
            except (MacroError, DbtRuntimeError):
                return None

        return quoted

    given = [(name,) for name in NAMES]
    assert not differences(given, refused(lambda name: call("_quote", name, exact=True)), refused(names.quoted))


def test_a_name_without_quotes() -> None:
    """The macro reads what a user has written: it also strips blanks, and two backticks are not a name."""
    given = [(text,) for name in NAMES if name for text in (name.strip(), f"`{name.replace('`', '``')}`")]
    assert not differences(given, lambda text: call("_unquoted", text), names.unquoted)


@pytest.mark.parametrize("name", call("_reserved_columns"))
def test_a_column_of_a_changelog_is_no_column_of_a_view(name: str) -> None:
    assert is_hidden(name)
