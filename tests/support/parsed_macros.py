"""The macros of dbt and of the package, parsed once per test process instead of once per test.

dbt stores the parsed project in `target/partial_parse.msgpack` and parses only the files that have changed. It parses
everything in a new folder, and when the profile, the variables or dbt_project.yml have changed. These do not affect how
the macros of installed packages are parsed, which takes nine tenths of the time. So a project without a usable file
starts here with the macros of an empty project. All files of the test's own project are parsed as usual.

Those macros stay until the process ends, so Python does not look for garbage among them: the adapter has them searched
before each further command of a process, which takes longer than the command.
"""

from __future__ import annotations

import copy
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
import yaml
from dbt.cli.main import dbtRunner
from dbt.constants import PARTIAL_PARSE_FILE_NAME
from dbt.contracts.files import ParseFileType, SourceFile
from dbt.contracts.graph.manifest import Manifest
from dbt.flags import get_flags
from dbt.parser import read_files
from dbt.parser.manifest import ManifestLoader, extended_mashumuro_decoder

SHARED = ("macros", "files", "docs")
"""What dbt replaces in a manifest, and does not change, when a file of the project is parsed."""


def parsed(folder: Path) -> Manifest:
    """The manifest that dbt stores for an empty project."""
    target = {"type": "tablestore", "schema": "main", "warehouse": str(folder / "lake")}
    (folder / "dbt_project.yml").write_text(yaml.safe_dump({"name": "empty", "profile": "empty"}))
    (folder / "profiles.yml").write_text(yaml.safe_dump({"empty": {"target": "dev", "outputs": {"dev": target}}}))
    done = dbtRunner().invoke(
        ["parse", "--quiet", "--project-dir", str(folder), "--profiles-dir", str(folder), "--log-path", str(folder)]
    )
    assert done.success, done.exception
    stored = (folder / "target" / PARTIAL_PARSE_FILE_NAME).read_bytes()
    return Manifest.from_msgpack(stored, decoder=extended_mashumuro_decoder)


def copy_of(manifest: Manifest) -> Manifest:
    """A manifest for another project, with the same macros."""
    values = {field.name: getattr(manifest, field.name) for field in fields(Manifest) if field.name[0] != "_"}
    return Manifest(**{name: dict(value) if name in SHARED else copy.deepcopy(value) for name, value in values.items()})


@contextmanager
def parsed_once(folder: Path) -> Iterator[None]:
    """Lets dbt start with parsed macros inside the context. ``folder`` is an empty folder."""
    kept = parsed(folder)
    gc.collect()
    gc.freeze()
    read = ManifestLoader.read_manifest_for_partial_parse

    def read_or_start(self: ManifestLoader) -> Manifest | None:
        found = read(self)
        hooks = self.root_project.on_run_start or self.root_project.on_run_end  # dbt reads them in a full parse only
        if found is None and not hooks and get_flags().PARTIAL_PARSE:
            return copy_of(kept)
        return found

    packages = {macro.package_name for macro in kept.macros.values()}
    load, loaded = read_files.load_source_file, {}

    def load_once(path: Any, kind: ParseFileType, package: str, saved: Any) -> Any:
        if kind != ParseFileType.Macro or package not in packages:
            return load(path, kind, package, saved)
        version = path.absolute_path, path.modification_time
        if version not in loaded:
            found = load(path, kind, package, saved)
            loaded[version] = {"checksum": found.checksum, "contents": found.contents}
        return SourceFile(path=path, parse_file_type=kind, project_name=package, **loaded[version])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(read_files, "load_source_file", load_once)
        patch.setattr(ManifestLoader, "read_manifest_for_partial_parse", read_or_start)
        yield
    gc.unfreeze()
