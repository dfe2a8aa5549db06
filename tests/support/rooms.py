"""The rooms of the repository and their dependencies, read from the code; `make rooms` draws them.

A room of the package is a folder of `macros/`; an arrow is a call of a macro in another folder. A room of the adapter
is a folder below `dbt/adapters/tablestore`; an arrow is an import. Files directly in that folder form the room
`adapter`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from dbt.adapters.tablestore.report.layers import layout
from dbt_common.clients.jinja import get_environment
from jinja2 import Template, nodes

ROOT = Path(__file__).parents[2]
MACROS = ROOT / "macros"
ADAPTER = ROOT / "adapter" / "dbt" / "adapters" / "tablestore"
PICTURE = ROOT / "docs" / "rooms.svg"

Graph = dict[str, set[str]]


class Macro(NamedTuple):
    """One macro or materialization: ``name`` as written, ``line`` where it starts, ``length`` in lines."""

    path: Path
    name: str
    line: int
    length: int
    arguments: tuple[str, ...]
    node: nodes.Macro

    @property
    def is_materialization(self) -> bool:
        return self.name.startswith("materialization_")

    @property
    def is_public(self) -> bool:
        return not self.name.startswith("_") and not self.is_materialization

    @property
    def calls(self) -> list[nodes.Getattr]:
        """Every ``tablestore.x`` in the macro."""
        found = self.node.find_all(nodes.Getattr)
        return [node for node in found if isinstance(node.node, nodes.Name) and node.node.name == "tablestore"]


@cache
def parsed(path: Path) -> nodes.Template:
    """The syntax tree of a macro file, from dbt's own Jinja parser."""
    return get_environment(None, capture_macros=False).parse(path.read_text())


@cache
def macro_files() -> tuple[Path, ...]:
    """The macro files of the package."""
    return tuple(sorted(MACROS.rglob("*.sql")))


@cache
def macros() -> tuple[Macro, ...]:
    """The macros of the package."""
    found = []
    for path in macro_files():
        lines = path.read_text().splitlines()
        ends = [i for i, text in enumerate(lines, 1) if re.search(r"{%-?\s*end(macro|mat)", text)]
        for node in parsed(path).find_all(nodes.Macro):
            end = next((i for i in ends if i >= node.lineno), len(lines))
            name = node.name.removeprefix("dbt_macro__")
            arguments = tuple(argument.name for argument in node.args)
            found.append(Macro(path, name, node.lineno, end - node.lineno + 1, arguments, node))
    return tuple(found)


def room(path: Path) -> str:
    """The room of a macro file."""
    return str(path.parent.relative_to(MACROS))


def package() -> Graph:
    """The rooms of the package, each with the rooms whose macros it calls."""
    home = {macro.name: room(macro.path) for macro in macros()}
    graph: Graph = {name: set() for name in home.values()}
    for macro in macros():
        called = {home[call.attr] for call in macro.calls if call.attr in home}
        graph[home[macro.name]] |= called - {home[macro.name]}
    return graph


def adapter() -> Graph:
    """The rooms of the adapter, each with the rooms whose modules it imports."""
    graph: Graph = {}
    for path in sorted(ADAPTER.rglob("*.py")):
        name = _adapter_room(path.relative_to(ADAPTER))
        graph.setdefault(name, set())
        for module in _imports(path):
            graph[name] |= {_adapter_room(module)} - {name}
    return graph


def _imports(path: Path) -> Iterator[Path]:
    """The adapter's own modules that a module imports, relative to the adapter's folder."""
    prefix = "dbt.adapters.tablestore"
    for node in ast.walk(ast.parse(path.read_text())):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        for name in names:
            if name.startswith(prefix + "."):
                yield _module(name.removeprefix(prefix + ".").split("."))


def _module(parts: list[str]) -> Path:
    """The file of ``a.b.name``, where the last parts may be names in a module."""
    for length in range(len(parts), 0, -1):
        place = Path(*parts[:length])
        if (ADAPTER / place).with_suffix(".py").is_file():
            return place.with_suffix(".py")
        if (ADAPTER / place / "__init__.py").is_file():
            return place / "__init__.py"
    return Path("__init__.py")


def _adapter_room(module: Path) -> str:
    return "/".join(module.parent.parts) or "adapter"


def circles(graph: Graph) -> list[tuple[str, ...]]:
    """The groups of rooms that reach each other."""
    found = {name: _reachable(graph, name) for name in graph}
    return sorted({tuple(sorted(o for o in found[name] if name in found[o])) for name in graph if name in found[name]})


SVG = Template(
    """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ width }} {{ height }}" role="img" font-family="sans-serif">
<title>The rooms of the repository; an arrow points to what a room uses</title>
<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" orient="auto">
<path d="M0 0 8 4 0 8z" fill="#789"/></marker></defs>
<rect width="100%" height="100%" fill="#fff"/>
{% for title in titles -%}
<text x="20" y="{{ title.y }}" font-size="13" font-weight="bold" fill="#123">{{ title.text }}</text>
{% endfor -%}
{% for arrow in arrows -%}
<path d="{{ arrow }}" fill="none" stroke="#789" marker-end="url(#arrow)"/>
{% endfor -%}
{% for box in boxes -%}
<rect x="{{ box.x - box.width // 2 }}" y="{{ box.y - 13 }}" width="{{ box.width }}" height="26" rx="5"
 fill="{{ box.fill }}" stroke="#456"/>
<text x="{{ box.x }}" y="{{ box.y + 5 }}" text-anchor="middle" font-size="13" fill="#123">{{ box.name }}</text>
{% endfor -%}
</svg>
""",
    keep_trailing_newline=True,
)


def picture() -> str:
    """The rooms as an SVG: the package at the top, the adapter below it. A room is above the rooms that it uses."""
    boxes: list[dict[str, object]] = []
    titles: list[dict[str, object]] = []
    arrows: list[str] = []
    width, top = 0, 60
    for folder, graph, fill in (
        (MACROS, _without_subfolders(package()), "#e8f1fb"),
        (ADAPTER, adapter(), "#f6efe0"),
    ):
        titles.append({"text": f"{folder.relative_to(ROOT)}/", "y": top - 32})
        places, paths, right = _placed(graph, top)
        boxes += [
            {"name": name, "x": x, "y": y, "width": _width(name), "fill": fill} for name, (x, y) in places.items()
        ]
        arrows += paths
        width = max(width, right)
        top = max(y for _, y in places.values()) + 110
    return SVG.render(titles=titles, boxes=boxes, arrows=arrows, width=width, height=top - 80)


def _width(name: str) -> int:
    return 8 * len(name) + 16


def _placed(graph: Graph, top: int) -> tuple[dict[str, tuple[int, int]], list[str], int]:
    """The positions of the rooms, each as low as possible, the paths of the arrows, and the width."""
    shown = _without_shortcuts(graph)
    heights: dict[str, int] = {}
    for name in sorted(shown, key=lambda name: len(_reachable(shown, name))):
        heights[name] = max((heights[target] + 1 for target in shown[name]), default=0)
    highest = max(heights.values())
    columns, routes = layout(
        {name: highest - height for name, height in heights.items()},
        {name: _width(name) for name in shown},
        [(source, target) for source in sorted(shown) for target in sorted(shown[source])],
        gap=40,
    )
    paths = [_path([_place(x, layer, top) for x, layer in route]) for route in routes]
    right = max([columns[name] + _width(name) / 2 for name in shown] + [x for route in routes for x, _ in route])
    places = {name: _place(columns[name], highest - heights[name], top) for name in sorted(shown)}
    return places, paths, round(right) + 40


def _place(x: float, layer: int, top: int) -> tuple[int, int]:
    return round(20 + x), top + layer * 62


def _path(points: list[tuple[int, int]]) -> str:
    """A smooth line from the bottom of the first room to the top of the last."""
    (x, y), *others = points
    path, y = f"M{x} {y + 13}", y + 13
    for number, (x2, y2) in enumerate(others, 1):
        end = y2 - 15 if number == len(others) else y2
        path += f"C{x} {y + 20} {x2} {end - 20} {x2} {end}"
        x, y = x2, end
    return path


def _without_subfolders(graph: Graph) -> Graph:
    """The graph with `operators/rows`, `operators/windows` and so on as one room."""
    rooms: Graph = {name.partition("/")[0]: set() for name in graph}
    for name, targets in graph.items():
        rooms[name.partition("/")[0]] |= {target.partition("/")[0] for target in targets} - {name.partition("/")[0]}
    return rooms


def _without_shortcuts(graph: Graph) -> Graph:
    """The graph without arrows that a longer path implies, so that the picture is readable."""
    return {
        name: {
            target
            for target in targets
            if not any(target in _reachable(graph, other) for other in targets if other != target)
        }
        for name, targets in graph.items()
    }


def _reachable(graph: Graph, start: str) -> set[str]:
    found: set[str] = set()
    waiting = list(graph.get(start, ()))
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += graph.get(name, ())
    return found


if __name__ == "__main__":
    PICTURE.write_text(picture())
    print(f"wrote {PICTURE.relative_to(ROOT)}")
