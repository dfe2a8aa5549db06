"""The table formats that a test run covers."""

from __future__ import annotations

import os

CATALOGS = {"iceberg": "lake", "delta": "spark_catalog"}
"""The catalog with the tables of each format."""

BOTH = list(CATALOGS)

FORMATS = os.environ.get("FORMATS", " ".join(BOTH)).split()
"""`make test` selects Iceberg, `make spark` uses both. A few tests of
tests/engine/test_deduplicate.py and the sample of Paimon's answers are always on both."""
