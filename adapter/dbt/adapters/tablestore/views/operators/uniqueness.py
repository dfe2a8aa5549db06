"""Whether no two rows of an operator are equal in some of its columns, by the keys of the tables below it.

Two nulls are equal here, as in GROUP BY: a left join may give null in any column of its right side.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sqlglot import exp

if TYPE_CHECKING:
    from dbt.adapters.tablestore.views.operators.operator import Operator


@dataclass(frozen=True)
class Keys:
    """The keys of tables, and the types of columns of operators, as far as they are columns of tables.

    A comparison of columns of two types converts one of them, and then different values can be equal: '1' and '01'.
    """

    of_tables: Mapping[str, Sequence[str]] = field(default_factory=dict)
    types: Mapping[str, str] = field(default_factory=dict)

    def are_comparable(self, one: str, other: str) -> bool:
        """Whether two columns have the same type."""
        return one in self.types and self.types[one] == self.types.get(other)

    def followed(self, names: Iterable[str], conditions: Sequence[exp.Expr]) -> set[str]:
        """The columns whose values follow from those of others where conditions are true."""
        known, before = set(names), 0
        while len(known) > before:
            before = len(known)
            for one, other in _equalities(conditions):
                if (one in known) != (other in known) and self.are_comparable(one, other):
                    known |= {one, other}
        return known


NO_KEYS = Keys()


def keys_of(root: Operator, of_tables: Mapping[str, Sequence[str]], columns: Mapping[str, Mapping[str, str]]) -> Keys:
    """What is known of the columns of operators, given the keys of tables and the types of their columns."""
    types: dict[str, str] = {}
    for node in reversed(list(root.walk())):
        for name, (table, source) in node.sources.items():
            types[name] = columns[table][source]
        for name, below in node.renamed.items():
            if below in types:
                types[name] = types[below]
    return Keys({table: key for table, key in of_tables.items() if key}, types)


def is_unique_in_join(
    leaves: Sequence[Operator], conditions: Sequence[exp.Expr], names: Collection[str], keys: Keys
) -> bool:
    """Whether no two rows of inner joins are equal in some columns.

    They are not if the row of each input follows: from these columns, from conditions, and from the rows of others.
    """
    known, left = set(names), list(leaves)
    while left:
        known = keys.followed(known, conditions)
        found = [leaf for leaf in left if leaf.is_unique(known & set(leaf.columns), keys)]
        if not found:
            return False
        known.update(*(leaf.columns for leaf in found))
        left = [leaf for leaf in left if leaf not in found]
    return True


def _equalities(conditions: Sequence[exp.Expr]) -> Iterable[tuple[str, str]]:
    for condition in conditions:
        if isinstance(condition, (exp.EQ, exp.NullSafeEQ)):
            one, other = condition.left, condition.right
            if isinstance(one, exp.Column) and isinstance(other, exp.Column):
                yield one.name, other.name


def is_first(condition: exp.Expr) -> str | None:
    """The column of which a condition allows 1 and nothing that is larger; None for other conditions."""
    if not isinstance(condition, (exp.EQ, exp.LTE)):
        return None
    name, number = condition.left, condition.right
    is_one = isinstance(number, exp.Literal) and number.sql() == "1"
    return name.name if is_one and isinstance(name, exp.Column) else None
