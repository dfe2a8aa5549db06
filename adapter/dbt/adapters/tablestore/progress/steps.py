"""What a statement does, in words: its step of a commit, or its verb."""

from __future__ import annotations

from itertools import islice

from dbt.adapters.tablestore.sql.lexer import lexed
from dbt.adapters.tablestore.sql.own_statement import facts_of
from dbt.adapters.tablestore.sql.statement_text import without_leading_comments

QUERY, CATALOG = "run the query", "read the catalog"
STEPS = {
    "fold": "1/5 one row per key",
    "pin": "2/5 pin the table",
    "compare": "2/5 decide what changes",
    "count": "3/5 count the changes",
    "write": "4/5 write the table",
    "log": "4/5 write the changelog",
    "publish": "5/5 publish the commit",
    "history": "5/5 write the history",
    "clean": "clean up: drop the rows of the run",
    "compact": "maintain: compact the table",
    "expire": "maintain: drop old files",
    "alter": "alter the table",
    "query": QUERY,
    "ranges": "find the ranges of the changed keys",
    "catalog": CATALOG,
}
"""The steps that macros name in their statements; docs/keyed-models.md lists those with numbers."""
_VERBS = {
    "merge": "merge the rows",
    "insert": "insert the rows",
    "delete": "delete rows",
    "truncate": "delete rows",
    "update": "update rows",
    "alter": "alter the table",
    "drop": "drop a table or view",
    "optimize": STEPS["compact"],
    "vacuum": STEPS["expire"],
    "call": "call a procedure",
    "select": QUERY,
    "with": QUERY,
    "(": QUERY,
    "show": CATALOG,
    "describe": CATALOG,
    "desc": CATALOG,
}
_CREATED = {
    "table": "create the table",
    "view": "create the view",
    "schema": "create the schema",
    "database": "create the schema",
    "namespace": "create the schema",
    "function": "create the function",
}
# CREATE OR REPLACE GLOBAL TEMPORARY VIEW, with blanks between the words.
_MOST_TOKENS = 12


def step_of(sql: str) -> str:
    """The step of a statement: what its macro says, or the verb of a statement that somebody else has written."""
    if facts := facts_of(sql):
        return STEPS[facts.step]
    tokens = [token.text.lower() for token in islice(lexed(without_leading_comments(sql)), _MOST_TOKENS)]
    if tokens[:1] == ["create"]:
        return next((_CREATED[word] for word in tokens if word in _CREATED), _CREATED["table"])
    return _VERBS.get(tokens[0], "run a statement") if tokens else "run a statement"
