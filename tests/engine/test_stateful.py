"""After every batch, stateful operators have given what the same query over the whole tables gives."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from formats import FORMATS
from project import Project, spark

TABLES = {"ORDERS": "id int, k int, v int, at timestamp", "SHIPMENTS": "id int, k int, w string"}


class Case(NamedTuple):
    """An operator, the columns of its result, and plain SQL for the same columns."""

    columns: str
    operator: str
    plain: str


JOINED = "id, rid, k, v, w"
TAKEN = "[{'id': 'rid'}, 'w']"
PAIRS = "from ORDERS o {} join SHIPMENTS s on o.k = s.k"
TOTALS = {"n": "count(*)", "m": "count(v)", "s": "sum(v)", "a": "avg(v)", "l": "min(v)", "h": "max(at)"}
TOTALS |= {"d": "count(distinct v)"}
NUMBERED = "(select *, row_number() over ({}) as r from ORDERS)"

CASES = {
    "inner": Case(
        JOINED,
        f"changelog_join(ORDERS, SHIPMENTS, 'k', columns={TAKEN})",
        "select o.id, s.id, o.k, o.v, s.w " + PAIRS.format("inner"),
    ),
    "left": Case(
        JOINED,
        "changelog_join(ORDERS, SHIPMENTS, {'k': 'k'}, 'left', " + TAKEN + ")",
        "select o.id, s.id, o.k, o.v, s.w " + PAIRS.format("left"),
    ),
    "right": Case(
        JOINED,
        f"changelog_join(ORDERS, SHIPMENTS, ['k'], 'right', {TAKEN})",
        "select o.id, s.id, s.k, o.v, s.w " + PAIRS.format("right"),
    ),
    "full": Case(
        JOINED,
        f"changelog_join(ORDERS, SHIPMENTS, 'k', 'full', {TAKEN})",
        "select o.id, s.id, coalesce(o.k, s.k), o.v, s.w " + PAIRS.format("full"),
    ),
    "by the other's key": Case(
        "id, k, v, w",
        "changelog_join(ORDERS, SHIPMENTS, {'k': 'id'}, 'left', 'w')",
        "select o.id, o.k, o.v, s.w from ORDERS o left join SHIPMENTS s on o.k = s.id",
    ),
    "with itself": Case(
        "id, rid",
        "changelog_join(ORDERS, ORDERS, {'k': 'v'}, aliases=['a', 'b'], columns={'id': 'rid'})",
        "select a.id, b.id from ORDERS a join ORDERS b on a.k = b.v",
    ),
    "aggregate": Case(
        "k, " + ", ".join(TOTALS),
        f"changelog_aggregate(ORDERS, 'k', {TOTALS})",
        "select k, " + ", ".join(TOTALS.values()) + " from ORDERS group by k",
    ),
    "two keys": Case(
        "k, v, n",
        "changelog_aggregate(ORDERS, ['k', 'v'], {'n': 'count(*)'})",
        "select k, v, count(*) from ORDERS group by k, v",
    ),
    "one group": Case(
        "n, s",
        "changelog_aggregate(ORDERS, [], {'n': 'count(*)', 's': 'sum(v)'})",
        "select count(*), sum(v) from ORDERS having count(*) > 0",
    ),
    "first": Case(
        "id, k, v, at",
        "changelog_deduplicate(ORDERS, 'k', 'at', keep='first')",
        f"select id, k, v, at from {NUMBERED.format('partition by k order by at, id')} where r = 1",
    ),
    "last": Case(
        "id, k, v, at",
        "changelog_deduplicate(ORDERS, 'k', ['at'])",
        f"select id, k, v, at from {NUMBERED.format('partition by k order by at desc, id desc')} where r = 1",
    ),
    "topn": Case(
        "id, k, v, r",
        "changelog_topn(ORDERS, 2, 'k', 'v desc', rank_column='r')",
        f"select id, k, v, r from {NUMBERED.format('partition by k order by v desc, id desc')} where r <= 2",
    ),
    "top of all": Case(
        "id, v",
        "changelog_topn(ORDERS, 3, [], ['v', 'at desc'])",
        f"select id, v from {NUMBERED.format('order by v, at desc, id desc')} where r <= 3",
    ),
    "normalize": Case("id, k, v, at", "changelog_normalize(ORDERS, 'id')", "select id, k, v, at from ORDERS"),
}


# All of them on one format, and on the other those that differ in how they read it.
CHECKED = {format: list(CASES) if format == "iceberg" else ["full", "topn"] for format in FORMATS}


def operators(project: Project) -> None:
    """A model of all operators: sums of a hash of each row, which show a row that was given or taken back wrongly."""
    for format, names in CHECKED.items():
        parts = []
        for name, case in [(name, CASES[name]) for name in names]:
            call = case.operator
            for table in TABLES:
                call = call.replace(table, f"ref('{table.lower()}_{format}')")
            hashed = f"cast(hash({case.columns}) as bigint) as h, 1 as n, _row_kind, _commit"
            parts.append(f'select "{name}" as name, {hashed} from {{{{ tablestore.{call} }}}}')
        config = "materialized='incremental', primary_key='name', merge_engine='aggregation', "
        config += f"default_aggregate_function='sum', file_format='{format}'"
        project.write(f"models/sums_{format}.sql", "{{ config(" + config + ") }}\n" + "\nunion all\n".join(parts))


def upstreams(project: Project, batch: dict[str, list[tuple[Any, ...]]]) -> None:
    """The next batch of both tables, in both formats."""
    for table, columns in TABLES.items():
        for format in FORMATS:
            config = {"primary_key": "id", "changelog_producer": "lookup", "file_format": format}
            project.model(f"{table.lower()}_{format}", columns + ", _row_kind string", batch[table], **config)


def check(project: Project, when: str) -> None:
    for format, names in CHECKED.items():
        parts = []
        for name, case in [(name, CASES[name]) for name in names]:
            plain = case.plain
            for table in TABLES:
                plain = plain.replace(table, f"{{{format}}}.{table.lower()}_{format}")
            hashed = "coalesce(sum(cast(hash(*) as bigint)), 0) as h, count(*) as n"
            parts.append(f'select "{name}" as name, {hashed} from ({plain})')
        expected = project.rows("\nunion all\n".join(parts))
        found = project.rows(f"select name, h, n from {{{format}}}.sums_{format}")
        assert [row for row in found if row[1:] != (0, 0)] == [r for r in expected if r[1:] != (0, 0)], (format, when)


def random_batch(chance: random.Random, size: int) -> dict[str, list[tuple[Any, ...]]]:
    """Inserts, updates, deletes and moves to other keys; of few values, so that everything meets everything."""

    def rows(*columns: list[Any]) -> list[tuple[Any, ...]]:
        kinds = ["+I", "+U", "+U", "-D"]
        return [
            (id, *(chance.choice(values) for values in columns), chance.choice(kinds))
            for id in chance.sample(range(80), size)
        ]

    keys = [None, *range(12)]
    times = [f"2026-01-01 00:00:00.{microsecond:06d}" for microsecond in range(4)]
    return {"ORDERS": rows(keys, [None, 1, 2, 3], times), "SHIPMENTS": rows(keys, [None, "a", "b"])}


def test_all_operators_after_every_batch(project: Project) -> None:
    chance = random.Random(7)
    operators(project)
    upstreams(project, random_batch(chance, 60))
    project.run()
    check(project, "first batch")
    upstreams(project, random_batch(chance, 20))
    project.run("--exclude", "sums_*")
    upstreams(project, random_batch(chance, 20))
    project.run()
    check(project, "two batches at once")


READS = {
    "join": "changelog_join(ref('events'), ref('names'), 'id', 'left', columns=['r.*'])",
    "aggregate": "changelog_aggregate(ref('events'), 'id', {'at': 'max(at)', 'tags': 'any_value(tags)'})",
    "last": "changelog_deduplicate(ref('events'), 'id', 'at')",
    "topn": "changelog_topn(ref('events'), 1, 'id', 'at')",
    "normalize": "changelog_normalize(ref('events'), 'id')",
}


def test_rows_are_compared_by_their_values_and_not_by_their_text(project: Project) -> None:
    """The clocks of New York go back: they show 01:30 twice. The entries of a map have no order."""
    zone = {"spark.sql.session.timeZone": "America/New_York"}
    project.target["spark_config"] = project.target["spark_config"] | zone
    project.model("names", "id int, name string", [(1, "a")], primary_key="id", changelog_producer="lookup")
    keyed = "{{ config(materialized='incremental', primary_key='id', changelog_producer='%s') }}\n"
    project.write("models/events.sql", keyed % "lookup" + "select * from global_temp.events\n")
    for name, call in READS.items():
        text = f"select id, at, tags, _row_kind\nfrom {{{{ tablestore.{call} }}}}\n"
        project.write(f"models/by_{name}.sql", keyed % "input" + text)
    project.run("--select", "names")

    # The first and the last version of each row, and how many changes they are. Operators read another one between.
    ab, half_past = "'a', 1, 'b', 2", "05:30:00"
    versions = [
        ((half_past, ab), (half_past, "'b', 2, 'a', 1"), 0),
        ((half_past, "'a', 'null'"), (half_past, "'a', null"), 2),
        ((half_past, ab), (half_past, "'a', 1"), 2),
        ((half_past, ab), ("06:30:00", ab), 2),  # the same time on the clocks of New York
    ]

    def write(events: list[tuple[str, str]]) -> None:
        rows = [
            f"select {id} as id, timestamp '2026-11-01 {time}Z' as at, cast(map({tags}) as map<string, string>) as tags"
            for id, (time, tags) in enumerate(events)
        ]
        spark().sql("create or replace global temporary view events as " + " union all ".join(rows))
        project.run("--select", "events")

    write([first for first, _, _ in versions])
    project.run("--select", "by_*")
    write([(half_past, "'c', 3") for _ in versions])
    write([last for _, last, _ in versions])
    project.run("--select", "by_*")
    for name in READS:
        changes = project.rows(f"select id, count(*) - 1 from {{iceberg}}.by_{name}__changelog group by id")
        assert changes == [(id, count) for id, (_, _, count) in enumerate(versions)], name
        rows = project.rows(f"select id, unix_seconds(at), map_entries(tags) from {{iceberg}}.by_{name}")
        one, ab_entries = 1793511000, [("a", "1"), ("b", "2")]
        assert [(id, at, sorted(tags)) for id, at, tags in rows] == [
            (0, one, ab_entries),
            (1, one, [("a", None)]),
            (2, one, [("a", "1")]),
            (3, one + 3600, ab_entries),
        ], name


def test_a_row_that_replaces_another_can_have_an_older_sequence(project: Project) -> None:
    """Without its shipment, an order goes with the time of the shipment, and comes again with its own."""
    for run, shipments in enumerate([[(1, 7, 20, "+I")], [(1, 7, 20, "-D")]]):
        project.model("orders", "id int, ordered int", [(1, 10)], primary_key="id", changelog_producer="lookup")
        config: dict[str, Any] = {"primary_key": "id", "changelog_producer": "lookup"}
        project.model("shipments", "id int, ship int, shipped int, _row_kind string", shipments, **config)
        project.write(
            "models/joined.sql",
            """
            {{ config(materialized='incremental', primary_key='id', sequence_field='at') }}
            select id, ship, coalesce(shipped, ordered) as at, _row_kind, _commit
            from {{ tablestore.changelog_join(ref('orders'), ref('shipments'), 'id', 'left',
                                              columns=['ship', 'shipped']) }}
            """,
        )
        project.run()
        assert project.rows("select * from {iceberg}.joined") == [(1, None, 10) if run else (1, 7, 20)]
