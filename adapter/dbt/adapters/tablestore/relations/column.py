"""A column with a Spark type."""

from __future__ import annotations

from dataclasses import dataclass

from dbt.adapters.base.column import Column
from dbt.adapters.spark.column import SparkColumn
from dbt.adapters.tablestore.sql.names import quoted


@dataclass
class TablestoreColumn(SparkColumn):
    """Classifies Spark's type names, such as `int` and `decimal(10,0)`; the base classes know those of Postgres."""

    comment: str | None = None

    def is_string(self) -> bool:
        """Whether the type is a string type."""
        return self._kind in ("string", "varchar", "char")

    def is_integer(self) -> bool:
        """Whether the type is an integer type."""
        return self._kind in ("tinyint", "smallint", "int", "bigint", "byte", "short", "integer", "long")

    def is_float(self) -> bool:
        """Whether the type is a floating-point type."""
        return self._kind in ("float", "real", "double")

    def is_numeric(self) -> bool:
        """Whether the type is DECIMAL."""
        return self._kind in ("decimal", "dec", "numeric")

    def can_expand_to(self, other_column: Column) -> bool:
        """Always False: Spark's strings have no maximum length."""
        return False

    @property
    def quoted(self) -> str:
        """The name in backticks."""
        return quoted(self.column)

    @property
    def _kind(self) -> str:
        return str(self.dtype).lower().partition("(")[0].partition(" ")[0]
