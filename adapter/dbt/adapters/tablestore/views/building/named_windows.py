"""The WINDOW clause: the definitions of windows in the place of their names."""

from __future__ import annotations

from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from sqlglot import exp

_PARTS = ("partition_by", "order", "spec")


def with_window_definitions(query: exp.Query) -> exp.Query:
    """The query without WINDOW clauses."""
    for select in list(query.find_all(exp.Select)):
        known: dict[str, exp.Expr] = {}
        for definition in select.args.get("windows") or ():
            known[definition.this.name.lower()] = _defined(definition, known)
        for window in list(select.find_all(exp.Window)) if known else ():
            if window.find_ancestor(exp.Query) is select and not isinstance(window.this, exp.Identifier):
                window.replace(_defined(window, known))
        select.set("windows", None)
    return query


def _defined(window: exp.Expr, known: dict[str, exp.Expr]) -> exp.Expr:
    """A window with what it takes from the one that it names."""
    name = window.args.get("alias")
    if name is None:
        return window
    if name.name.lower() not in known:
        raise CannotPlanError(f"the window {name.name} is not defined")
    window, of = window.copy(), known[name.name.lower()]
    for part in _PARTS:
        if of.args.get(part) and not window.args.get(part):
            window.set(part, [key.copy() for key in of.args[part]] if part == "partition_by" else of.args[part].copy())
    window.set("alias", None)
    return window
