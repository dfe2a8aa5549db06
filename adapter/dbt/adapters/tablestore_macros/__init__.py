"""Brings the macro package ``tablestore`` with the adapter, so that one install is enough.

dbt loads the project of every plugin that an adapter depends on. This plugin exists only for its project: the project's
name is not the one that dbt expects of a plugin, so dbt treats it as an ordinary package and ``tablestore.tumble(...)``
resolves. A project that installs the package itself gets an empty project instead.

The plugin has no ``__version__.py``, because dbt offers every plugin that has one as a database in ``dbt init``.
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
    """The name of the dbt project in a folder; None without a readable dbt_project.yml."""
    try:
        content: Any = yaml.safe_load((folder / "dbt_project.yml").read_text(encoding="utf-8"))
    except (OSError, yaml.YAMLError):
        return None
    return content.get("name") if isinstance(content, dict) else None


def current_project() -> Path:
    """The folder of the project that dbt runs."""
    from dbt.flags import get_flags

    if getattr(get_flags(), "WHICH", None) == "init":
        # it goes to the project that it has made, and its flags keep the folder where it began
        return Path.cwd()
    return Path(getattr(get_flags(), "PROJECT_DIR", None) or os.environ.get("DBT_PROJECT_DIR") or Path.cwd())


def is_installed_in(project: Path) -> bool:
    """Whether the project is the package itself, or has installed it.

    Another project of the package's name is neither: dbt says that two packages have one name.
    """
    if project_name(project) == PACKAGE and (project / "macros" / "commit").is_dir():
        return True
    packages = packages_folder(project)
    return packages.is_dir() and any(project_name(folder) == PACKAGE for folder in packages.iterdir())


def packages_folder(project: Path) -> Path:
    """The folder in which the project installs its packages."""
    try:
        settings: Any = yaml.safe_load((project / "dbt_project.yml").read_text(encoding="utf-8")) or {}
    except (OSError, yaml.YAMLError):
        settings = {}
    given = str(settings.get("packages-install-path", "dbt_packages"))
    return project / (_rendered(given) if "{{" in given or "{%" in given else given)


def _rendered(path: str) -> str:
    """A path of ``dbt_project.yml``, of which Jinja may be a part; it can use variables, but no profile."""
    from dbt.config.renderer import DbtProjectYamlRenderer
    from dbt.flags import get_flags

    variables = dict(getattr(get_flags(), "VARS", None) or {})
    return str(DbtProjectYamlRenderer(None, variables).render_value(path, ("packages-install-path",)))


def bundled_package() -> Path:
    """The package's folder: the root of the checkout in an editable installation, else the copy in the wheel."""
    if _INCLUDE.parent.parent.name == "adapter" and project_name(_CHECKOUT) == PACKAGE:
        return _CHECKOUT
    return _INCLUDE / "tablestore_pkg"


class _MacroPackagePlugin(AdapterPlugin):
    """Chooses the project at each access: one process may run several projects."""

    @property
    def include_path(self) -> str:
        installed = is_installed_in(current_project())
        return str(_INCLUDE / "tablestore_absent" if installed else bundled_package())

    @include_path.setter
    def include_path(self, _: str) -> None:
        """Ignores what the base class assigns; the property chooses instead."""


Plugin = _MacroPackagePlugin(
    adapter=_Adapter,  # type: ignore[arg-type]
    credentials=SparkCredentials,
    include_path=str(_INCLUDE),
    project_name="dbt_tablestore_macros",
)
