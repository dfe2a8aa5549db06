"""The entries of relations in the catalog of `dbt docs generate`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from dbt.adapters.tablestore.relations import describe_extended
from dbt.adapters.tablestore.relations.relation import TablestoreRelation
from dbt_common.contracts.metadata import CatalogTable

if TYPE_CHECKING:
    import agate

Rows = Callable[[str], Any]


def catalog_of(relations: Iterable[TablestoreRelation], rows: Rows, names: Sequence[str]) -> agate.Table:
    """The catalog of these relations with columns of these names; ``rows`` runs a statement and returns its rows."""
    from dbt_common.clients.agate_helper import table_from_data_flat

    entries = [entry for relation in relations for entry in _entries(relation, rows)]
    return table_from_data_flat([{name: entry.get(name) for name in names} for entry in entries], list(names))


def catalog_table(relation: TablestoreRelation, rows: Rows) -> CatalogTable | None:
    """The catalog entry of one relation; None if it has no columns."""
    entries = _entries(relation, rows)
    return describe_extended.catalog_table(entries) if entries else None


def _entries(relation: TablestoreRelation, rows: Rows) -> list[dict[str, Any]]:
    deleted = _deleted_rows(relation, rows) if relation.is_iceberg else 0
    found = describe_extended.catalog_entries(relation, describe_extended.rows_of(relation, rows), deleted)
    if relation.is_delta:  # DESCRIBE EXTENDED does not show its size
        size = int(rows(f"describe detail {relation}")[0]["sizeInBytes"])
        found = [{**entry, **describe_extended.statistic("bytes", size)} for entry in found]
    return found


def _deleted_rows(relation: TablestoreRelation, rows: Rows) -> int:
    """The rows that delete files of an Iceberg table mark as deleted; its data files still have them."""
    found = rows(
        "select coalesce(s.summary['total-position-deletes'], '0') as deleted "
        f"from {relation}.snapshots as s join {relation}.refs as r on r.snapshot_id = s.snapshot_id "
        "where r.name = 'main'"
    )
    return sum(int(row["deleted"]) for row in found)
