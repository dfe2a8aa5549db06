"""The arguments of a call as its resolution sees them, without Spark."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dbt.adapters.tablestore.functions.reading.signatures import MISSING, Parameter
from pyspark.sql import types as t


@dataclass(frozen=True)
class Argument:
    """One argument of a call: its type, its text in the query, its name (``name => value``) and its constant.

    ``value`` is MISSING for anything but a constant. ``table`` marks ``TABLE(relation)``, whose type is its row's.
    """

    type: t.DataType
    text: str = "x"
    name: str | None = None
    value: Any = MISSING
    table: bool = False


@dataclass(frozen=True)
class ParameterValue:
    """What one parameter receives: the position of an argument, or a default."""

    parameter: Parameter
    position: int | None
    default: Any = MISSING
