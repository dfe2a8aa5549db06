"""Expressions over the columns of each row.

The changes of a projection are the projection of the changes. Rows that differ in other columns only can be equal
after it, and then cancel out. A projection that gives all columns other names changes nothing, and is not evaluated.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from dbt.adapters.tablestore.views.expressions.parts import names_in
from dbt.adapters.tablestore.views.operators import sql
from dbt.adapters.tablestore.views.operators.changes import Changes
from dbt.adapters.tablestore.views.operators.differing import Differing
from dbt.adapters.tablestore.views.operators.names import FirstNames
from dbt.adapters.tablestore.views.operators.operator import (
    Operator,
    Prune,
    TypesOf,
    Unary,
    as_text,
    at,
    positions,
)
from dbt.adapters.tablestore.views.operators.uniqueness import Keys
from dbt.adapters.tablestore.views.operators.values import Kept, Seed
from sqlglot import exp


@dataclass(frozen=True, eq=False)
class Project(Unary):
    """Expressions over the columns of each row, one per result column."""

    expressions: tuple[exp.Expr, ...]

    @property
    def given(self) -> tuple[exp.Expr, ...]:
        """The expressions."""
        return self.expressions

    @property
    def plain(self) -> dict[str, str]:
        """Result columns that are columns of the child: result name -> child's name."""
        pairs = zip(self.columns, self.expressions, strict=True)
        return {name: given.name for name, given in pairs if isinstance(given, exp.Column)}

    @property
    def _only_renames(self) -> bool:
        """Whether it gives each column of its input once, perhaps with another name."""
        plain = self.plain
        return len(plain) == len(self.columns) and set(plain.values()) == set(self.child.columns)

    def now(self, refresh: Changes, seed: Seed | None) -> tuple[str, Seed | None]:
        """The projection of the rows, of those with the keys if these are columns of its input."""
        pushed = seed and seed.of(self.plain)
        return self._select(refresh.now(self.child, pushed)), pushed

    def changes(self, refresh: Changes) -> str | None:
        """The projection of the changes."""
        changes = refresh.passed(self.child)
        return changes and self._select(changes, weighted=True)

    def kept_changes(self, refresh: Changes) -> Kept | None:
        """The changes of its input if it only renames columns."""
        if not self._only_renames:
            return super().kept_changes(refresh)
        changes = refresh.delta(self.child)
        return changes and Kept(f"({self._select(changes.all_rows, weighted=True)})", changes.rows)

    def _select(self, rows: str, weighted: bool = False) -> str:
        pairs = zip(self.expressions, self.columns, strict=True)
        items = [sql.named(sql.of_expression(value), name) for value, name in pairs]
        return f"select {sql.selected(items, weighted)} from ({rows}) as _q"

    def passed_on(self, rows: str) -> str:
        """The query over rows with a column `_w`, which it passes on."""
        return self._select(self.child.passed_on(rows), weighted=True)

    def prune(self, needed: Collection[str], prune: Prune) -> Operator:
        """The needed expressions, and the columns that they need."""
        kept = positions(self.columns, needed)
        expressions = at(self.expressions, kept)
        return Project(at(self.columns, kept), prune(self.child, names_in(expressions)), expressions)

    @property
    def core(self) -> Operator:
        """The operator below projections and filters."""
        return self.child.core

    def origins(self) -> dict[str, str]:
        """Those of its input that it passes on."""
        below = self.child.origins()
        return {name: below[given] for name, given in self.plain.items() if given in below}

    @property
    def renamed(self) -> Mapping[str, str]:
        """Those that are not computed."""
        return self.plain

    def is_unique(self, names: Collection[str], keys: Keys) -> bool:
        """Whether no two rows of its input are equal in those of the columns that it passes on."""
        plain = self.plain
        return self.child.is_unique({plain[name] for name in names if name in plain}, keys)

    def partition_of(self, column: str) -> frozenset[str] | None:
        """That of its input, by the first names of its columns."""
        names = {given: name for name, given in reversed(self.plain.items())}
        below = self.child.partition_of(self.plain.get(column, ""))
        return frozenset(names[name] for name in below) if below is not None and below <= set(names) else None

    def numbered_by(self, column: str) -> Operator | None:
        """The window of a column that it passes on."""
        below = self.plain.get(column)
        return self.child.numbered_by(below) if below else None

    def differing(self, known: Callable[[Operator], Differing], types_of: TypesOf) -> Differing:
        """The expressions over columns that can differ."""
        below = known(self.child)
        pairs = [(name, names_in([value])) for name, value in zip(self.columns, self.expressions, strict=True)]
        plain = {given: name for name, given in self.plain.items()}
        return Differing(
            frozenset(name for name, read in pairs if read & below.loose),
            frozenset(name for name, read in pairs if read & below.noisy),
            tuple(
                (plain[name], frozenset(plain[column] for column in partition))
                for name, partition in below.places
                if name in plain and partition <= set(plain)
            ),
        )

    def distinguished(self, first: FirstNames) -> tuple[Any, ...] | None:
        """The expressions."""
        return tuple(first.texts(self.expressions))

    def explain(self, reasons: Mapping[str, str | None]) -> str:
        """The expressions with their names."""
        items = []
        for value, name in zip(self.expressions, self.columns, strict=True):
            text = as_text(value)
            items.append(text if text == name else f"{text} AS {name}")
        return f"Calc(select=[{', '.join(items)}])"

    def members(self) -> dict[str, Any]:
        """The expressions."""
        return {"type": "stream-exec-calc_1", "projection": [as_text(value) for value in self.expressions]}
