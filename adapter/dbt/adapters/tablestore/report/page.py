"""The page: one HTML file with everything in it, which opens without a network."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from dbt.adapters.tablestore.plans.files import Plan
from dbt.adapters.tablestore.report import charts, health
from dbt.adapters.tablestore.report.facts import COUNTS, Table, size
from dbt.adapters.tablestore.report.pictures import Arrow, Box, picture
from dbt.adapters.tablestore.sql import durations
from dbt.adapters.tablestore.sql.counted import counted
from jinja2 import Environment, PackageLoader
from markupsafe import Markup, escape


def page(
    project: str,
    tables: Sequence[Table],
    plans: Mapping[str, Plan],
    now: datetime,
    unread: Sequence[health.Problem] = (),
) -> str:
    """The page of a dbt project as HTML, the tables with problems first.

    ``plans`` has the compiled plan of each table whose model names one, by the id of the model. ``unread`` says which
    tables and plans cannot be read.
    """
    problems = [*unread, *(problem for table in tables for problem in health.problems(table))]
    sick = {problem.unique_id for problem in problems}
    tables = sorted(tables, key=lambda table: table.unique_id not in sick)
    environment = Environment(loader=PackageLoader(__package__, "templates"), autoescape=True, trim_blocks=True)
    environment.filters |= {
        "bytes": size,
        "breakable": _breakable,
        "count": counted,
        "ttl": durations.describe,
        "time": _time,
        "number": "{:,}".format,
    }
    return environment.get_template("page.html").render(
        project=project,
        now=now,
        tables=[_shown(table, plans.get(table.unique_id), problems) for table in tables],
        problems=problems,
        sick=sick,
        lineage=_lineage(tables, sick),
        counts=COUNTS,
    )


def _shown(table: Table, plan: Plan | None, problems: Sequence[health.Problem]) -> dict[str, Any]:
    """A table with its pictures and its problems."""
    drawn = {
        "Rows per commit: inserted, updated, deleted and late": charts.rows(table.commits),
        "Seconds per commit": charts.seconds(table.commits),
        "From the newest event to the start of the run": charts.latency(table.commits, table.latencies),
    }
    return {
        "facts": table,
        "charts": [(title, chart) for title, chart in drawn.items() if chart],
        "plan": _plan(plan) if plan is not None else "",
        "problems": [problem for problem in problems if problem.unique_id == table.unique_id],
    }


def _lineage(tables: Sequence[Table], sick: set[str]) -> str:
    """Which tables are read by which, and where changes are read."""
    by_relation = {_unquoted(table.relation): table.unique_id for table in tables}
    boxes: dict[str, Box] = {}
    arrows: list[Arrow] = []
    changes = {
        table.unique_id: {by_relation[name] for name in map(_unquoted, table.changes_of) if name in by_relation}
        for table in tables
    }
    for table in tables:
        for parent in table.parents:
            boxes.setdefault(parent, Box(parent.split(".", 2)[-1], "source"))
            arrows.append(Arrow(parent, table.unique_id, parent in changes[table.unique_id]))
    # through models that have no table; since the last run, the project may have come to read in the other direction
    for table in tables:
        for read in sorted(changes[table.unique_id].difference(table.parents)):
            if not _leads(arrows, table.unique_id, read):
                arrows.append(Arrow(read, table.unique_id, True))
    for table in tables:
        kind = "sick" if table.unique_id in sick else "view" if table.is_view else "table"
        boxes[table.unique_id] = Box(table.name, kind, f"#{table.unique_id}")
    return picture(boxes, arrows, "Which tables read which; a thick line reads the changes of a commit")


def _leads(arrows: Sequence[Arrow], start: str, end: str) -> bool:
    """Whether a way along the arrows, or of no arrow, leads from one box to another."""
    found, waiting = {start}, [start]
    while waiting:
        name = waiting.pop()
        below = {arrow.target for arrow in arrows if arrow.source == name} - found
        found |= below
        waiting += below
    return end in found


def _unquoted(relation: str) -> str:
    return relation.replace("`", "")


def _plan(plan: Plan) -> str:
    """The operators of a compiled plan, with their states."""
    boxes = {}
    for node in plan.nodes:
        states = [f"{state['name']} {_ttl(state['ttl'])}" for state in node.get("state") or []]
        text = ": ".join([node["type"], *([", ".join(states)] if states else [])])
        boxes[str(node["id"])] = Box(text, "view" if states else "source")
    arrows = [Arrow(str(edge["source"]), str(edge["target"])) for edge in plan.content.get("edges") or []]
    return picture(boxes, arrows, f"The compiled plan of {plan.model}")


def _ttl(text: str) -> str:
    return durations.describe(durations.milliseconds(text) or 0)


def _breakable(name: str) -> Markup:
    """A name that a narrow page can break after an underscore or a dot, and nowhere else."""
    return Markup("").join(
        part if number % 2 == 0 else part + Markup("<wbr>")
        for number, part in enumerate(escape(piece) for piece in re.split(r"([_.])", name))
    )


def _time(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M} UTC"
