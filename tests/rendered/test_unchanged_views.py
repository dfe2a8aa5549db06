"""What the last run has recorded of a view, and whether the next one looks at it more closely, without Spark."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest

from harness import macros_of

LAYOUT = {"refresh_policy": "auto", "primary_key": None}


def is_unchanged(texts: dict[str, str]) -> bool:
    """With these checksums of the texts of the view and of the views beside it; nothing else has changed."""
    views = SimpleNamespace(checksum=lambda text: text)
    session = SimpleNamespace(settings_of_values=dict, setting=lambda name: "x")
    macros = macros_of(
        "views/view_is_unchanged.sql",
        adapter=SimpleNamespace(views=lambda: views, session=lambda: session),
        config=SimpleNamespace(persist_relation_docs=lambda: False, persist_column_docs=lambda: False),
        fromjson=json.loads,
        should_full_refresh=lambda: False,
        tablestore_has_views_of_changes=lambda this, schema: True,
        this="v",
        compiled_code="select 1",
    )
    properties = {
        "tablestore.view-inputs": json.dumps({"text": "select 1", "positions": {}}),
        "tablestore.view": json.dumps(LAYOUT),
    }
    last = SimpleNamespace(properties=properties | texts, ttl=None, touched=None, side_schema=None)
    options = SimpleNamespace(layout={}, state_ttl=None, compiled_plan=None, **LAYOUT)
    found: Any = macros["tablestore_view_is_unchanged"](options, SimpleNamespace(type="materialized_view"), last)
    return bool(found)


@pytest.mark.parametrize(
    ("committed", "created", "expected"),
    [
        ("a", "a", True),
        # a run was stopped before it created the views
        ("b", "a", False),
        ("b", None, False),
        # an earlier release made the last commit, and this one may have created the views since
        (None, None, True),
        (None, "a", True),
    ],
)
def test_a_view_is_planned_if_its_commit_has_other_views(
    committed: str | None, created: str | None, expected: bool
) -> None:
    texts = {"tablestore.view-texts": committed, "tablestore.created-texts": created}
    assert is_unchanged({name: text for name, text in texts.items() if text}) is expected
