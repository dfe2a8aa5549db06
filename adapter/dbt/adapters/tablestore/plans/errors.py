"""The error of a plan that cannot be used."""

from __future__ import annotations

from collections.abc import Sequence

from dbt.adapters.tablestore.profile.commands import completed
from dbt_common.exceptions import DbtRuntimeError


class PlanError(DbtRuntimeError):
    """All problems of one subject, such as a plan's file: the subject, then a line per problem."""

    def __init__(self, subject: str, problems: Sequence[str]) -> None:
        super().__init__(f"{subject}:" + "".join(f"\n  - {completed(problem)}" for problem in problems))
