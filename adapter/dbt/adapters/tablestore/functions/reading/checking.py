"""Reads a project's function files without dbt's parser, a profile or Spark."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml
from dbt.adapters.tablestore.functions.errors import FunctionError, MismatchError
from dbt.adapters.tablestore.functions.reading.extraction import read_function
from dbt.adapters.tablestore.functions.reading.sources import Source, YamlArgument, yaml_type


def check(root: Path) -> tuple[list[str], list[str]]:
    """The signatures of every function, and the sentences about those that are wrong."""
    settings = yaml.safe_load((root / "dbt_project.yml").read_text()) or {}
    lines: list[str] = []
    problems: list[str] = []
    for folder in settings.get("function-paths", ["functions"]):
        described = _described(root / folder)
        for path in sorted((root / folder).rglob("*.py")):
            try:
                function = read_function(_source(root, path, described.get(path.stem, {})))
            except FunctionError as error:
                problems += error.sentences
            except MismatchError as mismatch:
                problems.append(f"{path.relative_to(root)}: {mismatch}.")
            else:
                lines.append(f"{function.file} ({function.kind})")
                lines += [f"  {signature}" for signature in function.signatures]
    return lines, problems


def _described(folder: Path) -> dict[str, Any]:
    """The entries of the folder's YAML files, by function."""
    files = [path for pattern in ("*.yml", "*.yaml") for path in folder.rglob(pattern)]
    entries = [entry for path in files for entry in (yaml.safe_load(path.read_text()) or {}).get("functions", [])]
    return {entry["name"]: entry for entry in entries}


def _source(root: Path, path: Path, entry: dict[str, Any]) -> Source:
    config = entry.get("config", {})
    arguments = [
        YamlArgument(item["name"], yaml_type(item.get("data_type")), item.get("default_value"))
        for item in entry.get("arguments", [])
    ]
    return Source(
        name=config.get("alias") or path.stem,
        file=str(path.relative_to(root)),
        code=path.read_text(),
        entry_point=config.get("entry_point") or path.stem,
        root=root,
        kind=config.get("type"),
        arguments=tuple(arguments),
        returns=yaml_type(entry.get("returns", {}).get("data_type")),
    )
