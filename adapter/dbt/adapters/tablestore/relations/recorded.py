"""What a keyed table records about itself in its properties."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime, timezone
from typing import Any

_COMMITS = "tablestore.commits."


def last_commit(properties: Mapping[str, str]) -> Mapping[str, Any]:
    """The properties with those of the last commit, as the package's macro `_sealed_properties` reads them.

    A rebuild sets them one by one. Every commit since then has a property with all of them as JSON.
    """
    commits = f"{_COMMITS}{properties.get('tablestore.epoch')}."
    numbers = [int(name.removeprefix(commits)) for name in properties if name.startswith(commits)]
    return {**properties, **json.loads(properties[f"{commits}{max(numbers)}"])} if numbers else properties


def statistics(last: Mapping[str, Any], is_view: bool) -> dict[str, int | str]:
    """What `dbt docs` shows of a keyed table, or of the table with the rows of a view, from its last commit."""
    found: dict[str, int | str] = {}
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
