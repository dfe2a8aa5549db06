"""A broker of Kafka that is its own controller (KRaft), in one process."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from dbt.adapters.tablestore.spark.java_home import java

from servers.ivy import server_jars
from servers.processes import HOST, free_port, listens, running

MODULES = Path(__file__).with_suffix(".xml")
CLUSTER = "4L6g3nShT-eMCtK--X86sw"


@contextmanager
def kafka(folder: Path) -> Iterator[str]:
    """A broker without topics; returns its address."""
    port, controller = free_port(), free_port()
    settings = {
        "process.roles": "broker,controller",
        "node.id": 1,
        "controller.quorum.voters": f"1@{HOST}:{controller}",
        "controller.listener.names": "CONTROLLER",
        "listeners": f"PLAINTEXT://{HOST}:{port},CONTROLLER://{HOST}:{controller}",
        "advertised.listeners": f"PLAINTEXT://{HOST}:{port}",
        "listener.security.protocol.map": "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT",
        "log.dirs": folder / "log",
        # two thirds of the heap by default
        "log.cleaner.dedupe.buffer.size": 4 * 2**20,
        "auto.create.topics.enable": "false",
        "transaction.state.log.replication.factor": 1,
        "transaction.state.log.min.isr": 1,
        "transaction.state.log.num.partitions": 1,
    }
    file = folder / "server.properties"
    file.write_text("\n".join(f"{key}={value}" for key, value in settings.items()))
    run = [java(), "-Xmx192m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", f"{server_jars(MODULES)}/*"]
    subprocess.run(
        [*run, "kafka.tools.StorageTool", "format", "-t", CLUSTER, "-c", str(file)], check=True, capture_output=True
    )
    with running([*run, "kafka.Kafka", file], folder / "kafka.log", lambda: listens(port)):
        yield f"{HOST}:{port}"
