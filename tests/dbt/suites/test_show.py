"""dbt's show tests."""

import pytest
from dbt.tests.adapter.dbt_show.test_dbt_show import BaseShowDoesNotHandleDoubleLimit, BaseShowLimit, BaseShowSqlHeader
from dbt.tests.util import run_dbt
from dbt_common.exceptions import DbtRuntimeError


class TestShowLimit(BaseShowLimit):
    pass


class TestShowSqlHeader(BaseShowSqlHeader):
    pass


class TestShowDoesNotHandleDoubleLimit(BaseShowDoesNotHandleDoubleLimit):
    def test_double_limit_throws_syntax_error(self, project):
        with pytest.raises(DbtRuntimeError, match="Syntax error at or near 'limit'"):
            run_dbt(["show", "--limit", "1", "--inline", "select 1 limit 1"])
