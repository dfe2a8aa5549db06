"""Which column types the macros let a value change to, without a loss and in place."""

from __future__ import annotations

import pytest

from harness import call
from type_texts import pairs


@pytest.mark.parametrize(
    ("wide", "narrow"),
    [
        ("decimal(10,0)", "decimal"),
        ("decimal", "decimal(10,0)"),
        ("decimal(11)", "decimal"),
        ("decimal(12,2)", "decimal"),
        ("decimal", "int"),
        ("bigint", "smallint"),
        ("string", "varchar(3)"),
        ("string", "string collate UTF8_LCASE"),
    ],
)
def test_a_type_holds_every_value_of_another(wide: str, narrow: str) -> None:
    """`decimal` without digits is decimal(10,0), as in Spark."""
    assert call("_type_holds", wide, narrow)


@pytest.mark.parametrize(
    ("wide", "narrow"),
    [("decimal", "bigint"), ("decimal", "decimal(10,1)"), ("decimal(9,0)", "decimal"), ("int", "string")],
)
def test_a_type_that_is_too_narrow_does_not(wide: str, narrow: str) -> None:
    assert not call("_type_holds", wide, narrow)


def test_a_decimal_widens_in_place_when_its_scale_stays() -> None:
    assert call("_type_widens", "decimal", "decimal(12,0)")
    assert not call("_type_widens", "decimal", "decimal(12,2)")
    assert call("_precision_and_scale", "decimal") == [10, 0]


@pytest.mark.parametrize(("written", "sql"), pairs().items())
def test_names_of_fields_are_quoted_in_what_describe_writes(written: str, sql: str) -> None:
    assert call("_described_type", written) == sql
    if "odd" not in sql:
        assert call("_type_text", call("_parsed_type", sql)) == sql


def test_a_type_can_have_spaces() -> None:
    spaced = "map< int, struct<`a: b` : int, c: array<decimal(3, 1)>>>".replace("< ", "<").replace("` :", "`:")
    assert call("_type_text", call("_parsed_type", spaced)) == "map<int,struct<`a: b`:int,c:array<decimal(3, 1)>>>"


def test_a_nested_type_holds_the_same_fields_with_narrower_types() -> None:
    wide = "array<struct<`A,b`:bigint,m:map<int,decimal(9,2)>>>"
    assert call("_type_holds", wide, "array<struct<`a,b`:tinyint,m:map<smallint,decimal(4,2)>>>")
    assert not call("_type_holds", wide, "array<struct<m:map<smallint,decimal(4,2)>,`a,b`:tinyint>>")
    assert not call("_type_holds", wide, "array<struct<`a,b`:tinyint>>")
    assert not call("_type_holds", wide, "array<struct<`a,b`:string,m:map<int,decimal(9,2)>>>")


def test_iceberg_stores_small_integers_as_integers_and_names_stay() -> None:
    kind = "map<smallint,struct<tinyint:tinyint,`small,int`:array<smallint>,i:int>>"
    assert (
        call("_stored_type", call("_format", "iceberg"), kind)
        == "map<int,struct<tinyint:int,`small,int`:array<int>,i:int>>"
    )
    assert call("_stored_type", call("_format", "delta"), kind) == kind


def test_what_spark_compares_is_compared_as_it_is() -> None:
    for kind in ("double", "array<struct<`map<`:int>>", "struct<variants:int,maps:array<int>>"):
        assert call("_comparable", "v", kind) == "v"
    assert call("_comparable", "v", "map<string,int>") == "array_sort(map_entries(v))"
    nested = "if(v is null, null, struct(array_sort(map_entries(v.`a.b`)) as f1, v.`n` as f2))"
    assert call("_comparable", "v", "struct<`a.b`:map<string,int>,n:int>") == nested
