"""Charts of commits as SVG, drawn by Vega-Lite."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from dbt.adapters.tablestore.report.facts import Commit

# So many of the newest commits are drawn.
_MOST = 60
_WIDTH, _LEAST_WIDTH, _STEP = 300, 120, 30
_COLORS = {"inserted": "#2a9d8f", "updated": "#5b8def", "deleted": "#e4572e", "late": "#e9a23b"}
_TEXT = "currentColor"  # of the page, so that the charts follow a light or dark one
_CONFIG = {
    "font": "system-ui, sans-serif",
    "view": {"stroke": None},
    "axis": {
        "labelColor": _TEXT,
        "titleColor": _TEXT,
        "domainColor": "#888",
        "tickColor": "#888",
        "gridColor": "#8883",
        "titleFontWeight": "normal",
    },
    "legend": {"labelColor": _TEXT, "title": None, "orient": "top"},
}
_X = {
    "field": "commit",
    "type": "ordinal",
    "title": "commit",
    "sort": None,
    "axis": {"labelAngle": 0, "labelOverlap": "greedy"},
}


def rows(commits: Sequence[Commit]) -> str:
    """Inserted, updated, deleted and late rows of the newest commits, as stacked bars."""
    values = [
        {"commit": _label(commit), "what": what, "order": order, "rows": commit.rows[what]}
        for commit in _drawn(commits)
        for order, what in enumerate(_COLORS)
    ]
    encoding = {
        "x": _X,
        "y": {"field": "rows", "type": "quantitative", "title": "rows", "axis": {"format": "~s", "tickCount": 4}},
        "color": {
            "field": "what",
            "type": "nominal",
            "scale": {"domain": list(_COLORS), "range": list(_COLORS.values())},
        },
        "order": {"field": "order"},
    }
    return _svg(values, {"type": "bar"}, encoding)


def seconds(commits: Sequence[Commit]) -> str:
    """How long the newest commits took, as a line."""
    values = [{"commit": _label(commit), "value": commit.seconds} for commit in _drawn(commits) if commit.seconds]
    return _line(values, "seconds")


def latency(commits: Sequence[Commit], latencies: dict[int, float]) -> str:
    """The time from the newest event of a commit to the commit, as a line."""
    known = [commit for commit in _drawn(commits) if commit.number in latencies]
    scale, unit = _unit(max((latencies[commit.number] for commit in known), default=0))
    return _line([{"commit": _label(commit), "value": latencies[commit.number] / scale} for commit in known], unit)


def _line(values: list[dict[str, Any]], title: str) -> str:
    y = {"field": "value", "type": "quantitative", "title": title, "axis": {"tickCount": 4}, "scale": {"zero": True}}
    return _svg(values, {"type": "line", "point": True, "color": "#5b8def"}, {"x": _X, "y": y})


def _svg(values: list[dict[str, Any]], mark: dict[str, Any], encoding: dict[str, Any]) -> str:
    import vl_convert

    spec = {
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        "width": max(_LEAST_WIDTH, min(_WIDTH, _STEP * len({value["commit"] for value in values}))),
        "height": 130,
        "background": None,
        "data": {"values": values},
        "mark": mark,
        "encoding": encoding,
        "config": _CONFIG,
    }
    return str(vl_convert.vegalite_to_svg(json.dumps(spec)))


def _drawn(commits: Sequence[Commit]) -> list[Commit]:
    """The commits of a chart, the oldest first: the newest build of the table, without those before it."""
    same = [commit for commit in commits if commit.epoch == commits[0].epoch]
    return list(reversed(same[:_MOST]))


def _label(commit: Commit) -> str:
    return str(commit.number)


def _unit(longest: float) -> tuple[float, str]:
    for limit, unit in ((172_800, "days"), (7200, "hours"), (120, "minutes")):
        if longest > limit:
            return {"days": 86_400.0, "hours": 3600.0, "minutes": 60.0}[unit], unit
    return 1.0, "seconds"
