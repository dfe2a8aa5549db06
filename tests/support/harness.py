"""Renders the package's macros with dbt's own Jinja environment: no project, no warehouse.

``call('tumble', 'bid', 'ts', '10 minutes')`` returns what ``{{ tablestore.tumble(...) }}`` renders in a model, or the
value that the macro returns. The context contains only what a macro without queries may use, and an empty target.
Of the adapter it has the functions that need no session; `on_plain_dbt_spark` takes them away.
"""

from __future__ import annotations

import contextlib
import datetime
import functools
import itertools
import json
import os
import re
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytz
from dbt.adapters.tablestore.profile.credentials import TablestoreCredentials
from dbt_common.clients.jinja import get_environment
from dbt_common.exceptions.macros import MacroReturn

MACROS = Path(__file__).parents[2] / "macros"
MACROS_OF_THE_ADAPTER = MACROS.parent / "adapter/dbt/include/tablestore/macros"


class MacroError(Exception):
    """Raised by ``exceptions.raise_compiler_error``; its text is the message for the user."""


# The variables of dbt's `--vars`, and the time when the run began.
VARIABLES: dict[str, Any] = {}
# The nodes of the project.
GRAPH: dict[str, dict[str, Any]] = {"nodes": {}, "sources": {}}
# What macros have logged, oldest first.
LOGGED: list[str] = []
RUN_STARTED_AT = datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc)


# What macros call on the adapter's credentials.
OF_THE_ADAPTER = {
    "known_model_configs": TablestoreCredentials.known_model_configs,
    "near_names": TablestoreCredentials.near_names,
    "completed": TablestoreCredentials.completed,
    "is_pattern": TablestoreCredentials.is_pattern,
}
CREDENTIALS: dict[str, Any] = dict(OF_THE_ADAPTER)


class _Exceptions:
    @staticmethod
    def raise_compiler_error(message: str, node: Any = None) -> None:
        raise MacroError(message)

    @staticmethod
    def warn(message: str, node: Any = None) -> str:
        return ""


class _Modules:
    datetime = datetime
    itertools = itertools
    pytz = pytz
    re = re


class Macro:
    """A compiled macro; ``return`` returns the value itself, as in dbt."""

    def __init__(self, name: str, path: Path, function: Any) -> None:
        self.name, self.path, self.function = name, path, function

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        try:
            return self.function(*args, **kwargs)
        except MacroReturn as returned:
            return returned.value


class Answer:
    """A row of a query, as dbt's `run_query` returns them."""

    def __init__(self, **values: Any) -> None:
        self.values = values

    def dict(self) -> dict[str, Any]:
        return self.values


def _fromjson(text: str, default: Any = None) -> Any:
    """As in dbt: text that is no JSON gives the default."""
    try:
        return json.loads(text)
    except ValueError:
        return default


def _try_or_compiler_error(message: str, function: Any, *args: Any, **kwargs: Any) -> Any:
    try:
        return function(*args, **kwargs)
    except Exception:
        raise MacroError(message) from None


def _return(value: Any = None) -> None:
    raise MacroReturn(value)


@functools.cache
def _templates() -> dict[Path, Any]:
    """Every macro file, compiled once."""
    environment = get_environment(None, capture_macros=False)
    return {path: environment.from_string(path.read_text()) for path in sorted(MACROS.rglob("*.sql"))}


def namespace(**more: Any) -> dict[str, Macro]:
    """The macros of the package by name, in a context of their own, which also has ``more``."""
    # a dict, as in dbt: Jinja's sandbox refuses attributes that begin with an underscore
    macros: dict[str, Macro] = {}
    context = {
        "target": {},
        "adapter": {"config": {"credentials": CREDENTIALS}},
        "tablestore": macros,
        "return": _return,
        "exceptions": _Exceptions(),
        "modules": _Modules(),
        "fromjson": _fromjson,
        "try_or_compiler_error": _try_or_compiler_error,
        "tojson": lambda value, sort_keys=False: json.dumps(value, sort_keys=sort_keys),
        "set": set,
        "zip": zip,
        "log": lambda message, info=False: LOGGED.append(message) or "",
        "var": lambda name, default=None: VARIABLES.get(name, default),
        "env_var": lambda name, default=None: os.environ.get(name, default),
        "flags": types.SimpleNamespace(FULL_REFRESH=False),
        "run_started_at": RUN_STARTED_AT,
        "graph": GRAPH,
    } | more
    for path, template in _templates().items():
        for attribute, function in vars(template.make_module(vars=context)).items():
            if attribute.startswith("dbt_macro__"):
                name = attribute.removeprefix("dbt_macro__")
                macros[name] = Macro(name, path, function)
    return macros


def macros_of(file: str, **context: Any) -> dict[str, Macro]:
    """The macros of a file of the adapter by name, whose other names are those of ``context``."""
    path = MACROS_OF_THE_ADAPTER / file
    macros: dict[str, Macro] = {}

    def named(name: str) -> Any:
        return lambda *args, **kwargs: macros[name](*args, **kwargs)

    text = path.read_text()
    known = {name: named(name) for name in re.findall(r"{% macro (\w+)", text)}
    template = get_environment(None, capture_macros=False).from_string(text)
    module = template.make_module({"return": _return} | known | context)
    for name in known:
        macros[name] = Macro(name, path, vars(module)[f"dbt_macro__{name}"])
    return macros


@functools.cache
def package() -> dict[str, Macro]:
    """The macros of the package, for calls that need no warehouse."""
    return namespace()


@contextlib.contextmanager
def on_plain_dbt_spark() -> Iterator[None]:
    """Renders without the functions of the adapter dbt-tablestore."""
    CREDENTIALS.clear()
    try:
        yield
    finally:
        CREDENTIALS.update(OF_THE_ADAPTER)


def call(name: str, *args: Any, **kwargs: Any) -> Any:
    """Calls a macro of the package by name, also a private one."""
    return package()[name](*args, **kwargs)


__all__ = ["VARIABLES", "Answer", "Macro", "MacroError", "call", "namespace", "on_plain_dbt_spark", "package"]
