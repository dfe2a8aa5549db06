{#
  Open-source Spark accepts NOT NULL only in CREATE TABLE, not in CREATE TABLE AS. A model with constraints is created from
  its declared columns first, and its rows are inserted afterwards. CHECK exists on Delta only and is added before the rows.
#}
{% macro tablestore_has_enforced_constraints() %}
  {%- if config.get('contract').enforced and tablestore_is_replaceable(tablestore_file_format()) -%}
    {%- set kinds = model.constraints | map(attribute='type') | list -%}
    {%- for column in model.columns.values() -%}
      {%- do kinds.extend(column.constraints | map(attribute='type') | list) -%}
    {%- endfor -%}
    {{ return('not_null' in kinds or 'check' in kinds) }}
  {%- endif -%}
  {{ return(false) }}
{% endmacro %}

{#
  Returns the statement that inserts the rows. An existing table is replaced only after a copy with the same constraints has
  accepted all rows, so that a violation leaves the table unchanged.
#}
{% macro tablestore_create_constrained(relation, query) %}
  {%- set columns = tablestore_column_names() -%}
  {%- if load_cached_relation(relation) is not none -%}
    {%- set copy = relation.incorporate(path={'identifier': relation.identifier ~ '__dbt_checked'}) -%}
    {%- do tablestore_create_declared(copy) -%}
    {%- do run_query('insert into ' ~ copy ~ ' (' ~ columns ~ ')\n' ~ query) -%}
    {%- set query = 'select ' ~ columns ~ ' from ' ~ copy -%}
  {%- endif -%}
  {%- do tablestore_create_declared(relation) -%}
  {{ return('insert into ' ~ relation ~ ' (' ~ columns ~ ')\n' ~ query) }}
{% endmacro %}

{% macro tablestore_column_names() %}
  {%- set names = [] -%}
  {%- for column in model.columns.values() -%}{%- do names.append(adapter.quote(column.name)) -%}{%- endfor -%}
  {{ return(names | join(', ')) }}
{% endmacro %}

{% macro tablestore_create_declared(relation) %}
  {%- set columns = adapter.render_raw_columns_constraints(raw_columns=model.columns) -%}
  {%- do run_query(
      tablestore_create_table() ~ ' ' ~ relation ~ ' (\n  ' ~ columns | join(',\n  ') ~ '\n)' ~ tablestore_table_clauses()
  ) -%}
  {%- for check in tablestore_checks() -%}
    {%- if tablestore_file_format() == 'delta' -%}
      {%- do run_query('alter table ' ~ relation ~ ' add constraint ' ~ adapter.quote(check.name) ~ ' check (' ~ check.expression ~ ')') -%}
    {%- else -%}
      {%- do exceptions.warn(
          'The check constraint `' ~ check.expression ~ '` of ' ~ relation ~ ' is not enforced: '
          ~ tablestore_file_format() ~ ' tables have none. Use file_format delta, or a dbt test.') -%}
    {%- endif -%}
  {%- endfor -%}
{% endmacro %}

{# The CHECK constraints of the model and of its columns, each with a name. #}
{% macro tablestore_checks() %}
  {%- set constraints = [] + model.constraints -%}
  {%- for column in model.columns.values() -%}{%- do constraints.extend(column.constraints) -%}{%- endfor -%}
  {%- set checks = [] -%}
  {%- for constraint in constraints if constraint.type == 'check' -%}
    {%- do checks.append({
        'name': constraint.name or 'check_' ~ local_md5(constraint.expression)[:12],
        'expression': constraint.expression}) -%}
  {%- endfor -%}
  {{ return(checks) }}
{% endmacro %}

{# The constraints were added when the table was created. Only the checked copy is dropped here. #}
{% macro tablestore__persist_constraints(relation, model) %}
  {%- if tablestore_has_enforced_constraints() -%}
    {%- set copy = relation.incorporate(path={'identifier': relation.identifier ~ '__dbt_checked'}, type='table') -%}
    {%- do run_query('drop table if exists ' ~ copy) -%}
  {%- endif -%}
{% endmacro %}
