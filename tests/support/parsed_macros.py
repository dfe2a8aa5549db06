"""The macros of dbt and of the package, parsed once per test process instead of once per test.

dbt keeps what it has parsed in `target/partial_parse.msgpack` and parses only what has changed. It starts from
nothing in a new folder, and also when the profile, the variables or dbt_project.yml changed. None of that changes how
the macros of installed packages are parsed, which takes nine tenths of the time. So a project that cannot continue
from a file of its own continues here from the macros of an empty project. Everything in the test's own project is
parsed as always.
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
    """What dbt keeps of a project without a file."""
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
    """Lets dbt start from parsed macros while the context lasts. ``folder`` is an empty folder."""
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
