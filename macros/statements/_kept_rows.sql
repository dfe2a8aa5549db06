{# Rows that live for one commit: in memory as a view, or as a table of the run, see `_of_commit`. #}
{% macro _kept_rows(plan, name, query, commit) %}
  {% if name not in plan.kept_tables %}
    {{ return('cache lazy table ' ~ name ~ ' as\nselect *\nfrom (\n  ' ~ tablestore._indent(query | trim, 2) ~ '\n)\nwhere '
        ~ tablestore._string_literal(commit.properties['tablestore.run']) ~ ' is not null') }}
  {% endif %}
  {% set properties = {'tablestore.format': plan.format, 'tablestore.made-at': commit.properties['tablestore.made-at'],
      'tablestore.epoch': commit.properties['tablestore.epoch']} %}
  {{ return('create or replace table ' ~ name ~ '\nusing ' ~ tablestore.formats()[plan.format].using ~ '\ntblproperties '
      ~ tablestore._property_list(properties) ~ '\nas\n' ~ query | trim) }}
{% endmacro %}
