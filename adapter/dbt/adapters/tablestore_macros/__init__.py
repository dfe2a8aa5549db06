"""Brings the macro package ``tablestore`` with the adapter, so that one install is enough.

dbt loads the project of every plugin an adapter depends on. This plugin is there for its project alone: because that
project's name differs from what dbt expects of a plugin, dbt treats it as an ordinary package and
``tablestore.tumble(...)`` resolves. A project that installs the package itself gets an empty project here instead.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import yaml
from dbt.adapters.base import AdapterPlugin
from dbt.adapters.spark.connections import SparkConnectionManager, SparkCredentials
from dbt.adapters.spark.impl import SparkAdapter
from dbt.include import tablestore

PACKAGE = "tablestore"
_INCLUDE = Path(tablestore.PACKAGE_PATH).parent
_CHECKOUT = _INCLUDE.parent.parent.parent


class _ConnectionManager(SparkConnectionManager):
    TYPE = "tablestore_macros"


class _Adapter(SparkAdapter):
    ConnectionManager = _ConnectionManager


def project_name(folder: Path) -> str | None:
    """The name of the dbt project in a folder, or None when there is none that can be read."""
    try:
        content: Any = yaml.safe_load((folder / "dbt_project.yml").read_text(encoding="utf-8"))
    except (OSError, yaml.YAMLError):
        return None
    return content.get("name") if isinstance(content, dict) else None


def current_project() -> Path:
    """The folder of the project dbt runs."""
    from dbt.flags import get_flags

    return Path(getattr(get_flags(), "PROJECT_DIR", None) or os.environ.get("DBT_PROJECT_DIR") or Path.cwd())


def is_installed_in(project: Path) -> bool:
    """Whether the project is the package, or has it among its installed packages."""
    if project_name(project) == PACKAGE:
        return True
    try:
        settings: Any = yaml.safe_load((project / "dbt_project.yml").read_text(encoding="utf-8")) or {}
    except (OSError, yaml.YAMLError):
        settings = {}
    packages = project / str(settings.get("packages-install-path", "dbt_packages"))
    return packages.is_dir() and any(project_name(folder) == PACKAGE for folder in packages.iterdir())


def bundled_package() -> Path:
    """The package's folder: the checkout's root when installed from one, so that edits show, else the wheel's copy."""
    if _INCLUDE.parent.parent.name == "adapter" and project_name(_CHECKOUT) == PACKAGE:
        return _CHECKOUT
    return _INCLUDE / "tablestore_pkg"


class _MacroPackagePlugin(AdapterPlugin):
    """Decides when dbt asks: one process may run several projects."""

    @property
    def include_path(self) -> str:
        installed = is_installed_in(current_project())
        return str(_INCLUDE / "tablestore_absent" if installed else bundled_package())

    @include_path.setter
    def include_path(self, _: str) -> None:
        """The base class assigns what it was given; the property decides instead."""


Plugin = _MacroPackagePlugin(
    adapter=_Adapter,  # type: ignore[arg-type]
    credentials=SparkCredentials,
    include_path=str(_INCLUDE),
    project_name="dbt_tablestore_macros",
)
