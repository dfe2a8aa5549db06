"""Columns of a result never have the names that the stored rows of a view and its refreshes use."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from dbt.adapters.tablestore import views
from dbt.adapters.tablestore.views import building
from dbt.adapters.tablestore.views.expressions.functions import Functions
from dbt.adapters.tablestore.views.expressions.hidden import is_hidden
from dbt.adapters.tablestore.views.operators.accumulators import ROWS
from dbt.adapters.tablestore.views.operators.sql import WEIGHT
from dbt.adapters.tablestore.views.results.columns import COPY, GROUP, HASH, VISIBLE

FOLDER = Path(views.__file__).parent
# Aliases of queries.
NO_COLUMNS = {"_q", "_l", "_r"}
OTHER_FILES = {"explaining.py", "hidden.py"}


def names() -> list[str]:
    """Names that begin with an underscore in the SQL of this room, with a number where the code puts one."""
    found: Counter[str] = Counter()
    for file in FOLDER.rglob("*.py"):
        if file.name in OTHER_FILES:
            continue
        text = re.sub(r"\{(number|n)\}", "1", file.read_text())
        text = text.replace("{extreme}", "min").replace("{WEIGHT}", WEIGHT)
        for pattern in (r"\bas (_\w+)", r'f"(_\w+_1)"', r'f"[^"]* as (_\w+)"', r'\b[A-Z]+ = "(_\w+)"'):
            found.update(name for name in re.findall(pattern, text) if name not in NO_COLUMNS)
    return sorted(name for name in found if not name.startswith("__"))


@pytest.mark.parametrize("name", [*names(), ROWS, HASH, COPY, GROUP, VISIBLE, "_sum_1_lost", "_min_2_in", "_max_3_out"])
def test_hidden_names_are_refused(name: str) -> None:
    assert is_hidden(name) and is_hidden(name.upper())


@pytest.mark.parametrize("name", ["_id", "_sum", "sum_1", "_total_1", "visible", "_kind", "_loaded_at", "_row"])
def test_other_names_are_not(name: str) -> None:
    assert not is_hidden(name)


def test_names_are_found() -> None:
    assert {"_sum_1", "_count_1", "_key_1", "_state_1", "_w2", "_found", "_is_lost"} <= set(names())


def test_columns_inside_of_a_query_have_other_names() -> None:
    """Also the second of a name, which gets a number, and columns that the user calls so."""
    columns = {"k": "int", "v": "int", "_w": "int", "_sum_1": "int", "_KEY": "int"}
    query = (
        "select k + 1, v + 1, count(*), count(v), sum(v), sum(_w), max(_sum_1), max(_key) from t group by k + 1, v + 1"
    )
    built = building.build(building.parse(query), {"`t`": columns}, Functions({}, lambda name: True))
    names = [name for node in built.root.walk() for name in node.columns]
    assert len(set(names)) > 15 and not [name for name in names if is_hidden(name)]
