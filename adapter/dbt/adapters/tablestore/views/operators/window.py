"""Window functions with one PARTITION BY, or without one: then all rows are one partition.

A change touches its partition. The changes of a partition are the difference between its rows now and before, each
with the functions over them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from dbt.adapters.tablestore.views.expressions.functions import depends_on_order
from dbt.adapters.tablestore.views.expressions.orders import core_of, is_completed, is_ordered
from dbt.adapters.tablestore.views.expressions.parts import names_in
from dbt.adapters.tablestore.views.expressions.text import is_call_of
from dbt.adapters.tablestore.views.operators import sql
from dbt.adapters.tablestore.views.operators.changes import Changes
from dbt.adapters.tablestore.views.operators.differing import Differing, assert_same_rows
from dbt.adapters.tablestore.views.operators.names import FirstNames
from dbt.adapters.tablestore.views.operators.operator import (
    Columns,
    Operator,
    Planned,
    Planning,
    Prune,
    TypesOf,
    Unary,
    as_text,
    joined,
)
from dbt.adapters.tablestore.views.operators.scan import Scan
from dbt.adapters.tablestore.views.operators.sql import difference, named
from dbt.adapters.tablestore.views.operators.uniqueness import Keys
from dbt.adapters.tablestore.views.operators.values import Seed
from sqlglot import exp

_RANKS = {exp.RowNumber: "ROW_NUMBER", exp.Rank: "RANK", exp.DenseRank: "DENSE_RANK"}


@dataclass(frozen=True, eq=False)
class Window(Unary):
    """Window functions with one PARTITION BY, by columns of the child: the child's columns and the functions'."""

    partition: Columns
    functions: dict[str, exp.Expr] = field(default_factory=dict)

    words: ClassVar[str] = "a window function"
    remembers: ClassVar[str] = "none, touched groups are read again"
    cost_class: ClassVar[str] = "groups"

    @property
    def given(self) -> tuple[exp.Expr, ...]:
        """The functions."""
        return tuple(self.functions.values())

    @property
    def unordered(self) -> tuple[exp.Expr, ...]:
        """The functions that look at all rows of their frame alike."""
        return tuple(call for call in self.given if not is_ordered(call))

    @property
    def takes_any_rows(self) -> bool:
        """True: there may be ties in its order."""
        return True

    def now(self, refresh: Changes, seed: Seed | None) -> tuple[str, Seed | None]:
        """The rows with the functions, of the partitions with the keys of ``seed`` if these are columns of it."""
        pushed = seed and seed.within(self.partition)
        return self._select(refresh.now(self.child, pushed)), pushed

    def changes(self, refresh: Changes) -> str | None:
        """The touched partitions, now and before."""
        touched = refresh.touched(self.child, self.partition)
        return touched and difference(self._select(touched[0]), self._select(touched[1]), self.columns)

    def _select(self, rows: str) -> str:
        items = [named(sql.of_expression(call), name) for name, call in self.functions.items()]
        return f"select {', '.join([sql.listed(self.child.columns), *items])} from ({rows}) as _q"

    @property
    def reads_again(self) -> bool:
        """Whether its input, which it reads by keys, is one that reads others."""
        return bool(self.partition) and not isinstance(self.child.core, Scan)

    @property
    def is_by_key(self) -> bool:
        """True."""
        return True

    def prune(self, needed: Collection[str], prune: Prune) -> Operator:
        """The needed functions, their columns, and those of PARTITION BY; only the input if no function is needed."""
        functions = {name: call for name, call in self.functions.items() if name in needed}
        below = {name for name in needed if name not in self.functions}
        child = prune(self.child, {*below, *self.partition, *names_in(functions.values())})
        return Window((*child.columns, *functions), child, self.partition, functions) if functions else child

    def is_unique(self, names: Collection[str], keys: Keys) -> bool:
        """Whether no two rows of its input are."""
        return self.child.is_unique(set(names) & set(self.child.columns), keys)

    def partition_of(self, column: str) -> frozenset[str] | None:
        """Its partition, if the column numbers the rows."""
        if column not in self.functions:
            return self.child.partition_of(column)
        return frozenset(self.partition) if is_call_of(core_of(self.functions[column]), exp.RowNumber) else None

    def numbered_by(self, column: str) -> Operator | None:
        """Itself, if the column is that of its only function."""
        return self if list(self.functions) == [column] else None

    def differing(self, known: Callable[[Operator], Differing], types_of: TypesOf) -> Differing:
        """Functions that depend on the order of rows; of those that number rows, only the rows differ."""
        below = known(self.child)
        assert_same_rows(below.loose & set(self.partition))
        loose, noisy, places = set(), set(), []
        for name, call in self.functions.items():
            if is_completed(call) or depends_on_order(core_of(call)) or names_in([call]) & below.loose:
                loose.add(name)
            if is_completed(call) and isinstance(core_of(call), exp.RowNumber):
                places.append((name, frozenset(self.partition)))
            if names_in([call]) & below.noisy:
                noisy.add(name)
        return Differing(below.loose | loose, below.noisy | noisy, (*below.places, *places))

    def distinguished(self, first: FirstNames) -> tuple[Any, ...] | None:
        """The functions, which name their partition."""
        return (*first.names(self.child.columns), *first.texts(self.functions.values()))

    def explain(self, reasons: Mapping[str, str | None]) -> str:
        """The partition and the functions."""
        calls = joined(list(self.functions.values()), ", ")
        return f"OverAggregate(partitionBy=[{', '.join(self.partition)}], select=[{calls}])"

    def members(self) -> dict[str, Any]:
        """The partition and the functions."""
        functions = [{"name": name, "expression": as_text(call)} for name, call in self.functions.items()]
        return {"type": "stream-exec-over-aggregate_1", "partition": list(self.partition), "functions": functions}

    def planned(self, planning: Planning) -> Planned:
        """Its node; that of a rank, if it numbers rows of which a filter keeps the first."""
        condition = planning.ranges.get(id(self))
        return (condition and self._rank(condition)) or super().planned(planning)

    def _rank(self, condition: str) -> Planned | None:
        [call] = self.functions.values()
        kind = _RANKS.get(type(call.this))
        if kind is None:
            return None
        order = call.args.get("order")
        members = {
            "type": "stream-exec-rank_1",
            "rankType": kind,
            "partition": {"fields": list(self.partition)},
            "orderBy": [as_text(key) for key in order.expressions] if order else [],
            "rankRange": condition,
        }
        words = f"Rank(rankType=[{kind}], partitionBy=[{', '.join(self.partition)}], rankRange=[{condition}])"
        return Planned(words, self.inputs, members, None, {"rankState": 0})
