{# The events of the batch. #}
{% macro _given_events(versions, stored) %}
{% set kind, condition = tablestore._row_kind(versions.source), tablestore._row_kind_condition(versions.source) %}
select
  struct({{ tablestore._wrapped(tablestore._columns_of_events(versions.key_columns), 4) }}) as _key,
  struct({{ tablestore._wrapped(tablestore._columns_of_events(versions.value_columns,
      versions.source.delete_sequence), 4) }}) as _values,
  {{ "if(" ~ kind ~ " = '+I', '+U', coalesce(" ~ kind ~ ", 'null'))" if kind else "'+U'" }} as _kind
  {{- ',\n  null as _stored' if stored }}
from batch
{%- if condition %}
where {{ condition }}
{%- endif %}
{% endmacro %}

{# Columns with the types of the table. Of those in `deleted`, a delete has its own value in `_delete_sequence`. #}
{% macro _columns_of_events(columns, deleted=[]) %}
  {% set cast = [] %}
  {% for column in columns %}
    {% set value = 'if(_delete_sequence is null, ' ~ column.quoted ~ ', _delete_sequence.' ~ column.quoted ~ ')'
        if column.lower_name in deleted else column.quoted %}
    {% do cast.append('cast(' ~ value ~ ' as ' ~ column.type ~ ') as ' ~ column.quoted) %}
  {% endfor %}
  {{ return(cast) }}
{% endmacro %}
