{# A table that no keyed model made: its format's own record of changes, where there is one. #}
{% macro _plain_upstream(relation, properties, subject) %}
  {% if properties.get('delta.enableChangeDataFeed') == 'true' %}
    {{ return(tablestore._delta_upstream(relation)) }}
  {% elif properties.get('current-snapshot-id', 'none') != 'none' %}
    {{ return(tablestore._iceberg_upstream(relation)) }}
  {% endif %}
  {% do tablestore._fail(subject, ["it keeps no record of its changes. Accepted are keyed tables with a changelog_producer, Delta tables with a change feed (alter table "
      ~ relation ~ " set tblproperties ('delta.enableChangeDataFeed' = 'true')) and Iceberg tables with rows"]) %}
{% endmacro %}
