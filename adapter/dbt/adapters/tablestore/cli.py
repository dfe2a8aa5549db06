"""The console script ``dbt-tablestore``."""

from __future__ import annotations

import json
import platform
from collections.abc import Sequence
from importlib.metadata import version as version_of
from pathlib import Path
from typing import Any

import click
from dbt.adapters.tablestore.__version__ import version
from dbt.adapters.tablestore.console.results import FORMATS
from dbt.adapters.tablestore.plans.__main__ import dbt_options, plans, run

_AT_LEAST_0 = click.IntRange(min=0)


def _print_version(context: click.Context, _: click.Parameter, asked: bool) -> None:
    if asked and not context.resilient_parsing:
        others = f"dbt-core {version_of('dbt-core')}, Spark {version_of('pyspark')}, Python {platform.python_version()}"
        click.echo(f"dbt-tablestore {version} with {others}")
        context.exit()


@click.group(name="dbt-tablestore", no_args_is_help=True)
@click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=_print_version, help="Show the versions."
)
def tablestore() -> None:
    """Look at the tables of a dbt project, check its functions, plans and views, and repair a warehouse folder."""


@tablestore.group(no_args_is_help=True)
def functions() -> None:
    """Typed Python functions of a project."""


@functions.command()
@click.option(
    "--project-dir",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of dbt_project.yml, as for dbt.",
)
def check(project_dir: Path | None) -> int:
    """List every function of a project with its signatures. Starts no Spark.

    \b
    Exit codes:
      0  every function can be used
      1  a function cannot be used; the reasons are printed
    """
    from dbt.adapters.tablestore.functions import __main__ as functions_module

    return functions_module.check(project_dir)


@tablestore.command(name="relocate", short_help="Correct the paths of a warehouse folder that was moved.")
@click.argument("warehouse", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--catalog",
    help="Name of the catalog in which tables are registered: by default that of the other tables, or `lake`.",
)
@click.option(
    "--register",
    metavar="SCHEMA.TABLE",
    multiple=True,
    help="A table whose folder is here, but which the catalog lost.",
)
def relocate_command(warehouse: Path, catalog: str | None, register: tuple[str, ...]) -> int:
    """Correct the paths of a warehouse folder that was moved or copied.

    If the folder has lost its catalog, or if the catalog is damaged, its Iceberg tables are registered in a new one
    first. The old file is kept. Run no dbt command meanwhile.

    \b
    Exit codes:
      0  the tables are in this folder
      1  a table cannot be read; nothing was changed
    """
    from dbt.adapters.tablestore.relocation.relocate import relocate
    from dbt.adapters.tablestore.spark.errors import TablestoreError

    try:
        for line in relocate(warehouse, catalog, register):
            click.echo(line)
    except TablestoreError as error:
        click.echo(error.msg, err=True)
        return 1
    return 0


@tablestore.group(no_args_is_help=True)
def views() -> None:
    """Materialized views of a project."""


_select = click.option("--select", "-s", metavar="VIEW", multiple=True, help="A view, like an argument.")


def _selected(names: Sequence[str], select: Sequence[str]) -> dict[str, list[str]]:
    """The argument of an operation on views; none means all of them."""
    named = [*names, *select]
    return {"select": named} if named else {}


@views.command(name="check", short_help="List the views, and whether each is incremental.")
@click.argument("names", metavar="[VIEW]...", nargs=-1)
@_select
@dbt_options
def check_views(names: tuple[str, ...], select: tuple[str, ...], **options: str | None) -> int:
    """List the materialized views, and whether each is refreshed incrementally.

    Compiles each view, so the tables it reads must exist.

    \b
    Exit codes:
      0  every view is refreshed as it was before
      1  a view that was refreshed incrementally no longer can be, or the project cannot be compiled
    """
    return _operation("check_views", _selected(names, select), options)


@views.command(name="verify", short_help="Compare the rows of the views with their queries.")
@click.argument("names", metavar="[VIEW]...", nargs=-1)
@_select
@dbt_options
def verify_views(names: tuple[str, ...], select: tuple[str, ...], **options: str | None) -> int:
    """Compare all rows of the materialized views with those of their queries as they are written.

    Computes each query. Where the inputs of a view have changed since its last refresh, its plan is compared.

    \b
    Exit codes:
      0  every view has the rows of its query
      1  rows differ, some of which are printed, or could not be compared, or the project cannot be compiled
    """
    return _operation("verify_views", _selected(names, select), options)


@tablestore.command(name="report", short_help="Write a page about the tables and views of a project.")
@click.option(
    "--path", default="target/tablestore_report.html", show_default=True, help="The file, relative to the project."
)
@dbt_options
def report_command(path: str, **options: str | None) -> int:
    """Write a page about the keyed tables and materialized views of a project.

    \b
    Exit codes:
      0  the page was written
      1  it could not be written
    """
    return _operation("report", {"path": path}, options)


class _StatementCommand(click.Command):
    """Takes an argument that begins with a comment of SQL for the statement, and not for an option."""

    def parse_args(self, context: click.Context, arguments: list[str]) -> list[str]:
        """Puts it behind ``--``, after which there are no options."""
        end = arguments.index("--") if "--" in arguments else len(arguments)
        known = {option for parameter in self.get_params(context) for option in parameter.opts}
        statements = [
            argument
            for argument in arguments[:end]
            if argument.startswith("--")
            and len(argument.split()) > 1  # an option is one word
            and argument.partition("=")[0] not in known  # as in `--vars=a: 1`
        ]
        options = [argument for argument in arguments[:end] if argument not in statements]
        return super().parse_args(context, [*options, "--", *statements, *arguments[end + 1 :]])


@tablestore.command(name="sql", short_help="Run a SQL statement, and print its rows.", cls=_StatementCommand)
@click.argument("statement")
@click.option("--format", "form", type=click.Choice(FORMATS), default="table", help="How rows are printed.")
@click.option(
    "--limit", type=_AT_LEAST_0, help="The most rows to print: by default 1000 in a table, and all as csv or json."
)
@dbt_options
def sql_command(statement: str, form: str, limit: int | None, **options: str | None) -> int:
    """Run a SQL statement in the session of the profile, and print its rows.

    Several statements are separated by semicolons. The schema of the target is the current one:

    \b
      dbt-tablestore sql "select * from orders"

    \b
    Exit codes:
      0    the statement was executed
      1    it failed, or there is no session
      130  Ctrl-C has cancelled it
    """
    from dbt.adapters.tablestore.console import commands

    return commands.sql(statement, form, limit, options)


@tablestore.command(name="shell")
@click.option("--limit", type=_AT_LEAST_0, default=100, help="The most rows of a result to print; 100 by default.")
@dbt_options
def shell_command(limit: int, **options: str | None) -> int:
    """Open a prompt for SQL statements in the session of the profile.

    \b
    Exit codes:
      0  the prompt was closed
      1  there is no session
    """
    from dbt.adapters.tablestore.console import commands

    return commands.shell(limit, options)


tablestore.add_command(plans)


def _operation(name: str, arguments: dict[str, Any], options: dict[str, str | None]) -> int:
    """Runs an operation of dbt; returns the exit code."""
    from dbt.adapters.tablestore.profile.target import found_target
    from dbt.cli.main import dbtRunner

    given = ["--args", json.dumps(arguments, ensure_ascii=False)] if arguments else []
    found = found_target(options).arguments(options)
    # dbt prints its errors itself
    runner = dbtRunner(callbacks=[_show_start])
    return 0 if runner.invoke(["--quiet", "run-operation", name, *given, *found]).success else 1


def _show_start(event: Any) -> None:
    """Shows on stderr that Spark starts, which `--quiet` leaves out: the results of an operation are on stdout."""
    if event.info.name != "AdapterEventInfo":
        return
    from dbt.adapters.tablestore.spark.session import STARTING

    if STARTING in event.info.msg:
        click.echo(event.info.msg, err=True)


def main(arguments: list[str] | None = None) -> int:
    """Runs the command line; returns its exit code."""
    return run(tablestore, arguments, "dbt-tablestore")
