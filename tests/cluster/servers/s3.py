"""S3 from moto, in the test process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import boto3
from moto.server import ThreadedMotoServer

from servers.processes import HOST, free_port

KEYS = {"aws_access_key_id": "probe", "aws_secret_access_key": "letmein-too"}


@contextmanager
def s3() -> Iterator[str]:
    """An endpoint with an empty bucket `lake`; returns its URL."""
    port = free_port()
    server = ThreadedMotoServer(HOST, port, verbose=False)
    server.start()
    try:
        url = f"http://{HOST}:{port}"
        boto3.client("s3", endpoint_url=url, region_name="us-east-1", **KEYS).create_bucket(Bucket="lake")
        yield url
    finally:
        server.stop()
