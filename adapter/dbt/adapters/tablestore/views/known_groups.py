"""What is known of the groups of a view, as a property of the table with its rows records it with each commit."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from dbt.adapters.tablestore.views.operators.stored_groups import Known

PROPERTY = "tablestore.view-groups"


def known_groups(properties: Mapping[str, Any]) -> dict[str, Known]:
    """What the properties of a table record; nothing if they are those of an earlier release, or damaged."""
    try:
        recorded = json.loads(properties.get(PROPERTY, "{}"))
        return {name: Known(**{**one, "inputs": tuple(one.get("inputs", ()))}) for name, one in recorded.items()}
    except (TypeError, ValueError, AttributeError):
        return {}


def recorded(known: Mapping[str, Known]) -> dict[str, str]:
    """The property."""
    items = {name: {key: value for key, value in asdict(one).items() if value} for name, one in known.items()}
    return {PROPERTY: json.dumps(items, separators=(",", ":"))}
