{# Apply and mark. A rebuild replaces the table and marks it in one atomic statement. #}
{% macro finish_statements(plan, counts, commit) %}
  {% if not commit.rebuild %}
    {{ return(tablestore.apply_statements(plan, counts) + [tablestore.mark_statement(plan, commit.number)]) }}
  {% endif %}
  {% if plan.not_null_columns %}
    {% set empty = dict(commit.properties, **{'tablestore.commit': 0}) %}
    {{ return([
      tablestore.create_empty_table(plan, empty),
      tablestore.insert_statement(plan),
      tablestore.mark_statement(plan, commit.number),
    ]) }}
  {% endif %}
  {% set rows = 'select ' ~ plan.columns | map(attribute='quoted') | join(', ') ~ '\nfrom ' ~ plan.commit_table
      ~ "\nwhere _change = 'insert'" %}
  {{ return([tablestore.create_table(plan, rows, commit.properties)]) }}
{% endmacro %}

{# The table with its NOT NULL columns, which only a column list can declare. #}
{% macro create_empty_table(plan, properties) %}
{% set format = tablestore.formats()[plan.format] %}
create or replace table {{ plan.table }} (
{%- for column in plan.columns %}
  {{ column.quoted }} {{ column.type }}{{ ' not null' if column.key in plan.not_null_columns }}{{ ',' if not loop.last }}
{%- endfor %}
)
using {{ format.using }}
{{- tablestore._layout(plan.layout) }}
tblproperties ({{ tablestore._properties(format.properties, plan.layout.properties, properties) }})
{% endmacro %}
