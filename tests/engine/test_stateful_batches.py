"""Every operator, with and without a TTL, when nothing, one and three commits are unread, by early and late readers.

What each of them gives is compared with `stateful_answers.py`, which computes it from the whole history of both tables,
one commit after the other. `make streams` has 40 batches on Iceberg and 10 on Delta; `make test` has a few.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from typing import Any

import pytest

from project import Project
from stateful_answers import OPERATORS, Batch, Hours, answers, first_answers

ORDERS, SHIPMENTS = "id int, k string, v int", "id int, k string"
TTL_HOURS = 24
BATCHES = int(os.environ.get("STREAM_BATCHES", "0"))


def reader(project: Project, name: str, format: str, ttl: bool, operators: tuple[str, ...]) -> None:
    """A model of these operators. Its changelog has what they gave, in `step` the `_commit` that they gave it."""
    parts = []
    for operator in operators:
        columns, call = OPERATORS[operator]
        names = ", ".join(f"cast({column} as string) as c{number}" for number, column in enumerate(columns))
        source = call.replace("ORDERS", f"ref('orders_{format}')").replace("SHIPMENTS", f"ref('shipments_{format}')")
        parts.append(
            f"select '{operator}' as op, _commit as step, {names}, _row_kind\nfrom {{{{ tablestore.{source} }}}}"
        )
    config = "materialized='incremental', primary_key=['op', 'step', 'c0', 'c1', 'c2'], null_key='keep', "
    config += f"changelog_producer='input', file_format='{format}'" + (f", state_ttl='{TTL_HOURS} h'" if ttl else "")
    project.write(f"models/{name}.sql", "{{ config(" + config + ") }}\n" + "\nunion all\n".join(parts) + "\n")


def random_batch(chance: random.Random, size: int) -> Batch:
    """Few keys and values, so that everything meets everything; a row is once in a batch, and its key can change."""
    kinds, keys = ["+I", "+U", "+U", "-D"], [None, *"abcd"]
    orders = [
        (number, chance.choice(keys), chance.choice([None, 1, 2, 3]), chance.choice(kinds))
        for number in chance.sample(range(12), size)
    ]
    shipments = [(number, chance.choice(keys), chance.choice(kinds)) for number in chance.sample(range(100, 108), size)]
    return {"orders": orders, "shipments": [] if chance.random() < 0.3 else shipments}


class Streams:
    """The tables, their readers, and the history of the batches."""

    def __init__(self, project: Project, format: str, ttl: bool, operators: tuple[str, ...] = tuple(OPERATORS)) -> None:
        self.project, self.format, self.ttl, self.operators = project, format, ttl, operators
        self.chance, self.hour = random.Random(f"{format} {ttl}"), 0
        self.history: list[tuple[Hours, Batch]] = []
        self.read: dict[str, list[int]] = {}
        """For each reader, how many batches it had read after each of its runs."""

    def batch(self) -> None:
        """The next batch of both tables, each at an hour of its own, after those of the batch before."""
        batch, begin = random_batch(self.chance, 3), self.hour
        hours = {table: begin + self.chance.choice([1, 5, 13, 24, 30]) for table in batch}
        for table, columns in {"orders": ORDERS, "shipments": SHIPMENTS}.items():
            config = {"primary_key": "id", "changelog_producer": "lookup", "state_ttl": "0", "file_format": self.format}
            self.project.model(f"{table}_{self.format}", columns + ", _row_kind string", batch[table], **config)
        for hour in sorted(set(hours.values())):
            self.hour = hour
            self.run(*(f"{table}_{self.format}" for table in hours if hours[table] == hour))
        self.history.append((hours, batch))

    def reads(self, name: str) -> None:
        if name not in self.read:
            reader(self.project, name, self.format, self.ttl, self.operators)
        self.run(name)
        self.read.setdefault(name, []).append(len(self.history))

    def run(self, *names: str) -> None:
        self.project.clock = f"2026-{1 + self.hour // 672:02}-{1 + self.hour // 24 % 28:02} {self.hour % 24:02}:00:00"
        self.project.run("--select", *names)

    def check(self) -> None:
        """Each run of each reader has given what the operators give for the batches that it had not read."""
        columns = "op, step, c0, c1, c2, _row_kind"
        expected = answers(self.history, TTL_HOURS if self.ttl else None)
        expected = {at: [row for row in rows if row[0] in self.operators] for at, rows in expected.items()}
        for name, runs in self.read.items():
            found: dict[int, list[Any]] = {}
            for commit, *row in self.project.rows(
                f"select _commit, {columns} from {{{self.format}}}.{name}__changelog"
            ):
                found.setdefault(commit, []).append(tuple(row))
            before = runs[0]
            first = [row[:1] + row[2:] for row in found.get(1, [])]
            given = [row for row in first_answers(self.history[:before]) if row[0] in self.operators]
            assert Counter(first) == Counter(given), (name, "first run")
            news = sorted(set(runs[1:]) - {before})  # a run that reads nothing new makes no commit
            assert max(found, default=1) <= 1 + len(news), (name, sorted(found))
            for commit, until in enumerate(news, 2):
                given = [row for at, rows in expected.items() if before <= at < until for row in rows]
                assert Counter(found.get(commit, [])) == Counter(given), (name, commit, before, until)
                before = until


def test_nothing_one_and_several_unread_commits(project: Project) -> None:
    """A sample of what follows."""
    streams = Streams(project, "iceberg", True, ("left", "left, lasting", "aggregate", "first", "topn", "normalize"))
    for batches in (1, 0, 2):
        for _ in range(batches):
            streams.batch()
        streams.reads("early")
    streams.check()


@pytest.mark.extended
@pytest.mark.skipif(not BATCHES, reason="`make streams` runs it")
@pytest.mark.parametrize("ttl", [False, True], ids=["no TTL", "TTL"])
@pytest.mark.parametrize("format", ["iceberg", "delta"])
def test_many_batches(project: Project, format: str, ttl: bool) -> None:
    """One reader reads each commit, one every third and then nothing, one begins when half of the commits are there."""
    streams, batches = Streams(project, format, ttl), BATCHES if format == "iceberg" else max(BATCHES // 4, 4)
    for number in range(batches):
        streams.batch()
        streams.reads("early")
        if number % 3 == 0:
            streams.reads("lagging")
            streams.reads("lagging")
        if number == batches // 2 or (number > batches // 2 and number % 3 == 0):
            streams.reads("late")
        if number % 10 == 9:
            streams.check()
    streams.check()
