{# Names in the rows of a test that are not columns of the model. #}
{% macro _unknown_columns(batches, names) %}
  {% set problems = [] %}
  {% for batch in batches %}
    {% for row in (batch.given or []) + (batch.expect or []) + (batch.expect_changelog or []) %}
      {% for name in row if name not in names + ['_row_kind'] %}
        {% do problems.append("'" ~ name ~ "' is not a column of the model" ~ tablestore._near_names(name, names)) %}
      {% endfor %}
    {% endfor %}
  {% endfor %}
  {{ return(problems | unique | list) }}
{% endmacro %}
