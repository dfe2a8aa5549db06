"""Graphs as SVG: the lineage of changes, and the operators of a compiled plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from dbt.adapters.tablestore.report.layers import layout
from jinja2 import Environment, PackageLoader, Template

_ROW, _COLUMN, _CHARACTER, _HEIGHT, _MARGIN = 64, 30, 7, 30, 16


@dataclass(frozen=True)
class Box:
    """A node: its text, a class for its style (source, table, view or sick), and a link."""

    text: str
    kind: str = "table"
    link: str = ""


@dataclass(frozen=True)
class Arrow:
    """An edge between the keys of two boxes; a read of changes is drawn as a thick line."""

    source: str
    target: str
    is_changes: bool = False


def picture(boxes: Mapping[str, Box], arrows: Sequence[Arrow], title: str) -> str:
    """The graph from the top to the bottom, as SVG whose style is that of the page; empty without boxes."""
    if not boxes:
        return ""
    layers = _layers(boxes, arrows)
    widths = {name: _CHARACTER * len(box.text) + 20.0 for name, box in boxes.items()}
    x, routes = layout(layers, widths, [(arrow.source, arrow.target) for arrow in arrows], _COLUMN)
    right = max([x[name] + widths[name] / 2 for name in boxes] + [place for route in routes for place, _ in route])
    drawn: str = _template().render(
        title=title,
        width=round(right + 2 * _MARGIN),
        height=round(_y(max(layers.values())) + _HEIGHT / 2 + _MARGIN),
        paths=[
            {"d": _path([(_MARGIN + place, _y(layer)) for place, layer in route]), "is_changes": arrow.is_changes}
            for arrow, route in zip(arrows, routes, strict=True)
        ],
        boxes=[
            {"box": box, "x": _MARGIN + x[name], "y": _y(layers[name]), "width": widths[name]}
            for name, box in boxes.items()
        ],
    )
    return drawn


def _y(layer: int) -> float:
    return _MARGIN + _HEIGHT / 2 + layer * _ROW


def _layers(boxes: Mapping[str, Box], arrows: Sequence[Arrow]) -> dict[str, int]:
    """The layer of each box: below everything that points to it."""
    layers = dict.fromkeys(boxes, 0)
    for _ in boxes:
        for arrow in arrows:
            layers[arrow.target] = max(layers[arrow.target], layers[arrow.source] + 1)
    return layers


def _path(points: Sequence[tuple[float, float]]) -> str:
    """A smooth line from the bottom of the first box to the top of the last one."""
    (x, y), *others = points
    y += _HEIGHT / 2
    path = f"M{x:.0f} {y:.0f}"
    for number, (to_x, to_y) in enumerate(others, 1):
        end = to_y - _HEIGHT / 2 - 4 if number == len(others) else to_y
        path += f"C{x:.0f} {y + 18:.0f} {to_x:.0f} {end - 18:.0f} {to_x:.0f} {end:.0f}"
        x, y = to_x, end
    return path


@cache
def _template() -> Template:
    """The template, which takes longer to compile than to render."""
    return Environment(loader=PackageLoader(__package__, "templates"), autoescape=True).get_template("picture.svg")
