"""The console script ``dbt-tablestore``."""

from __future__ import annotations

import json
from pathlib import Path

import click
from dbt.adapters.tablestore.functions import __main__ as functions_module
from dbt.adapters.tablestore.plans.__main__ import dbt_arguments, dbt_options, plans, run
from dbt.adapters.tablestore.spark.errors import TablestoreError


@click.group(name="dbt-tablestore", no_args_is_help=True)
def tablestore() -> None:
    """Check the Python functions, compiled plans and materialized views of a dbt project; repair a warehouse folder."""


@tablestore.group(no_args_is_help=True)
def functions() -> None:
    """Typed Python functions of a project."""


@functions.command()
@click.option(
    "--project-dir",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(),
    help="Folder of dbt_project.yml; the current one by default.",
)
def check(project_dir: Path) -> int:
    """List every function of a project with its signatures. Starts no Spark.

    \b
    Exit codes:
      0  every function can be used
      1  a function cannot be used; the reasons are printed
    """
    return functions_module.main(["check", "--project-dir", str(project_dir)])


@tablestore.command(name="relocate")
@click.argument("warehouse", type=click.Path(file_okay=False, path_type=Path))
@click.option("--catalog", default="lake", help="Name of a catalog that has to be created again; `lake` by default.")
def relocate_command(warehouse: Path, catalog: str) -> int:
    """Correct the paths of a warehouse folder that was moved or copied.

    If the folder has lost its catalog, or if the catalog is damaged, its Iceberg tables are registered in a new one
    first. The old file is kept. Run no dbt command meanwhile.

    \b
    Exit codes:
      0  the tables are in this folder
      1  a table cannot be read; nothing was changed
    """
    from dbt.adapters.tablestore.relocation.relocate import relocate

    try:
        for line in relocate(warehouse, catalog):
            click.echo(line)
    except TablestoreError as error:
        click.echo(error.msg, err=True)
        return 1
    return 0


@tablestore.group(no_args_is_help=True)
def views() -> None:
    """Materialized views of a project."""


@views.command(name="check")
@click.argument("names", metavar="[VIEW]...", nargs=-1)
@dbt_options
def check_views(names: tuple[str, ...], **options: str | None) -> int:
    """List the materialized views, and whether each is kept up from changes.

    Compiles each view, so the tables it reads must exist.

    \b
    Exit codes:
      0  every view is refreshed as it was before
      1  a view that was kept up from changes no longer is, or the project cannot be compiled
    """
    from dbt.cli.main import dbtRunner

    arguments = ["--args", json.dumps({"select": list(names)})] if names else []
    done = dbtRunner().invoke(["--quiet", "run-operation", "check_views", *arguments, *dbt_arguments(options)])
    if done.exception:
        click.echo(str(done.exception), err=True)
    return 0 if done.success else 1


tablestore.add_command(plans)


def main(arguments: list[str] | None = None) -> int:
    """Runs the command line; returns its exit code."""
    return run(tablestore, arguments, "dbt-tablestore")
