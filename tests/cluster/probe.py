"""Runs the probe project with a profile: three batches, and then the rows of all its tables."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import yaml

from spark_settings import INTERPRETED

# A cluster's default of 200 partitions is 200 tasks for each query of a few rows.
FAST = INTERPRETED | {"spark.sql.shuffle.partitions": "2"}
HERE = Path(__file__).parent
BATCHES = ("1", "2", "3")
TABLES = {
    "orders": "select * from {{ ref('orders') }}",
    "orders__changelog": "select _commit, _row_kind, order_id, status from {{ ref('orders') }}__changelog",
    "shipments": "select * from {{ ref('shipments') }}",
    "customer_totals": "select * from {{ ref('customer_totals') }}",
    "shipped_orders": "select * from {{ ref('shipped_orders') }}",
    "hourly_orders": "select * from {{ ref('hourly_orders') }}",
    "labelled_orders": "select * from {{ ref('labelled_orders') }}",
    "large_orders": "select * from {{ ref('large_orders') }}",
}
WORKERS = "select distinct {{ function('worker') }}(order_id) as place from {{ ref('orders') }}"
# Runs commands on one Spark, and prints their results as lines of JSON.
SCRIPT = """
import json, os, sys
from dbt.cli.main import dbtRunner

for command, variables in json.loads(sys.argv[1]):
    os.environ.update(variables)
    done = dbtRunner().invoke([*command, "--quiet"])
    results = getattr(done.result, "results", None) or []
    wrong = [f"{found.node.name}: {found.message}" for found in results if found.status not in ("success", "pass")]
    if not done.success:
        sys.exit("\\n".join([" ".join(command) + ":", *wrong, str(done.exception or "")]))
    if command[0] == "show":
        print("rows " + json.dumps([[str(value) for value in row] for row in results[0].agate_table.rows]))
"""

Rows = dict[str, list[dict[str, Any]]]


class Probe:
    """The project in a folder of its own, with one of the profiles.

    A Spark that the profile starts gets the settings of all tests as well, which save time.
    """

    def __init__(self, folder: Path, profile: str, environment: Mapping[str, str]) -> None:
        shutil.copytree(HERE / "probe", folder)
        content = yaml.safe_load((HERE / "profiles" / f"{profile}.yml").read_text())
        target = content["probe"]["outputs"]["dev"]
        if "method" not in target:
            target["spark_config"] = FAST | target.get("spark_config", {})
        (folder / "profiles.yml").write_text(yaml.safe_dump(content))
        self._folder = folder
        self._environment = dict(environment)

    def rows(self, without: Collection[str] = ()) -> Rows:
        """The rows of each table after these runs. ``without`` names models that are not built."""
        left_out = [part for name in without for part in ("--exclude", name)]
        commands: list[tuple[list[str], dict[str, str]]] = [(["seed"], {"BATCHES": "1"})]
        commands += [(["run", *left_out], {"BATCHES": batch}) for batch in BATCHES]
        queries = [
            f"select '{name}' as name, to_json(struct(*)) as row from ({query})"
            for name, query in TABLES.items()
            if name not in without
        ]
        found: Rows = {}
        for name, row in self._shown(commands, "\nunion all ".join(queries)):
            found.setdefault(name, []).append(json.loads(row))
        return {name: sorted(rows, key=json.dumps) for name, rows in sorted(found.items())}

    def places_of_workers(self) -> list[str]:
        """The folders of the Pythons that run functions, and whether dbt is there."""
        return [place for (place,) in self._shown([], WORKERS)]

    def _shown(self, commands: list[tuple[list[str], dict[str, str]]], query: str) -> list[list[str]]:
        last = (["show", "--limit", "1000", "--inline", query], {"BATCHES": "1"})
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT, json.dumps([*commands, last])],
            cwd=self._folder,
            env={**os.environ, **self._environment, "DO_NOT_TRACK": "1"},
            capture_output=True,
            text=True,
            timeout=600,
        )
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
        (line,) = [line for line in done.stdout.splitlines() if line.startswith("rows ")]
        rows: list[list[str]] = json.loads(line.removeprefix("rows "))
        return rows
