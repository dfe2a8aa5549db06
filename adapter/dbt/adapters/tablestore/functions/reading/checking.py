"""Reads a project's function files without dbt's parser, a profile or Spark."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from dbt.adapters.tablestore.functions.reading.builtin_names import BUILTIN_NAMES, builtin_message
from dbt.adapters.tablestore.functions.reading.extraction import read_function
from dbt.adapters.tablestore.functions.reading.sources import Source, YamlArgument, unload_helpers, yaml_type
from dbt.adapters.tablestore.functions.types.errors import FunctionError, MismatchError


class _Entry(NamedTuple):
    """What YAML says about a function, and the path of the YAML file."""

    settings: dict[str, Any]
    file: str


def check_project(root: Path) -> tuple[list[str], list[str]]:
    """The signatures of every function, and the messages about those that are wrong.

    Raises:
        FunctionError: there is no project, or one of its YAML files cannot be read.
    """
    if not (root / "dbt_project.yml").is_file():
        raise FunctionError(f"{root} has no dbt_project.yml. Name the project's folder with --project-dir.")
    settings = _yaml(root, root / "dbt_project.yml")
    lines: list[str] = []
    problems: list[str] = []
    owners: dict[str, str] = {}
    unload_helpers()
    for folder in settings.get("function-paths", ["functions"]):
        entries = dict(_entries(root, root / folder))
        for path in sorted((root / folder).rglob("*.py")):
            entry = entries.get(path.stem, _Entry({}, "YAML"))
            try:
                source = _source(root, path, entry)
                taken = list(_problems_with_name(source, owners))
                problems += taken
                function = read_function(source)
            except FunctionError as error:
                problems += error.messages
            except MismatchError as mismatch:
                problems.append(f"{entry.file}: {path.stem}: {mismatch}.")
            else:
                if not taken:
                    lines.append(f"{function.file} ({function.kind})")
                    lines += [f"  {signature}" for signature in function.signatures]
    return lines, problems


def _problems_with_name(source: Source, owners: dict[str, str]) -> Iterator[str]:
    """What is wrong with the name of a function; ``owners`` are the files of the names before it."""
    name = source.name.lower()
    if name in BUILTIN_NAMES:
        yield builtin_message(source.file, source.name)
    owner = owners.setdefault(name, source.file)
    if owner != source.file:
        yield (
            f"{source.file}: {owner} has the same name in SQL, `{source.name}`, where upper and lower case are equal. "
            "Set `alias` in the config of one of them."
        )


def _yaml(root: Path, path: Path) -> dict[str, Any]:
    try:
        return yaml.safe_load(path.read_text(encoding="utf-8")) or {}
    except yaml.YAMLError as error:
        raise FunctionError(f"{path.relative_to(root)} is not valid YAML: {' '.join(str(error).split())}.") from None


def _entries(root: Path, folder: Path) -> Iterator[tuple[str, _Entry]]:
    """The entries of the folder's YAML files, by function."""
    for path in sorted([*folder.rglob("*.yml"), *folder.rglob("*.yaml")]):
        for entry in _yaml(root, path).get("functions") or []:
            yield str(entry.get("name")), _Entry(entry, str(path.relative_to(root)))


def _source(root: Path, path: Path, entry: _Entry) -> Source:
    config = entry.settings.get("config") or {}
    arguments = [
        YamlArgument(str(item.get("name")), yaml_type(item.get("data_type")), item.get("default_value"))
        for item in entry.settings.get("arguments") or []
    ]
    return Source(
        name=config.get("alias") or path.stem,
        file=str(path.relative_to(root)),
        code=path.read_text(encoding="utf-8"),
        entry_point=config.get("entry_point") or path.stem,
        root=root,
        kind=config.get("type"),
        arguments=tuple(arguments),
        returns=yaml_type((entry.settings.get("returns") or {}).get("data_type")),
        yaml=entry.file,
    )
