{# The views beside a materialized view, of its changelog and of its refreshes. #}
{% macro tablestore_views_of_changes(relation, schema) %}
  {{ return({
    'changelog': tablestore.side_table(relation, '__changelog', schema).incorporate(type='view'),
    'refreshes': tablestore.side_table(relation, '__refreshes', schema).incorporate(type='view'),
  }) }}
{% endmacro %}

{# Whether they are there: a run that is stopped makes the view first. #}
{% macro tablestore_has_views_of_changes(relation, schema) %}
  {% for view in tablestore_views_of_changes(relation, schema).values() %}
    {% set found = load_relation(view) %}
    {% if not found or not found.is_view %}
      {{ return(false) }}
    {% endif %}
  {% endfor %}
  {{ return(true) }}
{% endmacro %}
