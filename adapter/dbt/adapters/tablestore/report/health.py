"""What is wrong with a table, and the command that fixes it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dbt.adapters.tablestore.profile.commands import completed
from dbt.adapters.tablestore.report.facts import Table, size

# Fewer files are not a problem, whatever their size.
_FEW_FILES = 20
# So many small files of a partition are not combined, and files of two partitions never are.
_FILES_PER_PARTITION = 4
_SMALL_BYTES = 32 * 2**20
_FEW_SNAPSHOTS = 50
_BEHIND = 10
# So many of the newest commits decide whether a source is late.
_NEWEST = 5


@dataclass(frozen=True)
class Problem:
    """A problem of a table, in one sentence, and what to run or to change, if the sentence does not say it.

    ``unique_id`` is that of the table, empty for one that is not on the page.
    """

    name: str
    unique_id: str
    text: str
    command: str = ""


def problems(table: Table) -> Iterator[Problem]:
    """The problems of a table."""
    name, unique_id, files = table.name, table.unique_id, table.files
    maintain = _shown(f"dbt run-operation maintain --args '{{select: {name}}}'")
    if table.is_unfinished:
        text = "a run has not published its commit; readers see the commit before it, unless the run is still going on"
        yield Problem(name, unique_id, text, maintain)  # a run would merge its batch, too
    combinable = files.files > _FILES_PER_PARTITION * (files.partitions or 1)
    if files.files >= _FEW_FILES and combinable and files.mean < _SMALL_BYTES:
        text = f"{files.files:,} data files of {size(files.mean)} on average: readers open many small files"
        yield Problem(name, unique_id, text, maintain)
    if files.delete_files is not None and files.delete_files > max(files.files, _FEW_FILES):
        text = f"{files.delete_files:,} delete files for {files.files:,} data files: readers apply them again and again"
        yield Problem(name, unique_id, text, maintain)
    if files.old_snapshots is not None and files.old_snapshots > _FEW_SNAPSHOTS:
        text = f"{files.old_snapshots:,} snapshots are older than keep_history and keep their files"
        yield Problem(name, unique_id, text, maintain)
    for reader, commit in table.readers:
        if table.readable - commit >= _BEHIND:
            text = f"{reader} has not read the last {table.readable - commit:,} commits"
            yield Problem(name, unique_id, text, _shown(f"dbt run --select {reader}"))
    newest = table.commits[:_NEWEST]
    late = sum(commit.rows["late"] for commit in newest)
    taken = sum(sum(commit.rows.values()) for commit in newest)
    if len(newest) == _NEWEST and late * 2 > taken:
        text = f"{late:,} of {taken:,} keys in the last {_NEWEST} commits were late: the source repeats old events"
        yield Problem(name, unique_id, text, _shown(f"dbt run-operation show_merge_sql --args '{{model: {name}}}'"))


def _shown(command: str) -> str:
    """A command as it is typed, but for the values of variables, which other readers of the page need not know."""
    return completed(command, hides_variables=True)
