"""Aggregates that follow from what is stored and what has changed, without the other rows of the group.

`count`, `sum` and `avg` of whole numbers and decimals are sums of accumulators. `min` and `max` follow until the
smallest or largest value goes. A Python aggregate with `retract()` keeps its own accumulator. Sums of floating-point
numbers depend on the order of rows, so their groups are recomputed. So are sums of decimals with which Spark does
not calculate exactly.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dbt.adapters.tablestore.sql.names import quoted
from dbt.adapters.tablestore.views.expressions.functions import RETRACTS
from dbt.adapters.tablestore.views.expressions.parts import enclosed
from dbt.adapters.tablestore.views.operators.sql import WEIGHT
from sqlglot import exp

ROWS = "_group_rows"
# Ends the name of the column that says whether the sum of the changes is not known.
_LOST = "_lost"
VERSION = "6"
"""What the stored accumulators are. A view whose accumulators are of another version is rebuilt."""
_WHOLE = {"tinyint", "smallint", "int", "bigint"}
_DECIMAL = re.compile(r"decimal\((\d+),\s*(\d+)\)")
_MOST_DIGITS = 38
# Where a result would have more than 38 digits, Spark keeps up to this many decimals, and cuts the others.
_KEPT_DECIMALS = 6
# The digits of the weights that decimals are multiplied by.
_WEIGHT_DIGITS = 10


@dataclass(frozen=True)
class Accumulator:
    """The accumulators of one aggregate.

    ``columns`` are stored columns -> the aggregate function that computes one from the rows of a group. ``value`` is
    the aggregate from these columns. ``extreme`` is min or max for an aggregate that cannot follow every change.
    ``can_overflow`` says that a sum may have more digits than its type, and is null then.
    """

    argument: str
    columns: Mapping[str, str]
    value: str
    sum_type: str | None = None
    extreme: str | None = None
    can_overflow: bool = False

    def changes(self) -> dict[str, str]:
        """Columns -> what changes add to them, over rows with a weight."""
        x = self.argument
        if self.extreme:
            return {
                f"{name}_{way}": f"{self.extreme}(if({WEIGHT} {sign} 0, {x}, null))"
                for name in self.columns
                for way, sign in (("in", ">"), ("out", "<"))
            }
        found = {}
        for name, call in self.columns.items():
            if call.startswith("count"):
                found[name] = f"sum(if({x} is null, 0, {WEIGHT}))"
            else:
                total = f"cast(sum({x} * {self._weight}) as {self.sum_type})"
                found[name] = total
                if self.can_overflow:
                    # a sum leaves out a product that is not known
                    product = f"count({x} * {self._weight}) < count({x})"
                    found[f"{name}{_LOST}"] = f"({product} or count({x}) > 0 and {total} is null)"
        return found

    @property
    def _weight(self) -> str:
        """The weight of a row in a type whose product with the argument is exact."""
        return WEIGHT if self.sum_type == "bigint" else f"cast({WEIGHT} as decimal({_WEIGHT_DIGITS},0))"

    def combined(self, rows: str) -> dict[str, str]:
        """Columns -> their new values, from the stored row `s` and the changes `d`, and how many rows the group has."""
        if self.extreme:
            smaller = "least" if self.extreme == "min" else "greatest"
            return {
                name: f"if({rows} = 0, null, {smaller}(s.{quoted(name)}, d.{quoted(name + '_in')}))"
                for name in self.columns
            }
        return {
            name: f"cast(coalesce(s.{quoted(name)}, 0) + coalesce(d.{quoted(name)}, 0) "
            f"as {'bigint' if call.startswith('count') else self.sum_type})"
            for name, call in self.columns.items()
        }

    def is_lost(self) -> str | None:
        """Whether the smallest or largest value goes, or a sum is not known, so that the group must be read."""
        if self.can_overflow:
            total, count = self.columns
            return (
                f"d.{quoted(total + _LOST)} or (s.{quoted(total)} is null and coalesce(s.{quoted(count)}, 0) > 0)"
                f" or {self.combined('')[total]} is null"
            )
        if not self.extreme:
            return None
        [name] = self.columns
        stored, given, gone = f"s.{quoted(name)}", f"d.{quoted(name + '_in')}", f"d.{quoted(name + '_out')}"
        reaches = "<=" if self.extreme == "min" else ">="
        return f"coalesce({gone} {reaches} {stored} and not coalesce({given} {reaches} {stored}, false), false)"

    def is_unknown(self, are_changes: bool) -> str:
        """Whether the sum of a group, or of its changes, has more digits than its type."""
        total, count = self.columns
        return quoted(total + _LOST) if are_changes else f"({quoted(total)} is null and {quoted(count)} > 0)"

    @property
    def follows_all(self) -> bool:
        """Whether every change is followed as long as sums fit into their types."""
        return not self.extreme

    @property
    def is_linear(self) -> bool:
        """Whether changes that cancel out add nothing, so that they need not be found first."""
        return not self.extreme

    def adds(self) -> list[str]:
        """Conditions of which one is true where changes add something."""
        if self.extreme:
            return [f"{call} is not null" for call in self.changes().values()]
        return [
            f"coalesce({call}{'' if name.endswith(_LOST) else ' <> 0'}, false)" for name, call in self.changes().items()
        ]

    def taken_back(self) -> dict[str, str]:
        """Columns of `changes` -> what they are where the changes are taken back."""
        if self.extreme:
            [name] = self.columns
            return {f"{name}_in": quoted(f"{name}_out"), f"{name}_out": quoted(f"{name}_in")}
        return {name: f"-{quoted(name)}" for name in self.columns}


@dataclass(frozen=True)
class StoredState:
    """The state of a Python aggregate with `retract()`: a BINARY column, see `functions/worker/stored_state.py`."""

    name: str
    arguments: tuple[str, ...]
    column: str
    grouped: bool

    @property
    def columns(self) -> Mapping[str, str]:
        """The stored column -> the aggregate function that computes it from the rows of a group."""
        return {self.column: f"{quoted(self.name + '__state')}({', '.join(self.arguments)})"}

    @property
    def value(self) -> str:
        """The aggregate from its state."""
        return f"{quoted(self.name + '__value')}({quoted(self.column)})"

    def changes(self) -> dict[str, str]:
        """The column -> the changed rows, over rows with a weight."""
        fields = [f"'{WEIGHT}', {WEIGHT}", *(f"'_{n}', {argument}" for n, argument in enumerate(self.arguments))]
        return {self.column: f"collect_list(named_struct({', '.join(fields)}))"}

    def combined(self, rows: str) -> dict[str, str]:
        """The column -> its new value, from the stored row `s` and the changes `d`."""
        column = quoted(self.column)
        updated = f"{quoted(self.name + '__update')}(s.{column}, d.{column})"
        # a group without rows goes, and has no value
        return {self.column: f"if({rows} = 0, null, {updated})" if self.grouped else updated}

    def is_lost(self) -> str | None:
        """None: every change is followed."""

    @property
    def follows_all(self) -> bool:
        """True: every change is followed."""
        return True

    @property
    def is_linear(self) -> bool:
        """False: its function gets each change."""
        return False

    def adds(self) -> list[str]:
        """None: it is not linear."""
        return []


def arguments(aggregates: Mapping[str, exp.Expr]) -> list[str] | None:
    """The arguments of the aggregates as SQL, in order; None if one of them has no accumulators."""
    found = []
    for call in aggregates.values():
        argument = _argument(call)
        if argument is None:
            return None
        found.append(argument)
    return found


def accumulators(
    aggregates: Mapping[str, exp.Expr], types: Sequence[str], grouped: bool
) -> dict[str, Accumulator | StoredState] | None:
    """The accumulators of each aggregate, given the types of their `arguments`; None if one of them has none.

    ``grouped`` says that there are groups, which go with their last row.
    """
    found: dict[str, Accumulator | StoredState] = {}
    for number, ((name, call), kind) in enumerate(zip(aggregates.items(), types, strict=True), 1):
        if isinstance(call, exp.AnonymousAggFunc):
            values = tuple(item.sql("spark") for item in call.expressions)
            found[name] = StoredState(call.name, values, f"_state_{number}", grouped)
            continue
        argument, core = _argument(call), call.this if isinstance(call, exp.Filter) else call
        assert argument is not None
        made = _accumulator(core, argument, kind.lower(), number)
        if made is None:
            return None
        found[name] = made
    return found


def _argument(call: exp.Expr) -> str | None:
    condition = None
    if isinstance(call, exp.AnonymousAggFunc) and call.meta.get(RETRACTS):
        plain = not any(isinstance(item, (exp.Distinct, exp.Kwarg, exp.PropertyEQ)) for item in call.expressions)
        return "1" if plain else None  # its state has one type, whatever its arguments are
    if isinstance(call, exp.Filter):
        condition, call = call.expression.this, call.this
    if (
        not isinstance(call, (exp.Count, exp.Sum, exp.Avg, exp.Min, exp.Max))
        or call.expressions
        or isinstance(call.this, exp.Distinct)
    ):
        return None
    argument = "1" if isinstance(call.this, exp.Star) else enclosed(call.this.copy()).sql("spark")
    return argument if condition is None else f"case when {condition.sql('spark')} then {argument} end"


def _accumulator(call: exp.Expr, x: str, kind: str, number: int) -> Accumulator | None:
    total, count = f"_sum_{number}", f"_count_{number}"
    if isinstance(call, exp.Count):
        return Accumulator(x, {count: f"count({x})"}, quoted(count))
    if isinstance(call, (exp.Min, exp.Max)):
        if "<" in kind or kind in ("float", "double", "variant"):
            return None
        extreme = "min" if isinstance(call, exp.Min) else "max"
        name = f"_{extreme}_{number}"
        return Accumulator(x, {name: f"{extreme}({x})"}, quoted(name), extreme=extreme)
    decimal = _DECIMAL.fullmatch(kind)
    columns = {total: f"sum({x})", count: f"count({x})"}
    if decimal:
        precision, scale = int(decimal[1]), int(decimal[2])
        can_overflow = precision + _WEIGHT_DIGITS + 1 > _MOST_DIGITS
        if can_overflow and scale > _KEPT_DECIMALS:
            return None  # a product with a weight loses decimals
        sum_type = f"decimal({min(precision + 10, _MOST_DIGITS)},{scale})"
    elif kind in _WHOLE:
        sum_type, can_overflow = "bigint", False
    else:
        return None
    if isinstance(call, exp.Sum):
        return Accumulator(x, columns, f"if({quoted(count)} = 0, null, {quoted(total)})", sum_type, None, can_overflow)
    if decimal:
        # A quotient of Spark has as many digits as fit, and is rounded again to those of avg. With nine digits more,
        # this gives another result only in groups of more than a billion rows.
        whole = min(precision + 10, _MOST_DIGITS) - scale
        digits = min(scale + 21, max(_MOST_DIGITS - whole, 6))
        if digits < scale + 4 + 9:
            return None
        kind_of_result = f"decimal({min(precision + 4, _MOST_DIGITS)},{min(scale + 4, _MOST_DIGITS)})"
        return Accumulator(
            x,
            columns,
            f"if({quoted(count)} = 0, null, cast({quoted(total)} / {quoted(count)} as {kind_of_result}))",
            sum_type,
            can_overflow=can_overflow,
        )
    if kind == "bigint":
        return None  # the sum of avg is a double, which may have lost digits
    return Accumulator(
        x, columns, f"if({quoted(count)} = 0, null, cast({quoted(total)} as double) / {quoted(count)})", sum_type
    )
