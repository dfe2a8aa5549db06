{# Rows that live for one commit: in memory as a view, or as a table of the run, see `_of_commit`. #}
{% macro _kept_rows(plan, name, query, commit) %}
  {% if name not in plan.kept_tables %}
    {{ return('cache lazy table ' ~ name ~ ' as\n' ~ query | trim) }}
  {% endif %}
  {% set properties = {
    'tablestore.format': plan.format,
    'tablestore.made-at': commit.properties['tablestore.made-at'],
    'tablestore.epoch': commit.properties['tablestore.epoch'],
  } %}
  {{ return('create or replace table ' ~ name ~ '\nusing ' ~ tablestore.formats()[plan.format].using ~ '\ntblproperties '
      ~ tablestore._property_list(properties) ~ '\nas\n' ~ query | trim) }}
{% endmacro %}
