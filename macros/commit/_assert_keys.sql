{# Fails if a key of the stored table is not unique, or is null although the model does not keep null keys. #}
{% macro _assert_keys(plan, problem) %}
  {% set broken = tablestore._rows(tablestore.broken_keys_query(plan)) %}
  {% if broken %}
    {% do tablestore._fail("model '" ~ plan.model ~ "': " ~ problem, [
      'its key (' ~ plan.key_columns | map(attribute='name') | join(', ') ~ ') is ' ~ ('' if plan.keeps_null_keys else 'null or ')
      ~ 'not unique, for example ' ~ broken[0].example ~ ' in ' ~ broken[0].rows ~ ' row(s)',
      'rebuild it from its source: dbt run --full-refresh --select ' ~ plan.model,
    ]) %}
  {% endif %}
{% endmacro %}
