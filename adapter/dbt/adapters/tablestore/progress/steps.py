"""What a statement does, in words: its step of a commit, or its verb."""

from __future__ import annotations

import re

from dbt.adapters.tablestore.sql.statement_text import without_leading_comments

# Where the step of a statement shows: its first words, and the names of side tables.
_BEGINNING = 4000
_STEPS = (
    (r"(?:cache|create) .*__(?:fold|input)_\w+", "1/5 one row per key"),
    (r"(?:select|with) .*__fold_\w+", "1/5 one row per key"),
    (r"(?:cache|create) .*__commit_\w+", "2/5 compare with the table"),
    (r"alter table .*create branch", "2/5 pin the table"),
    (r"(?:select|with) .*__commit_\w+", "3/5 count the changes"),
    (r"(?:insert|merge|create|replace|delete) .*?__(?:changelog|uncompacted)\b", "4/5 write the changelog"),
    (r"insert .*?__commits\b", "5/5 write the history"),
    (r"(?:merge|insert into|delete from) .*?__commit_\w+", "4/5 write the table"),
    (r"call .*fast_forward|alter table .*(?:branch|set tblproperties)|(?:re)?set ", "5/5 publish the commit"),
    (r"drop table .*__(?:commit|input)_\w+", "clean up: drop the rows of the run"),
    (r"call .*rewrite_(?:data_files|position_delete_files|manifests)|optimize ", "maintain: compact the table"),
    (r"call .*(?:expire_snapshots|remove_orphan_files)|vacuum ", "maintain: drop old files"),
    (r"create .*\bview\b", "create the view"),
    (r"create .*\bschema\b", "create the schema"),
    (r"create ", "create the table"),
    (r"merge ", "merge the rows"),
    (r"insert ", "insert the rows"),
    (r"delete |truncate ", "delete rows"),
    (r"update ", "update rows"),
    (r"alter ", "alter the table"),
    (r"drop ", "drop a table or view"),
    (r"select |with |\(", "run the query"),
    (r"show |describe |desc ", "read the catalog"),
)
_PATTERNS = tuple((re.compile(pattern, re.IGNORECASE), words) for pattern, words in _STEPS)


def step_of(sql: str) -> str:
    """The step of a statement; those of a commit are numbered, as docs/keyed-models.md lists them."""
    text = " ".join(without_leading_comments(sql)[:_BEGINNING].split()) + " "
    return next((words for pattern, words in _PATTERNS if pattern.match(text)), "run a statement")
