"""Numbers of all rows, of which a condition keeps the first: `row_number() over (order by v) ... where n <= 10`.

Only these rows are numbered, and so it is with ranks. Without such a bound, a change of one row can change all rows of
the view.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import count

from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.expressions.orders import core_of
from dbt.adapters.tablestore.views.expressions.text import is_call_of, words_of
from dbt.adapters.tablestore.views.operators.filter import Filter
from dbt.adapters.tablestore.views.operators.first_rows import FirstRows
from dbt.adapters.tablestore.views.operators.operator import Operator
from dbt.adapters.tablestore.views.operators.project import Project
from dbt.adapters.tablestore.views.operators.query import Query
from dbt.adapters.tablestore.views.operators.window import Window
from dbt.adapters.tablestore.views.rules.facts import Facts
from dbt.adapters.tablestore.views.rules.first_ranks import is_rank, rows_up_to
from dbt.adapters.tablestore.views.rules.rewritten import rewritten
from sqlglot import exp


def number_first_rows(query: Query, facts: Facts) -> Query:
    """The query with a limit below the windows of which only the first rows are kept; their orders are complete.

    Raises:
        CannotPlanError: its rows have a window without PARTITION BY, and no bound.
    """
    limits = _Limits(query)
    root = rewritten(query.root, limits.below)
    window = root.core
    while isinstance(window, Window):
        if not window.partition and not any(window is limited for limited in limits.windows):
            raise CannotPlanError("the query has a window without PARTITION BY")
        window = window.child.core
    return replace(query, root=root)


class _Limits:
    """Puts limits below windows; ``windows`` are those that have one."""

    def __init__(self, query: Query) -> None:
        self.windows: list[Operator] = []
        self._taken = {name.lower() for node in query.root.walk() for name in node.columns}

    def below(self, node: Operator) -> Operator:
        """The operator with the limits that it sets to windows below."""
        for bound in filter(None, map(_bound, node.conditions)) if isinstance(node, Filter) else ():
            node = node.with_inputs([self._limited(node.inputs[0], *bound)])
        return node

    def _limited(self, node: Operator, name: str, limit: int) -> Operator:
        """The rows of an operator of which only those with a number up to this limit are kept."""
        if isinstance(node, Filter) or (isinstance(node, Project) and name in node.plain):
            below = node.plain[name] if isinstance(node, Project) else name
            return node.with_inputs([self._limited(node.child, below, limit)])
        if not isinstance(node, Window) or name not in node.functions:
            return node
        calls = list(node.functions.values())
        order = calls[0].args.get("order")
        if node.partition or not order or any(call.args.get("order") != order for call in calls):
            return node
        if all(map(_numbers, calls)):
            first: Operator = FirstRows(node.child.columns, node.child, tuple(order.expressions), limit, 0)
        elif all(map(is_rank, calls)):
            first = rows_up_to(node, name, limit, self._unique)
        else:
            return node
        self.windows.append(node.with_inputs([first]))
        return self.windows[-1]

    def _unique(self, wanted: str) -> str:
        """A column name that the query does not have."""
        names = (f"{wanted}{number}" for number in count(1))
        name = next(name for name in names if name not in self._taken)
        self._taken.add(name)
        return name


def _numbers(call: exp.Expr) -> bool:
    return is_call_of(core_of(call), exp.RowNumber)


def _bound(condition: exp.Expr) -> tuple[str, int] | None:
    """The column that a condition allows integers up to a number of, and this number; None for other conditions."""
    name: exp.Expr | None = condition.args.get("this")
    if is_call_of(condition, exp.Between, exp.In):
        if len(condition.expressions) != 1:
            return None
        name, numbers = condition.expressions[0], _listed(words_of(condition))
    elif isinstance(condition, (exp.GTE, exp.GT)):
        name, numbers = condition.expression, [condition.this]
    elif isinstance(condition, (exp.LTE, exp.LT, exp.EQ)):
        numbers = [condition.expression]
    else:
        return None
    if not (
        isinstance(name, exp.Column) and numbers and all(isinstance(of, exp.Literal) and of.is_int for of in numbers)
    ):
        return None
    return name.name, max(max(int(of.name) for of in numbers) - isinstance(condition, (exp.LT, exp.GT)), 0)


def _listed(words: Sequence[str]) -> list[exp.Expr]:
    """The numbers of `between 1 and 2` and of `in (1, 2)`, whose text has no other expressions; none of others."""
    if words[:1] == ["between"] and words[2:3] == ["and"] and len(words) == 4:
        found = [words[1], words[3]]
    elif words[:2] == ["in", "("] and set(words[3:-1:2]) <= {","} and len(words) % 2 == 0:
        found = list(words[2:-1:2])
    else:
        return []
    return [exp.Literal.number(number) for number in found]
