{#
  Fails for a reader of a table that a rebuild has replaced and not published: its changelog may be that of the old
  table.
#}
{% macro assert_published(last, subject, name) %}
  {% if last.switched %}
    {% do tablestore.fail(subject,
        ['a rebuild of it is not published yet. If no run of its model is under way, its last run was stopped,'
      ~ ' and the next one publishes it: dbt run --select ' ~ name]) %}
  {% endif %}
{% endmacro %}
