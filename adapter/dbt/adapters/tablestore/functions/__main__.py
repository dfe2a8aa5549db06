"""``python -m dbt.adapters.tablestore.functions check``: every function of a project with its signatures."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from dbt.adapters.tablestore.functions.reading.checking import check


def main(arguments: list[str] | None = None) -> int:
    """Runs the command line; returns 1 when a function is wrong."""
    parser = argparse.ArgumentParser(prog="python -m dbt.adapters.tablestore.functions", description=__doc__)
    parser.add_argument("command", choices=["check"])
    parser.add_argument("--project-dir", type=Path, default=Path.cwd(), help="the folder of dbt_project.yml")
    options = parser.parse_args(arguments)
    lines, problems = check(options.project_dir)
    print("\n".join(lines))
    print("\n".join(problems), file=sys.stderr) if problems else None
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
