"""The operators of a view as a tree of text, in Flink's words."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dbt.adapters.tablestore.sql.counted import counted
from dbt.adapters.tablestore.sql.durations import text
from dbt.adapters.tablestore.views.operators.aggregate import Aggregate
from dbt.adapters.tablestore.views.operators.operator import Operator
from dbt.adapters.tablestore.views.operators.query import Query
from dbt.adapters.tablestore.views.operators.stateful import Stateful
from dbt.adapters.tablestore.views.results.accumulated import Accumulated
from dbt.adapters.tablestore.views.results.columns import GROUP, HASH
from dbt.adapters.tablestore.views.results.expiring_groups import ExpiringGroups
from dbt.adapters.tablestore.views.results.groups import Groups
from dbt.adapters.tablestore.views.results.keyed_rows import KeyedRows
from dbt.adapters.tablestore.views.results.result import Result
from dbt.adapters.tablestore.views.results.rows import Rows

Ttls = Callable[[Stateful], Mapping[str, int]]


def explained(
    result: Result,
    reasons: Mapping[str, str | None],
    state_ttl: int,
    planned: Ttls,
    stored: Mapping[str, int],
) -> list[str]:
    """The lines of the tree, the result first.

    Args:
        result: the result of the view.
        reasons: the tables it reads, and why their changes are not known; None if they are.
        state_ttl: how long states without a hint are kept, in milliseconds; 0 for no limit.
        planned: the TTLs that the compiled plan sets for the states of an operator.
        stored: how many groups are stored of operators, by `Aggregate.stored_as`.
    """
    unknown = [reason for reason in reasons.values() if reason]
    if result.query is None:
        return [f"full refresh: {result.reason}", *(f"  TableSourceScan({name})" for name in reasons)]
    head = "full refresh: " + "; ".join(unknown) if unknown else f"refreshed incrementally: {_how(result)}"
    accumulated = result.of if isinstance(result, Accumulated) else None

    def ttls(node: Stateful) -> str:
        kept = {**node.ttls(state_ttl), **planned(node)}
        states = ", ".join(f"{name} of {side.alias}" for name, side in zip(kept, node.sides, strict=True))
        return f"state=[{states}], ttl=[{', '.join(text(ttl) if ttl else 'never' for ttl in kept.values())}]"

    def state(node: Operator) -> str:
        if isinstance(node, Stateful):
            return ttls(node)
        kept = "accumulators in the result" if node is accumulated else node.remembers
        if isinstance(node, Aggregate) and node.stored_as in stored:
            kept = f"accumulators of {counted(stored[node.stored_as], 'group')}"
        return f"state=[{kept}], ttl=[never]" if kept else ""

    return [head, *_result_lines(result, result.query), *_lines(result.query.root, 1, reasons, state)]


def _how(result: Result) -> str:
    if isinstance(result, Accumulated):
        return "aggregates follow from accumulators"
    if isinstance(result, ExpiringGroups):
        return "touched groups are recomputed from their rows that have not expired"
    if isinstance(result, Groups):
        return "touched groups are recomputed"
    return (
        "changed rows are added and removed" if isinstance(result, Rows) else "changed rows are replaced by their key"
    )


def _result_lines(result: Result, query: Query) -> list[str]:
    stored = f"key=[{', '.join(result.key)}]" + (f", hidden=[{', '.join(result.hidden)}]" if result.hidden else "")
    stored += f", {_origin(result, query)}"
    lines = [f"Sink({stored})"]
    if query.is_limited:
        lines.append("  SortLimit: applied when the view is read; all rows are stored")
    return lines


def _origin(result: Result, query: Query) -> str:
    """Where the key of a result comes from."""
    if result.is_declared:
        return "declared"
    if isinstance(result, Groups):
        if result.key == (HASH,):
            return "from=[a hash of the columns of GROUP BY]"
        return "from=[the one group]" if result.key == (GROUP,) else "from=[GROUP BY or DISTINCT]"
    if not isinstance(result, KeyedRows):
        return "from=[a hash of all columns]"
    outputs = dict(zip(result.columns, query.root.columns, strict=True))
    return f"inferred from=[{', '.join(_source(query.root, outputs[name]) for name in result.key)}]"


def _source(root: Operator, name: str) -> str:
    """The column of a table that a column of an operator is; its own name if it is computed."""
    renamed = {column: below for node in root.walk() for column, below in node.renamed.items()}
    sources = {column: source for node in root.walk() for column, source in node.sources.items()}
    while name in renamed and name not in sources:
        name = renamed[name]
    table, column = sources.get(name, ("", name))
    return ".".join(part for part in (table.replace("`", "").split(".")[-1], column) if part)


def _lines(
    node: Operator, depth: int, reasons: Mapping[str, str | None], state_of: Callable[[Operator], str]
) -> list[str]:
    """The lines of an operator, and of those below it; ``state_of`` says what one remembers."""
    line = node.explain(reasons)
    if node.shown:
        state = state_of(node)
        line = f"{line[:-1]}, changelogMode=[I,UB,UA,D]{f', {state}' if state else ''})"
    return [
        "  " * depth + line,
        *(line for child in node.shown for line in _lines(child, depth + 1, reasons, state_of)),
    ]
