{#
  The properties of a commit that an earlier run staged and did not seal; none if there is none. A commit with refused rows
  is never applied, and a commit of another epoch belongs to a table that has been replaced.
#}
{% macro _unfinished_commit(relation, last) %}
  {% set staged = tablestore._side_table(relation, '__commit', last.side_schema) %}
  {% if not last.epoch or not load_relation(staged) %}
    {{ return(none) }}
  {% endif %}
  {% set properties = tablestore._table_properties(staged) %}
  {% if properties.get('tablestore.epoch') != last.epoch or properties.get('tablestore.commit', '0') | int != last.number + 1 %}
    {{ return(none) }}
  {% elif tablestore._rows('select 1 from ' ~ staged ~ " where _change = 'refused' limit 1") %}
    {{ return(none) }}
  {% endif %}
  {{ return(properties) }}
{% endmacro %}
