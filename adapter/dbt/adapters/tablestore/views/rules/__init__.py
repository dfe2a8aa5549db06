"""The rules by which the planner prepares the operators of a query, one subject per file, in the order of their use.

A rule rewrites the operators, or refuses a query that cannot be refreshed incrementally. A new rule is a function in a
file beside this one, and an entry in one of the two lists.
"""

from __future__ import annotations

from collections.abc import Sequence

from dbt.adapters.tablestore.views.operators.query import Query
from dbt.adapters.tablestore.views.rules.complete_aggregates import complete_aggregates
from dbt.adapters.tablestore.views.rules.complete_orders import complete_orders
from dbt.adapters.tablestore.views.rules.facts import Facts, Rule
from dbt.adapters.tablestore.views.rules.first_rows import number_first_rows
from dbt.adapters.tablestore.views.rules.known_columns import refuse_unknown_columns
from dbt.adapters.tablestore.views.rules.moving_filters import move_with_time
from dbt.adapters.tablestore.views.rules.prune import prune_columns
from dbt.adapters.tablestore.views.rules.reproducible import refuse_results_by_order
from dbt.adapters.tablestore.views.rules.same_places import refuse_two_orders
from dbt.adapters.tablestore.views.rules.share import share_operators, share_order
from dbt.adapters.tablestore.views.rules.states import refuse_states_that_stay
from dbt.adapters.tablestore.views.rules.sums import subtract_changes
from dbt.adapters.tablestore.views.rules.values import refuse_values_without_equality, refuse_volatile_values

RULES: tuple[Rule, ...] = (
    move_with_time,
    # tied rows have the same numbers in all places only if these need the same columns of them: it comes first
    share_order,
    prune_columns,
    share_operators,
    refuse_unknown_columns,
    refuse_two_orders,
    refuse_states_that_stay,
)
"""They need the query alone."""

RULES_THAT_ASK_SPARK: tuple[Rule, ...] = (
    refuse_volatile_values,
    refuse_values_without_equality,
    complete_orders,
    complete_aggregates,
    number_first_rows,
    refuse_results_by_order,
    subtract_changes,
)
"""They need the types of columns."""


def applied(rules: Sequence[Rule], query: Query, facts: Facts) -> Query:
    """The query as rules make it.

    Raises:
        CannotPlanError: it cannot be refreshed incrementally.
        StateError: the state of an operator cannot expire.
    """
    for rule in rules:
        query = rule(query, facts)
    return query


__all__ = ["RULES", "RULES_THAT_ASK_SPARK", "Facts", "applied"]
