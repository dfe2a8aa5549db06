"""``dbt-tablestore sql`` and ``dbt-tablestore shell``."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

import click
from dbt.adapters.tablestore.console import opening, prompt
from dbt.adapters.tablestore.console.running import Ended, Runner
from dbt.adapters.tablestore.profile.target import Options, found_target
from dbt.adapters.tablestore.progress import watcher
from dbt.adapters.tablestore.spark import interrupts
from dbt.adapters.tablestore.sql.splitting import split
from dbt_common.events.base_types import EventLevel
from dbt_common.events.event_manager_client import add_logger_to_manager, cleanup_event_logger
from dbt_common.events.functions import env_scrubber
from dbt_common.events.logger import LoggerConfig
from dbt_common.exceptions import DbtBaseException


def sql(text: str, form: str, limit: int | None, options: Options) -> int:
    """Runs the statements of a text up to the first that does not succeed; returns the exit code.

    Raises:
        UsageError: the text has no statement.
    """
    ended, rest = split(text)
    statements = [*ended, rest] if rest else ended
    if not statements:
        raise click.BadParameter('it is empty; write one, such as "show tables"', param_hint="STATEMENT")

    def run(runner: Runner) -> int:
        for statement in statements:
            if (ended := runner.run(statement, form)) is not Ended.DONE:
                return ended
        return Ended.DONE

    return _in_session(limit, options, run)


def shell(limit: int, options: Options) -> int:
    """Opens the prompt; returns the exit code."""

    def run(runner: Runner) -> int:
        prompt.run(runner)
        return Ended.DONE

    return _in_session(limit, options, run)


def _in_session(limit: int | None, options: Options, run: Callable[[Runner], int]) -> int:
    """Does something in the session of the profile. Messages and progress are not results, so they are on stderr."""
    cleanup_event_logger()
    messages = LoggerConfig(name="stdout_log", level=EventLevel.INFO, output_stream=sys.stderr, scrubber=env_scrubber)
    add_logger_to_manager(messages)
    watcher.watch()
    try:
        with interrupts.at_a_prompt():
            return run(_runner(limit, options))
    except DbtBaseException as error:
        print(getattr(error, "msg", error), file=sys.stderr)
        return Ended.FAILED
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return Ended.CANCELLED
    except BrokenPipeError:  # as in `dbt-tablestore sql ... | head`: nobody wants the rest
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Ended.DONE


def _runner(limit: int | None, options: Options) -> Runner:
    found = found_target(options)
    target, artifacts = found.credentials, found.artifacts_folder()
    # pyspark handles Ctrl-C itself when it is started in the main thread
    session = interrupts.attended(lambda: opening.open_session(target), lambda: None, patience=0)
    return Runner(session, target, artifacts, limit)
