"""NOT IN of several columns is followed by equality, and not by comparing each row with each other one."""

from __future__ import annotations

import pytest
from dbt.adapters.tablestore.views.operators.filter import Filter
from dbt.adapters.tablestore.views.operators.inner_join import InnerJoin
from sqlglot import exp

from view_plans import planned

SOME = (
    "select o.id from s.orders as o "
    "where (o.id, o.amount{0}) not in (select c.id, c.amount{1} from s.customers as c{2})"
)


@pytest.mark.parametrize(
    ("sql", "others"),
    [
        (SOME.format("", "", ""), 0),
        (SOME.format(", o.kind", ", c.region", ""), 0),
        (SOME.format("", "", "") + " or o.kind = 'a'", 0),
        (SOME.format("", "", " where c.region > o.kind"), 1),
        (SOME.format(", o.kind, o.kind", ", c.region, 'a'", ""), 1),
    ],
)
def test_rows_match_by_equality(sql: str, others: int) -> None:
    query = planned(sql).result.query
    assert query is not None
    joins = [node for node in query.root.walk() if isinstance(node, Filter) and isinstance(node.child, InnerJoin)]
    conditions = [condition for join in joins for condition in join.conditions]
    equal = [condition for condition in conditions if isinstance(condition, (exp.EQ, exp.NullSafeEQ))]
    assert len(equal) > 3 and len(conditions) == len(equal) + others
