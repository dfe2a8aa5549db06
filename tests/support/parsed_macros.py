"""The macros of dbt and of the package, parsed once per test process instead of once per test.

dbt stores the parsed project in `target/partial_parse.msgpack` and parses only the files that have changed. It parses
everything in a new folder, and when the profile, the variables or dbt_project.yml have changed. These do not affect how
the macros of installed packages are parsed, which takes nine tenths of the time. So a project without a usable file
starts here with the macros of an empty project. All files of the test's own project are parsed as usual.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import yaml
from dbt.cli.main import dbtRunner
from dbt.constants import PARTIAL_PARSE_FILE_NAME
from dbt.contracts.graph.manifest import Manifest
from dbt.flags import get_flags
from dbt.parser.manifest import ManifestLoader, extended_mashumuro_decoder


def parsed(folder: Path) -> bytes:
    """The file that dbt stores for an empty project."""
    target = {"type": "tablestore", "schema": "main", "warehouse": str(folder / "lake")}
    (folder / "dbt_project.yml").write_text(yaml.safe_dump({"name": "empty", "profile": "empty"}))
    (folder / "profiles.yml").write_text(yaml.safe_dump({"empty": {"target": "dev", "outputs": {"dev": target}}}))
    done = dbtRunner().invoke(
        ["parse", "--quiet", "--project-dir", str(folder), "--profiles-dir", str(folder), "--log-path", str(folder)]
    )
    assert done.success, done.exception
    return (folder / "target" / PARTIAL_PARSE_FILE_NAME).read_bytes()


@contextmanager
def parsed_once(folder: Path) -> Iterator[None]:
    """Lets dbt start with parsed macros inside the context. ``folder`` is an empty folder."""
    kept = parsed(folder)
    read = ManifestLoader.read_manifest_for_partial_parse

    def read_or_start(self: ManifestLoader) -> Manifest | None:
        found = read(self)
        hooks = self.root_project.on_run_start or self.root_project.on_run_end  # dbt reads them in a full parse only
        if found is None and not hooks and get_flags().PARTIAL_PARSE:
            return Manifest.from_msgpack(kept, decoder=extended_mashumuro_decoder)
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ManifestLoader, "read_manifest_for_partial_parse", read_or_start)
        yield
