"""Keeps the rooms of the repository apart and its files small (CONTRIBUTING.md says why).

Every rule collects all its offenders and names, for each, the place and what to do instead. Macros are read with dbt's
own Jinja parser, so a word in a comment or in a string is not an offense.
"""

from __future__ import annotations

import ast
import re
import subprocess
from pathlib import Path

import yaml
from dbt.adapters.spark.impl import SparkAdapter
from dbt.adapters.tablestore.__version__ import version
from dbt.parser.schemas import is_valid_type
from jinja2 import nodes

import rooms
from rooms import INCLUDE, MACROS, ROOT, macro_files, macros, parsed, room

# Names of dbt's context that depend on more than arguments, and the rooms that may use them.
AMBIENT: dict[str, set[str]] = {
    "run_query": {"warehouse"},
    "statement": {"warehouse"},
    "load_result": {"warehouse"},
    "store_result": {"warehouse"},
    "api": {"warehouse"},
    "execute": {"warehouse", "options", "stateful"},
    "load_relation": {"warehouse", "changelog", "commit", "operations", "materializations"},
    "var": {"options"},
    "env_var": {"options"},
    "flags": {"options"},
    "target": {"options"},
    "run_started_at": {"options"},
    "model": {"options", "changelog", "commit", "materializations"},
    "graph": {"warehouse", "changelog", "commit", "operations"},
    "adapter": {"warehouse"},
    "invocation_id": {"commit", "options"},
    "this": {"materializations"},
    "should_full_refresh": {"materializations", "options"},
    "run_hooks": {"materializations"},
    "render": {"operations"},
    "print": {"operations"},
    "write": {"materializations"},
}
# Single files that use a name outside those rooms, each with its reason.
EXCEPTIONS: dict[tuple[str, str], str] = {
    ("macros/text/fail.sql", "adapter"): "an error of the adapter does not list the macros that were running",
}
# dbt's strategy of the same name, for incremental models that are not keyed.
MERGE_OF_DBT = "adapter/dbt/include/tablestore/macros/materializations/merge.sql"
MAX_FILE, MAX_LINE, MAX_MACRO, MAX_MATERIALIZATION = 200, 120, 40, 60
# Of the adapter's class: its lines, and its methods that macros can call besides dbt's own.
MAX_IMPL, MAX_METHODS = 350, 12
# Files of the package outside of `warehouse` that use the adapter or name its macros. The list may only become shorter.
USE_THE_ADAPTER = frozenset(
    [
        "commit/_prepared.sql",
        "materializations/keyed.sql",
        "operations/check_views.sql",
        "operations/explain_refresh.sql",
        "operations/verify_views.sql",
        "text/fail.sql",
    ]
)
ENGINES_AND_FORMATS = re.compile(r"\b(iceberg|delta|parquet|deduplicate|partial-update|aggregation|first-row)\b")
MERGE = re.compile(r"\bmerge\s+into\b|\bwhen\s+matched\b", re.IGNORECASE)
MACHINE = re.compile(r"/(root|(home|Users|work|tmp)/\w+)/|repo1\.maven|pypi\.org")


def at(path: Path, line: int | None = None) -> str:
    return str(path.relative_to(ROOT)) + (f":{line}" if line else "")


def check(rule: str, offenders: list[str]) -> None:
    assert not offenders, "\n  - ".join([rule, *offenders])


def test_there_is_something_to_check() -> None:
    assert len(macro_files()) > 200 and len(macros()) > 200 and len(macros(INCLUDE)) > 50
    found = rooms.house()
    crossings = (
        ("macros/operations", "include/views"),  # macros of the package that name macros of the adapter
        ("include/views", "macros/stateful"),
        ("macros/warehouse", "plans"),  # `adapter.plans()`
        ("include/views", "views"),
        ("include/materializations", "adapter"),  # what the adapter overrides
        ("macros/warehouse", "profile"),  # `adapter.config.credentials`
    )
    assert [(room, used) for room, used in crossings if used not in found[room]] == []


def test_rooms_have_no_circle() -> None:
    house = rooms.house()
    check(
        "Rooms use each other in a circle. Move what both need to a room below them (`make rooms` draws the rooms):",
        [" <-> ".join(circle) for graph in (house, rooms.without_subfolders(house)) for circle in rooms.circles(graph)],
    )


def test_macros_see_few_methods_of_the_adapter() -> None:
    """A facade per subject: what is behind it belongs to the room of the subject."""
    path = rooms.ADAPTER / "impl.py"
    text = path.read_text()
    methods = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
    available = [node.name for node in methods if rooms.is_available(node)]
    assert "views" in available
    assert len(available) <= MAX_METHODS, f"at most {MAX_METHODS} methods for macros: {', '.join(available)}"
    assert len(text.splitlines()) <= MAX_IMPL, f"{at(path)} has more than {MAX_IMPL} lines"


def test_macros_call_what_the_adapter_has() -> None:
    known = rooms.methods().keys() | set(dir(SparkAdapter)) | {"config", "Relation", "Column", "dispatch", "commit"}
    check(
        "Macros call what the adapter does not have:",
        [
            f"{at(path, call.lineno)} says adapter.{call.attr}"
            for tree in (MACROS, INCLUDE)
            for path in macro_files(tree)
            for call in rooms.attributes_of(path, "adapter")
            if call.attr not in known
        ],
    )


def test_python_looks_up_no_macro() -> None:
    check(
        "Pass a facade the macro that it is to call; then the picture of the rooms shows who uses it:",
        [at(path) for path in sorted(rooms.ADAPTER.rglob("*.py")) if "execute_macro" in path.read_text()],
    )


def test_the_package_uses_the_adapter_in_one_room() -> None:
    def uses_it(path: Path) -> bool:
        names = [node.name for node in parsed(path).find_all(nodes.Name) if node.ctx == "load"]
        return any(name == "adapter" or rooms.adapter_macro(name) for name in names)

    found = {str(path.relative_to(MACROS)) for path in macro_files() if room(path) != "warehouse" and uses_it(path)}
    check("The package uses the adapter in macros/warehouse, which others call:", sorted(found - USE_THE_ADAPTER))
    check("USE_THE_ADAPTER names files that do not use it:", sorted(USE_THE_ADAPTER - found))


def test_the_adapter_calls_what_is_public_in_the_package() -> None:
    calls = [(path, call) for path in macro_files(INCLUDE) for call in rooms.attributes_of(path, "tablestore")]
    assert len(calls) > 50
    check(
        "What the adapter calls in the package is public, and described there:",
        [f"{at(path, call.lineno)} calls {call.attr}" for path, call in calls if call.attr.startswith("_")],
    )


def test_the_picture_shows_the_rooms() -> None:
    assert rooms.PICTURE.read_text() == rooms.picture(), "the rooms have changed: make rooms"


def test_only_some_rooms_look_at_the_world() -> None:
    used = [(path, name) for path in macro_files() for name in sorted(rooms.free_names(path) & AMBIENT.keys())]
    check(
        "Pass what is needed as an argument:",
        [
            f"{at(path)} uses {name}, which is for {', '.join(sorted(AMBIENT[name])) or 'no room'}"
            for path, name in used
            if room(path) not in AMBIENT[name] and (at(path), name) not in EXCEPTIONS
        ],
    )
    found = {(at(path), name) for path, name in used}
    check(
        "An exception that is not needed:",
        [f"{path}: {name}" for path, name in EXCEPTIONS if (path, name) not in found],
    )


def test_config_is_read_in_one_room() -> None:
    offenders = []
    for path in macro_files():
        names = [node for node in parsed(path).find_all(nodes.Name) if node.name == "config" and node.ctx == "load"]
        attributes = [node for node in parsed(path).find_all(nodes.Getattr) if node.attr == "config"]
        names += [node for node in attributes if not of_adapter(node)]
        names += [
            node
            for node in parsed(path).find_all(nodes.Getitem)
            if isinstance(node.arg, nodes.Const) and node.arg.value == "config"
        ]
        assigned = {node.name for node in parsed(path).find_all(nodes.Name) if node.ctx == "store"}
        if room(path) != "options":
            offenders += [
                at(path, node.lineno) for node in names if not (isinstance(node, nodes.Name) and "config" in assigned)
            ]
    check("Only macros/options reads a model's config; call _config_of or read the plan:", offenders)


def test_no_macro_makes_up_a_config() -> None:
    """A keyed model and a view both make settings (`_settings_schema`); neither is made to look like the other."""
    offenders = []
    for tree in (MACROS, INCLUDE):
        for path in macro_files(tree):
            given = [node for node in parsed(path).find_all(nodes.Keyword) if node.key == "config"]
            given += [
                node
                for node in parsed(path).find_all(nodes.Pair)
                if isinstance(node.key, nodes.Const) and node.key.value == "config"
            ]
            offenders += [at(path, node.lineno) for node in given]
    check("Pass what is needed instead of a node with another config:", offenders)


def of_adapter(node: nodes.Getattr) -> bool:
    """Whether it is `adapter.config`, the profile's, and not a model's."""
    return isinstance(node.node, nodes.Name) and node.node.name == "adapter"


def test_a_macro_is_found_by_its_file_name() -> None:
    """Every call leads to the same file, to a file of that name or, for a helper, to the file of its subject.

    `_group_key` can be in `_group.sql`; a registry's room says what its files hold.
    """
    home = {macro.name: macro.path for macro in macros()}
    offenders = [
        f"{at(macro.path, macro.line)} calls {name}, which is in {at(home[name])}; give it a file {name}.sql"
        for macro in macros()
        for name in sorted({call.attr for call in macro.calls})
        if name in home and home[name] != macro.path and not found_in(home[name], name)
    ]
    for path in macro_files():
        public = [macro.name for macro in macros() if macro.path == path and macro.is_public]
        if len(public) > 1 or (public and public[0] != path.stem):
            offenders.append(f"{at(path)} holds {', '.join(public)}: one public macro per file, named after it")
    check("A macro is found by its file name:", offenders)


def found_in(path: Path, name: str) -> bool:
    """Whether the name of the file leads to the macro.

    That is `_group_key` or `_in_group` in _group.sql, and `_sum_aggregate` in aggregates/sum.sql.
    """
    registered = f"_{path.stem}_{path.parent.name.removesuffix('s')}"
    return name in (path.stem, registered) or (path.stem.startswith("_") and path.stem[1:] in name)


def test_a_helper_is_in_the_file_that_calls_it() -> None:
    """A helper that one file of its room calls is in it, unless the two files would be too long together.

    `_sum_aggregate` of a registry has a file of its own.
    """
    callers: dict[str, set[Path]] = {}
    for macro in (*macros(), *macros(rooms.INCLUDE)):
        for call in macro.calls:
            callers.setdefault(call.attr, set()).add(macro.path)
    offenders = []
    for macro in macros():
        home, paths = macro.path, callers.get(macro.name, set())
        if macro.is_public or home in paths or len(paths) != 1 or macro.name.startswith(f"_{home.stem}_"):
            continue
        (caller,) = paths
        lines = len(caller.read_text().splitlines()) + len(home.read_text().splitlines())
        if caller.parent == home.parent and lines <= MAX_FILE:
            offenders.append(f"{at(home, macro.line)} {macro.name} is called from {at(caller)} only")
    check("Move it to the file that calls it, below its caller:", offenders)


def test_macro_names_are_unique() -> None:
    names = [macro.name for macro in macros()]
    check(
        "Two macros share a name, the later one would win silently:", sorted({n for n in names if names.count(n) > 1})
    )


def test_every_macro_is_used() -> None:
    called = {call.attr for macro in macros() for call in macro.calls}
    texts = [path.read_text() for path in (ROOT / "adapter").rglob("*.sql")]
    check(
        "Remove what nothing calls:",
        [
            f"{at(macro.path, macro.line)} {macro.name}"
            for macro in macros()
            if macro.name.startswith("_")
            and macro.name not in called
            and not any(f"tablestore.{macro.name}" in text for text in texts)
        ],
    )


def test_files_stay_small() -> None:
    offenders = [
        f"{at(path)} has {length} lines, at most {MAX_FILE}"
        for path in (*macro_files(), *macro_files(INCLUDE))
        if (length := len(path.read_text().splitlines())) > MAX_FILE
    ]
    for macro in (*macros(), *macros(INCLUDE)):
        if macro.name.endswith("_schema") or macro.name == "options":
            continue  # a table of keys: as long as it has keys
        limit = MAX_MATERIALIZATION if macro.is_materialization else MAX_MACRO
        if macro.length > limit:
            offenders.append(f"{at(macro.path, macro.line)} {macro.name} has {macro.length} lines, at most {limit}")
    check("Split it, or move part of it to the room it belongs to:", offenders)


def test_lines_stay_short() -> None:
    check(
        f"Lines of more than {MAX_LINE} characters; name a part of the expression, or wrap it:",
        [
            at(path, number)
            for path in (*macro_files(), *macro_files(rooms.INCLUDE))
            for number, text in enumerate(path.read_text().splitlines(), 1)
            if len(text) > MAX_LINE
        ],
    )


def test_no_dispatch() -> None:
    check(
        "The platform is Spark and formats are data: add a format to macros/formats instead of adapter.dispatch:",
        [
            at(path, node.lineno)
            for path in macro_files()
            for node in parsed(path).find_all(nodes.Getattr)
            if node.attr == "dispatch" and isinstance(node.node, nodes.Name) and node.node.name == "adapter"
        ],
    )


def test_calls_inside_the_package_are_qualified_and_known() -> None:
    names = {macro.name for macro in macros()}
    offenders = []
    for path in macro_files():
        free = rooms.free_names(path)
        offenders += [f"{at(path)} calls {name}: write tablestore.{name}" for name in sorted(free & names)]
    offenders += [
        f"{at(macro.path, call.lineno)} calls tablestore.{call.attr}, which does not exist"
        for macro in macros()
        for call in macro.calls
        if call.attr not in names
    ]
    check("An unqualified macro of a package is undefined in its user's project:", offenders)


def test_materializations_name_no_engine_and_no_format() -> None:
    check(
        "A materialization knows steps; names of engines and formats belong to their registries:",
        [
            f"{at(path)} says {match.group()}"
            for path in macro_files()
            if room(path) == "materializations"
            for match in ENGINES_AND_FORMATS.finditer(re.sub(r"{#.*?#}", "", path.read_text(), flags=re.DOTALL))
        ],
    )


def test_no_sql_comments() -> None:
    check(
        "Write {# #}: an SQL comment ends up in the text that runs:",
        [
            at(path, data.lineno)
            for path in macro_files()
            for data in parsed(path).find_all(nodes.TemplateData)
            if re.search(r"(^|\s)--(\s|$)", data.data, re.MULTILINE)
        ],
    )


def test_public_macros_are_documented_beside_them() -> None:
    described: dict[tuple[Path, str], dict] = {}
    for path in MACROS.rglob("*.yml"):
        for entry in (yaml.safe_load(path.read_text()) or {}).get("macros", []):
            described[path.parent, entry["name"]] = entry
    offenders = []
    for macro in filter(lambda m: m.is_public, macros()):
        entry = described.pop((macro.path.parent, macro.name), None)
        arguments = {argument["name"]: argument for argument in (entry or {}).get("arguments", [])}
        if not entry or not entry.get("description"):
            offenders.append(f"{at(macro.path)}: no description of {macro.name} in a .yml of its folder")
        elif tuple(arguments) != macro.arguments:
            offenders.append(f"{at(macro.path)} takes {macro.arguments}, its .yml describes {tuple(arguments)}")
        elif wrong := [f"{n}: {a.get('type')}" for n, a in arguments.items() if not is_valid_type(a.get("type") or "")]:
            offenders.append(f"{at(macro.path)}: types that dbt does not know in its .yml: {', '.join(wrong)}")
    offenders += [f"{at(folder)} describes {name}, which is not a macro there" for folder, name in described]
    check("Every public macro has its arguments, their types and a description in the .yml beside it:", offenders)


def test_the_adapter_holds_no_merge_sql() -> None:
    check(
        "Merge text lives in macros/, where users of plain dbt-spark get it too:",
        [
            at(path)
            for path in (ROOT / "adapter").rglob("*")
            if path.suffix in {".py", ".sql"} and at(path) != MERGE_OF_DBT and MERGE.search(path.read_text())
        ],
    )


def test_the_adapter_and_its_packages_have_one_version() -> None:
    projects = [ROOT / "dbt_project.yml", *sorted((ROOT / "adapter/dbt/include").glob("*/dbt_project.yml"))]
    assert len(projects) == 3
    found = {path.relative_to(ROOT): yaml.safe_load(path.read_text())["version"] for path in projects}
    assert found == dict.fromkeys(found, version)


def test_nothing_names_this_machine() -> None:
    listing = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    tracked = listing.stdout.splitlines()
    offenders = []
    for name in filter(lambda n: n != at(Path(__file__)) and (ROOT / n).is_file(), tracked):
        for number, text in enumerate((ROOT / name).read_text(errors="ignore").splitlines(), 1):
            if match := MACHINE.search(text):
                offenders.append(f"{name}:{number} says {match.group()}")
    check("Paths of one machine and hosts of a package registry do not belong into the repository:", offenders)
