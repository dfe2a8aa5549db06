{#
  The plan with what there is of the table of deletes: whether it has `stored` deletes to compare the batch with, and
  how the commit `creates` it. Columns become as wide as those of the model. A table with other columns is of an earlier
  build of the model, and is replaced.
#}
{% macro _with_deletes(plan, commit) %}
  {% set table, columns = plan.deletes.table, plan.key_columns + plan.sequence_columns %}
  {% if not load_relation(table) %}
    {{ return(dict(plan, deletes=dict(plan.deletes, stored=false, creates='create table if not exists'))) }}
  {% endif %}
  {% set types, fits, widened = {}, namespace(all=true), [] %}
  {% for column in tablestore._columns(tablestore._describe_table(table)) %}
    {% do types.update({column.lower_name: column.type | lower}) %}
  {% endfor %}
  {% for column in columns %}
    {% set type, stored = tablestore._stored_type(plan.table_format, column.type), types.get(column.lower_name) %}
    {% set widens = stored and stored != type | lower and tablestore._type_widens(stored, type) %}
    {% do widened.append(dict(column, type=type)) if widens %}
    {% set fits.all = fits.all and (stored == type | lower or widens) %}
  {% endfor %}
  {% if not fits.all or types | length != columns | length + 4 %}
    {{ return(dict(plan, deletes=dict(plan.deletes, stored=false, creates='create or replace table'))) }}
  {% endif %}
  {% do tablestore._run(tablestore._widen_statements(table, plan.table_format, widened)) if widened %}
  {% set stored = commit.has_history and not commit.rebuild %}
  {{ return(dict(plan, deletes=dict(plan.deletes, stored=stored, creates=none))) }}
{% endmacro %}
