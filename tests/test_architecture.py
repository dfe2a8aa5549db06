"""Keeps the rooms of the repository apart and its files small (CONTRIBUTING.md says why).

Every rule collects all its offenders and names, for each, the place and what to do instead. Macros are read with dbt's
own Jinja parser, so a word in a comment or in a string is not an offence.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import yaml
from dbt.parser.schemas import is_valid_type
from dbt_common.clients.jinja import get_environment
from jinja2 import meta, nodes

ROOT = Path(__file__).parent.parent
MACROS = ROOT / "macros"

# What a room may call besides itself and `sql`. A room that is missing here may call nothing else. Engines, aggregates
# and formats are registries of pieces; `sql` puts the pieces together.
MAY_CALL = {
    "sql": {"engines", "formats"},
    "engines": {"aggregates"},
    "plan": {"engines", "aggregates", "formats", "state"},
    "materializations": {"plan", "formats", "state"},
    "changelog": {"plan", "materializations", "state"},
    "state": {"plan", "materializations", "changelog", "table"},
    "hints": {"state"},
    "operations": {"plan", "formats", "changelog", "table", "materializations", "state"},
    "windows": {"table"},
}
# Only these rooms may look at the model, the target or the warehouse; everything else is a function of its arguments.
WORLDLY_ROOMS = {"plan", "materializations", "operations", "changelog", "state"}
# Single files outside those rooms which must look at the world, each with its reason.
WORLDLY_FILES: dict[str, str] = {
    "macros/sql/_columns_of.sql": "operators over all columns have to ask for them; a list of names avoids it",
    "macros/table/_declarations.sql": "describe has to ask what a table declares",
}
AMBIENT = {"config", "this", "model", "run_query", "statement", "execute", "target", "adapter", "graph", "load_result"}
CONFIG_READER = "macros/plan/merge_plan.sql"
# What dbt's own steps take from the config, which is no part of a plan.
CONFIG_OF_DBT = {("macros/materializations/keyed.sql", "grants")}
# dbt's strategy of the same name, for incremental models that are not keyed.
MERGE_OF_DBT = "adapter/dbt/include/tablestore/macros/materializations/merge.sql"
MAX_FILE, MAX_MACRO, MAX_MATERIALIZATION = 80, 40, 60
ENGINES_AND_FORMATS = re.compile(r"\b(iceberg|delta|parquet|deduplicate|partial-update|aggregation|first-row)\b")
END = re.compile(r"{%-?\s*end(macro|materialization)")
MERGE = re.compile(r"\bmerge\s+into\b|\bwhen\s+matched\b", re.IGNORECASE)
MACHINE = re.compile(r"/(root|(home|Users|work|tmp)/\w+)/|repo1\.maven|pypi\.org")


class Macro(NamedTuple):
    """One macro or materialization: ``name`` as written, ``line`` where it starts, ``length`` in lines."""

    path: Path
    name: str
    line: int
    length: int
    arguments: tuple[str, ...]

    @property
    def is_materialization(self) -> bool:
        return self.name.startswith("materialization_")

    @property
    def is_public(self) -> bool:
        return not self.name.startswith("_") and not self.is_materialization


@cache
def parsed(path: Path) -> nodes.Template:
    return get_environment(None, capture_macros=False).parse(path.read_text())


@cache
def files() -> tuple[Path, ...]:
    return tuple(sorted(MACROS.rglob("*.sql")))


def room(path: Path) -> str:
    return path.relative_to(MACROS).parts[0]


def at(path: Path, line: int | None = None) -> str:
    return str(path.relative_to(ROOT)) + (f":{line}" if line else "")


@cache
def macros() -> tuple[Macro, ...]:
    """Every macro of the package, its length counted to its own end tag."""
    found = []
    for path in files():
        lines = path.read_text().splitlines()
        for node in parsed(path).find_all(nodes.Macro):
            end = next(
                (
                    i
                    for i, text in enumerate(lines, 1)
                    if i >= node.lineno and re.search(r"{%-?\s*end(macro|mat)", text)
                ),
                len(lines),
            )
            name = node.name.removeprefix("dbt_macro__")
            found.append(Macro(path, name, node.lineno, end - node.lineno + 1, tuple(a.name for a in node.args)))
    return tuple(found)


def own_calls(path: Path) -> Iterator[nodes.Getattr]:
    """Every ``tablestore.x`` of a file."""
    for node in parsed(path).find_all(nodes.Getattr):
        if isinstance(node.node, nodes.Name) and node.node.name == "tablestore":
            yield node


def check(rule: str, offenders: list[str]) -> None:
    assert not offenders, "\n  - ".join([rule, *offenders])


def test_there_is_something_to_check() -> None:
    assert len(files()) > 3 and len(macros()) > 3


def test_pure_rooms_are_functions_of_their_arguments() -> None:
    check(
        "Pass what is needed as an argument; macros/plan and macros/materializations are where the world is read:",
        [
            f"{at(path)} uses {name}"
            for path in files()
            if room(path) not in WORLDLY_ROOMS and at(path) not in WORLDLY_FILES
            for name in sorted(meta.find_undeclared_variables(parsed(path)) & AMBIENT)
        ],
    )


def test_config_is_read_in_one_file() -> None:
    check(
        f"Only {CONFIG_READER} reads a model's config; add the key to its plan and read the plan:",
        [
            f"{at(path, node.lineno)} reads {key}"
            for path in files()
            if "config" in meta.find_undeclared_variables(parsed(path))
            for node in parsed(path).find_all(nodes.Call)
            if isinstance(node.node, nodes.Getattr)
            and getattr(node.node.node, "name", None) == "config"
            and (key := getattr(node.args[0], "value", "a key"))
            and at(path) != CONFIG_READER
            and (at(path), key) not in CONFIG_OF_DBT
        ],
    )


def test_one_public_macro_per_file_named_after_it() -> None:
    offenders = []
    for path in files():
        public = [macro.name for macro in macros() if macro.path == path and macro.is_public]
        named_after = any(path.stem in macro.name for macro in macros() if macro.path == path)
        if len(public) > 1 or (public and public[0] != path.stem):
            offenders.append(f"{at(path)} holds {', '.join(public)}; prefix helpers with _ or give each its own file")
        elif not named_after and not path.name.startswith("_"):
            offenders.append(f"{at(path)} holds no macro {path.stem} and none with a longer name of it")
    check("A macro is found by its file name:", offenders)


def test_macro_names_are_unique() -> None:
    names = [macro.name for macro in macros()]
    check(
        "Two macros share a name, the later one would win silently:", sorted({n for n in names if names.count(n) > 1})
    )


def test_files_stay_small() -> None:
    offenders = [
        f"{at(path)} has {length} lines, at most {MAX_FILE}"
        for path in files()
        if (length := len(path.read_text().splitlines())) > MAX_FILE
    ]
    for macro in macros():
        limit = MAX_MATERIALIZATION if macro.is_materialization else MAX_MACRO
        if macro.length > limit:
            offenders.append(f"{at(macro.path, macro.line)} {macro.name} has {macro.length} lines, at most {limit}")
    check("Split it, or move part of it to the room it belongs to:", offenders)


def test_no_dispatch() -> None:
    check(
        "The platform is Spark and formats are data: add a format to macros/formats instead of adapter.dispatch:",
        [
            at(path, node.lineno)
            for path in files()
            for node in parsed(path).find_all(nodes.Getattr)
            if node.attr == "dispatch" and isinstance(node.node, nodes.Name) and node.node.name == "adapter"
        ],
    )


def test_calls_inside_the_package_are_qualified_and_known() -> None:
    names = {macro.name for macro in macros()}
    offenders = []
    for path in files():
        free = meta.find_undeclared_variables(parsed(path))
        offenders += [f"{at(path)} calls {name}: write tablestore.{name}" for name in sorted(free & names)]
        offenders += [
            f"{at(path, node.lineno)} calls tablestore.{node.attr}, which does not exist"
            for node in own_calls(path)
            if node.attr not in names
        ]
    check("An unqualified macro of a package is undefined in its user's project:", offenders)


def test_dependencies_point_one_way() -> None:
    home = {macro.name: room(macro.path) for macro in macros()}
    offenders = []
    for path in files():
        allowed = MAY_CALL.get(room(path), set()) | {room(path), "sql"}
        offenders += [
            f"{at(path, node.lineno)} calls tablestore.{node.attr} of {home[node.attr]}; may call {sorted(allowed)}"
            for node in own_calls(path)
            if node.attr in home and home[node.attr] not in allowed
        ]
    check("A room calls another one above it or beside it:", offenders)


def test_materializations_name_no_engine_and_no_format() -> None:
    check(
        "A materialization knows steps; names of engines and formats belong to their registries:",
        [
            f"{at(path)} says {match.group()}"
            for path in files()
            if room(path) == "materializations"
            for match in ENGINES_AND_FORMATS.finditer(re.sub(r"{#.*?#}", "", path.read_text(), flags=re.DOTALL))
        ],
    )


def test_no_sql_comments() -> None:
    check(
        "Write {# #}: an SQL comment ends up in the text that runs:",
        [
            at(path, data.lineno)
            for path in files()
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
        entry = described.get((macro.path.parent, macro.name))
        arguments = {argument["name"]: argument for argument in (entry or {}).get("arguments", [])}
        if not entry or not entry.get("description"):
            offenders.append(f"{at(macro.path)}: no description of {macro.name} in a .yml of its folder")
        elif tuple(arguments) != macro.arguments:
            offenders.append(f"{at(macro.path)} takes {macro.arguments}, its .yml describes {tuple(arguments)}")
        elif wrong := [f"{n}: {a.get('type')}" for n, a in arguments.items() if not is_valid_type(a.get("type") or "")]:
            offenders.append(f"{at(macro.path)}: types that dbt does not know in its .yml: {', '.join(wrong)}")
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


def test_nothing_names_this_machine() -> None:
    listing = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    tracked = listing.stdout.splitlines()
    offenders = []
    for name in filter(lambda n: n != at(Path(__file__)) and (ROOT / n).is_file(), tracked):
        for number, line in enumerate((ROOT / name).read_text(errors="ignore").splitlines(), 1):
            if match := MACHINE.search(line):
                offenders.append(f"{name}:{number} says {match.group()}")
    check("Paths of one machine and hosts of a package registry do not belong into the repository:", offenders)
