"""The table formats that a test run covers."""

from __future__ import annotations

import os

BOTH = ["iceberg", "delta"]

FORMATS = os.environ.get("FORMATS", " ".join(BOTH)).split()
"""`make test` names Iceberg, `make spark` leaves both. What differs between the formats is tested on both always."""
