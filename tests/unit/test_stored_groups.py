"""What commits record of the stored groups of a view."""

from __future__ import annotations

import pytest
from dbt.adapters.tablestore.views.known_groups import PROPERTY, known_groups, recorded
from dbt.adapters.tablestore.views.operators.aggregate import Aggregate
from dbt.adapters.tablestore.views.operators.changes import Changes
from dbt.adapters.tablestore.views.operators.stored_groups import GroupTables, Known
from dbt.adapters.tablestore.views.operators.values import Kept, Table

from view_plans import planned

STORED = {
    "by shop": Known(True, 1, "a1", 20, ("`sales`",)),
    "of owners": Known(True, 2, "b2", 30, ("`owners`", "`shops`")),
    "small": Known(size=5),
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


@pytest.mark.parametrize(("size", "is_asked"), [(100, False), (199, False), (200, True), (300, True)])
def test_it_is_asked_again_whether_storing_pays_once_the_table_has_grown(size: int, is_asked: bool) -> None:
    groups = "select customer_id, kind, count(*) as n from s.orders group by customer_id, kind"
    view = planned(f"select customer_id, count(distinct n) as m from ({groups}) group by customer_id")
    assert view.result.query
    [name] = {
        node.stored_as for node in view.result.query.root.walk() if isinstance(node, Aggregate) and node.stored_as
    }
    asked: list[str] = []

    def keep(query: str) -> Kept:
        asked.extend([query] * ("having sum(_group_rows) >=" in query))
        return Kept("kept", 0 if "having sum(_group_rows) >=" in query else 2)

    tables = {table: Table("orders", "changes", size << 20) for table in view.tables}
    known = {name: Known(size=100 << 20)}
    changes = Changes(tables, keep, groups=GroupTables({}, known, keep))
    view.result.changed_batch(changes, "stored")
    assert bool(asked) == is_asked
    assert changes.stored.known == {name: Known(size=(size if is_asked else 100) << 20)}
