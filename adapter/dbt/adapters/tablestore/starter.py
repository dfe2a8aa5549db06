"""The models of a project that `dbt init` makes."""

from __future__ import annotations

from pathlib import Path

from dbt.adapters.events.logging import AdapterLogger
from dbt.include import tablestore

_MODELS = Path("models", "example")
# A project that has one of these is not new.
_OF_EARLIER_COMMANDS = ("target", "dbt_packages")
logger = AdapterLogger("Tablestore")


def place() -> None:
    """Puts a keyed model and a view in place of dbt's two models, while `dbt init` makes a project.

    dbt has no hook for this. It looks for the adapter's template of a profile after it has written its own models, in
    their project. Only these are replaced, and only if nobody has changed them.
    """
    from dbt.flags import get_flags
    from dbt.include import starter_project

    if getattr(get_flags(), "WHICH", None) != "init" or any(Path(name).exists() for name in _OF_EARLIER_COMMANDS):
        return
    theirs = _files(Path(starter_project.PACKAGE_PATH) / _MODELS)
    if not theirs or _files(_MODELS) != theirs:
        return
    for name in theirs:
        (_MODELS / name).unlink()
    for name, content in _files(Path(tablestore.PACKAGE_PATH) / "starter").items():
        (_MODELS / name).write_bytes(content)
    logger.info(f"{_MODELS} has a keyed model and a view of it: cd {Path.cwd().name} && dbt build")


def _files(folder: Path) -> dict[str, bytes]:
    """The content of each file of a folder; none if there is no such folder."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()} if folder.is_dir() else {}
