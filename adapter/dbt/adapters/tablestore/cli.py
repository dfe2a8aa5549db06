"""The console script ``dbt-tablestore``."""

from __future__ import annotations

from pathlib import Path

import click
from dbt.adapters.tablestore.functions import __main__ as functions_module
from dbt.adapters.tablestore.plans.__main__ import plans, run


@click.group(name="dbt-tablestore", no_args_is_help=True)
def tablestore() -> None:
    """Check the Python functions and the compiled plans of a dbt project."""


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


tablestore.add_command(plans)


def main(arguments: list[str] | None = None) -> int:
    """Runs the command line; returns its exit code."""
    return run(tablestore, arguments, "dbt-tablestore")
