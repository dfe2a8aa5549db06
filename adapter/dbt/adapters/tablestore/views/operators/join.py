"""What all joins have in common; their rules are in `inner_join`, `left_join` and `full_join`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.expressions.parts import names_in
from dbt.adapters.tablestore.views.operators import sql
from dbt.adapters.tablestore.views.operators.differing import Differing, assert_same_rows
from dbt.adapters.tablestore.views.operators.names import FirstNames
from dbt.adapters.tablestore.views.operators.operator import Operator, Prune, TypesOf, as_text, joined
from sqlglot import exp

JoinKind = Literal["inner", "left", "full", "semi", "anti"]
_WORDS = {
    "inner": "InnerJoin",
    "left": "LeftOuterJoin",
    "full": "FullOuterJoin",
    "semi": "LeftSemiJoin",
    "anti": "LeftAntiJoin",
}
_SQL = {"left": "left join", "full": "full join", "semi": "left semi join", "anti": "left anti join"}


@dataclass(frozen=True, eq=False)
class Join(Operator):
    """A join. ``keys`` are the columns that are equal, (left, right) each; ``conditions`` are all others.

    An inner join has all its conditions in a `Filter` above it. ``null_aware`` is an anti join that stands for NOT IN:
    the comparison that may be null is one of the conditions, and not of the keys.
    """

    kind: JoinKind
    left: Operator
    right: Operator
    keys: tuple[tuple[str, str], ...] = ()
    conditions: tuple[exp.Expr, ...] = ()
    null_aware: bool = False

    words: ClassVar[str] = "a join"
    cost_class: ClassVar[str] = "joins"
    remembers: ClassVar[str] = "none, touched keys are read from the inputs"

    @property
    def given(self) -> tuple[exp.Expr, ...]:
        """The conditions."""
        return self.conditions

    @property
    def filters(self) -> tuple[exp.Expr, ...]:
        """The conditions."""
        return self.conditions

    @property
    def inputs(self) -> tuple[Operator, ...]:
        """Both sides."""
        return (self.left, self.right)

    def _over(self, inputs: tuple[Operator, ...]) -> Operator:
        return replace(self, left=inputs[0], right=inputs[1])

    @property
    def equal_columns(self) -> Iterable[tuple[str, str]]:
        """The keys."""
        return self.keys

    @property
    def reads_again(self) -> bool:
        """True: it looks for the keys of both sides in both."""
        return True

    def side_keys(self, position: int) -> list[str]:
        """The columns of the left (0) or right (1) side that are equal to others."""
        return [pair[position] for pair in self.keys]

    @property
    def has_right_columns(self) -> bool:
        """Whether its rows have the columns of both sides."""
        return self.kind not in ("semi", "anti")

    def select(self, left: str, right: str, weighted: bool = False) -> str:
        """The join of two queries; ``weighted`` says that the left one has the weights of changes."""
        items, on = sql.selected([sql.listed(self.columns)], weighted), sql.all_of(self.conditions)
        return f"select {items} from ({left}) as _l {_SQL[self.kind]} ({right}) as _r on {on or 'true'}"

    def require_keys(self) -> None:
        """Raises `CannotPlanError` if no keys are touched by changes, because no columns are equal."""
        if self.null_aware and not self.keys:
            raise CannotPlanError("the query uses NOT IN with a subquery whose tables have changed; write NOT EXISTS")
        if not self.keys:
            raise CannotPlanError(f"the query has a {self.kind} join without an equality of columns of both sides")

    @property
    def is_by_key(self) -> bool:
        """True: its other side is read by keys."""
        return True

    def prune(self, needed: Collection[str], prune: Prune) -> Operator:
        """The needed columns, those of the conditions, and the keys."""
        below = {*needed, *names_in(self.conditions), *(name for pair in self.keys for name in pair)}
        left, right = prune(self.left, below), prune(self.right, below)
        columns = left.columns + right.columns if self.has_right_columns else left.columns
        return replace(self, columns=columns, left=left, right=right)

    def differing(self, known: Callable[[Operator], Differing], types_of: TypesOf) -> Differing:
        """Those of both sides, but for the keys."""
        for side in self.inputs:
            assert_same_rows(known(side).loose & {name for pair in self.keys for name in pair})
        return super().differing(known, types_of)

    def distinguished(self, first: FirstNames) -> tuple[Any, ...] | None:
        """The kind, the keys and the conditions."""
        below = (name for side in self.inputs for name in first.names(side.columns))
        pairs = tuple(tuple(first.names(pair)) for pair in self.keys)
        return (*below, self.kind, self.null_aware, pairs, *first.texts(self.conditions))

    def explain(self, reasons: Mapping[str, str | None]) -> str:
        """The kind, the conditions, and the keys that changes touch."""
        where = joined(self.conditions, " AND ")
        touched = "" if self.kind == "inner" else f", touched keys=[{', '.join(self.side_keys(0))}]"
        return f"Join(joinType=[{_WORDS[self.kind]}]{f', where=[{where}]' if where else ''}{touched})"

    def members(self) -> dict[str, Any]:
        """The keys and the conditions."""
        pairs = list(equal_columns(self.conditions, self))
        spec = {
            "joinType": self.kind.upper(),
            "leftKeys": [left for left, _ in pairs],
            "rightKeys": [right for _, right in pairs],
            "condition": " AND ".join(map(as_text, self.conditions)),
        }
        return {"type": "stream-exec-join_1", "joinSpec": spec}

    @property
    def states(self) -> Mapping[str, int]:
        """Those of a stateful join; they never expire."""
        return {"leftState": 0, "rightState": 0}


def equal_columns(conditions: Sequence[exp.Expr], join: Join) -> Iterator[tuple[str, str]]:
    """The columns of both sides of a join that its conditions set equal: (left, right) each."""
    for one, other in equalities(conditions):
        if one in join.left.columns and other in join.right.columns:
            yield one, other
        elif other in join.left.columns and one in join.right.columns:
            yield other, one


def equalities(conditions: Sequence[exp.Expr]) -> Iterator[tuple[str, str]]:
    """The names of columns that conditions set equal."""
    for condition in conditions:
        if isinstance(condition, exp.EQ):
            sides = condition.left, condition.right
            if all(isinstance(side, exp.Column) for side in sides):
                yield sides[0].name, sides[1].name
