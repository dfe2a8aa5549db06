"""How the state of an operator ages, on a clock the tests set: Flink's rules, one by one."""

from __future__ import annotations

from typing import Any

import pytest

from project import Project, spark

# The runs of a test, in hours after the first.
CLOCK = {0: "2026-01-01 00:00:00", 36: "2026-01-02 12:00:00", 54: "2026-01-03 06:00:00", 102: "2026-01-05 06:00:00"}
CLOCK |= {103: "2026-01-05 07:00:00"}

COUNT = "changelog_aggregate(ref('orders'), 'k', {'n': 'count(*)'})"
PAIRS = "changelog_join(ref('orders'), ref('orders'), 'k', columns={'v': 'w'}, aliases=['a', 'b'])"


def upstream(project: Project, name: str, columns: str, rows: list[tuple[Any, ...]], **config: Any) -> None:
    config = {"primary_key": "id", "changelog_producer": "lookup", "state_ttl": "0"} | config
    project.model(name, columns + ", _row_kind string", rows, **config)


def reader(project: Project, name: str, key: str | list[str], columns: str, source: str, **config: Any) -> None:
    """A keyed model whose changelog is what its operator gave."""
    values = {"materialized": "incremental", "primary_key": key, "changelog_producer": "input"} | config
    arguments = ", ".join(f"{option}={value!r}" for option, value in values.items())
    select = f"select {columns}, _row_kind, _commit from {{{{ tablestore.{source} }}}}"
    project.write(f"models/{name}.sql", "{{ config(" + arguments + ") }}\n" + select)


def given(project: Project, name: str, columns: str, commit: int) -> list[tuple[Any, ...]]:
    """What the operator of a model gave in a run."""
    return project.rows(f"select _row_kind, {columns} from {{iceberg}}.{name}__changelog where _commit = {commit}")


def run(project: Project, hour: int) -> None:
    project.clock = CLOCK[hour]
    project.run()


@pytest.mark.extended
def test_joins_forget_each_side_by_its_own_age(project: Project) -> None:
    orders = "id int, k string, v int"
    columns = "id, rid, v"
    sides = "ref('orders'), ref('shipments'), 'k'"
    named = "columns=[{'id': 'rid'}], aliases={'left': 'o', 'right': 's'}, hint=tablestore.hint('STATE_TTL', "
    reader(
        project, "inner_join", ["id", "rid"], columns, f"changelog_join({sides}, {named} {{'o': '1 d', 's': '2 d'}}))"
    )
    reader(project, "left_join", "id", columns, f"changelog_join({sides}, 'left', {named} {{'s': '1 d'}}))")

    def batch(hour: int, left: list[tuple[Any, ...]], right: list[tuple[Any, ...]]) -> None:
        upstream(project, "orders", orders, left)
        upstream(project, "shipments", "id int, k string", right)
        run(project, hour)

    batch(0, [(1, "a", 0, "+I"), (5, "b", 0, "+I")], [(10, "a", "+I"), (20, "b", "+I")])
    assert given(project, "inner_join", columns, 1) == [("+I", 1, 10, 0), ("+I", 5, 20, 0)]

    batch(36, [(2, "a", 0, "+I"), (5, "b", 1, "+U"), (6, None, 0, "+I")], [(11, "a", "+I")])
    # order 1 is forgotten, shipment 10 is not; shipment 11 finds order 2 alone
    inner = [("+I", 2, 10, 0), ("+I", 2, 11, 0), ("+U", 5, 20, 1), ("-U", 5, 20, 0)]
    assert given(project, "inner_join", columns, 2) == inner
    # no shipment is younger than a day but 11, so order 5 has none; order 1, which has no TTL, finds it
    left = given(project, "left_join", columns, 2)
    assert [row for row in left if row[1] == 5 and row[0] == "+U"] == [("+U", 5, None, 1)]
    assert [row for row in left if row[1] == 2] == [("+I", 2, 11, 0)]
    joined = [(1, 11, 0), (2, 11, 0), (5, None, 1), (6, None, 0)]
    assert project.rows("select * from {iceberg}.left_join") == joined, "an order without a key has no shipment"

    batch(54, [(3, "a", 0, "+I")], [(10, "a", "-D")])
    # what goes is taken back from whom it still finds: from order 2, not from order 1, which keeps its row for good
    assert given(project, "inner_join", columns, 3) == [("+I", 3, 11, 0), ("-D", 2, 10, 0)]
    inner = [(1, 10, 0), (2, 11, 0), (3, 11, 0), (5, 20, 1)]
    assert project.rows("select * from {iceberg}.inner_join") == inner


@pytest.mark.extended
def test_keys_start_afresh_after_a_gap(project: Project) -> None:
    project.settings["vars"] = {"tablestore_state_ttl": "2 d"}
    counted = "changelog_aggregate(ref('orders'), 'k', {'n': 'count(*)'}"
    hint = ", hint=tablestore.hint('STATE_TTL', {'orders': '2 d'}))"
    reader(project, "by_variable", "k", "k, n", counted + ")")
    reader(project, "by_hint", "k", "k, n", counted + hint, state_ttl="1 h")
    reader(project, "by_model", "k", "k, n", counted + ")", state_ttl="1 h")
    reader(project, "never", "k", "k, n", counted + ")", state_ttl="0 s")
    reader(project, "first", "k", "k, id", "changelog_deduplicate(ref('orders'), 'k', 'id', keep='first')")
    reader(project, "last", "k", "k, id", "changelog_deduplicate(ref('orders'), 'k', 'id')")
    reader(project, "top", "id", "id, r", "changelog_topn(ref('orders'), 2, 'k', 'v', rank_column='r')")
    reader(project, "normal", "id", "id, v", "changelog_normalize(ref('orders'), 'id')")
    counts = ["by_variable", "by_hint", "by_model", "never"]
    columns = dict.fromkeys(counts, "k, n")
    columns |= {"first": "id", "last": "id", "top": "id, r", "normal": "id, v"}

    def batch(number: int, hour: int, rows: list[tuple[Any, ...]]) -> dict[str, list[tuple[Any, ...]]]:
        upstream(project, "orders", "id int, k string, v int", rows)
        run(project, hour)
        return {name: given(project, name, names, number) for name, names in columns.items()}

    found = batch(1, 0, [(1, "x", 1, "+I"), (2, "x", 2, "+I")])
    assert found["by_variable"] == [("+I", "x", 2)] and found["first"] == [("+I", 1)] and found["last"] == [("+I", 2)]

    found = batch(2, 36, [(3, "x", 3, "+I")])
    assert found["by_variable"] == found["by_hint"] == found["never"] == [("+U", "x", 3), ("-U", "x", 2)]
    assert found["by_model"] == [("+I", "x", 1)], "no write for an hour: it begins again, nothing is taken back"
    assert found["first"] == [] and found["last"] == [("+U", 3), ("-U", 2)]
    assert found["top"] == []

    found = batch(3, 54, [(4, "x", 0, "+I")])
    assert found["by_variable"] == [("+U", "x", 4), ("-U", "x", 3)], "18 hours after the last write, 54 after the first"
    assert found["first"] == [("+I", 4)], "the first row is two days old, however many came since"
    assert found["last"] == [("+U", 4), ("-U", 3)]
    assert found["top"] == [("+I", 4, 1), ("+U", 1, 2), ("-D", 2, 2), ("-U", 1, 1)]

    found = batch(4, 102, [(5, "x", 9, "+I"), (4, "x", 5, "+U"), (3, "x", 7, "+U")])
    assert found["by_variable"] == found["by_hint"] == [("+I", "x", 3)], "two days without a write"
    assert found["never"] == [("+U", "x", 5), ("-U", "x", 4)]
    assert found["last"] == [("+I", 5)] and found["first"] == [("+I", 3)]
    assert found["top"] == [("+I", 3, 2), ("+I", 4, 1)], "ranks begin again, and old ones stay"
    assert found["normal"] == [("+I", 3, 7), ("+I", 4, 5), ("+I", 5, 9)]

    found = batch(5, 103, [(1, "x", 1, "-D"), (5, "x", 8, "+U")])
    assert found["by_variable"] == [], "what goes was forgotten before"
    assert found["by_model"] == [("+I", "x", 1)]
    assert found["never"] == [("+U", "x", 4), ("-U", "x", 5)]
    assert found["normal"] == [("+U", 5, 8), ("-U", 5, 9)]
    names = ", ".join(
        f"(select max(n) from {{iceberg}}.{name})" for name in ("by_variable", "by_hint", "by_model", "never")
    )
    assert project.rows(f"select {names}") == [(3, 3, 1, 4)]


JOIN = "changelog_join(ref('orders'), ref('shipments'), 'k', {}columns=[{{'id': 'rid'}}])"
FORGETFUL = {
    "inner": ("id", "rid", "v", JOIN.format("")),
    "left": ("id", "coalesce(rid, 0)", "v", JOIN.format("join_type='left', ")),
    "count": ("n", "0", "n", "changelog_aggregate(ref('orders'), 'k', {'n': 'count(*)'})"),
    "top": ("id", "0", "v", "changelog_topn(ref('orders'), 1, 'k', 'v')"),
    "first": ("id", "0", "v", "changelog_deduplicate(ref('orders'), 'k', 'v', keep='first')"),
}


@pytest.mark.extended
def test_several_commits_in_one_run_are_a_run_for_each(project: Project) -> None:
    """The changes that an operator returns do not depend on when it runs, nor on how many commits it reads at once."""
    parts = [
        f"select '{name}' as op, k, {a} as a, {b} as b, {c} as c, _row_kind, _commit from {{{{ tablestore.{call} }}}}"
        for name, (a, b, c, call) in FORGETFUL.items()
    ]
    config = "materialized='incremental', primary_key=['op', 'k', 'a', 'b'], state_ttl='1 d', "
    config += "changelog_producer='input'"
    for name in ("eager", "lagging"):
        project.write(f"models/{name}.sql", "{{ config(" + config + ") }}\n" + "\nunion all\n".join(parts))
    batches: dict[int, tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]] = {
        0: ([(1, "a", 5, "+I"), (2, "b", 5, "+I"), (3, "c", 5, "+I")], [(20, "b", "+I")]),
        23: ([(4, "c", 7, "+I")], [(10, "a", "+I")]),
        25: ([(2, "b", 6, "+U")], [(11, "a", "+I"), (30, "c", "+I")]),
        50: ([(1, "a", 1, "+U"), (5, "c", 9, "+I"), (3, "c", 5, "-D")], []),
        54: ([(5, "d", 9, "+U")], [(12, "a", "+I"), (10, "a", "-D"), (40, "d", "+I")]),
    }
    for hour, (orders, shipments) in batches.items():
        upstream(project, "orders", "id int, k string, v int", orders)
        upstream(project, "shipments", "id int, k string", shipments)
        project.clock = f"2026-01-{1 + hour // 24:02} {hour % 24:02}:00:00"
        project.run(*(["--exclude", "lagging"] if hour else []))
    project.clock = "2026-02-01 00:00:00"
    project.run()
    query = "select op, _row_kind, k, a, b, c from {{iceberg}}.{}__changelog"
    eager = project.rows(query.format("eager"))
    assert project.rows(query.format("lagging")) == eager
    joined = [
        ("+I", "b", 2, 20, 5),
        ("+I", "a", 1, 10, 5),  # shipment 10 came 23 hours after order 1, shipment 11 came 25 hours after it
        ("+I", "c", 4, 30, 7),  # at 25 hours, order 4 is two hours old, and order 3 has expired
        *[("+I", "a", 1, 12, 1), ("+I", "d", 5, 40, 9), ("-D", "a", 1, 10, 1)],  # at 50 hours, no shipment is found
    ]
    assert [row[1:] for row in eager if row[0] == "inner"] == sorted(joined, key=repr)


@pytest.mark.extended
def test_rows_that_expired_from_a_table_stay_in_the_state_of_its_readers(project: Project) -> None:
    count = "changelog_aggregate(ref('orders'), 'k', {'n': 'count(*)'})"
    pairs = "changelog_join(ref('orders'), ref('names'), 'k', columns={'id': 'rid'})"
    for name in ("eager", "lagging", "late"):
        reader(project, f"{name}_count", "k", "k, n", count)
        reader(project, f"{name}_join", ["id", "rid"], "id, rid, k", pairs)
    upstream(project, "names", "id int, k string", [(100, "x", "+I"), (200, "y", "+I")])
    batches: dict[int, list[tuple[Any, ...]]] = {
        0: [(1, "x", "+I"), (2, "x", "+I"), (3, "y", "+I")],
        36: [(4, "x", "+I")],  # x is touched and y is not; order 1 expired in both
        54: [(1, "y", "+I"), (3, "y", "-D")],  # order 1 starts again with key y; no change removes order 3
        102: [(5, "x", "+I")],
    }
    for hour, rows in batches.items():
        upstream(project, "orders", "id int, k string", rows, state_ttl="1 d")
        project.clock = CLOCK[hour]
        project.run("--exclude", *(["late_*", "lagging_*"] if hour else ["late_*"]))
        if hour == 36:
            assert given(project, "eager_count", "k, n", 2) == [("+U", "x", 3), ("-U", "x", 2)]
        if hour == 54:
            spark().sql(f"delete from lake.{project.schema}.orders where id = 2")  # as expire_state does
    project.run("--empty", "--select", "eager_count")
    assert given(project, "eager_count", "k, n", 5) == []
    run(project, 103)
    for name in ("eager", "lagging", "late"):
        assert project.rows(f"select * from {{iceberg}}.{name}_count") == [("x", 3), ("y", 2)], name
        joined = [(1, 200, "y"), (2, 100, "x"), (3, 200, "y"), (4, 100, "x"), (5, 100, "x")]
        assert project.rows(f"select * from {{iceberg}}.{name}_join") == joined, name


TOO_SHORT = {
    "aggregate": (COUNT, "0", "when the state of a key expires depends on all its writes"),
    "join": (PAIRS, "0", "a state_ttl of 2 d needs the changes from commit 1 on"),
    "table whose rows expire": (
        COUNT,
        "1 d",
        "its rows expire, and only its changes show which rows an operator still has",
    ),
}


@pytest.mark.parametrize(
    "case", [name if name == "join" else pytest.param(name, marks=pytest.mark.extended) for name in TOO_SHORT]
)
def test_a_changelog_too_short_for_the_ttl_is_an_error(project: Project, case: str) -> None:
    operator, ttl, reason = TOO_SHORT[case]
    reader(project, "reading", "k", "k", operator, state_ttl="2 d")
    kept = {"changelog_time_retained": "1 h", "state_ttl": ttl}
    upstream(project, "orders", "id int, k string, v int", [(1, "x", 1, "+I")], **kept)
    run(project, 0)
    upstream(project, "orders", "id int, k string, v int", [(2, "x", 1, "+I")], **kept)
    project.clock = CLOCK[36]
    message = project.error()
    assert f"its changelog begins after commit 1, and {reason}" in message and "changelog_time_retained" in message


@pytest.mark.extended
def test_the_rows_of_an_adopted_table_are_in_no_changelog(project: Project) -> None:
    """So an operator that forgets rows, and one over a table that does, cannot tell which of them it still has."""
    project.write("models/orders.sql", "{{ config(materialized='table') }} select 1 as id, 'a' as k, '+I' as _row_kind")
    project.clock = CLOCK[0]
    project.run()
    project.rows("alter table {iceberg}.orders drop column _row_kind")
    hint = "hint=tablestore.hint('STATE_TTL', {'orders': '1 d'})"
    reader(project, "counts", "k", "k, n", COUNT.removesuffix(")") + f", {hint})")
    upstream(project, "orders", "id int, k string", [(2, "a", "+I")])
    run(project, 36)
    assert project.rows("select k, n from {iceberg}.counts") == [("a", 2)]
    upstream(project, "orders", "id int, k string", [(3, "a", "+I")])
    assert "its changelog begins after commit 0, and when the state of a key expires" in project.error()
    reader(project, "counts", "k", "k, n", COUNT)
    upstream(project, "orders", "id int, k string", [(3, "a", "+I")], state_ttl="1 d")
    project.run("--select", "orders")
    assert "its changelog begins after commit 0, and its rows expire" in project.error(
        "--full-refresh", "--select", "counts"
    )
