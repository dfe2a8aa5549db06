"""Keys and columns that a keyed model cannot have."""

from __future__ import annotations

import re

import pytest

from planning import problems
from rooms import ROOT


@pytest.mark.parametrize(
    ("config", "columns", "message"),
    [
        ({"merge_engine": "deduplicate"}, "id int", "'primary_key' is missing"),
        ({"primary_key": ["id", "ID"]}, "id int", "'primary_key' names a column twice"),
        ({"primary_key": "id"}, "id double", "key column 'id' is of type double"),
        ({"primary_key": "id"}, "id array<int>", "key column 'id' is of type array<int>"),
        ({"primary_key": "id", "rowkind_field": "v"}, "id int, v int", "row kind column 'v' is of type int"),
        ({"primary_key": "id"}, "id int, _change int", "column '_change' is used by the merge itself"),
        (
            {"primary_key": "id", "ignore_delete": True, "table_options": {"ignore-delete": "true"}},
            "id int",
            "set the same option",
        ),
        (
            {
                "primary_key": "id",
                "merge_engine": "aggregation",
                "incremental_strategy": "microbatch",
                "fields": {"v": {"aggregate_function": "sum"}},
            },
            "id int, v int",
            "'v' has the aggregate function sum, which would count rows again",
        ),
        (
            {"primary_key": "id", "incremental_strategy": "append"},
            "id int",
            "incremental_strategy 'append' cannot be combined with a primary key: remove it, or remove primary_key",
        ),
        ({"primary_key": {"a": 1}}, "id int", "write a column name or a list of column names"),
    ],
)
def test_one_problem(config: dict[str, object], columns: str, message: str) -> None:
    assert message in problems(columns, **config)


def test_a_column_with_a_name_that_the_merge_uses_is_refused() -> None:
    """The names are read from the generated SQL, so that none is forgotten."""
    texts = [path.read_text() for path in (ROOT / "tests/rendered/sql/keyed").rglob("*.sql")]
    names = set(re.findall(r"\bas (_\w+)", "\n".join(texts))) - {"_row_kind", "_commit", "_committed_at"}
    assert len(names) > 20
    for name in names:
        assert f"column '{name}' is used by the merge itself" in problems(f"id int, {name} int", primary_key="id")
    assert problems("id int, _retracts_1 int", primary_key="id") == ""
