"""What a person reads when a plan cannot be used."""

from __future__ import annotations

from collections.abc import Sequence

from dbt_common.exceptions import DbtRuntimeError


class PlanError(DbtRuntimeError):
    """What the sentences are about, then one line per problem."""

    def __init__(self, subject: str, problems: Sequence[str]) -> None:
        super().__init__(f"{subject}:" + "".join(f"\n  - {problem}" for problem in problems))
