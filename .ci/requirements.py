"""Prints what installed distributions require, one requirement per line, for ``pip install --requirement``.

    python requirements.py --without NAME... DISTRIBUTION[EXTRA]...

Left out are the distributions themselves and those of ``--without``: pip cannot install a distribution without one of
its requirements, but it can install it with ``--no-deps`` and then install the others.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from importlib.metadata import requires

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name


def requirements(distributions: list[Requirement], without: set[str]) -> Iterator[Requirement]:
    """What the distributions require here, with the extras they name, apart from ``without`` and one another."""
    without = without | {canonicalize_name(each.name) for each in distributions}
    for distribution in distributions:
        for text in requires(distribution.name) or []:
            needed = Requirement(text)
            applies = needed.marker is None or any(
                needed.marker.evaluate({"extra": extra}) for extra in ("", *distribution.extras)
            )
            if applies and canonicalize_name(needed.name) not in without:
                needed.marker = None
                yield needed


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--without", action="append", default=[], metavar="NAME")
    parser.add_argument("distributions", nargs="+", type=Requirement, metavar="DISTRIBUTION")
    options = parser.parse_args()
    for needed in requirements(options.distributions, {canonicalize_name(name) for name in options.without}):
        print(needed)


if __name__ == "__main__":
    main()
