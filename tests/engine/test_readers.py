"""A reader sees all of a commit or nothing of it."""

from __future__ import annotations

import threading

import pytest
from pyspark.sql import SparkSession

from formats import CATALOGS, FORMATS
from project import Project, spark

COLUMNS = "k int, v int"


class Reader(threading.Thread):
    """Reads a table again and again, and keeps what it has seen: the value of the old rows and of the new rows."""

    def __init__(self, session: SparkSession, table: str) -> None:
        super().__init__()
        self._session, self._table = session, table
        self._done = threading.Event()
        self.seen: list[tuple[int, int]] = []
        self.error: Exception | None = None

    def run(self) -> None:
        try:
            while not self._done.is_set():
                self._session.sql(f"refresh table {self._table}")
                query = f"select max(v) filter (where k < 100), max(v) filter (where k >= 100) from {self._table}"
                self.seen.append(tuple(self._session.sql(query).collect()[0]))
        except Exception as error:
            self.error = error

    def stop(self) -> None:
        """Ends the loop, and waits for the last read."""
        self._done.set()
        self.join()


@pytest.mark.parametrize("commits", [5, pytest.param(50, marks=pytest.mark.extended)])
@pytest.mark.parametrize("format", FORMATS)
def test_a_reader_sees_whole_commits(project: Project, format: str, commits: int) -> None:
    """Each commit updates old rows and adds new rows in pairs, with its number as their value."""
    for number in range(commits + 1):
        rows = [(key, number) for key in range(10)] + [(100 + 10 * number + key, number) for key in range(10)]
        project.model("pairs", COLUMNS, rows, primary_key="k", file_format=format)
        project.run()
        if number == 0:
            reader = Reader(spark().newSession(), f"{CATALOGS[format]}.{project.schema}.pairs")
            reader.start()
    reader.stop()
    assert reader.error is None
    assert len(reader.seen) > commits and reader.seen[-1] == (commits, commits)
    assert [pair for pair in reader.seen if pair[0] != pair[1]] == []
