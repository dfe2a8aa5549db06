"""The statements that change the type of a column.

Fields of structs are added, moved and dropped in place, and on Iceberg a type becomes wider in place. Spark has no
ALTER for other changes, so they use a second column. A run can be killed between any two statements: until the old
column is dropped, the second one can be dropped; afterwards it only has to be renamed. Its name alone shows what is
left to do, because that is what a run sees without a look at the table.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from dbt.adapters.tablestore.sql.literals import literal
from dbt.adapters.tablestore.sql.nested_types import Array, Map, NestedType, Struct, nested_sql, parse_nested, replaced
from dbt.adapters.tablestore.sql.own_statement import Facts, OwnStatement, facts_of
from dbt.adapters.tablestore.sql.types import holds

_ALTERS = Facts("alter")
_DROPS = Facts("alter", "drop_columns")
_STORED_IN_ICEBERG = {"tinyint": "int", "smallint": "int"}


def second_column(column: str) -> str:
    """The second column of a column; a user has none of this name, because it ends with a checksum."""
    return f"{column}__dbt_alter_{hashlib.md5(column.lower().encode(), usedforsecurity=False).hexdigest()[:8]}"


@dataclass(frozen=True)
class TypeChange:
    """The change of one column from a type to another, both as DESCRIBE writes them."""

    column: str
    old_type: str
    new_type: str
    widens: bool
    """Whether the table's format is Iceberg, which makes types wider in place and stores small integers as INT."""
    quote: Callable[[str], str]

    @property
    def old(self) -> NestedType:
        """The old type."""
        return parse_nested(self.old_type)

    @property
    def new(self) -> NestedType:
        """The new type, as the table's format stores it."""
        new = parse_nested(self.new_type)
        return replaced(new, _STORED_IN_ICEBERG) if self.widens else new

    @property
    def clauses(self) -> list[str]:
        """The clauses of ALTER TABLE that change the type as far as that is possible in place."""
        return list(self._in_place(self.quote(self.column), self.old, self.new))

    @property
    def casts(self) -> bool:
        """Whether values have to be cast, into a second column."""
        return self._differs(self.old, self.new)

    @property
    def is_refused(self) -> bool:
        """Whether neither way works: a cast would match the fields of structs by position."""
        return self.casts and _names(self.old) != _names(self.new)

    @property
    def cast(self) -> str:
        """The old values as the new type."""
        return f"cast({self.quote(self.column)} as {nested_sql(self.new, self.quote)})"

    def failing_query(self, table: str) -> str:
        """A query that returns a value that cannot be cast to the new type, or that fails because of one."""
        column, kind = self.quote(self.column), nested_sql(self.new, self.quote)
        if isinstance(self.new, str):
            lost = f"{column} is not null and try_cast({column} as {kind}) is null"
            return f"select {column} from {table} where {lost} limit 1"
        # inside of a struct, TRY_CAST would turn one field into null
        length = f"max(length(cast({self.cast} as string)))"
        return f"select {length} from {table} having {length} < 0"

    def statements(self, table: str, comment: str | None) -> list[OwnStatement]:
        """The statements that change the type; ``comment`` is the comment of the column."""
        if not self.casts:
            return [_altered(table, clause) for clause in self.clauses]
        column, other = self.quote(self.column), self.quote(second_column(self.column))
        kind = nested_sql(self.new, self.quote) + (f" comment {literal(comment)}" if comment else "")
        return [
            _altered(table, f"add columns ({other} {kind})"),
            OwnStatement(f"update {table} set {other} = {self.cast}", _ALTERS),
            _altered(table, _drop(column)),
            _altered(table, f"rename column {other} to {column}"),
        ]

    def _in_place(self, path: str, old: NestedType, new: NestedType) -> Iterator[str]:
        if isinstance(old, Struct) and isinstance(new, Struct):
            yield from self._fields_in_place(path, old, new)
        elif isinstance(old, Array) and isinstance(new, Array):
            yield from self._in_place(f"{path}.element", old.element, new.element)
        elif isinstance(old, Map) and isinstance(new, Map):
            yield from self._in_place(f"{path}.value", old.value, new.value)
        elif old != new and self._widens(old, new):
            yield f"alter column {path} type {new}"

    def _fields_in_place(self, path: str, old: Struct, new: Struct) -> Iterator[str]:
        stored, types = {name.lower(): name for name, _ in old.fields}, dict(old.fields)
        order = list(stored)
        before = "first"
        for position, (name, kind) in enumerate(new.fields):
            known, field = stored.get(name.lower()), f"{path}.{self.quote(name)}"
            if known is None:
                place = f" {before}" if position < len(order) else ""
                yield f"add columns ({field} {nested_sql(kind, self.quote)}{place})"
            elif order[position] != name.lower():
                yield f"alter column {field} {before}"
            if known is not None:
                order.remove(name.lower())
                yield from self._in_place(field, types[known], kind)
            order.insert(position, name.lower())
            before = f"after {self.quote(name)}"
        for name in order[len(new.fields) :]:
            yield _drop(f"{path}.{self.quote(stored[name])}")

    def _differs(self, old: NestedType, new: NestedType) -> bool:
        """Whether the types still differ after what is changed in place."""
        if isinstance(old, Struct) and isinstance(new, Struct):
            stored = {name.lower(): kind for name, kind in old.fields}
            shared = ((stored[name.lower()], kind) for name, kind in new.fields if name.lower() in stored)
            return any(self._differs(one, other) for one, other in shared)
        if isinstance(old, Array) and isinstance(new, Array):
            return self._differs(old.element, new.element)
        if isinstance(old, Map) and isinstance(new, Map):
            same_key = nested_sql(old.key, str.lower) == nested_sql(new.key, str.lower)
            return not same_key or self._differs(old.value, new.value)
        return old != new and not self._widens(old, new)

    def _widens(self, old: NestedType, new: NestedType) -> bool:
        if not self.widens or not isinstance(old, str) or not isinstance(new, str):
            return False
        decimals = old.startswith("decimal") and new.startswith("decimal") and _scale(old) == _scale(new)
        return (old, new) in (("int", "bigint"), ("float", "double")) or (decimals and holds(new, old))


def unfinished(table: str, columns: Sequence[str], quote: Callable[[str], str]) -> list[OwnStatement]:
    """The statements that undo or finish the changes that a killed run has left in a table with these columns."""
    statements, names = [], {name.lower() for name in columns}
    for name in columns:
        column = name.rpartition("__dbt_alter_")[0]
        if not column or name != second_column(column):
            continue
        undo, finish = _drop(quote(name)), f"rename column {quote(name)} to {quote(column)}"
        statements.append(_altered(table, undo if column.lower() in names else finish))
    return statements


def _drop(column: str) -> OwnStatement:
    return OwnStatement(f"drop columns ({column})", _DROPS)


def _altered(table: str, clause: str) -> OwnStatement:
    return OwnStatement(f"alter table {table} {clause}", facts_of(clause) or _ALTERS)


def _names(kind: NestedType) -> list[str]:
    """The names of all fields of a type, in their order."""
    if isinstance(kind, Struct):
        return [name for field, part in kind.fields for name in (field.lower(), *_names(part))]
    if isinstance(kind, Array):
        return _names(kind.element)
    return _names(kind.key) + _names(kind.value) if isinstance(kind, Map) else []


def _scale(kind: str) -> str:
    return kind.partition(",")[2].strip(" )") or "0"
