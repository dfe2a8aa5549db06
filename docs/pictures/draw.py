"""Draws the pictures of the documentation from their sources: ``make pictures``.

``*.d2`` needs the program d2 (``go install oss.terrastruct.com/d2@v0.7.1``), ``*.vl.json`` the Python package
vl-convert-python of the extra ``[report]``. Each SVG ends with the checksum of its source, so that a test finds a
picture that is older than its source without either of them.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def sources() -> list[Path]:
    """The sources of the pictures."""
    return sorted([*HERE.glob("*.d2"), *HERE.glob("*.vl.json")])


def picture(source: Path) -> Path:
    """The SVG of a source."""
    return HERE / f"{source.name.partition('.')[0]}.svg"


def mark(source: Path) -> str:
    """The last line of the SVG of a source."""
    return f"<!-- source: sha256 {hashlib.sha256(source.read_bytes()).hexdigest()} -->\n"


def stale() -> list[Path]:
    """The sources whose picture is missing or older."""
    return [
        source
        for source in sources()
        if not picture(source).is_file() or not picture(source).read_text().endswith(mark(source))
    ]


def draw(source: Path) -> None:
    """Writes the SVG of a source."""
    target = picture(source)
    if source.suffix == ".d2":
        command = ["d2", "--theme", "0", "--dark-theme", "200", "--pad", "16", "--salt", source.stem]
        subprocess.run([*command, str(source), str(target)], check=True, capture_output=True)
        text = target.read_text()
    else:
        import vl_convert

        text = vl_convert.vegalite_to_svg(source.read_text())
    target.write_text(text.rstrip() + "\n" + mark(source))


if __name__ == "__main__":
    for found in stale():
        draw(found)
        print(f"drew {picture(found).name}")
    sys.exit(0)
