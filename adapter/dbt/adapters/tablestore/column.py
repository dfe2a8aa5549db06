"""A column, its type in Spark's words."""

from __future__ import annotations

from dataclasses import dataclass

from dbt.adapters.base.column import Column
from dbt.adapters.spark.column import SparkColumn


@dataclass
class TablestoreColumn(SparkColumn):
    """Knows what kind of type `int` and `decimal(10,0)` are; the base classes know Postgres' names."""

    def is_string(self) -> bool:
        """Whether it holds text."""
        return self._kind in ("string", "varchar", "char")

    def is_integer(self) -> bool:
        """Whether it holds whole numbers."""
        return self._kind in ("tinyint", "smallint", "int", "bigint", "byte", "short", "integer", "long")

    def is_float(self) -> bool:
        """Whether it holds binary fractions."""
        return self._kind in ("float", "real", "double")

    def is_numeric(self) -> bool:
        """Whether it holds decimal fractions."""
        return self._kind in ("decimal", "dec", "numeric")

    def can_expand_to(self, other_column: Column) -> bool:
        """Never: Spark's strings have no length to outgrow."""
        return False

    @property
    def _kind(self) -> str:
        return str(self.dtype).lower().partition("(")[0].strip()
