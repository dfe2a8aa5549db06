"""Compiled plans on the command line.

``diff OLD NEW`` compares two files, ``check PLAN...`` compares files with the models of a project as they are now.
Exit code 0: the same, or compatible; 3: results change; 4: the tables must be rebuilt; 1: a plan cannot be read, or a
model cannot be compiled; 2: the command line is wrong.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path

from dbt.adapters.tablestore.plans.differences import Difference, compare, worst
from dbt.adapters.tablestore.plans.errors import PlanError
from dbt.adapters.tablestore.plans.files import Plan, read


def main(arguments: list[str] | None = None) -> int:
    """Runs the command line; returns its exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m dbt.adapters.tablestore.plans",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True)
    diff = commands.add_parser("diff", help="compare two files")
    diff.add_argument("old", type=Path)
    diff.add_argument("new", type=Path)
    check = commands.add_parser("check", help="compare files with their models")
    check.add_argument("plans", type=Path, nargs="+")
    for name in ("--project-dir", "--profiles-dir", "--target", "--vars"):
        check.add_argument(name, help="as for dbt")
    options = parser.parse_args(arguments)
    try:
        if options.command == "diff":
            return _told(options.old, compare(read(options.old, str(options.old)), read(options.new, str(options.new))))
        return max(_told(path, compare(*_recompiled(path, options))) for path in options.plans)
    except PlanError as error:
        print(error.msg, file=sys.stderr)
        return 1


def _told(path: Path, differences: list[Difference]) -> int:
    """Prints a comparison and returns its exit code."""
    print("\n".join([f"{path}: {worst(differences).label}", *(f"  {difference}" for difference in differences)]))
    return worst(differences).exit_code


def _recompiled(path: Path, options: argparse.Namespace) -> tuple[Plan, Plan]:
    """The plan of a file, and that of its model as dbt compiles it now."""
    from dbt.cli.main import dbtRunner

    old = read(path, str(path))
    model = old.model.rpartition(".")[2]
    with tempfile.TemporaryDirectory() as folder:
        new = Path(folder).resolve() / "plan.json"
        command = [
            "--quiet",
            "--no-print",
            "run-operation",
            "compile_plan",
            "--args",
            json.dumps({"select": model, "path": str(new)}),
        ]
        for name in ("project_dir", "profiles_dir", "target", "vars"):
            if value := getattr(options, name):
                command += [f"--{name.replace('_', '-')}", value]
        done = dbtRunner().invoke(command)
        if not done.success or not new.is_file():
            raise PlanError(f"{path}", [f"model '{model}' cannot be compiled: {done.exception or 'see above'}"])
        return old, read(new, model)


if __name__ == "__main__":
    sys.exit(main())
