"""Which column types the macros let a value change to, without a loss and in place."""

from __future__ import annotations

import pytest

from harness import call


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
