"""Columns of other types than a function declares, in a session in which Spark does not cast the arguments."""

from __future__ import annotations

from typing import Any

from dbt.adapters.tablestore.functions.types.conversions import default_conversion
from dbt.adapters.tablestore.functions.types.sql_types import contains_type
from dbt.adapters.tablestore.functions.worker.decode import decoder
from dbt.adapters.tablestore.functions.worker.encode import encoder
from dbt.adapters.tablestore.functions.worker.scalar_encoders import arrow_type
from pyspark.sql import types as t


def widened(array: Any, given: t.DataType, wanted: t.DataType, zone: str) -> Any:
    """A column of the type ``given`` as Spark casts it to a wider type; ``zone`` is the session's time zone."""
    if given != wanted and contains_type(wanted, t.TimestampType):
        # Arrow would read a date, and a time without a zone, in UTC
        conversion = default_conversion(wanted).as_optional()
        return encoder(conversion, zone)(decoder(conversion, given, zone)(array))
    # safe is a cast of Arrow that refuses an integer which a floating-point number rounds
    return array.cast(arrow_type(wanted), safe=False)
