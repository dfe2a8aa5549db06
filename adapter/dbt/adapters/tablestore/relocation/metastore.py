"""The paths of the embedded metastore, which lists the Delta tables of a warehouse folder."""

from __future__ import annotations

import subprocess
from pathlib import Path

from dbt.adapters.tablestore.spark import metastore
from dbt.adapters.tablestore.spark.errors import TablestoreError
from dbt.adapters.tablestore.spark.java_home import java, spark_jars

# Hive's tables with paths: of schemas, of files, and of tables in Spark's own formats.
_PATHS = {"DBS": "DB_LOCATION_URI", "SDS": "LOCATION", "SERDE_PARAMS": "PARAM_VALUE"}


def relocate_metastore(folder: Path) -> str | None:
    """Makes the metastore of a warehouse folder point to this folder; returns what was done, None when it does already.

    All paths are changed in one transaction of Derby.

    Raises:
        TablestoreError: the metastore cannot be changed, for example because another process uses it.
    """
    home = folder / "spark_catalog"
    old = metastore.recorded_home(home)
    if old is None or old == home or not (home / "metastore").is_dir():
        return None
    script = [f"connect {_derby('jdbc:derby:' + str(home / 'metastore'))};", "autocommit off;"]
    for table, column in _PATHS.items():
        for before, after in {f"file:{old}": f"file:{home}", f"file://{old}": f"file://{home}"}.items():
            start = f"cast(substr({column} || '/', 1, {len(before) + 1}) as varchar(4000))"
            text = f"{_derby(after)} || substr({column}, {len(before) + 1})"
            script.append(f"update {table} set {column} = {text} where {start} = {_derby(before + '/')};")
    done = subprocess.run(
        [java(), "-cp", f"{spark_jars()}/*", "org.apache.derby.tools.ij"],
        input="\n".join([*script, "commit;", "exit;"]),
        capture_output=True,
        text=True,
        check=False,
        cwd=home,
    )
    problems = [line for line in done.stdout.splitlines() if "ERROR" in line]
    if done.returncode or problems:
        raise TablestoreError(
            f"the metastore {home / 'metastore'} cannot be relocated: {' '.join(problems)}{done.stderr}"
        )
    metastore.record_home(home)
    return f"moved the Delta tables from {old} to {home}"


def _derby(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
