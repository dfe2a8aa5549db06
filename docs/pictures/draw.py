"""Draws the pictures of the documentation from their sources: ``make pictures``.

    python docs/pictures/draw.py              draws the pictures whose source has changed
    python docs/pictures/draw.py a-run        draws these pictures
    python docs/pictures/draw.py --check      names stale pictures and exits with 1; needs no program

``*.d2`` needs the program d2 0.7.1 on the PATH, or as $D2 (``go install oss.terrastruct.com/d2@v0.7.1``).
``*.svg.jinja`` is an SVG with loops, in Jinja. Each SVG ends with the checksum of its source, so that a test finds a
picture that is older than its source without the program d2.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

from jinja2 import Template

HERE = Path(__file__).parent
# Theme 200 is used where the reader prefers dark pages. The salt keeps the ids of two pictures on one page apart.
D2 = "--theme 0 --dark-theme 200 --scale 1 --pad 12 --elk-nodeNodeBetweenLayers 44 --elk-edgeNodeBetweenLayers 20"


def sources() -> dict[str, Path]:
    """The source of each picture, by its name."""
    return {path.name.partition(".")[0]: path for path in sorted([*HERE.glob("*.d2"), *HERE.glob("*.svg.jinja")])}


def mark(source: Path) -> str:
    """The last line of the SVG of a source."""
    return f"<!-- source: sha256 {hashlib.sha256(source.read_bytes()).hexdigest()} -->\n"


def picture(name: str) -> Path:
    """The SVG of this name."""
    return HERE / f"{name}.svg"


def stale() -> list[str]:
    """The pictures that are missing or older than their source."""
    return [
        name
        for name, source in sources().items()
        if not picture(name).is_file() or not picture(name).read_text(encoding="utf-8").endswith(mark(source))
    ]


def drawn(name: str, source: Path) -> str:
    """The SVG of a source, without its mark."""
    if source.suffix == ".d2":
        command = [os.environ.get("D2", "d2"), *D2.split(), "--salt", name, "--stdout-format", "svg", "-", "-"]
        done = subprocess.run(command, input=source.read_text(encoding="utf-8"), capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"{source.name}: {done.stderr.strip()}")
        return done.stdout
    return Template(source.read_text(encoding="utf-8"), trim_blocks=True).render()


def main(arguments: list[str]) -> int:
    """Draws the named pictures, or all stale ones; returns the exit code."""
    if arguments == ["--check"]:
        found = stale()
        for name in found:
            print(f"{name}.svg is missing or older than {sources()[name].name}: make pictures")
        return int(bool(found))
    unknown = [name for name in arguments if name not in sources()]
    if unknown:
        print(f"no source for {', '.join(unknown)}; there are {', '.join(sources())}", file=sys.stderr)
        return 2
    for name in arguments or stale():
        source = sources()[name]
        picture(name).write_text(drawn(name, source).rstrip() + "\n" + mark(source), encoding="utf-8")
        print(f"drew {name}.svg")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
