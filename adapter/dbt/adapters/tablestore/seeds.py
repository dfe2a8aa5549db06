"""The types of a seed's columns."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import TYPE_CHECKING

from dbt.adapters.events.logging import AdapterLogger

if TYPE_CHECKING:
    import agate

logger = AdapterLogger("Tablestore")

LARGEST_BIGINT = 2**63 - 1
LARGEST_PRECISION = 38
"""The most digits of Spark's DECIMAL."""
READ_DIGITS = 1_000
"""The precision of Python's decimals while dbt reads a seed. It multiplies each number by its sign, which rounds it to
28 digits by default."""


def number_type(table: agate.Table, index: int) -> str:
    """The type that holds every number of a column as the file has it.

    Integers are BIGINT or DECIMAL(38,0). Numbers with decimals are DOUBLE, as in dbt-spark. They are DECIMAL when
    DOUBLE would drop something: digits, or the decimals of a column such as 4.00, 2.00, whose numbers are all whole.
    """
    numbers = [value for value in table.columns[index] if value is not None]
    if not all(number.is_finite() for number in numbers):
        return "double"
    scale = max((max(-number.as_tuple().exponent, 0) for number in numbers), default=0)
    digits = max((max(number.adjusted() + 1, 1) for number in numbers), default=1) + scale
    are_whole = all(number == number.to_integral_value() for number in numbers)
    if scale == 0 and all(abs(number) <= LARGEST_BIGINT for number in numbers):
        return "bigint"
    if not are_whole and _fit_double(numbers):
        return "double"
    if digits <= LARGEST_PRECISION:
        # Two precisions, so that the type is the same when a later version of the file has a longer number.
        return f"decimal({18 if digits <= 18 and scale else LARGEST_PRECISION},{scale})"
    if _fit_double(numbers):
        return "double"
    kind = "string" if are_whole else "double"
    logger.warning(
        f"seed column '{table.column_names[index]}' has numbers of up to {digits} digits, and a DECIMAL has at most "
        f"{LARGEST_PRECISION}: it is stored as {kind.upper()}"
        + (", which drops digits" if kind == "double" else "")
        + ". Name its type under column_types in the config of the seed"
    )
    return kind


def _fit_double(numbers: Sequence[Decimal]) -> bool:
    return all(Decimal(repr(float(number))) == number for number in numbers)
