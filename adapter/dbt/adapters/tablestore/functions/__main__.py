"""``python -m dbt.adapters.tablestore.functions check``: the functions of a project with their signatures."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from dbt.adapters.tablestore.functions.reading.checking import check_project
from dbt.adapters.tablestore.functions.types.errors import FunctionError
from dbt.adapters.tablestore.profile.target import project_folder
from dbt_common.exceptions import DbtRuntimeError

_DESCRIPTION = "Lists every Python function of a dbt project with its SQL signatures, or what is wrong with it."


def main(arguments: list[str] | None = None) -> int:
    """Runs the command; returns 1 when a function is wrong."""
    parser = argparse.ArgumentParser(prog="python -m dbt.adapters.tablestore.functions", description=_DESCRIPTION)
    parser.add_argument("command", choices=["check"], help="check reads every function file, without Spark")
    parser.add_argument("--project-dir", type=Path, help="the folder of dbt_project.yml (default: where dbt finds it)")
    return check(parser.parse_args(arguments).project_dir)


def check(project: Path | None) -> int:
    """Lists the functions of a project, by default that which dbt finds; returns 1 when one is wrong."""
    try:
        lines, problems = check_project(project or project_folder())
    except FunctionError as error:
        lines, problems = [], list(error.messages)
    except DbtRuntimeError as error:
        lines, problems = [], [error.msg]
    if lines or not problems:
        print("\n".join(lines or ["The project has no Python functions."]))
    if problems:
        print("\n".join(problems), file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
