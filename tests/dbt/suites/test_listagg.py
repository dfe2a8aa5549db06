"""dbt's listagg, which this adapter writes in Spark SQL."""

from dbt.tests.adapter.utils.test_listagg import BaseListagg


class TestListagg(BaseListagg):
    pass
