"""Python values as Spark SQL literals."""

from __future__ import annotations

import datetime as dt
import math
from decimal import Decimal
from typing import Any


def literal(value: Any) -> str:
    """The SQL literal that Spark evaluates to the same value."""
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"double('{value}')" if math.isinf(value) or math.isnan(value) else f"{value!r}D"
    if isinstance(value, Decimal):
        return f"{value:f}BD"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, bytes):
        return f"X'{value.hex()}'"
    if isinstance(value, dt.datetime):
        return f"timestamp'{value.isoformat(sep=' ')}'"
    if isinstance(value, dt.date):
        return f"date'{value.isoformat()}'"
    text = str(value).replace("\\", "\\\\").replace("'", "\\'")
    return f"'{text}'"
