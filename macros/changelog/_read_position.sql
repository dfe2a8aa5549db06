{# Up to which commit the reader has read the table; none if nothing. A renamed table is found by its epoch. #}
{% macro _read_position(upstream, reader) %}
  {% for table, offset in (reader.offsets if reader else {}).items() %}
    {% if offset.epoch == upstream.epoch %}
      {{ return(offset.commit) }}
    {% elif table == upstream.table %}
      {% do tablestore._cannot_read('tablestore.changelog(' ~ table ~ ')', [
          "the table was rebuilt after model '" ~ reader.name
          ~ "' had read it up to commit " ~ offset.commit ~ ': rebuild that model as well, '
          ~ 'dbt run --full-refresh --select ' ~ reader.name ~ '+']) %}
    {% endif %}
  {% endfor %}
  {{ return(none) }}
{% endmacro %}
