"""LATERAL VIEW, and generator functions in SELECT."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dbt.adapters.tablestore.views.building.scopes import Scope, resolved
from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.expressions.functions import is_generator
from dbt.adapters.tablestore.views.expressions.parts import column
from dbt.adapters.tablestore.views.operators.explode import Explode
from dbt.adapters.tablestore.views.operators.operator import Operator
from sqlglot import exp

if TYPE_CHECKING:
    from dbt.adapters.tablestore.views.building.builder import Builder


def lateral_view(
    builder: Builder, node: Operator, lateral: exp.Lateral, scope: Scope, keeps_all: bool = False
) -> Operator:
    """The rows with what a generator function gives for each; its columns are added to the scope.

    With ``keeps_all``, or OUTER, a row for which it gives nothing stays, with nulls.
    """
    generator = resolved(lateral.this, scope)
    if not is_generator(generator):
        raise CannotPlanError(f"the query uses LATERAL VIEW {lateral.this.sql('spark')}")
    alias = lateral.args["alias"]
    names = [column.name for column in alias.columns]
    if not names:
        raise CannotPlanError("the query uses LATERAL VIEW without column names")
    outputs = builder.names(names)
    scope.sources[alias.name.lower()] = dict(zip((name.lower() for name in names), outputs, strict=True))
    outer = keeps_all or bool(lateral.args.get("outer"))
    return Explode(node.columns + outputs, node, generator, outputs, outer)


def generated(
    builder: Builder, node: Operator, names: Sequence[str], values: Sequence[exp.Expr]
) -> tuple[Operator, list[exp.Expr]]:
    """The rows with what generator functions of a SELECT give, and the values of the SELECT over them."""
    found = list(values)
    for position, value in enumerate(values):
        if is_generator(value) or isinstance(value, exp.Aliases):
            if not isinstance(value, exp.Explode) or isinstance(value, exp.Posexplode):
                raise CannotPlanError(f"the query has {value.sql('spark')} in SELECT; write it as LATERAL VIEW")
            output = builder.name(names[position])
            outer = "outer" in type(value).__name__.lower()
            node = Explode((*node.columns, output), node, exp.Explode(this=value.this), (output,), outer)
            found[position] = column(output)
    return node, found
