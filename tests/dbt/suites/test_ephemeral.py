"""dbt's tests of ephemeral models."""

import re
from pathlib import Path
from typing import Any

import pytest
from dbt.tests.adapter.ephemeral.test_ephemeral import (
    BaseEphemeralErrorHandling,
    BaseEphemeralMulti,
    BaseEphemeralNested,
)
from dbt.tests.util import check_relations_equal, run_dbt

# These test dbt rather than the adapter.
pytestmark = pytest.mark.extended


def without_spaces(sql: str) -> str:
    """Two SQL texts are compared without spaces and, because schemas are numbered, without digits, as dbt does."""
    return "".join(re.sub(r"\d+", "", sql).split())


def view_sql(project: Any, name: str) -> str:
    """What the run of a view executed."""
    return without_spaces((Path(project.project_root) / f"target/run/test/models/{name}.sql").read_text())


class TestEphemeralMulti(BaseEphemeralMulti):
    def test_ephemeral_multi(self, project):
        run_dbt(["seed"])
        assert len(run_dbt(["run"])) == 3
        for model in ("dependent", "double_dependent", "super_dependent"):
            check_relations_equal(project.adapter, ["seed", model])
        assert view_sql(project, "double_dependent") == without_spaces(
            f"""
create or replace view {project.database}.{project.test_schema}.double_dependent as
with __dbt__cte__base as (
    select * from {project.test_schema}.seed
), __dbt__cte__base_copy as (
    select * from __dbt__cte__base
)-- base_copy just pulls from base. Make sure the listed
-- graph of CTEs all share the same dbt_cte__base cte
select * from __dbt__cte__base where gender = 'Male'
union all
select * from __dbt__cte__base_copy where gender = 'Female'
"""
        )


class TestEphemeralNested(BaseEphemeralNested):
    def test_ephemeral_nested(self, project):
        assert len(run_dbt(["run"])) == 2
        assert view_sql(project, "root_view") == without_spaces(
            f"""
create or replace view {project.database}.{project.test_schema}.root_view as
with __dbt__cte__ephemeral_level_two as (
    select * from {project.database}.{project.test_schema}.source_table
), __dbt__cte__ephemeral as (
    select * from __dbt__cte__ephemeral_level_two
)select * from __dbt__cte__ephemeral
"""
        )


class TestEphemeralErrorHandling(BaseEphemeralErrorHandling):
    pass
