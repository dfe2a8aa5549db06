"""What commits record of the stored groups of a view."""

from __future__ import annotations

import pytest
from dbt.adapters.tablestore.views.known_groups import PROPERTY, known_groups, recorded
from dbt.adapters.tablestore.views.operators.changes import Changes
from dbt.adapters.tablestore.views.operators.stored_groups import GroupTables, Known
from dbt.adapters.tablestore.views.operators.values import Kept, Table

STORED = {
    "by shop": Known(True, 1, "a1", 20, ("`sales`",)),
    "of owners": Known(True, 2, "b2", 30, ("`owners`", "`shops`")),
    "small": Known(),
}


def test_a_record_is_read_as_it_was_written() -> None:
    assert known_groups(recorded(STORED)) == STORED
    assert known_groups({}) == {}


@pytest.mark.parametrize("damaged", ["{", "[]", '{"a": 1}', '{"a": {"none": 1}}', "null"])
def test_a_damaged_record_is_none(damaged: str) -> None:
    assert known_groups({PROPERTY: damaged}) == {}


def test_groups_that_nobody_looked_at_stay_stored_only_if_their_inputs_have_not_changed() -> None:
    def keep(query: str) -> Kept:
        raise AssertionError(query)

    tables = {"`sales`": Table("sales", "changes"), "`owners`": Table("owners"), "`shops`": Table("shops")}
    refresh = Changes(tables, keep, groups=GroupTables({1: "groups_1", 2: "groups_2"}, STORED, keep))
    assert refresh.stored.known == {**STORED, "by shop": Known(pays=True)}
    assert not refresh.stored.writes
