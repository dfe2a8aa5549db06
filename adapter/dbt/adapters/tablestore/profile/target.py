"""The project and the target that a command of ours means: those that dbt means by the same options."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource
from dbt.adapters.tablestore.profile.commands import dbt_arguments, dbt_needs_profiles_of
from dbt.adapters.tablestore.profile.credentials import TablestoreCredentials
from dbt.cli.flags import Flags, args_to_context
from dbt.config.profile import read_profile
from dbt.config.project import load_raw_project
from dbt.config.renderer import DbtProjectYamlRenderer, ProfileRenderer
from dbt.config.runtime import load_profile
from dbt.flags import set_flags
from dbt_common.clients.system import get_env
from dbt_common.context import set_invocation_context
from dbt_common.exceptions import DbtRuntimeError

Options = Mapping[str, "str | None"]
"""Options of dbt by their names as words of Python: ``project_dir``, ``profiles_dir``, ``target``."""


@dataclass(frozen=True)
class Target:
    """A target of a profile, with the folders of ``dbt_project.yml`` and ``profiles.yml``."""

    credentials: TablestoreCredentials
    project: Path
    profiles: Path
    profile: Any
    variables: Mapping[str, Any]

    def artifacts_folder(self) -> Path:
        """The folder to which dbt writes: that of its variable, of ``dbt_project.yml``, or the default one.

        Raises:
            DbtRuntimeError: the Jinja of ``target-path`` cannot be rendered.
        """
        given = os.environ.get("DBT_TARGET_PATH")
        if not given:
            project: Any = load_raw_project(str(self.project))
            renderer = DbtProjectYamlRenderer(self.profile, dict(self.variables))
            given = renderer.render_value(project.get("target-path"), ("target-path",))
        return self.project / str(given or "target")

    def arguments(self, options: Options) -> list[str]:
        """The options as arguments of dbt, which finds the same target by them."""
        return dbt_arguments({**options, "project_dir": str(self.project), "profiles_dir": str(self.profiles)})


def found_target(options: Options) -> Target:
    """The target that these options, dbt's environment variables and its defaults name.

    If dbt finds no profiles.yml, or one without the profile, that of the project's folder is used.

    Raises:
        DbtRuntimeError: it cannot be read, or its type is not tablestore.
    """
    context = _context(options)
    root = Path(context.params["project_dir"]).resolve()
    set_invocation_context(get_env())
    dbt_needs_profiles_of(None)
    if (root / "dbt_project.yml").is_file():  # dbt says that there is no project
        place = _folder_of_profiles(context, root)
        dbt_needs_profiles_of(place if place != Path(context.params["profiles_dir"]).resolve() else None)
        context = _context({**options, "profiles_dir": str(place)})
    flags: Any = Flags(context)
    set_flags(flags)
    profile = load_profile(str(root), flags.VARS, flags.PROFILE, flags.TARGET)
    found: Any = profile.credentials
    folder = Path(flags.PROFILES_DIR).resolve()
    if not isinstance(found, TablestoreCredentials):
        raise DbtRuntimeError(f"the target of {folder / 'profiles.yml'} has type: {found.type}; write type: tablestore")
    found.project_root = root
    found.log_folder = root / "logs"
    outputs = read_profile(flags.PROFILES_DIR)[profile.profile_name]
    default = str(outputs.get("target", "default"))
    # one that is rendered can have been another one in another environment
    found.target_name, found.default_target = profile.target_name, "" if "{" in default else default
    return Target(found, root, folder, profile, flags.VARS)


def project_folder() -> Path:
    """The project's folder if no option names it: that of dbt's environment variable, or the nearest one here or above.

    Raises:
        DbtRuntimeError: the folder of the variable does not exist.
    """
    return Path(_context({}).params["project_dir"]).resolve()


def _folder_of_profiles(context: click.Context, root: Path) -> Path:
    """Where dbt finds the profile, or the project's folder, where it does not look.

    Raises:
        DbtRuntimeError: neither has it, or somebody has named another folder.
    """
    folder = Path(context.params["profiles_dir"]).resolve()
    is_default = context.get_parameter_source("profiles_dir") == ParameterSource.DEFAULT
    project: Any = load_raw_project(str(root))
    name = context.params["profile"] or ProfileRenderer(context.params["vars"]).render_value(project.get("profile"))
    folders = [folder, root] if is_default else [folder]
    for place in folders:
        if name is None or name in read_profile(str(place)):  # dbt says that the project names no profile
            return place
    files = [str(file) for place in dict.fromkeys(folders) if (file := place / "profiles.yml").is_file()]
    if files:
        raise DbtRuntimeError(
            f"there is no profile '{name}' in {', '.join(files)}: add it, or name the folder of the file that has it "
            "with --profiles-dir"
        )
    if not is_default:
        raise DbtRuntimeError(f"--profiles-dir is '{folder}', which has no profiles.yml: name the folder that has it")
    looked = ", ".join(str(place) for place in dict.fromkeys([Path.cwd(), folder, root]))
    raise DbtRuntimeError(f"there is no profiles.yml in {looked}: name its folder with --profiles-dir")


def _context(options: Options) -> click.Context:
    """What dbt's own command line makes of the options, of environment variables, and of what is not given."""
    try:  # `debug` is the command of dbt whose profiles.yml need not exist
        return args_to_context(["debug", *dbt_arguments(options)])
    except click.UsageError as error:
        raise DbtRuntimeError(error.format_message()) from None
