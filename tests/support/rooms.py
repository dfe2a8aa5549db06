"""The rooms of the repository and their dependencies, read from the code; `make rooms` draws them.

There are three trees. A room of the package is a folder of `macros/`, named like `macros/plan`; a room of the adapter's
own macros is a folder of `adapter/dbt/include/tablestore/macros`, such as `include/views`; a room of its Python is a
folder below `dbt/adapters/tablestore`, such as `spark/sessions`. Files directly in that folder form the room `adapter`.

An arrow is a macro that another one names, an import, or a crossing: what macros call on `adapter`, which is a method
of the adapter or leads through one to a facade. Python looks up no macro.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from dbt.adapters.tablestore.report.layers import layout
from dbt_common.clients.jinja import get_environment
from jinja2 import Template, meta, nodes

ROOT = Path(__file__).parents[2]
MACROS = ROOT / "macros"
INCLUDE = ROOT / "adapter" / "dbt" / "include" / "tablestore" / "macros"
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


def free_names(path: Path) -> set[str]:
    """The names that a file does not define. Jinja folds constants in the tree it looks at, so this parses anew."""
    return meta.find_undeclared_variables(parsed.__wrapped__(path))


@cache
def macro_files(tree: Path = MACROS) -> tuple[Path, ...]:
    """The macro files of the package, or of the adapter."""
    return tuple(sorted(tree.rglob("*.sql")))


@cache
def macros(tree: Path = MACROS) -> tuple[Macro, ...]:
    """The macros of the package, or of the adapter."""
    found = []
    for path in macro_files(tree):
        lines = path.read_text().splitlines()
        ends = [i for i, text in enumerate(lines, 1) if re.search(r"{%-?\s*end(macro|mat)", text)]
        for node in parsed(path).find_all(nodes.Macro):
            end = next((i for i in ends if i >= node.lineno), len(lines))
            name = node.name.removeprefix("dbt_macro__")
            arguments = tuple(argument.name for argument in node.args)
            found.append(Macro(path, name, node.lineno, end - node.lineno + 1, arguments, node))
    return tuple(found)


@cache
def descriptions() -> dict[str, dict[str, Any]]:
    """What the .yml beside the macros of the package say about the public ones, by their names."""
    files = [yaml.safe_load(path.read_text()) for path in MACROS.rglob("*.yml")]
    return {macro["name"]: macro for file in files for macro in file.get("macros") or []}


def is_for_users(macro: Macro) -> bool:
    """Whether the documentation shows a macro: other public ones are for the adapter."""
    return macro.is_public and bool(descriptions()[macro.name].get("docs", {}).get("show", True))


def room(path: Path) -> str:
    """The room of a macro file, without its tree."""
    return str(path.parent.relative_to(INCLUDE if path.is_relative_to(INCLUDE) else MACROS))


def house() -> Graph:
    """All rooms, each with the rooms that it uses."""
    graph: Graph = {}
    for tree in (MACROS, INCLUDE):
        for path in macro_files(tree):
            graph.setdefault(_name(path), set()).update(_used_by_macros(path))
    for path in sorted(ADAPTER.rglob("*.py")):
        graph.setdefault(_name(path), set()).update(map(_adapter_room, _imports(path.read_text())))
    return {name: used - {name} for name, used in graph.items()}


def _name(path: Path) -> str:
    """The room of a file, with its tree."""
    if path.is_relative_to(ADAPTER):
        return _adapter_room(path.relative_to(ADAPTER))
    inside = room(path)
    return (f"macros/{inside}" if path.is_relative_to(MACROS) else f"include/{inside}").removesuffix("/.")


def _used_by_macros(path: Path) -> Iterator[str]:
    """The rooms that a file of macros uses."""
    for node in parsed(path).find_all(nodes.Name):
        if node.ctx == "load" and (home := adapter_macro(node.name)):
            yield _name(home)
    for call in attributes_of(path, "tablestore"):
        if call.attr in _package_homes():
            yield _name(_package_homes()[call.attr])
    for call in attributes_of(path, "adapter"):
        if call.attr == "config":
            yield "profile"  # its credentials
        elif call.attr in methods():
            yield methods()[call.attr]


def attributes_of(path: Path, name: str) -> list[nodes.Getattr]:
    """Every ``name.x`` in a file of macros."""
    found = parsed(path).find_all(nodes.Getattr)
    return [node for node in found if isinstance(node.node, nodes.Name) and node.node.name == name]


@cache
def _package_homes() -> dict[str, Path]:
    return {macro.name: macro.path for macro in macros()}


@cache
def _adapter_homes() -> dict[str, Path]:
    return {macro.name: macro.path for macro in macros(INCLUDE)}


def adapter_macro(name: str) -> Path | None:
    """The file of the adapter's macro of this name, or of that by which dbt replaces one of its own."""
    return _adapter_homes().get(name) or _adapter_homes().get(f"tablestore__{name}")


@cache
def methods() -> dict[str, str]:
    """The methods of the adapter by their names, with their rooms: of a facade, that of the class it returns."""
    tree = ast.parse((ADAPTER / "impl.py").read_text())
    homes = {
        alias.asname or alias.name: _adapter_room(_module(f"{node.module}.{alias.name}".split(".")[3:]))
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("dbt.adapters.tablestore.")
        for alias in node.names
    }
    found = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    facades = {node.name: homes.get(ast.unparse(node.returns)) for node in found if node.returns and is_available(node)}
    return {node.name: facades.get(node.name) or "adapter" for node in found}


def is_available(node: ast.FunctionDef) -> bool:
    """Whether macros can call a method of the adapter."""
    return any(ast.unparse(decorator).startswith("available") for decorator in node.decorator_list)


def _imports(text: str) -> Iterator[Path]:
    """The adapter's own modules that a module imports, relative to the adapter's folder."""
    prefix = "dbt.adapters.tablestore"
    for node in ast.walk(ast.parse(text)):
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


# The colours of the trees, with their folders.
TREES = {
    "macros": ("macros/", "#e8f1fb"),
    "include": ("adapter/dbt/include/tablestore/macros/", "#e9f5e6"),
    "adapter": ("adapter/dbt/adapters/tablestore/", "#f6efe0"),
}
SVG = Template(
    """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ width }} {{ height }}" role="img" font-family="sans-serif">
<title>The rooms of the repository; an arrow points to what a room uses</title>
<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" orient="auto">
<path d="M0 0 8 4 0 8z" fill="#789"/></marker></defs>
<rect width="100%" height="100%" fill="#fff"/>
{% for title in titles -%}
<rect x="{{ title.x }}" y="10" width="16" height="16" rx="3" fill="{{ title.fill }}" stroke="#456"/>
<text x="{{ title.x + 24 }}" y="23" font-size="13" fill="#123">{{ title.text }}</text>
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
    """The rooms as an SVG, each above the rooms that it uses; the colour is that of its tree."""
    places, paths, width = _placed(without_subfolders(house(), "macros"), 60)
    boxes: list[dict[str, object]] = [
        {"name": _shown(name), "x": x, "y": y, "width": _width(name), "fill": TREES[_tree(name)][1]}
        for name, (x, y) in places.items()
    ]
    left, titles = 20, []
    for text, fill in TREES.values():
        titles.append({"text": text, "x": left, "fill": fill})
        left += 8 * len(text) + 40
    height = max(y for _, y in places.values()) + 30
    return SVG.render(titles=titles, boxes=boxes, arrows=paths, width=max(width, left), height=height)


def _tree(name: str) -> str:
    """The tree of a room: macros, include, or adapter."""
    return name.partition("/")[0] if name.partition("/")[0] in TREES else "adapter"


def _shown(name: str) -> str:
    return name.partition("/")[2] or name if _tree(name) != "adapter" else name


def _width(name: str) -> int:
    return 8 * len(_shown(name)) + 16


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


def without_subfolders(graph: Graph, tree: str | None = None) -> Graph:
    """The graph with folders such as `macros/operators/rows` as part of their room; only in one tree if given."""

    def outer(name: str) -> str:
        parts, own = name.split("/"), _tree(name)
        depth = 1 if own == "adapter" else 2
        return "/".join(parts[:depth]) if tree in (None, own) else name

    found: Graph = {outer(name): set() for name in graph}
    for name, targets in graph.items():
        found[outer(name)] |= {outer(target) for target in targets} - {outer(name)}
    return found


def _without_shortcuts(graph: Graph) -> Graph:
    """The graph without arrows that a longer path implies, so that the picture is readable.

    The room `adapter` imports all others to make its facades, so a path through it says nothing.
    """
    ends = {name: targets if name != "adapter" else set() for name, targets in graph.items()}
    return {
        name: {
            target
            for target in targets
            if not any(target in _reachable(ends, other) for other in targets if other != target)
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
