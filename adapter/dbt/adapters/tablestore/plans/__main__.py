"""Compiled plans on the command line: ``dbt-tablestore plans`` and ``python -m dbt.adapters.tablestore.plans``."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

# Commands import what they need: `--help` does not.
if TYPE_CHECKING:
    from dbt.adapters.tablestore.plans.differences import Difference
    from dbt.adapters.tablestore.plans.files import Plan, Rewriting

_FILE = click.Path(dir_okay=False, path_type=Path)
_FOLDER = click.Path(file_okay=False)


_DBT_OPTIONS = (
    click.option("--project-dir", type=_FOLDER, help="Folder of dbt_project.yml, as for dbt."),
    click.option("--profiles-dir", type=_FOLDER, help="Folder of profiles.yml, as for dbt."),
    click.option("--target", help="Target of the profile, as for dbt."),
    click.option("--vars", metavar="YAML", help="Variables of the project, as for dbt."),
)


def dbt_options(command: Callable[..., int]) -> Callable[..., int]:
    """Gives a command the options that say which project dbt reads, and how."""
    for option in reversed(_DBT_OPTIONS):
        command = option(command)
    return command


@click.group(no_args_is_help=True)
def plans() -> None:
    """Compiled plans of keyed models."""


@plans.command()
@click.argument("old", type=_FILE)
@click.argument("new", type=_FILE)
def diff(old: Path, new: Path) -> int:
    """Compare the files of two compiled plans.

    A plan that only the new file has is compatible.

    \b
    Exit codes:
      0  the same, or compatible
      1  a plan cannot be read
      3  results change
      4  the tables need a rebuild
    """
    from dbt.adapters.tablestore.plans.differences import Difference, Kind, compare
    from dbt.adapters.tablestore.plans.files import read

    plans, others = _plans_of(old), _plans_of(new)
    exit_code = max(
        _report(old, compare(before, read(new, str(new), before.model, _rewriting(new)))) for before in plans
    )
    # a file of one plan is compared whatever its model is
    for added in others if len(others) > 1 else []:
        if added.model not in {before.model for before in plans}:
            _report(new, [Difference(Kind.COMPATIBLE, f"the plan of {added.model} is new")])
    return exit_code


@plans.command(short_help="Compare compiled plans with the models of a project.")
@click.argument("paths", metavar="PLAN...", type=_FILE, nargs=-1, required=True)
@dbt_options
def check(paths: tuple[Path, ...], **options: str | None) -> int:
    """Compare compiled plans with the models of a project as they are now.

    Compiles each model, so the tables it reads must exist. The exit code is that of the worst plan.

    \b
    Exit codes:
      0  the same, or compatible
      1  a plan cannot be read, or a model cannot be compiled
      3  results change
      4  the tables need a rebuild
    """
    from dbt.adapters.tablestore.plans.differences import compare
    from dbt.adapters.tablestore.profile.target import found_target

    found = found_target(options)
    plans = [(path, plan) for path in paths for plan in _plans_of(path, found.project)]
    with _temporary_folder(found.artifacts_folder()) as folder:
        new, given = Path(folder) / "plan.json", found.arguments(options)
        return max(_report(path, compare(plan, _recompiled(path, plan, new, given))) for path, plan in plans)


@plans.command()
@click.argument("file", type=_FILE)
def show(file: Path) -> int:
    """Print a compiled plan as a tree, with how long each state is kept.

    \b
    Exit codes:
      0  the plan was printed
      1  the plan cannot be read
    """
    from dbt.adapters.tablestore.plans import trees

    click.echo("\n".join(line for plan in _plans_of(file) for line in trees.lines(plan)))
    return 0


def run(command: click.Command, arguments: list[str] | None, name: str) -> int:
    """Runs a command line; returns its exit code, 2 when the command line is wrong."""
    try:
        return int(command.main(arguments, prog_name=name, standalone_mode=False) or 0)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except click.exceptions.Abort:  # Ctrl-C
        return 130
    except OSError as error:  # a folder in place of a file, one that nobody may read or write
        click.echo(f"{error.filename or name}: {error.strerror or error}", err=True)
        return 1
    except RuntimeError as error:
        from dbt_common.exceptions import DbtRuntimeError

        if not isinstance(error, DbtRuntimeError):
            raise
        click.echo(error.msg, err=True)
        return 1


def main(arguments: list[str] | None = None) -> int:
    """Runs the command line of compiled plans; returns its exit code."""
    return run(plans, arguments, "python -m dbt.adapters.tablestore.plans")


def _plans_of(path: Path, project: Path | None = None) -> list[Plan]:
    """The plans of a file; ``project`` is the folder of the project, if there is one."""
    from dbt.adapters.tablestore.plans.files import read_all

    return read_all(path, str(path), rewriting=_rewriting(path, project))


def _rewriting(path: Path, project: Path | None = None) -> Rewriting:
    """How to write a file again with compile_plan, which takes a path as seen from the project's folder."""
    from dbt.adapters.tablestore.plans.files import Rewriting
    from dbt.adapters.tablestore_macros import project_name

    place = path.resolve()
    if project is None:
        return Rewriting(str(place))
    inside = place.is_relative_to(project)
    return Rewriting(str(place.relative_to(project) if inside else place), project_name(project) or "")


def _report(path: Path, differences: list[Difference]) -> int:
    """Prints a comparison and returns its exit code."""
    from dbt.adapters.tablestore.plans.differences import worst

    click.echo("\n".join([f"{path}: {worst(differences).label}", *(f"  {difference}" for difference in differences)]))
    return worst(differences).exit_code


def _temporary_folder(artifacts: Path) -> tempfile.TemporaryDirectory[str]:
    """A folder to which compile_plan may write: below that of dbt's artifacts."""
    artifacts.mkdir(parents=True, exist_ok=True)
    return tempfile.TemporaryDirectory(dir=artifacts, prefix="plans-")


def _recompiled(path: Path, old: Plan, new: Path, options: list[str]) -> Plan:
    """The plan of the model of a plan, as dbt compiles it now with these options; it is written to ``new``."""
    from dbt.adapters.tablestore.plans.errors import PlanError
    from dbt.adapters.tablestore.plans.files import read, selected_name
    from dbt.cli.main import dbtRunner

    model = selected_name(old.model, "")
    arguments = json.dumps({"select": model, "path": str(new), "force": True}, ensure_ascii=False)
    command = ["--quiet", "--no-print", "run-operation", "compile_plan", "--args", arguments, *options]
    if not dbtRunner().invoke(command).success:
        raise PlanError(f"{path}", [f"model '{model}' cannot be compiled: see above"])
    return read(new, model, old.model)


if __name__ == "__main__":
    sys.exit(main())
