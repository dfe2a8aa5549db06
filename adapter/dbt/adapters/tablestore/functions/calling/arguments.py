"""The arguments of a call, as they are resolved without Spark."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dbt.adapters.tablestore.functions.reading.signatures import MISSING, Parameter
from pyspark.sql import types as t


@dataclass(frozen=True)
class Argument:
    """One argument of a call.

    ``type`` is its SQL type and ``text`` its text in the query; ``name`` is that of ``name => value``. ``value`` is its
    constant, MISSING for everything else. ``table`` marks ``TABLE(relation)``, whose type is that of its rows.
    """

    type: t.DataType
    text: str = "x"
    name: str | None = None
    value: Any = MISSING
    table: bool = False


@dataclass(frozen=True)
class ParameterValue:
    """What a parameter receives: the argument at a position, or a default."""

    parameter: Parameter
    position: int | None
    default: Any = MISSING
