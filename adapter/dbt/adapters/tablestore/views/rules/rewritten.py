"""The operators of a query, each rewritten once."""

from __future__ import annotations

from collections.abc import Callable

from dbt.adapters.tablestore.views.operators.operator import Operator


def rewritten(root: Operator, change: Callable[[Operator], Operator], but: Operator | None = None) -> Operator:
    """An operator whose inputs are rewritten before itself; one that is used in several places stays one.

    Args:
        root: the operator.
        change: returns what replaces an operator, whose inputs are rewritten.
        but: an operator of which only the inputs are rewritten.
    """
    known: dict[int, Operator] = {}

    def visit(node: Operator) -> Operator:
        if id(node) not in known:
            made = node.with_inputs([visit(child) for child in node.inputs])
            known[id(node)] = made if node is but else change(made)
        return known[id(node)]

    return visit(root)
