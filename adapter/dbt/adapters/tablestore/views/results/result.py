"""How the result of a view is stored, and the batches of changes that bring it up to date.

The stored rows are those of a keyed table, and a refresh is one commit to it. Every row has a key:

- the result of a GROUP BY or DISTINCT has the group's columns, those that are not in the result in hidden columns;
- rows whose key follows from those of the tables have this key, see `uniqueness`;
- other rows have a hash of their values and, because a result may have equal rows, a number among the equal ones.
"""

from __future__ import annotations

from dataclasses import dataclass

from dbt.adapters.tablestore.sql.names import quoted
from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.operators.changes import Changes
from dbt.adapters.tablestore.views.operators.query import Query
from dbt.adapters.tablestore.views.operators.sql import listed
from dbt.adapters.tablestore.views.results.columns import COPY, HASH, VISIBLE, equal, hash_of


@dataclass(frozen=True)
class Result:
    """How a view is stored.

    ``columns`` are the names of the result's columns, ``key`` those of the stored key, ``hidden`` the stored columns
    that are not in the result. ``is_declared`` says that the key is that of the config, which each refresh checks.
    ``sql`` is the query as it was given, and ``query`` its plan; None where there is a ``reason``. This class stores
    the result of a query without a plan.
    """

    sql: str
    columns: tuple[str, ...]
    query: Query | None = None
    reason: str | None = None
    key: tuple[str, ...] = (HASH, COPY)
    hidden: tuple[str, ...] = (HASH, COPY)
    is_declared: bool = False

    @property
    def has_before(self) -> bool:
        """Whether the batch of changes has the stored row of each key as `BEFORE`, so that nobody looks it up again."""
        return False

    @property
    def infers_key(self) -> bool:
        """Whether its key follows from the keys of its tables, which others can break."""
        return False

    @property
    def filter(self) -> str | None:
        """Which stored rows are in the result; None for all."""
        return quoted(VISIBLE) if VISIBLE in self.hidden else None

    def stored(self, changes: Changes) -> str:
        """The rows to store, recomputed."""
        if HASH in self.key:
            return self.numbered(self.sql)
        return f"select * from (\n{self.sql}\n) as result({listed(self.columns)})"

    def numbered(self, rows: str) -> str:
        """Rows of the result with their hash and their number among equal ones."""
        hashed = f"select *, {hash_of(self.columns)} as {HASH} from (\n{rows}\n) as result({listed(self.columns)})"
        return (
            f"select *, cast(row_number() over (partition by {HASH} order by {HASH}) as int) as {COPY} from ({hashed})"
        )

    def read(self, changes: Changes) -> None:
        """Reads the changes of the inputs."""
        assert self.query is not None
        changes.read(self.query.root)

    def changed_batch(self, changes: Changes, table: str) -> str | None:
        """The batch that follows from the changes of the inputs; None when the result has not changed."""
        raise CannotPlanError(self.reason or "")

    def full_batch(self, changes: Changes, table: str) -> str:
        """The batch that makes the stored rows those of the query, recomputed."""
        key = set(self.key)
        items = [
            f"coalesce(n.{quoted(name)}, s.{quoted(name)}) as {quoted(name)}" if name in key else f"n.{quoted(name)}"
            for name in (*self.columns, *self.hidden)
        ]
        return (
            f"select {', '.join(items)}, if(n._found, '+I', '-D') as _row_kind\n"
            f"from (select *, true as _found from ({self.stored(changes)})) as n\n"
            f"full join (select {listed(self.key)} from {table}) as s on {equal(self.key, 'n', 's')}"
        )

    def empty_batch(self, table: str) -> str:
        """A batch without rows."""
        return f"select {listed([*self.columns, *self.hidden])}, '+I' as _row_kind from {table} where false"
