"""The report's page and pictures from given facts: what the charts show, and how graphs are laid out."""

from __future__ import annotations

import html
import json
import random
import re
import shutil
import subprocess
from collections import Counter
from datetime import datetime, timezone
from itertools import pairwise, permutations, product
from pathlib import Path
from typing import Any

import pytest
from dbt.adapters.tablestore.plans.files import Plan
from dbt.adapters.tablestore.profile.refusing import RefusedError
from dbt.adapters.tablestore.report import facts
from dbt.adapters.tablestore.report.layers import Point, layout
from dbt.adapters.tablestore.report.page import page
from dbt.adapters.tablestore.report.reports import Reports
from dbt_common.exceptions import DbtRuntimeError
from jinja2 import Environment

NOW = datetime(2024, 5, 4, tzinfo=timezone.utc)
KINDS = ("inserted", "updated", "deleted", "late")
COUNTS = {"inserted": 3_100, "updated": 1_250, "deleted": 40, "unchanged": 5, "late": 7}


def found(name: str, commits: int = 3, **values: Any) -> dict[str, Any]:
    """What the macro `_reported_table` collects of a table with commits of a growing number of rows."""
    made = [
        {
            "commit": number,
            "epoch": "e",
            "micros": 1_714_550_000_000_000 + number * 3_600_000_000,
            "invocation_id": f"0f3c{number:04}-1111-2222-3333-444455556666",
            "duration_ms": 2_000 + 700 * (number % 7),
            **{f"rows_{kind}": rows * number for kind, rows in COUNTS.items() if kind != "late"},
            "rows_ignored_late": COUNTS["late"] * number,
        }
        for number in range(commits, 0, -1)
    ]
    return {
        "name": name,
        "unique_id": f"model.shop.{name}",
        "relation": f"lake.main.{name}",
        "is_view": False,
        "format": "iceberg",
        "engine": "deduplicate",
        "key": ["id"],
        "number": commits,
        "readable": commits,
        "producer": "lookup",
        "ttl": 2_592_000_000,
        "states": "",
        "is_unfinished": False,
        "rows": 120_000,
        "files": {"n": 12, "b": 73_400_320, "s": 5, "o": 0, "d": 1},
        "file_columns": {"files": "n", "bytes": "b", "snapshots": "s", "old_snapshots": "o", "delete_files": "d"},
        "commits": made,
        "latencies": [{"commit": number, "seconds": 600.0 + 45 * number} for number in range(1, commits + 1)],
        "readers": [],
        "depends_on": [],
        "offsets": [],
        "compiled_plan": None,
        **values,
    }


def shown(*tables: dict[str, Any]) -> str:
    return page("shop", [facts.table(table) for table in tables], {}, NOW)


def charts(text: str) -> dict[str, str]:
    """The charts of a page by their names for people who do not see them."""
    return dict(re.findall(r'<figure role="img" aria-label="([^"]*)">(.*?)</figure>', text, re.DOTALL))


def sections(text: str) -> list[tuple[str, str]]:
    """The ids of the tables of a page, and the class of those with a problem."""
    return re.findall(r'<section id="([^"]+)"( class="bad")?', text)


def attributes(text: str, tag: str, kind: str = "") -> list[dict[str, str]]:
    """The attributes of each tag of a kind."""
    tags = re.findall(rf"<{tag}\b([^>]*)>([^<]*)", text)
    all_found = [dict(re.findall(r'([\w-]+)="([^"]*)"', inner)) | {"text": content} for inner, content in tags]
    return [inner for inner in all_found if inner.get("class", "") == kind]


@pytest.mark.parametrize("commits", [1, 3, 60, 130])
def test_bars_are_as_high_as_their_rows(commits: int) -> None:
    chart = charts(shown(found("orders", commits)))["Rows per commit: inserted, updated, deleted and late, orders"]
    zero, *others = [
        (float(tick["y1"]), text["text"])
        for tick, text in zip(attributes(chart, "line", "grid"), attributes(chart, "text", "value"), strict=True)
    ]
    top, label = others[-1]
    assert zero[1] == "0" and label.endswith("k")
    pixels = (zero[0] - top) / (float(label[:-1]) * 1000)
    numbers = range(max(1, commits - 59), commits + 1)
    for kind in KINDS:
        heights = [float(bar["height"]) for bar in attributes(chart, "rect", kind)]
        assert heights == pytest.approx([COUNTS[kind] * number * pixels for number in numbers], abs=0.02), kind
    bottoms = Counter(round(float(bar["y"]) + float(bar["height"])) for bar in attributes(chart, "rect", "inserted"))
    assert bottoms == {round(zero[0]): len(numbers)}
    assert f"<title>commit {commits}: {3_100 * commits:,} inserted, {1_250 * commits:,} updated" in chart


@pytest.mark.parametrize(("commits", "offset"), [*product([1, 2, 7, 24, 59, 60], [0, 980, 99_970])])
def test_labels_of_the_axis_do_not_collide(commits: int, offset: int) -> None:
    """At 240 pixels, less than a phone's page has, with 7 pixels a digit; the newest commit has a label."""
    table = found("orders", commits)
    for commit in table["commits"]:
        commit["commit"] += offset
    for name, chart in charts(shown(table)).items():
        labels = attributes(chart, "text")
        assert labels[-1]["text"] == str(commits + offset), name
        ends = [(float(label["x"].rstrip("%")) * 2.4, 3.5 * len(label["text"])) for label in labels]
        assert all(left + half < right - other for (left, half), (right, other) in pairwise(ends)), (name, ends)


def test_a_line_goes_through_the_seconds_of_its_commits() -> None:
    drawn = charts(shown(found("orders", 3)))
    seconds = drawn["Seconds per commit, orders"]
    assert [text["text"] for text in attributes(seconds, "text", "value")] == ["0", "2 s", "4 s", "6 s"]
    # 2.7, 3.4 and 4.1 seconds, where 6 seconds are 130 pixels
    assert [float(point["cy"]) for point in attributes(seconds, "circle")] == [71.5, 56.33, 41.17]
    latency = drawn["From the newest event to the start of the run, orders"]
    assert "<title>commit 3: 12.2 min</title>" in latency and "10 min" in latency


def test_an_event_that_is_later_than_the_start_of_its_run_has_no_known_latency() -> None:
    """The page is written all the same, and without the line if all events are later."""
    name = "From the newest event to the start of the run, orders"
    given = [{"commit": number, "seconds": seconds} for number, seconds in enumerate((-3600.0, 5.0, 0.0, -1.0), 1)]
    chart = charts(shown(found("orders", 4, latencies=given)))[name]
    assert re.findall(r"<title>commit \d: (.*?)</title>", chart) == ["unknown", "5.0 s", "0.0 s", "unknown"]
    assert [point["cx"] for point in attributes(chart, "circle")] == ["37.5%", "62.5%"]
    assert name not in charts(shown(found("orders", 4, latencies=given[:1])))


def test_a_build_has_its_own_seconds() -> None:
    """The numbers of commits begin again with each build."""
    table, before = found("orders", 3), found("orders", 3)
    for commit in before["commits"]:
        commit.update(epoch="before", duration_ms=900_000)
    both = table | {"commits": [*table["commits"], *before["commits"]]}
    assert charts(shown(both)) == charts(shown(table))
    rows = shown(both).partition("The last commits")[2].partition("</table>")[0]
    rebuilt = "rebuilt; the commits before have their own numbers"
    assert re.findall(r"<tr><td[^>]*>([^<]*)", rows) == ["3", "2", "1", rebuilt, "3", "2", "1"]
    assert "rebuilt;" not in shown(table)


def test_a_command_has_no_value_of_a_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["dbt-tablestore", "report", "--vars", "{api_key: hunter2}", "--target", "prod"])
    text = html.unescape(shown(found("orders", is_unfinished=True)))
    assert "hunter2" not in text
    assert "dbt run-operation maintain --target prod --vars '{...}' --args '{select: orders}'" in text


def test_a_commit_without_seconds_leaves_a_gap() -> None:
    table = found("orders", 4)
    table["commits"][1]["duration_ms"] = None
    chart = charts(shown(table))["Seconds per commit, orders"]
    assert [point["cx"] for point in attributes(chart, "circle")] == ["12.5%", "37.5%", "87.5%"]
    assert "<title>commit 3: unknown</title>" in chart


def test_a_chart_without_values_is_left_out() -> None:
    """Also where only commits before the drawn ones have a latency."""
    table = found("orders", 80, latencies=[{"commit": 3, "seconds": 5.0}])
    assert list(charts(shown(table))) == [
        "Rows per commit: inserted, updated, deleted and late, orders",
        "Seconds per commit, orders",
    ]
    assert charts(shown(found("orders", 0))) == {}


def test_charts_of_a_commit_without_rows_and_of_huge_ones() -> None:
    table = found("orders", 1)
    table["commits"][0].update({f"rows_{kind}": 0 for kind in ("inserted", "updated", "deleted")}, rows_ignored_late=0)
    name = "Rows per commit: inserted, updated, deleted and late, orders"
    assert [text["text"] for text in attributes(charts(shown(table))[name], "text", "value")] == ["0", "1"]
    table["commits"][0]["rows_inserted"] = 3_200_000_000
    values = [text["text"] for text in attributes(charts(shown(table))[name], "text", "value")]
    assert values == ["0", "1G", "2G", "3G", "4G"]


def test_templates_are_compiled_once_for_all_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """To compile one takes longer than to draw a chart."""
    shown(found("orders"))
    compiled: list[Any] = []
    compile_template = Environment.compile
    monkeypatch.setattr(Environment, "compile", lambda *of: compiled.append(of) or compile_template(*of))
    shown(*(found(f"orders_{number}") for number in range(20)))
    assert len(compiled) <= 1  # the page itself


def test_sick_tables_are_first() -> None:
    text = shown(
        found("a"), found("b", is_unfinished=True), found("c"), found("d", readers=[{"name": "v", "commit": -9}])
    )
    assert sections(text) == [
        ("model.shop.b", ' class="bad"'),
        ("model.shop.d", ' class="bad"'),
        ("model.shop.a", ""),
        ("model.shop.c", ""),
    ]
    assert re.findall(r'<tr><td><a href="#model.shop.(\w)">', text) == ["b", "d", "a", "c"]


def version(number: int, **values: Any) -> dict[str, Any]:
    """A version of the model orders."""
    own = {"unique_id": f"model.shop.orders.v{number}", "relation": f"lake.main.orders_v{number}"}
    return found(f"orders.v{number}", **own | values)


def test_versions_of_a_model_are_tables_of_their_own() -> None:
    many = {"n": 40, "b": 40 * 7_340, "s": 5, "o": 0, "d": 1}
    other = found("orders", unique_id="model.other.orders")
    text = shown(version(1), version(2, is_unfinished=True, files=many), other)
    assert sections(text) == [
        ("model.shop.orders.v2", ' class="bad"'),
        ("model.shop.orders.v1", ""),
        ("model.other.orders", ""),
    ]
    assert text.count("⚠") == 1
    assert re.findall(r"<h2>(orders.*)</h2>", text) == ["orders.<wbr>v2", "orders.<wbr>v1", "orders"]
    health = text[: text.index("The warehouse at a glance")]
    assert set(re.findall(r'<a href="#([^"]*)">([^<]*)</a>', health)) == {("model.shop.orders.v2", "orders.v2")}
    command = "dbt run-operation maintain --args &#39;{select: orders.v2}&#39;"
    assert set(re.findall(r"<code>(.*?)</code>", health)) == {command}


def test_a_late_version_and_readers_of_one_name() -> None:
    table = version(1, commits=6, readers=[{"name": "v", "commit": -9}, {"name": "v", "commit": 6}])
    for commit in table["commits"]:
        commit["rows_ignored_late"] = 1_000_000
    text = shown(table)
    assert "<code>dbt run-operation show_merge_sql --args &#39;{model: orders.v1}&#39;</code>" in text
    assert re.findall(r"<tr><td>v</td><td>(-?\d+)</td>", text) == ["-9", "6"]
    assert "v has not read the last 15 commits" in text


def test_changes_that_wait_are_not_read_by_anybody() -> None:
    table = found("orders", commits=33, readable=20, readers=[{"name": "v", "commit": 20}, {"name": "w", "commit": 3}])
    behind = set(re.findall(r"\w has not read the last \d+ commits", shown(table)))
    assert behind == {"w has not read the last 17 commits"}


@pytest.mark.parametrize(("partitions", "is_problem"), [(None, True), (1, True), (9, True), (10, False), (40, False)])
def test_files_of_several_partitions_cannot_be_combined(partitions: int | None, is_problem: bool) -> None:
    files = {"n": 40, "b": 40 * 7_340, "s": 5, "o": 0, "d": 1, "p": partitions}
    columns = found("t")["file_columns"] | {"partitions": "p"}
    assert ("readers open many small files" in shown(found("t", files=files, file_columns=columns))) == is_problem


def test_files_of_a_view_are_those_of_a_table_for_maintain() -> None:
    """A run whose inputs are unchanged makes no commit and compacts nothing."""
    view = found("totals", is_view=True, files={"n": 40, "b": 40 * 7_340, "s": 5, "o": 0, "d": 1})
    commands = set(re.findall(r"<code>(.*?)</code>", shown(view)))
    assert commands == {"dbt run-operation maintain --args &#39;{select: totals}&#39;"}


def arrows(text: str) -> list[str]:
    """The kinds of the arrows of a page."""
    return re.findall(r'<path class="(\w+)" d=', text)


def test_changes_that_are_read_through_a_model_without_a_table_are_drawn() -> None:
    orders, totals = found("orders", depends_on=["source.shop.raw"]), "model.shop.stg_orders"
    reader = found("totals", depends_on=[totals], offsets=["`lake`.`main`.`orders`", "lake.main.unknown"])
    assert arrows(shown(orders, reader)) == ["rows", "rows", "changes"]
    direct = found("totals", depends_on=["model.shop.orders"], offsets=["lake.main.orders", "lake.main.totals"])
    assert arrows(shown(orders, direct)) == ["rows", "changes"]


def test_a_table_that_reads_its_former_reader_has_a_lineage() -> None:
    """Neither of the last runs knew of the other one."""
    first = found("a", depends_on=["model.shop.stg_b"], offsets=["lake.main.b"])
    second = found("b", depends_on=["model.shop.stg_a"], offsets=["lake.main.a"])
    assert sorted(arrows(shown(first, second))) == ["changes", "rows", "rows"]


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("report.pdf", "write the name of a file that ends with .html"),
        ("s3://bucket/report.html", "it is a URL; write a path of this machine, such as target/report.html"),
    ],
)
def test_a_report_is_a_file_of_this_machine(tmp_path: Path, path: str, message: str) -> None:
    reports = Reports(tmp_path, "shop")
    with pytest.raises(RefusedError) as error:
        reports.check(path)
    assert f"'path' is '{path}'; " in str(error.value) and message in str(error.value)
    (tmp_path / "folder.html").mkdir()
    (tmp_path / "file").write_text("")
    for refused, why in (
        ("folder.html", "it is a folder; write the name of a file in it, such as report.html"),
        ("file/pages/report.html", f"'{tmp_path}/file' is a file and no folder; write a path in a folder"),
    ):
        with pytest.raises(RefusedError, match=re.escape(f"'path' is '{refused}'; {why}")):
            reports.check(refused)
    (tmp_path / "old.html").write_text("")
    for accepted in ("old.html", "pages/report.html", "../pages/report.html", str(tmp_path / "report.html")):
        reports.check(accepted)


@pytest.mark.skipif(shutil.which("chromium") is None, reason="Debian's package chromium is not installed")
def test_long_names_do_not_make_the_page_wider_than_a_phone(tmp_path: Path) -> None:
    name, word = "_".join(["a_long_name"] * 10), "word" * 30
    reader = {"name": word, "commit": -9}
    table = found(name, relation=f"lake.main.{name}", readers=[reader], is_unfinished=True, key=[word], states=word)
    (tmp_path / "report.html").write_text(page(word, [facts.table(table)], {}, NOW))
    (tmp_path / "phone.html").write_text(
        "<iframe id='phone' src='report.html' width='375' height='900'></iframe>"
        "<script>onload = () => document.title = phone.contentDocument.documentElement.scrollWidth</script>"
    )
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files", "--dump-dom"]
    command = ["chromium", *options, f"--user-data-dir={tmp_path / 'browser'}", (tmp_path / "phone.html").as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    [width] = re.findall(r"<title>(\d+)</title>", done.stdout)
    assert int(width) <= 375


def test_what_cannot_be_read_is_under_health(tmp_path: Path) -> None:
    """A broken plan or table does not keep the others from the page."""
    (tmp_path / "wrong.json").write_text("[]")
    broken = {"a": DbtRuntimeError("Spark says:\n  [TABLE] of 'a secret' is <gone>.\n\nat a stack"), "b": None}

    def read(node: dict[str, Any]) -> dict[str, Any] | None:
        if error := broken.get(node["name"]):
            raise error
        return None if node["name"] in broken else found(node["name"], compiled_plan=node["plan"])

    nodes = [{"name": name, "plan": plan} for name, plan in zip("abcd", (None, None, "wrong.json", None), strict=True)]
    reports = Reports(tmp_path, "shop")
    tables = [table for node in nodes if (table := reports.read(read, node, node["name"])) is not None]
    file = tmp_path / "pages" / "report.html"
    assert reports.write(tables, "pages/report.html") == (
        f"wrote {file}: 2 tables, without 1 table that cannot be read"
    )
    text = file.read_text()
    assert sections(text) == [("model.shop.c", ' class="bad"'), ("model.shop.d", "")]
    problems = re.findall(r"<li><strong>(.*?)</li>", text)
    assert problems[0] == (
        "a</strong>: the table cannot be read, so it is not below: "
        "Spark says: [TABLE] of &#39;...&#39; is &lt;gone&gt;."
    )
    assert problems[1].startswith('<a href="#model.shop.c">c</a></strong>: compiled plan wrong.json: it is')
    assert problems[2].startswith("compiled plan wrong.json: it is") and len(problems) == 3
    assert "stack" not in text and "secret" not in text


def test_the_compiled_plan_of_a_version_is_in_its_section() -> None:
    model = "model.shop.orders.v2"
    plans = {model: Plan("plan.json", {"model": model, "nodes": [{"id": 1, "type": "a-fold"}], "edges": []})}
    text = page("shop", [facts.table(version(number)) for number in (1, 2, 3)], plans, NOW)
    assert text.count("a-fold") == 1
    ids = [match[1] for match in re.finditer(r'<section id="([^"]+)"', text[: text.index("a-fold")])]
    assert ids[-1] == model


Graph = tuple[dict[str, int], list[tuple[str, str]]]


def random_graph(seed: int) -> Graph:
    """Up to four layers of up to four boxes, and arrows down, also across layers."""
    choose = random.Random(seed)
    layers = {f"{layer}{place}": layer for layer in range(4) for place in range(choose.randint(1, 4))}
    pairs = [(a, b) for a in layers for b in layers if layers[a] < layers[b]]
    return layers, [
        pair for pair in pairs if choose.random() < (0.35 if layers[pair[1]] - layers[pair[0]] == 1 else 0.05)
    ]


def crossings(routes: list[list[Point]]) -> int:
    """The pairs of straight steps between two layers that cross."""
    steps = {step for route in routes for step in pairwise(route)}
    pairs = ((a, b) for a in steps for b in steps if a[0][1] == b[0][1])
    return sum((a[0][0] - b[0][0]) * (a[1][0] - b[1][0]) < 0 for a, b in pairs) // 2


def fewest_crossings(graph: Graph, drawn: list[list[Point]]) -> int:
    """The least number that any order of the layers has, by trying all of them."""
    layers, arrows = graph
    routes = [[a, *(f"{a} {b} {layer}" for layer in range(layers[a] + 1, layers[b])), b] for a, b in arrows]
    rows: list[dict[str, None]] = [{} for _ in range(4)]
    for name, layer in layers.items():
        rows[layer][name] = None
    for route in routes:
        for layer, name in enumerate(route, layers[route[0]]):
            rows[layer][name] = None
    best = dict.fromkeys(permutations(rows[0]), 0)
    for upper, lower in pairwise(range(4)):
        steps = {s for route in routes for s in pairwise(route) if s[0] in rows[upper] and s[1] in rows[lower]}
        after = {}
        for order in permutations(rows[lower]):
            at = {name: place for place, name in enumerate(order)}
            after[order] = min(
                before + sum((up[a] - up[c]) * (at[b] - at[d]) < 0 for (a, b) in steps for (c, d) in steps) // 2
                for row, before in best.items()
                for up in [{name: place for place, name in enumerate(row)}]
            )
        best = after
    return min(best.values())


def small_graphs() -> list[Graph]:
    graphs = map(random_graph, range(200))
    return [graph for graph in graphs if sum(graph[0][b] - graph[0][a] - 1 for a, b in graph[1]) <= 1][:30]


def test_a_layout_has_hardly_more_crossings_than_the_best_one() -> None:
    least = most = 0
    for layers, arrows in small_graphs():
        _, routes = layout(layers, dict.fromkeys(layers, 50.0), arrows, 20)
        least += fewest_crossings((layers, arrows), routes)
        most += crossings(routes)
    print(least, most)
    assert 10 < least <= most <= 1.1 * least


@pytest.mark.parametrize("seed", range(20))
def test_boxes_of_a_layer_stand_apart_and_arrows_join_them(seed: int) -> None:
    layers, arrows = random_graph(seed)
    choose = random.Random(seed)
    widths = {name: choose.choice([30.0, 80.0, 210.0]) for name in layers}
    x, routes = layout(layers, widths, arrows, 20)
    assert x.keys() == layers.keys() and min(x[name] - widths[name] / 2 for name in x) >= 0
    for layer in range(4):
        row = sorted((name for name in layers if layers[name] == layer), key=lambda name: x[name])
        gaps = [x[b] - x[a] - (widths[a] + widths[b]) / 2 for a, b in pairwise(row)]
        assert all(gap > 19.99 for gap in gaps), gaps
        through = {point[0] for route in routes for point in route[1:-1] if point[1] == layer}
        assert all(abs(place - x[name]) > widths[name] / 2 + 19.99 for place in through for name in row)
    for (source, target), route in zip(arrows, routes, strict=True):
        assert route[0] == (x[source], layers[source]) and route[-1] == (x[target], layers[target])
        assert [layer for _, layer in route] == list(range(layers[source], layers[target] + 1))


def test_a_long_arrow_and_a_chain_are_straight() -> None:
    chain = {"a": 0, "b": 1, "c": 2, "d": 3}
    x, routes = layout(
        chain | {"e": 1}, dict.fromkeys([*chain, "e"], 40.0), [*pairwise(chain), ("a", "e"), ("a", "d")], 20
    )
    assert x["b"] == x["c"]
    long = routes[-1]
    assert long[1][0] == long[2][0]


def test_a_layer_without_boxes_and_a_graph_without_any() -> None:
    x, routes = layout({"a": 0, "b": 2}, {"a": 40.0, "b": 40.0}, [], 20)
    assert x.keys() == {"a", "b"} and routes == []
    assert layout({}, {}, [], 20) == ({}, [])


@pytest.mark.parametrize(
    ("reason", "shown"),
    [
        ("the query has the correlated condition a = 'it\\'s' OR b = 'it''s me'", "condition a = '...' OR b = '...'"),
        ("the query has ELT(1, X'0AFF', DATE '2024-01-01') in FROM", "ELT(1, '...', DATE '...') in FROM"),
        ("the query has CASE WHEN 'a very long one ...", "has CASE WHEN '...'"),
        ("the model's rows and its readers' rows", "the model's rows and its readers' rows"),
    ],
)
def test_a_reason_has_no_literal_of_the_query(reason: str, shown: str) -> None:
    row = found("v", 1)["commits"][0] | {"refresh": json.dumps({"kind": "full", "reason": reason})}
    refresh = facts.table(found("v", is_view=True, commits=1) | {"commits": [row]}).refreshes[0].refresh
    assert refresh is not None and refresh.reason.endswith(shown)


def test_a_view_shows_how_it_was_refreshed() -> None:
    view = found("totals", 3, is_view=True)
    made = [
        {
            "kind": "incremental",
            "changes_read": 1_200,
            "seconds": 1.26,
            "estimated_incremental": 1.4,
            "estimated_full": 4,
            "written_by_a_newer_version": [1],
        },
        {"kind": "full", "reason": "orders was rebuilt since the last <refresh>", "seconds": 4.0},
        {"kind": "full", "reason": "its changes could not be read: the value 'secret' is no date", "seconds": 4.0},
    ]
    for row, refresh in zip(view["commits"], made, strict=False):
        row["refresh"] = json.dumps(refresh)
    text = shown(view)
    rows = re.findall(r"<tr>(.*?)</tr>", text[text.index("The last refreshes") : text.index("The last commits")])
    cells = [re.findall(r"<td[^>]*>(.*?)</td>", row) for row in rows if "<td" in row]
    assert cells == [
        ["3", "incremental", "1,200", "1.3", "1.4", "4.0", ""],
        ["2", "full", "0", "4.0", "-", "-", "orders was rebuilt since the last &lt;refresh&gt;"],
        ["1", "full", "0", "4.0", "-", "-", "its changes could not be read"],
    ]
    assert "The last refreshes" not in shown(found("orders"))
