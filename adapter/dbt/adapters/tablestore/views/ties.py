"""Window functions whose order has ties: their order is completed, so that each refresh gives the same answer.

`row_number() over (partition by a order by b)` may number rows with equal `b` in any order. With all columns of the
window's input as further keys, its answer is one of those that the query may give, and follows from the rows alone.
Rows that are equal in all these columns are interchangeable.

The order is completed only where the position of a row counts. Other functions look at all rows with equal keys
alike: `rank()`, and sums over a frame whose ends are peers (the default frame), would change with more keys.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from dbt.adapters.tablestore.sql.names import quoted
from dbt.adapters.tablestore.views.nodes import (
    Aggregate,
    CannotPlanError,
    Columns,
    Filter,
    Node,
    Project,
    Query,
    Window,
    with_inputs,
)
from dbt.adapters.tablestore.views.scopes import column
from dbt.adapters.tablestore.views.source_text import Text, is_call_of
from sqlglot import exp

# They give the position of a row, or the value at one, whatever the frame is.
_PLACES = (exp.RowNumber, exp.Ntile, exp.Lag, exp.Lead)
# They give the value at a place of the frame, or depend on the order of its rows.
_ENDS = (
    exp.AnyValue,
    exp.ArgMax,
    exp.ArgMin,
    exp.ArrayAgg,
    exp.First,
    exp.FirstValue,
    exp.GroupConcat,
    exp.Last,
    exp.LastValue,
    exp.NthValue,
)
_FROM_THE_FIRST = (exp.AnyValue, exp.First, exp.FirstValue)
_COMPLETED = "completed"
_NOT_ORDERED = ("map<", "variant", " collate ")


def completed(query: Query, types_of: Callable[[str], Mapping[str, str]], now: Callable[[Node], str]) -> Query:
    """The query with a complete order where the position of a row counts.

    Args:
        query: the query, without columns that nothing needs.
        types_of: the types of the columns of a query, by their names in lower case.
        now: the query of the rows of an operator.
    """
    known: dict[int, Node] = {}

    def visit(node: Node) -> Node:
        if id(node) not in known:
            made = with_inputs(node, [visit(child) for child in node.inputs])
            known[id(node)] = _split(made, types_of, now) if isinstance(made, Window) else made
        return known[id(node)]

    return replace(query, root=visit(query.root))


def is_ordered(window: exp.Expr) -> bool:
    """Whether a window function gives what the order of its rows says, which is complete."""
    return is_call_of(core_of(window), *_PLACES, *_ENDS)


def is_completed(window: exp.Expr) -> bool:
    """Whether the order of a window function was completed: without this, Spark may give other rows their places."""
    return bool(window.meta.get(_COMPLETED))


def core_of(window: exp.Expr) -> exp.Expr:
    """The function of a window expression."""
    core: exp.Expr = window.this
    while isinstance(core, (exp.IgnoreNulls, exp.RespectNulls, exp.Filter)):
        core = core.this
    return core


def _is_plain_call(window: exp.Expr) -> bool:
    """Whether the function has one argument and nothing around it, such as IGNORE NULLS."""
    call = window.this
    if not isinstance(call, Text):
        return not isinstance(call, (exp.IgnoreNulls, exp.RespectNulls, exp.Filter)) and not call.expressions
    before, *after = call.meta["parts"]
    return re.fullmatch(r"\w+\s*\(\s*", before) is not None and [part.strip() for part in after] == [")"]


def _split(node: Window, types_of: Callable[[str], Mapping[str, str]], now: Callable[[Node], str]) -> Node:
    """A window for the functions that see peers alike, and one for each order that is completed.

    Each sees the functions of those below it, so that what several orders give belongs together.
    """
    alike = {name: call for name, call in node.functions.items() if not counts_places(call)}
    by_order: dict[str, dict[str, exp.Expr]] = {}
    for name, call in node.functions.items():
        if name not in alike:
            order = call.args.get("order")
            by_order.setdefault(order.sql("spark") if order else "", {})[name] = call
    if not by_order:
        return node
    made: Node = node.child
    if alike:
        made = Window((*made.columns, *alike), made, node.partition, alike)
    for calls in by_order.values():
        missing = _missing(made, node.partition, next(iter(calls.values())))
        if missing:
            for call in calls.values():
                assert_same_frame(call)
            _assert_ordered(missing, calls, types_of, f"select * from ({now(made)})")
        functions = {name: with_order(call, [column(name) for name in missing]) for name, call in calls.items()}
        made = Window((*made.columns, *functions), made, node.partition, functions)
    return made if made.columns == node.columns else Project(node.columns, made, tuple(map(column, node.columns)))


def _missing(child: Node, partition: Columns, call: exp.Expr) -> list[str]:
    """The columns by which an order is completed; none if no two rows are equal in it."""
    order = call.args.get("order")
    keys = [key.this if isinstance(key, exp.Ordered) else key for key in (order.expressions if order else ())]
    given = {*partition, *(key.name for key in keys if isinstance(key, exp.Column))}
    if any(unique <= given for unique in _unique(child)):
        return []
    return [name for name in child.columns if name not in given]


def _unique(node: Node) -> list[set[str]]:
    """Sets of columns in which no two rows of an operator are equal."""
    if isinstance(node, Aggregate):
        return [set(node.keys)]
    if isinstance(node, (Filter, Window)):
        return _unique(node.child)
    if isinstance(node, Project):
        names: dict[str, str] = {}
        for name, given in node.plain.items():
            names.setdefault(given, name)
        return [{names[name] for name in unique} for unique in _unique(node.child) if unique <= set(names)]
    return []


def _assert_ordered(
    missing: list[str], calls: Mapping[str, exp.Expr], types_of: Callable[[str], Mapping[str, str]], rows: str
) -> None:
    types = types_of(f"select {', '.join(map(quoted, missing))} from ({rows})")
    for name in missing:
        kind = types[name.lower()].lower()
        if any(other in kind for other in _NOT_ORDERED):
            words = _words(core_of(next(iter(calls.values()))))
            raise CannotPlanError(
                f"{words} needs an order without ties, and the column {name} of type {kind} cannot be in one"
            )


def counts_places(call: exp.Expr) -> bool:
    """Whether the result of a window function depends on the order of rows that are equal in its ORDER BY."""
    return is_call_of(core_of(call), *_PLACES, *_ENDS) or (_is_rows(call) and not _is_whole(call))


def assert_same_frame(call: exp.Expr) -> None:
    """Raises `CannotPlanError` if the frame ends at a peer, of which there are fewer in a complete order."""
    core = core_of(call)
    if is_call_of(core, *_PLACES) or _is_rows(call) or _is_whole(call):
        return
    if not (is_call_of(core, *_FROM_THE_FIRST) and _is_plain_call(call) and _begins_at_the_first(call)):
        raise CannotPlanError(
            f"{_words(core)} depends on the order of the rows that are equal in its ORDER BY: write a frame of ROWS"
        )


def _words(core: exp.Expr) -> str:
    return core.sql("spark").lower().replace("`", "")


def _is_rows(call: exp.Expr) -> bool:
    spec = call.args.get("spec")
    return spec is not None and spec.args["kind"].upper() == "ROWS"


def _begins_at_the_first(call: exp.Expr) -> bool:
    spec = call.args.get("spec")
    return spec is None or _bound(spec, "start") == "UNBOUNDED PRECEDING"


def _is_whole(call: exp.Expr) -> bool:
    """Whether the frame is the whole partition."""
    spec = call.args.get("spec")
    if spec is None:
        return not call.args.get("order")
    return (_bound(spec, "start"), _bound(spec, "end")) == ("UNBOUNDED PRECEDING", "UNBOUNDED FOLLOWING")


def _bound(spec: exp.Expr, end: str) -> str:
    """An end of a frame, such as `UNBOUNDED PRECEDING`; one that is not given is the current row."""
    value = spec.args.get(end) or "CURRENT ROW"
    text = value if isinstance(value, str) else value.sql("spark")
    return f"{text} {spec.args.get(end + '_side') or ''}".strip().upper()


def with_order(call: exp.Expr, missing: Sequence[exp.Expr]) -> exp.Expr:
    """The window function with more keys in its order, over the same rows as before."""
    if not missing:
        return call
    call = call.copy()
    call.meta[_COMPLETED] = True
    if call.args.get("spec") is None and not call.args.get("order"):
        ends = {"start": "UNBOUNDED", "start_side": "PRECEDING", "end": "UNBOUNDED", "end_side": "FOLLOWING"}
        call.set("spec", exp.WindowSpec(kind="ROWS", **ends))
    given = call.args["order"].expressions if call.args.get("order") else []
    more = [exp.Ordered(this=key, nulls_first=True) for key in missing]
    call.set("order", exp.Order(expressions=[*given, *more]))
    return call
