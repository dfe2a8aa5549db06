"""The command line of the generators of random cases."""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Callable
from typing import Any, Protocol


class Drawing(Protocol):
    """One case in the making."""

    def case(self) -> dict[str, Any]: ...


def write(draw: Callable[[random.Random, int], Drawing], description: str) -> None:
    """Prints as many cases as the command line asks for. ``draw`` begins the case with a number."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, default=300)
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    cases = [draw(chance, number).case() for number in range(arguments.count)]
    json.dump(cases, sys.stdout, ensure_ascii=False, indent=1)
