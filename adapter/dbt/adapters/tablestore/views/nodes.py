"""The relational operators of a query.

Every operator names its result columns, and no two operators of a query give different columns the same name. So an
expression refers to columns without qualifying them, wherever it is moved to in the generated SQL.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from sqlglot import exp

Columns = tuple[str, ...]
JoinKind = Literal["inner", "left", "full", "semi", "anti"]


class CannotPlanError(Exception):
    """A part of the query that cannot be refreshed incrementally; the message says which part and why."""


@dataclass(frozen=True, eq=False)
class Node:
    """An operator. ``columns`` are the names of its result columns, in order."""

    columns: Columns

    @property
    def inputs(self) -> tuple[Node, ...]:
        """The operators that it reads."""
        return ()

    @property
    def given(self) -> tuple[exp.Expr, ...]:
        """The expressions over the columns of its inputs."""
        return ()

    def walk(self) -> Iterator[Node]:
        """This operator and all below it."""
        yield self
        for node in self.inputs:
            yield from node.walk()

    @property
    def tables(self) -> set[str]:
        """The tables that the operator reads, directly or not."""
        return {table for node in self.walk() if isinstance(node, (Scan, Opaque, Stateful)) for table in node.reads}


@dataclass(frozen=True, eq=False)
class Scan(Node):
    """The rows of a table; ``source`` are its columns' names there."""

    table: str
    source: Columns

    @property
    def reads(self) -> tuple[str, ...]:
        """Its table."""
        return (self.table,)


@dataclass(frozen=True, eq=False)
class Opaque(Node):
    """A query that is only evaluated as a whole: its result is known to be the same while its tables are."""

    query: exp.Expr
    names: dict[str, str]
    """The tables of the query: the name there -> the full name."""
    reason: str

    @property
    def reads(self) -> tuple[str, ...]:
        """Its tables."""
        return tuple(self.names.values())


@dataclass(frozen=True, eq=False)
class Nothing(Node):
    """No rows, with the columns and types of another operator: over it, aggregates give their values of no rows."""

    of: Node


@dataclass(frozen=True, eq=False)
class Filter(Node):
    """The rows that fulfil all conditions."""

    child: Node
    conditions: tuple[exp.Expr, ...]

    @property
    def given(self) -> tuple[exp.Expr, ...]:
        """The expressions over the columns of its inputs."""
        return self.conditions

    @property
    def inputs(self) -> tuple[Node, ...]:
        """The operators that it reads."""
        return (self.child,)


@dataclass(frozen=True, eq=False)
class Project(Node):
    """Expressions over the columns of each row, one per result column."""

    child: Node
    expressions: tuple[exp.Expr, ...]

    @property
    def given(self) -> tuple[exp.Expr, ...]:
        """The expressions over the columns of its inputs."""
        return self.expressions

    @property
    def inputs(self) -> tuple[Node, ...]:
        """The operators that it reads."""
        return (self.child,)

    @property
    def plain(self) -> dict[str, str]:
        """Result columns that are columns of the child: result name -> child's name."""
        pairs = zip(self.columns, self.expressions, strict=True)
        return {name: given.name for name, given in pairs if isinstance(given, exp.Column)}


@dataclass(frozen=True, eq=False)
class Explode(Node):
    """A generator function over each row: the child's columns and ``outputs``."""

    child: Node
    generator: exp.Expr
    outputs: Columns
    outer: bool

    @property
    def given(self) -> tuple[exp.Expr, ...]:
        """The expressions over the columns of its inputs."""
        return (self.generator,)

    @property
    def inputs(self) -> tuple[Node, ...]:
        """The operators that it reads."""
        return (self.child,)


@dataclass(frozen=True, eq=False)
class Join(Node):
    """A join. ``keys`` are the columns that are equal, (left, right) each; ``conditions`` are all others.

    An inner join has all its conditions in a `Filter` above it. ``null_aware`` is an anti join that stands for NOT IN:
    the comparison that may be null is one of the conditions, and not of the keys.
    """

    kind: JoinKind
    left: Node
    right: Node
    keys: tuple[tuple[str, str], ...] = ()
    conditions: tuple[exp.Expr, ...] = ()
    null_aware: bool = False

    @property
    def given(self) -> tuple[exp.Expr, ...]:
        """The expressions over the columns of its inputs."""
        return self.conditions

    @property
    def inputs(self) -> tuple[Node, ...]:
        """The operators that it reads."""
        return (self.left, self.right)


@dataclass(frozen=True, eq=False)
class Aggregate(Node):
    """Groups by columns of the child. ``columns`` are the keys' and then the aggregates' names."""

    child: Node
    keys: Columns
    aggregates: dict[str, exp.Expr] = field(default_factory=dict)

    @property
    def given(self) -> tuple[exp.Expr, ...]:
        """The expressions over the columns of its inputs."""
        return tuple(self.aggregates.values())

    @property
    def inputs(self) -> tuple[Node, ...]:
        """The operators that it reads."""
        return (self.child,)


@dataclass(frozen=True, eq=False)
class Window(Node):
    """Window functions with one PARTITION BY, by columns of the child: the child's columns and the functions'."""

    child: Node
    partition: Columns
    functions: dict[str, exp.Expr] = field(default_factory=dict)

    @property
    def given(self) -> tuple[exp.Expr, ...]:
        """The expressions over the columns of its inputs."""
        return tuple(self.functions.values())

    @property
    def inputs(self) -> tuple[Node, ...]:
        """The operators that it reads."""
        return (self.child,)


@dataclass(frozen=True, eq=False)
class Union(Node):
    """All rows of the branches, whose columns correspond by position."""

    branches: tuple[Node, ...]

    @property
    def inputs(self) -> tuple[Node, ...]:
        """The operators that it reads."""
        return self.branches


@dataclass(frozen=True)
class Side:
    """A table that a stateful operator reads.

    ``alias`` is its name in the query, ``rows`` are its rows below the operator, and ``key`` the table's columns by
    which the operator joins or groups. ``hint`` is the duration of its STATE_TTL hint as it is written.
    """

    alias: str
    table: str
    rows: Node
    key: Columns
    hint: str | None = None


@dataclass(frozen=True, eq=False)
class Stateful(Node):
    """A join or an aggregate whose state expires, over tables that keep a changelog.

    Its changes follow from those changelogs, which have the time of each change. Its rows cannot be computed from the
    tables, so nothing above it may need them. ``of`` is the operator while nothing has expired; ``name`` is as which
    table its changes are given.
    """

    name: str
    of: Node
    sides: tuple[Side, ...]

    @property
    def reads(self) -> tuple[str, ...]:
        """The table as which its changes are given."""
        return (self.name,)

    @property
    def conditions(self) -> tuple[exp.Expr, ...]:
        """The conditions of a join; those of an inner join are in the filter above it."""
        return self.of.conditions if isinstance(self.of, (Filter, Join)) else ()

    @property
    def label(self) -> str:
        """The names of its tables, by which it is recorded with the rows of a view."""
        return " and ".join(side.alias for side in self.sides)

    @property
    def operator(self) -> Join | Aggregate:
        """The join or the aggregate."""
        node = self.of.child if isinstance(self.of, Filter) else self.of
        assert isinstance(node, (Join, Aggregate))
        return node


@dataclass(frozen=True, eq=False)
class Query:
    """A whole query: its operators, and what only orders or cuts the result when it is read."""

    root: Node
    names: tuple[str, ...]
    """The names of the result columns for the user; those of ``root`` are unique in the tree."""
    order: tuple[exp.Expr, ...] = ()
    limit: exp.Expr | None = None
    offset: exp.Expr | None = None


def with_inputs(node: Node, inputs: Sequence[Node]) -> Node:
    """The operator over other inputs with the same columns."""
    if tuple(inputs) == node.inputs:
        return node
    if isinstance(node, Join):
        return replace(node, left=inputs[0], right=inputs[1])
    if isinstance(node, Union):
        return replace(node, branches=tuple(inputs))
    return replace(node, child=inputs[0])  # type: ignore[call-arg]
