{# Whether the staged rows carry the stored ones, which the changelog shows before a change. #}
{% macro _has_before(plan) %}
  {{ return(plan.changelog and not plan.changelog.input) }}
{% endmacro %}

{# The stored row, null for a key that is new. #}
{% macro _before(plan) %}
  {% set columns = (plan.columns + plan.kept_columns) | map(attribute='quoted') | join(', old.') %}
  {{ return('if(old.' ~ plan.key_columns[0].quoted ~ ' is not null, struct(old.' ~ columns ~ '), null)') }}
{% endmacro %}

{#
  Whether a staged row is in the changelog. As in Paimon that is every stored row the batch has a word on, also when
  nothing changes; with row-deduplicate only rows that differ in a column that is not ignored, and NaN differs from NaN.
#}
{% macro _logged(plan, engine) %}
  {% if plan.changelog.compared is not none %}
    {% set compared = plan.changelog.compared %}
    {% set logged = ["_change in ('insert', 'update', 'delete')"] %}
    {% if not compared %}
      {% set logged = ["_change in ('insert', 'delete')"] %}
    {% elif compared | length < plan.value_columns | length %}
      {% set logged = ["_change in ('insert', 'delete')", "(_change = 'update' and not (" ~ tablestore._comparable(compared) ~ ' <=> '
          ~ tablestore._comparable(compared, '_before') ~ '))'] %}
    {% endif %}
    {% for column in compared if column.type in ['float', 'double'] %}
      {% do logged.append('isnan(_before.' ~ column.quoted ~ ')') %}
    {% endfor %}
    {{ return(logged | join(' or ')) }}
  {% elif engine.silent %}
    {{ return("_change = 'insert'") }}
  {% endif %}
  {{ return("_change = 'insert' or _before is not null") }}
{% endmacro %}

{# The values of a row as one thing to compare: null equals null, NaN equals NaN, maps by their text. #}
{% macro _comparable(columns, alias=none) %}
  {% set parts = [] %}
  {% for column in columns %}
    {% do parts.append(tablestore._orderable(column, alias ~ '.' if alias else '')) %}
  {% endfor %}
  {{ return('struct(' ~ parts | join(', ') ~ ')') }}
{% endmacro %}
