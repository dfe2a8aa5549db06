"""The report: a page about keyed tables and views, which a browser opens without a network."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest
from dbt.adapters.tablestore import cli
from dbt.adapters.tablestore.report import facts

from project import Project

ORDERS = "id int, note string, at timestamp"
SECRET = "a value of a column"


def at(hour: int) -> str:
    return f"2024-05-01 {hour:02}:00:00"


@pytest.fixture
def shop(project: Project) -> Project:
    """A keyed table with late rows, a reader of its changes with a compiled plan, and a view, after three runs."""
    project.clock = "2024-05-01 12:00:00"
    keyed = {"primary_key": "id", "sequence_field": "at", "changelog_producer": "lookup", "state_ttl": "30 d"}
    project.model("orders", ORDERS, [(1, SECRET, at(10)), (2, SECRET, at(11))], **keyed)
    project.write(
        "models/counts.sql",
        "{{ config(materialized='incremental', primary_key='note') }}\n"
        "{{ tablestore.changelog_aggregate(ref('orders'), group_by=['note'], aggregates={'n': 'count(*)'}) }}",
    )
    project.write(
        "models/v.sql", "{{ config(materialized='materialized_view') }} select count(*) as n from {{ ref('orders') }}"
    )
    project.run()
    project.model("orders", ORDERS, [(1, SECRET, at(9)), (2, SECRET + "!", at(12)), (3, "c", at(12))], **keyed)
    project.run()
    return project


class Page(HTMLParser):
    """What a page refers to, its names for people who do not see it, and its texts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: list[str] = []
        self.labels: list[str] = []
        self.tags: set[str] = set()
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        found = dict(attrs)
        self.links += [str(found[name]) for name in ("href", "src") if name in found]
        self.ids += [str(found["id"])] if "id" in found else []
        self.labels += [str(found["aria-label"])] if "aria-label" in found else []

    def handle_data(self, data: str) -> None:
        self.text += data


def report(project: Project, capsys: pytest.CaptureFixture[str], *options: str) -> tuple[int, str]:
    project.dbt("parse")  # writes the profile
    folders = ["--project-dir", str(project.folder), "--profiles-dir", str(project.folder)]
    capsys.readouterr()
    code = cli.main(["report", *folders, *options])
    output = capsys.readouterr()
    return code, output.out + output.err


def test_the_page_and_the_catalog(shop: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """One project, because to build it takes most of the time."""
    the_page_shows_every_table(shop, capsys)
    the_catalog_has_what_the_report_says(shop)
    a_compiled_plan_is_a_picture(shop, capsys)
    what_is_broken_is_under_health(shop, capsys)


def the_page_shows_every_table(shop: Project, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = report(shop, capsys)
    assert code == 0 and "tablestore_report.html: 3 tables" in out
    text = (shop.folder / "target" / "tablestore_report.html").read_text()
    found = Page(text)
    assert SECRET not in text, "a value of a column"
    assert "script" not in found.tags and all(link.startswith("#") for link in found.links)
    assert {f"model.shop.{name}" for name in ("orders", "counts", "v")} <= set(found.ids)
    assert {link[1:] for link in found.links} <= set(found.ids)
    assert "Nothing is wrong with these tables." in found.text
    assert {"Rows per commit: inserted, updated, deleted and late, orders", "Seconds per commit, v"} <= set(
        found.labels
    )
    assert "From the newest event to the start of the run, orders" in found.labels
    assert "30 d" in found.text and "snapshots" in found.text
    for reader in ("counts", "v"):
        assert f"<tr><td>{reader}</td><td>2</td><td>0</td></tr>" in text


def the_catalog_has_what_the_report_says(shop: Project) -> None:
    """`dbt docs` shows a table's key, engine, sequence and commits, and the same size."""
    page = (shop.folder / "target" / "tablestore_report.html").read_text()
    shop.succeed("docs", "generate")
    nodes = json.loads((shop.folder / "target" / "catalog.json").read_text())["nodes"]
    shown = {
        name: {kind: stat["value"] for kind, stat in nodes[f"model.shop.{name}"]["stats"].items() if stat["include"]}
        for name in ("orders", "counts", "v")
    }
    for name, rows in {"orders": 3, "counts": 3, "v": 1}.items():
        assert shown[name].pop("rows") == rows
        size = facts.size(shown[name].pop("bytes"))
        assert re.search(rf'href="#model.shop.{name}">{name}</a>.*?<td>{rows}</td><td>{size}</td>', page, re.DOTALL), (
            name,
            size,
        )
    written = {"commits": 2, "last_commit": "2024-05-01 12:00 UTC"}
    keyed = {"merge_engine": "deduplicate", **written}
    assert shown["v"] == written
    assert shown["counts"].pop("states")
    assert shown["counts"] == {"primary_key": "note", **keyed}
    expected = {"primary_key": "id", "sequence_field": "at", "states": "tableState 30 d (state_ttl)", **keyed}
    assert shown["orders"] == expected


@pytest.mark.extended
def test_a_sick_table_is_at_the_top_with_what_fixes_it(shop: Project, capsys: pytest.CaptureFixture[str]) -> None:
    for run in range(10):
        shop.model(
            "orders",
            ORDERS,
            [(10 + run, "x", at(13))],
            primary_key="id",
            sequence_field="at",
            state_ttl="30 d",
            changelog_producer="lookup",
        )
        shop.run("--select", "orders")
    code, out = report(shop, capsys, "--path", "pages/report.html")
    assert code == 0, out
    words = " ".join(Page((shop.folder / "pages" / "report.html").read_text()).text.split())
    health = words[words.index("Health") : words.index("The warehouse at a glance")]
    assert "orders: counts has not read the last 10 commits.dbt run --select counts" in health
    shop.run("--select", "counts", "v")
    code, out = report(shop, capsys)
    text = (shop.folder / "target" / "tablestore_report.html").read_text()
    assert "Nothing is wrong with these tables." in text


def a_compiled_plan_is_a_picture(shop: Project, capsys: pytest.CaptureFixture[str]) -> None:
    shop.succeed("run-operation", "compile_plan", "--args", "{select: counts, path: plans/counts.json}")
    model = shop.folder / "models" / "counts.sql"
    model.write_text(
        model.read_text().replace("primary_key='note'", "primary_key='note', compiled_plan='plans/counts.json'")
    )
    code, out = report(shop, capsys)
    assert code == 0, out
    found = Page((shop.folder / "target" / "tablestore_report.html").read_text())
    assert "The compiled plan of model.shop.counts" in found.labels and "groupAggregateState" in found.text


def what_is_broken_is_under_health(shop: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """The rest of the page is there."""
    (shop.folder / "plans" / "counts.json").write_text("{")
    shop.rows("drop table {iceberg}.orders__commits")
    code, out = report(shop, capsys)
    assert code == 0 and "2 tables, without 1 table that cannot be read" in out, out
    text = (shop.folder / "target" / "tablestore_report.html").read_text()
    words = " ".join(Page(text).text.split())
    health = words[words.index("Health") : words.index("The warehouse at a glance")]
    assert "orders: the table cannot be read, so it is not below: " in health and "orders__commits" in health, health
    assert "counts: compiled plan plans/counts.json: it is not valid JSON" in health, health
    assert {"Seconds per commit, v", "Seconds per commit, counts"} <= set(Page(text).labels)


def test_a_path_that_is_no_page_is_refused(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = report(project, capsys, "--path", "report.pdf")
    assert code == 1 and "Traceback" not in out
    assert out.count("'path' is 'report.pdf'; write the name of a file that ends with .html") == 1


@pytest.mark.skipif(shutil.which("chromium") is None, reason="Debian's package chromium is not installed")
def test_a_browser_renders_the_page(shop: Project, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    report(shop, capsys)
    file = shop.folder / "target" / "tablestore_report.html"
    command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr"]
    for width in (400, 1200):
        picture = tmp_path / f"page_{width}.png"
        options = [f"--user-data-dir={tmp_path / 'browser'}", f"--window-size={width},3000", f"--screenshot={picture}"]
        done = subprocess.run(
            [*command, *options, file.as_uri()], capture_output=True, text=True, timeout=120, check=True
        )
        assert "CONSOLE" not in done.stderr, done.stderr
        assert picture.stat().st_size > 10_000
