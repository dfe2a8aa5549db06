"""Materialized views whose states expire: they hold what the stateful operators of keyed models hold."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from formats import CATALOGS, FORMATS
from project import Project, spark

ORDERS, SHIPMENTS = "id int, k string, v int, _row_kind string", "id int, k string, _row_kind string"
KEYED = {"primary_key": "id", "changelog_producer": "lookup"}
HINT = "tablestore.hint('STATE_TTL', {'o': '1 d', 's': '2 d'})"
JOIN = (
    "{{ tablestore.changelog_join(ref('orders'), ref('shipments'), 'k', '%s', columns=[{'id': 'rid'}], "
    "aliases=['o', 's'], hint=" + HINT + ") }}"
)
# The name of a view -> its query, and the columns and the source of the keyed model that holds the same.
VIEWS = {
    "pairs": (
        "select /*+ STATE_TTL('o' = '1 d', 's' = '2 d') */ o.id, s.id as rid, o.v "
        "from {{ ref('orders') }} as o join {{ ref('shipments') }} as s on o.k = s.k",
        ["id", "rid"],
        "id, rid, v",
        JOIN % "inner",
    ),
    "padded": (
        "with o as (select * from {{ ref('orders') }}) "
        "select * from (select /*+ STATE_TTL('o' = '1 d', 's' = '2 d') */ o.id, s.id as rid, o.v "
        "from o left join {{ ref('shipments') }} as s on s.k = o.k) as joined",
        ["id", "rid"],
        "id, rid, v",
        JOIN % "left",
    ),
    "counts": (
        "select /*+ state_ttl('orders' = '36 h') */ k, count(*) as n, min(v) as least "
        "from {{ ref('orders') }} group by k",
        ["k"],
        "k, n, least",
        "{{ tablestore.changelog_aggregate(ref('orders'), 'k', {'n': 'count(*)', 'least': 'min(v)'}, "
        "hint=tablestore.hint('STATE_TTL', {'orders': '36 h'})) }}",
    ),
}


def view(project: Project, name: str, query: str, **config: Any) -> None:
    values = {"materialized": "materialized_view"} | config
    project.write(
        f"models/{name}.sql", "{{ config(" + ", ".join(f"{k}={v!r}" for k, v in values.items()) + ") }}\n" + query
    )


@pytest.mark.extended
@pytest.mark.parametrize("format", FORMATS)
def test_views_are_what_keyed_models_with_the_operators_are(project: Project, format: str) -> None:
    chance, orders, shipments = random.Random(11), {}, {}
    for name, (query, key, columns, source) in VIEWS.items():
        view(project, name, query, file_format=format)
        config = {"materialized": "incremental", "primary_key": key, "null_key": "keep", "file_format": format}
        view(project, f"{name}_model", f"select {columns}, _row_kind, _commit from {source}", **config)

    def batch(rows: dict[int, tuple[Any, ...]], *choices: list[Any]) -> list[tuple[Any, ...]]:
        """Changes of up to five rows out of twelve."""
        changes = []
        for id in chance.sample(range(12), 5):
            kinds = ["+U", "-D"] if id in rows else ["+I"]
            values = tuple(chance.choice(values) for values in choices)
            kind = chance.choice(kinds)
            changes.append((id, *(rows[id] if kind == "-D" else values), kind))
            rows.pop(id) if kind == "-D" else rows.update({id: values})
        return changes

    days = [1, 1, 2, 3, 3, 6]
    for number, day in enumerate(days):
        project.clock = f"2026-01-0{day} {number:02}:00:00"
        project.model("orders", ORDERS, batch(orders, ["a", "b", None], [1, 2]), **KEYED, file_format=format)
        project.model("shipments", SHIPMENTS, batch(shipments, ["a", "b", None]), **KEYED, file_format=format)
        # several commits of the tables in one refresh
        results = project.run(*(["--select", "orders", "shipments"] if number == 3 else []))
        for name, (_, _, columns, _) in VIEWS.items() if number != 3 else ():
            found = project.rows(f"select {columns} from {{{format}}}.{name}")
            assert found == project.rows(f"select {columns} from {{{format}}}.{name}_model"), (name, number)
            assert number == 0 or results[name]["kind"] == "incremental", results[name]
    assert project.rows(f"select count(*) from {{{format}}}.pairs") != project.rows(
        f"select count(*) from {{{format}}}.orders join {{{format}}}.shipments using (k)"
    ), "something has expired"


def test_states_expire_by_hint_option_and_variable(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    project.settings["vars"] = {"tablestore_state_ttl": "1 d"}
    keyed = KEYED | {"state_ttl": "0"}
    joined = (
        "select /*+ STATE_TTL('o' = '1 d', 's' = '0') */ o.k, o.v "
        "from {{ ref('orders') }} as o join {{ ref('shipments') }} as s on o.k = s.k and s.id > 0"
    )
    totals = f"select k, count(*) as n, sum(v) as total from ({joined}) as joined group by k"
    view(project, "totals", totals, state_ttl="0")
    counted = "select k, count(*) as n, sum(v) as total from {{ ref('orders') }} group by k having count(*) < 3"
    view(project, "by_variable", counted)
    views = ["totals", "by_variable"]

    def run(day: int, orders: list[tuple[Any, ...]], shipments: list[tuple[Any, ...]]) -> list[Any]:
        project.clock = f"2026-01-0{day} 06:00:00"
        project.model("orders", ORDERS, orders, **keyed)
        project.model("shipments", SHIPMENTS, shipments, **keyed)
        project.run()
        return [project.rows(f"select n, total from {{iceberg}}.{name}") for name in views]

    assert run(1, [(1, "a", 5, "+I")], [(11, "a", "+I")]) == [[(1, 5)]] * 2
    # order 1 is as old as the TTL: shipment 12 does not find it, and the group begins again
    found = run(2, [(2, "a", 7, "+I")], [(12, "a", "+I")])
    assert found == [[(3, 19)], [(1, 7)]]
    # order 1 goes with the pairs of both shipments, which have not expired, though it had found one only
    found = run(3, [(1, "a", 5, "-D")], [])
    assert found == [[(1, 9)], [(1, 7)]]

    project.succeed("run-operation", "explain_refresh", "--args", "{select: totals}")
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    [join] = [line for line in lines if line.startswith("Join(")]
    assert join.endswith("state=[leftState of o, rightState of s], ttl=[1 d, never])"), join
    view(project, "totals", totals.replace(joined, joined.replace("1 d", "0")), state_ttl="0")
    kind = project.run("--select", "totals")["totals"]
    assert (kind["kind"], kind["reason"]) == ("full", "changed: states that no longer expire")
    project.run("--select", "by_variable", "--full-refresh")
    assert [project.rows(f"select n, total from {{iceberg}}.{name}") for name in views[:2]] == [[(2, 14)], [(1, 7)]]


def test_a_view_runs_by_its_compiled_plan(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    joined = "select o.k, o.v from {{ ref('orders') }} as o join {{ ref('shipments') }} as s on o.k = s.k"
    top = (
        "select k, v from (select o.k, o.v, row_number() over (partition by o.k order by o.v) as place "
        "from {{ ref('orders') }} as o join {{ ref('shipments') }} as s on o.k = s.k) as placed where place <= 2"
    )
    view(project, "joined", joined)
    view(project, "top", top)

    def run(day: int, orders: list[tuple[Any, ...]], shipments: list[tuple[Any, ...]]) -> None:
        project.clock = f"2026-01-0{day} 06:00:00"
        project.model("orders", ORDERS, orders, **KEYED)
        project.model("shipments", SHIPMENTS, shipments, **KEYED)

    run(1, [(1, "a", 5, "+I")], [(11, "a", "+I")])
    project.run()
    for name in ("joined", "top"):
        project.succeed("run-operation", "compile_plan", "--args", f"{{select: {name}, path: plans/{name}.json}}")
    assert "wrote plans/joined.json: 6 nodes, states leftState 0 ms, rightState 0 ms" in capsys.readouterr().out
    file = project.folder / "plans" / "joined.json"
    plan = json.loads(file.read_text())
    nodes = [node["type"].removeprefix("stream-exec-") for node in plan["nodes"]]
    assert nodes == ["table-source-scan_1", "table-source-scan_1", "join_1", "calc_1", "calc_1", "keyed-merge_1"]
    assert [edge["target"] for edge in plan["edges"]] == [3, 3, 4, 5, 6]
    ranked = json.loads((project.folder / "plans" / "top.json").read_text())
    states = {node["type"]: node["state"] for node in ranked["nodes"] if node.get("state")}
    assert list(states) == ["stream-exec-join_1", "stream-exec-rank_1"], "all states are listed"

    plan["nodes"][2]["state"][0]["ttl"] = "1 d"
    file.write_text(json.dumps(plan))
    for name, query in (("joined", joined), ("top", top)):
        view(project, name, query, compiled_plan=f"plans/{name}.json")
    run(2, [(2, "a", 7, "+I")], [(12, "a", "+I")])
    project.run()
    log = (project.folder / "logs" / "dbt.log").read_text()
    assert "joined: state leftState 1 d (plan plans/joined.json), rightState never expires" in log
    assert project.rows("select v, count(*) from {iceberg}.joined group by v") == [(5, 1), (7, 2)]
    assert project.rows("select * from {iceberg}.top") == [("a", 5), ("a", 5)]
    project.succeed("run-operation", "explain_refresh", "--args", "{select: joined}")
    assert "state=[leftState of o, rightState of s], ttl=[1 d, never])" in capsys.readouterr().out

    view(project, "joined", joined.replace("o.v", "o.v + 1 as v", 1), compiled_plan="plans/joined.json")
    message = project.error("--select", "joined")
    assert "no longer matches its compiled plan; nothing was written" in message and "`o.v + 1 as v`" in message
    next(node for node in ranked["nodes"] if node["type"] == "stream-exec-rank_1")["state"][0]["ttl"] = "1 d"
    (project.folder / "plans" / "top.json").write_text(json.dumps(ranked))
    message = project.error("--select", "top")
    assert "the ttl of state rankState of Rank(" in message and "has no effect" in message


@pytest.mark.extended
def test_the_stored_rows_do_not_expire(project: Project) -> None:
    """Neither those of a view whose states expire, nor those that an earlier release let expire for readers."""
    view(project, "counts", "select k, count(*) as n from {{ ref('orders') }} group by k", state_ttl="1 d")
    view(project, "reader", "select k, n from {{ ref('counts') }}", refresh_policy="incremental")

    def run(day: int, orders: list[tuple[Any, ...]]) -> list[tuple[str, str]]:
        project.clock = f"2026-01-{day:02} 06:00:00"
        project.model("orders", ORDERS, orders, **KEYED)
        results = project.run()
        assert project.rows("select * from {iceberg}.reader") == project.rows("select * from {iceberg}.counts")
        return [(results[name]["kind"], results[name]["reason"]) for name in ("counts", "reader")]

    run(1, [(1, "a", 5, "+I"), (2, "b", 5, "+I")])
    assert run(5, [(3, "c", 7, "+I")]) == [("incremental", "")] * 2
    assert len(project.rows("select * from {iceberg}.reader")) == 3

    # as an earlier release left them
    name = f"{CATALOGS['iceberg']}.{project.schema}.counts__rows"
    spark().sql(f"alter table {name} add columns (_written_at timestamp)")
    since = "timestamp_millis(1767247200000)"
    project.record("{iceberg}.counts__rows", {"tablestore.state-ttl": "86400000", "tablestore.state-since": since})
    rebuilt = [("full", "its stored rows no longer expire"), ("full", "counts was rebuilt since the last refresh")]
    assert run(9, []) == rebuilt
    assert "_written_at" not in spark().table(name).columns
    assert run(13, [(4, "d", 7, "+I")]) == [("incremental", "")] * 2
