"""What a keyed table records about itself in its properties."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from datetime import datetime, timezone
from typing import Any

from dbt_common.exceptions import DbtRuntimeError

_COMMITS = "tablestore.commits."
# Keys of views that are not in their results.
_HIDDEN_KEY = re.compile(r"_row_hash|_row_copy|_group|_key_\d+")
# What SHOW TBLPROPERTIES has in place of a value with a word such as `url`, see the package's macro `_property_list`.
_NOT_SHOWN = "(redacted)"


class NotShownError(DbtRuntimeError):
    """Spark does not show what a keyed table has recorded."""


def last_commit(properties: Mapping[str, str]) -> Mapping[str, Any]:
    """The properties with those of the last commit, as the package's macro `_sealed_properties` reads them.

    A rebuild sets them one by one. Every commit since then has a property with all of them as JSON.

    Raises:
        NotShownError: Spark does not show one of them.
    """
    commits = f"{_COMMITS}{properties.get('tablestore.epoch')}."
    numbers = [int(name.removeprefix(commits)) for name in properties if name.startswith(commits)]
    name = f"{commits}{max(numbers)}" if numbers else ""
    if name:
        return {**properties, **json.loads(_shown(name, properties[name]))}
    return {key: _shown(key, value) if key.startswith("tablestore.") else value for key, value in properties.items()}


def _shown(name: str, value: str) -> str:
    """The text of a property, as the package's macro `table_properties` reads it."""
    if value.endswith(_NOT_SHOWN):
        raise NotShownError(
            f"Spark does not show the property {name}, because an earlier release has written a word such as url or "
            "token into it: start the server of Spark once with the settings spark.sql.redaction.options.regex='(?!)' "
            "and spark.redaction.regex='(?!)', and run the model with new rows or with --full-refresh: it writes "
            "these words in another way"
        )
    return str(json.loads(value)) if value.startswith('"') and r"\u00" in value else value


def snapshot_of_commit(properties: Mapping[str, str]) -> str | None:
    """The snapshot of the last commit of an Iceberg table, if the current one is another one; else None."""
    version, current = last_commit(properties).get("tablestore.version"), properties.get("current-snapshot-id")
    return str(version) if version and current and str(version) != current else None


def is_replaced(properties: Mapping[str, str], parents: Mapping[str, str | None]) -> bool:
    """Whether CREATE OR REPLACE has replaced an Iceberg table, which keeps the properties of a keyed table.

    The package's macro `_touched_snapshots` finds the same. ``parents`` has the snapshots of the table, each with the
    one before it.
    """

    def line(snapshot: str | None) -> list[str | None]:
        found = [snapshot]
        while snapshot is not None and snapshot in parents:
            snapshot = parents[snapshot]
            found.append(snapshot)
        return found

    current = line(properties["current-snapshot-id"])
    return current[-1] in (None, "none") and not set(line(snapshot_of_commit(properties))) & set(current[:-1])


def was_replaced(table: object, properties: Mapping[str, str], rows: Callable[[str], Any]) -> bool:
    """The same for a table with these properties, whose snapshots are looked up if it can be so."""
    if snapshot_of_commit(properties) is None:
        return False
    found = rows(f"select cast(snapshot_id as string), cast(parent_id as string) from {table}.snapshots")
    return is_replaced(properties, {row[0]: row[1] for row in found})


def is_of_refresh(properties: Mapping[str, str]) -> bool:
    """Whether a refresh of a materialized view has written a table, like the package's macro `_is_of_refresh`."""
    return "tablestore.view" in properties or any('"tablestore.view": ' in value for value in properties.values())


def key_of(properties: Mapping[str, str]) -> tuple[str, ...]:
    """The columns of the key of a table, as the package's macro `_split_names` reads them; empty for other tables."""
    text = str(last_commit(properties).get("tablestore.primary-key") or "") if "tablestore.epoch" in properties else ""
    return tuple(json.loads(text)) if text.startswith("[") else tuple(filter(None, text.split(",")))


def statistics(last: Mapping[str, Any], is_view: bool) -> dict[str, int | str]:
    """What `dbt docs` shows of a keyed table, or of the table with the rows of a view, from its last commit."""
    key = key_of(last)
    found: dict[str, int | str] = {}
    if is_view and not any(_HIDDEN_KEY.fullmatch(name) for name in key):
        found["primary_key"] = last.get("tablestore.primary-key") or ""
    if not is_view:
        definition = json.loads(last.get("tablestore.definition") or "{}")
        found |= {
            "primary_key": last.get("tablestore.primary-key") or "",
            "merge_engine": last.get("tablestore.merge-engine") or "",
            "sequence_field": definition.get("sequence_field", "none"),
        }
    found |= {"commits": int(last.get("tablestore.commit") or 0), "states": last.get("tablestore.states") or ""}
    if at := last.get("tablestore.committed-at"):
        # With its time zone in words, so that nobody reads it as the time of another one.
        found["last_commit"] = f"{datetime.fromisoformat(at).astimezone(timezone.utc):%Y-%m-%d %H:%M} UTC"
    return {name: value for name, value in found.items() if value not in ("", "none")}
