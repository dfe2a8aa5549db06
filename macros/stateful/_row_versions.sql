{#
  The rows that an operator reads, in both versions: the changed rows, and the unchanged rows with a touched key, which are
  the same in both.
#}
{% macro _row_versions(input, operator) %}
  {% set query %}
select _version, {{ input.columns | join(', ') }}
from {{ input.name }}_changes
{%- if not operator.normalized %}
union all
select explode(array(0, 1)) as _version, {{ input.columns | join(', ') }}
from {{ tablestore._indent(input.rows, 0) }} as stored
{%- if input.operator_key %}
left semi join touched on {{ tablestore._key_condition(input.operator_key, 'stored', 'touched', '=' if operator.expiry == 'window' else '<=>') }}
{%- endif %}
left anti join {{ input.name }}_unread as changed on {{ tablestore._columns_condition(input.primary_key, 'stored', 'changed', input.upstream.key_equals) }}
{%- endif %}
  {%- endset %}
  {{ return(tablestore._cte(input.rows_name, query)) }}
{% endmacro %}
