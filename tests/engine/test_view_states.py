"""Materialized views whose states expire: they hold what the stateful operators of keyed models hold."""

from __future__ import annotations

import random
from typing import Any

import pytest

from formats import FORMATS
from project import Project

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
    for name, config in {"by_variable": {}, "by_option": {"state_ttl": "3 d"}, "never": {"state_ttl": "0"}}.items():
        view(project, name, counted, **config)
    views = ["totals", "by_variable", "by_option", "never"]

    def run(day: int, orders: list[tuple[Any, ...]], shipments: list[tuple[Any, ...]]) -> list[Any]:
        project.clock = f"2026-01-0{day} 06:00:00"
        project.model("orders", ORDERS, orders, **keyed)
        project.model("shipments", SHIPMENTS, shipments, **keyed)
        project.run()
        return [project.rows(f"select n, total from {{iceberg}}.{name}") for name in views]

    assert run(1, [(1, "a", 5, "+I")], [(11, "a", "+I")]) == [[(1, 5)]] * 4
    # order 1 is as old as the TTL: shipment 12 does not find it, and the group begins again
    found = run(2, [(2, "a", 7, "+I")], [(12, "a", "+I")])
    assert found == [[(3, 19)], [(1, 7)], [(2, 12)], [(2, 12)]]
    # order 1 goes with the pairs of both shipments, which have not expired, though it had found one only
    found = run(3, [(1, "a", 5, "-D")], [])
    assert found == [[(1, 9)], [(1, 7)], [(1, 7)], [(1, 7)]]

    project.succeed("run-operation", "explain_refresh", "--args", "{select: totals}")
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    [join] = [line for line in lines if line.startswith("Join(")]
    assert join.endswith("state=[leftState of o, rightState of s], ttl=[1 d, never])"), join
    project.run("--select", "totals", "by_variable", "--full-refresh")
    assert [project.rows(f"select n, total from {{iceberg}}.{name}") for name in views[:2]] == [[(2, 14)], [(1, 7)]]
