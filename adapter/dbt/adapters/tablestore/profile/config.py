"""The typed names of a model's configuration, and the names that dbt itself defines."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from dbt.adapters.spark.impl import SparkConfig


@dataclass
class TablestoreConfig(SparkConfig):
    """The configs of dbt-spark, with Iceberg as the default format, and the options of a keyed model.

    The options have their names and types from the package's macro ``options``; None is the macro's default. A column
    list may be one name. A duration is text such as ``'7 d'`` or a number of milliseconds. ``table_options`` takes the
    same options in Paimon's spelling, ``fields`` those of single columns.
    """

    file_format: str = "iceberg"
    primary_key: str | list[str] | None = None
    null_key: str | None = None
    input: str | None = None
    fuse: dict[str, Any] | bool | None = None
    merge_engine: str | None = None
    sequence_field: str | list[str] | None = None
    sequence_field_sort_order: str | None = None
    scd_type: int | str | None = None
    track_history: str | list[str] | dict[str, Any] | None = None
    system_time: bool | None = None
    hard_deletes: str | None = None
    dbt_valid_to_current: str | None = None
    snapshot_meta_column_names: dict[str, str] | None = None
    rowkind_field: str | None = None
    ignore_delete: bool | None = None
    ignore_update_before: bool | None = None
    delete_retained: str | int | None = None
    versions_retained: str | int | None = None
    partial_update_remove_record_on_delete: bool | None = None
    partial_update_remove_record_on_sequence_group: str | list[str] | None = None
    aggregation_remove_record_on_delete: bool | None = None
    default_aggregate_function: str | None = None
    changelog_producer: str | None = None
    changelog_producer_row_deduplicate: bool | None = None
    changelog_producer_row_deduplicate_ignore_fields: str | list[str] | None = None
    full_compaction_delta_commits: int | None = None
    changelog_producer_compaction_interval: str | int | None = None
    changelog_time_retained: str | int | None = None
    cluster_by: str | list[str] | None = None
    maintenance: dict[str, Any] | bool | None = None
    format_version: int | str | None = None
    compiled_plan: str | None = None
    state_ttl: str | int | None = None
    refresh_policy: str | None = None
    verify: str | int | None = None
    fields: dict[str, dict[str, Any]] | None = None
    table_options: dict[str, Any] | None = None


def known_model_configs() -> list[str]:
    """Every config of a model that dbt or this adapter defines, in all its spellings (``post_hook`` and ``post-hook``).

    Read from dbt's and the adapter's config classes, so it follows the installed release of dbt.
    """
    from dbt.artifacts.resources import ModelConfig

    known = {
        spelling
        for config in (ModelConfig, TablestoreConfig)
        for field in fields(config)
        if not field.name.startswith("_")  # where dbt keeps the configs of others
        for spelling in (field.name, field.metadata.get("alias", field.name))
    }
    return sorted(known)
