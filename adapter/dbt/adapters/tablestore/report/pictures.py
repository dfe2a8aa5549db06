"""Graphs as SVG: the lineage of changes, and the operators of a compiled plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

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
    import igraph

    if not boxes:
        return ""
    layers = _layers(boxes, arrows)
    names, edges, kinds = list(boxes), [], []
    for arrow in arrows:  # a long edge goes through a hidden node of each layer between
        between = [_hidden(arrow, layer) for layer in range(layers[arrow.source] + 1, layers[arrow.target])]
        layers |= {name: layer for layer, name in enumerate(between, layers[arrow.source] + 1)}
        names += between
        edges.append([arrow.source, *between, arrow.target])
        kinds.append("changes" if arrow.is_changes else "rows")
    place = {name: number for number, name in enumerate(names)}
    steps = sorted({(place[before], place[after]) for path in edges for before, after in pairwise(path)})
    graph = igraph.Graph(n=len(names), edges=steps, directed=True)
    layout = graph.layout_sugiyama(layers=[layers[name] for name in names], hgap=1.0, maxiter=500)
    widths = {name: _CHARACTER * len(boxes[name].text) + 20 if name in boxes else 0 for name in names}
    x = _spread({name: layout[place[name]][0] for name in names}, layers, widths)
    y = {name: _MARGIN + _HEIGHT / 2 + layers[name] * _ROW for name in names}
    drawn: str = _template().render(
        title=title,
        width=round(max(x[name] + widths[name] / 2 for name in names) + _MARGIN),
        height=round(max(y.values()) + _HEIGHT / 2 + _MARGIN),
        paths=[
            {"d": _path([(x[name], y[name]) for name in path]), "kind": kind}
            for path, kind in zip(edges, kinds, strict=True)
        ],
        boxes=[
            {"text": box.text, "kind": box.kind, "link": box.link, "x": x[name], "y": y[name], "width": widths[name]}
            for name, box in boxes.items()
        ],
    )
    return drawn


def _hidden(arrow: Arrow, layer: int) -> str:
    return f"{arrow.source}>{arrow.target}>{layer}"


def _layers(boxes: Mapping[str, Box], arrows: Sequence[Arrow]) -> dict[str, int]:
    """The layer of each box: below everything that points to it."""
    layers = dict.fromkeys(boxes, 0)
    for _ in boxes:
        for arrow in arrows:
            layers[arrow.target] = max(layers[arrow.target], layers[arrow.source] + 1)
    return layers


def _spread(order: Mapping[str, float], layers: Mapping[str, int], widths: Mapping[str, int]) -> dict[str, float]:
    """Horizontal places in the order of the layout, without overlaps, each layer in the middle."""
    rows: dict[int, list[str]] = {}
    for name in sorted(order, key=lambda name: order[name]):
        rows.setdefault(layers[name], []).append(name)
    total = {layer: sum(widths[name] for name in row) + _COLUMN * (len(row) - 1) for layer, row in rows.items()}
    places: dict[str, float] = {}
    for layer, row in rows.items():
        left = _MARGIN + (max(total.values()) - total[layer]) / 2
        for name in row:
            places[name] = left + widths[name] / 2
            left += widths[name] + _COLUMN
    return places


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


def _template() -> Template:
    return Environment(loader=PackageLoader(__package__, "templates"), autoescape=True).get_template("picture.svg")
