"""What Spark's errors say when two runs write one table, as sentences.

A late run fails in the statement that would make its commit part of the table: the table has changed since the run has
read it. The errors name files and snapshots, and not the cause.
"""

from __future__ import annotations

import re

from dbt.adapters.tablestore.sql.own_statement import Facts, facts_of

_GONE = (
    "TABLE_OR_VIEW_NOT_FOUND",
    "FileNotFoundException",
    "FILE_NOT_EXIST",
    "DELTA_FILE_NOT_FOUND",
    "DELTA_TABLE_NOT_FOUND",
)
_DROPPED = (
    "Table does not exist",
    "NoSuchTableException",
    "Failed to open input stream",
    "NotFoundException",
)
_EXISTS = (
    "TABLE_OR_VIEW_ALREADY_EXISTS",
    "DELTA_TABLE_ALREADY_EXISTS",
    "AlreadyExistsException",
    "Table already exists",
)
# What Iceberg says of the branch of a commit, if the table has moved on or has lost the branch.
_MOVED = ("is not an ancestor of {}", "{} to unknown snapshot")
_BRANCH = "ranch"
_NEAR = 36
_CONFLICT = (
    "Found conflicting files",
    "Found new conflicting delete files",
    "Cannot delete file where some, but not all, rows match",
    "CommitFailedException",
    "Cannot commit",
    "Table metadata refresh is required",
    "Requirement failed",
    "DELTA_CONCURRENT_",
    "DELTA_METADATA_CHANGED",
    "DELTA_PROTOCOL_CHANGED",
    "Missing required files to delete",
)
CHANGED = (
    "another run or program has changed the table since this run has read it, so this run changed nothing. Run the "
    "model again."
)

_VERSION_GONE = re.compile(r"Cannot find snapshot with ID (\d+)|Cannot time travel Delta table to version (\d+)")
_FILE_GONE = re.compile(
    r"(?:while reading file|File does not exist:|Failed to open input stream for file:) (\S+?)\.?(?:\s|$)"
)


def is_gone(message: str) -> bool:
    """Whether a statement failed because a table, or a file of it, was dropped meanwhile, by its message for users."""
    return any(text in message for text in (*_DROPPED, *_GONE))


def sentence_of(message: str, statement: str = "") -> str | None:
    """What the error message of a statement means, if two runs or programs have written one table; otherwise None."""
    facts = facts_of(statement)
    if facts and (kept := _missing_table(message, facts)):
        return (
            f"another run has dropped {kept}, a table of this run: it has published the commit of this run, or "
            "maintains the table. Run the model again."
        )
    if facts and facts.creates and any(text in message for text in _EXISTS):
        return "another run has created the table since this run began, and this run wrote nothing to it. Run it again."
    if version := _VERSION_GONE.search(message):
        return (
            f"version {version[1] or version[2]} of a table that this run reads is no longer there: it has expired, or "
            "the table was replaced while the run read it. Run the model again."
        )
    if any(text in message for text in _GONE) and (file := _FILE_GONE.search(message)):
        return (
            f"the file {file[1]} of a table that this run reads is no longer there: old versions of the table were "
            "removed while the run read it. Run the model again."
        )
    if facts and _has_lost_branch(message, facts.branch):
        return CHANGED
    if any(text in message for text in _CONFLICT):
        first = message.strip().split("\n", 1)[0]
        return (
            "another run or program has changed the table at the same time, so this statement was not applied. Run the "
            f"model again.\nCause: {first}"
        )
    return None


def _missing_table(message: str, facts: Facts) -> str | None:
    """The table of a run that a statement of the run reads, if the message says that it is gone."""
    if not any(text in message for text in _GONE):
        return None
    names = (name.replace("`", "") for name in facts.reads)
    return next((name for name in names if name.rpartition(".")[2] in message), None)


def _has_lost_branch(message: str, branch: str | None) -> bool:
    """Whether the branch of a commit cannot be used, because the table is another one than when the run has read it."""
    if not branch or branch not in message:
        return False
    return _BRANCH in message.partition(branch)[0][-_NEAR:] or any(text.format(branch) in message for text in _MOVED)
