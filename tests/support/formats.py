"""The table formats that a test run covers."""

from __future__ import annotations

import os

FORMATS = os.environ.get("FORMATS", "iceberg delta").split()
"""`make test` names one for most tests, `make spark` leaves both."""
