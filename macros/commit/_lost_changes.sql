{# Why the changes of a commit that is not published are gone; none if they are there. #}
{% macro _lost_changes(relation, record) %}
  {% set producer, place = record['tablestore.changelog-producer'], fromjson(record['tablestore.side-tables']).get('schema') %}
  {% if producer == 'none' %}
    {{ return(none) }}
  {% endif %}
  {% for suffix in fromjson(record['tablestore.kept']) %}
    {% set table = tablestore._side_table(relation, suffix, place) %}
    {% if not tablestore._exists_now(table) %}
      {{ return(table ~ ' is gone') }}
    {% endif %}
  {% endfor %}
  {% if record['tablestore.changelog-start'] | int < record['tablestore.commit'] | int - 1 %}
    {% set log = tablestore._side_table(relation, '__changelog', place) %}
    {% if not tablestore._exists_now(log) or tablestore._table_properties(log).get('tablestore.epoch') not in [none, record['tablestore.epoch']] %}
      {{ return('another run has replaced ' ~ log) }}
    {% endif %}
  {% endif %}
  {{ return(none) }}
{% endmacro %}
