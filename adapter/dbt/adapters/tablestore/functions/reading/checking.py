"""Reads a project's function files without dbt's parser, a profile or Spark."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from dbt.adapters.tablestore.functions.reading.builtin_names import check_not_builtin
from dbt.adapters.tablestore.functions.reading.extraction import read_function
from dbt.adapters.tablestore.functions.reading.sources import Source, YamlArgument, unload_helpers, yaml_type
from dbt.adapters.tablestore.functions.types.errors import FunctionError, MismatchError
from dbt_common.clients.system import get_env
from dbt_common.context import set_invocation_context
from dbt_common.exceptions import DbtRuntimeError


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
    for folder in _folders(root, settings):
        entries = dict(_entries(root, folder))
        for path in sorted(folder.rglob("*.py")):
            entry = entries.get(path.stem, _Entry({}, "YAML"))
            if _is_disabled(entry):
                continue
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


def _folders(root: Path, settings: dict[str, Any]) -> list[Path]:
    """The folders of functions; dbt renders Jinja in their names.

    Raises:
        FunctionError: one that dbt_project.yml names is not there, or needs more than environment variables.
    """
    place = "dbt_project.yml: `function-paths`"
    given = settings.get("function-paths")
    if not given:
        return [root / "functions"]
    try:
        names = _items(_rendered(given), str, place)
    except DbtRuntimeError as error:
        needs = "A check without a profile can render env_var(), and var() with a default value"
        raise FunctionError(f"{place} is {given!r}: {' '.join(error.msg.split())}. {needs}.") from None
    if absent := [name for name in names if not (root / name).is_dir()]:
        raise FunctionError(f"{place}: {root / absent[0]} is not a folder. Correct the path, or create the folder.")
    return [root / name for name in names]


def _is_disabled(entry: _Entry) -> bool:
    """Whether YAML disables a function; one of which only dbt knows it is checked."""
    config = entry.settings.get("config")
    try:
        return isinstance(config, dict) and _rendered(config.get("enabled")) is False
    except DbtRuntimeError:
        return False


def _rendered(value: Any) -> Any:
    """A value of YAML with its Jinja rendered, as dbt does it without a profile."""
    from dbt.config.renderer import DbtProjectYamlRenderer

    set_invocation_context(get_env())  # of which env_var() reads
    return DbtProjectYamlRenderer().render_data(value)


def _problems_with_name(source: Source, owners: dict[str, str]) -> Iterator[str]:
    """What is wrong with the name of a function; ``owners`` are the files of the names before it."""
    try:
        check_not_builtin(source.file, source.name)
    except FunctionError as error:
        yield from error.messages
    owner = owners.setdefault(source.name.lower(), source.file)
    if owner != source.file:
        yield (
            f"{source.file}: {owner} has the same name in SQL, `{source.name}`, where upper and lower case are equal. "
            "Set `alias` in the config of one of them."
        )


def _yaml(root: Path, path: Path) -> dict[str, Any]:
    try:
        return _mapping(yaml.safe_load(path.read_text(encoding="utf-8")), str(path.relative_to(root)))
    except yaml.YAMLError as error:
        raise FunctionError(f"{path.relative_to(root)} is not valid YAML: {' '.join(str(error).split())}.") from None


def _entries(root: Path, folder: Path) -> Iterator[tuple[str, _Entry]]:
    """The entries of the folder's YAML files, by function."""
    for path in sorted([*folder.rglob("*.yml"), *folder.rglob("*.yaml")]):
        file = str(path.relative_to(root))
        for entry in _items(_yaml(root, path).get("functions"), dict, f"{file}: `functions`"):
            yield str(entry.get("name")), _Entry(entry, file)


def _mapping(value: Any, place: str) -> dict[str, Any]:
    if not isinstance(value, (dict, type(None))):
        raise FunctionError(f"{place} is {value!r}. Write keys and values, for example `name: net`.")
    return value or {}


def _items(value: Any, kind: type, place: str) -> list[Any]:
    """A list of mappings or of texts."""
    if not isinstance(value, (list, type(None))) or not all(isinstance(item, kind) for item in value or []):
        example = "- name: net" if kind is dict else "- functions"
        raise FunctionError(f"{place} is {value!r}. Write a list, for example `{example}`.")
    return value or []


def _source(root: Path, path: Path, entry: _Entry) -> Source:
    head = f"{entry.file}: {path.stem}:"
    config = _mapping(entry.settings.get("config"), f"{head} `config`")
    returns = _mapping(entry.settings.get("returns"), f"{head} `returns`")
    arguments = [
        YamlArgument(str(item.get("name")), yaml_type(item.get("data_type")), item.get("default_value"))
        for item in _items(entry.settings.get("arguments"), dict, f"{head} `arguments`")
    ]
    return Source(
        name=config.get("alias") or path.stem,
        file=str(path.relative_to(root)),
        code=path.read_text(encoding="utf-8"),
        entry_point=config.get("entry_point") or path.stem,
        root=root,
        kind=config.get("type"),
        arguments=tuple(arguments),
        returns=yaml_type(returns.get("data_type")),
        yaml=entry.file,
    )
