"""What decides what a function of a dbt project returns, besides the text of its own file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from dbt.adapters.tablestore.functions.reading.nodes import yaml_declaration
from dbt.adapters.tablestore.functions.reading.sources import helpers_of

_CONFIG = ("type", "volatility", "entry_point")
_WORD = re.compile(r"\w+")


def declaration(node: Any) -> str:
    """The YAML of a function as one text: its arguments, its result and its config."""
    arguments, returns = yaml_declaration(node)
    parts = [f"{_arguments(arguments)} returns {_type(returns)}"]
    parts += [f"{name} {json.dumps(str(value))}" for name in _CONFIG if (value := getattr(node.config, name, None))]
    for overload in getattr(node, "overloads", None) or []:
        given = [(item.name, item.data_type, item.default_value) for item in overload.arguments]
        result = overload.returns.data_type if overload.returns else returns
        parts.append(f"overload {_arguments(given)} returns {_type(result)} as {overload.defined_in}")
    return " ".join(parts)


def bodies(node: Any) -> dict[str, str]:
    """The SQL of the overloads of a function, by their names."""
    overloads = getattr(node, "overloads", None) or []
    return {overload.defined_in: overload.raw_body for overload in overloads if overload.raw_body}


def used_helpers(code: str, root: Path) -> dict[str, str]:
    """The texts of the modules in ``python/`` whose names the code of a function has, or that of such a module."""
    others, used = dict(helpers_of(root).sources), dict[str, str]()
    words = set(_WORD.findall(code))
    while found := {name: text for name, text in others.items() if words.issuperset(name.split("."))}:
        for name, text in found.items():
            used[name] = others.pop(name)
            words.update(_WORD.findall(text))
    return used


def _arguments(arguments: Iterable[tuple[str, str, Any]]) -> str:
    defaults = [(name, _type(kind), "" if value is None else f" default {value!r}") for name, kind, value in arguments]
    return f"({', '.join(f'{name} {kind}{default}' for name, kind, default in defaults)})"


def _type(declared: str | None) -> str:
    """A type in one spelling."""
    return "".join((declared or "auto").lower().split())
