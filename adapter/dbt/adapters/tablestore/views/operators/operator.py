"""What every operator of a view answers. Each operator is a file beside this one, which opens with its rule.

Every operator names its result columns, and no two operators of a query give different columns the same name. So an
expression refers to columns without qualifying them, wherever it is moved to in the generated SQL.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from dbt.adapters.tablestore.views.expressions.parts import names_in
from dbt.adapters.tablestore.views.operators.differing import Differing, assert_same_rows, together
from sqlglot import exp

if TYPE_CHECKING:
    from dbt.adapters.tablestore.views.operators.changes import Changes, Kept, Seed
    from dbt.adapters.tablestore.views.operators.inner_join import InnerJoin
    from dbt.adapters.tablestore.views.operators.names import FirstNames
    from dbt.adapters.tablestore.views.operators.uniqueness import Keys

Columns = tuple[str, ...]
Kind = TypeVar("Kind", bound="Operator")
Prune = Callable[["Operator", Collection[str]], "Operator"]
"""The operator with the needed columns, and perhaps others that it cannot do without."""
TypesOf = Callable[["Operator"], Mapping[str, str]]
"""The types of the columns of an operator, by their names in lower case."""


@dataclass(frozen=True)
class Planning:
    """What the node of a compiled plan depends on besides its operator.

    ``state_ttl`` is that of states without a hint, in milliseconds. ``ranges`` are the conditions by which windows are
    cut off, by the windows' identity.
    """

    state_ttl: int = 0
    ranges: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Planned:
    """The node of a compiled plan: its description, the operators that it reads, its members and its states.

    An operator whose state can expire has its description as a stateful operator in ``operator``, others have their
    members. ``states`` are names -> TTLs in milliseconds.
    """

    description: str
    inputs: Sequence[Operator]
    members: Mapping[str, Any] = field(default_factory=dict)
    operator: Mapping[str, Any] | None = None
    states: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Operator(ABC):
    """An operator. ``columns`` are the names of its result columns, in order."""

    columns: Columns

    words: ClassVar[str] = "a subquery"
    """What messages call it."""
    remembers: ClassVar[str] = ""
    """What it has in the place of a state, in the words of an explained plan; nothing if it looks at single rows."""
    cost_class: ClassVar[str] = "rows"
    """The class of what a change costs that goes through it, see `cost_classes`."""

    # The tree

    @property
    def inputs(self) -> tuple[Operator, ...]:
        """The operators that it reads."""
        return ()

    @property
    def shown(self) -> tuple[Operator, ...]:
        """The operators that it reads, as an explained plan shows them."""
        return self.inputs

    @property
    def given(self) -> tuple[exp.Expr, ...]:
        """The expressions over the columns of its inputs."""
        return ()

    @property
    def filters(self) -> tuple[exp.Expr, ...]:
        """Those of them that rows have to fulfil."""
        return ()

    @property
    def unordered(self) -> tuple[exp.Expr, ...]:
        """Its calls over several rows of which the query does not give the order."""
        return ()

    @property
    def takes_any_rows(self) -> bool:
        """Whether the query does not say which of its rows come first, so that it must be the same in all places."""
        return False

    @property
    def own_times(self) -> frozenset[str]:
        """The types of the current times on which its rows depend, besides those of its inputs."""
        return frozenset()

    @property
    def reads(self) -> tuple[str, ...]:
        """The tables that it reads itself."""
        return ()

    @property
    def tables(self) -> set[str]:
        """The tables that it reads, directly or not."""
        return {table for node in self.walk() for table in node.reads}

    @property
    def tables_with_columns(self) -> Mapping[str, Columns | None]:
        """The tables that it reads itself, with the columns that it reads of them; None for all."""
        return {}

    def walk(self) -> Iterator[Operator]:
        """This operator and all below it."""
        yield self
        for node in self.inputs:
            yield from node.walk()

    def find(self, kind: type[Kind]) -> list[Kind]:
        """The operators of a kind among this one and all below it."""
        return [node for node in self.walk() if isinstance(node, kind)]

    def with_inputs(self, inputs: Sequence[Operator]) -> Operator:
        """The operator over other inputs with the same columns."""
        return self if tuple(inputs) == self.inputs else self._over(tuple(inputs))

    def _over(self, inputs: tuple[Operator, ...]) -> Operator:
        raise TypeError(type(self))

    # The rows, and how they change

    @abstractmethod
    def now(self, refresh: Changes, seed: Seed | None) -> tuple[str, Seed | None]:
        """The query of its rows, and the keys of ``seed`` as far as the query is restricted to them; None if not."""

    @abstractmethod
    def changes(self, refresh: Changes) -> str | None:
        """The query of its changes: its columns and a weight; None if there are none."""

    def kept_changes(self, refresh: Changes) -> Kept | None:
        """Its changes, evaluated once: no row is there twice."""
        query = self.changes(refresh)
        return refresh.keep(query if self.is_net(refresh) else refresh.netted(query, self.columns)) if query else None

    def is_net(self, refresh: Changes) -> bool:
        """Whether the query of its changes has no rows that cancel out."""
        return False

    @property
    def is_by_key(self) -> bool:
        """Whether it costs less to compute it for some keys than for all."""
        return False

    @property
    def block(self) -> InnerJoin | None:
        """The inner join that it is, or that it filters; joins and filters next to each other are computed as one."""
        return None

    def leaves(self) -> tuple[list[Operator], list[exp.Expr]]:
        """The operators below inner joins and filters, and all conditions on them."""
        return [self], []

    # Columns

    @abstractmethod
    def prune(self, needed: Collection[str], prune: Prune) -> Operator:
        """The operator with the needed columns over inputs that ``prune`` returns."""

    @property
    def core(self) -> Operator:
        """The operator below projections and filters."""
        return self

    def origins(self) -> dict[str, str]:
        """The columns that are columns of its table: name -> the name there."""
        return {}

    def passed_on(self, rows: str) -> str:
        """The query of projections and filters over the rows of a table, which passes their column `_w` on."""
        raise TypeError(type(self))

    @property
    def equal_columns(self) -> Iterable[tuple[str, str]]:
        """Pairs of columns that are equal in its rows, as far as it makes them equal."""
        return self.renamed.items()

    @property
    def reads_again(self) -> bool:
        """Whether its changes are found by looking for keys in its inputs after these have done so for their own."""
        return False

    @property
    def sources(self) -> Mapping[str, tuple[str, str]]:
        """The columns that it reads from tables itself: name -> the table and the name there."""
        return {}

    @property
    def renamed(self) -> Mapping[str, str]:
        """The columns that are columns of its input with another name: name -> the name there."""
        return {}

    def is_unique(self, names: Collection[str], keys: Keys) -> bool:
        """Whether no two rows are equal in these columns, of which nulls are equal; no if that is not certain."""
        return False

    def partition_of(self, column: str) -> frozenset[str] | None:
        """The columns of a partition that has one row at most with each number in a column; None if it has others."""
        return None

    def numbered_by(self, column: str) -> Operator | None:
        """The window function that gives a column, if it is the only one of its window."""
        return None

    def differing(self, known: Callable[[Operator], Differing], types_of: TypesOf) -> Differing:
        """The columns that can differ each time that the query runs over the same rows; ``known`` are those below.

        Raises:
            CannotPlanError: its rows can differ.
        """
        below = together([known(child) for child in self.inputs])
        assert_same_rows(below.loose & names_in(self.given))
        if names_in(self.given) & below.noisy:
            return replace(below, noisy=below.noisy | set(self.columns) - set(self.inputs[0].columns))
        return below

    def distinguished(self, first: FirstNames) -> tuple[Any, ...] | None:
        """What distinguishes it from operators of its class over the same inputs; None if each is different."""
        below = (name for child in self.inputs for name in first.names(child.columns))
        return (*below, *first.texts(self.given))

    # Words

    @abstractmethod
    def explain(self, reasons: Mapping[str, str | None]) -> str:
        """Its line in an explained plan; ``reasons`` say of tables why their changes are not known."""

    @abstractmethod
    def members(self) -> dict[str, Any]:
        """Its members in a compiled plan."""

    @property
    def states(self) -> Mapping[str, int]:
        """Its states in a compiled plan, with their TTLs."""
        return {}

    def planned(self, planning: Planning) -> Planned:
        """Its node in a compiled plan."""
        return Planned(self.explain({}), self.shown, self.members(), None, self.states)


@dataclass(frozen=True, eq=False)
class Unary(Operator):
    """An operator over one other."""

    child: Operator

    @property
    def inputs(self) -> tuple[Operator, ...]:
        """The operators that it reads."""
        return (self.child,)

    def _over(self, inputs: tuple[Operator, ...]) -> Operator:
        return replace(self, child=inputs[0])


def at(values: tuple[Any, ...], positions: Sequence[int]) -> tuple[Any, ...]:
    """The values at some positions."""
    return tuple(values[position] for position in positions)


def positions(columns: Columns, needed: Collection[str]) -> list[int]:
    """The positions of the needed columns; that of the first if none is needed."""
    return [position for position, name in enumerate(columns) if name in needed] or [0]


def as_text(expression: exp.Expr) -> str:
    """An expression as text without quotes."""
    return expression.sql("spark").replace("`", "")


def joined(expressions: Sequence[exp.Expr], separator: str) -> str:
    """Expressions as one text."""
    return separator.join(map(as_text, expressions))
