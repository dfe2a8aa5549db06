"""The operators of a view as a tree of text, in Flink's words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from dbt.adapters.tablestore.sql.durations import text
from dbt.adapters.tablestore.views import expiring
from dbt.adapters.tablestore.views.nodes import (
    Aggregate,
    Explode,
    Filter,
    Join,
    Node,
    Nothing,
    Opaque,
    Project,
    Query,
    Scan,
    Stateful,
    Union,
    Window,
)
from dbt.adapters.tablestore.views.refreshing import Accumulated, ExpiringGroups, Groups, Result, Rows
from sqlglot import exp

_JOINS = {
    "inner": "InnerJoin",
    "left": "LeftOuterJoin",
    "full": "FullOuterJoin",
    "semi": "LeftSemiJoin",
    "anti": "LeftAntiJoin",
}


Ttls = Callable[[Stateful], Mapping[str, int]]


def explained(result: Result, reasons: Mapping[str, str | None], state_ttl: int, planned: Ttls) -> list[str]:
    """The lines of the tree, the result first.

    Args:
        result: the result of the view.
        reasons: the tables it reads, and why their changes are not known; none if they are.
        state_ttl: how long states without a hint are kept, in milliseconds; 0 for no limit.
        planned: the TTLs that the compiled plan sets for the states of an operator.
    """
    unknown = [reason for reason in reasons.values() if reason]
    if result.query is None:
        return [f"full refresh: {result.reason}", *(f"  TableSourceScan({name})" for name in reasons)]
    head = "full refresh: " + "; ".join(unknown) if unknown else f"refreshed incrementally: {_how(result)}"
    accumulated = result.of if isinstance(result, Accumulated) else None

    def ttls(node: Stateful) -> str:
        kept = {**expiring.ttls(node, state_ttl), **planned(node)}
        states = ", ".join(f"{name} of {side.alias}" for name, side in zip(kept, node.sides, strict=True))
        return f"state=[{states}], ttl=[{', '.join(text(ttl) if ttl else 'never' for ttl in kept.values())}]"

    return [head, *_result_lines(result, result.query), *_lines(result.query.root, 1, reasons, accumulated, ttls)]


def _how(result: Result) -> str:
    if isinstance(result, Accumulated):
        return "aggregates follow from accumulators"
    if isinstance(result, ExpiringGroups):
        return "touched groups are recomputed from their rows that have not expired"
    if isinstance(result, Groups):
        return "touched groups are recomputed"
    return "changed rows are added and removed" if isinstance(result, Rows) else ""


def _result_lines(result: Result, query: Query) -> list[str]:
    stored = f"key=[{', '.join(result.key)}]" + (f", hidden=[{', '.join(result.hidden)}]" if result.hidden else "")
    lines = [f"Sink({stored})"]
    if query.limit is not None or query.offset is not None:
        lines.append("  SortLimit: applied when the view is read; all rows are stored")
    return lines


def _lines(
    node: Node,
    depth: int,
    reasons: Mapping[str, str | None],
    accumulated: Node | None,
    ttls: Callable[[Stateful], str],
) -> list[str]:
    if isinstance(node, Stateful):
        line = f"{line_of(node)[:-1]}, changelogMode=[I,UB,UA,D], {ttls(node)})"
        below = [side.rows for side in node.sides]
        return [
            "  " * depth + line,
            *(line for child in below for line in _lines(child, depth + 1, reasons, None, ttls)),
        ]
    line = _line(node, reasons)
    if not isinstance(node, (Scan, Opaque, Nothing)):
        line = f"{line[:-1]}, changelogMode=[I,UB,UA,D]{_state(node, node is accumulated)})"
    return [
        "  " * depth + line,
        *(line for child in node.inputs for line in _lines(child, depth + 1, reasons, accumulated, ttls)),
    ]


def line_of(node: Node, conditions: Sequence[exp.Expr] = ()) -> str:
    """The line of an operator without what it remembers; ``conditions`` are those of an inner join."""
    if isinstance(node, Stateful):
        return line_of(node.operator, node.conditions)
    return _line(replace(node, conditions=tuple(conditions)) if isinstance(node, Join) and conditions else node, {})


def _state(node: Node, accumulated: bool) -> str:
    """What an operator remembers: nothing but what is in its inputs or in the result, so that no state expires."""
    if isinstance(node, (Aggregate, Window)):
        kept = "accumulators in the result" if accumulated else "none, touched groups are read again"
    elif isinstance(node, Join):
        kept = "none, touched keys are read from the inputs"
    else:
        return ""
    return f", state=[{kept}], ttl=[never]"


def _line(node: Node, reasons: Mapping[str, str | None]) -> str:
    if isinstance(node, Scan):
        reason = reasons.get(node.table)
        mode = f"changes unknown: {reason}" if reason else "changelogMode=[I,UB,UA,D]"
        return f"TableSourceScan(table=[{node.table.replace('`', '')}], fields=[{', '.join(node.source)}]) {mode}"
    if isinstance(node, Opaque):
        return f"Query(tables=[{', '.join(node.reads).replace('`', '')}]) computed as a whole: {node.reason}"
    if isinstance(node, Filter):
        return f"Calc(where=[{' AND '.join(map(as_text, node.conditions))}])"
    if isinstance(node, Project):
        pairs = zip(node.expressions, node.columns, strict=True)
        return f"Calc(select=[{', '.join(_named(value, name) for value, name in pairs)}])"
    if isinstance(node, Explode):
        return f"Correlate(invocation=[{as_text(node.generator)}], joinType=[{'LEFT' if node.outer else 'INNER'}])"
    if isinstance(node, Join):
        where = _joined(node.conditions, " AND ")
        touched = "" if node.kind == "inner" else f", touched keys=[{', '.join(left for left, _ in node.keys)}]"
        return f"Join(joinType=[{_JOINS[node.kind]}]{f', where=[{where}]' if where else ''}{touched})"
    if isinstance(node, Aggregate):
        calls = ", ".join(f"{as_text(call)} AS {name}" for name, call in node.aggregates.items())
        return f"GroupAggregate(groupBy=[{', '.join(node.keys)}]{f', select=[{calls}]' if calls else ''})"
    if isinstance(node, Window):
        calls = _joined(list(node.functions.values()), ", ")
        return f"OverAggregate(partitionBy=[{', '.join(node.partition)}], select=[{calls}])"
    if isinstance(node, Union):
        return "Union(all=[true])"
    if isinstance(node, Nothing):
        return f"Values(tuples=[[]], fields=[{', '.join(node.columns)}])"
    raise TypeError(type(node))


def _joined(expressions: Sequence[exp.Expr], separator: str) -> str:
    return separator.join(map(as_text, expressions))


def as_text(expression: exp.Expr) -> str:
    """An expression as text without quotes."""
    return expression.sql("spark").replace("`", "")


def _named(expression: exp.Expr, name: str) -> str:
    given = as_text(expression)
    return given if given == name else f"{given} AS {name}"
