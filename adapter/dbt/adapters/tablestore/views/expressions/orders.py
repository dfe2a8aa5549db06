"""Window functions whose order has ties: their order is completed, so that each refresh gives the same answer.

`row_number() over (partition by a order by b)` may number rows with equal `b` in any order. With all columns of the
window's input as further keys, its answer is one of those that the query may give, and follows from the rows alone.
Rows that are equal in all these columns are interchangeable.

The order is completed only where the position of a row counts. Other functions look at all rows with equal keys
alike: `rank()`, and sums over a frame whose ends are peers (the default frame), would change with more keys.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.expressions.text import Text, is_call_of
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
_COMPLETED, _SELECT = "completed", "select"


def is_ordered(window: exp.Expr) -> bool:
    """Whether a window function gives what the order of its rows says, which is complete."""
    return is_call_of(core_of(window), *_PLACES, *_ENDS)


def is_completed(call: exp.Expr) -> bool:
    """Whether the order of a window function or an aggregate was completed: without this, Spark may use another one."""
    return bool(call.meta.get(_COMPLETED))


def as_completed(call: exp.Expr) -> exp.Expr:
    """A call whose order was completed."""
    call.meta[_COMPLETED] = True
    return call


def mark_windows(query: exp.Expr) -> None:
    """Marks the window functions of a query that is not yet qualified with their SELECT, see `select_of`."""
    for window in query.find_all(exp.Window):
        select = window.find_ancestor(exp.Query)
        window.meta[_SELECT] = select.sql("spark") if select else ""


def select_of(window: exp.Expr) -> str:
    """The text of the SELECT in which a window function was written."""
    return str(window.meta[_SELECT])


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
            f"{words_of(core)} depends on the order of the rows that are equal in its ORDER BY: write a frame of ROWS"
        )


def words_of(core: exp.Expr) -> str:
    """A call as it is named in messages."""
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
    call = as_completed(call.copy())
    if call.args.get("spec") is None and not call.args.get("order"):
        ends = {"start": "UNBOUNDED", "start_side": "PRECEDING", "end": "UNBOUNDED", "end_side": "FOLLOWING"}
        call.set("spec", exp.WindowSpec(kind="ROWS", **ends))
    given = call.args["order"].expressions if call.args.get("order") else []
    more = [exp.Ordered(this=key, nulls_first=True) for key in missing]
    call.set("order", exp.Order(expressions=[*given, *more]))
    return call
