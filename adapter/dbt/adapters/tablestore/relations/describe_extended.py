"""Reads DESCRIBE EXTENDED: a relation's columns, and its entries in the catalog of `dbt docs generate`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from dbt.adapters.base.relation import BaseRelation
from dbt.adapters.tablestore.sql.nested_types import described
from dbt_common.contracts.metadata import CatalogTable, ColumnMetadata, StatsItem, TableMetadata

_SIZE = re.compile(r"(\d+) (bytes|rows)")
_STATISTICS = {
    "bytes": ("Size", "Bytes of the current data files"),
    "rows": ("Rows", "Rows of the current version, from the format's metadata"),
    "states": ("State", "How long a keyed model keeps its states, and where that is set"),
    "primary_key": ("Primary key", "The columns that identify a row"),
    "merge_engine": ("Merge engine", "How the rows of one key become one row"),
    "sequence_field": ("Sequence field", "The columns that say which of two rows is newer"),
    "commits": ("Commits", "The number of the last commit since the table was built"),
    "last_commit": ("Last commit", "The time of the run that made it"),
}
_HAS_STATS = "Indicates whether there are statistics for this table"
# Those that dbt-spark's adapter does not have.
COLUMN_NAMES = tuple(
    f"stats:{kind}:{field}"
    for kind in _STATISTICS
    if kind not in ("bytes", "rows")
    for field in ("label", "value", "description", "include")
)


def rows_of(relation: BaseRelation, rows: Callable[[str], Any]) -> Any:
    """The rows of DESCRIBE EXTENDED; ``rows`` runs a statement and returns its rows."""
    return rows(f"describe extended {relation.render()}")


def catalog_entries(
    relation: BaseRelation, rows: Iterable[Mapping[str, Any]], found: Mapping[str, int | str]
) -> list[dict[str, Any]]:
    """One catalog entry per column, each with the relation's comment, owner and statistics.

    ``found`` are statistics that count before those of DESCRIBE EXTENDED.
    """
    columns, details = columns_and_details(rows)
    shared: dict[str, Any] = {
        "table_database": relation.database,
        "table_schema": relation.schema,
        "table_name": relation.identifier,
        "table_type": str(relation.type),
        "table_comment": details.get("Comment") or None,
        "table_owner": details.get("Owner"),
    }
    described = {kind: int(amount) for amount, kind in _SIZE.findall(details.get("Statistics") or "")}
    for kind, amount in {**described, **found}.items():
        shared |= _statistic(kind, amount)
    return [
        {**shared, "column_name": name, "column_index": index, "column_type": kind, "column_comment": comment or None}
        for index, (name, kind, comment) in enumerate(columns, start=1)
    ]


def _statistic(kind: str, amount: int | str) -> dict[str, Any]:
    """The four catalog fields of one statistic."""
    label, description = _STATISTICS[kind]
    prefix = f"stats:{kind}"
    return {
        f"{prefix}:label": label,
        f"{prefix}:value": amount,
        f"{prefix}:description": description,
        f"{prefix}:include": True,
    }


def catalog_table(entries: Sequence[Mapping[str, Any]]) -> CatalogTable:
    """The entries of one relation as dbt's value for a single relation; ``entries`` must not be empty."""
    first = entries[0]
    metadata = TableMetadata(
        type=first["table_type"],
        schema=first["table_schema"],
        name=first["table_name"],
        database=first["table_database"],
        comment=first["table_comment"],
        owner=first["table_owner"],
    )
    columns = {
        entry["column_name"]: ColumnMetadata(
            entry["column_type"], entry["column_index"], entry["column_name"], entry["column_comment"]
        )
        for entry in entries
    }
    stats = {
        kind: StatsItem(
            kind, *(first[f"stats:{kind}:{field}"] for field in ("label", "value", "include", "description"))
        )
        for kind in _STATISTICS
        if f"stats:{kind}:value" in first
    }
    has_stats = StatsItem("has_stats", "Has Stats?", bool(stats), False, _HAS_STATS)
    return CatalogTable(metadata, columns, stats | {"has_stats": has_stats})


def columns_and_details(rows: Iterable[Mapping[str, Any]]) -> tuple[list[tuple[str, str, str | None]], dict[str, str]]:
    """The columns (name, type, comment) of DESCRIBE EXTENDED, and the named details that follow them."""
    columns, sections = _sections(rows)
    details: dict[str, str] = {}
    for heading, lines in sections:
        if heading.startswith("# Detailed "):
            for name, value in lines:
                details.setdefault(name, value)
    return columns, details


def has_property(rows: Iterable[Mapping[str, Any]], name: str) -> bool:
    """Whether DESCRIBE EXTENDED shows a property of a table."""
    return f"{name}=" in (columns_and_details(rows)[1].get("Table Properties") or "")


def layout(rows: Iterable[Mapping[str, Any]]) -> list[str]:
    """The columns and expressions by which a table is partitioned or clustered."""
    return [
        # "Part 0" | "days(at)" where an expression partitions the table, "at" | "date" where only columns do
        kind if name.startswith("Part ") else name
        for heading, lines in _sections(rows)[1]
        if heading.startswith(("# Partition", "# Clustering"))
        for name, kind in lines
    ]


def _sections(
    rows: Iterable[Mapping[str, Any]],
) -> tuple[list[tuple[str, str, str | None]], list[tuple[str, list[tuple[str, str]]]]]:
    """The columns, and the sections that follow them, each with its heading.

    Any name can begin with ``#``; but only a column has a type. Types are SQL, see `nested_types.described`.
    """
    columns: list[tuple[str, str, str | None]] = []
    sections: list[tuple[str, list[tuple[str, str]]]] = []
    in_columns = True
    for row in rows:
        name, kind, comment = row["col_name"], row["data_type"], row["comment"]
        in_columns = in_columns and bool(name and kind)
        if in_columns:
            columns.append((name, described(kind), comment))
        elif name and not kind and name.startswith("# "):
            sections.append((name, []))
        elif name and sections and (name, kind) != ("# col_name", "data_type"):
            sections[-1][1].append((name, kind))
    return columns, sections
