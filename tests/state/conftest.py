"""A project per test as in tests/keyed, whose rows the tests write."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent / "keyed"))

from shop import project, warehouse

__all__ = ["project", "warehouse"]
