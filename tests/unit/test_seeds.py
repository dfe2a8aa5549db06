"""The types of a seed's numbers."""

from __future__ import annotations

import decimal
from pathlib import Path

import pytest
from dbt.adapters.tablestore import seeds
from dbt.adapters.tablestore.impl import TablestoreAdapter
from dbt_common.clients.agate_helper import from_csv

TYPES = {
    "1 -2": "bigint",
    "9223372036854775808 1": "decimal(38,0)",
    "123456789012345678901234567890 1": "decimal(38,0)",
    "1234567890123456789012345678901234567890123 1": "string",
    "1e3 2": "bigint",
    "1e300 2": "double",
    "4.00 2.00 3.00": "decimal(18,2)",
    "0.0": "decimal(18,1)",
    "12345678901234567.00": "decimal(38,2)",
    "1.10 2.5": "double",
    "0.1 1e-300": "double",
    "1.12345678901234567891 2": "decimal(38,20)",
    "3.14159265358979323846264338327950288419716939937510": "double",
    "NaN 1": "double",
}


@pytest.mark.parametrize(("numbers", "expected"), TYPES.items())
def test_every_digit_has_a_place(tmp_path: Path, numbers: str, expected: str) -> None:
    path = tmp_path / "s.csv"
    path.write_text("id,n\n" + "".join(f"x,{number}\n" for number in [*numbers.split(), ""]))
    with decimal.localcontext() as context:
        context.prec = seeds.READ_DIGITS
        assert TablestoreAdapter.convert_number_type(from_csv(str(path), text_columns=()), 1) == expected
