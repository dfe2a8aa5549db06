"""From the SQL of a query to its operators, one clause per file."""

from dbt.adapters.tablestore.views.building.build import build
from dbt.adapters.tablestore.views.building.parsing import for_spark, full_name, is_common_table, parse, tables_of
from dbt.adapters.tablestore.views.building.states import Limits
from dbt.adapters.tablestore.views.building.views import with_catalogs

__all__ = ["Limits", "build", "for_spark", "full_name", "is_common_table", "parse", "tables_of", "with_catalogs"]
