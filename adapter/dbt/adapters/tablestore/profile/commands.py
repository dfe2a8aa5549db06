"""Commands of dbt: their arguments, and those that messages name, as they can be typed where this one was typed."""

from __future__ import annotations

import argparse
import os
import re
import shlex
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

import yaml

_PROGRAMS = ("dbt", "dbt-tablestore")
# Of both programs: they say which project is meant, and how it is read.
_OPTIONS = ("--project-dir", "--profiles-dir", "--target", "--vars")
_OF_DBT = ("--profile",)
# Where a run finds the tables that it does not build, of these commands.
_OF_DEFERRING = ("--state", "--defer-state")
_FLAGS_OF_DEFERRING = ("--defer", "--favor-state")
_DEFERRING = ("build", "compile", "run", "show", "test")
# It has a folder in place of a project.
_OF_A_FOLDER = "relocate"
_COMMAND = re.compile(
    r"(?:\b(?P<program>dbt) "
    r"(?P<name>run-operation \w+|docs generate|build|compile|debug|deps|parse|retry|run|show|test)\b"
    r"|\b(?P<other>dbt-tablestore) (?P<others>plans check|views check|views verify|relocate|report|shell|sql)\b)"
    # up to the variables that the command of the message has, if it has any, in quotes as `shlex.quote` writes them
    r"(?P<rest>(?P<before>(?:(?!\bdbt(?:-tablestore)? )[^\n;`])*? --vars )(?P<variables>'[^'\n]*'(?:\"'\"'[^'\n]*')*))?"
)


class _Fallback:
    """The folder of the profiles.yml that a command of ours has found where dbt does not look; none if dbt finds it."""

    folder: Path | None = None


def dbt_needs_profiles_of(folder: Path | None) -> None:
    """From now on, commands of dbt in messages name this folder of profiles.yml, unless the command itself does."""
    _Fallback.folder = folder


def completed(message: str, hides_variables: bool = False) -> str:
    """The message, in which a command of dbt finds the project and the program of the command that runs now.

    Its variables are those of that command and its own in one ``--vars``, because dbt takes the last of several.
    Nothing is added in a program that calls dbt, because nobody has typed a command there.

    Args:
        message: the text, which has any number of commands.
        hides_variables: write ``--vars '{...}'`` in place of the variables of the command that runs now.
    """
    if _program(sys.argv[0]) is None:
        return message
    given = _given()
    if hides_variables and "--vars" in given:
        given["--vars"] = "{...}"
    of_dbt = given
    if _Fallback.folder is not None and "--profiles-dir" not in given:
        of_dbt = {**given, "--profiles-dir": os.path.relpath(_Fallback.folder)}

    def complete(found: re.Match[str]) -> str:
        program, name = found["program"] or found["other"], found["name"] or found["others"]
        accepted = () if name == _OF_A_FOLDER else _OPTIONS + (_OF_DBT if program == "dbt" else ())
        accepted += _FLAGS_OF_DEFERRING + _OF_DEFERRING if program == "dbt" and name in _DEFERRING else ()
        options = {
            option: f" {option}" if option in _FLAGS_OF_DEFERRING else f" {option} {shlex.quote(value)}"
            for option, value in (of_dbt if program == "dbt" else given).items()
            if option in accepted
        }
        rest = found["rest"] or ""
        following = found.string[found.end() - len(rest) :]
        # a message can be completed twice
        if found["variables"] and not following.startswith("".join(options.values())):
            options.pop("--vars", None)
            merged = _with_variables(given.get("--vars", "{}"), *shlex.split(found["variables"]))
            rest = f"{found['before']}{shlex.quote(merged)}"
        added = "".join(options.values())
        has_path = found.string[: found.start()].endswith(("/", "\\"))
        typed = program if has_path else _typed(program)
        return f"{typed} {name}{'' if following.startswith(added) else added}{rest}"

    return _COMMAND.sub(complete, message)


def _with_variables(given: str, variables: str) -> str:
    """The variables of two ``--vars``; of one that both have, the value of the second."""
    merged = (yaml.safe_load(given) or {}) | yaml.safe_load(variables)
    text: str = yaml.dump(
        merged, Dumper=_InDoubleQuotes, default_flow_style=True, sort_keys=False, allow_unicode=True, width=float("inf")
    )
    return text.strip()


class _InDoubleQuotes(yaml.SafeDumper):
    """Quotes with the quotes that a shell leaves alone inside its own."""

    def choose_scalar_style(self) -> str:
        style: str = super().choose_scalar_style()
        return '"' if style == "'" else style


def dbt_arguments(options: Mapping[str, str | None]) -> list[str]:
    """Options by their names as words of Python, such as ``project_dir``, as arguments; without those that are None."""
    return [text for name, value in options.items() if value for text in (f"--{name.replace('_', '-')}", value)]


def pip_install(requirement: str) -> str:
    """The command that installs a package where dbt is installed."""
    pip = "pip" if _is_found("pip") else f"{shlex.quote(sys.executable)} -m pip"
    return f"{pip} install {shlex.quote(requirement)}"


def _given() -> dict[str, str]:
    """The options of this command that say which project is meant and where its tables are; a flag has no value."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    for option in (*_OPTIONS, *_OF_DBT, *_OF_DEFERRING):
        parser.add_argument(option, *(["-t"] if option == "--target" else []), dest=option)
    for flag in _FLAGS_OF_DEFERRING:
        parser.add_argument(flag, action="store_const", const="", dest=flag)
    try:
        found = vars(parser.parse_known_args(sys.argv[1:])[0])
    except argparse.ArgumentError:  # an option without its value, which dbt refuses
        return {}
    return {option: value for option, value in found.items() if value is not None}


def _typed(program: str) -> str:
    """The name of a program, or its path if it was typed with a path: then the shell does not find the name."""
    path = Path(sys.argv[0]).with_name(program)
    return program if _is_found(program) or not path.exists() else shlex.quote(str(path))


def _is_found(program: str) -> bool:
    """Whether the shell finds this program, and it is that of this Python."""
    found = shutil.which(program)
    return found is not None and Path(found).resolve().parent == Path(sys.executable).parent.resolve()


def _program(path: str) -> str | None:
    """The program of ours at a path, or None."""
    name = Path(path).name.removesuffix(".exe")
    return name if name in _PROGRAMS else None
