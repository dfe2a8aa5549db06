{#
  Says what happens to the columns that only the SELECT or only the table has. A column that was given another name in
  the SELECT looks like one that goes and one that is left out: that is a warning, because no value of it is stored.
#}
{% macro _log_unequal_columns(plan, mode) %}
  {% set new, missing = plan.new_columns | map(attribute='name') | join(', '),
      plan.missing_columns | map(attribute='name') | join(', ') %}
  {% set because = " (on_schema_change is '" ~ mode ~ "')" %}
  {% if new and missing and mode == 'ignore' %}
    {{ return(tablestore.warn(plan.model ~ ': left out: ' ~ new ~ '; ' ~ tablestore._without_value(missing) ~ because
        ~ '. ' ~ tablestore._if_renamed(plan, new, missing))) }}
  {% endif %}
  {% do log(plan.model ~ (': left out: ' if mode == 'ignore' else ': new: ') ~ new ~ because, info=true) if new %}
  {% if missing and mode == 'sync_all_columns' %}
    {% do log(plan.model ~ ': dropped: ' ~ missing ~ because, info=true) %}
    {% if plan.changelog %}
      {% do log(plan.model ~ ': its changelog and the models that read it keep ' ~ missing
          ~ ', null in new changes, so that sums of it keep the values of rows that change or go; to remove it there'
          ~ ' too: ' ~ tablestore.rebuild_command(plan.model), info=true) %}
    {% endif %}
  {% elif missing %}
    {% do log(plan.model ~ ': ' ~ tablestore._without_value(missing) ~ because
        ~ "; to drop it: on_schema_change='sync_all_columns'", info=true) %}
  {% endif %}
{% endmacro %}

{# What rows have in the columns of the table that the SELECT does not have. #}
{% macro _without_value(missing) %}
  {{ return('no longer in the SELECT, so new rows have null and updated rows keep their value: ' ~ missing) }}
{% endmacro %}

{# What to write if a column has a new name in the SELECT. #}
{% macro _if_renamed(plan, new, missing) %}
  {% set one = plan.new_columns | length == 1 and plan.missing_columns | length == 1 %}
  {% set old, given = (plan.missing_columns[0].quoted, plan.new_columns[0].quoted) if one else ('<old>', '<new>') %}
  {{ return('If a column has a new name, give it to the column of the table before the next run'
      ~ (', which needs column mapping on Delta' if plan.format == 'delta') ~ ': alter table ' ~ plan.table
      ~ ' rename column ' ~ old ~ ' to ' ~ given ~ ". If not, write on_schema_change='sync_all_columns', which drops "
      ~ missing ~ ' and adds ' ~ new ~ ', null in stored rows') }}
{% endmacro %}
