"""The classes of operators by what a change costs that goes through them.

rows     the change is looked at, and passed on
sums     it is added to an accumulator
joins    it meets the rows of another input
groups   the rows of its group or partition are read again
"""

from __future__ import annotations

from collections.abc import Mapping

from dbt.adapters.tablestore.views.operators.operator import Operator
from dbt.adapters.tablestore.views.results.accumulated import Accumulated
from dbt.adapters.tablestore.views.results.result import Result

CLASSES = ("rows", "sums", "joins", "groups")
"""The classes, the cheapest first."""


def class_of_tables(result: Result) -> dict[str, str]:
    """The most expensive class that the changes of each table go through."""
    found: dict[str, str] = {}
    accumulated = result.of if isinstance(result, Accumulated) else None

    def visit(node: Operator, above: str) -> None:
        here = max(above, "sums" if node is accumulated else node.cost_class, key=CLASSES.index)
        for table in node.reads:
            found[table] = max(found.get(table, CLASSES[0]), here, key=CLASSES.index)
        for child in node.inputs:
            visit(child, here)

    if result.query:
        visit(result.query.root, CLASSES[0])
    return found


def by_class(result: Result, changes: Mapping[str, int]) -> dict[str, int]:
    """The changes that were read, by class, given those of each table."""
    classes, found = class_of_tables(result), dict.fromkeys(CLASSES, 0)
    for table, number in changes.items():
        found[classes.get(table, CLASSES[0])] += number
    return {name: number for name, number in found.items() if number}
