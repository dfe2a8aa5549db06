"""Three-part names and one table format per relation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from dbt.adapters.base.relation import BaseRelation
from dbt.adapters.contracts.relation import ComponentName, Policy
from dbt.adapters.spark.relation import SparkQuotePolicy

_PLAIN_NAME = re.compile(r"\w+")


@dataclass
class TablestoreIncludePolicy(Policy):
    """Render ``catalog.schema.table``; an unset catalog is left out by the base class."""

    database: bool = True
    schema: bool = True
    identifier: bool = True


@dataclass(frozen=True, eq=False, repr=False)
class TablestoreRelation(BaseRelation):
    """A table or view of any catalog.

    ``table_format`` is the provider Spark reports (``iceberg``, ``delta``, ``parquet``, ...), or None for a view and
    for a relation that was not read from the catalog. ``information`` is the raw text of SHOW TABLE EXTENDED.
    """

    quote_policy: Policy = field(default_factory=SparkQuotePolicy)
    include_policy: Policy = field(default_factory=TablestoreIncludePolicy)
    quote_character: str = "`"
    require_alias: bool = False
    table_format: str | None = None
    information: str | None = None

    # The names dbt-spark's macros, and packages written for it, ask for.
    @property
    def is_delta(self) -> bool:
        """Whether the catalog said this is a Delta table."""
        return self.table_format == "delta"

    @property
    def is_iceberg(self) -> bool:
        """Whether the catalog said this is an Iceberg table."""
        return self.table_format == "iceberg"

    @property
    def is_hudi(self) -> bool:
        """Whether the catalog said this is a Hudi table."""
        return self.table_format == "hudi"

    def _is_exactish_match(self, field: ComponentName, value: str) -> bool:
        """Names are the same in any case, as in Spark."""
        return self.path.get_lowered_part(field) == value.lower()

    def _render_iterator(self) -> Iterator[tuple[ComponentName | None, str | None]]:
        """Quotes a part only when Spark could not read it otherwise, such as a name with dots."""
        for key, part in super()._render_iterator():
            plain = part is None or part.startswith(self.quote_character) or _PLAIN_NAME.fullmatch(part)
            yield key, part if plain else self.quoted(part)
