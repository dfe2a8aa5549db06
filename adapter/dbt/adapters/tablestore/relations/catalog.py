"""The entries of relations in the catalog of `dbt docs generate`."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from dbt.adapters.contracts.relation import RelationType
from dbt.adapters.tablestore.relations import describe_extended, recorded
from dbt.adapters.tablestore.relations.listing import rows_table
from dbt.adapters.tablestore.relations.relation import TablestoreRelation
from dbt_common.contracts.metadata import CatalogTable

if TYPE_CHECKING:
    import agate

Rows = Callable[[str], Any]
Properties = Callable[[TablestoreRelation], dict[str, str]]


def catalog_of(
    relations: Iterable[TablestoreRelation], rows: Rows, properties: Properties, names: Sequence[str]
) -> agate.Table:
    """The catalog of these relations with columns of these names.

    ``rows`` runs a statement and returns its rows, and ``properties`` are those of a table.
    """
    from dbt_common.clients.agate_helper import table_from_data_flat

    entries = [entry for relation in relations for entry in _entries(relation, rows, properties)]
    return table_from_data_flat([{name: entry.get(name) for name in names} for entry in entries], list(names))


def catalog_table(relation: TablestoreRelation, rows: Rows, properties: Properties) -> CatalogTable | None:
    """The catalog entry of one relation; None if it has no columns."""
    entries = _entries(relation, rows, properties)
    return describe_extended.catalog_table(entries) if entries else None


def _entries(relation: TablestoreRelation, rows: Rows, properties: Properties) -> list[dict[str, Any]]:
    described = describe_extended.rows_of(relation, rows)
    is_view = relation.type == RelationType.MaterializedView
    stored = relation.incorporate(path={"identifier": rows_table(str(relation.identifier))}) if is_view else relation
    statistics: dict[str, int | str] = {}
    table_format = relation.table_format
    if is_view or describe_extended.has_property(described, "tablestore.epoch"):
        known = properties(stored)
        with contextlib.suppress(recorded.NotShownError):
            replaced = recorded.was_replaced(stored, known, rows)
            statistics = {} if replaced else recorded.statistics(recorded.last_commit(known), is_view)
        table_format = known.get("tablestore.format") or table_format
    if table_format == "iceberg":
        statistics |= _iceberg_size(stored, rows)
    elif table_format == "delta":  # DESCRIBE EXTENDED does not show its size
        statistics["bytes"] = int(rows(f"describe detail {stored}")[0]["sizeInBytes"])
    return describe_extended.catalog_entries(relation, described, statistics)


def _iceberg_size(table: TablestoreRelation, rows: Rows) -> dict[str, int | str]:
    """The bytes of the files of an Iceberg table, and its rows without those that delete files mark as deleted.

    DESCRIBE EXTENDED estimates the bytes from the types of the columns, and counts the deleted rows.
    """
    found = rows(
        "select cast(s.summary['total-files-size'] as bigint) as bytes, "
        "cast(s.summary['total-records'] as bigint) "
        "- coalesce(cast(s.summary['total-position-deletes'] as bigint), 0) as rows "
        f"from {table}.snapshots as s join {table}.refs as r on r.snapshot_id = s.snapshot_id "
        "where r.name = 'main'"
    )
    return {kind: int(row[kind]) for row in found for kind in ("bytes", "rows") if row[kind] is not None}
