{# Logs what happens to the columns that only the SELECT or only the table has. #}
{% macro _log_unequal_columns(plan, mode) %}
  {% set new, missing = plan.new_columns | map(attribute='name') | join(', '), plan.missing_columns | map(attribute='name') | join(', ') %}
  {% set because = " (on_schema_change is '" ~ mode ~ "')" %}
  {% do log(plan.model ~ (': left out: ' if mode == 'ignore' else ': new: ') ~ new ~ because, info=true) if new %}
  {% if missing and mode == 'sync_all_columns' %}
    {% do log(plan.model ~ ': dropped: ' ~ missing ~ because, info=true) %}
    {% if plan.changelog %}
      {% do log(plan.model ~ ': its changelog and the models that read it keep ' ~ missing ~ ', null in new changes; dbt run --full-refresh --select '
          ~ plan.model ~ '+ removes the column there too', info=true) %}
    {% endif %}
  {% elif missing %}
    {% do log(plan.model ~ ': no longer in the SELECT, new rows have null: ' ~ missing ~ because, info=true) %}
  {% endif %}
{% endmacro %}
