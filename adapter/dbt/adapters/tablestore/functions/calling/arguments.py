"""The arguments of a call, as they are resolved without Spark."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from dbt.adapters.tablestore.functions.reading.signatures import MISSING, Parameter
from pyspark.sql import types as t


@dataclass(frozen=True)
class Argument:
    """One argument of a call.

    ``type`` is its SQL type and ``text`` its text in the query; ``name`` is that of ``name => value``. ``value`` is its
    constant, MISSING for everything else; with ``evaluate``, it is computed when it is asked for, because computing it
    can fail. ``table`` marks ``TABLE(relation)``, whose type is that of its rows.
    """

    type: t.DataType
    text: str = "x"
    name: str | None = None
    value: Any = MISSING
    table: bool = False
    evaluate: Callable[[], Any] | None = None

    def constant(self) -> Any:
        """The constant, or MISSING."""
        return self.value if self.evaluate is None else self.evaluate()


@dataclass(frozen=True)
class ParameterValue:
    """What a parameter receives: the argument at a position, or a default."""

    parameter: Parameter
    position: int | None
    default: Any = MISSING
