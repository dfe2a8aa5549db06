"""Which columns of a result are the same each time that its query runs over the same rows.

Others depend on the order of rows, which Spark does not keep: `collect_list`, `row_number()` of tied rows, or the last
digits of sums of floating-point numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from dbt.adapters.tablestore.views import ties
from dbt.adapters.tablestore.views.function_kinds import is_aggregate, is_unordered
from dbt.adapters.tablestore.views.nodes import (
    Aggregate,
    CannotPlanError,
    Filter,
    Join,
    Node,
    Nothing,
    Opaque,
    Project,
    Query,
    Stateful,
    Union,
    Window,
)
from dbt.adapters.tablestore.views.source_text import is_call_of
from sqlglot import exp

# Aggregates of floating-point numbers that do not depend on the order of rows.
ANY_ORDER = (exp.Count, exp.Min, exp.Max, exp.CountIf, exp.LogicalAnd, exp.LogicalOr)
# Aggregates that approximate, and give another value for rows in another order.
_APPROXIMATE = (exp.ApproxQuantile, exp.ApproxQuantiles, exp.ApproxTopK)
_NAMES = frozenset[str]


@dataclass(frozen=True)
class _Known:
    """The columns of an operator that can differ.

    ``loose`` depend on the order of rows, ``noisy`` are floating-point numbers whose last digits do. ``places`` are
    those of the loose ones that number the rows of each partition: the numbers are the same, and only the rows differ.
    """

    loose: _NAMES = frozenset()
    noisy: _NAMES = frozenset()
    places: tuple[tuple[str, _NAMES], ...] = ()

    def of(self, columns: Iterable[str]) -> _Known:
        """What is known of some of the columns."""
        kept = frozenset(columns)
        places = tuple((name, partition) for name, partition in self.places if name in kept)
        return _Known(self.loose & kept, self.noisy & kept, places)


def columns_to_compare(
    query: Query,
    columns: Mapping[str, str],
    types_of: Callable[[str], Mapping[str, str]],
    now: Callable[[Node], str],
) -> dict[str, bool]:
    """The columns of the result that are the same each time -> whether they are to the last digit.

    Args:
        query: the query.
        columns: the columns of its result with their types.
        types_of: the types of the columns of a query, by their names in lower case.
        now: the query of the rows of an operator.

    Raises:
        CannotPlanError: not even the number of rows is the same.
    """
    known = _Reader(types_of, now).known(query.root)
    if query.limit is not None or query.offset is not None:
        return {}
    found = {}
    for given, (name, kind) in zip(query.root.columns, columns.items(), strict=True):
        is_same = given not in known.noisy or is_float(kind)
        if is_same and given not in known.loose and " collate " not in kind.lower():  # equal texts can differ
            found[name] = given not in known.noisy
    return found


def is_float(kind: str) -> bool:
    """Whether values of a type have floating-point numbers."""
    return "float" in kind.lower() or "double" in kind.lower()


class _Reader:
    def __init__(self, types_of: Callable[[str], Mapping[str, str]], now: Callable[[Node], str]) -> None:
        self._types_of, self._now = types_of, now
        self._read: dict[int, _Known] = {}

    def known(self, node: Node) -> _Known:
        """What is known of the columns of an operator."""
        if id(node) not in self._read:
            self._read[id(node)] = self._known(node).of(node.columns)
        return self._read[id(node)]

    def _known(self, node: Node) -> _Known:
        if isinstance(node, (Nothing, Stateful)):
            return self.known(node.of)
        if isinstance(node, Opaque):
            return _of_text(node)
        if isinstance(node, Union):
            return _of_union(node, [self.known(branch) for branch in node.branches])
        inputs = [self.known(child) for child in node.inputs]
        below = _Known(
            frozenset().union(*(one.loose for one in inputs)),
            frozenset().union(*(one.noisy for one in inputs)),
            tuple(place for one in inputs for place in one.places),
        )
        if isinstance(node, Project):
            return _of_project(node, below)
        if isinstance(node, Filter):
            return _of_filter(node, below)
        if isinstance(node, Aggregate):
            return self._of_aggregate(node, below)
        if isinstance(node, Window):
            return _of_window(node, below)
        keys = [name for pair in node.keys for name in pair] if isinstance(node, Join) else []
        _assert_same_rows(below.loose & {*keys, *_names(node.given)})
        if _names(node.given) & below.noisy:
            return _Known(below.loose, below.noisy | set(node.columns) - set(node.inputs[0].columns), below.places)
        return below

    def _of_aggregate(self, node: Aggregate, below: _Known) -> _Known:
        _assert_same_rows(below.loose & set(node.keys))
        loose = {name for name, call in node.aggregates.items() if _names([call]) & below.loose or _is_loose(call)}
        noisy = {name for name, call in node.aggregates.items() if _names([call]) & below.noisy}
        summed = [name for name, call in node.aggregates.items() if not is_call_of(_core(call), *ANY_ORDER)]
        if summed:
            types = self._types_of(self._now(node))
            noisy.update(name for name in summed if is_float(types[name.lower()]))
        return _Known(below.loose | loose, below.noisy | noisy)


def _of_text(node: Opaque) -> _Known:
    for part in node.query.walk():
        if isinstance(part, (exp.Limit, exp.Fetch, exp.Window)) or (is_aggregate(part) and _is_loose(part)):
            raise CannotPlanError("the rows of the view depend on the order of those of a query in FROM")
    return _Known(noisy=frozenset(node.columns) if any(map(is_aggregate, node.query.walk())) else frozenset())


def _of_union(node: Union, branches: list[_Known]) -> _Known:
    def at_places(names: list[_NAMES]) -> _NAMES:
        return frozenset(
            name
            for at, name in enumerate(node.columns)
            if any(branch.columns[at] in those for branch, those in zip(node.branches, names, strict=True))
        )

    return _Known(at_places([one.loose for one in branches]), at_places([one.noisy for one in branches]))


def _of_project(node: Project, below: _Known) -> _Known:
    pairs = [(name, _names([value])) for name, value in zip(node.columns, node.expressions, strict=True)]
    plain = {given: name for name, given in node.plain.items()}
    return _Known(
        frozenset(name for name, read in pairs if read & below.loose),
        frozenset(name for name, read in pairs if read & below.noisy),
        tuple(
            (plain[name], frozenset(plain[column] for column in partition))
            for name, partition in below.places
            if name in plain and partition <= set(plain)
        ),
    )


def _of_filter(node: Filter, below: _Known) -> _Known:
    """Of each partition, a filter by the numbers of its rows keeps as many rows, but maybe others."""
    read = _names(node.conditions)
    if not read & below.loose:
        return below
    for name, partition in below.places:
        if read <= {name, *partition}:
            return _Known(frozenset(node.columns) - partition, below.noisy)
    raise CannotPlanError("the order of rows decides which rows the view has")


def _of_window(node: Window, below: _Known) -> _Known:
    _assert_same_rows(below.loose & set(node.partition))
    loose, noisy, places = set(), set(), []
    for name, call in node.functions.items():
        is_completed = ties.is_completed(call)
        if is_completed or _is_loose(ties.core_of(call)) or _names([call]) & below.loose:
            loose.add(name)
        if is_completed and isinstance(ties.core_of(call), exp.RowNumber):
            places.append((name, frozenset(node.partition)))
        if _names([call]) & below.noisy:
            noisy.add(name)
    return _Known(below.loose | loose, below.noisy | noisy, (*below.places, *places))


def _assert_same_rows(read: _NAMES) -> None:
    if read:
        raise CannotPlanError("the order of rows decides which rows the view has")


def _names(expressions: Iterable[exp.Expr]) -> _NAMES:
    return frozenset(column.name for value in expressions for column in value.find_all(exp.Column))


def _is_loose(call: exp.Expr) -> bool:
    core = _core(call)
    return is_call_of(core, *_APPROXIMATE) or (is_aggregate(core) and is_unordered(core))


def _core(call: exp.Expr) -> exp.Expr:
    while isinstance(call, (exp.Filter, exp.WithinGroup, exp.IgnoreNulls, exp.RespectNulls)):
        call = call.this
    return call
