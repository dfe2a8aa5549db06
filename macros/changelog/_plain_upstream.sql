{# A table that is not a keyed table: its changes as its format records them. #}
{% macro _plain_upstream(relation, properties, subject) %}
  {% if properties.get('delta.enableChangeDataFeed') == 'true' %}
    {{ return(tablestore._delta_upstream(relation)) }}
  {% elif properties.get('current-snapshot-id', 'none') != 'none' %}
    {{ return(tablestore._iceberg_upstream(relation)) }}
  {% endif %}
  {% do tablestore._fail(subject, ["it does not record its changes. Accepted are keyed tables with a changelog_producer, Delta tables with a change feed (alter table "
      ~ relation ~ " set tblproperties ('delta.enableChangeDataFeed' = 'true')) and Iceberg tables with rows"]) %}
{% endmacro %}
