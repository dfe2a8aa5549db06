"""Measures the startup of the adapter's Spark with different settings, each in a new process, and prints a table.

    python benchmarks/startup.py [--repeat 3] [--only NAME ...]
    python benchmarks/startup.py --dbt [--repeat 3]

With `--dbt`, it measures dbt itself: the Python CPU seconds of `dbt parse`, and of a run of one keyed model with 40
columns, with the number of macro calls. Spark's work is not part of these seconds.

Each row changes one setting of the adapter's defaults. `cpu` is the user and system time of the JVM, which a busy
machine affects less than `wall`. The last column is the sum of the CPU seconds of the start and the first three
statements. `merges` are twenty merges of the table with itself and new rows. `scan` is a long job, which shows the
later cost of a faster start.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

DBT = "dbt"
STEPS = ("start", "select", "create", "merge", "merges", "scan")

# name -> settings of the profile in addition to schema and warehouse; `env` is for the environment.
CHOICES: dict[str, dict[str, Any]] = {
    "as shipped": {},
    "without the class archive": {"env": {"DBT_TABLESTORE_CLASS_ARCHIVE": "off"}},
    "Java's own collector": {"java": "-XX:-UseSerialGC -XX:+UseG1GC"},
    "Java's own heap": {"java": "-XX:InitialRAMPercentage=1.5625 -XX:MetaspaceSize=21m"},
    "plans in the long format": {"spark": {"spark.sql.ui.explainMode": "formatted"}},
    "first compiler only": {"java": "-XX:TieredStopAtLevel=1"},
    "jars by spark.jars": {"copy_jars": True},
}


def measure(choice: dict[str, Any]) -> dict[str, tuple[float, float]]:
    """Measures one setting in this process; returns wall and CPU seconds per step."""
    from dbt.adapters.tablestore.profile.credentials import TablestoreCredentials
    from dbt.adapters.tablestore.spark import session
    from dbt.adapters.tablestore.spark.settings import settings_of

    with tempfile.TemporaryDirectory() as folder:
        credentials = TablestoreCredentials.from_dict({"schema": "main", "warehouse": f"{folder}/lake"})
        settings = settings_of(credentials)
        credentials.spark_config |= choice.get("spark", {})
        if "java" in choice:
            credentials.spark_config["spark.driver.extraJavaOptions"] = choice["java"]
        if choice.get("copy_jars"):
            files = settings["spark.driver.extraClassPath"].split(os.pathsep)
            credentials.spark_config |= {"spark.driver.extraClassPath": "", "spark.jars": ",".join(files)}
        clock = time.perf_counter()
        spark = session.open_session(credentials, Path(folder) / "spark.log")
        gateway: Any = spark.sparkContext._gateway
        pid = gateway.proc.pid
        taken = {"start": (time.perf_counter() - clock, cpu(pid))}
        statements = {
            "select": ["select 1"],
            "create": ["create schema lake.main", "create table lake.main.t as select id, id as v from range(1000)"],
            "merge": [
                "merge into lake.main.t using (select id + 500 as id, 1 as v from range(1000)) s on t.id = s.id "
                "when matched then update set v = s.v when not matched then insert *"
            ],
        }
        # As in a project of many small models: planning and compiling, few rows.
        statements["merges"] = [
            "merge into lake.main.t using (select id, max(v) as v, count(*) as n from (select id + 500 as id, "
            f"{number} as v from range(1000) union all select id, v from lake.main.t) group by id having n > 1) s "
            "on t.id = s.id when matched and t.v <> s.v then update set v = s.v when not matched then insert (id, v) "
            "values (s.id, s.v)"
            for number in range(20)
        ]
        # A job that is long enough to show the effect of the compilers.
        statements["scan"] = [
            "select sum(hash(id, id % 17) % 100), count(distinct id % 1000), max(concat('a', id % 977)) "
            "from range(20000000)"
        ]
        for step, texts in statements.items():
            clock, before = time.perf_counter(), cpu(pid)
            for text in texts:
                spark.sql(text).collect()
            taken[step] = (time.perf_counter() - clock, cpu(pid) - before)
    return taken


COLUMNS = ", ".join(f"cast(id as int) as c{number}" for number in range(38))
QUERY = f"select id, id as at, {COLUMNS} from range(10)"
CONFIG = "materialized='incremental', primary_key='id', sequence_field='at'"
PROJECT = {
    "dbt_project.yml": "{name: wide, profile: wide, flags: {send_anonymous_usage_stats: false}}",
    "models/deduplicate.sql": "{{ config(" + CONFIG + ") }}\n" + QUERY,
    "models/partial_update.sql": "{{ config(" + CONFIG + ", merge_engine='partial-update') }}\n" + QUERY,
}


def measure_dbt() -> dict[str, tuple[float, float]]:
    """Measures dbt in this process; returns CPU seconds and macro calls per command."""
    from dbt.cli.main import dbtRunner
    from dbt_common.clients.jinja import BaseMacroGenerator

    calls = [0]
    call_macro = BaseMacroGenerator.call_macro

    def counted(self: Any, *args: Any, **kwargs: Any) -> Any:
        calls[0] += 1
        return call_macro(self, *args, **kwargs)

    BaseMacroGenerator.call_macro = counted
    taken = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, text in PROJECT.items():
            path = Path(folder) / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        target = {"type": "tablestore", "schema": "main", "warehouse": f"{folder}/lake"}
        profiles = {"wide": {"target": "dev", "outputs": {"dev": target}}}
        (Path(folder) / "profiles.yml").write_text(json.dumps(profiles), encoding="utf-8")
        where = ["--quiet", "--project-dir", folder, "--profiles-dir", folder]
        commands = {
            "parse": ["parse", "--no-partial-parse"],
            "parse, unchanged": ["parse"],
            "first run": ["run"],
            "run, deduplicate": ["run", "--select", "deduplicate"],
            "run, partial-update": ["run", "--select", "partial_update"],
        }
        for name, command in commands.items():
            clock, before = time.process_time(), calls[0]
            assert dbtRunner().invoke([*command, *where]).success, name
            taken[name] = (time.process_time() - clock, calls[0] - before)
    return taken


def cpu(pid: int) -> float:
    """The CPU seconds that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Measures every setting in new processes and prints the medians."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--only", nargs="*", default=list(CHOICES))
    parser.add_argument("--dbt", action="store_true", help="measure dbt instead of Spark")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.child:
        print(json.dumps(measure_dbt() if arguments.child == DBT else measure(CHOICES[arguments.child])))
        os._exit(0)
    if arguments.dbt:
        runs = [run(DBT) for _ in range(arguments.repeat)]
        print("| command | CPU seconds, median (least - greatest) | macro calls |\n|---|---|---|")
        for name in runs[0]:
            seconds = sorted(taken[name][0] for taken in runs)
            spread = f"{statistics.median(seconds):.2f} ({seconds[0]:.2f} - {seconds[-1]:.2f})"
            print(f"| {name} | {spread} | {runs[0][name][1]:.0f} |")
        return
    print("| choice | " + " | ".join(f"{step} wall / cpu" for step in STEPS) + " | all cpu |")
    print("|---|" + "---|" * (len(STEPS) + 1))
    for name in arguments.only:
        runs = [run(name) for _ in range(arguments.repeat)]
        middle = {step: [statistics.median(r[step][i] for r in runs) for i in (0, 1)] for step in STEPS}
        total = sum(middle[step][1] for step in STEPS if step not in ("merges", "scan"))
        cells = " | ".join(f"{middle[step][0]:.1f} / {middle[step][1]:.1f}" for step in STEPS)
        print(f"| {name} | {cells} | {total:.1f} |", flush=True)


def run(name: str) -> dict[str, tuple[float, float]]:
    """One measurement in a new process."""
    environment = {**os.environ, **CHOICES.get(name, {}).get("env", {})}
    command = [sys.executable, __file__, "--child", name]
    output = subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout
    measured: dict[str, tuple[float, float]] = json.loads(output.splitlines()[-1])
    return measured


if __name__ == "__main__":
    main()
